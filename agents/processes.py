"""A program that is asked and answers: one line of JSON in, one line out, within limits."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from weakref import finalize

LONGEST = 1 << 16  # bytes of an answer
CHUNK = 1 << 16  # bytes read at a time
TAIL = 2000  # bytes kept of what it writes to its standard error
FILES = 256  # files that it may have open
GRACE = 0.5  # seconds to end by itself when its input is closed
LINE = 160  # characters of a bad answer that a message shows


class Fault(Exception):
    """A program did not do what was asked: `kind` is timeout, crash, flood, unreadable or illegal."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Process:
    """A running program, in a process group of its own, without a shell."""

    def __init__(self, argv: Sequence[str], cwd: str, memory: int) -> None:
        try:
            self._process = subprocess.Popen(
                argv,
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise Fault("crash", f"it cannot be started: {error.strerror or error}") from None
        self._end = finalize(self, _end, self._process)
        _limit(self._process.pid, memory)
        self._out, self._in, self._errors = bytearray(), bytearray(), bytearray()
        self._files = {name: getattr(self._process, name) for name in ("stdin", "stdout", "stderr")}
        self._selector = selectors.DefaultSelector()
        for name, file in self._files.items():
            os.set_blocking(file.fileno(), False)
            if name != "stdin":
                self._selector.register(file, selectors.EVENT_READ, name)
        self._writing = False

    @property
    def errors(self) -> str:
        """The last that it wrote to its standard error."""
        return self._errors.decode("utf-8", "replace").strip()

    def send(self, message: Mapping[str, Any]) -> None:
        """A message that needs no answer: it goes out with the next question, or when the program ends."""
        self._out += json.dumps(message, separators=(",", ":")).encode() + b"\n"

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a message: an object with its id."""
        self.send(message)
        deadline = time.monotonic() + seconds
        while b"\n" not in self._in:
            if len(self._in) > LONGEST:
                raise Fault("flood", f"it wrote more than {LONGEST:,} bytes without the end of a line")
            left = deadline - time.monotonic()
            if left <= 0:
                raise Fault("timeout", f"no answer within {seconds:.3g} s")
            self._pump(left)
        line, _, rest = self._in.partition(b"\n")
        self._in = bytearray(rest)
        return _answer(bytes(line), message["id"])

    def settle(self) -> None:
        """Throw away what it has written unasked, after an answer that was not understood."""
        self._in.clear()
        read = 0
        while chunk := self._read("stdout"):
            read += len(chunk)
            if read > LONGEST:
                raise Fault("flood", f"it wrote more than {LONGEST:,} bytes that nobody asked for")

    def close(self) -> None:
        """Close its input, and end it with all its children if it does not end by itself."""
        deadline = time.monotonic() + GRACE
        with suppress(Fault, OSError):
            while self._out and time.monotonic() < deadline:
                self._pump(0.05)
        with suppress(OSError):
            self._files["stdin"].close()
        while _exit_status(self._process.pid) is None and time.monotonic() < deadline:
            time.sleep(0.005)
        self.kill()

    def kill(self) -> None:
        """End it with all its children."""
        self._selector.close()
        self._end()

    def _pump(self, seconds: float) -> None:
        """Write what waits, read what came."""
        if bool(self._out) != self._writing:
            self._writing = bool(self._out)
            if self._writing:
                self._selector.register(self._files["stdin"], selectors.EVENT_WRITE, "stdin")
            else:
                self._selector.unregister(self._files["stdin"])
        for key, _ in self._selector.select(seconds):
            if key.data == "stdin":
                self._write()
            elif key.data == "stdout":
                self._in += self._read("stdout") or b""
            else:
                self._hear()

    def _write(self) -> None:
        try:
            sent = os.write(self._files["stdin"].fileno(), self._out[:CHUNK])
            del self._out[:sent]
        except BlockingIOError:
            pass
        except OSError:
            raise self._crash() from None

    def _read(self, name: str) -> bytes:
        """What can be read at once; nothing, if that is nothing."""
        try:
            chunk = os.read(self._files[name].fileno(), CHUNK)
        except BlockingIOError:
            return b""
        if not chunk and name == "stdout":
            raise self._crash()
        return chunk

    def _hear(self) -> None:
        """Keep the end of what it writes to its standard error."""
        chunk = self._read("stderr")
        self._errors = (self._errors + chunk)[-TAIL:]
        if not chunk:
            with suppress(KeyError, ValueError):
                self._selector.unregister(self._files["stderr"])

    def _crash(self) -> Fault:
        deadline = time.monotonic() + GRACE
        while (status := _exit_status(self._process.pid)) is None and time.monotonic() < deadline:
            time.sleep(0.005)
        with suppress(OSError):
            self._hear()
        last = self.errors.splitlines()[-1:]
        words = "it closed its output" if status is None else f"it ended {status}"
        return Fault("crash", f"{words}{f': {last[0][:LINE]}' if last else ''}")


def _answer(line: bytes, asked: int) -> dict[str, Any]:
    shown = line[:LINE].decode("utf-8", "replace")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Fault(
            "unreadable", f"its answer is no JSON: {shown!r} (what is not an answer goes to standard error)"
        ) from None
    if not isinstance(answer, dict):
        raise Fault("unreadable", f"its answer is no JSON object: {shown!r}")
    if type(answer.get("id")) is not int or answer["id"] != asked:
        raise Fault("unreadable", f"its answer does not have the id {asked} of the message: {shown!r}")
    return answer


def _limit(pid: int, memory: int) -> None:
    """Limits on memory (in megabytes) and open files, where the system can set them from outside."""
    if sys.platform != "linux":
        return
    import resource

    size = memory << 20
    # Data, not address space: runtimes such as V8 reserve far more addresses than they use.
    limits = {resource.RLIMIT_DATA: size, resource.RLIMIT_NOFILE: FILES, resource.RLIMIT_CORE: 0}
    for kind, most in limits.items():
        with suppress(ProcessLookupError, PermissionError):
            resource.prlimit(pid, kind, (most, most))


def _exit_status(pid: int) -> str | None:
    """How a process ended, in words; None while it runs. It is not buried: its group keeps its number."""
    try:
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
    except ChildProcessError:
        return "already"
    if found is None:
        return None
    if found.si_code == os.CLD_EXITED:
        return f"with exit code {found.si_status}"
    return f"by {signal.Signals(found.si_status).name}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole group, and bury the program."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for file in (process.stdin, process.stdout, process.stderr):
        if file is not None:
            with suppress(OSError):
                file.close()


__all__ = ["Fault", "Process"]
