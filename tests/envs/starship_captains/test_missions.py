"""Completing missions, every line of every mission, and the new mission."""

import pytest

from tests.envs.starship_captains.table import GAME, Table

FOUGHT = {"damage": 1, "tokens": 1, "pirates": -1, "medals": 1, "artifacts": 1}


def fight(**more):
    """What a fight with the pirate at I1 changes, and more."""
    found = dict(FOUGHT)
    for name, n in more.items():
        found[name] = found.get(name, 0) + n
    return {name: n for name, n in found.items() if n}


MOVE2 = ["to H", "to I2"]
F = "fight yellow"

# name: points, then for each line its colour, the answers, and what changes
MISSIONS = {
    "Shakedown Patrol": (
        3,
        ("R", ["CO2", *MOVE2], {"co": 2, "place": "I2"}),
        ("Y", [F, "NI1"], fight(ni=1)),
    ),
    "Supply Run": (
        3,
        ("R", ["to H"], {"medals": 1, "place": "H"}),
        ("B", ["fix cargo", "fix 1", "TC1"], {"damage": -1, "broken": -1, "tc": 1}),
    ),
    "Trade in Emotion Chips": (
        3,
        ("R", ["CO1"], {"artifacts": 2, "co": 1}),
        ("B", ["spend RB", "TC5"], {"artifacts": -1, "tc": 5}),
    ),
    "Arena Combat": (
        3,
        ("Y", ["NI2"], {"damage": 1, "medals": 2, "ni": 2}),
        ("Y", [F], fight(medals=1)),
    ),
    "Harvest Roddenberries": (
        3,
        ("B", ["fix cargo", "TC1"], {"artifacts": 1, "damage": -1, "tc": 1}),
        ("R", ["CO2"], {"co": 2, "medals": 1}),
    ),
    "Boarding Drill": (
        3,
        ("Y", ["NI2"], {"tokens": 1, "ni": 2}),
        ("R", ["to H", "CO2"], {"place": "H", "co": 2}),
    ),
    "Living Slime": (
        3,
        ("B", ["take 1", "in 4", "TC2"], {"techs": 1, "tc": 2}),
        ("Y", ["CO4"], {"damage": 1, "co": 4}),
    ),
    "Lost World": (
        4,
        ("R", [*MOVE2, "CO1"], {"place": "I2", "co": 1}),
        ("B", ["TC2"], {"artifacts": 1, "tc": 2}),
    ),
    "Distress Beacon": (
        4,
        ("Y", [], {"damage": 1, "artifacts": 1, "medals": 2}),
        ("B", ["fix cargo", "TC2"], {"damage": -1, "tc": 2}),
    ),
    "Escort the Envoy": (
        4,
        ("R", ["CO3", "to H"], {"co": 3, "place": "H"}),
        ("Y", ["NI3"], {"ni": 3}),
    ),
    "Smugglers' Moon": (
        4,
        ("Y", ["choose the first effect", "NI3"], {"ni": 3}),
        ("R", ["spend P", "TC5"], {"tokens": -1, "tc": 5}),
    ),
    "Stowaway": (
        4,
        ("R", [], {"ready": 1}),
        ("Y", ["NI2"], {"ni": 2, "medals": 1}),
    ),
    "Scan the Nebula": (
        4,
        ("B", ["TC3"], {"tc": 3}),
        ("B", ["take 1", "in 4"], {"techs": 1}),
    ),
    "Tincan Relay": (
        4,
        ("A", ["TC4"], {"tc": 4, "medals": 1}),
        ("B", ["TC2", "fix cargo"], {"tc": 2, "damage": -1}),
    ),
    "First Contact": (
        5,
        ("R", ["CO3"], {"co": 3, "medals": 1}),
        ("B", ["TC2"], {"tc": 2, "artifacts": 1}),
        ("Y", ["NI2", "fix cargo"], {"ni": 2, "damage": -1}),
    ),
    "Rescue the Younglings": (
        5,
        ("R", ["to O3"], {"place": "O3", "pirates": 1}),
        ("Y", [F, "NI1"], fight(ni=1)),
        ("B", ["fix cargo", "TC2"], {"damage": -1, "tc": 2}),
    ),
    "Pirate Hideout": (
        5,
        ("Y", [F], fight()),
        ("Y", [F, "NI2"], fight(ni=2)),
        ("R", [*MOVE2, "CO1"], {"place": "I2", "co": 1}),
    ),
    "Anti-Time Anomaly": (
        5,
        ("R", [], {"ready": 1}),
        ("Y", ["TC4"], {"damage": 2, "tc": 4}),
        ("B", ["take 1", "in 3", "TC1"], {"tc": 1}),
    ),
    "Omnipotent Being": (
        5,
        ("A", ["CO5"], {"co": 5}),
        ("R", ["choose the first effect"], {"medals": 2}),
        ("B", ["choose the second effect"], {"artifacts": 2}),
    ),
    "Repair the Repair Station": (
        5,
        ("B", ["fix cargo", "fix 1", "fix 2"], {"damage": -1, "broken": -2}),
        ("R", ["CO2"], {"co": 2, "medals": 1}),
        ("Y", ["fix cargo", "NI2"], {"damage": -1, "ni": 2}),
    ),
    "Tincan Library": (
        5,
        ("B", ["draw 1", "in 4", "TC1"], {"techs": 1, "tc": 1}),
        ("Y", ["fix cargo", "NI2"], {"damage": -1, "ni": 2}),
        ("R", ["CO2", "to H"], {"co": 2, "place": "H"}),
    ),
    "Steal Secret Plans": (
        5,
        ("Y", ["draw 1", "in 4"], {"techs": 1}),
        ("R", MOVE2, {"place": "I2"}),
        ("Y", [], {"damage": 2, "medals": 2}),
    ),
    "Gateway to the Stars": (
        5,
        ("R", ["to O3"], {"place": "O3"}),
        ("B", ["TC3"], {"tc": 3, "artifacts": 1}),
        ("A", ["TC5"], {"tc": 5}),
    ),
    "Salvage the Wreck": (
        5,
        ("Y", [], {"damage": 1, "tokens": 1, "artifacts": 1}),
        ("B", [], {"artifacts": 2}),
        ("R", ["to H"], {"medals": 1, "place": "H"}),
    ),
    "Hostage Talks": (
        5,
        ("Y", ["spend P"], {"tokens": -1, "medals": 3}),
        ("R", ["CO3"], {"co": 3}),
        ("Y", ["NI4"], {"ni": 4}),
    ),
    "Space Hippies": (
        5,
        ("R", ["CO2"], {"co": 2}),
        ("B", [], {"androids": 1}),
        ("R", ["to H"], {"place": "H", "medals": 1}),
    ),
    "Rubber-Suit Duel": (
        5,
        ("Y", ["NI1"], {"damage": 1, "medals": 2, "ni": 1}),
        ("Y", [F], fight()),
        ("B", [], {"ready": 1}),
    ),
    "Android Liberation": (
        5,
        ("B", [], {"androids": 1}),
        ("Y", [F], fight()),
        ("A", ["TC4"], {"tc": 4}),
    ),
    "Asteroid Miners": (
        6,
        ("B", [], {"artifacts": 2}),
        ("R", ["CO2"], {"co": 2}),
        ("Y", ["NI2", "fix cargo"], {"ni": 2, "damage": -1}),
    ),
    "Treaty Signing": (
        6,
        ("R", ["CO3"], {"co": 3}),
        ("R", ["CO1"], {"medals": 1, "co": 1}),
        ("B", ["TC3"], {"tc": 3}),
    ),
    "Blockade Run": (
        6,
        ("R", MOVE2, {"place": "I2"}),
        ("Y", [F], fight()),
        ("B", ["TC4"], {"pirates": 1, "tc": 4}),
    ),
    "Plague Ship": (
        6,
        ("B", ["fix cargo"], {"damage": -1, "medals": 1}),
        ("B", ["TC3"], {"tc": 3}),
        ("R", ["CO3"], {"co": 3}),
    ),
    "Restore the Hive Mind": (
        6,
        ("A", ["TC2"], {"tc": 2}),
        ("B", ["TC2"], {"tc": 2}),
        ("B", ["fix cargo", "fix cargo"], {"damage": -2}),
    ),
    "Ghost Ship": (
        6,
        ("Y", [], {"damage": 1, "tokens": 1, "medals": 1}),
        ("B", ["TC2"], {"damage": 1, "artifacts": 2, "tc": 2}),
        ("R", ["to H", "CO1"], {"place": "H", "co": 1}),
    ),
    "Comet Rodeo": (
        6,
        ("R", MOVE2, {"place": "I2"}),
        ("R", ["CO1"], {"medals": 1, "co": 1}),
        ("Y", ["NI3"], {"ni": 3}),
    ),
    "Archaeology Dig": (
        6,
        ("B", [], {"artifacts": 2}),
        ("B", ["spend RB", "TC4"], {"artifacts": -1, "tc": 4}),
        ("Y", ["NI2"], {"ni": 2}),
    ),
    "Listening Post": (
        6,
        ("Y", ["NI3"], {"ni": 3}),
        ("B", ["TC3"], {"tc": 3}),
        ("R", ["to H", "CO1"], {"place": "H", "co": 1}),
    ),
    "Rogue Computer": (
        6,
        ("B", ["in 3", "CO6"], {"techs": -1, "co": 6}),
        ("Y", [F], fight()),
        ("R", ["CO2", "fix cargo"], {"co": 2, "damage": -1}),
    ),
    "Parade of Ships": (
        6,
        ("R", [], {"medals": 2}),
        ("Y", ["NI1"], {"medals": 1, "ni": 1}),
        ("B", ["TC1"], {"medals": 1, "tc": 1}),
    ),
    "Sleeper Pods": (
        6,
        ("B", [], {"ready": 1}),
        ("R", ["CO2"], {"co": 2}),
        ("Y", ["NI3"], {"ni": 3}),
    ),
    "Bounty Board": (
        6,
        ("Y", [F], fight()),
        ("Y", ["spend P", "TC5"], {"tokens": -1, "tc": 5}),
        ("R", ["to H"], {"place": "H", "medals": 1}),
    ),
    "Border Dispute": (
        6,
        ("R", ["CO1", "TC1", "NI1"], {"co": 1, "tc": 1, "ni": 1}),
        ("Y", ["NI4"], {"pirates": 1, "ni": 4}),
        ("B", ["TC2", "fix cargo"], {"tc": 2, "damage": -1}),
    ),
    "Siege of the Colony": (
        7,
        ("Y", [F], fight()),
        ("Y", [F], fight()),
        ("R", [*MOVE2, "CO2"], {"place": "I2", "co": 2}),
        ("B", ["fix cargo", "fix 1", "TC1"], {"damage": -1, "broken": -1, "tc": 1}),
    ),
    "Grand Council": (
        7,
        ("R", ["CO4"], {"co": 4}),
        ("B", ["TC4"], {"tc": 4}),
        ("Y", ["NI4"], {"ni": 4}),
        ("A", ["CO1", "CO1", "TC1", "NI1"], {"co": 2, "tc": 1, "ni": 1}),
    ),
    "Dead Moon Expedition": (
        7,
        ("R", ["to O3"], {"place": "O3", "pirates": 1}),
        ("B", [], {"artifacts": 2}),
        ("B", ["take 1", "in 3"], {}),
        ("Y", ["NI4"], {"damage": 1, "ni": 4}),
    ),
    "Time Loop": (
        7,
        ("R", [], {"ready": 1}),
        ("Y", [], {"ready": 1}),
        ("B", ["fix cargo", "fix 1"], {"damage": -1, "broken": -1}),
        ("R", [], {"medals": 2}),
    ),
    "Evacuate the Station": (
        8,
        ("R", MOVE2, {"place": "I2"}),
        ("R", ["CO3"], {"co": 3}),
        ("B", ["fix cargo", "TC1"], {"damage": -1, "tc": 1}),
        ("Y", [F], fight()),
    ),
    "Mirror Universe": (
        8,
        ("R", ["choose the first effect", "CO3"], {"co": 3}),
        ("Y", ["choose the first effect", "NI3"], {"ni": 3}),
        ("B", ["choose the first effect", "TC3"], {"tc": 3}),
        ("A", [], {"androids": 1, "medals": 1}),
    ),
    "Great Heist": (
        8,
        ("Y", ["NI1"], {"tokens": 1, "ni": 1}),
        ("Y", [], {"damage": 1, "artifacts": 2, "medals": 1}),
        ("R", MOVE2, {"place": "I2"}),
        ("B", ["take 1", "in 4"], {"techs": 1}),
    ),
    "Dyson Sphere": (
        8,
        ("B", ["TC3"], {"tc": 3}),
        ("B", ["take 1", "in 4"], {"techs": 1}),
        ("A", ["take 1", "in 3", "TC2"], {"tc": 2}),
        ("R", ["CO2"], {"co": 2, "medals": 1}),
    ),
}
LINES = [(name, k + 1) for name, (_, *lines) in MISSIONS.items() for k in range(len(lines))]
OTHER_HALVES = [
    ("Smugglers' Moon", 1, "Y", ["choose the second effect"], {"medals": 2}),
    ("Omnipotent Being", 2, "R", ["choose the second effect", "CO4"], {"co": 4}),
    ("Omnipotent Being", 3, "B", ["choose the first effect", "take 1", "in 4"], {"techs": 1}),
    ("Mirror Universe", 1, "R", ["choose the second effect", "NI3"], {"ni": 3}),
    ("Mirror Universe", 2, "Y", ["choose the second effect", "TC3"], {"tc": 3}),
    ("Mirror Universe", 3, "B", ["choose the second effect", "CO3"], {"co": 3}),
]
WRONG = {"R": "Y", "Y": "B", "B": "R", "A": "R"}


