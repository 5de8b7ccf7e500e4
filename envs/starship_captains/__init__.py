"""Starship Captains: crews, missions, techs and diplomacy on a refurbished ship, for 1 to 4 players."""

from astrarium.core import Game, Kernels

from .actions import ACTIONS
from .check import INVARIANTS, check
from .content import SETS, load
from .determinize import determinize
from .evaluate import evaluate
from .legal import legal
from .observe import OBSERVATION, observe
from .render import narrate, places, render_svg, render_text
from .score import score
from .setup import setup
from .state import OPTIONS, STATE
from .step import step

GAME = Game(
    name="starship_captains",
    title="Starship Captains",
    version=0,
    players=(1, 2, 3, 4),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    max_moves=20_000,
    contents=SETS,
    load=load,
    kernels=Kernels(setup, legal, step, observe, score, determinize, check, evaluate),
    invariants=INVARIANTS,
    seat_names=("White", "Green", "Orange", "Purple"),
    render_text=render_text,
    render_svg=render_svg,
    places=places,
    narrate=narrate,
    default_players=2,
    search={"c": 0.03, "cutoff": 0},
)
