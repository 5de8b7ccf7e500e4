"""Pictures and text of the table, and the page of the game."""

import csv
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from astrarium.envs import starship_captains
from astrarium.envs.starship_captains import state as st
from astrarium.envs.starship_captains.view import look
from astrarium.envs.starship_captains.words import CaptainsWords
from tests.arrange import arrange
from tests.contract.pictures import flaws, marks_of
from tests.envs.starship_captains.table import GAME, Table

FOLDER = Path(starship_captains.__file__).parent
PLAYERS = (1, 2, 3, 4)
LIKES = {"pass": 0.02, "done": 0.3, "no": 0.3, "complete the mission": 30.0, "activate Repair": 0.5}


@cache
def wander(players, moves, seed):
    """A game after some random moves; missions, techs and promotions are liked. To look at only."""
    rng = np.random.default_rng(seed)
    game = arrange(GAME, players=players, seed=seed)
    while game.moves < moves and not game.over:
        legal = game.legal_ids()
        likes = np.array([_like(game.name(action)) for action in legal])
        game.act(int(rng.choice(legal, p=likes / likes.sum())))
    return game


def _like(name):
    return 6.0 if name.startswith(("promote", "take")) else LIKES.get(name, 1.0)


def crowd(players):
    """Every ship is full: a long queue, lockers, excess damage, six techs, many missions, many loops."""
    g = Table(players, round=4)
    names = [name for name in g.labels["techs"][: st.NUM_TECHS] if name != "Cybernetics Lab"]
    free = [name for name in names if name not in g.on_board()]
    missions = [name for name in g.labels["missions"] if g.mission(name) not in g.s["mission_at"]]
    for seat in range(players):
        techs = free[6 * seat : 6 * seat + 6]
        g.slots(seat, damaged=(1, 6), **{f"s{k + 2}": name for k, name in enumerate(techs[:4])})
        g.crew(seat, "R+ Y+ B+ A A A A C", "R R Y Y B B R Y B C")
        g.cargo(seat, "RY YB RB P", damage=14 if seat % 2 else 4)
        g.tracks(seat, CO=14, TC=26, NI=38)
        g.completed(seat, *missions[10 * seat : 10 * seat + 10])
    return g.medals(*[17] * players).order("Diplomatic Order #12", "Explosive Crisis")


def words_of(svg):
    """The texts of a picture."""
    return {mark.what for mark in marks_of(svg)}


def height(svg):
    return float(ElementTree.fromstring(svg).attrib["height"])


def picture(g, seat=None):
    return GAME.render_svg(g.game.content, g.s, seat)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("width", [None, 390])
def test_a_crowded_picture_can_be_read(players, width):
    g = crowd(players)
    assert not flaws(GAME.render_svg(g.game.content, g.s, None, width), 4)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_picture_keeps_its_size(players):
    assert height(picture(Table(players))) == height(picture(crowd(players)))


@pytest.mark.parametrize("players", PLAYERS)
def test_no_mission_or_tech_is_cut_short(players):
    """Every mission on the map and every tech on the board can be read to its end."""
    g = Table(players)
    names = list(g.labels["missions"])
    places = [place for place in range(1, 14) if g.s["mission_at"][place] >= 0]
    for first in range(0, len(names), len(places)):
        for place, name in zip(places, names[first:], strict=False):
            g.s["mission_at"][place] = g.mission(name)
        g.s["tech_board"][:7] = [(first + k) % st.NUM_TECH_CARDS for k in range(7)]
        assert not [flaw for flaw in flaws(picture(g), 7) if "…" in flaw or "high" in flaw]


def test_the_picture_shows_map_tracks_techs_and_ships():
    g = Table(2).pirates({"H-I1": "green medal"}).slots(1, s3="Tractor Beam").cargo(0, "RY P")
    words = words_of(picture(g))
    assert {"Supply Run", "2 repairs, Tincan +1", "Home Station", "Trade Station", "tile in round 2"} <= words
    assert {"Cooperative", "Tincan", "Ni'an", "1 Warp Coils", "Tractor Beam", "Helm", "M", "P"} <= words
    assert any(each.startswith("Medal Ceremony: each: 2 medals") for each in words)


