"""Pictures and text of the table, and the page of the game."""

import csv
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from astrarium.envs import star_tycoon
from astrarium.envs.star_tycoon.draw_rows import price_width, target_width
from astrarium.envs.star_tycoon.reader import Reader
from astrarium.envs.star_tycoon.render import LAYOUT
from astrarium.envs.star_tycoon.view import look
from tests.arrange import arrange
from tests.contract.pictures import flaws, marks_of
from tests.envs.star_tycoon.table import GAME, Table

FOLDER = Path(star_tycoon.__file__).parent
LIKES = {"end the turn": 0.05, "done": 0.5, "take a loan": 0.1, "open an offer": 0.05}


@cache
def wander(players, moves, seed, **options):
    """A game after some random moves; buying is liked. To look at only."""
    rng = np.random.default_rng(seed)
    game = arrange(GAME, players=players, seed=seed, **options)
    while game.moves < moves and not game.over:
        legal = game.legal_ids()
        likes = np.array([_like(game.name(action)) for action in legal])
        game.act(int(rng.choice(legal, p=likes / likes.sum())))
    return game


def _like(name):
    return 12.0 if name.startswith(("buy", "form")) else LIKES.get(name, 1.0)


@cache
def crowd(players):
    """Everybody has far more planets and developments than in any real game."""
    g = Table(players, companies=("Myron", "Jugno"))
    for seat in range(players):
        planets = g.pool("planets")[: 28 // players]
        g.planet(seat, *planets)
        for site, row, count in ((planets[0], "development 2", 3), ("home", "development 1", 4)):
            g.build(seat, site, *g.pool(row)[:count])
    g.tokens(*["12E 11I 10M 10G 10F 10R 10S"] * players).loan(*range(players)).partner(0, "RB", "CL")
    return g.reserve(0, g.pool("planets")[0]).reserve(players - 1, g.pool("development 3")[0])


def words_of(svg):
    """The texts of a picture."""
    return {mark.what for mark in marks_of(svg)}


def height(svg):
    return float(ElementTree.fromstring(svg).attrib["height"])


@pytest.mark.parametrize("players", sorted(LAYOUT))
def test_a_crowded_picture_stays_inside(players):
    g = crowd(players)
    svg = GAME.render_svg(g.game.content, g.s, None)
    assert not [flaw for flaw in flaws(svg, 0) if "out of the picture" in flaw]


@pytest.mark.parametrize("players", sorted(LAYOUT))
def test_the_picture_keeps_its_size(players):
    tables = Table(players), Table(players, chosen=False), crowd(players)
    assert len({height(GAME.render_svg(g.game.content, g.s, None)) for g in tables}) == 1


def test_the_picture_shows_market_rows_event_tile_and_corporations():
    g = Table(2, companies=("Jim's", "Orange"), round=2, event="Roadblock", tile="planets")
    g.planet(0, "Veon").build(0, "Veon", "Refinery RB").tokens("3E").loan(1).reserve(1, "Harrow")
    svg = GAME.render_svg(g.game.content, g.s, 0)
    words = words_of(svg)
    assert {"Veon", "Refinery", "Event: Roadblock", "Bonus points: planets", "Jim's Terraforming"} <= words
    assert {"3 : 1", "1 : 3", "LOAN", "kept: Harrow", "planets: full", "Planet Cracker"} <= words


def test_a_row_that_is_not_full_and_its_gap_are_shown():
    g = Table(2).tokens("1M 1S").buy("planets", 1)
    assert "planets: not full" in GAME.render_svg(g.game.content, g.s, None)
    assert "planets (not full, 33 in the deck)\n  1 -\n  2 Tilda" in g.game.text()


def test_a_flipped_marker_is_shown():
    g = Table(2).tokens("1G").act("trade gas: sell")
    lines = g.game.text().splitlines()
    gas, food = (next(line for line in lines if line.startswith(name)) for name in ("gas", "food"))
    assert "(x)" in gas
    assert "[o]" in food
    assert ">✗<" in GAME.render_svg(g.game.content, g.s, None)


def test_the_text_names_prices_targets_and_what_is_built():
    g = Table(2, companies=("Jim's", "Orange"), forges=(2, 1))
    g.planet(0, "Veon").build(0, "Veon", "Refinery RB").tokens("3E")
    g.row("planets", "Pyre", "Tilda", "Bracken").row("development 2", "Black Market HI", "Crime Hub HX")
    text = g.game.text(0)
    for words in (
        "Pyre                  1E 1G 1S or 4E    star, Orrin system, room 3, 3E = 4",
        "Black Market          1E 1F or 2I       HI, smuggler 1I > 1E / 1E > 1I",
        "Crime Hub             1E 1F 1S          HX, makes 3I, -1 point, steal",
        "Jim's Terraforming (1 of 3 gas planets = 4); 3E; 1st player",
        "Homeworld 1/3 most S = 3: Omniforge 2 [1G 1S]",
        "Veon (gas, Mirra) 1/3 3G = 4: Refinery [RB 1G]",
    ):
        assert words in text


def test_a_bonus_by_what_others_own_is_shown():
    g = Table(2).row("development 2", "Futures Exchange PI", "Skimmer Fleet CL")
    text = g.game.text(0)
    assert "PI, makes 1E, +1E per rivals' desert" in text
    assert "CL, makes 1G, +1G per gas" in text


def test_a_target_that_is_met_is_marked():
    g = Table(2).planet(0, "Cirrus").build(0, "Cirrus", "Refinery RB", "Farm CL")
    assert "Cirrus (gas, Velar) 2/2 1G 1F = 3, met" in g.game.text()


def test_the_solo_goal_and_buff_are_shown():
    g = Table(1, omniforge=3, buff=6)
    text = g.game.text()
    assert "goal: 30 points; 1 Crime Hub; 7 illegal goods" in text
    assert "buff: Communication Arrays score twice" in text
    assert "Goal: 30 points" in GAME.render_svg(g.game.content, g.s, 0)


@pytest.mark.parametrize("goal", range(1, 7))
def test_every_goal_and_its_state_are_told(goal):
    view = look(GAME.content(), Table(1, omniforge=goal, buff=1 + (goal == 1)).s, 0)
    assert view.goal.startswith(("30 points", "36 points"))
    assert "points" in view.goal_state


def test_every_buff_is_told():
    g, words = Table(1), set()
    for buff in range(1, 7):
        g.s["buff_card"] = buff
        words.add(look(g.game.content, g.s, 0).buff)
    assert len(words - {""}) == 6


# Points


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_the_points_shown_are_the_points_scored(players):
    game = wander(players, 5000, seed=players)
    reader = Reader(game.content, game.states[0])
    assert [sum(reader.points(seat).values()) for seat in range(players)] == game.outcome()[0]


def test_points_are_shown_by_what_they_are_for():
    g = Table(2, companies=("Jim's", "Myron"), tile="systems")
    g.planet(0, "Veon", "Cirrus", "Murk").build(0, "Murk", "CEO Monument PI").partner(0, "PI").loan(0)
    points = Reader(g.game.content, g.s).points(0)
    assert {what: n for what, n in points.items() if n} == {
        "company": 4,
        "developments": 3,
        "partnerships": 1,
        "tile": 2,
        "loan": -5,
    }


# Who sees what


def pictures(game, states, seat):
    """Text and picture of a state."""
    return game.render_text(GAME.content(), states, seat), game.render_svg(GAME.content(), states, seat)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("moves", [1, 60])
def test_pictures_do_not_depend_on_what_a_seat_cannot_know(players, moves):
    game = wander(players, moves, seed=players)
    for seat in range(players):
        other = game.determinized(seat, stream=3)
        assert pictures(GAME, game.states[0], seat) == pictures(GAME, other.states[0], seat)


def test_companies_to_choose_from_are_shown_to_their_player_only():
    g = Table(2, chosen=False)
    mine = [c.name for c in look(g.game.content, g.s, 0).players[0].hand]
    assert len(mine) == 3
    for seat, shown in ((0, True), (1, False), (None, True)):
        for picture in pictures(GAME, g.s, seat):
            assert all((name in picture) == shown for name in mine)


def test_r7_2_tokens_are_shown_to_everybody():
    g = Table(3).tokens("1E 2I", "3M 1G", "2F 1R 4S")
    for seat in range(3):
        seen = g.game.observe(seat)["tokens"]
        assert [seen[(player - seat) % 3] for player in range(3)] == g.s["tokens"][:3].tolist()
        assert all(words in g.game.text(seat) for words in ("1E 2I", "3M 1G", "2F 1R 4S"))


def test_r6_6_used_events_lie_open():
    g = Table(2, round=4)
    used = [k for k in range(20) if int(g.s["events_used"]) >> k & 1]
    assert len(used) == 3
    for seat in range(2):
        assert [k for k, drawn in enumerate(g.game.observe(seat)["events_used"]) if drawn] == used
        for picture in pictures(GAME, g.s, seat):
            assert all(g.labels["event"][k] in picture for k in used)


def test_a_company_that_was_chosen_is_not_shown_before_all_have():
    g = Table(2, chosen=False)
    g.act(g.legal()[0])
    chooser = 1 - int(g.s["seat"])
    assert look(g.game.content, g.s, chooser).players[chooser].choice
    assert not look(g.game.content, g.s, 1 - chooser).players[chooser].choice


def veiled():
    """Farble has put one of two planets back on the deck."""
    g = Table(2, companies=("Farble", "Orange")).reserve(0, "Luma", "Umber")
    return g.act("reserve development 1: card 1", "choose reserved card 2")


def test_which_of_two_cards_farble_put_back_is_shown_to_farble_only():
    g = veiled()
    assert "on top Umber" in g.game.text(0)
    assert "reserve: Luma, Mine" in g.game.text(0)
    for words in ("on top Luma or Umber", "reserve: Luma or Umber, Mine"):
        assert words in g.game.text(1)
        assert words not in g.game.text(0)


def test_both_of_the_pair_may_lie_on_the_deck():
    g = veiled()
    g.s["ability_used"] = 0
    g.act("reserve development 2: card 1", "choose reserved card 1")
    assert "on top Luma or Umber" in g.game.text(1)
    assert "on top Luma" in g.game.text(0)
    assert "Umber" not in g.game.text(0)


@pytest.mark.parametrize("stream", range(4))
def test_pictures_of_a_veiled_pair_do_not_depend_on_the_truth(stream):
    g = veiled()
    other = g.game.determinized(1, stream)
    assert pictures(GAME, g.s, 1) == pictures(GAME, other.states[0], 1)


# Questions


def test_what_is_asked_is_told():
    g = Table(2).tokens("1M 1G 1F 2R").row("development 2", "Executive Retreat HI", "Crime Hub HX")
    g.act("buy development 2: card 1")
    asked = "> Red: pay with what? 3 of any resource due for Executive Retreat of Heart Institute"
    assert asked in g.game.text()


def test_the_place_to_build_is_asked_with_the_card():
    g = Table(2).planet(0, "Veon").tokens("1F 1R").act("buy development 1: card 1")
    assert "> Red: Mine of Rounded Bioworks: build where?" in g.game.text()


def test_an_offer_is_shown_to_all():
    g = Table(3, barter=1).tokens("2E", "", "1G").reserve(2, "Harrow").quiet(lambda s: s["seat"] == 0)
    g.act("open an offer", "choose the second player", "give energy credit", "ask for reserved card 1")
    for seat in (None, 0, 1, 2):
        for picture in pictures(GAME, g.s, seat):
            assert "Red offers Yellow 1 energy credit for Harrow" in picture


def test_a_finished_game_shows_the_points():
    game = wander(2, 5000, seed=2)
    scores = game.outcome()[0]
    assert f"points: Red {scores[0]:g}, Blue {scores[1]:g}" in game.text()
    assert "the game is over" in game.text()


def test_teams_are_shown():
    text = Table(4, teams=2).game.text()
    assert [text.count(f"team {k}") for k in (1, 2, 3)] == [2, 2, 0]


# The page


def page():
    return (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_page_tells_the_sizes_and_the_counts_of_the_ledger():
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        statuses = [row["status"] for row in csv.DictReader(file)]
    assert f"Discrete({GAME.num_actions})" in page()
    assert f"Box of {GAME.observation.size} int16" in page()
    assert f"{GAME.max_moves:,} decisions" in page()
    assert f"has {len(statuses)} rows" in page()
    for status, words in (("implemented", "implemented"), ("ruling", "rulings"), ("physical", "about")):
        assert f"{statuses.count(status)} {words}" in page()


def test_every_option_stands_on_the_page():
    assert all(f"| `{option.name}` |" in page() for option in GAME.options)


def test_every_ruling_stands_on_the_page():
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        rulings = [row for row in csv.DictReader(file) if row["section"] in ("Rulings", "Lost Icons")]
    assert len(rulings) == 77 + 15
    assert all(row["rule"] in page() for row in rulings)


def test_the_page_counts_what_is_reconstructed():
    for path in sorted((FOLDER / "data" / "reconstructed").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            sources = [row["source"] for row in csv.DictReader(file)]
        whole = sum(source == "rulebook" for source in sources)
        none = sum(source.startswith("reconstruction") for source in sources)
        cells = f"| `{path.stem}` | {len(sources)} | {whole} | {len(sources) - whole - none} | {none} |"
        assert cells in page(), cells


def test_prices_and_targets_have_room_on_a_phone():
    """A card is 69 wide there: each line of tokens fits into it. Where other marks go is for the eye."""
    seen, wide = set(), 69.0
    for seed in range(12):
        game = wander(2, 40, seed)
        for row in look(game.content, game.s, 0).rows:
            for card in filter(None, row.slots):
                seen.add(card.name)
                assert price_width(card, wide - 12) <= wide - 8, card.name
                assert target_width(card, 6.5, wide - 18) <= wide - 18, card.name
    assert len(seen) > 40
