"""The reference: what pages and examples import, and what packages offer, has an entry in docs/api."""

import ast
import re
from importlib import import_module
from inspect import ismodule

import pytest

from tests.docs.blocks import blocks_of
from tests.docs.test_pages import ALL, ROOT

ENTRY = re.compile(r"^::: (\S+)\n((?: +\S.*\n)*)", re.MULTILINE)
PACKAGES = ["astrarium.core", "astrarium.agents"]


def entries():
    """The names with an entry, with their modules."""
    for page in sorted((ROOT / "docs" / "api").glob("*.md")):
        for path, options in ENTRY.findall(page.read_text(encoding="utf-8")):
            module, _, name = path.rpartition(".")
            members = options.partition("members:")[2]
            if "show_root_heading: false" in options:
                yield from ((path, member) for member in re.findall(r"\w+", members))
            else:
                yield module, name


def imported():
    """The names that pages and examples take from Astrarium's packages, with their modules; not the games."""
    codes = [block.code for page in ALL for block in blocks_of(page) if block.language == "python"]
    codes += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.py"))]
    for node in (node for code in codes for node in ast.walk(ast.parse(code))):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if module.startswith("astrarium.") and module != "astrarium.envs":
            yield from ((module, alias.name) for alias in node.names)


def found(module, name):
    return getattr(import_module(module), name)


def is_plain(value):
    """Whether it is a module, or data such as a number, a type of cells or a table: no entry is needed."""
    return ismodule(value) or not callable(value) or type(value).__module__ == "numpy.dtypes"


@pytest.fixture(scope="module")
def known():
    pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    return [found(*entry) for entry in entries()]


def test_every_entry_is_there_once(known):
    named = list(entries())
    assert len(named) > 100
    assert sorted(each for each in named if named.count(each) > 1) == []


@pytest.mark.parametrize("names", ["imported", *PACKAGES])
def test_nothing_is_left_out(known, names):
    listed = (
        set(imported()) if names == "imported" else {(names, name) for name in import_module(names).__all__}
    )
    assert len(listed) > 10
    values = {f"{module}.{name}": found(module, name) for module, name in listed}
    wanted = {name: value for name, value in values.items() if not is_plain(value)}
    # A class that is made at its first use has the one that is documented among its bases.
    missing = [
        n for n, v in wanted.items() if not any(v is k or k in getattr(v, "__mro__", ()) for k in known)
    ]
    assert sorted(missing) == []
