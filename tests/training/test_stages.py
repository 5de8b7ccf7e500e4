"""A training that is stopped or killed, in whatever stage, goes on to the same end."""

import json
import shutil
import signal
import time

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

from astrarium.agents.policy import load_policy
from astrarium.training.checkpoint import CheckpointError
from astrarium.training.run import BEST, CARD, CHECKPOINT, LAST, LOGS, PLAN, SESSIONS, Run, read_history
from tests.process import start
from tests.toy import GAME
from tests.training.settings import TINY, same_policies

STEPS = 320
WHOLE = {**TINY, "imitate": 200, "rated": "greedy:samples=2"}
PREPARING, LEARNING = ("sampling", "watching", "imitating"), ("training", "evaluating", "closing")


def begin(folder):
    return Run.begin(GAME, folder, (2, 3), steps=STEPS, seed=5, **WHOLE)


def logged(folder):
    """(step, value) of every scalar in the logs, by its name."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    logs = EventAccumulator(str(folder / LOGS))
    logs.Reload()
    return {name: [(e.step, e.value) for e in logs.Scalars(name)] for name in logs.Tags()["scalars"]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A training that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    assert begin(folder).go()
    return folder


def final(folder):
    return json.loads((folder / SESSIONS).read_text(encoding="utf-8"))["final"]


def assert_same_end(folder, whole):
    for name in (LAST, BEST):
        assert same_policies(folder / name, whole / name)
    ours, theirs = read_history(folder), read_history(whole)
    told = [[(each.samples, each.figures, each.choice) for each in run] for run in (ours, theirs)]
    assert told[0] == told[1]
    assert final(folder) == final(whole)
    seconds = [path.name.split(".")[3] for path in (folder / LOGS).iterdir()]
    assert len(set(seconds)) == len(seconds)  # by which TensorBoard puts logs in order
    logs, whole_logs = logged(folder), logged(whole)
    assert logs.keys() == whole_logs.keys()
    assert logs["train/value_loss"] == whole_logs["train/value_loss"]


def test_the_logs_hold_every_update_and_every_evaluation(whole):
    found = logged(whole)
    a_rollout = WHOLE["tables"] * WHOLE["rollout"]
    assert [step for step, _ in found["train/value_loss"]] == list(range(a_rollout, STEPS + 1, a_rollout))
    history = read_history(whole)
    for k, (opponent, players) in enumerate((who, n) for n in (2, 3) for who in WHOLE["baselines"]):
        evaluated = [(each.samples, pytest.approx(each.figures[k].share[0])) for each in history]
        assert found[f"evaluation/{opponent}_{players}p"] == evaluated
    assert history[-1].samples == STEPS


@pytest.mark.parametrize("stage", [*PREPARING, *LEARNING])
def test_ctrl_c(whole, tmp_path, stage):
    def interrupt(status):
        if status.stage == stage and status.part > 0 and (status.samples or stage in PREPARING):
            raise KeyboardInterrupt

    if stage in PREPARING:
        with pytest.raises(KeyboardInterrupt):
            begin(tmp_path).go(interrupt)
        assert not (tmp_path / LAST).exists()
    else:
        assert not begin(tmp_path).go(interrupt)
        assert load_policy(tmp_path / BEST).about["game"] == GAME.name
        assert "# A policy for" in (tmp_path / CARD).read_text(encoding="utf-8")
    assert Run.resume(GAME, tmp_path).go()
    assert_same_end(tmp_path, whole)


def test_ctrl_c_in_a_rollout(whole, tmp_path):
    """The decisions of the unfinished rollout are not said to be learnt from."""
    a_rollout = WHOLE["tables"] * WHOLE["rollout"]

    def meddle(status):
        if status.samples == 2 * a_rollout:
            run.learner.tables.step_wait = step

    def step():
        if run.learner.model.num_timesteps == 2 * a_rollout + 3 * WHOLE["tables"]:
            raise KeyboardInterrupt
        return type(run.learner.tables).step_wait(run.learner.tables)

    run = begin(tmp_path)
    assert not run.go(meddle)
    assert run.learner.model.num_timesteps > 2 * a_rollout
    assert load_policy(tmp_path / LAST).about["training"]["samples"] == 2 * a_rollout
    assert f"{2 * a_rollout} own decisions" in (tmp_path / CARD).read_text(encoding="utf-8")
    assert Run.resume(GAME, tmp_path).go()
    assert_same_end(tmp_path, whole)


def test_ctrl_c_while_a_training_is_read_back(whole, tmp_path, monkeypatch):
    """The policies in the folder stay as they were."""
    begin(tmp_path).go()
    before = (tmp_path / LAST).read_bytes()

    def interrupt(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("astrarium.training.checkpoint._restore_tables", interrupt)
    with pytest.raises(KeyboardInterrupt):
        Run.resume(GAME, tmp_path).go()
    assert (tmp_path / LAST).read_bytes() == before


KILLED = """
import os, torch
torch.set_num_threads(1)
from pathlib import Path
from tests.training.test_stages import PREPARING, begin
stage = os.environ["STAGE"]

