"""What a player reads before a decision: numbers owed, the ship that is meant, systems that are full."""

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.meetings import gift, meeting
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
    assert f"Colony site S3 goods+carbon at X. {told}." in board(g)
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
