"""Where compiled code is kept: one directory for each form of a game, named after what went into it.

The name is a hash of the sources of core's kernels and of the game's, of the constants they freeze, of
the versions of numba, llvmlite and Python and of the compiler's switches; then one of the processor. So an
edited file never meets old code. The directories are in $ASTRARIUM_CACHE_DIR, else in the user's cache
directory; an installation that cannot be written to is no obstacle.

A wheel may carry such directories, made for a processor that most have (see LEVELS): what is not in the
cache is looked for there. ASTRARIUM_SHIPPED=0 leaves them aside.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from filelock import FileLock, Timeout
from llvmlite import binding as llvm
from numba.core import config

from .versions import COMPILER

try:
    from numba.core.caching import _Cache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps
except ImportError:  # a numba that keeps its code in another way: then it is compiled at every start
    _Cache = object
    CompileResult = dumps = None

CORE = Path(__file__).parent
SHIPPED = CORE / "compiled"  # what a wheel carries, laid out like a cache
# core's files that compute what kernels freeze; files with kernels in them count without being named
CORE_SOURCES = (
    *("jit.py", "compiler.py", "public.py", "story.py", "rows.py"),
    *("state.py", "actions.py", "observation.py", "questions.py", "telling.py"),
)
MARKS = (b"\n@kernel", b"\n@driver", b"@emitted")
SWITCHES = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "DEBUGINFO_DEFAULT")
# For which processors wheels carry code: by the first word of LLVM's triple, its name and what it must have
LEVELS = {
    "x86_64": (
        "x86-64-v3",
        (
            *("sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "cx16", "sahf", "avx", "avx2", "bmi", "bmi2"),
            *("f16c", "fma", "lzcnt", "movbe", "xsave"),
        ),
    ),
    "aarch64": ("generic", ()),
    "arm64": ("generic", ()),
}
KEPT_DIRECTORIES, KEPT_DAYS = 6, 14
SEAL = 32  # bytes of the hash at the start of a file


@functools.cache
def root() -> Path | None:
    """$ASTRARIUM_CACHE_DIR, else the first of the usual directories that can be written to."""
    if os.environ.get("ASTRARIUM_CACHE_DIR"):
        return Path(os.environ["ASTRARIUM_CACHE_DIR"]).expanduser()
    user = os.getuid() if hasattr(os, "getuid") else None
    shared = Path(tempfile.gettempdir(), f"astrarium-{user}")
    for place in Path(platformdirs.user_cache_dir("astrarium", False)), shared:
        with contextlib.suppress(OSError):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=place).close()
            if user is None or place.stat().st_uid == user:
                return place
    return None


class Store:
    """The directory of one game's compiled code in its present form."""

    def __init__(self, game: str, modules: Iterable[str], frozen: Any) -> None:
        digest = hashlib.sha256(repr((environment(), frozen)).encode() + core_digest())
        for module in sorted(set(modules)):
            digest.update(module_digest(module))
        self.game, self.key = game, digest.hexdigest()[:24]
        top = root()
        self.directory = None if top is None else top / game / self._form(processor())
        level = shipped_processor()
        self.shipped = None if level is None else SHIPPED / game / self._form(level)

    def _form(self, processor: tuple[str, ...]) -> str:
        return f"{self.key}-{hashlib.sha256(repr(processor).encode()).hexdigest()[:8]}"

    def symbol(self, name: str) -> str:
        """The linker's name of a kernel."""
        return f"astrarium.{self.game}.{name}.{self.key}"

    def holds(self, names: Iterable[str]) -> bool:
        """Whether functions have been compiled, all of them."""
        return all(self.cache(name).found() is not None for name in names)

    def cache(self, name: str) -> DiskCache:
        """The cache that numba asks for a function."""
        own, shipped = (
            None if folder is None else folder / f"{name}.nbc" for folder in (self.directory, self.shipped)
        )
        return DiskCache(own, shipped)

    def touch(self) -> None:
        """Note that the directory is in use."""
        with contextlib.suppress(OSError):
            if self.directory is not None and time.time() - self.directory.stat().st_mtime > 86400:
                os.utime(self.directory)

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
            print(f"waiting for another process that is compiling {self.game}", file=sys.stderr, flush=True)
            lock.acquire()
        try:
            yield
            self._prune()
        finally:
            lock.release()

    def _lock(self) -> FileLock | None:
        """The game's lock file; None where nothing can be written."""
        if self.directory is not None:
            with contextlib.suppress(OSError):
                self.directory.mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=self.directory).close()
                return FileLock(self.directory.parent / "lock")
        return None

    def _prune(self) -> None:
        """Drop directories of the game's other forms: all but the last few, and any unused for two weeks."""
        assert self.directory is not None
        now = time.time()
        with contextlib.suppress(OSError):
            os.utime(self.directory)
            forms = [path for path in self.directory.parent.iterdir() if path.is_dir()]
            for rank, (age, path) in enumerate(sorted((now - path.stat().st_mtime, path) for path in forms)):
                if rank >= KEPT_DIRECTORIES or age > KEPT_DAYS * 86400:
                    shutil.rmtree(path, ignore_errors=True)


def seal(data: bytes) -> bytes:
    """The hash that stands before the bytes of a file."""
    return hashlib.blake2b(data, digest_size=SEAL).digest()


