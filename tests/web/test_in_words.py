"""What the page tells a player is short, said once, and about what is on the screen."""

import pytest

from astrarium.core import Batch, get
from astrarium.web.pictures import moves
from astrarium.web.tables import PERSON, Setup
from tests.web.conftest import enter
from tests.web.test_browser import WIDE
from tests.web.test_commander import played
from tests.web.test_forms import laid

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect


# Moves that are made by themselves


def wishes(size, own):
    """What can be wished for when one may answer: to something on the stack or not, to one's own or not."""

    def fits(game, batch):
        (s,) = batch.states
        top = int(s["stack_size"]) - 1
        asked = game.questions.at(s["ask"])
        same = top < 0 or (s["stack_seat"][top] == s["seat"]) == own
        return asked is not None and asked.name == "respond" and (top >= 0) == size and same

    batch = played(fits)
    state = batch.states[0]
    asked = moves(batch.game, batch.game.content(), state, int(state["seat"]))
    return [wish["words"] for wish in asked["always"].values()]


def test_who_always_passes_is_still_asked_about_what_others_play():
    assert wishes(size=False, own=False) == ["pass as long as nothing is played"]
    assert wishes(size=True, own=True) == ["pass after what I play"]
    assert wishes(size=True, own=False) == []


# What a question is about


@pytest.fixture
def seated(chromium, site):
    """Opens tables of two people in a wide browser."""
    context = chromium.new_context(viewport=WIDE)
    url, tables = site
    enter(context, url)
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))

    def open_at(batch):
        game = batch.game
        setup = Setup(game, game.content(), None, 2, game.choose_options(), 1, (PERSON, PERSON))
        table = laid(setup, batch)
        tables.add(table)
        page.goto(f"{url}#game/{table.id}")
        page.wait_for_selector(".moves button.move")
        return page

    yield open_at
    context.close()
    assert not said


def captains(seed=3):
    """Positions of a game of Starship Captains by random moves; with the last one, the move that ends it."""
    game = get("starship_captains")
    batch = Batch(game, 1, 2, seed, auto_reset=False)
    for move in range(2_000):
        before, actions = batch.save(), batch.random_actions(move)
        yield batch, None
        batch.step(actions)
        if batch.done[0]:
            batch.load(before)
            yield batch, int(actions[0])
            return


def test_the_mission_under_way_is_beside_the_question_whom_to_send(seated):
    def sends(batch):
        asked = batch.game.questions.at(batch.states["ask"][0])
        return asked is not None and asked.name == "assign"

    page = seated(next(batch for seed in range(30) for batch, _ in captains(seed) if sends(batch)))
    about = page.locator("#about svg")
    expect(about).to_have_count(1)
    expect(about).to_contain_text("under way")
    box, panel = about.bounding_box(), page.locator("#about").bounding_box()
    assert box["x"] + box["width"] <= panel["x"] + panel["width"]


# The end


def test_points_are_listed_once_when_the_game_is_over(seated):
    batch, action = next((batch, action) for batch, action in captains() if action is not None)
    page = seated(batch)
    page.locator(f'.moves button.move[data-action="{action}"]').click()
    expect(page.locator("#result")).to_be_visible()
    ending = page.locator("#ending")
    expect(ending).to_contain_text("Epilogue")
    expect(ending).not_to_contain_text("points (")
    expect(ending).not_to_contain_text("..")


# The page's own words, asked of its scripts


@pytest.fixture
def script(page, address):
    """Runs a function of the page's scripts."""
    page.goto(f"{address[0]}#play")
    page.wait_for_selector("#start")
    return page.evaluate


def test_the_news_tell_what_others_did_and_not_what_followed(script):
    gist = """(step) => {
      const seats = [{ name: "Red" }, { name: "Blue" }];
      return TablePage.prototype.gist.call({ facts: { seats }, view: { who: () => "Blue" } }, step);
    }"""
    bought = {
        "name": "buy Dovetail",
        "by": 1,
        "told": ["Blue pays 1 ship", "Blue claims Dovetail", "new: Hoar"],
    }
    assert script(gist, bought) == ["Blue claims Dovetail"]
    assert script(gist, {"name": "end the turn", "kind": "small", "by": 1, "told": ["new: Bellows"]}) == []
    assert script(gist, {"name": "refresh", "by": 1, "told": ["new: Hoar"]}) == ["new: Hoar"]
    grown = {"name": "develop", "by": 1, "told": ["Homeworld grows to 2 of 6", "Blue pays 2 credits"]}
    assert script(gist, grown) == ["Homeworld grows to 2 of 6"]
    assert script(gist, {"name": "(in secret)", "by": 1, "told": []}) == []
    assert script(gist, {"name": "wait", "by": 1, "told": []}) == ["Blue: wait"]
    own = {"name": "", "by": None, "told": ["Red's Scout jumps", "explored B3"]}
    assert script(gist, own) == own["told"]


def test_while_moves_of_others_are_shown_nobody_is_said_to_think(script):
    waiting = """(at) => {
      const said = [], facts = { moves: 9, seat: 1, seats: [{}, { name: "Blue", title: "Lieutenant" }] };
      const view = { at, who: () => "Blue" }, ask = { say: (words) => said.push(words) };
      TablePage.prototype.waiting.call({ facts, view, ask });
      return said;
    }"""
    assert script(waiting, 4) == ["The others move …"]
    assert script(waiting, 9) == ["Blue is thinking …"]


def test_a_list_of_games_waits_for_those_that_are_being_brought_back(page, address):
    status = iter(["preparing", "preparing"])
    game = {"id": "x", "title": "Toy", "people": [0], "seats": [{"name": "Red"}], "moves": 7, "replay": False}
    page.route("**/api/games", lambda route: route.fulfill(json=[{**game, "status": next(status, "person")}]))
    page.goto(f"{address[0]}#play")
    expect(page.locator("#open-games")).to_contain_text("7 decisions, your turn")


def test_turning_points_stand_in_the_chart(script):
    marks = """(worst) => {
      const facts = { seats: [{ name: "Red" }, { name: "Blue" }] };
      const view = { facts, at: 2, worst: () => worst, who: (seat) => facts.seats[seat].name };
      const chart = GameView.prototype.chartOf.call(view, [[0, 0], [3, 1], [4, 6]]);
      return chart.querySelectorAll(".turn-mark").length;
    }"""
    assert script(marks, []) == 0
    assert script(marks, [{"at": 1, "seat": 0, "loss": 0.2}, {"at": 2, "seat": 1, "loss": 0.1}]) == 2
