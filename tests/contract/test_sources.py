"""The sources of a game: kernels know questions, phases and stages by name, and actions by block and place.

A kernel that compares such numbers by size rests on the order in which they were written down; one that
computes with the first id of a block takes actions apart by itself. Both are core's business.
"""

import ast
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BY_SIZE = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
NAMED = re.compile(r"(.*_)?(ask|phase|stage|action|op)")  # fields and variables that hold such a number
CONSTANT = re.compile(r"ASK_[A-Z_]+|OP_[A-Z_]+|STAGE_[A-Z_]+|S_[A-Z_]+")
ACTIONS = ("act", "actions")  # names of the module with the action table


def kernels(tree):
    """The functions that are compiled."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            marks = [getattr(mark, "id", getattr(mark, "attr", "")) for mark in node.decorator_list]
            if "kernel" in marks or "driver" in marks:
                yield node


def imported_actions(tree):
    """Names that come out of the module with the action table."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[-1] == "actions":
            yield from (alias.asname or alias.name for alias in node.names)


def is_named(node):
    """Whether an expression holds a question, a phase, a stage, an operation or an action."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "int":
        return is_named(node.args[0])
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return bool(NAMED.fullmatch(name) or CONSTANT.fullmatch(name))


def is_id(node, from_actions):
    """Whether an expression is the first id of a block."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id in ACTIONS
    return isinstance(node, ast.Name) and node.id in from_actions


def faults(source):
    """Lines of kernels that compare such numbers by size or compute with them."""
    tree = ast.parse(source)
    from_actions = set(imported_actions(tree))
    for function in kernels(tree):
        for node in ast.walk(function):
            if isinstance(node, ast.Compare) and any(isinstance(op, BY_SIZE) for op in node.ops):
                sides = [node.left, *node.comparators]
                if any(is_named(side) or is_id(side, from_actions) for side in sides):
                    yield f"line {node.lineno}: {ast.unparse(node)}"
            elif isinstance(node, ast.BinOp):
                if any(is_id(side, from_actions) for side in (node.left, node.right)):
                    yield f"line {node.lineno}: {ast.unparse(node)}"
            elif isinstance(node, ast.AugAssign) and is_named(node.target):
                yield f"line {node.lineno}: {ast.unparse(node)}"


def folder_of(game):
    """Where a game's sources are."""
    return Path(importlib.import_module(game.kernels.setup.__module__).__file__).parent


def test_kernels_know_questions_and_actions_by_name(game):
    found = [
        f"{path.name}, {fault}"
        for path in sorted(folder_of(game).glob("*.py"))
        for fault in faults(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"{game.name}: " + "; ".join(found)


def test_the_worked_example_does_so_too():
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    files = re.findall(r"<!-- file: (\S+\.py) -->\n```python\n(.*?)```", page, re.DOTALL)
    assert any("@kernel" in source for _, source in files)
    assert not [f"{name}, {fault}" for name, source in files for fault in faults(source)]


@pytest.mark.parametrize(
    "line",
    [
        "if s.phase >= st.BUILDING: pass",
        "if s.ask <= st.ASK_LINE: pass",
        "if int(s.offer_stage) > 0: pass",
        "x = action - act.SWAP",
        "if st.OP_FIGHT <= which: pass",
        "if action >= SWAP: pass",
        "s.stage += 1",
    ],
)
def test_what_is_looked_for_is_found(line):
    head = "from .actions import SWAP\n@kernel\ndef step(t, s, action):\n    "
    assert list(faults(head + line))
    assert not list(faults(f"{head}x = s.phase == st.START and s.points[0] >= 3"))


def test_what_is_asked_is_declared_once(game):
    """The table of questions is the only place that knows their words and answers."""
    assert len({row.name for row in game.questions}) == len(game.questions)
    used = {answer.block for row in game.questions for answer in row.answers}
    assert used == {block.name for block in game.actions.blocks}, "a block answers no question"
    assert all(row.words.strip() for row in game.questions)
