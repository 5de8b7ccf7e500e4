"""Starship Captains: what things are worth in points, for the evaluation.

A worth of an operation or a card is a pair: points that it brings as it stands, and points that it can still
become while the whole game is ahead; the latter fade with the time that is left. Effects, lines of missions,
techs and the spaces of tracks are valued from these when a card set is read, other cards as well. Points that
a thing scores anyway are left out of the single numbers.

The single numbers come from games of greedy players against each other with weights varied at random, by
regression of the lead in points on the logarithms of the weights: five rounds, 6,864 games of 2 and 4
players. A sixth, of 1,332 games, proposed a step that made no difference (-0.4 +- 0.5 points in 300 games).
STEPPED and HELD are lower than found, so that completing a mission looks no worse than waiting; that makes no
difference either (-0.3 +- 0.4 points in 320 games). Abilities and omega techs are estimates, with one common
factor each; NEW_ROUND is the best of 0, 4 and 7 in 200 games alone.
"""

from __future__ import annotations

import numpy as np

from . import state as st
from . import tables as tb

# Crew
READY = 0.33  # a figure that can still act in this round
READY_ENSIGN = 0.17  # more for an ensign: a room of its colour, a line of it
TASK = 1.2  # more for a commander: the second task
ROUND = 0.3  # a figure, for each later round in which it can act
ROUND_ENSIGN = 0.25
ROUND_COMMANDER = 1.34
ANDROID_READY = 0.65  # an android, while missions can be done
ANDROID_SPENT = 0.3  # off what a line brings, beside the android's point
# The ship, at the beginning of the game
MEDAL = 0.44
MEDALS = 6.0  # that count
ARTIFACT = 0.75
ARTIFACTS = 4.0
SPACE = 0.3  # a free cargo slot
SPACES = 3.0
SLOT = 1.72  # a tech slot that is free and whole
SLOTS = 2.0
ABILITIES = 1.23  # factor on what abilities are thought to bring
OMEGAS = 0.54  # factor on what omega techs are thought to score more
# Tracks
STEP = 0.28  # a step towards the next zone
STEP_END = 0.12  # at the end
BONUS_AHEAD = 0.61  # share of the bonuses before a marker
# Missions
PROMISED = 0.86  # share of the worth of effects under way
HELD = 0.5  # share of what a mission here would bring
LATER = 0.45  # of that if it has to wait for the next round
MATCHED = 0.47  # share of the lines that a crew not known yet will match
NEAR_1 = 0.3  # share of the best mission a route away
NEAR_2 = 0.22  # two routes away
NEAR_3 = 0.1
# Operations
MOVED = 1.17  # a move
JUMPED = 3.1
FOUGHT = 1.52  # a token and a reward, less a damage
FOUGHT_LATER = 0.43
TECH_NOW = 0.16  # a tech from the board
TECH_LATER = 1.92
STEPPED = 0.7  # a step on a track
STEPPED_LATER = 0.19
CALLED = 1.74  # a figure from the queue
# Leads
LEAD = 6.0  # a lead of so many points is worth half a win at the end
LEAD_EARLY = 10.0  # and so many more at the beginning
SOLO_LEAD = 15.0
NEW_ROUND = 7.0  # alone, a round to come: what its beginning makes look better, so that none is hurried to

# Per unit of an operation.
OPS_WORTH = {
    "MV": (0.0, MOVED),
    "JP": (0.0, JUMPED),
    "FT": (FOUGHT, FOUGHT_LATER),
    "FX": (FOUGHT + 1, FOUGHT_LATER),
    "RS": (TECH_NOW, TECH_LATER),
    "RR": (TECH_NOW, TECH_LATER),
    "LB": (TECH_NOW, TECH_LATER),
    "RO": (TECH_NOW + 1, TECH_LATER),
    "RP": (1.0, SPACE),
    "DM": (-1.0, -SPACE),
    "AN": (1.0, ANDROID_READY),
    "MD": (0.5, MEDAL),
    "AR": (0.5, ARTIFACT),
    "PT": (1.0, -SPACE),
    "CO": (STEPPED, STEPPED_LATER),
    "TC": (STEPPED, STEPPED_LATER),
    "NI": (STEPPED, STEPPED_LATER),
    "AA": (STEPPED, STEPPED_LATER),
    "SA": (STEPPED, STEPPED_LATER),
    "QR": (0.0, CALLED),
    "CD": (0.0, CALLED),
    "COPY": (0.5, TECH_LATER),
}
# What may be paid, by its letter.
PAYS_WORTH = {
    "A": (0.5, ARTIFACT),
    "P": (1.0, -SPACE),
    "C": (0.5, ARTIFACT),
    "M": (0.5, MEDAL),
    "N": (1.0, ANDROID_READY),
    "T": (0.0, TECH_LATER),
}
ANDROIDS = 0.53  # of a player, when an effect counts them

