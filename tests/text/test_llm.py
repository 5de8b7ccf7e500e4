"""`llm:`: language models as players, against an endpoint that misbehaves."""

import json
import pickle

import numpy as np
import pytest

from astrarium.agents import make_agent
from astrarium.agents.arena import run_arena
from astrarium.agents.players import PlayerError
from astrarium.agents.report import notes
from astrarium.core.following import Past
from astrarium.text import count_tokens, llm
from astrarium.text.talk import MOST_TOKENS, Talk
from tests.agents.positions import some_positions
from tests.text.server import SECRET, serving
from tests.toy import GAME


@pytest.fixture
def server(monkeypatch, tmp_path):
    monkeypatch.setattr(llm, "PAUSE", 0.001)
    with serving() as found:
        monkeypatch.setenv(llm.BASE_URL, found.address)
        monkeypatch.setenv(llm.KEY, SECRET)
        found.cache = tmp_path / "cache"
        yield found


def played(server, way="good", games=2, more="", **keywords):
    server.way = way
    spec = f"llm:some-model,cache={server.cache}{more}"
    return run_arena(GAME, [spec, "random"], games=games, players=2, **keywords)


def effort_of(result):
    return result.effort[result.agents[0]]


def test_it_plays_as_the_same_player_in_python_does(server):
    where = some_positions(GAME, 3, n=12)
    for way in ("good", "by name"):
        server.way = way
        agent = make_agent(f"llm:some-model,cache={server.cache}/{way}", GAME)
        assert (agent.act(where) == where.mask.argmax(axis=1)).all()
        assert not agent.faults
    assert not effort_of(played(server)).faults
    path, key, body = server.asked[0]
    assert (path, key, body["model"]) == ("/v1/chat/completions", f"Bearer {SECRET}", "some-model")
    assert [each["role"] for each in body["messages"]] == ["system", "user"]


@pytest.mark.parametrize(
    "way",
    [
        "once 500",
        "once 429",
        "once no number",
        "hangs up",
        "once no json",
        "once no choices",
        "once deep",
    ],
)
def test_what_fails_on_the_way_is_repeated_and_costs_the_model_nothing(server, way):
    result = played(server, way)
    faults = effort_of(result).faults
    assert set(faults) == {"harness"}
    assert faults["harness"] == effort_of(result).usage["requests"]
    assert "failed and were repeated" in "\n".join(notes(result))


@pytest.mark.parametrize(
    ("way", "kind"),
    [
        ("words", "format"),
        ("refuses", "format"),
        ("echo", "format"),
        ("half a pair", "format"),
        ("cut", "format"),
        ("illegal", "illegal"),
        ("slow", "timeout"),
        ("drips", "timeout"),
    ],
)
def test_what_the_model_does_wrong_is_counted_by_kind(server, way, kind):
    result = played(server, way, more=",time=0.15")
    effort = effort_of(result)
    assert set(effort.faults) == {kind, "random", "out"}
    assert effort.faults[kind] == result.standings.games * 2 * 3  # asked twice, for three decisions of each
    assert effort.faults["random"] == effort.decisions
    assert effort.examples[kind]


def test_a_model_is_told_why_and_may_do_better(server):
    effort = effort_of(played(server, "learns"))
    assert set(effort.faults) == {"format"}
    assert effort.faults["format"] == effort.decisions
    assert (
        "Your last reply was not taken: no action is called 'hm'"
        in server.asked[1][2]["messages"][1]["content"]
    )


def test_a_forfeit_counts_as_lost(server):
    result = played(server, "words", games=2, more=",fault=forfeit")
    assert len(effort_of(result).forfeits) == 2
    assert result.standings.agents[0].win_share.mean == 0


@pytest.mark.parametrize(
    ("way", "why"), [("401", "refuses to let some-model play: status 401"), ("always 503", "failed 5 times")]
)
def test_an_endpoint_that_cannot_work_ends_the_run_without_a_move(server, way, why, tmp_path):
    with pytest.raises(PlayerError, match=why) as stopped:
        played(server, way, out=tmp_path / "arena")
    assert SECRET not in str(stopped.value)
    assert server.address not in str(stopped.value)


def test_an_answer_need_not_say_how_many_tokens_it_took(server):
    effort = effort_of(played(server, "odd usage"))
    assert not effort.faults
    assert effort.usage["prompt_tokens"] > 0


def test_a_key_that_cannot_be_sent_is_refused_and_not_told(server, monkeypatch):
    monkeypatch.setenv(llm.KEY, "sk-s\u00e9cret")
    with pytest.raises(PlayerError, match=f"{llm.KEY} is no key") as stopped:
        played(server)
    assert "cret" not in str(stopped.value)


def test_what_was_answered_is_not_asked_again(server):
    first = played(server)
    asked = len(server.asked)
    again = played(server, "words")
    assert len(server.asked) == asked == effort_of(first).usage["requests"] + 1  # one before the arena
    assert effort_of(again).usage == {"cached": asked - 1}
    assert [r.actions.tolist() for r in first.records()] == [r.actions.tolist() for r in again.records()]
    broken = next(server.cache.rglob("*.json"))
    broken.write_text("{")
    played(server)
    assert len(server.asked) == asked + 1


