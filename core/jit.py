"""Compiled code: kernels, drivers bound to a game, and the cache that keeps both on disk.

A *kernel* is a function of the rules. A *driver* is a loop written once for all games: a template whose globals
`setup`, `legal`, `step` and so on are filled in by `bind`. A bound driver does not contain the game's kernels, it
calls them by symbol: each kernel is compiled once, however many drivers use it, and a driver compiles in a moment.

Compiled code lies in a directory named after a hash of everything that went into it: the sources of core's kernels
and of the game's, the constants they freeze, numba, the processor and the compiler's switches. So an edited file
never meets old code. The directories are in $ASTRARIUM_CACHE_DIR, else in the user's cache directory.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import threading
import time
import types
import typing
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import llvmlite
import numba
import numpy as np
import platformdirs
from filelock import FileLock, Timeout
from llvmlite import binding as llvm
from numba import types as nt
from numba.core import cgutils, config, event
from numba.core.caching import NullCache, _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.extending import intrinsic

COMPILED = not config.DISABLE_JIT

# The types of a driver's arguments, as annotations; a plain int or bool stands for itself.
Tables = Annotated[np.ndarray, "tables"]
States = Annotated[np.ndarray, "states"]
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

DRIVERS: list[Callable] = []  # the templates that have been imported


def kernel(fn: Callable) -> Any:
    """Compile a function of the rules; kernels call each other as module globals."""
    if not COMPILED:
        return fn
    return _widened(numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(fn))


def driver(fn: Callable) -> Callable:
    """Mark a template that `bind` completes with the kernels of one game."""
    DRIVERS.append(fn)
    return fn


def bind(fn: Callable, game_key: str, **names: Any) -> Callable:
    """A driver template with `names` in its globals: kernels (Kernel or plain), constants, record types.

    Compiled at its first call, or taken from the cache. `Tables` and `States` among its annotations are arrays
    of the record types that are given as TABLES and STATE.
    """
    return Bound(fn, game_key, names) if COMPILED else _uncompiled(fn, names)


def _uncompiled(fn: Callable, names: Mapping[str, Any]) -> Callable:
    from .proxy import wrap

    plain = {name: value.fn if isinstance(value, Kernel) else value for name, value in names.items()}
    run = _completed(fn, plain, fn.__qualname__, lambda inner: inner)

    @functools.wraps(fn)
    def call(*args: Any) -> Any:
        return run(*map(wrap, args))

    return call


def _completed(fn: Callable, names: Mapping[str, Any], qualname: str, finish: Callable) -> Any:
    """The template over globals that hold `names`; templates that it calls are completed alike."""
    space = {**fn.__globals__, **names}
    for name, inner in _templates_called(fn):
        if name not in names:
            space[name] = finish(_completed(inner, names, f"{qualname}.{name}", finish))
    completed = types.FunctionType(fn.__code__, space, fn.__name__, fn.__defaults__)
    completed.__qualname__ = qualname
    return completed


def _templates_called(fn: Callable) -> list[tuple[str, Callable]]:
    named = [(name, fn.__globals__.get(name)) for name in fn.__code__.co_names]
    return [
        (name, inner) for name, inner in named if inner is not fn and any(inner is each for each in DRIVERS)
    ]


def _names_used(fn: Callable) -> set[str]:
    """Global names of a template and of the templates it calls."""
    return set(fn.__code__.co_names).union(*(_names_used(inner) for _, inner in _templates_called(fn)))


def compile_game(game_key: str, bound: Iterable[Any]) -> None:
    """Compile bound drivers of a game ahead of their first call, under one progress bar."""
    if COMPILED:
        drivers = list(bound)
        with Progress(game_key, [fn for each in drivers for fn in each.functions()]):
            for each in drivers:
                each.prepare()


# --- kernels as compiled code sees them -------------------------------------------------------------------------------


class Kernel:
    """A kernel of a game's contract with its signature; bound drivers call it by symbol."""

    def __init__(self, name: str, fn: Any, returns: Any, *args: Any) -> None:
        self.name, self.fn = name, fn
        self.signature = returns(*args)

    def ready(self, store: Store) -> None:
        """Compile or load, and make the symbol known to the linker."""
        self.fn._cache = store.cache(self.name)
        result = _obtain(self.fn, self.signature)
        address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
        if not address:
            raise RuntimeError(f"the compiled {self.name} of {store.game_key} has no address")
        llvm.add_symbol(store.symbol(self.name), address)

    def caller(self, store: Store) -> Any:
        """What compiled code calls in its place."""
        return _caller(store.symbol(self.name), self.signature)


