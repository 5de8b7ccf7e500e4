"""Lanterns: a small whole game with hidden information, for testing the engine without a board game."""

from pathlib import Path

import numpy as np

from astrarium.core import Content, Game, Kernels, TableError, read_rows, register
from astrarium.core.tables import choice, digest_files, text, whole

from .narrate import SENTENCES
from .questions import QUESTIONS
from .render import panels, places, render_text
from .rules import check, determinize, evaluate, observe, score, setup
from .state import ACTIONS, EFFECTS, MAX_CARDS, NUM_SUITS, OBSERVATION, OPTIONS, STATE, TABLES, WEIGHTS
from .words import LanternWords

DATA = Path(__file__).parent / "data"
MIN_CARDS = 14


def load(which):
    """A content set by name, or from a directory with suits.csv and cards.csv."""
    folder = which if isinstance(which, Path) else DATA / which
    suits = [row["suit"] for row in read_rows(folder / "suits.csv", {"suit": text()})]
    if len(suits) != NUM_SUITS:
        raise TableError(f"suits.csv: expected {NUM_SUITS} suits, got {len(suits)}")
    rows = read_rows(
        folder / "cards.csv",
        {
            "name": text(),
            "suit": choice(*suits),
            "value": whole(1, 20),
            "points": whole(0, 5),
            "effect": choice(*EFFECTS),
        },
    )
    if not MIN_CARDS <= len(rows) <= MAX_CARDS:
        raise TableError(f"cards.csv: expected {MIN_CARDS} to {MAX_CARDS} cards, got {len(rows)}")
    tables = np.zeros(1, TABLES)
    tables["num_cards"] = len(rows)
    for i, row in enumerate(rows):
        tables["suit"][0, i] = suits.index(row["suit"])
        tables["value"][0, i] = row["value"]
        tables["points"][0, i] = row["points"]
        tables["effect"][0, i] = EFFECTS.index(row["effect"])
    labels = {"suit": suits, "card": [row["name"] for row in rows]}
    digest = digest_files([folder / "suits.csv", folder / "cards.csv"])
    return Content(folder.name, tables, labels, digest, folder)


GAME = Game(
    name="toy",
    title="Lanterns",
    version=0,
    players=(1, 2, 3, 4),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    max_moves=64,
    contents=("plain", "dark"),
    load=load,
    questions=QUESTIONS,
    kernels=Kernels(setup, observe, score, determinize, check, evaluate),
    invariants={
        1: "each card is in exactly one place",
        2: "a seat knows its own hand",
        3: "points are never negative",
        4: "the acting seat holds a card",
    },
    seat_names=LanternWords.seat_names,
    render_text=render_text,
    panels=panels,
    places=places,
    sentences=SENTENCES,
    words=LanternWords,
    default_players=3,
    weights=WEIGHTS,
)
register(GAME)
