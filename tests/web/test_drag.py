"""Pieces in a real browser: dragged to where they go, by mouse and by finger; a long press only explains."""

import pytest

from astrarium.core import Batch, get
from astrarium.web.tables import PERSON, Setup
from tests.web.conftest import enter
from tests.web.test_forms import laid

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect
WIDE = {"width": 1366, "height": 650}
PHONE = {"width": 390, "height": 844}
SEED, DECISIONS = 1, 23  # random decisions of a game of Starfarers, then two ships of one seat can fly
MIDDLE = """(spot) => {
  const { x, y, width, height } = spot.getBoundingClientRect();
  const there = { x: x + width / 2, y: y + height / 2 };
  return document.elementFromPoint(there.x, there.y) === spot ? there : null;
}"""


class Board:
    """A browser at a table at which two ships can fly."""

    def __init__(self, chromium, site, size):
        url, tables = site
        game = get("starfarers")
        setup = Setup(game, game.content(), None, 3, game.choose_options(), SEED, (PERSON,) * 3)
        batch = Batch(game, 1, 3, SEED, setup.options, auto_reset=False)
        for move in range(DECISIONS):
            batch.step(batch.random_actions(move))
        self.table = tables.add(laid(setup, batch))
        self.context = chromium.new_context(viewport=size, has_touch=size is PHONE)
        enter(self.context, url)
        self.page, self.said = self.context.new_page(), []
        self.finger = self.context.new_cdp_session(self.page)
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(f"{url}#game/{self.table.id}")
        self.page.wait_for_selector("#board .spot.from")
        asked = self.table.home.moves(int(batch.seat[0]))
        ships = [move for group in asked["groups"] for move in group["moves"] if move["places"]]
        self.ship = next(ship for ship in ships if self.middle(ship["places"][0]))
        ways = [way for way in asked["ways"] if way["actions"][0] == self.ship["action"]]
        places = [way["place"] for way in ways]
        once = (way for way in ways if places.count(way["place"]) == 1)
        self.way = next(way for way in once if self.middle(way["place"]))
        before = None
        while before != (before := self.ends()):  # the page may still lay out its parts
            self.page.wait_for_timeout(300)

    def spot(self, name):
        """The mark over a place that offers moves."""
        return self.page.locator(f'#board .spot[data-spot="{name}"]')

    def middle(self, name):
        """The middle of a mark, if it can be hit there."""
        spot = self.spot(name)
        return spot.evaluate(MIDDLE) if spot.count() else None

    def ends(self):
        """Where a drag begins that flies the ship, and where it ends."""
        return self.middle(self.ship["places"][0]), self.middle(self.way["place"])

    def scrolled(self):
        """Where the board's window stands."""
        return self.page.locator("#board").evaluate("box => [box.scrollLeft, box.scrollTop]")

    def touch(self, kind, *points):
        """A finger on the screen."""
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def flown(self):
        """The whole way was made."""
        steps = len(self.way["actions"])
        expect(self.page.locator("#count")).to_have_text(f"{steps} of {steps}")
        assert self.table.actions == self.way["actions"]

    def close(self):
        """Nothing was said on the console."""
        self.context.close()
        assert not self.said


@pytest.fixture
def board(chromium, site, request):
    """A table on a wide screen, or on that of the parameter."""
    made = Board(chromium, site, getattr(request, "param", WIDE))
    yield made
    made.close()


def drag(page, start, end, button="left"):
    """A mouse goes from one point to another with a button held down."""
    page.mouse.move(**start)
    page.mouse.down(button=button)
    page.mouse.move((start["x"] + end["x"]) / 2, (start["y"] + end["y"]) / 2)
    page.mouse.move(**end)


def test_a_piece_is_dragged_to_where_it_goes(board):
    page = board.page
    page.keyboard.press("+")  # the board is larger than its window now, and could be moved
    start, end = board.ends()
    before = board.scrolled()
    drag(page, start, end)
    expect(page.locator("line.course.fits")).to_have_count(1)
    assert board.scrolled() == before
    page.mouse.up()
    board.flown()
    expect(page.locator("line.course")).to_have_count(0)


def test_a_piece_that_is_dropped_elsewhere_stays(board):
    page = board.page
    start, end = board.ends()
    edge = page.locator("#now").bounding_box()
    nowhere = {"x": edge["x"] + 5, "y": edge["y"] + 5}
    question = page.text_content("#now")
    for there, button in ((nowhere, "left"), (start, "left"), (end, "right")):
        drag(page, start, end, button)
        page.mouse.move(**there)
        page.mouse.up(button=button)
    page.wait_for_timeout(300)
    assert board.table.actions == []
    assert page.text_content("#now") == question
    expect(page.locator("line.course")).to_have_count(0)
    drag(page, start, end)  # and it can still be dragged
    page.mouse.up()
    board.flown()


def test_to_move_the_board_is_no_click(board):
    """Even where a place is taken hold of that a move goes to."""
    page = board.page
    page.keyboard.press("+")
    spots = page.locator("#board .spot:not(.from)").all()
    start = next(filter(None, (spot.evaluate(MIDDLE) for spot in spots)))
    before = board.scrolled()
    drag(page, start, {"x": start["x"] - 16, "y": start["y"] - 12})
    page.mouse.up()
    page.wait_for_timeout(300)
    assert board.scrolled() != before
    assert board.table.actions == []
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("board", [PHONE], indirect=True)
def test_a_finger_drags_a_piece(board):
    page = board.page
    start, end = board.ends()
    board.touch("touchStart", start)
    for share in (0.2, 0.4, 0.6, 0.8, 1.0):
        board.touch("touchMove", {at: start[at] + share * (end[at] - start[at]) for at in start})
    expect(page.locator("line.course.fits")).to_have_count(1)
    board.touch("touchEnd")
    board.flown()


@pytest.mark.parametrize("board", [PHONE], indirect=True)
@pytest.mark.parametrize("kind", [".spot.from", ".spot:not(.from)"], ids=["can be dragged", "cannot"])
def test_a_long_press_explains_and_makes_no_move(board, kind):
    page = board.page
    page.locator(".panes [data-to=board]").focus()  # which the press takes away
    spots = page.locator(f"#board {kind}").all()
    board.touch("touchStart", next(filter(None, (spot.evaluate(MIDDLE) for spot in spots))))
    page.wait_for_selector(".tip:visible")
    board.touch("touchEnd")
    page.wait_for_timeout(300)
    assert page.locator(".tip ul.rules li").count()
    assert board.table.actions == []
    assert page.locator("dialog[open]").count() == 0
