"""Observations: points of view, cards in view, decks, corporations and what is going on."""

import numpy as np

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import GAME, Table, counts

SPEC = GAME.observation
PLACES = {
    (row, slot): row * st.MOST_SLOTS + slot for row in range(st.NUM_ROWS) for slot in range(st.MOST_SLOTS)
}
RESERVE_PLACE = st.NUM_ROWS * st.MOST_SLOTS
CARD_PLACE = RESERVE_PLACE + st.RESERVE_LIMIT


def seen(g, seat=0):
    """The observation of a seat, by fields."""
    return g.game.observe(seat)


def from_all(g, field):
    """A field as the three players see it."""
    return [seen(g, seat)[field] for seat in range(3)]


def test_every_entry_belongs_to_a_field():
    assert sum(field.size for field in SPEC.fields) == SPEC.size
    assert SPEC.size <= 1800


# The point of view


def test_players_are_counted_from_the_own_seat():
    g = Table(3).tokens("1E", "2E", "3E").loan(1).planet(2, "Veon", "Murk")
    first = [[row[0] for row in tokens] for tokens in from_all(g, "tokens")]
    assert first == [[1, 2, 3, 0, 0, 0], [2, 3, 1, 0, 0, 0], [3, 1, 2, 0, 0, 0]]
    assert from_all(g, "loan") == [[0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert from_all(g, "planets") == [[0, 0, 2, 0, 0, 0], [0, 2, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0]]
    assert from_all(g, "active") == from_all(g, "first") == [0, 2, 1]
    assert from_all(g, "deciding") == [1, 3, 2]


def test_absent_players_are_all_0():
    view = seen(Table(2, barter=1).tokens("9E", "9E"))
    for name in ("tokens", "made", "forged", "brands", "reserve"):
        assert not any(map(any, view[name][2:])), name
    for name in ("homeworld", "company", "planets", "developments", "home_room", "card_points", "once"):
        assert not any(view[name][2:]), name


def test_owners_are_counted_from_the_own_seat():
    g = Table(3).planet(1, "Veon").partner(2, "HI")
    planet, brand = g.card("Veon"), 2
    assert [owners[planet] for owners in from_all(g, "planet_owner")] == [2, 1, 3]
    assert [partners[brand] for partners in from_all(g, "partner")] == [3, 2, 1]


def test_only_the_acting_seat_is_told_the_question():
    g = Table(3)
    assert [sum(asks) for asks in from_all(g, "ask")] == [1, 0, 0]
    assert seen(g)["ask"][st.ASK_TURN - 1] == 1


def test_a_finished_game_has_no_question():
    g = Table(2).quiet(lambda s: False)
    assert g.s["over"] == 1
    for seat in range(2):
        assert (seen(g, seat)["deciding"], sum(seen(g, seat)["ask"])) == (0, 0)
        assert seen(g, seat)["over"] == 1


def test_amounts_stay_within_the_bounds():
    g = Table(2).planet(0, "Veon")
    g.s["tokens"][0] = 30000
    g.s["made"][0] = g.s["forged"][1] = 120
    for seat in range(2):
        obs = np.concatenate([np.ravel(value) for value in seen(g, seat).values()])
        assert (obs >= SPEC.low).all()
        assert (obs <= SPEC.high).all()
    assert seen(g)["tokens"][0] == [99] * 7


# The round


def test_the_event_and_its_rule_are_seen():
    g = Table(2, round=3, event="Mercenaries")
    view = seen(g)
    assert view["event"] == g.labels["event"].index("Mercenaries") + 1
    assert view["rules"] == [0, 0, 0, 0, 0, 1, 0, 0]
    assert sum(view["events_used"]) == 2
    assert (view["round"], view["turn"]) == (3, 0)


def test_the_tile_and_the_phase_are_one_of_several():
    g = Table(2, tile="systems")
    assert seen(g)["tile"] == [0, 0, 0, 0, 0, 1]
    assert seen(g)["phase"] == [int(phase == st.TURN) for phase in range(len(st.PHASES))]


def test_the_market_is_seen():
    view = seen(Table(2).markers(gas=4, ships=0).tokens("3E").act("trade food: buy"))
    assert view["marker"] == [2, 4, 3, 2, 0]
    assert view["flipped"] == [0, 0, 1, 0, 0]
    assert view["trades_left"] == 1


# Cards in view


def test_a_planet_in_the_row_shows_what_is_printed_on_it():
    g = Table(2).row("planets", "Ember", "Bracken", "Luma")
    view = seen(g)
    place = PLACES[0, 0]
    assert view["view_card"][place] == g.card("Ember") + 1
    assert view["view_price"][place] == [1, 0, 0, 0, 1, 0, 1, 0]
    assert view["view_second_price"][place] == [4, 0, 0]
    assert view["view_brands"][place] == [0, 0, 3, 0, 0, 0]
    assert not any(view["view_tokens"][place])
    assert (view["view_points"][place], view["view_capacity"][place]) == (5, 3)
    assert (view["view_type"][place], view["view_system"][place]) == (6, 1)
    assert view["view_tokens"][PLACES[0, 1]] == counts("1S 1G 1F")


def test_developments_in_the_row_show_what_is_printed_on_them():
    g = Table(2).row("development 2", "Offworld Exporter HX", "Crime Hub PI", "Communication Array RB")
    g.row("development 1", "Contraband Greenhouse RB", "Salvage Raiders HX", "Mine HI")
    view = seen(g)
    exporter, hub, array, greenhouse = PLACES[2, 0], PLACES[2, 1], PLACES[2, 2], PLACES[1, 0]
    assert [view["view_smuggler"][place] for place in (exporter, hub, array)] == [2, 0, 0]
    assert [view["view_bonus"][place] for place in (exporter, hub, array)] == [0, 1, 0]
    assert [view["view_array"][place] for place in (exporter, hub, array)] == [0, 0, 1]
    assert [view["view_points"][place] for place in (exporter, hub, array)] == [1, -1, 0]
    assert view["view_tokens"][hub] == counts("3I")
    assert view["view_brands"][hub] == [0, 0, 0, 0, 0, 1]
    assert view["view_price"][greenhouse] == [0, 0, 0, 0, 0, 0, 0, 1]
    assert view["view_second_price"][greenhouse] == [1, 0, 0]
    assert not any(view["view_brands"][PLACES[3, 0]])


def test_a_gap_is_all_0():
    view = seen(Table(2).row("planets", "Harrow", "-", "Tilda", full=False))
    place = PLACES[0, 1]
    assert [view[name][place] for name in ("view_card", "view_points", "view_type", "view_capacity")] == [
        0
    ] * 4
    assert not any(view["view_price"][place])
    assert view["full"] == [0, 1, 1, 1]


def test_the_own_reserved_card_is_in_view():
    g = Table(2).reserve(0, "Rime").reserve(1, "Farm CL")
    view = seen(g)
    assert view["view_card"][RESERVE_PLACE : RESERVE_PLACE + 2] == [g.card("Rime") + 1, 0]
    assert view["view_brands"][RESERVE_PLACE] == [0, 0, 0, 0, 2, 1]
    assert view["reserve"][:2] == [[g.card("Rime") + 1, 0], [g.card("Farm CL") + 1, 0]]
    assert seen(g, 1)["view_card"][RESERVE_PLACE] == g.card("Farm CL") + 1


def test_illegal_goods_on_cards_are_seen():
    g = Table(2, round=2, event="Phishing").tokens("2F 2R")
    g.act("buy development 1: card 1").end_turn()
    assert seen(g)["phished"][1] == [1, 0, 0, 0]


# Decks


def test_places_in_a_deck_are_seen():
    g = Table(2).deck("planets", "Kiln", "Rime", bottom=("Wake", "Plume"))
    view = seen(g)
    places = {name: view["deck_place"][g.card(name)] for name in ("Kiln", "Rime", "Wake", "Plume", "Veon")}
    assert places == {"Kiln": -1, "Rime": -2, "Wake": 2, "Plume": 3, "Veon": 1}
    assert view["deck_place"][g.card("Harrow")] == 0  # in the row
    assert view["next_card"] == [g.card("Kiln") + 1, 0, 0, 0]
    assert view["deck_size"] == [33, 33, 33, 5]
    assert view["deck_top"] == [2, 0, 0, 0]


def test_the_next_card_is_known_when_no_unknown_one_is_left():
    g = Table(2).deck("development 3", bottom=("Galactic Gate DM",)).drain("development 3", 1)
    view = seen(g)
    assert view["next_card"][3] == g.card("Galactic Gate DM") + 1
    assert view["deck_size"][3] == 1


def test_the_unknown_part_of_every_deck_is_seen():
    g = Table(2)
    view = seen(g)
    for row, first in enumerate(st.FIRST_CARDS):
        here = view["deck_place"][first : first + st.DECK_SIZES[row]]
        assert [k for k, place in enumerate(here) if place == 1] == [
            k for k in range(st.DECK_SIZES[row]) if int(g.s["pool"][row]) >> k & 1
        ]


# Corporations


def test_what_a_target_lacks_is_seen():
    g = Table(2).planet(0, "Veon", "Ember", "Cirrus").build(0, "Veon", "Refinery RB")
    g.build(0, "Ember", "Mine HI", "Farm HI").build(0, "Cirrus", "Refinery CL", "Farm RB")
    view = seen(g)
    veon, ember, cirrus = (g.card(name) for name in ("Veon", "Ember", "Cirrus"))
    assert view["planet_missing"][veon] == counts("2G")
    assert view["planet_missing"][ember] == [0, 0, 1, 0, 0, 0, 0]
    assert not any(view["planet_missing"][cirrus])
    assert [view["planet_reached"][planet] for planet in (veon, ember, cirrus)] == [0, 0, 1]
    assert [view["planet_room"][planet] for planet in (veon, ember, cirrus)] == [2, 1, 0]
    assert sum(view["planet_reached"]) == 1


def test_sites_of_developments_are_seen():
    g = Table(3, ("Quonk", "Myron", "Farble")).planet(0, "Veon").build(0, "Veon", "Refinery RB")
    g.build(1, "home", "Mine CL").build(1, "company", "Farm HI")

    def site(name, seat):
        return seen(g, seat)["development_site"][g.card(name) - st.FIRST_DEVELOPMENT]

    assert [site("Refinery RB", seat) for seat in range(3)] == [g.card("Veon") + 1] * 3
    assert [site("Mine CL", seat) for seat in range(3)] == [38, 37, 39]
    assert [site("Farm HI", seat) for seat in range(3)] == [43] * 3
    assert site("Mine RB", 0) == 0
    assert seen(g, 2)["nano"] == [0, 0, 1, 0, 0, 0]


def test_smugglers_are_seen():
    g = Table(3, ("Quonk", "Jugno", "Farble")).build(2, "home", "Offworld Importer PI")
    g.row("development 2", "Black Market SQ", "Crime Hub PI", "Wellness Center HI")
    smugglers = g.labels["smuggler"]
    importer = smugglers.index("Offworld Importer of Pointed Investments")
    market = smugglers.index("Black Market of Square Software")
    owners = [[view[k] for k in (importer, market, -1)] for view in from_all(g, "smuggler_owner")]
    assert owners == [[3, 7, 2], [2, 7, 1], [1, 7, 3]]
    assert sum(map(bool, seen(g)["smuggler_owner"])) == 3


def test_sums_of_a_corporation_are_seen():
    g = (
        Table(2, ("Jim's",))
        .planet(0, "Veon", "Murk")
        .build(0, "Veon", "Crime Hub HX", "Communication Array SQ")
    )
    view = seen(g)
    assert view["made"][0] == counts("3I")
    assert sum(view["forged"][0]) == 2
    assert view["brands"][0] == [0, 0, 0, 1, 1, 0]
    assert [view[name][0] for name in ("arrays", "developments", "card_points", "company_planets")] == [
        1,
        3,
        -1,
        2,
    ]


# What is going on


def test_a_payment_is_seen_by_all():
    g = (
        Table(3)
        .tokens("1E 2M 2G 2F")
        .row("development 2", "Executive Retreat HI", "Crime Hub PI", "Kelp Works RB")
    )
    g.planet(0, "Veon").act("buy development 2: card 1")
    assert g.asks() == "pay"
    for seat in range(3):
        view = seen(g, seat)
        assert view["who"] == (1, 3, 2)[seat]
        assert view["due"] == [0, 0, 0, 0, 0, 0, 0, 3]
        assert (view["card"], view["card_slot"]) == (g.card("Executive Retreat HI") + 1, 1)
        assert view["view_card"][CARD_PLACE] == view["card"]
        assert view["view_points"][CARD_PLACE] == 2
        assert view["due_for"] == st.FOR_CARD


def test_a_reserved_card_being_paid_is_seen_as_one():
    g = Table(2).tokens("1E 2M 2G 2F").planet(0, "Veon").reserve(0, "Executive Retreat HI")
    g.act("buy reserved card 1")
    assert g.asks() == "pay"
    view = seen(g, 1)
    assert (view["card"], view["card_from"], view["card_slot"]) == (g.card("Executive Retreat HI") + 1, 1, 1)


def test_a_partnership_being_paid_is_no_card():
    g = Table(2, ("Legitimate",)).tokens("1I 3R").act("form a partnership with Cross Labs")
    assert g.asks() == "pay"
    view = seen(g, 1)
    assert (view["partnership"], view["card"], view["view_card"][CARD_PLACE]) == (2, 0, 0)


def test_a_theft_is_seen_from_the_own_seat():
    g = (
        Table(3)
        .tokens("1G 1F 1E", "1M 1G", "1S 1G")
        .row("development 1", "Salvage Raiders HX", "Mine RB", "Farm CL")
    )
    g.act("buy development 1: card 1")
    assert g.asks() == "rob"
    assert [(view["steals"], view["why"]) for view in (seen(g, seat) for seat in range(3))] == [(1, 1)] * 3
    g.act("choose the second player")
    assert from_all(g, "victim") == [3, 2, 1]


def test_a_return_is_seen():
    g = Table(2, ("Farble",)).reserve(0, "Rime", "Luma").act("reserve development 2: card 3")
    assert g.asks() == "return"
    assert [(view["reserving"], view["reserve_slot"]) for view in (seen(g, 0), seen(g, 1))] == [(3, 2)] * 2


def test_solo_fields_are_seen():
    view = seen(Table(1, omniforge=3, buff=2))
    assert (view["goal"], view["buff_card"], view["game"]) == (3, 2, 1)
    assert view["out_forges"] == [0, 1, 0, 0, 0, 0]


def test_an_offer_being_built_is_seen_from_the_own_seat():
    g = Table(3, barter=1).tokens("2E 1M", "2G").reserve(1, "Rime")
    g.act("no", "no", "open an offer")
    assert from_all(g, "offer_stage") == [1, 1, 1]
    g.act("choose the next player", "give minerals", "ask for gas", "ask for reserved card 1")
    assert from_all(g, "offerer") == [1, 3, 2]
    assert from_all(g, "offeree") == [2, 1, 3]
    view = seen(g, 2)
    assert (view["offer_stage"], view["offers_left"]) == (2, 1)
    assert view["offer_tokens"] == [counts("1M"), counts("1G")]
    assert view["offer_cards"] == [[0, 0], [1, 0]]


def test_abilities_of_each_turn_are_seen_once_used():
    g = Table(2)
    assert not any(seen(g)["once_a_turn"])
    g.s["phased"] = 0b0100
    assert seen(g)["once_a_turn"] == seen(g, 1)["once_a_turn"] == [0, 0, 1, 0]
    g.s["phased"], g.s["hovered"] = 0, 1
    assert seen(g)["once_a_turn"] == [1, 0, 0, 0]


def test_every_smuggler_has_its_owner():
    t = GAME.content().tables[0]
    cards = np.flatnonzero(t["card_smuggler"] >= 0).tolist()
    g = Table(3).planet(1, "Plume", "Ossian", "Veon", "Murk", "Cirrus")
    for card in cards:
        site = next(p for p in range(st.NUM_PLANETS) if g.s["owner"][p] == 1 and g.s["room"][p] > 0)
        g.build(1, g.name(site), g.name(card))
    smugglers = t["card_smuggler"][cards].tolist()
    assert 0 in smugglers
    assert [seen(g)["smuggler_owner"][k] for k in smugglers] == [2] * len(cards)
