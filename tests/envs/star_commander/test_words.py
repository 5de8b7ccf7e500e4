"""What moves cost and bring, and what is at stake, is said before a decision."""

import re

import numpy as np

from astrarium.envs.star_commander import questions
from astrarium.envs.star_commander import state as st
from tests.contract.pictures import flaws
from tests.envs.star_commander.table import GAME, Table


def words(g):
    """The words of the position."""
    return GAME.words(g.game.content, g.s)


def moves(g):
    """The legal moves in words."""
    return [words(g).action(action) for action in g.game.legal_ids()]


def discounts():
    """The technologies that make stations cheaper by 1."""
    content = GAME.content()
    less = content.tables[0]["card_bonus"][:, st.BONUS_DISCOUNT]
    return [content.labels["card"][card] for card in np.flatnonzero(less == 1)]


def test_credits_and_prices_stand_in_the_question_and_the_moves():
    g = Table().credits(4, 0).home(0, 2)
    assert words(g).question() == "command phase, 4 credits: what to do?"
    assert "develop Homeworld (C3) for 3 credits" in moves(g)
    g.act("build in C3")
    assert words(g).question() == "build what in Homeworld (C3), with 4 credits?"
    assert "build a Corvette for 3 credits" in moves(g)
    assert "build a Defense Station for 3 credits" in moves(g)


def test_prices_of_stations_follow_the_discount_as_what_is_paid_does():
    cards = discounts()
    g = Table().credits(4, 0).home(0, 2).tech(0, cards[0]).act("build in C3")
    assert "build a Defense Station for 2 credits" in moves(g)
    g.act("choose own Defense Station")
    assert (g.money(), g.kinds_at("C3", 0).count("Defense Station")) == (2, 1)


def test_a_besieged_homeworld_is_in_the_headline():
    g = Table()
    assert "besieged" not in GAME.panels(g.game.content, g.s, 0)[0].words
    g.put(1, "Corvette", "C3")
    g.no_scouts()
    assert "; Red's Homeworld is besieged" in GAME.panels(g.game.content, g.s, 0)[0].words


def test_every_vessel_of_a_crowded_system_is_in_its_words():
    g = Table()
    kinds = ("Strike Fighter", "Corvette", "Frigate", "Destroyer", "Cruiser", "Battleship", "Defense Station")
    for kind in kinds:
        g.put(0, kind, "B2", moved=True)
        g.put(1, kind, "B2")
    svg = next(p for p in GAME.panels(g.game.content, g.s, 0) if p.part == "board").alone(374, 480).svg
    assert re.search(r">\+\d<", svg)
    title = re.search(r'data-at="system-B2">\s*<title>([^<]*)', svg)[1]
    assert all(f"Red: {kind}, attack" in title and f"Blue: {kind}, attack" in title for kind in kinds)
    assert title.count("moved") == len(kinds)
    assert not flaws(svg, 7)


def test_a_fleet_of_four_against_one_is_drawn_ship_by_ship():
    g = Table().own("A1", 1, 4).no_scouts()
    g.put(1, "Strike Fighter", "A1")
    g.put(0, "Destroyer", "A1", moved=True)
    g.put(0, "Destroyer", "A1", moved=True, damage=1)
    for kind in ("Corvette", "Scout"):
        g.put(0, kind, "A1", moved=True)
    svg = next(p for p in GAME.panels(g.game.content, g.s, 0) if p.part == "board").alone(374, 480).svg
    assert not re.search(r">\+\d<", svg)


def test_a_tap_on_what_is_to_be_answered_leads_to_both_answers():
    both = {"answer": "offer", "initiate": "system-A1"}
    for name, place in both.items():
        g = Table()
        g.s["ask"], g.s["battle"] = getattr(st, f"ASK_{name.upper()}"), 0
        asked = questions.QUESTIONS.at(g.s["ask"])
        assert asked.name == name
        yes, no = (GAME.actions.offset(block) for block in ("yes", "no"))
        assert GAME.places(g.game.content, g.s, 0, yes) == GAME.places(g.game.content, g.s, 0, no) == (place,)


