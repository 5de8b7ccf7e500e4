"""`check-agent`, and players of one's own in the other commands."""

import sys

import pytest

from astrarium.cli import run
from tests.toy import GAME

BOT = '''
import random


class Bot:
    """Draws from its own stream."""

    def act(self, view):
        return int(view.rng.choice(view.legal))


class Moody:
    def act(self, view):
        return random.choice(view.legal)


def failing(view):
    return view.legal[0] if not view.events else view.no_such_thing
'''
PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print({answer}, flush=True)
"""


@pytest.fixture
def command(capsys, tmp_path, monkeypatch):
    """Run a command in a folder with players; its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "echo.py").write_text(PROGRAM.format(answer="'I choose the first'"))

    def call(*args):
        code = run([str(arg) for arg in args])
        printed = capsys.readouterr()
        return code, " ".join((printed.out + printed.err).split())

    return call


def check(command, spec):
    return command("check-agent", spec, "--game", GAME.name, "--players", 2, "--games", 4)


def test_a_good_player_is_told_so(command):
    code, said = check(command, "py:bot.py:Bot")
    assert code == 0
    assert "the same games again gave the same moves" in said
    assert "Nothing is wrong with it." in said


def test_a_player_that_cannot_be_repeated_is_told_so(command):
    code, said = check(command, "py:bot.py:Moody")
    assert code == 0
    assert "the same games again gave other moves: draw from view.rng" in said


def test_what_is_wrong_is_explained(command):
    code, said = check(command, f"exec:{sys.executable} echo.py")
    assert code == 1
    assert "unreadable" in said
    assert "its answer is no JSON: 'I choose the first'" in said
    assert 'answer hello with {"id": ID, "protocol": 1}' in said
    assert "decisions were made at random for it" in said


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("py:bot.py:failing", "failed in act: AttributeError: 'View' object has no attribute 'no_such"),
        ("py:bot.py:Other", "bot.py has no 'Other'; it has Bot, Moody, failing"),
        ("py:no.py:Bot", "no.py cannot be read: No such file"),
        ("exec:nothing-like-that", "there is no program 'nothing-like-that'"),
        ("pi:bot.py:Bot", "there is no agent 'pi'"),
    ],
)
def test_errors_are_one_plain_line(command, spec, message):
    code, said = check(command, spec)
    assert code == 2
    assert message in said


def test_an_arena_and_self_play_with_players_of_ones_own(command, tmp_path):
    specs = f"py:bot.py:Bot,exec:{sys.executable} echo.py,fault=forfeit,random"
    code, said = command("arena", "toy", "--players", 2, "--agents", specs, "--games", 6, "--out", "arena")
    assert code == 0
    assert "py:bot.py:Bot,id=" in said
    assert "made at random for it" in said
    assert "made at random for it" in (tmp_path / "arena" / "report.html").read_text()
    own = ("--players", 2, "--agents", "py:bot.py:Bot", "--games", 4)
    code, said = command("selfplay", "toy", *own, "--out", "d")
    assert code == 0
    code, said = command("arena", "toy", "--players", 2, "--agents", "py:bot.py:failing,random", "--games", 4)
    assert code == 2
    assert "failed in act" in said
    assert "Traceback" not in said
