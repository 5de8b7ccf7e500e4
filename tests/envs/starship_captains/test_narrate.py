"""What a decision brings about, in words and in the order of events."""

import numpy as np
import pytest

from tests.arrange import arrange
from tests.envs.starship_captains.table import GAME, PIRATES, Table

NEXT = "# round 1, turn of Green"
MEDAL_PIRATE = "purple pirate (medal and artifact)"


def told(g, *answers, seat=None):
    """The lines told about the last of the answers."""
    g.act(*answers[:-1])
    name = g.in_full(answers[-1])
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == name)
    lines = GAME.told(g.game.content, g.s.copy(), number, seat, sound=True)
    g.act(answers[-1])
    return lines


def in_order(lines, *wanted):
    """These lines are told, one after another, with others between them perhaps."""
    places = [lines.index(line) for line in wanted]
    return places == sorted(places)


# Rooms and crew


def test_a_room_names_who_works_there():
    assert told(Table(2), "activate Weapons") == [
        "White's yellow ensign activates Weapons and joins the queue",
        NEXT,
    ]


def test_a_commander_at_work_is_not_in_the_queue_yet():
    g = Table(2).crew(0, "R+ C")
    assert told(g, "activate Helm") == ["White's red commander activates Helm"]
    assert told(g, "done", "done") == ["White's red commander joins the queue", NEXT]


def test_extra_work_is_told_as_such():
    g = Table(2).crew(0, "R+ C")
    assert told(g, "activate Helm", "done", "activate Repair") == [
        "White's red commander activates Repair as extra work"
    ]


def test_artifacts_open_a_room():
    g = Table(2).crew(0, "C").cargo(0, "RY RB")
    assert told(g, "activate Helm") == ["White activates Helm with red-yellow and red-blue artifacts"]


def test_a_subordinate_is_called_before_the_commander_queues():
    g = Table(2).crew(0, "Y+", "C Y R B R B")
    assert told(g, "activate Weapons", "C") == [
        "White's yellow commander calls a cadet back to the ready room",
        "White's yellow commander joins the queue",
        NEXT,
    ]


def test_figures_called_by_an_effect_are_told():
    g = Table(2).slots(0, s1="Escape Pods").crew(0, "R", "C Y B R Y B")
    assert told(g, "room 1")[:5] == [
        "White's red ensign activates Escape Pods and joins the queue",
        "White discards Escape Pods",
        "White's cadet is back in the ready room",
        "White's yellow ensign is back in the ready room",
        "White's blue ensign is back in the ready room",
    ]


def test_training_is_paid_for_and_opens_no_new_turn():
    assert told(Table(2), "train cadet as red ensign") == ["White spends a medal (0 left)"]


def test_a_new_turn_is_a_heading_even_of_the_same_captain():
    g = Table(2).passed(1)
    assert told(g, "activate Weapons")[-1] == "# round 1, turn of White"


# The map


def test_a_move_reserves_a_planet_and_a_pirate_shoots():
    g = Table(2).pirates({"H-I1": "green medal"})
    assert told(g, "activate Helm", "to I1") == [
        "I1 is reserved for White",
        "the green pirate (medal and artifact) between Home Station and I1 fires at White",
        "White takes 1 damage (now 4 in the hold)",
    ]


def test_a_shot_that_an_ability_stops_is_told():
    g = Table(2).pirates({"H-I1": "green medal"}).slots(0, s3="Deflector Dish")
    assert told(g, "activate Helm", "to I1")[-1] == "White's Deflector Dish stops 1 damage"


def test_damage_of_a_mission_that_paint_stops_is_told():
    g = Table(2).no_events().ships("I1").slots(0, s3="Stealth Paint").missions(I1="Anti-Time Anomaly")
    g.crew(0, "C Y C").send("C Y C")
    assert "White's Stealth Paint stops 1 damage" in told(g, "yes")


def test_a_station_is_not_reserved_but_used():
    g = Table(2)
    assert told(g, "activate Helm", "to I3", "done") == [
        "White uses the tile of Tincan Station (android)",
        "White gains 1 android",
        NEXT,
    ]


