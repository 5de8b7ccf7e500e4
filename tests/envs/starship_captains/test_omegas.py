"""What every omega tech counts at the end of the game."""

import pytest

from tests.envs.starship_captains.table import Table


def bare():
    """A ship without anything that counts."""
    return Table(2).medals(0, 0).slots(0).cargo(0, "", 0).crew(ready="C C", queue="C C C C C")


def worth(name, lay_out, slot=1):
    """Points that an omega adds to a ship."""
    plain, g = lay_out(bare()), lay_out(bare())
    card = g.tech(name)
    g._take_tech(card)
    g.s["slot"][0, slot - 1] = card
    g.game.check()
    return g.points() - plain.points()


OMEGAS = [
    ("Artifact Blueprints", lambda g: g, 0),
    ("Artifact Blueprints", lambda g: g.cargo(0, "RY RY", 0), 2),
    ("Artifact Blueprints", lambda g: g.cargo(0, "RY RY RB", 0), 4),
    ("Artifact Blueprints", lambda g: g.cargo(0, "RY YB RB RB RB P", 0), 6),
    ("Red Roster", lambda g: g.crew(ready="R R+ Y B C", queue="R R+ B"), 4),
    ("Yellow Roster", lambda g: g.crew(ready="R R+ Y B C", queue="Y+ R+ B"), 2),
    ("Blue Roster", lambda g: g.crew(ready="R B+ Y B C", queue="R B+ B"), 4),
    ("Blue Roster", lambda g: g, 0),
    ("Chain of Command", lambda g: g.crew(ready="R R+ Y", queue="Y+ B+ B+ R+"), 5),
    ("Chain of Command", lambda g: g.crew(ready="R Y Y", queue="Y B+ B B"), 1),
    ("Honest Dents", lambda g: g.cargo(0, "", 4), 4),
    ("Honest Dents", lambda g: g.cargo(0, "", 9).slots(0, damaged=(5, 6)), 11),
    ("Red Mission Archive", lambda g: g.completed(0, "Treaty Signing", "Scan the Nebula", "Stowaway"), 2),
    ("Yellow Mission Archive", lambda g: g.completed(0, "Arena Combat", "Stowaway", "Treaty Signing"), 2),
    ("Blue Mission Archive", lambda g: g.completed(0, "Scan the Nebula", "Arena Combat", "Tincan Relay"), 2),
    ("Pirate Museum", lambda g: g.cargo(0, "P P P RY", 0), 3),
    ("Galactic Council", lambda g: g.tracks(0, CO=3, TC=4, NI=12), 2),
    ("Galactic Council", lambda g: g.tracks(0, CO=13, TC=12, NI=7), 6),
    ("Galactic Council", lambda g: g.tracks(0, CO=13, TC=14, NI=26), 8),
    ("Galactic Council", lambda g: g.tracks(0, CO=0, TC=14, NI=26), 0),
]


@pytest.mark.parametrize(("name", "lay_out", "expected"), OMEGAS)
def test_r_omegas_1_what_an_omega_is_worth(name, lay_out, expected):
    assert worth(name, lay_out) == expected


def test_r_omegas_2_integrated_systems_the_printed_pair_counts_while_it_shows():
    """Two moves and a medal of the card match nothing at slot 1; the pair in the middle counts."""
    assert worth("Integrated Systems", lambda g: g) == 1


def test_r_omegas_2_damaged_slots_count_too():
    assert worth("Integrated Systems", lambda g: g.slots(0, damaged=(3, 4))) == 1


def test_r_omegas_2_a_card_hides_the_printed_pair():
    assert worth("Integrated Systems", lambda g: g.slots(0, s3="Repair Shop")) == 0


def test_r_omegas_2_pairs_of_cards_count():
    """Salvage Bay and Research Lab share a medal and a move, the lab and slot 5 a repair."""
    assert worth("Integrated Systems", lambda g: g.slots(0, s3="Salvage Bay", s4="Research Lab")) == 3


def test_r_omegas_2_its_own_pairs_count():
    """At slot 5 it shows a move above at its right edge, as slot 6 at its left."""
    assert worth("Integrated Systems", lambda g: g, slot=5) == 2


def test_r_omegas_3_honest_dents_cancel_the_loss():
    g = bare().cargo(0, "", 6).slots(0, s1="Honest Dents")
    assert g.points() == 0


def test_r_omegas_4_a_mission_with_two_lines_of_a_colour_counts_once():
    assert worth("Yellow Mission Archive", lambda g: g.completed(0, "Arena Combat")) == 1


def test_r_omegas_5_an_omega_counts_only_when_it_is_installed():
    g = bare().cargo(0, "RY", 0)
    assert g.points() == 0.5
    assert "Artifact Blueprints" in g.on_board()


def test_r_omegas_6_androids_and_cadets_have_no_colour():
    for name in ("Red Roster", "Yellow Roster", "Blue Roster"):
        assert worth(name, lambda g: g.crew(ready="A A C", queue="C C C C C C")) == 0


def test_r_omegas_7_artifacts_in_lockers_count():
    def lay_out(g):
        return g.slots(0, s2="Dimensional Lockers").cargo(0, "RY YB RB", 8)

    assert worth("Artifact Blueprints", lay_out) == 6
