"""Observations read a second time, plainly, from the state and the words of each field."""

from functools import cache

import numpy as np
import pytest

from astrarium.envs.star_commander import state as st
from astrarium.envs.star_commander import tables as tb
from astrarium.envs.star_commander.observe import FEW, MANY, NUM_MARKS
from tests.envs.star_commander.table import GAME, Table
from tests.reading import assert_as_read, bits, named, never_read, one_of, positions, scrambled, turned

SAME = [  # as in the state
    "size", "trade", "engine_readings", "over", "round", "discard", "resolving", "selling",
    "free_developments", "window", "offers_left",
]  # fmt: skip
CELLS = {
    "developments": "developments", "settled": "settled", "range2": "range2", "fought": "fought",
    "habitats": "habitat",
}  # fmt: skip
PLAYERS = ["had_turn", "fallen", "credits", "ships", "hand_size"]
VESSELS = {
    "bonus": "v_attack", "damage": "v_damage", "assigned": "v_assigned", "jumps": "v_jumps",
}  # fmt: skip
OFFER = ["offer_credits", "offer_domains"]
OFFER_ONE_MORE = ["offer_technology", "offer_system", "offer_cards", "offer_vessels"]
OTHERS = [
    "normal_seat", "num_extra", "extra", "total", "technology", "deck_size", "pile", "shown", "locked",
    "combat_mark", "besieged_cells", "countered", "stack_pick", "stack_cell", "stack_item", "stack_seat",
    "pick", "pick_cell", "pick_kind", "want", "mover", "move_how", "destination", "carry_left", "draws",
    "build_cell", "battle", "attacker", "target", "attack_left", "targets_left", "raid_cell", "adding_side",
    "handed", "grant_vessel",
]  # fmt: skip


def read(t, s, seat):
    """What a seat is told, by fields; a siege and a pass are told below and in test_stack."""
    said = {name: s[name] for name in SAME}
    said |= {f"cell_{name}": s[field] for name, field in CELLS.items()}
    said |= {name: turned(s, seat, s[name]) for name in PLAYERS}
    said |= {f"vessel_{name}": s[field] for name, field in VESSELS.items()}
    parts = (turn, question, players, cards, cells, systems, vessels, fleets, grants, stack, announcement)
    parts += (pick, business, combat, offer)
    return said | {name: value for part in parts for name, value in part(t, s, seat).items()}


def turn(t, s, seat):
    extra = [named(s, seat, player) for player in s["extra"][: s["num_extra"]]]
    return {
        "players": s["num_players"],
        "phase": one_of(s["phase"], len(st.PHASES)),
        "active": named(s, seat, s["active"]) - 1,
        "normal_turn": named(s, seat, s["normal_seat"]) - 1,
        "extra_turns": extra + [0] * (st.EXTRA_CAP - len(extra)),
    }


def question(t, s, seat):
    mine, running = s["seat"] == seat, not s["over"]
    in_the_open = mine or s["ask"] != st.ASK_RESPOND
    return {
        "ask": one_of(s["ask"] - 1 if running and mine else -1, st.NUM_QUESTIONS),
        "deciding": named(s, seat, s["seat"]) if running and in_the_open else 0,
    }


def held(s, player, shown=False):
    """The cards in a hand, or those of them that are shown."""
    hand = zip(s["hand"][player], s["shown"][player], strict=True)
    return [int(card) for card, known in list(hand)[: s["hand_size"][player]] if known or not shown]