def test_tiles_are_orange_while_they_are_face_up():
    g = Table(2)
    up = picture(g).count("#e98a2c")
    g.numbers(up=3)
    assert up - picture(g).count("#e98a2c") == 2


def test_a_reserved_planet_wears_the_colour_of_its_ship():
    g = Table(2).ships("I1", "I1")
    text = g.game.text()
    assert "[White*, Green]" in text
    assert "White*, Green*" not in text


def test_the_text_names_missions_tracks_techs_and_crew():
    g = Table(2).pirates({"H-I1": "green medal"}).crew(0, "R Y+ A", "C B").cargo(0, "RY RY P", damage=4)
    text = g.game.text(0)
    for words in (
        "Home Station purple I1!, green I2, yellow I3   Home Station: Tincan +1, Cooperative +1, Ni'an +1",
        "Supply Run (3) red: medal, move; blue: 2 repairs, Tincan +1",
        "tile 4 face up",
        "Tincan      White 0, Green 0   bonuses: 2 repair; 9 android; 12 recycle; 6 event",
        "to be shared: Cybernetics Lab [VMW-] blue room: repair, Tincan +3",
        "tech 1  Warp Coils [WMV-] red room: 3 moves",
        "tech 6  Artifact Blueprints [W--M] omega: 2 per type of artifact",
        "ready: red ensign, yellow commander, android; queue: cadet, blue ensign",
        "cargo (8 slots, 4 damage): 2 red-yellow artifacts, 1 pirate token",
        "slot 1 [--W-] damaged",
        "> White: activate a room, complete a mission, train crew or pass?",
    ):
        assert words in text, words


def test_a_room_under_an_artifact_is_shown_gray():
    g = Table(2).slots(0, s3="Warp Coils")
    g.s["crowd"][0, [0, 6]] = 0
    assert "gray by an artifact: Helm" in g.game.text()
    assert "slot 3 Warp Coils [WMV-] gray room: 3 moves" in g.game.text()


def test_passenger_and_action_deck_are_shown_alone():
    g = Table(1, passenger=3).actions("take tech", "passenger", drawn=2).shadow("M3")
    text = g.game.text()
    assert (
        "passenger: The Collector (action: pay artifact: 2 x any track +1; -3 points, +1 per artifact)"
        in text
    )
    assert "Captain Shadow at M3; in the action deck: 1 take tech, 1 passenger; 2 drawn" in text
    assert "Captain Shadow at M3" in picture(g)
    assert "Captain Shadow" not in picture(Table(2))


def test_a_mission_under_way_is_shown():
    g = Table(2).missions(I1="Plague Ship").ships("I1").crew(0, "B+ B R Y").send("B+ R Y")
    assert (
        "on Plague Ship: blue commander (blue: repair, medal); red ensign (blue: Tincan +3)" in g.game.text()
    )
    assert {"Plague Ship", "under way"} <= words_of(picture(g))


# Points


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("moves", [60, 5000])
def test_the_points_shown_are_the_points_scored(players, moves):
    game = wander(players, moves, seed=10 + players)
    reader = CaptainsWords(game.content, game.states[0])
    assert [reader.total(seat) for seat in range(players)] == game.outcome()[0]


@pytest.mark.parametrize("omega", range(st.FIRST_OMEGA, st.NUM_TECH_CARDS))
def test_every_omega_is_counted_as_it_scores(omega):
    g = crowd(2)
    g.slots(0, damaged=(1,), s3=g.labels["techs"][omega])
    assert CaptainsWords(g.game.content, g.s).total(0) == g.points(0)


