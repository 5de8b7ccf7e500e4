"""What an installed Astrarium must do in a folder that knows nothing of the repository. Prints what it did.

python smoke.py [GAME]
"""

import subprocess
import sys
import tempfile
from importlib.metadata import entry_points, version
from pathlib import Path

import gymnasium
import numpy as np

import astrarium.core
import astrarium.envs
from astrarium.core import Batch, games, get
from astrarium.core.records import read_records, verify


def main() -> None:
    """List, play, render, keep and rate games."""
    name = sys.argv[1] if len(sys.argv) > 1 else "starfarers"
    where = Path(astrarium.core.__file__).resolve().parent
    assert where.is_relative_to(Path(sys.prefix).resolve()), f"not the installed package: {where}"
    assert set(astrarium.envs.GAMES) <= set(games())
    assert any(point.name == "astrarium" for point in entry_points(group="console_scripts"))
    for each in astrarium.envs.GAMES:
        content = get(each).content()
        assert content.source.is_relative_to(where.parent), f"{each}: cards from {content.source}"

    game = get(name)
    batch = Batch(game, 16)
    for stream in range(20):
        batch.step(batch.random_actions(stream))
    assert game.render_text(batch.content, batch.states[0], None)
    env = gymnasium.make(f"astrarium/{astrarium.envs.camel(name)}-v{game.version}", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.std() > 0, "a blank picture"

    with tempfile.TemporaryDirectory() as folder:
        run("list", cwd=folder)
        run("info", name, cwd=folder)
        run("selfplay", name, "--games", "8", "--out", "games.parquet", cwd=folder)
        assert verify(read_records(f"{folder}/games.parquet")) == 8
        for agent in ["greedy", *trained(name)]:
            run("selfplay", name, "--games", "1", "--agents", agent, cwd=folder)
    python = sys.version.split()[0]
    print(f"astrarium {version('astrarium')} on Python {python}: {name} works from {where.parent}")


def trained(name: str) -> list[str]:
    """The policy that is shipped for a game, if there is one."""
    shipped = Path(astrarium.core.__file__).parents[1] / "agents" / "baselines" / f"{name}.safetensors"
    return ["ppo:baseline"] if shipped.exists() else []


def run(*words: str, cwd: str) -> None:
    """A command of the installed console script."""
    script = Path(sys.executable).with_name("astrarium")
    done = subprocess.run([script, *words], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"astrarium {' '.join(words)}: {done.stderr}"


if __name__ == "__main__":
    main()
