"""`train` and the training part of `demo`, in small, on the engine's own test game."""

import json
import re

import pytest

from astrarium.cli import run as run_command

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

import tests.toy  # noqa: F401  makes the game known
from astrarium.agents.policy import load_policy
from tests.training.settings import TINY


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    """Small settings for the toy, and one thread."""
    import torch

    from astrarium.training.settings import BY_GAME

    monkeypatch.setitem(BY_GAME, "toy", TINY)
    torch.set_num_threads(1)


def call(capfd, *args):
    code = run_command([str(arg) for arg in args])
    out, err = capfd.readouterr()
    return code, out, err


def test_train_then_go_on_then_play(capfd, tmp_path):
    folder = tmp_path / "run"
    steps = ["train", "toy", "--players", 2, "--out", folder, "--threads", 1]
    code, out, err = call(capfd, *steps, "--steps", 128, "--sb3-zip", "--setting", "epochs=1")
    assert code == 2
    assert "foresight=0" in err
    assert not folder.exists()

    plain = ["--setting", "epochs=1", "--setting", "foresight=0"]
    code, out, err = call(capfd, *steps, "--steps", 128, "--sb3-zip", *plain)
    assert code == 0, err
    assert "wins of the best policy" in out
    assert "The most possible is 100%" in out
    assert (folder / "sb3.zip").exists()
    assert load_policy(folder / "best.safetensors").about["training"]["settings"]["epochs"] == 1
    assert "evaluating against baselines" in err

    code, _, err = call(capfd, *steps, "--steps", 128)
    assert code == 2
    assert "--resume" in err

    for other in (["--setting", "epochs=3"], ["--seed", 7], ["--players", "2,3"]):
        code, _, err = call(capfd, *steps, "--resume", "--steps", 256, *other)
        assert code == 2
        assert "as the training was begun" in err

    code, _, err = call(capfd, *steps, "--resume", "--steps", 256, *plain)
    assert code == 0, err
    assert load_policy(folder / "last.safetensors").about["training"]["samples"] == 256

    spec = f"ppo:{folder / 'best.safetensors'}"
    for name, agents, *rest in (
        ("watch", spec, "--no-boards"),
        ("selfplay", f"{spec},temperature=0,random", "--games", 3),
    ):
        code, _, err = call(capfd, name, "toy", "--players", 2, "--agents", agents, *rest)
        assert code == 0, err


def test_several_values_of_an_option_are_trained_for(capfd, tmp_path):
    asked = ["train", "toy", "--players", 2, "--out", tmp_path / "run", "--threads", 1]
    code, out, err = call(capfd, *asked, "--steps", 64, "--option", "hand_size=2,3", "--option", "peeking=0")
    assert code == 0, err
    for words in ("2, hand_size 2", "2, hand_size 3"):
        assert words in out
    code, _, err = call(capfd, *asked, "--resume", "--steps", 96, "--option", "hand_size=2")
    assert code == 2
    assert "as the training was begun" in err
    code, _, err = call(
        capfd, *asked[:-4], "--out", tmp_path / "two", "--option", "hand_size=2,9", "--steps", 64
    )
    assert code == 2
    assert "option hand_size of" in err
    code, _, err = call(capfd, *asked[:-4], "--method", "search", "--option", "hand_size=2,3")
    assert code == 2
    assert "are for --method ppo" in err


