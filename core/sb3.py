"""Stable-Baselines3's view of a game: `SeatVecEnv`, a VecEnv straight on a batch, with masks for MaskablePPO.

Importing this module is light; Stable-Baselines3, and with it torch, comes when `SeatVecEnv` is first
asked for.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from .aec import check_render_mode, check_view, observation_box, picture
from .arguments import whole_numbers
from .game import Game
from .state import CUT
from .vector_env import FOUL, seat_batch


class Alike:
    """What Stable-Baselines3 asks single environments, for those that share their attributes."""

    def action_masks(self) -> np.ndarray:
        """(n, actions) bool: the learners' legal actions."""
        raise NotImplementedError

    def _indices(self, indices: Any) -> list[int]:
        return [int(i) for i in self._get_indices(indices)]  # type: ignore[attr-defined]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environments have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, the same for each environment asked for."""
        value = getattr(self, attr_name)
        return [value for _ in self._indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute, of all environments at once."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Only `action_masks`, for each environment asked for."""
        if method_name != "action_masks":
            raise AttributeError(f"the environments have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[i] for i in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No environment is wrapped."""
        return [False for _ in self._indices(indices)]


class _SeatVecEnv(Alike):
    """One seat of each of many games as a Stable-Baselines3 VecEnv; keywords: see `vector_env.seat_batch`.

    Observations are the vector alone, scaled unless told otherwise; the masks are where sb3-contrib's
    MaskablePPO looks for them. An illegal action raises IllegalAction unless told otherwise. `view`: see
    `SeatEnv`.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        render_mode: str | None = None,
        view: str | int | None = None,
        scaled: bool = True,
        illegal: str = "raise",
        **keywords: Any,
    ) -> None:
        self.batch = seat_batch(game, num_envs, scaled=scaled, illegal=illegal, **keywords)
        self.game = self.batch.game
        self._eyes = check_view(view, self.batch.num_players)
        self.render_mode = check_render_mode(render_mode)
        self._actions: np.ndarray | None = None
        self._length = np.zeros(num_envs, np.int64)
        self._began = time.time()
        observed, actions = observation_box(self.game, scaled), spaces.Discrete(self.game.num_actions)
        super().__init__(num_envs, observed, actions)  # type: ignore[call-arg]

    num_envs: int
    _seeds: list[int | None]
    reset_infos: list[dict[str, Any]]

    def reset(self) -> np.ndarray:
        """Deal the first games of the seed given to `seed()`, or to the constructor."""
        self.batch.reset(self._seeds[0])
        self._reset_seeds()  # type: ignore[attr-defined]
        self._reset_options()  # type: ignore[attr-defined]
        self._length[:] = 0
        self.reset_infos = [{"seat": int(seat)} for seat in self.batch.learner]
        return self.batch.observations()

    def step_async(self, actions: np.ndarray) -> None:
        """Take the learners' actions."""
        self._actions = whole_numbers(actions, "actions", self.batch.n)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play to the learners' next decisions; a game that ends is replaced by the next of its table."""
        batch = self.batch
        rewards, ended = batch.decide(self._actions)
        self._length += 1
        infos: list[dict[str, Any]] = [{} for _ in range(batch.n)]
        if ended.any():
            for i, last in zip(np.flatnonzero(ended).tolist(), batch.last_seen(ended), strict=True):
                infos[i] = self._outcome(i, float(rewards[i]), last)
            self._length[ended] = 0
            batch.begin(ended)
        return batch.observations(), rewards, ended, infos

    def _outcome(self, i: int, reward: float, last: np.ndarray) -> dict[str, Any]:
        batch = self.batch
        info = {
            "terminal_observation": last,
            "TimeLimit.truncated": False,  # a cut game has paid by its standing: no value is to be added
            "cut": bool(batch.over[i] == CUT),
            "seat": int(batch.learner[i]),
            "episode": {"r": reward, "l": int(self._length[i]), "t": round(time.time() - self._began, 6)},
        }
        if batch.over[i] != FOUL:
            info["scores"], info["ranks"] = batch._scores[i].copy(), batch._ranks[i].copy()
        return info

    def action_masks(self) -> np.ndarray:
        """(n, actions) bool: the learners' legal actions."""
        return self.batch._mask.astype(np.bool_)

    def close(self) -> None:
        """Let the batch's threads go."""
        self.batch.close()

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Pixels of every game."""
        return [self._picture(i, "rgb_array") for i in range(self.batch.n)]

    def _picture(self, i: int, mode: str | None) -> Any:
        batch = self.batch
        return picture(self.game, batch.content, batch.states[i], mode, batch.looking(i, self._eyes))

    def text(self, i: int = 0, seat: int | None = None) -> str:
        """Game i as text, as a seat sees it, the learner's unless told otherwise."""
        return self.batch.text(i, seat)

    def describe(self, i: int = 0, seat: int | None = None) -> dict[str, Any]:
        """What a seat of game i sees as plain values, the learner's unless told otherwise."""
        return self.batch.describe(i, seat)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call `action_masks` or `render` for each environment asked for."""
        if method_name != "render":
            return super().env_method(method_name, *args, indices=indices, **kwargs)
        return [self._picture(i, self.render_mode) for i in self._indices(indices)]


def __getattr__(name: str) -> Any:
    if name != "SeatVecEnv":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from stable_baselines3.common.vec_env import VecEnv

    made = type("SeatVecEnv", (_SeatVecEnv, VecEnv), {"__doc__": _SeatVecEnv.__doc__, "__module__": __name__})
    globals()["SeatVecEnv"] = made
    return made
