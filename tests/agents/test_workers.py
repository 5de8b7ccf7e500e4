"""Workers: the same results on threads and on Ray, and after processes of the cluster were killed."""

import os
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path

import numpy as np
import psutil
import pytest
from filelock import FileLock

from astrarium.agents import Positions, base, make_agent
from astrarium.agents import folder as folders
from astrarium.agents.arena import run_arena
from astrarium.agents.balance import measure
from astrarium.agents.report import write_report
from astrarium.agents.workers import (
    Actors,
    Distant,
    Stopped,
    Tasks,
    Threads,
    WorkersError,
    check_wanted,
    ray_cluster,
    ray_tasks,
)
from astrarium.core import Batch, IllegalAction
from astrarium.core.records import play_records
from astrarium.data.dataset import Dataset, plan_dataset, played_on, write_dataset
from tests.agents.simple import KINDS
from tests.toy import GAME

ROOT = Path(__file__).parents[2]
AGENTS = ["drawn", "first", "slow"]


@pytest.fixture(autouse=True)
def simple_agents(monkeypatch):
    """Agents that need no search."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A Ray cluster of two workers on this machine; one at a time, whatever the processes of pytest."""
    pytest.importorskip("ray", reason="needs the extra `ray`")
    lock = FileLock(tmp_path_factory.getbasetemp().parent / "ray.lock")
    with lock, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        with ray_cluster(size=2):
            yield


def files(folder, pattern="**/*.parquet"):
    """What a folder holds that does not come from the clock."""
    paths = [path for path in sorted(Path(folder).glob(pattern)) if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.name != "timing.json"}


def square(x):
    time.sleep(0.02 * (x % 3))
    return x * x


def fails(x):
    raise ValueError(f"expected something else than {x}")


# ---- threads


@pytest.mark.parametrize("size", [1, 3])
def test_threads_do_every_task(size):
    assert dict(Threads(size).map(square, range(20))) == {x: x * x for x in range(20)}
    assert list(Threads(size).map(square, range(20), ordered=True)) == [(x, x * x) for x in range(20)]
    with pytest.raises(ValueError, match="else than 4"):
        list(Threads(size).map(fails, [4]))


def test_threads_are_given_few_tasks_ahead():
    taken = []

    def items():
        for x in range(100):
            taken.append(x)
            yield x

    results = Threads(2).map(square, items(), ordered=True)
    next(results)
    assert len(taken) <= 6
    results.close()


def test_a_long_task_ends_when_nobody_waits_for_it():
    began, ended = threading.Event(), threading.Event()

    def endless(x):
        if x == 0:
            began.wait(10)
            raise ValueError("enough")
        try:
            while True:
                began.set()
                check_wanted()
                time.sleep(0.001)
        except Stopped:
            ended.set()
            raise

    with pytest.raises(ValueError, match="enough"):
        list(Threads(2).map(endless, range(2)))
    assert ended.wait(10)


# ---- Ray


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("kind", [Tasks, pytest.param(Actors, marks=pytest.mark.slow)])
def test_ray_does_every_task(kind):
    workers = kind()
    assert workers.size == 2
    assert dict(workers.map(square, range(20))) == {x: x * x for x in range(20)}
    assert list(workers.map(square, range(20), ordered=True)) == [(x, x * x) for x in range(20)]
    with pytest.raises(ValueError, match=r"^expected something else than 4$"):
        list(workers.map(fails, [4]))
    for hand in getattr(workers, "hands", []):
        stop(hand)


def stop(hand):
    import ray

    ray.kill(hand)


def kill_workers():
    """Kill the processes of the cluster that do a task now; how many."""
    killed = 0
    for child in psutil.Process().children(recursive=True):
        try:
            if child.cmdline()[:1] and child.cmdline()[0].startswith("ray::_unpack_and_run"):
                os.kill(child.pid, signal.SIGKILL)
                killed += 1
        except (psutil.NoSuchProcess, ProcessLookupError):
            continue
    return killed


