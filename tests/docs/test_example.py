"""What the pages about adding a game and an agent build: installed, played, and held to the contract."""

import shlex
import subprocess
import sys

import pytest

from tests.docs.blocks import blocks_of
from tests.docs.test_pages import ROOT, RUNNER, run

PAGE, AGENT = ROOT / "docs" / "add-a-game.md", ROOT / "docs" / "add-an-agent.md"
CONTRACT = "python -m pytest tests/contract "


def install(page, tmp_path_factory):
    """A folder with what a page builds, installed."""
    project, target = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("installed")
    for block in blocks_of(page):
        if "file" in block.notes:
            path = project / block.notes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.code, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*command, "--target", str(target), str(project)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the installed game."""
    return install(PAGE, tmp_path_factory)


def test_the_page_lists_its_files():
    listing = next(block.code for block in blocks_of(PAGE) if block.code.startswith("comets-game/"))
    named = {line.split()[0] for line in listing.splitlines()[1:]}
    assert named == {block.notes["file"] for block in blocks_of(PAGE) if "file" in block.notes}


def test_its_blocks_run(installed, tmp_path):
    told = run([sys.executable, str(RUNNER), str(PAGE)], tmp_path, PYTHONPATH=str(installed))
    assert "Comets" in told


def test_the_agent_plays_in_python_and_on_the_command_line(tmp_path_factory, tmp_path):
    target = install(AGENT, tmp_path_factory)
    told = run([sys.executable, str(RUNNER), str(AGENT)], tmp_path, PYTHONPATH=str(target))
    assert "hasty:every=7 Estimate" in told
    assert "records: data/hasty" in told
    command = [sys.executable, "-c", "from astrarium.cli import main; main()"]  # where nobody has imported it
    game = ["selfplay", "star_tycoon", "--players", "2", "--agents", "hasty", "--games", "2"]
    assert "Star Tycoon, 2 players" in run([*command, *game], tmp_path, PYTHONPATH=str(target))
    assert "tardy:id=" in told


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
