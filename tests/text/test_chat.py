"""Decisions as chats: every one, and each answer is read as the action that was taken."""

import json

from astrarium.agents.workers import Threads
from astrarium.cli import run
from astrarium.data.dataset import plan_dataset, write_dataset
from tests.text.test_prompts import LIMIT, count_tokens
from tests.toy import GAME


def test_a_dataset_as_chats(tmp_path, capsys):
    dataset = write_dataset(
        plan_dataset(GAME, ["random"] * 3, 4, players=3, seed=2), tmp_path / "data", Threads(1)
    )
    ask = ["dataset", "export", str(tmp_path / "data"), "--out", str(tmp_path / "chats"), "--format"]
    assert run([*ask, "chat"]) == 0
    chats = [json.loads(line) for line in (tmp_path / "chats" / "chat.jsonl").read_text().splitlines()]
    actions = [action for record in dataset.records() for action in record.actions.tolist()]
    assert [chat["action"] for chat in chats] == actions
    for chat in chats:
        system, user, answer = chat["messages"]
        assert [each["role"] for each in (system, user, answer)] == ["system", "user", "assistant"]
        assert f". {answer['content'].removeprefix('Answer: ')}\n" in user["content"] + "\n"
        assert count_tokens(user["content"]) < LIMIT
    assert {chat["seat"] for chat in chats} == {0, 1, 2}
    capsys.readouterr()
    assert run([*ask, "chat"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert run([*ask, "words"]) == 2
    assert "expected parquet, minari or chat" in capsys.readouterr().err


def test_values_of_a_search_come_with_the_chats(tmp_path, capsys):
    write_dataset(plan_dataset(GAME, ["random"] * 2, 1, players=2, seed=2), tmp_path / "data", Threads(1))
    ask = ["dataset", "export", str(tmp_path / "data"), "--out", str(tmp_path / "chats")]
    assert run([*ask, "--search", "ismcts:30"]) == 2
    assert "--search goes with --format chat" in capsys.readouterr().err
    assert run([*ask, "--format", "chat", "--search", "greedy"]) == 2
    assert run([*ask, "--format", "chat", "--search", "ismcts:30"]) == 0
    chats = [json.loads(line) for line in (tmp_path / "chats" / "chat.jsonl").read_text().splitlines()]
    assert all("values" in chat for chat in chats)
    for chat in chats:
        listed = chat["messages"][1]["content"]
        assert all(f". {each['name']}" in listed for each in chat["values"])
        assert chat["action"] in [each["action"] for each in chat["values"]]
        assert sum(each["visits"] for each in chat["values"]) > 20
        assert all(0 <= each["chance"] <= 1 for each in chat["values"] if each["visits"])
