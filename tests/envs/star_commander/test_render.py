"""Pictures and text."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

from astrarium.envs import star_commander
from tests.arrange import arrange
from tests.contract.pictures import flaws
from tests.envs.star_commander.table import GAME, Table

FOLDER = Path(star_commander.__file__).parent


def wander(players, moves, seed, content=None):
    """A game after some random moves; building and exploring are liked, offers are not."""
    rng = np.random.default_rng(seed)
    game = arrange(GAME, players=players, seed=seed, content=content)
    for _ in range(moves):
        if game.over:
            break
        legal = game.legal_ids()
        likes = np.array([_like(game.name(action)) for action in legal])
        game.act(int(rng.choice(legal, p=likes / likes.sum())))
    return game


def _like(name):
    if name.startswith(("develop", "build", "jump")):
        return 3.0
    return {"end the command phase": 0.3, "open an offer": 0.05, "pass": 0.3}.get(name, 1.0)


def test_a_crowded_system_stays_inside_its_card():
    g = Table(4)
    for seat in range(4):
        for kind in ("Strike Fighter", "Corvette", "Frigate", "Destroyer", "Cruiser", "Defense Station"):
            g.put(seat, kind, "C3")
            g.put(seat, kind, "C3", damage=0, moved=True)
    svg = GAME.render_svg(g.game.content, g.s, None)
    assert re.findall(r">\+(\d+)<", svg), "what finds no room is counted"
    assert not flaws(svg, 7)


def test_the_picture_shows_names_developments_and_piles():
    g = Table().own("B2", 0, 2, "Trade World").give(0, "Barrage")
    g.put(0, "Corvette", "B2")
    svg = GAME.render_svg(g.game.content, g.s, 0)
    for words in ("Trade World", "Corvette", "Barrage", "30 left", "turn of Red"):
        assert words in svg


@pytest.mark.parametrize("width", [None, 390])
def test_technologies_say_what_they_do(width):
    g = Table(4).tech(0, "Advanced Systems", "Enhanced Jump Drive", "Fighter Bays")
    svg = GAME.render_svg(g.game.content, g.s, 1, width)
    assert ">own vessels +1 attack and +1 HP<" in svg
    assert not flaws(svg, 7 if width is None else 4.6)


def test_hands_of_others_are_drawn_as_backs():
    g = Table().give(1, "Barrage").give(0, "Ram")
    seen, open_ = (GAME.render_svg(g.game.content, g.s, seat) for seat in (0, None))
    assert ("Barrage" in seen, "Ram" in seen, "Barrage" in open_) == (False, True, True)


def test_a_shown_card_is_drawn_for_all():
    g = Table().give(1, "Barrage", shown=True)
    assert "Barrage" in GAME.render_svg(g.game.content, g.s, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_text_does_not_depend_on_what_a_seat_cannot_know(players):
    game = wander(players, 250, seed=10 + players)
    for seat in range(players):
        other = game.determinized(seat, stream=3)
        if other.s["seat"] == game.s["seat"]:
            assert game.text(seat) == other.text(seat)


def test_an_announcement_under_way_is_not_shown_to_others():
    g = Table().give(0, "Evasion").act("play Evasion")
    assert "Evasion" in GAME.render_text(g.game.content, g.s, 0)
    assert "Evasion" not in GAME.render_text(g.game.content, g.s, 1)


def test_an_offer_is_not_shown_before_it_is_sent():
    g = Table().credits(5, 5).give(0, "Ram").act("open an offer", "offer a hand card")
    assert "offers Blue Ram" in GAME.render_text(g.game.content, g.s, 0)
    assert "Ram" not in GAME.render_text(g.game.content, g.s, 1)


def test_who_is_asked_to_respond_is_not_shown_to_others():
    g = Table(3).give(0, "Filibuster").give(1, "Evasion").play("Filibuster")
    asked = "Blue: Red's Filibuster comes next: play, activate or pass?"
    assert asked in GAME.render_text(g.game.content, g.s, 1)
    assert asked not in GAME.render_text(g.game.content, g.s, 2)


def test_the_text_names_systems_owners_and_vessels():
    g = Table().own("B2", 0, 2, "Trade World")
    g.put(0, "Corvette", "B2", 2)
    text = g.game.text(0)
    for words in ("Trade World Ind", "Red 2/4", "R 2x Corvette 2/2", "(face down)", "decks: Industry 30"):
        assert words in text


def test_a_siege_is_written_on_the_system():
    g = Table().own("B2", 0, 2, "Trade World")
    g.put(1, "Corvette", "B2")
    assert "siege" in g.game.text(0)


# The page


def test_the_page_tells_the_sizes_and_the_counts_of_the_ledger():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        statuses = [row["status"] for row in csv.DictReader(file)]
    assert f"Discrete({GAME.num_actions})" in page
    assert f"Box of {GAME.observation.size} int16" in page
    assert f"{GAME.max_moves:,} decisions" in page
    assert f"has {len(statuses)} rows" in page
    for status, words in (("implemented", "implemented"), ("ruling", "rulings"), ("physical", "about")):
        assert f"{statuses.count(status)} {words}" in page


def test_every_option_stands_on_the_page():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{option.name}` |" in page for option in GAME.options)
