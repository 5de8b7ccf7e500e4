"""Compiled code across processes: found again, never stale, shared by processes that start at once."""

import importlib
import json
import os
import shutil
import time

import numpy as np
import pytest

from astrarium.core import apart, jit, kernel, store
from astrarium.core.jit import COMPILED
from astrarium.core.progress import reachable
from astrarium.core.store import module_digest, neighbours
from astrarium.core.versions import COMPILER
from tests.process import finish, run, start

FILES = {
    "__init__.py": "",
    "numbers.py": "FACTOR = 3\n",
    "helper.py": """
from astrarium.core import kernel
from .numbers import FACTOR

@kernel
def scaled(s):
    return s.value * FACTOR
""",
    "rules.py": """
from astrarium.core import kernel
from .helper import scaled

@kernel
def rule(t, s):
    s.seat = scaled(s)
    return scaled(s) + t.extra

@kernel
def careless(t, s):
    return s.table[s.value]
""",
    "picture.py": "SIZE = 1\n",
    "play.py": """
import json, sys, time
import numpy as np
from numba import types as nt
from numba.core import event
import numba
from astrarium.core import jit
from astrarium.core.jit import States, Tables, driver
from . import picture
from .rules import careless, rule

TABLES = np.dtype([("extra", "i2")], align=True)
STATE = np.dtype([("value", "i4"), ("seat", "i1"), ("table", "i2", 4)], align=True)
compiled = []

class Listener(event.Listener):
    def on_start(self, event): pass
    def on_end(self, event): compiled.append(event.data["dispatcher"].py_func.__name__)

@driver
def twice(t, s):
    return rule(t, s) + rule(t, s)

@driver
def drive(t: Tables, states: States) -> int:
    return twice(t[0], states[0])

@driver
def stumble(t: Tables, states: States) -> int:
    return careless(t[0], states[0])

def main(template=drive, value=5):
    event.register("numba:compile", Listener())
    t, s = numba.from_dtype(TABLES), numba.from_dtype(STATE)
    kernels = {fn.__name__: jit.Kernel(fn.__name__, fn, nt.int64, t, s) for fn in (rule, careless)}
    bound = jit.bind(template, "tiny", TABLES=TABLES, STATE=STATE, **kernels)
    tables, states = np.ones(1, TABLES), np.zeros(1, STATE)
    states["value"] = value
    result = bound(tables, states)
    print(json.dumps({"result": result, "compiled": sorted(compiled), "seconds": time.process_time()}))
""",
}
PLAY = "import tiny.play; tiny.play.main()"


@pytest.fixture
def tiny(tmp_path):
    """A package with kernels and drivers of its own, and an empty cache."""
    package, cache = tmp_path / "tiny", tmp_path / "cache"
    package.mkdir()
    for name, text in FILES.items():
        (package / name).write_text(text)

    class Tiny:
        folder, root = package, cache

        @staticmethod
        def play(code=PLAY, **env):
            out, err = run(code, tmp_path, **{"ASTRARIUM_CACHE_DIR": cache, "NUMBA_DISABLE_JIT": "0", **env})
            return {**json.loads(out), "said": err}

        @staticmethod
        def start(code=PLAY, **env):
            return start(code, tmp_path, ASTRARIUM_CACHE_DIR=cache, NUMBA_DISABLE_JIT="0", **env)

        @staticmethod
        def edit(name, old, new):
            path = package / name
            assert old in path.read_text()
            path.write_text(path.read_text().replace(old, new))

    return Tiny


def test_a_second_process_compiles_nothing_and_says_nothing(tiny):
    cold = tiny.play()
    assert cold["result"] == 32
    assert {"drive", "rule", "scaled", "twice"} <= set(cold["compiled"])
    assert cold["said"] == "compiling tiny (first run only)\n"
    warm = tiny.play()
    assert warm["result"] == 32
    assert warm["compiled"] == []
    assert warm["said"] == ""


@pytest.mark.parametrize(
    ("name", "old", "new", "result"),
    [
        ("numbers.py", "FACTOR = 3", "FACTOR = 4", 42),
        ("helper.py", "* FACTOR", "+ FACTOR", 18),
        ("rules.py", "+ t.extra", "- t.extra", 28),
    ],
)
def test_an_edited_kernel_file_recompiles(tiny, name, old, new, result):
    tiny.play()
    tiny.edit(name, old, new)
    again = tiny.play()
    assert again["result"] == result
    assert "scaled" in again["compiled"]


def test_an_edited_file_that_kernels_do_not_use_recompiles_nothing_of_them(tiny):
    tiny.play()
    tiny.edit("picture.py", "SIZE = 1", "SIZE = 2")
    again = tiny.play()
    assert "rule" not in again["compiled"]
    assert again["result"] == 32


def test_a_constant_from_elsewhere_recompiles(tiny):
    tiny.edit("numbers.py", "FACTOR = 3", "import os\nFACTOR = int(os.environ['FACTOR'])")
    assert tiny.play(FACTOR="3")["result"] == 32
    assert tiny.play(FACTOR="4")["result"] == 42


