"""Star Tycoon: corporations trade, build and smuggle for points, for 1 to 6 players."""

from astrarium.core import Game, Kernels

from .actions import ACTIONS
from .check import check
from .determinize import determinize
from .evaluate import evaluate
from .invariants import INVARIANTS
from .legal import legal
from .load import SETS, load
from .narrate import narrate
from .observe import OBSERVATION, observe
from .render import places, render_svg
from .render_text import render_text
from .score import score
from .setup import setup
from .state import OPTIONS, STATE
from .step import step

GAME = Game(
    name="star_tycoon",
    title="Star Tycoon",
    version=0,
    players=(1, 2, 3, 4, 5, 6),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    max_moves=10_000,
    contents=SETS,
    load=load,
    kernels=Kernels(setup, legal, step, observe, score, determinize, check, evaluate),
    invariants=INVARIANTS,
    seat_names=("Red", "Blue", "Yellow", "Green", "Purple", "Orange"),
    render_text=render_text,
    render_svg=render_svg,
    places=places,
    narrate=narrate,
    default_players=2,
    search={"c": 0.1, "cutoff": 0},
)
