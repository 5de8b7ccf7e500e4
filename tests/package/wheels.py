"""Wheels that carry compiled kernels, one for each Python: made twice, compared, installed and tried.

python tests/package/wheels.py PYTHON...

In dist/ lie the pure wheel and the sdist. Each Python that is there installs them into a fresh environment,
.venv-package, and tries them. The pure one compiles all games there, for the processors of store.LEVELS; the
cache that results is put into a wheel, which must start every game from it.
"""

import filecmp
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
DIST, BUILD, ENV = ROOT / "dist", ROOT / "build" / "compiled", ROOT / ".venv-package"
HERE = ROOT / "tests" / "package"
LARGEST = 30e6  # bytes of a wheel
LEVEL = "from astrarium.core import store; print(store.LEVELS[store.processor()[0].partition('-')[0]][0])"
GAMES = "import astrarium.envs; print(*astrarium.envs.GAMES)"


def main() -> None:
    """Every Python that is there."""
    (pure,), (sdist,) = DIST.glob("*-none-any.whl"), DIST.glob("*.tar.gz")
    for name in sys.argv[1:]:
        python = shutil.which(name)
        if python is None or subprocess.run([python, "--version"], capture_output=True).returncode:
            print(f"{name} is not here: not tried")
            continue
        install(python, sdist)
        smoke()
        install(python, pure, "setuptools")
        smoke()
        wheel = build_twice(name)
        install(python, wheel)
        smoke()
        run([ENV / "bin" / "python", "first.py"], cwd=ENV)
    shutil.rmtree(ENV, ignore_errors=True)


def install(python: str, *packages: str | Path, pins: Path = ROOT / "constraints.txt") -> None:
    """A fresh environment with packages, all their libraries, and the scripts that try it."""
    print(python, *(Path(each).name for each in packages), flush=True)
    shutil.rmtree(ENV, ignore_errors=True)
    run([python, "-m", "venv", ENV])
    run([ENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-c", pins, *packages])
    for script in "smoke.py", "first.py":
        shutil.copy(HERE / script, ENV)


def smoke() -> None:
    """What an install must do, from an empty cache."""
    cache = BUILD / "smoke"
    shutil.rmtree(cache, ignore_errors=True)
    run([ENV / "bin" / "python", "smoke.py"], cwd=ENV, ASTRARIUM_CACHE_DIR=str(cache))


def build_twice(name: str) -> Path:
    """The wheel for the environment's Python; a second one, compiled anew, must have the same bytes."""
    wheels = []
    for turn in "once", "again":
        folder = BUILD / Path(name).name / turn
        shutil.rmtree(folder, ignore_errors=True)
        compile_all(folder / "cache")
        wheels.append(build(folder))
    first, second = wheels
    if not filecmp.cmp(first, second, shallow=False):
        sys.exit(f"{first} and {second} differ")
    size = first.stat().st_size
    print(f"{first.name}: {size / 1e6:.1f} MB", flush=True)
    if size > LARGEST:
        sys.exit(f"that is more than {LARGEST / 1e6:.0f} MB")
    return Path(shutil.copy(first, DIST))


def compile_all(cache: Path) -> None:
    """Compile every game into a folder, each in a process of its own so that its bytes are the same again."""
    python = ENV / "bin" / "python"
    level, games = (
        subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        for code in (LEVEL, GAMES)
    )
    settings = {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0"}

    def compile_one(game: str) -> None:
        script = ENV / "bin" / "astrarium"
        run([script, "compile", game], cwd=ENV, ASTRARIUM_CACHE_DIR=str(cache), **settings)

    with ThreadPoolExecutor(int(os.environ.get("WORKERS", os.cpu_count() or 1))) as pool:
        list(pool.map(compile_one, games.split()))


def build(folder: Path) -> Path:
    """The wheel with a folder's cache in it."""
    out = folder / "dist"
    where = ["wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", out, ROOT]
    run(
        [ENV / "bin" / "pip", *where, "--quiet", "--disable-pip-version-check"],
        ASTRARIUM_COMPILED=str(folder / "cache"),
    )
    (wheel,) = out.glob("*.whl")
    return wheel


def run(command: list[str | Path], cwd: Path = ROOT, **settings: str) -> None:
    """A command that must succeed."""
    subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **settings}, check=True)


if __name__ == "__main__":
    main()
