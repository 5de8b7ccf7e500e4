"""`py:`: players of one's own in a file or a module, one position at a time."""

import json
import pickle
from copy import deepcopy

import numpy as np
import pytest

from astrarium.agents import KINDS, Positions, base, make_agent, players
from astrarium.agents.arena import run_arena
from astrarium.agents.players import PlayerError, installed_kind
from astrarium.core import Batch
from astrarium.core.gym_env import SeatEnv
from astrarium.core.vector_env import SeatBatch
from astrarium.core.view import View
from astrarium.training.league import League, Seating
from tests.agents.positions import some_positions
from tests.toy import GAME

BOTS = '''
"""Players of all sorts."""
import numpy as np

CALLS = []


class Counter:
    """Remembers: the choice depends on how often it was asked in this game."""

    def __init__(self, game, seat, seed):
        self.seat, self.asked, self.seed = seat, 0, seed
        CALLS.append(("made", game.name, seat))

    def begin(self, view):
        assert not self.asked and view.seat == self.seat
        CALLS.append(("begin", self.seat))

    def act(self, view):
        assert view.seat == self.seat and view.acting
        self.asked += 1
        self.told = len(view.events)
        return view.legal[(self.asked + self.told + self.seed) % len(view.legal)]

    def end(self, view):
        assert view.over and len(view.scores) == view.num_players
        CALLS.append(("end", self.seat, self.asked))


class Plain:
    def act(self, view):
        return int(view.rng.choice(view.legal))


def first(view):
    return np.int64(view.legal[0])


class Fast:
    def act(self, positions):
        return positions.mask.argmax(axis=1)


def searching(view):
    worlds = view.redeal(4)
    assert (worlds.mask == view.mask).all()
    worlds.step([view.legal[-1]] * 4)
    return view.legal[-1]


def illegal(view):
    return next(a for a in range(view.game.num_actions) if a not in view.legal)


def far(view):
    return 10**6


def words(view):
    return view.names[0]


def true(view):
    return True


def failing(view):
    return 1 // 0


class Demanding:
    def __init__(self, engine):
        pass

    def act(self, view):
        return 0


class Mute:
    pass


number = 3
'''


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def calls(agent):
    return players._run_file(agent.code.where, agent.code.source).CALLS


@pytest.mark.parametrize("name", ["Counter", "Plain", "first", "Fast", "searching"])
def test_every_form_plays_and_can_be_made_again(bots, name):
    agent = make_agent(f"py:{bots}:{name}", GAME)
    positions = some_positions(GAME, 3, n=12)
    actions = agent.act(positions)
    assert positions.mask[np.arange(12), actions].all()
    for other in (make_agent(agent.spec, GAME), deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert other.spec == agent.spec
        assert (other.act(positions) == actions).all()


def test_a_player_is_told_of_beginning_and_end(bots):
    agent = make_agent(f"py:{bots}:Counter", GAME)
    calls(agent).clear()
    run_arena(GAME, [agent, "random"], games=4, players=2)
    made = [call for call in calls(agent) if call[0] == "made"]
    ended = [call for call in calls(agent) if call[0] == "end"]
    assert len(ended) == 4
    assert len(made) == 4 + 1  # one for warming up
    assert all(call[2] > 1 for call in ended)


def files(folder):
    return {p.name: p.read_bytes() for p in folder.rglob("*") if p.is_file() and p.name != "timing.json"}


@pytest.mark.parametrize("name", ["Counter", "Plain"])
def test_threads_do_not_change_the_files(bots, name, tmp_path):
    specs = [f"py:{bots}:{name}", "greedy"]
    for threads in (1, 2):
        run_arena(GAME, specs, games=24, players=3, out=tmp_path / str(threads), threads=threads)
    assert files(tmp_path / "1") == files(tmp_path / "2")


class Enough(Exception):
    pass


def test_an_interrupted_arena_goes_on_with_what_a_player_remembers(bots, tmp_path):
    specs = [f"py:{bots}:Counter", "random"]
    run_arena(GAME, specs, games=12, players=2, out=tmp_path / "whole")

    def stop(status):
        if status.decisions > 60:
            raise Enough

    with pytest.raises(Enough):
        run_arena(GAME, specs, games=12, players=2, out=tmp_path / "parts", progress=stop, batch=6)
    assert json.loads((tmp_path / "parts" / "running.json").read_text())["games"]
    run_arena(GAME, specs, games=12, players=2, out=tmp_path / "parts", batch=6)
    whole, parts = files(tmp_path / "whole"), files(tmp_path / "parts")
    assert whole == parts


def test_other_code_under_the_same_name_is_refused(bots):
    spec = make_agent(f"py:{bots}:first", GAME).spec
    assert ",id=" in spec
    bots.write_text(BOTS + "\n# changed\n")
    with pytest.raises(PlayerError, match="has changed"):
        make_agent(spec, GAME)
    assert make_agent(f"py:{bots}:first", GAME).spec != spec


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("illegal", r"chose action \d+ \(.+\), which is not legal. Legal are\n +\d+  \w"),
        ("far", r"chose action 1000000 \(no such action: ids run from 0 to"),
        ("words", r"answered '.+' \(str\): expected the id of a legal action"),
        ("true", r"answered 'True' \(bool\)"),
        ("failing", r"failed in act: ZeroDivisionError: .* \(bots.py, line \d+\)"),
        ("Demanding", r"its __init__ wants engine; it may name game, seat, seed"),
    ],
)
def test_a_player_that_goes_wrong_is_told_how(bots, name, message):
    agent = make_agent(f"py:{bots}:{name}", GAME)
    with pytest.raises(PlayerError, match=message):
        agent.act(some_positions(GAME, 2, n=3))


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("{bots}", "which class or function"),
        ("{bots}:None2", "has no 'None2'; it has Counter, Plain, first"),
        ("{bots}:Mute", "is no player: expected a class with act"),
        ("{bots}:number", "is no player"),
        ("{bots}.py:first", "cannot be read: No such file"),
        ("no_such_module_x:first", "there is no module 'no_such_module_x'"),
        ("json:", "which class or function"),
    ],
)
def test_code_that_is_not_there(bots, argument, message):
    with pytest.raises(PlayerError, match=message):
        make_agent(f"py:{argument.format(bots=bots)}", GAME)


