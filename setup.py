"""Map the top-level folders to the import package `astrarium`: core/ is `astrarium.core`, and so on.

A wheel has the same bytes wherever and whenever it is built from the same files, and tells in
dist-info/sboms (PEP 770) which libraries it asks for and what else it carries.

With ASTRARIUM_COMPILED=FOLDER it carries the kernels that were compiled into that cache folder, and fits only
the Python and the platform of the numba that compiled them. tests/package/wheels.py makes such wheels.
"""

import json
import os
import re
import shutil
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from setuptools import Distribution, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel

HERE = Path(__file__).parent
FOLDERS = [
    name
    for name in ("core", "envs", "agents", "text", "data", "training", "tuning", "benchmarks", "web", "cli")
    if (HERE / name).is_dir()
]
COMPILED = os.environ.get("ASTRARIUM_COMPILED")
EPOCH = "315532800"  # 1 January 1980, the first day that a zip file knows
FONTS = {
    "type": "file",
    "bom-ref": "fonts",
    "name": "DejaVu Sans (subset), in astrarium/core/fonts",
    "version": "2.37",
    "licenses": [{"license": {"id": "Bitstream-Vera"}}],
}


def name_of(requirement: str) -> str:
    """The package that a line asks for, as PyPI spells it."""
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def library(name: str, asked: list[str], pins: dict[str, str], scope: str) -> dict[str, Any]:
    """A library as a component: the version that the tests ran with, and what pyproject.toml asks for."""
    component = {"type": "library", "bom-ref": name, "name": name, "scope": scope}
    if name in pins:
        component |= {"version": pins[name], "purl": f"pkg:pypi/{name}@{pins[name]}"}
    else:
        component |= {"purl": f"pkg:pypi/{name}"}
    return {**component, "properties": [{"name": "astrarium:asked", "value": each} for each in asked]}


def sbom() -> dict[str, Any]:
    """A CycloneDX bill of materials, from pyproject.toml and constraints.txt.

    It names the libraries that Astrarium itself asks for, for users and not for its developers; what those
    ask for in turn is left to pip, which the composition says.
    """
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (HERE / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {name_of(line): line.partition("==")[2] for line in lines if "==" in line}
    asked: dict[str, list[str]] = {}
    extras = {k: v for k, v in project["optional-dependencies"].items() if k not in ("dev", "docs")}
    for extra, wanted in {"": project["dependencies"], **extras}.items():
        for each in wanted:
            asked.setdefault(name_of(each), []).append(f"{each} ({extra})" if extra else each)
    required = {name_of(each) for each in project["dependencies"]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": project["name"],
                "name": project["name"],
                "version": project["version"],
                "purl": f"pkg:pypi/{project['name']}@{project['version']}",
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [
            *(
                library(name, asked[name], pins, "required" if name in required else "optional")
                for name in sorted(asked)
            ),
            FONTS,
        ],
        "dependencies": [{"ref": project["name"], "dependsOn": sorted([*asked, "fonts"])}],
        "compositions": [{"aggregate": "incomplete", "dependencies": [project["name"]]}],
    }


class Platform(Distribution):
    """A wheel with machine code in it goes where such wheels go."""

    def has_ext_modules(self) -> bool:
        """Whether there is any."""
        return bool(COMPILED) or super().has_ext_modules()


class Wheel(bdist_wheel):
    """A wheel with a bill of materials, without the times and permissions of the files it was built from."""

    def get_tag(self) -> tuple[str, str, str]:
        """Compiled kernels run where the numba that compiled them is installed."""
        if not COMPILED:
            return super().get_tag()
        lines = (distribution("numba").read_text("WHEEL") or "").splitlines()
        tags = [line.removeprefix("Tag: ").split("-") for line in lines if line.startswith("Tag: ")]
        python, abi, _ = tags[0]
        return python, abi, ".".join(sorted({platform for *_, platform in tags}))

    def write_wheelfile(self, wheelfile_base: str, *more: Any) -> None:
        """The last of the metadata, written just before all is packed."""
        super().write_wheelfile(wheelfile_base, *more)
        if COMPILED:
            shipped = Path(self.bdist_dir) / "astrarium" / "core" / "compiled"
            shutil.copytree(COMPILED, shipped, ignore=shutil.ignore_patterns("lock"))
        sboms = Path(wheelfile_base) / "sboms"
        sboms.mkdir()
        (sboms / "astrarium.cdx.json").write_text(json.dumps(sbom(), indent=2) + "\n", encoding="utf-8")
        for path in Path(self.bdist_dir).rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


if __name__ == "__main__":
    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    setup(
        packages=[f"astrarium.{name}" for name in FOLDERS]
        + [f"astrarium.{name}.{sub}" for name in FOLDERS for sub in find_packages(str(HERE / name))],
        package_dir={f"astrarium.{name}": name for name in FOLDERS},
        cmdclass={"bdist_wheel": Wheel},
        distclass=Platform,
    )
