"""A game as one HTML page that needs no other file and no server: the same view as the server's page.

Pictures differ little from one decision to the next. So the page holds every line of SVG once, each picture
as numbers of lines, and all of it compressed; the browser puts them together again.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from astrarium.core.files import atomic
from astrarium.core.records import Record, replay, resolve
from astrarium.core.svg import escape
from astrarium.core.transcript import Story, steps_of

from .opponents import title_of
from .pictures import drawn, score_sheet, scores, told

STATIC = Path(__file__).parent / "static"
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head><body class="offline">
<header class="bar"><h1>{title}</h1><button type="button" id="theme" class="quiet">Dark</button></header>
<main id="main" tabindex="-1"></main>
<noscript>This page needs JavaScript to show its pictures.</noscript>
<script type="application/json" id="game">{facts}</script>
<script type="text/plain" id="frames">{frames}</script>
<script>{script}</script></body></html>
"""


class Lines:
    """Texts as numbers of their lines, each line kept once."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self._last: list[int] = []

    def add(self, text: str) -> list[Any]:
        """A text as what differs from the one before: [lines kept, lines dropped, numbers of new lines]."""
        numbers = [self.known.setdefault(line, len(self.known)) for line in text.splitlines()]
        last, self._last = self._last, numbers
        head = 0
        while head < min(len(last), len(numbers)) and last[head] == numbers[head]:
            head += 1
        tail = 0
        while tail < min(len(last), len(numbers)) - head and last[-1 - tail] == numbers[-1 - tail]:
            tail += 1
        return [head, len(last) - head - tail, numbers[head : len(numbers) - tail]]


def page_of(
    record: Record,
    agents: Sequence[str] = (),
    content: str | None = None,
    views: Iterable[int | None] = (None,),
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """The page: every decision as the views see it. `progress` hears of pictures drawn, and of how many."""
    game, cards = resolve(record, content)
    states = replay(record, content)
    header, views = record.header, list(views)
    actions = [int(action) for action in record.actions]
    shown_at = steps_of(game, cards, views, states, actions)
    lines, total = Lines(), len(views) * len(shown_at)
    shown: dict[str, Any] = {}
    for nth, view in enumerate(views):
        story, frames, decisions, to_act = Story(game, cards, view), [], [], []
        for at, end in enumerate(shown_at):
            state = states[end]
            table = drawn(game, cards, state, view)
            frames.append(lines.add("\n".join(json_lines(table))))
            to_act.append(None if state["over"] else story.actor(state))
            if at:
                made = range(shown_at[at - 1], end)
                decisions.append(told(story, [(states[k], actions[k]) for k in made]))
            if progress is not None:
                progress(nth * len(shown_at) + at + 1, total)
        shown["all" if view is None else str(view)] = {
            "pictures": frames,
            "decisions": decisions,
            "to_act": to_act,
            "scores": scores(game, cards, states[shown_at], view),
        }
    specs = list(agents) or [""] * header.players
    facts = {
        "title": game.title,
        "game": game.name,
        "seats": [
            {"name": name, "agent": spec, "title": title_of(spec)}
            for name, spec in zip(game.seat_names, specs, strict=False)
        ],
        "people": [],
        "replay": True,
        "options": dict(header.options),
        "cards": cards.name,
        "seed": str(record.seed) if None in views else None,
        "moves": len(shown_at) - 1,
        "status": "over" if record.over else "unfinished",
        "views": views,
        "result": {
            "over": record.over,
            "scores": list(record.scores),
            "ranks": list(record.ranks),
            "sheet": score_sheet(game, cards, states, actions),
        },
    }
    packed = gzip.compress(json.dumps({"lines": list(lines.known), "views": shown}).encode(), mtime=0)
    return PAGE.format(
        title=escape(f"{game.title}: a game of {len(shown_at) - 1} decisions"),
        style=_file("style.css"),
        facts=json.dumps(facts).replace("</", "<\\/"),
        frames=base64.b64encode(packed).decode(),
        script="".join(_file(f"{name}.js") for name in ("base", "parts", "help", "view", "offline")),
    )


def json_lines(table: dict[str, Any]) -> list[str]:
    """A table as lines: of each part first what it is, then its picture; before all, how the game stands."""
    lines = [json.dumps(table["headline"])]
    for part in table["parts"]:
        svg = part["svg"].splitlines()
        lines += [json.dumps({**part, "svg": len(svg)}), *svg]
    return lines


def write_page(
    path: str | Path,
    record: Record,
    agents: Sequence[str] = (),
    content: str | None = None,
    views: Iterable[int | None] = (None,),
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write the page of a game, whole or not at all."""
    text = page_of(record, agents, content, views, progress)
    with atomic(path) as partial:
        partial.write_text(text, encoding="utf-8")


def _file(name: str) -> str:
    """A file of the front end, safe inside a page."""
    return (STATIC / name).read_text(encoding="utf-8").replace("</", "<\\/")
