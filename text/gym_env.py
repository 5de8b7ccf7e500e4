"""A seat of a game as a Gymnasium environment whose observations and actions are texts."""

from __future__ import annotations

import string
from typing import Any

import gymnasium
from gymnasium import spaces

from astrarium.core import Game, get
from astrarium.core.arguments import whole

from .prompt import decision_text, system_text
from .replies import ReplyError
from .table import SECRET_BITS, SeatTable

LENGTH = 1 << 15  # characters of an observation, and of a reply
SIGNS = frozenset(string.printable) | frozenset(map(chr, range(0xA0, 0x250))) | frozenset("‘’“”–—…•·×→≤≥−★●○")
ILLEGAL_REWARD = -1.0


class TextEnv(gymnasium.Env):
    """Decisions as texts, replies as actions.

    A reply that is not taken changes nothing: it is answered with the same decision and the reason. After
    `tries` of them one after another the game is lost. `info` counts them by kind and has the rules.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        seat: int = 0,
        opponents: str = "random",
        listed: bool = True,
        tries: int = 3,
        render_mode: str | None = None,
        disguise: int | None = None,
    ) -> None:
        self.game = get(game) if isinstance(game, str) else game
        self.players, self.seat, self.opponents = players, seat, opponents
        self.listed, self.tries, self.render_mode = listed, whole(tries, "tries", 1), render_mode
        self.disguise = disguise
        self.observation_space = spaces.Text(LENGTH, charset=SIGNS)
        self.action_space = spaces.Text(LENGTH, charset=SIGNS)
        self.table: SeatTable | None = None
        self._failed = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Deal a game; the first decision of the seat."""
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**SECRET_BITS - 1))
        self.table = SeatTable(
            self.game, self.players, self.seat, self.opponents, dealt, disguise=self.disguise
        )
        self._failed = 0
        return self._shown(), self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """A reply; the next decision of the seat, or the end."""
        table = self._table()
        if table.over or self._failed >= self.tries:
            raise gymnasium.error.ResetNeeded("the game is over: reset() begins the next one")
        try:
            table.reply(action, self.listed)
        except ReplyError as error:
            self._failed += 1
            lost = self._failed >= self.tries
            return (
                self._shown(str(error)),
                ILLEGAL_REWARD if lost else 0.0,
                lost,
                False,
                {**self._info(), "refused": error.kind},
            )
        self._failed = 0
        ended = table.over and not table.truncated
        return self._shown(), table.reward(), ended, table.truncated, self._info()

    def render(self) -> str | None:
        """The table as text."""
        return self._table().view.text if self.render_mode == "ansi" else None

    def _table(self) -> SeatTable:
        if self.table is None:
            raise gymnasium.error.ResetNeeded("reset() needs to be called first")
        return self.table

    def _shown(self, retry: str = "") -> str:
        view = self._table().view
        return view.text if view.over else decision_text(view, listed=self.listed, retry=retry)

    def _info(self) -> dict[str, Any]:
        view = self._table().view
        told = {"system": system_text(view, listed=self.listed), "names": list(view.names)}
        return {**told, "scores": view.scores, "ranks": view.ranks} if view.over else told