def lines_of(name):
    """Colours of the lines of a mission."""
    return [line[0] for line in MISSIONS[name][1:]]


def scene(name):
    """At I1, a pirate on the yellow route, some cargo, tracks without bonuses ahead."""
    g = Table(2).no_events().tracks(0, CO=2, TC=2, NI=9).ships("I1").missions(I1=name)
    g.pirates({"I1-M2": "purple medal"}).cargo(0, "RB P", 3).board("Thruster Dock")
    g.slots(0, damaged=(1, 2, 6), s3="Officer School")
    g.next_pirates("green medal").omegas("Honest Dents", "Red Mission Archive", "Blue Mission Archive")
    return g.deck("Trophy Display", "Repair Shop", "Interrogation Room")


def resolve(name, number, colour, answers):
    """All lines but one are staffed with cadets; that one is resolved. What it changes."""
    g = scene(name)
    lines = len(lines_of(name))
    figures = ["C"] * lines
    figures[number - 1] = colour
    g.crew(ready=" ".join(figures), queue="R Y B C C C C"[: 2 * (7 - lines + (colour == "A")) - 1])
    g.send(" ".join(figures))
    assert g.legal() == ["no", "yes"], "the line is not matched"
    before = g.account()
    g.act("yes", *answers)
    assert g.who() == 1, f"{g!r}"
    assert g.done_missions() == [name]
    return g.changes(before)


