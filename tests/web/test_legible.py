"""Everything on the table can be read and reached, on four screens, in early, middle and late positions."""

import re

import numpy as np
import pytest

from astrarium.core import Batch, get
from astrarium.web.tables import PERSON, Setup, Table
from tests.web.conftest import enter

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect

SIZES = ((1366, 650), (1280, 800), (1920, 1080), (390, 844))
SMALLEST = 12.0
PANES = ("own", "market", "others", "board")
# Every text of the table that is shown: its words, and how high its letters are on the screen.
MEASURE = """() => [...document.querySelectorAll(".part svg.astrarium text")]
  .filter((text) => text.getClientRects().length)
  .map((text) => {
    const matrix = text.getScreenCTM();
    return [text.textContent, parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b)];
  })"""


def positions(game, players):
    """States of a random game: early, in the middle and late."""
    states = []
    batch = Batch(game, 1, num_players=players, seed=12, auto_reset=False)
    while not batch.done[0]:
        states.append(batch.states[0].copy())
        batch.step(batch.random_actions(len(states)))
    return [states[round(share * (len(states) - 1))] for share in (0.02, 0.5, 0.95)]


def seat_at(tables, game, players, state):
    """A table at which people have come to this position."""
    setup = Setup(game, game.content(), None, players, game.choose_options(), 1, (PERSON,) * players)
    table = Table(setup, {})
    table.prepare = lambda: table.lay(np.array([state], game.state))
    return tables.add(table)


@pytest.mark.parametrize(
    "name", ["star_commander", "star_tycoon", "starfarers", "spacecorp", "starship_captains"]
)
def test_no_text_of_the_table_is_too_small(chromium, site, name):
    url, tables = site
    game = get(name)
    players = max(game.players) if name != "star_tycoon" else 3
    context = chromium.new_context()
    enter(context, url)
    page = context.new_page()
    wrong, read = [], 0
    for state in positions(game, players):
        table = seat_at(tables, game, players, state)
        page.set_viewport_size({"width": 1000, "height": 600})
        with page.expect_response(re.compile(f"/{table.id}/frames")):  # until then the table before is shown
            page.goto(f"{url}#game/{table.id}")
        page.wait_for_selector(".moves button.move", state="attached")  # moves of a form are folded away
        for width, height in SIZES:
            with page.expect_response(re.compile(f"/{table.id}/frames")):  # the pictures are made anew
                page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".part svg").nth(2)).to_be_attached()
            page.wait_for_timeout(100)
            for pane in PANES if width < 900 else ("",):
                if pane:
                    page.click(f".panes [data-to={pane}]")
                for summary in page.locator("details.mat:not([open]) summary").all():
                    if summary.is_visible():
                        summary.click()
                texts = page.evaluate(MEASURE)
                read += len(texts)
                wrong += [(width, pane, words, px) for words, px in texts if px < SMALLEST - 0.05]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert not wrong, wrong[:10]
    assert read > 500
