"""What a player is: it acts for many positions at once, and a short text, its spec, names it.

    make_agent("ismcts:800,c=1.2", game).act(positions)

A choice depends on the spec, on what the acting seat knows of the position and on the position's key, and on
nothing else: neither the other positions of the batch nor the threads change it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from astrarium.core import Batch, Content, Game, drivers, registry
from astrarium.core.actions import nearest
from astrarium.core.arguments import fit, whole_numbers, within
from astrarium.core.following import Past


@dataclass(frozen=True)
class Positions:
    """Positions of one game in which somebody is to act, one a row.

    They are checked, unless they are known to be `sound`: made by the rules, not by hand.

    `states` are whole: agents look at them only through what the acting seat may know: the mask, `obs`
    and redealt copies. `pasts` tells agents that follow whole games which game each row is, and what
    happened in it; without it every row is a game by itself.
    """

    game: Game
    content: Content
    states: np.ndarray  # (n,) STATE
    mask: np.ndarray  # (n, actions) int8
    seat: np.ndarray  # (n,) who acts
    keys: np.ndarray  # (n,) uint64, the random stream of this decision
    pasts: Sequence[Past] | None = None  # n, of the games
    sound: InitVar[bool] = False

    def __post_init__(self, sound: bool) -> None:
        game, n = self.game, len(self.states)
        game.content(self.content)
        fit(self.states, game.state, (n,), "states")
        fit(self.mask, np.dtype(np.int8), (n, game.num_actions), "mask")
        whole_numbers(self.seat, "seat", n)
        fit(self.keys, np.dtype(np.uint64), (n,), "keys")
        if self.pasts is not None and len(self.pasts) != n:
            raise ValueError(f"pasts: expected {n}, got {len(self.pasts)}")
        if not sound:
            self._require_sound()

    def _require_sound(self) -> None:
        """Refuse what no game comes to; what was checked is kept apart from the caller's arrays."""
        game, kept = self.game, {name: np.array(getattr(self, name)) for name in ("states", "mask", "seat")}
        states = kept["states"]
        game.require_sound(states, self.content)
        legal = np.zeros_like(kept["mask"])
        for i in range(len(states)):
            game.bound(drivers.legal_one)(self.content.tables, states, i, legal[i])
        if (kept["seat"] != states["seat"]).any():
            raise ValueError(f"seat: expected who is to act, {states['seat']}, got {kept['seat']}")
        within(kept["mask"], 0, legal, "mask")
        if not kept["mask"].any(axis=1).all():
            raise ValueError("mask: expected a legal action in each row")
        for past in self.pasts or ():
            game.require_sound(np.array(fit(past.start, game.state, (1,), "start")), self.content)
        for name, array in kept.items():
            object.__setattr__(self, name, array)

    def __len__(self) -> int:
        return len(self.states)

    @classmethod
    def of_batch(
        cls, batch: Batch, seed: int = 0, rows: Any = None, pasts: Sequence[Past] | None = None
    ) -> Positions:
        """The present positions of a batch, or of some of its games, with the keys that `seed` gives them."""
        rows = np.flatnonzero(batch.mask.any(axis=1)) if rows is None else np.asarray(rows)
        keys = decision_keys(seed, batch.first_index + rows, batch.episode[rows], batch.moves[rows])
        states, mask, seat = batch.states[rows], batch.mask[rows], batch.seat[rows]
        return cls(batch.game, batch.content, states, mask, seat, keys, pasts, sound=True)

    @cached_property
    def obs(self) -> np.ndarray:
        """What the acting seats may know, int16 (n, features)."""
        obs = np.zeros((len(self), self.game.observation.size), np.int16)
        states = np.array(self.states)
        observe = self.game.bound(drivers.observe_one)
        for i in range(len(self)):
            observe(self.content.tables, states, i, int(self.seat[i]), obs[i])
        return obs


@runtime_checkable
class Agent(Protocol):
    """A player. Agents that search also have `spent`, a count of the work done."""

    spec: str

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        ...


@runtime_checkable
class Follows(Protocol):
    """An agent that follows whole games: it wants `pasts` with its positions, and is told of the end."""

    @property
    def follows(self) -> bool:
        """True."""
        ...

    def ended(self, past: Past, states: np.ndarray) -> tuple[int, ...]:
        """A game is over: its past, and the last state (an array of length 1). The seats that it forfeits."""
        ...

    def close(self) -> None:
        """No more games for now: let go of what is held for them."""
        ...


@dataclass(frozen=True)
class Thought:
    """What an agent thinks of one action."""

    action: int
    weight: float  # share of its choices, or of its search: all weights add up to 1
    value: float | None = None  # how well it expects to stand after it, -1 to 1
    visits: int | None = None  # simulations that began with it


@runtime_checkable
class Explains(Protocol):
    """An agent that can say what it thinks of a decision."""

    def explain(self, positions: Positions, i: int) -> list[Thought]:
        """Every legal action of position i, the one it likes best first; `act` is not changed by asking."""
        ...


@dataclass
class Spent:
    """Work done in searches; sums up over calls."""

    positions: int = 0
    simulations: int = 0
    decisions: int = 0  # moves of the game made inside searches
    trials: int = 0  # those of them made on a copy, to value what they lead to
    evaluations: int = 0
    seconds: float = 0.0  # by the clock, of the calls of `act`
    threads: int = 1

    @property
    def per_second(self) -> tuple[float, float]:
        """Simulations and decisions a second and thread."""
        time = max(self.seconds, 1e-9) * self.threads
        return self.simulations / time, self.decisions / time


