"""The page for everybody: by keys alone, and with nothing that bars a screen reader."""

import re
from pathlib import Path

import pytest

from tests.web.test_browser import PHONE, WIDE, start

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

# What axe-core finds that keeps somebody from playing.
BARRED = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .map((each) => [each.id, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])"""


def barred(page):
    """What bars somebody from the page as it is."""
    page.evaluate((Path(__file__).with_name("axe") / "axe.min.js").read_text(encoding="utf-8"))
    return page.evaluate(BARRED)


@pytest.mark.parametrize(("theme", "size"), [("light", WIDE), ("dark", PHONE)])
def test_nothing_bars_a_keyboard_or_a_screen_reader(page, address, theme, size):
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(size)
    found = {}
    for mode in ("watch", "play", "replay", "rules"):
        page.goto(f"{address[0]}#{mode}")
        page.wait_for_selector("h2")
        found[mode] = barred(page)
    start(page, address[0], "play", "star_tycoon", 2, ["person", "greedy"])
    page.wait_for_selector(".moves button.move")
    for pane in ("own", "market", "others", "log", "board") if size is PHONE else ("",):
        if pane:
            page.click(f".panes [data-to={pane}]")
        found[f"a game, {pane}"] = barred(page)
    assert not any(found.values()), found


@pytest.mark.parametrize(("theme", "size"), [("dark", WIDE), ("light", PHONE)])
def test_nothing_bars_anybody_from_questions_and_the_end(page, address, theme, size):
    """The dialogs, a form, a guide, and how a game ended."""
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(size)
    found, moves, said = {}, page.locator(".moves button.move"), page.locator("#now")
    start(page, address[0], "play", "starfarers", 3, ["person", "greedy", "greedy"], seed="11")
    moves.first.click()
    page.click('.moves button.move[data-name="open an offer"]')
    page.wait_for_selector("#form")
    found["a form"] = barred(page)
    for kind, act in (("which", "choose(current.ask.all())"), ("sure", "confirm([0], false)")):
        page.evaluate(f"current.ask.{act}")
        page.wait_for_selector("dialog[open]")
        found[kind] = barred(page)
        page.keyboard.press("Escape")
    page.goto(f"{address[0]}#play")
    page.select_option("#game-name", "starship_captains")
    page.click("#guided")
    page.wait_for_selector("#hint")
    found["a guide"] = barred(page)
    page.set_viewport_size(WIDE)  # this game has no board, which is what a phone shows first
    start(page, address[0], "play", "toy", 2, ["person", "random"])
    page.select_option("#speed", "0")
    page.set_viewport_size(size)
    expect(said).to_have_text(re.compile("Your turn"))
    while "over" not in said.text_content():
        moves.first.click()
        expect(said).to_have_text(re.compile("Your turn|over"))
    page.wait_for_selector("#result .chart")
    found["the end"] = barred(page)
    assert not any(found.values()), found


def tab_to(page, wanted):
    """Go on with the Tab key until something has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} is not reached")


def test_a_whole_game_is_played_by_keys_alone(page, address):
    page.goto(f"{address[0]}#play")
    page.wait_for_selector("#start")
    tab_to(page, "#game-name")
    page.keyboard.type("Toy")
    expect(page.locator("#game-name")).to_have_value("toy")
    page.evaluate("keep('speed', '0')")
    tab_to(page, "#start")
    page.keyboard.press("Enter")
    said, move = page.locator("#now"), page.locator(".moves button.move").last
    expect(said).to_have_text(re.compile("Your turn"))
    tab_to(page, "button.move")
    page.keyboard.press("Enter")
    expect(page.locator("#count")).not_to_have_text("0 of 0")
    expect(said).to_have_text(re.compile("Your turn"))
    while "over" not in said.text_content():
        page.keyboard.press(move.locator("kbd").inner_text())
        expect(said).to_have_text(re.compile("Your turn|over"))
    tab_to(page, "#rematch")
    page.keyboard.press("Enter")
    expect(said).to_have_text(re.compile("Your turn"))