# How often a round an ability gives its effect.
HOOKS_USED = {
    "ON_MISSION_ICON": 0.5,
    "ON_MISSION_R": 0.9,
    "ON_MISSION_Y": 0.9,
    "ON_MISSION_B": 0.9,
    "ON_MISSION": 1.1,
    "ON_HELM": 0.9,
    "ON_FIGHT": 0.6,
    "ON_RESEARCH": 0.9,
    "ON_STATION": 0.6,
    "ON_ANDROID_USED": 0.4,
}
# Points a round that other abilities are worth.
HOOKS_WORTH = {
    "PAY_MEDAL_WITH_ARTIFACT": 0.3,
    "PAY_MEDAL_WITH_PIRATE": 0.2,
    "LOCKERS": 0.25,
    "PREVENT_DAMAGE_PAY_PIRATE": 0.1,
    "MOVE_AS_REPAIR": 0.4,
    "BONUS_REPAIR_2": 0.3,
    "MISSION_FIRST_DAMAGE_FREE": 0.3,
    "TRACK_REDIRECT": 0.4,
    "BONUS_MOVE_IS_JUMP": 0.2,
    "FIRST_FIGHT_NO_DAMAGE": 0.5,
    "MOVE_NO_PIRATE_DAMAGE": 0.2,
    "FIRST_TRAIN_FREE": 0.8,
    "PROMOTE_COST_2": 0.7,
    "QUEUE_KEEP_2": 1.6,
}
ROOM_BASE = 0.9  # points of the work that is left undone for a room tech
ROOM_USED = 0.26  # times a round
ONCE_USED = 0.95  # share of the worth of a tech that is used up

# Things that an omega tech may still count more of, from the beginning of the game.
OMEGAS_GROWTH = {
    "ARTIFACT_TYPES": 1.5,
    "ICON_PAIRS": 2.5,
    "RED_FIGURES": 0.5,
    "YELLOW_FIGURES": 0.5,
    "BLUE_FIGURES": 0.5,
    "COMMANDERS": 2.0,
    "DAMAGE": -3.0,
    "RED_MISSIONS": 3.0,
    "YELLOW_MISSIONS": 3.0,
    "BLUE_MISSIONS": 3.0,
    "PIRATE_TOKENS": 2.5,
    "LOWEST_ZONE": 2.0,
}
AHEAD = (1.0, 0.75, 0.5, 0.25)  # share of a track's bonus so many steps away

# Worths of a card set, written into its TABLES


def value_effect(t: np.void, index: int, cells: int) -> None:
    """What an effect is worth from each of its operations on."""
    for k in range(cells - 1, -1, -1):
        op, arg = int(t["op"][index, k]), int(t["arg"][index, k])
        worth = value_cell(op, arg, t["worth_from"][t["inner"][index, k], 0])
        t["unit_worth"][index, k] = worth
        times = arg if tb.COUNTED >> op & 1 else 1
        t["worth_from"][index, k] = t["worth_from"][index, k + 1] + worth * times


def value_cell(op: int, arg: int, inner: np.ndarray) -> np.ndarray:
    """One repetition of an operation; `inner` are the worths of the effects inside."""
    if op == tb.OP_CHOICE:
        return inner.max(axis=0)
    if op == tb.OP_PAY:
        return np.maximum(inner[0] - PAYS_WORTH[tb.PAYS[arg]], 0)
    if op == tb.OP_PER_ANDROID:
        return ANDROIDS * inner[0]
    return np.array(OPS_WORTH.get(tb.OPS[op], (0.0, 0.0)))


def value_line(t: np.void, mission: int, line: int) -> None:
    """A line with a bad effect may be ignored."""
    effect = t["line_effect"][mission, line]
    worth = t["worth_from"][effect, 0]
    t["line_worth"][mission, line] = worth if worth.sum() > 0 else 0
    t["lines_worth"][mission] += t["line_worth"][mission, line]
    fights = (t["op"][effect] == tb.OP_FIGHT).sum()
    t["fight_worth"][mission, line] = fights * np.array(OPS_WORTH["FT"])


def value_tech(t: np.void, card: int, hook: str | None) -> None:
    """Rooms by what they do better than a printed one, abilities by how often they are used."""
    effect = t["worth_from"][t["tech_effect"][card], 0]
    half_way = effect @ (1, 0.5)
    if t["once"][card]:
        t["tech_worth"][card] = ONCE_USED * effect
    elif hook is None:
        t["tech_worth"][card, 1] = st.ROUNDS * ROOM_USED * max(half_way - ROOM_BASE, 0)
    else:
        a_round = HOOKS_WORTH.get(hook, HOOKS_USED.get(hook, 0) * half_way)
        t["tech_worth"][card, 1] = st.ROUNDS * ABILITIES * a_round


def value_track(t: np.void, track: int, side: int) -> None:
    """Bonuses ahead of each space, the less the farther away."""
    for space in range(st.TRACK_LENGTH):
        for steps, share in enumerate(AHEAD):
            effect = t["bonus"][track, side, (space + steps + 1) % st.TRACK_LENGTH]
            t["ahead"][track, side, space] += share * t["worth_from"][effect, 0]


def measure_map(t: np.void) -> None:
    """Distances from every place to every other."""
    for side, places in enumerate(st.SIDE_LOCATIONS):
        away = t["distance"][side]
        away[:] = st.NUM_LOCATIONS
        for here in range(places):
            away[here, here] = 0
            away[here, t["beyond"][side, here]] = 1
        for via in range(places):
            away[:] = np.minimum(away, away[:, via : via + 1] + away[via])
