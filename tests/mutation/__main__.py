"""Mutation score: how many small faults in a game's kernels do its rule tests find?

    nice python -m tests.mutation starship_captains --sample 200 --seed 1

Faults are drawn from all kernels but those that check and evaluate: comparisons, arithmetic, constants,
and/or, `not`, statements left out. The rules run uncompiled, each fault in a fork of its own, only with
those tests of tests/envs/GAME and of the game's referee (tests/referee/test_short.py) that reach its line.
Which tests do is found by a run with coverage, kept in build/mutation until a source of the game or the
file of the tests changes. A fault is caught when a test fails or takes too long. With a budget the
tests that tell soonest run; a fault that passes them counts as survived.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import pytest

from tests.mutation.judge import CAUGHT, LATE, Judge
from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "mutation"
REFEREES = ROOT / "tests" / "referee" / "test_short.py"
NOT_RULES = ("check", "evaluate")  # names of files begin so
QUIET = [
    "-o",
    "addopts=--import-mode=importlib",
    "-qq",
    "--no-header",
    "--tb=native",
    "-x",
    "-s",
    "-m",
    "not slow",
]
WITHOUT = ["cacheprovider", "xdist", "cov"]  # plugins of pytest


def sources(folder: Path) -> list[Path]:
    """The files with the rules of a game."""
    found = sorted(folder.glob("*.py"))
    return [path for path in found if not path.name.startswith(NOT_RULES) and "@kernel" in path.read_text()]


def state_of(folder: Path, tests: Sequence[Path]) -> str:
    """A name that changes with the sources of a game and with what its tests share."""
    state = blake2b(digest_size=8)
    shared = [path for each in tests for path in sorted(each.glob("*.py")) if "test_" not in path.name]
    for path in [*sorted(folder.glob("*.py")), *shared]:
        state.update(path.read_bytes())
    return f"{folder.name}-{state.hexdigest()}"


def run(
    folder: Path, tests: Sequence[Path], sample: int, seed: int, only: str, budget: float
) -> list[tuple[Mutant, str]]:
    """A sample of a game's faults, with what becomes of each."""
    files = sources(folder)
    every = [each for path in files if path.stem.startswith(only) for each in mutants(path)]
    chosen = random.Random(seed).sample(every, min(sample, len(every)))
    judged = []

    def tell(mutant: Mutant, verdict: str) -> None:
        judged.append((mutant, verdict))
        print(f"{verdict:20} {mutant}", flush=True)

    kept = KEPT / state_of(folder, tests)
    kept.mkdir(parents=True, exist_ok=True)
    judge = Judge(files, chosen, kept, budget, tell)
    print(f"{folder.name}: {len(chosen)} of {len(every)} faults", flush=True)
    chosen_tests = ["-k", f"not {REFEREES.stem} or {folder.name}", *map(str, tests)]
    code = pytest.main([*QUIET, *(f"-pno:{name}" for name in WITHOUT), *chosen_tests], plugins=[judge])
    if code:
        raise SystemExit(code)
    return judged


def main(words: Sequence[str] | None = None) -> None:
    """Draw, judge, list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", help="its name, or a folder of kernels")
    parser.add_argument("--sample", type=int, default=200, help="faults drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose names begin so, as in --only observe")
    parser.add_argument("--tests", type=Path, help="a folder or file of tests in the place of these")
    parser.add_argument(
        "--budget", type=float, default=math.inf, help="seconds of tests for a fault, at most"
    )
    args = parser.parse_args(words)
    folder = ROOT / "envs" / args.game  # a whole path stays itself
    if not sources(folder):
        parser.error(f"no game {args.game!r} in envs")
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # before a game is imported
    os.chdir(ROOT)
    began = time.monotonic()
    tests = [args.tests] if args.tests else [ROOT / "tests" / "envs" / args.game, REFEREES]
    judged = run(folder, tests, args.sample, args.seed, args.only, args.budget)
    verdicts = Counter(verdict for _, verdict in judged)
    caught, took = verdicts[CAUGHT] + verdicts[LATE], time.monotonic() - began
    print(
        f"{folder.name}: {caught} of {len(judged)} faults caught ({caught / len(judged):.1%}), "
        f"{verdicts[LATE]} of them by the time limit; seed {args.seed}, {took:.0f} seconds"
    )


if __name__ == "__main__":
    sys.exit(main())