def sealed_bytes(path: Path) -> bytes | None:
    """What a file holds; None when there is none, or when it is not as it was written.

    Its own name stands at the end: a file under another function's name is not taken for that function.
    """
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    name = named(path)
    if not whole.endswith(name) or whole[:SEAL] != seal(whole[SEAL:]):
        return None
    return whole[SEAL : -len(name)]


def named(path: Path) -> bytes:
    """What stands at the end of a file."""
    return b"\0" + path.name.encode()


class DiskCache(_Cache):
    """One compiled function in one file, under the protocol of numba's dispatchers.

    It is written to `path`, if there is one; it may also be read from `shipped`, if that is a file.
    """

    def __init__(self, path: Path | None, shipped: Path | None = None) -> None:
        self.path, self.shipped = path, shipped

    @property
    def cache_path(self) -> str:
        """The directory."""
        return str(self.path and self.path.parent)

    def found(self) -> bytes | None:
        """What the file holds; None when there is no whole one."""
        for path in self.path, self.shipped:
            found = None if path is None else sealed_bytes(path)
            if found is not None:
                return found
        return None

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The compiled function, or None when there is no whole file of it."""
        target_context.refresh()
        found = self.found()
        if found is None:
            return None
        with _untried():
            stamp, payload = pickle.loads(found)
            return CompileResult._rebuild(target_context, *payload) if stamp == str(sig) else None
        return None

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Write the file whole or not at all."""
        if self.path is None:
            return
        part = self.path.with_suffix(f".{uuid.uuid4().hex[:12]}")
        with contextlib.suppress(OSError), _untried():
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                compiled = dumps((str(sig), data._reduce())) + named(self.path)
                part.write_bytes(seal(compiled) + compiled)
                part.replace(self.path)
            finally:
                part.unlink(missing_ok=True)

    def enable(self) -> None:
        """Always enabled."""

    def disable(self) -> None:
        """Always enabled."""

    def flush(self) -> None:
        """Forget the file."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def _untried() -> Any:
    """With a numba that was not tried, what cannot be kept is compiled at every start."""
    return contextlib.suppress(Exception) if COMPILER == "public" else contextlib.nullcontext()


@functools.cache
def environment() -> tuple[Any, ...]:
    """All that changes the machine code besides the sources and the processor."""
    numpy = np.__version__.partition(".")[0]
    versions = numba.__version__, llvmlite.__version__, numpy, sys.implementation.cache_tag
    return COMPILER, versions, [(name, getattr(config, name, None) or 0) for name in SWITCHES]


@functools.cache
def processor() -> tuple[str, ...]:
    """What code is made for here: LLVM's triple, the processor's name, its features."""
    name = config.CPU_NAME or llvm.get_host_cpu_name()
    features = config.CPU_FEATURES
    features = llvm.get_host_cpu_features().flatten() if features is None else features
    return llvm.get_process_triple(), name, features


@functools.cache
def shipped_processor() -> tuple[str, ...] | None:
    """The processor that a wheel's code is for, if this one can run it and no other was asked for."""
    triple = processor()[0]
    if os.environ.get("ASTRARIUM_SHIPPED") == "0" or config.CPU_NAME is not None:
        return None
    name, needed = LEVELS.get(triple.partition("-")[0], (None, ()))
    features = llvm.get_host_cpu_features()
    return (triple, name, "") if name and all(features.get(each) for each in needed) else None


@functools.cache
def core_digest() -> bytes:
    """A digest of core's files that hold kernels or compute what kernels freeze."""
    sources = [(path.name, path.read_bytes()) for path in sorted(CORE.rglob("*.py"))]
    used = [
        source for name, source in sources if name in CORE_SOURCES or any(mark in source for mark in MARKS)
    ]
    return hashlib.sha256(b"\0".join(used)).digest()


@functools.cache
def module_digest(module: str) -> bytes:
    """A digest of a module and of the neighbours it imports, with the constants they hold."""
    digest = hashlib.sha256()
    package, _, first = module.rpartition(".")
    folder = Path(str(sys.modules[module].__file__)).parent
    seen: set[str] = set()
    found = [first]
    while found:
        name = found.pop()
        path = folder / f"{name}.py"
        if name in seen or not path.exists():
            continue
        seen.add(name)
        source = path.read_bytes()
        digest.update(f"{name}\0{constants(f'{package}.{name}')}\0".encode() + source)
        found += sorted(neighbours(source), reverse=True)
    return digest.digest()


def neighbours(source: bytes) -> set[str]:
    """The modules of its own package that a module imports: `from .name import x`, `from . import name`.

    Those alone that it imports when it is itself: what functions import, or only a type checker, may be there
    or not, and is in no kernel.
    """
    found = set()
    left: list[ast.AST] = [ast.parse(source)]
    while left:
        node = left.pop()
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
        if isinstance(node, ast.FunctionDef) or (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        ):
            continue
        left += ast.iter_child_nodes(node)
    return found


def constants(module: str) -> str:
    """The numbers and arrays of a module: some may come from data files, and kernels freeze them.

    Names in small letters are of what may change while a program runs.
    """
    held = sorted(vars(sys.modules[module]).items()) if module in sys.modules else []
    plain = [
        (name, value)
        for name, value in held
        if name.isupper() and isinstance(value, int | float | np.ndarray)
    ]
    return repr(
        [(name, value.tobytes() if isinstance(value, np.ndarray) else value) for name, value in plain]
    )