def test_tokens_are_counted_and_reported(server):
    effort = effort_of(result := played(server))
    assert effort.usage == {
        "requests": effort.decisions,
        "prompt_tokens": 1000 * effort.decisions,
        "completion_tokens": 7 * effort.decisions,
    }
    assert type(effort).read(effort.json()).usage == effort.usage
    assert "tokens of prompts" in "\n".join(notes(result))


def test_key_and_address_are_written_nowhere(server, tmp_path):
    result = played(server, out=tmp_path / "arena")
    agent = make_agent(f"llm:m,cache={server.cache}", GAME)
    told = pickle.dumps(agent) + result.agents[0].encode() + repr(vars(agent)).encode()
    files = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 3
    for secret in (SECRET, server.address, str(server.server_port) + "/v1"):
        assert secret.encode() not in told
        assert not [data for data in files if secret.encode() in data]


def test_several_at_once_and_in_another_process_it_is_the_same(server):
    where = some_positions(GAME, 2, n=6)
    one = make_agent(f"llm:m,cache={server.cache}/1", GAME)
    four = pickle.loads(pickle.dumps(make_agent(f"llm:m,copies=4,cache={server.cache}/4", GAME)))
    assert (one.act(where) == four.act(where)).all()
    assert one.spec == four.spec
    assert one.usage["requests"] == four.usage["requests"] == 6


def test_the_rate_is_kept(server, monkeypatch):
    slept = []
    monkeypatch.setattr(llm.time, "sleep", slept.append)
    make_agent(f"llm:m,rate=60,cache={server.cache}", GAME).act(some_positions(GAME, 2, n=3))
    assert slept[0] == 0
    assert 1.5 < sum(slept) < 3.1


def test_settings_reach_the_model(server):
    agent = make_agent(f"llm:m:8b,temperature=0.5,tokens=64,list=0,cache={server.cache}", GAME)
    agent.act(some_positions(GAME, 2, n=1))
    body = server.asked[0][2]
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m:8b", 0.5, 64)
    assert "Legal actions:" not in json.dumps(body)
    assert agent.faults["format"]  # numbers were not listed


def test_bad_settings_are_refused(server, monkeypatch, tmp_path):
    for spec, why in {
        "llm:": "needs more",
        "llm:m,fault=never": "random or forfeit",
        "llm:m,template=none.txt": "cannot be read",
        "llm:m,id=000000": "has changed",
    }.items():
        with pytest.raises(ValueError, match=why):
            make_agent(spec, GAME)
    monkeypatch.delenv(llm.BASE_URL)
    with pytest.raises(PlayerError, match="OPENAI_BASE_URL=http"):
        make_agent("llm:m", GAME)


def conversations(server):
    """The requests of each conversation that went on, by how many messages they had."""
    return [[each["role"] for each in body["messages"]] for _, _, body in server.asked]


def test_a_conversation_shows_the_latest_decisions_again(server):
    played(server)
    asked = len(server.asked)
    assert {len(roles) for roles in conversations(server)} == {2}
    assert not effort_of(played(server, more=",turns=2")).faults
    longest = max(conversations(server)[asked:], key=len)
    assert longest == ["system", *["user", "assistant"] * 2, "user"]
    said = [body["messages"] for _, _, body in server.asked[asked:] if len(body["messages"]) == 6]
    assert all(messages[2]["content"] == "I take the first one.\nAnswer: 1" for messages in said)
    requests = len(server.asked)
    played(server, more=",turns=2")
    assert len(server.asked) == requests  # all was kept


def test_a_conversation_goes_on_with_a_game_that_was_stopped(tmp_path):
    past = Past((1, 2, 3), np.zeros(1))
    talk = Talk(tmp_path, "llm:m", past, 0, turns=3)
    for k in range(5):
        talk.add(f"decision {k}", f"<think>hm</think>Answer: {k}")
        past.actions.append(k)
    shown = talk.before()
    assert [each["content"] for each in shown[::2]] == ["decision 2", "decision 3", "decision 4"]
    assert shown[-1] == {"role": "assistant", "content": "Answer: 4"}
    assert Talk(tmp_path, "llm:m", past, 0, turns=3).before() == shown
    earlier = Talk(tmp_path, "llm:m", Past((1, 2, 3), np.zeros(1), [0, 1, 2, 3]), 0, turns=3)
    assert [each["content"] for each in earlier.before()[::2]] == ["decision 1", "decision 2", "decision 3"]
    assert Talk(tmp_path, "llm:m", Past((1, 2, 3), np.zeros(1)), 0, turns=3).before() == []
    assert Talk(tmp_path, "llm:m", past, 1, turns=3).before() == []
    talk.file.write_text("[[")
    assert Talk(tmp_path, "llm:m", past, 0, turns=3).before() == []


def test_a_conversation_is_bounded_in_tokens(tmp_path):
    past = Past((1, 2, 3), np.zeros(1))
    talk = Talk(tmp_path, "llm:m", past, 0, turns=1000)
    for k in range(40):
        talk.add("word " * 1400, "x" * 9000)
        past.actions.append(k)
    size = sum(count_tokens(each["content"]) for each in talk.before())
    assert MOST_TOKENS / 2 < size <= MOST_TOKENS
