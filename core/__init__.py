"""The engine: kernels, batches and wrappers for any game. Knows no game by name."""

from . import drivers, registry
from .actions import ActionTable, Block
from .batch import Batch, IllegalAction, Snapshot
from .game import Game, Kernels
from .jit import apart, bind, driver, kernel
from .observation import Field, ObservationSpec
from .questions import Answer, Question, Questions
from .registry import games, get, register
from .state import Option, state_dtype
from .tables import Content, TableError, read_rows
from .telling import Sentence, tell
from .words import Words

__all__ = [
    "ActionTable",
    "Answer",
    "Batch",
    "Block",
    "Content",
    "Field",
    "Game",
    "IllegalAction",
    "Kernels",
    "ObservationSpec",
    "Option",
    "Question",
    "Questions",
    "Sentence",
    "Snapshot",
    "TableError",
    "Words",
    "apart",
    "bind",
    "driver",
    "drivers",
    "games",
    "get",
    "kernel",
    "read_rows",
    "register",
    "registry",
    "state_dtype",
    "tell",
]
