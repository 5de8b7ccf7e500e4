"""Kills, full disks, torn and damaged files, in small form; the command for many runs is in faults.py."""

import os
import subprocess
import sys

import pytest

from tests import process

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="runs are forked")

BLIND = """
from pathlib import Path
import tempfile
from tests.fuzz.faults import Fault, Injector
with tempfile.TemporaryDirectory() as place:
    injector = Injector(Path(place))
    injector.prepare("selfplay")
    injector.whole["selfplay"]["manifest.json"] += b" "
    for number in range(1, 30):
        try:
            injector.run(number, "selfplay")
        except Fault as fault:
            print(fault)
            break
"""


LOSING = """
from pathlib import Path
import tempfile
import tests.fuzz.faults as faults
from astrarium.web.keeping import Keeper
faults.PATIENCE = 60.0
kept = Keeper.keep
Keeper.keep = lambda self, table: kept(self, table) if not table.actions else None
with tempfile.TemporaryDirectory() as place:
    injector = faults.Injector(Path(place))
    injector.took["serve"] = 1.0
    injector.whole["serve"] = {"toy.jsonl": b""}
    for number in range(1, 30):
        try:
            injector.run(number, "serve")
        except faults.Fault as fault:
            if "were answered" in str(fault):
                print(fault)
                break
"""


@pytest.mark.parametrize(
    ("runs", "only"),
    [(5, "selfplay"), (3, "arena"), (2, "serve"), pytest.param(2, "ray", marks=pytest.mark.slow)],
)
def test_disturbed_runs_end_with_the_same_bytes_or_a_refusal(runs, only):
    if only == "ray":
        pytest.importorskip("ray", reason="needs the extra `ray`")
    command = [sys.executable, "-m", "tests.fuzz.faults", str(runs), "--seed", "1", "--only", only]
    done = subprocess.run(command, cwd=process.ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same bytes" in done.stdout
    assert "FAILED" not in done.stdout


def test_other_bytes_are_noticed():
    told, _ = process.run(BLIND)
    assert "ended well with other bytes in manifest.json" in told


def test_moves_that_were_answered_and_are_lost_are_noticed():
    told, _ = process.run(LOSING)
    assert "moves were answered" in told
