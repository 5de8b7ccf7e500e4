"""Players for one position at a time, in a file or a module of one's own: `py:FILE.py:Name`.

    class Hasty:
        def act(self, view):
            return view.legal[0]

A class gets an object for each seat of each game. Its `__init__` may name `game`, `seat` and `seed`. Before
the first decision `begin(view)` is called, after the game `end(view)`, if the class has them. A function from
a view to an action works too. Either is asked for many games at once by `Players`. A class or a function
whose first argument is called `positions` follows the protocol for batches instead (base.Agent).
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import EntryPoint
from operator import index
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.following import Follower, Past
from astrarium.core.view import View, one_way

from .base import Agent, Kind, Positions, canonical, decision_keys, register_agent

FORM = "py:FILE.py:Name or py:module:Name"
LISTED = 8  # legal actions that a message lists


class PlayerError(ValueError):
    """A player that cannot be made, fails, or chooses what is not legal; the message says which and why."""

    def format_message(self) -> str:
        """For the command line, which shows errors that have this as one line."""
        return str(self)


# ---- finding the code -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Code:
    """Where a player's code is, and what it holds: enough to find it again in another process."""

    where: str  # a path that ends in .py, or the name of a module
    name: str
    source: bytes | None = None  # of a file

    @property
    def argument(self) -> str:
        """As the spec has it."""
        return f"{self.where}:{self.name}"

    def load(self) -> Any:
        """The class or function."""
        module = _import_module(self.where) if self.source is None else _run_file(self.where, self.source)
        found = getattr(module, self.name, None)
        if found is None:
            raise PlayerError(f"{self.where} has no {self.name!r}; it has {_candidates(module)}")
        return found

    def digest(self, found: Any) -> str:
        """A hash of the file that the player is in; of other files that it imports nothing is known."""
        source = self.source
        if source is None:
            file = getattr(sys.modules.get(found.__module__), "__file__", None)
            source = Path(file).read_bytes() if file else b""
        return blake2b(source, digest_size=3).hexdigest()


def find_code(argument: str) -> Code:
    """The code that a spec names behind its colon."""
    where, colon, name = argument.rpartition(":")
    if not colon or not where or not name.isidentifier():
        raise PlayerError(f"expected {FORM}, got {argument!r}: which class or function of it plays?")
    if not where.endswith(".py"):
        return Code(where, name)
    try:
        return Code(where, name, Path(where).read_bytes())
    except OSError as error:
        raise PlayerError(f"{where} cannot be read: {error.strerror}") from None


def _run_file(where: str, source: bytes) -> ModuleType:
    """The module that a file makes, once for each content of it."""
    path = Path(where).absolute()
    name = f"astrarium_player_{path.stem}_{blake2b(source, digest_size=8).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    _add_path(str(path.parent))  # its neighbours
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PlayerError(f"{where} cannot be imported: {in_words(error, str(path))}") from error
    return module


def _import_module(where: str) -> ModuleType:
    _add_path(os.getcwd())
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError as error:
        if where == error.name or where.startswith(f"{error.name}."):
            raise PlayerError(
                f"there is no module {where!r}; a file ends in .py, as in py:{where}.py:Name"
            ) from None
        raise PlayerError(f"{where} cannot be imported: {in_words(error)}") from error
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{where} cannot be imported: {in_words(error)}") from error


def _add_path(folder: str) -> None:
    if folder not in sys.path:
        sys.path.append(folder)


def _candidates(module: ModuleType) -> str:
    own = [
        name
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", "") == module.__name__
    ]
    return ", ".join(own) or "no class and no function"


