"""All twenty events, how long they last and how they end."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import PLAIN_ROWS, Table

STAIRS = {"minerals": 0, "gas": 1, "food": 2, "research": 3, "ships": 4}


def after(event, players=2, companies=(), **markers):
    """A table at the first decision of a round 2 that begins with this event; seat 1 is first player."""
    return Table(players, companies, turn=3).markers(**markers).end_round(event)


def before_event(players=2, companies=()):
    """A table in the last turns of round 1."""
    return Table(players, companies, turn=3)


# The event phase


def test_r6_2_the_rules_of_an_event_end_with_its_round():
    g = Table(2, round=2, event="Mercenaries", turn=3).end_round("Equalize").tokens("9E 1M", "9E 1M")
    assert (g.event(), g.offered("buy planets")) == ("Equalize", [])


def test_k44_rules_of_an_event_hold_through_the_last_round():
    g = Table(2, round=4, event="Mercenaries", turn=3).tokens("1E 1M").buy("planets", 1)
    assert g.planets() == ["Harrow"]


def test_r6_5_in_player_order_from_the_new_first_player():
    g = before_event(3).end_round("War or Peace")
    order = []
    while g.s["phase"] == st.EVENT:
        order.append(int(g.s["seat"]))
        g.act("gain food")
    assert order == [1, 2, 0]


def test_k66_choices_are_made_before_production():
    g = before_event().end_round("War or Peace")
    assert (g.s["phase"], g.has(0), g.has(1)) == (st.EVENT, "", "")


# Events that move the market


def test_e_ev01_market_flip_mirrors_every_marker():
    assert after("Market Flip", **STAIRS).columns() == [4, 3, 2, 1, 0]


def test_e_ev07_market_error_moves_markers_a_row_down():
    assert after("Market Error", **STAIRS).columns() == [4, 0, 1, 2, 3]


def test_e_ev15_equalize_moves_towards_the_middle():
    assert after("Equalize", **STAIRS).columns() == [1, 2, 2, 2, 3]


def test_e_ev17_market_shift_moves_left_where_possible():
    assert after("Market Shift", **STAIRS).columns() == [0, 0, 1, 2, 3]


# Gains


def test_e_ev02_redux_gives_two_starting_tokens():
    g = before_event(2, ("Holox", "Franek")).end_round("Redux")
    assert g.s["seat"] == 1
    g.act("gain ships", "gain minerals")
    assert (g.has(1), g.s["seat"]) == ("1M 1S", 0)
    g.act("gain food", "gain food")
    assert g.has(0) == "1G 2F 1S"  # with the production of Omniforge 2


def test_e_ev02_redux_may_give_fewer():
    g = before_event(2, ("Holox", "Franek")).end_round("Redux").act("gain minerals", "done")
    assert (g.has(1), g.s["seat"]) == ("1M", 0)


def test_e_ev02_redux_may_be_declined():
    g = before_event(2, ("Holox", "Franek")).end_round("Redux").act("done", "done")
    assert (g.has(0), g.has(1)) == ("1G 1S", "1F 1S")


@pytest.mark.parametrize("event", ["Redux", "War or Peace", "Rocket Science", "Building Boom", "Moving Day"])
def test_r6_3_events_of_other_things_move_no_marker(event):
    g = Table(2, turn=3).markers(**STAIRS).planet(1, "Veon").end_round(event)
    g.quiet(lambda s: s["phase"] == st.TURN)
    assert g.columns() == list(range(5))


def test_e_ev02_only_starting_tokens():
    g = before_event(2, ("Holox", "Franek")).end_round("Redux")
    assert sorted(g.offered("gain ")) == ["food", "gas", "minerals", "ships"]


def test_k43_each_only_as_often_as_the_card_shows():
    g = before_event(2, ("Holox", "Franek")).end_round("Redux").act("gain minerals")
    assert not g.can("gain minerals")
    assert g.can("gain ships")
    g = before_event(2, ("Holox", "Legitimate")).end_round("Redux").act("gain illegal goods")
    assert g.can("gain illegal goods")


@pytest.mark.parametrize(
    ("event", "choices"),
    [("War or Peace", ["food", "ships"]), ("Rocket Science", ["research", "ships"])],
)
def test_i8_the_choice_of_two_tokens(event, choices):
    g = after(event)
    assert sorted(g.offered("gain ")) == choices


@pytest.mark.parametrize("token", ["ships", "food"])
def test_e_ev03_war_or_peace_gives_ships_or_food(token):
    g = after("War or Peace").act(f"gain {token}")
    assert g.has(1) == f"1{token[0].upper()}"


@pytest.mark.parametrize("token", ["ships", "research"])
def test_e_ev11_rocket_science_gives_ships_or_research(token):
    g = after("Rocket Science").act(f"gain {token}")
    assert g.has(1) == f"1{token[0].upper()}"


@pytest.mark.parametrize("event", ["War or Peace", "Rocket Science"])
def test_k66_a_choice_of_tokens_may_be_declined(event):
    g = after(event)
    g.pick("no", "done")
    g.pick("no", "done")
    assert (g.has(0), g.has(1), g.s["phase"]) == ("1G 1S", "1F 1S", st.TURN)


# Overtime


def test_e_ev04_overtime_gives_a_fourth_action_in_the_first_turn():
    g = after("Overtime")
    g.act(*["use the own Omniforge"] * 4)
    assert g.has(1) == "5F 5S"
    assert not g.can("use the own Omniforge")


def test_e_ev04_for_each_player():
    g = after("Overtime").end_turn()
    assert (g.s["seat"], g.s["actions_left"]) == (0, 4)


def test_e_ev04_not_in_the_second_turn():
    g = after("Overtime").end_turn().end_turn()
    assert (g.s["turn"], g.s["actions_left"]) == (1, 3)


def test_e_ev04_not_in_the_next_round():
    g = after("Overtime").end_round("Equalize")
    assert g.s["actions_left"] == 3


def test_e_ev04_still_one_partnership_a_turn():
    g = after("Overtime").tokens("", "9R").act("form a partnership with Cross Labs")
    assert not g.offered("form a partnership")


# Deed Giveaway


def test_e_ev05_a_free_planet_for_each_in_turn_order():
    g = before_event(3).deck("planets", "Veon", "Cirrus", "Murk").end_round("Deed Giveaway")
    assert [g.planets(seat) for seat in (1, 2, 0)] == [["Veon"], ["Cirrus"], ["Murk"]]
    assert [g.total(seat) for seat in range(3)] == [2, 2, 2]


def test_e_ev05_every_planet_of_the_deck():
    g = before_event().deck("planets", "Harrow", "Flare").end_round("Deed Giveaway")
    assert (g.planets(1), g.planets(0)) == (["Harrow"], ["Flare"])


def test_k71_deed_giveaway_touches_no_row():
    g = before_event().end_round("Deed Giveaway")
    assert (g.cards("planets"), g.is_full("planets")) == (list(PLAIN_ROWS[0]), True)


def test_k19_such_planets_count_for_targets():
    g = before_event(2, ("Holox", "Jim's")).planet(1, "Cirrus", "Murk").deck("planets", "Veon")
    assert g.points(1) == 0
    g.end_round("Deed Giveaway")
    assert g.points(1) == 4


def test_k19_such_planets_have_room():
    g = before_event().deck("planets", "Veon").end_round("Deed Giveaway").tokens("", "1F 1R")
    g.buy("development 1", 1, "choose Veon")
    assert g.built(1, "Veon") == ["Mine RB"]


def test_k67_with_an_empty_deck_nothing_is_drawn():
    g = before_event().drain("planets", 0, keep=1)
    last = g.pool("planets")[0]
    number = len(g.planets(0))
    g.end_round("Deed Giveaway")
    assert (g.planets(1), len(g.planets(0))) == ([last], number)


# Building Boom


def boom(*top, players=2):
    """The first player of round 2, seat 1, has drawn the uppermost card."""
    return before_event(players).deck("development 1", *top)


def test_e_ev06_the_drawn_card_may_be_built_on_the_homeworld():
    g = boom("Mine CL", "Mine HI").end_round("Building Boom")
    assert (g.s["seat"], sorted(g.legal())) == (1, ["no", "yes"])
    g.act("yes", "yes")
    assert (g.built(1, "home"), g.built(0, "home")) == (["Mine CL"], ["Mine HI"])


def test_e_ev06_it_is_free_and_produces_in_this_round():
    g = boom("Mine CL", "Mine HI").end_round("Building Boom").act("yes", "no")
    assert (g.has(1), g.has(0)) == ("1M 1F 1S", "1G 1S")


def test_e_ev06_beyond_capacity():
    g = (
        boom("Mine CL", "Mine HI")
        .build(1, "home", "Farm RB", "Farm HI")
        .end_round("Building Boom")
        .act("yes", "no")
    )
    assert (g.built(1, "home"), g.s["home_room"][1]) == (["Mine CL", "Farm RB", "Farm HI"], -1)


def test_k36_overflow_stays_legal_but_nothing_more_fits():
    g = (
        boom("Mine CL", "Mine HI")
        .build(1, "home", "Farm RB", "Farm HI")
        .end_round("Building Boom")
        .act("yes", "no")
    )
    g.tokens("", "9E 9M 9G 9F 9R 9S")
    assert not g.offered("buy development")


def test_e_ev06_only_on_the_homeworld():
    g = boom("Mine CL", "Mine HI").planet(1, "Veon").end_round("Building Boom").act("yes")
    assert g.where("Mine CL") == "home"


@pytest.mark.parametrize("card", ["Salvage Raiders HX", "Debt Collectors PI"])
def test_e_ev06_without_steals(card):
    g = boom(card, "Mine HI").tokens("2G").end_round("Building Boom").act("yes", "no")
    assert (g.built(1), g.has(0)) == ([card], "3G 1S")


def test_k67_a_declined_card_goes_under_the_deck():
    g = boom("Mine CL", "Mine HI").end_round("Building Boom").act("no", "no")
    assert (g.built(0), g.built(1), g.bottom("development 1")) == ([], [], ["Mine CL", "Mine HI"])


def test_k67_the_drawn_card_is_open_to_all():
    g = boom("Mine CL", "Mine HI", players=3).end_round("Building Boom")
    assert g.asks() == "boom"
    assert [g.game.observe(seat)["card"] for seat in range(3)] == [g.card("Mine CL") + 1] * 3


def test_k71_building_boom_touches_no_row():
    g = boom("Mine CL", "Mine HI").end_round("Building Boom").act("yes", "yes")
    assert (g.cards("development 1"), g.is_full("development 1")) == (list(PLAIN_ROWS[1]), True)


def test_k67_building_boom_with_an_empty_deck():
    g = before_event().drain("development 1", 0, keep=1)
    last = g.pool("development 1")[0]
    g.end_round("Building Boom").act("yes")
    assert (g.built(1), g.s["phase"]) == ([last], st.TURN)


# Laundering


def test_e_ev08_illegal_goods_for_each():
    g = after("Laundering")
    assert (g.has(0), g.has(1)) == ("1I 1G 1S", "1I 1F 1S")


def test_e_ev08_illegal_goods_buy_on_the_market():
    g = Table(2, round=2, event="Laundering").tokens("1I").act("trade gas: buy").pick("done")
    assert g.has() == "1G"


def test_k65_laundering_any_part_of_the_price():
    g = Table(2, round=2, event="Laundering").markers(gas=4).tokens("2E 1I")
    g.act("trade gas: buy").pay_up().pick("done")
    assert g.has() == "1G"


@pytest.mark.parametrize(("token", "left"), [("energy credit", "1I 1G"), ("illegal goods", "1E 1G")])
def test_k65_laundering_is_optional(token, left):
    g = Table(2, round=2, event="Laundering").tokens("1E 1I").act("trade gas: buy", f"pay {token}")
    g.pick("done")
    assert g.has() == left


def test_k65_laundering_is_for_market_buys_only():
    g = Table(2, round=2, event="Laundering").planet(1, "Plume").build(1, "Plume", "Offworld Importer SQ")
    g.row("planets", "Ember", "Harrow", "Tilda").tokens("9I").loan(0)
    assert not g.offered("smuggle")
    assert not g.offered("buy ")
    assert not g.can("repay the loan")


def test_k65_laundering_pays_no_interest():
    g = before_event().loan(0).end_round("Laundering")
    assert g.has(0) == "1I"


def test_e_ev08_not_in_other_rounds():
    g = Table(2, round=2, event="Laundering", turn=3).end_round("Equalize").tokens("9I", "9I")
    assert not g.offered("trade ")


# Roadblock


def test_e_ev09_markers_at_one_to_one_go_left():
    assert after("Roadblock", **STAIRS).columns() == [0, 1, 1, 3, 4]


def test_e_ev09_buying_skips_the_closed_column():
    g = Table(2, round=2, event="Roadblock").markers(**dict.fromkeys(st.RESOURCES, 1)).tokens("1E")
    g.act("trade gas: buy")
    assert g.column("gas") == 3


def test_e_ev09_selling_skips_the_closed_column():
    g = Table(2, round=2, event="Roadblock").markers(**dict.fromkeys(st.RESOURCES, 3)).tokens("1G")
    g.act("trade gas: sell")
    assert g.column("gas") == 1


def test_e_ev09_other_steps_are_usual():
    g = (
        Table(2, round=2, event="Roadblock")
        .markers(minerals=0, gas=3, food=1, research=1, ships=1)
        .tokens("3E")
    )
    g.act("trade minerals: buy", "trade gas: buy")
    assert g.columns()[:2] == [1, 4]


def test_k68_discards_skip_it_too():
    g = Table(2, round=2, event="Roadblock", turn=3).markers(**dict.fromkeys(st.RESOURCES, 3)).tokens("8G")
    g.to_discard()
    assert (g.has(), g.column("gas")) == ("7G", 1)


def test_k68_at_its_end_markers_stay():
    g = Table(2, round=2, event="Roadblock", turn=3).markers(**dict.fromkeys(st.RESOURCES, 3)).tokens("8G")
    g.to_discard().end_round("War or Peace")
    assert g.columns() == [3, 1, 3, 3, 3]


def test_e_ev09_the_column_is_open_again_in_the_next_round():
    g = (
        Table(2, round=2, event="Roadblock", turn=3)
        .markers(**dict.fromkeys(st.RESOURCES, 1))
        .end_round("Deed Giveaway")
    )
    g.tokens("5E", "5E").act("trade gas: buy")
    assert g.column("gas") == 2


# Moving Day


def moving(*planets):
    """Seat 1 is asked first, with a Mine on Veon."""
    g = before_event().planet(1, "Veon", *planets).build(1, "Veon", "Mine CL")
    return g.end_round("Moving Day")


def test_e_ev10_a_development_moves_to_another_planet():
    g = moving("Cirrus")
    g.act(g.choose("Mine CL"), "choose Cirrus")
    assert g.where("Mine CL") == "Cirrus"


def test_e_ev10_or_to_the_homeworld():
    g = moving()
    g.pick(g.choose("Mine CL"), "choose the homeworld")
    assert g.where("Mine CL") == "home"


def test_e_ev10_or_two_change_places():
    g = before_event().planet(1, "Veon", "Cirrus").build(1, "Veon", "Mine CL").build(1, "Cirrus", "Farm RB")
    g.end_round("Moving Day")
    g.act(g.choose("Mine CL"), g.choose("Farm RB"))
    assert (g.where("Mine CL"), g.where("Farm RB")) == ("Cirrus", "Veon")


def test_e_ev10_or_nothing():
    g = moving("Cirrus")
    g.pick("no", "done")
    assert (g.where("Mine CL"), g.s["seat"] != 1 or g.s["phase"] != st.EVENT) == ("Veon", True)


def test_k36_a_move_needs_room():
    g = before_event().planet(1, "Veon", "Cirrus").build(1, "Veon", "Mine CL")
    g.build(1, "Cirrus", "Farm RB", "Farm HI").end_round("Moving Day").act(g.choose("Mine CL"))
    assert not g.can("choose Cirrus")
    assert g.can("choose the homeworld")


def test_k36_a_swap_needs_no_room():
    g = before_event().planet(1, "Veon", "Cirrus").build(1, "Veon", "Mine CL")
    g.build(1, "Cirrus", "Farm RB", "Farm HI").end_round("Moving Day")
    g.act(g.choose("Mine CL"), g.choose("Farm HI"))
    assert g.built(1, "Cirrus") == ["Mine CL", "Farm RB"]


def test_k36_a_swap_is_between_planets():
    g = before_event().planet(1, "Veon", "Cirrus").build(1, "Veon", "Mine CL", "Farm RB")
    g.end_round("Moving Day").act(g.choose("Mine CL"))
    assert not g.can(g.choose("Farm RB"))
    assert not g.can("choose Veon")


def test_k7_the_omniforge_may_move():
    g = moving()
    g.act(g.choose("Omniforge 1")).pick("choose Veon")
    assert (g.where("Omniforge 1"), g.s["made_on"][g.card("Veon")].tolist()) == (
        "Veon",
        [0, 0, 1, 0, 1, 0, 1],
    )


def test_k36_only_own_developments_and_planets():
    g = (
        before_event()
        .planet(1, "Veon")
        .planet(0, "Cirrus")
        .build(1, "Veon", "Mine CL")
        .build(0, "Cirrus", "Farm RB")
    )
    g.end_round("Moving Day")
    assert not g.can(g.choose("Farm RB"))
    g.act(g.choose("Mine CL"))
    assert not g.can("choose Cirrus")
    assert not g.can(g.choose("Farm RB"))


def test_k36_myrons_card_is_no_planet():
    g = (
        before_event(2, ("Holox", "Myron"))
        .planet(1, "Veon")
        .build(1, "company", "Farm RB")
        .build(1, "Veon", "Mine CL")
    )
    g.end_round("Moving Day")
    assert not g.can(g.choose("Farm RB"))
    g.act(g.choose("Mine CL"))
    assert not g.can("choose the company card")
    assert not g.can(g.choose("Farm RB"))


def test_k36_who_cannot_move_anything_is_not_asked():
    g = before_event().end_round("Moving Day")
    assert g.s["phase"] == st.TURN
    g = before_event().build(1, "home", "Mine CL", "Farm RB").end_round("Moving Day")
    assert g.s["phase"] == st.TURN


def test_k36_with_full_planets_only_a_swap_is_left():
    g = (
        before_event()
        .planet(1, "Cirrus")
        .build(1, "Cirrus", "Mine CL", "Farm RB")
        .build(1, "home", "Mine HI", "Farm HI")
    )
    g.end_round("Moving Day").act(g.choose("Mine CL"))
    assert sorted(g.offered("choose ")) == [
        "Farm of Heart Institute",
        "Mine of Heart Institute",
        "Omniforge 1",
    ]


def test_e_ev10_sums_follow_the_cards():
    g = (
        before_event()
        .planet(1, "Cirrus", "Veon")
        .build(1, "Cirrus", "Refinery RB")
        .build(1, "Veon", "Farm HI")
    )
    g.end_round("Moving Day").act(g.choose("Farm HI"), "choose Cirrus")
    assert g.points(1) == 3


def test_k36_cards_under_myrons_company_are_no_partners_of_a_swap():
    g = (
        before_event(2, ("Holox", "Myron"))
        .build(1, "home", "Mine CL", "Farm RB")
        .build(1, "company", "Farm HI")
    )
    g.end_round("Moving Day")
    assert g.s["phase"] == st.TURN


# Opportunity


def test_e_ev12_four_cards_in_each_row():
    g = after("Opportunity")
    assert [len(g.cards(row)) for row in st.ROWS] == [4] * 4
    assert [g.is_full(row) for row in st.ROWS] == [True] * 4


def test_e_ev12_the_fourth_card_can_be_bought():
    g = before_event().deck("planets", "Corona").end_round("Opportunity").tokens("", "3E").buy("planets", 4)
    assert g.planets(1) == ["Corona"]


def test_e_ev12_replenished_to_four():
    g = before_event().deck("planets", "Corona", "Veon").end_round("Opportunity").tokens("", "3E")
    g.buy("planets", 4)
    assert not g.is_full("planets")
    g.end_turn()
    assert (g.cards("planets")[3], g.is_full("planets")) == ("Veon", True)


def test_e_ev12_refreshed_to_four():
    g = after("Opportunity").act("refresh planets")
    assert (len(g.cards("planets")), len(g.bottom("planets"))) == (4, 4)


def test_e_ev12_at_its_end_rows_are_cycled_to_three():
    g = after("Opportunity")
    shown = {row: g.cards(row) for row in st.ROWS}
    g.end_round("Equalize")
    assert [len(g.cards(row)) for row in st.ROWS] == [3] * 4
    assert [g.bottom(row) for row in st.ROWS[:3]] == [shown[row] for row in st.ROWS[:3]]
    assert [g.is_full(row) for row in st.ROWS] == [True] * 4


def test_k45_the_rows_are_cycled_before_the_next_event():
    g = after("Opportunity").deck("planets", "Veon", "Cirrus", "Murk", "Corona", "Pyre")
    g.end_round("Deed Giveaway")
    assert g.cards("planets") == ["Veon", "Cirrus", "Murk"]
    assert sorted(g.planets(0) + g.planets(1)) == ["Corona", "Pyre"]


def test_k45_in_the_last_round_nothing_happens():
    g = Table(2, round=3, turn=3).end_round("Opportunity").end_round()
    assert g.s["over"] == 1
    assert len(g.cards("planets")) == 4


def test_e_ev12_a_short_deck_leaves_gaps():
    g = before_event().drain("development 3", 0).end_round("Opportunity")
    assert g.cards("development 3") == list(PLAIN_ROWS[3])
    assert g.is_full("development 3")


# Phishing


def phishing(**more):
    """Round 2 of Phishing: seat 0 buys Harrow and ends the turn, so Veon comes with illegal goods."""
    g = Table(2, round=2, event="Phishing", **more).deck("planets", "Veon").tokens("1M 1S").buy("planets", 1)
    return g.end_turn()


def test_e_ev13_a_replenished_card_carries_illegal_goods():
    g = phishing()
    assert g.s["phished"][0].tolist() == [1, 0, 0, 0]


def test_e_ev13_who_buys_the_card_takes_them():
    g = phishing().tokens("", "1E 1M 1S").buy("planets", 1)
    assert (g.planets(1), g.has(1)) == (["Veon"], "1I")


def test_e_ev13_who_reserves_the_card_takes_them():
    g = phishing().act("reserve planets: card 1")
    assert (g.reserved(1), g.has(1)) == (["Veon"], "1I")


def test_e_ev13_other_cards_carry_none():
    g = phishing().tokens("", "1E 1F 1S").buy("planets", 2)
    assert g.has(1) == ""


def test_k46_they_do_not_help_to_pay():
    g = Table(2, round=2, event="Phishing").deck("development 2", "Black Market HI")
    g.act("reserve development 2: card 1").end_turn().tokens("", "1I")
    assert not g.can("buy development 2: card 1")


def test_e_ev13_a_refresh_takes_them_away():
    g = phishing().act("refresh planets")
    assert g.s["phished"].sum() == 0


def test_e_ev13_refreshed_cards_carry_none():
    g = Table(2, round=2, event="Phishing").act("refresh planets").end_turn()
    assert g.s["phished"].sum() == 0


def test_e_ev13_they_go_with_the_event():
    g = phishing(turn=3).end_round("Equalize").tokens("", "1E 1M 1S")
    assert g.s["phished"].sum() == 0


def test_e_ev13_at_most_one_on_a_card():
    g = phishing().end_turn().end_turn().tokens("9E 9M 9S", "1E 1M 1S").buy("planets", 1)
    assert g.has(1) == "1I"


def test_k46_of_no_use_to_smugglers():
    g = Table(2, round=2, event="Phishing").deck("development 2", "Black Market HI")
    g.act("reserve development 2: card 1").end_turn().tokens("", "")
    assert g.s["phished"][2].tolist() == [1, 0, 0, 0]
    assert not g.offered("smuggle")


def test_k69_every_replenished_card_carries_some():
    g = Table(2, ("Orange",), round=2, event="Phishing").planet(0, "Plume").tokens("9E 9M 9G 9F 9R 9S")
    g.buy("development 1", 1, "choose Plume").buy("development 1", 3, "choose Plume").end_turn()
    assert g.s["phished"][1].tolist() == [1, 0, 1, 0]


def test_k46_a_card_swapped_in_carries_none():
    g = phishing(companies=("Holox", "Advanced")).act("swap the top of the deck planets with card 1")
    assert g.s["phished"].sum() == 0
    assert g.top("planets") == ["Veon"]


def test_e_ev13_only_replenished_in_that_round():
    g = Table(2, round=2, event="Phishing", turn=3).end_round("Equalize").tokens("1M 1S", "1M 1S")
    g.buy("planets", 1).end_turn()
    assert g.s["phished"].sum() == 0


# Transmutation


def test_e_ev14_each_omniforge_produces():
    g = before_event().end_round("Transmutation")
    assert (g.s["phase"], g.has(0), g.has(1)) == (st.EVENT, "1G 1S", "1F 1S")


def test_e_ev14_then_a_resource_may_be_exchanged():
    g = before_event().end_round("Transmutation")
    assert g.s["seat"] == 1
    g.pick("give food").pick("gain ships")
    assert (g.has(1), g.column("food"), g.column("ships")) == ("2S", 1, 2)


def test_e_ev14_in_turn_order():
    g = before_event().end_round("Transmutation")
    g.pick("give food").pick("gain ships")
    assert (g.s["seat"], sorted(g.offered("give "))) == (0, ["gas", "ships"])


def test_e_ev14_it_may_be_declined():
    g = before_event().end_round("Transmutation")
    g.pick("no", "done")
    g.pick("no", "done")
    assert (g.has(0), g.has(1), g.columns()) == ("2G 2S", "2F 2S", [2] * 5)


def test_i15_once_a_player():
    g = before_event().tokens("", "3M").end_round("Transmutation").act("give minerals", "gain ships")
    assert g.s["seat"] == 0


def test_i15_resources_only():
    g = before_event().tokens("", "1E 2I").end_round("Transmutation")
    assert sorted(g.offered("give ")) == ["food", "ships"]


@pytest.mark.parametrize("resource", st.RESOURCES)
def test_k47_the_two_resources_differ(resource):
    g = before_event().tokens("", "1M 1G 1F 1R 1S").end_round("Transmutation").act(f"give {resource}")
    assert g.offered("gain ") == [other for other in st.RESOURCES if other != resource]


def test_k47_at_the_left_end_the_marker_stays():
    g = before_event().markers(food=0).end_round("Transmutation")
    g.pick("give food").pick("gain ships")
    assert (g.has(1), g.column("food")) == ("2S", 0)


def test_k47_no_interest_for_the_bonus_production():
    g = before_event().loan(0, 1).tokens("", "1E").end_round("Transmutation")
    assert g.has(1) == "1E 1F 1S"
    g.pick("no", "done")
    g.pick("no", "done")
    assert (g.has(0), g.has(1)) == ("1G 1S", "2F 2S")  # the production proper: repossessed, and one paid


# Influencer


def influenced(coin):
    """Influencer with such a coin for seat 1."""
    for seed in range(60):
        g = Table(2, turn=3, seed=seed).end_round("Influencer")
        if g.s["coin"] == coin:
            return g
    raise AssertionError("that side never comes up")


@pytest.mark.parametrize("coin", [-1, 1])
def test_e_ev16_a_marker_moves_by_the_coin(coin):
    g = influenced(coin).act("move the marker of food")
    assert g.columns() == [2, 2, 2 + coin, 2, 2]


@pytest.mark.parametrize("coin", [-1, 1])
def test_e_ev16_it_may_be_declined(coin):
    g = influenced(coin)
    assert g.s["seat"] == 1
    g.act(*[name for name in ("no", "done") if g.can(name)])
    assert (g.columns(), g.s["seat"]) == ([2] * 5, 0)


def test_e_ev16_a_coin_for_each_player():
    found = set()
    for seed in range(16):
        g = Table(2, turn=3, seed=seed).end_round("Influencer")
        first = int(g.s["coin"])
        g.act("move the marker of food")
        found.add((first, int(g.s["coin"])))
    assert found == {(-1, -1), (-1, 1), (1, -1), (1, 1)}


def test_e_ev16_any_marker():
    g = after("Influencer")
    assert g.offered("move the marker of ") == list(st.RESOURCES)


def test_e_ev16_a_marker_at_the_end_cannot_move_on():
    g = influenced(-1)
    g.s["marker"][:] = [0, 1, 2, 3, 4]
    assert g.offered("move the marker of ") == ["gas", "food", "research", "ships"]
    g = influenced(1)
    g.s["marker"][:] = [0, 1, 2, 3, 4]
    assert g.offered("move the marker of ") == ["minerals", "gas", "food", "research"]


# Mercenaries


def test_e_ev18_credits_for_ships():
    g = Table(2, round=2, event="Mercenaries").tokens("1E 1M").buy("planets", 1)
    assert (g.planets(), g.has()) == (["Harrow"], "")


def test_i9_any_number():
    g = Table(2, round=2, event="Mercenaries").row("planets", "Ossian", "Harrow", "Tilda").tokens("2E 1G 1R")
    g.buy("planets", 1)
    assert g.planets() == ["Ossian"]


@pytest.mark.parametrize(("token", "left"), [("energy credit", "1S"), ("ships", "1E")])
def test_k65_mercenaries_are_optional(token, left):
    g = Table(2, round=2, event="Mercenaries").tokens("1E 1M 1S").act("buy planets: card 1", f"pay {token}")
    assert g.has() == left


def test_e_ev18_for_planets_only():
    g = Table(2, round=2, event="Mercenaries").row(
        "development 2", "Offworld Importer SQ", "Crime Hub HX", "Crime Hub PI"
    )
    g.tokens("9E 9F 9R")
    assert not g.offered("buy development 2")


def test_e_ev18_for_ships_only():
    g = Table(2, round=2, event="Mercenaries").tokens("9E 1S")
    assert not g.can("buy planets: card 1")


def test_k65_mercenaries_hold_for_reserved_planets():
    g = Table(2, round=2, event="Mercenaries").reserve(0, "Veon").tokens("2E 1M").act("buy reserved card 1")
    assert g.planets() == ["Veon"]


def test_e_ev18_credits_of_the_price_are_kept_apart():
    g = Table(2, round=2, event="Mercenaries").reserve(0, "Veon").tokens("1E 1M")
    assert not g.offered("buy reserved")


def test_e_ev18_illegal_goods_pay_for_nothing():
    g = (
        Table(2, round=2, event="Mercenaries")
        .reserve(0, "Veon")
        .tokens("2E 1I 1M")
        .act("buy reserved card 1")
    )
    assert (g.planets(), g.has()) == (["Veon"], "1I")


# Bribery


def test_e_ev19_illegal_goods_for_each():
    g = after("Bribery")
    assert (g.has(0), g.has(1)) == ("1I 1G 1S", "1I 1F 1S")


def test_e_ev19_illegal_goods_pay_for_developments():
    g = (
        Table(2, round=2, event="Bribery")
        .row("development 1", "Mine HI", "Mine RB", "Mine CL")
        .tokens("1I 1G")
    )
    g.buy("development 1", 1)
    assert (g.built(), g.has()) == (["Mine HI"], "")


def test_e_ev19_megastructures_too():
    g = Table(2, round=2, event="Bribery").tokens("3E 5I").buy("development 3", 1).pay_up()
    assert (g.built(), g.has()) == (["Planet Cracker DM"], "")


@pytest.mark.parametrize(("token", "left"), [("energy credit", "1I"), ("illegal goods", "1E")])
def test_k65_bribery_is_optional(token, left):
    g = (
        Table(2, round=2, event="Bribery")
        .row("development 1", "Mine HI", "Mine RB", "Mine CL")
        .tokens("1E 1I 1G")
    )
    g.buy("development 1", 1, f"pay {token}")
    assert g.has() == left


def test_e_ev19_for_credits_only():
    g = Table(2, round=2, event="Bribery").tokens("9I 1F")
    assert not g.can("buy development 1: card 1")


def test_e_ev19_not_for_planets():
    g = Table(2, round=2, event="Bribery").row("planets", "Ember", "Harrow", "Tilda").tokens("9I")
    assert not g.offered("buy planets")


def test_e_ev19_not_on_the_market():
    assert not Table(2, round=2, event="Bribery").tokens("9I").offered("trade ")


def test_k65_bribery_holds_for_reserved_developments():
    g = Table(2, round=2, event="Bribery").reserve(0, "Mine HI").tokens("1I 1G").act("buy reserved card 1")
    assert g.built() == ["Mine HI"]


def test_k65_bribery_on_the_second_price():
    g = Table(2, round=2, event="Bribery").row(
        "development 2", "Gas Platform HI", "Crime Hub HX", "Crime Hub PI"
    )
    g.tokens("2E 4I").buy("development 2", 1).pay_up()
    assert (g.built(), g.has()) == (["Gas Platform HI"], "")


# Acquisition


def acquiring(*reserved, **more):
    """The last turns of a round of Acquisition; seat 0 has these cards in reserve."""
    return Table(2, round=2, event="Acquisition", turn=3, **more).reserve(0, *reserved)


def test_e_ev20_a_reserved_card_for_free():
    g = acquiring("Veon").quiet(lambda s: s["phase"] == st.ACQUIRE)
    g.act("choose reserved card 1")
    assert (g.planets(), g.reserved()) == (["Veon"], [])


def test_e_ev20_it_may_be_declined():
    g = acquiring("Veon").end_round("Equalize")
    assert (g.planets(), g.reserved()) == ([], ["Veon"])


def test_k48_after_the_discard():
    g = acquiring("Veon").tokens("9E").quiet(lambda s: s["phase"] == st.ACQUIRE)
    assert g.has() == "7E"


def test_k48_in_turn_order_and_only_who_has_a_card():
    g = acquiring("Veon").reserve(1, "Murk").quiet(lambda s: s["phase"] == st.ACQUIRE)
    assert g.s["seat"] == 0
    g.act("choose reserved card 1")
    assert (g.s["phase"], g.s["seat"]) == (st.ACQUIRE, 1)


def test_k48_from_the_first_player_on():
    g = Table(3, turn=3).reserve(0, "Veon").reserve(1, "Murk").reserve(2, "Cirrus").end_round("Acquisition")
    g.quiet(lambda s: s["phase"] == st.ACQUIRE)
    assert g.s["first"] == 1
    order = []
    while g.s["phase"] == st.ACQUIRE:
        order.append(int(g.s["seat"]))
        g.act("done")
    assert order == [1, 2, 0]


def test_k48_before_the_marker_rotates():
    g = acquiring("Veon").quiet(lambda s: s["phase"] == st.ACQUIRE)
    assert (g.s["round"], g.s["first"]) == (2, 0)


def test_k48_developments_need_room():
    g = acquiring("Mine CL").build(0, "home", "Farm RB", "Farm HI")
    g.quiet(lambda s: s["phase"] == st.ACQUIRE or s["round"] == 3)
    assert not g.offered("choose reserved")


def test_k48_a_development_is_placed_and_its_bonus_fires():
    g = acquiring("Skimmer Fleet CL").planet(0, "Veon").quiet(lambda s: s["phase"] == st.ACQUIRE)
    g.pick("choose reserved card 1", "choose Veon")
    assert (g.where("Skimmer Fleet CL"), g.s["tokens"][0, st.GAS] >= 1) == ("Veon", True)


def test_k48_steals_too():
    g = acquiring("Crime Hub HX").tokens("", "1F").quiet(lambda s: s["phase"] == st.ACQUIRE)
    g.pick("choose reserved card 1", "choose the homeworld")
    assert (g.built(), g.s["tokens"][0, st.FOOD]) == (["Crime Hub HX"], 1)


def test_k48_one_card_even_for_farble():
    g = acquiring("Veon", "Murk", companies=("Farble",)).quiet(lambda s: s["phase"] == st.ACQUIRE)
    g.act("choose reserved card 2")
    assert (g.planets(), g.reserved()) == (["Murk"], ["Veon"])
    g.quiet(lambda s: s["round"] == 3)
    assert g.reserved() == ["Veon"]


def test_k48_in_the_last_round_before_scoring():
    g = Table(2, round=4, event="Acquisition", turn=3).reserve(0, "CEO Monument PI")
    g.quiet(lambda s: s["phase"] == st.ACQUIRE)
    g.pick("choose reserved card 1", "choose the homeworld").quiet(lambda s: False)
    assert (g.s["over"], g.points(0)) == (1, 3)


def test_k71_acquisition_touches_no_row():
    g = acquiring("Veon").quiet(lambda s: s["phase"] == st.ACQUIRE).act("choose reserved card 1")
    assert g.cards("planets") == list(PLAIN_ROWS[0])


def test_e_ev20_not_in_other_rounds():
    g = Table(2, round=2, event="Equalize", turn=3).reserve(0, "Veon")
    g.quiet(lambda s: s["phase"] == st.ACQUIRE or s["round"] == 3)
    assert g.s["round"] == 3
