"""Compiled code: the kernels of the rules, and the drivers that are bound to a game's kernels.

A *kernel* is a function of the rules. A *driver* is a loop written once for all games: a template whose
globals `setup`, `legal`, `step` and so on are filled in by `bind`. A bound driver does not contain the
game's kernels, it calls them by symbol: each kernel is compiled once, however many drivers use it, and a
driver compiles in a moment. By numba's public means alone (see versions.py) it does contain them.

With NUMBA_DISABLE_JIT=1 everything runs as plain Python, on proxies of the records (see proxy.py), with the
same results byte for byte.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import numba
import numpy as np
from llvmlite import binding as llvm
from numba import types as nt
from numba.core import cgutils, config
from numba.extending import intrinsic

from .arguments import Arguments
from .progress import Compiling
from .proxy import wrap
from .store import Store, module_digest
from .versions import COMPILER

if COMPILER == "inner":
    from .compiler import inner, listen, root
else:
    from .public import inner, listen, root  # noqa: F401

COMPILED = not config.DISABLE_JIT

# The types of a driver's arguments, as annotations, with their sizes where these must fit (see arguments.py).
# A plain int or bool stands for itself.
Tables = Annotated[np.ndarray, "TABLES", "some"]
States = Annotated[np.ndarray, "STATE"]
Bytes = Annotated[np.ndarray, nt.int8[::1]]
ByteRows = Annotated[np.ndarray, nt.int8[:, ::1]]
Shorts = Annotated[np.ndarray, nt.int16[::1]]
ShortRows = Annotated[np.ndarray, nt.int16[:, ::1]]
Ints = Annotated[np.ndarray, nt.int64[::1]]
IntRows = Annotated[np.ndarray, nt.int64[:, ::1]]
Bools = Annotated[np.ndarray, nt.boolean[::1]]
Singles = Annotated[np.ndarray, nt.float32[::1]]
SingleRows = Annotated[np.ndarray, nt.float32[:, ::1]]
Doubles = Annotated[np.ndarray, nt.float64[::1]]
DoubleRows = Annotated[np.ndarray, nt.float64[:, ::1]]

Games = Annotated[States, "games"]
OneState = Annotated[States, 1]  # a blank, or scratch
Mask = Annotated[Bytes, "NUM_ACTIONS"]
Masks = Annotated[ByteRows, "games", "NUM_ACTIONS"]
Observation = Annotated[Shorts, "OBS_SIZE"]
Observations = Annotated[ShortRows, "games?", "OBS_SIZE"]  # without rows they are not written
Scaled = Annotated[SingleRows, "games?", "OBS_SIZE"]
Features = Annotated[Singles, "OBS_SIZE"]
GameIndex = Annotated[int, "game"]
Edge = Annotated[int, "edge"]  # of a range of games: 0 to their number
Seat = Annotated[int, "seat"]
Action = Annotated[int, "action"]
Answer = Annotated[int, "answer"]  # an action, or -1

DRIVERS: list[Callable] = []  # the templates that have been imported
_compiling = threading.RLock()


def kernel(fn: Callable) -> Any:
    """Compile a function of the rules; kernels call each other as module globals."""
    if not COMPILED:
        return fn
    return inner(fn)


def apart(fn: Callable) -> Callable:
    """Mark what `kernel` is to compile as code that is called, where else it may be copied into its callers.

    For what loops seldom need: copied into them, it takes the registers that they work in.
    """
    fn.apart = True  # type: ignore[attr-defined]
    return fn


def driver(fn: Callable) -> Callable:
    """Mark a template that `bind` completes with the kernels of one game.

    The annotations of its arguments are the types above. A template without them is a part that other
    templates call.
    """
    DRIVERS.append(fn)
    return fn


def emitted(signature: Any) -> Callable[[Callable], Any]:
    """Mark a function for kernels that emits its own LLVM code: fn(context, builder, args) -> value."""

    def decorate(fn: Callable) -> Any:
        return _intrinsic(
            fn.__name__, signature, lambda context, builder, _, args: fn(context, builder, args)
        )

    return decorate


def bind(fn: Callable, game_key: str, **names: Any) -> Any:
    """A driver template with `names` in its globals: the game's kernels, its constants, its record types.

    Compiled at its first call, or taken from the cache.
    """
    return Bound(fn, game_key, names) if COMPILED else _plain(fn, names)


def compile_all(game_key: str, bound: Iterable[Any]) -> None:
    """Compile bound drivers of a game ahead of their first call, under one progress bar."""
    if COMPILED:
        cold = [each for each in bound if not each.is_stored()]
        with Compiling(game_key, [fn for each in cold for fn in each.functions()]) if cold else _nothing():
            for each in cold:
                each.prepare()


class Kernel:
    """A kernel with its signature, which bound drivers call by symbol."""

    def __init__(self, name: str, fn: Any, returns: Any, *args: Any, story_at: int = 0) -> None:
        self.name, self.fn, self.signature = name, fn, returns(*args)
        self.story_at = story_at
        self._root: Any = None

    def ready(self, store: Store) -> None:
        """Compile or load it, and make its symbol known to the linker."""
        if COMPILER == "public":
            return
        if self._root is None:
            self._root = root(self.fn.py_func, python=False, story_at=self.story_at)
            self._root._cache = store.cache(self.name)
        result = _obtain(self._root, self.signature)
        address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
        if not address:
            raise RuntimeError(f"the compiled {self.name} of {store.game} has no address")
        llvm.add_symbol(store.symbol(self.name), address)

    def caller(self, store: Store) -> Any:
        """What compiled code calls in its place: the symbol, in numba's convention, exceptions included."""
        if COMPILER == "public":
            return root(self.fn.py_func, False, self.story_at) if self.story_at else self.fn

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(sig.return_type, sig.args)
            callee = cgutils.get_or_insert_function(builder.module, kind, store.symbol(self.name))
            status, result = convention.call_function(builder, callee, sig.return_type, sig.args, args)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return _intrinsic(self.name, self.signature, emit)


