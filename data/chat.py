"""A dataset as chats: one line of JSON a decision, with messages as language models are trained on them.

    export_chat(Dataset("data/first"), "chats")

game, move, seat    where it is from
messages            system, user and assistant; the assistant answers with the name of the action
action              its id
rank, score         of the seat at the end
values              with a search: what it found for each action, the best first
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from astrarium.agents.review import Judge, judge_of, make_reviewer, win_chance
from astrarium.core.following import Follower, Past
from astrarium.core.records import Record, replay, resolve
from astrarium.core.view import View
from astrarium.text import messages

from .dataset import Dataset

FILE = "chat.jsonl"


def export_chat(
    dataset: Dataset,
    out: str | Path,
    content: str | Path | None = None,
    told: Callable[[int, int], None] = lambda done, total: None,
    search: str | None = None,
) -> Path:
    """Write all decisions of a dataset; the file. `search` names a tree search whose values are added."""
    dataset.check_finished()
    file = Path(out) / FILE
    if file.exists():
        raise ValueError(f"{file} is there already")
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".part")
    with draft.open("w", encoding="utf-8") as lines:
        for number, record in enumerate(dataset.records()):
            told(number, dataset.games)
            for chat in chats(record, number, content, search):
                lines.write(json.dumps(chat, ensure_ascii=False) + "\n")
    draft.replace(file)
    told(dataset.games, dataset.games)
    return file


def chats(
    record: Record, number: int = 0, content: str | Path | None = None, search: str | None = None
) -> Iterator[dict[str, Any]]:
    """The decisions of a game as chats."""
    game, cards = resolve(record, content)
    states, actions = replay(record, cards), record.actions.tolist()
    task = None if search is None else judge_of(record, cards, states, make_reviewer(search, game, cards))
    rows = {} if task is None else {int(move): row for row, move in enumerate(task.numbers)}
    past = Past((record.seed, record.index, record.episode), states[:1].copy(), actions)
    followers = [Follower(game, cards, past, seat, sound=True) for seat in range(record.header.players)]
    for move, action in enumerate(actions):
        seat = int(states["seat"][move])
        events = followers[seat].news(move)
        view = View(game, cards, states[move : move + 1], seat, move, events, sound=True)
        answer = {"role": "assistant", "content": f"Answer: {view.name(action)}"}
        values = {} if task is None or move not in rows else {"values": _values(task, rows[move], view)}
        yield {
            "game": number,
            "move": move,
            "seat": seat,
            "messages": [*messages(view), answer],
            "action": action,
            "rank": record.ranks[seat],
            "score": record.scores[seat],
            **values,
        }


def _values(task: Judge, row: int, view: View) -> list[dict[str, Any]]:
    """What a search found for the actions of a decision, from what the seat could know; the best first."""
    return [
        {
            "action": each.action,
            "name": view.name(each.action),
            "chance": None if each.value is None else round(win_chance(each.value, view.num_players), 4),
            "visits": each.visits,
        }
        for each in task.agent.explain(task.positions[0], row)
    ]