def offer(g, give, take):
    """An offer of Red to Blue with so many credits and vessels on each side."""
    g.s["ask"], g.s["offer_stage"], g.s["partner"] = st.ASK_OFFER, st.OFFER_BUILD, 1
    for side, (credits, vessels) in enumerate((give, take)):
        g.s["offer_credits"][side] = credits
        g.s["offer_vessels"][side, : len(vessels)] = vessels
    return words(g).question()


def test_why_an_offer_cannot_be_sent_is_said_as_the_rules_have_it():
    asked = "add to the offer, send or withdraw it?"
    g = Table().credits(3, 3)
    assert (
        offer(g, (1, []), (0, [])) == f"{asked} Both sides must name something, and only one of them credits."
    )
    ship = g.find("Scout", 1)
    assert offer(g, (1, []), (0, [ship])) == f"{asked} Red would have more ships than developments."
    assert "send the offer" not in moves(g)
    g.home(0, 3)
    assert offer(g, (1, []), (0, [ship])) == asked
    assert "send the offer" in moves(g)


def does(g):
    """What the legal moves say that they do."""
    told = words(g)
    return {told.action(action): told.does(action) for action in g.game.legal_ids()}


def test_where_one_can_build_it_says_what_can_be_paid():
    g = Table().credits(3, 0).home(0, 2)
    build = next(k for k in g.game.legal_ids() if words(g).action(k) == "build in Homeworld (C3)")
    asked = g.twin().act("build in C3")
    said = words(g).offers(build, [], asked.game.legal_ids())
    assert said == "3 credits can pay for: Strike Fighter 1, Corvette 3, Defense Station 3"


def test_a_jump_names_the_ships_that_are_there():
    g = Table().own("B2", 0, 2).no_scouts()
    g.put(0, "Corvette", "B2")
    g.put(0, "Strike Fighter", "B2")
    told = does(g)
    assert (
        next(told[name] for name in told if name.startswith("jump a ship from")) == "Corvette, Strike Fighter"
    )


def test_the_question_for_a_response_names_what_comes_next():
    g = Table(3).give(0, "Filibuster").give(1, "Evasion").play("Filibuster")
    assert words(g).question() == "Red's Filibuster comes next: play, activate or pass?"
    assert does(g)["pass"] == "Filibuster then happens, unless another player answers"
    text = GAME.content().texts["card"][g.card("Evasion")]
    assert text
    assert does(g)["play Evasion"] == text


def test_things_say_what_they_are():
    g = Table().credits(5, 5).home(0, 2).give(0, "Evasion")
    svg = GAME.render_svg(g.game.content, g.s, 0)
    told = dict(re.findall(r'data-at="([^"]+)">\s*<title>([^<]*)</title>', svg))
    assert "Red has 2 of 6 developments here. The next development costs 3 credits." in told["system-C3"]
    corvette = g.kind("Corvette")
    assert told[f"pile-{corvette}"].startswith("Corvette: costs 3 credits, attack 2, 2 hit points, small.")
    assert told[f"hand-0-{g.card('Evasion')}"].startswith("Evasion, ")
    assert any(name.startswith("vessel-") and "attack" in words for name, words in told.items())


def test_questions_about_vessels_are_sentences():
    g = Table().own("B2", 0, 2).no_scouts()
    g.put(0, "Corvette", "B2")
    g.put(0, "Frigate", "B2")
    g.s["want"], g.s["pick_cell"] = st.WANT_JUMP, st.CELLS.index("B2")
    assert words(g).purpose().startswith("which ship jumps from ")
    g.s["want"] = st.WANT_ATTACKER
    assert words(g).purpose() == "attack with which vessel"
