"""MaskablePPO on the league's tables, one update at a time."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from astrarium.agents.foresight import Foresight
from astrarium.agents.policy import CLIP, Policy, Scaling, about_policy
from astrarium.agents.workers import Workers
from astrarium.core import Content, Game

from .league import League
from .network import policy_class, policy_keywords, to_policy
from .scaling import Options, one_each
from .settings import Settings
from .tables import LeagueVecEnv

LAST_RATE = 0.1  # of the learning rate, at the end


@contextmanager
def _unchecked() -> Iterator[None]:
    """Distributions without their checks, which take a tenth of the time: masks keep them valid."""
    before = torch.distributions.Distribution._validate_args
    torch.distributions.Distribution.set_default_validate_args(False)
    try:
        yield
    finally:
        torch.distributions.Distribution.set_default_validate_args(before)


class _Giving(BaseCallback):
    """Ends a rollout when it is to be given up."""

    wanted: Callable[[], bool] = staticmethod(lambda: True)

    def _on_step(self) -> bool:
        return self.wanted()


class Learner:
    """A policy that learns from rollouts against a league."""

    def __init__(
        self,
        game: Game,
        content: Content,
        players: Sequence[int],
        options: Options,
        settings: Settings,
        scaling: Scaling,
        seed: int,
        workers: Workers | None = None,
    ) -> None:
        self.game, self.content, self.players = game, content, tuple(dict.fromkeys(players))
        self.options = one_each(options, players)
        self.settings, self.scaling = settings, scaling
        self.league = League(
            game, content, settings.baselines, settings.past, settings.past_size, seed, 1.0, workers
        )
        self.tables = LeagueVecEnv(
            game,
            settings.tables,
            players,
            self.league,
            content,
            options,
            seed,
            settings.shaping,
            settings.gamma,
            foresight=Foresight.today(game, settings.foresight),
            reward=settings.reward,
        )
        self.model = MaskablePPO(
            policy_class(settings.foresight),
            self.tables,
            learning_rate=settings.learning_rate,
            n_steps=settings.rollout,
            batch_size=settings.batch,
            n_epochs=settings.epochs,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            clip_range=settings.clip,
            ent_coef=settings.entropy,
            target_kl=settings.target_kl,
            policy_kwargs=policy_keywords(scaling, settings.hidden, self.tables.foreseen, settings.trust),
            seed=seed % 2**32,  # all that NumPy takes
            device="cpu",
        )
        self.model.learning_rate = self._rate
        self.model._setup_lr_schedule()
        self.model.set_logger(Logger(None, []))
        self.model.ep_info_buffer, self.model.ep_success_buffer = deque(maxlen=100), deque(maxlen=100)
        self.samples = 0  # decisions learnt from: those of an unfinished rollout do not count
        self._callback = _Giving()
        self._callback.init_callback(self.model)
        self.seconds = {
            "environment": 0.0,
            "opponents": 0.0,
            "foresight": 0.0,
            "inference": 0.0,
            "learning": 0.0,
        }

    def _rate(self, left: float) -> float:
        return self.settings.learning_rate * (LAST_RATE + (1 - LAST_RATE) * left)

    def policy(self, **more: Any) -> Policy:
        """The policy as it is now, as files hold it."""
        several = [each for k, each in enumerate(self.options) if each not in self.options[:k]]
        about = about_policy(
            self.game,
            self.content,
            self.players,
            options=self.options[0],
            **({"variants": several} if len(several) > 1 else {}),
            network={"hidden": list(self.settings.hidden), "activation": "relu", "shared": 1},
            scaling={"columns": len(self.scaling.columns), "clip": CLIP},
            **({"foresight": asdict(self.tables.foresight)} if self.tables.foreseen else {}),
            **more,
        )
        return to_policy(self.model.policy, self.scaling, about)

    def start(self) -> None:
        """Deal the first games."""
        self.league.update(self.policy())
        self.model._last_obs = self.tables.reset()
        self.model._last_episode_starts = np.ones(self.tables.num_envs, bool)

    def size(self, rollout: int) -> None:
        """So many decisions a table from the next rollout on."""
        if rollout != self.model.n_steps:
            self.model.n_steps = self.model.rollout_buffer.buffer_size = rollout
            self.model.rollout_buffer.reset()

    def update(self, left: float, wanted: Callable[[], bool] = lambda: True) -> dict[str, float] | None:
        """One rollout and what is learnt from it, with `left` (1 to 0) of the budget; the loss's terms.

        None, and nothing learnt, if the rollout was given up since it was not `wanted` any more.
        """
        model, tables = self.model, self.tables
        frozen = self.samples // self.settings.freeze_every
        before, began = dict(tables.seconds), time.perf_counter()
        model._current_progress_remaining = left
        model.ent_coef = self.settings.entropy * (LAST_RATE + (1 - LAST_RATE) * left)
        self._callback.wanted = wanted
        with _unchecked():
            if not model.collect_rollouts(tables, self._callback, model.rollout_buffer, model.n_steps):
                return None
            collected = time.perf_counter()
            model.train()
        self.league.update(self.policy())
        self.samples = model.num_timesteps
        if self.samples // self.settings.freeze_every > frozen:
            self.league.freeze()
        self.league.leave(tables.seatings)
        played = {name: tables.seconds[name] - before[name] for name in before}
        self.seconds["inference"] += collected - began - sum(played.values())
        self.seconds["learning"] += time.perf_counter() - collected
        for name, seconds in played.items():
            self.seconds[name] += seconds
        return {
            name.removeprefix("train/"): float(value)
            for name, value in model.logger.name_to_value.items()
            if name.startswith("train/")
        }
