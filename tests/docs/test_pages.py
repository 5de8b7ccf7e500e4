"""The pages of the repository: their code runs as it stands, their commands, links and files exist."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from astrarium.cli.commands import app
from astrarium.core import games
from tests.docs.blocks import blocks_of

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RUNNER = Path(__file__).with_name("blocks.py")
# Every page; those of one group run in one process.
PATTERNS = {
    "README": ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
    "quickstart": ["docs/quickstart/*.md"],
    "guides": ["docs/*.md"],
    "folders": ["agents/README.md", "training/README.md", "examples/README.md", "benchmarks/**/*.md"],
    "games": ["envs/*/README.md"],
    "api": ["docs/api/*.md"],
}
PAGES = {
    group: sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    for group, patterns in PATTERNS.items()
}
ALL = [page for pages in PAGES.values() for page in pages]
RUN, DATA = {"python", "bash", "sh"}, {"csv", "toml", "yaml", "json", "text", ""}
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def run(command, folder, **more):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", **more}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def worked_example(page):
    """Whether a page's blocks need the package that the page itself builds."""
    return any("with" in block.notes for block in blocks_of(page))


def test_every_page_is_read():
    assert {group: len(pages) for group, pages in PAGES.items() if not pages} == {}
    assert len(blocks_of(ROOT / "README.md")) >= 12
    assert len([block for page in PAGES["quickstart"] for block in blocks_of(page)]) >= 6


@pytest.mark.parametrize("group", PAGES)
def test_the_code_of_the_pages_runs(group, tmp_path):
    pages = [str(page) for page in PAGES[group] if not worked_example(page)]
    if pages:
        run([sys.executable, str(RUNNER), *pages], tmp_path)


@pytest.mark.parametrize("page", ALL, ids=name_of)
def test_a_page(page):
    text = page.read_text(encoding="utf-8")
    wrong = [target for target in LINK.findall(text) if not (page.parent / target).exists()]
    assert not wrong, "links that lead nowhere"
    for block in blocks_of(page):
        assert block.language in RUN | DATA, f"line {block.line}: nobody checks a block of {block.language}"
        assert block.notes.get("not run") != "", f"line {block.line}: why is it not run?"
    fences = len(re.findall(r"^```", text, re.MULTILINE))
    assert fences == 2 * len(blocks_of(page)), "a block that the tests do not see"


@pytest.mark.parametrize("page", ALL, ids=name_of)
def test_the_targets_and_extras_of_its_set_up_exist(page):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for block in blocks_of(page):
        if block.language == "sh":
            for target in re.findall(r"^make ([\w-]+)", block.code, re.MULTILINE):
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
            for names in re.findall(r"\.\[([\w,]+)\]", block.code):
                assert set(names.split(",")) <= set(extras["optional-dependencies"])


def test_the_commands_of_the_readme_exist():
    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    assert set(re.findall(r"\| `astrarium ([\w-]+)", README)) == known


def test_the_table_of_games_of_the_readme_is_complete():
    named = set(re.findall(r"from astrarium\.envs import (\w+)_v\d+` \|", README))
    assert named == {name for name in games() if name != "toy"}


def test_the_contract_names_every_part_of_its_suite():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")))
    assert named == {path.stem for path in (ROOT / "tests" / "contract").glob("test_*.py")}