def test_a_planet_is_told_when_it_falls_to_another():
    g = Table(2).ships("I1", "I1")
    assert told(g, "activate Helm", "to H") == ["I1 is reserved for Green"]


def test_a_guest_that_leaves_changes_nothing():
    g = Table(2).ships("I1", "I1").turn_of(1)
    assert told(g, "activate Helm", "to H") == []
    assert g.reserved("I1") == 0


def test_of_two_that_stay_neither_has_the_planet():
    g = Table(3).ships("I1", "I1", "I1")
    assert told(g, "activate Helm", "to H") == ["I1 is reserved for nobody any more"]


def test_a_fight_is_told_shot_by_reward():
    g = Table(2).pirates({"H-I2": "purple medal"}).next_artifacts("YB")
    assert told(g, "activate Weapons", "fight green") == [
        "White takes 1 damage (now 4 in the hold)",
        f"White defeats the {MEDAL_PIRATE} between Home Station and I2 and keeps its token",
        "White gains 1 medal",
        "White gains a yellow-blue artifact",
        NEXT,
    ]


def test_a_fight_that_waits_for_an_answer_is_told_when_it_is_won():
    g = Table(2).pirates({"H-I2": "purple android"}).slots(0, s3="Hull Plating").cargo(0, "P")
    assert told(g, "activate Weapons", "fight green") == []
    assert told(g.twin(), "yes")[:2] == [
        "White spends a pirate token (0 left)",
        "White's Hull Plating stops 1 damage",
    ]
    assert told(g, "no")[:3] == [
        "White takes 1 damage (now 4 in the hold)",
        "White defeats the purple pirate (android) between Home Station and I2 and keeps its token",
        "White gains 1 android",
    ]


def test_cargo_that_has_no_room_is_told():
    g = Table(2).cargo(0, "RY", damage=7).pirates({"H-I2": "purple android"})
    assert told(g, "activate Weapons", "fight green")[:3] == [
        "White takes 1 damage (now 8 in the hold)",
        "the hold is too full: White loses a red-yellow artifact",
        "White defeats the purple pirate (android) between Home Station and I2 and keeps its token",
    ]


def test_an_uprising_is_told():
    g = Table(2).ships("I1").crew(0, "C C").numbers(up=1).next_pirates("green medal")
    assert in_order(
        told(g, "complete the mission"),
        "tile 1 goes face down to I1",
        "pirate uprising! All tiles are face up again",
        "a green pirate (medal and artifact) appears between I1 and M1",
    )


def test_a_pirate_that_finds_its_route_taken_is_told():
    g = Table(1, passenger=5).actions("passenger").ships("I1").next_pirates("green medal")
    g.pirates({"I1-M1": "green medal"})
    lines = told(g, "activate Weapons", "done")
    assert "a green pirate (medal and artifact) leaves: another one is between I1 and M1" in lines


# Techs


def test_a_tech_is_installed_and_the_board_refilled():
    g = Table(2).deck("Embassy Deck")
    lines = told(g, "activate Science", "take 2", "in 4")
    assert lines[0] == "White installs Thruster Dock in slot 4 (2 moves, repair)"
    assert lines[-2:] == ["Embassy Deck comes to space 2 of the tech board", NEXT]


def test_a_tech_that_makes_room_is_told():
    g = Table(2).slots(0, s1="Research Lab", s3="Patrol Bridge")
    lines = told(g, "room 1", "take 1", "in 3")
    assert lines[:2] == ["White discards Patrol Bridge", "White installs Warp Coils in slot 3 (3 moves)"]


def test_cards_drawn_to_choose_from_are_told():
    g = Table(2).omegas("Red Mission Archive", "Pirate Museum", "Chain of Command")
    g.slots(0, s1="Omega Megacomputer")
    lines = told(g, "room 1")
    assert lines[1] == "White discards Omega Megacomputer"
    assert lines[2].startswith("drawn: ")
    assert all(name in lines[2] for name in ("Red Mission Archive", "Pirate Museum", "Chain of Command"))
    assert told(g, "done")[0].startswith("discarded: ")


