"""Edited notes of trainings, tunings, responses and arenas: what goes on from them says what is wrong."""

import json
import random
import shutil

import pytest

from astrarium.agents.arena import run_arena
from astrarium.agents.folder import FolderError
from astrarium.core.records import RecordError
from astrarium.training.checkpoint import CheckpointError
from astrarium.training.run import Run as Training
from astrarium.training.run import RunError
from astrarium.tuning import exploit as exploit_module
from astrarium.tuning.exploit import Exploit
from astrarium.tuning.run import Run as Tuning
from astrarium.tuning.run import TuneError
from astrarium.tuning.settings import Settings
from tests.contract.table import amount
from tests.fuzz.test_files import edited
from tests.toy import GAME
from tests.training.settings import TINY

SMALL = {"groups": 2, "deals": 2, "watched": 8, "fit_deals": 20, "fit_games": 40, "test_games": 20}
REFUSED = (RunError, CheckpointError, TuneError, FolderError, RecordError)
TRIES = 60


def tune(folder):
    Tuning.open(GAME, folder, (2,), games=120, seed=5, start="dim", settings=Settings(**SMALL)).go()


def respond(folder):
    Exploit.open(GAME, folder, "greedy", 2, games=400, seed=3, ready=("random", "greedy:samples=2")).go()


def train(folder):
    if (folder / "plan.json").exists():
        Training.resume(GAME, folder).go()
    else:
        Training.begin(GAME, folder, (2,), steps=128, **TINY).go()


def meet(folder):
    run_arena(GAME, ["random", "greedy"], 8, 2, 4, out=folder)


RUNS = {
    "tune": (tune, ["plan.json", "checkpoint.json"]),
    "respond": (respond, ["plan.json", "checkpoint.json"]),
    "train": (train, ["plan.json", "sessions.json", "history.json"]),
    "arena": (meet, ["manifest.json", "results.json", "timing.json"]),
}


@pytest.mark.parametrize("name", RUNS)
def test_edited_notes_are_refused_or_gone_on_with(tmp_path, monkeypatch, name):
    monkeypatch.setattr(exploit_module, "LEAST_TUNING", 100)
    run, files = RUNS[name]
    sound, folder, rng = tmp_path / "sound", tmp_path / "edited", random.Random(name)
    run(sound)
    for file in files:
        notes = json.loads((sound / file).read_text(encoding="utf-8"))
        for _ in range(amount(TRIES) // len(files)):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(sound, folder)
            changed = edited(notes, rng) if isinstance(notes, dict) else rng.choice([[], [7], {}, "x"])
            (folder / file).write_text(json.dumps(changed), encoding="utf-8")
            try:
                run(folder)
            except REFUSED as error:
                assert str(error)  # noqa: PT017  anything else is no refusal
            except Exception as error:
                raise AssertionError(f"{file}: {json.dumps(changed)[:3000]}") from error
