"""The rules seen from every seat: who acts is counted from, never seat 0."""

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import Table

SEATS = [0, 1, 2]
IMPORTER = "Offworld Importer SQ"


def turn_of(seat, companies=("Holox", "Franek", "Advanced"), **more):
    """A table for three on which it is this player's turn."""
    return Table(3, companies, **more).seat_to_act(seat)


def give(g, **tokens):
    """Set tokens by seat: p0="1E"."""
    return g.tokens(*(tokens.get(f"p{seat}", "") for seat in range(3)))


def ring(seat, own, after, second):
    """Tokens for the acting seat, the next and the second one."""
    return {f"p{seat}": own, f"p{(seat + 1) % 3}": after, f"p{(seat + 2) % 3}": second}


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("steps", [1, 2])
def test_r16_6_commission_to_any_seat(seat, steps):
    owner = (seat + steps) % 3
    g = give(turn_of(seat).planet(owner, "Plume").build(owner, "Plume", IMPORTER), **{f"p{seat}": "2E"})
    g.smuggle(IMPORTER, "gain gas")
    assert (g.has(seat), g.has(owner)) == ("1G", "1E")


@pytest.mark.parametrize("seat", SEATS)
def test_r16_5_the_own_smuggler_of_any_seat(seat):
    g = give(turn_of(seat).planet(seat, "Plume").build(seat, "Plume", IMPORTER), **{f"p{seat}": "1E"})
    g.smuggle(IMPORTER, "gain gas")
    assert [g.has(each) for each in SEATS] == ["1G" if each == seat else "" for each in SEATS]


@pytest.mark.parametrize("seat", SEATS)
def test_c_k7_the_company_card_of_any_seat(seat):
    companies = ["Holox", "Franek", "Rahkoon"]
    companies[seat] = "Jugno's"
    user = (seat + 1) % 3
    g = give(turn_of(user, companies), **{f"p{user}": "3E"})
    g.act("smuggle: Jugno's Interdimensional Shopping Network, first way", "gain gas", "gain gas")
    assert (g.has(user), g.has(seat)) == ("2G", "1E")


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("choice", "steps"), [("next", 1), ("second", 2)])
def test_k20_players_are_counted_from_the_thief(seat, choice, steps):
    g = turn_of(seat).row("development 1", "Salvage Raiders HX", "Mine RB", "Mine CL")
    give(g, **ring(seat, "1E 1G 1F", "1M", "1S"))
    g.act("buy development 1: card 1", f"choose the {choice} player")
    assert g.has(seat) == {"next": "1M", "second": "1S"}[choice]
    assert g.has((seat + steps) % 3) == ""


@pytest.mark.parametrize("seat", SEATS)
def test_i12_planets_of_all_other_seats(seat):
    g = turn_of(seat).row("development 2", "Futures Exchange PI", "Crime Hub HX", "Crime Hub PI")
    for each, planet in enumerate(("Cinder", "Rasp", "Kiln")):
        g.planet(each, planet)
    give(g, **{f"p{seat}": "1G 1F 1R"}).buy("development 2", 1, "choose the homeworld")
    assert g.has(seat) == "2E"


@pytest.mark.parametrize("seat", SEATS)
def test_r24_2_supremacy_of_any_seat(seat):
    homes = ["M", "F", "R"]
    homes[seat] = "S"
    rival = (seat + 2) % 3
    g = Table(3, homeworlds="".join(homes)).build(seat, "home", "Shipyard CL")
    assert [g.points(each) for each in SEATS] == [3 if each == seat else 0 for each in SEATS]
    g.build(rival, "home", "Shipyard HI")
    assert g.points(seat) == 0


@pytest.mark.parametrize("seat", SEATS)
def test_r12_2_any_seat_may_win(seat):
    g = Table(3, round=4, turn=3).build(seat, "home", "CEO Monument PI").quiet(lambda s: False)
    assert g.ranks()[seat] == 0
    assert [g.ranks()[each] > 0 for each in SEATS if each != seat] == [True, True]


@pytest.mark.parametrize("seat", SEATS)
def test_c_k1_quonk_at_any_seat(seat):
    companies = ["Holox", "Franek", "Rahkoon"]
    companies[seat] = "Quonk"
    g = give(turn_of(seat, companies), **ring(seat, "1M", "1G", "1S"))
    g.act("swap a resource with another player", "choose the second player")
    assert (g.has(seat), g.has((seat + 1) % 3), g.has((seat + 2) % 3)) == ("1S", "1G", "1E 1M")


@pytest.mark.parametrize("seat", SEATS)
def test_c_k11_rahkoon_at_any_seat(seat):
    companies = ["Holox", "Franek", "Advanced"]
    companies[seat] = "Rahkoon"
    forges = [0, 0, 0]
    forges[seat], forges[(seat + 1) % 3], forges[(seat + 2) % 3] = 1, 2, 3
    g = turn_of(seat, companies, forges=forges).act("use the next player's Omniforge")
    assert g.has(seat) == "1G 1S"
    g.act("use the second player's Omniforge")
    assert g.has(seat) == "1M 2G 1S"


