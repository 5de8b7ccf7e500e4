"""The command line: what each command prints, and one plain line for whatever is wrong."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from astrarium.agents import base
from astrarium.agents.match import play_seated
from astrarium.cli import run
from astrarium.cli.screen import UNPRINTABLE, say, show, table
from astrarium.core import Batch, files
from astrarium.core.records import play_records, read_records, replay, write_records
from astrarium.core.records.jsonl import _line
from astrarium.data.dataset import Dataset
from tests.agents.simple import KINDS
from tests.toy import DATA, GAME


@pytest.fixture
def command(capsys):
    """Run a command; its exit code, what it printed, and what it said on the side."""

    def call(*args):
        code = run([str(arg) for arg in args])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.fixture
def ok(command):
    """Run a command that must succeed; what it printed."""

    def call(*args):
        code, out, err = command(*args)
        assert code == 0, err
        return out

    return call


# ---- bad input


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ("info toi", "no game is called 'toi'; did you mean toy?"),
        ("info", "Missing argument 'GAME'"),
        ("frobnicate", "No such command 'frobnicate'"),
        ("selfplay toy --players 9", "is for 1, 2, 3, 4 players, not 9"),
        ("selfplay toy --option peek=1", "has no option 'peek'; did you mean peeking?"),
        ("selfplay toy --option peeking=7", "option peeking of Lanterns is one of (0, 1), not 7"),
        ("selfplay toy --option peeking", "--option is NAME=VALUE"),
        ("selfplay toy --option peeking=much", "takes a whole number, not 'much'"),
        ("selfplay toy --cards plian", "no content set 'plian'; did you mean plain?"),
        ("selfplay toy --seed -1", "--seed is a whole number from 0"),
        ("selfplay toy --games 0", "--games is a whole number of at least 1, not 0"),
        ("selfplay toy --games many", "--games"),
        ("selfplay toy --threads 0", "--threads is a whole number of at least 1"),
        ("selfplay toy --agents random,random", "each of the 3 seats, not 2: random | random"),
        ("selfplay toy --agents ismcts:8,c=1.2,greedy", "3 seats, not 2: ismcts:8,c=1.2 | greedy"),
        ("selfplay toy --out games.csv", "games.csv: record files end in .jsonl or .parquet"),
        ("selfplay toy --out /", "/ is not empty, and holds no dataset: choose another folder"),
        ("selfplay toy --shard 5", "--ray and --shard are for datasets: name a folder with --out"),
        ("selfplay toy --ray --out games.parquet", "--ray and --shard are for datasets"),
        ("selfplay toy --out data --shard 0", "the number of games a file is at least 1, not 0"),
        ("selfplay toy --out /dev/null/data", "/dev/null/data cannot be written: Not a directory"),
        ("dataset info nowhere", "nowhere holds no arena and no dataset: there is no manifest.json"),
        ("dataset check nowhere --threads 0", "nowhere holds no arena"),
        ("dataset export nowhere", "--out"),
        ("selfplay toy --out /dev/null/games.jsonl", "/dev/null"),
        ("watch toy --delay 99", "--delay is a number of seconds from 0 to 60"),
        ("play toy --seat 5", "--seat is from 1 to 3, not 5"),
        ("replay none.jsonl", "none.jsonl: No such file"),
        ("replay none.txt", "record files end in .jsonl or .parquet"),
        ("replay none.txt --html out.html", "record files end in .jsonl or .parquet"),
        ("replay none.jsonl --html out.html --game 0", "--game counts from 1, not 0"),
        ("replay none.jsonl --view 1", "--view goes with --html"),
        ("serve none", "none: No such file"),
        ("serve --port 70000", "--port is a whole number from 0 to 65535, not 70000"),
        ("serve --games 0", "--games is a whole number of at least 1"),
        ("serve --host 192.0.2.1", "cannot listen at 192.0.2.1 port 8765"),
        ("bench toy --players 9", "not 9"),
        ("bench toy --seconds 0", "--seconds is a number above 0"),
        ("compile", "give the name of a game, or --all"),
        ("compile toy --all", "give the name of a game, or --all"),
        ("demo --game toi", "did you mean toy?"),
        ("demo --game toy --folder /dev/null/demo", "/dev/null"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_was_expected(command, args, expected):
    code, out, err = command(*args.split())
    assert code == 2
    assert out == ""
    assert expected in err
    assert len(err.splitlines()) == 1
    assert err.startswith("astrarium: ")


def test_bad_cards_are_refused_with_file_row_and_column(command, tmp_path):
    for name in ("cards.csv", "suits.csv"):
        (tmp_path / name).write_text((DATA / "plain" / name).read_text())
    rows = (tmp_path / "cards.csv").read_text().splitlines()
    value = rows[0].split(",").index("value")
    cells = rows[3].split(",")
    cells[value] = "bright"
    (tmp_path / "cards.csv").write_text("\n".join([*rows[:3], ",".join(cells), *rows[4:]]))
    code, _, err = command("selfplay", "toy", "--cards", tmp_path)
    assert code == 2
    assert "cards.csv, row 4, column 'value': expected a whole number, got 'bright'" in err


# ---- list and info


def test_without_arguments_there_is_help():
    done = subprocess.run(
        [sys.executable, "-c", "from astrarium.cli import main; main([])"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "selfplay" in done.stdout


def test_list_names_the_games(ok):
    assert any(line.split()[:3] == ["toy", "Lanterns", "1-4"] for line in ok("list").splitlines())


def test_info_tells_of_options_cards_actions_and_observation(ok):
    page = ok("info", "toy", "--actions", "--observation")
    for word in ("Lanterns (toy_v0)", "peeking", "plain", "dark", "swap left with the deck", "deck_known"):
        assert word in page


@pytest.mark.parametrize("name", ["toy", "toy_v0", "TOY"])
def test_games_are_found_under_their_other_names(ok, name):
    assert "Lanterns" in ok("info", name)


# ---- watch


def test_watch_tells_the_whole_game_between_boards(ok):
    out = ok("watch", "toy", "--seed", 3, "--players", 2, "--option", "hand_size=2", "--set", "peeking=off")
    assert "Lanterns (toy_v0), 2 players" in out
    assert "options: peeking 0, hand_size 2" in out
    assert "round 1, deck of" in out
    assert "The game ended by the rules" in out


def test_watch_shows_the_game_that_selfplay_records(ok, tmp_path):
    ok("selfplay", "toy", "--games", 1, "--seed", 3, "--out", tmp_path / "games.jsonl")
    record = next(read_records(tmp_path / "games.jsonl"))
    out = ok("watch", "toy", "--seed", 3, "--no-boards")
    told = [line for line in out.splitlines() if line[:4].strip().isdecimal()]
    assert len(told) == len(record.actions)


def test_watch_waits_between_decisions(ok, monkeypatch):
    waits = []
    monkeypatch.setattr("time.sleep", waits.append)
    ok("watch", "toy", "--delay", 0.5)
    assert len(waits) > 10
    assert set(waits) == {0.5}


# ---- selfplay and replay


def test_selfplay_shows_its_results(ok):
    out = ok("selfplay", "toy", "--games", 300, "--threads", 2)
    assert "Lanterns, 3 players, cards plain" in out
    rows = [line.split() for line in out.splitlines()]
    totals = next(row for row in rows if row[:1] == ["300"])
    assert int(totals[1].replace(",", "")) > 300 * 10
    shares = [float(row[2].rstrip("%")) for row in rows if row and row[0].startswith("player_")]
    assert len(shares) == 3
    assert sum(shares) == pytest.approx(100, abs=0.2)


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_selfplay_writes_records_that_replay_checks(ok, tmp_path, suffix):
    path = tmp_path / "sub" / f"games.{suffix}"
    out = ok("selfplay", "toy", "--games", 30, "--seed", 8, "--out", path, "--threads", 2)
    assert f"records: {path}" in out
    assert list(read_records(path)) == list(play_records(GAME, 30, seed=8))
    out = ok("replay", path)
    assert "30 games, every action and every result checked" in out
    assert "... and 10 more" in out


def test_selfplay_with_names(ok, tmp_path):
    ok("selfplay", "toy", "--games", 2, "--out", tmp_path / "games.jsonl", "--names")
    assert json.loads((tmp_path / "games.jsonl").read_text().splitlines()[0])["names"][0].startswith("call")


def test_selfplay_with_cards_of_a_folder(ok, tmp_path):
    cards = tmp_path / "my_cards"
    cards.mkdir()
    for name in ("cards.csv", "suits.csv"):
        (cards / name).write_text((DATA / "dark" / name).read_text())
    path = tmp_path / "games.jsonl"
    out = ok("selfplay", "toy", "--games", 2, "--cards", cards, "--out", path, "--names")
    assert "cards my_cards" in out
    assert "2 games" in ok("replay", path, "--cards", cards)


def test_replay_tells_one_game(ok, command, tmp_path):
    path = tmp_path / "games.jsonl"
    write_records(path, play_records(GAME, 3, seed=1))
    assert "seed 1, game 1, episode 0" in ok("replay", path, "--game", 2)
    assert "holds 3 games: there is no game 4" in command("replay", path, "--game", 4)[2]
    assert "--game counts from 1, not 0" in command("replay", path, "--game", 0)[2]


def test_replay_makes_a_page_of_a_game(ok, command, tmp_path):
    path, page = tmp_path / "games.jsonl", tmp_path / "game.html"
    ok("selfplay", "toy", "--games", 2, "--seed", 1, "--out", path)
    ok("replay", path, "--game", 2, "--html", page, "--view", "all", "--view", "2")
    text = page.read_text(encoding="utf-8")
    assert "Lanterns: a game of" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "there is no game 3" in command("replay", path, "--game", 3, "--html", page)[2]
    assert "a seat from 1 to 3, not '4'" in command("replay", path, "--html", page, "--view", "4")[2]
    assert "is a folder" in command("replay", path, "--html", tmp_path)[2]


def test_replay_refuses_a_changed_file(command, tmp_path):
    path = tmp_path / "games.jsonl"
    write_records(path, play_records(GAME, 3, seed=1))
    path.write_text(path.read_text().replace('"seed": 1', '"seed": 2', 1))
    code, _, err = command("replay", path)
    assert code == 2
    assert "line 1: the checksum is wrong: the line was changed" in err


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (
            "selfplay toy --agents ranom",
            "'ranom' names no agent: there is no agent 'ranom'; did you mean random?",
        ),
        ("watch toy --agents random,,random", "'' names no agent"),
        ("play toy --agents ismcts", "ismcts needs more behind a colon"),
    ],
)
def test_an_agent_that_is_none_is_answered_with_a_table_of_agents(command, args, expected):
    code, out, err = command(*args.split())
    assert code == 2
    assert out == ""
    first, second, *agents = err.splitlines()
    assert expected in first
    assert second == "Agents are"
    assert any(line.startswith("  greedy") for line in agents)
    begins = [len(line) - len(line.lstrip()) for line in agents]
    assert begins == [2, 6] * (len(agents) // 2), "a form, and its meaning beneath"


# ---- play


def play(monkeypatch, ok, answers, *args):
    """A game with these answers, then always the first move."""
    lines = iter(answers)
    monkeypatch.setattr("sys.stdin", type("Input", (), {
        "readline": lambda self: next(lines, "1") + "\n", "isatty": lambda self: False,
    })())  # fmt: skip
    return ok("play", "toy", *args)


def test_a_whole_game_by_numbers(monkeypatch, ok, tmp_path):
    out = play(monkeypatch, ok, [], "--seed", 4, "--out", tmp_path / "game.jsonl")
    assert "You are player_0" in out
    assert "The game ended by the rules" in out
    assert "1 games" not in ok("replay", tmp_path / "game.jsonl", "--no-boards")


def test_moves_by_name_part_of_a_name_and_wrong_answers(monkeypatch, ok):
    answers = ["frob", "call", "99", "", "?", "moves jade", "moves frob", "board", "cal ruby", "RUBY"]
    out = play(monkeypatch, ok, answers, "--seed", 4)
    for expected in (
        "No move is called 'frob'",
        "4 moves fit 'call':",
        "The moves are numbered from 1 to 4.",
        "moves WORD",
        "No move has 'frob' in its name.",
        "No move is called 'cal ruby'. Near:",
        "player_0  call ruby",
    ):
        assert expected in out


def test_a_move_is_taken_back_until_it_shows_something(monkeypatch, ok):
    """Alone at the table: a call can be taken back, a card that was drawn for another cannot."""
    out = play(monkeypatch, ok, ["undo", "1", "undo", "2", "1", "undo"], "--players", 1, "--seed", 4)
    assert "You have made no move yet." in out
    assert out.count("Taken back.") == 1
    assert "shown you something hidden. It stays." in out
    assert "The game ended by the rules" in out


def test_a_move_stays_when_others_have_moved_since(monkeypatch, ok):
    out = play(monkeypatch, ok, ["1", "undo"], "--players", 2, "--seed", 4)
    assert "Others have moved since your last move: it stays." in out


def test_before_the_first_move_there_is_none_to_take_back_although_others_began(monkeypatch, ok):
    out = play(monkeypatch, ok, ["undo"], "--players", 2, "--seed", 4)
    assert "You have made no move yet." in out


def test_the_record_of_a_game_has_no_move_that_was_taken_back(monkeypatch, ok, tmp_path):
    for name, answers in (("a", ["1", "undo", "2"]), ("b", ["2"])):
        out = play(monkeypatch, ok, answers, "--players", 1, "--seed", 4, "--out", tmp_path / f"{name}.jsonl")
    ours, theirs = (next(read_records(tmp_path / f"{name}.jsonl")) for name in "ab")
    assert ours.actions.tolist() == theirs.actions.tolist()
    assert "Taken back" not in out


def test_hints_and_the_log(monkeypatch, ok):
    out = play(monkeypatch, ok, ["log", "hint", "1", "log 5", "q"], "--players", 2, "--seed", 4)
    assert "ismcts:200 would play, with the share of its search:" in out
    assert out.count("player_0  call") >= 2, "told, and told again by the log"
    assert "You have left the game." in out


@pytest.mark.parametrize("last", [["quit"], []])
def test_quitting_and_the_end_of_the_input_leave_the_game(monkeypatch, ok, tmp_path, last):
    lines = iter(["1", *last])
    monkeypatch.setattr("sys.stdin", type("Input", (), {
        "readline": lambda self: next(lines, ""), "isatty": lambda self: False,
    })())  # fmt: skip
    out = ok("play", "toy", "--seed", 4, "--out", tmp_path / "game.jsonl")
    assert "You have left the game." in out
    assert next(read_records(tmp_path / "game.jsonl")).over == 0


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_what_others_hide_is_never_printed(monkeypatch, ok, seat):
    """Before the first round ends no card of another seat has been shown, and calls are secret for good."""
    out = play(monkeypatch, ok, [], "--seed", 4, "--seat", seat, "--option", "peeking=0")
    own = f"player_{seat - 1}"
    for line in out.splitlines():
        if " call " in line and "  player_" in line and own not in line:
            assert line.endswith("  (in secret)")
    first = out.split("the round ends")[0]
    for line in first.splitlines():
        if "hand" in line and f"seat {seat - 1}:" not in line and "seat " in line:
            assert "hand ? ? ?" in line or "hand ? ? -" in line or "swap" in first


def test_a_random_seed_is_told_so_that_the_game_can_be_played_again(monkeypatch, ok):
    assert "\nseed " in play(monkeypatch, ok, [])


def test_the_seed_is_not_told_before_the_game_is_over(monkeypatch, ok):
    """Whoever has the seed can deal the game, and knows all cards."""
    lines = play(monkeypatch, ok, [], "--seed", 4).splitlines()
    (told,) = (k for k, line in enumerate(lines) if line.startswith("seed 4,"))
    assert told > max(k for k, line in enumerate(lines) if line.startswith("player_0>"))


# ---- disks and texts


def full(*_):
    """What a disk says that has no room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "games")


