"""Where work is done: on threads of this process, or by the processes of a Ray cluster.

    with ray_tasks() as workers:
        for item, result in workers.map(task, items):
            ...

All offer the same `map`. A task depends on nothing but its item, so neither the kind of workers, nor their
number, nor the loss of some changes a result.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.records import engine_version

from .base import Agent, Positions

AHEAD = 2  # tasks a worker has been given: one that it does, one that waits
RETRIES = 20  # of a task whose process or machine was lost
PAUSE = 0.2  # seconds before an actor that could not be reached is asked again
LOCAL = "local"  # in an address's place: a cluster of this machine alone, for this run
AUTO = "auto"  # the cluster that this machine is a part of


class WorkersError(RuntimeError):
    """Workers that cannot be had, or were lost too often; the message says why."""


class Stopped(Exception):
    """The task is not wanted any more."""


class Workers(Protocol):
    """Somebody who does tasks, `size` of them at a time."""

    @property
    def size(self) -> int:
        """How many tasks are done at a time."""
        ...

    def map(
        self, task: Callable[[Any], Any], items: Iterable[Any], ordered: bool = False
    ) -> Iterator[tuple[Any, Any]]:
        """Items with their results, as they are done or in the order of the items; an error ends it."""
        ...


# ---- threads --------------------------------------------------------------------------------------

_here = threading.local()


def check_wanted() -> None:
    """For long tasks, now and then: end the task if nobody waits for it any more."""
    stop = getattr(_here, "stop", None)
    if stop is not None and stop.is_set():
        raise Stopped


class Threads:
    """Threads of this process; one alone is the caller's."""

    def __init__(self, size: int = 1) -> None:
        self.size = size

    def map(
        self, task: Callable[[Any], Any], items: Iterable[Any], ordered: bool = False
    ) -> Iterator[tuple[Any, Any]]:
        """Items with their results, as they are done or in the order of the items."""
        if self.size == 1:
            for item in items:
                yield item, task(item)
            return
        stop = threading.Event()

        def run(item: Any) -> Any:
            _here.stop = stop
            return task(item)

        source = iter(items)
        with ThreadPoolExecutor(self.size) as pool:
            given: dict[Future[Any], Any] = {}
            try:
                while True:
                    for item in islice(source, AHEAD * self.size - len(given)):
                        given[pool.submit(run, item)] = item
                    if not given:
                        return
                    first = next(iter(given))
                    done = [first] if ordered else list(wait(given, return_when=FIRST_COMPLETED).done)
                    for job in done:
                        result = job.result()
                        yield given.pop(job), result
            finally:
                stop.set()
                for job in given:
                    job.cancel()


# ---- Ray ------------------------------------------------------------------------------------------


class _Ray:
    """What Ray's tasks and actors share: the task travels once, and is unpacked once in every process."""

    _task: Callable[[Any], Any] | None = None  # of the last call of `map`, and its packed form
    _packed: tuple[str, Any]

    @property
    def size(self) -> int:
        """The processors that the cluster has now; it may grow and shrink."""
        import ray

        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def _submit(self, key: str, packed: Any, item: bytes) -> Any:
        raise NotImplementedError

    def _ended(self, job: Any) -> None:
        """A job has been answered."""

    def map(
        self, task: Callable[[Any], Any], items: Iterable[Any], ordered: bool = False
    ) -> Iterator[tuple[Any, Any]]:
        """Items with their results, as they are done or in the order of the items."""
        import ray
        from ray import cloudpickle

        if task is not self._task:
            # Packed by ourselves: arrays that Ray unpacks are read-only, and kernels write into some of them.
            text = cloudpickle.dumps((engine_version(), task))
            self._task, self._packed = task, (blake2b(text, digest_size=8).hexdigest(), ray.put(text))
        key, packed = self._packed
        source = iter(items)
        given: dict[Any, Any] = {}
        try:
            while True:
                # A cluster that has lost a machine may have more than enough to do.
                for item in islice(source, max(0, AHEAD * self.size - len(given))):
                    given[self._submit(key, packed, cloudpickle.dumps(item))] = item
                if not given:
                    return
                order = list(given)
                done = order[:1] if ordered else ray.wait(order, num_returns=1)[0]
                for job in done:
                    result = self._settled(job, key, packed, given[job])
                    self._ended(job)
                    yield given.pop(job), result
        finally:
            for job in given:
                self._ended(job)
                if ray.is_initialized():
                    self._cancel(job)

    def _settled(self, job: Any, key: str, packed: Any, item: Any) -> Any:
        """The result of a job."""
        return _result(job)

    def _cancel(self, job: Any) -> None:
        import ray

        ray.cancel(job, force=True)


class Tasks(_Ray):
    """Ray tasks: any process of the cluster does any of them, and does it again where one was lost."""

    def __init__(self) -> None:
        import ray

        self._run = ray.remote(num_cpus=1, max_retries=RETRIES)(_unpack_and_run)

    def _submit(self, key: str, packed: Any, item: bytes) -> Any:
        return self._run.remote(key, packed, item)