def test_an_ability_is_told_when_its_effect_begins():
    """Auxiliary Helm gives a move after the Helm: it is named after the last move of the Helm."""
    g = Table(2).slots(0, s3="Auxiliary Helm")
    assert told(g, "activate Helm") == ["White's red ensign activates Helm and joins the queue"]
    assert told(g, "to I1", "done") == ["White's Auxiliary Helm: move"]


def test_abilities_follow_the_icons_of_a_new_card():
    """A matching pair of icons comes first, then what another tech gives for research."""
    g = Table(2).slots(0, s1="Tech Exchange", s3="Warp Coils")
    paired = []
    for space in range(2, 6):
        for slot in (2, 4):
            twin = g.twin().act("activate Science", f"take {space}")
            lines = told(twin, f"in {slot}")
            if [line for line in lines if line.startswith("matching")] == [
                "matching icons give White a medal"
            ]:
                paired.append(lines)
    assert paired
    for lines in paired:
        assert in_order(
            lines, "matching icons give White a medal", "White gains 1 medal", "White's Tech Exchange: medal"
        )


# Missions


def test_a_mission_is_told_line_by_line():
    g = Table(2).ships("I1").crew(0, "R B C").next_missions("Ghost Ship")
    assert told(g, "complete the mission") == []
    assert told(g, "R", "B") == [
        "White sends a red ensign and a blue ensign on Supply Run",
        "line 1 (red: medal, move): the red ensign matches",
    ]
    assert told(g, "yes") == ["White gains 1 medal"]
    assert told(g, "done") == ["line 2 (blue: 2 repairs, Tincan +1): the blue ensign matches"]
    assert told(g, "no") == [
        "back from the mission into White's queue: a red ensign and a blue ensign",
        "White completes Supply Run (3 points)",
        "tile 5 goes face down to I1",
        "new mission at O2: Ghost Ship",
        NEXT,
    ]


def test_a_line_that_nobody_matches_is_told():
    g = Table(2).ships("I1").crew(0, "C C")
    assert told(g, "complete the mission")[:5] == [
        "White sends 2 cadets on Supply Run",
        "line 1 (red: medal, move): the cadet does not match",
        "line 2 (blue: 2 repairs, Tincan +1): the cadet does not match",
        "back from the mission into White's queue: 2 cadets",
        "White completes Supply Run (3 points)",
    ]


def test_an_android_goes_back_to_the_supply():
    g = Table(2).ships("I1").crew(0, "C A")
    g.send("C A")
    assert in_order(
        told(g, "no"),
        "back from the mission into White's queue: a cadet",
        "White returns 1 android to the supply",
        "White completes Supply Run (3 points)",
    )


def test_a_mission_done_before_the_ship_leaves_is_not_lost():
    """The last line jumps: the ship is elsewhere when the mission is turned over, and a station follows."""
    g = Table(2).missions(I1="Supply Run").ships("I1").crew(0, "R C").send("R C").act("yes")
    assert told(g, "to H") == [
        "line 2 (blue: 2 repairs, Tincan +1): the cadet does not match",
        "back from the mission into White's queue: a red ensign and a cadet",
        "White completes Supply Run (3 points)",
        "tile 5 goes face down to I1",
        g_line(g, "new mission at O2: "),
        NEXT,
    ]


def g_line(g, start):
    """The line about the mission that has come to O2."""
    return f"{start}{g.mission_at('O2')}"


def test_missions_completed_before_captain_shadow_flies_on_are_told():
    """After a pass both cards follow in one decision, and the first mission is not forgotten."""
    g = Table(1).actions("complete mission", "complete mission")
    assert in_order(
        told(g, "pass"),
        "Captain Shadow flies to I1",
        "Captain Shadow completes Supply Run",
        "tile 5 goes face down to I1",
        "Captain Shadow flies to M1",
        "Captain Shadow completes Escort the Envoy",
        "tile 4 goes face down to M1",
    )


