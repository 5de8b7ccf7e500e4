"""The code blocks of a page: found in its Markdown, and run as they stand.

Comments right before a block say how it is meant:

    <!-- continued -->        goes on with the names of the block before it
    <!-- needs: LIBRARY -->   left out where that is not installed
    <!-- file: PATH -->       a file of the worked example, not a program
    <!-- save: PATH -->       a file for the blocks after it
    <!-- with: NAME -->       run where the worked example of that name is installed
    <!-- not run: REASON -->  only parsed: commands with all their arguments, Python as a module

`python blocks.py PAGE` runs the Python and the `astrarium` commands of a page one after the other.
"""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(
    r"^(?P<notes>(?:<!-- [^\n]*? -->\n)*)```(?P<language>\w*)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE
)
NOTE = re.compile(r"<!-- (continued|needs|file|save|with|not run)(?:: (.*?))? -->")


@dataclass(frozen=True)
class Block:
    """A block with the line at which its code begins, counted from 1."""

    language: str
    code: str
    line: int
    notes: dict[str, str]

    @property
    def commands(self) -> list[list[str]]:
        """The `astrarium` commands of a shell block as lists of words."""
        lines = self.code.replace("\\\n", " ").splitlines()
        words = [shlex.split(line, comments=True) for line in lines]
        return [each[1:] for each in words if each and each[0] == "astrarium"]


def blocks_of(page: Path) -> list[Block]:
    """All code blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            match["language"],
            match["code"],
            text.count("\n", 0, match.start("code")) + 1,
            {kind: value or "" for kind, value in NOTE.findall(match["notes"])},
        )
        for match in FENCE.finditer(text)
    ]


def parse_command(words: list[str]) -> None:
    """Fail unless the command line would accept these words."""
    from typer.main import get_command

    from astrarium.cli.arguments import complete_ray
    from astrarium.cli.commands import app

    group = get_command(app)
    name, *rest = complete_ray(words)
    while hasattr(group.commands[name], "commands"):  # such as `dataset check`
        group, (name, *rest) = group.commands[name], rest
    group.commands[name].make_context(name, rest)  # type: ignore[attr-defined]


def run_command(words: list[str]) -> None:
    """Run a command in this process."""
    from astrarium.cli import main

    print("$ astrarium", *words, flush=True)
    try:
        main(words)
    except SystemExit as stop:
        if stop.code:
            raise


def run_page(page: Path) -> None:
    """Run the blocks of a page in their order; a traceback has the page's own line numbers."""
    names: dict[str, object] = {}
    for block in blocks_of(page):
        if "save" in block.notes:
            Path(block.notes["save"]).write_text(block.code, encoding="utf-8")
            continue
        if block.language not in ("python", "bash") or "file" in block.notes:
            continue
        if (needed := block.notes.get("needs")) and importlib.util.find_spec(needed) is None:
            continue
        if block.language == "bash":
            for words in block.commands:
                (parse_command if "not run" in block.notes else run_command)(words)
            continue
        code = compile("\n" * (block.line - 1) + block.code, str(page), "exec")
        if "not run" not in block.notes:
            names = names if "continued" in block.notes else {"__name__": "__main__"}
            exec(code, names)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        run_page(Path(each))