@pytest.mark.parametrize("name", ["games.parquet", "games.jsonl"])
def test_a_full_disk_ends_in_one_line(monkeypatch, command, tmp_path, name):
    monkeypatch.setattr(files, "_flush", full)
    code, _, err = command("selfplay", "toy", "--games", 3, "--out", tmp_path / name)
    assert code == 2
    assert err.splitlines()[-1] == "astrarium: games: No space left on device"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["selfplay", "play"])
def test_a_folder_that_cannot_be_written_is_told_before_a_game_is_played(command, tmp_path, name):
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file" / "games.jsonl", "/proc/none/games.parquet"):
        code, printed, err = command(name, "toy", "--out", out)
        assert code == 2
        assert "cannot be written" in err
        assert "Traceback" not in err
        assert not printed


def test_escape_sequences_in_a_record_do_not_reach_the_terminal(command, tmp_path):
    path = tmp_path / "games.jsonl"
    (record,) = play_records(GAME, 1, seed=1)
    evil = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m[red]\ud800"
    header = replace(record.header, content=evil, digest=evil)
    line = _line(replace(record, header=header), 1, 1, None)
    path.write_text(json.dumps(json.loads(line)), encoding="ascii")
    for args in (("replay", path), ("replay", path, "--html", tmp_path / "x.html"), ("balance", "toy", path)):
        code, out, err = command(*args)
        assert code == 2
        assert not UNPRINTABLE.search(out + err)