def test_what_a_captain_sees_of_the_deck_is_told_to_nobody_else():
    g = Table(2).missions(I1="Gateway to the Stars").ships("I1").crew(0, "R B C Y")
    g.next_missions("Ghost Ship", "Time Loop", "Arena Combat")
    g.send("R B C")
    shown = "White looks at the next 3 missions: Ghost Ship, Time Loop and Arena Combat"
    assert told(g.twin(), "yes", seat=0) == told(g.twin(), "yes") == [shown]
    assert told(g, "yes", seat=1) == ["White looks at the next 3 missions"]


def test_a_look_at_the_last_mission_is_told():
    g = Table(2).missions(I1="Gateway to the Stars").ships("I1").crew(0, "R B C Y")
    g.next_missions("Ghost Ship").mission_deck().send("R B C")
    assert told(g.twin(), "yes", seat=0) == ["White looks at the next mission: Ghost Ship"]
    assert told(g, "yes", seat=1) == ["White looks at the next mission"]


def test_all_who_come_back_from_a_mission_are_told():
    g = Table(2).missions(I1="Gateway to the Stars").ships("I1").crew(0, "R B C Y").send("R B C")
    g.act("no")
    back = "back from the mission into White's queue: a red ensign, a blue ensign and a cadet"
    assert back in told(g, "no")


def test_others_are_told_the_same_whatever_the_missions_are():
    g = Table(2).missions(I1="Gateway to the Stars").ships("I1").crew(0, "R B C Y").send("R B C")
    worlds = [g.game.determinized(1, stream) for stream in range(8)]
    for world in worlds:
        world.states["rng"] = worlds[0].states["rng"]
    yes = GAME.actions.index("yes")
    assert len({tuple(GAME.told(w.content, w.states[0], yes, 1)) for w in worlds}) == 1


# Tracks and events


def test_steps_and_bonuses_are_told():
    g = Table(2).tracks(0, NI=4).slots(0, s1="Interrogation Room")
    assert told(g, "room 1", "NI1") == [
        "White advances to space 5 of the Ni'an track, worth 2 points",
        "White gains 1 medal",
    ]


def test_several_steps_are_one_line_up_to_a_bonus():
    g = Table(2).tracks(0, NI=2).slots(0, s1="Interrogation Room")
    assert told(g, "room 1", "NI3")[0] == "White advances to space 5 of the Ni'an track, worth 2 points"


def test_a_loop_is_told():
    g = Table(2).tracks(0, NI=12).slots(0, s1="Interrogation Room")
    assert told(g, "room 1", "NI1") == [
        "White advances to space 0 of the Ni'an track after 1 loop, worth 5 points"
    ]


def test_the_trophy_is_told():
    g = Table(2).tracks(0, NI=25).slots(0, s1="Interrogation Room")
    assert told(g, "room 1", "NI1")[1] == "White takes the trophy of the Ni'an track"


def test_an_event_is_told_with_its_gifts():
    g = Table(2).tracks(0, CO=4).slots(0, s1="Embassy Deck")
    assert told(g, "room 1", "CO1") == [
        "White advances to space 5 of the Cooperative track, worth 2 points",
        "event: Medal Ceremony (each: 2 medals)",
        "White gains 2 medals",
        "Green gains 2 medals",
    ]


def test_the_third_event_will_not_happen():
    g = Table(2).tracks(0, CO=4).slots(0, s1="Embassy Deck")
    g.s["event"][2], g.s["events_done"] = -1, 1
    assert in_order(
        told(g, "room 1", "CO1"),
        "event: Medal Ceremony (each: 2 medals)",
        "Shared Knowledge will not happen any more",
    )


def test_shared_techs_are_told():
    g = Table(2).tracks(0, TC=5).slots(0, s1="Xeno-Archive").cargo(0, damage=8)
    assert in_order(
        told(g, "room 1", "TC1"),
        "event: Shared Knowledge (all may use the Tincan techs)",
        "everybody may use Cybernetics Lab",
    )


def test_an_artifact_on_a_room_is_told():
    g = Table(2).event(Cooperative="Crowdsourcing").tracks(0, CO=4).slots(0, s1="Embassy Deck")
    g.next_artifacts("RY")
    lines = told(g, "room 1", "CO1", "spend RY", "activate Helm")
    assert lines[0] == "an artifact face down on White's Helm: everybody may work there"


