"""Star Tycoon: the action table.

Players in actions are counted from the acting seat clockwise: next, second, ... Cards of a row are named by
their place in it, from 1.
"""

from astrarium.core import ActionTable, Block

from . import state as st

PLAYERS = ("next player", "second player", "third player", "fourth player", "fifth player")
OWNERS = ("the own", *(f"the {player}'s" for player in PLAYERS))
SLOTS = tuple(str(slot + 1) for slot in range(st.MOST_SLOTS))
RESERVE_SLOTS = tuple(str(slot + 1) for slot in range(st.RESERVE_LIMIT))
ROW_SETS = tuple(
    " and ".join(row for bit, row in enumerate(st.ROWS) if rows >> bit & 1)
    for rows in range(1, 1 << st.NUM_ROWS)
)

ACTIONS = ActionTable(
    Block("end_turn", "end the turn"),
    Block("done", "done"),
    Block("no", "no"),
    Block("yes", "yes"),
    Block("company", "keep {company}", company=st.NUM_COMPANIES),
    Block("buy", "buy {row}: card {slot}", row=st.ROWS, slot=SLOTS),
    Block("buy_reserved", "buy reserved card {slot}", slot=RESERVE_SLOTS),
    Block("partnership", "form a partnership with {brand}", brand=st.BRANDS[: st.NUM_BRANDS]),
    Block("trade", "trade {resource}: {side}", resource=st.RESOURCES, side=("buy", "sell")),
    Block("omniforge", "use {whose} Omniforge", whose=OWNERS),
    Block("wayfare", "gain a resource and a credit instead of using the Omniforge"),
    Block("reserve", "reserve {row}: card {slot}", row=st.ROWS[:3], slot=SLOTS),
    Block(
        "smuggle", "smuggle: {smuggler}, {way} way", smuggler=st.NUM_SMUGGLERS + 1, way=("first", "second")
    ),
    Block("refresh", "refresh {row}", row=st.ROWS),
    Block("pay_refresh", "pay a credit to refresh {row}", row=st.ROWS),
    Block("loan", "take a loan"),
    Block("repay", "repay the loan"),
    Block("swap", "swap a resource with another player"),
    Block("phase", "swap the top of the deck {row} with card {slot}", row=st.ROWS, slot=SLOTS),
    Block("bonus_planet", "pay a credit to buy planet {slot} as well", slot=SLOTS),
    Block("hover", "move a development"),
    Block("bonus_reserve", "reserve {row}: card {slot} as well", row=st.ROWS[:3], slot=SLOTS),
    Block("spa", "refresh {rows} as well", rows=ROW_SETS),
    Block("line", "pay the {line} price", line=("upper", "lower")),
    Block("pay", "pay {token}", token=st.TOKENS),
    Block("gain", "gain {token}", token=st.TOKENS),
    Block("take", "take {token}", token=st.RESOURCES),
    Block("give", "give {token}", token=st.TOKENS),
    Block("discard", "discard {token}", token=st.TOKENS),
    Block("site", "choose {site}", site=st.NUM_SITES),
    Block("development", "choose {development}", development=st.NUM_DEVELOPMENTS),
    Block("player", "choose the {player}", player=PLAYERS),
    Block("remove", "remove card {slot}", slot=SLOTS),
    Block("marker", "move the marker of {resource}", resource=st.RESOURCES),
    Block("reserved", "choose reserved card {slot}", slot=RESERVE_SLOTS),
    Block("offer", "open an offer"),
    Block("give_card", "offer reserved card {slot}", slot=RESERVE_SLOTS),
    Block("ask", "ask for {token}", token=st.TOKENS),
    Block("ask_card", "ask for reserved card {slot}", slot=RESERVE_SLOTS),
    Block("send", "send the offer"),
    Block("withdraw", "withdraw the offer"),
)
