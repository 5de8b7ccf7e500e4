"""Research, and what every tech does."""

import pytest

from astrarium.envs.starship_captains import state as st
from astrarium.envs.starship_captains import tables as tb
from tests.envs.starship_captains.table import GAME, Table

# name: tier, icons (left top, left bottom, right top, right bottom)
CARDS = {
    "Warp Coils": "alpha WMV-",
    "Thruster Dock": "alpha W--M",
    "Embassy Deck": "alpha -MVW",
    "Patrol Bridge": "alpha -MV-",
    "Slipstream Drive": "alpha VW-M",
    "Academy Hall": "alpha V-W-",
    "Ambassador Suite": "beta W--M",
    "Escape Pods": "beta -MV-",
    "Quantum Torpedoes": "alpha W-VM",
    "Boarding Tubes": "alpha -M-W",
    "Tractor Beam": "alpha MWV-",
    "Interrogation Room": "alpha W--V",
    "Salvage Bay": "alpha -WMV",
    "Drill Range": "alpha -WM-",
    "Explosive Phaser": "beta V-W-",
    "Mine Layer": "beta -M-W",
    "Research Lab": "alpha MV-W",
    "Repair Shop": "alpha M-V-",
    "Android Workshop": "alpha V-WM",
    "Xeno-Archive": "alpha -V-W",
    "Cybernetics Lab": "alpha VMW-",
    "Probe Launcher": "alpha V--M",
    "Omega Megacomputer": "beta W--V",
    "Holodeck": "beta -WM-",
    "Artifact Display": "alpha -MWV",
    "Trophy Display": "alpha -WV-",
    "Dimensional Lockers": "alpha WM-V",
    "Hull Plating": "alpha W-M-",
    "Hyper-Charger": "alpha M-VW",
    "Ni'an Comms": "alpha -M-V",
    "Command Observers": "alpha WVM-",
    "Tactical Observers": "alpha M--W",
    "Science Observers": "alpha -VMW",
    "Repair Bots": "alpha -VM-",
    "Stealth Paint": "alpha MW-V",
    "Universal Translator": "alpha W-V-",
    "Wormhole Generator": "alpha W-MV",
    "Targeting Array": "alpha -W-M",
    "Deflector Dish": "alpha VWM-",
    "Bridge Simulator": "alpha V--W",
    "Officer School": "alpha -WVM",
    "Auxiliary Helm": "alpha -MW-",
    "Prize Crew": "beta M-V-",
    "Salvage Drones": "beta -V-W",
    "Mission Control": "beta V--M",
    "Away-Team Medics": "beta -WV-",
    "Ready Reserve": "beta W-M-",
    "Tech Exchange": "beta -M-V",
    "Docking Clamps": "beta M--W",
    "Android Charging Bay": "beta -VM-",
}
OMEGA_ICONS = {
    "Artifact Blueprints": "W--M",
    "Integrated Systems": "-MV-",
    "Red Roster": "V-W-",
    "Yellow Roster": "-M-W",
    "Blue Roster": "W--V",
    "Chain of Command": "-WM-",
    "Honest Dents": "M-V-",
    "Red Mission Archive": "-V-W",
    "Yellow Mission Archive": "V--M",
    "Blue Mission Archive": "-WV-",
    "Pirate Museum": "W-M-",
    "Galactic Council": "-M-V",
}
REPLACING = {
    "Ambassador Suite",
    "Explosive Phaser",
    "Holodeck",
    "Prize Crew",
    "Mission Control",
    "Ready Reserve",
    "Docking Clamps",
}
SINGLE_USE = {"Escape Pods", "Mine Layer", "Omega Megacomputer"}

FOUGHT = {"damage": 1, "tokens": 1, "pirates": -1}
MEDAL_PIRATE = {**FOUGHT, "medals": 1, "artifacts": 1}
ANDROID_PIRATE = {**FOUGHT, "androids": 1}
BOTH_PIRATES = {"damage": 2, "tokens": 2, "pirates": -2, "medals": 1, "artifacts": 1, "androids": 1}

# name: colour, answers, what changes
ROOMS = {
    "Warp Coils": ("R", ["to H", "to I2", "to M3"], {"place": "M3"}),
    "Thruster Dock": ("R", ["to H", "to I2", "fix cargo"], {"place": "I2", "damage": -1}),
    "Embassy Deck": ("R", ["CO3", "to H"], {"co": 3, "place": "H"}),
    "Patrol Bridge": ("R", ["to H", "to I1", "fight yellow"], MEDAL_PIRATE),
    "Slipstream Drive": ("R", ["to O3", "CO1"], {"place": "O3", "co": 1}),
    "Academy Hall": ("R", ["TC2"], {"medals": 1, "tc": 2}),
    "Ambassador Suite": ("R", ["CO2", "TC1", "NI1", "to H"], {"co": 2, "tc": 1, "ni": 1, "place": "H"}),
    "Escape Pods": ("R", [], {"ready": 3, "techs": -1}),
    "Quantum Torpedoes": ("Y", ["fight yellow", "fight green"], BOTH_PIRATES),
    "Boarding Tubes": ("Y", ["fight green", "fix cargo"], {"tokens": 1, "androids": 1, "pirates": -1}),
    "Tractor Beam": (
        "Y",
        ["to M1", "fight green", "NI1"],
        {**ANDROID_PIRATE, "damage": 2, "place": "M1", "ni": 1},
    ),
    "Interrogation Room": ("Y", ["NI3"], {"ni": 3, "medals": 1}),
    "Salvage Bay": ("Y", ["NI1"], {"artifacts": 1, "tokens": 1, "ni": 1}),
    "Drill Range": ("Y", ["fix 5", "NI1"], {"medals": 1, "broken": -1, "ni": 1}),
    "Explosive Phaser": ("Y", ["fight yellow", "fight green", "NI2"], {**BOTH_PIRATES, "ni": 2}),
    "Mine Layer": ("Y", ["NI4"], {"tokens": 2, "ni": 4, "techs": -1}),
    "Research Lab": ("B", ["take 1", "in 4", "TC1"], {"techs": 1, "tc": 1}),
    "Repair Shop": ("B", ["fix cargo", "fix 1", "TC2"], {"damage": -1, "broken": -1, "tc": 2}),
    "Android Workshop": ("B", [], {"androids": 1}),
    "Xeno-Archive": ("B", ["TC3"], {"artifacts": 1, "tc": 3}),
    "Cybernetics Lab": ("B", ["fix cargo", "TC3"], {"damage": -1, "tc": 3}),
    "Probe Launcher": ("B", ["to H", "to I2", "take 2"], {"place": "I2", "techs": 1}),
    "Omega Megacomputer": ("B", ["draw 1", "in 3"], {}),
    "Holodeck": ("B", ["copy the own tech slot 4"], {"medals": 1, "damage": -1, "ni": 1}),
}


