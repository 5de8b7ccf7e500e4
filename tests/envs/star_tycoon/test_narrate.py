"""What a move brought about, in words."""

import numpy as np
import pytest

from astrarium.core.transcript import SECRET, Story
from astrarium.envs.star_tycoon import events as ev
from astrarium.envs.star_tycoon import state as st
from tests.arrange import arrange
from tests.envs.star_tycoon.table import GAME, Table
from tests.story import decisions, numbers


def told(g, *actions, seat=None):
    """The lines told about the last of the actions, to everybody's or to a seat's eyes."""
    g.act(*actions[:-1])
    before = g.s.copy()
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == actions[-1])
    g.act(actions[-1])
    return GAME.told(g.game.content, before, number, seat)


def ending(g, event=None):
    """The lines told about the step that ends a round, with the event that comes."""
    return told(g, g.last_of_round(event))


# Cards


def test_a_planet_is_claimed():
    assert told(Table(2).tokens("1M 1S"), "buy planets: card 1") == [
        "Red pays 1 mineral, 1 ship for Harrow",
        "Red claims Harrow",
    ]


def test_a_development_is_built():
    assert told(Table(2).tokens("1F 1R"), "buy development 1: card 1") == [
        "Red pays 1 food, 1 research for Mine of Rounded Bioworks",
        "Red builds Mine of Rounded Bioworks on the homeworld",
    ]


def test_payment_and_place_are_told_when_they_are_decided():
    g = Table(2).planet(0, "Veon").tokens("1F 1R")
    assert told(g, "buy development 1: card 1") == [
        "Red pays 1 food, 1 research for Mine of Rounded Bioworks"
    ]
    assert told(g, "choose Veon") == ["Red builds Mine of Rounded Bioworks on Veon"]


def test_a_split_payment_is_told_in_full():
    g = (
        Table(2)
        .planet(0, "Veon")
        .tokens("3E 2M 3G")
        .row("development 2", "Executive Retreat HI", "Crime Hub HX")
    )
    lines = told(g, "buy development 2: card 1")
    for pay in ("gas", "minerals", "gas"):
        lines += told(g, f"pay {pay}")
    assert lines == [
        "Red pays 1 gas for Executive Retreat of Heart Institute",
        "Red pays 1 mineral for Executive Retreat of Heart Institute",
        "Red pays 1 gas for Executive Retreat of Heart Institute",
    ]


def test_a_payment_that_nobody_was_asked_for_is_told():
    g = Table(2, round=2, event="Mercenaries").tokens("2E 1M")
    assert told(g, "buy planets: card 1") == [
        "Red pays 1 mineral for Harrow",
        "Red pays 1 energy credit for Harrow",
        "Red claims Harrow",
    ]


def test_a_partnership_is_told():
    g = Table(2).build(0, "home", "Mine HX").tokens("3R")
    assert told(g, "form a partnership with Hex Industries") == [
        "Red pays 3 research for the partnership with Hex Industries",
        "Red is the partner of Hex Industries (1 built)",
    ]


def test_what_goes_back_from_a_reserve_is_told():
    g = Table(2)
    assert told(g, "reserve planets: card 1") == []
    assert told(g, "reserve development 1: card 1") == ["Red puts Harrow back on its deck"]


def test_which_card_farble_puts_back_is_not_told():
    g = Table(2, companies=("Farble", "Orange")).reserve(0, "Luma", "Umber")
    g.act("reserve development 1: card 1")
    assert told(g.twin(), "choose reserved card 2", seat=0) == ["Red puts Umber back on its deck"]
    assert told(g, "choose reserved card 2", seat=1) == ["Red puts Luma or Umber back on its deck"]


def test_others_do_not_see_which_card_farble_chooses():
    g = (
        Table(2, companies=("Farble", "Orange"))
        .reserve(0, "Luma", "Umber")
        .act("reserve development 1: card 1")
    )
    number = g.game.legal_ids()[0]
    names = [Story(GAME, g.game.content, seat).tell(g.game.states[0], number)[1] for seat in (0, 1)]
    assert names == ["put Luma back", SECRET]


