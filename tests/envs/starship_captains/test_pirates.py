"""Pirates on routes: ambush, uprising, fights and their supply."""

import pytest

from tests.envs.starship_captains.table import GAME, PIRATES, Table

AT_I1 = {"purple": "H-I1", "green": "I1-M1", "yellow": "I1-M2"}


def ambushed(kind, routes=None, place="I1"):
    """The blue line of a Blockade Run: an ambush, then steps that are not taken."""
    g = Table(2).ships("I1").missions(I1="Blockade Run").crew(ready="B C C C").pirates(routes or {})
    return g.next_pirates(kind).send("C C B").act("yes", "done")


def fought(kind, tokens="", damage=3):
    """A pirate at Home Station is fought."""
    g = Table(2).pirates({"H-I1": kind}).cargo(0, tokens, damage).next_artifacts("YB")
    return g.use("Weapons").act("fight purple")


@pytest.mark.parametrize("colour", AT_I1)
@pytest.mark.parametrize("reward", ["medal", "android"])
def test_r_pirates_1_an_ambush_comes_to_the_route_of_its_colour(colour, reward):
    assert ambushed(f"{colour} {reward}").all_pirates() == {AT_I1[colour]: f"{colour} {reward}"}


def test_r_pirates_1_at_home_station_too():
    g = Table(1, passenger=5).actions("passenger").next_pirates("green medal").use("Weapons")
    assert g.all_pirates() == {"H-I2": "green medal"}


def test_r_pirates_2_a_route_holds_one_pirate():
    g = ambushed("green medal", {"I1-M1": "yellow android"})
    assert g.all_pirates() == {"I1-M1": "yellow android"}
    assert g.s["pirate_discard"][PIRATES.index("green medal")] == 1


def test_r_pirates_3_an_ambush_is_not_optional():
    g = Table(2).ships("I1").missions(I1="Blockade Run").crew(ready="B C C C").send("C C B")
    assert g.legal() == ["no", "yes"]
    assert g.twin().act("no").all_pirates() == {}
    assert len(g.act("yes").all_pirates()) == 1


def test_r_pirates_4_jump_first_then_the_ambush_at_the_new_location():
    g = Table(2).ships("I1").missions(I1="Rescue the Younglings").crew(ready="R C C C")
    g.next_pirates("yellow medal").send("R C C").act("yes", "to O3")
    assert g.all_pirates() == {"M4-O3": "yellow medal"}


def test_r_pirates_5_who_fights_takes_one_damage_and_the_token():
    g = fought("green medal")
    assert (g.damage(), g.hold().count("P"), g.all_pirates()) == (4, 1, {})


def test_r_pirates_6_a_medal_and_an_artifact():
    g = fought("green medal")
    assert (g.has_medals(), g.hold(), g.ready()) == (2, "YB P", "R B C")


def test_r_pirates_7_an_android():
    g = fought("green android")
    assert (g.has_medals(), g.hold(), g.ready()) == (1, "P", "R B C A")


def test_r_pirates_8_any_pirate_on_a_route_from_here():
    g = Table(2).pirates({"H-I1": "yellow medal", "H-I3": "purple medal", "I1-M1": "green medal"})
    g.use("Weapons")
    assert g.legal() == [
        "done",
        "choose the pirate on the purple route",
        "choose the pirate on the yellow route",
    ]


def test_r_pirates_9_a_fight_is_optional():
    g = Table(2).pirates({"H-I1": "yellow medal"}).use("Weapons").act("done")
    assert (g.damage(), g.hold(), g.who()) == (3, "", 1)


def test_r_pirates_10_damage_then_token_and_reward_then_the_hold_is_looked_at():
    """Two free slots: the damage takes one, token and artifact do not both fit."""
    g = fought("green medal", "RY", 6)
    assert (g.damage(), g.asks(), g.hold()) == (7, "discard", "RY YB P")
    g.act("spend RY", "spend YB")
    assert g.hold() == "P"


