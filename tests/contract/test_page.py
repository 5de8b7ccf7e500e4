"""A game's folder: the rules ledger names functions and tests that exist; the page's tables and picture of
questions are current."""

import ast
import csv
import importlib
import inspect
import re
from pathlib import Path

import astrarium.envs
from astrarium.core.flow import count
from astrarium.core.flow_svg import questions_svg

ROOT = Path(__file__).parents[2]
COLUMNS = ["id", "section", "rule", "where", "tests", "status"]
STATUSES = {"implemented", "ruling", "physical"}


def package_of(game):
    return importlib.import_module(f"{astrarium.envs.__name__}.{game.name}")


def folder_of(game):
    return Path(package_of(game).__file__).parent


def ledger(game):
    with (folder_of(game) / "rules.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    assert reader.fieldnames == COLUMNS
    return rows


def entries(cell):
    """The entries of a cell: separated by semicolons, commas or blanks."""
    return [entry for entry in re.split(r"[;,\s]+", cell.strip()) if entry]


def known_tests():
    """Ids of all test functions, path::name, and each in shorter forms without leading folders."""
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                parts = path.relative_to(ROOT).parts
                found |= {f"{'/'.join(parts[k:])}::{node.name}" for k in range(len(parts))}
                found.add(node.name)
    return found


def test_ledger_rows_are_whole(env_game):
    rows = ledger(env_game)
    assert rows
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(ids), "a rule's id stands twice"
    for row in rows:
        assert row["status"] in STATUSES, f"rule {row['id']}: status {row['status']!r}"
        assert row["rule"].strip(), f"rule {row['id']} is empty"
        if row["status"] != "physical":
            assert entries(row["where"]), f"rule {row['id']} names no function"
            assert entries(row["tests"]), f"rule {row['id']} names no test"


def test_ledger_functions_are_where_the_ledger_says(env_game):
    package = package_of(env_game).__name__
    missing = []
    for row in ledger(env_game):
        for entry in entries(row["where"]):
            module, _, name = entry.rpartition(".")
            found = getattr(importlib.import_module(f"{package}.{module}"), name, None) if module else None
            function = getattr(found, "py_func", found)
            elsewhere = inspect.isfunction(function) and function.__module__ != f"{package}.{module}"
            if found is None or elsewhere:
                missing.append(f"rule {row['id']}: {entry}")
    assert not missing


def test_ledger_tests_exist(env_game):
    known = known_tests()
    missing = [
        f"rule {row['id']}: {entry}"
        for row in ledger(env_game)
        for entry in entries(row["tests"])
        if entry.partition("[")[0] not in known
    ]
    assert not missing


def refreshed(page, table):
    """The page with the table that has the same heading replaced."""
    lines, new = page.splitlines(), table.splitlines()
    if new[0] not in lines:
        return page
    first = last = lines.index(new[0])
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    return "\n".join([*lines[:first], *new, *lines[last:]]) + "\n"


def test_tables_of_the_page_are_current(env_game, request):
    path = folder_of(env_game) / "README.md"
    page = path.read_text(encoding="utf-8")
    for table in (env_game.actions.markdown(), env_game.observation.markdown()):
        if request.config.getoption("--regenerate-golden"):
            page = refreshed(page, table)
            path.write_text(page, encoding="utf-8")
        missing = [line for line in table.splitlines() if line not in page.splitlines()]
        assert not missing, f"run pytest --regenerate-golden; missing lines: {missing[:3]}"
        assert table in page, "a table of the page is not in one piece"


def test_picture_of_the_questions_is_current(env_game, request):
    path, picture = folder_of(env_game) / "questions.svg", questions_svg(count(env_game))
    if request.config.getoption("--regenerate-golden"):
        path.write_text(picture, encoding="utf-8", newline="\n")
    assert path.is_file(), "run pytest --regenerate-golden"
    same = path.read_text(encoding="utf-8") == picture
    assert same, "other questions follow each other, or in other words: run pytest --regenerate-golden"


def test_page_shows_the_picture_of_the_questions(env_game):
    page = (folder_of(env_game) / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^!\[.+\]\(questions\.svg\)$", page, re.MULTILINE)
    assert len(shown) == 1, "a line ![The questions of the game and what can follow what](questions.svg)"


def test_data_rows_have_a_source(env_game):
    files = sorted((folder_of(env_game) / "data").glob("*/*.csv"))  # of card sets; weights are no cards
    assert files
    for path in files:
        with path.open(encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.DictReader(file), 2):
                assert row.get("source"), f"{path.name}, row {number}: no source"