def test_which_card_farble_puts_back_second_is_not_told():
    g = Table(2, companies=("Farble", "Orange")).reserve(0, "Luma", "Umber")
    g.act("reserve development 1: card 1", "choose reserved card 2")
    g.act("reserve planets: card 1", "choose reserved card 2")
    lines = told(g, "reserve development 2: card 1", "choose reserved card 2", seat=1)
    assert lines[0] == "Red puts Harrow or Luma or Umber back on its deck"


@pytest.mark.parametrize("returned", [1, 2])
def test_an_offer_for_a_veiled_card_does_not_name_it(returned):
    g = Table(3, ("Quonk", "Farble", "Franek"), round=2, barter=1).seat_to_act(1).reserve(1, "Luma", "Umber")
    g.tokens("", "1E", "1E")
    g.s["ask"], g.s["proposed"], g.s["offers_left"] = st.ASK_TURN, 3, 2
    g.act("reserve development 1: card 1", f"choose reserved card {returned}", "end the turn", "no", "no")
    assert (g.s["seat"], g.asks()) == (2, "turn")
    g.act("open an offer", "choose the second player", "ask for reserved card 1", "give energy credit")
    assert told(g, "send the offer") == ["Yellow offers Blue 1 energy credit for Luma or Umber"]


def test_a_refresh_tells_the_new_cards():
    g = Table(2).deck("planets", "Veon", "Kiln", "Pyre")
    assert told(g, "refresh planets") == ["new in planets: Veon, Kiln, Pyre"]


def test_a_move_is_told():
    g = Table(2, companies=("Franek", "Orange")).planet(0, "Veon").build(0, "home", "Mine HX")
    lines = told(g, "move a development", "choose Mine of Hex Industries")
    assert lines == ["Mine of Hex Industries moves from the homeworld to Veon"]


# Tokens and market


def test_a_trade_is_told():
    g = Table(2).tokens("1E 2G").markers(gas=1)
    assert told(g.twin(), "trade gas: sell") == ["gas goes to 3:1"]
    assert told(g, "trade food: buy") == ["food goes to 1:2"]
    assert told(g.tokens("1E").end_turn().tokens("", "1S"), "trade ships: sell") == ["ships go to 2:1"]


def test_a_trade_that_illegal_goods_pay_for_is_told():
    g = Table(2, round=2, event="Laundering").tokens("1I").markers(gas=2)
    assert told(g, "trade gas: buy") == ["Red pays 1 illegal good for gas", "gas goes to 1:2"]


def test_a_commission_is_told():
    g = Table(2).planet(1, "Veon").build(1, "Veon", "Black Market HI").tokens("1E 1I")
    assert told(g, g.smuggling("Black Market HI")) == [
        "Red pays 1 energy credit, 1 illegal good to Black Market of Heart Institute",
        "Blue gains 1 energy credit of commission",
        "Red gains 1 energy credit",
    ]


def test_a_theft_is_told():
    g = Table(2).row("development 1", "Salvage Raiders HX", "Farm CL", "Laboratory HX")
    g.tokens("1E 1G 1F", "1R 1S").act("buy development 1: card 1")
    assert told(g, "take ships") == ["Red steals 1 ship from Blue"]


def test_a_discard_tells_how_many_are_left():
    g = Table(2).tokens("2G").to_discard()
    assert told(g, "discard gas") == ["Red discards 1 gas and has 1 token left", "gas goes to 2:1"]


def test_discards_without_a_choice_are_told():
    g = Table(2, turn=3).tokens("9E").quiet(lambda s: s["active"] == 1)
    assert told(g, "end the turn") == [
        "# round 1, discard",
        "Red discards 1 energy credit and has 8 tokens left",
        "Red discards 1 energy credit and has 7 tokens left",
    ]


def test_a_swap_is_told():
    g = Table(2, ("Quonk",)).tokens("1G", "1F")
    assert told(g, "swap a resource with another player") == [
        "Red gives Blue 1 gas for 1 food; Blue gains 1 energy credit"
    ]


def test_a_swap_of_a_deck_and_its_row_is_told():
    g = Table(2, ("Advanced",)).deck("planets", "Veon")
    assert told(g, "swap the top of the deck planets with card 1") == ["Veon takes the place of Harrow"]


def test_illegal_goods_on_a_card_are_told():
    g = Table(2, round=2, event="Phishing").tokens("1M 1S")
    g.s["phished"][0, 0] = 1
    assert told(g, "buy planets: card 1")[1:] == ["Red takes 1 illegal good from Harrow", "Red claims Harrow"]