def test_r_missions_1_fifty_missions():
    assert list(MISSIONS) == Table(2).labels["missions"]
    colours = [colour for name in MISSIONS for colour in lines_of(name)]
    assert [colours.count(colour) for colour in "RYBA"] == [46, 45, 45, 8]


@pytest.mark.parametrize(("name", "number"), LINES)
def test_r_missions_2_what_a_line_does(name, number):
    colour, answers, expected = MISSIONS[name][number]
    assert resolve(name, number, colour, answers) == expected


@pytest.mark.parametrize(("name", "number", "colour", "answers", "expected"), OTHER_HALVES)
def test_r_missions_2_the_other_half_of_a_choice(name, number, colour, answers, expected):
    assert resolve(name, number, colour, answers) == expected


@pytest.mark.parametrize("name", MISSIONS)
def test_r_missions_3_a_mission_matched_by_nobody_gives_its_points_only(name):
    g = scene(name)
    figures = [WRONG[colour] for colour in lines_of(name)]
    g.crew(ready=" ".join(figures))
    before, points = g.account(), g.points()
    before["ready"] -= len(figures)
    g.send(" ".join(figures))
    assert (g.changes(before), g.who()) == ({}, 1)
    assert g.points() - points == MISSIONS[name][0]


@pytest.mark.parametrize("name", MISSIONS)
def test_r_missions_4_androids_match_every_line(name):
    g = scene(name).crew(ready=" ".join("A" * len(lines_of(name))))
    g.send(" ".join("A" * len(lines_of(name))))
    for _ in lines_of(name):
        assert g.legal() == ["no", "yes"]
        g.act("no")
    assert (g.who(), g.ready()) == (1, "")


