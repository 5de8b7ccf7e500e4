"""SpaceCorp: the action table.

Players in answers are counted from the answering
seat clockwise: own, next, second, third.
"""

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
