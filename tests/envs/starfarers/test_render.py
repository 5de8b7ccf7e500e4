"""Pictures and text, and the page."""

import csv
from pathlib import Path

import numpy as np

from astrarium.envs import starfarers
from tests.arrange import arrange
from tests.envs.starfarers.table import GAME, LABELS, Table

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
        assert f"{words}.</title>" in svg
    assert "<title>drives of the Scientists: +2 speed.</title>" in svg, "one card, not all of them"
    assert "2 ore for any card" not in svg, "taken"


def test_face_down_chips_are_drawn_for_those_who_know_them():
    g = Table().chip("S1 goods", "pirate 6").chip("S2 fuel", "ice 4")
    g.s["seen"][1] = 1 << LABELS["planet"].index("S1 goods")
    assert [">pirate<" in picture(g, seat) for seat in (0, 1, None)] == [False, True, True]
    assert ">ice<" not in picture(g, 1)
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


def test_the_speed_stands_on_the_table_once_it_is_thrown():
    g = Table().flight()
    speed = GAME.words(g.game.content, g.s).speed()
    assert f"speed {speed}: " in picture(g, 0)
    g.s["base_speed"] = 0
    assert "speed: not thrown yet" in picture(g, 0)
