"""Trained policies as files, and playing with them: a small network on the acting seat's observation.

A file is safetensors: plain arrays, with a JSON text in its header that says what the policy is for, and a
hash of all that (sealed.py). Nothing in it is executed. The network reads the columns of an observation that
vary, each standardised and clipped, through dense layers with rectifiers:

    columns -> hidden ... -> one number an action          (`policy`)
               hidden[0] -> value hidden ... -> 1          (`value`: kept for going on with training)

A policy with foresight also weighs what a look ahead speaks against each action (`trust`; foresight.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.core import Content, Game

from .foresight import UNIT, Foresight
from .sealed import DamagedError, load_sealed, save_sealed

FORMAT = 1
HEADER = "astrarium"  # of the file: the JSON text
CLIP = 5.0  # standardised features stay within this
LIMIT = 10_000  # redeals of a look ahead, or decisions deep
SCALING = ("columns", "usual", "center", "scale")


class PolicyError(ValueError):
    """A file that holds no policy for this game; the message says why."""


def digest(value: Any) -> str:
    """A short hash of plain values."""
    return blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=8).hexdigest()


def observation_digest(game: Game) -> str:
    """A hash of the layout of a game's observations."""
    return digest(
        [[field.name, list(field.dims), field.low, field.high] for field in game.observation.fields]
    )


def action_digest(game: Game) -> str:
    """A hash of a game's table of actions."""
    return digest(game.actions.markdown())


def content_shape(game: Game, content: Content) -> str:
    """A hash of what a set of cards is made of, whatever its values.

    Numbers with fractions are weights of the evaluation and what is worked out of them: no part of the cards.
    Nor are the game's `shortcuts`.
    """
    kinds = content.tables.dtype
    names = [name for name in kinds.names or () if name not in game.shortcuts]
    whole = [name for name in names if kinds[name].base.kind in "iu"]
    return digest(str([(name, kinds[name].base.str, kinds[name].shape) for name in whole]))


@dataclass(frozen=True)
class Scaling:
    """How a network reads an observation: which columns, and how each is standardised."""

    columns: np.ndarray  # (k,) int32, of the observation
    usual: np.ndarray  # (k,) int16, the median: a column that has it costs nothing
    center: np.ndarray  # (k,) float32
    scale: np.ndarray  # (k,) float32: one over the deviation

    def features(self, obs: np.ndarray) -> np.ndarray:
        """The network's input, float32 (n, k)."""
        return np.clip((obs[:, self.columns] - self.center) * self.scale, -CLIP, CLIP).astype(np.float32)


Layers = tuple[tuple[np.ndarray, np.ndarray], ...]  # weights (inputs, outputs) and biases, float32


@dataclass(frozen=True)
class Policy:
    """A trained policy: what it is for, how it reads an observation, and its layers."""

    about: Mapping[str, Any]
    scaling: Scaling
    policy: Layers
    value: Layers = ()
    trust: np.ndarray | None = None  # (actions,) float32: how much the look ahead counts for each action
    digest: str = field(default="", compare=False)  # of the file that it was read from

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs and outputs of the layers, in order."""
        return (len(self.scaling.columns), *(len(bias) for _, bias in self.policy))

    @property
    def foresight(self) -> Foresight:
        """The look ahead that the policy wants."""
        return Foresight(**self.about.get("foresight", {})) if self.trust is not None else Foresight()

    def logits(self, obs: np.ndarray, shortfalls: np.ndarray | None = None) -> np.ndarray:
        """A number for each action, the higher the better, float32 (n, actions)."""
        x = self.scaling.features(obs)
        for k, (weights, bias) in enumerate(self.policy):
            x = x @ weights + bias
            if k + 1 < len(self.policy):
                x = np.maximum(x, 0)
        if self.trust is not None and shortfalls is not None:
            x = x - self.trust * np.log1p(shortfalls / np.float32(UNIT))
        return x


def about_policy(game: Game, content: Content, players: Sequence[int], **more: Any) -> dict[str, Any]:
    """What a file says a policy is for."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "players": list(players),
        "cards": content.name,
        "cards_digest": content.digest,
        "cards_shape": content_shape(game, content),
        "observation": observation_digest(game),
        "actions": action_digest(game),
        **more,
    }


def check_policy(about: Mapping[str, Any], game: Game, content: Content, name: str = "the policy") -> None:
    """Refuse a policy that was not trained for this game as it is now."""
    if about.get("format") != FORMAT:
        raise PolicyError(f"{name} has format {about.get('format')!r}, expected {FORMAT}")
    if about.get("game") != game.name:
        raise PolicyError(f"{name} plays {about.get('game')}, not {game.name}")
    if about.get("version") != game.version:
        raise PolicyError(
            f"{name} is for {game.name}_v{about.get('version')}, and this is {game.env_id}: "
            "train it again, or use the version of the game that it knows"
        )
    players = about.get("players", [])
    if not isinstance(players, list) or not all(type(each) is int for each in players):
        raise PolicyError(f"{name} is damaged: it was trained for {str(players)[:40]!r} players")
    expected = {
        "observation": ("observations", observation_digest(game)),
        "actions": ("actions", action_digest(game)),
        "cards_shape": ("tables of cards", content_shape(game, content)),
    }
    for key, (what, now) in expected.items():
        if about.get(key) != now:
            raise PolicyError(
                f"{name} knows other {what} of {game.name} than this version has "
                f"({about.get(key)}, here {now}): train it again"
            )


