"""Star Commander: the action table.

Players in actions are counted from the acting seat clockwise: own, next, second, third.
"""

from astrarium.core import ActionTable, Block

from . import state as st

SEATS = ("own", "next player's", "second player's", "third player's")
PLAYERS = ("next player", "second player", "third player", "everybody")

ACTIONS = ActionTable(
    Block("end_phase", "end the command phase"),
    Block("pass", "pass"),
    Block("done", "done"),
    Block("no", "no"),
    Block("yes", "yes"),
    Block("jump", "jump a ship from {cell}", cell=st.CELLS),
    Block("build", "build in {cell}", cell=st.CELLS),
    Block("develop", "develop {cell}", cell=st.CELLS),
    Block("play", "play {card}", card=st.NUM_CARDS),
    Block("activate", "activate {ability}", ability=st.NUM_ABILITIES),
    Block("bank_draw", "pay the bank for a card of {domain}", domain=st.DOMAINS),
    Block("bank_sell", "sell two cards to the bank"),
    Block("offer", "open an offer"),
    Block("cell", "choose {cell}", cell=st.CELLS),
    Block("vessel", "choose {whose} {kind}", whose=SEATS, kind=st.NUM_KINDS),
    Block("which", "choose vessel {number} of these", number=[str(i + 1) for i in range(st.NUM_WHICH)]),
    Block("card", "choose {card}", card=st.NUM_CARDS),
    Block("deck", "draw from {domain}", domain=st.DOMAINS),
    Block("player", "choose {player}", player=PLAYERS),
    Block("stack", "choose item {number} of the stack", number=[str(i + 1) for i in range(st.STACK_CAP)]),
    Block("amount", "choose {amount}", amount=[str(i) for i in range(11)]),
    Block("portion", "assign {portion}", portion=("one damage", "just enough to destroy", "all the rest")),
    Block(
        "give",
        "offer {thing}",
        thing=("1 credit", "5 credits", "a hand card", "a technology", "a system", "a vessel"),
    ),
    Block(
        "ask",
        "ask for {thing}",
        thing=(
            "1 credit",
            "5 credits",
            "a card of a domain",
            "a shown card",
            "a technology",
            "a system",
            "a vessel",
        ),
    ),
    Block("send", "send the offer"),
    Block("withdraw", "withdraw the offer"),
)
