"""Starship Captains: crews, missions, techs and diplomacy on a refurbished ship, for 1 to 4 players."""

from astrarium.core import Game, Kernels

from .actions import ACTIONS
from .bounds import BOUNDS
from .cards import SEAT_NAMES
from .check import INVARIANTS, check
from .determinize import determinize
from .evaluate import evaluate
from .load import SETS, load
from .narrate import SENTENCES
from .observe import OBSERVATION, observe
from .questions import QUESTIONS
from .render import about, home, panels, places
from .render_text import render_text
from .score import score
from .setup import setup
from .state import OPTIONS, STATE
from .tables import WEIGHTS
from .words import CaptainsWords

GAME = Game(
    name="starship_captains",
    title="Starship Captains",
    version=1,
    players=(1, 2, 3, 4),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    max_moves=20_000,
    contents=SETS,
    load=load,
    questions=QUESTIONS,
    kernels=Kernels(setup, observe, score, determinize, check, evaluate),
    invariants=INVARIANTS,
    bounds=BOUNDS,
    seat_names=SEAT_NAMES,
    render_text=render_text,
    panels=panels,
    about=about,
    home=home,
    details=("crew", "medal", "slot", "crowd_room"),
    places=places,
    words=CaptainsWords,
    sentences=SENTENCES,
    default_players=2,
    weights=WEIGHTS,
    shortcuts=("colour_lines",),
    search={"c": 0.03, "cutoff": 0},
)
