"""What a move takes for certain is said before it is made; what chance or hidden cards decide is not."""

import re

import pytest

from astrarium.core import Batch, get
from astrarium.web.chains import chains, with_chains
from astrarium.web.foretold import with_foretold
from astrarium.web.pictures import moves
from astrarium.web.walks import ways
from tests.envs.spacecorp.table import GAME, Table
from tests.web.conftest import enter
from tests.web.test_at_hand import seen
from tests.web.test_browser import PHONE, WIDE
from tests.web.test_legible import seat_at

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect


def told(g):
    """What all moves take, and what each of them takes besides."""
    g.ready()
    cards, state = g.game.content, g.s
    seat = int(state["seat"])
    asked = with_chains(moves(GAME, cards, state, seat), chains(GAME, cards, state, seat), [], [])
    whole = with_foretold(GAME, cards, state, asked)
    return whole["takes"], {
        move["name"]: move["takes"] for group in whole["groups"] for move in group["moves"]
    }


def far_away():
    """A hand that reaches the Asteroid Belt with Time and Yellow's Infra alone."""
    g = Table().give(0, "Chemical Drive", "Cargo Pod", "Cargo Pod", "Science Module", "Time")
    return g.infra(1, 1, "Nuclear Thermal Drive")


def test_a_way_that_needs_everything_says_so_before_it_is_begun():
    _, found = told(far_away().do("Move"))
    assert found["to Asteroid Belt (cost 12)"] == (
        "play at least 1× Cargo Pod; play Time, which doubles the value; "
        "use the Infra of Yellow, who may draw a card"
    )
    assert found["to Luna (cost 4)"] == ""


def test_profit_that_one_click_costs_is_named():
    g = Table("Planeteers").teams(0, "Ceres").give(0, "Deep Scanner").infra(0, 2, "Sensor Web").profits(9, 9)
    assert told(g)[1]["Explore"] == ""  # cards can be laid or not
    g = Table("Planeteers").teams(0, "Umbriel").explored("Umbriel", "Exotic Elements").profits(5)
    g.give(0, "Grown Mesh", "Autofactory", "Autofactory").do("Build", "base Refinery", "use own")
    g.do("card Autofactory", "no", "card Grown Mesh", "no")
    assert "pay 2T for radiation" in " ".join([told(g)[0], *told(g)[1].values()])


def test_a_shielded_number_that_saves_the_radiation_says_so():
    g = Table("Planeteers").teams(0, "Umbriel").explored("Umbriel", "Exotic Elements").profits(5)
    g.give(0, "Grown Mesh", "Autofactory", "Autofactory").do("Build", "base Refinery", "use own")
    g.do("card Grown Mesh")
    _, found = told(g)
    assert found["Grown Mesh at 1 shielded"] == "no radiation to pay for"
    assert found["Grown Mesh at 2"] == ""


def test_a_colony_names_its_price_and_what_it_brings():
    g = Table("Starfarers").explored("Lacaille 9352", "Precious Dust", "Icy Moon").profits(20, 0)
    g.base(0, "Lacaille 9352", "Bio Lab", "Industrial").teams(0, "Lacaille 9352").do("Colonize")
    common, found = told(g)
    assert "pay 5T for a colony point" in common + " ".join(found.values())
    assert "team 1 leaves the game" in common + " ".join(found.values())


def test_a_move_without_a_choice_names_its_destination():
    g = Table("Starfarers").teams(0, "Alpha Centauri", "Sol").give(0, "Fusion Booster").profits(5)
    g.give(0, "1st Gen Antimatter Drive").do("Move")
    assert told(g)[1]["team 1 at Alpha Centauri"].endswith("team 1 goes to Sol")


def test_bases_say_what_they_do_alone_and_in_pairs():
    g = Table("Planeteers").teams(0, "Umbriel").explored("Umbriel", "Exotic Elements").profits(5)
    g.give(0, "Grown Mesh", "Autofactory", "Autofactory").do("Build")
    common, found = told(g)
    assert common == "play at least 1× Autofactory"
    assert found["build a Refinery"] == "its tile produces 1T more"


def test_what_is_told_does_not_depend_on_hidden_cards():
    g, other = far_away(), far_away()
    g.give(1, "Solar Sail")
    other.give(1, "Survey Rover")
    assert told(g.do("Move")) == told(other.do("Move"))


def test_a_game_without_such_words_is_left_as_it_is():
    game = get("toy")
    batch = Batch(game, 1, num_players=2, seed=3, auto_reset=False)
    state = batch.states[0]
    asked = {**moves(game, game.content(), state, int(state["seat"])), "ways": []}
    assert with_foretold(game, game.content(), state, asked) == asked


def test_one_card_is_named_without_a_number():
    g = Table().give(0, "Chemical Drive", "Cargo Pod", "Cargo Pod", "Time")
    _, found = told(g.do("Move", "team 1"))
    taken = "; ".join(found.values())
    assert "play Time, which doubles the value" in taken
    assert "1×" not in taken.replace("at least 1×", "")


def test_a_build_says_what_there_is_to_build():
    """With one development and a scout there is no room for a ship: a station is all that can be built."""
    game = get("star_commander")
    state = Batch(game, 1, num_players=2, seed=3, auto_reset=False).states[0]
    asked = moves(game, game.content(), state, int(state["seat"]))
    told = with_foretold(game, game.content(), state, {**asked, "ways": []})
    (build,) = (group["moves"][0] for group in told["groups"] if group["group"] == "Build")
    assert build["takes"] == "a Defense Station for 3 credits"