def _obtain(dispatcher: Any, signature: Any) -> CompileResult:
    dispatcher.compile(signature)
    return dispatcher.overloads[tuple(signature.args)]


def _caller(symbol: str, signature: Any) -> Any:
    """A function for compiled code that calls a symbol in numba's own convention, exceptions included."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        convention = context.call_conv
        kind = convention.get_function_type(sig.return_type, sig.args)
        callee = cgutils.get_or_insert_function(builder.module, kind, symbol)
        status, result = convention.call_function(builder, callee, sig.return_type, sig.args, args)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    by_arity: dict[int, Callable] = {
        2: lambda typingctx, a, b: (signature, emit),
        3: lambda typingctx, a, b, c: (signature, emit),
        4: lambda typingctx, a, b, c, d: (signature, emit),
    }
    return intrinsic(by_arity[len(signature.args)])


def _widened(dispatcher: Any) -> Any:
    """Take whole numbers as int64, so that a kernel is compiled once and not again for an int8 or a literal."""
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_wide, args)), {name: _wide(arg) for name, arg in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _wide(arg: Any) -> Any:
    small = isinstance(arg, nt.IntegerLiteral) or (isinstance(arg, nt.Integer) and arg.bitwidth < 64)
    return nt.int64 if small else arg


# --- bound drivers ----------------------------------------------------------------------------------------------------


class Bound:
    """A driver completed with one game's kernels, compiled at its first call."""

    def __init__(self, fn: Callable, game_key: str, names: Mapping[str, Any]) -> None:
        self.fn, self.game_key, self.names = fn, game_key, names
        self.__name__, self.__doc__ = fn.__name__, fn.__doc__
        self._dispatcher: Any = None
        self._entry: Any = None

    def __call__(self, *args: Any) -> Any:
        """Run it; the arguments' types are checked against the annotations."""
        if self._dispatcher is None:
            self.prepare()
        return self._dispatcher(*args)

    @property
    def unchecked(self) -> Callable:
        """The compiled function without the check of its arguments' types: for callers that own their arrays."""
        if self._entry is None:
            self.prepare()
        return self._entry

    def prepare(self) -> None:
        """Compile it and the kernels it calls, or load them from the cache."""
        with _compiling:
            if self._dispatcher is not None:
                return
            store = Store.of(self.game_key, self.names)
            if not self._stored(store):
                with store.locked():
                    with (
                        contextlib.nullcontext()
                        if self._stored(store)
                        else Progress(self.game_key, self.functions())
                    ):
                        self._build(store)
            else:
                store.touch()
                self._build(store)

    def kernels(self) -> list[Kernel]:
        """The game's kernels that it calls."""
        used = _names_used(self.fn)
        return [value for name, value in self.names.items() if name in used and isinstance(value, Kernel)]

    def functions(self) -> list[Any]:
        """What has to be compiled for it."""
        return [self.fn, *(each.fn for each in self.kernels())]

    def _file(self) -> str:
        return f"{self.fn.__module__}.{self.__name__}-{_sources_digest(self.fn.__module__).hex()[:12]}"

    def _stored(self, store: Store) -> bool:
        return all(store.holds(name) for name in [self._file(), *(each.name for each in self.kernels())])

    def _build(self, store: Store) -> None:
        for each in self.kernels():
            each.ready(store)
        names = {
            name: value.caller(store) if isinstance(value, Kernel) else value
            for name, value in self.names.items()
        }
        completed = _completed(self.fn, names, f"{self.game_key}_{store.key}_{self.__name__}", kernel)
        dispatcher = numba.njit(nogil=True, no_cfunc_wrapper=True)(completed)
        dispatcher._cache = store.cache(self._file())
        self._entry = _obtain(dispatcher, self._signature()).entry_point
        dispatcher.disable_compile()
        self._dispatcher = dispatcher

    def _signature(self) -> Any:
        hints = typing.get_type_hints(self.fn, include_extras=True)
        returns = self._type(hints.pop("return", type(None)))
        return returns(*(self._type(hint) for hint in hints.values()))

    def _type(self, hint: Any) -> Any:
        if hint in (int, bool, type(None)):
            return {int: nt.int64, bool: nt.boolean, type(None): nt.none}[hint]
        meant = hint.__metadata__[0]
        if isinstance(meant, str):
            record = self.names["TABLES" if meant == "tables" else "STATE"]
            return nt.Array(numba.from_dtype(record), 1, "C")
        return meant