class Bound:
    """A driver completed with one game's kernels."""

    def __init__(self, fn: Callable, game_key: str, names: Mapping[str, Any]) -> None:
        self.fn, self.game_key, self.names = fn, game_key, names
        self.__name__, self.__doc__ = fn.__name__, fn.__doc__
        self._dispatcher: Any = None
        self._entry: Any = None

    def __call__(self, *args: Any) -> Any:
        """Run it; all arguments are checked before."""
        if self._entry is None:
            self.prepare()
        self._arguments.check(args)
        return self._entry(*args)

    @functools.cached_property
    def _arguments(self) -> Arguments:
        return Arguments(self.fn, self.names)

    @property
    def unchecked(self) -> Callable:
        """The compiled function without the check of its arguments: for callers that own their arrays."""
        if self._entry is None:
            self.prepare()
        return self._entry

    def prepare(self) -> None:
        """Compile it and the kernels it calls, or load them from the cache."""
        with _compiling:
            if self._dispatcher is not None:
                return
            store = self._store()
            if self.is_stored():
                store.touch()
                self._build(store)
                return
            with store.locked():
                waited = self.is_stored()  # another process has compiled it in the meantime
                with _nothing() if waited else Compiling(self.game_key, self.functions()):
                    self._build(store)

    def is_stored(self) -> bool:
        """Whether it lies in the cache with all the kernels it calls."""
        symbols = [] if COMPILER == "public" else [each.name for each in self._kernels()]
        return self._store().holds([self._file(), *symbols])

    def functions(self) -> list[Any]:
        """What has to be compiled for it."""
        return [self.fn, *(each.fn for each in self._kernels())]

    def _kernels(self) -> list[Kernel]:
        used = _names_used(self.fn)
        return [value for name, value in self.names.items() if name in used and isinstance(value, Kernel)]

    def _store(self) -> Store:
        modules = [value.fn.py_func.__module__ for value in self.names.values() if isinstance(value, Kernel)]
        frozen = [(name, repr(value)) for name, value in self.names.items() if not isinstance(value, Kernel)]
        return Store(self.game_key, modules, frozen)

    def _file(self) -> str:
        return f"{self.fn.__module__}.{self.__name__}-{module_digest(self.fn.__module__).hex()[:12]}"

    def _build(self, store: Store) -> None:
        for each in self._kernels():
            each.ready(store)
        called = {each.name: each.caller(store) for each in self._kernels()}
        names = {**self.names, **called}
        # The qualified name becomes the linker's: two games' forms of one template may not share it.
        completed = _completed(self.fn, names, f"{self.game_key}_{store.key}_{self.__name__}", kernel)
        dispatcher = root(completed, python=True)
        dispatcher._cache = store.cache(self._file())
        compiled = _obtain(dispatcher, self._signature())
        dispatcher.disable_compile()
        self._entry = dispatcher if COMPILER == "public" else compiled.entry_point
        self._dispatcher = dispatcher

    def _signature(self) -> Any:
        hints = typing.get_type_hints(self.fn, include_extras=True)
        returns = self._type(hints.pop("return", type(None)))
        return returns(*(self._type(hint) for hint in hints.values()))

    def _type(self, hint: Any) -> Any:
        plain = {int: nt.int64, bool: nt.boolean, type(None): nt.none}
        if getattr(hint, "__origin__", hint) in plain:
            return plain[getattr(hint, "__origin__", hint)]
        meant = hint.__metadata__[0]
        return nt.Array(numba.from_dtype(self.names[meant]), 1, "C") if isinstance(meant, str) else meant


