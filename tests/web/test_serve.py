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
        address, link = re.search(
            r"(http://127\.0\.0\.1:\d+)(/open/[\w-]{20,})", process.stdout.readline()
        ).groups()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        opener.open(f"{address}{link}", timeout=60)
        assert re.search(r"another browser: http://127\.0\.0\.1:\d+/open/", process.stdout.readline())
        page = opener.open(f"{address}/", timeout=60).read().decode()
        assert "Astrarium" in page
        assert opener.open(f"{address}/static/app.js", timeout=60).status == 200
        found = json.load(opener.open(f"{address}/api/files", timeout=60))
        assert found == {"files": [], "more": False}
        for path in ("/", link):
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(f"{address}{path}", timeout=60)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode in (0, 130)  # as the parent treats Ctrl-C
    assert "Traceback" not in err
