"""Networks that correct a game's evaluation, as files: plain arrays and what they are for.

A file is safetensors with a hash (sealed.py), and has the same JSON text in its header as a policy's
(policy.py). Nothing in it is executed. `ismcts:400,network=FILE` plays with one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.network import HIDDEN, network_dtype

from .policy import HEADER, PolicyError, about_policy, check_policy, read_arrays
from .sealed import save_sealed

KIND = "network"


@dataclass(frozen=True)
class Network:
    """A network with what it is for."""

    about: Mapping[str, Any]
    record: np.ndarray  # (1,) NETWORK
    digest: str = field(default="", compare=False)  # of the file that it was read from

    @property
    def weights(self) -> str | None:
        """The set of weights of the evaluation that it corrects."""
        return self.about["weights"]


def no_network(game: Game) -> np.ndarray:
    """The record of a network that corrects nothing."""
    return np.zeros(1, network_dtype(game.observation.size))


def tempered(record: np.ndarray, trust: float) -> np.ndarray:
    """A network that corrects by a share of what this one does."""
    made = record.copy()
    made["out"] *= np.float32(trust)
    made["bias"][:, 0] *= np.float32(trust)  # the first unit is linear, and goes past the last layer
    made["rows"][:, ::HIDDEN] *= np.float32(trust)
    return made


def about_network(
    game: Game, content: Content, players: list[int], weights: str | None, **more: Any
) -> dict[str, Any]:
    """What a file says a network is for."""
    return about_policy(game, content, players, kind=KIND, weights=weights, hidden=HIDDEN, **more)


def save_network(path: str | Path, network: Network, game: Game) -> None:
    """Write a network, whole or not at all; the first layer in half precision."""
    features, record = game.observation.size, network.record[0]
    arrays = {
        "rows": record["rows"].reshape(-1, HIDDEN)[:features].astype(np.float16),
        "bias": record["bias"],
        "out": record["out"],
        "scale": record["scale"][:features],
        "usual": record["usual"][:features],
    }
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise PolicyError("the network has numbers that are not finite: its training has failed")
    save_sealed(path, HEADER, network.about, arrays)


def load_network(path: str | Path, game: Game, content: Content) -> Network:
    """Read a network for a game as it is now; one for another is refused with the reason."""
    path = Path(path)
    about, arrays = read_arrays(path, "network")
    if about.get("kind") != KIND:
        raise PolicyError(f"{path} is no network: `train --method search` makes them")
    check_policy(about, game, content, str(path))
    _check(path, game, about, arrays)
    record = no_network(game)
    record["on"] = 1
    features = game.observation.size
    record["rows"][0, : features * HIDDEN] = arrays["rows"].astype(np.float32).ravel()
    for name in ("bias", "out"):
        record[name][0] = arrays[name]
    for name in ("scale", "usual"):
        record[name][0, :features] = arrays[name]
    return Network(about, record, blake2b(path.read_bytes(), digest_size=3).hexdigest())


def _check(path: Path, game: Game, about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> None:
    """The arrays are those of a network for this game: compiled code reads them unchecked."""
    features = game.observation.size
    wide, long = (HIDDEN,), (features,)
    shapes = {"rows": (features, HIDDEN), "bias": wide, "out": wide, "scale": long, "usual": long}
    if {name: array.shape for name, array in arrays.items()} != shapes or arrays["usual"].dtype != np.int16:
        raise PolicyError(f"{path} is damaged: its arrays are not those of a network for {game.name}")
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise PolicyError(f"{path} is damaged: some of its numbers are not finite")
    known = [None] if game.weights is None else list(game.weights.sets)
    if about.get("weights") not in known:
        raise PolicyError(
            f"{path} corrects weights {about.get('weights')!r}, which {game.title} does not have"
        )
