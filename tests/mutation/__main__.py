"""Mutation score: how many small faults in a game's kernels do its rule tests find?

    nice python -m tests.mutation starship_captains --sample 20 --seed 1

Faults are drawn from all kernels but those that check and evaluate: comparisons, arithmetic, constants,
and/or, `not`, statements left out. The rules run uncompiled, each fault in a process of its own, only with
those tests of tests/envs/GAME that reach its line. Which tests do is found by one run with coverage, kept in
build/mutation until a source or test of the game changes. A fault is caught when a test fails or the tests
take too long.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from coverage import CoverageData
from rich.console import Console
from rich.progress import track

from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "mutation"
NOT_RULES = ("check", "evaluate")  # names of files begin so
LIMIT = 600.0  # seconds of one fault's tests
CAUGHT, SURVIVED, LATE, UNREACHED = "caught", "survived", "caught (time limit)", "survived (no test)"


def sources(game: str) -> list[Path]:
    """The files with the rules of a game."""
    found = sorted((ROOT / "envs" / game).glob("*.py"))
    return [path for path in found if not path.name.startswith(NOT_RULES) and "@kernel" in path.read_text()]


def pytest(arguments: Sequence[str], limit: float | None = None, **more: str) -> int:
    """The exit code of pytest, uncompiled; 0: all passed, 1: some failed, 2: they could not be collected."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", **more}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, timeout=limit, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"pytest ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode


def reached(game: str, tests: str) -> CoverageData:
    """Which test reaches which line of a game's rules."""
    state = blake2b(digest_size=8)
    own = ROOT / tests
    for path in [
        *sorted((ROOT / "envs" / game).glob("*.py")),
        *sorted(own.rglob("*.py") if own.is_dir() else [own]),
    ]:
        state.update(path.read_bytes())
    kept = KEPT / f"{game}-{state.hexdigest()}.coverage"
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        settings = KEPT / "coveragerc"
        settings.write_text(f"[run]\nsource = {ROOT / 'envs' / game}\n")
        part = kept.with_suffix(".part")
        cover = [f"--cov-config={settings}", "--cov", "--cov-context=test", "--cov-report="]
        if pytest([*cover, "-m", "not slow", tests], COVERAGE_FILE=str(part)):
            raise SystemExit(f"the tests of {game} fail without any fault: see to that first")
        part.rename(kept)
    data = CoverageData(basename=str(kept))
    data.read()
    return data


def reaching(mutant: Mutant, data: CoverageData) -> list[str]:
    """The tests that reach a fault; those that reach least of its file come first: they tell soonest."""
    lines = data.contexts_by_lineno(str(mutant.path))
    width = Counter(name for names in lines.values() for name in {each.partition("|")[0] for each in names})
    fitting = range(mutant.lines[0], mutant.lines[1] + 1)
    names = {each.partition("|")[0] for line in fitting for each in lines.get(line, ())} - {""}
    return sorted(names, key=lambda name: (width[name], name))


def judge(mutant: Mutant, tests: Sequence[str], limit: float = LIMIT) -> str:
    """Whether the tests find a fault."""
    if not tests:
        return UNREACHED
    KEPT.mkdir(parents=True, exist_ok=True)
    listed = KEPT / f"tests-{os.getpid()}.txt"
    listed.write_text("\n".join(tests))
    fault = f"{mutant.path}:{mutant.number}"
    try:
        code = pytest(["-p", "tests.mutation.plugin", f"@{listed}"], limit, ASTRARIUM_MUTANT=fault)
    except subprocess.TimeoutExpired:
        return LATE
    finally:
        listed.unlink()
    return CAUGHT if code else SURVIVED


def run(
    game: str, sample: int, seed: int, only: str = "", tests: str | None = None
) -> Iterator[tuple[Mutant, str]]:
    """A sample of a game's faults, with what becomes of each."""
    data = reached(game, tests or f"tests/envs/{game}")
    every = [each for path in sources(game) if path.stem.startswith(only) for each in mutants(path)]
    chosen = random.Random(seed).sample(every, min(sample, len(every)))
    shown = track(chosen, f"{game}, {len(every)} faults", console=Console(stderr=True), transient=True)
    for mutant in shown:
        yield mutant, judge(mutant, reaching(mutant, data))


def main() -> None:
    """Draw, judge, list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=20, help="faults drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose names begin so, as in --only observe")
    parser.add_argument("--tests", help="a folder or file of tests in the place of tests/envs/GAME")
    args = parser.parse_args()
    if not sources(args.game):
        parser.error(f"no game {args.game!r} in envs")
    began = time.monotonic()
    verdicts = []
    for mutant, verdict in run(args.game, args.sample, args.seed, args.only, args.tests):
        verdicts.append(verdict)
        print(f"{verdict:20} {mutant}", flush=True)
    caught = sum(verdict.startswith(CAUGHT) for verdict in verdicts)
    took = f"{(time.monotonic() - began) / 60:.0f} minutes"
    print(f"{args.game}: {caught} of {len(verdicts)} faults caught (seed {args.seed}), {took}")


if __name__ == "__main__":
    main()
