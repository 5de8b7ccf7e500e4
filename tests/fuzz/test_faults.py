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
    for files in injector.whole.values():
        files["manifest.json"] += b" "
    for number in range(1, 30):
        try:
            injector.run(number)
        except Fault as fault:
            print(fault)
            break
"""


def test_disturbed_runs_end_with_the_same_bytes_or_a_refusal():
    command = [sys.executable, "-m", "tests.fuzz.faults", "6", "--seed", "1"]
    done = subprocess.run(command, cwd=process.ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same bytes" in done.stdout
    assert "FAILED" not in done.stdout


def test_other_bytes_are_noticed():
    told, _ = process.run(BLIND)
    assert "ended well with other bytes in manifest.json" in told
