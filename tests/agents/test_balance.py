"""What records tell about a game: counts checked one by one, sources, and records that do not fit."""

import dataclasses
import json
from collections import Counter

import numpy as np
import pytest

from astrarium.agents import base
from astrarium.agents.arena import run_arena
from astrarium.agents.balance import measure, read_source, spread
from astrarium.agents.uses import groups_of, plain_lines
from astrarium.agents.workers import Threads
from astrarium.cli import run
from astrarium.core import drivers
from astrarium.core.records import RecordError, play_records, record_of, replay, write_records
from tests.agents.simple import KINDS
from tests.toy import GAME
from tests.toy import events as ev


@pytest.fixture(autouse=True)
def simple_agents(monkeypatch):
    """Agents that need no search."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)


@pytest.fixture(scope="module")
def games():
    return list(play_records(GAME, 150, num_players=3, seed=8))


@pytest.fixture(scope="module")
def measured(games):
    return measure(GAME, games)


def masks(record):
    """(seat, mask, action) of every decision."""
    for state, action in zip(replay(record), record.actions, strict=False):
        mask = np.zeros(GAME.num_actions, np.int8)
        GAME.bound(drivers.legal_one)(GAME.content().tables, np.array([state]), 0, mask)
        yield int(state["seat"]), mask, int(action)


# ---- the counts


def test_uses_of_actions_are_counted(games, measured):
    legal, chosen, games_chosen, users = Counter(), Counter(), Counter(), Counter()
    for record in games:
        used = set()
        for seat, mask, action in masks(record):
            legal.update(np.flatnonzero(mask).tolist())
            chosen[action] += 1
            used.add((seat, action))
        users.update(action for _, action in used)
        games_chosen.update({action for _, action in used})
    for action, use in enumerate(measured.of_kind("action")):
        assert use.name == GAME.action_name(action)
        assert (use.legal, use.chosen) == (legal[action], chosen[action])
        assert (use.games_chosen, use.users) == (games_chosen[action], users[action])


def test_uses_of_blocks_are_counted(games, measured):
    decisions = [(mask, action) for record in games for _, mask, action in masks(record)]
    for use in measured.of_kind("block"):
        first = GAME.actions.offset(use.name)
        own = slice(first, first + use.actions)
        assert use.legal == sum(mask[own].any() for mask, _ in decisions)
        assert use.chosen == sum(first <= action < first + use.actions for _, action in decisions)
    assert measured.decisions == len(decisions)
    assert measured.choices == pytest.approx(np.mean([mask.sum() for mask, _ in decisions]))
    assert measured.forced == pytest.approx(np.mean([mask.sum() == 1 for mask, _ in decisions]))


def test_names_of_the_content_are_counted(measured):
    assert measured.kinds() == ["call suit"]
    calls = measured.of_kind("call suit")
    assert [use.name for use in calls] == list(GAME.content().labels["suit"])
    assert sum(use.chosen for use in calls) == 3 * measured.games


def test_the_win_share_of_users_is_that_of_their_seats(games, measured):
    swap = next(use for use in measured.of_kind("block") if use.name == "swap")
    shares = []
    for record in games:
        users = {seat for seat, _, action in masks(record) if GAME.actions.block(action)[0].name == "swap"}
        winners = [seat for seat, rank in enumerate(record.ranks) if rank == 0]
        shares += [(seat in winners) / len(winners) for seat in users]
    assert swap.users == len(shares)
    assert swap.win_share.mean == pytest.approx(np.mean(shares))


def test_seats_turn_order_length_and_scores(games, measured):
    wins, turns = np.zeros(3), np.zeros(3)
    for record in games:
        first = int(replay(record)[0]["seat"])
        winners = [seat for seat, rank in enumerate(record.ranks) if rank == 0]
        for seat in winners:
            wins[seat] += 1 / len(winners)
            turns[(seat - first) % 3] += 1 / len(winners)
    assert [share.mean for share in measured.seats] == pytest.approx(wins / len(games))
    assert [share.mean for share in measured.turns] == pytest.approx(turns / len(games))
    assert all(share.low < share.mean < share.high for share in measured.seats)
    assert measured.length.mean == pytest.approx(np.mean([len(record.actions) for record in games]))
    assert measured.rounds["rounds"].most == max(int(replay(record)[-1]["rounds"]) for record in games[:5])
    assert measured.scores.count == 3 * len(games)
    assert sum(measured.scores.bins) == 3 * len(games)
    assert measured.margin.least >= 0
    assert measured.endings == {"ended by the rules": 150, "cut at the move limit": 0}


def test_threads_do_not_change_the_result(games, measured):
    assert measure(GAME, games, workers=Threads(3)).json() == measured.json()


def test_a_solo_game_has_no_margin():
    solo = measure(GAME, play_records(GAME, 20, num_players=1))
    assert solo.margin is None
    assert len(solo.seats) == 1


def test_names_that_no_action_carries_are_looked_for_in_the_telling(games):
    sentences = {**GAME.sentences, ev.SHOWS: "player_0 lights jade 2 for 3", ev.WINS: "# a heading"}
    told = measure(dataclasses.replace(GAME, sentences=sentences), games[:30], told=7)
    assert told.told == 7
    assert told.mentions["card"]["jade 2"] == 7
    assert told.mentions["card"]["ruby 1"] < 7
    assert told.last_words == {"the lanterns go out after # rounds": 30}
    lines = ["# a heading", "player_0 lights jade 2 for 3"]
    assert plain_lines(GAME, lines) == {"PLAYER lights jade # for #"}


def test_games_are_told_as_often_as_asked(games):
    assert measure(GAME, games, told=5).told == 5
    assert measure(GAME, games, told=0).told == 0


def test_groups_hold_every_action_once_a_kind():
    groups = groups_of(GAME, GAME.content("dark"))
    for kind in ("action", "block"):
        members = [
            action for k, own in zip(groups.kinds, groups.members, strict=True) if k == kind for action in own
        ]
        assert sorted(members) == list(range(GAME.num_actions))


def test_spread_of_whole_and_other_numbers():
    whole = spread([1, 2, 2, 3])
    assert (whole.mean, whole.least, whole.most, whole.quantiles[2]) == (2, 1, 3, 2)
    assert whole.bins == (1, 2, 1)
    assert sum(spread([0.5, 0.25, 1.75]).bins) == 3
    assert spread([4, 4]).bins == (2,)
    assert sum(spread(range(1000)).bins) == 1000


# ---- sources


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_a_file_of_records(games, measured, tmp_path, suffix):
    write_records(tmp_path / f"games{suffix}", games)
    assert measure(GAME, read_source(tmp_path / f"games{suffix}")).json() == measured.json()


def test_a_folder_of_files(games, measured, tmp_path):
    write_records(tmp_path / "1.parquet", games[:100])
    write_records(tmp_path / "2.jsonl", games[100:])
    assert measure(GAME, read_source(tmp_path)).json() == measured.json()


def test_an_arenas_folder(tmp_path):
    played = run_arena(GAME, ["drawn", "first"], 40, 2, out=tmp_path / "arena")
    found = measure(GAME, read_source(tmp_path / "arena"))
    assert found.games == 40
    assert found.length.mean == pytest.approx(played.standings.length.mean)


def test_only_the_games_of_so_many_players(games, tmp_path):
    write_records(tmp_path / "a.jsonl", games[:3])
    write_records(tmp_path / "b.jsonl", list(play_records(GAME, 4, num_players=2)))
    assert measure(GAME, read_source(tmp_path), players=2).games == 4
    with pytest.raises(RecordError, match=r"different set-ups \(players 3 and 2\)"):
        measure(GAME, read_source(tmp_path))
    with pytest.raises(RecordError, match="no games of 4 players"):
        measure(GAME, read_source(tmp_path), players=4)


def test_records_that_cannot_be_measured(games, tmp_path):
    with pytest.raises(FileNotFoundError, match="no such file or folder"):
        list(read_source(tmp_path / "nothing"))
    with pytest.raises(RecordError, match="there are no records in it"):
        list(read_source(tmp_path))
    with pytest.raises(RecordError, match="no games to measure"):
        measure(GAME, [])
    with pytest.raises(RecordError, match="is unfinished"):
        measure(GAME, [record_of(GAME, games[0].actions[:5], num_players=3, seed=8)])
    wrong = np.array(games[1].actions)
    wrong[4] = 0
    with pytest.raises(RecordError, match="is not legal"):
        measure(GAME, [games[0], dataclasses.replace(games[1], actions=wrong)])
    with pytest.raises(RecordError, match="of toy, not of other"):
        measure(dataclasses.replace(GAME, name="other"), games)


# ---- the command line


@pytest.fixture
def command(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder; its exit code, what it printed, and what it said on the side."""
    monkeypatch.chdir(tmp_path)

    def call(*args):
        code = run([str(arg) for arg in args])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def test_the_command_plays_and_prints(command, tmp_path):
    code, out, err = command("balance", "toy", "-n", 50, "-p", 2, "--json", "b.json", "--all")
    assert code == 0, err
    assert "50 games of Lanterns by random" in err
    words = (
        "turn order",
        "win share",
        "decisions a game",
        "how games end",
        "swap",
        "users win",
        "never legal",
    )
    assert all(word in out for word in words)
    found = json.loads((tmp_path / "b.json").read_text())
    assert found["games"] == 50
    assert found["players"] == 2
    assert {use["kind"] for use in found["uses"]} == {"action", "block", "call suit"}


