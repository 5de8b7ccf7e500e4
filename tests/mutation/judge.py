"""A pytest plugin that judges faults in one process: tests are collected once, each fault gets a fork.

In the fork the code of the faulty kernel is replaced where it stands, so that all who know the function run
the fault. Then the tests that reach its line run until one fails or takes too long.
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
from pathlib import Path

import pytest
from coverage import Coverage

from tests.mutation.mutants import Mutant, code_of

CAUGHT, LATE, SURVIVED, UNREACHED = "caught", "caught (time limit)", "survived", "survived (no test)"
CUT = "survived (budget)"  # not all tests that reach it were run
PATIENCE = (
    3.0  # seconds of the processor that a test may take, besides ten times what it takes without a fault
)
NEAREST = 20  # tests that come first


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
        self.whole = sum(self.widths.values(), Counter[int]())  # lines of all files that a test reaches

    def within(self, tests: Sequence[int], budget: float) -> list[int]:
        """The first tests that take so many seconds together, at least one."""
        sums = accumulate(self.took[test] for test in tests)
        return [test for test, end in zip(tests, sums, strict=True) if end <= budget] or list(tests[:1])

    def tests(self, mutant: Mutant) -> list[int]:
        """The tests that reach a fault: the nearest (short, little of its file reached), then the widest."""
        lines = self.lines.get(str(mutant.path), {})
        width = self.widths.get(str(mutant.path), Counter())
        fitting = range(mutant.lines[0], mutant.lines[1] + 1)
        found = {test for line in fitting for test in lines.get(str(line), ())}
        near = sorted(found, key=lambda test: (self.took[test] * width[test], test))
        return near[:NEAREST] + sorted(near[NEAREST:], key=lambda test: -self.whole[test])


class Judge:
    """Judges faults in the place of pytest's own loop over the tests."""

    def __init__(
        self,
        files: Sequence[Path],
        faults: Sequence[Mutant],
        kept: Path,
        budget: float,
        tell: Callable[[Mutant, str], None],
    ) -> None:
        self.files, self.faults, self.kept, self.budget, self.tell = files, faults, kept, budget, tell

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge all."""
        if session.testsfailed:
            raise pytest.UsageError("the tests cannot be collected")
        gc.freeze()  # what forks share is not touched
        reach = Reach(self.parts(session))
        for mutant in self.faults:
            self.tell(mutant, self.verdict(session, mutant, reach))
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

    def verdict(self, session: pytest.Session, mutant: Mutant, reach: Reach) -> str:
        """Whether the tests find a fault."""
        every = reach.tests(mutant)
        if not every:
            return UNREACHED
        tests = reach.within(every, self.budget)

        def found() -> bool:
            put_in(mutant)
            for test, following in zip_longest(tests, tests[1:]):
                signal.setitimer(signal.ITIMER_PROF, PATIENCE + 10 * reach.took[test])
                if fails(
                    session, session.items[test], None if following is None else session.items[following]
                ):
                    return True
            return False

        survived = SURVIVED if len(tests) == len(every) else CUT
        return {0: survived, 1: CAUGHT, -signal.SIGPROF: LATE}[forked(found)]


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
