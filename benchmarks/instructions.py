"""Instructions of each kernel a decision: `python -m astrarium.benchmarks.instructions [GAME ...]`.

Counted by Valgrind's callgrind over positions of random games, so that other work on the machine changes
nothing: the figures to compare before and after a change of a kernel. Kernels are compiled for a plain x86-64
with AVX2, which Valgrind knows; on the machine's own processor they may be shorter.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from astrarium.core import Batch, get
from astrarium.core.drivers import legal, move, observe, random_legal
from astrarium.core.jit import ByteRows, Ints, Shorts, States, Tables, driver
from astrarium.core.registry import games

POSITIONS, ROUNDS = 512, 16
STRIDE = 2  # position i is met after STRIDE * i random decisions
NONE, COPY, LEGAL, CHOOSE, STEP, OBSERVE = range(6)
PARTS = ("none", "copy", "legal", "choose", "step", "observe")
PROCESSOR = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}
# Valgrind counts every byte of `rep stosb` as an instruction: the C library is to clear and copy without it
PROCESSOR["GLIBC_TUNABLES"] = ":".join(
    f"glibc.cpu.x86_rep_{what}_threshold={1 << 30}" for what in ("stosb", "movsb")
)
FOUND = re.compile(r"^desc: Trigger: dump (\w+)$.*?^summary: (\d+)$", re.MULTILINE | re.DOTALL)


@driver
def repeat(
    t: Tables, states: States, work: States, mask: ByteRows, obs: Shorts, actions: Ints, part: int
) -> None:
    """One part of a decision, ROUNDS times in every position."""
    for k in range(ROUNDS * len(states)):
        i = k // ROUNDS
        if part == COPY or part == STEP:
            work[0] = states[i]
        if part == STEP:
            move(t[0], work[0], actions[i])
        if part == LEGAL:
            legal(t[0], states[i], mask[i])
        if part == CHOOSE:
            work[0].moves = random_legal(work[0], mask[i])
        if part == OBSERVE:
            observe(t[0], states[i], states[i].seat, obs)


def positions(name: str, players: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Positions from all of random games, each with a decision to make, and a random action in each."""
    batch = Batch(get(name), POSITIONS, players, seed=1)
    states, actions = batch.states.copy(), np.zeros(POSITIONS, np.int64)
    for i in range(POSITIONS):
        for k in range(STRIDE):
            chosen = batch.random_actions(STRIDE * i + k)
            if k == 0:
                states[i], actions[i] = batch.states[i], chosen[i]
            batch.step(chosen)
    return states, actions


def work_through(name: str, kept: Path, watched: bool) -> None:
    """Run each part in every position that was kept; under callgrind, dump what it took after each."""
    game = get(name)
    run = game.bound(repeat)
    work, mask = np.zeros(1, game.state), np.zeros((POSITIONS, game.num_actions), np.int8)
    obs = np.zeros(game.observation.size, np.int16)
    with np.load(kept) as found:
        states, actions = np.zeros(POSITIONS, game.state), found["actions"]
        states.view(np.uint8)[:] = found["states"]
    rest = game.content().tables, states, work, mask, obs, actions
    run(*rest, LEGAL)  # so that there are masks to choose from
    if not watched:
        return
    _control("--instr=on")
    run(*rest, NONE)
    for part, what in enumerate(PARTS):
        _control("--zero")
        run(*rest, part)
        _control(f"--dump={what}")


def _control(command: str) -> None:
    done = subprocess.run(["callgrind_control", command, str(os.getpid())], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"callgrind_control {command} failed: {done.stderr.strip()}")


def count(name: str, players: int | None = None) -> dict[str, float]:
    """Instructions a decision of copying a state, `legal`, the random choice, `step` and `observe`."""
    for tool in ("valgrind", "callgrind_control"):
        if shutil.which(tool) is None:
            raise SystemExit(f"{tool} is not installed (Debian: apt-get install valgrind)")
    if platform.machine() not in ("x86_64", "AMD64"):
        raise SystemExit(f"instructions are counted on x86-64, and this is {platform.machine()}")
    with tempfile.TemporaryDirectory() as folder:
        out, kept = Path(folder) / "callgrind", Path(folder) / "positions.npz"
        states, actions = positions(name, players)
        np.savez(kept, states=states.view(np.uint8), actions=actions)
        command = [sys.executable, "-m", "astrarium.benchmarks.instructions", name, "--positions", str(kept)]
        env = {**os.environ, **PROCESSOR}
        subprocess.run(command, env=env, check=True)  # so that the cache has the kernels
        watcher = ["valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no"]
        watcher += [f"--callgrind-out-file={out}"]
        subprocess.run([*watcher, *command, "--watched"], env=env, check=True)
        found = {}
        for dump in Path(folder).glob("callgrind.*"):
            match = FOUND.search(dump.read_text(encoding="utf-8", errors="replace"))
            if match:
                found[match[1]] = int(match[2])
    return a_decision(found)


def a_decision(totals: dict[str, int]) -> dict[str, float]:
    """What each part takes, without the loop around it, and a step without the copy that it is made on."""
    missing = set(PARTS) - set(totals)
    if missing:
        raise SystemExit(f"callgrind told nothing of {', '.join(sorted(missing))}")
    under = dict.fromkeys(PARTS[1:], "none") | {"step": "copy"}
    return {part: (totals[part] - totals[less]) / (POSITIONS * ROUNDS) for part, less in under.items()}


def report(results: dict[str, dict[str, float]], players: dict[str, int]) -> None:
    """The results as a table."""
    table = Table("game", "players", *PARTS[1:], box=SIMPLE_HEAD, title="instructions a decision")
    for name, parts in results.items():
        table.add_row(name, str(players[name]), *(f"{parts[part]:,.0f}" for part in PARTS[1:]))
    Console(width=100).print(table)


def main(args: Sequence[str] | None = None) -> None:
    """Count for the games named on the command line, or for all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="all unless told otherwise")
    parser.add_argument(
        "--players", type=int, default=0, help="of the table; the game's default if not given"
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--positions", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--watched", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(args)
    if given.positions:
        work_through(given.games[0], given.positions, given.watched)
        return
    chosen = given.games or list(games())
    players = {name: given.players or get(name).default_players for name in chosen}
    results = {
        name: count(name, players[name]) for name in track(chosen, "counting", console=Console(stderr=True))
    }
    report(results, players)
    if given.json:
        given.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
