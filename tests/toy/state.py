"""Lanterns, the engine's own test game: its state record and constants.

Secretly call a suit, then play cards face down from a small hand, round after round; the brightest card takes
the round's points. Peeking at the deck and laying a card openly on it give knowledge that lasts.

A card lies in a place (a slot of a hand, the table, the deck), and each place carries the set of seats that
know its card: bit p for seat p. Who knows what is public; what they know is not.
"""

from pathlib import Path

import numpy as np

from astrarium.core import ActionTable, Block, Field, ObservationSpec, Option, state_dtype
from astrarium.core.state import b1, i1, i2
from astrarium.core.weights import Weights

MAX_PLAYERS = 4
MAX_CARDS = 16
NUM_SUITS = 4
HAND = 3
NONE = -1

EFFECTS = ("none", "show", "bonus")
EFFECT_SHOW, EFFECT_BONUS = 1, 2

OPTIONS = (
    Option("peeking", (0, 1), 1, "allow a peek at the top of the deck, once a round and seat"),
    Option("hand_size", (2, 3), 3, "cards dealt to each seat"),
)

STATE = state_dtype(
    OPTIONS,
    ("phase", i1),  # CALLING or PLAYING
    ("lead", i1),  # who began the round
    ("deck", i1, MAX_CARDS),  # cards, top first; NONE past the end
    ("deck_known", i1, MAX_CARDS),  # who knows each
    ("deck_size", i1),
    ("hand", i1, (MAX_PLAYERS, HAND)),  # card in each slot, NONE = empty
    ("hand_known", i1, (MAX_PLAYERS, HAND)),
    ("table", i1, MAX_PLAYERS),  # face down until all have played
    ("table_known", i1, MAX_PLAYERS),
    ("call", i1, MAX_PLAYERS),  # the suit called in secret, NONE = not yet
    ("peeked", b1, MAX_PLAYERS),  # this round
    ("swapped", b1, MAX_PLAYERS),  # this game
    ("points", i2, MAX_PLAYERS),
    (
        "won",
        i1,
        (MAX_PLAYERS, NUM_SUITS),
    ),  # cards of each suit won; those of the called suit count twice more
    ("gone", b1, MAX_CARDS),  # played and out of the game
    ("rounds", i1),
)
CALLING, PLAYING = 0, 1

# What the acting seat is asked: questions.py.
ASK_NOTHING, ASK_CALL, ASK_PLAY = range(3)

WEIGHTS = Weights(Path(__file__).parent / "data" / "weights.csv")

TABLES = np.dtype(
    [
        ("num_cards", "i2"),
        ("suit", "i1", MAX_CARDS),
        ("value", "i1", MAX_CARDS),
        ("points", "i1", MAX_CARDS),
        ("effect", "i1", MAX_CARDS),
        ("w", WEIGHTS.dtype),
    ],
    align=True,
)

ACTIONS = ActionTable(
    Block("call", "call {suit}", suit=NUM_SUITS),
    Block("peek", "peek at the deck"),
    Block("play", "play from {slot}", slot=("left", "middle", "right")),
    Block("swap", "swap {slot} with the deck", slot=("left", "middle", "right")),
)

OBSERVATION = ObservationSpec(
    Field("players", (), 1, MAX_PLAYERS, "number of seats"),
    Field("peeking", (), 0, 1, "option"),
    Field("phase", (), 0, 1, "0 calling, 1 playing"),
    Field("acting", (), 0, MAX_PLAYERS - 1, "acting seat, counted from the own seat"),
    Field("lead", (), 0, MAX_PLAYERS - 1, "who began the round, counted from the own seat"),
    Field("call", (), -1, NUM_SUITS - 1, "own called suit"),
    Field("called", MAX_PLAYERS, 0, 1, "has called, by seat from the own seat"),
    Field("points", MAX_PLAYERS, 0, 400, "points"),
    Field("hand", (MAX_PLAYERS, HAND), -2, MAX_CARDS - 1, "card; -1 empty, -2 unknown"),
    Field("hand_known", (MAX_PLAYERS, HAND, MAX_PLAYERS), 0, 1, "who knows the card"),
    Field("table", MAX_PLAYERS, -2, MAX_CARDS - 1, "card on the table; -1 none, -2 unknown"),
    Field("table_known", (MAX_PLAYERS, MAX_PLAYERS), 0, 1, "who knows it"),
    Field("deck", MAX_CARDS, -2, MAX_CARDS - 1, "deck, top first; -1 past its end, -2 unknown"),
    Field("deck_known", (MAX_CARDS, MAX_PLAYERS), 0, 1, "who knows it"),
    Field("peeked", MAX_PLAYERS, 0, 1, "has peeked this round"),
    Field("swapped", MAX_PLAYERS, 0, 1, "has swapped this game"),
    Field("gone", MAX_CARDS, 0, 1, "card is out of the game"),
    Field("won", (MAX_PLAYERS, NUM_SUITS), 0, MAX_CARDS, "cards of each suit won"),
)
at = OBSERVATION.places
