"""The command `astrarium serve`: a process of its own that prints its address, answers, and stops."""

import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_server_prints_its_address_answers_and_stops():
    code = "from astrarium.cli import main; main(['serve', '--no-open', '--port', '0', 'tests'])"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", process.stdout.readline())[0]
        page = urllib.request.urlopen(address, timeout=60).read().decode()
        assert "Astrarium" in page
        assert urllib.request.urlopen(f"{address}static/app.js", timeout=60).status == 200
        found = json.load(urllib.request.urlopen(f"{address}api/files", timeout=60))
        assert found == {"files": [], "more": False}
        bare = address.rsplit("/", 2)[0] + "/"
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(bare, timeout=60)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode in (0, 130)  # as the parent treats Ctrl-C
    assert "Traceback" not in err