class Actors(_Ray):
    """Ray actors: processes that stay from one call of `map` to the next, and begin anew when lost."""

    def __init__(self, size: int | None = None) -> None:
        import ray

        kind: Any = ray.remote(num_cpus=1, max_restarts=RETRIES, max_task_retries=RETRIES)(_Hand)
        self.hands: list[Any] = [kind.remote() for _ in range(size or super().size)]
        self._busy: dict[Any, int] = {}  # by job: which hand has it

    @property
    def size(self) -> int:
        """The number of actors."""
        return len(self.hands)

    def _submit(self, key: str, packed: Any, item: bytes) -> Any:
        load = np.bincount(list(self._busy.values()), minlength=self.size)
        hand = int(np.argmin(load))
        job = self.hands[hand].run.remote(key, packed, item)
        self._busy[job] = hand
        return job

    def _ended(self, job: Any) -> None:
        self._busy.pop(job, None)

    def _settled(self, job: Any, key: str, packed: Any, item: Any) -> Any:
        """The result of a job, which is given out again when its actor cannot be reached for a moment."""
        from ray import cloudpickle, exceptions

        for _ in range(RETRIES):
            try:
                result = _result(job, exceptions.ActorUnavailableError)
                self._ended(job)
                return result
            except exceptions.ActorUnavailableError:
                self._ended(job)
                time.sleep(PAUSE)
                job = self._submit(key, packed, cloudpickle.dumps(item))
        return _result(job)

    def _cancel(self, job: Any) -> None:
        import ray

        ray.cancel(job)  # an actor's task cannot be forced, and the actor is to stay


class _Hand:
    def run(self, key: str, packed: bytes, item: bytes) -> Any:
        """Do a task for an item."""
        return _unpack_and_run(key, packed, item)


_unpacked: dict[str, Callable[[Any], Any]] = {}  # in a process of the cluster: its last few tasks
MOST_UNPACKED = 8


def _unpack_and_run(key: str, packed: bytes, item: bytes) -> Any:
    from ray import cloudpickle

    if key not in _unpacked:
        if len(_unpacked) >= MOST_UNPACKED:
            _unpacked.clear()
        version, _unpacked[key] = cloudpickle.loads(packed)
        if version != engine_version():
            raise WorkersError(f"a machine of the cluster has astrarium {engine_version()}, not {version}")
    return _unpacked[key](cloudpickle.loads(item))


def _result(job: Any, *told: type[Exception]) -> Any:
    """What a job made; what went wrong in it is raised here, and that its worker was lost, unless `told`."""
    import ray
    from ray import exceptions

    try:
        return ray.get(job)
    except told:
        raise
    except exceptions.RayTaskError as error:
        raise error.cause from None
    except exceptions.RayError as error:
        raise WorkersError(
            f"a task was given up after {RETRIES} lost processes: {str(error).splitlines()[0]}"
        ) from None


@contextmanager
def ray_cluster(address: str | None = None, size: int | None = None) -> Iterator[None]:
    """A connection to the Ray cluster at an address; without one, to a new one of `size` workers here.

    The connection, and with it such a cluster, ends with the block. Where there is one already, it is used.
    """
    if find_spec("ray") is None:
        raise WorkersError("Ray is not installed: pip install 'astrarium[ray]'")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    import ray

    if ray.is_initialized():
        yield
        return
    if address not in (None, LOCAL, AUTO):
        _knock(str(address))
    how: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
    if address in (None, LOCAL):
        how |= {"address": LOCAL, "num_cpus": size, "include_dashboard": False}
    else:
        how["address"] = address
    try:
        ray.init(**how)
    except Exception as error:  # a cluster that does not start in time says so by a plain one
        what = (
            "Ray did not start here" if address in (None, LOCAL) else f"there is no Ray cluster at {address}"
        )
        raise WorkersError(f"{what}: {(str(error) or type(error).__name__).splitlines()[0]}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Refuse an address where nobody answers: Ray itself would go on asking."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise WorkersError(f"expected HOST:PORT, ray://HOST:PORT or {AUTO} as Ray's address, got {address!r}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise WorkersError(f"there is no Ray cluster at {address}: {error}") from None


@contextmanager
def ray_tasks(address: str | None = None, size: int | None = None) -> Iterator[Tasks]:
    """The tasks of a cluster (see `ray_cluster`)."""
    with ray_cluster(address, size):
        yield Tasks()


@contextmanager
def ray_actors(address: str | None = None, size: int | None = None) -> Iterator[Actors]:
    """The actors of a cluster, one a processor (see `ray_cluster`)."""
    with ray_cluster(address, size):
        yield Actors()


# ---- agents ---------------------------------------------------------------------------------------


class Distant:
    """An agent whose decisions are made by workers: the same ones, since positions are decided one by one."""

    def __init__(self, agent: Agent, game: Game, content: Content, workers: Workers) -> None:
        self.spec, self._workers, self._task = agent.spec, workers, _Act(agent, game, content)

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        parts = np.array_split(np.arange(len(positions)), min(self._workers.size, len(positions)))
        columns = (positions.states, positions.mask, positions.seat, positions.keys)
        items = [[column[part] for column in columns] for part in parts]
        return np.concatenate([actions for _, actions in self._workers.map(self._task, items, ordered=True)])


@dataclass(frozen=True, eq=False)
class _Act:
    agent: Agent
    game: Game
    content: Content

    def __call__(self, columns: list[np.ndarray]) -> np.ndarray:
        states, mask, seat, keys = columns
        return self.agent.act(Positions(self.game, self.content, states, mask, seat, keys, sound=True))


def chunks(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Lists of so many items, the last one shorter."""
    source = iter(items)
    while chunk := list(islice(source, size)):
        yield chunk
