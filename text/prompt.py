"""A decision as a prompt: what happened, the table, the question, the legal actions. Everything is of a View.

A template is a text file with two parts, the system message and the decision, parted by a line of equal
signs: `text/template.txt` is the one that is used if none is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from string import Template as Substitute

from astrarium.core.view import Seen, View

from .digest import rules
from .disguise import in_words_of
from .tokens import count_tokens

LIMIT = 1500  # tokens of a decision, besides the rules
PARTS = {"game", "seat", "players", "rules", "form"}, {"happened", "table", "question", "actions", "retry"}
LISTED = "Think as much as you need. End with one line: Answer: NUMBER, the number of a legal action."
NAMED = "Think as much as you need. End with one line: Answer: NAME, the full name of a legal action."
MAP, ROW = re.compile(r"\s+1\s+2\s+3"), re.compile(r"[A-Z]? {2}")  # its head, and its lines
EMPTY = re.compile(r"^\s*\w[\w ()]*: (none|nothing)$")
NO_DETAILS = "(details of other seats: left out)"
LEFT_OUT = "(earlier: left out)"


class TemplateError(ValueError):
    """A template that cannot be used; the message says why."""


@dataclass(frozen=True)
class Template:
    """The words around a decision."""

    system: str
    decision: str

    @classmethod
    def read(cls, path: str | Path | None = None) -> Template:
        """The template of a file; ours if none is given."""
        file = Path(__file__).with_name("template.txt") if path is None else Path(path)
        try:
            parts = re.split(r"^={3,}\s*$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        except (OSError, UnicodeDecodeError) as error:
            raise TemplateError(f"the template {file} cannot be read: {error}") from None
        if len(parts) != 2:
            raise TemplateError(
                f"{file}: expected two parts, parted by one line of equal signs, got {len(parts)}"
            )
        for part, known in zip(parts, PARTS, strict=True):
            used = set(Substitute(part).get_identifiers())
            if not Substitute(part).is_valid() or not used <= known:
                unknown = ", ".join(sorted(used - known)) or "a single $"
                raise TemplateError(f"{file}: {unknown} means nothing; known: {', '.join(sorted(known))}")
        if "question" not in Substitute(parts[1]).get_identifiers():
            raise TemplateError(f"{file}: the decision has no $question")
        return cls(parts[0].strip(), parts[1].strip())

    @property
    def digest(self) -> str:
        """A hash of it: games played with another template are other games."""
        return blake2b(f"{self.system}\0{self.decision}".encode(), digest_size=3).hexdigest()


def system_text(
    view: View, template: Template | None = None, listed: bool = True, cards: bool = False
) -> str:
    """What a player is told once: the game, its rules, and the form of answers."""
    return Substitute((template or OURS).system).substitute(
        game=in_words_of(view, view.game.title),
        seat=view.game.seat_names[view.seat],
        players=view.num_players,
        rules=in_words_of(view, rules(view.game, view.content, cards)),
        form=LISTED if listed else NAMED,
    )


def decision_text(
    view: View,
    template: Template | None = None,
    listed: bool = True,
    retry: str = "",
    events: Sequence[Seen] | None = None,
    limit: int = LIMIT,
) -> str:
    """A decision in words, of fewer than so many tokens: of what happened the oldest is left out.

    Where the table and the actions alone are more, the details of other seats are left out as well.
    `events` are those of the view unless others are given; `retry` says why the last reply was not taken.
    """
    lines = happened(view, view.events if events is None else events)
    table = compact(view)
    brief = False
    while True:
        told = "Since your last decision:\n" + "\n".join(lines) + "\n" if lines else ""
        text = (
            Substitute((template or OURS).decision)
            .substitute(
                happened=told,
                table=table,
                question=view.question,
                actions=listing(view) if listed else "Answer with the full name of a legal action.",
                retry=f"Your last reply was not taken: {retry}" if retry else "",
            )
            .strip()
        )
        over = count_tokens(text) - limit
        if over < 0 or (brief and not lines):
            return text
        if lines:
            lines = _shorter(lines, over)
        else:
            table, brief = without_details(view, table), True


def messages(
    view: View, template: Template | None = None, listed: bool = True, retry: str = ""
) -> list[dict[str, str]]:
    """A decision as chat messages: system and user."""
    return [
        {"role": "system", "content": system_text(view, template, listed)},
        {"role": "user", "content": decision_text(view, template, listed, retry)},
    ]


def listing(view: View) -> str:
    """The legal actions with their numbers, from 1."""
    return "Legal actions:\n" + "\n".join(f"{k}. {name}" for k, name in enumerate(view.names, 1))


def compact(view: View) -> str:
    """The table as text without the seat's question, empty lines, what is said to be empty, and wide gaps.

    Columns of a map, under a line of numbers, stay where they are: there an empty place tells something.
    """
    asked = f"> {view.game.seat_names[view.seat]}: {view.question}"
    lines, in_map = [], False
    for line in view.text.splitlines():
        in_map = bool(MAP.match(line)) or (in_map and (not line or bool(ROW.match(line))))
        if line.strip() and line != asked and not EMPTY.search(line):
            lines.append(line if in_map else re.sub(r"(?<=\S) +", " ", line))
    return "\n".join(lines)


def without_details(view: View, table: str) -> str:
    """The table without the lines that are indented below those of other seats."""
    lines, skipping = [], False
    for line in table.splitlines():
        others = [name for k, name in enumerate(view.game.seat_names) if k != view.seat]
        if not line.startswith("    "):
            skipping = line.lstrip("> *").partition(":")[0] in others
        if not skipping or not line.startswith("    "):
            lines.append(line)
    return "\n".join([*lines, NO_DETAILS])


def happened(view: View, events: Sequence[Seen]) -> list[str]:
    """What a seat has seen, a line a decision."""
    lines = []
    for event in events:
        who = f"{view.game.seat_names[event.seat]}: " if event.seat is not None else ""
        came = "; ".join(event.lines)
        lines.append(f"{who}{event.name}" + (f" ({came})" if came and event.name else came))
    return lines


def _shorter(lines: list[str], over: int) -> list[str]:
    """Without the oldest lines, so many that about `over` tokens are gone."""
    kept = [line for line in lines if line != LEFT_OUT]
    while kept and over > -count_tokens(LEFT_OUT):
        over -= count_tokens(kept.pop(0)) + 1
    return [LEFT_OUT, *kept] if kept else []


OURS = Template.read()
