"""Noisy replies, as language models give them: for testing that what they mean is found, and nothing else."""

from __future__ import annotations

import json

import numpy as np

from astrarium.core.view import View

from .replies import plain

REASONS = [
    "Let me think.",
    "I could {other}, but that is worse.",
    "Option {number} looks tempting.",
    "1. first",
    "",
]
WORDS = ["pass", "gas", "the", "ship", "buy", "sell", "seven", "answer", "is", "maybe", "think", "of"]
WORDS += ["move", "3", "12", "best", "or", "and", "not"]
MARKS = ["Answer: ", "answer:", "**Answer:** ", "Final answer: ", "ANSWER:\n"]


def noisy(view: View, rng: np.random.Generator) -> tuple[str, int | None, set[int]]:
    """A reply, the action that it means (None if nothing clear), and all actions that it may be read as.

    What means nothing clear may by chance be the name or the number of an action.
    """
    k, other = (int(rng.integers(len(view.legal))) for _ in range(2))
    name, number = view.names[k], k + 1
    form = int(rng.integers(9))
    meant: int | None = k
    if form == 0:
        answer = str(number)
    elif form == 1:
        answer = f"{number}. {name}"
    elif form == 2:
        answer = json.dumps({"why": "so", "action": number if rng.random() < 0.5 else name})
        return _reasoned(_fenced(answer, rng), view, other, rng), view.legal[k], {view.legal[k]}
    elif form == 3:
        answer, meant = f"{number}. {view.names[other]}", k if other == k else None
    elif form == 4:
        answer, meant = f"{name} or {view.names[other]}", None
    elif form == 5:
        answer, meant = " ".join(rng.choice(WORDS, int(rng.integers(1, 6)))), None
    elif form == 6:
        answer, meant = _typo(name, rng), None
    else:
        answer = name
    quote = str(rng.choice(["", '"', "'", "`", "**"]))
    case = (str, str.upper, str.lower, str.title)[int(rng.integers(4))]
    end = str(rng.choice(["", ".", "\n", "  "]))
    reply = f"{rng.choice(MARKS)}{quote}{case(answer)}{quote}{end}"
    found = _reasoned(_fenced(reply, rng), view, other, rng)
    if meant is not None:
        return found, view.legal[meant], {view.legal[meant]}
    return found, None, _by_chance(answer, view)


def _by_chance(answer: str, view: View) -> set[int]:
    """The actions whose name or number an answer is."""
    said = plain(answer)
    found = {action for action, name in zip(view.legal, view.names, strict=True) if plain(name) == said}
    if said.isdecimal() and 1 <= int(said) <= len(view.legal):
        found.add(view.legal[int(said) - 1])
    return found


def _fenced(text: str, rng: np.random.Generator) -> str:
    return f"```\n{text}\n```" if rng.random() < 0.3 else text


def _reasoned(text: str, view: View, other: int, rng: np.random.Generator) -> str:
    """Reasoning before an answer, with answers of its own."""
    lines = [each.format(other=view.names[other], number=other + 1) for each in rng.choice(REASONS, 2)]
    if rng.random() < 0.2:
        lines.append(f"Answer: {other + 1}")
    if rng.random() < 0.2:
        lines = ["<think>", *lines, '{"action": 1}', "</think>"]
    return "\n".join([*lines, text])


def _typo(name: str, rng: np.random.Generator) -> str:
    """A letter too few or too many."""
    letters = [at for at, sign in enumerate(name) if sign.isalpha()]
    if not letters:
        return name + "x"
    at = int(rng.choice(letters))
    return name[:at] + name[at + 1 :] if rng.random() < 0.5 else name[:at] + name[at] + name[at:]
