"""Forms in a real browser: a payment and an offer with both sides, filled in and sent by clicks."""

import re

import pytest

from astrarium.core import Batch, get
from astrarium.web.tables import PERSON, Setup, Table
from tests.web.conftest import enter

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect


def asked_for(name, question, fits, players):
    """A table of people at which a question with a form is asked that fits."""
    game = get(name)
    setup = Setup(game, game.content(), None, players, game.choose_options(), 1, (PERSON,) * players)
    for seed in range(1, 30):
        batch = Batch(game, 1, players, seed, setup.options, auto_reset=False)
        for move in range(400):
            if batch.done[0]:
                break
            if game.questions.at(batch.states["ask"][0]).name == question:
                table = laid(setup, batch)
                table.prepare()
                asked = table.home.moves(int(batch.seat[0]))
                if asked["form"] and fits(asked):
                    return laid(setup, batch), asked
            batch.step(batch.random_actions(move))
    raise AssertionError(f"no such question: {question}")


def laid(setup, batch):
    """A table at which people have come to the position of a batch; it is laid when the table is opened."""
    table, there = Table(setup, {}), batch.save()

    def prepare():
        table._batch.load(there)
        table.lay([there.states[0].copy()])

    table.prepare = prepare
    return table


def groups_of(asked):
    """The groups of moves in a form."""
    return [group["moves"] for group in asked["form"]["groups"]]


def fresh_offer(asked):
    """Whether nothing was named so far: what is wanted can be named only when something is given."""
    wants = groups_of(asked)[1:]
    return wants and not {move["action"] for move in wants[0]} & set(asked["form"]["moves"])


def other_kinds(gives, wants):
    """Something to give, and something else to want."""
    last = gives[-1]
    return last, next(move for move in wants if move["name"].split()[-1] != last["name"].split()[-1])


class Clicker:
    """Somebody at a browser who counts the clicks."""

    def __init__(self, chromium, url, table):
        self.context = chromium.new_context(viewport={"width": 1366, "height": 650})
        enter(self.context, url)
        self.page, self.clicks, self.said = self.context.new_page(), 0, []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(f"{url}#game/{table.id}")
        self.page.locator("#speed").select_option("0")
        self.page.wait_for_selector("#form")

    def click(self, wanted):
        """Click what is to be seen without scrolling the page."""
        self.page.locator(wanted).click()
        self.clicks += 1

    def more(self, move):
        """One more of a thing in the form."""
        self.click(f'#form button[aria-label="more: {move["name"]}"]')

    def close(self):
        """Nothing was said on the console."""
        self.context.close()
        assert not self.said


def test_a_payment_is_filled_in_and_sent(chromium, site):
    """A payment in two kinds takes as many clicks as there are tokens, and one to send it."""
    url, tables = site
    table, asked = asked_for("star_tycoon", "pay", lambda asked: len(asked["form"]["moves"]) > 1, 2)
    person = Clicker(chromium, url, tables.add(table))
    question = person.page.text_content("#now")
    (moves,) = groups_of(asked)
    both = [moves[1], *[moves[0]] * moves[0]["most"], *[moves[1]] * moves[1]["most"]]
    paid = both[: asked["form"]["wanted"][0]]
    for move in paid:
        person.more(move)
    expect(person.page.locator("#form output").nth(1)).not_to_have_text("0")
    person.click("#form-send")
    expect(person.page.locator("#now")).not_to_have_text(question)
    assert set(table.actions[: len(paid)]) <= {move["action"] for move in paid}
    assert person.clicks == len(paid) + 1
    person.close()


def test_an_offer_with_both_sides_is_filled_in_and_sent(chromium, site):
    """What is given and what is asked for stand side by side; one button sends both."""
    url, tables = site
    table, asked = asked_for("starfarers", "compose", fresh_offer, 3)
    person = Clicker(chromium, url, tables.add(table))
    give, want = other_kinds(*groups_of(asked)[:2])
    columns = person.page.locator("#form .columns > div")
    expect(columns).to_have_count(2)
    left, right = columns.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]
    words, send = person.page.locator("#chosen"), person.page.locator("#form-send")
    expect(send).to_be_disabled()
    expect(person.page.locator("#about")).not_to_contain_text("nothing")
    person.more(give)
    expect(words).to_have_text(f"Not done yet: {give['name']}")
    expect(send).to_be_disabled()
    person.more(want)
    kinds = [move["name"].split()[-1] for move in (give, want)]
    expect(words).to_have_text(f"Send the offer: 1 {kinds[0]} for 1 {kinds[1]}")
    expect(send).to_be_enabled()
    count = person.page.locator("#form output").nth(groups_of(asked)[0].index(give))
    for _ in range(give["most"]):  # no more than there are
        person.more(give)
    expect(count).to_have_text(str(give["most"]))
    for _ in range(give["most"] - 1):
        person.click(f'#form button[aria-label="less: {give["name"]}"]')
    person.clicks = 2
    person.click("#form-send")
    expect(person.page.locator("#now")).to_have_text(re.compile("[Aa]ccept|offer"))
    expect(person.page.locator("#form")).to_have_count(0)
    assert table.actions == [give["action"], want["action"], asked["form"]["end"]]
    assert person.clicks == 3
    person.close()


def test_a_tribute_says_how_many_cards_and_waits_for_them(chromium, site):
    """A form for an exact number says what is missing; it is sent when it is complete, at once and whole."""
    url, tables = site
    fits = lambda asked: asked["form"]["wanted"][0] > 2 and len(asked["form"]["moves"]) > 2  # noqa: E731
    table, asked = asked_for("starfarers", "tribute", fits, 3)
    (due, _), (moves,) = asked["form"]["wanted"], groups_of(asked)
    person = Clicker(chromium, url, tables.add(table))
    expect(person.page.locator("#now")).to_contain_text(f"Which {due} cards go to Earth?")
    expect(person.page.locator("#form-send")).to_be_disabled()
    expect(person.page.locator("#chosen")).to_have_text(f"Choose {due} with +: {due} missing")
    chosen = [move["action"] for move in moves for _ in range(move["most"])][:due]
    for count, action in enumerate(chosen, 1):
        person.more(next(move for move in moves if move["action"] == action))
        if count < due:
            expect(person.page.locator("#chosen")).to_contain_text(
                f"Choose {due} with +: {due - count} missing"
            )
    person.more(moves[-1])  # one too many is not counted
    expect(person.page.locator("#form-send")).to_be_enabled()
    person.click("#form-send")
    person.page.wait_for_selector(".moves button.move")
    seat = int(table.states[0]["seat"])
    paid = next(k for k, state in enumerate(table.states) if not state["to_pay"][seat])
    assert table.actions[:paid] == chosen[:paid]  # the last of them may have been without a choice
    person.close()
