"""A game as the rest of the world sees it: state, actions, observation, kernels, content and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types as nt

from . import jit, registry
from .actions import ActionTable, nearest
from .arguments import fit, integer, shown
from .network import network_dtype
from .observation import ObservationSpec
from .questions import Questions
from .soundness import Bounds, Limits, limits, require_sound
from .state import Option
from .svg import Panel, compose
from .tables import Content, TableError
from .telling import Event, Sentences, events, sentence, story_size
from .weights import Weights
from .words import Words


@dataclass(frozen=True)
class Kernels:
    """The compiled rules, with the same names and signatures in every game; the questions give the rest."""

    setup: Callable  # (t, s): deal; core has filled in the header and goes on to the first question
    observe: Callable  # (t, s, seat, obs): what that seat may know, own seat first, then clockwise
    score: Callable  # (t, s, score, rank): as shown to people; rank 0 is best, ties share
    determinize: Callable  # (t, s, seat): redraw all that the seat cannot know, from s.rng
    check: Callable  # (t, s) -> 0, or the number of a broken invariant
    evaluate: Callable  # (t, s, seat) -> how well the seat stands, -1 to 1, about its expected reward "win"


@dataclass(frozen=True, eq=False)
class Game:
    """One game with everything that wrappers, players and tools need of it."""

    name: str
    title: str
    version: int
    players: tuple[int, ...]
    state: np.dtype
    actions: ActionTable
    observation: ObservationSpec
    options: tuple[Option, ...]
    max_moves: int
    contents: tuple[str, ...]
    load: Callable[[str | Path], Content]
    questions: Questions
    kernels: Kernels
    invariants: Mapping[int, str]
    seat_names: tuple[str, ...]
    render_text: Callable[[Content, Any, int | None], str]
    panels: Callable[[Content, Any, int | None], list[Panel]]  # the table as one pair of eyes sees it
    places: Callable[[Content, Any, int | None, int], tuple[str, ...]]  # what in the picture a move is about
    words: type[Words]
    sentences: Sentences  # how each kind of event is told
    default_players: int
    forms: Mapping[str, str] = field(
        default_factory=dict
    )  # questions of many small moves: what ends them, or ""
    routine: tuple[str, ...] = ()  # blocks, or question.block: people may have the first move made for them
    walks: Mapping[str, str] = field(default_factory=dict)  # blocks that go a step on: what ends the way
    carriers: tuple[str, ...] = ()  # blocks that choose what goes such a way
    standing: Callable[[Content, Any, str], str] = lambda *_: ""  # the place of a piece that goes; "" if none
    details: tuple[str, ...] = ()  # questions about the move just made, which can be answered along with it
    minor: tuple[
        str, ...
    ] = ()  # blocks whose choice matters little: a page shows the first, others on demand
    prepares: tuple[str, ...] = ()  # blocks of moves that are made to make others possible
    about: Callable[[Content, Any, int | None], tuple[str, ...]] = lambda *_: ()  # places of the question
    home: Callable[[Content, Any, int], tuple[str, ...]] = lambda *_: ()  # where a seat is on the board
    bounds: Bounds = field(default_factory=dict)  # what the fields of a state can hold
    shortcuts: tuple[str, ...] = ()  # tables that only say again, for speed, what others say
    weights: Weights | None = None  # of the evaluation, where they are data
    search: Mapping[str, float] = field(default_factory=dict)  # what a tree search plays it best with
    champion: Mapping[str, float] = field(default_factory=dict)  # what its champion has besides
    _contents: dict[str, Content] = field(default_factory=dict, init=False, repr=False)
    _bound: dict[Callable, Callable] = field(default_factory=dict, init=False, repr=False)

    @property
    def env_id(self) -> str:
        """Name and version: star_commander_v1."""
        return f"{self.name}_v{self.version}"

    @property
    def num_actions(self) -> int:
        """Size of the action mask."""
        return self.actions.size

    @property
    def max_players(self) -> int:
        """The largest number of seats."""
        return max(self.players)

    def content(self, which: str | Path | Content | None = None) -> Content:
        """A set of cards by its name, or read from a directory; the default set without an argument."""
        if isinstance(which, Content):
            if which.tables.dtype != self.content().tables.dtype:
                raise ValueError(f"the cards {which.name!r} are of another game than {self.title}")
            return which
        key = self.contents[0] if which is None else str(which)
        if key not in self._contents:
            if key not in self.contents and not Path(key).is_dir():
                raise ValueError(
                    f"{self.title} has no content set {key!r}{nearest(key, self.contents)} "
                    f"(known: {', '.join(self.contents)}; or give a directory of CSV files)"
                )
            self._contents[key] = self.weigh(
                self.load(key) if key in self.contents else self._read(Path(key))
            )
        return self._contents[key]

    def _read(self, folder: Path) -> Content:
        """The cards of a folder; files of which each is in order may still not fit together."""
        try:
            return self.load(folder)
        except TableError:
            raise
        except (LookupError, ArithmeticError, TypeError, ValueError) as error:
            what = f"{type(error).__name__}: {error}"
            raise TableError(f"{folder}: the files do not fit together ({what})") from error

    def weigh(self, content: Content, which: str | Path | np.ndarray | None = None) -> Content:
        """The same cards with other weights of the evaluation: a set by its name, a file, or numbers.

        Without any of these the hand-made ones, which cards have when they are read.
        """
        if self.weights is None:
            if which is not None:
                raise TableError(f"{self.title} has no sets of weights")
            return content
        return replace(content, tables=self.weights.put(content.tables, self.weights.read(which)))

    def choose_options(self, chosen: Mapping[str, int] | None = None) -> dict[str, int]:
        """All options by name: those chosen, and the defaults of the rest."""
        values = {option.name: option.default for option in self.options}
        if chosen is not None and not isinstance(chosen, Mapping):
            expected = ", ".join(f"{name!r}: {value}" for name, value in values.items())
            raise TypeError(
                f"options: expected numbers by their names, as {{{expected}}}, got {shown(chosen)}"
            )
        for name, value in (chosen or {}).items():
            if name not in values:
                raise ValueError(f"{self.title} has no option {name!r}{nearest(str(name), values)}")
            allowed = next(option.values for option in self.options if option.name == name)
            number = int(value) if isinstance(value, bool) else integer(value)
            if number not in allowed:
                raise ValueError(f"option {name} of {self.title} is one of {allowed}, not {value!r}")
            values[name] = number
        return values

    def blank(self, num_players: int | None = None, options: Mapping[str, int] | None = None) -> np.ndarray:
        """One zeroed state (an array of length 1) with the players and options filled in."""
        players = self.default_players if num_players is None else integer(num_players)
        if players not in self.players:
            raise ValueError(
                f"{self.title} is for {', '.join(map(str, self.players))} players, not {num_players}"
            )
        blank = np.zeros(1, self.state)
        blank["num_players"] = players
        chosen = self.choose_options(options)
        for option in self.options:
            value = chosen[option.name]
            if not option.fits(value, players):
                raise ValueError(
                    f"option {option.name} of {self.title} can be {value} only with "
                    f"{', '.join(map(str, option.only[value]))} players, not with {players}"
                )
            blank[option.name] = value
        return blank

    @cached_property
    def limits(self) -> tuple[Limits, ...]:
        """The bounds of a state's fields, by the size of the numbers."""
        return limits(self.state, self.bounds)

    def require_sound(self, states: np.ndarray, content: Content | None = None) -> None:
        """Refuse states (n,) that no game comes to: those from a file are as trustworthy as the file."""
        require_sound(self, self.content(content), states)

    def action_name(self, action: int, content: Content | None = None, state: Any = None) -> str:
        """What an action is called, in the words of a content set, and of a position where one is given."""
        content = content or self.content()
        if state is None:
            return self.actions.name(int(action), content.labels)
        return self.words(content, state).action(int(action))

    def question(self, content: Content | None, state: Any) -> str:
        """The question of a position in words; "" when the game is over."""
        return self.words(content or self.content(), state).question()

    def render_svg(
        self, content: Content, state: Any, seat: int | None = None, width: float | None = None
    ) -> str:
        """The table as one SVG picture; in a column when it is to be shown narrow."""
        return compose(self.panels(content, state, seat), width)

    def tell(self, content: Content, state: Any, action: int, sound: bool = False) -> tuple[list[Event], Any]:
        """What an action brings about, in the order of events, and the state after it.

        The state is checked, unless it is known to be `sound`: made by the rules, not by hand.
        """
        if not sound:
            self.require_sound(np.array(fit(np.asarray(state), self.state, (), "state"))[None], content)
        return events(self, content, state, action)

    def told(
        self, content: Content, state: Any, action: int, seat: int | None = None, sound: bool = False
    ) -> list[str]:
        """The same in sentences, as far as a seat may know; None is told everything."""
        happened, after = self.tell(content, state, action, sound)
        words = self.words(content, after)
        lines = [sentence(self.sentences, words, event, seat) for event in happened]
        return [line for line in lines if line]

    @cached_property
    def _names(self) -> dict[str, Any]:
        """What drivers find under the names of their placeholders."""
        tables = self.content().tables.dtype
        t, s, i8 = numba.from_dtype(tables), numba.from_dtype(self.state), nt.int64
        kernels = {
            "legal": self.questions.legal,
            "step": self.questions.step,
            "tell_step": self.questions.step,
            **vars(self.kernels),
        }
        signatures = {
            "setup": (nt.none, t, s),
            "legal": (nt.none, t, s, nt.int8[::1]),
            "step": (nt.none, t, s, i8),
            "tell_step": (nt.none, t, s, i8),
            "observe": (nt.none, t, s, i8, nt.int16[::1]),
            "score": (nt.none, t, s, nt.float64[::1], nt.int64[::1]),
            "determinize": (nt.none, t, s, i8),
            "check": (i8, t, s),
            "evaluate": (nt.float64, t, s, i8),
        }
        return {
            **{
                name: jit.Kernel(
                    name, kernels[name], *types, story_at=self.state.itemsize if name == "tell_step" else 0
                )
                for name, types in signatures.items()
            },
            "NUM_ACTIONS": self.num_actions,
            "OBS_SIZE": self.observation.size,
            "MAX_MOVES": self.max_moves,
            "STORY": story_size(self.state),
            "TABLES": tables,
            "STATE": self.state,
            "NETWORK": network_dtype(self.observation.size),
        }

    def bound(self, driver: Callable) -> Any:
        """A driver completed with this game's kernels, compiled at its first call or taken from the cache."""
        if driver not in self._bound:
            self._bound[driver] = jit.bind(driver, self.name, **self._names)
        return self._bound[driver]

    def compile(self, drivers: Iterable[Callable] | None = None) -> None:
        """Compile drivers ahead of their first call; all that have been imported when none are named."""
        chosen = [each for each in jit.DRIVERS if each.__annotations__] if drivers is None else drivers
        jit.compile_all(self.name, [self.bound(driver) for driver in chosen])

    def __reduce__(self) -> tuple[Any, ...]:
        return registry.restore, (self.name, self.kernels.setup.__module__.rpartition(".")[0] or "")
