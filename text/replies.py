"""Replies of language models, read as actions: by number, by name, or as JSON. Nothing is guessed.

    Answer: 3          {"action": 3}          Answer: "buy 3 gas for 1 energy credit"

The last answer of a reply counts: a line that begins with "Answer:", or a JSON object with "action". A reply
of one line may be the answer alone. Case, blanks, quotes, emphasis and code fences do not matter; letters do.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from astrarium.core import Content, Game
from astrarium.core.actions import nearest
from astrarium.core.view import View

from .disguise import Disguise
from .refusals import reason

FORMAT, ILLEGAL = "format", "illegal"
MARK = re.compile(  # a quote behind the word would be a key of JSON
    r"^[^\S\n]*[>*_#`\"' \t-]*(?:(?:my|the)\s+)?(?:final\s+)?(?:answer|action|move)[*_`]*[^\S\n]*[:=]",
    re.I | re.M,
)
THINKING = re.compile(
    r"<(/?)(?:think|thinking|thought|reasoning|reflection|scratchpad|analysis)\b[^<>]*>", re.I
)
BRACE = re.compile(r"[{}]")
NUMBER = re.compile(r"[(\[#]?\s*(\d{1,6})\s*[.):\]]?")
BOTH = re.compile(r"[(\[#]?\s*(\d{1,6})\s*(?:[.):\]]|\s[-–—]|(?=\s*\())\s*(\S.*)")
AROUND = " \t\r\n*_`\"'.,;!“”‘’«»"
SIGNS = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
MOST_BROKEN = 1000  # braces of a reply that are no JSON
SHOWN = 160  # characters of a reply that a message repeats


class ReplyError(ValueError):
    """A reply that is no legal action; `kind` is "format" if it cannot be read, else "illegal"."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


def read_reply(reply: str, view: View, listed: bool = True) -> int:
    """The legal action that a reply names; `listed`: whether the actions were shown with numbers."""
    answer, after = _found(reply)
    action = read_answer(answer, view, listed)
    if after and _named_in(after, view) not in (None, action):
        raise _unread(f"after the answer comes {after.strip()[:SHOWN]!r}: expected one answer", view)
    return action


def read_answer(answer: Any, view: View, listed: bool = True) -> int:
    """The legal action that an answer names: a number or words."""
    if isinstance(answer, bool) or not isinstance(answer, int | str):
        raise _unread(f'"action" is {json.dumps(answer)[:SHOWN]}: expected a number or a name', view)
    if isinstance(answer, int):
        return _by_number(answer, view, listed)
    return _by_words(answer, view, listed)


def plain(text: str) -> str:
    """A name as it is compared: without case, repeated blanks, and signs around it."""
    if not text.isascii():
        # 1² is not 12: small and circled numbers are no digits.
        text = "".join("\ufffd" if unicodedata.category(sign) == "No" else sign for sign in text)
        text = unicodedata.normalize("NFKC", text).translate(SIGNS)
    return " ".join(text.strip(AROUND).casefold().split())


# ---- finding the answer in a reply ----------------------------------------------------------------


def find_answer(reply: str) -> Any:
    """The last answer of a reply: text, or the value of "action" in JSON."""
    return _found(reply)[0]


def _found(reply: str) -> tuple[Any, str]:
    """The last answer of a reply, and the line after it."""
    lines = [
        line for line in _said(reply).splitlines() if line.strip() and not line.strip().startswith("```")
    ]
    if not lines:
        raise ReplyError(FORMAT, "the reply is empty")
    text = "\n".join(lines)
    objects = list(_objects(text))
    outside = (
        found
        for found in reversed(list(MARK.finditer(text)))
        if not any(each.holds(found.start()) for each in objects)
    )
    mark = next(outside, None)
    actions = [each for each in objects if each.has_action]
    if actions and (mark is None or actions[-1].start >= mark.start()):
        return _of_json(text, actions, mark), ""
    if mark is not None:
        return _of_line(text[mark.end() :])
    if len(lines) > 1:
        raise ReplyError(
            FORMAT, 'there are several lines and none begins with "Answer:", so it is not clear which counts'
        )
    return lines[0], ""


def _said(reply: str) -> str:
    """What comes after the thinking."""
    tags = list(THINKING.finditer(reply))
    if tags and not tags[-1][1]:
        raise ReplyError(FORMAT, "the reply ends before the thinking does: there is no answer")
    return reply[tags[-1].end() :] if tags else reply


def _of_line(text: str) -> tuple[str, str]:
    """The answer behind "Answer:", on its line or on the next, and the line after it."""
    line, _, rest = text.partition("\n")
    if not line.strip(AROUND):
        line, _, rest = rest.partition("\n")
    after = rest.partition("\n")[0]
    if NUMBER.fullmatch(plain(after)):
        raise ReplyError(FORMAT, f"after the answer comes {after.strip()[:SHOWN]!r}: expected one answer")
    return line, after


@dataclass(frozen=True)
class _Object:
    """An object of JSON in a text: where it is, and its pairs."""

    start: int
    end: int
    pairs: list[tuple[str, Any]]

    def holds(self, at: int) -> bool:
        return self.start < at < self.end

    @property
    def has_action(self) -> bool:
        return any(name == "action" for name, _ in self.pairs)