class Killer:
    """Kills the busy processes of the cluster while a run goes on, until it has found some twice."""

    def __init__(self):
        self.times, self.killed = 0, 0

    def __call__(self, status):
        for _ in range(50):
            if self.times == 2:
                return
            found = kill_workers()
            self.killed += found
            if found:
                self.times += 1
                return
            time.sleep(0.01)


@pytest.mark.usefixtures("cluster")
def test_a_dataset_is_the_same_when_workers_are_killed(tmp_path):
    plan = plan_dataset(GAME, AGENTS, 32, seed=4, shard=4)
    write_dataset(plan, tmp_path / "threads", Threads(2))
    killer = Killer()
    write_dataset(plan, tmp_path / "ray", Tasks(), killer)
    assert killer.killed >= 1
    assert files(tmp_path / "ray") == files(tmp_path / "threads")
    assert Dataset(tmp_path / "ray").check(workers=Tasks()) == 32


@pytest.mark.usefixtures("cluster")
def test_an_arena_is_the_same_when_workers_are_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "SHARD", 16)
    more = {"games": 60, "players": 2, "seed": 3}
    run_arena(GAME, AGENTS, **more, out=tmp_path / "here")
    killer = Killer()
    arena = run_arena(GAME, AGENTS, **more, out=tmp_path / "ray", workers=Tasks(), progress=killer)
    assert killer.killed >= 1
    assert len(files(tmp_path / "ray")) == 4
    assert files(tmp_path / "ray") == files(tmp_path / "here")
    assert (tmp_path / "ray" / "results.json").read_bytes() == (
        tmp_path / "here" / "results.json"
    ).read_bytes()
    decisions = sum(len(record.actions) for record in arena.records())
    assert sum(each.decisions for each in arena.effort.values()) == decisions


OWN = """
import json, sys

class Turned:
    def __init__(self, seed):
        self.asked = seed

    def act(self, view):
        self.asked += 1
        return view.legal[self.asked % len(view.legal)]

if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"id": message["id"], "protocol": 1}), flush=True)
        elif message["type"] == "decide":
            last = message["view"]["legal"][-1]
            print(json.dumps({"id": message["id"], "action": last["action"]}), flush=True)
"""


@pytest.mark.usefixtures("cluster")
def test_players_of_ones_own_leave_the_same_folder_on_threads_and_ray(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    specs = [f"py:{file}:Turned", f"exec:{sys.executable} {file}", "random"]
    ways = {"one": {"threads": 1}, "two": {"threads": 2}, "ray": {"workers": Tasks()}}
    for name, way in ways.items():
        arena = run_arena(GAME, specs, games=12, players=3, out=tmp_path / name, **way)
        write_report(arena, tmp_path / name)
    one, two, ray = (files(tmp_path / name, "**/*") for name in ways)
    assert {"report.html", "report.png", "results.json", "games.csv", "manifest.json"} <= set(one)
    assert one == two == ray


@pytest.mark.usefixtures("cluster")
def test_an_arena_goes_on_under_ray_where_it_was_stopped(tmp_path):
    def stop_early(status):
        if status.done >= 8:
            raise KeyboardInterrupt

    more = {"games": 30, "players": 2, "seed": 3}
    run_arena(GAME, AGENTS, **more, out=tmp_path / "here")
    for workers in (None, Tasks()):
        with pytest.raises(KeyboardInterrupt):
            run_arena(
                GAME, AGENTS, **more, out=tmp_path / "ray", workers=workers, batch=4, progress=stop_early
            )
    seen = []
    run_arena(GAME, AGENTS, **more, out=tmp_path / "ray", workers=Tasks(), progress=seen.append)
    assert files(tmp_path / "ray") == files(tmp_path / "here")


@pytest.mark.usefixtures("cluster")
def test_balance_counts_the_same_on_ray():
    games = list(play_records(GAME, 150, num_players=3, seed=8))
    assert list(played_on(Tasks(), plan_dataset(GAME, ["random"], 150, 3, seed=8))) == games
    assert measure(GAME, games, workers=Tasks()).json() == measure(GAME, games).json()


@pytest.mark.usefixtures("cluster")
def test_an_illegal_choice_is_told_as_without_ray(tmp_path):
    with pytest.raises(IllegalAction, match="the choice of cheat"):
        write_dataset(plan_dataset(GAME, ["cheat"], 8), tmp_path / "data", Tasks())


@pytest.mark.usefixtures("cluster")
@pytest.mark.slow  # actors that are killed begin anew, which takes Ray a while
def test_decisions_of_actors_are_the_same_when_some_are_killed():
    import ray

    batch = Batch(GAME, 40, num_players=3, seed=5)
    actors = Actors()
    agents = {spec: make_agent(spec, GAME) for spec in ("drawn", "slow", "greedy")}
    distant = {spec: Distant(agent, GAME, batch.content, actors) for spec, agent in agents.items()}
    for step in range(4):
        positions = Positions.of_batch(batch, 1)
        for spec, agent in agents.items():
            if spec == "slow" and step in (1, 2):
                killer = threading.Timer(0.005, partial(ray.kill, actors.hands[step % 2], no_restart=False))
                killer.start()
            assert np.array_equal(distant[spec].act(positions), agent.act(positions)), spec
        batch.step(batch.random_actions(step))
    for hand in actors.hands:
        stop(hand)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1:1", "there is no Ray cluster at 127.0.0.1:1"),
        ("nowhere", "expected HOST:PORT, ray://HOST:PORT or auto as Ray's address, got 'nowhere'"),
    ],
)
def test_a_wrong_address_is_refused(monkeypatch, address, expected):
    ray = pytest.importorskip("ray", reason="needs the extra `ray`")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(WorkersError, match=expected), ray_tasks(address):
        pass


