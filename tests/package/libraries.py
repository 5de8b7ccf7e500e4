"""The oldest and the newest libraries that pyproject.toml allows, each in a fresh environment.

python tests/package/libraries.py oldest|newest [GAME]

Installs the pure wheel of dist/ with the extra `train`, runs the smoke test, then the contract suite of a
game. torch stays as constraints.txt has it. With the newest, the suite also runs by numba's public means.
"""

import re
import subprocess
import sys
import tomllib

from wheels import BUILD, DIST, ENV, ROOT, install, run, smoke

SUITE = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract", "--game"]
TOOLS = ["pytest", "hypothesis"]
# Gymnasium before 1.4 stumbles over an action of 2**70, where Astrarium says that it is not in the space.
NEWEST_ONLY = "test_misuse_gets_the_messages_of_pettingzoos_wrappers"
PAGES = "tests/contract/test_page.py"  # compares pages of the repository, whatever is installed


def main() -> None:
    """One environment, and what runs in it."""
    which, game = sys.argv[1], (sys.argv[2:] or ["starfarers"])[0]
    if which not in ("oldest", "newest"):
        sys.exit(__doc__)
    (pure,) = DIST.glob("*-none-any.whl")
    pins = BUILD / f"{which}.txt"
    pins.parent.mkdir(parents=True, exist_ok=True)
    pins.write_text("\n".join([torch(), *(lower_bounds() if which == "oldest" else [])]))
    install(sys.executable, f"{pure}[train]", *TOOLS, pins=pins)
    smoke()
    if which == "oldest":
        suite(game, "-k", f"not {NEWEST_ONLY}")
    else:
        suite(game)
        suite("toy", ASTRARIUM_COMPILER="public")
        suite(game, ASTRARIUM_COMPILER="public")


def lower_bounds() -> list[str]:
    """Every library of the package and of `train` at the oldest version that is asked for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["train"]]
    bounds = [re.fullmatch(r"([\w.-]+)>=([\w.]+)", each) for each in asked]
    found = [match.groups() for match in bounds if match]
    assert len(found) == len(asked), f"not all of the form name>=version: {asked}"
    return [f"{name}=={version}" for name, version in found if name != "torch"]


def torch() -> str:
    """The line of constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("torch=="))


def suite(game: str, *chosen: str, **settings: str) -> None:
    """The contract suite of a game, on the installed package."""
    versions = "import numba, numpy; print('numba', numba.__version__, 'NumPy', numpy.__version__)"
    subprocess.run([ENV / "bin" / "python", "-c", versions], check=True)
    print(game, settings or "", flush=True)
    run([ENV / "bin" / "python", *SUITE, game, "--ignore", PAGES, *chosen], **settings)


if __name__ == "__main__":
    main()
