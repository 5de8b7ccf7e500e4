"""Starship Captains: the action table."""

from astrarium.core import ActionTable, Block

from .state import (
    ARTIFACTS,
    COLOURS,
    FIGURES,
    LOCATIONS,
    MOST_STEPS,
    NUM_BOARD,
    NUM_DRAWN,
    NUM_SHARED,
    NUM_SLOTS,
    PAIRS,
    PRINTED_ROOMS,
    ROUTE_COLOURS,
    TRACKS,
)

SLOT_NAMES = tuple(f"tech slot {slot + 1}" for slot in range(NUM_SLOTS))
SHARED_NAMES = tuple(f"shared tech {k + 1}" for k in range(NUM_SHARED))
ROOM_NAMES = (*PRINTED_ROOMS, *SLOT_NAMES, *SHARED_NAMES)
OWNERS = ("own", "next player's", "second player's", "third player's")
PAIR_NAMES = tuple(
    f"{ARTIFACTS[a]} and {ARTIFACTS[b]}".replace(" artifact", "") + " artifacts" for a, b in PAIRS
)

ACTIONS = ActionTable(
    Block("pass", "pass"),
    Block("done", "done"),
    Block("no", "no"),
    Block("yes", "yes"),
    Block("room", "activate {room}", room=ROOM_NAMES),
    Block("mission", "complete the mission"),
    Block("train", "train {figure} as {colour} ensign", figure=FIGURES[:4], colour=COLOURS),
    Block("promote", "promote {colour} ensign", colour=COLOURS),
    Block("figure", "choose {figure}", figure=FIGURES),
    Block("pair", "use {pair}", pair=PAIR_NAMES),
    Block("go", "go to {location}", location=LOCATIONS),
    Block("pirate", "choose the pirate on the {colour} route", colour=ROUTE_COLOURS),
    Block("tech", "take the tech of space {space}", space=[str(k + 1) for k in range(NUM_BOARD)]),
    Block("drawn", "take drawn card {card}", card=[str(k + 1) for k in range(NUM_DRAWN)]),
    Block("slot", "choose {slot}", slot=SLOT_NAMES),
    Block("repair", "repair {place}", place=("cargo", *SLOT_NAMES)),
    Block("spend", "spend {token}", token=(*ARTIFACTS, "pirate token", "medal", "android")),
    Block(
        "advance",
        "advance {steps} on {track}",
        track=TRACKS,
        steps=[str(k + 1) for k in range(MOST_STEPS)],
    ),
    Block("choice", "choose the {side} effect", side=("first", "second")),
    Block("copy", "copy the {whose} {slot}", whose=OWNERS, slot=SLOT_NAMES),
    Block("copy_shared", "copy {shared}", shared=SHARED_NAMES),
)

PASS, DONE, NO, YES = ACTIONS.offsets("pass", "done", "no", "yes")
ROOM, MISSION, TRAIN, PROMOTE, FIGURE, PAIR = ACTIONS.offsets(
    "room", "mission", "train", "promote", "figure", "pair"
)
GO, PIRATE, TECH, DRAWN, SLOT, REPAIR_PLACE = ACTIONS.offsets(
    "go", "pirate", "tech", "drawn", "slot", "repair"
)
SPEND, ADVANCE, CHOICE, COPY, COPY_SHARED = ACTIONS.offsets(
    "spend", "advance", "choice", "copy", "copy_shared"
)
SPEND_PIRATE, SPEND_MEDAL, SPEND_ANDROID = 3, 4, 5