# Whether and how


def test_r_missions_5_the_ship_must_be_at_the_planet():
    assert not Table(2).can("complete the mission")
    assert Table(2).ships("I1").can("complete the mission")
    assert not Table(2).ships("I2").can("complete the mission")


def test_r_missions_6_a_figure_for_every_line():
    g = Table(2).ships("I1").missions(I1="Grand Council")
    assert not g.crew(ready="R Y C").can("complete the mission")
    assert g.crew(ready="R Y C A").can("complete the mission")


def test_r_missions_7_any_figure_may_be_sent():
    g = Table(2).ships("I1").crew(ready="R C Y+ A").act("complete the mission")
    assert g.offered("choose ") == ["red ensign", "cadet", "yellow commander", "android"]


def test_r_missions_8_all_are_placed_before_the_first_line_is_resolved():
    g = Table(2).ships("I1").missions(I1="Stowaway").crew(ready="R B", queue="Y C C C C").send("R B")
    assert [int(figure) for figure in g.s["pad"]] == [0, 2, -1, -1]
    g.act("yes")
    assert g.ready() == "Y"


def test_r_missions_9_a_line_may_be_ignored():
    g = Table(2).ships("I1").missions(I1="Arena Combat").crew(ready="Y C").send("Y C").act("no")
    assert (g.damage(), g.has_medals(), g.who()) == (3, 1, 1)