def test_a_room_that_is_copied_is_told():
    g = Table(2).slots(0, s3="Holodeck", s4="Drill Range").slots(1, s1="Warp Coils").crew(ready="B")
    g.use("room 3")
    assert any("Warp Coils" in line for line in told(g, "copy the next player's tech slot 1"))


def test_pirates_that_leave_in_a_ceasefire_are_told():
    g = Table(2).event(**{"Ni'an": "Ceasefire"}).tracks(0, NI=11).slots(0, s1="Interrogation Room")
    g.pirates({"H-I1": "green medal"})
    line = "the green pirate (medal and artifact) between Home Station and I1 leaves"
    assert line in told(g, "room 1", "NI1")


@pytest.mark.parametrize("kind", PIRATES)
def test_every_pirate_of_a_raid_is_told(kind):
    g = Table(2).event(**{"Ni'an": "Raiding Season"}).tracks(0, NI=11).slots(0, s1="Interrogation Room")
    lines = told(g.next_pirates(kind), "room 1", "NI1")
    assert sum("appears between" in line for line in lines) == len(g.all_pirates()) == 5


def test_leaders_that_go_back_are_told():
    g = Table(2).event(Cooperative="Honesty Summit").tracks(0, CO=4).slots(0, s1="Embassy Deck")
    assert in_order(
        told(g, "room 1", "CO1"),
        "White goes back to space 3 of the Cooperative track, worth 1 point",
        "White gains 1 medal",
    )


def test_an_order_in_force_is_told_before_the_tile():
    g = Table(2).no_events("Explosive Crisis")
    lines = told(g, "activate Helm", "to I3", "done")
    assert lines[0].startswith("Explosive Crisis for White: ")
    assert in_order(lines, lines[0], "White uses the tile of Tincan Station (android)")


# Rounds


def test_cadets_of_a_new_round_are_told():
    lines = told(Table(2, round=2).passed(1).ships("I1", "I2"), "pass")
    assert in_order(lines, "# round 3: Green begins", "White gains 1 cadet", "Green gains 1 cadet")


def test_gifts_of_a_new_round_come_after_its_heading():
    g = Table(2).crew(0, "R", "R Y B C Y B").passed(1)
    assert told(g, "pass") == [
        "White is out of the round, with 1 figure left in the ready room",
        "White's queue sends a red ensign, a yellow ensign and a blue ensign to the ready room",
        "# round 2: Green begins",
        "White gains 1 medal",
        "Green gains 1 medal",
        "the tile of Home Station stays away: a ship is in its place",
        "# round 2, turn of Green",
    ]


def test_a_tile_that_arrives_for_the_first_time_is_not_there_again():
    g = Table(2).ships("I1", "I1").passed(1).tile("Trade Station", 2)
    lines = told(g, "pass")
    assert "the tile of Home Station is in its place" in lines
    assert "the tile of Trade Station is in its place" in lines
    assert not any("again" in line for line in lines)


def test_a_pass_that_is_all_that_is_left_is_told():
    g = Table(2).crew(0, "Y", "R Y B C C B").passed(1)
    lines = told(g, "activate Weapons")
    assert in_order(lines, "# round 1, turn of White", "White is out of the round", "# round 2: Green begins")


def test_the_end_tells_points_and_epilogues():
    g = (
        Table(2, round=4)
        .passed(1)
        .crew(0, "R Y B C C C", "R Y B")
        .cargo(0, damage=0)
        .slots(0)
        .medals(3, 0)
        .ships("I2", "I2")
    )
    g.completed(0, "Time Loop")
    assert told(g, "pass")[-5:] == [
        "the game is over",
        "White: 8.5 points (missions 7, medals 1.5)",
        "Green: -7 points (damage -7)",
        f"epilogue of White: {g.labels['epilogues'][0]}",
        f"epilogue of Green: {g.labels['epilogues'][0]}",
    ]


# Captain Shadow


