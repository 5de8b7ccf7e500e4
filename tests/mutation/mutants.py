"""Small faults in the source of kernels: one each, at a place that is named by its number."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}  # fmt: skip
LOGIC = {ast.And: ast.Or, ast.Or: ast.And}
Change = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True)
class Mutant:
    """One fault in one file."""

    path: Path
    kernel: str  # the function it is in
    number: int  # of the place in the file
    lines: tuple[int, int]
    column: int
    was: str
    now: str

    def __str__(self) -> str:
        place = f"{self.path.parent.name}/{self.path.name}:{self.lines[0]}:{self.column}"
        return f"{place}: {self.was}  ->  {self.now}"


def changes(node: ast.AST) -> Iterator[Change]:
    """What can be made of a node: each is given a copy of it."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield lambda n: _set(n, ops=[COMPARISONS[type(n.ops[0])](), *n.ops[1:]])  # type: ignore[attr-defined]
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield lambda n: _set(n, op=ARITHMETIC[type(n.op)]())  # type: ignore[attr-defined]
    elif isinstance(node, ast.BoolOp):
        yield lambda n: _set(n, op=LOGIC[type(n.op)]())  # type: ignore[attr-defined]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda n: n.operand  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield lambda n: _set(n, value=not n.value)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield lambda n: _set(n, value=n.value + 1)  # type: ignore[attr-defined]
    stored = isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name)
    if stored or isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and not _docstring(node)):
        yield lambda n: ast.Pass()


def _docstring(node: ast.Expr) -> bool:
    return isinstance(node.value, ast.Constant)


def _set(node: ast.AST, **fields: object) -> ast.AST:
    for name, value in fields.items():
        setattr(node, name, value)
    return node


def places(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, ast.AST, Change]]:
    """All changes of the kernels of a file, in their order, with the kernels and statements they are in."""
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and any(_kernel(each) for each in function.decorator_list):
            for statement in function.body:
                yield from ((function.name, *place) for place in _within(statement))


def _within(statement: ast.stmt) -> Iterator[tuple[ast.stmt, ast.AST, Change]]:
    inner = [child for child in ast.walk(statement) if isinstance(child, ast.stmt) and child is not statement]
    theirs = {id(node) for child in inner for node in ast.walk(child)}
    for node in ast.walk(statement):
        if id(node) not in theirs:
            yield from ((statement, node, change) for change in changes(node))
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.stmt):
            yield from _within(child)


def _kernel(decorator: ast.expr) -> bool:
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(name, ast.Name) and name.id == "kernel"


def mutants(path: Path) -> list[Mutant]:
    """The faults that can be put into a file."""
    found = []
    every = places(ast.parse(path.read_text(encoding="utf-8")))
    for number, (function, statement, node, change) in enumerate(every):
        first, last = getattr(node, "lineno", statement.lineno), getattr(node, "end_lineno", statement.lineno)
        column = getattr(node, "col_offset", statement.col_offset)
        was, now = ast.unparse(node), ast.unparse(change(copy.deepcopy(node)))
        if isinstance(node, ast.Constant):
            was, now = f"{was} in {ast.unparse(statement).splitlines()[0]}", now
        found.append(Mutant(path, function, number, (first, last), column, was, now))
    return found


def mutated(path: Path, number: int) -> ast.Module:
    """The file with one of its faults."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    _, _, node, change = list(places(tree))[number]
    new = change(copy.deepcopy(node))

    class Swap(ast.NodeTransformer):
        def visit(self, found: ast.AST) -> ast.AST:
            return ast.copy_location(new, found) if found is node else self.generic_visit(found)

    return ast.fix_missing_locations(Swap().visit(tree))


def code_of(mutant: Mutant) -> CodeType:
    """The kernel with its fault, as the code that a function runs."""
    module = compile(mutated(mutant.path, mutant.number), str(mutant.path), "exec", dont_inherit=True)
    found = [part for part in module.co_consts if isinstance(part, CodeType)]
    return next(part for part in found if part.co_name == mutant.kernel)
