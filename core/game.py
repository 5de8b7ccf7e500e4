"""A game as the rest of the world sees it: state, actions, observation, kernels, content and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types as nt

from . import jit, registry
from .actions import ActionTable, nearest
from .observation import ObservationSpec
from .state import Option
from .tables import Content


@dataclass(frozen=True)
class Kernels:
    """The compiled rules: the same names and signatures in every game."""

    setup: Callable  # (t, s): deal a new game; core has filled in the header
    legal: Callable  # (t, s, mask): write 0/1 into all of mask; all 0 when the game is over
    step: Callable  # (t, s, action): apply a legal action and run on to the next decision
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
    kernels: Kernels
    invariants: Mapping[int, str]
    seat_names: tuple[str, ...]
    render_text: Callable[[Content, Any, int | None], str]
    render_svg: Callable[..., str]  # (content, state, seat, width=None); narrow: panels in a column
    places: Callable[[Content, Any, int | None, int], tuple[str, ...]]  # what in the picture a move is about
    narrate: Callable[[Content, Any, int, Any], list[str]]
    default_players: int
    search: Mapping[str, float] = field(default_factory=dict)  # what a tree search plays it best with
    _contents: dict[str, Content] = field(default_factory=dict, init=False, repr=False)
    _bound: dict[Callable, Callable] = field(default_factory=dict, init=False, repr=False)

    @property
    def env_id(self) -> str:
        """Name and version: star_commander_v0."""
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
            return which
        key = self.contents[0] if which is None else str(which)
        if key not in self._contents:
            if key not in self.contents and not Path(key).is_dir():
                raise ValueError(
                    f"{self.title} has no content set {key!r}{nearest(key, self.contents)} "
                    f"(known: {', '.join(self.contents)}; or give a directory of CSV files)"
                )
            self._contents[key] = self.load(key if key in self.contents else Path(key))
        return self._contents[key]

    def choose_options(self, chosen: Mapping[str, int] | None = None) -> dict[str, int]:
        """All options by name: those chosen, and the defaults of the rest."""
        values = {option.name: option.default for option in self.options}
        for name, value in (chosen or {}).items():
            if name not in values:
                raise ValueError(f"{self.title} has no option {name!r}{nearest(name, values)}")
            allowed = next(option.values for option in self.options if option.name == name)
            if value not in allowed:
                raise ValueError(f"option {name} of {self.title} is one of {allowed}, not {value!r}")
            values[name] = int(value)
        return values

    def blank(self, num_players: int | None = None, options: Mapping[str, int] | None = None) -> np.ndarray:
        """One zeroed state (an array of length 1) with the players and options filled in."""
        players = self.default_players if num_players is None else num_players
        if players not in self.players:
            raise ValueError(
                f"{self.title} is for {', '.join(map(str, self.players))} players, not {players}"
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

    def action_name(self, action: int, content: Content | None = None) -> str:
        """What an action is called, in the words of a content set."""
        return self.actions.name(int(action), (content or self.content()).labels)

    @cached_property
    def _names(self) -> dict[str, Any]:
        """What drivers find under the names of their placeholders."""
        tables = self.content().tables.dtype
        t, s, i8 = numba.from_dtype(tables), numba.from_dtype(self.state), nt.int64
        signatures = {
            "setup": (nt.none, t, s),
            "legal": (nt.none, t, s, nt.int8[::1]),
            "step": (nt.none, t, s, i8),
            "observe": (nt.none, t, s, i8, nt.int16[::1]),
            "score": (nt.none, t, s, nt.float64[::1], nt.int64[::1]),
            "determinize": (nt.none, t, s, i8),
            "check": (i8, t, s),
            "evaluate": (nt.float64, t, s, i8),
        }
        return {
            **{
                name: jit.Kernel(name, getattr(self.kernels, name), *types)
                for name, types in signatures.items()
            },
            "NUM_ACTIONS": self.num_actions,
            "OBS_SIZE": self.observation.size,
            "MAX_MOVES": self.max_moves,
            "TABLES": tables,
            "STATE": self.state,
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
