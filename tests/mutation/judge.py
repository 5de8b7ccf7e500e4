"""A pytest plugin that judges faults in one process: tests are collected once, each fault gets a fork.

In the fork the code of the faulty kernel is replaced where it stands, so that all who know the function run
the fault. The tests nearest to its line run until one fails or takes too long. Faults that pass these are put
in together, and all tests that reach one of them run; where one fails, halving finds whose it is. So what
survives costs one run of the tests and not one each. A fault that another one hides counts as survived.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from itertools import accumulate, chain, groupby, zip_longest
from mmap import mmap
from pathlib import Path

import pytest
from coverage import Coverage

from tests.mutation.mutants import Mutant, code_of

CAUGHT, LATE, SURVIVED, UNREACHED = "caught", "caught (time limit)", "survived", "survived (no test)"
PATIENCE = (
    3.0  # seconds of the processor that a test may take, besides ten times what it takes without a fault
)
NEAREST = 20  # tests that a fault is given alone
ALONE = 5.0  # seconds of the processor that these may take without a fault


class Reach:
    """Which tests reach which line of a file, and what they take in seconds of the processor."""

    def __init__(self, parts: Iterable[Path]) -> None:
        self.took: list[float] = []
        self.lines: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for part in parts:
            told, first = json.loads(part.read_text()), len(self.took)
            self.took += told["took"]
            for file, lines in told["lines"].items():
                for line, tests in lines.items():
                    self.lines[file][line] += [first + test for test in tests]
        self.widths = {file: Counter(chain(*lines.values())) for file, lines in self.lines.items()}

    def tests(self, mutant: Mutant) -> set[int]:
        """The tests that reach a fault."""
        lines = self.lines.get(str(mutant.path), {})
        fitting = range(mutant.lines[0], mutant.lines[1] + 1)
        return {test for line in fitting for test in lines.get(str(line), ())}

    def nearest(self, mutant: Mutant) -> list[int]:
        """Those that tell soonest: short, and little of its file reached; at least one, if there is one."""
        width = self.widths.get(str(mutant.path), Counter())
        near = sorted(self.tests(mutant), key=lambda test: (self.took[test] * width[test], test))[:NEAREST]
        ends = accumulate(self.took[test] for test in near)
        return [test for test, end in zip(near, ends, strict=True) if end <= ALONE] or near[:1]


class Judge:
    """Judges faults in the place of pytest's own loop over the tests."""

    def __init__(
        self,
        files: Sequence[Path],
        faults: Sequence[Mutant],
        kept: Path,
        tell: Callable[[Mutant, str], None],
    ) -> None:
        self.files, self.faults, self.kept, self.tell = files, faults, kept, tell

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge all."""
        if session.testsfailed:
            raise pytest.UsageError("the tests cannot be collected")
        gc.freeze()  # what forks share is not touched
        self.session, self.reach = session, Reach(self.parts(session))
        left: dict[tuple[Path, str], list[Mutant]] = defaultdict(list)
        for mutant in self.faults:
            verdict = self.alone(mutant)
            if verdict == SURVIVED:
                left[mutant.path, mutant.kernel].append(mutant)
            else:
                self.tell(mutant, verdict)
        for group in zip_longest(*left.values()):  # one fault of a kernel at a time
            self.together([mutant for mutant in group if mutant])
        return True

    def parts(self, session: pytest.Session) -> Iterator[Path]:
        """What the tests of each file take and reach; measured where it is not known yet."""
        for path, group in groupby(session.items, lambda item: item.path):
            items = list(group)
            state = blake2b(path.read_bytes() + repr([item.nodeid for item in items]).encode(), digest_size=8)
            part = self.kept / f"{path.stem}-{state.hexdigest()}.json"
            if not part.exists() and forked(partial(self.measure, session, items, part)):
                raise pytest.UsageError(f"{path} fails uncompiled and without any fault: see to that first")
            yield part

    def measure(self, session: pytest.Session, items: Sequence[pytest.Item], part: Path) -> bool:
        """Run tests without a fault, and keep what they take and reach; whether one failed."""
        files = [str(file) for file in self.files]
        cover, took = Coverage(data_file=None, config_file=False, include=files), []
        cover.start()
        for number, (item, following) in enumerate(zip_longest(items, items[1:])):
            cover.switch_context(str(number))
            began = time.process_time()
            if fails(session, item, following):
                return True
            took.append(time.process_time() - began)
        cover.stop()
        data = cover.get_data()
        lines = {
            file: {
                line: sorted(int(test) for test in tests if test)
                for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        begun = part.with_suffix(".part")
        begun.write_text(json.dumps({"took": took, "lines": lines}))
        begun.rename(part)
        return False

    def alone(self, mutant: Mutant) -> str:
        """Whether the nearest tests find a fault."""
        tests = self.reach.nearest(mutant)
        return self.run([mutant], tests)[0] if tests else UNREACHED

    def together(self, group: list[Mutant]) -> None:
        """Which of some faults any test finds."""
        tests, at = sorted({test for mutant in group for test in self.reach.tests(mutant)}), 0
        while group and at < len(tests):
            verdict, passed = self.run(group, tests[at:])
            if verdict == SURVIVED:
                break
            at += passed
            for mutant, its in self.guilty(group, tests[at]):
                self.tell(mutant, its)
                group.remove(mutant)
            at += 1
        for mutant in group:
            self.tell(mutant, SURVIVED)

    def guilty(self, group: Sequence[Mutant], test: int) -> list[tuple[Mutant, str]]:
        """Those of some faults that a test finds, with how it finds them."""
        reached = [mutant for mutant in group if test in self.reach.tests(mutant)]
        verdict = self.run(reached, [test])[0] if reached else SURVIVED
        if verdict == SURVIVED:
            return []
        if len(reached) == 1:
            return [(reached[0], verdict)]
        half = len(reached) // 2
        return self.guilty(reached[:half], test) + self.guilty(reached[half:], test)

    def run(self, faults: Sequence[Mutant], tests: Sequence[int]) -> tuple[str, int]:
        """What becomes of faults in one fork, and how many tests they pass."""
        passed = mmap(-1, 4)
        items = self.session.items

        def found() -> bool:
            for mutant in faults:
                put_in(mutant)
            for number, (test, following) in enumerate(zip_longest(tests, tests[1:])):
                passed[:] = number.to_bytes(4)
                signal.setitimer(signal.ITIMER_PROF, PATIENCE + 10 * self.reach.took[test])
                if fails(self.session, items[test], None if following is None else items[following]):
                    return True
            return False

        verdict = {0: SURVIVED, 1: CAUGHT, -signal.SIGPROF: LATE}[forked(found)]
        return verdict, int.from_bytes(passed[:])


def put_in(mutant: Mutant) -> None:
    """Let this process run a kernel with its fault."""
    module = next(
        each for each in sys.modules.values() if getattr(each, "__file__", None) == str(mutant.path)
    )
    getattr(module, mutant.kernel).__code__ = code_of(mutant)


def fails(session: pytest.Session, item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test; whether it or one before it failed."""
    session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return bool(session.testsfailed)


def forked(work: Callable[[], bool]) -> int:
    """The exit code of a silent fork: 0 or 1 for what the work returns, or its signal, negative."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        code = 70
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            code = int(work())
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
