"""Star Commander: exploration, colonies, commerce and conflict among star systems, for 2 to 4 players."""

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
from .places import about, home, places
from .questions import QUESTIONS
from .reader import SEAT_NAMES
from .render import panels
from .render_text import render_text
from .score import score
from .setup import setup
from .state import OPTIONS, STATE
from .tables import WEIGHTS
from .words import CommanderWords

GAME = Game(
    name="star_commander",
    title="Star Commander",
    version=1,
    players=(2, 3, 4),
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
    forms={"offer": "send"},
    home=home,
    routine=("respond.pass",),
    details=("vessel_cell", "which", "destination", "system", "player", "stack", "x", "cost", "kind"),
    places=places,
    words=CommanderWords,
    sentences=SENTENCES,
    default_players=2,
    weights=WEIGHTS,
    shortcuts=("pile_kinds",),
    search={"c": 0.15},
    champion={"lean": 0.01},
)