def test_live_progress_fits_a_small_terminal(capsys):
    from types import SimpleNamespace

    from rich.console import Console

    from astrarium.cli.train import LOSSES, STAGES, picture_of
    from astrarium.training.run import Evaluation, Figure, Status

    members = ["random", "greedy", "self", *(f"past {k}" for k in range(5, 13))]
    shares = dict.fromkeys(("environment", "opponents", "foresight", "inference", "learning"), 0.2)
    figures = [Figure(k, who, 60, (0.66, 0.58, 0.74)) for k in (2, 3, 4) for who in ("random", "greedy")]
    evaluation = Evaluation(131_072, 300.0, figures, None)
    status = Status(
        max(STAGES, key=lambda stage: len(STAGES[stage])), 0.43, 0.25, 3123.0, 13_107_200, 12_345.6, 4001.0,
        dict.fromkeys(LOSSES, -0.123), dict.fromkeys(members, (0.5, 99)), shares, evaluation,
    )  # fmt: skip
    run = SimpleNamespace(game=SimpleNamespace(title="Starfarers of Catan"))
    Console(width=80).print(picture_of(run, status))
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert len(lines) <= 15
    assert any(line.startswith(" budget") and line.endswith("66:41 left") for line in lines)
    assert "past selves 50%" in " ".join(" ".join(lines).split())


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ("--setting epochs", "--setting is NAME=VALUE"),
        ("--setting speed=3", "there is no setting 'speed'"),
        ("--setting epochs=many", "--setting epochs is like 4, not 'many'"),
        ("--players two", "--players is a number"),
        ("--players 9", "players, not 9"),
        ("--minutes 1 --steps 5", "either minutes or steps"),
        ("--steps 0", "above 0"),
        ("--minutes 0", "above 0"),
        ("--minutes -3", "above 0"),
        ("--minutes nan", "above 0"),
        ("--setting tables=0", "tables is a whole number from 1"),
        ("--setting hidden=a,b", "--setting hidden is like"),
        ("--players 2,9", "players, not 9"),
        ("--resume", "without --resume one begins"),
    ],
)
def test_bad_input_gets_one_line(capfd, tmp_path, args, expected):
    code, out, err = call(capfd, "train", "toy", "--out", tmp_path / "run", *args.split())
    assert code == 2
    assert out == ""
    assert expected in err
    assert len(err.splitlines()) == 1


def test_demo_trains_and_shows_what_it_made(capfd, tmp_path):
    code, out, err = call(
        capfd, "demo", "--game", "toy", "--players", 2, "--games", 20, "--minutes", 0.02, "--threads", 1,
        "--folder", tmp_path,
    )  # fmt: skip
    assert code == 0, err
    assert "1. Self-play" in out
    assert "Share of wins while it learnt" in out
    for name in ("curve.png", "replay.html"):
        assert (tmp_path / "training" / name).exists()
        assert str(tmp_path / "training" / name) in out
    page = (tmp_path / "training" / "replay.html").read_text(encoding="utf-8")
    assert "<script src=" not in page
    assert "beginOffline()" in page
    assert not re.search(r"(src|href)=.http", page)


def test_ctrl_c_in_the_preparation_says_what_is_kept(capfd, tmp_path, monkeypatch):
    from astrarium.training import preparation

    def interrupt(*args, **keywords):
        raise KeyboardInterrupt

    steps = ["train", "toy", "--players", 2, "--steps", 64, "--out", tmp_path / "run", "--threads", 1]
    with monkeypatch.context() as patched:
        patched.setattr(preparation, "play_sample", interrupt)
        code, _, err = call(capfd, *steps)
    assert code == 130
    assert f"What was done is kept in {tmp_path / 'run'}. The same command with --resume goes on." in err
    assert err.splitlines()[-1] == "stopped"
    code, _, err = call(capfd, *steps, "--resume")
    assert code == 0, err
    sessions = json.loads((tmp_path / "run" / "sessions.json").read_text(encoding="utf-8"))["sessions"]
    assert [each["ended"] for each in sessions] == ["stopped", "finished"]


def test_a_network_for_the_search_learns_then_goes_on(capfd, tmp_path):
    folder = tmp_path / "run"
    small = ("games=16", "batch=4", "simulations=20", "arena_games=2", "test_games=4")
    given = [word for pair in small for word in ("--setting", pair)]
    base = ["train", "toy", "--method", "search", "--players", 2, "--out", folder, "--threads", 1]
    code, out, err = call(capfd, *base, *given)
    assert code == 0, err
    assert f"network  {folder / 'best.safetensors'}" in out
    assert "playing against itself" in err

    for wrong, said in (
        (given, "--resume"),
        (["--resume", "--setting", "games=9"], "as the training was begun"),
        (["--steps", 9], "are for --method ppo"),
        (["--setting", "epochs=3"], "there is no setting 'epochs'"),
        (["--method", "magic"], "--method is ppo or search"),
    ):
        code, _, err = call(capfd, *base, *wrong)
        assert code == 2
        assert said in " ".join(err.split())

    code, out, err = call(capfd, *base, "--resume", "--minutes", 1)
    assert code == 0, err
    spec = f"ismcts:20,network={folder / 'best.safetensors'}"
    code, _, err = call(capfd, "watch", "toy", "--players", 2, "--agents", spec, "--no-boards")
    assert code == 0, err
