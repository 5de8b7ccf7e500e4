"""Tech bonuses: matching icons of neighbouring slots. Side A prints these icons between the slots:

slot    1     2     3     4     5     6
top     . W | . . | V M | M . | . . | V .
bottom  . . | . M | . . | . V | W . | . .
"""

import pytest

from tests.envs.starship_captains.table import Table


def take(name, slot, slot_side="A", **techs):
    """A tech is taken into a slot next to others; all slots are whole."""
    g = Table(2, slot_side=slot_side).slots(0, **techs).board(name).use("Science").act("take 1")
    return g.act(f"in {slot}") if g.asks() == "slot" else g


def test_r_bonuses_1_the_example_a_medal_then_a_move():
    """Research Lab right of a Salvage Bay: medals match above, moves below."""
    g = take("Research Lab", 4, s3="Salvage Bay")
    assert (g.has_medals(), g.asks()) == (2, "move")
    g.act("to I1")
    assert g.asks() == "repair"  # at the other edge, below: the printed icon of slot 5


def test_r_bonuses_2_no_match_no_bonus():
    g = take("Boarding Tubes", 4, s3="Salvage Bay")
    assert (g.has_medals(), g.who(), g.damage()) == (1, 0, 3)
    g = take("Thruster Dock", 6, s5="Repair Shop")
    assert (g.has_medals(), g.who(), g.damage()) == (1, 1, 3)


def test_r_bonuses_3_a_repair():
    """A Thruster Dock matches the printed repair icon on the right edge of slot 1."""
    g = take("Thruster Dock", 2).act("fix cargo")
    assert (g.damage(), g.who()) == (2, 1)


def test_r_bonuses_4_a_medal():
    """A Tractor Beam matches the printed medal on the right edge of slot 3."""
    g = take("Tractor Beam", 4)
    assert (g.has_medals(), g.who()) == (2, 1)


def test_r_bonuses_5_a_move():
    """A Patrol Bridge left of the printed move icon of slot 6."""
    g = take("Patrol Bridge", 5).act("to I3").skip()
    assert g.at() == "I3"


def test_r_bonuses_5_a_move_is_optional():
    g = take("Patrol Bridge", 5).act("done")
    assert (g.at(), g.who()) == ("H", 1)


def test_r_bonuses_6_damage_does_not_hide_printed_icons():
    g = Table(2).slots(0, damaged=(1, 5, 6)).board("Thruster Dock").use("Science").act("take 1", "in 2")
    assert g.asks() == "repair"


def test_r_bonuses_7_a_card_hides_the_icons_it_covers():
    """The printed medal of slot 3 is under a Repair Shop, whose edge shows a move."""
    g = take("Tractor Beam", 4, s3="Repair Shop")
    assert (g.has_medals(), g.who()) == (1, 1)


def test_r_bonuses_8_the_pair_printed_in_the_middle_gives_nothing():
    g = take("Thruster Dock", 6)
    assert (g.has_medals(), g.who()) == (1, 1)


def test_r_bonuses_9_a_pair_is_one_effect_not_two():
    g = take("Thruster Dock", 2).act("fix cargo")
    assert g.who() == 1


def test_r_bonuses_10_top_before_bottom_and_left_before_right():
    """A move above at the left edge, a repair above at the right one, then a medal below at the left."""
    g = take("Cybernetics Lab", 3, s2="Officer School", s4="Warp Coils")
    assert (g.asks(), g.has_medals()) == ("move", 1)
    g.act("done")
    assert (g.asks(), g.has_medals()) == ("repair", 1)
    g.act("done")
    assert (g.who(), g.has_medals()) == (1, 2)


def test_r_bonuses_11_only_the_new_card_brings_bonuses():
    """A pair between two old cards gives nothing when a third one comes."""
    g = take("Thruster Dock", 6, s3="Salvage Bay", s4="Repair Shop")
    assert (g.has_medals(), g.who()) == (1, 1)


def test_r_bonuses_12_a_replacing_card_counts_its_own_pairs_only():
    g = Table(2).slots(0, damaged=(1, 2, 5, 6), s3="Salvage Bay", s4="Repair Shop").board("Docking Clamps")
    g.use("Science").act("take 1", "in 4")
    assert g.has_medals() == 2  # M--W right of a Salvage Bay
    assert g.asks() == "repair"  # and left of the printed repair icon


def test_r_bonuses_13_side_b_prints_other_icons():
    """Between slots 3 and 4 a repair below; slot 5 shows a move above and a medal below at its right edge."""
    g = take("Honest Dents", 6, slot_side="B")
    assert (g.has_medals(), g.who()) == (1, 1)
    g = take("Tractor Beam", 4, slot_side="B").act("fix cargo")
    assert (g.damage(), g.who()) == (2, 1)
    g = take("Patrol Bridge", 6, slot_side="B")
    assert (g.has_medals(), g.who()) == (2, 1)


def test_r_bonuses_14_the_outer_edges_match_nothing():
    g = take("Warp Coils", 1)
    assert g.who() == 1
    g = take("Drill Range", 6)
    assert (g.has_medals(), g.who()) == (1, 1)


@pytest.mark.parametrize(("slot", "expected"), [(1, 1), (3, 2)])
def test_r_bonuses_15_omegas_bring_bonuses_too(slot, expected):
    """Chain of Command shows a medal above at its right edge, as slot 4 at its left."""
    g = take("Chain of Command", slot)
    assert g.has_medals() == expected


def test_r_bonuses_16_recycling_brings_bonuses():
    g = Table(2).slots(0, damaged=(1, 2, 5, 6), s3="Salvage Bay", s4="Research Lab").board("Tractor Beam")
    g.crew(ready="B").use("room 4").act("take 1", "in 4")
    assert g.has_medals() == 2