def test_r_pirates_11_in_a_hold_full_of_damage_the_token_is_lost():
    g = fought("green android", "", 8)
    assert (g.damage(), g.hold(), g.ready()) == (9, "", "R B C A")
    assert g.s["pirate_discard"][PIRATES.index("green android")] == 1


def test_r_pirates_12_discarded_tokens_become_the_supply():
    g = Table(2).ships("I1").missions(I1="Blockade Run").crew(ready="B C C C")
    g.s["pirate_discard"], g.s["pirate_supply"] = [6, 6, 6, 4, 4, 4], 0
    g.send("C C B").act("yes", "done")
    assert len(g.all_pirates()) == 1
    assert (g.s["pirate_discard"].sum(), g.s["pirate_supply"].sum()) == (0, 29)


def test_r_pirates_13_no_pirate_left_anywhere():
    g = Table(4).ships("I1").missions(I1="Blockade Run").crew(ready="B C C C").no_pirates()
    g.send("C C B").act("yes", "done")
    assert g.all_pirates() == {}
    assert g.s["pirate_supply"].sum() + g.s["pirate_discard"].sum() == 0


def test_r_pirates_13_no_token_is_gained_then():
    g = Table(4).ships("I1").missions(I1="Boarding Drill").crew(ready="Y C").no_pirates()
    assert g.send("Y C").act("yes", "done").hold() == "P P P P"


def test_r_pirates_13_an_uprising_brings_nobody_then():
    g = Table(4).ships("I1").missions(I1="Stowaway").crew(ready="C C").numbers(up=1).no_pirates()
    g.send("C C")
    assert (g.all_pirates(), g.up()) == ({}, [1, 2, 3, 4, 5])


def test_r_pirates_13_a_raid_leaves_the_routes_empty_then():
    g = Table(4).event(**{"Ni'an": "Raiding Season"}).tracks(0, NI=11).crew(ready="Y").no_pirates()
    g.slots(s3="Interrogation Room").use("room 3").act("NI1")
    assert (g.all_pirates(), g.asks()) == ({}, "advance")


def test_r_pirates_14_pirate_tokens_as_a_gain_come_from_the_supply():
    g = Table(2).ships("I1").missions(I1="Boarding Drill").crew(ready="Y C").tracks(0, NI=9)
    g.next_pirates("green android").send("Y C").act("yes", "NI2")
    assert (g.hold(), g.ready(), g.s["pirate_supply"].sum()) == ("P", "", 3)


# Uprising


def uprising(*kinds, routes=None, places=None):
    """The mission at I1 is completed while only number 1 is face up; a kind of pirate for all numbers."""
    g = Table(2).ships("I1").missions(I1="Stowaway").crew(ready="C C").numbers(up=1, **(places or {}))
    return g.pirates(routes or {}).next_pirates(*kinds).send("C C")


def test_r_pirates_15_when_the_last_number_is_placed_pirates_rise():
    """Numbers 2 to 5 lie at M2, M4, M6, O2; number 1 has come from I2 to I1."""
    g = uprising("green medal")
    assert g.all_pirates() == {
        "I1-M1": "green medal",  # 1 at I1
        "M2-O1": "green medal",  # 2
        "M4-M5": "green medal",  # 3
        "I3-M6": "green medal",  # 4
        "M3-O2": "green medal",  # 5
    }
    assert (g.number_at("I1"), g.number_at("I2"), g.up()) == (1, 0, [1, 2, 3, 4, 5])
    assert g.mission_at("I2") is not None


def test_r_pirates_16_a_pirate_on_the_route_keeps_the_new_one_away():
    """The rulebook's example: one of the planets has a pirate on the matching route from the beginning."""
    g = uprising("green medal", routes={"M4-M5": "purple medal", "H-I1": "green android"})
    assert g.pirate_on("M4-M5") == "purple medal"
    assert g.s["pirate_discard"][PIRATES.index("green medal")] == 1
    assert len(g.all_pirates()) == 6


