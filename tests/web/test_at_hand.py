"""What a player needs is at hand: the own pieces, the moves, what they are about, and the end, unscrolled."""

import re

import pytest

from astrarium.core import Batch, get
from astrarium.web.pictures import drawn
from tests.web.conftest import enter
from tests.web.test_browser import PHONE, WIDE, start

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect
# Whether an element is in its window, its scrolled part of the page and the screen.
SEEN = """(one) => {
  const box = one.getBoundingClientRect();
  const inside = (pane) => box.top >= pane.top - 2 && box.bottom <= pane.bottom + 2
    && box.left >= pane.left - 2 && box.right <= pane.right + 2;
  const panes = [".window", ".mine", ".rest", ".listed", ".moves", ".result", ".panel"];
  const scrolled = panes.map((by) => one.closest(by));
  const around = scrolled.find((each) => each?.clientWidth)?.getBoundingClientRect();
  return inside({ top: 0, left: 0, right: innerWidth, bottom: innerHeight }) && (!around || inside(around));
}"""


def seen(locator):
    """How many of the elements are to be seen."""
    return sum(one.evaluate(SEEN) for one in locator.all())


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_new_game_says_what_it_is_about_and_can_be_begun_without_scrolling(page, address, size):
    page.set_viewport_size(size)
    page.goto(f"{address[0]}#play")
    page.select_option("#game-name", "starfarers")
    expect(page.locator("#goal")).to_have_text("15 victory points in your own turn win at once. All rules")
    assert seen(page.locator("#start, #guided")) == 2
    page.select_option("#game-name", "toy")
    expect(page.locator("#goal")).to_be_empty()


@pytest.mark.parametrize("name", ["starfarers", "spacecorp", "star_commander", "starship_captains"])
def test_where_a_seat_is_on_the_board_is_drawn(name):
    game = get(name)
    batch = Batch(game, 1, num_players=3, seed=5, auto_reset=False)
    for move in range(40):
        batch.step(batch.random_actions(move))
    for seat in range(3):
        made = drawn(game, game.content(), batch.states[0], seat)
        board = next(part["svg"] for part in made["parts"] if part["part"] == "board")
        assert made["home"]
        assert all(f'data-at="{place}"' in board for place in made["home"])
    assert drawn(game, game.content(), batch.states[0], None)["home"] == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_own_pieces_and_the_places_of_the_moves_are_in_the_window(page, address, size):
    page.set_viewport_size(size)
    start(page, address[0], "play", "starfarers", 3, ["person", "greedy", "greedy"], seed="7")
    with page.expect_response(re.compile("/frames")) as answer:
        page.reload()
    page.wait_for_selector(".moves button.move")
    home = [page.locator(f'#board [data-at="{place}"]') for place in answer.value.json()[0]["home"]]
    assert sum(map(seen, home)) >= 2
    start(page, address[0], "play", "star_commander", 3, ["person", "greedy", "greedy"], seed="7")
    page.wait_for_selector("#board .spot")
    assert seen(page.locator("#board .spot")) == page.locator("#board .spot").count() > 2


def test_moves_have_the_room_until_somebody_reads(page, address):
    page.set_viewport_size(WIDE)
    start(page, address[0], "play", "starship_captains", 3, ["person", "greedy", "greedy"], seed="7")
    page.wait_for_selector(".moves button.move")
    moves, panel = page.locator(".moves button.move"), page.locator("#panel-rules")
    shown = seen(moves)
    assert shown >= 7
    expect(moves.first.locator(".heard")).to_have_text("activate")  # the heading says it
    expect(moves.first).to_have_accessible_name(re.compile("^activate Helm"))
    page.click("#tab-rules")
    assert panel.bounding_box()["height"] > 180
    assert seen(moves) < shown
    page.click("#tab-rules")
    assert seen(moves) == shown
    page.click("#tab-scores")
    page.click('.moves button.move[data-name="activate Science"]')
    expect(page.locator("#now")).to_contain_text("which tech")
    expect(page.locator("section.game")).not_to_have_class(
        re.compile("reading")
    )  # the next question has it again


def test_a_move_shows_what_it_is_about(page, address):
    """A card that is out of sight is drawn beside the move; the table is scrolled to the first one."""
    page.set_viewport_size(WIDE)
    start(page, address[0], "play", "starship_captains", 3, ["person", "greedy", "greedy"], seed="7")
    others = page.locator("details.mat")
    page.click('.moves button.move[data-name="activate Science"]')
    expect(page.locator("#now")).to_contain_text("which tech")
    assert seen(page.locator(".market .spot")) >= 1
    last = page.locator('.moves button.move[data-name^="take "][data-spot]').last
    last.hover()
    tip = page.locator(".tip")
    expect(tip).to_contain_text(last.get_attribute("data-name"))
    expect(tip.locator("svg")).to_contain_text(last.get_attribute("data-name").split()[1])
    assert tip.locator("ul.rules li").count()
    page.click("#undo")
    expect(page.locator("#now")).to_contain_text("Activate a room")
    expect(page.locator(".tip")).to_be_hidden()
    assert seen(others) == 2  # what was scrolled for the question is back


