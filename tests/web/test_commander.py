"""Star Commander on a phone: a tap to look decides nothing, and what is to be decided is said whole."""

import re

import numpy as np
import pytest

from astrarium.core import Batch, get
from astrarium.web.tables import PERSON, Setup
from tests.web.conftest import enter
from tests.web.test_browser import PHONE
from tests.web.test_forms import laid

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect


class Phone:
    """Somebody with a phone at a position of a game of two people."""

    def __init__(self, chromium, url, tables, batch):
        setup = Setup(
            batch.game, batch.game.content(), None, 2, batch.game.choose_options(), 1, (PERSON, PERSON)
        )
        self.table = laid(setup, batch)
        tables.add(self.table)
        self.context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        enter(self.context, url)
        self.page, self.said = self.context.new_page(), []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(f"{url}#game/{self.table.id}")
        self.page.wait_for_selector(".moves button.move")

    def close(self):
        """Nothing was said on the console."""
        self.context.close()
        assert not self.said


@pytest.fixture
def phone(chromium, site):
    """Opens tables on a phone."""
    opened = []

    def open_at(batch):
        opened.append(Phone(chromium, *site, batch))
        return opened[-1]

    yield open_at
    for each in opened:
        each.close()


def played(fits, seeds=range(1, 30)):
    """A game of two that came to a position that fits by random moves."""
    game = get("star_commander")
    for seed in seeds:
        batch = Batch(game, 1, 2, seed, auto_reset=False)
        for move in range(1500):
            if batch.done[0]:
                break
            if fits(game, batch):
                return batch
            batch.step(batch.random_actions(move))
    raise AssertionError("no such position")


def asks(name):
    """Whether a question is asked."""
    return lambda game, batch: game.questions.at(batch.states["ask"][0]).name == name


def names(batch):
    """The legal moves in words."""
    words = batch.game.words(batch.game.content(), batch.states[0])
    return {words.action(action): action for action in np.flatnonzero(batch.mask[0]).tolist()}


def test_a_tap_on_the_offer_asks_and_the_question_has_all_of_it(phone):
    batch = played(asks("answer"))
    offer = batch.game.words(batch.game.content(), batch.states[0]).offer()
    person = phone(batch)
    expect(person.page.locator("#now")).to_contain_text(offer)
    person.page.tap('.panes button[data-to="market"]')
    person.page.tap('.spot[data-spot="offer"]')
    expect(person.page.locator("dialog .choices button")).to_have_text(
        ["accept the offer", "decline the offer", "Cancel"]
    )
    assert person.table.actions == []
    shown = person.page.locator('.market [data-at="offer"] text').all_text_contents()
    assert " ".join(shown) == offer


def test_a_tap_on_a_system_plays_no_card_unasked(phone):
    def only_a_card(game, batch):
        return asks("command")(game, batch) and any("play Interdiction" in name for name in names(batch))

    batch = played(only_a_card)
    person = phone(batch)
    spot = person.page.locator("#board .spot.card").first
    spot.tap()
    expect(person.page.locator("#choose-title")).to_have_text("Play this card?")
    assert person.table.actions == []


def test_an_offer_that_the_rules_do_not_allow_says_what_was_not_done(phone):
    def credits_on_both_sides(game, batch):
        return asks("offer")(game, batch) and {"offer 1 credit", "ask for 1 credit"} <= set(names(batch))

    person = phone(played(credits_on_both_sides))
    page = person.page
    expect(page.locator("#now")).to_contain_text("only one of them credits")
    for name in ("offer 1 credit", "ask for 1 credit"):
        page.tap(f'#form button[aria-label="more: {name}"]')
    expect(page.locator("#chosen")).to_have_text(
        "The rules do not allow this together: offer 1 credit; ask for 1 credit"
    )
    assert page.locator("#form-send").bounding_box()["y"] > page.locator("#form").bounding_box()["y"]
    expect(page.locator("#form-send")).to_be_disabled()


def test_the_coach_says_which_moves_are_its_own_with_figures(phone):
    person = phone(played(asks("initiate")))
    person.page.select_option("#coach", "greedy")
    expect(person.page.locator(".moves h3")).to_have_text(["The coach would", "Or"])
    expect(person.page.locator(".moves section").first.locator("small")).to_have_text(
        re.compile(r"wins \d+ %, it thinks$")
    )


def test_the_zoom_is_kept_and_its_button_covers_no_part_of_the_board(phone):
    person = phone(played(asks("command")))
    page = person.page
    board = page.locator("#board").bounding_box()
    button = page.locator("#zoom-whole").bounding_box()
    assert button["y"] + button["height"] <= board["y"]
    page.tap("#zoom-whole")
    width = page.locator("#board svg").bounding_box()["width"]
    page.reload()
    page.wait_for_selector(".moves button.move")
    assert page.locator("#board svg").bounding_box()["width"] == width < board["width"]


def test_moves_below_the_fold_are_announced(phone):
    def many(game, batch):
        return asks("command")(game, batch) and len(names(batch)) > 14

    page = phone(played(many)).page
    expect(page.locator("#below")).to_be_visible()
    page.locator(".ask").evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
    expect(page.locator("#below")).to_be_hidden()