def test_r_missions_9_but_not_a_part_of_it():
    """Damage of a used line is taken; steps may still be left out."""
    g = Table(2).ships("I1").missions(I1="Arena Combat").crew(ready="Y C").send("Y C").act("yes", "done")
    assert (g.damage(), g.has_medals(), g.marks()) == (4, 3, (0, 0, 0))


def test_r_missions_10_lines_from_top_to_bottom():
    g = Table(2).ships("I1").missions(I1="Time Loop").crew(ready="R Y B R", queue="C B Y").send("R Y B R")
    g.act("yes")
    assert (g.ready(), g.queue()) == ("C", "B Y")
    g.act("yes")
    assert (g.ready(), g.queue(), g.s["line"]) == ("B C", "Y", 2)


def test_r_missions_11_the_crew_returns_in_order_the_top_line_in_front():
    g = (
        Table(2)
        .ships("I1")
        .missions(I1="Grand Council")
        .crew(ready="B R C Y", queue="R Y B")
        .send("B C Y R")
        .act("no")
    )
    assert g.queue() == "R Y B B C Y R"


def test_r_missions_12_androids_return_to_the_supply():
    g = Table(2).ships("I1").missions(I1="Stowaway").crew(ready="A C").send("A C").act("no")
    assert (g.ready(), g.queue().split()[-1]) == ("", "C")
    assert "A" not in g.queue()


def test_r_missions_13_the_card_is_kept_for_its_points():
    g = Table(2).ships("I1").missions(I1="Parade of Ships").crew(ready="C C C").send("C C C")
    assert g.done_missions() == ["Parade of Ships"]


def test_r_missions_14_golden_lines_are_for_androids_only():
    for figure in ("R", "Y", "B", "C", "R+", "B+"):
        g = Table(2).ships("I1").missions(I1="Tincan Relay").crew(ready=f"{figure} C C", queue="Y Y Y Y")
        assert g.send(f"{figure} C").asks() != "line"


