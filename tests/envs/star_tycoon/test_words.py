"""Questions and actions in the words of a position."""

import re

import pytest

from astrarium.envs.star_tycoon import state as st
from tests.arrange import arrange
from tests.envs.star_tycoon.table import GAME, Table


def question(g):
    """What is asked."""
    return GAME.question(g.game.content, g.game.states[0])


def named(g, start=""):
    """The names of the legal actions in this position, those that begin like this."""
    names = [GAME.action_name(a, g.game.content, g.game.states[0]) for a in g.game.legal_ids()]
    return [name for name in names if name.startswith(start)]


def test_cards_of_a_row_are_named():
    g = Table(2).tokens("1M 1S 1F 1R")
    assert named(g, "buy ")[:2] == ["buy Harrow", "buy Mine of Rounded Bioworks"]
    assert named(g, "reserve ")[:2] == ["reserve Harrow", "reserve Tilda"]


def test_a_trade_names_its_rate():
    g = Table(2).tokens("1E 2G").markers(gas=1)
    assert named(g, "sell ") == ["sell 2 gas for 1 energy credit"]
    assert "buy 2 gas for 1 energy credit" in named(g, "buy ")


def test_players_are_named():
    g = Table(3).row("development 1", "Salvage Raiders HX", "Farm CL", "Laboratory HX")
    g.tokens("1E 1G 1F", "1R 1S", "1R").act("buy development 1: card 1")
    assert (question(g), named(g)) == ("steal from whom?", ["steal from Blue", "steal from Yellow"])
    g.act("choose the next player")
    assert question(g) == "steal which resource of Blue?"
    assert named(g) == ["take research from Blue", "take ships from Blue"]


def test_rahkoon_names_whose_omniforge_it_uses():
    g = Table(3, ("Rahkoon",))
    assert named(g, "use ") == ["use the Omniforge", "use Blue's Omniforge", "use Yellow's Omniforge"]


def test_a_swap_says_with_whom():
    g = Table(2, ("Quonk",)).tokens("1G 1F", "1M 1S").act("swap a resource with another player")
    assert question(g) == "take which resource of Blue?"
    assert named(g) == ["take minerals from Blue", "take ships from Blue"]
    g.act("take ships")
    assert named(g) == ["give gas to Blue", "give food to Blue"]


def test_a_payment_says_what_for():
    g = Table(2).tokens("3E 2M 3G").row("development 2", "Executive Retreat HI", "Crime Hub HX")
    g.act("buy development 2: card 1")
    assert question(g) == "pay with what? 3 of any resource due for Executive Retreat of Heart Institute"


def test_sites_are_built_on_and_moved_to():
    g = Table(2, ("Franek",)).planet(0, "Veon", "Cirrus").build(0, "home", "Mine HX").tokens("1F 1R")
    twin = g.twin().act("move a development", "choose Mine of Hex Industries")
    assert (question(twin), named(twin)[0]) == (
        "Mine of Hex Industries: move it where?",
        "move to Cirrus",
    )
    g.act("buy development 1: card 1")
    assert named(g) == ["build on Cirrus", "build on Veon", "build on the homeworld"]


def test_a_smuggler_says_what_it_gives():
    g = Table(2).planet(0, "Veon").build(0, "Veon", "Black Market HI").tokens("1E 1I")
    assert named(g, "smuggle ") == [
        "smuggle 1 illegal good for 1 energy credit (Black Market of Heart Institute)",
        "smuggle 1 energy credit for 1 illegal good (Black Market of Heart Institute)",
    ]


def test_the_own_reserve_is_named():
    g = Table(2, ("Farble",)).reserve(0, "Luma", "Umber").tokens("9E 9M 9G 9F 9R 9S")
    assert named(g, "buy Lum") == ["buy Luma from the reserve"]
    g.act("reserve development 1: card 1")
    assert (question(g), named(g)) == ("which reserved card goes back?", ["put Luma back", "put Umber back"])


@pytest.mark.parametrize("returned", [1, 2])
def test_a_veiled_card_in_an_offer_is_not_named(returned):
    g = Table(2, ("Farble",), round=2, barter=1).reserve(0, "Luma", "Umber").tokens("1E", "1E")
    g.s["ask"], g.s["seat"], g.s["proposed"], g.s["offers_left"] = st.ASK_TURN, 0, 2, 2
    g.act("reserve development 1: card 1", f"choose reserved card {returned}", "open an offer")
    assert "offer Luma or Umber" in named(g, "offer ")


def test_the_coin_gives_the_direction():
    g = Table(2).end_round("Influencer")
    way = "left" if g.s["coin"] < 0 else "right"
    assert question(g) == f"Influencer: move which trade marker to the {way}?"
    assert f"move the marker of gas to the {way}" in named(g)


