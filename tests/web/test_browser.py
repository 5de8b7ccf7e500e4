"""The page in a real browser: games played by clicks, replays scrubbed, a page opened from disk."""

import re
import time
from urllib.parse import urlsplit

import pytest

from astrarium.agents.match import play_seated
from astrarium.core.records import play_records, replay, write_records
from astrarium.web.entry import private_page
from astrarium.web.page import write_page
from astrarium.web.pictures import drawn
from tests.toy import GAME
from tests.web.conftest import enter, entry_of

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect
WIDE = {"width": 1366, "height": 650}
PHONE = {"width": 390, "height": 844}
# Games that are over after few decisions of a person who takes the move of the lowest number, or the highest.
SHORT = {
    "star_commander": (2, "random", "first", 2, {}),
    "star_tycoon": (2, "greedy", "first", 1, {}),
    "starfarers": (3, "greedy", "last", 1, {"quick": 1, "trade": 0}),
    "spacecorp": (2, "greedy", "last", 2, {"end_era": 1}),
    "starship_captains": (2, "greedy", "first", 2, {}),
}


def start(page, address, mode, game, players=None, seats=(), options=None, seed="3"):
    """Fill in the form for a new game and begin."""
    page.goto(f"{address}#{mode}")
    page.select_option("#game-name", game)
    if players:
        page.select_option("#players", str(players))
    for seat, agent in enumerate(seats):
        page.select_option(f"#seat-{seat}", agent)
    page.click("details.more summary >> nth=0")
    page.fill("#seed", seed)
    for name, value in (options or {}).items():
        page.select_option(f"#option-{name}", str(value))
    page.click("#start")
    page.wait_for_selector(".part svg:visible", timeout=180_000)


