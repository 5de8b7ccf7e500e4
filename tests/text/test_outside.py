"""Environments of other packages that pin other versions than ours: `make test-adapters` runs these.

Without those packages they are skipped.
"""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

from tests.toy import GAME


class Player:
    """A stand-in for the agent of verifiers: it answers each turn of an interaction."""

    def __init__(self, answer):
        self.answer, self.turns = answer, []
        self.trace = SimpleNamespace(info={}, rewards={})
        self.trace.record_reward = lambda name, value, weight=1.0: self.trace.rewards.update({name: value})

    @asynccontextmanager
    async def interaction(self, task):
        self.turns.append(task.data.prompt)
        yield self

    async def turn(self, text=None):
        if text is not None:
            self.turns.append(text)
        return SimpleNamespace(terminated=False, last_reply=self.answer(self.turns[-1]))


def rollout(answer, **config):
    pytest.importorskip("verifiers.v1", reason="needs verifiers")
    from astrarium.text.verifiers import GamesConfig, GamesEnv, GamesTaskset

    taskset = GamesTaskset(GamesConfig(id="x", game=GAME.name, players=2, opponents="random", **config))
    tasks = list(taskset)
    player = Player(answer)
    env = object.__new__(GamesEnv)  # its constructor asks for harnesses and runtimes
    asyncio.run(env.run(tasks[0], SimpleNamespace(player=player)))
    return tasks, player


def test_verifiers_a_deal_is_played_to_the_end():
    tasks, player = rollout(lambda shown: "Answer: 1", deals=3)
    assert [task.data.info["seat"] for task in tasks] == [0, 1, 0]
    assert tasks[0].data.prompt != tasks[2].data.prompt
    assert "rules" in tasks[0].data.system_prompt or "Decisions" in tasks[0].data.system_prompt
    assert -1 <= player.trace.rewards["game_reward"] <= 1
    assert len(player.trace.info["scores"]) == 2
    assert player.trace.info["refused"] == {}
    assert len(player.turns) > 5


def test_verifiers_who_is_not_understood_loses():
    _, player = rollout(lambda shown: "hm", deals=1, tries=2)
    assert player.trace.rewards == {"game_reward": -1.0}
    assert player.trace.info["refused"] == {"format": 2}
    assert "was not taken" in player.turns[-1]
