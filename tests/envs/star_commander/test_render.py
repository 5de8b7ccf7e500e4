"""Pictures, text and narration."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

from astrarium.envs import star_commander
from astrarium.envs.star_commander import narrate
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
    assert "Blue: play" in GAME.render_text(g.game.content, g.s, 1)
    assert "Blue: play" not in GAME.render_text(g.game.content, g.s, 2)


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


# Narration


def told(g, *actions):
    """The lines told about the last of the actions."""
    for action in actions[:-1]:
        g.act(action)
    before = g.s.copy()
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == actions[-1])
    g.act(actions[-1])
    return GAME.narrate(g.game.content, before, number, g.s)


def test_a_jump_and_what_it_finds_are_told():
    g = Table().place("C2", "Trade World")
    lines = told(g, "jump a ship from C3", "choose C2")
    assert lines == [
        "Red's Scout at C3 jumps to Trade World (C2)",
        "explored C2: Trade World (Industry, maximum 4; +2 credits a turn)",
    ]


def test_founding_is_told():
    g = Table().reveal("C2", "Trade World").credits(1)
    g.scout_to(0, "C2")
    assert told(g, "develop C2") == [
        "Red founds a colony on Trade World (C2): 1 of 4",
        "Red pays 1 credit (now 0)",
    ]


def test_building_is_told():
    g = Table().home(0, 2).credits(1)
    assert told(g, "build in C3") == ["Red's Strike Fighter at C3 is built", "Red pays 1 credit (now 0)"]


def test_a_new_turn_is_a_heading_with_its_credits_and_draws():
    g = Table().own("A2", 1, 2, "Trade World")
    assert told(g, "end the command phase") == [
        "# round 1, turn of Blue",
        "Blue gains 5 credits (now 5)",
        "Blue draws a card of Industry (29 left)",
    ]


def test_a_drawn_card_is_not_named():
    g = Table().own("C2", 0, 1, "Pulsar System").credits(3).deck("Industry", "Ram")
    lines = told(g, "pay the bank for a card of Industry")
    assert lines == ["Red pays 3 credits (now 0)", "Red draws a card of Industry (29 left)"]


def test_a_card_on_the_stack_and_its_end_are_told():
    g = Table().own("C2", 0, 3, "Trade World").give(0, "Trade Envoy").give(1, "Evasion")
    assert told(g, "play Trade Envoy", "choose C2") == ["Red plays Trade Envoy: Trade World (C2)"]
    assert told(g, "pass") == ["Trade Envoy resolves", "Red gains 3 credits (now 3)"]


def test_a_countered_card_is_told():
    g = Table().own("C2", 0, 3, "Trade World").give(0, "Trade Envoy").give(1, "Intercept Orders")
    g.play("Trade Envoy", "choose C2")
    assert told(g, "play Intercept Orders") == ["Blue plays Intercept Orders", "Trade Envoy is countered"]


def test_combat_is_told():
    g = Table().no_scouts().reveal("B2", "Trade World")
    g.put(0, "Cruiser", "B2")
    g.put(1, "Destroyer", "B2")
    assert told(g, "end the command phase", "yes") == ["combat begins in Trade World (B2)"]
    assert told(g, "choose own Cruiser") == ["Red's Cruiser aims 5 at Blue's Destroyer at B2"]
    assert "Blue's Destroyer at B2 is destroyed" in told(g, "done")


def test_peace_is_told():
    g = Table().no_scouts().reveal("B2", "Trade World")
    g.put(0, "Cruiser", "B2")
    g.put(1, "Destroyer", "B2")
    assert told(g, "end the command phase", "no") == []
    assert told(g, "no")[0] == "nobody fights in Trade World (B2)"


def test_conquest_is_told():
    g = Table().no_scouts().own("B1", 1, 1, "Trade World")
    g.put(0, "Corvette", "B1")
    assert told(g, "end the command phase")[0] == "Red conquers Trade World (B1) from Blue: 1 of 4"


def test_the_end_is_told():
    g = Table().no_scouts()
    g.put(0, "Corvette", "A1")
    lines = told(g, "end the command phase")
    assert "Blue has lost the Homeworld and is out" in lines
    assert lines[-1] == "the game is over; developments: Red 2, Blue 0"


def test_trade_is_told():
    g = Table().credits(4, 0).give(1, "Barrage", shown=True)
    g.act("open an offer", "offer 1 credit", "ask for a shown card")
    assert told(g, "send the offer") == ["Red offers Blue 1 credit for Barrage"]
    assert told(g, "yes")[0] == "the offer is carried out"


def test_an_extra_turn_is_told():
    g = Table().give(0, "Filibuster").cast("Filibuster")
    assert told(g, "end the command phase")[0] == "# round 1, extra turn of Red"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_of_a_game_can_be_told(players):
    game = arrange(GAME, players=players, seed=players, content="0.9.4")
    rng = np.random.default_rng(players)
    while not game.over and game.moves < 300:
        before = game.states[0].copy()
        action = int(rng.choice(game.legal_ids()))
        game.act(action)
        for line in GAME.narrate(game.content, before, action, game.states[0]):
            assert line
            assert "-1" not in line


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


def test_an_extra_turn_is_announced_when_it_begins_not_when_it_is_won():
    g = Table().give(0, "Filibuster")
    before = g.s.copy()
    g.play("Filibuster")
    g.resolve()
    assert not [line for line in narrate(g.game.content, before, 0, g.s) if line.startswith("# ")]
    before = g.s.copy()
    g.end_phase()
    lines = narrate(g.game.content, before, 0, g.s)
    assert [line for line in lines if line.startswith("# ")] == ["# round 1, extra turn of Red"]