def scene(players=2, **techs):
    """At I1 with a pirate on the yellow and one on the green route; no events are left."""
    g = Table(players).no_events().ships("I1").slots(0, damaged=(1, 2, 5, 6), **techs)
    for seat in range(players):
        g.tracks(seat, CO=2, TC=2, NI=9)
    return g.pirates({"I1-M2": "purple medal", "I1-M1": "green android"})


def mission(g, name, figures, *answers, place="I1"):
    """Complete a mission with nothing but these figures in the ready room."""
    g.ships(place).missions(**{place: name}).crew(ready=figures)
    return g.send(figures).act(*answers)


# The cards


@pytest.mark.parametrize("name", [*CARDS, *OMEGA_ICONS])
def test_r_techs_1_icons_tiers_and_flags(name):
    g = Table(2)
    card = g.tech(name)
    icons = "".join(tb.ICONS[icon] for icon in g.t["icon"][card])
    if name in CARDS:
        assert f"{('alpha', 'beta')[g.t['tier'][card]]} {icons}" == CARDS[name]
    else:
        assert icons == OMEGA_ICONS[name]
    assert bool(g.t["replaces"][card]) == (name in REPLACING)
    assert bool(g.t["once"][card]) == (name in SINGLE_USE)


def test_r_techs_1_fifty_techs_twelve_omegas():
    g = Table(2)
    assert [*CARDS, *OMEGA_ICONS] == g.labels["techs"]


# Research


def test_r_techs_2_a_tech_goes_to_an_empty_undamaged_slot():
    g = Table(2).slots(damaged=(1, 2), s3="Repair Bots").use("Science").act("take 2")
    assert g.legal() == ["choose tech slot 4", "choose tech slot 5", "choose tech slot 6"]


def test_r_techs_2_without_such_a_slot_the_room_does_nothing():
    g = Table(2).slots(damaged=(1, 2, 5, 6), s3="Repair Bots", s4="Hull Plating").use("Science")
    assert g.who() == 1


def test_r_techs_2_a_slot_with_the_first_card_of_the_list_is_not_empty():
    assert GAME.content().labels["techs"][0] == "Warp Coils"
    g = Table(2).slots(damaged=(1, 2), s3="Warp Coils").use("Science").act("take 2")
    assert g.legal() == ["choose tech slot 4", "choose tech slot 5", "choose tech slot 6"]


def test_r_techs_3_research_is_optional():
    g = Table(2).use("Science").act("done")
    assert (g.techs(), g.who()) == ({}, 1)


def test_r_techs_4_any_card_of_the_board_omegas_too():
    g = Table(2).use("Science")
    assert len(g.offered("take the tech of space ")) == 8
    g.act("take 6", "in 4").skip()
    assert g.techs() == {4: "Artifact Blueprints"}


def test_r_techs_5_the_gap_is_filled_at_the_end_of_the_turn():
    g = Table(2).slots().deck("Salvage Bay").crew(ready="B+").use("Science").act("take 1", "in 1")
    g.quiet(lambda s: s["ask"] == st.ASK_TASK)
    assert g.on_board()[0] == "-"
    g.act("done")
    assert g.on_board()[0] == "Salvage Bay"


def test_r_techs_5_from_the_tech_deck_even_for_an_omega():
    g = Table(2).slots().deck("Salvage Bay").use("Science").act("take 6", "in 1").skip()
    assert g.on_board()[5] == "Salvage Bay"


def test_r_techs_6_a_second_research_sees_the_rest_of_the_board():
    g = Table(2).slots().crew(ready="B+").use("Science").act("take 2", "in 1").act("activate Science")
    assert g.offered("take the tech of space ") == ["1", "3", "4", "5", "6", "7", "8"]


def test_r_techs_7_an_empty_deck_is_made_of_the_discard_pile():
    g = Table(2).slots().deck().use("Science").act("take 1", "in 1").skip()
    assert g.on_board()[0] != "-"
    assert g.s["tech_discard"] == 0


