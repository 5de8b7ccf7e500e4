"""The game that docs/add-a-game.md builds: installed from the page, played, and held to the contract."""

import shlex
import subprocess
import sys

import pytest

from tests.docs.blocks import blocks_of
from tests.docs.test_pages import ROOT, RUNNER, run

PAGE = ROOT / "docs" / "add-a-game.md"
CONTRACT = "python -m pytest tests/contract "


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the installed game."""
    project, target = tmp_path_factory.mktemp("comets-game"), tmp_path_factory.mktemp("installed")
    for block in blocks_of(PAGE):
        if "file" in block.notes:
            path = project / block.notes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.code, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*command, "--target", str(target), str(project)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


def test_the_page_lists_its_files():
    listing = next(block.code for block in blocks_of(PAGE) if block.code.startswith("comets-game/"))
    named = {line.split()[0] for line in listing.splitlines()[1:]}
    assert named == {block.notes["file"] for block in blocks_of(PAGE) if "file" in block.notes}


def test_its_blocks_run(installed, tmp_path):
    told = run([sys.executable, str(RUNNER), str(PAGE)], tmp_path, PYTHONPATH=str(installed))
    assert "Comets" in told


def test_it_passes_the_contract(installed):
    lines = [line for block in blocks_of(PAGE) for line in block.code.splitlines()]
    command = next(line for line in lines if line.startswith(CONTRACT))
    told = run(
        [sys.executable, *shlex.split(command)[1:], "-q", "-p", "no:cacheprovider"],
        ROOT,
        PYTHONPATH=str(installed),
        ASTRARIUM_TEST_SCALE="0.25",
        PYTEST_ADDOPTS="",
    )
    assert " passed" in told
