"""A seat of a game as an environment of `verifiers` 0.4: a taskset of deals, and who plays them.

    # astrarium_games.py
    from astrarium.text.verifiers import *
    from astrarium.text.verifiers import __all__

    PYTHONPATH=. vf-eval astrarium_games -m MODEL --env.taskset.game star_tycoon

The game plays the user: each reply of the model is a move, and the next decision comes back. The reward is
the share of the win at the end, -1 for a seat whose replies were not taken `tries` times in a row or whose
game was cut off, by a limit of turns or tokens for instance. Requests are sent from the process of the
evaluator: a game needs no sandbox.
`verifiers` pins another version of the MCP SDK than ours: give it an environment of its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

from astrarium.core import get

from .prompt import decision_text, system_text
from .replies import ReplyError
from .table import SeatTable

__all__ = [
    "GamesConfig",
    "GamesData",
    "GamesEnv",
    "GamesEnvConfig",
    "GamesHarness",
    "GamesTask",
    "GamesTaskset",
]

UNFINISHED = -1.0  # the reward of a seat that was not understood, or did not play to the end


class GamesConfig(vf.TasksetConfig):
    """Which games are dealt."""

    game: str = "starship_captains"
    players: int | None = None
    opponents: str = "greedy"
    deals: int = 100
    tries: int = 3
    listed: bool = True
    disguise: int | None = None


class GamesData(vf.TaskData):
    """One deal; `info` is all that is needed to deal it again."""

    info: dict[str, Any]


class GamesTask(vf.Task[GamesData, vf.State, vf.TaskConfig]):
    """A game to play to its end."""


class GamesEnvConfig(vf.EnvConfig):
    """Who plays."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class GamesHarness(vf.Harness[vf.HarnessConfig]):
    """Asks the model for its next reply, with the conversation so far. It starts no program."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: Any,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
    ) -> Any:
        """One request to verifiers' own endpoint, which keeps the reply."""
        system, prompt = self.resolve_prompt(data)
        first = isinstance(prompt, str)
        said = [{"role": "user", "content": prompt}] if first else list(map(message_to_wire, prompt))
        body = {"model": ctx.model, "messages": [{"role": "system", "content": system}, *said]}
        async with httpx.AsyncClient(timeout=None, headers={"Authorization": f"Bearer {secret}"}) as client:
            answer = await client.post(f"{endpoint}/chat/completions", json=body)
        answer.raise_for_status()
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class GamesTaskset(vf.Taskset[GamesTask, GamesConfig]):
    """Deals with the model in one seat after another."""

    def load(self) -> Iterator[GamesTask]:
        """One task a deal."""
        config = self.config
        players = config.players or get(config.game).default_players
        for deal in range(config.deals):
            info = {
                "game": config.game,
                "players": players,
                "seat": deal % players,
                "opponents": config.opponents,
                "seed": deal,
                "tries": config.tries,
                "listed": config.listed,
                "disguise": config.disguise,
            }
            table = dealt(info)
            yield GamesTask(
                GamesData(
                    name=f"{config.game}#{deal}",
                    prompt=decision_text(table.view, listed=config.listed),
                    system_prompt=system_text(table.view, listed=config.listed),
                    info=info,
                ),
                config.task,
            )


class GamesEnv(vf.Env[GamesEnvConfig]):
    """Plays a deal with the model."""

    async def run(self, task: Any, agents: Any) -> None:
        """Replies become moves until the game is over, or the model is not understood."""
        info = task.data.info
        table = await asyncio.to_thread(dealt, info)
        refused: Counter[str] = Counter()
        failed = 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                retry = ""
                try:
                    await asyncio.to_thread(table.reply, segment.last_reply, info["listed"])
                    failed = 0
                except ReplyError as error:
                    refused[error.kind] += 1
                    failed, retry = failed + 1, str(error)
                if table.over or failed >= info["tries"]:
                    break
                segment = await interaction.turn(
                    decision_text(table.view, listed=info["listed"], retry=retry)
                )
        trace = interaction.trace
        trace.record_reward("game_reward", table.reward() if table.over else UNFINISHED, 1.0)
        trace.info["refused"] = dict(refused)
        trace.info["scores"] = list(table.view.scores) if table.view.scores is not None else None


def dealt(info: dict[str, Any]) -> SeatTable:
    """The table of a task, at its first decision."""
    return SeatTable(
        get(info["game"]),
        info["players"],
        info["seat"],
        info["opponents"],
        info["seed"],
        disguise=info["disguise"],
    )
