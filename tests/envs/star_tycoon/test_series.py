"""The solo series: three games to win in a row."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table

SITES = ("Murk", "Sirocco", "Ember", "Lagoon", "Glacia", "Dovetail")
FOOD = ("Ringworld Farm DM", "Wellness Center HI", "Wellness Center RB", "Farm SQ", "Farm PI", "Farm HI")
OTHERS = (
    "Dyson Sphere DM",
    "Planet Cracker DM",
    "Nebula Siphon DM",
    "Matrioshka Brain DM",
    "Stellar Drydock DM",
    "CEO Monument PI",
    "CEO Monument CL",
    "Executive Retreat HI",
    "Crime Hub HX",
    "Offworld Exporter HX",
    "Offworld Exporter PI",
)


def series(**options):
    """The first turn of a series."""
    return Table(1, series=1, **options)


def started(g):
    """Choose the first company and go on to the first turn."""
    return g.quiet(lambda s: s["phase"] == st.TURN)


def last_turn(g):
    """Jump to the last turn of the last round."""
    g.late(4)
    g.s["turn"] = 2
    return g


def win(g):
    """Win the present game, whatever its goal."""
    last_turn(g).planet(0, *SITES).build(0, "home", "Farm RB").partner(0, "RB", "CL", "HI", "HX").tokens("7I")
    for site, card in zip(SITES, FOOD, strict=True):
        g.build(0, site, card)
    for at, card in enumerate(OTHERS):
        g.build(0, SITES[at // 2], card)
    g.s["exports"] = 4
    return g.quiet(lambda s: s["phase"] == st.CHOOSE)


def own_forge(g):
    """Number of the own Omniforge."""
    return int(g.s["goal"])


def test_r29_10_after_a_win_the_next_game_begins():
    g = win(series())
    assert (g.s["over"], g.s["game"], g.s["phase"], g.s["round"]) == (0, 2, st.CHOOSE, 1)


def test_r29_10_homeworld_omniforge_and_company_are_out():
    for seed in range(12):
        g = series(seed=seed)
        home, forge, company = int(g.s["homeworld"][0]), own_forge(g), int(g.s["company"][0])
        win(g)
        assert (g.s["homeworld"][0] != home, own_forge(g) != forge) == (True, True)
        assert not g.s["hand"][0] >> company & 1
        assert bin(int(g.s["hand"][0])).count("1") == 3


def test_r29_9_the_buff_card_is_out_too():
    for seed in range(12):
        g = series(seed=seed, omniforge=1, buff=6)
        win(g)
        assert own_forge(g) not in (1, 6)
        assert g.s["buff_card"] not in (1, 6, own_forge(g))


def test_r29_10_everything_else_is_reset():
    g = win(series())
    assert (g.planets(), g.built(), g.partners(), g.s["exports"]) == ([], [], [], 0)
    assert (g.columns(), g.s["events_used"], g.event()) == ([2] * 5, 0, None)
    assert (g.deck_size("planets"), len(g.cards("planets"))) == (33, 3)
    assert g.s["gone"].sum() == 0
    started(g)
    assert g.total() == 8 or g.s["buff_card"] in (1, 3, 5)


def test_r29_10_loan_ability_and_reserve_are_reset_too():
    g = series(companies=("Holox",)).loan(0).reserve(0, "Veon").act("refresh planets as well")
    win(g)
    assert (g.s["game"], g.s["loan"][0], g.s["ability_used"][0], g.reserved()) == (2, 0, 0, [])


def test_r29_10_abilities_of_each_turn_are_unused_when_the_next_game_begins():
    g = series()
    g.s["hovered"], g.s["phased"] = 1, 0b11
    g = win(g)
    assert (g.s["hovered"], g.s["phased"]) == (0, 0)
    assert not any(g.game.observe(0)["once_a_turn"])


def test_r29_11_three_wins_in_a_row():
    g = series()
    for game in (1, 2):
        assert g.s["game"] == game
        win(started(g))
    assert (g.s["game"], g.s["over"]) == (3, 0)
    win(started(g))
    assert (g.s["over"], g.s["won"], g.ranks()) == (1, 1, [0])


@pytest.mark.parametrize("won", [0, 1, 2])
def test_r29_12_a_loss_ends_the_series(won):
    g = series()
    for _ in range(won):
        win(started(g))
    last_turn(started(g)).quiet(lambda s: False)
    assert (g.s["over"], g.s["won"], g.ranks()) == (1, 0, [1])


def test_r29_12_a_new_series_has_all_cards_again():
    g = series()
    assert (g.s["out_homeworlds"], g.s["out_companies"], g.s["game"]) == (0, 0, 1)


def test_r29_10_without_the_option_one_game_is_all():
    g = win(Table(1))
    assert (g.s["over"], g.s["won"]) == (1, 1)


def test_b5_the_second_omniforge_is_not_put_out():
    for seed in range(40):
        g = series(seed=seed, omniforge=1, buff=5)
        second = next(k + 1 for k in range(1, 6) if g.s["owner"][st.FIRST_FORGE + k] == 0)
        win(g)
        if own_forge(g) == second:
            return
    raise AssertionError("it never comes back")


def test_k74_in_the_third_game_a_used_omniforge_is_taken():
    for seed in range(60):
        g = series(seed=seed)
        win(g)
        win(started(g))
        started(g)
        if g.s["buff_card"] == 5:
            own = [k + 1 for k in range(6) if g.s["owner"][st.FIRST_FORGE + k] == 0]
            assert len(own) == 2
            assert own_forge(g) in own
            return
    raise AssertionError("that buff never comes third")


def test_k75_three_companies_to_choose_from_in_every_game():
    g = series()
    for _ in range(2):
        win(started(g))
        assert (g.asks(), len(g.offered("keep "))) == ("company", 3)


def test_k75_companies_that_were_not_kept_can_be_dealt_again():
    for seed in range(40):
        g = series(seed=seed, chosen=False)
        dealt = set(g.offered("keep "))
        g.act(g.legal()[0])
        kept = g.labels["company"][int(g.s["company"][0])]
        win(started(g))
        if set(g.offered("keep ")) & (dealt - {kept}):
            return
    raise AssertionError("they never come back")
