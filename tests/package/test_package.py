"""Wheel and sdist: built, installed into an environment without the repository, tried from another folder.

`make package` does the same with every library installed anew, for each Python that is there.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.package.audit import verdict

ROOT = Path(__file__).parents[2]
NOT_PINNED = {"pygame"}  # an extra that `make setup` does not install
SMOKE, FIRST = (Path(__file__).with_name(name) for name in ("smoke.py", "first.py"))


def run(command, cwd, **env):
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    env = {**clean, **{name: str(value) for name, value in env.items()}}
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The files that git knows: what lies around in a working copy cannot help."""
    source = tmp_path_factory.mktemp("source")
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    return source


@pytest.fixture(scope="module")
def sdist(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("sdist")
    run([sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", out, source], source)
    (found,) = out.glob("*.tar.gz")
    return found


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """A wheel made from the sdist: what is missing there is missing here."""
    unpacked, out = tmp_path_factory.mktemp("unpacked"), tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    (source,) = unpacked.iterdir()
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source], source)
    (found,) = out.glob("*.whl")
    return found


def test_the_wheel_holds_the_packages_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    outside = {name.split("/")[0] for name in names if not name.startswith("astrarium")}
    assert not outside
    packages = {name.split("/")[1] for name in names if name.startswith("astrarium/")}
    assert packages == {
        "core",
        "envs",
        "agents",
        "data",
        "training",
        "tuning",
        "benchmarks",
        "web",
        "cli",
        "text",
    }
    kept = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("envs/*/data/*/*.csv")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("agents/baselines/*")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("agents/champions/*")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("core/fonts/*")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("web/static/*")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("envs/*/digest.md")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("agents/ladders/*")}
    assert {f"astrarium/{name}" for name in kept} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_a_wheel_is_the_same_whenever_and_wherever_it_is_built(wheel, source, tmp_path):
    for path in source.rglob("*"):
        os.utime(path, (10**9, 10**9))
        path.chmod(0o700 if path.is_dir() else 0o600)
    run(["sh", "-c", f"umask 077; {sys.executable} -m build --wheel -n --outdir {tmp_path} ."], source)
    (again,) = tmp_path.glob("*.whl")
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_lists_what_it_asks_for_and_carries(wheel):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if "/sboms/" in name)
        text = archive.read(name).decode()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    bill = json.loads(text)
    components = {each["name"]: each for each in bill["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower().replace("_", "-").split()
    users = [
        each for k, v in project["optional-dependencies"].items() if k not in ("dev", "docs") for each in v
    ]
    for asked, scope in [(project["dependencies"], "required"), (users, "optional")]:
        for line in asked:
            component = components.pop(Requirement(line).name.lower().replace("_", "-"))
            assert component["scope"] == scope
            if "version" in component:
                assert f"{component['name']}=={component['version']}" in pins
                assert component["version"] in Requirement(line).specifier
    assert [*components] == ["DejaVu Sans (subset), in astrarium/core/fonts"]
    assert bill["metadata"]["component"]["version"] == project["version"]
    assert all("version" in each for each in bill["components"] if each["name"] not in NOT_PINNED)


def test_an_audit_tells_found_from_not_asked():
    found = {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
    clean = {"name": "b", "version": "1", "vulns": []}
    code, text = verdict(json.dumps({"dependencies": [found, clean]}), "Found 1 known vulnerability")
    assert (code, text) == (1, "a 1: PYSEC-1, mended in 2\n2 libraries checked, 1 with known vulnerabilities")
    assert verdict(json.dumps({"dependencies": [clean]}), "")[0] == 0
    code, text = verdict("", "ERROR: requests.exceptions.ConnectionError: Max retries exceeded")
    assert code == 0
    assert text.startswith("NOT CHECKED")
    unknown = {"name": "a", "skip_reason": "Dependency not found on PyPI"}
    assert verdict(json.dumps({"dependencies": [unknown]}), "")[1].startswith("NOT CHECKED")
    assert "a: Dependency not" in verdict(json.dumps({"dependencies": [unknown, clean]}), "")[1]
    assert verdict("", "No module named pip_audit")[0] == 2


def test_the_sdist_has_what_a_reader_needs(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "Makefile",
        "constraints.txt",
    }
    assert wanted <= names
    assert {"docs/add-a-game.md", "mkdocs.yml", "tests/package/smoke.py", "examples/README.md"} <= names


def installed(wheel, folder):
    """The interpreter of an environment with a wheel in it."""
    home = folder / "environment"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    (packages,) = home.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    run([*pip, wheel], folder)
    # The libraries are those of this environment: added by a .pth file, which does not run the .pth files
    # there, so that an editable install of the repository is not found.
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "libraries.pth").write_text("\n".join(libraries))
    return python


def test_the_installed_wheel_works_without_the_repository(wheel, tmp_path):
    python = installed(wheel, tmp_path)
    shutil.copy(SMOKE, tmp_path)
    told = run([python, tmp_path / "smoke.py"], tmp_path)
    assert "works from" in told


def own_code(game, level, folder):
    """This machine's compiled code of a game, under the name of what wheels carry."""
    from astrarium.core import drivers, get

    run([sys.executable, FIRST, game], folder.parent)  # compiles what it needs, or finds it in the cache
    kept = get(game).bound(drivers.reset)._store()
    shutil.copytree(kept.directory, folder / game / kept._form(level))


def test_a_wheel_with_compiled_kernels_plays_at_once(source, tmp_path):
    from astrarium.core import jit, store

    level = store.shipped_processor()
    if not jit.COMPILED or level is None:
        pytest.skip("nothing is compiled, or for another processor")
    own_code("starfarers", level, tmp_path / "cache")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, source]
    run(build, source, ASTRARIUM_COMPILED=tmp_path / "cache")
    (wheel,) = tmp_path.glob("*.whl")
    assert f"-cp{sys.version_info[0]}{sys.version_info[1]}-" in wheel.name
    assert wheel.stat().st_size < 30e6
    python = installed(wheel, tmp_path)
    shutil.copy(FIRST, tmp_path)
    empty = tmp_path / "empty"
    told = run([python, tmp_path / "first.py", "starfarers"], tmp_path, ASTRARIUM_CACHE_DIR=empty)
    assert "starfarers, " in told
    assert not [*empty.rglob("*.nbc")]
