"""Everything on the table is explained: by its name and rules, to a mouse, a finger and a keyboard."""

import re
from fnmatch import fnmatchcase

import pytest

from astrarium.core import Batch, get
from astrarium.text.digest import ledger_rules, rules_with, things
from astrarium.web.pictures import drawn
from tests.web.test_browser import start

NAMES = ("star_commander", "star_tycoon", "starfarers", "spacecorp", "starship_captains")


def places(game):
    """The places in the pictures of some positions of a random game."""
    batch = Batch(game, 1, num_players=max(game.players), seed=5, auto_reset=False)
    found, move = set(), 0
    while not batch.done[0]:
        if move % 60 == 0:
            parts = drawn(game, game.content(), batch.states[0], 0)["parts"]
            found |= {name for part in parts for name in re.findall(r'data-at="([^"]+)"', part["svg"])}
        batch.step(batch.random_actions(move))
        move += 1
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_place_of_the_table_has_a_name_and_rules(name):
    game = get(name)
    globs = [glob for thing in things(game) for glob in thing.places]
    found = places(game)
    assert len(found) > 20
    assert not [place for place in found if not any(fnmatchcase(place, glob) for glob in globs)]


@pytest.mark.parametrize("name", NAMES)
def test_help_names_rules_of_the_ledger(name):
    game = get(name)
    known = {rule.id for rule in ledger_rules(game)}
    for thing in things(game):
        assert thing.name
        assert thing.rules
        assert set(thing.rules) <= known, thing.name


def test_of_two_rules_about_one_card_that_of_the_set_is_told():
    game = get("star_commander")
    told = {cards: [rule.id for rule in rules_with(game, cards)] for cards in game.contents}
    assert "c.V2" in told["0.9.5"]
    assert "c094.V2" not in told["0.9.5"]
    assert "c094.V2" in told["0.9.4"]
    assert "c.V2" not in told["0.9.4"]
    assert "c.V1" in told["0.9.4"]  # not reprinted there


def test_rules_are_asked_for_by_the_name_of_a_game(asker):
    ask = asker()
    facts = ask.get("api/rules/starfarers")
    assert "15 victory points" in facts["digest"]
    assert {"id": "4.2", "section": "Supplies from Earth", "words": "Once a turn"} in facts["rules"]
    assert {"places": ["pile"], "name": "Reserve pile", "rules": ["4.1", "4.2", "1.14", "1.17"]} in facts[
        "things"
    ]
    assert ask.get("api/rules/toy")["things"] == []
    assert "known" in ask.get("api/rules/nothing", status=400)["error"]


def test_a_mouse_the_keyboard_and_the_rules_beside_the_table(page, address):
    start(page, address[0], "play", "starfarers", 3, ["person", "random", "random"])
    page.wait_for_selector(".moves button.move")
    tip = page.locator(".tip")
    page.locator('.market [data-at="pile"]').hover()
    page.wait_for_selector(".tip:visible")
    assert tip.locator("strong").inner_text() == "Reserve pile"
    assert "4.2 Once a turn" in tip.inner_text()
    page.mouse.move(5, 5)
    page.wait_for_selector(".tip", state="hidden")
    page.locator("#board").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.part') !== null")
    first = page.evaluate("document.activeElement.dataset.at")
    assert tip.is_visible()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.at") != first
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    page.click("#tab-rules")
    page.fill("#panel-rules .rules-search", "reserve pile")
    assert "4.1" in page.inner_text("#panel-rules")
    page.goto(f"{address[0]}#rules/spacecorp")
    page.wait_for_selector("h2 >> text=SpaceCorp")
    page.click("text=Glossary")
    assert "Shield Factory" in page.inner_text(".glossary")
