"""Starfarers of Catan: the action table.

Players in actions are counted from the acting seat clockwise: next, second, third.
"""

from astrarium.core import ActionTable, Block

from . import state as st

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWX"
ROWS = tuple(str(row + 1) for row in range(st.NUM_ROWS))
PLAYERS = ("next player", "second player", "third player")
RINGS = ("1 ring", "2 rings", "3 rings")
DIRECTIONS = ("left", "right", "up left", "up right", "down left", "down right")
SIDES = ("first", "second")

ACTIONS = ActionTable(
    Block("end_building", "end trade and building"),
    Block("supply", "draw supplies from Earth"),
    Block("bank", "trade {give} for {take} with the bank", give=st.RESOURCES, take=st.RESOURCES),
    Block("open_offer", "open an offer"),
    Block("colony_ship", "build a colony ship"),
    Block("trade_ship", "build a trade ship"),
    Block("expand", "buy a {expansion}", expansion=st.EXPANSIONS),
    Block("spaceport", "build a spaceport at {site}", site=st.NUM_SITES),
    Block("buy_fame", "buy a fame ring for goods"),
    Block("help", "let the {player} help the poor", player=PLAYERS),
    Block("transporter", "use the transporter with {rings}", rings=RINGS),
    Block("launch", "launch at the {side} point of {site}", side=SIDES, site=st.NUM_SITES),
    Block("ship", "move the ship with {rings}", rings=RINGS),
    Block("end_flight", "end the flight phase"),
    Block("fly", "fly {direction}", direction=DIRECTIONS),
    Block("stop", "stop here"),
    Block("found", "found a colony"),
    Block("clear", "clear the planet"),
    Block("friend", "take the card {friend}", friend=st.NUM_FRIENDS),
    Block("give", "give {resource}", resource=st.RESOURCES),
    Block("take", "take {resource}", resource=st.RESOURCES),
    Block("want", "want {resource}", resource=st.RESOURCES),
    Block("send", "send the offer"),
    Block("drop", "drop the offer"),
    Block("accept", "accept"),
    Block("refuse", "refuse"),
    Block("counter", "make a counter-offer"),
    Block("player", "choose the {player}", player=PLAYERS),
    Block("nobody", "choose nobody"),
    Block("answer", "give {number} cards", number=("0", "1", "2", "3")),
    Block("no", "no"),
    Block("yes", "yes"),
    Block("add", "add a {expansion}", expansion=st.EXPANSIONS),
    Block("remove", "remove a {expansion}", expansion=st.EXPANSIONS),
    Block("column", "jump to column {column}", column=COLUMNS),
    Block("row", "jump to row {row}", row=ROWS),
    Block("stay", "do not jump"),
    Block("site", "place a colony at {site}", site=st.HOME_SITES),
    Block("port", "make {site} a spaceport", site=st.HOME_SITES),
    Block("first_ship", "begin with a {kind} ship", kind=("colony", "trade")),
)

NUM_ACTIONS = ACTIONS.size