@pytest.mark.parametrize("old", ["Warp Coils", "Hull Plating", "Blue Roster"])
def test_r_techs_8_recycling_puts_the_new_tech_in_the_place_of_another(old):
    g = scene(s3="Research Lab", s4=old).crew(ready="B").use("room 3").act("take 3")
    assert g.legal() == ["choose tech slot 3", "choose tech slot 4"]
    g.act("in 4").skip()
    assert g.techs() == {3: "Research Lab", 4: "Boarding Tubes"}
    assert old in g.discarded()


def test_r_techs_8_recycling_may_use_an_empty_slot_too():
    g = scene(s3="Research Lab").crew(ready="B").use("room 3").act("take 1", "in 4").skip()
    assert g.techs() == {3: "Research Lab", 4: "Warp Coils"}


def test_r_techs_8_not_a_damaged_slot():
    g = Table(2).slots(damaged=(1, 2, 4, 5, 6), s3="Research Lab").crew(ready="B").use("room 3")
    g.act("take 3").skip()
    assert g.techs() == {3: "Boarding Tubes"}


def test_r_techs_9_the_room_in_use_may_be_recycled_and_its_effect_goes_on():
    g = scene(s3="Research Lab", s4="Hull Plating").crew(ready="B").use("room 3").act("take 3", "in 3", "TC1")
    assert (g.techs(), g.marks()[1]) == ({3: "Boarding Tubes", 4: "Hull Plating"}, 3)


@pytest.mark.parametrize("name", sorted(REPLACING))
def test_r_techs_10_some_techs_replace_another_one(name):
    g = Table(2).slots(damaged=(1, 2, 5, 6), s3="Hyper-Charger", s4="Hull Plating").board(name)
    g.use("Science").act("take 1")
    assert g.legal() == ["choose tech slot 3", "choose tech slot 4"]
    g.act("in 4").skip()
    assert g.techs() == {3: "Hyper-Charger", 4: name}
    assert "Hull Plating" in g.discarded()


def test_r_techs_10_other_techs_do_not():
    g = (
        Table(2)
        .slots(damaged=(1, 2, 5, 6), s3="Repair Bots", s4="Hull Plating")
        .board("Warp Coils", "Holodeck")
    )
    g.use("Science")
    assert g.offered("take the tech of space ") == ["2"]


def test_r_techs_11_a_recycled_omega_goes_to_the_discard_of_omegas():
    g = scene(s3="Research Lab", s4="Blue Roster").crew(ready="B").use("room 3").act("take 3", "in 4").skip()
    assert g.s["omega_discard"] == 1 << g.tech("Blue Roster") - st.FIRST_OMEGA


# Room techs


@pytest.mark.parametrize("name", ROOMS)
def test_r_techs_12_what_a_room_tech_does(name):
    colour, answers, expected = ROOMS[name]
    others = {"s4": "Drill Range"} if name == "Holodeck" else {}
    if name == "Holodeck":
        answers = [*answers, "fix cargo", "NI1"]
    g = scene(s3=name, **others).omegas("Honest Dents", "Red Mission Archive", "Yellow Mission Archive")
    g.crew(ready=f"{colour} C", queue="C Y B C R")
    before = g.account()
    before["ready"] -= 1  # the figure that activates the room
    g.use("room 3", colour).act(*answers)
    assert g.who() == 1
    assert g.changes(before) == expected
    assert g.queue().split()[-1] == colour


@pytest.mark.parametrize("name", ROOMS)
def test_r_techs_12_only_figures_of_its_colour(name):
    colour = ROOMS[name][0]
    g = scene(s3=name)
    for other in "RYBC":
        assert g.crew(ready=other).can("activate tech slot 3") == (other == colour)


@pytest.mark.parametrize("name", sorted(SINGLE_USE))
def test_r_techs_13_a_single_use_tech_is_discarded(name):
    g = scene(s3=name).crew(ready=ROOMS[name][0]).use("room 3").skip()
    assert g.techs() == {}
    assert name in g.discarded()


def test_r_techs_14_quantum_torpedoes_may_fight_only_one():
    g = scene(s3="Quantum Torpedoes").crew(ready="Y").use("room 3").act("fight green", "done")
    assert (g.damage(), g.hold(), list(g.all_pirates())) == (4, "P", ["I1-M2"])


def test_r_techs_15_the_megacomputer_shows_three_omegas():
    g = scene(s3="Omega Megacomputer", s4="Hull Plating").crew(ready="B").use("room 3")
    assert g.offered("take drawn card ") == ["1", "2", "3"]
    shown = [g.labels["techs"][card] for card in g.s["drawn"]]
    g.act("draw 2")
    assert g.legal() == ["choose tech slot 3", "choose tech slot 4"]
    g.act("in 4").skip()
    assert g.techs() == {4: shown[1]}
    assert {shown[0], shown[2], "Hull Plating", "Omega Megacomputer"} <= set(g.discarded())


def test_r_techs_15_none_need_be_chosen():
    g = scene(s3="Omega Megacomputer").crew(ready="B").use("room 3").act("done")
    assert (g.techs(), g.s["omega_discard"].item().bit_count()) == ({}, 3)


def test_r_techs_15_an_empty_omega_deck_is_made_of_its_discard_pile():
    g = scene(s3="Omega Megacomputer").crew(ready="B").omegas("Blue Roster").use("room 3")
    shown = [g.labels["techs"][card] for card in g.s["drawn"]]
    assert shown[0] == "Blue Roster"
    assert all(card >= st.FIRST_OMEGA for card in g.s["drawn"])
    assert g.s["omega_discard"] == 0


