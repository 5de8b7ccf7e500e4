"""Every weight of an evaluation is explained, and read by a kernel."""

import ast
import importlib
from pathlib import Path

import pytest

from astrarium.core.weights import FIRST


@pytest.fixture
def sources(game):
    folder = Path(importlib.import_module(game.kernels.evaluate.__module__).__file__).parent
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]


def read_names(trees):
    """Weights that are read, by kernels as t.w.name and elsewhere as w["name"]."""
    found = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
                if node.value.attr == "w":
                    found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


@pytest.fixture(autouse=True)
def _weighed(game):
    if game.weights is None:
        pytest.skip("its evaluation has no weights.csv")


def test_every_weight_is_explained_and_read(game, sources):
    names = {name.partition(".")[0] for name in game.weights.names}
    assert names == set(game.weights.dtype.names)
    assert names <= read_names(sources)
    assert all(meaning.strip() for meaning in game.weights.meanings.values())


def test_the_set_first_stays(game):
    """Policies look ahead with it."""
    assert FIRST in game.weights.sets
