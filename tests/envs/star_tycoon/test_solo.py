"""Playing alone: removals, supremacy, goals and buffs."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.arrange import arrange
from tests.envs.star_tycoon.table import GAME, Table, counts

SWAP = "swap a resource with another player"
WAYFARE = "gain a resource and a credit instead of using the Omniforge"
MEGAS = [
    f"{name} DM"
    for name in (
        "Dyson Sphere",
        "Planet Cracker",
        "Nebula Siphon",
        "Ringworld Farm",
        "Matrioshka Brain",
        "Stellar Drydock",
        "Space Elevator",
        "Galactic Gate",
    )
]
SITES = ("Murk", "Sirocco", "Ember", "Lagoon")  # want brands, three places each


def removing():
    """The end of a turn of a solo game, with the plain rows."""
    return Table(1).act("end the turn")


def settled(g, *cards):
    """Build these on planets whose targets they do not meet."""
    g.planet(0, *SITES)
    for at, card in enumerate(cards):
        g.build(0, SITES[at // 3], card)
    return g


def last(**options):
    """The last turn of a solo game with a homeworld whose supremacy stays out of reach."""
    return Table(1, homeworlds="R", round=4, turn=3, **options)


def outcome(g):
    """(points, won, place) at the end."""
    g.quiet(lambda s: False)
    assert g.s["over"] == 1
    return g.points(), bool(g.s["won"]), g.ranks()[0]


def test_r29_1_the_omniforge_comes_from_all_six():
    found = set()
    for seed in range(60):
        owner = arrange(GAME, players=1, seed=seed).s["owner"][st.FIRST_FORGE :].tolist()
        assert owner.count(0) == 1
        found.add(owner.index(0))
    assert found == set(range(6))


@pytest.mark.parametrize("number", range(1, 7))
def test_r29_8_the_goal_goes_by_the_number_of_the_omniforge(number):
    g = Table(1, omniforge=number, buff=number % 6 + 1, chosen=False)
    assert (g.s["goal"], g.s["owner"][st.FIRST_FORGE + number - 1]) == (number, 0)


def test_r29_8_the_card_of_the_buff_is_never_the_goal():
    for seed in range(40):
        for buff in (1, 6):
            goal = arrange(GAME, players=1, seed=seed, buff=buff).s["goal"]
            assert goal != buff


# Removals


def test_r29_2_two_planets_leave_the_game():
    g = removing()
    assert g.offered("remove card ") == ["1", "2", "3"]
    g.act("remove card 1", "remove card 3")
    assert g.cards("planets") == ["-", "Tilda", "-"]
    assert g.s["gone"][0] == 1 << g.card("Harrow") | 1 << g.card("Bracken")


def test_r29_2_resources_of_their_targets_move_markers_left():
    g = removing().act("remove card 1")  # ships and minerals
    assert g.columns() == [1, 2, 2, 2, 1]
    g.act("remove card 2")  # three ships
    assert g.columns() == [1, 2, 2, 2, 0]


def test_r29_2_credits_and_brands_of_targets_move_nothing():
    g = (
        Table(1)
        .row("planets", "Pyre", "Murk", "Harrow")
        .act("end the turn", "remove card 1", "remove card 2")
    )
    assert g.columns() == [2] * 5


def test_r29_3_two_of_level_1_and_two_of_level_2():
    g = removing().act(*["remove card 1", "remove card 2"] * 3)
    assert (g.s["phase"], g.s["turn"]) == (st.TURN, 1)
    assert [bin(int(gone)).count("1") for gone in g.s["gone"]] == [2, 2, 2, 0]


def test_r29_3_what_they_produce_moves_markers_right():
    g = (
        Table(1)
        .row("planets", "Murk", "Sirocco", "Ember")
        .act("end the turn", "remove card 1", "remove card 2")
    )
    g.act("remove card 1")
    assert g.columns() == [3, 2, 2, 2, 2]
    g.act("remove card 2")
    assert g.columns() == [3, 2, 3, 2, 2]
    g.act("remove card 1", "remove card 3")  # ships; a credit moves nothing
    assert g.columns() == [3, 2, 3, 2, 3]


def test_r29_3_two_icons_move_two_spaces():
    g = (
        Table(1)
        .row("planets", "Murk", "Sirocco", "Ember")
        .row("development 2", "Gas Platform HI", "Crime Hub HX", "Crime Hub PI")
    )
    g.act("end the turn", *["remove card 1", "remove card 2"] * 2, "remove card 1")
    assert g.column("gas") == 4


def test_r29_3_megastructures_stay():
    g = removing().act(*["remove card 1", "remove card 2"] * 3)
    assert g.cards("development 3") == ["Planet Cracker DM", "Ringworld Farm DM", "Space Elevator DM"]


def test_k54_cards_bought_this_turn_are_gone_already():
    g = Table(1).tokens("1M 1S").buy("planets", 1).act("end the turn")
    assert g.asks() == "remove"
    assert g.s["gone"][0] == 1 << g.card("Tilda") | 1 << g.card("Bracken")
    assert g.planets() == ["Harrow"]


def test_k54_with_fewer_than_two_what_is_there_goes():
    g = Table(1).tokens("1M 1S").reserve(0, "Veon")
    g.row("planets", "Harrow", "Tilda", "-", full=True)
    g.buy("planets", 1).act("end the turn")
    assert g.s["gone"][0] == 1 << g.card("Tilda")


def test_k55_removal_before_replenishing():
    g = (
        Table(1)
        .deck("planets", "Veon", "Cirrus")
        .act("end the turn", *["remove card 1", "remove card 2"] * 3)
    )
    assert g.cards("planets") == ["Veon", "Cirrus", "Bracken"]


def test_k55_removed_cards_never_come_back():
    g = Table(1).act("end the turn", *["remove card 1", "remove card 2"] * 3)
    assert not {"Harrow", "Tilda"} & set(g.pool("planets") + g.bottom("planets") + g.top("planets"))


def test_k68_roadblock_holds_for_removals():
    g = Table(1, round=2, event="Roadblock").markers(minerals=3, gas=1, food=1, research=1, ships=3)
    g.act("end the turn", "remove card 1")
    assert g.columns() == [1, 1, 1, 1, 1]


def test_k46_illegal_goods_on_removed_cards_are_lost():
    g = Table(1, round=2, event="Phishing").act("end the turn", *["remove card 1", "remove card 2"] * 3)
    assert g.s["phished"][:3].sum() == 6
    g.act("end the turn", *["remove card 1", "remove card 2"] * 3)
    assert (g.has(), g.s["phished"][0].tolist()) == ("", [1, 1, 0, 0])


# Other rules


def test_r29_4_supremacy_with_three_icons():
    g = Table(1).build(0, "home", "Orbital Dockyard HX")
    assert g.points() == 0
    g.build(0, "home", "Shipyard CL")
    assert g.points() == 3


def test_r29_4_omniforges_still_do_not_count():
    g = Table(1, omniforge=2).build(0, "home", "Orbital Dockyard HX")
    assert g.points() == 0


def test_r29_5_a_refresh_for_a_credit():
    g = Table(1).tokens("1E").act("pay a credit to refresh planets")
    assert (g.has(), g.s["actions_left"], g.bottom("planets")) == ("", 3, ["Harrow", "Tilda", "Bracken"])


def test_r29_5_as_often_as_wanted():
    g = Table(1).tokens("3E").act(*["pay a credit to refresh planets"] * 3)
    assert (g.has(), g.s["actions_left"]) == ("", 3)
    assert not g.offered("pay a credit")


def test_r29_5_after_the_actions_too():
    g = Table(1).tokens("1E").act(*["refresh planets"] * 3)
    assert g.can("pay a credit to refresh development 3")


def test_r29_5_the_action_is_still_possible():
    g = Table(1).act("refresh planets")
    assert g.s["actions_left"] == 2


def test_r29_5_full_rows_only():
    g = Table(1).tokens("1E 1M 1S").buy("planets", 1)
    assert not g.can("pay a credit to refresh planets")


def test_r29_5_orange_corp_pays_for_development_rows_that_are_not_full():
    g = Table(1, ("Orange",)).tokens("1E 1F 1R").buy("development 1", 1, "choose the homeworld")
    assert not g.is_full("development 1")
    g.act("pay a credit to refresh development 1")
    assert (g.has(), g.is_full("development 1")) == ("", True)


def test_r29_5_not_with_rivals():
    assert not Table(2).tokens("5E").offered("pay a credit to refresh")


def test_r29_6_steals_come_from_the_bank():
    g = Table(1).row("development 1", "Salvage Raiders HX", "Mine RB", "Mine CL").tokens("1E 1G 1F")
    g.act("buy development 1: card 1")
    assert sorted(g.offered("gain ")) == sorted(st.RESOURCES)
    g.act("gain ships")
    assert g.has() == "1S"


def test_r29_6_quonk_swaps_with_the_bank():
    g = Table(1, ("Quonk",)).tokens("1M").act(SWAP, "take ships").pick("give minerals")
    assert g.has() == "1S"


def test_r29_6_quonk_once_a_round_and_with_a_resource():
    assert not Table(1, ("Quonk",)).tokens("3E").can(SWAP)
    g = Table(1, ("Quonk",)).tokens("2M").act(SWAP, "take ships").pick("give minerals")
    assert not g.can(SWAP)


def test_r29_6_what_others_own_is_nothing():
    g = Table(1).row("development 2", "Futures Exchange PI", "Crime Hub HX", "Crime Hub PI").planet(0, "Kiln")
    g.tokens("1G 1F 1R").buy("development 2", 1, "choose Kiln")
    assert g.has() == ""


def test_r29_7_rahkoon_may_gain_a_resource_and_a_credit():
    g = Table(1, ("Rahkoon",)).act(WAYFARE)
    assert sorted(g.offered("gain ")) == sorted(st.RESOURCES)
    g.act("gain ships")
    assert (g.has(), g.s["actions_left"]) == ("1E 1S", 2)


def test_i14_or_the_own_omniforge():
    g = Table(1, ("Rahkoon",), omniforge=3).act("use the own Omniforge")
    assert g.has() == "1M 1G"


def test_r29_7_it_takes_an_action():
    g = Table(1, ("Rahkoon",)).tokens("1E")
    g.s["actions_left"] = 0
    assert not g.can(WAYFARE)


def test_r29_7_only_rahkoon():
    assert not Table(1).can(WAYFARE)


# Goals


@pytest.mark.parametrize(
    ("card", "points", "won"), [("Corporate Office SQ", 36, True), ("Mine CL", 35, False)]
)
def test_g1_36_points(card, points, won):
    g = settled(last(omniforge=1), *MEGAS[:7], card)
    assert outcome(g) == (points, won, 0 if won else 1)


VANITY = [
    "Logistics Hub HX",
    "Logistics Hub SQ",
    "Wellness Center HI",
    "Wellness Center RB",
    "Corporate Office CL",
]


def test_g2_30_points_and_five_of_the_list():
    g = settled(last(omniforge=2), *MEGAS[:5], *VANITY)
    assert outcome(g) == (30, True, 0)


def test_g2_four_are_too_few():
    g = settled(last(omniforge=2), *MEGAS[:6], *VANITY[:4])
    assert outcome(g) == (34, False, 1)


def test_g2_29_points_are_too_few():
    g = settled(last(omniforge=2), *MEGAS[:5], *VANITY, "Crime Hub HX")
    assert outcome(g) == (29, False, 1)


@pytest.mark.parametrize("kind", ["CEO Monument", "Executive Retreat", "Corporate Office"])
def test_g2_all_five_names_count(kind):
    brands = {"CEO Monument": "PI", "Executive Retreat": "HI", "Corporate Office": "SQ"}
    g = settled(last(omniforge=2), *MEGAS[:6], *VANITY[:4], f"{kind} {brands[kind]}")
    assert outcome(g)[1]


@pytest.mark.parametrize(
    ("cards", "tokens", "won"),
    [
        (["Crime Hub HX", "Corporate Office SQ"], "7I", True),
        (["Crime Hub HX", "Corporate Office SQ"], "6I", False),
        (["Crime Hub HX"], "7I", False),
        (["Corporate Office SQ"], "7I", False),
    ],
)
def test_g3_30_points_a_crime_hub_and_illegal_goods(cards, tokens, won):
    g = settled(last(omniforge=3), *MEGAS[:6], *cards).tokens(tokens)
    assert outcome(g)[1] == won


EXPORTERS = ["Offworld Exporter HX", "Offworld Exporter PI"]


def export(g, times, card="Offworld Exporter HX"):
    """So many transactions with an Exporter."""
    g.tokens("9I 9G")
    for _ in range(times):
        g.smuggle(card)
    return g


@pytest.mark.parametrize(("times", "won"), [(4, True), (3, False)])
def test_g4_two_exporters_and_four_transactions(times, won):
    g = export(settled(last(omniforge=4), *MEGAS[:6], *EXPORTERS), times)
    g.pick("done").tokens("")
    assert (g.s["exports"], outcome(g)[1]) == (times, won)


def test_g4_one_exporter_is_too_few():
    g = export(settled(last(omniforge=4), *MEGAS[:6], EXPORTERS[0]), 4)
    assert not outcome(g)[1]


def test_g4_both_exporters_count_together():
    g = settled(last(omniforge=4), *MEGAS[:6], *EXPORTERS).tokens("9I 9G")
    g.smuggle(EXPORTERS[0]).smuggle(EXPORTERS[1]).smuggle(EXPORTERS[0]).smuggle(EXPORTERS[1])
    assert outcome(g.tokens(""))[1]


def test_k56_transactions_of_the_row_do_not_count():
    g = settled(last(omniforge=4), *MEGAS[:6], *EXPORTERS)
    g.row("development 2", "Offworld Exporter CL", "Crime Hub HX", "Crime Hub PI")
    export(g, 4, "Offworld Exporter CL")
    assert (g.s["exports"], outcome(g)[1]) == (0, False)


def test_k56_other_smugglers_do_not_count():
    g = settled(last(omniforge=4), *MEGAS[:6], "Black Market HI").tokens("2I").smuggle("Black Market HI")
    assert g.s["exports"] == 0


def fed(g, *farms):
    """Three planets with two megastructures each, and a farm on some."""
    for at, site in enumerate(SITES[:3]):
        g.planet(0, site).build(0, site, *MEGAS[:3][at : at + 1], MEGAS[4 + at])
    for site, farm in zip(SITES[:3], farms, strict=False):
        g.build(0, site, farm)
    return g


FARMS = ["Farm RB", "Farm CL", "Farm HI"]


@pytest.mark.parametrize(("farms", "won"), [(3, True), (2, False)])
def test_g5_food_on_every_planet(farms, won):
    g = fed(last(omniforge=5), *FARMS[:farms])  # Omniforge 5 makes food on the homeworld
    assert outcome(g) == (30, won, 0 if won else 1)


def test_i13_food_and_nothing_else():
    g = fed(last(omniforge=5), *FARMS[:2], "Laboratory CL")
    assert not outcome(g)[1]


def test_k57_the_homeworld_too():
    g = fed(last(omniforge=5), *FARMS).planet(0, "Lagoon").build(0, "Lagoon", "Omniforge 5")
    assert not outcome(g)[1]


def test_k57_another_farm_at_home_will_do():
    g = (
        fed(last(omniforge=5), *FARMS)
        .planet(0, "Lagoon")
        .build(0, "Lagoon", "Omniforge 5")
        .build(0, "home", "Farm SQ")
    )
    assert outcome(g)[1]


@pytest.mark.parametrize(("brands", "won"), [(("RB", "CL", "HX", "PI"), True), (("RB", "CL", "HX"), False)])
def test_g6_36_points_and_four_partnerships(brands, won):
    g = settled(last(omniforge=6, buff=2), *MEGAS).partner(0, *brands)
    assert outcome(g)[1] == won


def test_g6_35_points_are_too_few():
    g = settled(last(omniforge=6, buff=2), *MEGAS[:7]).partner(0, "RB", "CL", "HX", "PI")
    assert outcome(g) == (35, False, 1)


# Buffs


def begun(buff, company="Holox", top=(), **options):
    """A solo game with this buff up to its first turn."""
    g = Table(1, chosen=False, buff=buff, **options).deck("development 2", *top)
    return g.keep([company])


def test_b1_five_credits_more():
    g = begun(1, omniforge=2)
    start = g.t["start"][g.company("Holox")]
    assert (g.s["tokens"][0] - start).tolist() == counts("5E 1G 1S")


def test_r29_9_the_buff_is_another_card_drawn_when_the_company_is_chosen():
    seen = set()
    for seed in range(20):
        game = arrange(GAME, players=1, seed=seed)
        assert game.s["buff_card"] == 0
        game.act(game.legal()[0])
        buff = int(game.s["buff_card"])
        assert 1 <= buff <= 6
        assert buff != game.s["goal"]
        seen.add(buff)
    assert len(seen) > 3


def test_b2_gains_are_doubled():
    g = (
        Table(1, buff=2)
        .row("development 2", "Skimmer Fleet CL", "Crime Hub HX", "Crime Hub PI")
        .planet(0, "Veon")
    )
    g.tokens("1E 1M 1S").buy("development 2", 1, "choose Veon")
    assert g.has() == "2G"


def test_k58_the_whole_bonus_fires_twice():
    g = Table(1, buff=2).row("development 1", "Salvage Raiders HX", "Mine RB", "Mine CL").tokens("1E 1G 1F")
    g.act("buy development 1: card 1", "gain ships", "gain food")
    assert g.has() == "1F 1S"


def test_b2_not_with_other_buffs():
    g = Table(1, buff=1)
    g.row("development 1", "Salvage Raiders HX", "Mine RB", "Mine CL").tokens("1E 1G 1F").planet(0, "Veon")
    g.buy("development 1", 1, "choose Veon", "gain ships")
    assert g.has() == "1S"


def test_b3_the_top_level_2_card_on_the_homeworld():
    g = begun(3, top=["Corporate Office SQ"])
    assert (g.built(0, "home"), g.deck_size("development 2")) == (["Corporate Office SQ"], 32)


def test_b3_it_produces_in_round_1():
    g = begun(3, top=["Corporate Office SQ"], omniforge=2)
    start = g.t["start"][g.company("Holox")]
    assert (g.s["tokens"][0] - start).tolist() == counts("1E 1G 1S")


def test_k18_its_bonus_fires():
    g = begun(3, top=["Crime Hub HX"])
    assert sorted(g.offered("gain ")) == sorted(st.RESOURCES)
    g.act("gain ships")
    assert g.s["phase"] == st.TURN


def test_k72_the_rows_are_dealt_first():
    g = Table(1, chosen=False, buff=3)
    shown = g.cards("development 2")
    g.keep(["Holox"])
    assert g.cards("development 2") == shown


def test_b4_an_importer_of_the_deck():
    g = Table(1, chosen=False, buff=4)
    g.row("development 2", "Crime Hub HX", "Crime Hub PI", "Offworld Importer SQ").keep(["Holox"])
    found = sorted(g.offered("choose "))
    assert found == ["Offworld Importer of Pointed Investments", "Offworld Importer of Rounded Bioworks"]
    g.act(g.choose("Offworld Importer RB"))
    assert (g.built(0, "home"), g.s["phase"]) == (["Offworld Importer RB"], st.TURN)
    assert "Offworld Importer RB" not in g.pool("development 2")


def test_k72_without_one_in_the_deck_one_of_the_row():
    g = Table(1, chosen=False, buff=4)
    importers = [f"Offworld Importer {brand}" for brand in ("SQ", "PI", "RB")]
    g.row("development 2", *importers).keep(["Holox"])
    g.pick(g.choose(importers[0]))
    assert len(g.built(0, "home")) == 1
    assert g.built(0, "home")[0] in importers
    assert "-" not in g.cards("development 2")
    assert (len(g.cards("development 2")), g.is_full("development 2")) == (3, True)


def test_k72_of_several_in_the_row_the_player_chooses():
    g = Table(1, chosen=False, buff=4)
    importers = [f"Offworld Importer {brand}" for brand in ("SQ", "PI", "RB")]
    g.row("development 2", *importers).keep(["Holox"])
    assert len(g.offered("choose ")) == 3
    g.act(g.choose("Offworld Importer PI"))
    assert (g.built(0, "home"), g.where("Offworld Importer PI")) == (["Offworld Importer PI"], "home")
    assert g.cards("development 2")[::2] == ["Offworld Importer SQ", "Offworld Importer RB"]


def forges(g):
    """Numbers of the own Omniforges."""
    return [k + 1 for k in range(6) if g.s["owner"][st.FIRST_FORGE + k] == 0]


def boxes(g):
    """What the own Omniforges make together."""
    return sum(g.t["made"][st.FIRST_FORGE + number - 1] for number in forges(g)).tolist()


def test_b5_a_second_omniforge():
    g = Table(1, buff=5)
    assert len(forges(g)) == 2
    assert 1 in forges(g)
    assert g.s["home_room"][0] == 1
    g.act("use the own Omniforge")
    assert g.s["tokens"][0].tolist() == boxes(g)


def test_b5_not_the_card_that_gave_the_buff():
    assert all(5 not in forges(Table(1, buff=5, seed=seed)) for seed in range(25))


def test_b5_both_produce():
    g = Table(1, buff=5, turn=3)
    wanted = boxes(g)
    g.end_round("Equalize")
    assert g.s["tokens"][0].tolist() == wanted


def test_k64_both_are_repossessed():
    for seed in range(30):
        g = Table(1, buff=5, omniforge=3, turn=3, seed=seed).loan(0)
        if g.s["forged"][0, st.CREDIT] == 0:
            break
    g.end_round("Equalize")
    assert g.has() == ""


def test_b6_points_of_arrays_are_doubled():
    g = Table(1, buff=6).build(0, "home", "Communication Array SQ", "Communication Array CL")
    assert g.points() == 6
    g = Table(1, buff=2).build(0, "home", "Communication Array SQ", "Communication Array CL")
    assert g.points() == 3


# Events alone


def test_e_ev05_deed_giveaway_alone():
    g = Table(1, turn=3).deck("planets", "Veon").end_round("Deed Giveaway")
    assert len(g.planets()) == 1


def test_r29_8_at_the_end_of_round_4():
    g = settled(Table(1, round=3, turn=3, omniforge=1), *MEGAS).end_round("Overtime")
    assert (g.s["over"], g.s["won"], g.s["round"]) == (0, 0, 4)


def test_r29_8_the_points_after_the_last_discard_count():
    g = settled(last(omniforge=1, tile="energy"), *MEGAS[:7]).tokens("2E")
    assert outcome(g) == (36, True, 0)


def test_b4_the_only_importer_of_the_deck_is_no_choice():
    g = Table(1, chosen=False, buff=4)
    g.row("development 2", "Offworld Importer SQ", "Offworld Importer PI", "Crime Hub HX").keep(["Holox"])
    assert (g.built(0, "home"), g.s["phase"]) == (["Offworld Importer RB"], st.TURN)
    assert g.cards("development 2") == ["Offworld Importer SQ", "Offworld Importer PI", "Crime Hub HX"]