def inside(page):
    """Nothing sticks out of the page to the right."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("name", SHORT)
def test_a_whole_game_is_played_by_clicks(page, address, name, size):
    page.set_viewport_size(size)
    players, others, which, seed, options = SHORT[name]
    start(page, address[0], "play", name, players, ["person", *[others] * (players - 1)], options, str(seed))
    if size is PHONE:
        page.click(".panes [data-to=log]")
    page.select_option("#speed", "0")
    said, clicks = page.locator("#now"), 0
    expect(said).to_have_text(re.compile("Your turn|over"))
    while said.text_content() != "The game is over.":
        fold = page.locator(".moves details.single:not([open]) summary")
        if fold.count():  # moves of a form, one at a time
            fold.click()
        offered = page.locator(".moves button.move").evaluate_all(
            "all => all.map((one) => +one.dataset.action)"
        )
        action = min(offered) if which == "first" else max(offered)
        page.click(f'.moves button.move[data-action="{action}"]')
        clicks += 1
        expect(said).to_have_text(re.compile("Your turn|game is over"))
    page.wait_for_selector("#result:visible")
    assert clicks > 3
    assert "everybody" in page.text_content("#view")
    assert inside(page)


def test_moves_are_offered_on_the_table(page, address):
    start(page, address[0], "play", "star_commander", 2, ["person", "random"])
    page.select_option("#speed", "0")
    page.wait_for_selector(".spot")
    before = page.text_content("#count")
    page.locator(".spot").first.click()
    if page.locator("dialog[open]").count():
        page.locator("dialog .choices button").first.click()
    expect(page.locator("#count")).not_to_have_text(before)


def test_the_board_is_zoomed_by_wheel_and_keys_and_can_still_be_clicked(page, address):
    start(page, address[0], "play", "star_commander", 2, ["person", "random"])
    page.select_option("#speed", "0")
    page.wait_for_selector("#board .spot")
    picture = page.locator("#board svg")
    width = picture.bounding_box()["width"]
    page.locator("#board").hover()
    page.mouse.wheel(0, -100)
    assert picture.bounding_box()["width"] == pytest.approx(1.12 * width, rel=0.01)
    page.keyboard.press("0")
    page.keyboard.press("+")
    assert picture.bounding_box()["width"] == pytest.approx(1.25 * width, rel=0.01)
    before = page.text_content("#count")
    page.locator("#board .spot").last.click()
    if page.locator("dialog[open]").count():
        page.locator("dialog .choices button").first.click()
    expect(page.locator("#count")).not_to_have_text(before)


def test_the_question_and_the_first_moves_are_on_a_phone_without_scrolling(chromium, address):
    context = chromium.new_context(viewport=PHONE, has_touch=True)
    enter(context, address[0])
    page = context.new_page()
    start(page, address[0], "play", "star_commander", 4, ["person", "random", "random", "random"])
    page.wait_for_selector(".moves button.move")
    for wanted in ("#now", ".moves button.move >> nth=0", "#board", ".panes"):
        box = page.locator(wanted).bounding_box()
        assert box["y"] >= 0, wanted
        assert box["y"] + min(box["height"], 60) <= PHONE["height"], wanted
    page.tap(".panes [data-to=own]")
    assert page.locator(".own svg").bounding_box()["y"] < PHONE["height"] - 200
    assert page.locator("#board").is_hidden()
    context.close()


def test_a_game_that_is_no_longer_there_is_told(chromium, address):
    context = chromium.new_context()
    enter(context, address[0])
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    start(page, address[0], "watch", "toy", 2, ["random", "random"])
    page.click("#playback")
    page.route(re.compile("/frames"), lambda route: route.fulfill(status=404, json={"error": "It is gone."}))
    page.click("#latest")
    expect(page.locator("#problem")).to_have_text("It is gone.")
    assert not wrong
    context.close()


def test_moves_are_searched_and_made_with_the_keyboard(page, address):
    start(page, address[0], "play", "toy", 2, ["person", "random"])
    page.select_option("#speed", "0")
    page.wait_for_selector(".moves button.move")
    names = page.locator(".moves button.move span").all_inner_texts()
    page.locator("main").focus()
    page.keyboard.press("/")
    page.keyboard.type(names[-1])
    assert page.locator(".moves button.move span").all_inner_texts() == [names[-1]]
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_have_text(re.compile("^[1-9]"))


def test_each_move_has_a_key_and_a_move_is_taken_back(page, address):
    start(page, address[0], "play", "starship_captains", 2, ["person", "random"])
    page.select_option("#speed", "0")
    page.wait_for_selector(".moves button.move")
    keys = page.locator(".moves button.move kbd").all_inner_texts()
    assert len(keys) == len(set(keys))
    asked, count = page.text_content("#now"), page.text_content("#count")
    page.locator("main").focus()
    page.keyboard.press(keys[0])
    expect(page.locator("#now")).not_to_have_text(asked)
    expect(page.locator("#now")).to_have_text(re.compile("Your turn"))
    if page.locator("#undo").is_enabled():
        page.keyboard.press("Backspace")
        expect(page.locator("#now")).to_have_text(asked)
        expect(page.locator("#count")).to_have_text(count)
    else:
        assert page.get_attribute("#undo", "title")


def test_a_move_that_is_taken_back_is_seen_at_once_at_any_speed(page, address):
    """The game is not played again from its beginning, however long the picture takes."""
    start(page, address[0], "play", "starship_captains", 2, ["person", "random"])
    page.select_option("#speed", "0")
    for _ in range(25):
        page.wait_for_selector(".moves button.move")
        if page.locator("#undo").is_enabled() and int(page.text_content("#count").split()[0]) > 5:
            break
        asked = page.text_content("#count")
        page.locator(".moves button.move").first.click()
        expect(page.locator("#count")).not_to_have_text(asked)
        expect(page.locator("#now")).to_have_text(re.compile("Your turn"))
    before = int(page.text_content("#count").split()[0])
    assert before > 5
    page.select_option("#speed", "60")
    page.route("**/frames*", lambda route: (time.sleep(0.3), route.continue_()))
    page.evaluate("""() => {
        const count = document.querySelector("#count");
        const noted = () => window.seen.push(parseInt(count.textContent));
        window.seen = [];
        new MutationObserver(noted).observe(count, { childList: true, characterData: true, subtree: true });
    }""")
    page.click("#undo")
    expect(page.locator("#count")).to_have_text(re.compile(f"^{before - 1} of {before - 1}$"))
    page.wait_for_timeout(500)
    assert min(page.evaluate("window.seen")) >= before - 2


def test_what_cannot_be_taken_back_is_confirmed_if_wanted(page, address):
    page.goto(f"{address[0]}#play")
    page.select_option("#game-name", "starship_captains")
    page.click("#guided")
    page.select_option("#speed", "0")
    page.wait_for_selector(".moves button.move")
    page.check("#confirm")
    before = page.text_content("#count")
    page.click(".moves button.move >> text=pass")
    page.wait_for_selector("dialog[open] >> text=This cannot be taken back")
    page.click("dialog >> text=Cancel")
    assert page.text_content("#count") == before
    page.click(".moves button.move >> text=pass")
    page.click("#sure")
    expect(page.locator("#count")).not_to_have_text(before)


def test_the_routine_is_made_by_itself_as_long_as_it_is_wanted(page, address):
    start(page, address[0], "play", "starfarers", 3, ["person", "greedy", "greedy"])
    page.select_option("#speed", "0")
    page.wait_for_selector("#now >> text=Which transporter?")
    page.check(".always input")
    expect(page.locator("#now")).to_have_text(re.compile("Your turn"))
    expect(page.locator("#now")).not_to_have_text(re.compile("transporter"))
    expect(page.locator("#panel-story li", has_text="Red: use the transporter")).to_have_count(1)
    page.click(".always label:has-text('transporter') input")  # at another question
    page.reload()
    page.wait_for_selector(".moves button.move")
    expect(page.locator(".always input:checked")).to_have_count(0)


def test_offers_in_others_turns_can_be_left_out(page, address):
    """Somebody who does not trade is asked once."""
    start(page, address[0], "play", "starfarers", 3, ["person", "greedy", "greedy"])
    page.select_option("#speed", "0")
    said, never = page.locator("#now"), page.locator(".always label:has-text('no offer') input")
    expect(said).to_have_text(re.compile("Your turn"))
    while not never.count():
        page.locator(".moves button.move").last.click()
        expect(said).to_have_text(re.compile("Your turn"))
    never.check()
    expect(said).not_to_have_text(re.compile("an offer"))
    expect(said).to_have_text(re.compile("Your turn"))


def test_a_tap_shows_what_a_thing_does(page, address):
    start(page, address[0], "play", "starfarers", 3, ["person", "random", "random"])
    page.wait_for_selector(".moves button.move")
    spot = page.locator(".spot").first
    spot.click(button="right")
    expect(page.locator(".tip")).to_contain_text(spot.get_attribute("aria-label").split("\n")[0])
    page.click("#headline")
    expect(page.locator(".tip")).to_be_hidden()
    card = page.locator('.market [data-at^="friend-"]').first
    card.click()
    expect(page.locator(".tip")).to_contain_text(card.locator("desc").first.text_content())


def test_the_coach_puts_the_most_sensible_moves_first(page, address):
    start(page, address[0], "play", "toy", 2, ["person", "random"])
    page.select_option("#coach", "greedy")
    page.wait_for_selector("text=The coach would")
    first = page.locator(".moves .group").first.locator("button.move")
    assert 1 <= first.count() <= 3
    page.select_option("#coach", "")
    expect(page.locator("text=The coach would")).to_have_count(0)


def test_a_game_ends_with_a_score_sheet_and_the_same_deal_again(page, address):
    start(page, address[0], "play", "toy", 2, ["person", "random"])
    page.select_option("#speed", "0")
    said = page.locator("#now")
    expect(said).to_have_text(re.compile("Your turn"))
    begun = page.text_content("#count")
    while "over" not in said.text_content():
        page.locator(".moves button.move").first.click()
        expect(said).to_have_text(re.compile("Your turn|over"))
    page.wait_for_selector("#result .score-sheet")
    page.wait_for_selector("#result .chart path")
    page.reload()
    page.click("#find-review")
    expect(page.locator("#review [role=status]")).to_have_count(0)
    lines = page.locator("#review button.to")
    if lines.count():
        number = int(lines.first.locator(".number").inner_text())  # as in the log
        lines.first.click()
        expect(page.locator("#count")).to_have_text(re.compile(f"^{number - 1} of"))  # before the decision
        expect(page.locator("#turning")).to_have_text(re.compile(r" chose: .+\. Better: .+ \(−\d+ %\)\."))
    else:
        assert "No decision gave away" in page.inner_text("#review")
    page.locator("#panel-story button.to").last.click()
    expect(page.locator("#count")).to_have_text(re.compile("^1 of"))
    page.click("#to-result")
    expect(page.locator("#result .score-sheet")).to_be_visible()
    expect(page.locator("#to-result")).to_be_hidden()
    page.click("#same-deal")
    expect(said).to_have_text(re.compile("Your turn"))
    expect(page.locator("#count")).to_have_text(begun)


def test_a_game_of_agents_is_watched_paused_and_studied(page, address):
    start(page, address[0], "watch", "star_commander", 2, ["greedy", "random"])
    page.select_option("#speed", "60")
    expect(page.locator("#count")).to_have_text(re.compile(r"^([4-9]|\d\d+) of"))
    page.click("#playback")
    at = int(re.match(r"\d+", page.text_content("#count"))[0])
    page.click("#on")
    expect(page.locator("#count")).to_have_text(re.compile(f"^{at + 1} of"))
    page.click("#back")
    expect(page.locator("#count")).to_have_text(re.compile(f"^{at} of"))
    page.select_option("#view", "1")
    expect(page.locator(".game")).to_have_attribute("aria-label", re.compile("as Blue sees it"))
    page.click("#tab-scores")
    page.wait_for_selector(".chart path")
    page.click("#tab-study")
    page.click("#ask")
    page.wait_for_selector("#studied .bars .chosen")
    assert page.locator("#studied h3").count() == 2


def test_a_file_is_replayed_and_scrubbed(page, address):
    url, folder = address
    write_records(folder / "games.parquet", play_records(GAME, 3, num_players=2, seed=4))
    page.goto(f"{url}#replay")
    page.click("text=records/games.parquet")
    page.click("text=Open 2")
    page.wait_for_selector(".part svg")
    last = int(page.get_attribute("#scrub", "max"))
    assert last > 2
    for at in (last, 1, last // 2):
        page.locator("#scrub").fill(str(at))
        expect(page.locator("#count")).to_have_text(f"{at} of {last}")
        assert f"after {at} decisions" in page.get_attribute(".game", "aria-label")


def test_a_browser_comes_in_by_a_page_that_only_its_user_can_read(chromium, address):
    """What a browser is started with stands in the list of processes: neither link nor secret is in it."""
    url = address[0].rstrip("/")
    link = entry_of(urlsplit(url).port).link()
    file = private_page(f"{url}{link}")
    assert file.stat().st_mode & 0o077 == 0
    context = chromium.new_context()
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("#start")
    assert page.url.rstrip("/") == url
    page.goto(f"{url}{link}")
    assert "used already" in page.text_content("body")
    page.goto(address[0])
    page.wait_for_selector("#start")
    context.close()
    file.unlink()


def test_a_page_from_disk_needs_no_server(page, tmp_path):
    record = next(play_seated(GAME, ["greedy", "random"], 1, num_players=2, seed=2))
    path = tmp_path / "game.html"
    write_page(path, record, ["greedy", "random"], views=[None, 0, 1])
    page.route(re.compile("^(?!file:)"), lambda route: route.abort())
    page.goto(path.as_uri())
    page.wait_for_selector(".part svg")
    last = len(record.actions)
    for view in ("1", "all"):
        page.select_option("#view", view)
        for at in (last, 0, last - 1, 1):
            page.locator("#scrub").fill(str(at))
            expect(page.locator("#count")).to_have_text(f"{at} of {last}")
    shown = page.locator(".part svg text").all_text_contents()
    texts = [part["svg"] for part in drawn(GAME, GAME.content(), replay(record)[1], None)["parts"]]
    assert sorted(shown) == sorted(re.findall(r"<text[^>]*>([^<]*)</text>", "".join(texts)))
    page.click("#latest")
    page.wait_for_selector("#result:visible")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_no_page_is_wider_than_its_screen(chromium, address, width, height, theme):
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
    enter(context, address[0])
    page = context.new_page()
    for mode in ("watch", "play", "replay"):
        page.goto(f"{address[0]}#{mode}")
        page.wait_for_selector("h2")
        assert inside(page), mode
    start(page, address[0], "play", "star_commander", 2, ["person", "random"])
    page.wait_for_selector(".moves button.move")
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    for pane in ("own", "market", "others", "log") if width < 900 else ():
        page.click(f".panes [data-to={pane}]")
        assert inside(page), pane
    for tab in ("story", "scores", "study"):
        page.click(f"#tab-{tab}")
        assert inside(page), tab
    context.close()
