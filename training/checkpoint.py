"""All that a training needs to go on, in one file of plain arrays: nothing in it is executed.

Past selves never change: each has a file of its own in the folder `league`, and the checkpoint names them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from astrarium.agents.policy import load_policy, save_policy
from astrarium.agents.sealed import DamagedError, load_sealed, save_sealed
from astrarium.core.arguments import whole, within
from astrarium.core.batch import KEPT
from astrarium.core.vector_env import SEAT_ARRAYS, SeatBatch

from .learner import Learner

FORMAT = 3
HEADER = "astrarium_training"  # of the file: the JSON text
PAST = "league"
PAST_SELF = re.compile(r"past [0-9]{1,9}")


class CheckpointError(ValueError):
    """A file that training cannot go on from; the message says why."""


def save_checkpoint(folder: Path, name: str, learner: Learner, notes: dict[str, Any]) -> None:
    """Write a checkpoint, whole or not at all; `notes` are plain values that `read_notes` gives back."""
    past = {_past(folder, member.name): member for member in learner.league.past}
    for path, member in past.items():
        if member.policy is not None and not path.exists():
            save_policy(path, member.policy, half=False)
    net = learner.model.policy
    arrays = {**network_arrays(net, net.optimizer), **_tables(learner)}
    arrays["rng.torch"] = torch.get_rng_state().numpy()
    legacy: Any = np.random.get_state()  # noqa: NPY002  what Stable-Baselines3 shuffles its batches with
    arrays["rng.numpy"] = legacy[1]
    header = {
        "format": FORMAT,
        "samples": learner.samples,
        "updates": learner.model._n_updates,
        "seconds": learner.seconds,
        "league": learner.league.standing(),
        "batches": [batch._rng.bit_generator.state for batch in learner.tables.batches],
        "numpy": [legacy[0], *legacy[2:]],
        "notes": notes,
    }
    save_sealed(folder / name, HEADER, header, arrays)
    _keep(folder, past)


def _past(folder: Path, name: str) -> Path:
    """The file of a past self."""
    return folder / PAST / f"{name.replace(' ', '-')}.safetensors"


def _keep(folder: Path, past: Iterable[Path]) -> None:
    """Only these past selves: others have retired, or were of an update that the checkpoint does not know."""
    for path in {*(folder / PAST).glob("*.safetensors")} - {*past}:
        path.unlink()


def network_arrays(net: Any, optimizer: Any) -> dict[str, np.ndarray]:
    """A network and its optimiser as plain arrays."""
    arrays = {f"net.{name}": tensor.detach().numpy() for name, tensor in net.state_dict().items()}
    for k, state in optimizer.state_dict()["state"].items():
        for name, value in state.items():
            arrays[f"optimizer.{k}.{name}"] = np.asarray(value)
    return arrays


def _bytes(array: np.ndarray) -> np.ndarray:
    """Records as rows of bytes."""
    plain = np.ascontiguousarray(array)
    return plain.view(np.uint8).reshape(len(plain), -1) if plain.dtype.names else plain


def _tables(learner: Learner) -> dict[str, np.ndarray]:
    tables = learner.tables
    arrays: dict[str, Any] = {
        "tables.length": tables.length,
        "tables.fresh": learner.model._last_episode_starts,
    }
    for k, (batch, seating) in enumerate(zip(tables.batches, tables.seatings, strict=True)):
        for name in (*KEPT, *SEAT_ARRAYS):
            arrays[f"batch.{k}.{name}"] = _bytes(getattr(batch, f"_{name}"))
        arrays[f"seating.{k}.who"], arrays[f"seating.{k}.episode"] = seating.who, seating.episode
    return arrays


def _open(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    try:
        header, arrays = load_sealed(path, HEADER)
    except DamagedError as error:
        raise CheckpointError(f"{path} is damaged: {error}") from None
    if header.get("format") != FORMAT:
        raise CheckpointError(f"{path} was written by another version: its format is not {FORMAT}")
    return header, arrays


def read_notes(folder: Path, name: str) -> dict[str, Any]:
    """The notes of a checkpoint."""
    return _open(folder / name)[0]["notes"]


def load_checkpoint(folder: Path, name: str, learner: Learner) -> None:
    """Bring a learner, made with the same settings, to where the checkpoint was written."""
    header, arrays = _open(folder / name)
    try:
        restore_network(learner.model.policy, learner.model.policy.optimizer, arrays)
        names = [member[0] for member in header["league"]["members"]]
        _restore_tables(learner, arrays, header["batches"], len(names))
        past = [_past(folder, each) for each in names if PAST_SELF.fullmatch(each)]
        learner.league.restore(header["league"], [*map(load_policy, past)], learner.policy())
        model = learner.model
        learner.samples = model.num_timesteps = whole(header["samples"], "samples", 0)
        model._n_updates = whole(header["updates"], "updates", 0)
        learner.seconds.update(_seconds(header["seconds"]))
        torch.set_rng_state(torch.from_numpy(arrays["rng.torch"].copy()))
        kind, place, *rest = header["numpy"]  # numpy reads at any place that it is told
        place = whole(place, "numpy", 0, len(arrays["rng.numpy"]))
        np.random.set_state((kind, arrays["rng.numpy"], place, *rest))  # noqa: NPY002
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise CheckpointError(f"{folder / name} is of another training: {error}") from None
    _keep(folder, past)  # not before all of it was found to be in order


def _seconds(found: Any) -> dict[str, float]:
    """What the parts of a training took."""
    for name, value in dict(found).items():
        if type(value) not in (int, float) or not 0 <= value < math.inf:
            raise ValueError(f"seconds of {name}: expected a number from 0 on, got {str(value)[:40]!r}")
    return dict(found)


def restore_network(net: Any, optimizer: Any, arrays: dict[str, np.ndarray]) -> None:
    """Bring a network and its optimiser to where `network_arrays` was asked."""
    shapes = [tuple(one.shape) for group in optimizer.param_groups for one in group["params"]]
    fixed = {name: one.numpy() for name, one in net.state_dict().items() if not one.is_floating_point()}
    for key, value in arrays.items():
        kind, _, rest = key.partition(".")
        if kind not in ("net", "optimizer"):
            continue
        if kind == "net" and rest in fixed:  # the columns that it reads
            if value.dtype != fixed[rest].dtype or not np.array_equal(value, fixed[rest]):
                raise ValueError(f"{key}: expected what the training began with")
            continue
        if value.dtype != np.float32 or not np.isfinite(value).all():
            raise ValueError(f"{key}: expected numbers of 32 bits, all of them finite")
        if kind == "optimizer":
            k, _, name = rest.partition(".")
            if value.shape != (shapes[int(k)] if name != "step" else (1,)):
                raise ValueError(f"{key}: expected another shape than {value.shape}")
    found = {key.removeprefix("net."): value for key, value in arrays.items() if key.startswith("net.")}
    net.load_state_dict({key: torch.from_numpy(value.copy()) for key, value in found.items()})
    state = optimizer.state_dict()
    for key, value in arrays.items():
        if key.startswith("optimizer."):
            _, k, name = key.split(".")
            state["state"].setdefault(int(k), {})[name] = torch.from_numpy(value.copy())
    optimizer.load_state_dict(state)


def _restore_tables(
    learner: Learner, arrays: dict[str, np.ndarray], streams: list[Any], members: int
) -> None:
    tables, model = learner.tables, learner.model
    for k, (batch, seating) in enumerate(zip(tables.batches, tables.seatings, strict=True)):
        _restore_batch(batch, {name: arrays[f"batch.{k}.{name}"] for name in (*KEPT, *SEAT_ARRAYS)})
        batch._rng.bit_generator.state = streams[k]
        within(arrays[f"seating.{k}.who"], 0, members - 1, "who")
        seating.who[...] = arrays[f"seating.{k}.who"]
        seating.episode[...] = arrays[f"seating.{k}.episode"]
    tables.length[...] = arrays["tables.length"]
    tables.potential = tables.standing()
    model._last_obs = tables.observations()
    model._last_episode_starts = arrays["tables.fresh"].astype(bool)


def _restore_batch(batch: SeatBatch, arrays: dict[str, np.ndarray]) -> None:
    """Through the batch's own snapshot, so that masks and seats follow."""
    now = batch.save()
    plain: dict[str, Any] = {}
    for name, array in arrays.items():
        own = getattr(batch, f"_{name}")
        plain[name] = array.copy().view(own.dtype).reshape(own.shape) if own.dtype.names else array
    seats = [plain.pop(name) for name in SEAT_ARRAYS]
    batch.load(replace(now, **plain, seats=seats))
