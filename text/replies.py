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
from functools import lru_cache
from typing import Any

from astrarium.core import Content, Game
from astrarium.core.actions import nearest
from astrarium.core.view import View

from .disguise import Disguise
from .refusals import reason

FORMAT, ILLEGAL = "format", "illegal"
MARK = re.compile(
    r"^[\s>*_#`\"'-]*(?:(?:my|the)\s+)?(?:final\s+)?(?:answer|action|move)[*_`\"']*\s*[:=]", re.I
)
NUMBER = re.compile(r"[(\[#]?\s*(\d{1,6})\s*[.):\]]?")
BOTH = re.compile(r"[(\[#]?\s*(\d{1,6})\s*(?:[.):\]]|\s[-–—]|(?=\s*\())\s*(\S.*)")
AROUND = " \t\r\n*_`\"'.,;!“”‘’«»"
SIGNS = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
SHOWN = 160  # characters of a reply that a message repeats


class ReplyError(ValueError):
    """A reply that is no legal action; `kind` is "format" if it cannot be read, else "illegal"."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


def read_reply(reply: str, view: View, listed: bool = True) -> int:
    """The legal action that a reply names; `listed`: whether the actions were shown with numbers."""
    return read_answer(find_answer(reply), view, listed)


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
        text = unicodedata.normalize("NFKC", text).translate(SIGNS)
    return " ".join(text.strip(AROUND).casefold().split())


# ---- finding the answer in a reply ----------------------------------------------------------------


def find_answer(reply: str) -> Any:
    """The last answer of a reply: text, or the value of "action" in JSON."""
    said = reply.rpartition("</think>")[2]
    if "<think>" in said:
        raise ReplyError(FORMAT, "the reply ends before the thinking does: there is no answer")
    lines = [line for line in said.splitlines() if line.strip() and not line.strip().startswith("```")]
    if not lines:
        raise ReplyError(FORMAT, "the reply is empty")
    marked = [k for k, line in enumerate(lines) if MARK.match(line)]
    objects = list(_objects("\n".join(lines)))
    if objects and (not marked or objects[-1][0] >= _offset(lines, marked[-1])):
        return _action_of(objects[-1][1])
    if marked:
        text = lines[marked[-1]][MARK.match(lines[marked[-1]]).end() :]  # type: ignore[union-attr]
        if not text.strip(AROUND) and marked[-1] + 1 < len(lines):
            text = lines[marked[-1] + 1]
        return text
    if len(lines) > 1:
        raise ReplyError(
            FORMAT, 'there are several lines and none begins with "Answer:", so it is not clear which counts'
        )
    return lines[0]


def _offset(lines: list[str], k: int) -> int:
    return sum(len(line) + 1 for line in lines[:k])


def _objects(text: str) -> Iterator[tuple[int, list[tuple[str, Any]]]]:
    """The JSON objects of a text that have "action", as pairs, with where they begin."""
    at = text.find("{")
    while at >= 0:
        try:
            found, end = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(found, _Pairs) and any(name == "action" for name, _ in found):
                yield at, found
        at = text.find("{", end)


class _Pairs(list):
    """An object of JSON with all its keys: a dict would keep the last of two."""


DECODER = json.JSONDecoder(object_pairs_hook=_Pairs)


def _action_of(pairs: list[tuple[str, Any]]) -> Any:
    values = [value for name, value in pairs if name == "action"]
    if len(values) > 1:
        raise ReplyError(FORMAT, '"action" is there more than once')
    return values[0]


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
