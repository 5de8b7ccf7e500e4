"""Pictures, text and narration."""

import csv
from pathlib import Path

import numpy as np

from astrarium.core.transcript import Story
from astrarium.envs import starfarers
from astrarium.envs.starfarers import state as st
from tests.arrange import arrange
from tests.envs.starfarers.table import END, GAME, LABELS, Table, launch_of

FOLDER = Path(starfarers.__file__).parent


def wander(players, moves, seed):
    """A game after some random moves; building and founding are liked, offers are not."""
    rng = np.random.default_rng(seed)
    game = arrange(GAME, players=players, seed=seed)
    for _ in range(moves):
        if game.over:
            break
        legal = game.legal_ids()
        likes = np.array([_like(game.name(action)) for action in legal])
        game.act(int(rng.choice(legal, p=likes / likes.sum())))
    return game


def _like(name):
    if name.startswith(("build", "found", "fly up")):
        return 4.0
    return {"open an offer": 0.1, "end the flight phase": 0.2, "stop here": 0.2}.get(name, 1.0)


def picture(g, seat=None):
    return GAME.render_svg(g.game.content, g.s, seat)


def told(g, action):
    """What is told of an action that is then taken."""
    before = g.game.states[0].copy()
    chosen = next(a for a in g.game.legal_ids() if g.game.name(a) == action)
    g.game.act(chosen)
    return GAME.narrate(g.game.content, before, chosen, g.game.states[0])


def test_the_picture_shows_bases_chips_and_panels():
    g = Table().outpost(0, "Merchants", "ore rate").give(0, ore=3)
    svg = picture(g, 0)
    for words in ("Green Folk", "Scientists", "2/11", "freight rings", "friendship: ore rate", "turn of Red"):
        assert words in svg


def test_friendship_cards_tell_the_mouse_what_they_do():
    svg = picture(Table().outpost(0, "Merchants", "ore rate"), 0)
    for words in (
        "2 fuel for any card at the bank",
        "+1 speed, +1 combat",
        "a fame ring for one of the goods",
    ):
        assert f"{words}</title>" in svg
    assert "2 ore for any card" not in svg, "taken"


def test_face_down_chips_are_drawn_for_those_who_know_them():
    g = Table().chip("S1 goods", "pirate 6").chip("S2 fuel", "ice 4")
    g.s["seen"][1] = 1 << LABELS["planet"].index("S1 goods")
    assert [">P6<" in picture(g, seat) for seat in (0, 1, None)] == [False, True, True]
    assert ">I4<" not in picture(g, 1)
    assert "pirate 6" not in g.game.text(0)
    assert "pirate 6" in g.game.text(1)


def test_hands_of_others_are_not_shown():
    g = Table().give(1, food=3)
    assert "3 food" in g.game.text(1)
    assert "3 food" not in g.game.text(0)
    assert "3 cards" in g.game.text(0)
    assert picture(g, 0) != picture(g, 1)


def test_what_a_seat_cannot_know_changes_no_text():
    game = wander(4, 300, 5)
    for seat in range(4):
        for stream in range(3):
            world = game.determinized(seat, stream)
            assert world.text(seat) == game.text(seat)


def test_an_encounter_shows_its_number_to_the_reader_alone():
    g = Table().give(0, ore=1).meet(12)
    assert [("12 (fence)" in g.game.text(seat)) for seat in range(4)] == [False, True, False, False]
    assert all("fence: swap" in g.game.text(seat) for seat in range(4))


def test_every_question_has_its_words():
    asks = set()
    rng = np.random.default_rng(0)
    for players, options in ((3, {"advanced": 1}), (4, {})):
        game = arrange(GAME, players=players, seed=2, **options)
        for _ in range(300):
            asks.add(game.ask)
            assert game.text().splitlines()[-1].startswith("> ")
            game.act(int(rng.choice(game.legal_ids())))
    assert len(asks) > 12


def test_every_kind_of_question_is_described():
    from astrarium.envs.starfarers.view import QUESTIONS

    assert set(QUESTIONS) | {st.ASK_QUESTION} == set(range(1, st.ASK_KIND + 1))


# Narration


def test_a_founded_colony_is_told():
    g = Table().plain("S1").ship(0, launch_of("S1 ore+fuel", 0)).flight().fly("S1 ore+fuel")
    lines = told(g, "found a colony")
    assert "Red founds a colony at S1 ore+fuel" in lines
    assert any(line.startswith("the chip of S1 ore is turned up") for line in lines)


def test_the_next_turn_is_told_with_its_dice():
    g = Table().no_ships().give(0, ore=1)
    lines = told(g, END)
    assert lines[0] == "# round 1, turn of Blue"
    assert any("rolls" in line for line in lines)


def test_steps_and_looks_are_told():
    g = Table().ship(0, "E7").flight(5).take_off()
    lines = told(g, next(name for name in g.legal() if name.startswith("fly up")))
    assert any("flies to" in line for line in lines)


def test_a_deal_is_told():
    g = Table().give(0, ore=1).give(1, food=1).act("open an offer", "give ore", "want food")
    assert told(g, "send the offer") == ["Red offers 1 ore for 1 food"]
    g.act("accept")
    assert told(g, "choose the next player") == ["Red gives Blue 1 ore for 1 food"]


def test_an_encounter_is_told_without_its_number_until_the_result():
    g = Table().give(0, ore=1).top_card(22)
    before = g.game.states[0].copy()
    g.meet(22)
    lines = GAME.narrate(g.game.content, before, 0, g.game.states[0])
    assert "encounter: ship under attack: help?" in lines
    assert not any("22" in line for line in lines)
    lines = told(g, "no")
    assert "it was encounter card 22 (rescue)" in lines


def test_a_win_is_told():
    g = Table().fame(20).give(0, carbon=3, food=2)
    assert told(g, "build a spaceport at Gamma ore+food")[-1] == "Red has 15 victory points and wins"


def test_a_seat_is_not_told_what_another_draws():
    g = Table()
    before = g.game.states[0].copy()
    action = next(a for a in g.game.legal_ids() if g.game.name(a) == "draw supplies from Earth")
    g.game.act(action)
    lines = Story(GAME, g.game.content, seat=1).decision(before, action, g.game.states[0])
    assert any("Red draws 1 of the reserve pile" in line for line in lines)


# The page


def test_the_page_shows_the_counts_of_the_ledger():
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        statuses = [row["status"] for row in csv.DictReader(file)]
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    counts = {status: statuses.count(status) for status in ("implemented", "ruling", "physical")}
    assert f"{len(statuses)} rows: {counts['implemented']} implemented" in page
    assert f"{counts['ruling']} rulings, {counts['physical']} about" in page


def test_the_page_lists_every_ruling():
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        rulings = [row for row in csv.DictReader(file) if row["status"] == "ruling"]
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    missing = [row["id"] for row in rulings if f"- `{row['id']}` {row['rule']}" not in page]
    assert not missing
