"""Starfarers of Catan: encounter cards as scripts: parts of steps in a small closed vocabulary.

Each phrase that a step can be is one entry of the list below.
"""

from __future__ import annotations

import re

from astrarium.core.tables import TableError

from . import state as st
from .sheets import Sheets, fail

# Steps of an encounter card.
(
    OP_NONE,
    OP_GIVE,  # cards of choice to the bank
    OP_SWAP,  # one card of choice to the bank, two of other kinds from it
    OP_ASK_ATTACK,  # the second question: on to ATTACK or LEAVE
    OP_GAIN,
    OP_ANY,  # cards of choice from the bank
    OP_FAME,
    OP_HALT,
    OP_JUMP,
    OP_SHIP,
    OP_ADD,
    OP_REMOVE,
    OP_ROB,
    OP_BEG,
    OP_RETURN,
    OP_FORFEIT,
    OP_WEAR,
    OP_COUNCIL,
    OP_RESHUFFLE,
    OP_NEW,
    OP_FIGHT,  # on to WON or LOST
    OP_RACE,  # on to WON or LOST
    OP_FLEE,  # on to ESCAPED or CAUGHT
    OP_ROLL,  # on to the part of the total
) = range(24)
NUM_OPS = 24
SEATS = {"L1": 1, "L2": 2, "R1": -1, "R2": -2}


# Parts of a card: after an answer, then what a test leads to. A part leads to later ones only.
ANSWERS = 0
ATTACK, LEAVE, ESCAPED, CAUGHT, WON, LOST, FIRST_ROLL = range(4, 11)  # FIRST_ROLL: a total of 1
PARTS = (
    *(f"a{answer}" for answer in range(4)),
    *("attack", "leave", "escaped", "caught", "won", "lost"),
    *(f"roll{total}" for total in range(1, 6)),
)
NUM_PARTS = 15
NUM_STEPS = 4

_OPS: list[tuple[str, int]] = [
    (r"GIVE ([1-3])", OP_GIVE),
    (r"SWAP", OP_SWAP),
    (r"ATTACK", OP_ASK_ATTACK),
    (rf"GAIN ([1-9]) ({'|'.join(st.RESOURCES)})", OP_GAIN),
    (r"ANY ([1-9])", OP_ANY),
    (r"FAME ([+-][1-9])", OP_FAME),
    (r"HALT", OP_HALT),
    (r"JUMP", OP_JUMP),
    (r"SHIP", OP_SHIP),
    (r"UP", OP_ADD),
    (r"DOWN", OP_REMOVE),
    (r"ROB", OP_ROB),
    (r"BEG", OP_BEG),
    (r"RETURN", OP_RETURN),
    (r"FORFEIT", OP_FORFEIT),
    (r"WEAR (\d+)", OP_WEAR),
    (r"COUNCIL", OP_COUNCIL),
    (r"RESHUFFLE", OP_RESHUFFLE),
    (r"NEW", OP_NEW),
    (r"FIGHT ([LR][12])", OP_FIGHT),
    (r"RACE ([LR][12])", OP_RACE),
    (r"FLEE ([LR][12])", OP_FLEE),
    (r"ROLL", OP_ROLL),
]
_LEADS_TO = {OP_ASK_ATTACK: ATTACK, OP_FIGHT: WON, OP_RACE: WON, OP_FLEE: ESCAPED, OP_ROLL: FIRST_ROLL}

# Every part that such a step can lead to.
LEADS_TO_ALL = {
    OP_ASK_ATTACK: (ATTACK, LEAVE),
    OP_FIGHT: (WON, LOST),
    OP_RACE: (WON, LOST),
    OP_FLEE: (ESCAPED, CAUGHT),
    OP_ROLL: tuple(range(FIRST_ROLL, FIRST_ROLL + 5)),
}


def add_encounters(sheets: Sheets) -> None:
    """Questions and steps of the encounter cards."""
    t, file = sheets.t, "encounters.csv"
    questions = sheets.rows["questions.csv"]
    ids = [row["id"] for row in questions]
    if len(ids) > st.NUM_QUESTIONS:
        raise TableError(f"questions.csv: expected at most {st.NUM_QUESTIONS} questions, got {len(ids)}")
    for number, row in enumerate(questions):
        t["question_gift"][number] = row["kind"] == "gift"
        t["question_needs"][number] = row["needs"]
    rows = sheets.expect(file, st.NUM_ENCOUNTERS)
    for card, row in enumerate(rows):
        if row["question"] not in (*ids, "none"):
            raise fail(
                file, card + 2, "question", "the id of a row of questions.csv, or none", row["question"]
            )
        t["question"][card] = ids.index(row["question"]) if row["question"] in ids else -1
        for part, name in enumerate(PARTS):
            _add_steps(sheets, card, part, name, row[name])
    if (t["question"] < 0).all() or (t["op"][:, 0, 0] == OP_NEW).all():
        raise TableError(f"{file}: expected a card that ends")
    sheets.labels["question"] = tuple(row["text"] for row in questions)
    sheets.labels["encounter"] = tuple(f"{row['id']} ({row['family']})" for row in rows)


def _add_steps(sheets: Sheets, card: int, part: int, name: str, cell: str) -> None:
    """Write the steps of one part."""
    t = sheets.t
    steps = cell.split("; ") if cell else []
    if len(steps) > NUM_STEPS:
        raise fail("encounters.csv", card + 2, name, f"at most {NUM_STEPS} steps", cell)
    for at, step in enumerate(steps):
        op, words = _parse(step)
        if op == OP_NONE:
            raise fail("encounters.csv", card + 2, name, "one of " + "; ".join(p for p, _ in _OPS), step)
        t["op"][card, part, at] = op
        if words:
            t["arg"][card, part, at] = SEATS[words[0]] if words[0] in SEATS else int(words[0])
        if len(words) > 1:
            t["arg_resource"][card, part, at] = st.RESOURCES.index(words[1])
        if op in _LEADS_TO and (at + 1 < len(steps) or _LEADS_TO[op] <= part):
            raise fail("encounters.csv", card + 2, name, "a test as the last step, leading on", step)
        if op in (OP_GIVE, OP_SWAP):
            _check_gift(sheets, card, part, name, at, int(words[0]) if words else 1)


def _check_gift(sheets: Sheets, card: int, part: int, name: str, at: int, cards: int) -> None:
    """Cards are given first, and no more than the answer speaks of."""
    t, question = sheets.t, int(sheets.t["question"][card])
    most = 0
    if question >= 0 and part <= 3:
        most = part if t["question_gift"][question] else part * int(t["question_needs"][question])
    if at > 0 or cards > most:
        raise fail("encounters.csv", card + 2, name, f"at most {most} cards given, in the first step", cards)


def _parse(step: str) -> tuple[int, tuple[str, ...]]:
    """The opcode of a step and its arguments; OP_NONE when it is no step."""
    for pattern, op in _OPS:
        if match := re.fullmatch(pattern, step):
            return op, match.groups()
    return OP_NONE, ()
