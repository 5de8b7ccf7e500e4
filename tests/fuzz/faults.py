"""Faults while games are played, learnt from and written: what comes out is the same, or is refused clearly.

    python -m tests.fuzz.faults 1000 --seed 1                # 1,000 disturbed runs, numbered from 1
    python -m tests.fuzz.faults 1 --seed 407                 # run 407 again
    python -m tests.fuzz.faults 20 --seed 1 --only train     # of one command alone

A run is a command of the toy game, disturbed one to three times, then given again without a fault. The
faults: killed at a random time; a disk on which files stay small (RLIMIT_FSIZE); a slow disk, and killed; a
file cut off (a torn write); a file with some bytes changed; with Ray, a worker that is killed while the
command goes on. After a kill, a full disk or a lost worker the last command must succeed. After a damaged
file it may refuse, with one line that says why, no traceback and no signal; if it succeeds, all steady files
must be those of an undisturbed run, or say the same. A `serve` is visited by somebody who plays a game move
by move: what was answered before a kill is still there after it, and the record of the whole game is the
same. The number of a run decides all but where exactly a kill finds the process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from rich.console import Console
from rich.progress import track

from astrarium.agents import arena, folder
from astrarium.cli import main as astrarium
from astrarium.core import drivers
from astrarium.core.records import read_parquet
from tests.process import ROOT
from tests.toy import GAME

SELFPLAY = "selfplay toy --games 96 --agents random --seed 5 --threads 1"
SMALL = "tables=8 rollout=8 batch=32 epochs=1 hidden=16,8 sample=200 imitate=0 freeze_every=32 " + (
    "evaluation_games=2 test_games=4 final_games=2"
)
COMMANDS = {
    "selfplay": SELFPLAY,
    "greedy": "selfplay toy --players 2 --games 48 --agents greedy,random --seed 6 --threads 1",
    "arena": "arena toy --players 2 --games 60 --agents greedy,random --seed 7 --threads 1",
    "train": "train toy --players 2 --steps 64 --seed 3 --threads 1 "
    + " ".join(f"--setting {each}" for each in SMALL.split()),
    "ray": f"{SELFPLAY} --ray local",
    "serve": "serve --no-open --port 0 --threads 1 --keep",
}
SHARES = {"selfplay": 14, "greedy": 10, "arena": 14, "serve": 8, "train": 3, "ray": 1}  # of the runs
STEADY = (  # files without times in them; of networks the arrays
    "manifest.json", "results.json", "games.csv", "records/*", "best.safetensors", "last.safetensors",
    "toy-*.jsonl",
)  # fmt: skip
DAMAGE = ("cut", "changed")
PATIENCE = 300.0  # seconds for one command
DELAY = 0.02  # seconds, at most, that a slow disk takes for a file


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


def words_of(name: str, out: Path) -> list[str]:
    """The command as somebody would give it now: a training that has begun goes on."""
    resumed = ["--resume"] if name == "train" and (out / "plan.json").exists() else []
    to = [] if name == "serve" else ["--out"]
    return [*COMMANDS[name].split(), *resumed, *to, str(out)]


def launch(words: Sequence[str], most: int | None = None, slow: bool = False) -> tuple[int, int]:
    """Begin a command in a child of this process, where files grow to `most` bytes; its id and its words."""
    told, written = os.pipe()  # no file: that would be full as well
    child = os.fork()
    if child:
        os.close(written)
        return child, told
    os.setpgid(0, 0)
    os.dup2(written, 1)
    os.dup2(written, 2)
    if most is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    if slow:
        slow_down()
    code = 1
    try:
        astrarium(list(words))
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def slow_down() -> None:
    """Let this process wait before a file is synced or gets its name."""

    def waiting(at_once: Any) -> Any:
        def late(*given: Any, **named: Any) -> Any:
            time.sleep(random.uniform(0, DELAY))
            return at_once(*given, **named)

        return late

    for name in ("fsync", "replace", "rename"):
        setattr(os, name, waiting(getattr(os, name)))


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
    """The files that are to be the same; the name of a served game is drawn anew each time."""
    found = sorted(path for pattern in STEADY for path in out.glob(pattern) if path.is_file())
    return {
        re.sub(r"^toy-.*", "toy.jsonl", path.relative_to(out).as_posix()): content_of(path) for path in found
    }


def content_of(path: Path) -> bytes:
    """The bytes of a file; of a network those after the header, which tells of times and commands."""
    content = path.read_bytes()
    return content[8 + int.from_bytes(content[:8], "little") :] if path.suffix == ".safetensors" else content


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


def same_content(out: Path, whole: Path, file: str) -> bool:
    """Whether a file says what that of an undisturbed run does, perhaps without its last line end."""
    if file.endswith(".parquet"):
        return list(read_parquet(out / file)) == list(read_parquet(whole / file))
    return file.endswith(".json") and (out / file).read_text() == (whole / file).read_text().rstrip()


# A served page


class Gone(Exception):
    """The server does not answer any more."""


class Visitor:
    """Somebody who plays both seats of a game on a served page, always with the first move that is shown."""

    def __init__(self, told: int) -> None:
        self.text = b""
        while not (found := re.search(rb"(http://127\.0\.0\.1:\d+)(/open/[\w-]{20,})", self.text)):
            part = os.read(told, 4096)
            if not part:
                raise Gone
            self.text += part
        self.address = found[1].decode()
        self.opener = build_opener(HTTPCookieProcessor())
        self.ask(found[2].decode(), plain=True)

    def ask(self, path: str, body: Any = None, plain: bool = False) -> Any:
        """The answer to a question, or to a JSON body."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.address}{path}", data, {"content-type": "application/json"})
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return answer.read() if plain else json.load(answer)
        except (OSError, HTTPException, ValueError) as error:
            if getattr(error, "code", 0) >= 400:
                raise Fault(f"{path} is answered with {error}") from None
            raise Gone from None

    def sit_down(self) -> dict[str, Any]:
        """The game that goes on, or a new one."""
        running = self.ask("/api/games")
        wish = {"game": "toy", "players": 2, "seats": ["person", "person"], "seed": "8"}
        game = running[0] if running else self.ask("/api/games", wish)
        return self.ready(self.ask(f"/api/games/{game['id']}"))

    def ready(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The game when it waits for a move."""
        while facts["status"] in ("preparing", "agent"):
            facts = self.ask(f"/api/games/{facts['id']}?after={facts['moves']}&status={facts['status']}")
        return facts

    def move(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The game after one more move."""
        game = f"/api/games/{facts['id']}"
        shown = self.ask(f"{game}/moves?view={facts['seat']}")["groups"]
        body = {"actions": [shown[0]["moves"][0]["action"]], "after": facts["moves"]}
        return self.ready(self.ask(f"{game}/move", body))


@contextmanager
def served(out: Path, most: int | None = None, slow: bool = False) -> Iterator[tuple[int, int]]:
    """A server that is stopped in the end, if it still runs."""
    child, told = launch(words_of("serve", out), most, slow)
    try:
        yield child, told
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGINT)
        ended = finish((child, told))
        if ended.code not in (0, 130, -signal.SIGKILL) or "Traceback" in ended.text:
            raise Fault(f"serve ended with {ended.code}: {ended.text[-1500:]}")