@pytest.mark.parametrize("passenger", range(1, 7))
def test_every_passenger_is_counted_as_it_scores(passenger):
    g = Table(1, passenger=passenger).crew(0, "R+ B+ A").cargo(0, "RY YB P", damage=0).tracks(0, TC=8)
    reader = CaptainsWords(g.game.content, g.s)
    assert reader.total(0) == g.points(0)
    assert reader.passenger_points(0) != 0


def test_points_are_shown_by_what_they_are_for():
    g = Table(2).crew(0, "R+ A").cargo(0, "RY YB P", damage=2).medals(3).tracks(0, CO=4, NI=14)
    g.slots(0, damaged=(1,), s3="Artifact Blueprints").completed(0, "Time Loop")
    points = CaptainsWords(g.game.content, g.s).points(0)
    assert {what: n for what, n in points.items() if n} == {
        "missions": 7,
        "Cooperative": 2,
        "Ni'an": 6,
        "omegas": 4,
        "commanders": 1,
        "androids": 1,
        "pirates": 1,
        "medals": 1.5,
        "artifacts": 1,
        "damage": -3,
    }


@pytest.mark.parametrize(
    ("points", "row"), [(-6, 0), (20.5, 0), (21, 1), (47.5, 27), (74.5, 54), (75, 55), (120, 55)]
)
def test_the_epilogue_belongs_to_the_points_rounded_down(points, row, monkeypatch):
    g = Table(2)
    reader = CaptainsWords(g.game.content, g.s)
    monkeypatch.setattr(CaptainsWords, "total", lambda self, player: points)
    assert reader.epilogue(0) == g.labels["epilogues"][row]


def test_a_finished_game_shows_points_and_epilogues():
    game = wander(2, 5000, seed=2)
    scores = game.outcome()[0]
    text = game.text()
    assert f"points: White {scores[0]:g}, Green {scores[1]:g}" in text
    assert "the game is over" in text
    reader = CaptainsWords(game.content, game.states[0])
    assert all(f"{name}: {reader.epilogue(k)}" in text for k, name in enumerate(("White", "Green")))
    assert not look(game.content, wander(2, 60, seed=2).states[0], None).epilogues


# Who sees what


def pictures(states, seat):
    """Text and picture of a state."""
    return GAME.render_text(GAME.content(), states, seat), GAME.render_svg(GAME.content(), states, seat)


@pytest.mark.parametrize("players", PLAYERS)
def test_pictures_do_not_depend_on_what_a_seat_cannot_know(players):
    g = Table(players).next_missions("Time Loop", "Ghost Ship", seen={players - 1: 2})
    for seat in range(players):
        other = g.game.determinized(seat, stream=3)
        assert pictures(g.s, seat) == pictures(other.states[0], seat)


def test_missions_looked_at_are_shown_to_that_captain_only():
    g = Table(2).next_missions("Time Loop", "Ghost Ship", seen={1: 2})
    for seat, shown in ((0, False), (1, True), (None, True)):
        text, svg = pictures(g.s, seat)
        assert ("seen on the mission deck: Time Loop, Ghost Ship" in text) == shown
        assert ("next: Ghost Ship" in svg) == shown


# Questions

QUESTIONS = [
    (("activate Repair",), "who activates Repair?"),
    (("activate Helm",), "2 moves: where to?"),
    (("activate Helm", "to I1"), "move: where to?"),
    (("activate Science",), "research: which tech?"),
    (("activate Science", "take 1"), "Warp Coils into which slot?"),
    (("activate Repair", "C"), "repair what?"),
]


@pytest.mark.parametrize(("answers", "question"), QUESTIONS)
def test_what_is_asked_is_told(answers, question):
    g = Table(2).crew(0, "R Y B C").act(*answers)
    assert g.game.text().endswith(f"> White: {question}")


