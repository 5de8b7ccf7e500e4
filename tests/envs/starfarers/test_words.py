"""What a player reads before a decision: numbers owed, the ship that is meant, systems that are full."""

import re

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.meetings import FAR, gift, meeting
from tests.envs.starfarers.table import GAME, Table


def words(g):
    """The words of a position."""
    return GAME.words(g.game.content, g.s)


def board(g, seat=None):
    """The table as a picture."""
    return GAME.render_svg(g.game.content, g.s, seat)


def owing(number):
    """Seat 0 owes Earth so many cards."""
    g = Table().give(0, ore=4, food=4)
    g.s["phase"], g.s["ask"], g.s["to_pay"][0] = st.TRIBUTE, st.ASK_TRIBUTE, number
    return words(g)


def full_system():
    """Three players, two colonies at S3, and a colony ship one step from the third site."""
    g = Table(3).no_ships().plain("S3").colony(1, "S3 food+carbon").colony(2, "S3 goods+food")
    return g.ship(0, "S3 goods+carbon")


def test_r3_4_the_question_says_how_many_cards_earth_wants():
    assert owing(4).question() == "which 4 cards go to Earth?"
    assert owing(4).wanted() == (4, 4)
    assert owing(1).question() == "which card goes to Earth?"


def test_k17_the_question_of_a_jump_names_the_ship():
    g = gift(meeting(28), 2)
    assert words(g).question() == "Red's colony ship jumps: to which column?"
    g.act("jump to column C")
    assert words(g).question() == "Red's colony ship jumps: to which row?"
    assert GAME.about(g.game.content, g.s, 0) == ("encounter", "ship-0-0")


def test_a_full_system_is_told_and_crossed_out():
    g = full_system()
    told = "S3 is full: with three players a system takes two colonies"
    site = g.game.content.labels["site"].index("S3 goods+carbon")
    assert words(g).full(site) == told
    assert re.search(rf"Colony site S3 goods\+carbon at [A-X]\d+\. {re.escape(told)}\.", board(g))
    g.s["flying"] = 0
    assert words(g).action_stop() == f"stop here (no colony: {told})"
    assert words(Table(4).plain("S3")).full(site) == ""


def test_a_move_does_not_tell_others_what_its_ship_has_seen():
    labels = Table().game.content.labels
    site = next(name for name in labels["site"] if name.startswith("S1") and "goods" in name)
    g = Table(3).no_ships().plain("S1").chip("S1 goods", "pirate 6").ship(0, site)
    g.s["flying"] = 0
    g.s["seen"][0] = 1 << labels["planet"].index("S1 goods")
    assert words(g).action_stop() == "stop here"


def test_a_planet_tells_its_chip_to_who_knows_it():
    g = Table().chip("S1 goods", "pirate 6")
    g.s["seen"][1] = 1 << g.game.content.labels["planet"].index("S1 goods")
    assert "pirate 6" in board(g, 1)
    assert "pirate 6" not in board(g, 0)
    assert "Looked at by Blue; the letters below it say so." in board(g, 0)


def test_what_is_won_is_called_as_on_the_score_sheet():
    text = board(Table(), 0)
    assert "trophies: none" in text
    assert "prizes" not in text


def does(g):
    """What the legal moves say that they do."""
    told = words(g)
    return {told.action(action): told.does(action) for action in g.game.legal_ids()}


def test_what_is_bought_says_what_it_costs():
    g = Table().no_ships().give(0, ore=3, fuel=2, carbon=3, food=2)
    told = does(g)
    assert told["buy a booster"] == "costs 2 fuel"
    assert told["build a colony ship"] == "costs 1 ore, 1 fuel, 1 carbon, 1 food"
    assert all(words for name, words in told.items() if name.startswith(("buy ", "build ")))


def test_the_question_of_a_flight_names_the_speed():
    g = Table().flight()
    speed = words(g).speed()
    assert speed > 0
    assert words(g).question().startswith(f"speed {speed}: which ship flies next?")


def test_an_encounter_says_what_its_answers_may_bring_and_not_which_card_it_is():
    told = [does(meeting(card)) for card in (1, 3, 7)]
    assert told[0] == told[1] == told[2], "the card is hidden"
    assert "loss of a fame ring" in told[0]["give 0 cards"]
    assert "a trade ship" in told[0]["give 3 cards"]
    assert "a trade ship" not in told[0]["give 1 card"]
    g = meeting(3)
    assert words(g).situation().startswith("Merchant: how many cards as a gift? 8 of the 32 cards ask this.")
    assert "\n3 cards: a trade ship" in board(g)


def test_an_offer_is_told_to_who_makes_it():
    g = Table().give(0, ore=2).give(1, fuel=1).act("open an offer")
    assert words(g).question() == "which cards do you give and want? Your offer is empty"
    assert "You offer nothing yet" in board(g, 0)
    g.act("give ore", "want fuel")
    assert words(g).question() == "which cards do you give and want? You offer 1 ore for 1 fuel"
    assert "You offer 1 ore for 1 fuel" in board(g, 0)
    assert "Red offers 1 ore for 1 fuel" in board(g, None)


def test_ships_alike_are_told_apart_by_their_rings_alone_where_that_is_needed():
    g = Table().no_ships().ship(0, FAR)
    assert words(g).ship(0, 0, st.COLONY) == "Red's colony ship"
    g.s["ship_node"][0, 1], g.s["cargo"][0, 1] = g.s["ship_node"][0, 0] + 1, st.TRADE
    assert words(g).ship(0, 0, st.COLONY) == "Red's colony ship"
    g.s["cargo"][0, 1] = st.COLONY
    assert words(g).ship(0, 0, st.COLONY) == "Red's colony ship (1 ring)"


def test_systems_have_their_names_on_the_map():
    picture = board(Table())
    assert all(f">{name}<" in picture for name in ("α", "δ", "S1", "S7"))


def test_what_is_given_without_a_choice_is_named_with_what_is_chosen():
    for hand, names in (
        ({"food": 1, "goods": 3}, ["give 1 food, 1 goods", "give goods"]),
        ({"food": 1, "goods": 1}, ["give food and all other cards", "give goods and all other cards"]),
        ({"ore": 2, "food": 1, "goods": 1}, ["give ore", "give food", "give goods"]),
    ):
        g = meeting(1, **hand)
        g.act("give 2 cards")
        assert g.ask == st.ASK_GIVE
        assert [words(g).action(action) for action in g.game.legal_ids()] == names
