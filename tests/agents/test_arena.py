"""The arena: paired deals, the same results however they come about, resumption, reports and bad input."""

import csv
import fcntl
import json
import os
import select
import signal
import subprocess
import sys
import termios
import time
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from astrarium.agents import base
from astrarium.agents import folder as folders
from astrarium.agents.arena import plan_arena, run_arena
from astrarium.agents.folder import Folder, FolderError, manifest_of
from astrarium.agents.report import page, picture, write_report
from astrarium.cli import run
from astrarium.core import IllegalAction, drivers
from astrarium.core.records import RecordError, read_parquet, replay, verify
from tests.agents.simple import KINDS
from tests.toy import DATA, GAME

ROOT = Path(__file__).parents[2]
STEADY = ("manifest.json", "results.json", "games.csv", "records/*.parquet")  # files without times in them
AGENTS = ["drawn", "first", "last"]


@pytest.fixture(autouse=True)
def simple_agents(monkeypatch):
    """Agents that need no search."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)


def arena(out=None, agents=AGENTS, games=60, players=2, seed=3, **more):
    return run_arena(GAME, agents, games, players, seed, out=out, **more)


def files(folder):
    """The bytes of all files that are to be the same."""
    found = sorted(path for pattern in STEADY for path in Path(folder).glob(pattern))
    assert len(found) >= len(STEADY)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of an arena that was not interrupted."""
    out = tmp_path_factory.mktemp("whole") / "arena"
    with pytest.MonkeyPatch.context() as patch:
        for name, kind in KINDS.items():
            patch.setitem(base.KINDS, name, kind)
        patch.setattr(folders, "SHARD", 16)
        arena(out)
    return out


@pytest.fixture
def small_shards(monkeypatch):
    """Several files of records from few games."""
    monkeypatch.setattr(folders, "SHARD", 16)