_compiling = threading.RLock()


# --- the cache --------------------------------------------------------------------------------------------------------

CORE = Path(__file__).parent
# core's files that compute what kernels freeze; those with kernels in them count without being named
CORE_SOURCES = ("jit.py", "state.py", "actions.py", "observation.py")
KEPT_DIRECTORIES, KEPT_DAYS = 6, 14
_IMPORT = re.compile(rb"^\s*from\s+\.(\w*)\s+import\s+([^\n#]*)", re.MULTILINE)


@functools.cache
def cache_root() -> Path | None:
    """$ASTRARIUM_CACHE_DIR, else the first of the usual directories that can be written to."""
    if os.environ.get("ASTRARIUM_CACHE_DIR"):
        return Path(os.environ["ASTRARIUM_CACHE_DIR"]).expanduser()
    user = f"astrarium-{os.getuid()}" if hasattr(os, "getuid") else "astrarium"
    for place in Path(platformdirs.user_cache_dir("astrarium", False)), Path(tempfile.gettempdir(), user):
        with contextlib.suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=place).close()
            return place
    return None


class Store:
    """The directory of one game's compiled code in its present form."""

    def __init__(self, game_key: str, key: str) -> None:
        self.game_key, self.key = game_key, key
        root = cache_root()
        self.directory = None if root is None else root / game_key / key

    @staticmethod
    def of(game_key: str, names: Mapping[str, Any]) -> Store:
        """The store for a game's kernels, constants and record types."""
        modules = {value.fn.py_func.__module__ for value in names.values() if isinstance(value, Kernel)}
        frozen = sorted((name, repr(value)) for name, value in names.items() if not isinstance(value, Kernel))
        digest = hashlib.sha256(repr((_environment(), frozen)).encode() + _core_digest())
        for module in sorted(modules):
            digest.update(_sources_digest(module))
        return Store(game_key, digest.hexdigest()[:24])

    def symbol(self, name: str) -> str:
        """The linker's name of a kernel."""
        return f"astrarium.{self.game_key}.{name}.{self.key}"

    def path(self, name: str) -> Path:
        """The file of a function."""
        assert self.directory is not None
        return self.directory / f"{name}.nbc"

    def holds(self, name: str) -> bool:
        """Whether a function has been compiled."""
        return self.directory is not None and self.path(name).exists()

    def cache(self, name: str) -> _Cache:
        """The cache that numba asks for a function."""
        return NullCache() if self.directory is None else DiskCache(self.path(name))

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from compiling the same game at the same time."""
        lock = self._lock()
        if lock is None:
            yield
            return
        try:
            lock.acquire(timeout=0)
        except Timeout:
            print(
                f"waiting for another process that is compiling {self.game_key}", file=sys.stderr, flush=True
            )
            lock.acquire()
        with lock:
            lock.release()
            yield
            self._prune()

    def _lock(self) -> FileLock | None:
        """The game's lock file; None where nothing can be written."""
        if self.directory is not None:
            with contextlib.suppress(OSError):
                self.directory.mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=self.directory).close()
                return FileLock(self.directory.parent / "lock")
        return None

    def touch(self) -> None:
        """Note that the directory is in use, for `_prune`."""
        with contextlib.suppress(OSError):
            if self.directory is not None and time.time() - self.directory.stat().st_mtime > 86400:
                os.utime(self.directory)

    def _prune(self) -> None:
        """Drop directories of this game's older forms: all but the last few, and those unused for two weeks."""
        assert self.directory is not None
        now = time.time()
        with contextlib.suppress(OSError):
            os.utime(self.directory)
            aged = [
                (now - path.stat().st_mtime, path)
                for path in self.directory.parent.iterdir()
                if path.is_dir()
            ]
            for rank, (age, path) in enumerate(sorted(aged)):
                if rank >= KEPT_DIRECTORIES or age > KEPT_DAYS * 86400:
                    shutil.rmtree(path, ignore_errors=True)


