"""The worked examples of the rulebook, with their numbers."""

import pytest

from tests.envs.star_tycoon.table import Table, in_words


def test_r7_5_eight_tokens_after_the_production_of_round_1():
    for players in range(2, 7):
        g = Table(players, chosen=False)
        g.keep(["Jim's", "Quonk", "K'Ratak", "Myron", "Jugno's", "Legitimate"][:players])
        assert [g.total(seat) for seat in range(players)] == [8] * players


def test_r15_8_two_resources_for_a_credit_bought():
    g = Table(2).markers(gas=1).tokens("2E").act("trade gas: buy", "done")
    assert (g.has(), g.column("gas")) == ("1E 2G", 2)
    assert not g.offered("trade gas")


def test_r15_8_two_resources_for_a_credit_sold():
    g = Table(2).markers(gas=1).tokens("4G").act("trade gas: sell").pick("done")
    assert (g.has(), g.column("gas")) == ("1E 2G", 0)
    assert not g.offered("trade gas")


def test_r16_13_once_through_an_own_smuggler_once_through_a_rivals():
    g = Table(2).planet(0, "Plume").planet(1, "Ossian").tokens("3E")
    g.build(0, "Plume", "Offworld Importer SQ").build(1, "Ossian", "Offworld Importer PI")
    g.smuggle("Offworld Importer SQ", "gain gas").smuggle("Offworld Importer PI", "gain food")
    assert (g.has(0), g.has(1), g.s["actions_left"]) == ("1G 1F", "1E", 2)


def test_r16_14_twice_through_a_rivals_smuggler():
    g = Table(2).planet(1, "Ossian").build(1, "Ossian", "Offworld Importer PI").tokens("4E")
    g.smuggle("Offworld Importer PI", "gain gas").smuggle("Offworld Importer PI", "gain food")
    assert (g.has(0), g.has(1), g.s["actions_left"]) == ("1G 1F", "2E", 2)


def test_r27_1_the_example_turn():
    g = Table(2, ("Jim's",)).tokens("2E 1S 2M 1G")
    g.row("planets", "Veon", "Harrow", "Tilda").row("development 1", "Refinery RB", "Mine RB", "Farm CL")
    g.buy("planets", 1)
    assert (g.planets(), g.has()) == (["Veon"], "1E 1M 1G")
    g.act("trade gas: sell", "trade food: buy")
    assert (g.has(), g.column("gas"), g.column("food")) == ("1E 1M 1F", 1, 3)
    g.buy("development 1", 1, "choose Veon")
    assert (g.built(0, "Veon"), g.has(), g.s["actions_left"]) == (["Refinery RB"], "1E", 0)
    assert g.s["made_on"][g.card("Veon")].tolist() == [0, 0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("number", range(1, 7))
def test_r27_1_in_the_first_turn_of_jims(number):
    """Jim's really has what the example takes, whichever its Omniforge is."""
    g = Table(6, ("Jim's",), forges=(number, *(k for k in range(1, 7) if k != number))).seat_to_act(0)
    g.tokens(in_words(g.t["start"][g.company("Jim's")] + g.s["forged"][0]))
    assert g.total() == 8
    g.row("planets", "Veon", "Harrow", "Tilda").row("development 1", "Refinery RB", "Mine RB", "Farm CL")
    g.buy("planets", 1).act("trade gas: sell", "trade food: buy").buy("development 1", 1, "choose Veon")
    assert g.built(0, "Veon") == ["Refinery RB"]


def scored():
    """The corporation of the scoring example."""
    g = Table(2, ("Jim's",), homeworlds="SE", tile="systems").planet(0, "Veon", "Cirrus", "Murk", "Harrow")
    g.build(0, "Veon", "Refinery RB", "Nebula Siphon DM").build(0, "Cirrus", "Refinery CL", "Farm HI")
    return g.build(0, "Murk", "CEO Monument PI").build(0, "Harrow", "Crime Hub HX")


def test_r28_3_a_corporation_of_21_points():
    assert scored().points() == 21


@pytest.mark.parametrize(
    ("change", "points"),
    [
        (lambda g: g.planet(1, "Murk").build(1, "Murk", "CEO Monument PI"), 21 - 4 - 3 - 1),
        (lambda g: g.build(0, "home", "Shipyard CL"), 21 + 3),
        (lambda g: g.build(1, "home", "Nebula Siphon DM"), 21 - 9),
        (lambda g: g.build(1, "home", "Refinery CL"), 21 - 3),
        (lambda g: g.build(1, "home", "Crime Hub HX"), 21 + 1),
        (lambda g: g.tile("energy"), 21 - 3),
    ],
)
def test_r28_3_part_by_part(change, points):
    assert change(scored()).points() == points


@pytest.mark.parametrize(
    ("tile", "arrangement", "points"),
    [
        ("energy", lambda g: g.tokens("4E"), 2),
        ("resources", lambda g: g.tokens("2M 2G 2S"), 4),
        ("planets", lambda g: g.planet(0, "Veon", "Harrow", "Kiln", "Wake", "Pyre", "Corona"), 5),
        ("planet types", lambda g: g.planet(0, "Veon", "Harrow", "Kiln", "Wake"), 3),
        ("systems", lambda g: g.planet(0, "Veon", "Cirrus", "Murk", "Zephra"), 3),
    ],
)
def test_r26_1_examples_of_the_tiles(tile, arrangement, points):
    assert arrangement(Table(2, tile=tile)).points() == points


def test_t_2a_fifteen_developments_are_2_points():
    sites = ("Murk", "Sirocco", "Lagoon", "Glacia", "Ember")
    cards = ("Mine", "Refinery", "Laboratory")
    brands = ("CL", "HX", "RB", "PI", "SQ")  # none of a planet's own brand three times
    g = Table(2, homeworlds="SG", tile="developments").planet(0, *sites)
    built = [
        card for card in g.pool("development 1") if card.split()[0] in cards and card.split()[-1] in brands
    ]
    plain = Table(2, homeworlds="SG").planet(0, *sites)
    more = [card for card in g.pool("development 1") if card.startswith("Solar")]
    for at, card in enumerate([*built, *more][:14]):
        g.build(0, sites[at // 3], card)
        plain.build(0, sites[at // 3], card)
    assert g.points() - plain.points() == 2


def test_r21_7_three_arrays_are_5_points():
    g = Table(2, homeworlds="SG").planet(0, "Plume")
    g.build(0, "Plume", "Communication Array SQ", "Communication Array CL", "Communication Array RB")
    assert g.points() == 5


def test_r22_2_five_developments_of_the_brand_are_7_points():
    g = Table(2).planet(0, "Plume", "Ossian").partner(0, "CL")
    g.build(0, "Plume", "Mine CL", "Refinery CL", "Farm CL", "Laboratory CL").build(
        0, "Ossian", "Research Campus CL"
    )
    assert g.points() == 7


def test_e_ev01_example_of_market_flip():
    g = Table(2, turn=3).markers(gas=3, food=1).end_round("Market Flip")
    assert (g.column("gas"), g.column("food")) == (1, 3)


def test_e_ev07_example_of_market_error():
    g = Table(2, turn=3).markers(minerals=4, ships=0).end_round("Market Error")
    assert (g.column("gas"), g.column("minerals")) == (4, 0)
