"""The barter variant."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table


def bartering(players=2, companies=(), **more):
    """A turn of seat 0 in which nobody else has proposed anything."""
    g = Table(players, companies, barter=1, **more)
    return g.quiet(lambda s: s["ask"] == st.ASK_TURN)


def offer(g, *things):
    """Open an offer to the only partner and add things."""
    return g.act("open an offer", *things)


def deal(g, *things):
    """An offer that is sent and accepted."""
    return offer(g, *things).act("send the offer", "yes")


def test_k51_off_by_default():
    assert not Table(2).tokens("5E", "5E").can("open an offer")


def test_r30_3_tokens_both_ways():
    g = deal(
        bartering().tokens("2E 1I", "1S 1F"), "give energy credit", "give illegal goods", "ask for ships"
    )
    assert (g.has(0), g.has(1)) == ("1E 1S", "1E 1I 1F")


@pytest.mark.parametrize("token", st.TOKENS)
def test_r30_3_all_tokens(token):
    g = offer(bartering().tokens("1E 1I 1M 1G 1F 1R 1S", "1E 1I 1M 1G 1F 1R 1S"))
    assert g.can(f"give {token}")
    assert g.can(f"ask for {token}")


def test_r30_3_a_reserved_card_into_the_others_reserve():
    g = deal(
        bartering().reserve(0, "Veon").tokens("", "2E"), "offer reserved card 1", "ask for energy credit"
    )
    assert (g.reserved(0), g.reserved(1), g.has(0), g.has(1)) == ([], ["Veon"], "1E", "1E")


def test_r30_3_the_others_reserved_card():
    g = deal(bartering().reserve(1, "Veon").tokens("1G"), "ask for reserved card 1", "give gas")
    assert (g.reserved(0), g.reserved(1), g.has(1)) == (["Veon"], [], "1G")


def test_r30_3_reserved_cards_change_places():
    g = bartering().reserve(0, "Veon").reserve(1, "Murk")
    deal(g, "offer reserved card 1", "ask for reserved card 1")
    assert (g.reserved(0), g.reserved(1)) == (["Murk"], ["Veon"])


def test_k51_no_deal_breaks_a_reserve_limit():
    g = offer(
        bartering().reserve(0, "Veon").reserve(1, "Murk").tokens("1E"),
        "ask for reserved card 1",
        "give energy credit",
    )
    assert not g.can("send the offer")


def test_k51_farble_may_get_a_second_card():
    g = bartering(2, ("Farble",)).reserve(0, "Veon").reserve(1, "Murk").tokens("1E")
    deal(g, "ask for reserved card 1", "give energy credit")
    assert (sorted(g.reserved(0)), g.reserved(1)) == (["Murk", "Veon"], [])


def test_r30_2_bartering_is_no_action():
    g = deal(bartering().tokens("1E", "1G"), "give energy credit", "ask for gas")
    assert (g.s["actions_left"], g.s["seat"], g.asks()) == (3, 0, "turn")


def test_r30_1_a_declined_offer_changes_nothing():
    g = offer(bartering().tokens("1E", "1G"), "give energy credit", "ask for gas").act("send the offer", "no")
    assert (g.has(0), g.has(1), g.asks()) == ("1E", "1G", "turn")


def test_r30_1_the_other_player_answers():
    g = offer(
        bartering(3).tokens("1E", "", "1G"), "choose the second player", "give energy credit", "ask for gas"
    )
    g.act("send the offer")
    assert (g.s["seat"], sorted(g.legal())) == (2, ["no", "yes"])


def test_k51_an_offer_may_be_withdrawn():
    g = offer(bartering().tokens("1E", "1G"), "give energy credit").act("withdraw the offer")
    assert (g.has(0), g.s["seat"], g.asks()) == ("1E", 0, "turn")


def test_k51_two_offers_a_turn():
    g = bartering().tokens("5E", "5G")
    for _ in range(2):
        deal(g, "give energy credit", "ask for gas")
    assert (g.has(0), g.can("open an offer")) == ("3E 2G", False)


def test_k51_two_offers_again_in_the_next_turn():
    g = bartering().tokens("5E", "5G")
    for _ in range(2):
        offer(g).act("withdraw the offer")
    g.quiet(lambda s: s["turn"] == 1 and s["active"] == 0 and s["ask"] == st.ASK_TURN)
    assert g.can("open an offer")


def test_r30_1_in_the_turn_of_another_player():
    g = Table(3, barter=1).tokens("1E", "1G", "1S")
    assert (g.s["seat"], g.s["active"], g.asks()) == (1, 0, "propose")
    g.act("yes", "give gas", "ask for energy credit", "send the offer")
    assert g.s["seat"] == 0
    g.act("yes")
    assert (g.has(0), g.has(1), g.s["seat"], g.asks()) == ("1G", "1E", 2, "propose")


def test_k51_each_other_player_proposes_once_at_the_beginning():
    g = Table(3, barter=1).tokens("1E", "1G", "1S")
    g.act("no", "no")
    assert (g.s["seat"], g.asks()) == (0, "turn")
    g.act("use the own Omniforge")
    assert (g.s["seat"], g.asks()) == (0, "turn")


def test_k51_proposals_in_every_turn():
    g = Table(3, barter=1).tokens("1E", "1G", "1S").act("no", "no", "end the turn")
    assert (g.s["active"], g.s["seat"], g.asks()) == (1, 2, "propose")


def test_k51_only_with_the_player_in_turn():
    g = Table(3, barter=1).tokens("1E", "1G", "1S").act("yes")
    assert not g.offered("choose the")


def test_r30_3_only_what_a_player_has():
    g = offer(bartering().tokens("1E", "1G"))
    assert g.offered("give ") == ["energy credit"]
    assert g.offered("ask for ") == ["gas"]
    g.act("give energy credit")
    assert not g.can("give energy credit")


def test_k51_an_empty_offer_cannot_be_sent():
    assert not offer(bartering().tokens("1E", "1G")).can("send the offer")


def test_k51_a_gift_is_possible():
    g = deal(bartering().tokens("1E", "1G"), "give energy credit")
    assert (g.has(0), g.has(1)) == ("", "1E 1G")


def test_k50_teammates_may_barter_too():
    g = Table(4, barter=1, teams=2).quiet(lambda s: s["ask"] == st.ASK_TURN).tokens("1E", "", "1G")
    g.act("open an offer", "choose the second player", "give energy credit", "send the offer", "yes")
    assert (g.has(0), g.has(2)) == ("", "1E 1G")


def test_r30_3_a_bartered_card_can_be_bought():
    g = deal(
        bartering().reserve(1, "Harrow").tokens("1E 1M 1S"), "ask for reserved card 1", "give energy credit"
    )
    g.act("buy reserved card 1")
    assert g.planets() == ["Harrow"]
