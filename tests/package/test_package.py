"""Wheel and sdist: built, installed into an environment without the repository, tried from another folder.

`make package` does the same with every library installed anew, for each Python that is there.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SMOKE = Path(__file__).with_name("smoke.py")


def run(command, cwd):
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, env=clean)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """An sdist of the files that git knows, so that what lies around in a working copy cannot help."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("sdist")
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
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
    assert packages == {"core", "envs", "agents", "data", "training", "tuning", "benchmarks", "web", "cli"}
    kept = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("envs/*/data/*/*.csv")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("agents/baselines/*")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("agents/champions/*")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("core/fonts/*")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("web/static/*")}
    assert {f"astrarium/{name}" for name in kept} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_sdist_has_what_a_reader_needs(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "constraints.txt"}
    assert wanted <= names
    assert {"docs/add-a-game.md", "mkdocs.yml", "tests/package/smoke.py", "examples/README.md"} <= names


def test_the_installed_wheel_works_without_the_repository(wheel, tmp_path):
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    (packages,) = home.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    run([*pip, wheel], tmp_path)
    # The libraries are those of this environment: added by a .pth file, which does not run the .pth files
    # there, so that an editable install of the repository is not found.
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "libraries.pth").write_text("\n".join(libraries))
    shutil.copy(SMOKE, tmp_path)
    told = run([python, tmp_path / "smoke.py"], tmp_path)
    assert "works from" in told
