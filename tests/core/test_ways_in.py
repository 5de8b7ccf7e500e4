"""Compiled code trusts what it is given, so every public way into it refuses what does not fit."""

import ast
from pathlib import Path

from tests.process import run

ROOT = Path(__file__).parent.parent.parent
# Every function that calls compiled code. Those that hand on what they are given are tried in ways_in.py.
PUBLIC = {
    "core/aec.py": {"_bind", "reset", "observe"},
    "core/following.py": {"_legal", "news", "walk"},
    "core/view.py": {"__init__", "_redealt", "mask", "observation"},
    "core/batch.py": {"_call", "determinize", "observe", "random_actions", "step"},
    "core/records/playing.py": {"outcomes", "play", "play_games"},
    "core/records/replaying.py": {"_dealt", "_unrolled", "check", "verify"},
    "core/soundness.py": {"require_sound"},
    "core/telling.py": {"events"},
    "core/vector_env.py": {"begin"},
    "agents/base.py": {"_require_sound", "obs"},
    "agents/foresight.py": {"shortfalls"},
    "agents/greedy.py": {"explain"},
    "agents/ismcts.py": {"compare", "explain"},
    "agents/match.py": {"_apply"},
    "agents/ppo.py": {"act"},
    "agents/random.py": {"act"},
    "agents/search.py": {"act"},
}
# Those that call it only with arrays of their own, or with what the functions above have checked.
OWN = {
    "core/aec.py": {"_finish"},
    "core/undo.py": {"lasting"},
    "agents/counsel.py": {"speak"},
    "core/game.py": {"compile"},
    "agents/match.py": {"_fill", "_finish", "_go_on", "warm"},
    "agents/review.py": {"judge_of"},
    "agents/uses.py": {"count"},
    "data/expand.py": {"whole"},
    "training/pupil.py": {"_sample", "_learn", "_play", "_check_game"},
    "training/run.py": {"_compile"},
    "training/tables.py": {"standing"},
    "tuning/engine.py": {"evaluate", "play", "sample"},
    "web/pictures.py": {"_after", "mask_of", "redealt", "scores"},
    "web/chains.py": {"_prepare", "_whole"},
    "web/sides.py": {"foreseen", "irrevocable", "tried"},
    "web/walks.py": {"_reached", "ways"},
    "web/tables.py": {"result"},
}


def callers(path):
    """The functions of a module that bind a driver."""
    tree = ast.parse(path.read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {
        function.name
        for function in functions
        if any(isinstance(node, ast.Attribute) and node.attr == "bound" for node in ast.walk(function))
    }


def test_the_list_of_ways_in_is_whole():
    found = {
        str(path.relative_to(ROOT)): callers(path)
        for folder in ("core", "envs", "agents", "text", "data", "training", "tuning", "web", "cli")
        for path in (ROOT / folder).rglob("*.py")
    }
    listed = {name: PUBLIC.get(name, set()) | OWN.get(name, set()) for name in {*PUBLIC, *OWN}}
    assert {name: functions for name, functions in found.items() if functions} == listed


def test_every_way_in_refuses_what_does_not_fit():
    out, err = run("from tests.core.ways_in import main; main()")
    *wrong, count = out.splitlines()
    assert not wrong, err
    assert int(count.split()[0]) > 1500
