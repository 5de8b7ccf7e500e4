"""The driver of mutants: the faults it makes, and that it tells caught from survived."""

import ast
import json
import os
import subprocess
import sys

import pytest

from tests.mutation.judge import CAUGHT, LATE, NEAREST, SURVIVED, UNREACHED, Reach
from tests.mutation.mutants import mutants, mutated
from tests.process import ROOT

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

@kernel
def count(a):
    while a > 0:
        a -= 1

def no_kernel(a):
    return a + 1
'''
TESTS = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parents[1]))
from kernels import add as bound_elsewhere, count

def test_add():
    assert bound_elsewhere(2, 0) == 2
    assert bound_elsewhere(2, 1) > 2

def test_count():
    count(3)
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(SOURCE)
    return path


def test_the_faults_of_a_file(source):
    found = {(each.kernel, each.was, each.now) for each in mutants(source)}
    assert found == {
        ("add", "a + b", "a - b"),
        ("big", "a > 10 and (not s.small)", "a > 10 or not s.small"),
        ("big", "a > 10", "a >= 10"),
        ("big", "10 in if a > 10 and (not s.small):", "11"),
        ("big", "not s.small", "s.small"),
        ("big", "s.found[0] = True", "pass"),
        ("big", "0 in s.found[0] = True", "1"),
        ("big", "True in s.found[0] = True", "False"),
        ("big", "tell(s)", "pass"),
        ("count", "a > 0", "a >= 0"),
        ("count", "0 in while a > 0:", "1"),
        ("count", "a -= 1", "a += 1"),
        ("count", "a -= 1", "pass"),
        ("count", "1 in a -= 1", "2"),
    }


def test_a_mutant_differs_in_its_own_place_and_keeps_its_lines(source):
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for each in mutants(source):
        changed = ast.unparse(mutated(source, each.number)).splitlines()
        assert sum(one != other for one, other in zip(plain, changed, strict=True)) == 1
        assert each.was.partition(" in ")[0].split()[0] in SOURCE.splitlines()[each.lines[0] - 1]


def judged(*words):
    """What the command says of each fault, and in the end."""
    command = [sys.executable, "-m", "tests.mutation", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    _, *lines, end = done.stdout.splitlines()
    return {line[20:].strip(): line[:20].strip() for line in lines if line}, end


def test_caught_and_survived_are_told_apart(source, tmp_path):
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_kernels.py").write_text(TESTS)
    verdicts, end = judged(tmp_path, "--tests", tests)
    found = {fault.partition(": ")[2]: verdict for fault, verdict in verdicts.items()}
    assert found["a + b  ->  a - b"] == CAUGHT
    assert found["a -= 1  ->  pass"] == found["a -= 1  ->  a += 1"] == LATE
    assert found["a > 0  ->  a >= 0"] == SURVIVED
    assert found["a > 10  ->  a >= 10"] == UNREACHED
    assert ": 3 of 14 faults caught (21.4%), 2 of them by the time limit; seed 1" in end
    assert source.read_text() == SOURCE


def test_faults_that_only_a_late_test_finds_are_found_among_those_that_survive(source, tmp_path):
    tests = tmp_path / "tests"
    tests.mkdir()
    idle = "".join(f"def test_{k}():\n    bound_elsewhere(0, 0)\n    count(0)\n" for k in range(NEAREST))
    late = (
        "def test_late():\n    sum(range(3_000_000))\n    count(2)\n    assert bound_elsewhere(2, 1) == 3\n"
    )
    (tests / "test_kernels.py").write_text(TESTS.partition("def")[0] + idle + late)
    verdicts, _ = judged(tmp_path, "--tests", tests)
    found = {fault.partition(": ")[2]: verdict for fault, verdict in verdicts.items()}
    assert found["a + b  ->  a - b"] == CAUGHT
    assert found["a > 0  ->  a >= 0"] == SURVIVED


def test_what_survived_is_judged_again_by_its_name(source, tmp_path):
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_kernels.py").write_text(TESTS)
    file = f"{tmp_path.name}/{source.name}"
    one, other = f"{file}:18:10: a > 0  ->  a >= 0", f"{file}:8:11: a + b  ->  a - b"
    kept = tmp_path / "kept.txt"
    kept.write_text(f"survived             {one}\ncaught               {other}\n")
    assert judged(tmp_path, "--tests", tests, "--again", kept)[0] == {one: SURVIVED}


def test_short_tests_that_reach_little_come_first(source, tmp_path):
    parts = [tmp_path / f"{k}.json" for k in range(2)]
    lines = [{"12": [0, 1], "13": [0], "20": [0, 2]}, {"12": [0], "13": [0]}]
    for part, took, reached in zip(parts, [[0.1, 0.1, 0.1], [9.0]], lines, strict=True):
        part.write_text(json.dumps({"took": took, "lines": {str(source): reached}}))
    reach = Reach(parts)
    faults = {each.was: each for each in mutants(source)}
    assert faults["a > 10"].lines == (12, 12)
    assert reach.tests(faults["a > 10"]) == {0, 1, 3}
    assert reach.nearest(faults["a > 10"]) == [1, 0]
    assert faults["tell(s)"].lines == (14, 14)
    assert reach.nearest(faults["tell(s)"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["star_commander", "starship_captains"])
def test_most_faults_in_rules_are_caught(game):
    verdicts, end = judged(game, "--sample", 20, "--seed", 1)
    survived = [fault for fault, verdict in verdicts.items() if not verdict.startswith(CAUGHT)]
    assert len(survived) <= 4, (survived, end)
