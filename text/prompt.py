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
MORE_ROWS = "(more of the table: left out)"
GAP = "[...]"  # in the place of what differs, where actions are written together
OWN, OTHERS, NOBODY = "own", "others", "nobody"
DEEP = "    "  # what is indented so far is about the line above


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
    """A decision in words, of fewer than so many tokens.

    What is too much is left out in this order: words that legal actions share, the oldest of what happened,
    details of other seats, all but the names and first facts of other seats, other lines of the table from
    its end. The question, the legal actions and the part of the own seat are always whole. `events` are those
    of the view unless others are given; `retry` says why the last reply was not taken.
    """
    told = happened(view, view.events if events is None else events)
    table = compact(view)
    actions = listing(view) if listed else "Answer with the full name of a legal action."

    def written() -> str:
        since = "Since your last decision:\n" + "\n".join(told) + "\n" if told else ""
        why = f"Your last reply was not taken: {retry}" if retry else ""
        return (
            Substitute((template or OURS).decision)
            .substitute(happened=since, table=table, question=view.question, actions=actions, retry=why)
            .strip()
        )

    def over() -> int:
        return count_tokens(written()) - limit + 1

    if listed and over() > 0:
        actions = min(actions, grouped(view), key=count_tokens)
    while told and over() > 0:
        told = _shorter(told, over())
    for shorten in (without_details, without_others, without_rows):
        if over() > 0:
            table = shorten(view, table, over())
    return written()


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


def grouped(view: View) -> str:
    """The legal actions with their numbers; words that several have in common are written once.

    "4-6. buy [...] for a credit: 4 gas | 5 food | 6 ore" are the names of three actions.
    """
    words = [name.split() for name in view.names]
    lines, k = [], 0
    while k < len(words):
        end = k + 1
        while end < len(words) and words[end][0] == words[k][0]:
            end += 1
        run = words[k:end]
        head, tail = _common(run)
        shared = " ".join([*run[0][:head], GAP, *run[0][len(run[0]) - tail :]])
        kinds = (f"{n} {' '.join(each[head : len(each) - tail])}" for n, each in enumerate(run, k + 1))
        apart = "\n".join(f"{n}. {' '.join(each)}" for n, each in enumerate(run, k + 1))
        together = f"{k + 1}-{end}. {shared}: {' | '.join(kinds)}"
        lines.append(min(apart, together, key=count_tokens))
        k = end
    return f"Legal actions ({GAP} stands for what follows a number):\n" + "\n".join(lines)


def _common(run: Sequence[Sequence[str]]) -> tuple[int, int]:
    """How many words all begin with, and how many all end with; a word is left to each."""
    room = min(map(len, run)) - 1
    head = next((n for n in range(room) if len({each[n] for each in run}) > 1), room)
    room -= head
    tail = next((n for n in range(room) if len({each[-1 - n] for each in run}) > 1), room)
    return head, tail


def without_details(view: View, table: str, over: int = 0) -> str:
    """The table without the lines that are indented below those of other seats."""
    lines = [line for line, whose in _owners(view, table) if whose is not OTHERS or not line.startswith(DEEP)]
    return "\n".join([*lines, NO_DETAILS])


def without_others(view: View, table: str, over: int = 0) -> str:
    """The table with no more than the first facts of other seats."""
    return "\n".join(
        line.partition(";")[0] if whose is OTHERS and line != NO_DETAILS else line
        for line, whose in _owners(view, table)
    )


def without_rows(view: View, table: str, over: int) -> str:
    """The table without lines from its end that are about no seat, so many that `over` tokens are gone."""
    lines = _owners(view, table)
    for k in range(len(lines) - 1, 0, -1):
        if over <= -count_tokens(MORE_ROWS):
            break
        if lines[k][1] is NOBODY:
            over -= count_tokens(lines.pop(k)[0]) + 1
    return "\n".join([*(line for line, _ in lines), MORE_ROWS])


def _owners(view: View, table: str) -> list[tuple[str, str]]:
    """The lines of a table, each with whom it is about: the own seat, others, or nobody."""
    names = view.game.seat_names[: view.num_players]
    own = names[view.seat]
    seat, mine = re.compile(rf"(?:[>*] ?|  )({'|'.join(names)})\b"), re.compile(rf"\b{own}\b")
    found, whose = [], NOBODY
    for line in table.splitlines():
        if match := seat.match(line):
            whose = OWN if match[1] == own else OTHERS
        elif line.startswith((">", "*")):
            whose = OWN
        elif not line.startswith(DEEP):
            whose = NOBODY
        found.append((line, OWN if whose is NOBODY and mine.search(line) else whose))
    return found


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