def test_what_is_said_and_shown_is_plain(capsys):
    made = table("name")
    made.add_row("\x1b[31mred[bold]")
    show(made)
    say("\x9b2Ja [bold] word\r")
    printed = capsys.readouterr().out
    assert not UNPRINTABLE.search(printed)
    assert "\\x1b[31mred[bold]" in printed
    assert "\\x9b2Ja [bold] word\\r" in printed


# ---- agents


@pytest.fixture
def simple_agents(monkeypatch):
    """Agents that need no search."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)


def choices_of(record):
    """Of every decision with a choice: the seat, its action's place among the legal ones, their number."""
    setup = {"num_players": record.header.players, "seed": record.seed, "first_index": record.index}
    batch = Batch(GAME, 1, **setup, auto_reset=False, observations=False)
    for action in record.actions:
        legal = np.flatnonzero(batch.mask[0]).tolist()
        if len(legal) > 1:
            yield int(batch.seat[0]), legal.index(action), len(legal)
        batch.step([action])


def check_choices(record, first, last):
    """Check that these seats always took the first or the last legal action, and that others did not."""
    taken = list(choices_of(record))
    assert all(at == 0 for seat, at, _ in taken if seat in first)
    assert all(at == count - 1 for seat, at, count in taken if seat in last)
    others = [(at, count) for seat, at, count in taken if seat not in {*first, *last}]
    assert not others or any(0 < at < count - 1 for at, count in others)