@pytest.mark.parametrize("seed", range(6))
def test_r_pirates_16_purple_and_green_come_yellow_is_discarded(seed):
    """All yellow routes at the numbers have a pirate; two purple, two green and a yellow one are drawn."""
    g = Table(2, seed=seed).ships("I1").missions(I1="Stowaway").crew(ready="C C").numbers(up=1)
    old = {
        "I1-M2": "purple android",
        "M4-O3": "green android",
        "M6-M1": "green android",
        "O1-O2": "purple android",
    }
    g.pirates(old).s["pirate_discard"] = g.s["pirate_supply"]
    for name, n in (("purple medal", 2), ("green medal", 2), ("yellow medal", 1)):
        g.s["pirate_discard"][PIRATES.index(name)] -= n
    g.s["pirate_supply"] = [2, 2, 1, 0, 0, 0]
    before = int(g.s["pirate_discard"][PIRATES.index("yellow medal")])
    g.send("C C")
    new = {ends: kind for ends, kind in g.all_pirates().items() if ends not in old}
    assert sorted(new.values()) == ["green medal", "green medal", "purple medal", "purple medal"]
    assert set(new) <= {
        *("H-I1", "M2-M3", "I2-M4", "M6-O4", "O2-O3"),  # purple
        *("I1-M1", "M2-O1", "M4-M5", "I3-M6", "M3-O2"),  # green
    }
    assert {ends: g.pirate_on(ends) for ends in old} == old
    assert g.s["pirate_discard"][PIRATES.index("yellow medal")] == before + 1


def test_r_pirates_17_of_two_planets_at_one_route_the_lower_number_comes_first():
    """Numbers 1 and 4 at the ends of one green route: only one pirate comes there."""
    g = uprising("green medal", places={"n4": "M1"})
    assert list(g.all_pirates()) == ["I1-M1", "M4-M5", "M2-O1", "M3-O2"]
    assert g.s["pirate_discard"][PIRATES.index("green medal")] == 1


def test_r_pirates_17_pirates_come_in_the_order_of_the_numbers():
    """Of the planets I1, M2, M4, M1 and O2 the fourth finds its green route, to I1, taken."""
    g = Table(2).ships("I1").missions(I1="Stowaway").crew(ready="C C").numbers(up=1, n4="M1")
    g.next_pirates("green medal")
    action = next(a for a in g.game.legal_ids() if g.game.name(a) == "complete the mission")
    lines = GAME.told(g.game.content, g.s.copy(), action, None)
    ends = [line.rpartition("between ")[2] for line in lines if line.startswith("a green pirate")]
    assert ends == ["I1 and M1", "M2 and O1", "M4 and M5", "I1 and M1", "M3 and O2"]


def test_r_pirates_17_all_are_drawn_before_any_is_placed():
    """The only pirate left finds the route at number 1 taken; it is not drawn again for number 2."""
    g = Table(4).ships("I1").missions(I1="Stowaway").crew(ready="C C").numbers(up=1).no_pirates()
    green = PIRATES.index("green medal")
    g.s["pirates"][:2, green] -= 1
    g.s["pirate_supply"][green] = 1
    g.s["pirate_on"][g.route("I1-M1")] = green
    g.send("C C")
    assert g.all_pirates() == {"I1-M1": "green medal"}
    assert g.s["pirate_discard"][green] == 1


def test_r_pirates_18_no_uprising_before():
    g = Table(2).ships("I1").missions(I1="Stowaway").crew(ready="C C").numbers(up=2).send("C C")
    assert (g.up(), g.all_pirates(), g.number_at("I1")) == ([1], {}, 2)


def test_r_pirates_19_each_planet_draws_a_pirate_of_its_own():
    found = set()
    for seed in range(10):
        g = (
            Table(2, seed=seed)
            .ships("I1")
            .missions(I1="Stowaway")
            .crew(ready="C C")
            .numbers(up=1)
            .send("C C")
        )
        found |= set(g.all_pirates().values())
        assert g.s["pirate_supply"].sum() == 25
        assert len(g.all_pirates()) + g.s["pirate_discard"].sum() == 5
    assert found == set(PIRATES)