def told(status):
    if status.stage == stage and status.part > 0 and (status.samples or stage in PREPARING):
        print(stage, flush=True)

begin(Path(os.environ["FOLDER"])).go(told)
"""


@pytest.mark.parametrize("stage", ["watching", "training", "evaluating", "closing"])
def test_a_kill(whole, tmp_path, stage):
    process = start(KILLED, STAGE=stage, FOLDER=tmp_path)
    told = process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    _, errors = process.communicate()
    assert told.strip() == stage, errors
    (tmp_path / ".best.safetensors.left.part").write_bytes(b"by a process that was killed while it wrote")
    assert Run.resume(GAME, tmp_path).go()
    assert_same_end(tmp_path, whole)
    assert not list(tmp_path.glob(".*.part"))


def test_a_finished_training_stays_as_it_is(whole):
    before = [(whole / name).read_bytes() for name in (LAST, BEST)]
    assert Run.resume(GAME, whole).go(began=time.monotonic() - 60)  # as if reading it took a minute
    assert [(whole / name).read_bytes() for name in (LAST, BEST)] == before


@pytest.mark.parametrize("at", [0.0, 0.5])
def test_a_damaged_last_policy_of_a_finished_training_is_written_anew(whole, tmp_path, at):
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    sound = (whole / LAST).read_bytes()
    (tmp_path / LAST).write_bytes(sound[: int(at * len(sound))])
    assert Run.resume(GAME, tmp_path).go()
    assert_same_end(tmp_path, whole)


def test_a_longer_budget_has_evaluations_on_the_way(tmp_path):
    assert begin(tmp_path).go()
    more = Run.resume(GAME, tmp_path, steps=4 * STEPS)
    assert more.go()
    assert sum(STEPS < each.samples < 4 * STEPS for each in more.history) > 3


@pytest.mark.parametrize("at", [0.5, 0.999])
def test_a_damaged_checkpoint_is_refused(whole, tmp_path, at):
    path = tmp_path / CHECKPOINT
    sound = (whole / CHECKPOINT).read_bytes()
    path.write_bytes(sound[: int(at * len(sound))])
    with pytest.raises(CheckpointError, match="is damaged"):
        Run.resume(GAME, tmp_path)
    flipped = bytearray(sound)
    flipped[int(at * len(sound))] ^= 1
    path.write_bytes(flipped)
    with pytest.raises(CheckpointError, match="is damaged"):
        Run.resume(GAME, tmp_path)


def test_a_damaged_plan_is_refused(tmp_path):
    (tmp_path / PLAN).write_text("{", encoding="utf-8")
    with pytest.raises(CheckpointError, match="is damaged"):
        Run.resume(GAME, tmp_path)