def test_two_prices_are_named():
    g = Table(2).tokens("9E 9M").row("development 2", "Executive Retreat HI", "Crime Hub HX")
    g.act("buy development 2: card 1")
    assert question(g) == "Executive Retreat of Heart Institute: pay which price?"
    assert named(g) == ["pay 3 resources of choice", "pay 4 energy credits"]


def test_the_card_that_changes_places_with_the_deck_is_named():
    g = Table(2, ("Advanced",))
    assert named(g, "swap ")[0] == "swap Harrow with the top of its deck"


def test_the_planet_of_jims_bonus_is_named():
    g = Table(2, ("Jim's",)).tokens("1E 1M 1S")
    assert named(g, "pay ") == ["pay a credit to buy Harrow as well"]


def test_cards_to_remove_alone_are_named():
    g = Table(1).act("end the turn")
    assert (question(g), named(g)) == (
        "which card leaves the game?",
        ["remove Harrow", "remove Tilda", "remove Bracken"],
    )


def test_developments_are_moved_or_swapped_with():
    g = Table(2, round=1).planet(0, "Veon").build(0, "Veon", "Mine HX").end_round("Moving Day")
    g.quiet(lambda s: s["seat"] == 0)
    assert "move Mine of Hex Industries" in named(g)
    g.act("choose Mine of Hex Industries")
    assert named(g, "swap ") == ["swap with Omniforge 2"]


def test_the_importer_of_the_buff_is_named():
    g = Table(1, chosen=False, buff=4)
    g.act(g.legal()[0])
    assert named(g)[0] == "build Offworld Importer of Square Software"


def test_whom_to_swap_with_is_named():
    g = Table(3, ("Quonk",)).tokens("1G", "1M", "1S").act("swap a resource with another player")
    assert (question(g), named(g)) == ("swap with whom?", ["swap with Blue", "swap with Yellow"])


def test_offers_name_players_and_cards():
    g = Table(3, round=2, barter=1).reserve(1, "Rime").tokens("1E", "1E", "1E")
    g.s["ask"], g.s["seat"], g.s["proposed"] = st.ASK_PROPOSE, 1, 1
    assert question(g) == "make an offer to Red?"
    g.s["ask"], g.s["seat"], g.s["proposed"], g.s["offers_left"] = st.ASK_TURN, 0, 3, 2
    g.act("open an offer")
    assert (question(g), named(g)) == ("an offer to whom?", ["make Blue an offer", "make Yellow an offer"])
    g.act("choose the next player")
    assert "ask for Rime" in named(g)


def does(g):
    """What the legal moves say that they do."""
    told = GAME.words(g.game.content, g.game.states[0])
    return {told.action(action): told.does(action) for action in g.game.legal_ids()}


def test_cards_and_partnerships_say_what_they_cost():
    told = does(Table(2).tokens("1M 1S 1F 1R"))
    assert told["buy Harrow"] == "costs 1 mineral, 1 ship"
    g = Table(2).tokens("9E 9R 9M 9G 9F 9S")
    partners = {name: words for name, words in does(g).items() if name.startswith("form")}
    assert partners
    assert all(words.startswith("costs ") and "point" in words for words in partners.values())


def test_companies_are_kept_with_what_they_can_do():
    game = arrange(GAME, players=2, seed=1)
    told = GAME.words(game.content, game.states[0])
    words = {told.action(action): told.does(action) for action in game.legal_ids()}
    assert all("Starts with" in text and "planets: 4 points" in text for text in words.values())


def test_what_may_be_discarded_is_a_sentence():
    g = Table(2).tokens("1E")
    told = GAME.words(g.game.content, g.game.states[0])
    assert told.excess() == "tokens you do not want (you have 1 and may keep 7)"
    g.game.states[0]["ask"] = st.ASK_DISCARD
    assert told.action_done() == "discard no more"


def test_cards_for_sale_say_what_they_are():
    g = Table(2).tokens("1M 1S 1F 1R")
    svg = GAME.render_svg(g.game.content, g.game.states[0], 0)
    told = dict(re.findall(r'data-at="([^"]+)">\s*<title>([^<]*)</title>', svg))
    assert told["row-0-0"] == (
        "Harrow: a terra planet of the Dukat system. Costs 1 mineral, 1 ship. Room for 2 developments. "
        "If those on it make 1 mineral, 1 ship at least, it is worth 3 points."
    )
    assert told["row-1-0"].startswith("Mine of Rounded Bioworks. Costs ")
    assert "Makes 1 mineral a round." in told["row-1-0"]
    assert told["partnership-0"].startswith("Partnership with ")
    assert told["market-0"].endswith("to buy or to sell.")


def test_the_score_sheet_has_no_riddles():
    g = Table(2)
    told = GAME.words(g.game.content, g.game.states[0])
    found = told.points_of(0, [])
    assert not set(found) & {"supremacy", "arrays", "nanotech", "tile", "company"}
    assert sum(found.values()) == sum(told.reader.points(0).values())