def test_a_file_that_cannot_be_imported(tmp_path):
    (tmp_path / "a.py").write_text("import json\nx = 1 / 0\n")
    (tmp_path / "b.py").write_text("def f(:\n")
    (tmp_path / "c.py").write_text("import neighbour\nplay = neighbour.play\n")
    (tmp_path / "neighbour.py").write_text("def play(view):\n    return view.legal[0]\n")
    with pytest.raises(PlayerError, match=r"ZeroDivisionError: division by zero \(a.py, line 2\)"):
        make_agent(f"py:{tmp_path}/a.py:f", GAME)
    with pytest.raises(PlayerError, match="SyntaxError"):
        make_agent(f"py:{tmp_path}/b.py:f", GAME)
    assert make_agent(f"py:{tmp_path}/c.py:play", GAME).act(some_positions(GAME, 2, n=1)).size == 1


def test_a_module_is_found_where_one_is(bots, monkeypatch):
    monkeypatch.chdir(bots.parent)
    bots.rename(bots.with_name("bots_of_mine.py"))
    agent = make_agent("py:bots_of_mine:Plain", GAME)
    assert agent.spec.startswith("py:bots_of_mine:Plain,id=")
    assert (pickle.loads(pickle.dumps(agent)).act(some_positions(GAME, 2, n=2)) >= 0).all()


def test_opponents_of_a_gymnasium_environment(bots):
    spec = f"py:{bots}:Counter"
    env = SeatEnv(GAME, num_players=3, opponents=spec, seat=1)
    agent = env.batch.opponents.agent
    calls(agent).clear()
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            _, _, done, cut, info = env.step(int(info["action_mask"].argmax()))
            done = done or cut
    ended = [call for call in calls(agent) if call[0] == "end"]
    assert sorted(call[1] for call in ended) == [0, 0, 2, 2]
    assert all(call[2] > 1 for call in ended)
    kept = env.batch.save()
    env.batch.load(kept)  # opponents go on from there
    env.reset(seed=3)


def test_opponents_of_a_training(bots):
    """A player of one's own as a baseline of the league follows its games like any other."""
    league = League(GAME, GAME.content(), {f"py:{bots}:Counter": 1.0}, past=0.0)
    seen = calls(league.agents[0])
    seen.clear()
    batch = SeatBatch(GAME, 2, opponents=Seating(league, 2, 3), num_players=3, illegal="raise")
    batch.reset(3)
    ended = np.zeros(2, bool)
    while not ended.all():
        _, now = batch.decide(batch.mask.argmax(axis=1), ended)
        ended |= now
    ends = [call for call in seen if call[0] == "end"]
    assert len(ends) == 4
    assert all(call[2] > 1 for call in ends)


class Installed:
    """Takes the last."""

    def act(self, view):
        """The last."""
        return view.legal[-1]


def test_installed_players_are_named_by_their_entry_point(monkeypatch):
    from importlib.metadata import EntryPoint

    point = EntryPoint("lastly", f"{__name__}:Installed", "astrarium.agents")
    asked = []

    def entry_points(group):
        asked.append(group)
        return [point]

    monkeypatch.setattr(base, "entry_points", entry_points)
    monkeypatch.setattr(base, "_plugins_loaded", False)
    monkeypatch.setattr(base, "KINDS", dict(KINDS))
    batch = Batch(GAME, 3, num_players=2)
    agent = make_agent("lastly", GAME)
    assert asked == ["astrarium.agents"]
    assert agent.spec.startswith("lastly:id=")
    last = GAME.num_actions - 1 - batch.mask[:, ::-1].argmax(axis=1)
    assert (make_agent(agent.spec, GAME).act(Positions.of_batch(batch)) == last).all()
    assert "Takes the last." in base.usage()
    broken = EntryPoint("broken", "no_such_module_y:X", "astrarium.agents")
    with pytest.raises(PlayerError, match="the agent 'broken' of an installed package"):
        installed_kind(broken)


def test_what_a_player_is_given_does_not_lead_back_to_the_seed():
    """The key of a decision can be turned back into the seed that the cards were dealt by."""
    positions = some_positions(GAME, 2, 4)
    views = [View(GAME, GAME.content(), positions.states[[i]], int(positions.seat[i]), int(positions.keys[i]))
             for i in range(len(positions))]  # fmt: skip
    kept = {value for view in views for value in vars(view).values() if isinstance(value, int)}
    assert not kept & {int(key) for key in positions.keys}
