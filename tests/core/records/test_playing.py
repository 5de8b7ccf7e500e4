"""Self-play: the same games whatever the threads, the chunks and the part that is played."""

import pytest

from astrarium.core import Batch, drivers
from astrarium.core.records import play_games, play_records
from tests.toy import GAME


def test_the_same_seed_gives_the_same_records_whatever_the_threads(games):
    assert list(play_records(GAME, 12, num_players=3, seed=5, threads=2)) == games


def test_the_same_seed_gives_the_same_records_whatever_the_chunk(games):
    runs = play_games(GAME, 12, num_players=3, seed=5, actions=True, chunk=5)
    assert [record for run in runs for record in run.records()] == games


def test_a_later_part_of_the_games_can_be_played_alone(games):
    assert list(play_records(GAME, 4, num_players=3, seed=5, first_index=8)) == games[8:]


def test_other_seeds_and_indices_give_other_games(games):
    assert len(set(games)) == len(games)
    assert next(play_records(GAME, 1, num_players=3, seed=6)) != games[0]


def test_records_are_those_of_the_batch(games):
    batch = Batch(GAME, len(games), num_players=3, seed=5, auto_reset=False)
    for k in range(max(len(game.actions) for game in games)):
        batch.step([game.actions[k] if k < len(game.actions) else -1 for game in games])
    assert [tuple(row) for row in batch.scores.tolist()] == [game.scores for game in games]
    assert [tuple(row) for row in batch.ranks.tolist()] == [game.ranks for game in games]


def test_no_games_are_no_records():
    assert list(play_records(GAME, 0)) == []


def test_a_wrong_reward_is_refused():
    with pytest.raises(ValueError, match="reward is one of win, rank, score"):
        next(play_records(GAME, 1, reward="fame"))


def test_a_broken_invariant_in_self_play_names_the_game(monkeypatch):
    def broken_play(t, states, player, mask, obs, log, broken, seed, first, checked, lo, hi):
        broken[hi - 1] = 3
        return 0

    monkeypatch.setitem(GAME._bound, drivers.random_play, broken_play)
    with pytest.raises(RuntimeError, match=r"toy, seed 0, game 3: .* 3 is broken: points are never negative"):
        list(play_games(GAME, 4, checked=True))