def test_r_missions_15_the_hive_mind_counts_all_androids_of_the_crew():
    """One in the ready room and two on the mission: three times two steps."""
    g = scene("Restore the Hive Mind").crew(ready="A A C A").send("A A C").act("yes", "TC2", "TC2", "TC2")
    assert (g.marks()[1], g.asks()) == (8, "line")


@pytest.mark.parametrize("androids", [1, 12, 40])
def test_r_missions_15_however_many_androids(androids):
    g = scene("Restore the Hive Mind").crew(ready=" ".join(["A"] * androids + ["C", "C"])).send("A C C")
    g.act("yes", *["done"] * androids)
    assert (g.who(), g.ready().split().count("A")) == (1, androids - 1)


def test_r_missions_15_an_android_gained_on_the_way_is_not_counted():
    """The second step leads to the Tincan track's android; one android went on the mission."""
    g = scene("Restore the Hive Mind").tracks(0, TC=7).crew(ready="A C C").send("A C C").act("yes", "TC2")
    assert (g.marks()[1], g.ready(), g.who()) == (9, "A", 1)


def test_r_missions_16_the_library_shows_three_techs():
    g = scene("Tincan Library").crew(ready="B C C").send("B C C").act("yes")
    shown = {g.labels["techs"][card] for card in g.s["drawn"]}
    assert shown == {"Trophy Display", "Repair Shop", "Interrogation Room"}
    g.act("done")
    assert shown <= set(g.discarded())


def test_r_missions_16_the_others_are_discarded():
    g = scene("Tincan Library").crew(ready="B C C").send("B C C").act("yes")
    shown = [g.labels["techs"][card] for card in g.s["drawn"]]
    g.act("draw 2", "in 4")
    assert g.techs()[4] == shown[1]
    assert {shown[0], shown[2]} <= set(g.discarded())


def test_r_missions_16_a_library_card_goes_to_an_empty_slot_only():
    g = scene("Tincan Library").crew(ready="B C C").send("B C C").act("yes", "draw 1")
    assert g.legal() == ["choose tech slot 4", "choose tech slot 5"]


def test_r_missions_17_secret_plans_show_three_omegas_that_may_replace_a_tech():
    g = scene("Steal Secret Plans").crew(ready="Y C C").send("Y C C").act("yes")
    assert all(card >= 50 for card in g.s["drawn"])
    g.act("draw 1")
    assert g.legal() == ["choose tech slot 3", "choose tech slot 4", "choose tech slot 5"]


def test_r_missions_18_paying_is_optional():
    g = scene("Trade in Emotion Chips").crew(ready="C B").send("C B").act("yes")
    assert g.legal() == ["done", "spend red-blue artifact"]
    assert g.act("done").marks()[1] == 2


def test_r_missions_18_without_the_token_nothing_is_asked():
    g = scene("Trade in Emotion Chips").cargo(0, "P", 3).crew(ready="C B").send("C B").act("yes")
    assert g.who() == 1


def test_r_missions_19_a_pirate_token_is_paid_for_steps():
    g = scene("Bounty Board").crew(ready="C Y C").send("C Y C").act("yes")
    assert g.legal() == ["done", "spend pirate token"]


def test_r_missions_20_any_installed_tech_can_be_paid_an_omega_too():
    g = scene("Rogue Computer").slots(0, s3="Repair Bots", s5="Blue Roster").crew(ready="B C C")
    g.send("B C C").act("yes")
    assert g.legal() == ["done", "choose tech slot 3", "choose tech slot 5"]
    g.act("in 5", "CO6")
    assert g.techs() == {3: "Repair Bots"}
    assert "Blue Roster" in g.discarded()


def test_any_tech_can_be_paid():
    first = GAME.content().labels["techs"][0]
    g = Table(2).ships("I1").missions(I1="Rogue Computer").slots(0, s2=first, s3="Salvage Bay")
    g.crew(0, "B C C").send("B C C").act("yes")
    assert [name for name in g.legal() if "slot" in name] == ["choose tech slot 2", "choose tech slot 3"]