def test_captain_shadow_is_told():
    g = Table(1).actions("take tech").deck("Embassy Deck").ships("I1")
    assert told(g, "activate Weapons")[1:] == [
        "Captain Shadow draws: take tech",
        "Captain Shadow flies to I1",
        "Warp Coils leaves the tech board",
        "Embassy Deck comes to space 1 of the tech board",
        "# round 1, turn of White",
    ]


def test_a_mission_of_captain_shadow_is_told():
    g = Table(1).actions("complete mission").next_missions("Ghost Ship", seen={0: 0})
    assert told(g, "activate Weapons")[1:] == [
        "Captain Shadow draws: complete mission",
        "Captain Shadow flies to I1",
        "Captain Shadow completes Supply Run",
        "tile 5 goes face down to I1",
        "new mission at O2: Ghost Ship",
        "# round 1, turn of White",
    ]


def test_a_pirate_driven_off_by_captain_shadow_is_told():
    g = Table(1).actions("fight pirate").pirates({"H-I1": "green medal"})
    line = "Captain Shadow drives off the green pirate (medal and artifact) between Home Station and I1"
    assert line in told(g, "activate Repair", "C", "done")


def test_a_card_of_captain_shadow_without_effect_is_told():
    g = Table(1).actions("fight pirate")
    assert told(g, "activate Weapons")[1:3] == [
        "Captain Shadow draws: fight pirate",
        "Captain Shadow finds nothing to do",
    ]


def test_captain_shadows_cards_are_told_one_after_another():
    """After a pass each card comes with what it does, before the next is drawn."""
    g = Table(1).actions("take tech", "fight pirate", "passenger")
    lines = [line for line in told(g, "pass") if line != "# round 2: White begins"]
    after = {
        "take tech": "leaves the tech board",
        "fight pirate": "finds nothing to do",
        "passenger": "Teddy: nothing happens",
    }
    for card, effect in after.items():
        place = lines.index(f"Captain Shadow draws: {card}")
        assert effect in lines[place + 1]


def test_a_supply_is_told_only_when_there_is_something_to_make_it_of():
    g = Table(4).ships("I1").missions(I1="Blockade Run").crew(0, "B C C C").no_pirates().send("C C B")
    assert told(g, "yes") == []


@pytest.mark.parametrize(
    ("pile", "mission", "figures"),
    [("tech", "Tincan Library", "B C C"), ("omega", "Steal Secret Plans", "Y C C")],
)
def test_a_deck_is_told_only_when_there_is_something_to_make_it_of(pile, mission, figures):
    g = Table(2).ships("I1").missions(I1=mission).crew(0, figures).send(figures)
    g.s[f"{pile}_pool"], g.s[f"{pile}_discard"], g.s["tech_under"] = 0, 0, 0
    action = next(a for a in g.game.legal_ids() if g.game.name(a) == "yes")
    assert not [
        line for line in GAME.told(g.game.content, g.s.copy(), action, None, sound=True) if "deck" in line
    ]


def test_an_ability_that_has_left_its_slot_is_not_told_by_the_name_of_the_next_one():
    """Prize Crew leads to a recycling over Salvage Drones, whose repair follows all the same."""
    g = Table(2).slots(s1="Prize Crew", s2="Universal Translator", s5="Salvage Drones").tracks(0, TC=10)
    g.pirates({"H-I1": "green android"}).board("Science Observers").use("Weapons")
    g.act("fight purple", "TC2", "take 1", "in 5")
    assert told(g, "done") == []
    assert g.asks() == "repair"


# All games


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_move_of_a_game_can_be_told(players):
    game = arrange(GAME, players=players, seed=players)
    rng = np.random.default_rng(players)
    rounds = set()
    while not game.over and game.moves < 400:
        legal = game.legal_ids()
        action = int(rng.choice(legal[1:] if len(legal) > 1 and rng.random() < 0.8 else legal))
        for line in GAME.told(game.content, game.states[0], action, sound=True):
            assert line
            assert "None" not in line
            assert "  " not in line
            rounds |= {line[:9]} if line.startswith("# round") else set()
        game.act(action)
    assert rounds >= {"# round 2", "# round 3", "# round 4"}
