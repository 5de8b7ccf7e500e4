"""Random games as their seats see them, and noise for replies."""

import json

import numpy as np

from astrarium.core.following import Follower, Past
from astrarium.core.view import View

REASONS = [
    "Let me think.",
    "I could {other}, but that is worse.",
    "Option {number} looks tempting.",
    "1. first",
    "",
]
WORDS = [
    "pass",
    "gas",
    "the",
    "ship",
    "buy",
    "sell",
    "seven",
    "answer",
    "is",
    "maybe",
    "think",
    "of",
    "move",
    "3",
    "12",
    "best",
    "or",
    "and",
    "not",
]


def decisions(table, seed, every=1):
    """The views of some decisions of a random game, with what the acting seat has seen since its last one."""
    game, content, rng = table.game, table.game.content(table.content), np.random.default_rng(seed)
    past = Past((seed, 0, 0), table.deal(seed))
    followers = [Follower(game, content, past, seat) for seat in range(table.players)]
    states = past.start.copy()
    while not states["over"][0]:
        k, seat = len(past.actions), int(states["seat"][0])
        if k % every == 0:
            yield View(game, content, states, seat, k, followers[seat].news(k))
        past.actions.append(int(rng.choice(np.flatnonzero(table.mask(states)))))
        table.step(states, past.actions[-1])


def noisy(view, rng):
    """A reply, and the position in `legal` of what it means; None where it means nothing clear."""
    k = int(rng.integers(len(view.legal)))
    other = int(rng.integers(len(view.legal)))
    name, number = view.names[k], k + 1
    form = int(rng.integers(9))
    if form == 0:
        answer, meant = str(number), k
    elif form == 1:
        answer, meant = f"{number}. {name}", k
    elif form == 2:
        answer, meant = json.dumps({"why": "so", "action": number if rng.random() < 0.5 else name}), k
        return _reasoned(_fenced(answer, rng), view, other, rng), meant
    elif form == 3:
        answer, meant = f"{number}. {view.names[other]}", k if other == k else None
    elif form == 4:
        answer, meant = f"{name} or {view.names[other]}", None
    elif form == 5:
        answer, meant = " ".join(rng.choice(WORDS, int(rng.integers(1, 6)))), None
    elif form == 6:
        answer, meant = _typo(name, rng), None
    else:
        answer, meant = name, k
    quote = str(rng.choice(["", '"', "'", "`", "**"]))
    case = (str, str.upper, str.lower, str.title)[int(rng.integers(4))]
    mark = str(rng.choice(["Answer: ", "answer:", "**Answer:** ", "Final answer: ", "ANSWER:\n"]))
    end = str(rng.choice(["", ".", "\n", "  "]))
    reply = f"{mark}{quote}{case(answer)}{quote}{end}"
    return _reasoned(_fenced(reply, rng), view, other, rng), meant


def _fenced(text, rng):
    return f"```\n{text}\n```" if rng.random() < 0.3 else text


def _reasoned(text, view, other, rng):
    """Reasoning before an answer, with answers of its own."""
    lines = [each.format(other=view.names[other], number=other + 1) for each in rng.choice(REASONS, 2)]
    if rng.random() < 0.2:
        lines.append(f"Answer: {other + 1}")
    if rng.random() < 0.2:
        lines = ["<think>", *lines, '{"action": 1}', "</think>"]
    return "\n".join([*lines, text])


def _typo(name, rng):
    """A letter too few or too many."""
    letters = [at for at, sign in enumerate(name) if sign.isalpha()]
    if not letters:
        return name + "x"
    at = int(rng.choice(letters))
    return name[:at] + name[at + 1 :] if rng.random() < 0.5 else name[:at] + name[at] + name[at:]