def test_r_missions_20_what_is_paid_for_is_for_whoever_pays():
    g = Table(2).no_events().turn_of(1).ships("I2", "I1").missions(I1="Rogue Computer").crew(1, "B C C")
    g.slots(0).slots(1, s3="Repair Bots", s4="Salvage Bay").tracks(0, CO=2).tracks(1, CO=2).send("B C C")
    g.act("yes", "in 3", "CO6")
    assert g.techs(1) == {4: "Salvage Bay"}
    assert [g.marks(seat)[0] for seat in (0, 1)] == [2, 8]


def test_r_missions_21_six_steps_on_one_track_all_or_nothing():
    g = scene("Rogue Computer").crew(ready="B C C").send("B C C").act("yes", "in 3")
    assert g.legal() == ["done", "advance 6 on Cooperative", "advance 6 on Tincan", "advance 6 on Ni'an"]


def test_r_missions_22_single_steps_on_any_track():
    g = scene("Border Dispute").crew(ready="R C C").send("R C C").act("yes")
    assert g.legal() == ["done", "advance 1 on Cooperative", "advance 1 on Tincan", "advance 1 on Ni'an"]
    assert g.act("CO1", "CO1", "CO1").marks() == (5, 2, 9)


# The new mission


def completed(up=5, **kw):
    """The mission at I1 is completed by cadets."""
    return Table(2, **kw).ships("I1").missions(I1="Stowaway").crew(ready="C C").numbers(up=up)


def test_r_missions_23_the_highest_number_goes_face_down_to_the_emptied_planet():
    g = completed().next_missions("Time Loop").send("C C")
    assert (g.number_at("I1"), g.up()) == (5, [1, 2, 3, 4])
    assert (g.number_at("O2"), g.mission_at("O2"), g.mission_at("I1")) == (0, "Time Loop", None)


def test_r_missions_23_the_highest_one_that_is_face_up():
    g = completed(up=3).send("C C")
    assert (g.number_at("I1"), g.up()) == (3, [1, 2])
    assert g.mission_at("M4") is not None


def test_r_missions_24_the_last_number_brings_an_uprising_and_all_are_face_up_again():
    g = completed(up=1).send("C C")
    assert (g.number_at("I1"), g.up()) == (1, [1, 2, 3, 4, 5])
    assert g.all_pirates()


def test_r_missions_25_without_missions_in_the_deck_the_planet_stays_empty():
    g = completed().mission_deck().send("C C")
    assert (g.number_at("I1"), g.number_at("O2"), g.mission_at("O2")) == (5, 0, None)


def test_r_missions_26_gateway_shows_the_next_three_missions_to_the_seat_alone():
    g = scene("Gateway to the Stars").crew(ready="R C C").send("R C C").act("yes")
    assert g.s["peeked"][:2].tolist() == [3, 0]
    seen = [g.labels["missions"][card] for card in g.s["known_mission"][:3]]
    g.act("done")
    assert g.mission_at("O2") == seen[0]
    assert [g.labels["missions"][card] for card in g.s["known_mission"][:2]] == seen[1:]


def test_r_missions_26_gateway_shows_nothing_of_an_empty_deck():
    g = scene("Gateway to the Stars").crew(ready="R C C").mission_deck().send("R C C").act("yes")
    assert (g.s["peeked"][0], g.s["known_size"], g.asks()) == (0, 0, "jump")


def test_r_missions_27_advances_are_resolved_at_once_then_the_line_goes_on():
    """The second step on the Cooperative track gives a repair, then the medal of the line follows."""
    g = Table(2).ships("I1").missions(I1="Harvest Roddenberries").crew(ready="C R").send("C R")
    g.act("yes", "CO2")
    assert (g.asks(), g.has_medals()) == ("repair", 1)
    g.act("fix cargo")
    assert (g.has_medals(), g.who()) == (2, 1)


def test_r_missions_28_a_mission_may_be_taken_where_nobody_holds_the_planet():
    g = Table(3).ships("I1", "I1", "I1").turn_of(1)
    g.s["holder"][g.place("I1")] = -1
    assert g.can("complete the mission")
