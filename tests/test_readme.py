"""The README and docs/: their Python runs as it stands, their commands and their files exist."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from astrarium.cli.commands import app
from astrarium.core import games

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:<!-- needs: (?P<needs>\w+) -->\n)?```python\n(?P<code>.*?)```", re.DOTALL)
PAGES = {ROOT / "README.md": README} | {
    path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))
}
BLOCKS = [(match["needs"], match["code"]) for text in PAGES.values() for match in BLOCK.finditer(text)]


def title(block):
    return next(line for line in block[1].splitlines() if "import" in line)


def test_the_readme_has_its_snippets():
    assert len(BLOCKS) >= 6


@pytest.mark.parametrize(("needs", "code"), BLOCKS, ids=[f"{k}-{title(b)}" for k, b in enumerate(BLOCKS)])
def test_the_python_of_the_readme_runs(needs, code, tmp_path):
    if needs and importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_its_links_lead_somewhere():
    for page, text in PAGES.items():
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_its_commands_exist():
    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    assert set(re.findall(r"\| `astrarium (\w+)", README)) == known


def test_its_table_of_games_is_complete():
    named = set(re.findall(r"from astrarium\.envs import (\w+)_v\d+` \|", README))
    assert named == {name for name in games() if name != "toy"}