# ---- what is played


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_deal_is_played_in_every_seating(players):
    played = arena(players=players, games=30)
    records = list(played.records())
    seatings = played.schedule.a_deal
    assert len(records) == played.standings.games >= 30
    assert verify(records) == len(records)
    assert [record.index for record in records] == [number // seatings for number in range(len(records))]
    assert {(record.seed, record.episode) for record in records} == {(3, 0)}


def test_games_of_a_deal_begin_alike():
    played = arena(agents=["first", "last"], games=8)
    for _, same in groupby(played.records(), key=lambda record: record.index):
        one, other = same
        assert (one.seed, one.index) == (other.seed, other.index)
        assert one.actions[0] != other.actions[0]  # another agent decides first


def test_each_position_goes_to_the_agent_of_its_seat():
    played = arena(agents=["first", "last"], games=2)
    for number, record in enumerate(played.records()):
        for state, action in zip(replay(record), record.actions, strict=False):
            mask = np.zeros(GAME.num_actions, np.int8)
            GAME.bound(drivers.legal_one)(GAME.content().tables, np.array([state]), 0, mask)
            agent = played.agents[played.schedule.seats(number)[state["seat"]]]
            assert action == np.flatnonzero(mask)[0 if agent == "first" else -1]


def test_an_agent_decides_many_positions_in_one_call(monkeypatch):
    made = []

    def make(*_):
        made.append(KINDS["first"].make())
        return made[-1]

    monkeypatch.setitem(base.KINDS, "first", base.Kind("first", "first", "", make))
    arena(agents=["first", "last"], games=200)
    assert max(max(agent.batches, default=0) for agent in made) >= 20


def test_an_arena_of_one_agent_is_self_play():
    played = arena(agents=["drawn"], games=20, players=3)
    assert played.standings.games == 20
    assert played.standings.agents[0].win_share.mean == pytest.approx(1 / 3)


# ---- the same results however they come about


@pytest.mark.parametrize("more", [{"batch": 1}, {"batch": 7}, {"threads": 3}, {"threads": 2, "batch": 50}])
def test_batch_and_threads_do_not_change_a_byte(whole, tmp_path, small_shards, more):
    arena(tmp_path / "other", **more)
    assert files(tmp_path / "other") == files(whole)


@pytest.mark.parametrize("way", ["all", "random"])
def test_seatings_are_noted_and_gone_on_with(tmp_path, way):
    more = {"players": 3, "games": 30, "seatings": way}
    one = arena(tmp_path / "one", **more, batch=4)
    other = arena(tmp_path / "two", **more, threads=2)
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert one.standings.deals == (5 if way == "all" else 30)
    assert other.agents == one.agents
    with pytest.raises(FolderError, match="holds another arena"):
        arena(tmp_path / "one", players=3, games=30)
    folder = Folder(tmp_path / "one", one.manifest(), one.header)
    lines = list(csv.DictReader((tmp_path / "one" / "games.csv").open()))
    for number, line in enumerate(lines):
        assert folder.agents_of(number) == [line[f"agent_{seat}"] for seat in (1, 2, 3)]


def test_search_plays_the_same_on_any_number_of_threads():
    agents = ["random", "greedy", "ismcts:20,c=1.2"]
    one = arena(agents=agents, games=12, batch=1)
    other = arena(agents=agents, games=12, threads=2)
    assert list(one.records()) == list(other.records())
    assert one.agents == ("random", "greedy", "ismcts:20,c=1.2")
    assert one.json() == other.json()


def test_a_game_does_not_depend_on_the_other_agents():
    def games(played):
        return {
            (record.index, *(played.agents[agent] for agent in played.schedule.seats(number))): record
            for number, record in enumerate(played.records())
        }

    few, many = games(arena(agents=["drawn", "first"], games=20)), games(arena(agents=AGENTS, games=60))
    both = few.keys() & many.keys()
    assert len(both) >= 6
    assert all(many[name] == few[name] for name in both)


def test_without_a_folder_the_results_are_the_same(whole):
    assert arena().json() == json.loads((whole / "results.json").read_text())


def test_another_seed_gives_other_games():
    one, other = (list(arena(games=6, seed=seed).records()) for seed in (3, 4))
    assert all(a != b for a, b in zip(one, other, strict=True))


# ---- resumption


def interrupted(out, after, **more):
    """Run until so many rounds of decisions have been reported, then stop as Ctrl-C does."""
    told = 0

    def progress(status):
        nonlocal told
        told += status.stage == "games"
        if told > after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena(out, progress=progress, **more)


@pytest.mark.parametrize("steps", [(3,), (10, 10, 10), (1, 2, 3, 5, 8, 13), (25, 60)])
def test_an_interrupted_arena_ends_with_the_same_files(whole, tmp_path, small_shards, steps):
    out = tmp_path / "arena"
    for after in steps:
        interrupted(out, after, batch=12)
        assert not (out / "results.json").exists()
    arena(out, batch=40)
    assert files(out) == files(whole)
    assert not (out / "running.json").exists()
    assert not list(out.glob(".*"))


def test_games_in_progress_go_on_where_they_were(tmp_path):
    out = tmp_path / "arena"
    interrupted(out, 10, batch=12)
    begun = json.loads((out / "running.json").read_text())["games"]
    assert len(begun) == 12
    decisions = sum(each["decisions"] for each in json.loads((out / "timing.json").read_text()).values())
    assert decisions == sum(len(actions) for actions in begun.values()) >= 90
    played = arena(out)
    assert sum(effort.decisions for effort in played.effort.values()) == sum(
        len(record.actions) for record in played.records()
    )


def test_a_damaged_note_of_games_in_progress_costs_only_time(whole, tmp_path, small_shards):
    out = tmp_path / "arena"
    for damage in ("", "{", '{"check": "0", "games": {"0": [1]}}', "[]"):
        interrupted(out, 5, batch=12)
        (out / "running.json").write_text(damage)
    arena(out)
    assert files(out) == files(whole)


@pytest.mark.parametrize("actions", [[99], [0] * 400, [-1], [2**80], ["0"], [0.0], [[]], [None]])
def test_a_note_of_games_that_cannot_be_is_refused_or_costs_only_time(tmp_path, actions):
    out = tmp_path / "arena"
    interrupted(out, 5, batch=12)
    games = {"0": actions}
    (out / "running.json").write_text(json.dumps({"check": folders._check(games), "games": games}))
    if all(type(each) is int and 0 <= each < 2**31 for each in actions or [None]):
        with pytest.raises(RecordError, match=r"remove running\.json"):
            arena(out)
    else:
        assert len(list(arena(out).records())) == 60


KILLED = """
import sys
from astrarium.agents import arena, base, folder
from tests.agents.simple import KINDS
from tests.toy import GAME
base.KINDS.update(KINDS)
folder.SHARD, arena.NOTE_EVERY = 16, 0.0
arena.run_arena(GAME, ["drawn", "slow", "last"], 60, 2, 3, out=sys.argv[1], batch=4)
"""


def test_a_killed_arena_ends_with_the_same_files(tmp_path, small_shards):
    out, agents = tmp_path / "arena", ["drawn", "slow", "last"]
    arena(tmp_path / "whole", agents)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(out)], cwd=ROOT, env=environment)
    try:
        for _ in range(1200):
            if list(out.glob("records/*.parquet")) and (out / "running.json").exists():
                break
            assert process.poll() is None, "the arena ended before it could be killed"
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not (out / "results.json").exists()
    kept = len(list((out / "records").glob("*.parquet")))
    assert 1 <= kept < 4
    arena(out, agents)
    assert files(out) == files(tmp_path / "whole")


