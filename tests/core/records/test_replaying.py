"""Replaying: every state comes back; edited and foreign records are refused with a reason."""

import dataclasses

import numpy as np
import pytest

from astrarium.core import Batch, registry
from astrarium.core.records import (
    RecordError,
    play_records,
    read_records,
    record_of,
    replay,
    verify,
    write_records,
)
from tests.toy import DATA, GAME


def changed(record, **fields):
    """The record with some fields of it or of its header changed."""
    names = {f.name for f in dataclasses.fields(record.header)}
    header = dataclasses.replace(record.header, **{k: v for k, v in fields.items() if k in names})
    rest = {k: v for k, v in fields.items() if k not in names}
    return dataclasses.replace(record, header=header, **rest)


def test_replay_gives_every_state(games):
    states = replay(games[0])
    assert states["moves"].tolist() == list(range(len(games[0].actions) + 1))
    assert states["over"].tolist() == [0] * len(games[0].actions) + [1]
    batch = Batch(GAME, 1, num_players=3, seed=5, auto_reset=False)
    for k, action in enumerate(games[0].actions):
        assert batch.states[0].tobytes() == states[k].tobytes()
        batch.step([action])
    assert batch.states[0].tobytes() == states[-1].tobytes()


def test_replay_takes_the_episode_and_the_options_into_account():
    setup = {"num_players": 2, "seed": 9, "options": {"peeking": 0, "hand_size": 2}, "content": "dark"}
    batch = Batch(GAME, 1, **setup)
    for _ in range(2):
        actions = []
        while True:
            actions.append(batch.random_actions(len(actions))[0])
            if batch.step(actions[-1:])[1][0]:
                break
    record = record_of(GAME, actions, episode=1, **setup)
    assert record.scores == tuple(batch.scores[0])
    assert verify([record]) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_verify_counts_the_games_that_replay(games, threads):
    assert verify(iter(games), threads=threads) == len(games)


def test_record_of_finds_the_outcome_from_the_actions(games):
    game = games[3]
    assert record_of(GAME, game.actions, num_players=3, seed=5, index=3) == game


def test_record_of_an_unfinished_game_says_so(games):
    part = record_of(GAME, games[0].actions[:4], num_players=3, seed=5)
    assert part.over == 0
    assert len(replay(part)) == 5


@pytest.mark.parametrize("seed", [-1, 2**63 + 5, 2**64 - 1])
def test_any_seed_of_64_bits_can_be_recorded(seed, tmp_path):
    record = next(play_records(GAME, 1, seed=seed))
    assert record_of(GAME, record.actions, seed=seed) == record
    for name in ("game.jsonl", "game.parquet"):
        write_records(tmp_path / name, [record])
        assert verify(read_records(tmp_path / name)) == 1


@pytest.mark.parametrize("check", [replay, lambda record: verify([record])])
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"actions": np.array([99], np.int32)}, r"decision 1, seat \d: action 99 \(expected 0 to 10\)"),
        ({"actions": np.array([6], np.int32)}, r"action 6 \(play from middle\) is not legal"),
        ({"scores": (1.0, 2.0, 3.0)}, r"tells scores \[1.0, 2.0, 3.0\], but its actions lead to"),
        ({"ranks": (0, 0, 0)}, r"tells ranks \[0, 0, 0\]"),
        ({"over": 2}, "says that it was cut at the move limit, but by its actions it ended by the rules"),
        ({"game": "toi"}, "unknown game: .*'toi'; did you mean toy"),
        ({"version": 7}, "the record is of toy_v7, and this is toy_v0"),
        ({"content": "bright"}, "made with the cards 'bright', which are not among those of toy"),
        ({"digest": "0" * 64}, "other cards: 'plain' with digest 0000000000000000, and 'plain' here has"),
        ({"players": 9}, "is for 1, 2, 3, 4 players, not 9"),
        ({"options": {"peeking": 5, "hand_size": 3}}, "option peeking of Lanterns is one of"),
        ({"options": {"peeking": 1}}, "expected peeking, hand_size"),
    ],
)  # fmt: skip
def test_a_record_that_does_not_belong_here_is_refused(games, check, fields, message):
    with pytest.raises(RecordError, match=message):
        check(changed(games[0], **fields))


def test_actions_beyond_the_end_are_refused(games):
    longer = changed(games[0], actions=np.append(games[0].actions, 0).astype(np.int32))
    with pytest.raises(RecordError, match=r"ended by the rules after .* but the record goes on"):
        replay(longer)


def test_actions_that_stop_early_are_refused(games):
    with pytest.raises(RecordError, match="but by its actions it is unfinished"):
        replay(changed(games[0], actions=games[0].actions[:-1]))


def test_cards_of_a_directory_replay_with_that_directory_and_no_other(tmp_path):
    for name in ("cards.csv", "suits.csv"):
        (tmp_path / name).write_bytes((DATA / "dark" / name).read_bytes())
    record = next(play_records(GAME, 1, content=tmp_path))
    assert len(replay(record, content=tmp_path)) == len(record.actions) + 1
    with pytest.raises(RecordError, match="give the directory they are in"):
        replay(record)
    with pytest.raises(RecordError, match="made with other cards"):
        replay(record, content="plain")


def test_the_game_is_found_in_the_registry(games):
    assert registry.get(games[0].header.game) is GAME
