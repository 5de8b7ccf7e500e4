"""How fast datasets are written and read here, with one worker and with more.

    python -m astrarium.benchmarks.scale star_tycoon --players 2 --games 20000

Workers are threads and, where Ray is installed, the processes of a Ray cluster of this machine; its start is
told apart. Every dataset of the same agents must have the same bytes: it is checked. With Ray, `command` is
what the command itself works for a game, to receive and to write it: a limit, however many workers play.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from astrarium.agents.workers import Threads, Workers, ray_tasks
from astrarium.core import get
from astrarium.data.dataset import Dataset, Plan, Status, plan_dataset, write_dataset
from astrarium.data.export import export
from astrarium.data.reader import Reader

BATCH, BUFFER = 1024, 1 << 14


@contextmanager
def workers_of(kind: str, size: int) -> Iterator[tuple[Workers, float]]:
    """Workers that are ready, and the seconds it took."""
    began = time.perf_counter()
    if kind == "threads":
        yield Threads(size), 0.0
        return
    with ray_tasks(size=size) as workers:
        list(workers.map(_ready, range(4 * size)))
        yield workers, time.perf_counter() - began


def _ready(number: int) -> int:
    time.sleep(0.1)  # so that every process gets one
    return number


def written(plan: Plan, out: Path, workers: Workers) -> tuple[Dataset, float, float]:
    """A dataset, the seconds of its games, without those of compiling, and what this process worked."""
    last: list[Status] = []
    began = time.process_time()
    dataset = write_dataset(plan, out, workers, last.append)
    return dataset, last[-1].seconds, time.process_time() - began


def read(out: Path, **settings: Any) -> tuple[int, float]:
    """Decisions of one pass after another, and its seconds."""
    reader = Reader(out, batch=BATCH, **settings)
    next(iter(reader))
    began = time.perf_counter()
    return sum(len(batch) for batch in reader), time.perf_counter() - began


def loaded(out: Path, workers: int) -> tuple[int, float]:
    """The same through PyTorch's DataLoader."""
    from torch.utils.data import DataLoader

    from astrarium.data.loader import TorchDecisions

    loader = DataLoader(
        TorchDecisions(out, batch=BATCH, shuffle=BUFFER), batch_size=None, num_workers=workers
    )
    began = time.perf_counter()
    return sum(len(batch["action"]) for batch in loader), time.perf_counter() - began


def files(folder: Path) -> list[bytes]:
    """The bytes of a dataset's files."""
    return [path.read_bytes() for path in sorted(folder.glob("records/*"))]


def main() -> None:
    """Measure, and print a table of writing and one of reading."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=20_000, help="of random players")
    parser.add_argument("--agents", default="greedy", help="another agent, for all seats")
    parser.add_argument("--agent-games", type=int, default=200, help="of that agent")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game, console = get(args.game), Console(highlight=False, width=110)
    kinds = ["threads", "ray"] if find_spec("ray") else ["threads"]
    counts = {"random": args.games, args.agents: args.agent_games}
    writing = Table(
        "agents", "workers", "games", "seconds", "games/s", "decisions/s", "start, s", "command, us/game"
    )
    reading = Table("reading", "decisions", "seconds", "decisions/s")
    ways: dict[str, dict[str, Any]] = {
        "in order": {},
        "shuffled": {"shuffle": BUFFER},
        f"shuffled, {max(args.workers)} threads": {"shuffle": BUFFER, "threads": max(args.workers)},
    }
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(console=Console(stderr=True), transient=True) as bar,
    ):
        task = bar.add_task("writing", total=len(kinds) * len(args.workers) * len(counts) + len(ways) + 2)
        expected: dict[str, list[bytes]] = {}
        for kind in kinds:
            for size in args.workers:
                with workers_of(kind, size) as (workers, start):
                    for agents, count in counts.items():
                        plan = plan_dataset(game, [agents], count, args.players, args.seed)
                        out = Path(folder, f"{kind}-{size}-{agents.replace('/', '-')}")
                        dataset, seconds, own = written(plan, out, workers)
                        decisions = sum(
                            int(dataset.columns(k, False).moves.sum()) for k in range(dataset.shards())
                        )
                        if files(out) != expected.setdefault(agents, files(out)):
                            raise SystemExit(f"{size} {kind} wrote other games than {kinds[0]}")
                        writing.add_row(
                            agents, f"{size} {kind}", f"{count:,}", f"{seconds:.2f}",
                            f"{count / seconds:,.0f}", f"{decisions / seconds:,.0f}", f"{start:.1f}",
                            f"{1e6 * own / count:.1f}" if kind == "ray" else "",
                        )  # fmt: skip
                        bar.advance(task)
        out = Path(folder, f"threads-{args.workers[0]}-random")
        for name, settings in ways.items():
            bar.update(task, description="reading", advance=1)
            decisions, seconds = read(out, **settings)
            reading.add_row(name, f"{decisions:,}", f"{seconds:.2f}", f"{decisions / seconds:,.0f}")
        if find_spec("torch"):
            decisions, seconds = loaded(out, max(args.workers))
            reading.add_row(
                f"DataLoader, {max(args.workers)} workers, shuffled", f"{decisions:,}", f"{seconds:.2f}",
                f"{decisions / seconds:,.0f}",
            )  # fmt: skip
        bar.update(task, description="exporting", advance=1)
        small = plan_dataset(game, ["random"], max(1, args.games // 20), args.players, args.seed)
        dataset, *_ = written(small, Path(folder, "small"), Threads(1))
        began = time.perf_counter()
        export(dataset, Path(folder, "flat"))
        seconds = time.perf_counter() - began
        decisions = sum(int(dataset.columns(k, False).moves.sum()) for k in range(dataset.shards()))
        reading.add_row("export to tables", f"{decisions:,}", f"{seconds:.2f}", f"{decisions / seconds:,.0f}")
        size = sum(path.stat().st_size for path in Path(folder, "small").glob("records/*"))
        bar.advance(task)
    console.print(writing, reading)
    console.print(f"{size / small.games:.0f} bytes a game in files of {small.shard} games")


if __name__ == "__main__":
    main()
