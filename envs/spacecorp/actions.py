"""SpaceCorp: the action table.

Every question is answered within one block, or with "done". Players in answers are counted from the answering
seat clockwise: own, next, second, third.
"""

import numpy as np

from astrarium.core import ActionTable, Block

from . import state as st

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
    Block("type", "{type}", type=st.TYPES),
    Block("team", "team {number}", number=("1", "2", "3", "4")),
    Block("site", "site {site}", site=st.ALL_SITES),
    Block("card", "card {card}", card=st.ALL_CARDS),
    Block("whose", "use {whose}", whose=SEATS),
    Block("answer", "{answer}", answer=("no", "yes")),
    Block("time", "Time: {how}", how=("not used", "double the value", "two teams")),
    Block("base", "base {base}", base=st.BASES),
    Block("take", "take {source}", source=SOURCES),
    Block("spend", "spend {amount}T", amount=("0", "1", "2", "3")),
    Block("slot", "Infra slot {slot}", slot=("1", "2", "3")),
    Block("progress", "progress card {title}", title=st.NUM_TITLES),
    Block("colony", "colony {colony}", colony=st.NUM_COLONIES),
    Block("edge", "Edge {edge}", edge=st.EDGES),
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
assert len(BLOCKS) == len(st.ASKS)


def _offset(block: str, era: int) -> int:
    """The action of answer 0: cards and sites are numbered within their era."""
    within = {"site": st.FIRST_SITE[era], "card": st.NUM_CARDS * era}
    return ACTIONS.offset(block) + within.get(block, 0)


# OFFSET[ask, era]
OFFSET = np.array([[_offset(block, era) for era in range(st.NUM_ERAS)] for block in BLOCKS], dtype=np.int64)