@pytest.mark.usefixtures("simple_agents")
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_selfplay_seats_the_agents_as_they_are_named(ok, tmp_path, suffix):
    arguments = (
        "selfplay",
        "toy",
        "--games",
        30,
        "--seed",
        8,
        "--agents",
        "first,drawn,last",
        "--fixed-seats",
    )
    arguments = (*arguments, "--out")
    one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    out = ok(*arguments, one, "--threads", 1)
    ok(*arguments, two, "--threads", 3)
    assert one.read_bytes() == two.read_bytes()
    records = list(read_records(one))
    assert [record.index for record in records] == list(range(30))
    for record in records:
        check_choices(record, first=[0], last=[2])
    rows = [line.split() for line in out.splitlines()]
    totals = next(row for row in rows if row[:1] == ["30"])
    assert int(totals[1].replace(",", "")) == sum(len(record.actions) for record in records)
    means = [float(row[3]) for row in rows if row and row[0].startswith("player_")]
    assert means == pytest.approx(np.mean([record.scores for record in records], axis=0), abs=0.006)
    assert "30 games, every action" in ok("replay", one)


@pytest.mark.usefixtures("simple_agents")
@pytest.mark.parametrize("name", ["games.parquet", "folder"])
def test_selfplay_turns_the_seats(ok, tmp_path, name):
    out = ok(
        "selfplay", "toy", "--games", 9, "--seed", 8, "--agents", "first,drawn,last", "--out", tmp_path / name
    )
    path = tmp_path / name
    records = list(read_records(path)) if path.is_file() else list(Dataset(path).records())
    for k, record in enumerate(records):
        check_choices(record, first=[-k % 3], last=[(2 - k) % 3])
    wins = dict.fromkeys(("first", "drawn", "last"), 0.0)
    for k, record in enumerate(records):
        best = [seat for seat, rank in enumerate(record.ranks) if rank == 0]
        for seat in best:
            wins[("first", "drawn", "last")[(seat + k) % 3]] += 1 / len(best)
    rows = {row[0]: row for row in (line.split() for line in out.splitlines()) if row}
    assert all(float(rows[agent][2]) == pytest.approx(won, abs=0.06) for agent, won in wins.items())


