"""The moves are in sight at each question and nothing shifts them; news are short, all of it a click away."""

import re

import pytest

from tests.web.conftest import enter
from tests.web.test_at_hand import seen
from tests.web.test_browser import PHONE, WIDE, start

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect
MOVES = ".moves button.move"
# Whether the first move lies in the panel and in the screen, without scrolling.
FIRST = """() => {
  const box = document.querySelector(".moves button.move").getBoundingClientRect();
  const pane = document.querySelector(".ask").getBoundingClientRect();
  return box.bottom <= pane.bottom && box.top >= pane.top && box.bottom <= innerHeight;
}"""
# The first move of each question that stood elsewhere after its first half second.
WATCH = """() => {
  window.shifted = [];
  let known = null;
  const look = () => {
    const one = document.querySelector(".moves button.move");
    const asked = one && current.ask.asked;
    const top = one?.getBoundingClientRect().top;
    if (asked && known?.asked === asked && Math.abs(known.top - top) > 1) {
      window.shifted.push([asked.question, known.top, top]);
    }
    known = asked && { asked, top };
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def phone(page):
    """A page as narrow as a phone."""
    page.set_viewport_size(PHONE)
    return page


def begin(page, address, speed="0"):
    """A game of Starfarers of one person and two agents."""
    page.add_init_script(f"localStorage.setItem('astrarium.speed', '{speed}')")
    start(page, address, "play", "starfarers", 3, ["person", "greedy", "greedy"])
    page.wait_for_selector(MOVES, state="attached")


def answer(page, which=0):
    """Take a move, and wait until the person is asked again."""
    count = page.text_content("#count")
    page.evaluate(f"[...document.querySelectorAll('{MOVES}')].at({which}).click()")
    expect(page.locator("#count")).not_to_have_text(count)
    expect(page.locator("#now")).to_have_text(re.compile("Your turn"))
    page.wait_for_selector(MOVES, state="attached")


def test_on_a_phone_the_first_move_is_in_sight_at_each_question_and_the_board_stays(phone, address):
    begin(phone, address[0])
    phone.evaluate(WATCH)
    tops, news = set(), 0
    for _ in range(14):
        if not phone.locator("#form").count():
            assert phone.evaluate(FIRST), phone.text_content("#now")
            tops.add(phone.locator("#board").bounding_box()["y"])
            news += phone.locator("#came:enabled").count()
        answer(phone, -1)
    assert len(tops) == 1
    assert news > 2
    assert phone.evaluate("window.shifted") == []


def test_all_that_happened_is_a_click_away_and_closed_again(phone, address):
    begin(phone, address[0])
    while not phone.locator("#came:enabled").count():
        answer(phone, -1)
    phone.click("#came")
    lines = phone.locator("dialog[open] ol.story li")
    assert lines.count() >= 1
    back = phone.locator("dialog button.main")
    assert back.bounding_box()["height"] >= 30
    back.click()
    expect(phone.locator("dialog[open]")).to_have_count(0)
    answer(phone, -1)
    expect(phone.locator("dialog[open]")).to_have_count(0)


def test_a_flight_of_another_is_one_line_and_small_decisions_are_none(phone, address):
    phone.goto(address[0])
    told = [
        {"at": 3, "by": 1, "name": "move the ship at F4", "kind": "way", "told": [], "places": ["a"]},
        {
            "at": 4,
            "by": 1,
            "name": "fly up to F5",
            "kind": "way",
            "goal": "fly to F5",
            "told": [],
            "places": ["b"],
        },
        {
            "at": 5,
            "by": 1,
            "name": "fly left to E6",
            "kind": "way",
            "goal": "fly to E6",
            "told": ["a chip"],
            "places": [],
        },
        {"at": 6, "by": 1, "name": "stop here", "kind": "way", "told": [], "places": []},
        {"at": 7, "by": 1, "name": "end the flight", "kind": "small", "told": [], "places": []},
        {"at": 8, "by": 2, "name": "give food", "kind": "small", "told": ["Yellow gives food"], "places": []},
        {"at": 9, "by": 2, "name": "accept", "told": [], "places": []},
    ]
    short = phone.evaluate("(told) => digest(told)", told)
    assert [each["name"] for each in short] == ["move the ship at F4, fly to E6", "give food", "accept"]
    assert (short[0]["at"], short[0]["told"], short[0]["places"]) == (6, ["a chip"], ["a", "b"])


def test_what_hardly_differs_is_shown_on_demand(page, address):
    begin(page, address[0])
    expect(page.locator("#now")).to_contain_text("Which transporter?")
    expect(page.locator(MOVES)).to_have_count(1)
    page.click("#minor")
    expect(page.locator(MOVES)).to_have_count(3)
    page.locator(MOVES).last.click()
    expect(page.locator("#panel-story")).to_contain_text("use the transporter with 3 rings")


def test_what_is_always_done_in_one_game_is_asked_in_the_next(page, address):
    begin(page, address[0])
    page.check(".always input")
    expect(page.locator("#now")).not_to_contain_text("transporter")
    start(page, address[0], "play", "starfarers", 3, ["person", "greedy", "greedy"])
    expect(page.locator("#now")).to_contain_text("Which transporter?")


def test_a_dialog_is_titled_by_what_all_its_moves_begin_with(phone, address):
    begin(phone, address[0])
    slots = [{"name": f"Solar Sail, into slot {k}", "actions": [k]} for k in (1, 2)]
    phone.evaluate("(slots) => current.ask.choose(slots)", slots)
    expect(phone.locator("#choose-title")).to_have_text("Solar Sail")
    expect(phone.locator("dialog .choices button")).to_have_text(["into slot 1", "into slot 2", "Cancel"])
    phone.click("dialog >> text=Cancel")
    phone.evaluate(
        """() => current.ask.choose([{ name: "build", actions: [0] }, { name: "trade", actions: [1] }])"""
    )
    expect(phone.locator("#choose-title")).to_contain_text("Which transporter?")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_one_goes_on_with_a_game_from_the_first_screen(chromium, site, size):
    context = chromium.new_context(viewport=size)
    enter(context, site[0])
    page = context.new_page()
    page.goto(site[0])
    page.select_option("#game-name", "toy")
    page.click("#start")
    page.wait_for_selector(MOVES)
    here = page.url
    page.goto(site[0])
    link = page.locator(f'#go-on a[href="{here[here.index("#") :]}"]')
    expect(link).to_be_visible()
    assert seen(link) == 1
    link.click()
    expect(page).to_have_url(here)
    context.close()


def test_from_an_earlier_position_a_button_leads_back_to_the_move(phone, address):
    begin(phone, address[0])
    while not phone.locator("#came:enabled").count():
        answer(phone, -1)
    asked = phone.text_content("#now")
    phone.click("#came")
    phone.locator("dialog button.to").first.click()
    phone.evaluate("current.view.go(0)")
    expect(phone.locator("#now")).to_contain_text("This is an earlier position.")
    phone.click("#to-move")
    expect(phone.locator("#now")).to_have_text(asked)
    expect(phone.locator(MOVES).first).to_be_visible()
    expect(phone.locator("#to-move")).to_be_hidden()