def _objects(text: str) -> Iterator[_Object]:
    """The JSON objects of a text that are not part of another, nor of something broken."""
    at, broken, failed = 0, 0, 0
    while found := BRACE.search(text, at):
        at = found.end()
        if found[0] == "}":
            broken = max(0, broken - 1)
        elif broken:
            broken += 1
        else:
            try:
                pairs, at = DECODER.raw_decode(text, found.start())
            except (ValueError, RecursionError):
                broken, failed = 1, failed + 1
                if failed > MOST_BROKEN:  # each takes longer the longer the reply is
                    raise ReplyError(FORMAT, "the reply has too many braces that are no JSON") from None
            else:
                yield _Object(found.start(), at, pairs)


def _of_json(text: str, objects: list[_Object], mark: re.Match[str] | None) -> Any:
    """The action of the last object; refused where something else beside it could be meant."""
    last = objects[-1]
    if len(objects) > 1:
        between = text[objects[-2].end : last.start]
        if "\n" not in between or between.strip() == ",":
            raise ReplyError(FORMAT, "there are several actions: expected one")
    before = "" if mark is None else text[mark.end() : last.start]
    if "\n" not in before and before.strip(AROUND):
        raise ReplyError(FORMAT, f"before the JSON comes {before.strip()[:SHOWN]!r}: expected one answer")
    values = [value for name, value in last.pairs if name == "action"]
    if len(values) > 1:
        raise ReplyError(FORMAT, '"action" is there more than once')
    return values[0]


class _Pairs(list):
    """An object of JSON with all its keys: a dict would keep the last of two."""


DECODER = json.JSONDecoder(object_pairs_hook=_Pairs)


# ---- from an answer to an action ------------------------------------------------------------------


def _by_number(number: int, view: View, listed: bool) -> int:
    if not listed:
        raise _unread(f"{number} is a number, but the actions were not numbered", view)
    if not 1 <= number <= len(view.legal):
        numbers = f"they are numbered from 1 to {len(view.legal)}"
        raise ReplyError(ILLEGAL, f"there is no action {number}: {numbers}. The question is: {view.question}")
    return view.legal[number - 1]


def _by_words(answer: str, view: View, listed: bool) -> int:
    wanted = plain(answer)
    if not wanted:
        raise _unread("the answer is empty", view)
    named = _called(wanted, view)
    number = NUMBER.fullmatch(wanted)
    if number and named is None:
        return _by_number(int(number[1]), view, listed)
    if number and listed and int(number[1]) <= len(view.legal):
        if view.legal[int(number[1]) - 1] != named:
            raise _unread(f"{wanted} is both the number of an action and the name of another", view)
    if named is not None:
        return named
    both = BOTH.fullmatch(wanted)
    if both and listed:
        named = _called(plain(both[2].removeprefix("(").removesuffix(")")), view)
        if named is None:
            named = _called(plain(both[2]), view)
        if named is not None and _by_number(int(both[1]), view, listed) == named:
            return named
        raise _unread(f"{answer.strip()[:SHOWN]!r}: the number and the name do not fit together", view)
    raise _refused(answer, wanted, view)


def _called(wanted: str, view: View) -> int | None:
    """The legal action of that name; None without one, or with two."""
    found = _plain_names(view).get(wanted, ())
    return found[0] if len(found) == 1 else None


def _named_in(line: str, view: View) -> int | None:
    """The legal action whose name a line is, with a number before it or without one."""
    both = BOTH.fullmatch(plain(line))
    return _called(plain(both[2] if both else line), view)


@lru_cache(maxsize=16)
def _plain_names(view: View) -> dict[str, list[int]]:
    """The legal actions by their names as they are compared."""
    found: dict[str, list[int]] = defaultdict(list)
    for action, name in zip(view.legal, view.names, strict=True):
        found[plain(name)].append(action)
    return dict(found)


def _refused(answer: str, wanted: str, view: View) -> ReplyError:
    """Why a name is not taken: it is no name, or of an action that is not legal now."""
    shown = answer.strip()[:SHOWN]
    if wanted in _plain_names(view):
        return _unread(f"{shown!r} is the name of more than one action: answer with a number", view)
    illegal = _illegal(wanted, view)
    if illegal is not None:
        return ReplyError(ILLEGAL, f"{shown!r} is not legal now.{reason(view, illegal)}")
    return _unread(f"no action is called {shown!r}{nearest(shown, view.names)}", view)


def _illegal(wanted: str, view: View) -> int | None:
    """The action of that name that is not legal now; of several the one that answers the question."""
    general = _general_names(view.game, view.content, getattr(view, "disguise", None))
    found = [action for action, name in enumerate(general) if wanted in (name, plain(view.name(action)))]
    blocks = [answer.block for answer in view.asked.answers] if view.asked is not None else []
    fitting = [action for action in found if view.game.actions.block(action)[0].name in blocks]
    return next(iter(fitting + found), None)


@lru_cache(maxsize=16)
def _general_names(game: Game, content: Content, disguise: Disguise | None) -> list[str]:
    """The names of all actions outside of any position, as they are compared."""
    names = game.actions.names(content.labels)
    return [plain(name if disguise is None else disguise(name)) for name in names]


def _unread(why: str, view: View) -> ReplyError:
    return ReplyError(FORMAT, f"{why} The question is: {view.question}" if why[-1] in ".?" else f"{why}.")