@pytest.mark.usefixtures("simple_agents")
def test_selfplay_of_agents_without_records(ok):
    assert "player_2" in ok("selfplay", "toy", "--games", 5, "--agents", "first")


def test_random_agents_play_the_games_of_the_compiled_player(ok, tmp_path):
    path = tmp_path / "games.jsonl"
    ok("selfplay", "toy", "--games", 5, "--seed", 8, "--agents", "random,random,random", "--out", path)
    assert list(read_records(path)) == list(play_records(GAME, 5, seed=8))
    assert list(play_seated(GAME, ["random"] * 3, 5, seed=8)) == list(play_records(GAME, 5, seed=8))
    with pytest.raises(ValueError, match="each of the 3 seats is needed, not 2"):
        play_seated(GAME, ["random"] * 2, 5)


@pytest.mark.usefixtures("simple_agents")
def test_watch_tells_the_game_of_the_agents(ok, tmp_path):
    out = ok("watch", "toy", "--seed", 3, "--agents", "first,drawn,last", "--no-boards")
    assert "agents: player_0 first, player_1 drawn, player_2 last" in out
    path = tmp_path / "games.jsonl"
    ok("selfplay", "toy", "--games", 2, "--seed", 3, "--agents", "first,drawn,last", "--out", path)
    record = next(read_records(path))
    states, cards = replay(record), GAME.content()
    names = [GAME.action_name(int(action), cards, states[k]) for k, action in enumerate(record.actions)]
    told = [line for line in out.splitlines() if line[:4].strip().isdecimal()]
    assert len(told) == len(names)
    assert all(name in line for name, line in zip(names, told, strict=True))


