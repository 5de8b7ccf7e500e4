"""The first decision of every game in an installed Astrarium, each in a fresh process, and its time.

python first.py            every game, with an empty cache
python first.py GAME       one game: import, make, reset, first step

Exit code 1 where kernels that the wheel carries were not used, or took more than LIMIT seconds of processor.
"""

import time

STARTED = time.perf_counter()

import os  # noqa: E402  the imports are a part of what is timed
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
from pathlib import Path  # noqa: E402

import gymnasium  # noqa: E402

import astrarium.envs  # noqa: E402

LIMIT = 3.0


def main() -> int:
    """Every game, or the one that is named."""
    if len(sys.argv) > 1:
        decide(sys.argv[1])
        return 0
    slow = [game for game in astrarium.envs.GAMES if not in_time(game)]
    if slow:
        print(f"not within {LIMIT:.0f} s of processor from the kernels of the wheel: {', '.join(slow)}")
    return bool(slow)


def decide(game: str) -> None:
    """Make an environment of a game and take its first legal action."""
    version = astrarium.core.get(game).version
    env = gymnasium.make(f"astrarium/{astrarium.envs.camel(game)}-v{version}")
    observation, _ = env.reset(seed=1)
    action = int(observation["action_mask"].argmax())
    name = env.unwrapped.game.action_name(action)
    env.step(action)
    used = time.process_time()
    print(f"{used:.2f} s of processor, {time.perf_counter() - STARTED:.2f} s by the clock: {game}, {name!r}")


def in_time(game: str) -> bool:
    """Whether a fresh process with an empty cache came to its first decision soon and compiled nothing."""
    with tempfile.TemporaryDirectory() as cache:
        told = subprocess.run(
            [sys.executable, __file__, game],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "ASTRARIUM_CACHE_DIR": cache},
        ).stdout.strip()
        compiled = len([*Path(cache).rglob("*.nbc")])
    print(f"{told}, {compiled} functions compiled", flush=True)
    return compiled == 0 and float(told.split()[0]) < LIMIT


if __name__ == "__main__":
    sys.exit(main())