def play_served(
    out: Path, kill_after: float | None = None, most: int | None = None, slow: bool = False
) -> tuple[int | None, int]:
    """Play on until the game is over or the server is killed: moves found at first, and those answered."""
    found, made = None, 0
    with served(out, most, slow) as (child, told), suppress(Gone):
        visitor = Visitor(told)
        facts = visitor.sit_down()
        found = made = facts["moves"]
        kill = threading.Timer(kill_after or 0, os.kill, (child, signal.SIGKILL))
        if kill_after is not None:
            kill.start()
        try:
            while facts["status"] != "over":
                facts = visitor.move(facts)
                made = facts["moves"]
        finally:
            kill.cancel()
    return found, made


# Ray


def workers_of(child: int) -> list[int]:
    """The ids of the Ray workers that a child of this process has started."""
    parents, names = {}, {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            number = int(entry.name)
            parents[number] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            names[number] = (entry / "cmdline").read_bytes()

    def ours(number: int) -> bool:
        while number in parents and number != child:
            number = parents[number]
        return number == child

    return sorted(number for number, name in names.items() if name.startswith(b"ray::") and ours(number))


def lose_worker(child: int, after: float, rng: random.Random) -> None:
    """Kill one of the workers, so long after there were some."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not workers_of(child):
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return
        time.sleep(0.02)
    time.sleep(after)
    found = workers_of(child)
    if found:
        with suppress(ProcessLookupError):
            os.kill(rng.choice(found), signal.SIGKILL)


class Injector:
    """Undisturbed runs of the commands, and what they took; then disturbed ones."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.whole: dict[str, dict[str, bytes]] = {}
        self.took: dict[str, float] = {}

    def prepare(self, name: str) -> None:
        """Run a command undisturbed, once."""
        if name in self.whole:
            return
        out, began = self.place / name, time.monotonic()
        if name == "serve":
            play_served(out)
        else:
            ended = finish(launch(words_of(name, out)))
            if ended.code:
                raise Fault(f"{name} fails without any fault: {ended.text}")
        self.whole[name], self.took[name] = steady(out), time.monotonic() - began
        if not self.whole[name]:
            raise Fault(f"{name} leaves no files to compare")

    def run(self, number: int, only: str | None = None) -> str:
        """One disturbed run; how it ended."""
        rng = random.Random(number)
        name = rng.choices(list(SHARES), list(SHARES.values()))[0]
        name = only or name
        self.prepare(name)
        out = self.place / "disturbed"
        shutil.rmtree(out, ignore_errors=True)
        times = rng.choice([1, 1, 2, 3])
        if name == "ray":
            done = [self.lose_workers(out, times, rng)]
        elif name == "serve":
            done = self.disturb_served(out, times, rng)
        else:
            done = [self.disturb(name, out, rng) for _ in range(times)]
        story = f"run {number}, {name}: {', '.join(done)}"
        if name == "serve":
            return self.end_served(out, story)
        ended = finish(launch(words_of(name, out)))
        if ended.code == 0:
            return self.compare(name, out, story)
        if not ended.refused:
            raise Fault(f"{story}: ended with {ended.code}: {ended.text[-1500:]}")
        if not any(each.startswith(DAMAGE) for each in done):
            raise Fault(f"{story}: refused though no file was damaged: {ended.text[-500:]}")
        return "refused"

    def compare(self, name: str, out: Path, story: str) -> str:
        """Whether all steady files are those of an undisturbed run.

        Of a damaged one the content must be: what Parquet says of its writer is in no checksum.
        """
        found, expected = steady(out), self.whole[name]
        wrong = sorted(k for k in {*found, *expected} if found.get(k) != expected.get(k))
        if not wrong:
            return "same bytes"
        damaged = {file for file in wrong if any(f"{kind} ({file})" in story for kind in DAMAGE)}
        if damaged != {*wrong} or not all(same_content(out, self.place / name, file) for file in wrong):
            raise Fault(f"{story}: ended well with other bytes in {', '.join(wrong)}")
        return "same content"

    def disturb(self, name: str, out: Path, rng: random.Random) -> str:
        """Do one thing to a run; its name."""
        kind = rng.choice(["killed", "full disk", "slow disk", *DAMAGE])
        words, moment = words_of(name, out), rng.uniform(0, 1.1) * self.took[name]
        if kind == "full disk":
            most = rng.choice([0, 100, 1000, 3000, rng.randrange(20_000)])
            ended = finish(launch(words, most))
            if ended.code and not ended.refused:
                raise Fault(f"{name}, files of at most {most} bytes: {ended.code}: {ended.text[-1500:]}")
            return f"{kind} ({most})"
        ended = finish(launch(words, slow=kind == "slow disk"), kill_after=moment)
        if ended.code not in (0, -signal.SIGKILL) and not ended.refused:
            raise Fault(f"{name}: {ended.code}: {ended.text[-1500:]}")
        if kind in DAMAGE:
            return f"{kind} ({damage(out, kind, rng)})"
        return kind

    def lose_workers(self, out: Path, times: int, rng: random.Random) -> str:
        """Kill workers while the command goes on, which has to end as if nothing had been."""
        child, told = launch(words_of("ray", out))
        for _ in range(times):
            lose_worker(child, rng.uniform(0, 0.5), rng)
        ended = finish((child, told))
        if ended.code:
            raise Fault(f"ray, with lost workers: {ended.code}: {ended.text[-1500:]}")
        return f"lost workers ({times})"

    def disturb_served(self, out: Path, times: int, rng: random.Random) -> list[str]:
        """Kill a server again and again while somebody plays; the file of the game is damaged in between."""
        done: list[str] = []
        known = 0
        for _ in range(times):
            kind = rng.choice(["killed", "full disk", "slow disk", *DAMAGE])
            most = rng.choice([0, 100, 1000]) if kind == "full disk" else None
            moment = rng.uniform(0, 0.6) * self.took["serve"]
            found, made = play_served(out, moment, most, kind == "slow disk")
            if found is not None and found < known:
                raise Fault(f"serve: {', '.join(done)}: {known} moves were answered, {found} are there")
            done.append(kind)
            if list(out.glob("toy-*.jsonl")):
                break
            known = made if kind in ("killed", "slow disk") else 0
            if kind in DAMAGE:
                damage(out, kind, rng)
        return done

    def end_served(self, out: Path, story: str) -> str:
        """Play the game to its end; one whose file was damaged is given up, and another begins."""
        if not list(out.glob("toy-*.jsonl")):
            play_served(out)
        return self.compare("serve", out, story)


def main() -> int:
    """The exit code is 1 if a run failed; each that did is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("runs", type=int)
    parser.add_argument("--seed", type=int, default=1, help="the number of the first run")
    parser.add_argument("--only", choices=COMMANDS, help="runs of this command alone")
    args = parser.parse_args()
    folder.SHARD, arena.NOTE_EVERY = 16, 0.0  # many files, many notes
    os.environ["PYTHONPATH"] = str(ROOT)  # for Ray's workers
    GAME.compile([drivers.reset, drivers.random_play, drivers.score_one])
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        injector = Injector(Path(place))
        numbers = range(args.seed, args.seed + args.runs)
        for number in track(numbers, "disturbed runs", console=Console(stderr=True), transient=True):
            try:
                ends[injector.run(number, args.only)] += 1
            except Exception as error:
                ends["FAILED"] += 1
                told = str(error) if isinstance(error, Fault) else traceback.format_exc()
                print(f"run {number} failed: {told}", flush=True)
    print(", ".join(f"{times:,} {end}" for end, times in sorted(ends.items())))
    return bool(ends["FAILED"])


if __name__ == "__main__":
    sys.exit(main())
