"""Damage, repairs and the cargo hold."""

from tests.envs.starship_captains.table import Table


def shot(tokens, damage, **kw):
    """A pirate shoots at the passing ship."""
    g = Table(2, **kw).cargo(0, tokens, damage).pirates({"H-I1": "purple medal"})
    return g.use("Helm", "R").act("to I1")


def test_r_damage_1_damage_goes_to_a_cargo_slot_never_to_a_tech_slot():
    g = shot("", 3)
    assert (g.damage(), g.damaged()) == (4, [1, 2, 5, 6])


def test_r_damage_2_with_a_free_slot_no_cargo_is_lost():
    g = shot("RY P", 5)
    assert (g.hold(), g.damage(), g.asks()) == ("RY P", 6, "move")


def test_r_damage_3_in_a_full_hold_a_token_is_discarded():
    g = shot("RY YB P", 5)
    assert (g.asks(), g.legal()) == (
        "discard",
        ["spend red-yellow artifact", "spend yellow-blue artifact", "spend pirate token"],
    )
    g.act("spend YB")
    assert (g.hold(), g.damage(), g.asks()) == ("RY P", 6, "move")
    assert g.s["artifact_discard"].tolist() == [0, 1, 0]


def test_r_damage_3_a_pirate_token_goes_to_the_pirates_discard():
    g = shot("RY YB P", 5).act("spend P")
    assert int(g.s["pirate_discard"].sum()) == 1


def test_r_damage_3_without_a_choice_it_is_not_asked():
    g = shot("RY RY", 6)
    assert (g.hold(), g.asks()) == ("RY", "move")


def test_r_damage_4_excess_damage_lies_on_top():
    g = shot("", 8)
    assert (g.damage(), g.asks()) == (9, "move")


def test_r_damage_4_there_is_no_limit():
    g = Table(2).cargo(0, "", 8).pirates({"H-I1": "purple medal"}).crew(ready="R+").use("Helm")
    g.act("to I1", "to H", "activate Helm", "to I1", "to H")
    assert g.damage() == 12


def test_r_damage_5_a_repair_removes_a_damage_of_the_hold_or_of_a_tech_slot():
    g = Table(2).use("Repair", "C")
    assert g.legal() == ["done", "repair cargo", *(f"repair tech slot {k}" for k in (1, 2, 5, 6))]
    assert g.twin().act("fix 5").damaged() == [1, 2, 6]
    assert g.act("fix cargo").damage() == 2


def test_r_damage_6_with_excess_damage_the_hold_stays_full_until_it_is_gone():
    g = (
        Table(2)
        .cargo(0, "", 9)
        .slots(s3="Xeno-Archive")
        .crew(ready="B C")
        .use("Repair", "C")
        .act("fix cargo")
    )
    assert g.damage() == 8
    g.turn_of(0).s["passed"][1] = 1
    g.tracks(0, TC=2).use("room 3").act("TC3")
    assert (g.hold(), g.damage()) == ("", 8)


def test_r_damage_6_tech_slots_may_be_repaired_instead():
    g = Table(2).cargo(0, "", 9).use("Repair", "C").act("fix 1")
    assert (g.damage(), g.damaged()) == (9, [2, 5, 6])


def test_r_damage_7_a_repair_is_optional():
    g = Table(2).use("Repair", "C").act("done")
    assert (g.damage(), g.who()) == (3, 1)


def test_r_damage_8_without_damage_nothing_is_asked():
    g = Table(2).cargo(0, "", 0).slots().use("Repair", "C")
    assert g.who() == 1


def test_r_damage_9_artifacts_and_pirate_tokens_take_a_slot_each():
    g = (
        Table(2)
        .cargo(0, "RY P", 6)
        .slots(s3="Salvage Bay")
        .crew(ready="Y")
        .next_artifacts("YB")
        .use("room 3")
    )
    assert g.asks() == "discard"
    assert g.legal() == ["spend red-yellow artifact", "spend yellow-blue artifact", "spend pirate token"]


def test_r_damage_10_all_artifacts_are_drawn_before_one_is_discarded():
    g = Table(2).cargo(0, "RY", 6).ships("I1").missions(I1="Asteroid Miners").crew(ready="B C C C")
    g.next_artifacts("YB").send("B C C").act("yes")
    assert (g.asks(), g.hold()) == ("discard", "RY YB YB")
    g.act("spend RY")
    assert (g.hold(), g.who()) == ("YB YB", 1)


def test_r_damage_11_damage_cannot_be_discarded():
    g = Table(2).cargo(0, "", 8).slots(s3="Salvage Bay").crew(ready="Y").next_artifacts("YB").use("room 3")
    assert (g.hold(), g.damage(), g.asks()) == ("", 8, "advance")


def test_r_damage_12_damage_is_mandatory_once_the_line_is_used():
    g = Table(2).ships("I1").missions(I1="Arena Combat").crew(ready="Y C").send("Y C").act("yes")
    assert g.damage() == 4


def test_r_damage_13_two_damage_bust_two_tokens():
    g = Table(2).ships("I1").missions(I1="Steal Secret Plans").cargo(0, "RY RY YB", 5)
    g.crew(ready="Y C C C").send("C C Y").act("yes", "spend RY", "spend YB")
    assert (g.damage(), g.hold(), g.has_medals()) == (7, "RY", 3)


def test_r_damage_14_the_kind_of_pirate_token_held_most_goes_first():
    g = Table(2).cargo(0, "", 5)
    for kind, n in ((1, 1), (4, 2)):
        g.s["pirates"][0, kind] += n
        g.s["pirate_supply"][kind] -= n
    g.pirates({"H-I1": "purple medal"}).use("Helm").act("to I1")
    assert g.s["pirates"][0].tolist() == [0, 1, 0, 0, 1, 0]


def test_r_damage_15_the_damage_of_a_fight_busts_cargo_before_the_reward_comes():
    g = Table(2).cargo(0, "RY YB", 6).pirates({"H-I1": "green medal"}).use("Weapons", "Y")
    g.act("fight purple")
    assert (g.asks(), g.hold(), g.has_medals()) == ("discard", "RY YB", 1)
    g.act("spend RY")
    assert (g.asks(), g.has_medals(), g.hold().count("P")) == ("discard", 2, 1)
