"""Starfarers of Catan: colonies, trade and encounters among the stars, for 3 or 4 players."""

from astrarium.core import Game, Kernels

from .actions import ACTIONS
from .bounds import BOUNDS
from .check import INVARIANTS, check
from .determinize import determinize
from .evaluate import evaluate
from .narrate import SENTENCES
from .observe import OBSERVATION, observe
from .questions import QUESTIONS
from .render import about, home, panels, places, standing
from .render_text import render_text
from .score import score
from .setup import setup
from .state import OPTIONS, STATE
from .tables import SETS, WEIGHTS, load
from .words import StarfarersWords

GAME = Game(
    name="starfarers",
    title="Starfarers of Catan",
    version=1,
    players=(3, 4),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    max_moves=40_000,
    contents=SETS,
    load=load,
    questions=QUESTIONS,
    kernels=Kernels(setup, observe, score, determinize, check, evaluate),
    invariants=INVARIANTS,
    bounds=BOUNDS,
    seat_names=StarfarersWords.seat_names,
    render_text=render_text,
    panels=panels,
    about=about,
    home=home,
    forms={"compose": "send", "tribute": ""},
    routine=("supply", "transporter", "propose.no"),
    walks={"fly": "stop"},
    carriers=("ship",),
    standing=standing,
    prepares=("bank",),
    minor=("transporter",),
    details=("transporter", "launch", "give", "beg", "tribute", "row"),
    places=places,
    words=StarfarersWords,
    sentences=SENTENCES,
    default_players=4,
    weights=WEIGHTS,
    search={"c": 0.2, "cutoff": 0, "depth": 3},
    champion={"lean": 0.01},
)