def untrained(agent: Any, players: int) -> str:
    """What to say of an agent that was trained for other numbers of players than this; nothing of others."""
    known = sorted(set(getattr(agent, "players", ())))
    if not known or players in known:
        return ""
    numbers = " or ".join(map(str, known))
    return f"{agent.spec} was trained for {numbers} players, not for {players}: it may play badly here."


def save_policy(path: str | Path, policy: Policy, half: bool = True) -> None:
    """Write a policy, whole or not at all; weights in half precision unless told otherwise."""
    kind = np.float16 if half else np.float32
    arrays = {f"scaling.{name}": getattr(policy.scaling, name) for name in SCALING}
    for part in ("policy", "value"):
        for k, (weights, bias) in enumerate(getattr(policy, part)):
            arrays[f"{part}.{k}.weights"] = weights.astype(kind)
            arrays[f"{part}.{k}.bias"] = bias.astype(np.float32)
    if policy.trust is not None:
        arrays["trust"] = policy.trust.astype(np.float32)
    # The largest float16 is 65504: a weight beyond it would be read as infinite.
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise PolicyError("the policy has weights that are not finite: its training has failed")
    save_sealed(path, HEADER, policy.about, arrays)


def read_arrays(path: str | Path, what: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What a file of a policy or a network holds."""
    if not Path(path).is_file():
        raise PolicyError(f"there is no file {path}")
    try:
        return load_sealed(path, HEADER)
    except DamagedError as error:
        raise PolicyError(f"{path} is no {what}, or damaged: {error}") from None


def load_policy(path: str | Path) -> Policy:
    """Read a policy; nothing in the file is executed."""
    path = Path(path)
    about, arrays = read_arrays(path, "policy")
    try:
        scaling = Scaling(*(arrays[f"scaling.{name}"] for name in SCALING))
        policy = Policy(
            about, scaling, _layers(arrays, "policy"), _layers(arrays, "value"), arrays.get("trust")
        )
    except KeyError as error:
        raise PolicyError(f"{path} is no whole policy: {error.args[0]} is missing") from None
    _check_arrays(path, policy)
    _check_foresight(path, policy)
    return replace(policy, digest=blake2b(path.read_bytes(), digest_size=3).hexdigest())


def _layers(arrays: Mapping[str, np.ndarray], part: str) -> Layers:
    count = sum(name.startswith(f"{part}.") and name.endswith(".weights") for name in arrays)
    return tuple(
        (arrays[f"{part}.{k}.weights"].astype(np.float32), arrays[f"{part}.{k}.bias"].astype(np.float32))
        for k in range(count)
    )


def _check_foresight(path: Path, policy: Policy) -> None:
    try:
        redeals, depth = policy.foresight.redeals, policy.foresight.depth
    except TypeError as error:
        raise PolicyError(f"{path} is damaged: its look ahead is not understood ({error})") from None
    whole = all(isinstance(number, int) and 0 < number <= LIMIT for number in (redeals, depth))
    if policy.trust is not None and not whole:
        raise PolicyError(f"{path} is damaged: its look ahead has {redeals} redeals, {depth} decisions deep")


def _check_arrays(path: Path, policy: Policy) -> None:
    """The arrays fit together: compiled code reads them unchecked."""
    scaling, trust = policy.scaling, policy.trust
    columns, actions = scaling.columns, policy.sizes[-1]
    fits = columns.ndim == 1 and len(columns) > 0 and len(policy.policy) > 0
    fits = fits and all(getattr(scaling, name).shape == columns.shape for name in SCALING)
    fits = fits and all(kind.dtype.kind in "iu" for kind in (columns, scaling.usual)) and columns.min() >= 0
    fits = fits and _chained(len(columns), policy.policy) and _chained(policy.sizes[1], policy.value)
    if not fits or (trust is not None and trust.shape != (actions,)):
        raise PolicyError(f"{path} is damaged: its arrays do not fit together")
    numbers = [scaling.center, scaling.scale, *(() if trust is None else (trust,))]
    numbers += [array for layer in (*policy.policy, *policy.value) for array in layer]
    if not all(np.isfinite(array).all() for array in numbers):
        raise PolicyError(f"{path} is damaged: some of its numbers are not finite")


def _chained(width: int, layers: Layers) -> bool:
    """Whether every layer takes what the one before it gives, the first one `width` numbers."""
    for weights, bias in layers:
        if bias.ndim != 1 or weights.shape != (width, len(bias)):
            return False
        width = len(bias)
    return True