def test_a_theft_from_nobody_is_told():
    g = Table(2).row("development 1", "Salvage Raiders HX", "Farm CL", "Laboratory HX").tokens("1E 1G 1F")
    assert told(g, "buy development 1: card 1")[-1] == "there is nothing to steal for Red"


# The course of the game


def test_companies_are_told_when_all_have_chosen():
    g = Table(2, chosen=False)
    first, second = (
        f"keep {g.labels['company'][int(g.s['hand'][seat]).bit_length() - 1]}" for seat in (0, 1)
    )
    order = (first, second) if g.s["seat"] == 0 else (second, first)
    assert told(g, order[0]) == []
    lines = told(g, order[1])
    assert [line.partition(" runs ")[0] for line in lines[:2]] == ["Red", "Blue"]
    assert f"keep {lines[0].partition(' runs ')[2].partition(' and starts')[0]}" == first
    assert [line.partition(" ")[2].partition(" ")[0] for line in lines[2:4]] == ["produces", "produces"]
    assert lines[4] == f"# round 1, turn 1 of {('Red', 'Blue')[g.s['first']]}"


def test_a_new_turn_is_a_heading_after_the_new_cards():
    g = Table(2).deck("planets", "Veon").tokens("1M 1S").act("buy planets: card 1")
    lines = told(g, "end the turn")
    assert lines == ["new in planets: Veon", "# round 1, turn 1 of Blue"]


def test_the_discard_phase_is_a_heading():
    g = Table(2).tokens("1E").quiet(lambda s: s["turn"] == 2 and s["active"] == 1)
    assert told(g, "end the turn") == ["# round 1, discard"]


def test_a_new_round_tells_event_market_and_production():
    g = Table(2, forges=(2, 1)).markers(minerals=0, gas=1)
    assert ending(g, "Market Flip") == [
        "# round 2",
        "event: Market Flip. Every marker goes to the mirrored column.",
        "the market: minerals 1:3, gas 1:2, food 1:1, research 1:1, ships 1:1",
        "Red produces 1 gas, 1 ship",
        "Blue produces 1 food, 1 ship",
        "# round 2, turn 1 of Blue",
    ]


def test_gifts_of_an_event_stand_under_it():
    lines = ending(Table(2), "Bribery")
    at = lines.index("Red gains 1 illegal good")
    assert lines[at - 1].startswith("event: Bribery")
    assert lines[at + 1] == "Blue gains 1 illegal good"


def test_a_drawn_development_is_told_before_it_is_decided_upon():
    g = Table(2).deck("development 1", "Mine HX", "Farm HI")
    assert ending(g, "Building Boom")[-1] == "Blue draws Mine of Hex Industries"
    assert told(g, "yes") == [
        "Blue builds Mine of Hex Industries on the homeworld",
        "Red draws Farm of Heart Institute",
    ]


def test_planets_for_free_are_received_in_turn_order():
    g = Table(2).deck("planets", "Veon", "Kiln")
    assert ending(g, "Deed Giveaway")[1:4] == [
        "event: Deed Giveaway. Everybody gets the top planet of the deck.",
        "Blue receives Veon",
        "Red receives Kiln",
    ]


def test_a_fourth_card_of_the_rows_stands_under_its_event():
    g = Table(2).deck("planets", "Veon").tokens("1E")
    lines = ending(g, "Opportunity")
    at = lines.index("event: Opportunity. Rows have four cards this round.")
    assert lines[at + 1] == "new in planets: Veon"


def test_a_reserved_card_that_is_played_for_free_is_claimed_or_built():
    g = Table(2, round=2, event="Acquisition").reserve(0, "Kiln").reserve(1, "Mine HX").planet(1, "Veon")
    g.quiet(lambda s: s["phase"] == st.ACQUIRE)
    assert told(g, "choose reserved card 1")[0] == "Red claims Kiln"
    assert told(g, "choose reserved card 1") == []
    assert told(g, "choose Veon")[0] == "Blue builds Mine of Hex Industries on Veon"


def test_the_coin_is_told():
    line = ending(Table(2), "Influencer")[-1]
    assert line in (
        "Blue flips heads: a marker may go left",
        "Blue flips tails: a marker may go right",
    )