def test_r_techs_16_the_holodeck_copies_a_room_of_any_ship():
    g = scene(3, s3="Holodeck").slots(1, s1="Warp Coils").slots(2, s6="Repair Shop").crew(ready="B")
    g.use("room 3")
    assert g.legal() == [
        "done",
        "copy the next player's tech slot 1",
        "copy the second player's tech slot 6",
    ]
    g.act("copy the second player's tech slot 6", "fix cargo", "fix 1", "TC2")
    assert (g.damage(), g.marks()[1]) == (2, 4)


def test_r_techs_16_abilities_are_not_copied():
    g = scene(s3="Holodeck", s4="Hull Plating").crew(ready="B").use("room 3")
    assert g.who() == 1


def test_r_techs_17_a_copied_single_use_effect_uses_up_the_holodeck():
    g = scene(s3="Holodeck").slots(1, s1="Escape Pods").crew(ready="B", queue="R Y B C C R").use("room 3")
    g.act("copy the next player's tech slot 1")
    assert (g.techs(), g.techs(1)) == ({}, {1: "Escape Pods"})
    assert g.ready() == "R Y B"
    assert "Holodeck" in g.discarded()


def test_r_techs_18_a_shared_room_can_be_copied():
    g = Table(2).share("Repair Shop").slots(s3="Holodeck").crew(ready="B").use("room 3")
    assert g.offered("copy ") == ["shared tech 1"]


def test_r_techs_18_copying_is_optional():
    g = scene(s3="Holodeck", s4="Drill Range").crew(ready="B").use("room 3").act("done")
    assert g.who() == 1


# Abilities


def test_r_techs_19_artifact_display_pays_with_artifacts():
    g = Table(2).slots(s3="Artifact Display").medals(0).cargo(0, "YB P", 3)
    g.act("train cadet as red ensign")
    assert (g.hold(), g.ready()) == ("P", "R R Y B")
    assert not g.offered("train ")


def test_r_techs_19_any_mix_of_medals_and_artifacts():
    g = Table(2).slots(s3="Artifact Display").medals(2).cargo(0, "YB RY P", 3).act("promote red ensign")
    assert g.legal() == ["spend red-yellow artifact", "spend yellow-blue artifact", "spend medal"]
    g.act("spend YB", "spend medal", "spend RY")
    assert (g.has_medals(), g.hold(), g.ready()) == (1, "P", "Y B C R+")


def test_r_techs_19_without_it_artifacts_pay_nothing():
    assert not Table(2).medals(0).cargo(0, "YB P", 3).offered("train ")


def test_r_techs_20_trophy_display_pays_with_pirate_tokens():
    g = Table(2).slots(s3="Trophy Display").medals(0).cargo(0, "YB P P", 3).act("train cadet as red ensign")
    assert (g.hold(), g.ready()) == ("YB P", "R R Y B")


def test_r_techs_20_both_displays_together():
    g = Table(2).slots(s3="Trophy Display", s4="Artifact Display").medals(1).cargo(0, "YB P", 3)
    g.act("promote red ensign").act("spend medal", "spend P")
    assert (g.has_medals(), g.hold(), g.ready()) == (0, "", "Y B C R+")


def test_r_techs_21_dimensional_lockers_hold_three_more():
    g = scene(s3="Dimensional Lockers", s4="Salvage Bay").cargo(0, "RY", 8).crew(ready="Y").use("room 4")
    assert len(g.hold().split()) == 3
    g = scene(s3="Dimensional Lockers", s4="Salvage Bay").cargo(0, "RY RB", 9).crew(ready="Y").use("room 4")
    assert g.asks() == "discard"


@pytest.mark.parametrize("slot", [1, 2, 5, 6])
def test_r_techs_21_dimensional_lockers_hold_in_every_slot(slot):
    g = Table(2).slots(s4="Salvage Bay", **{f"s{slot}": "Dimensional Lockers"}).cargo(0, "RY", 8)
    g.crew(ready="Y").use("room 4")
    assert len(g.hold().split()) == 3


def test_r_techs_21_damage_does_not_occupy_them():
    g = scene(s3="Dimensional Lockers").cargo(0, "RY YB P", 8).crew(ready="R").use("Helm").act("to M1")
    assert (g.hold(), g.damage(), g.asks()) == ("RY YB P", 9, "move")


def test_r_techs_21_when_they_leave_the_cargo_is_discarded_at_once():
    """Before the bonus of the new tech, a medal."""
    g = scene(s3="Dimensional Lockers").board("Drill Range").cargo(0, "RY RB", 7).crew(ready="B")
    g.slots(damaged=(1, 2, 5, 6), s3="Dimensional Lockers", s4="Research Lab").use("room 4")
    g.act("take 1", "in 3")
    assert (g.asks(), g.has_medals()) == ("discard", 1)
    g.act("spend RB")
    assert (g.hold(), g.has_medals()) == ("RY", 2)


def test_r_techs_22_hull_plating_stops_a_damage_for_a_pirate_token():
    g = scene(s3="Hull Plating").cargo(0, "P RY", 3).crew(ready="R").use("Helm").act("to M1")
    assert g.legal() == ["no", "yes"]
    assert (g.twin().act("no").damage(), g.twin().act("no").hold()) == (4, "RY P")
    g.act("yes")
    assert (g.damage(), g.hold()) == (3, "RY")


def test_r_techs_22_the_whole_instance():
    g = scene(s3="Hull Plating").cargo(0, "P", 3)
    mission(g, "Anti-Time Anomaly", "C Y C", "yes", "yes", "TC4")
    assert (g.damage(), g.hold(), g.marks()[1]) == (3, "", 6)


