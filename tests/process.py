"""Code in a fresh interpreter: what a second process sees, or one with other settings."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def start(code, *paths, **env):
    """Begin to run code; further import paths and environment variables by name."""
    path = os.pathsep.join(map(str, [ROOT, *paths]))
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": path, **{name: str(value) for name, value in env.items()}},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    """What the code printed to stdout and to stderr; a failure of the code is one of the test."""
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out, err


def run(code, *paths, **env):
    """Run code to its end."""
    return finish(start(code, *paths, **env))
