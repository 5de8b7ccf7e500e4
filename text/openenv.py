"""A seat of a game as an OpenEnv environment: a server over HTTP and WebSocket, and its client.

    python -m astrarium.text.openenv star_tycoon --players 2 --opponents greedy --port 8000

    with GameClient(base_url="http://localhost:8000").sync() as client:
        result = client.reset(seed=1)
        while not result.done:
            result = client.step(Reply(text="Answer: 1"))
        result.reward

It is `TextEnv` behind OpenEnv's interface and needs the package `openenv-core`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from openenv.core import Action, EnvClient, Environment, Observation, State, create_fastapi_app
from openenv.core.client_types import StepResult
from pydantic import Field

from astrarium.core import Game

from .digest import known_game
from .gym_env import TextEnv

MOST_AT_ONCE = 64  # sessions of a server


class Reply(Action):
    """What a model says."""

    text: str = Field(max_length=1 << 15, description="A reply that ends with the answer, as the rules ask")


class Decision(Observation):
    """What a seat is told."""

    text: str = Field(description="The decision, or the table at the end")
    system: str = Field(default="", description="The rules and the form of answers; at the beginning")
    refused: str = Field(default="", description="Why the last reply was not taken: format or illegal")
    scores: list[float] | None = Field(default=None, description="At the end")


class GameServer(Environment[Reply, Decision, State]):
    """One session: a seat of one game after another."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, env: TextEnv) -> None:
        super().__init__()
        self.env, self._state = env, State(episode_id=None, step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Decision:
        """Deal a game; without a seed it cannot be guessed."""
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        text, info = self.env.reset(seed=seed)
        return Decision(text=text, system=info["system"])

    def step(self, action: Reply, timeout_s: float | None = None, **_: Any) -> Decision:
        """A reply; the next decision, or the end."""
        self._state.step_count += 1
        text, reward, ended, cut, info = self.env.step(action.text)
        scores = [float(score) for score in info["scores"]] if "scores" in info else None
        return Decision(
            text=text, done=ended or cut, reward=reward, refused=info.get("refused", ""), scores=scores
        )

    @property
    def state(self) -> State:
        """The episode and how many replies there were."""
        return self._state


class GameClient(EnvClient[Reply, Decision, State]):
    """Plays at a server."""

    def _step_payload(self, action: Reply) -> dict[str, Any]:
        return {"text": action.text}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Decision]:
        done, reward = bool(payload.get("done")), payload.get("reward")
        told = {name: payload["observation"][name] for name in ("text", "system", "refused", "scores")}
        return StepResult(observation=Decision(**told, done=done, reward=reward), reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(episode_id=payload.get("episode_id"), step_count=payload.get("step_count", 0))


def make_app(game: Game | str, **settings: Any) -> Any:
    """The server as a FastAPI app; `settings` are those of TextEnv."""
    make: Callable[[], GameServer] = lambda: GameServer(TextEnv(game, **settings))  # noqa: E731
    return create_fastapi_app(make, Reply, Decision, max_concurrent_envs=MOST_AT_ONCE)


def main() -> None:
    """For the command line."""
    import uvicorn

    parser = argparse.ArgumentParser(prog="python -m astrarium.text.openenv")
    parser.add_argument("game", type=known_game, help="a game of `astrarium list`")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    asked = parser.parse_args()
    settings = {"players": asked.players, "seat": asked.seat, "opponents": asked.opponents}
    try:
        TextEnv(asked.game, **settings).reset(seed=0)
    except (ValueError, IndexError) as error:
        raise SystemExit(str(error)) from None
    uvicorn.run(make_app(asked.game, **settings), host=asked.host, port=asked.port)


if __name__ == "__main__":
    main()
