"""Which numba this is, and whether kernels are compiled by its inner parts or by its public means alone.

compiler.py builds on inner parts of numba, for a fraction of the time. It is used with the versions it was
tried with; with others, or with ASTRARIUM_COMPILER=public, public.py compiles, with the same results.
"""

from __future__ import annotations

import os
import re
import warnings

import numba

TRIED = ("0.65", "0.66", "0.67", "0.68")
COMPILERS = ("inner", "public")


def minor(version: str) -> tuple[int, ...]:
    """Major and minor number of a version: (0, 68) of "0.68.1"."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2])


def compiler_for(version: str, asked: str | None) -> str:
    """ "inner" or "public": what was asked for, else what fits the version of numba."""
    if asked:
        if asked not in COMPILERS:
            raise ValueError(f"ASTRARIUM_COMPILER is one of {', '.join(COMPILERS)}, not {asked!r}")
        return asked
    if minor(version) in map(minor, TRIED):
        return "inner"
    warnings.warn(
        f"Astrarium was tried with numba {TRIED[0]} to {TRIED[-1]}, this is {version}: "
        "kernels are compiled by its public means alone, which takes several times as long",
        stacklevel=2,
    )
    return "public"


COMPILER = compiler_for(numba.__version__, os.environ.get("ASTRARIUM_COMPILER"))
