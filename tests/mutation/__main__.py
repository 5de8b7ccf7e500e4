"""Mutation score: how many small faults in a game's kernels do its rule tests find?

    nice python -m tests.mutation starship_captains --sample 200 --seed 1 | tee kept.txt
    nice python -m tests.mutation starship_captains --again kept.txt

Faults are drawn from all kernels but those that check and evaluate: comparisons, arithmetic, constants,
and/or, `not`, statements left out. The rules run uncompiled, each fault in a fork of its own, only with
those tests of tests/envs/GAME and of the game's referee (tests/referee/test_short.py) that reach its line.
Which tests do is found by a run with coverage, kept in build/mutation until a source of the game or the
file of the tests changes. A fault is caught when a test fails or takes too long; it survives when all tests
that reach it pass. The second command judges again what survived in the first one, and what is named like it
in any other file: `survived  GAME/FILE.py:LINE:COLUMN: was  ->  now`.
"""

from __future__ import annotations

import argparse
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
WIDTH = 20  # of the column of verdicts
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
    state = blake2b(str(folder).encode(), digest_size=8)
    shared = [path for each in tests for path in sorted(each.glob("*.py")) if "test_" not in path.name]
    for path in [*sorted(folder.glob("*.py")), *shared]:
        state.update(path.read_bytes())
    return f"{folder.name}-{state.hexdigest()}"


def survivors(every: Sequence[Mutant], kept: Path) -> list[Mutant]:
    """The faults that an earlier run did not find."""
    lines = kept.read_text(encoding="utf-8").splitlines()
    named = {line[WIDTH:].strip() for line in lines if line.startswith("survived")}
    return [mutant for mutant in every if str(mutant) in named]


def run(folder: Path, tests: Sequence[Path], chosen: Sequence[Mutant]) -> list[str]:
    """What becomes of faults of a game."""
    files = sources(folder)
    verdicts = []

    def tell(mutant: Mutant, verdict: str) -> None:
        verdicts.append(verdict)
        print(f"{verdict:{WIDTH}} {mutant}", flush=True)

    kept = KEPT / state_of(folder, tests)
    kept.mkdir(parents=True, exist_ok=True)
    judge = Judge(files, chosen, kept, tell)
    chosen_tests = ["-k", f"not {REFEREES.stem} or {folder.name}", *map(str, tests)]
    code = pytest.main([*QUIET, *(f"-pno:{name}" for name in WITHOUT), *chosen_tests], plugins=[judge])
    if code:
        raise SystemExit(code)
    return verdicts


def main(words: Sequence[str] | None = None) -> None:
    """Draw, judge, list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", help="its name, or a folder of kernels")
    parser.add_argument("--sample", type=int, default=200, help="faults drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose names begin so, as in --only observe")
    parser.add_argument("--tests", type=Path, help="a folder or file of tests in the place of these")
    parser.add_argument("--again", type=Path, help="the output of an earlier run: judge what survived in it")
    args = parser.parse_args(words)
    folder = ROOT / "envs" / args.game  # a whole path stays itself
    if not sources(folder):
        parser.error(f"no game {args.game!r} in envs")
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # before a game is imported
    os.chdir(ROOT)
    began = time.monotonic()
    tests = [args.tests] if args.tests else [ROOT / "tests" / "envs" / args.game, REFEREES]
    files = [path for path in sources(folder) if path.stem.startswith(args.only)]
    every = [each for path in files for each in mutants(path)]
    if args.again:
        chosen, drawn = survivors(every, args.again), f"of {args.again}"
    else:
        chosen = random.Random(args.seed).sample(every, min(args.sample, len(every)))
        drawn = f"seed {args.seed}"
    print(f"{folder.name}: {len(chosen)} of {len(every)} faults", flush=True)
    if not chosen:
        return
    verdicts = Counter(run(folder, tests, chosen))
    caught, took = verdicts[CAUGHT] + verdicts[LATE], time.monotonic() - began
    print(
        f"{folder.name}: {caught} of {len(chosen)} faults caught ({caught / len(chosen):.1%}), "
        f"{verdicts[LATE]} of them by the time limit; {drawn}, {took:.0f} seconds"
    )


if __name__ == "__main__":
    sys.exit(main())
