"""Taking the figures: an environment a peer, a process a measurement, all on one core, kept line by line."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
import venv
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from ..calibration import calibrate
from .subjects import OURS, PEERS, Subject

HERE = Path(__file__).parent
# One core is given to all: libraries that start a thread a core would only get in their own way.
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
}


class PeerError(RuntimeError):
    """A peer that could not be installed or did not play; the message says what it printed."""


@dataclass(frozen=True)
class Figures:
    """One measurement. Times are of the processor, but `wall_seconds`; bytes are the process's highest."""

    peer: str
    game: str
    way: str
    round: int
    asked_seconds: float
    version: str
    import_seconds: float
    first_seconds: float
    decisions: int
    games: int
    seconds: float
    wall_seconds: float
    memory: int
    facts: dict[str, Any]
    calibration: tuple[float, float]

    @property
    def subject(self) -> Subject:
        """What was measured."""
        return Subject(self.peer, self.game, self.way)

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


def environment(peer: str, folder: Path) -> Path:
    """The interpreter of a peer's own environment, made when it is missing or its list has changed."""
    if peer == OURS:
        return Path(sys.executable)
    wanted = HERE / "requirements" / f"{peer}.txt"
    home, python = folder / peer, folder / peer / "bin" / "python"
    digest = hashlib.sha256(wanted.read_bytes()).hexdigest()
    stamp = home / "installed"
    if not stamp.is_file() or stamp.read_text() != digest:
        venv.create(home, clear=True, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--requirement", str(wanted)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise PeerError(f"{PEERS[peer].title} does not install here: {last_lines(done.stderr)}")
        stamp.write_text(digest)
    return python


def pin(core: int) -> None:
    """This process and those it starts on one core."""
    allowed = os.sched_getaffinity(0)
    if core not in allowed:
        raise ValueError(f"core {core} is not one of this process's cores: {sorted(allowed)}")
    os.sched_setaffinity(0, {core})


def measure(subject: Subject, python: Path, turn: int, seconds: float, timeout: float) -> Figures:
    """One measurement in a process of its own, with the calibration loop before and after it."""
    peer = PEERS[subject.peer]
    command = [str(python), str(HERE / "worker.py"), peer.adapter, subject.game, subject.way, str(seconds)]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | ONE_THREAD,
    )
    watch = threading.Timer(timeout, process.kill)
    watch.start()
    errors: list[str] = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))  # type: ignore[union-attr]
    reader.start()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        begun = said(process.stdout)
        before = calibrate()
        if begun is not None:
            process.stdin.write("go\n")
            process.stdin.flush()
        ended = said(process.stdout)
        process.wait()  # so that the core is free again
        after = calibrate()
    finally:
        watch.cancel()
        process.kill()
        process.wait()
        reader.join()
    if begun is None or ended is None:
        what = last_lines(errors[0]) or f"nothing within {timeout:g} seconds"
        raise PeerError(f"{subject} was not measured: {what}")
    return Figures(
        **asdict(subject), round=turn, asked_seconds=seconds, **begun, **ended, calibration=(before, after)
    )


def said(stream: IO[str]) -> dict[str, Any] | None:
    """The worker's next line; what libraries print is passed over."""
    for line in stream:
        if line.startswith("@"):
            return json.loads(line[1:])
    return None


def last_lines(text: str) -> str:
    """The end of an error message."""
    return " / ".join(line.strip() for line in text.strip().splitlines()[-3:])


def read_results(path: Path) -> list[Figures]:
    """The measurements of a file; a line cut off by a crash is left out."""
    found: list[Figures] = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                found.append(Figures(**json.loads(line)))
            except (json.JSONDecodeError, TypeError):
                continue
    return found


def take(
    chosen: list[Subject],
    rounds: int,
    seconds: float,
    path: Path,
    environments: Path,
    timeout: float = 900,
    failed: Callable[[str], None] = print,
) -> Iterator[tuple[Subject, bool]]:
    """Measure each subject once a round and add a line to the file; what the file has is not measured again.

    Yields each subject when it is about to be measured (False) and when it is done (True).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")  # behind a line that was cut off
    done = {(each.subject, each.round, each.asked_seconds) for each in read_results(path)}
    left_out: set[str | Subject] = set()
    for turn in range(rounds):
        for subject in chosen:
            if (subject, turn, seconds) not in done and not left_out & {subject, subject.peer}:
                yield subject, False
                try:
                    python = environment(subject.peer, environments)
                except PeerError as error:
                    left_out.add(subject.peer)
                    failed(str(error))
                else:
                    try:
                        figures = measure(subject, python, turn, seconds, timeout)
                    except PeerError as error:
                        left_out.add(subject)
                        failed(str(error))
                    else:
                        with path.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(asdict(figures)) + "\n")
            yield subject, True