class DiskCache(_Cache):
    """One compiled function in one file, under the protocol of numba's dispatchers."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def cache_path(self) -> str:
        """The directory."""
        return str(self.path.parent)

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The compiled function, or None when there is no whole file of it."""
        target_context.refresh()
        try:
            stamp, payload = pickle.loads(self.path.read_bytes())
        except (OSError, EOFError, ValueError, AttributeError, ImportError, pickle.UnpicklingError):
            return None
        return CompileResult._rebuild(target_context, *payload) if stamp == str(sig) else None

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Write the file whole or not at all."""
        part = self.path.with_suffix(f".{uuid.uuid4().hex[:12]}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(dumps((str(sig), data._reduce())))
            part.replace(self.path)
        except OSError:
            part.unlink(missing_ok=True)

    def enable(self) -> None:
        """Always enabled."""

    def disable(self) -> None:
        """Always enabled."""

    def flush(self) -> None:
        """Forget the file."""
        self.path.unlink(missing_ok=True)


@functools.cache
def _environment() -> str:
    """All that changes the machine code besides the sources."""
    switches = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "DEBUGINFO_DEFAULT")
    return repr(
        (
            numba.__version__,
            llvmlite.__version__,
            np.__version__,
            sys.implementation.cache_tag,
            cpu_target.target_context.codegen().magic_tuple(),
            [(name, getattr(config, name, None)) for name in switches],
        )
    )


@functools.cache
def _core_digest() -> bytes:
    """A digest of core's files that hold kernels or compute what kernels freeze."""
    sources = [(path.name, path.read_bytes()) for path in sorted(CORE.glob("*.py"))]
    marks = (b"\n@kernel", b"\n@driver")
    used = [
        source for name, source in sources if name in CORE_SOURCES or any(mark in source for mark in marks)
    ]
    return hashlib.sha256(b"\0".join(used)).digest()


@functools.cache
def _sources_digest(module: str) -> bytes:
    """A digest of a module and of the neighbours it imports, with the constants they hold."""
    digest = hashlib.sha256()
    package, _, first = module.rpartition(".")
    folder = Path(typing.cast(str, sys.modules[module].__file__)).parent
    seen: set[str] = set()
    found = [first]
    while found:
        name = found.pop()
        path = folder / f"{name}.py"
        if name in seen or not path.exists():
            continue
        seen.add(name)
        source = path.read_bytes()
        digest.update(f"{name}\0{_constants(f'{package}.{name}')}\0".encode() + source)
        for neighbour, imported in sorted(_IMPORT.findall(source), reverse=True):
            found += [neighbour.decode()] if neighbour else re.findall(r"\w+", imported.decode())
    return digest.digest()


def _constants(module: str) -> str:
    """The numbers and arrays of a module: some may come from data files, and kernels freeze them."""
    held = sorted(vars(sys.modules[module]).items()) if module in sys.modules else []
    plain = [(name, value) for name, value in held if isinstance(value, int | float | np.ndarray)]
    return repr(
        [(name, value.tobytes() if isinstance(value, np.ndarray) else value) for name, value in plain]
    )


# --- progress ---------------------------------------------------------------------------------------------------------


class Progress(event.Listener):
    """A bar on stderr while functions are compiled; a single line when stderr is no terminal."""

    _open: ClassVar[Progress | None] = None
    _told: ClassVar[set[str]] = set()

    def __init__(self, game_key: str, functions: Iterable[Any]) -> None:
        self.text = f"compiling {game_key} (first run only)"
        self.total = len(_reachable(functions))
        self.done: set[int] = set()

    def __enter__(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        self.outer = Progress._open
        if self.outer is not None:
            return self
        Progress._open = self
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.bar = Bar(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.task = self.bar.add_task(self.text, total=self.total)
        if not console.is_terminal and self.text not in Progress._told:
            Progress._told.add(self.text)
            print(self.text, file=sys.stderr, flush=True)
        self.bar.start()
        event.register("numba:compile", self)
        return self

    def __exit__(self, *exc: Any) -> None:
        if self.outer is None:
            Progress._open = None
            event.unregister("numba:compile", self)
            self.bar.stop()

    def on_start(self, event: Any) -> None:
        """Nothing: functions count when they are finished."""

    def on_end(self, event: Any) -> None:
        """Count a function the first time it has been compiled."""
        self.done.add(id(event.data["dispatcher"].py_func.__code__))
        self.bar.update(self.task, completed=len(self.done), total=max(self.total, len(self.done)))


def _reachable(functions: Iterable[Any]) -> set[int]:
    """The code of the given functions and of all kernels that they call."""
    found: set[int] = set()
    left = [getattr(fn, "py_func", fn) for fn in functions]
    while left:
        fn = left.pop()
        if id(fn.__code__) not in found:
            found.add(id(fn.__code__))
            called = [fn.__globals__.get(name) for name in fn.__code__.co_names]
            left += [each.py_func for each in called if hasattr(each, "py_func")]
    return found
