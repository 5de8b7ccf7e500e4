"""The driver of mutants: the faults it makes, and that it tells caught from survived."""

import ast

import pytest

from tests.mutation.__main__ import CAUGHT, SURVIVED, UNREACHED, judge, reaching, run
from tests.mutation.mutants import mutants, mutated

SOURCE = '''
def kernel(fn):
    return fn

@kernel
def add(a, b):
    """Two numbers."""
    return a + b

@kernel
def big(s, a):
    if a > 10 and not s.small:
        s.found[0] = True
        tell(s)

def no_kernel(a):
    return a + 1
'''
TESTS = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
from source_of_kernels import add

def test_add():
    assert add(2, 0) == 2
    assert add(2, 1) > 2
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "source_of_kernels.py"
    path.write_text(SOURCE)
    return path


def test_the_faults_of_a_file(source):
    found = {(each.was, each.now) for each in mutants(source)}
    assert found == {
        ("a + b", "a - b"),
        ("a > 10 and (not s.small)", "a > 10 or not s.small"),
        ("a > 10", "a >= 10"),
        ("10 in if a > 10 and (not s.small):", "11"),
        ("not s.small", "s.small"),
        ("s.found[0] = True", "pass"),
        ("0 in s.found[0] = True", "1"),
        ("True in s.found[0] = True", "False"),
        ("tell(s)", "pass"),
    }


def test_a_mutant_differs_in_its_own_place_and_keeps_its_lines(source):
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for each in mutants(source):
        changed = ast.unparse(mutated(source, each.number)).splitlines()
        assert sum(one != other for one, other in zip(plain, changed, strict=True)) == 1
        assert each.was.partition(" in ")[0].split()[0] in SOURCE.splitlines()[each.lines[0] - 1]


def test_caught_and_survived_are_told_apart(source, tmp_path):
    (tmp_path / "test_it.py").write_text(TESTS)
    faults = {each.was: each for each in mutants(source)}
    tests = [f"{tmp_path}/test_it.py::test_add"]
    assert judge(faults["a + b"], tests) == CAUGHT
    assert judge(faults["a > 10"], tests) == SURVIVED
    assert judge(faults["a > 10"], []) == UNREACHED
    assert source.read_text() == SOURCE


class Reached:
    """Which test reaches which line, as coverage tells it."""

    def contexts_by_lineno(self, path):
        wide, near, far = "t.py::wide|run", "t.py::near|run", "t.py::far|run"
        return {11: [wide, near], 12: [wide, near, ""], 13: [wide], 20: [wide, far]}


def test_tests_that_reach_little_come_first(source):
    tell = next(each for each in mutants(source) if each.was == "tell(s)")
    assert tell.lines == (14, 14)
    found = next(each for each in mutants(source) if each.was == "a > 10")
    assert found.lines == (12, 12)
    assert reaching(found, Reached()) == ["t.py::near", "t.py::wide"]
    assert reaching(tell, Reached()) == []


@pytest.mark.slow
def test_most_faults_in_rules_are_caught():
    judged = run("starship_captains", sample=6, seed=1)
    survived = [str(mutant) for mutant, verdict in judged if not verdict.startswith(CAUGHT)]
    assert len(survived) <= 1, survived
