"""Before the first update: what varies in the game, the teacher's games, and a policy that imitates them.

What takes long is kept on the way, so that a training that is killed here loses some seconds: the teacher's
choices, from which its games are played again, and the network after every epoch of imitation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from astrarium.agents.foresight import Foresight
from astrarium.agents.policy import Scaling
from astrarium.agents.sealed import DamagedError, load_sealed, save_sealed
from astrarium.core import Content, Game
from astrarium.core.arguments import whole

from .budget import PREPARING, WATCHING, Budget, Clock
from .checkpoint import CheckpointError, network_arrays, restore_network
from .imitation import imitate, sharpen
from .learner import Learner
from .scaling import Options, Played, UnlikeError, Watching, play_sample, scaling_of
from .settings import Settings

FILE, HEADER = "preparation.safetensors", "astrarium_preparation"
KEEP_EVERY = 5.0  # seconds

Told = Callable[[str, float], None]  # stage, share of it


class Preparation:
    """A first learner for a training, and what is kept of its making."""

    def __init__(self, folder: Path, budget: Budget, clock: Clock) -> None:
        self.path, self.budget, self.clock = folder / FILE, budget, clock
        self.about: dict[str, Any] = {"began": clock.seconds, "seconds": clock.seconds, "epochs": 0}
        self.choices: dict[int, np.ndarray] = {}  # of the teacher, by table
        self.network: dict[str, np.ndarray] = {}
        self.imitated = 0  # decisions of the teacher
        self._kept_at = clock.seconds
        if self.path.is_file():
            self._read()

    def _read(self) -> None:
        try:
            self.about, arrays = load_sealed(self.path, HEADER)
        except DamagedError as error:
            raise CheckpointError(f"{self.path} is damaged: {error}") from None
        try:
            for name in ("began", "seconds"):
                if type(self.about[name]) not in (int, float) or not 0 <= self.about[name] < math.inf:
                    raise ValueError(f"{name} is {self.about[name]!r}")
            whole(self.about["epochs"], "epochs", 0)
            for name, array in arrays.items():
                kind, _, rest = name.partition(".")
                if kind != "choices":
                    self.network[name] = array
                elif array.dtype == np.int16 and array.ndim == 2:
                    self.choices[int(rest)] = array
                else:
                    raise ValueError(f"{name} are no choices")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise self._not_ours(error) from None

    def _not_ours(self, error: Exception) -> CheckpointError:
        return CheckpointError(f"{self.path} is of another training: {error}")

    def _write(self) -> None:
        arrays = {f"choices.{table}": chosen for table, chosen in self.choices.items()} | self.network
        self.about["seconds"] = self._kept_at = self.clock.seconds
        save_sealed(self.path, HEADER, self.about, arrays)

    def remove(self) -> None:
        """It has served: there is a checkpoint of the training itself."""
        self.path.unlink(missing_ok=True)

    # ---- as `imitate` keeps what it has learnt

    def keep(self, net: Any, optimizer: Any, epochs: int) -> None:
        """After so many whole epochs."""
        self.about["epochs"] = epochs
        self.network = {name: np.array(array) for name, array in network_arrays(net, optimizer).items()}
        self._write()

    def restore(self, net: Any, optimizer: Any) -> int:
        """What was kept last; the epochs it was kept after, 0 if nothing was."""
        if self.network:
            try:
                restore_network(net, optimizer, self.network)
            except (IndexError, KeyError, TypeError, ValueError, RuntimeError) as error:
                raise self._not_ours(error) from None
        return self.about["epochs"]

    def _keep_choices(self, table: int, chosen: np.ndarray, ended: bool) -> None:
        due = self.clock.seconds - self._kept_at >= KEEP_EVERY
        if due or ended:
            self.choices[table] = chosen.astype(np.int16)
        if due:
            self._write()

    # ---- the stages

    def learner(
        self,
        game: Game,
        content: Content,
        players: Sequence[int],
        options: Options,
        settings: Settings,
        seed: int,
        new: Callable[[Scaling], Learner],
        told: Told,
    ) -> Learner:
        """The learner that `new` makes for a scaling, after imitation of the teacher if that is wanted."""
        sample = play_sample(
            game, players, settings.sample, seed, content, options,
            watching=Watching(told=lambda part: told("sampling", part)),
        )  # fmt: skip
        if not settings.imitate:
            return new(scaling_of(sample.obs))
        taught = self._watch(game, content, players, options, settings, seed, told)
        self.imitated = len(taught.action)
        learner = new(scaling_of(np.concatenate([sample.obs, taught.obs[:, : sample.obs.shape[1]]])))
        imitate(
            learner.model.policy, taught, seed=seed, left=self._until(PREPARING), kept=self,
            told=lambda done, steps, loss: told("imitating", done / steps),
        )  # fmt: skip
        sharpen(learner.model.policy, settings.sharpen)
        return learner

    def _until(self, share: float) -> Callable[[], float]:
        """The seconds left until so much of the budget has gone to this."""
        return self.clock.until(self.about["began"] + share * self.budget.seconds)

    def _watch(
        self,
        game: Game,
        content: Content,
        players: Sequence[int],
        options: Options,
        settings: Settings,
        seed: int,
        told: Told,
    ) -> Played:
        watching = Watching(
            self._until(PREPARING * WATCHING), self.choices, lambda part: told("watching", part),
            self._keep_choices,
        )  # fmt: skip
        if self.network:  # it was watched long enough
            watching = replace(watching, left=lambda: 0.0)
        try:
            return play_sample(
                game, players, settings.imitate, seed + 1, content, options, settings.teacher,
                gamma=settings.gamma, threads=torch.get_num_threads(),
                foresight=Foresight.today(game, settings.foresight), watching=watching,
                reward=settings.reward,
            )  # fmt: skip
        except UnlikeError as error:
            raise self._not_ours(error) from None
