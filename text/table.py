"""One seat of a game for whoever plays it by text: other seats are played by agents."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from astrarium.agents import Follows, Positions, decision_keys, make_agent
from astrarium.agents.review import COMPARING, SEARCHING, Judge, make_reviewer
from astrarium.core import Batch, Game
from astrarium.core.arguments import whole
from astrarium.core.following import Follower, Past
from astrarium.core.view import Seen, View

from .disguise import Disguise, dressed
from .replies import read_reply

SECRET_BITS = 63
REVIEWER = "champion:100"  # judges decisions


class SeatTable:
    """A game in which one seat is played from outside, and an agent has all the others.

    It is always at a decision of the seat, or over. Without a seed the deal cannot be guessed. With a
    seed for `disguise`, names are replaced by invented words.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        seat: int = 0,
        opponents: str = "random",
        seed: int | None = None,
        options: Mapping[str, int] | None = None,
        content: str | Path | None = None,
        disguise: int | None = None,
    ) -> None:
        self.game, self.content = game, game.content(content)
        self.disguise = None if disguise is None else Disguise(game, self.content, disguise)
        self.seed = secrets.randbits(SECRET_BITS) if seed is None else seed
        self._batch = Batch(
            game,
            1,
            num_players=players,
            seed=self.seed,
            options=options,
            content=content,
            auto_reset=False,
            observations=False,
        )
        self.players = int(self._batch.states["num_players"][0])
        self.seat = whole(seat, "seat", 0, self.players - 1)
        self.past = Past((self.seed, 0, 0), self._batch.states.copy())
        self._follower = Follower(game, self.content, self.past, self.seat)
        self._agent = make_agent(opponents, game, self.content)
        self._advance()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._batch.states["over"][0])

    @property
    def truncated(self) -> bool:
        """Whether it was cut at the limit of decisions."""
        return int(self._batch.states["over"][0]) == 2

    def reply(self, text: str, listed: bool = True) -> int:
        """Act as a reply says; ReplyError tells why it is not taken. The action."""
        action = read_reply(text, self.view, listed)
        self.act(action)
        return action

    def act(self, action: int) -> None:
        """A legal action of the seat, then those of others up to its next decision."""
        if action not in self.view.legal:
            raise ValueError(f"action {action} is not legal now")
        self._step(action)
        self._advance()

    def decisions(self) -> list[tuple[int, np.ndarray, int]]:
        """The seat's own decisions so far: their numbers in the game, the states before them, the actions."""
        walk = self._follower.walk(len(self.past.actions))
        return [
            (k, states, action)
            for k, (states, action) in enumerate(walk)
            if int(states["seat"][0]) == self.seat
        ]

    def review(self, number: int | None = None, reviewer: str = REVIEWER) -> dict[str, Any]:
        """What a decision that was made gave away: the seat's last one, or its `number`-th from 1.

        The search knows no more than the seat did then.
        """
        made = self.decisions()
        if not made:
            raise ValueError("there is no decision to review yet")
        chosen = len(made) if number is None else whole(number, "decision", 1, len(made))
        move, before, action = made[chosen - 1]
        judge = make_reviewer(reviewer, self.game, self.content)
        view = dressed(View(self.game, self.content, before, self.seat, sound=True), self.disguise)
        mask = view.mask[None]
        searching, comparing = (
            Positions(
                self.game,
                self.content,
                before,
                mask,
                np.array([self.seat]),
                decision_keys(k, 0, 0, move),
                sound=True,
            )
            for k in (SEARCHING, COMPARING)
        )
        found = Judge(judge, (searching, comparing), np.array([action]), np.array([move]))(0)
        return {
            "decision": chosen,
            "question": view.question,
            "taken": view.name(found.action),
            "best": view.name(found.best),
            "chance_of_winning": round(found.chance, 4),
            "given_away": round(found.loss, 4),
            "reviewer": judge.spec,
        }

    def reward(self) -> float:
        """At the end the share of the win, as the environments pay it by default; 0 before."""
        return float(self._batch.rewards[0, self.seat]) if self.over else 0.0

    def _advance(self) -> None:
        """Play for the others, then look."""
        while not self.over and int(self._batch.seat[0]) != self.seat:
            positions = Positions.of_batch(self._batch, self.seed, pasts=[self.past])
            self._step(int(self._agent.act(positions)[0]))
        if self.over and isinstance(self._agent, Follows):
            self._agent.ended(self.past, self._batch.states.copy())
            self._agent.close()
        self.events: list[Seen] = self._follower.news(len(self.past.actions), end=self.over)
        key = int(decision_keys(*self.past.stream, int(self._batch.moves[0]))[0])
        view = View(self.game, self.content, self._batch.states, self.seat, key, self.events, sound=True)
        self.view = dressed(view, self.disguise)

    def _step(self, action: int) -> None:
        self._batch.step([action])
        self.past.actions.append(action)