def test_interest_is_told():
    g = Table(2, forges=(2, 1)).tokens("2E").loan(0)
    assert "Red pays 1 energy credit of interest" in ending(g, "Equalize")


def test_repossession_is_told():
    g = Table(2, forges=(2, 1)).loan(0)
    lines = ending(g, "Equalize")
    assert "Red produces 1 gas, 1 ship" in lines
    assert "the bank takes 1 gas, 1 ship from Red for want of interest" in lines


def test_cards_removed_alone_are_told():
    g = Table(1).act("end the turn")
    assert told(g, "remove card 2")[0] == "Tilda leaves the game"


def test_transactions_of_own_exporters_are_counted_alone():
    g = Table(1).build(0, "home", "Offworld Exporter HX").tokens("2I 2G")
    action = g.smuggling("Offworld Exporter HX")
    assert told(g, action)[-2:] == [
        "that is 1 transaction with own Exporters",
        "Red gains 3 energy credits",
    ]
    assert "that is 2 transactions with own Exporters" in told(g, action)


def test_an_offer_and_its_answer_are_told():
    g = Table(2, barter=1).tokens("2E", "1G").quiet(lambda s: s["seat"] == 0)
    g.act("open an offer", "give energy credit", "ask for gas")
    assert told(g, "send the offer") == ["Red offers Blue 1 energy credit for 1 gas"]
    assert told(g.twin(), "no") == ["the offer is declined"]
    assert told(g, "yes") == [
        "the offer is accepted",
        "Red gives Blue 1 energy credit",
        "Blue gives Red 1 gas",
    ]


def test_the_end_tells_the_points_first_and_itself_last():
    g = Table(2, companies=("Jim's", "Orange"), round=4, tile="planets")
    g.planet(0, "Veon", "Cirrus", "Murk").build(1, "home", "Crime Hub HX")
    g.quiet(lambda s: s["turn"] == 2 and s["active"] == 1)
    assert told(g, "end the turn") == [
        "Red: 6 points (company 4, tile 2)",
        "Blue: -1 point (developments -1)",
        "the game is over",
    ]


def test_the_end_alone_tells_whether_the_goal_is_reached():
    g = Table(1, round=4).quiet(lambda s: s["turn"] == 2)
    while not g.s["over"]:
        lines = told(g, g.quiet_answer())
    assert lines[-3].startswith("Red: ")
    assert lines[-2].startswith("the goal is missed: 36 points (now ")
    assert lines[-1] == "the game is over"


def test_the_next_game_of_a_series_is_a_heading():
    g = Table(1, round=4, series=1).quiet(lambda s: s["turn"] == 2)
    g.s["card_points"] = 100
    while g.s["game"] == 1:
        before, action = g.s.copy(), g.quiet_answer()
        number = next(a for a in g.game.legal_ids() if g.game.name(a) == action)
        g.game.act(action)
    lines = GAME.told(g.game.content, before, number, sound=True)
    at = lines.index("the goal is reached")
    assert lines[at + 1].startswith("# game 2 of 3: the goal is ")


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {"rounds": 5}), (3, {"barter": 1}), (4, {"teams": 2}), (6, {"teams": 3})],
)
def test_every_move_of_a_game_can_be_told(players, options):
    game = arrange(GAME, players=players, seed=players, **options)
    rng = np.random.default_rng(players)
    rounds = set()
    while not game.over and game.moves < 500:
        before = game.states[0].copy()
        action = int(rng.choice(game.legal_ids()))
        game.act(action)
        for line in GAME.told(game.content, before, action, sound=True):
            assert line
            assert "None" not in line
            assert "  " not in line
            rounds |= {line} if line.startswith("# round") else set()
    assert len(rounds) >= 3


def test_nothing_is_told_of_companies_under_choice():
    g = Table(3, chosen=False)
    while g.s["phase"] == st.CHOOSE and g.s["asked"] < 2:
        assert told(g, g.legal()[0]) == []


@pytest.mark.parametrize(("buff", "card"), [(3, "Wellness Center"), (4, "Offworld Importer")])
def test_a_free_card_alone_is_explained_by_its_buff(buff, card):
    g = Table(1, chosen=False, buff=buff)
    g.row("development 2", "Logistics Hub HX", "Crime Hub HX", "Corporate Office SQ")
    if buff == 3:
        g.deck("development 2", "Wellness Center HI")
    lines = told(g, g.legal()[0])
    if buff == 4:
        assert lines[-1].startswith("Omniforge 4 gives the starting buff: an Offworld Importer")
        lines += told(g, g.legal()[0])
    at = next(k for k, line in enumerate(lines) if line.startswith("Omniforge"))
    assert lines[at + 1].startswith(f"Red builds {card}")