@pytest.mark.parametrize("agents", ["first", "first,drawn"])
def test_the_command_plays_with_other_agents(command, tmp_path, agents):
    code, out, err = command("balance", "toy", "--agents", agents, "-n", 12, "-p", 2, "--out", "kept")
    assert code == 0, err
    assert "2 players, 12 games" in out
    assert command("balance", "toy", "kept")[1] == out


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ("toy nowhere", "no such file or folder"),
        ("toy . --games 5", "--games is for games that are played first"),
        ("toy empty", "there are no records in it"),
        ("toy --agents frist", "did you mean first"),
        ("toy --rare 2", "--rare is a share"),
        ("toy --told -1", "--told is a number"),
        ("toy --games 0", "--games is a whole number of at least 1"),
        ("toy --players 7", "is for 1, 2, 3, 4 players"),
        ("toy torn.parquet", "not a whole Parquet file"),
    ],
)
def test_bad_input_is_answered_in_one_line(command, tmp_path, args, expected):
    (tmp_path / "empty").mkdir()
    (tmp_path / "torn.parquet").write_bytes(b"PAR1")
    code, _, err = command("balance", *args.split())
    assert code == 2
    assert expected in err
    assert sum(line.startswith("astrarium: ") for line in err.splitlines()) == 1
    assert "Traceback" not in err