@pytest.mark.parametrize("seat", SEATS)
def test_r13_1_any_seat_buys_for_itself(seat):
    g = give(turn_of(seat).planet(seat, "Veon"), **{f"p{seat}": "1M 1S 1F 1R"}).buy("planets", 1)
    g.buy("development 1", 1, "choose Veon")
    assert (g.planets(seat), g.built(seat, "Veon"), g.has(seat)) == (["Harrow", "Veon"], ["Mine RB"], "")


@pytest.mark.parametrize("seat", SEATS)
def test_r14_1_any_seat_reserves_for_itself(seat):
    g = turn_of(seat).reserve(seat, "Veon").act("reserve planets: card 2")
    assert (g.reserved(seat), g.top("planets")) == (["Tilda"], ["Veon"])
    give(g, **{f"p{seat}": "1E 1F 1S"}).act("buy reserved card 1")
    assert g.planets(seat) == ["Tilda"]


@pytest.mark.parametrize("seat", SEATS)
def test_r22_1_any_seat_forms_partnerships(seat):
    g = give(turn_of(seat), **{f"p{seat}": "3R"}).act("form a partnership with Cross Labs")
    assert g.partners(seat) == ["CL"]


@pytest.mark.parametrize("seat", SEATS)
def test_r15_2_any_seat_trades(seat):
    g = give(turn_of(seat), **{f"p{seat}": "1G"}).act("trade gas: sell", "trade food: buy")
    assert g.has(seat) == "1F"


@pytest.mark.parametrize("seat", SEATS)
def test_r19_2_interest_of_any_seat(seat):
    g = give(Table(3, turn=3).loan(seat), p0="2E", p1="2E", p2="2E").end_round("Deed Giveaway")
    credits = [int(g.s["tokens"][each, st.CREDIT] - g.s["forged"][each, st.CREDIT]) for each in SEATS]
    assert credits == [1 if each == seat else 2 for each in SEATS]


@pytest.mark.parametrize("seat", SEATS)
def test_r19_3_repossession_of_any_seat(seat):
    g = Table(3, turn=3, forges=(3, 2, 1)).loan(seat).end_round("Deed Giveaway")
    wanted = ["1M 1G", "1G 1S", "1F 1S"]
    wanted[seat] = ""
    assert [g.has(each) for each in SEATS] == wanted


@pytest.mark.parametrize("seat", SEATS)
def test_e_ev10_any_seat_moves(seat):
    g = Table(3, turn=3).planet(seat, "Veon", "Cirrus").build(seat, "Veon", "Mine CL").end_round("Moving Day")
    assert g.s["seat"] == seat
    g.act(g.choose("Mine CL"), "choose Cirrus")
    assert g.where("Mine CL") == "Cirrus"


@pytest.mark.parametrize("seat", SEATS)
def test_e_ev20_any_seat_acquires(seat):
    g = Table(3, round=2, event="Acquisition", turn=3).reserve(seat, "Veon")
    g.quiet(lambda s: s["phase"] == st.ACQUIRE)
    assert g.s["seat"] == seat
    g.act("choose reserved card 1")
    assert g.planets(seat) == ["Veon"]


@pytest.mark.parametrize("seat", SEATS)
def test_r10_1_any_seat_discards(seat):
    g = give(Table(3, turn=3), **{f"p{seat}": "8G"}).to_discard()
    assert g.s["seat"] == seat
    assert (g.has(seat), g.column("gas")) == ("7G", 1)
    g.act("discard gas")
    assert (g.has(seat), g.column("gas")) == ("6G", 0)


@pytest.mark.parametrize("seat", SEATS)
def test_c_k6_myron_at_any_seat(seat):
    companies = ["Holox", "Franek", "Rahkoon"]
    companies[seat] = "Myron"
    g = give(turn_of(seat, companies), **{f"p{seat}": "1F 1R"})
    g.act("buy development 1: card 1", "choose the company card")
    assert g.built(seat, "company") == ["Mine RB"]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("steps", [1, 2])
def test_r30_1_offers_between_any_seats(seat, steps):
    other = (seat + steps) % 3
    g = Table(3, barter=1)
    g.quiet(lambda s: s["active"] == seat and s["ask"] == st.ASK_TURN)
    give(g, **{f"p{seat}": "1E", f"p{other}": "1G"})
    g.act(
        "open an offer",
        f"choose the {('next', 'second')[steps - 1]} player",
        "give energy credit",
        "ask for gas",
    )
    g.act("send the offer")
    assert g.s["seat"] == other
    g.act("yes")
    assert (g.has(seat), g.has(other)) == ("1G", "1E")