def test_a_line_is_asked_with_its_effect():
    g = Table(2).ships("I1").crew(0, "R+ B C")
    g.act("complete the mission")
    assert "> White: Supply Run, line 1 (red: medal, move): whom to send?" in g.game.text()
    g.act("R+", "B")
    assert "> White: Supply Run, line 1 (red: medal, move): resolve it?" in g.game.text()
    g.act("yes", "done")
    assert "line 1 (red: medal, move): the red commander's second task?" in g.game.text()


def test_choices_payments_and_tracks_are_asked_with_their_words():
    g = Table(2).missions(I1="Smugglers' Moon").ships("I1").crew(0, "Y R C").cargo(0, "P")
    g.send("Y R").act("yes")
    assert "> White: Ni'an +3 or 2 medals?" in g.game.text()
    g.act("choose the first effect")
    assert "> White: Ni'an +3: how far?" in g.game.text()
    g.act("NI1")
    assert "> White: Ni'an +2: how far?" in g.game.text()
    g.act("done", "yes")
    assert "> White: pay pirate token: one track +5?" in g.game.text()
    g.act("spend P")
    assert "> White: one track +5: which track?" in g.game.text()


def test_a_commander_at_work_is_shown():
    g = Table(2).crew(0, "R+ C").use("Helm").act("done")
    assert "> White: the red commander's second task?" in g.game.text()
    assert "    at work: red commander" in g.game.text()
    assert "at work" in picture(g)


def test_damage_that_can_be_stopped_is_asked():
    g = Table(2).slots(0, s3="Hull Plating").cargo(0, "P").pirates({"H-I1": "green medal"})
    g.use("Helm").act("to I1")
    assert "> White: spend a pirate token to stop 1 damage?" in g.game.text()


def test_drawn_cards_are_named_with_the_question():
    g = Table(2).deck("Warp Coils", "Embassy Deck", "Hull Plating").missions(I1="Tincan Library")
    g.ships("I1").crew(0, "B C C").send("B C C").act("yes")
    question = g.game.text().rpartition("> White: take which of ")[2]
    assert sorted(question.rstrip("?").split(", ")) == ["Embassy Deck", "Hull Plating", "Warp Coils"]


def test_the_trophy_and_a_gap_of_the_tech_board_are_shown():
    g = Table(2).tracks(1, TC=27).board("Warp Coils", "-", "Embassy Deck")
    g.s["trophy"][st.TINCAN] = 1
    assert "trophy: Green" in g.game.text()
    assert "tech 2  -" in g.game.text()
    assert "trophy" in picture(g)
    assert picture(g).count("stroke-dasharray") == 6


# The page


def page():
    return (FOLDER / "README.md").read_text(encoding="utf-8")


def ledger():
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_page_tells_the_sizes_and_the_counts_of_the_ledger():
    statuses = [row["status"] for row in ledger()]
    assert f"Discrete({GAME.num_actions})" in page()
    assert f"Box of {GAME.observation.size} int16" in page()
    assert f"{GAME.max_moves:,} decisions" in page()
    assert f"has {len(statuses)} rows" in page()
    for status, words in (("implemented", "implemented"), ("ruling", "rulings"), ("physical", "about")):
        assert f"{statuses.count(status)} {words}" in page()


def test_every_option_stands_on_the_page():
    assert all(f"| `{option.name}` |" in page() for option in GAME.options)


def test_every_ruling_stands_on_the_page():
    rulings = [row for row in ledger() if row["section"] == "Rulings"]
    assert len(rulings) == 82
    assert all(f"{row['id'].removeprefix('q')}. {row['rule']}" in page() for row in rulings)


def test_the_page_counts_what_is_reconstructed():
    for path in sorted((FOLDER / "data" / "reconstructed").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            sources = [row["source"] for row in csv.DictReader(file)]
        whole = sum(source in ("rulebook", "public") for source in sources)
        none = sum(source.startswith("reconstruction") for source in sources)
        cells = f"| `{path.stem}` | {len(sources)} | {whole} | {len(sources) - whole - none} | {none} |"
        assert cells in page(), cells
