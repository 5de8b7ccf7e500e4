"""Environments of other packages that pin other versions than ours: `make test-adapters` runs these.

Without those packages they are skipped. ADAPTER names one that has to be there.
"""

import asyncio
import importlib
import json
import os
import random
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from astrarium.core import get
from astrarium.envs import GAMES
from tests.docs.blocks import blocks_of
from tests.text.server import SECRET
from tests.text.server import serving as serving_models
from tests.toy import GAME

NUMBER = re.compile(r"^(?:\d+-)?(\d+)\. ", re.MULTILINE)
PAGE = Path(__file__).parents[2] / "docs" / "quickstart" / "language-models.md"


def needs(package, module):
    """The module of a package; the test is skipped without it, unless it is the one to be tested."""
    if os.environ.get("ADAPTER") == package:
        return importlib.import_module(module)
    return pytest.importorskip(module, reason=f"needs {package}")


class Player:
    """A stand-in for the agent of verifiers: it answers each turn of an interaction."""

    def __init__(self, answer, most=None):
        self.answer, self.most, self.turns = answer, most, []
        self.trace = SimpleNamespace(info={}, rewards={})
        self.trace.record_reward = lambda name, value, weight=1.0: self.trace.rewards.update({name: value})

    @asynccontextmanager
    async def interaction(self, task):
        self.turns.append(task.data.prompt)
        yield self

    async def turn(self, text=None):
        if text is not None:
            self.turns.append(text)
        cut = len(self.turns) == self.most
        return SimpleNamespace(terminated=cut, last_reply=self.answer(self.turns[-1]))


def drawn(seed):
    """Answers with a random number of those that are listed."""
    rng = random.Random(seed)
    return lambda shown: f"Answer: {rng.randint(1, int(NUMBER.findall(shown)[-1]))}"


def rollout(answer, most=None, name=GAME.name, players=2, **config):
    needs("verifiers", "verifiers.v1")
    from astrarium.text.verifiers import GamesConfig, GamesEnv, GamesTaskset

    taskset = GamesTaskset(GamesConfig(id="x", game=name, players=players, opponents="random", **config))
    tasks = list(taskset)
    player = Player(answer, most)
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


def test_verifiers_a_game_that_is_cut_off_is_lost():
    _, player = rollout(lambda shown: "Answer: 1", most=3, deals=1)
    assert len(player.turns) == 3
    assert player.trace.rewards == {"game_reward": -1.0}
    assert player.trace.info["scores"] is None


def evaluated(tmp_path, way):
    """The episodes of the evaluator, started as the page says, with a model that answers in some way."""
    needs("verifiers", "verifiers.v1")
    (lines,) = [block.code for block in blocks_of(PAGE) if block.language == "sh" and "vf-eval" in block.code]
    with serving_models() as server:
        server.way = way
        told = {
            "OPENAI_BASE_URL": server.address,
            "OPENAI_API_KEY": SECRET,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }
        done = subprocess.run(
            ["sh", "-ec", lines],
            cwd=tmp_path,
            env={**os.environ, **told},
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (traces,) = tmp_path.glob("outputs/*/traces.jsonl")
    return [json.loads(row) for row in traces.read_text().splitlines()], server.asked


def test_verifiers_own_evaluator_plays_as_the_page_says(tmp_path):
    episodes, asked = evaluated(tmp_path, "last")
    assert len(episodes) == 2
    for episode in episodes:
        assert episode["ok"], episode["errors"]
        (trace,) = episode["traces"]
        assert -1 <= trace["rewards"]["game_reward"]["score"] <= 1
        assert trace["info"]["refused"] == {}
        assert len(trace["info"]["scores"]) == 2
    first, later = asked[0][2]["messages"], asked[-1][2]["messages"]
    assert [each["role"] for each in first] == ["system", "user"]
    assert len(asked) > 20
    assert [each["role"] for each in later[-2:]] == ["assistant", "user"]  # with the conversation so far
    assert "Since your last decision" in later[-1]["content"]


def test_verifiers_own_evaluator_counts_what_is_refused(tmp_path):
    episodes, asked = evaluated(tmp_path, "words")
    for episode in episodes:
        (trace,) = episode["traces"]
        assert trace["rewards"]["game_reward"]["score"] == -1
        assert trace["info"]["refused"] == {"format": 3}
    assert len(asked) == 6


def test_verifiers_own_evaluator_does_not_count_what_the_endpoint_refuses(tmp_path):
    episodes, _ = evaluated(tmp_path, "401")
    for episode in episodes:
        assert not episode["ok"]
        (trace,) = episode["traces"]
        assert "401" in json.dumps(trace["errors"])


ALL = [*GAMES, GAME.name]


@pytest.mark.parametrize("name", ALL)
def test_verifiers_a_whole_game_of_each(name):
    _, player = rollout(drawn(7), name=name, players=None, deals=1)
    assert player.trace.info["refused"] == {}
    assert player.trace.info["scores"] is not None
    assert -1 <= player.trace.rewards["game_reward"] <= 1


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
    needs("openenv-core", "openenv.core")
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


@pytest.mark.parametrize("name", ALL)
def test_openenv_a_whole_game_of_each(name):
    needs("openenv-core", "openenv.core")
    from astrarium.text.openenv import GameClient, Reply, make_app

    with serving(make_app(get(name))) as address, GameClient(base_url=address).sync() as client:
        result, answer = client.reset(seed=3), drawn(7)
        while not result.done:
            result = client.step(Reply(text=answer(result.observation.text)))
            assert not result.observation.refused
        assert len(result.observation.scores) == get(name).default_players


def test_textarenas_own_wrappers_fit():
    core = needs("textarena", "textarena.core")
    from astrarium.text.textarena import TextArenaEnv

    env = core.Wrapper(TextArenaEnv(GAME))
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        env.get_observation()
        done, _ = env.step(action="1")
    assert set(env.close()[0]) == {0, 1}