def test_the_choice_of_companies_is_nobodys_turn():
    game = arrange(GAME, players=3)
    assert GAME.words(game.content, game.states[0]).opening() == "companies are chosen"


# The story and the state agree

IDLE = ("end_turn", "done", "no", "withdraw")
SAYS_IT = ("trade",)  # the action itself tells what is given and taken


@pytest.fixture(scope="module")
def busy_games():
    """Decisions of games in which players do much."""
    return [
        list(decisions(GAME, players, players, 500, IDLE, barter=int(players > 1))) for players in (2, 4, 1)
    ]


def tokens(packed):
    """Tokens with a byte each."""
    return np.array([packed >> 8 * token & 0xFF for token in range(st.NUM_TOKENS)])


def book(owned, event):
    """Write what an event tells of tokens into what everybody owns."""
    kind, seat, given = event.kind, event.numbers[0], event.numbers[1]
    if kind in (ev.PRODUCES, ev.GAINS):
        owned[seat] += tokens(given)
    elif kind in (ev.PAYS, ev.PAYS_FOR, ev.REPOSSESSED, ev.DISCARDS):
        owned[seat] -= tokens(given)
    elif kind == ev.RUNS:
        owned[seat] += tokens(event.numbers[2])
    elif kind == ev.INTEREST:
        owned[seat, st.CREDIT] -= st.INTEREST
    elif kind == ev.COMMISSION:
        owned[seat, st.CREDIT] += st.COMMISSION
    elif kind == ev.PHISHES:
        owned[seat, st.ILLEGAL] += 1
    elif kind == ev.STEALS:
        owned[seat] += tokens(given)
        owned[event.numbers[2]] -= tokens(given)
    elif kind in (ev.SWAPS, ev.SWAPS_WITH_BANK):
        change = tokens(event.numbers[2]) - tokens(given)
        owned[seat] += change
        if kind == ev.SWAPS:
            owned[event.numbers[3]] -= change
            owned[event.numbers[3], st.CREDIT] += 1
    elif kind == ev.GIVES:
        owned[seat] -= tokens(event.numbers[2])
        owned[given] += tokens(event.numbers[2])


def test_tokens_are_told_to_the_last_one(busy_games):
    """A payment is told when it is complete: until then the story lags behind."""
    for game in busy_games:
        owned, said, compared = game[0][0]["tokens"].astype(int), False, 0
        for _, block, after, happened in game:
            for event in happened:
                book(owned, event)
            said = said or block in SAYS_IT
            if after["due"].any():
                continue
            if said:
                owned, said = after["tokens"].astype(int), False
            assert owned.tolist() == after["tokens"].tolist(), (block, happened)
            compared += 1
        assert compared > 100


def test_cards_partnerships_and_markers_are_told(busy_games):
    found = [0, 0, 0]
    for before, _, after, happened in busy_games[1]:
        new = {
            (int(after["owner"][card]), card)
            for card in np.flatnonzero(before["owner"] != after["owner"]).tolist()
        }
        told = numbers(happened, ev.CLAIMS, ev.RECEIVES, ev.BUILDS)
        assert {each[:2] for each in told} == new
        for seat, card, site in (each[:3] for each in numbers(happened, ev.BUILDS)):
            assert (after["owner"][card], after["site"][card]) == (seat, site)
        joined = np.flatnonzero(before["partner"] != after["partner"]).tolist()
        partners = [(seat, brand) for seat, brand in (each[:2] for each in numbers(happened, ev.PARTNER))]
        assert partners == [(int(after["partner"][brand]), brand) for brand in joined]
        moved = np.flatnonzero(before["marker"] != after["marker"]).tolist()
        if not numbers(happened, ev.MARKET):
            assert {each[:2] for each in numbers(happened, ev.MARKER)} == {
                (k, int(after["marker"][k])) for k in moved
            }
        for k, n in enumerate((len(new), len(joined), len(moved))):
            found[k] += n
    assert all(found)