def test_r_techs_22_not_with_the_pirate_being_fought():
    g = scene(s3="Hull Plating").cargo(0, "", 3).crew(ready="Y").use("Weapons").act("fight green")
    assert (g.damage(), g.hold(), g.who()) == (4, "P", 1)


def test_r_techs_22_with_a_token_from_before():
    g = scene(s3="Hull Plating").cargo(0, "P", 3).crew(ready="Y").use("Weapons").act("fight green", "yes")
    assert (g.damage(), g.hold()) == (3, "P")


def test_r_techs_23_hyper_charger_turns_moves_into_repairs():
    g = scene(s3="Hyper-Charger").crew(ready="R").use("Helm").act("fix cargo", "to H")
    assert (g.damage(), g.at()) == (2, "H")
    g = scene(s3="Hyper-Charger").crew(ready="R").use("Helm").act("fix 1", "fix 2")
    assert (g.damaged(), g.at()) == ([5, 6], "I1")


def test_r_techs_23_a_jump_too():
    g = scene(s3="Hyper-Charger", s4="Slipstream Drive").crew(ready="R").use("room 4").act("fix cargo", "CO1")
    assert (g.damage(), g.at()) == (2, "I1")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Pirate Hideout", 11),  # fights
        ("Blockade Run", 11),  # an ambush and a fight
        ("Ghost Ship", 11),  # a pirate token
        ("Smugglers' Moon", 11),  # a pirate token as a price
        ("Parade of Ships", 9),
        ("Trade in Emotion Chips", 9),
    ],
)
def test_r_techs_24_nian_comms_look_for_pirate_icons(name, expected):
    g = scene(s3="Ni'an Comms")
    mission(g, name, "C C C"[: 2 * int(g.t["mission_lines"][g.mission(name)]) - 1])
    if expected == 11:
        g.act("NI2")
    assert (g.marks()[2], g.who()) == (expected, 1)


@pytest.mark.parametrize(
    ("tech", "with_colour", "without", "steps"),
    [
        ("Command Observers", "Treaty Signing", "Scan the Nebula", "CO2"),
        ("Tactical Observers", "Pirate Hideout", "Treaty Signing", "NI2"),
        ("Science Observers", "Treaty Signing", "Pirate Hideout", "TC2"),
    ],
)
def test_r_techs_25_observers_look_for_lines_of_their_colour(tech, with_colour, without, steps):
    g = scene(s3=tech)
    mission(g, with_colour, "C C C", steps)
    assert (sum(g.marks()), g.who()) == (15, 1)
    g = scene(s3=tech)
    lines = int(g.t["mission_lines"][g.mission(without)])
    mission(g, without, " ".join("C" * lines))
    assert (sum(g.marks()), g.who()) == (13, 1)


def test_r_techs_25_two_lines_count_as_one():
    g = scene(s3="Command Observers")
    mission(g, "Treaty Signing", "C C C", "CO2")
    assert g.who() == 1


def test_r_techs_26_repair_bots_double_a_repair_bonus():
    """Hyper-Charger between Repair Bots and a printed repair icon: a medal, then two repairs."""
    g = Table(2).slots(damaged=(1, 2, 5, 6), s3="Repair Bots").board("Hyper-Charger").use("Science")
    g.act("take 1", "fix cargo", "fix cargo")
    assert (g.damage(), g.who(), g.has_medals()) == (1, 1, 2)


def test_r_techs_26_other_repairs_stay_single():
    g = Table(2).slots(damaged=(1, 2, 5, 6), s3="Repair Bots").use("Repair", "C").act("fix cargo")
    assert (g.damage(), g.who()) == (2, 1)


def test_r_techs_27_stealth_paint_ignores_the_first_damage_of_a_mission():
    g = scene(s3="Stealth Paint")
    mission(g, "Anti-Time Anomaly", "C Y C", "yes", "TC4")
    assert g.damage() == 4


def test_r_techs_27_also_of_a_fight_but_only_once():
    g = scene(s3="Stealth Paint")
    mission(g, "Pirate Hideout", "Y Y C", "yes", "fight green", "yes", "fight yellow", "NI2")
    assert g.damage() == 4


def test_r_techs_27_also_of_a_shot():
    g = scene(s3="Stealth Paint")
    mission(g, "Shakedown Patrol", "R C", "yes", "CO2", "to M1", "done")
    assert g.damage() == 3


def test_r_techs_27_not_off_missions():
    g = scene(s3="Stealth Paint").crew(ready="R").use("Helm").act("to M1", "done")
    assert g.damage() == 4


def test_r_techs_27_each_mission_anew():
    g = scene(s3="Stealth Paint").passed(1)
    g.missions(I1="Arena Combat").crew(ready="Y C C").send("Y C").act("yes", "NI2")
    mission(g, "Ghost Ship", "Y C C", "yes", place="M1")
    assert (g.damage(), len(g.done_missions())) == (3, 2)


def test_r_techs_27_a_mission_has_one_first_damage():
    """Stealth Paint comes after the damage of the yellow line, too late for the shot that follows."""
    g = Table(2).no_events().ships("I1").missions(I1="Anti-Time Anomaly").pirates({"H-I1": "green medal"})
    g.slots(s4="Science Observers").board("Stealth Paint").tracks(0, CO=2).crew(ready="C Y B")
    g.send("C Y B").act("yes", "CO4", "yes", "take 1", "in 3", "to H")
    assert g.damage() == 6


