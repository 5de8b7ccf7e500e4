"""Other people's ways in: each plays a whole game."""

import sys

import anyio
import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from astrarium.text import SeatTable, kaggle
from astrarium.text.gym_env import TextEnv
from astrarium.text.textarena import TextArenaEnv
from tests.toy import GAME

mcp = pytest.importorskip("mcp", reason="needs the extra `llm`")


def said(result):
    return "\n".join(part.text for part in result.content)


def test_a_client_plays_a_whole_game_over_stdio():
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters

    code = "import tests.toy; from astrarium.cli import main; main(['mcp'])"
    parameters = StdioServerParameters(command=sys.executable, args=["-c", code])

    async def play():
        async with Client(parameters) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"list_games", "begin", "look", "moves", "act", "review", "rules"}
            assert "toy:" in said(await client.call_tool("list_games", {}))
            assert said(await client.call_tool("rules", {"game": "toy"}))
            lost = await client.call_tool("look", {"table": 9})
            assert lost.is_error
            assert "there is no table 9" in said(lost)
            begun = await client.call_tool("begin", {"game": "toy", "players": 2, "opponents": "random"})
            table = begun.structured_content["table"]
            assert "Legal actions:" in begun.structured_content["text"]
            assert "1. " in said(await client.call_tool("moves", {"table": table}))
            refused = await client.call_tool("act", {"table": table, "action": "hm"})
            assert refused.structured_content["refused"] == "format"
            none = await client.call_tool("review", {"table": table})
            assert "no decision to review" in said(none)
            await client.call_tool("act", {"table": table, "action": "1"})
            judged = (await client.call_tool("review", {"table": table})).structured_content
            assert judged["decision"] == 1
            assert 0 <= judged["chance_of_winning"] <= 1
            assert -1 <= judged["given_away"] <= 1
            for _ in range(500):
                shown = (await client.call_tool("act", {"table": table, "action": "1"})).structured_content
                if shown["over"]:
                    return shown
        return None

    shown = anyio.run(play)
    assert sorted(shown["ranks"]) in ([0, 1], [0, 0])
    assert len(shown["scores"]) == 2


def test_programs_are_no_opponents_of_a_server():
    from astrarium.text.server import Tables

    with pytest.raises(ValueError, match="expected random, greedy"):
        Tables().begin("toy", 2, opponents="exec:rm")


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("greedy:weights={}", "name files"),
        ("ismcts:4,network={}", "name files"),
        ("ismcts:20001", "N is at most"),
        ("champion:ms=5001", "ms is at most"),
    ],
)
def test_a_client_of_a_server_reads_no_files_and_asks_for_no_endless_search(tmp_path, spec, why):
    from astrarium.text.server import Tables

    (tmp_path / "own.csv").write_text("private,words\n1,2\n")
    with pytest.raises(ValueError, match=why) as refused:
        Tables().begin("toy", 2, opponents=spec.format(tmp_path / "own.csv"))
    assert "private" not in str(refused.value)


def test_a_game_that_was_lost_by_replies_does_not_go_on():
    env = TextEnv(GAME, players=2, tries=1)
    env.reset(seed=1)
    assert env.step("hm")[2]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("Answer: 1")
    env.reset(seed=1)
    assert not env.step("Answer: 1")[2]
    with pytest.raises(IndexError, match="tries"):
        TextEnv(GAME, tries=0)


def test_kaggles_three_functions_play_a_whole_game():
    table = SeatTable(GAME, players=2, seat=1, seed=3)
    while not table.over:
        moves = kaggle.get_legal_moves(table.view)
        prompt = kaggle.generate_prompt(table.view)
        assert list(moves) == table.view.legal
        assert all(name in prompt for name in moves.values())
        assert kaggle.parse_response("no idea", table.view) is None
        assert "not taken: hm" in kaggle.generate_prompt(table.view, "hm")
        name = list(moves.values())[-1]
        table.act(kaggle.parse_response(f"Answer: {name}", table.view))
    assert table.view.scores


def test_the_environment_of_texts():
    env = TextEnv(GAME, players=2, render_mode="ansi")
    check_env(env, skip_render_check=True)
    shown, info = env.reset(seed=4)
    assert env.reset(seed=4)[0] == shown
    assert "Answer" in info["system"]
    done = False
    while not done:
        assert shown in env.observation_space
        shown, reward, done, cut, info = env.step("Answer: " + info["names"][0])
        assert not cut
    assert reward == env.table.reward() != 0
    assert env.render() == shown
    assert len(info["scores"]) == 2
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("1")


def test_replies_that_are_not_taken_end_a_game_after_some_tries():
    env = TextEnv(GAME, players=2, tries=2)
    env.reset(seed=1)
    shown, reward, done, _, info = env.step("hm")
    assert (reward, done, info["refused"]) == (0, False, "format")
    assert "not taken" in shown
    assert env.step("Answer: 999")[1:4] == (-1, True, False)


def test_textarenas_loop_plays_a_whole_game():
    env = TextArenaEnv(GAME)
    with pytest.raises(RuntimeError, match="reset"):
        env.get_observation()
    env.reset(num_players=3, seed=2)
    done, first = False, {}
    while not done:
        player, shown = env.get_observation()
        first.setdefault(player, shown)
        assert ("You play" in shown) == (shown == first[player])
        done, info = env.step(action="Answer: 1")
        assert info == {}
    rewards, told = env.close()
    assert set(first) == set(rewards) == set(told) == {0, 1, 2}
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
    assert not any(each["invalid_move"] for each in told.values())
    with pytest.raises(RuntimeError, match="over"):
        env.step("1")


def test_who_is_not_understood_loses_in_textarenas_loop():
    env = TextArenaEnv(GAME, tries=2)
    env.reset(num_players=2, seed=2)
    player, _ = env.get_observation()
    done, info = env.step("hm")
    assert not done
    assert info["refused"] == "format"
    assert "was not taken" in env.get_observation()[1]
    assert env.step("Answer: 999") == (True, {"refused": "illegal", "reason": env._retry})
    rewards, told = env.close()
    assert rewards == {player: -1.0, 1 - player: 1.0}
    assert told[player]["invalid_move"]
