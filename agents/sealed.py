"""Plain arrays in a file, with a text that says what they are and a hash of everything: damage is noticed.

A file is safetensors. Nothing in it is executed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from astrarium.core.files import atomic

DIGEST = "digest"  # of everything, the last of the values


class DamagedError(ValueError):
    """A file that is not what was saved; the message says why."""


def save_sealed(
    path: str | Path, key: str, about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> None:
    """Write arrays and plain values about them, whole or not at all; `key` is the kind of file."""
    plain = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    text = json.dumps({**about, DIGEST: _digest(about, plain)}, ensure_ascii=False)
    data = save(plain, metadata={key: text})  # of two texts the order would change from file to file
    with atomic(path) as partial:
        partial.write_bytes(data)  # by ourselves: a full disk is an OSError then, as everywhere


def load_sealed(path: str | Path, key: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The values and the arrays."""
    try:
        with safe_open(path, framework="np") as file:
            header = file.metadata() or {}
            about = json.loads(header.get(key, "null"))
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  not a dict
    except (SafetensorError, ValueError, TypeError, RecursionError) as error:
        raise DamagedError(str(error)) from None
    if not isinstance(about, dict):
        raise DamagedError("it does not say what it is for")
    digest = about.pop(DIGEST, None)
    if set(header) != {key} or digest != _digest(about, arrays):
        raise DamagedError("it is not what was saved")
    return about, arrays


def _digest(about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> str:
    found = blake2b(json.dumps(dict(about), ensure_ascii=False).encode(), digest_size=16)
    for name in sorted(arrays):
        found.update(name.encode())
        found.update(np.ascontiguousarray(arrays[name]).data)
    return found.hexdigest()
