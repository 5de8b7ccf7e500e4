"""A game as TextArena's loop plays it: every seat from outside, observations and actions are texts.

    env = TextArenaEnv("star_tycoon")
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        player_id, observation = env.get_observation()
        done, info = env.step(action=agents[player_id](observation))
    rewards, game_info = env.close()

It has the methods of TextArena's environments and needs nothing of that package; its wrappers fit around it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from astrarium.agents import decision_keys
from astrarium.core import Batch, Game, get
from astrarium.core.following import Follower, Past
from astrarium.core.seeds import secret_seed
from astrarium.core.view import View

from .disguise import Disguise, dressed
from .prompt import decision_text, system_text
from .replies import ReplyError, read_reply

TRIES = 3  # replies one after another that are not taken: then the seat loses


class TextArenaEnv:
    """A whole game; the first observation of a seat begins with the rules.

    A reply that is not taken changes nothing. After `tries` of them one after another the seat has lost, the
    others share the win, and `game_info` says who it was.
    """

    def __init__(
        self, game: Game | str, listed: bool = True, tries: int = TRIES, disguise: int | None = None
    ) -> None:
        self.game = get(game) if isinstance(game, str) else game
        self.disguise = None if disguise is None else Disguise(self.game, None, disguise)
        self.listed, self.tries = listed, tries
        self._batch: Batch | None = None

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Deal a game; without a seed it cannot be guessed."""
        dealt = secret_seed() if seed is None else seed
        self._batch = Batch(
            self.game, 1, num_players=num_players, seed=dealt, auto_reset=False, observations=False
        )
        self.num_players = int(self._batch.states["num_players"][0])
        self._past = Past((dealt, 0, 0), self._batch.states.copy())
        content = self._batch.content
        self._followers = [Follower(self.game, content, self._past, seat) for seat in range(self.num_players)]
        self._greeted: set[int] = set()
        self._retry, self._failed, self._lost = "", 0, -1
        self._turns: Counter[int] = Counter()
        self.refused: Counter[str] = Counter()
        self._look()

    def get_observation(self) -> tuple[int, str]:
        """Whose turn it is, and what that seat is told."""
        self._running()
        view = self._view
        text = decision_text(view, listed=self.listed, retry=self._retry)
        if view.seat not in self._greeted:
            self._greeted.add(view.seat)
            text = f"{system_text(view, listed=self.listed)}\n\n{text}"
        return view.seat, text

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """A reply of the seat whose turn it is; whether the game is over, and why a reply was not taken."""
        batch = self._running()
        if self.done:
            raise RuntimeError("the game is over: reset() begins the next one")
        seat = self._view.seat
        try:
            chosen = read_reply(action, self._view, self.listed)
        except ReplyError as error:
            self.refused[error.kind] += 1
            self._retry, self._failed = str(error), self._failed + 1
            if self._failed >= self.tries:
                self._lost = seat
            return self.done, {"refused": error.kind, "reason": str(error)}
        self._retry, self._failed = "", 0
        self._turns[seat] += 1
        batch.step([chosen])
        self._past.actions.append(chosen)
        if not self.done:
            self._look()
        return self.done, {}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Rewards and what else is known of each seat; rewards are those of the environments."""
        batch = self._running()
        if not self.done:
            rewards = dict.fromkeys(range(self.num_players), 0.0)
        elif self._lost >= 0:
            win = 1.0 / max(1, self.num_players - 1)
            rewards = {seat: -1.0 if seat == self._lost else win for seat in range(self.num_players)}
        else:
            rewards = {seat: float(batch.rewards[0, seat]) for seat in range(self.num_players)}
        names = self.game.seat_names
        told = {
            seat: {
                "role": names[seat],
                "invalid_move": seat == self._lost,
                "turn_count": self._turns[seat],
                "reason": "too many replies that were not taken" if self._lost >= 0 else "the game ended",
            }
            for seat in range(self.num_players)
        }
        return rewards, told

    @property
    def done(self) -> bool:
        """Whether the game is over, or a seat has lost it."""
        return self._lost >= 0 or bool(self._running().states["over"][0])

    def _running(self) -> Batch:
        if self._batch is None:
            raise RuntimeError("reset() needs to be called first")
        return self._batch

    def _look(self) -> None:
        batch = self._running()
        seat, moves = int(batch.seat[0]), len(self._past.actions)
        key = int(decision_keys(*self._past.stream, moves)[0])
        events = self._followers[seat].news(moves)
        view = View(self.game, batch.content, batch.states, seat, key, events, sound=True)
        self._view = dressed(view, self.disguise)
