"""`exec:`: programs that speak JSON lines, good ones and bad ones."""

import json
import os
import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from astrarium.agents import Positions, make_agent, processes, programs
from astrarium.agents.arena import run_arena
from astrarium.agents.faults import Effort, fault_notes, place_all, placed
from astrarium.agents.processes import Fault, Process
from astrarium.agents.programs import ProgramError
from astrarium.agents.report import notes
from astrarium.core import Batch
from astrarium.core.following import Past
from tests.agents.positions import some_positions
from tests.contract.table import Table, bits, seats
from tests.toy import GAME

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "programs.schema.json").read_text())
LOOP = """
import json, os, random, sys, time
LOG = {log!r}
for line in sys.stdin:
    message = json.loads(line)
    if LOG:
        with open(LOG, "a") as file:
            file.write(line)
    if message["type"] == "hello":
        print(json.dumps(dict(id=message["id"], protocol=1)), flush=True)
    elif message["type"] == "decide":
        legal = [each["action"] for each in message["view"]["legal"]]
        answer = dict(id=message["id"], action=legal[0])
        {body}
        print(json.dumps(answer), flush=True)
"""
GOOD = "pass"


@pytest.fixture
def program(tmp_path):
    """Writes a program, and gives its command."""

    def write(body=GOOD, log="", name="bot.py"):
        (tmp_path / name).write_text(LOOP.format(body=body, log=str(log)))
        return f"{sys.executable} {tmp_path / name}"

    return write