def test_two_processes_at_once_both_work_and_one_compiles(tiny):
    both = [tiny.start(), tiny.start()]
    results = [json.loads(finish(process)[0]) for process in both]
    assert [each["result"] for each in results] == [32, 32]
    assert sorted("rule" in each["compiled"] for each in results) == [False, True]


def test_without_any_place_to_write_it_compiles_each_time(tiny, tmp_path):
    (tmp_path / "file").write_text("")
    for _ in range(2):
        played = tiny.play(ASTRARIUM_CACHE_DIR=tmp_path / "file" / "cache")
        assert played["result"] == 32
        assert "rule" in played["compiled"]


def test_a_damaged_file_is_compiled_anew(tiny):
    tiny.play()
    for path in tiny.root.rglob("*.nbc"):
        path.write_bytes(path.read_bytes()[:100])
    assert tiny.play()["result"] == 32
    assert tiny.play()["compiled"] == []


def test_a_file_with_a_flipped_bit_is_compiled_anew(tiny):
    tiny.play()
    for path in tiny.root.rglob("*.nbc"):
        damaged = bytearray(path.read_bytes())
        damaged[len(damaged) // 2] ^= 4
        path.write_bytes(damaged)
    played = tiny.play()
    assert played["result"] == 32
    assert "rule" in played["compiled"]
    assert tiny.play()["compiled"] == []


def test_a_file_under_the_name_of_another_function_is_compiled_anew(tiny):
    """Both take and give the same, so that nothing but the name tells them apart."""
    tiny.play()
    tiny.play("import tiny.play as p\np.main(p.stumble, 1)")
    (right,), (other,) = (tiny.root.rglob(f"{name}.nbc") for name in ("rule", "careless"))
    right.write_bytes(other.read_bytes())
    played = tiny.play()
    assert played["result"] == 32
    assert "rule" in played["compiled"]


def test_bounds_checks_have_their_own_code_and_errors_pass_through_drivers(tiny):
    tiny.play()
    stumble = (
        "import tiny.play as p\n"
        "try:\n    p.main(p.stumble, 4)\n"
        'except IndexError as error:\n    print(\'{"error": "%s"}\' % type(error).__name__)'
    )
    assert tiny.play(stumble, NUMBA_BOUNDSCHECK="1")["error"] == "IndexError"
    backwards = stumble.replace("p.stumble, 4", "p.stumble, -1")
    assert tiny.play(backwards, NUMBA_BOUNDSCHECK="1")["error"] == "IndexError"  # no counting from the end
    assert "result" in tiny.play(stumble, NUMBA_BOUNDSCHECK="0")
    assert len([path for path in (tiny.root / "tiny").iterdir() if path.is_dir()]) == 2


def test_uncompiled_gives_the_same(tiny):
    played = tiny.play(NUMBA_DISABLE_JIT="1")
    assert (played["result"], played["compiled"]) == (32, [])
    assert not tiny.root.exists()


def test_arguments_of_another_type_are_refused():
    if not jit.COMPILED:
        pytest.skip("types matter to compiled code only")
    from astrarium.core import drivers
    from tests.toy import GAME

    states = GAME.blank(2)
    with pytest.raises(TypeError):
        GAME.bound(drivers.legal_one)(
            GAME.content().tables, states, 0, np.zeros(GAME.num_actions, np.float32)
        )


def test_directories_of_other_forms_are_pruned(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "root", lambda: tmp_path)
    now = time.time()
    kept = store.Store("game", [], "kept")
    for days in range(1, 10):
        form = store.Store("game", [], f"form {days}").directory
        form.mkdir(parents=True)
        os.utime(form, (now - days * 86400,) * 2)
    ancient = store.Store("other", [], "").directory
    ancient.mkdir(parents=True)
    os.utime(ancient, (0, 0))
    with kept.locked():
        pass
    left = sorted(
        (now - path.stat().st_mtime) // 86400 for path in (tmp_path / "game").iterdir() if path.is_dir()
    )
    assert len(left) == store.KEPT_DIRECTORIES
    assert max(left) <= store.KEPT_DIRECTORIES
    assert kept.directory.exists()
    assert ancient.exists()  # another game's


def test_forms_unused_for_weeks_are_pruned(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "root", lambda: tmp_path)
    old = store.Store("game", [], "old").directory
    old.mkdir(parents=True)
    os.utime(old, (0, 0))
    with store.Store("game", [], "new").locked():
        pass
    assert not old.exists()


def test_the_usual_directory_gives_way_when_it_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.delenv("ASTRARIUM_CACHE_DIR", raising=False)
    monkeypatch.setattr(store.platformdirs, "user_cache_dir", lambda *_: str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(store.tempfile, "gettempdir", lambda: str(tmp_path))
    found = store.root.__wrapped__()
    assert found is not None
    assert found.parent == tmp_path
    shutil.rmtree(found)


def test_every_kernel_that_a_function_calls_is_counted():
    if not jit.COMPILED:
        pytest.skip("nothing is compiled")
    from tests.toy import GAME, rules

    assert len(reachable([GAME.questions.step])) > len(reachable([rules.hand_slots])) == 1


def test_all_relative_imports_of_a_module_are_followed():
    source = (
        b"from . import (\n    a,\n    b as c,\n)\nfrom .d import (\n    e,\n)\nfrom ..f import g\nimport h\n"
    )
    assert neighbours(source) == {"a", "b", "d"}


def test_imports_that_may_not_have_happened_are_not_followed():
    source = b"if TYPE_CHECKING:\n from .a import b\nif X:\n from .c import d\ndef f():\n from .e import g\n"
    assert neighbours(source) == {"c"}


def ship(tiny, tmp_path):
    """Compile for the processor of wheels and move the cache to where a wheel has it; code that finds it."""
    name = store.LEVELS[store.processor()[0].partition("-")[0]][0]
    tiny.play(NUMBA_CPU_NAME=name, NUMBA_CPU_FEATURES="")
    shipped = tmp_path / "shipped"
    tiny.root.rename(shipped)
    found = (
        f"import pathlib\nfrom astrarium.core import store\nstore.SHIPPED = pathlib.Path({str(shipped)!r})"
    )
    return shipped, f"{found}\n{PLAY}"


def can_run_shipped():
    return jit.COMPILED and store.COMPILER == "inner" and store.shipped_processor() is not None


@pytest.mark.skipif(not can_run_shipped(), reason="nothing is compiled, or for another processor")
def test_what_a_wheel_carries_is_used_until_something_does_not_fit(tiny, tmp_path):
    shipped, play = ship(tiny, tmp_path)
    used = tiny.play(play)
    assert (used["result"], used["compiled"], used["said"]) == (32, [], "")
    assert not tiny.root.exists()
    assert "rule" in tiny.play(play, ASTRARIUM_SHIPPED="0")["compiled"]
    assert tiny.play(play)["compiled"] == []  # the own code, which comes first
    shutil.rmtree(tiny.root)
    for path in shipped.rglob("rule.nbc"):
        path.write_bytes(path.read_bytes()[:-1])
    assert {"rule", "scaled"} == set(tiny.play(play)["compiled"])
    tiny.edit("helper.py", "* FACTOR", "+ FACTOR")
    edited = tiny.play(play)
    assert edited["result"] == 18
    assert {"drive", "rule"} <= set(edited["compiled"])


def test_code_for_a_processor_with_more_features_is_left_alone(monkeypatch):
    monkeypatch.delenv("ASTRARIUM_SHIPPED", raising=False)
    monkeypatch.setattr(store.config, "CPU_NAME", None)
    monkeypatch.setattr(store, "processor", lambda: ("x86_64-unknown-linux-gnu", "core2", "+sse2"))
    has = dict.fromkeys(store.LEVELS["x86_64"][1], True)
    monkeypatch.setattr(store.llvm, "get_host_cpu_features", lambda: has)
    assert store.shipped_processor.__wrapped__() == ("x86_64-unknown-linux-gnu", "x86-64-v3", "")
    has["avx2"] = False
    assert store.shipped_processor.__wrapped__() is None


def test_numbas_public_means_give_the_same(tiny):
    public = tiny.play(ASTRARIUM_COMPILER="public")
    assert public["result"] == 32
    assert {"drive", "rule", "scaled", "twice"} <= set(public["compiled"])
    assert tiny.play(ASTRARIUM_COMPILER="public")["compiled"] == []
    assert "rule" in tiny.play()["compiled"]  # the two never meet


def test_a_numba_that_keeps_code_in_another_way_compiles_at_every_start(tiny):
    play = "import numba\nfrom numba.core import caching\ndel caching._Cache\n" + PLAY
    for _ in range(2):
        played = tiny.play(play, ASTRARIUM_COMPILER="public")
        assert played["result"] == 32
        assert "rule" in played["compiled"]


def test_what_changes_while_a_program_runs_is_no_constant(monkeypatch):
    """Code that a wheel carries was compiled by another program than the one that looks for it."""
    importlib.import_module("astrarium.core.vector_env")
    found = []
    for loaded in True, False:
        monkeypatch.setattr("astrarium.core.registry._plugins_loaded", loaded)
        found.append(module_digest.__wrapped__("astrarium.core.vector_env"))
    assert found[0] == found[1]
    monkeypatch.setattr("astrarium.core.rng.SOME", 1, raising=False)
    assert module_digest.__wrapped__("astrarium.core.vector_env") != found[0]


@kernel
@apart
def far(x):
    return x * 3 + 1


@kernel
def near(x):
    return x * 5 + 2


def both(x):
    return far(x) + near(x)


@pytest.mark.skipif(not COMPILED or COMPILER == "public", reason="the inner compiler alone knows of it")
def test_a_kernel_that_stands_apart_is_called_and_others_are_copied():
    from astrarium.core.compiler import root

    run = root(both, python=True)
    assert run(7) == 7 * 8 + 3
    (made,) = run.overloads.values()
    left = [each.name for each in made.library._final_module.functions if not each.is_declaration]
    assert any("far" in name for name in left)
    assert not any("near" in name for name in left)