def test_a_way_that_ends_with_the_step_it_begins_with_is_told():
    game = get("starfarers")
    cards, batch = game.content(), Batch(game, 1, num_players=3, seed=8, auto_reset=False)
    for move in range(1500):
        state, seat = batch.states[0], int(batch.seat[0])
        asked = game.questions.at(state["ask"]).name
        found = ways(game, cards, state, seat) if asked == "fly" else []
        if any(
            way["actions"][0] == way["actions"][-1] != way["actions"][1]
            for way in found
            if len(way["actions"]) > 2
        ):
            whole = {**moves(game, cards, state, seat), "ways": found}
            assert len(with_foretold(game, cards, state, whole)["ways"]) == len(found)
            return
        batch.step(batch.random_actions(move))
    raise AssertionError("no such way")


def at_table(page, site, g):
    """The page of a table where people have come to this position."""
    url, tables = site
    enter(page.context, url)
    table = seat_at(tables, GAME, 2, g.ready().s.copy())
    page.goto(f"{url}#game/{table.id}")
    page.wait_for_selector(".moves button.move")
    return table


def play_on(table, g):
    """Let the table go on from this position."""
    dealt = table._batch.save()
    dealt.states[0] = g.s
    table._batch.load(dealt)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_page_says_with_a_move_what_it_takes(page, site, size):
    page.set_viewport_size(size)
    at_table(page, site, far_away().do("Move"))
    belt = page.locator('button.move[data-name^="to Asteroid Belt"]')
    expect(belt.locator("small.takes")).to_contain_text("play Time, which doubles the value")
    expect(page.locator('button.move[data-name^="to Luna"] small')).to_have_count(0)
    spot = page.locator(f'.spot[data-spot="{belt.get_attribute("data-spot")}"]')
    expect(spot).to_have_attribute("aria-label", re.compile("use the Infra of Yellow"))


def test_what_every_move_takes_stands_with_the_question(page, site):
    g = Table("Planeteers").teams(0, "Umbriel").explored("Umbriel", "Exotic Elements").profits(5)
    at_table(page, site, g.give(0, "Grown Mesh", "Autofactory", "Autofactory").do("Build"))
    expect(page.locator("#takes")).to_have_text("Whatever you choose: play at least 1× Autofactory")
    expect(page.locator("#about svg")).to_be_visible()
    place = page.locator(f'.canvas [data-at="site-{g.site("Umbriel")}"]')
    assert place.evaluate("(one) => window.innerHeight > one.getBoundingClientRect().bottom")


def test_on_a_phone_what_lies_in_sight_is_not_shown_twice(page, site):
    page.set_viewport_size(PHONE)
    g = Table("Planeteers").teams(0, "Umbriel").explored("Umbriel", "Exotic Elements").profits(5)
    at_table(page, site, g.give(0, "Grown Mesh", "Autofactory", "Autofactory").do("Build"))
    expect(page.locator("#takes")).to_be_visible()
    expect(page.locator("#about svg")).to_have_count(0)
    assert seen(page.locator(f'.canvas [data-at="site-{g.site("Umbriel")}"]'))
    assert seen(page.locator(".moves button.move").first)
    page.click(".panes [data-to=own]")
    expect(page.locator("#about svg")).to_have_count(1)


def test_the_coach_has_a_heading_and_figures_where_moves_have_none(page, site):
    at_table(page, site, far_away())
    page.select_option("#coach", "ismcts:400")
    expect(page.locator(".moves h3").first).to_have_text("The coach would")
    expect(page.locator(".moves small.figures").first).to_contain_text("wins")


def test_who_sees_the_whole_board_sees_it_after_a_reload(page, site):
    page.set_viewport_size(WIDE)
    at_table(page, site, far_away())
    width = "document.querySelector('.canvas .part svg').clientWidth"
    large = page.evaluate(width)
    page.click("#zoom-all")
    small = page.evaluate(width)
    assert small < large
    page.reload()
    page.wait_for_selector(".moves button.move")
    assert page.evaluate(width) == pytest.approx(small, abs=2)


def test_an_edge_can_be_kept_until_one_says_otherwise(page, site):
    g = Table().give(1, "Survey Rover").give(0, "Chemical Drive", "Cargo Pod").ready(edges=True)
    at_table(page, site, g)
    expect(page.locator("#now")).to_contain_text("Play an Edge at the start of Blue's turn?")
    expect(page.locator(".always")).to_contain_text("Always: keep Sabotage")


def test_a_question_in_the_turn_of_another_stands_with_what_was_done(page, site):
    g = Table().give(0, "Cargo Pod", "Cargo Pod").infra(1, 1, "Nuclear Thermal Drive")
    table = at_table(page, site, g.do("Move", "team 1"))
    play_on(table, g)
    page.click('.moves button.move[data-name^="to Solar L1"]')
    expect(page.locator("#now")).to_contain_text("Draw a card as a reward? Blue used your Infra")
    expect(page.locator("#came")).to_have_text(re.compile(r"^Last: Blue conducts Move; .*Infra of Yellow"))
