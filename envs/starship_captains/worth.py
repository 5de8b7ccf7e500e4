"""Starship Captains: what cards are worth, worked out of the weights of the evaluation.

A worth of an operation or a card is a pair: points that it brings as it stands, and points that it can still
become while the whole game is ahead; the latter fade with the time that is left. Effects, lines of missions,
techs and the spaces of tracks are valued from these when a set of weights is taken up.

The set `first` comes from games of greedy players against each other with weights varied at random, by
regression of the lead in points on the logarithms of the weights: five rounds, 6,864 games of 2 and 4
players. A sixth, of 1,332 games, proposed a step that made no difference (-0.4 +- 0.5 points in 300 games).
`stepped` and `held` are lower than found, so that completing a mission looks no worse than waiting; that
makes no difference either (-0.3 +- 0.4 points in 320 games). Abilities and omega techs are estimates, with
one common factor each; `new_round` is the best of 0, 4 and 7 in 200 games alone.
"""

from __future__ import annotations

import numpy as np

from . import state as st
from . import tables as tb

WORTHS = "unit_worth", "worth_from", "line_worth", "fight_worth", "lines_worth", "tech_worth", "ahead"
STEADY_HOOKS = {hook for hook in tb.HOOKS if not hook.startswith("ON_")}  # no effect: so many points a round


def operations(w: np.void) -> dict[str, tuple[float, float]]:
    """The worth of each operation, per unit."""
    fight, tech = (w["fought"], w["fought_later"]), (w["tech_now"], w["tech_later"])
    step, call = (w["stepped"], w["stepped_later"]), (0.0, w["called"])
    return {
        "MV": (0.0, w["moved"]),
        "JP": (0.0, w["jumped"]),
        "FT": fight,
        "FX": (w["fought"] + 1, w["fought_later"]),
        **dict.fromkeys(("RS", "RR", "LB"), tech),
        "RO": (w["tech_now"] + 1, w["tech_later"]),
        "RP": (1.0, w["space"]),
        "DM": (-1.0, -w["space"]),
        "AN": (1.0, w["android_ready"]),
        "MD": (0.5, w["medal"]),
        "AR": (0.5, w["artifact"]),
        "PT": (1.0, -w["space"]),
        **dict.fromkeys(("CO", "TC", "NI", "AA", "SA"), step),
        **dict.fromkeys(("QR", "CD"), call),
        "COPY": (0.5, w["tech_later"]),
    }


def payments(w: np.void) -> dict[str, tuple[float, float]]:
    """The worth of what may be paid, by its letter."""
    return {
        "A": (0.5, w["artifact"]),
        "P": (1.0, -w["space"]),
        "C": (0.5, w["artifact"]),
        "M": (0.5, w["medal"]),
        "N": (1.0, w["android_ready"]),
        "T": (0.0, w["tech_later"]),
    }


@tb.WEIGHTS.derive
def value_cards(t: np.void) -> None:
    """All worths of a card set, from its weights."""
    for name in WORTHS:
        t[name] = 0.0
    ops, pays = operations(t["w"]), payments(t["w"])
    for index in range(int(t["num_effects"])):
        value_effect(t, index, ops, pays)
    for mission in range(st.NUM_MISSIONS):
        for line in range(int(t["mission_lines"][mission])):
            value_line(t, mission, line, ops["FT"])
    for card in range(st.FIRST_OMEGA):
        value_tech(t, card)
    for card in range(st.FIRST_OMEGA, st.NUM_TECH_CARDS):
        growth = t["w"]["omega"][t["omega_per"][card]]
        t["tech_worth"][card, 1] = t["w"]["omegas"] * growth * t["omega_points"][card]
    for track in range(st.NUM_TRACKS):
        for side in range(2):
            value_track(t, track, side)


def value_effect(
    t: np.void, index: int, ops: dict[str, tuple[float, float]], pays: dict[str, tuple[float, float]]
) -> None:
    """What an effect is worth from each of its operations on; effects inside it were valued before."""
    cells = int(np.count_nonzero(t["op"][index]))
    for k in range(cells - 1, -1, -1):
        op, arg = int(t["op"][index, k]), int(t["arg"][index, k])
        inner = t["worth_from"][t["inner"][index, k], 0]
        if op == tb.OP_CHOICE:
            worth = inner.max(axis=0)
        elif op == tb.OP_PAY:
            worth = np.maximum(inner[0] - pays[tb.PAYS[arg]], 0)
        elif op == tb.OP_PER_ANDROID:
            worth = t["w"]["androids"] * inner[0]
        else:
            worth = np.array(ops.get(tb.OPS[op], (0.0, 0.0)))
        t["unit_worth"][index, k] = worth
        times = arg if tb.COUNTED >> op & 1 else 1
        t["worth_from"][index, k] = t["worth_from"][index, k + 1] + worth * times


def value_line(t: np.void, mission: int, line: int, fight: tuple[float, float]) -> None:
    """A line with a bad effect may be ignored."""
    effect = t["line_effect"][mission, line]
    worth = t["worth_from"][effect, 0]
    t["line_worth"][mission, line] = worth if worth.sum() > 0 else 0
    t["lines_worth"][mission] += t["line_worth"][mission, line]
    fights = (t["op"][effect] == tb.OP_FIGHT).sum()
    t["fight_worth"][mission, line] = fights * np.array(fight)


def value_tech(t: np.void, card: int) -> None:
    """Rooms by what they do better than a printed one, abilities by how often they are used."""
    w, hook = t["w"], int(t["hook"][card])
    effect = t["worth_from"][t["tech_effect"][card], 0]
    half_way = effect @ (1, 0.5)
    if t["once"][card]:
        t["tech_worth"][card] = w["once_used"] * effect
    elif hook < 0:
        t["tech_worth"][card, 1] = st.ROUNDS * w["room_used"] * max(half_way - w["room_base"], 0)
    else:
        a_round = w["hook"][hook] * (1.0 if tb.HOOKS[hook] in STEADY_HOOKS else half_way)
        t["tech_worth"][card, 1] = st.ROUNDS * w["abilities"] * a_round


def value_track(t: np.void, track: int, side: int) -> None:
    """Bonuses ahead of each space, the less the farther away."""
    for space in range(st.TRACK_LENGTH):
        for steps, share in enumerate(t["w"]["ahead"]):
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