def players(t, s, seat):
    hands = [held(s, player) for player in range(st.MAX_PLAYERS)]
    shown = [held(s, player, shown=True) for player in range(st.MAX_PLAYERS)]
    backs = [[card // st.CARDS_PER_DOMAIN for card in hand] for hand in hands]
    return {
        "purse": np.minimum(turned(s, seat, s["credits"]), FEW),
        "developments": turned(s, seat, s["total"]),
        "backs": turned(s, seat, [np.bincount(each, minlength=st.NUM_DOMAINS) for each in backs]),
        "shown": turned(s, seat, [np.bincount(each, minlength=st.NUM_CARDS) for each in shown]),
        "technologies": turned(s, seat, s["technology"]),
    }


def cards(t, s, seat):
    return {
        "hand": np.bincount(held(s, seat), minlength=st.NUM_CARDS),
        "decks": s["deck_size"],
        "piles": s["pile"],
    }


def cells(t, s, seat):
    homes = [int(cell) for cell in s["home"][: s["num_players"]]]
    return {
        "cell": np.where(s["system"] < 0, 0, 1 + s["face_up"]),
        "cell_system": (s["system"] + 1) * s["face_up"],
        "cell_home": [
            named(s, seat, homes.index(cell)) if cell in homes else 0 for cell in range(st.NUM_CELLS)
        ],
        "cell_stripped": bits(s["besieged_cells"], st.NUM_CELLS),
        "cell_locks": [turned(s, seat, bits(each, st.MAX_PLAYERS)) for each in s["locked"]],
    }


def systems(t, s, seat):
    """Of those that are face up."""
    up, system, owner = s["face_up"], s["system"], s["owner"]
    domains = [one_of(domain, st.NUM_DOMAINS) for domain in t["system_domain"][system]]
    more = np.where(owner >= 0, s["room"][np.arange(st.NUM_CELLS), owner], 0)
    marks = [turned(s, seat, bits(each, st.MAX_PLAYERS)) for each in s["combat_mark"]]
    return {
        "cell_domain": up[:, None] * domains,
        "cell_capital": up * (t["system_kind"][system] == st.CAPITAL),
        "cell_maximum": up * (t["system_max"][system] + more),
        "cell_owner": up * [named(s, seat, player) for player in owner],
        "cell_marks": up[:, None] * marks,
    }


def there(s):
    """The slots with a vessel, and the kinds of all slots."""
    return (s["v_kind"] >= 0) & (np.arange(st.NUM_SLOTS) < s["top"]), s["v_kind"]


def strengths(t, s):
    """Attack and hit points left of each slot: printed, added, of technologies and other stations."""
    on, kind = there(s)
    bonus, of_class = s["bonus"][s["v_owner"]], t["kind_class"][kind]
    station = s["aura"][s["v_cell"], s["v_owner"]] - t["kind_aura"][kind]
    attack = t["kind_attack"][kind] + s["v_attack"] + bonus[:, st.BONUS_ATTACK]
    attack = attack + (of_class == st.STATION) * station
    points = t["kind_hp"][kind] + s["v_hp"] + bonus[:, st.BONUS_HP] - s["v_damage"]
    points = points + (of_class == st.FIGHTER) * bonus[:, st.BONUS_FIGHTER_HP]
    return np.minimum(on * attack, MANY), np.minimum(on * points, MANY)


def offer_is_secret(s, seat):
    return s["offer_stage"] in (st.OFFER_PARTNER, st.OFFER_BUILD) and seat != s["active"]


def vessels(t, s, seat):
    on, kind = there(s)
    attack, points = strengths(t, s)
    bonus = s["bonus"][s["v_owner"]]
    targets = np.where(bonus[:, st.BONUS_MULTI] > 0, st.ANY_TARGETS, 1 + t["kind_multi"][kind] + s["v_multi"])
    flags = s["v_flags"] & ~(st.LISTED if offer_is_secret(s, seat) else 0)
    said = {
        "vessel_owner": on * [named(s, seat, player) for player in s["v_owner"]],
        "vessel_kind": on * (kind + 1),
        "vessel_cell": on * (s["v_cell"] + 1),
        "vessel_attack": attack,
        "vessel_hit_points": points,
        "vessel_targets": on * targets,
        "vessel_nexus": np.where(on & t["kind_nexus"][kind].astype(bool), s["v_nexus"], s["v_met"]),
        "vessel_marks": on[:, None] * [bits(each, NUM_MARKS) for each in flags],
    }
    if not (on & (t["kind_class"][kind] == st.FIGHTER)).any():  # systems make Fighters faster
        met = [int(each).bit_count() for each in s["v_met"]]
        moves = on & (t["kind_class"][kind] != st.STATION)
        said["vessel_speed"] = moves * (t["kind_speed"][kind] + bonus[:, st.BONUS_SPEED] + met)
    return said


def fleets(t, s, seat):
    on, kind = there(s)
    attack, points = strengths(t, s)
    station, fighter = (t["kind_class"][kind] == each for each in (st.STATION, st.FIGHTER))
    numbers = {
        "ships": on & ~station & ~fighter,
        "fighters": on & fighter,
        "stations": on & station,
        "attack": attack,
        "hit_points": points,
    }
    said = {}
    for name, each in numbers.items():
        sums = np.zeros((st.NUM_CELLS, st.MAX_PLAYERS), int)
        np.add.at(sums, (s["v_cell"], s["v_owner"]), each)
        said[f"fleet_{name}"] = np.minimum([turned(s, seat, row) for row in sums], MANY)
    return said


def grants(t, s, seat):
    granted = s["grant_vessel"] >= 0
    return {
        "grant_vessel": s["grant_vessel"] + 1,
        "grant_player": granted * [named(s, seat, player) for player in s["grant_seat"]],
    }


def picked(t, s, seat, item, picks):
    """What an item names, + 1; players are counted from the seat."""
    player = t["item_pick"][item] == tb.PICK_PLAYER
    return np.where(player, [named(s, seat, each) for each in picks], picks + 1)


def stack(t, s, seat):
    on = np.arange(st.STACK_CAP) < s["stack_size"]
    picks = [picked(t, s, seat, *each) for each in zip(s["stack_item"], s["stack_pick"], strict=True)]
    return {
        "stack_item": on * (s["stack_item"] + 1),
        "stack_player": on * [named(s, seat, player) for player in s["stack_seat"]],
        "stack_cell": on * (s["stack_cell"] + 1),
        "stack_picks": on[:, None] * picks,
        "stack_countered": on * s["countered"],
    }


def announcement(t, s, seat):
    on, stealing = s["item"] >= 0, s["steal_from"] >= 0
    thief = named(s, seat, s["thief"]) if stealing else 0
    return {
        "steal_from": named(s, seat, s["steal_from"]),
        "item": s["item"] + 1,
        "announcer": named(s, seat, s["announcer"]) if on else thief,
        "picks": on * picked(t, s, seat, s["item"], s["pick"]),
        "pick_at": on * s["pick_at"],
    }


def pick(t, s, seat):
    on = s["want"] != st.WANT_NONE and not offer_is_secret(s, seat)
    known = on and s["pick_kind"] >= 0
    return {
        "want": one_of(s["want"] - 1 if on else -1, st.WANT_ASK),
        "pick_cell": on * (s["pick_cell"] + 1),
        "pick_owner": named(s, seat, s["pick_owner"]) if known else 0,
        "pick_kind": s["pick_kind"] + 1 if known else 0,
    }


def business(t, s, seat):
    moving, drawing = s["mover"] >= 0, s["draws"] > 0
    return {
        "mover": s["mover"] + 1,
        "move_how": moving * s["move_how"],
        "destination": moving * (s["destination"] + 1),
        "carry_left": moving * s["carry_left"],
        "draws": s["draws"],
        "draw_player": named(s, seat, s["draw_seat"]) if drawing else 0,
        "build_cell": s["build_cell"] + 1,
    }


def combat(t, s, seat):
    dividing = s["attacker"] >= 0
    return {
        "battle": s["battle"] + 1,
        "attacker": s["attacker"] + 1,
        "target": dividing * (s["target"] + 1),
        "attack_left": dividing * min(s["attack_left"], MANY),
        "targets_left": dividing * s["targets_left"],
        "raid_cell": s["raid_cell"] + 1 if s["phase"] == st.RAID else 0,
    }


def offer(t, s, seat):
    on = s["offer_stage"] != st.OFFER_NONE and not offer_is_secret(s, seat)
    everybody = s["partner"] == st.EVERYBODY
    partner = st.EVERYBODY + 1 if everybody else named(s, seat, s["partner"])
    return {
        "offer_stage": st.OFFER_PARTNER if offer_is_secret(s, seat) else s["offer_stage"],
        "offer_partner": on * partner,
        "offer_side": on * s["adding_side"],
        **{name: on * s[name] for name in OFFER},
        **{name: on * (s[name] + 1) for name in OFFER_ONE_MORE},
        "offer_handed": on * (s["handed"] + 1),
    }


@cache
def states(number):
    """Positions of games, and the same with other numbers and many vessels."""
    plain, last = positions(GAME, number), number - 1
    plain = plain[plain["ask"] != st.ASK_RESPOND]
    names = [
        *(name for name in SAME if name != "size"),
        *CELLS.values(),
        *PLAYERS,
        *OFFER,
        *OFFER_ONE_MORE,
        *OTHERS,
    ]
    seats = ["normal_seat", "extra", "stack_seat", "announcer", "thief", "draw_seat", "grant_seat", "v_owner"]
    seats += ["pick_owner"]
    limits = {
        **dict.fromkeys(seats, (0, last)),
        **dict.fromkeys(["owner", "steal_from"], (-1, last)),
        **dict.fromkeys(["trade", "engine_readings", "over"], (0, 2)),
        **dict.fromkeys(["v_damage", "v_jumps", "v_multi", "selling", "pick_at"], (0, 1)),
        **dict.fromkeys(["v_attack", "v_assigned", "v_hp"], (0, 120)),
        **dict.fromkeys(["pick", "stack_pick"], (-1, last)),
        "hand": (0, st.NUM_CARDS - 1),
        "aura": (10, 20),
        "room": (0, 5),
        "bonus": (0, 2),
        "top": (5, 60),
        "v_kind": (-1, st.NUM_KINDS - 1),
        "v_cell": (0, st.NUM_CELLS - 1),
        "v_met": (0, 255),
        "v_nexus": (1, 255),
        "v_flags": (0, 2 * st.LISTED - 1),
        "stack_size": (0, st.STACK_CAP),
        "item": (-1, st.NUM_ITEMS - 1),
        "partner": (-1, last),
        "offer_stage": (0, st.OFFER_HANDOVER),
        "phase": (0, len(st.PHASES) - 1),
    }
    drawn = scrambled(GAME, plain, names, limits, number)
    drawn["partner"][::3] = st.EVERYBODY
    drawn["locked"][drawn["system"] < 0] = 0  # there is no cell
    drawn["v_kind"][:, 0] = -1  # a free slot below others
    drawn["v_kind"][::2][drawn["v_kind"][::2] == FIGHTER] = -1
    free = (drawn["v_kind"] < 0) | (np.arange(st.NUM_SLOTS) >= drawn["top"][:, None])
    drawn["v_kind"][free] = -1
    for name in GAME.state.names:
        if name.startswith("v_") and name != "v_kind":
            drawn[name][free] = 0  # free slots are wiped
    return np.concatenate([plain, drawn])


FIGHTER = int(np.flatnonzero(GAME.content().tables[0]["kind_class"] == st.FIGHTER)[0])


@pytest.mark.parametrize("number", GAME.players)
def test_all_fields_are_as_read_from_the_state(number):
    assert_as_read(GAME, states(number), read)


def test_every_field_is_read_and_has_been_something_else_than_0():
    assert never_read(GAME, states(4), read) == {"passed", "cell_besieged"}


def test_a_siege_is_seen_by_all():
    g = Table(2).no_scouts().own("B2", 0)
    g.put(1, "Destroyer", "B2")
    for seat in range(2):
        assert g.game.observe(seat)["cell_besieged"] == one_of(st.CELLS.index("B2"), st.NUM_CELLS)
    g.put(0, "Corvette", "B2")
    assert sum(g.game.observe(0)["cell_besieged"]) == 0
