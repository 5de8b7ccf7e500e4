"""SpaceCorp: the action table.

Every question is answered within one block, or with "done". Players in answers are counted from the answering
seat clockwise: own, next, second, third.
"""

import numpy as np

from astrarium.core import ActionTable, Block

from .state import (
    ALL_CARDS,
    ALL_SITES,
    ASKS,
    BASES,
    EDGES,
    FIRST_SITE,
    NUM_CARDS,
    NUM_COLONIES,
    NUM_ERAS,
    NUM_TITLES,
    TYPES,
)

SEATS = ("own", "next player's", "second player's", "third player's")
SOURCES = (
    "the top card of the deck",
    "offer 1",
    "offer 2",
    "offer 3",
    "offer 4",
    "a step of the revelation marker",
)

ACTIONS = ActionTable(
    Block("done", "done"),
    Block("type", "{type}", type=TYPES),
    Block("team", "team {number}", number=("1", "2", "3", "4")),
    Block("site", "site {site}", site=ALL_SITES),
    Block("card", "card {card}", card=ALL_CARDS),
    Block("whose", "use {whose}", whose=SEATS),
    Block("answer", "{answer}", answer=("no", "yes")),
    Block("time", "Time: {how}", how=("not used", "double the value", "two teams")),
    Block("base", "base {base}", base=BASES),
    Block("take", "take {source}", source=SOURCES),
    Block("spend", "spend {amount}T", amount=("0", "1", "2", "3")),
    Block("slot", "Infra slot {slot}", slot=("1", "2", "3")),
    Block("progress", "progress card {title}", title=NUM_TITLES),
    Block("colony", "colony {colony}", colony=NUM_COLONIES),
    Block("edge", "Edge {edge}", edge=EDGES),
)

DONE = ACTIONS.offset("done")
BLOCKS = (
    "done",
    "type",
    "team",
    "site",
    "card",
    "whose",
    "answer",
    "time",
    "base",
    "take",
    "spend",
    "slot",
    "progress",
    "colony",
    "edge",
)
assert len(BLOCKS) == len(ASKS)


def _offset(block: str, era: int) -> int:
    """The action of answer 0: cards and sites are numbered within their era."""
    within = {"site": FIRST_SITE[era], "card": NUM_CARDS * era}
    return ACTIONS.offset(block) + within.get(block, 0)


# OFFSET[ask, era]
OFFSET = np.array([[_offset(block, era) for era in range(NUM_ERAS)] for block in BLOCKS], dtype=np.int64)