def test_r_techs_27_damage_that_was_prevented_is_not_the_first():
    g = Table(2).no_events().ships("I1").missions(I1="Anti-Time Anomaly").pirates({"H-I1": "green medal"})
    g.slots(s1="Hull Plating", s4="Science Observers").board("Stealth Paint").tracks(0, CO=2)
    g.cargo(0, "P").crew(ready="C Y B")
    g.send("C Y B").act("yes", "yes", "CO4", "yes", "take 1", "in 3", "to H")
    assert g.damage() == 3


def test_r_techs_28_universal_translator_takes_another_track():
    g = scene(s3="Universal Translator")
    mission(g, "Escort the Envoy", "C Y", "yes")
    assert g.offered("advance ") == [
        f"{steps} on {track}" for track in ("Cooperative", "Tincan", "Ni'an") for steps in (1, 2, 3)
    ]
    g.act("TC3")
    assert g.marks() == (2, 5, 9)


def test_r_techs_28_but_it_does_not_split_the_steps():
    g = scene(s3="Universal Translator")
    mission(g, "Escort the Envoy", "C Y", "yes", "TC1")
    assert g.offered("advance ") == ["1 on Tincan", "2 on Tincan"]


def test_r_techs_29_wormhole_generator_makes_a_bonus_move_a_jump():
    """Research Lab right of the Wormhole Generator: a medal, then a move."""
    g = Table(2).slots(damaged=(1, 2, 5, 6), s3="Wormhole Generator").board("Research Lab").use("Science")
    g.act("take 1")
    assert g.has_medals() == 2
    assert len(g.offered("go to ")) == 13
    assert g.act("to O4").at() == "O4"


def test_r_techs_29_other_moves_stay_moves():
    g = Table(2).slots(s3="Wormhole Generator").use("Helm")
    assert len(g.offered("go to ")) == 3


def test_r_techs_30_targeting_array_makes_the_first_fight_safe():
    g = scene(s3="Targeting Array", s4="Quantum Torpedoes").crew(ready="Y").use("room 4")
    g.act("fight green")
    assert g.damage() == 3
    assert g.act("fight yellow").damage() == 4


def test_r_techs_30_in_each_turn():
    g = scene(s3="Targeting Array").passed(1).crew(ready="Y Y").use("Weapons").act("fight green")
    g.use("Weapons").act("fight yellow")
    assert g.damage() == 3


def test_r_techs_31_deflector_dish_makes_moves_safe():
    g = scene(s3="Deflector Dish").crew(ready="R").use("Helm").act("to M1", "to I1")
    assert g.damage() == 3


def test_r_techs_31_but_not_fights():
    g = scene(s3="Deflector Dish").crew(ready="Y").use("Weapons").act("fight green")
    assert g.damage() == 4


def test_r_techs_32_bridge_simulator_makes_the_first_training_free():
    g = Table(2).slots(s3="Bridge Simulator").crew(ready="C C").medals(1).act("train cadet as red ensign")
    assert g.has_medals() == 1
    g.act("train cadet as blue ensign")
    assert g.has_medals() == 0


def test_r_techs_32_in_each_turn_and_without_medals():
    g = Table(2).slots(s3="Bridge Simulator").passed(1).crew(ready="C C").medals(0)
    g.act("train cadet as red ensign")
    assert not g.offered("train ")
    g.use("Helm").act("done", "train cadet as blue ensign")
    assert g.ready() == "B"


def test_r_techs_32_a_promotion_is_no_training():
    g = Table(2).slots(s3="Bridge Simulator").medals(3).crew(ready="R C")
    g.act("promote red ensign", "train cadet as blue ensign")
    assert (g.ready(), g.has_medals()) == ("B R+", 0)


def test_r_techs_33_officer_school_promotes_for_two():
    g = Table(2).slots(s3="Officer School").medals(2).act("promote blue ensign")
    assert (g.has_medals(), g.ready()) == (0, "R Y C B+")


def test_r_techs_34_auxiliary_helm_adds_a_move_to_the_helm():
    g = Table(2).slots(s3="Auxiliary Helm").use("Helm").act("to I1", "to M1", "to O1")
    assert (g.at(), g.who()) == ("O1", 1)


def test_r_techs_34_for_extra_work_and_artifacts_too():
    g = Table(2).slots(s3="Auxiliary Helm").crew(ready="R+").use("Helm").act("to I1", "to H", "to I1")
    g.act("activate Helm", "to H", "to I1", "to H")
    assert g.who() == 1
    g = Table(2).slots(s3="Auxiliary Helm").crew(ready="A").cargo(0, "RB RB", 3).use("Helm")
    assert g.act("to I1", "to H", "to I1").at() == "I1"


def test_r_techs_34_not_to_other_rooms():
    g = Table(2).slots(s3="Auxiliary Helm", s4="Warp Coils").crew(ready="R").use("room 4")
    assert g.act("to I1", "to H", "to I1").who() == 1


def test_r_techs_35_prize_crew_advances_after_a_fight():
    g = scene(s3="Prize Crew").crew(ready="Y").use("Weapons").act("fight green")
    assert (g.hold(), g.asks()) == ("P", "advance")
    assert g.act("NI2").marks() == (2, 2, 11)


def test_r_techs_36_salvage_drones_repair_after_a_fight():
    g = scene(s3="Salvage Drones").crew(ready="Y").use("Weapons").act("fight green", "fix cargo")
    assert (g.damage(), g.hold(), g.who()) == (3, "P", 1)


