"""Star Tycoon: corporations trade, build and smuggle for points, for 1 to 6 players."""

from astrarium.core import Game, Kernels

from .actions import ACTIONS
from .bounds import BOUNDS
from .check import check
from .determinize import determinize
from .evaluate import evaluate
from .invariants import INVARIANTS
from .load import SETS, load
from .narrate import SENTENCES
from .observe import OBSERVATION, observe
from .questions import QUESTIONS
from .render import about, panels, places
from .render_text import render_text
from .score import score
from .setup import setup
from .state import OPTIONS, STATE
from .tables import WEIGHTS
from .words import TycoonWords

GAME = Game(
    name="star_tycoon",
    title="Star Tycoon",
    version=1,
    players=(1, 2, 3, 4, 5, 6),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    max_moves=10_000,
    contents=SETS,
    load=load,
    questions=QUESTIONS,
    kernels=Kernels(setup, observe, score, determinize, check, evaluate),
    invariants=INVARIANTS,
    bounds=BOUNDS,
    seat_names=TycoonWords.seat_names,
    render_text=render_text,
    panels=panels,
    about=about,
    forms={"offer": "send", "pay": "", "discard": "done"},
    details=("line", "site", "hover_to", "loot", "swap_for", "swap_give", "moving_day_to"),
    places=places,
    words=TycoonWords,
    sentences=SENTENCES,
    default_players=2,
    weights=WEIGHTS,
    search={"c": 0.1, "cutoff": 0, "idle": 0.004},
    champion={"lean": 0.01, "rest": 4},
)
