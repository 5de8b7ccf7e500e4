"""The six passengers: their techs, what they do, how they score."""

import pytest

from tests.envs.starship_captains.table import GAME, Table

NAMES = ("Teddy", "Admiral Borscht", "The Collector", "Professor", "Ex-Pirate", "Tincan Envoy")
TECHS = {
    "Teddy": ("Repair Bots", "Hyper-Charger"),
    "Admiral Borscht": ("Officer School", "Academy Hall"),
    "The Collector": ("Artifact Display", "Dimensional Lockers"),
    "Professor": ("Research Lab", "Tech Exchange"),
    "Ex-Pirate": ("Quantum Torpedoes", "Targeting Array"),
    "Tincan Envoy": ("Science Observers", "Android Charging Bay"),
}


def aboard(name):
    """A solo game with a passenger."""
    return Table(1, passenger=NAMES.index(name) + 1)


def acts(g):
    """A turn of the player without effect; then Captain Shadow's only card is the passenger's."""
    return g.actions("passenger").crew(ready="Y Y").use("Weapons")


def adjustment(name, lay_out):
    """What a passenger adds to the points of a ship, compared with no passenger."""
    g = lay_out(aboard(name))
    total = g.points()
    g.s["rider"] = -1
    return total - g.points()


def test_r_passengers_1_six_of_them():
    assert tuple(Table(1).labels["passengers"]) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_r_passengers_2_two_techs_lie_on_the_tincan_event(name):
    g = aboard(name)
    assert tuple(g.labels["techs"][card] for card in g.s["shared"]) == TECHS[name]
    for tech in TECHS[name]:
        assert not g.s["tech_pool"] >> g.tech(tech) & 1
    g.game.check()


def test_r_passengers_3_teddy_does_nothing():
    g = aboard("Teddy")
    before = g.account()
    before["ready"] = 1
    acts(g)
    assert (g.changes(before), g.asks()) == ({}, "turn")


def test_r_passengers_4_the_admiral_gives_a_step_on_the_cooperative_track():
    g = acts(aboard("Admiral Borscht"))
    assert g.act("CO1").marks() == (1, 0, 0)
    assert g.asks() == "turn"


def test_r_passengers_5_the_collector_gives_two_steps_for_an_artifact():
    g = acts(aboard("The Collector").cargo(0, "RY", 3))
    assert g.legal() == ["done", "spend red-yellow artifact"]
    g.act("spend RY", "CO1", "TC1")
    assert (g.marks(), g.hold(), g.asks()) == ((1, 1, 0), "", "turn")


def test_r_passengers_6_the_professor_discards_the_leftmost_tech_and_repairs():
    g = acts(aboard("Professor").deck("Salvage Bay"))
    assert g.on_board()[0] == "Salvage Bay"
    assert "Warp Coils" in g.discarded()
    assert g.act("fix cargo").damage() == 2


def test_r_passengers_6_a_gap_is_no_tech():
    """With no tech left to draw the first space is a gap: Thruster Dock leaves the second and comes back."""
    g = aboard("Professor").board("-", "Thruster Dock").actions("passenger").crew(0, "Y Y")
    g.s["tech_pool"], g.s["tech_discard"], g.s["tech_top"] = 0, 0, -1
    action = next(a for a in g.game.legal_ids() if g.game.name(a) == "activate Weapons")
    lines = GAME.told(g.game.content, g.s.copy(), action, None, sound=True)
    assert "Thruster Dock leaves the tech board" in lines


def test_r_passengers_7_the_ex_pirate_brings_an_ambush():
    g = acts(aboard("Ex-Pirate").ships("I1").next_pirates("green medal"))
    assert g.all_pirates() == {"I1-M1": "green medal"}


def test_r_passengers_8_the_envoy_gives_a_step_on_the_tincan_track():
    assert acts(aboard("Tincan Envoy")).act("TC1").marks() == (0, 1, 0)


def test_r_passengers_9_a_passenger_acts_outside_the_own_turn():
    """The step may bring a move: it counts for no turn."""
    g = Table(1, passenger=2, sides="BAA").tracks(0, CO=5)
    acts(g).act("CO1", "to I3")
    assert (g.at(), g.waiting("Tincan Station"), g.asks()) == ("I3", 0, "turn")


@pytest.mark.parametrize(
    ("name", "lay_out", "expected"),
    [
        ("Teddy", lambda g: g.cargo(0, "", 0), 3),
        ("Teddy", lambda g: g.cargo(0, "", 1), -3),
        ("Teddy", lambda g: g.cargo(0, "", 0).slots(0, damaged=(1, 2)), 3),
        ("Admiral Borscht", lambda g: g, -3),
        ("Admiral Borscht", lambda g: g.crew(ready="R+ R+ C", queue="Y+ Y+ B+ B"), 2),
        ("The Collector", lambda g: g.cargo(0, "RY RY P P RB", 0), 0),
        ("Professor", lambda g: g.slots(0), -4),
        ("Professor", lambda g: g.slots(0, s1="Warp Coils", s2="Blue Roster", s6="Hull Plating"), -1),
        ("Ex-Pirate", lambda g: g.cargo(0, "P P P P RY", 0), 1),
        ("Tincan Envoy", lambda g: g, -8),
        ("Tincan Envoy", lambda g: g.tracks(0, TC=7), -5),
        ("Tincan Envoy", lambda g: g.tracks(0, TC=13), -4),
        ("Tincan Envoy", lambda g: g.tracks(0, TC=27), -4),
    ],
)
def test_r_passengers_10_the_adjustment_of_the_score(name, lay_out, expected):
    assert adjustment(name, lay_out) == expected