@pytest.mark.usefixtures("simple_agents")
def test_opponents_play_as_they_are_named(monkeypatch, ok, tmp_path):
    path = tmp_path / "game.jsonl"
    play(monkeypatch, ok, [], "--seed", 4, "--seat", 2, "--agents", "last,cheat,random", "--out", path)
    check_choices(next(read_records(path)), first=[1], last=[0])


def test_random_opponents_are_the_same_beside_any_agent_of_the_own_seat(monkeypatch, ok):
    played = [
        play(monkeypatch, ok, [], "--seed", 4, "--agents", agents)
        for agents in ("random", "greedy,random,random")
    ]
    assert played[0] == played[1]


def test_agents_that_search(monkeypatch, ok, tmp_path):
    agents = "greedy,random,ismcts:8,c=1.2"
    assert "ended by the rules" in ok("watch", "toy", "--agents", agents)
    for path in (tmp_path / "one.jsonl", tmp_path / "two.jsonl"):
        out = play(monkeypatch, ok, [], "--seed", 4, "--seat", 2, "--agents", agents, "--out", path)
        assert "ended by the rules" in out
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


# ---- demo, compile, bench


def test_demo_writes_records_and_a_transcript(ok, tmp_path):
    out = ok("demo", "--game", "toy", "--games", 50, "--minutes", 0, "--folder", tmp_path / "demo")
    files = {path.name for path in (tmp_path / "demo").iterdir()}
    assert files == {"toy.parquet", "toy.jsonl", "toy.txt"}
    for name in files:
        assert str(tmp_path / "demo" / name) in out
    assert len(list(read_records(tmp_path / "demo" / "toy.parquet"))) == 50
    assert (tmp_path / "demo" / "toy.txt").read_text().startswith("Lanterns (toy_v0)")


def test_compile_says_when_a_game_is_ready(ok):
    assert "toy: ready after" in ok("compile", "toy")


def test_bench_prints_a_table_and_writes_its_figures(ok, tmp_path):
    path = tmp_path / "bench.json"
    quick = ["--seconds", 0.02, "--repeats", 1, "--batch", 16, "--no-compile", "--threads", 1]
    out = ok("bench", "toy", *quick, "--json", path)
    for figure in ("bare", "observing", "AEC loop", "batch step", "null game"):
        assert figure in out
    assert json.loads(path.read_text())["games"][0]["game"] == "toy_v0"


def test_the_reader_of_a_pipe_may_leave_early():
    script = "import tests.toy; from astrarium.cli import main; main(['watch', 'toy'])"
    root = Path(__file__).parents[2]
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(root), *filter(None, sys.path)])}
    first = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    )
    assert first.stdout.readline().startswith(b"Lanterns")
    first.stdout.close()
    assert b"Traceback" not in first.stderr.read()
    first.stderr.close()
    first.wait()