def children(pid=None):
    """The processes that this one has started and that still run."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(pid or os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in found.stdout.splitlines() if "Z" not in line and "ps" not in line]


def arena(specs, games=8, players=2, **keywords):
    return run_arena(GAME, specs, games=games, players=players, **keywords)


def test_a_program_plays_as_the_same_player_in_python_does(program, tmp_path):
    (tmp_path / "own.py").write_text("def first(view):\n    return view.legal[0]\n")
    command = program()
    before = len(children())
    for spec in (f"exec:{command}", f"py:{tmp_path}/own.py:first"):
        where, agent = some_positions(GAME, 3, n=6), make_agent(spec, GAME)
        assert (agent.act(where) == where.mask.argmax(axis=1)).all()
        agent.close()
    result = arena([f"exec:{command}", "random"])
    assert not result.effort[result.agents[0]].faults
    assert len(children()) == before  # it ends with the arena


def validator():
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return lambda kind: jsonschema.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{kind}"}]})


def test_what_is_sent_is_what_the_schema_says(program, tmp_path):
    check = validator()
    arena([f"exec:{program(log=tmp_path / 'log')}", "greedy"], games=4, players=3)
    messages = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    for message in messages:
        check(message["type"]).validate(message)
    kinds = [message["type"] for message in messages]
    assert set(kinds) == {"hello", "decide", "told", "over"}
    asked = [message["id"] for message in messages if "id" in message]
    assert len(set(asked)) == len(asked)
    for table in {message["table"] for message in messages}:
        own = [message for message in messages if message["table"] == table]
        assert own[0]["type"] == "hello"
        assert [each["type"] for each in own].count("over") == 1
        assert own[-1]["type"] == "over"
    ready, answer = {"id": 1, "protocol": 1}, {"id": 2, "action": 3}
    check("ready").validate(ready)
    check("answer").validate(answer)
    assert not check("answer").is_valid(ready)
    assert not check("decide").is_valid({**messages[-1], "type": "decide"})


def sent(table, past, seat, key):
    """All that would be sent to a program for a game up to its decision."""
    content = table.game.content(table.content)
    rules = programs.Rules()
    agent = programs.Programs("exec:true", table.game, content, "true", ".", rules)
    seated = agent._open(past, seat)
    view = seated.look(len(past.actions), key)
    return json.dumps([seated.hello(), seated.told(view.events), seated.decide(view, 1.0, "")])


@pytest.mark.parametrize("players", [2, 3])
def test_nothing_on_the_wire_depends_on_what_the_seat_cannot_know(players):
    """Worlds that the seat cannot tell apart, moved alike, send the same as long as it sees the same."""
    table, rng, compared, different = Table(GAME, players), np.random.default_rng(3), 0, 0
    for k, start in enumerate(table.samples(24, seed=33)):
        for seat in seats(start):
            other = table.determinize(start, seat, 50 + k)
            other["rng"] = start["rng"]
            states, twin = start.copy(), other.copy()
            pasts = [Past((7, k, 0), start.copy()), Past((7, k, 0), other.copy())]
            for _ in range(6):
                if (table.observe(states, seat) != table.observe(twin, seat)).any() or states["over"][0]:
                    break
                if states["seat"][0] == seat:
                    compared += 1
                    different += bits(states) != bits(twin)
                    assert sent(table, pasts[0], seat, k) == sent(table, pasts[1], seat, k)
                both = np.flatnonzero(table.mask(states) & table.mask(twin))
                if len(both) == 0:
                    break
                action = int(rng.choice(both))
                for world, past in zip((states, twin), pasts, strict=True):
                    table.step(world, action)
                    past.actions.append(action)
    assert compared > 30
    assert different > 10


FAULTS = {
    "sleeps": ("time.sleep(60)", {"timeout"}),
    "dies": ("random.random() < 0.5 and os._exit(3)", {"crash"}),
    "nonsense": ("answer = 'what?'", {"unreadable"}),
    "debug": ("print('thinking about', legal)", {"unreadable"}),
    "illegal": ("answer['action'] = -5", {"illegal"}),
    "words": ("answer['action'] = 'pass'", {"unreadable"}),
    "floods": ("[sys.stdout.write('x' * 65536) for _ in range(10**9)]", {"flood"}),
    "errors": ("[sys.stderr.write('x' * 65536) for _ in range(100)]", set()),
    "eats": ("hoard = bytearray(3 << 30); hoard[::4096] = b'x' * len(hoard[::4096])", {"crash"}),
    "opens": ("files = [open(os.devnull) for _ in range(2000)]", {"crash"}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_bad_program_costs_itself_and_not_the_arena(program, name):
    body, kinds = FAULTS[name]
    command = program(body, name=f"{name}.py")
    before = len(children())
    limit = 0.15 if name == "sleeps" else 1
    result = arena([f"exec:{command},time={limit},copies=2", "random"], games=2)
    assert result.standings.games >= 2
    effort = result.effort[result.agents[0]]
    if kinds:
        assert kinds <= set(effort.faults) <= kinds | {"random", "out"}
        assert set(effort.examples) == set(effort.faults)
        assert any(result.agents[0] in line for line in notes(result))
        assert result.json()["programs"][result.agents[0]]["faults"] == dict(effort.faults)
    else:
        assert not effort.faults
        assert "programs" not in result.json()
    assert len(children()) == before


def test_good_ones_are_not_disturbed_by_bad_ones(program):
    """The games of the others are the same as without them."""
    good = f"exec:{program()}"
    bad = [
        f"exec:{program(FAULTS[k][0], name=f'{k}.py')},time=0.3" for k in ("nonsense", "floods", "illegal")
    ]
    result = run_arena(GAME, [good, "random", *bad], games=20, players=2)
    calm = run_arena(GAME, [good, "random"], games=2, players=2)
    both = [
        record.actions.tolist()
        for number, record in enumerate(result.records())
        if set(result.schedule.seats(number)) == {0, 1}
    ]
    assert both[:2] == [record.actions.tolist() for record in calm.records()][:2]
    assert [bool(effort.faults) for effort in result.effort.values()] == [False, False, True, True, True]


def test_a_second_try_and_the_end_of_patience(program, tmp_path):
    """Each decision is tried twice; after three without an answer the program is out of that game."""
    log = tmp_path / "log"
    result = arena([f"exec:{program('answer = 1', log)}", "random"], games=2)
    effort = result.effort[result.agents[0]]
    assert effort.faults["unreadable"] == 2 * 2 * programs.GIVE_UP
    assert effort.faults["random"] == effort.decisions
    assert effort.faults["out"] == effort.decisions - 2 * programs.GIVE_UP
    asked = [json.loads(line) for line in log.read_text().splitlines() if '"decide"' in line]
    retried = [message["retry"] for message in asked if "retry" in message]
    assert len(retried) * 2 == len(asked)
    assert all("its answer is no JSON object" in why for why in retried)


def test_a_forfeited_game_is_lost(program, tmp_path):
    spec = f"exec:{program(FAULTS['illegal'][0])},fault=forfeit"
    result = run_arena(GAME, [spec, "random"], games=8, players=2, out=tmp_path / "a")
    ours, theirs = result.standings.agents
    assert (ours.win_share.mean, theirs.win_share.mean) == (0, 1)
    assert len(result.effort[result.agents[0]].forfeits) == 8
    assert "8 seats were forfeited" in " ".join(notes(result))
    rows = (tmp_path / "a" / "games.csv").read_text().splitlines()[1:]
    assert all(row.endswith(("1,2", "2,1")) for row in rows)
    again = run_arena(GAME, [spec, "random"], games=8, players=2, out=tmp_path / "a")
    assert again.standings.agents[0].win_share.mean == 0


def test_ranks_with_forfeits():
    efforts = [Effort(forfeits=[(3, 0)]), Effort(forfeits=[(3, 2), (9, 1)])]
    assert placed(3, (0, 1, 2, 3), efforts) == (2, 0, 2, 1)
    assert placed(4, (0, 1, 2, 3), efforts) == (0, 1, 2, 3)
    assert placed(3, (0,), efforts) == (1,)
    ranks = np.array([[0, 1, 1]] * 5)
    assert place_all(ranks, efforts).tolist() == [[0, 1, 1]] * 3 + [[1, 0, 1], [0, 1, 1]]
    assert Effort.read(json.loads(json.dumps(efforts[0].json()))) == efforts[0]


def test_one_and_two_threads_give_the_same_files(program, tmp_path):
    body = "import random; answer['action'] = random.Random(str(message['view']['fields'])).choice(legal)"
    spec = f"exec:{program(body)}"
    for threads in (1, 2):
        run_arena(GAME, [spec, "random"], games=12, players=3, out=tmp_path / str(threads), threads=threads)
    one, two = (
        {p.name: p.read_bytes() for p in (tmp_path / t).rglob("*") if p.is_file() and p.name != "timing.json"}
        for t in "12"
    )
    assert one == two


def test_a_copy_that_died_is_told_the_whole_story_again(program, tmp_path):
    log = tmp_path / "log"
    flag = tmp_path / "died"
    body = (
        f"n = len(open(LOG).read().split('decide'))\n"
        f"        if n == 4 and not os.path.exists({str(flag)!r}): open({str(flag)!r}, 'w'); os._exit(1)"
    )
    result = arena([f"exec:{program(body, log)}", "random"], games=2, batch=1)
    assert result.effort[result.agents[0]].faults == {"crash": 1}  # the second try was good
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    hellos = [k for k, message in enumerate(messages) if message["type"] == "hello"]
    tables = [messages[k]["table"] for k in hellos]
    again = next(
        k
        for k in hellos
        if tables.count(messages[k]["table"]) == 2 and k != hellos[tables.index(messages[k]["table"])]
    )
    table = messages[again]["table"]
    first = [m for m in messages[:again] if m["table"] == table and m["type"] == "told"]
    second = [m for m in messages[again:] if m["table"] == table and m["type"] == "told"]
    told = [event for message in first for event in message["events"]]
    retold = [event for message in second for event in message["events"]]
    assert told
    assert retold[: len(told)] == told


def test_a_program_that_never_starts_is_given_up(tmp_path):
    (tmp_path / "bad.py").write_text("import sys\nsys.exit('I need a newer machine')\n")
    agent = make_agent(f"exec:{sys.executable} {tmp_path / 'bad.py'}", GAME)
    started = time.monotonic()
    result = run_arena(GAME, [agent, "random"], games=8, players=2)
    assert time.monotonic() - started < 30
    effort = result.effort[agent.spec]
    assert effort.faults["random"] == effort.decisions
    assert "it ended with exit code 1: I need a newer machine" in effort.examples["crash"]
    assert "made at random" in fault_notes(result.effort)[0]


def test_children_of_a_program_end_with_it(program, tmp_path):
    file = str(tmp_path / "pid")
    body = f"import subprocess as s; open({file!r}, 'w').write(str(s.Popen(['sleep', '60']).pid))"
    agent = make_agent(f"exec:{program(body)}", GAME)
    agent.act(some_positions(GAME, 2, n=1))
    pid = int((tmp_path / "pid").read_text())
    os.kill(pid, 0)
    agent.close()
    deadline = time.monotonic() + 5
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        if "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]:
            return
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()


def test_a_forgotten_program_ends(program):
    before = len(children())
    agent = make_agent(f"exec:{program()}", GAME)
    agent.act(some_positions(GAME, 2, n=1))
    assert len(children()) == before + 1
    del agent
    assert len(children()) == before


def test_an_agent_travels_without_its_processes(program):
    agent = make_agent(f"exec:{program()},time=2,copies=3", GAME)
    where = Positions.of_batch(Batch(GAME, 5, num_players=2))
    actions = agent.act(where)
    other = pickle.loads(pickle.dumps(agent))
    assert other.spec == agent.spec
    assert len(other._copies) == 3
    assert (other.act(where) == actions).all()


def test_the_spec_has_the_hash_of_the_program(program, tmp_path):
    spec = make_agent(f"exec:{program()},fault=forfeit,time=1.5", GAME).spec
    assert spec == make_agent(spec, GAME).spec
    assert ",time=1.5,fault=forfeit,id=" in spec
    program("pass  # changed")
    with pytest.raises(ProgramError, match="have changed"):
        make_agent(spec, GAME)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("exec:no-such-program-x --fast", "there is no program 'no-such-program-x' that could be run"),
        ("exec:python3 nosuch.py", "there is no file 'nosuch.py' in "),
        ("exec:'open", "cannot be read: No closing quotation"),
        ("exec:true,fault=cry", "fault: expected random or forfeit, got 'cry'"),
        ("exec:true,memory=1", "memory: expected a whole number from 16"),
        ("exec:", "exec needs more behind a colon"),
    ],
)
def test_wrong_commands_are_refused(spec, message):
    with pytest.raises(ValueError, match=message):
        make_agent(spec, GAME)


def test_output_is_read_within_bounds(tmp_path):
    """A flood is noticed after a little more than the longest answer, whatever it writes."""
    process = Process(["cat", "/dev/zero"], ".", 256)
    with pytest.raises(Fault, match="without the end of a line") as found:
        process.ask({"id": 1}, 5)
    assert found.value.kind == "flood"
    assert len(process._in) <= processes.LONGEST + processes.CHUNK
    process.kill()
    with pytest.raises(Fault, match="cannot be started"):
        Process([str(tmp_path)], ".", 256)


EXAMPLES = {"words.py": sys.executable, "careful.js": "node"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_play(name):
    if shutil.which(EXAMPLES[name]) is None:
        pytest.skip(f"{EXAMPLES[name]} is not installed")
    command = f"{EXAMPLES[name]} {ROOT / 'examples' / 'programs' / name}"
    result = arena([f"exec:{command}", "random"], games=6, players=3)
    assert not result.effort[result.agents[0]].faults
    source = (ROOT / "examples" / "programs" / name).read_text()
    assert "import astrarium" not in source
    assert "from astrarium" not in source