def test_r_techs_37_mission_control_gives_two_steps_after_a_mission():
    g = scene(s3="Mission Control")
    mission(g, "Stowaway", "C C", "CO1", "TC1")
    assert (g.marks(), g.who()) == ((3, 3, 9), 1)


def test_r_techs_37_before_the_new_mission_is_dealt():
    g = scene(s3="Mission Control")
    mission(g, "Stowaway", "C C")
    assert (g.asks(), g.mission_at("O2"), g.number_at("O2")) == ("advance", None, 5)
    assert g.done_missions() == ["Stowaway"]


def test_r_techs_38_away_team_medics_give_a_medal_after_a_mission():
    g = scene(s3="Away-Team Medics")
    mission(g, "Stowaway", "C C")
    assert g.has_medals() == 2


def test_r_techs_39_ready_reserve_keeps_only_two_in_the_queue():
    g = Table(2).slots(s3="Ready Reserve").crew(ready="C", queue="R Y B R Y B").end_round()
    assert (g.queue(0), g.queue(1)) == ("Y B", "R Y B")


def test_r_techs_40_tech_exchange_gives_a_medal_for_a_tech():
    g = Table(2).slots(damaged=(1, 2, 5, 6), s3="Tech Exchange").board("Thruster Dock").use("Science")
    assert (g.act("take 1").has_medals(), g.who()) == (2, 1)


def test_r_techs_40_not_for_itself():
    g = Table(2).slots(damaged=(1, 2, 5, 6)).board("Tech Exchange").use("Science").act("take 1", "in 4")
    assert g.has_medals() == 1


def test_r_techs_40_after_the_bonuses():
    g = Table(2).slots(damaged=(1, 2, 5, 6), s3="Tech Exchange").board("Interrogation Room", "Xeno-Archive")
    g.use("Science").act("take 2")
    assert (g.asks(), g.has_medals()) == ("move", 1)
    g.act("done")
    assert (g.asks(), g.has_medals()) == ("repair", 1)
    g.act("done")
    assert (g.who(), g.has_medals()) == (1, 2)


def test_r_techs_41_docking_clamps_give_two_steps_after_a_station_tile():
    g = scene(s3="Docking Clamps").ships("I3").crew(ready="C").use("Repair").act("done")
    assert g.ready() == "A"
    assert g.act("CO1", "CO1").marks() == (4, 2, 9)


def test_r_techs_41_not_without_a_tile():
    g = scene(s3="Docking Clamps").ships("I3").tile("Tincan Station", 2).crew(ready="C").use("Repair")
    assert g.act("done").who() == 1


def test_r_techs_41_docking_clamps_come_before_the_tech_board_is_filled_again():
    g = Table(2).slots(s3="Wormhole Generator", s6="Docking Clamps").board("Science Observers")
    g.use("Science").act("take 1", "in 4", "to I3", "fix cargo")
    assert (g.asks(), g.who(), g.s["active"], g.on_board()[0]) == ("advance", 0, 0, "-")
    g.act("CO1", "NI1")
    assert g.who() == 1
    assert g.on_board()[0] != "-"


def test_r_techs_42_android_charging_bay_advances_for_each_android_used():
    g = scene(s3="Android Charging Bay").tracks(0, TC=2)
    mission(g, "Stowaway", "A A", "no", "no", "TC2", "TC2")
    assert (g.marks(), g.who()) == ((2, 6, 9), 1)


def test_r_techs_42_not_for_other_figures():
    g = scene(s3="Android Charging Bay")
    mission(g, "Stowaway", "C C")
    assert g.who() == 1


# Rulings on abilities


def test_r_techs_43_abilities_are_optional():
    g = scene(s3="Prize Crew").crew(ready="Y").use("Weapons").act("fight green", "done")
    assert (g.marks(), g.who()) == ((2, 2, 9), 1)


def test_r_techs_44_several_abilities_from_left_to_right():
    g = scene(s3="Salvage Drones", s4="Prize Crew").crew(ready="Y").use("Weapons").act("fight green")
    assert g.asks() == "repair"
    assert g.act("done").asks() == "advance"


def test_r_techs_44_a_shared_tech_last():
    g = Table(2).share("Science Observers").slots(s3="Mission Control")
    mission(g, "Treaty Signing", "C C C")
    assert "advance 1 on Cooperative" in g.legal()
    g.act("done", "TC1", "done")
    assert (g.marks(), g.who()) == ((0, 1, 0), 1)


def test_r_rulings_82_an_ability_is_finished_though_its_tech_leaves_before_its_turn():
    """Prize Crew leads to a recycling over Salvage Drones; their repair follows all the same."""
    g = Table(2).slots(s1="Prize Crew", s2="Universal Translator", s5="Salvage Drones").tracks(0, TC=10)
    g.pirates({"H-I1": "green android"}).board("Science Observers").use("Weapons")
    g.act("fight purple", "TC2", "take 1", "in 5", "done", "fix cargo")
    assert (g.techs()[5], g.damage(), g.who()) == ("Science Observers", 3, 1)


def test_r_techs_45_protections_in_order():
    """Targeting Array suffices for a fight: Stealth Paint and Hull Plating are not used up."""
    g = scene(s3="Targeting Array", s4="Stealth Paint").slots(
        s3="Targeting Array", s4="Stealth Paint", s5="Hull Plating"
    )
    g.cargo(0, "P", 3)
    mission(g, "Pirate Hideout", "Y Y C", "yes", "fight green")
    assert g.asks() == "line"
    g.act("yes", "fight yellow")
    assert (g.damage(), g.asks()) == (3, "advance")


