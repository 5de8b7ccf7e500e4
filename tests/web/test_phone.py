"""A phone: the hand beside the question, a whole board, marks that are apart, no waiting."""

import pytest

from astrarium.core import Batch
from astrarium.web.tables import PERSON, Setup
from tests.envs.starfarers.meetings import gift, meeting
from tests.envs.starfarers.table import GAME
from tests.web.conftest import enter
from tests.web.test_at_hand import seen
from tests.web.test_browser import PHONE, start
from tests.web.test_forms import laid

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect
# Whether all of the board lies in its window.
WHOLE = """() => {
  const board = document.querySelector("#board .part svg").getBoundingClientRect();
  const pane = document.querySelector("#board").getBoundingClientRect();
  return board.top >= pane.top - 1 && board.bottom <= pane.bottom + 1
    && board.left >= pane.left - 1 && board.right <= pane.right + 1;
}"""
# How many marks lie over each other.
OVERLAPS = """() => {
  const marks = [...document.querySelectorAll("#board .spot[data-spot^=node]")];
  const boxes = marks.map((one) => one.getBoundingClientRect());
  return boxes.filter((a, k) => boxes.some((b, l) => l < k
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length;
}"""


@pytest.fixture
def phone(page):
    """A page as narrow as a phone."""
    page.set_viewport_size(PHONE)
    return page


def at(page, site, g):
    """Open a table of people that has come to an arranged position."""
    url, tables = site
    players = int(g.s["num_players"])
    setup = Setup(GAME, g.game.content, None, players, GAME.choose_options(), 1, (PERSON,) * players)
    batch = Batch(GAME, 1, players, 1, setup.options, auto_reset=False)
    there = batch.save()
    there.states[0] = g.s
    batch.load(there)
    enter(page.context, url)
    page.goto(f"{url}#game/{tables.add(laid(setup, batch)).id}")
    page.wait_for_selector(".moves button.move", timeout=120_000)


def test_a_jump_names_the_ship_and_its_marks_are_apart(phone, site):
    at(phone, site, gift(meeting(28), 2))
    expect(phone.locator("#now")).to_contain_text("Red's colony ship jumps: to which column?")
    expect(phone.locator("#there")).to_be_visible()
    phone.click("#zoom-whole")
    phone.wait_for_function(WHOLE)
    phone.evaluate("current.ask.mark()")
    assert phone.locator("#board .spot").count() > 100
    assert phone.evaluate(OVERLAPS) == 0


def test_the_whole_board_stays_whole_when_the_question_grows(phone, site):
    at(phone, site, gift(meeting(28), 2))
    phone.click("#zoom-whole")
    phone.wait_for_function(WHOLE)
    phone.evaluate("document.querySelector('.ask').style.minHeight = '46%'")
    phone.wait_for_function(WHOLE)
    phone.evaluate("document.querySelector('.ask').style.maxHeight = '20%'")
    phone.evaluate("document.querySelector('.ask').style.minHeight = '0'")
    phone.wait_for_function(WHOLE)
    phone.click("#zoom-whole")
    assert not phone.evaluate(WHOLE)


def test_the_hand_is_beside_the_question_that_takes_of_it(phone, site):
    at(phone, site, meeting(1))
    assert "gift" in phone.text_content("#now")
    expect(phone.locator("#in-hand")).to_have_text("You: 2 ore, 2 fuel, 1 carbon, 1 food")
    assert seen(phone.locator("#in-hand"))
    expect(phone.locator("#about")).not_to_contain_text("carbon")  # it is said once
    phone.click("#in-hand")
    expect(phone.locator(".panes [aria-pressed=true]")).to_have_text("Mine")
    expect(phone.locator("#in-hand")).to_be_hidden()
    phone.set_viewport_size({"width": 1366, "height": 650})  # the own mat is in view
    phone.reload()
    phone.wait_for_selector(".moves button.move")
    expect(phone.locator("#about")).not_to_contain_text("carbon")


def test_the_coach_says_that_it_thinks(phone, site):
    held = []
    phone.route("**/study", lambda route: held.append(route))
    phone.add_init_script("localStorage.setItem('astrarium.coach', 'greedy')")
    at(phone, site, meeting(1))
    expect(phone.locator("#counsel")).to_have_text("The coach is thinking …")
    assert seen(phone.locator("#counsel"))
    held[0].continue_()
    expect(phone.locator("#counsel")).to_be_hidden()
    expect(phone.locator(".moves")).to_contain_text("The coach would")


def test_what_speaks_of_oneself_stands_outside_the_digest(phone, site):
    at(phone, site, meeting(1))
    told = [{"told": ["Yellow rolls 5", "Yellow takes 1 fuel from Red"]}, {"told": ["Blue gets 1 ore"]}]
    words = "(told) => current.concerning(told).map((each) => each.textContent ?? each).join('')"
    assert phone.evaluate(words, told) == "About you: Yellow takes 1 fuel from Red"


def test_the_end_says_what_the_winner_won_by(phone, site):
    at(phone, site, meeting(1))
    sheet = [{"colonies": 5}, {"colonies": 9, "spaceports": 6, "loans": -2}, {"trophies": 1}, {}]
    result = {"over": 1, "ranks": [1, 0, 2, 3], "sheet": sheet}
    told = phone.evaluate("(result) => current.view.wonBy(result)", result)
    assert told == ["Blue: 9 by colonies, 6 by spaceports."]


def test_the_moves_of_others_can_be_skipped(phone, address):
    phone.add_init_script("localStorage.setItem('astrarium.speed', '2000')")
    start(phone, address[0], "play", "starfarers", 3, ["person", "greedy", "greedy"], {"trade": 0}, "3")
    phone.wait_for_selector(".moves button.move", timeout=120_000)
    for _ in range(30):
        phone.locator(".moves button.move").last.click()
        phone.wait_for_selector(".moves button.move:visible, #hurry:visible")
        if phone.locator("#hurry").is_visible():
            break
    expect(phone.locator("#pace")).to_have_value("2000")
    phone.click("#hurry")
    phone.wait_for_selector(".moves button.move", timeout=15_000)  # twenty steps would take forty seconds


def test_the_page_opens_on_play_with_options_in_words(phone, address):
    enter(phone.context, address[0])
    phone.goto(address[0])
    expect(phone.locator(".page h2")).to_have_text("Play")
    phone.select_option("#game-name", "star_commander")
    expect(phone.locator("label[for=option-trade]")).to_have_text("Trade between players")
    expect(phone.locator("#option-trade option")).to_have_text(
        ["two offers a turn", "one offer a turn", "none"]
    )
    expect(phone.locator("#option-grid option").first).to_have_text("as large as the players need")
    phone.select_option("#game-name", "star_tycoon")
    expect(phone.locator("#option-rounds")).to_be_visible()
    expect(phone.locator("#option-omniforge")).to_have_count(0)  # for one player alone
    phone.select_option("#players", "1")
    expect(phone.locator("#option-omniforge")).to_be_visible()