def _plain(fn: Callable, names: Mapping[str, Any]) -> Any:
    """The bound driver as plain Python."""
    plain = {name: value.fn if isinstance(value, Kernel) else value for name, value in names.items()}
    run = _completed(fn, plain, fn.__qualname__, lambda part: part)
    arguments = Arguments(fn, names)

    def unchecked(*args: Any) -> Any:
        return run(*map(wrap, args))

    @functools.wraps(fn)
    def call(*args: Any) -> Any:
        arguments.check(args)
        return unchecked(*args)

    call.unchecked = unchecked  # type: ignore[attr-defined]
    return call


def _completed(fn: Callable, names: Mapping[str, Any], qualname: str, finish: Callable) -> Any:
    """The template over globals that hold `names`; templates that it calls are completed alike."""
    space = {**fn.__globals__, **names}
    for name, part in _parts(fn):
        if name not in names:
            space[name] = finish(_completed(part, names, f"{qualname}.{name}", finish))
    completed = types.FunctionType(fn.__code__, space, fn.__name__, fn.__defaults__)
    completed.__qualname__ = qualname
    return completed


def _parts(fn: Callable) -> list[tuple[str, Any]]:
    """The templates that a template calls, by the names that it has for them."""
    named = [(name, fn.__globals__.get(name)) for name in fn.__code__.co_names]
    return [(name, part) for name, part in named if part is not fn and any(part is each for each in DRIVERS)]


def _names_used(fn: Callable) -> set[str]:
    """Global names of a template and of the templates it calls."""
    return set(fn.__code__.co_names).union(*(_names_used(part) for _, part in _parts(fn)))


def _obtain(dispatcher: Any, signature: Any) -> Any:
    """The function for one signature: in memory, from the cache, or compiled now."""
    dispatcher.compile(signature)
    return dispatcher.overloads[tuple(signature.args)]


def _intrinsic(name: str, signature: Any, emit: Callable) -> Any:
    """A function of one signature that puts LLVM code into its caller."""
    by_arity: dict[int, Callable] = {
        1: lambda typingctx, a: (signature, emit),
        2: lambda typingctx, a, b: (signature, emit),
        3: lambda typingctx, a, b, c: (signature, emit),
        4: lambda typingctx, a, b, c, d: (signature, emit),
    }
    define = by_arity[len(signature.args)]
    define.__name__ = name
    return intrinsic(define)


def _nothing() -> Any:
    return contextlib.nullcontext()