def test_a_cluster_that_does_not_start_is_told_in_a_line(monkeypatch):
    ray = pytest.importorskip("ray", reason="needs the extra `ray`")

    def late(**how):
        raise Exception("The current node timed out during startup.\nLook at the logs")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", late)
    with (
        pytest.raises(WorkersError, match=r"^Ray did not start here: .* timed out during startup\.$"),
        ray_tasks(),
    ):
        pass


@pytest.mark.slow
def test_a_dataset_is_the_same_when_a_machine_is_lost(tmp_path, monkeypatch):
    """Two nodes on this machine, one of which is killed in the middle; then another joins."""
    pytest.importorskip("ray", reason="needs the extra `ray`")
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    plan = plan_dataset(GAME, AGENTS, 96, seed=4, shard=4)
    write_dataset(plan, tmp_path / "threads", Threads(2))
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = nodes.add_node(num_cpus=1)

    def told(status):
        if status.games == 16:
            nodes.remove_node(second, allow_graceful=False)
        if status.games == 48:
            nodes.add_node(num_cpus=1)

    try:
        with ray_tasks(nodes.address) as workers:
            assert workers.size == 2
            write_dataset(plan, tmp_path / "ray", workers, told)
        assert files(tmp_path / "ray") == files(tmp_path / "threads")
    finally:
        nodes.shutdown()


@pytest.mark.parametrize("kind", ["py", "exec"])
def test_players_of_ones_own_on_ray(cluster, tmp_path, monkeypatch, kind):
    """The code of a file travels; a program is started by the workers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text(BOT)
    spec = "py:bot.py:Counter" if kind == "py" else f"exec:{sys.executable} {ROOT}/examples/programs/words.py"
    with ray_tasks() as workers:
        for name, helpers in (("here", None), ("ray", workers)):
            run_arena(GAME, [spec, "random"], games=12, players=2, out=tmp_path / name, workers=helpers)
    assert files(tmp_path / "here") == files(tmp_path / "ray")
    here, there = ((tmp_path / name / "results.json").read_bytes() for name in ("here", "ray"))
    assert here == there


BOT = """
class Counter:
    asked = 0

    def act(self, view):
        self.asked += 1
        return view.legal[(self.asked + len(view.events)) % len(view.legal)]
"""