def test_r_techs_45_hull_plating_for_the_rest():
    g = scene(s3="Stealth Paint", s4="Hull Plating").cargo(0, "P", 3)
    mission(g, "Anti-Time Anomaly", "C Y C", "yes")
    assert g.asks() == "prevent"
    assert g.act("no").damage() == 4


def test_r_techs_46_an_ability_works_for_its_own_bonuses():
    """A Wormhole Generator left of Repair Bots: the move between them is a jump already."""
    g = Table(2).slots(damaged=(1, 2, 5, 6), s4="Repair Bots").board("Wormhole Generator").use("Science")
    g.act("take 1")
    assert (g.asks(), len(g.offered("go to "))) == ("jump", 13)


def test_r_techs_46_a_mission_ability_installed_during_the_mission_counts():
    g = scene().board("Away-Team Medics", "Warp Coils")
    mission(g, "Scan the Nebula", "C B", "yes", "take 1", "in 4")
    assert "Away-Team Medics" in g.techs().values()
    assert g.has_medals() == 2


def test_r_techs_47_a_move_used_as_a_repair_is_a_single_one():
    g = Table(2).slots(damaged=(1, 2, 6), s3="Repair Bots", s4="Hyper-Charger").use("Helm")
    assert g.act("fix cargo", "done").damage() == 2


def test_r_techs_47_a_bonus_move_that_is_a_jump_may_be_a_repair():
    """Wormhole Generator and Hyper-Charger: the move icon gives a jump, which may be one repair."""
    g = Table(2).slots(damaged=(1, 2, 5), s3="Wormhole Generator", s6="Hyper-Charger").board("Research Lab")
    g.use("Science").act("take 1")
    assert g.asks() == "jump"
    assert g.act("fix cargo").damage() == 2


def test_r_techs_48_a_safe_fight_counts_as_the_first_one_of_the_turn():
    """Raiding Season in the own turn; the fight of the same mission then deals damage."""
    g = Table(2).event(**{"Ni'an": "Raiding Season"}).tracks(0, NI=10).slots(s3="Targeting Array")
    g.ships("M2").numbers(n2="O1").missions(M2="Pirate Hideout").crew(ready="C Y+ C")
    g.pirates({"I1-M2": "green android"}).send("C Y+ C").act("yes", "done", "NI2", "fight purple")
    assert (g.damage(), g.asks()) == (3, "line_task")
    assert g.act("yes", "fight yellow").damage() == 4


def test_r_techs_48_a_fight_of_another_captain_is_no_fight_of_the_turn():
    """Raiding Season in the turn of seat 0: seat 1 fights, seat 0 only afterwards."""
    g = Table(2).event(**{"Ni'an": "Raiding Season"}).tracks(0, NI=11).crew(ready="Y+").ships("H", "M2")
    g.slots(s3="Interrogation Room", s4="Targeting Array").pirates({"H-I1": "green android"})
    g.use("room 3").act("NI1", "done", "fight purple", "done", "activate Weapons", "fight purple")
    assert (g.hold(), g.damage(), g.damage(1)) == ("P", 3, 3)


def test_r_techs_49_abilities_after_a_fight_work_outside_the_own_turn():
    g = Table(2).event(**{"Ni'an": "Raiding Season"}).ships("I1", "M2").missions(I1="Border Dispute")
    g.crew(ready="R C C").tracks(0, NI=11).slots(1, s3="Prize Crew").tracks(1, NI=2)
    g.send("R C C").act("yes", "NI1", "fight purple")
    assert (g.who(), g.asks()) == (1, "advance")
    g.act("NI2")
    assert (g.marks(1)[2], g.who()) == (4, 0)


def test_r_techs_15_without_a_whole_slot_no_omega_can_be_taken():
    g = scene(s3="Tactical Observers").ships("I1").missions(I1="Steal Secret Plans").crew(ready="Y C C")
    g.slots(damaged=range(1, 7)).send("Y C C").act("yes")
    assert (g.who(), g.techs(), g.s["omega_discard"].item().bit_count()) == (1, {}, 3)


def test_r_techs_15_fewer_omegas_than_three():
    """Ten omegas lie on the board and on ships: two are left to choose from."""
    g = Table(2).slots(0, s3="Omega Megacomputer")
    names = list(OMEGA_ICONS)
    g.slots(1, **{f"s{k + 1}": name for k, name in enumerate(names[:6])})
    g.board("Warp Coils", *names[6:10]).crew(ready="B").use("room 3")
    assert g.offered("take drawn card ") == ["1", "2"]


def test_r_techs_18_a_shared_room_is_copied():
    g = Table(2).share("Repair Shop").slots(damaged=(1, 2), s3="Holodeck").tracks(0, TC=2).crew(ready="B")
    g.use("room 3").act("copy shared tech 1", "fix cargo", "fix 1", "TC2")
    assert (g.damage(), g.damaged(), g.marks()[1], g.who()) == (2, [2], 4, 1)


def test_r_techs_50_a_crowdsourced_holodeck_is_gray_but_a_crowdsourced_original_is_no_help():
    g = scene(s3="Holodeck", s4="Drill Range").cargo(0, "RY", 3).crew(ready="Y")
    g.s["artifacts"][0, 0], g.s["crowd"][0, st.FIRST_SLOT_ROOM + 3] = 0, 0
    assert not g.can("activate tech slot 3")
    g.s["crowd"][0, st.FIRST_SLOT_ROOM + 3], g.s["crowd"][0, st.FIRST_SLOT_ROOM + 2] = -1, 0
    assert g.can("activate tech slot 3")