@dataclass(frozen=True)
class Kind:
    """A sort of agent: what its spec may say, and how it is made.

    `make(game, content, threads, argument, **settings)` gets what `argument` and `settings` read in the spec.
    """

    name: str
    form: str  # as the list of right specs shows it
    help: str
    make: Callable[..., Agent]
    argument: Callable[[str], Any] | None = None  # reads what stands behind the colon; None: nothing may
    instead: str = ""  # a setting that may stand in the argument's place
    optional: bool = False  # whether the argument may be left out
    settings: Mapping[str, Callable[[str], Any]] = field(default_factory=dict)
    runs_code: bool = False  # whether the spec names code to run: a page takes such a spec only if told so


KINDS: dict[str, Kind] = {}


def register_agent(kind: Kind) -> Kind:
    """Make a sort of agent known; its name begins the spec."""
    KINDS[kind.name] = kind
    return kind


ENTRY_POINTS = "astrarium.agents"  # modules that register agents, or players in the small form (players.py)
_plugins_loaded = False


def load_plugins() -> None:
    """Make the agents of installed packages known."""
    global _plugins_loaded
    if _plugins_loaded:
        return
    _plugins_loaded = True
    from .players import installed_kind

    registry.load_plugins()  # the group of games: agents may be there too
    for point in entry_points(group=ENTRY_POINTS):
        kind = installed_kind(point)
        if kind is not None:
            KINDS.setdefault(kind.name, kind)


def make_agent(
    spec: str | Agent, game: Game, content: str | Path | Content | None = None, threads: int | None = None
) -> Agent:
    """The agent that a spec names, for a game and one of its content sets; searches use `threads` (1).

    One that is made already is given back as it is.
    """
    if not isinstance(spec, str):
        return spec
    kind, argument, settings = parse_spec(spec)
    return kind.make(game, game.content(content), threads or 1, argument, **settings)


def parse_spec(spec: str) -> tuple[Kind, Any, dict[str, Any]]:
    """Kind, argument and settings of a spec; a wrong one is answered with the list of right ones."""
    name, colon, rest = spec.strip().partition(":")
    if name not in KINDS:
        load_plugins()
    if name not in KINDS:
        raise _wrong(spec, f"there is no agent {name!r}{nearest(name, KINDS)}")
    kind = KINDS[name]
    parts = [part.strip() for part in rest.split(",")] if colon else []
    given = parts.pop(0) if parts and not _is_setting(parts[0]) else ""
    if given and kind.argument is None:
        raise _wrong(spec, f"{name} takes nothing behind a colon")
    argument = _read(spec, name, kind.argument, given) if given and kind.argument is not None else None
    settings: dict[str, Any] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or key not in kind.settings:
            known = ", ".join(kind.settings) or "none"
            raise _wrong(
                spec, f"{name} has no setting {key!r}{nearest(key, kind.settings)} (settings: {known})"
            )
        if key in settings:
            raise _wrong(spec, f"{key} is given twice")
        settings[key] = _read(spec, key, kind.settings[key], value)
    if kind.argument is not None and not (given or kind.optional or kind.instead in settings):
        raise _wrong(spec, f"{name} needs more behind a colon")
    return kind, argument, settings


def runs_code(spec: str) -> bool:
    """Whether a spec names code to run; one that names no agent does not.

    A spec that comes from a file is asked before it is made: whoever gave the file is not who gives commands.
    """
    try:
        return parse_spec(spec)[0].runs_code
    except ValueError:
        return False


def split_specs(text: str) -> list[str]:
    """The specs of a list with commas: `greedy,ismcts:800,c=1.2` are two."""
    found: list[str] = []
    for part in text.split(","):
        if found and _is_setting(part):
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found


def canonical(name: str, argument: Any = None, **settings: Any) -> str:
    """The spec of an agent; settings that are None are left out."""
    said = [] if argument is None else [str(argument)]
    said += [
        f"{key}={value}" if isinstance(value, str) else f"{key}={value:g}"
        for key, value in settings.items()
        if value is not None
    ]
    return f"{name}:{','.join(said)}" if said else name


def usage() -> str:
    """The right specs, each with its meaning beneath."""
    return "\n".join(f"  {kind.form}\n      {kind.help}" for kind in KINDS.values())


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def number(low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers."""

    def read(text: str) -> float:
        if not re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", text) or not low <= float(text) <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return float(text)

    return read


def decision_keys(seed: int, index: Any, episode: Any, moves: Any) -> np.ndarray:
    """The random streams of decisions, uint64: from seed, game index, episode and decisions taken so far."""
    index, episode, moves = np.broadcast_arrays(*(np.atleast_1d(x) for x in (index, episode, moves)))
    key = _mix(np.full(len(index), int(seed) % 2**64, np.uint64))
    for part in (index, episode, moves):
        key = _mix((key ^ part.astype(np.int64).view(np.uint64)) + GOLDEN)
    return key


GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)


def _mix(z: np.ndarray) -> np.ndarray:
    """The finaliser of splitmix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    return z ^ (z >> np.uint64(31))


def _is_setting(part: str) -> bool:
    return re.match(r"\s*\w+\s*=", part) is not None


def _read(spec: str, what: str, reader: Callable[[str], Any], text: str) -> Any:
    try:
        return reader(text)
    except ValueError as error:
        raise _wrong(spec, f"{what}: expected {error}, got {text!r}") from None


def _wrong(spec: str, why: str) -> ValueError:
    return ValueError(f"{spec!r} names no agent: {why}\nAgents are\n{usage()}")


__all__ = [
    "KINDS",
    "Agent",
    "Explains",
    "Follows",
    "Kind",
    "Positions",
    "Spent",
    "Thought",
    "canonical",
    "decision_keys",
    "load_plugins",
    "make_agent",
    "number",
    "parse_spec",
    "register_agent",
    "split_specs",
    "usage",
    "whole",
]
