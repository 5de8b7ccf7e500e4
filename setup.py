"""Map the top-level folders to the import package `astrarium`: core/ is `astrarium.core`, and so on."""

from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
FOLDERS = [
    name
    for name in ("core", "envs", "agents", "text", "data", "training", "tuning", "benchmarks", "web", "cli")
    if (HERE / name).is_dir()
]

setup(
    packages=[f"astrarium.{name}" for name in FOLDERS]
    + [f"astrarium.{name}.{sub}" for name in FOLDERS for sub in find_packages(str(HERE / name))],
    package_dir={f"astrarium.{name}": name for name in FOLDERS},
)
