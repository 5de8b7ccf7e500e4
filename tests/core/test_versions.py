"""Which compiler is used with which numba; the toy by numba's public means."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from astrarium.core import jit
from astrarium.core.versions import TRIED, compiler_for

ROOT = Path(__file__).parents[2]


def test_versions_that_were_tried_are_compiled_by_inner_parts_without_a_word():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert {compiler_for(f"{version}.1", None) for version in TRIED} == {"inner"}
        assert compiler_for("0.68.0rc1", None) == "inner"
        assert compiler_for("0.68.1", "public") == "public"
        assert compiler_for("0.99.0", "inner") == "inner"


@pytest.mark.parametrize("version", ["0.60.0", "0.99.0", "1.0.0dev0"])
def test_others_are_warned_of_and_compiled_by_public_means(version):
    with pytest.warns(UserWarning, match=f"tried with numba {TRIED[0]} to {TRIED[-1]}, this is {version}"):
        assert compiler_for(version, None) == "public"


def test_a_wrong_switch_is_refused():
    with pytest.raises(ValueError, match="one of inner, public, not 'fast'"):
        compiler_for("0.68.1", "fast")


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_a_whole_game_is_the_same_by_public_means():
    suite = [f"tests/contract/test_{name}.py" for name in ("signature", "golden", "telling")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *suite, "--game", "toy"],
        cwd=ROOT,
        env={**os.environ, "ASTRARIUM_COMPILER": "public"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
