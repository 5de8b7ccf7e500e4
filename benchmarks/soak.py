"""A long run with memory watched: datasets are written, checked, read and learnt from, over and over.

    python -m astrarium.benchmarks.soak star_tycoon --minutes 60 --out soak

Writes soak/memory.csv, one line a sample (seconds, MB of this process, MB of its children), and
soak/memory.png; prints a table, and how fast memory at the ends of cycles grew in the second half.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
import psutil
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from astrarium.agents.arena import run_arena
from astrarium.agents.workers import Threads, Workers, ray_tasks
from astrarium.core import Game, get
from astrarium.core.files import atomic
from astrarium.core.svg import Drawing, ticks, to_png
from astrarium.data.dataset import plan_dataset, write_dataset
from astrarium.data.export import export
from astrarium.data.reader import Reader

MB = 1 << 20
ROWS = 12  # of the printed table
WIDTH, HEIGHT, EDGE = 900, 360, 64


@dataclass(frozen=True)
class Sample:
    """Memory at a moment."""

    seconds: float
    own: float  # MB resident
    children: float


class Watch(threading.Thread):
    """Samples the resident memory of this process and of its children."""

    def __init__(self, path: Path, every: float) -> None:
        super().__init__(daemon=True)
        self.path, self.every, self.began = path, every, time.monotonic()
        self.samples: list[Sample] = []
        self._stop_now = threading.Event()

    def run(self) -> None:
        """Until stopped."""
        with self.path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["seconds", "own_mb", "children_mb"])
            while not self._stop_now.wait(self.every):
                sample = self.sample()
                self.samples.append(sample)
                writer.writerow([f"{value:.1f}" for value in astuple(sample)])
                file.flush()

    def sample(self) -> Sample:
        """Memory now."""
        own, children = psutil.Process(), 0
        for child in own.children(recursive=True):
            try:
                children += child.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        return Sample(time.monotonic() - self.began, own.memory_info().rss / MB, children / MB)

    def stop(self) -> None:
        """End sampling."""
        self._stop_now.set()
        self.join()


def growth(ends: list[Sample]) -> float:
    """MB an hour in the second half, by a straight line through this process's memory at the cycles' ends."""
    late = ends[len(ends) // 2 :]
    if len(late) < 3:
        return float("nan")
    seconds, own = np.array([[each.seconds, each.own] for each in late]).T
    return float(np.polyfit(seconds, own, 1)[0] * 3600)


def cycle(game: Game, players: int | None, games: int, folder: Path, number: int, workers: Workers) -> int:
    """One round of everything; the decisions that were played and read."""
    shutil.rmtree(folder, ignore_errors=True)
    for agents in (["random"], ["greedy"]):
        count = games if agents == ["random"] else max(1, games // 100)
        plan = plan_dataset(game, agents, count, players, seed=number)
        dataset = write_dataset(plan, folder / agents[0], workers)
        dataset.check(workers=workers)
    read = sum(len(batch) for batch in Reader(folder / "random", batch=1024, shuffle=1 << 13, seed=number))
    export(dataset, folder / "flat", workers)
    run_arena(game, ["greedy", "random"], 8, players, seed=number, out=folder / "arena")
    return read


@contextmanager
def workers_for(threads: int, ray: bool) -> Iterator[Workers]:
    """Threads, or a Ray cluster of this machine."""
    if ray:
        with ray_tasks(size=threads) as workers:
            yield workers
    else:
        yield Threads(threads)


def picture(samples: list[Sample], title: str) -> str:
    """Memory over time as SVG."""
    d = Drawing(WIDTH, HEIGHT, background="#ffffff")
    d.text(EDGE, 32, title, 16, "#1c2333", bold=True)
    longest = max(each.seconds for each in samples)
    most = 1.1 * max(max(each.own, each.children) for each in samples)

    def at(seconds: float, mb: float) -> tuple[float, float]:
        return (
            EDGE + (WIDTH - 2 * EDGE) * seconds / longest,
            HEIGHT - EDGE + (2 * EDGE - HEIGHT) * mb / most,
        )

    for mb in ticks(0, most):
        (x0, y), (x1, _) = at(0, mb), at(longest, mb)
        d.line(x0, y, x1, y, "#d5dae3")
        d.text(x0 - 8, y + 4, f"{mb:,.0f} MB", 12, "#667085", "end")
    for minutes in ticks(0, longest / 60):
        x, _ = at(60 * minutes, 0)
        d.text(x, HEIGHT - EDGE + 20, f"{minutes:g} min", 12, "#667085", "middle")
    for name, colour in (("own", "#2459b8"), ("children", "#c95c21")):
        d.polyline([at(each.seconds, getattr(each, name)) for each in samples], colour, 2)
    d.text(WIDTH - EDGE, 32, "blue: this process, orange: its children", 12, "#667085", "end")
    return d.svg()


def main() -> None:
    """Run, and say what memory did."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=4000, help="random games a cycle")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--every", type=float, default=5, help="seconds between samples")
    parser.add_argument("--ray", action="store_true", help="on a Ray cluster of this machine")
    parser.add_argument("--out", type=Path, default=Path("soak"))
    args = parser.parse_args()
    game, console = get(args.game), Console(highlight=False)
    args.out.mkdir(parents=True, exist_ok=True)
    watch = Watch(args.out / "memory.csv", args.every)
    watch.start()
    decisions = 0
    ends: list[Sample] = []
    with workers_for(args.threads, args.ray) as workers, Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("soaking", total=round(60 * args.minutes))
        while (seconds := time.monotonic() - watch.began) < 60 * args.minutes:
            decisions += cycle(game, args.players, args.games, args.out / "cycle", len(ends), workers)
            ends.append(watch.sample())
            words = f"soaking, {len(ends)} cycles, {ends[-1].own:,.0f} MB"
            bar.update(task, completed=round(time.monotonic() - watch.began), description=words)
    watch.stop()
    shutil.rmtree(args.out / "cycle", ignore_errors=True)
    if not watch.samples:
        raise SystemExit(f"no sample was taken in {seconds:.0f} seconds: lower --every")
    shown = Table("minutes", "this process, MB", "its children, MB")
    for sample in watch.samples[:: max(1, len(watch.samples) // ROWS)]:
        shown.add_row(f"{sample.seconds / 60:.1f}", f"{sample.own:,.0f}", f"{sample.children:,.0f}")
    console.print(shown)
    minutes = watch.samples[-1].seconds / 60
    console.print(
        f"{len(ends)} cycles, {decisions:,} decisions read, {minutes:.1f} minutes; at the cycles' ends "
        f"{ends[0].own:,.0f} MB first, {ends[-1].own:,.0f} MB last; in the second half "
        f"{growth(ends):+.1f} MB/hour"
    )
    with atomic(args.out / "memory.png") as partial:
        partial.write_bytes(
            to_png(picture(watch.samples, f"{game.title}: memory over {minutes:.0f} minutes"))
        )
    console.print(f"picture  {args.out / 'memory.png'}")


if __name__ == "__main__":
    main()