AT_A_TERMINAL = """
import sys, time
from pathlib import Path
from astrarium.agents import base, folder
from astrarium.cli import main
from tests.agents.simple import KINDS, Fixed
import tests.toy

class Waiting(Fixed):
    # In its fifth turn it leaves a mark and waits for Ctrl-C, unless the mark is there already.
    def act(self, positions):
        mark = Path(sys.argv[1])
        if len(self.batches) == 4 and not mark.exists():
            mark.touch()
            time.sleep(120)
        return super().act(positions)

base.KINDS.update(KINDS)
base.KINDS["slow"] = base.Kind("slow", "slow", "waits for Ctrl-C", lambda *_: Waiting("slow", 0))
folder.SHARD = 16
main(sys.argv[2:])
"""


def sit_down():
    """In the child: Ctrl-C reaches the terminal's own session, even if the parent ignores it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def at_a_terminal(command, mark):
    """Give a command at a terminal, and Ctrl-C once it leaves the mark; its exit code and what it said."""
    leader, follower = os.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "200"}
    process = subprocess.Popen(
        [sys.executable, "-c", AT_A_TERMINAL, str(mark), *command],
        cwd=ROOT,
        env=environment,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        preexec_fn=sit_down,
    )
    os.close(follower)
    said, pressed = b"", mark.exists()
    while True:
        if not pressed and mark.exists():
            os.write(leader, b"\x03")
            pressed = True
        if select.select([leader], [], [], 0.02)[0]:
            try:
                more = os.read(leader, 65536)
            except OSError:  # the terminal was closed by its last user
                more = b""
            if not more:
                break
            said += more
    os.close(leader)
    return process.wait(), said.decode()


def test_ctrl_c_at_a_terminal_says_how_to_go_on_and_the_same_command_does(tmp_path, small_shards):
    agents, out, mark = ["drawn", "slow", "last"], tmp_path / "arena", tmp_path / "waiting"
    arena(tmp_path / "whole", agents)
    command = ["arena", "toy", "--agents", ",".join(agents), "--games", "60", "--players", "2", "--seed", "3"]
    command += ["--out", str(out), "--threads", "1"]
    code, said = at_a_terminal(command, mark)
    assert code == 130
    assert "the same command goes on with them" in " ".join(said.split())
    assert "Traceback" not in said
    assert not (out / "results.json").exists()
    assert not (out / ".lock").exists()
    assert json.loads((out / "running.json").read_text())["games"]
    code, said = at_a_terminal(command, mark)
    assert code == 0
    assert files(out) == files(tmp_path / "whole")


def test_a_finished_arena_is_not_played_again(whole, tmp_path):
    before = files(whole)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "SHARD", 16)
        patch.setattr("astrarium.agents.match.Match._decide", None)
        arena(whole)
    assert files(whole) == before


# ---- bad input


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seed": 4}, "seed 3, not 4"),
        ({"games": 66}, "games 60, not 66"),
        ({"players": 3}, "players 2, not 3"),
        ({"agents": ["drawn", "first"]}, "agents drawn, first, last, not drawn, first"),
        ({"options": {"peeking": 0}}, "'peeking': 1"),
        ({"content": "dark"}, "cards plain, not dark"),
    ],
)
def test_a_folder_of_another_arena_is_refused(whole, small_shards, change, expected):
    before = files(whole)
    with pytest.raises(FolderError, match="holds another arena") as error:
        arena(whole, **change)
    assert expected in str(error.value)
    assert files(whole) == before


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(FolderError, match="not empty, and holds no arena"):
        arena(tmp_path)
    with pytest.raises(FolderError, match="is a file"):
        arena(tmp_path / "letter.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_in_use_is_refused(tmp_path):
    plan = plan_arena(GAME, AGENTS, 60, 2, 3)
    with (
        Folder(tmp_path / "arena", plan.manifest(), plan.header).opened(),
        pytest.raises(FolderError, match="at work"),
    ):
        arena(tmp_path / "arena")


def test_a_damaged_record_is_refused(tmp_path, small_shards):
    out = tmp_path / "arena"
    arena(out)
    shard = out / "records" / "00001.parquet"
    shard.write_bytes((out / "records" / "00000.parquet").read_bytes())
    with pytest.raises(RecordError, match="not of this arena"):
        arena(out)
    shard.write_bytes(shard.read_bytes()[:-40])
    with pytest.raises(RecordError, match="not a whole Parquet file"):
        arena(out)
    shard.unlink()
    arena(out)
    assert len(list(read_parquet(shard))) == 16


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"agents": []}, "needs agents"),
        ({"agents": ["first", "first"]}, "named twice: first"),
        ({"agents": ["frist"]}, "did you mean first"),
        ({"games": 0}, "at least 1, not 0"),
        ({"players": 9}, "is for 1, 2, 3, 4 players"),
        ({"options": {"peeping": 1}}, "did you mean peeking"),
        ({"content": "plian"}, "did you mean plain"),
    ],
)
def test_wrong_arguments_are_refused(tmp_path, change, expected):
    with pytest.raises(ValueError, match=expected):
        arena(tmp_path / "arena", **change)
    assert not (tmp_path / "arena").exists()


def test_an_illegal_choice_names_the_agent():
    with pytest.raises(IllegalAction, match="the choice of cheat"):
        arena(agents=["cheat", "first"])


# ---- reports


def test_games_are_listed_with_agents_and_results(whole):
    with (whole / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60
    for row in rows[::7]:
        record = list(read_parquet(whole / row["file"]))[int(row["game_in_file"]) - 1]
        assert record.index == int(row["deal"])
        assert [float(row["score_1"]), float(row["score_2"])] == list(record.scores)
        assert {row["agent_1"], row["agent_2"]} < set(AGENTS)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_report_is_a_page_and_a_picture(tmp_path, players):
    played = arena(games=10, players=players)
    html, png = write_report(played, tmp_path)
    text = html.read_text()
    assert all(agent in text for agent in AGENTS)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "nan" not in text


def test_pictures_of_many_agents_stay_within_their_frame(monkeypatch):
    names = [f"agent-with-a-long-name:{k}" for k in range(14)]
    for k, name in enumerate(names):
        kind = KINDS["drawn"]
        agent = kind.make()
        agent.spec = f"a<{name}>"
        monkeypatch.setitem(base.KINDS, f"a{k}", base.Kind(f"a{k}", "", "", lambda *_, agent=agent: agent))
    played = arena(agents=[f"a{k}" for k in range(14)], games=182)
    assert "a&lt;agent" in picture(played)
    assert "a<agent" not in page(played)
    assert page(played).count("<table") == 2  # agents; head to head and by seat
    assert "prefers-color-scheme: dark" in page(played)
    assert "a&lt;agent-with-a-long-name:<wbr>3" in page(played)


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


def test_the_command_prints_tables_and_goes_on_in_the_same_folder(command, tmp_path):
    args = ("arena", "toy", "--agents", "drawn,first", "--agent", "last", "-n", 20, "-p", 2)
    code, out, err = command(*args)
    assert code == 0, err
    assert "24 games instead of 20: a multiple of 6, so that all sit alike" in err
    assert all(word in out for word in ("drawn", "win share", "rating", "placed before", "report.html"))
    (made,) = (tmp_path / "arena").iterdir()
    assert made.name.startswith("toy-2p-")
    assert {"report.html", "report.png", "results.json", "games.csv"} <= {
        path.name for path in made.iterdir()
    }
    assert command(*args)[1] == out


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ("toy", "name at least two"),
        ("toy --agents first", "name at least two"),
        ("toy --agents first,frist", "did you mean first"),
        ("toy --agents first,last --games 0", "--games is a whole number of at least 1"),
        ("toy --agents first,last --players 9", "is for 1, 2, 3, 4 players"),
        ("toy --agents first,first", "named twice"),
        ("toy --agents cheat,first", "the choice of cheat"),
        ("toy --agents first,last --out taken", "is a file"),
        ("toi --agents first,last", "did you mean toy"),
    ],
)
def test_bad_input_is_answered_in_one_line(command, tmp_path, args, expected):
    (tmp_path / "taken").write_text("")
    code, _, err = command("arena", *args.split())
    assert code == 2
    assert expected in err
    assert sum(line.startswith("astrarium: ") for line in err.splitlines()) == 1
    assert "Traceback" not in err


def test_the_manifest_knows_other_card_sets():
    plain, dark = (
        plan_arena(GAME, ["first", "last"], 2, 2, content=name) for name in ("plain", DATA / "dark")
    )
    assert plain.manifest()["digest"] != dark.manifest()["digest"]
    assert plain.default_folder() != dark.default_folder()
    assert manifest_of(plain.header, 0, plain.agents, plain.schedule) == plain.manifest()