def in_words(error: BaseException, file: str | None = None) -> str:
    """An error with the place where it happened, in the player's own file if that is known."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == file] or frames[-1:]
    words = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) or not own:
        return words
    return f"{words} ({Path(own[-1].filename).name}, line {own[-1].lineno})"


# ---- the small form -------------------------------------------------------------------------------


class Players:
    """Objects of a class, one for each seat of each game, or one function for all, as an agent.

    Where a game is taken up again in the middle, the object of a class is first asked for the decisions that
    it has made already, so that it knows what it knew.
    """

    follows = True

    def __init__(self, spec: str, game: Game, content: Content, code: Code, found: Any) -> None:
        self.spec, self.game, self.content, self.code, self.found = spec, game, content, code, found
        self.remembers = inspect.isclass(found)
        self._seats: WeakKeyDictionary[Past, dict[int, _Seat]] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.spec, self.game, self.content, self.code)

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        actions = np.zeros(len(positions), np.int64)
        for i in range(len(positions)):
            seat, key = int(positions.seat[i]), int(positions.keys[i])
            if positions.pasts is None:
                past = Past((key, 0, 0), positions.states[i : i + 1].copy())
                actions[i] = _Seat(self, past, seat).decide(0, key)
            else:
                past = positions.pasts[i]
                actions[i] = self._seat(past, seat).decide(len(past.actions), key)
        return actions

    def _seat(self, past: Past, seat: int) -> _Seat:
        seats = self._seats.setdefault(past, {})
        if seat not in seats:
            seats[seat] = _Seat(self, past, seat)
        return seats[seat]

    def ended(self, past: Past, states: np.ndarray) -> tuple[int, ...]:
        """A game is over."""
        for seat in self._seats.pop(past, {}).values():
            seat.end(states)
        return ()

    def close(self) -> None:
        """No more games for now."""
        self._seats.clear()

    def player(self, past: Past, seat: int) -> Any:
        """What plays a seat of a game."""
        if not self.remembers:
            return self.found
        seed = one_way(int(decision_keys(*past.stream, -1 - seat)[0]))
        return self.call("__init__", self.found, **_wanted(self, game=self.game, seat=seat, seed=seed))

    def call(self, what: str, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Call the player's code; an error of it says where it was."""
        try:
            return function(*args, **kwargs)
        except PlayerError:
            raise
        except Exception as error:
            file = getattr(sys.modules.get(self.found.__module__), "__file__", None)
            raise PlayerError(f"{self.spec} failed in {what}: {in_words(error, file)}") from error

    def legal(self, answer: Any, view: View) -> int:
        """An answer, found to be a legal action."""
        try:
            if isinstance(answer, bool | np.bool_):
                raise TypeError
            action = index(answer)
        except TypeError:
            raise PlayerError(
                f"{self.spec} answered {str(answer)[:80]!r} ({type(answer).__name__}): "
                "expected the id of a legal action, one of view.legal"
            ) from None
        if action not in view.legal:
            raise PlayerError(f"{self.spec} chose {illegal(action, view)}")
        return action


def illegal(action: int, view: View) -> str:
    """What is wrong with an action that is not legal, and what would be right."""
    known = 0 <= action < view.game.num_actions
    name = view.name(action) if known else f"no such action: ids run from 0 to {view.game.num_actions - 1}"
    width = len(str(view.game.num_actions - 1))
    listed = [f"  {each:{width}}  {view.name(each)}" for each in view.legal[:LISTED]]
    more = len(view.legal) - len(listed)
    listed += [f"  and {more} more"] if more else []
    return "\n".join([f"action {action} ({name}), which is not legal. Legal are", *listed])


class _Seat:
    """One seat of one game: what plays it, and what it has been told."""

    def __init__(self, owner: Players, past: Past, seat: int) -> None:
        self.owner, self.past, self.seat = owner, past, seat
        self.follower = Follower(owner.game, owner.content, past, seat, sound=True)
        self.player = owner.player(past, seat)
        self.next = 0  # decisions of the game before this one have been dealt with
        self.begun = False

    def decide(self, at: int, key: int) -> int:
        """The player's choice after so many actions."""
        if self.owner.remembers:
            self._relive(at)
        self.next = at + 1
        return self._ask(at, key)

    def _relive(self, at: int) -> None:
        """Ask for own decisions that were made before this object was there."""
        if self.next or at == 0:
            return
        for k, (states, _) in enumerate(self.follower.walk(at)):
            if int(states["seat"][0]) == self.seat:
                moves = int(states["moves"][0])
                self._ask(k, int(decision_keys(*self.past.stream, moves)[0]))

    def _ask(self, at: int, key: int) -> int:
        view = self._view(self.follower.news(at), key)
        if not self.begun:
            self.begun = True
            self._tell("begin", view)
        answer = self.owner.call("act", self.player.act if self.owner.remembers else self.player, view)
        return self.owner.legal(answer, view)

    def _view(self, events: list[Any], key: int, states: np.ndarray | None = None) -> View:
        own = states is None
        here = self.follower.states if states is None else states
        return View(self.owner.game, self.owner.content, here, self.seat, key, events, sound=own)

    def _tell(self, what: str, view: View) -> None:
        """Call a method that the player need not have."""
        method = getattr(self.player, what, None) if self.owner.remembers else None
        if method is not None:
            self.owner.call(what, method, view)

    def end(self, states: np.ndarray) -> None:
        """The game is over."""
        if self.begun and hasattr(self.player, "end"):
            key = int(decision_keys(*self.past.stream, int(states["moves"][0]))[0])
            self._tell("end", self._view(self.follower.news(end=True), key, states))


