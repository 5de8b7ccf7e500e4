"""SpaceCorp: three eras of space enterprise, from Earth's orbit to the nearest stars, for 2 to 4 players."""

from astrarium.core import Game, Kernels

from . import invariants
from .actions import ACTIONS
from .bounds import BOUNDS
from .check import check
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
from .words import SEAT_NAMES, SpaceCorpWords

GAME = Game(
    name="spacecorp",
    title="SpaceCorp",
    version=1,
    players=(2, 3, 4),
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    max_moves=6_000,
    contents=SETS,
    load=load,
    questions=QUESTIONS,
    kernels=Kernels(setup, observe, score, determinize, check, evaluate),
    invariants=invariants.WORDS,
    bounds=BOUNDS,
    seat_names=SEAT_NAMES,
    render_text=render_text,
    panels=panels,
    about=about,
    home=home,
    details=(
        "upgrade_card",
        "upgrade_slot",
        "special_card",
        "probe_site",
        "prototype_team",
        "prototype_site",
        "move_team",
        "move_site",
        "explore_team",
        "build_team",
        "build_base",
        "colony_tile",
        "transport_site",
    ),
    routine=("edge.done", "transport.done"),
    places=places,
    words=SpaceCorpWords,
    sentences=SENTENCES,
    default_players=2,
    weights=WEIGHTS,
    search={"c": 0.1, "cutoff": 0, "depth": 3, "expand": 1},
    champion={"peak": 0.5, "lean": 0.03},
)
