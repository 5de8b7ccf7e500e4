"""A training by the clock ends when it should, with all that belongs to it; here the clock is a fake."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

from astrarium.cli.train import train_live
from astrarium.training import measure, preparation, scaling
from astrarium.training.budget import Clock
from astrarium.training.learner import Learner
from astrarium.training.run import BEST, CARD, CHECKPOINT, COMPILED, PLAN, SESSIONS, Run, RunError
from tests.toy import GAME
from tests.training.settings import TINY

LATE = 30.0  # seconds past the minutes that are promised


class Time:
    """A clock that moves when work is done: an update, a decision of the teacher, a round of games."""

    def __init__(self, monkeypatch, update=10.0, teacher=0.5, games=0.2):
        self.now, self.spent = 0.0, {"update": 0.0, "teacher": 0.0, "games": 0.0}
        self._slow(monkeypatch, Learner, "update", "update", update)
        self._slow(monkeypatch, measure.Match, "_decide", "games", games)
        make = scaling.make_agent

        def teacher_of(spec, *args):
            agent = make(spec, *args)
            if spec == "greedy":
                act = agent.act
                agent.act = lambda positions: self._after("teacher", teacher, act(positions))
            return agent

        monkeypatch.setattr(scaling, "make_agent", teacher_of)

    def _after(self, what, seconds, result):
        self.now += seconds
        self.spent[what] += seconds
        return result

    def _slow(self, monkeypatch, owner, name, what, seconds):
        real = getattr(owner, name)
        monkeypatch.setattr(
            owner, name, lambda *args, **keywords: self._after(what, seconds, real(*args, **keywords))
        )

    def of(self, run):
        run.clock = Clock(run.clock.before, lambda: self.now)
        return run


def begin(folder, minutes, players=(2, 3), **changes):
    return Run.begin(
        GAME, folder, players, minutes=minutes, seed=5, **{**TINY, "final_games": 400, **changes}
    )


@pytest.mark.parametrize(("minutes", "update"), [(3, 4.0), (3, 25.0), (1, 40.0), (20, 60.0)])
def test_it_ends_in_time_however_slow_the_machine_is(tmp_path, monkeypatch, minutes, update):
    """Slow updates, a teacher that would take an hour, games that would take minutes."""
    time = Time(monkeypatch, update, teacher=1.0, games=0.02)
    run = time.of(begin(tmp_path, minutes, imitate=200_000, test_games=400))
    assert run.go()
    whole = 60 * minutes
    assert time.now <= whole + LATE
    assert time.spent["teacher"] <= whole / 5 + 2
    assert time.spent["games"] <= whole / 10 + update, "a tenth, and what no update fits into any more"
    assert run.seconds == time.now
    if update < whole / 4:
        assert time.spent["update"] > 0.5 * whole, "most of it goes to learning"
        assert run.learner.samples > 0


def test_what_there_was_no_time_for_is_said(tmp_path, monkeypatch):
    run = Time(monkeypatch, games=0.02).of(begin(tmp_path, 3, final_games=4000))
    assert run.go()
    assert all(figure.games < 4000 for figure in run.final.figures)
    assert "no time for 4000 games" in (tmp_path / CARD).read_text(encoding="utf-8")


def test_games_that_take_longer_than_there_is_time_are_left_out(tmp_path, monkeypatch):
    time = Time(monkeypatch, games=1.0)
    assert time.of(begin(tmp_path, 3)).go()
    assert time.now <= 180 + LATE
    text = (tmp_path / CARD).read_text(encoding="utf-8")
    assert "had no time for them" in text
    assert "no time for a test" in text or "the first" in text
    assert "| decisions | minutes | against the best so far |" in text


def test_whom_there_was_no_time_for_is_named(tmp_path, monkeypatch):
    real = measure.Measure.figure

    def figure(self, agent, opponent, players, *rest):
        return None if (opponent, players) == ("greedy", 3) else real(self, agent, opponent, players, *rest)

    monkeypatch.setattr(measure.Measure, "figure", figure)
    assert Run.begin(GAME, tmp_path, (2, 3), steps=64, seed=5, **TINY).go()
    text = (tmp_path / CARD).read_text(encoding="utf-8")
    assert "There was no time for a game among greedy with 3 players." in text
    assert "for 4 games" not in text


def test_more_minutes_end_in_time_too_and_the_card_tells_it_all(tmp_path, monkeypatch):
    time = Time(monkeypatch)
    assert time.of(begin(tmp_path, 2)).go()
    first = time.now
    run = time.of(Run.resume(GAME, tmp_path, minutes=5))
    before = run.clock.before
    assert run.go()
    assert time.now - first <= 300 - before + LATE
    assert 240 < run.seconds <= 300 + LATE
    lines = [
        line for line in (tmp_path / CARD).read_text(encoding="utf-8").splitlines() if "finished" in line
    ]
    assert len(lines) == 2
    assert "| 2 minutes | 0 to" in lines[0]
    assert "| 5 minutes |" in lines[1]


def test_a_budget_that_is_used_up_is_said_and_changes_nothing(tmp_path, monkeypatch, capsys):
    time = Time(monkeypatch)
    assert time.of(begin(tmp_path, 2)).go()
    card = (tmp_path / CARD).read_text(encoding="utf-8")
    run = time.of(Run.resume(GAME, tmp_path, minutes=1))
    assert train_live(run)
    assert run.used_up
    assert "1 minute is for the whole training" in " ".join(capsys.readouterr().err.split())
    assert (tmp_path / CARD).read_text(encoding="utf-8") == card


def test_a_short_session_does_not_lose_what_a_long_one_found(tmp_path, monkeypatch):
    """Without time for a test, a policy that won one stays; and so do its figures of more games."""
    time = Time(monkeypatch, games=0.01)
    run = time.of(begin(tmp_path, 4, test_games=60))
    assert run.go()
    assert any(each.choice and each.choice.games for each in run.history if each.best)
    known = {(f.players, f.opponent): f.games for f in run.final.figures}
    best = (tmp_path / BEST).read_bytes()
    run = Time(monkeypatch, games=5.0).of(Run.resume(GAME, tmp_path, minutes=4.5))
    assert run.go()
    assert not run.used_up
    assert run.history[-1].choice.text() == "no time for a test: the tested one stays"
    assert (tmp_path / BEST).read_bytes() == best
    assert {(f.players, f.opponent): f.games for f in run.final.figures} == known


def test_a_rollout_that_would_end_too_late_is_given_up(tmp_path, monkeypatch):
    time = Time(monkeypatch, update=0.0)
    step = Learner.__init__

    def slow(self, *args, **keywords):
        step(self, *args, **keywords)
        wait = self.tables.step_wait
        self.tables.step_wait = lambda: time._after("update", 20.0, wait())

    monkeypatch.setattr(Learner, "__init__", slow)
    run = time.of(begin(tmp_path, 1))
    assert run.go()
    assert time.now <= 60 + LATE + 5
    assert run.learner.samples == 0
    assert (tmp_path / BEST).exists()


def test_rollouts_are_shortened_where_the_machine_is_slow(tmp_path, monkeypatch):
    """And the updates with them, so that there are many: here a rollout takes seconds a step."""
    time = Time(monkeypatch, update=0.0)
    step, lengths = Learner.__init__, []

    def slow(self, *args, **keywords):
        step(self, *args, **keywords)
        wait = self.tables.step_wait
        self.tables.step_wait = lambda: time._after("update", 0.5, wait())

    monkeypatch.setattr(Learner, "__init__", slow)
    run = time.of(begin(tmp_path, 2, rollout=64, batch=16))
    assert run.go(lambda status: lengths.append(run.learner.model.n_steps) if run.learner else None)
    assert lengths[-1] == 6, "of 3 seconds, a fortieth of two minutes"
    assert run.learner.samples > 1000


def test_loading_the_program_is_among_the_minutes():
    """As far as the system tells when a process began."""
    code = (
        "import time; began = time.monotonic(); time.sleep(0.3);"
        "from astrarium.training.budget import process_start; print(began - process_start())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    if not Path("/proc/self/stat").exists():
        pytest.skip("the system does not tell when a process began")
    assert 0 <= float(done.stdout) + 0.01 < 60


def test_only_what_is_compiled_is_beside_the_minutes(tmp_path, monkeypatch):
    """To look for kernels that are there takes seconds on a busy machine, and they count."""
    now, stored = [100.0], [True]

    def look(self):
        now[0] += 1.0
        return stored[0]

    def compile_some(self, drivers):
        now[0] += 50.0 * len([*drivers])

    run = begin(tmp_path, 1)
    monkeypatch.setattr("astrarium.training.run.time.monotonic", lambda: now[0])
    monkeypatch.setattr(type(GAME.bound(COMPILED[0])), "is_stored", look)
    monkeypatch.setattr(type(GAME), "compile", compile_some)
    assert run._compile() == 0.0
    assert now[0] == 100.0 + len(COMPILED)
    stored[0] = False
    assert run._compile() == 50.0 * len(COMPILED)


class Killed(BaseException):
    """As if the process had ended."""


@pytest.mark.parametrize("stage", ["watching", "imitating"])
def test_a_kill_in_the_preparation_loses_seconds(tmp_path, monkeypatch, stage):
    """What the teacher chose and what was imitated is not asked for again."""
    asked = []
    real = scaling.make_agent

    def make(spec, *args):
        agent = real(spec, *args)
        act = agent.act
        agent.act = lambda positions: asked.append(spec) or act(positions)
        return agent

    monkeypatch.setattr(scaling, "make_agent", make)
    monkeypatch.setattr(preparation, "KEEP_EVERY", 0.0)

    def kill(status):
        if status.stage == stage and status.part > 0.7:
            raise Killed

    changes = {**TINY, "imitate": 3200}
    with pytest.raises(Killed):
        Run.begin(GAME, tmp_path / "killed", (2,), steps=64, seed=5, **changes).go(kill)
    assert not (tmp_path / "killed" / CHECKPOINT).exists()
    before = asked.count("greedy")
    resumed = Run.resume(GAME, tmp_path / "killed")
    assert resumed.go()
    assert asked.count("greedy") - before <= (30 if stage == "watching" else 0)
    whole = Run.begin(GAME, tmp_path / "whole", (2,), steps=64, seed=5, **changes)
    assert whole.go()
    for ours, theirs in zip(resumed._policy().policy, whole._policy().policy, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))
    assert not (tmp_path / "killed" / preparation.FILE).exists()
    told = json.loads((tmp_path / "killed" / SESSIONS).read_text(encoding="utf-8"))["sessions"]
    assert [each["ended"] for each in told] == ["killed", "finished"]


def test_a_training_that_was_killed_early_is_not_begun_over(tmp_path):
    def kill(status):
        raise Killed

    run = begin(tmp_path, 1)
    with pytest.raises(Killed):
        run.go(lambda status: kill(status) if status.stage == "sampling" else None)
    assert (tmp_path / PLAN).exists()
    with pytest.raises(RunError, match="--resume"):
        begin(tmp_path, 1)