def _wanted(owner: Players, **offered: Any) -> dict[str, Any]:
    """What the player's `__init__` names of what it is offered."""
    parameters = list(inspect.signature(owner.found).parameters.values())
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return offered
    missing = [each.name for each in parameters if each.name not in offered and each.default is each.empty]
    missing = [name for name in missing if not name.startswith("*")]
    if any(each.kind is each.VAR_POSITIONAL for each in parameters):
        missing = []
    if missing:
        raise PlayerError(
            f"{owner.spec}: its __init__ wants {', '.join(missing)}; it may name {', '.join(offered)}"
        )
    names = {each.name for each in parameters}
    return {name: value for name, value in offered.items() if name in names}


# ---- specs ----------------------------------------------------------------------------------------


def _is_batched(found: Any) -> bool:
    """Whether it follows the protocol for batches: what it acts on is called `positions`."""
    act = getattr(found, "act", found) if inspect.isclass(found) else found
    names = [name for name in inspect.signature(act).parameters if name != "self"]
    return names[:1] == ["positions"]


def player_agent(name: str, game: Game, content: Content, threads: int, code: Code, id: str | None) -> Agent:
    """The agent of a player's code; `name` begins its spec."""
    found = code.load()
    if not callable(found) or (inspect.isclass(found) and not callable(getattr(found, "act", None))):
        raise PlayerError(
            f"{code.argument} is no player: expected a class with act(view), or a function of a view"
        )
    digest = code.digest(found)
    if id not in (None, digest):
        raise PlayerError(f"{code.argument} has changed: it is {digest} now, not {id}")
    # The file's hash is part of the name: an arena must not go on with other code under the same name.
    spec = canonical(name, code.argument if name == "py" else None, id=digest)
    if not _is_batched(found):
        return Players(spec, game, content, code, found)
    return Batched(spec, game, content, code, found, threads)


class Batched:
    """A class or function of one's own that acts for many positions at once."""

    def __init__(
        self, spec: str, game: Game, content: Content, code: Code, found: Any, threads: int = 1
    ) -> None:
        self.spec, self.game, self.content, self.code, self.threads = spec, game, content, code, threads
        self._act = found
        if inspect.isclass(found):
            holder = Players(spec, game, content, code, found)
            given = _wanted(holder, game=game, content=content, threads=threads, spec=spec)
            self._act = holder.call("__init__", found, **given).act

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.spec, self.game, self.content, self.code, self.threads)

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        return self._act(positions)


def _restored(spec: str, game: Game, content: Content, code: Code, threads: int = 1) -> Agent:
    """The agent of a pickle: the code of a file travels with it."""
    found = code.load()
    if _is_batched(found):
        return Batched(spec, game, content, code, found, threads)
    return Players(spec, game, content, code, found)


def installed_kind(point: EntryPoint) -> Kind | None:
    """The sort of agent that an installed package offers; a module registers its own when it is imported."""
    try:
        module = importlib.import_module(point.module)
    except Exception as error:
        raise PlayerError(
            f"the agent {point.name!r} of an installed package fails: {in_words(error)}"
        ) from error
    if not point.attr:
        return None
    code = Code(point.module, point.attr)
    about = (getattr(getattr(module, point.attr, None), "__doc__", None) or "").strip().partition("\n")[0]

    def make(
        game: Game, content: Content, threads: int, argument: None = None, id: str | None = None
    ) -> Agent:
        return player_agent(point.name, game, content, threads, code, id)

    return Kind(point.name, point.name, about or f"of the package {point.module}", make, settings={"id": str})


def _make(game: Game, content: Content, threads: int, argument: str, id: str | None = None) -> Agent:
    return player_agent("py", game, content, threads, find_code(argument), id)


register_agent(
    Kind(
        "py",
        "py:FILE.py:Name|module:Name",
        "a class or function of your own: act(view) -> action",
        _make,
        argument=str,
        settings={"id": str},
        runs_code=True,
    )
)
