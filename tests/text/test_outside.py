"""Environments of other packages that pin other versions than ours: `make test-adapters` runs these.

Without those packages they are skipped.
"""

import asyncio
import socket
import threading
import time
from contextlib import asynccontextmanager, contextmanager
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


@contextmanager
def serving(app):
    """A server in a thread of this process."""
    import uvicorn

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


def test_openenv_a_client_plays_a_whole_game_at_a_server():
    pytest.importorskip("openenv.core", reason="needs openenv-core")
    from astrarium.text.openenv import GameClient, Reply, make_app

    with (
        serving(make_app(GAME, players=2, seat=1)) as address,
        GameClient(base_url=address).sync() as client,
    ):
        first = client.reset(seed=3)
        assert "You play" in first.observation.system
        assert client.reset(seed=3).observation.text == first.observation.text
        refused = client.step(Reply(text="hm"))
        assert refused.observation.refused == "format"
        assert not refused.done
        result, steps = refused, 1
        while not result.done:
            result = client.step(Reply(text="Answer: 1"))
            steps += 1
        assert -1 <= result.reward <= 1
        assert len(result.observation.scores) == 2
        assert client.state().step_count == steps


def test_textarenas_own_wrappers_fit():
    core = pytest.importorskip("textarena.core", reason="needs textarena")
    from astrarium.text.textarena import TextArenaEnv

    env = core.Wrapper(TextArenaEnv(GAME))
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        env.get_observation()
        done, _ = env.step(action="1")
    assert set(env.close()[0]) == {0, 1}
