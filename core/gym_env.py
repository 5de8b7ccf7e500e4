"""Gymnasium's view of a game: one seat is the agent's, opponents hold the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .aec import RENDER_MODES, check_render_mode, check_view, drawn, observation_dict, picture
from .arguments import whole
from .game import Game
from .seeds import secret_seed
from .state import CUT
from .vector_env import FOUL, seat_batch


class SeatEnv(gymnasium.Env):
    """One seat of a game as a Gymnasium environment; keywords: see `vector_env.seat_batch`.

    The mask of legal actions is in the observation and in info; it is all ones when the game has ended.
    A game that is cut at the move limit pays by its standing: it is terminated as well as truncated.
    `reset(seed)` deals the first game of a seed, `reset()` the next one, with the agent a seat further on
    unless its seat is fixed. `view` says whose eyes render() has: "own" for the agent's, a seat, or None for
    all-seeing ones.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        *,
        render_mode: str | None = None,
        view: str | int | None = None,
        **keywords: Any,
    ) -> None:
        self.batch = seat_batch(game, 1, **keywords)
        self._eyes = check_view(view, self.batch.num_players)
        self.game, self.content = self.batch.game, self.batch.content
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_dict(self.game, self.batch.scaled)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._dealt = False

    @property
    def observation_spec(self) -> Any:
        """The named fields of an observation."""
        return self.game.observation

    def action_name(self, action: int) -> str:
        """What an action is called, in the words of the cards in play."""
        return self.game.action_name(action, self.content)

    def action_masks(self) -> np.ndarray:
        """(actions,) bool: the legal actions, where sb3-contrib looks for them."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> np.ndarray:
        mask = self.batch._mask[0]
        return mask.copy() if mask.any() else np.ones_like(mask)  # of a game that has ended

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Deal the first game of a seed, or the next one; play to the agent's first decision."""
        super().reset(seed=seed)
        if seed is None and self._dealt:
            self.batch.begin(np.ones(1, np.bool_))
        else:
            self.batch.reset(secret_seed() if seed is None else seed)
        self._dealt = True
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """The agent's action; returns at its next decision or at the game's end."""
        if not self._dealt:
            raise gymnasium.error.ResetNeeded("reset() needs to be called before step.")
        rewards, ended = self.batch.decide([whole(action, "action")])
        over = int(self.batch.over[0])
        done = bool(ended[0])
        info = self._info()
        if done and over != FOUL:
            info["scores"], info["ranks"] = self.batch._scores[0].copy(), self.batch._ranks[0].copy()
        if self.render_mode == "human":
            self.render()
        return self._observe(), float(rewards[0]), done, done and over == CUT, info

    def _observe(self) -> dict[str, np.ndarray]:
        return {"observation": self.batch.observations()[0], "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": int(self.batch.learner[0])}

    def render(self) -> Any:
        """The state in the render mode chosen: printed, as text, or as pixels."""
        seat = self.batch.looking(0, self._eyes)
        return picture(self.game, self.content, self.batch.states[0], self.render_mode, seat)

    def _repr_svg_(self) -> str | None:
        """The table as a notebook shows it; nothing before the first reset."""
        if not self._dealt:
            return None
        return drawn(self.game, self.content, self.batch.states[0], self.batch.looking(0, self._eyes))

    def text(self, seat: int | None = None) -> str:
        """The table as text, as a seat sees it, the agent's own unless told otherwise."""
        return self.batch.text(0, seat)

    def describe(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees as plain values, the agent's own unless told otherwise."""
        return self.batch.describe(0, seat)

    def close(self) -> None:
        """Let go of what the batch holds."""
        self.batch.close()