def test_a_phone_tells_on_which_parts_of_the_table_the_moves_are(chromium, address):
    context = chromium.new_context(viewport=PHONE, has_touch=True)
    enter(context, address[0])
    page = context.new_page()
    start(page, address[0], "play", "starship_captains", 3, ["person", "greedy", "greedy"], seed="7")
    marked = page.locator(".panes .offers")
    expect(marked).to_have_text(["Mine"])
    expect(page.locator(".panes [aria-pressed=true]")).to_have_text("Board")
    page.tap('.moves button.move[data-name="activate Science"]')
    expect(marked).to_have_text(["Mine", "Table"])
    page.tap(".panes [data-to=market]")
    page.wait_for_selector(".market .spot")
    assert seen(page.locator(".market .spot")) >= 1
    context.close()


def test_a_phone_shows_the_cards_that_moves_are_about(page, address):
    """In the moves where they are small, and where they lie where they are large."""
    page.set_viewport_size(PHONE)
    pane, moves, said = page.locator(".panes [aria-pressed=true]"), ".moves button.move", page.locator("#now")
    start(page, address[0], "play", "star_tycoon", 2, ["person", "greedy"], seed="7")
    expect(pane).to_have_text("Mine")
    assert seen(page.locator(".own .spot")) >= 2
    page.click(moves)
    expect(said).to_contain_text("What to do?")
    expect(pane).to_have_text("Board")
    start(page, address[0], "play", "spacecorp", 2, ["person", "greedy"], seed="7")
    page.click(f'{moves}[data-name="Research"]')
    expect(said).not_to_contain_text("Which action?")
    while "Draw from where" not in said.inner_text():
        page.locator(moves).last.click()
        expect(said).to_contain_text("Your turn")
    offer = page.locator(f'{moves}[data-name^="take "]').first
    expect(offer).to_contain_text(re.compile(r"(Research|Move|Explore|Build|Produce|Genetics) \d"))
    title = offer.get_attribute("data-name").removeprefix("take ").split(" (")[0]
    assert offer.inner_text().count(title) == 1  # in words, once
    least = page.locator(f"{moves} svg text").evaluate_all(
        "all => Math.min(...all.map((one) => "
        "parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d))"
    )
    assert least >= 11.9
    assert seen(page.locator(moves)) >= 5  # short ones: more of them are in view


def test_who_won_and_the_next_game_are_seen_at_once(page, address):
    page.set_viewport_size(WIDE)
    start(page, address[0], "play", "toy", 2, ["person", "random"])
    page.select_option("#speed", "0")
    said = page.locator("#now")
    expect(said).to_have_text(re.compile("Your turn"))
    while "over" not in said.text_content():
        page.locator(".moves button.move").first.click()
        expect(said).to_have_text(re.compile("Your turn|over"))
    expect(page.locator("#result h2")).to_have_text(re.compile(r"^\S+ (wins|and \S+ win)$"))
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        assert seen(page.locator("#result h2, #rematch, #same-deal, #result tr.total")) == 4
    expect(page.locator(".panes .offers")).to_have_count(0)
    page.click(".panes [data-to=log]")
    assert seen(page.locator("#result h2, #rematch")) == 2
    assert seen(page.locator("#panel-story li")) >= 3


def test_a_coach_names_moves_as_the_list_does(page, address):
    start(page, address[0], "play", "starfarers", 3, ["person", "greedy", "greedy"], seed="7")
    page.select_option("#speed", "0")
    page.click(".moves button.move >> nth=0")
    expect(page.locator("#now")).to_contain_text("an offer?")
    names = page.locator(".moves button.move").evaluate_all("all => all.map((one) => one.dataset.name)")
    page.click("#tab-study")
    for box in page.locator("#panel-study .asked input:checked").all()[1:]:
        box.uncheck()
    page.click("#ask")
    page.wait_for_selector("#studied .bars")
    told = page.locator("#studied .bars .label span:first-child").all_inner_texts()
    assert sorted(told) == sorted(names)
    expect(page.locator("#studied h3")).to_contain_text("Lieutenant greedy: ")
    assert seen(page.locator("#studied h3")) == 1


def test_a_long_list_of_moves_does_not_make_the_page_longer(page, address):
    """Words that are only heard are scrolled with the moves."""
    page.set_viewport_size(WIDE)
    start(page, address[0], "play", "star_tycoon", 2, ["person", "greedy"])
    page.select_option("#speed", "0")
    for _ in range(8):
        page.wait_for_selector(".moves button.move")
        if page.locator(".moves .heard").count() > 15:
            break
        asked = page.text_content("#count")
        page.locator(".moves button.move").first.click()
        expect(page.locator("#count")).not_to_have_text(asked)
        expect(page.locator("#now")).to_have_text(re.compile("Your turn"))
    assert page.locator(".moves .heard").count() > 15
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
