"""The arrows between the folders, read from the imports of every file."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "core": set(),
    "envs": {"core"},
    "agents": {"core"},
    "text": {"core", "agents"},
    "data": {"core", "agents", "text"},
    "training": {"core", "agents"},
    "tuning": {"core", "agents"},
    "benchmarks": {"core", "envs", "agents", "data", "training"},
    "web": {"core", "agents", "text"},
    "cli": {"core", "envs", "agents", "text", "data", "training", "tuning", "benchmarks", "web"},
}
FOLDERS = [folder for folder in MAY_IMPORT if (ROOT / folder).is_dir()]


def imported(path, package):
    """The folders of astrarium that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            names = [".".join([*base, node.module or ""]).rstrip(".")]
            if len(base) == 1 and not node.module:
                names = [f"{base[0]}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
            if node.module == "astrarium":
                names = [f"astrarium.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "astrarium" and len(parts) > 1:
                yield parts[1], ".".join(parts[:3])


def files(folder):
    """Every file of a folder with the package it belongs to."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield path, ["astrarium", *path.relative_to(ROOT).parts[:-1]]


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_point_one_way(folder):
    wrong = [
        f"{path.relative_to(ROOT)} imports astrarium.{other}"
        for path, package in files(folder)
        for other, _ in imported(path, package)
        if other != folder and other not in MAY_IMPORT[folder]
    ]
    assert not wrong


def test_a_game_knows_no_other_game():
    games = {path.name for path in (ROOT / "envs").iterdir() if (path / "state.py").exists()}
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path, package in files("envs")
        if len(package) > 2
        for _, module in imported(path, package)
        if module.startswith("astrarium.envs.") and module.split(".")[2] in games - {package[2]}
    ]
    assert not wrong


def test_core_names_no_game():
    games = {path.name for path in (ROOT / "envs").iterdir() if (path / "state.py").exists()}
    wrong = [
        f"{path.name} names {game}"
        for path, _ in files("core")
        for game in games
        if f'"{game}"' in path.read_text(encoding="utf-8")
    ]
    assert not wrong


def test_engine_and_games_import_no_learning_library_at_the_top():
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "ray"}
    adapters = {"sb3.py", "loader.py"}
    wrong = []
    for folder in ("core", "envs", "agents", "text", "data", "web", "cli"):
        for path, _ in files(folder) if folder in FOLDERS else ():
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
                wrong += [f"{path.name}: {name}" for name in names if name.split(".")[0] in heavy]
    assert [line for line in wrong if line.split(":")[0] not in adapters] == []
