"""Starship Captains: the action table."""

from astrarium.core import ActionTable, Block

from . import state as st

SLOT_NAMES = tuple(f"tech slot {slot + 1}" for slot in range(st.NUM_SLOTS))
SHARED_NAMES = tuple(f"shared tech {k + 1}" for k in range(st.NUM_SHARED))
ROOM_NAMES = (*st.PRINTED_ROOMS, *SLOT_NAMES, *SHARED_NAMES)
OWNERS = ("own", "next player's", "second player's", "third player's")
PAIR_NAMES = tuple(
    f"{st.ARTIFACTS[a]} and {st.ARTIFACTS[b]}".replace(" artifact", "") + " artifacts" for a, b in st.PAIRS
)

ACTIONS = ActionTable(
    Block("pass", "pass"),
    Block("done", "done"),
    Block("no", "no"),
    Block("yes", "yes"),
    Block("room", "activate {room}", room=ROOM_NAMES),
    Block("mission", "complete the mission"),
    Block("train", "train {figure} as {colour} ensign", figure=st.FIGURES[:4], colour=st.COLOURS),
    Block("promote", "promote {colour} ensign", colour=st.COLOURS),
    Block("figure", "choose {figure}", figure=st.FIGURES),
    Block("pair", "use {pair}", pair=PAIR_NAMES),
    Block("go", "go to {location}", location=st.LOCATIONS),
    Block("pirate", "choose the pirate on the {colour} route", colour=st.ROUTE_COLOURS),
    Block("tech", "take the tech of space {space}", space=[str(k + 1) for k in range(st.NUM_BOARD)]),
    Block("drawn", "take drawn card {card}", card=[str(k + 1) for k in range(st.NUM_DRAWN)]),
    Block("slot", "choose {slot}", slot=SLOT_NAMES),
    Block("repair", "repair {place}", place=("cargo", *SLOT_NAMES)),
    Block("spend", "spend {token}", token=(*st.ARTIFACTS, "pirate token", "medal", "android")),
    Block(
        "advance",
        "advance {steps} on {track}",
        track=st.TRACKS,
        steps=[str(k + 1) for k in range(st.MOST_STEPS)],
    ),
    Block("choice", "choose the {side} effect", side=("first", "second")),
    Block("copy", "copy the {whose} {slot}", whose=OWNERS, slot=SLOT_NAMES),
    Block("copy_shared", "copy {shared}", shared=SHARED_NAMES),
    Block("call", "call figure {place} of the queue", place=[str(k + 1) for k in range(st.QUEUE_CAP)]),
)
