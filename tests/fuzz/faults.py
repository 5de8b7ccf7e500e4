"""Faults while games are played and written: what comes out has the same bytes, or is refused clearly.

    python -m tests.fuzz.faults 1000 --seed 1      # 1,000 disturbed runs, numbered from 1
    python -m tests.fuzz.faults 1 --seed 407       # run 407 again

A run is `astrarium selfplay` or `astrarium arena` of the toy game, disturbed one to three times, then given
again without a fault. The faults: killed at a random time; a disk on which files stay small (RLIMIT_FSIZE);
a file cut off (a torn write); a file with some bytes changed. After kills and full disks the last command
must succeed. After a damaged file it may refuse, with one line that says why, no traceback and no signal;
if it succeeds, all steady files must be those of an undisturbed run. The number of a run decides all but
where exactly a kill finds the process.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track

from astrarium.agents import arena, folder
from astrarium.cli import main as astrarium
from astrarium.core import drivers
from tests.toy import GAME

COMMANDS = {
    "selfplay": "selfplay toy --games 96 --agents random --seed 5 --threads 1",
    "selfplay greedy": "selfplay toy --players 2 --games 48 --agents greedy,random --seed 6 --threads 1",
    "arena": "arena toy --players 2 --games 60 --agents greedy,random --seed 7 --threads 1",
}
STEADY = ("manifest.json", "results.json", "games.csv", "records/*")  # files without times in them
DAMAGE = ("cut", "changed")
PATIENCE = 120.0  # seconds for one command


@dataclass
class Ended:
    """How a command ended."""

    code: int  # of the process; negative: the signal that ended it
    text: str  # what it wrote

    @property
    def refused(self) -> bool:
        """Whether it said in a line why it does not go on."""
        return self.code == 2 and "astrarium: " in self.text and "Traceback" not in self.text


class Fault(Exception):
    """What must not happen; the message says what did."""


def launch(command: str, out: Path, most: int | None = None) -> tuple[int, int]:
    """Begin a command in a child of this process, where files grow to `most` bytes; its id and its words."""
    words, written = os.pipe()  # no file: that would be full as well
    child = os.fork()
    if child:
        os.close(written)
        return child, words
    os.dup2(written, 1)
    os.dup2(written, 2)
    if most is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    code = 1
    try:
        astrarium([*command.split(), "--out", str(out)])
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def finish(started: tuple[int, int], kill_after: float | None = None) -> Ended:
    """Wait for a child; it is killed after so many seconds, if it has not ended before."""
    child, words = started
    limit = time.monotonic() + (PATIENCE if kill_after is None else kill_after)
    status = hung = None
    with os.fdopen(words, errors="replace") as told:
        while status is None:
            if time.monotonic() > limit:
                os.kill(child, signal.SIGKILL)
                hung, limit = kill_after is None, time.monotonic() + PATIENCE
            ended, found = os.waitpid(child, os.WNOHANG)
            status = found if ended else None
            time.sleep(0.001)
        text = told.read()
    if hung:
        raise Fault(f"it hangs: {text[-500:]}")
    return Ended(os.waitstatus_to_exitcode(status), text)


def steady(out: Path) -> dict[str, bytes]:
    """The files that are to be the same."""
    found = sorted(path for pattern in STEADY for path in out.glob(pattern) if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in found}


def damage(out: Path, how: str, rng: random.Random) -> str:
    """Cut off or change one of the files of a run; its name, empty if there is none yet."""
    found = sorted(path for path in out.rglob("*") if path.is_file() and path.stat().st_size)
    if not found:
        return ""
    path = rng.choice(found)
    content = bytearray(path.read_bytes())
    if how == "cut":
        content = content[: rng.randrange(len(content))]
    else:
        for _ in range(rng.choice([1, 1, 4])):
            content[rng.randrange(len(content))] ^= rng.randrange(1, 256)
    path.write_bytes(content)
    return path.relative_to(out).as_posix()


class Injector:
    """Undisturbed runs of all commands, and what they took; then disturbed ones."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.whole, self.took = {}, {}
        for name, command in COMMANDS.items():
            out, began = place / name.replace(" ", "-"), time.monotonic()
            ended = finish(launch(command, out))
            if ended.code:
                raise Fault(f"{name} fails without any fault: {ended.text}")
            self.whole[name], self.took[name] = steady(out), time.monotonic() - began

    def run(self, number: int) -> str:
        """One disturbed run; what was done and how it ended."""
        rng = random.Random(number)
        name = rng.choice(list(COMMANDS))
        out = self.place / "disturbed"
        shutil.rmtree(out, ignore_errors=True)
        done = []
        for _ in range(rng.choice([1, 1, 2, 3])):
            done.append(self.disturb(name, out, rng))
        story = f"run {number}, {name}: {', '.join(done)}"
        ended = finish(launch(COMMANDS[name], out))
        if ended.code == 0:
            found, expected = steady(out), self.whole[name]
            if found != expected:
                wrong = sorted(k for k in {*found, *expected} if found.get(k) != expected.get(k))
                raise Fault(f"{story}: ended well with other bytes in {', '.join(wrong)}")
            return "same bytes"
        if not ended.refused:
            raise Fault(f"{story}: ended with {ended.code}: {ended.text[-1500:]}")
        if not any(each.startswith(DAMAGE) for each in done):
            raise Fault(f"{story}: refused though no file was damaged: {ended.text[-500:]}")
        return "refused"

    def disturb(self, name: str, out: Path, rng: random.Random) -> str:
        """Do one thing to a run; its name."""
        kind = rng.choice(["killed", "full disk", *DAMAGE])
        command, moment = COMMANDS[name], rng.uniform(0, 1.1) * self.took[name]
        if kind == "full disk":
            most = rng.choice([0, 100, 1000, 3000, rng.randrange(20_000)])
            ended = finish(launch(command, out, most))
            if ended.code and not ended.refused:
                raise Fault(f"{name}, files of at most {most} bytes: {ended.code}: {ended.text[-1500:]}")
            return f"{kind} ({most})"
        ended = finish(launch(command, out), kill_after=moment)
        if ended.code not in (0, -signal.SIGKILL) and not ended.refused:
            raise Fault(f"{name}: {ended.code}: {ended.text[-1500:]}")
        if kind == "killed":
            return kind
        return f"{kind} ({damage(out, kind, rng)})"


def main() -> int:
    """The exit code is 1 if a run failed; each that did is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("runs", type=int)
    parser.add_argument("--seed", type=int, default=1, help="the number of the first run")
    args = parser.parse_args()
    folder.SHARD, arena.NOTE_EVERY = 16, 0.0  # many files, many notes
    GAME.compile([drivers.reset, drivers.random_play, drivers.score_one])
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        injector = Injector(Path(place))
        numbers = range(args.seed, args.seed + args.runs)
        for number in track(numbers, "disturbed runs", console=Console(stderr=True), transient=True):
            try:
                ends[injector.run(number)] += 1
            except Fault as fault:
                ends["FAILED"] += 1
                print(fault, flush=True)
    print(", ".join(f"{times:,} {end}" for end, times in sorted(ends.items())))
    return bool(ends["FAILED"])


if __name__ == "__main__":
    sys.exit(main())
