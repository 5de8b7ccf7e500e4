"""What a move brought about, in words."""

import numpy as np
import pytest

from astrarium.envs.starship_captains.narrate import queue_change
from tests.arrange import arrange
from tests.envs.starship_captains.table import GAME, Table, in_full


def told(g, *answers):
    """The lines told about the last of the answers."""
    g.act(*answers[:-1])
    before, name = g.s.copy(), in_full(answers[-1])
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == name)
    g.act(answers[-1])
    return GAME.narrate(g.game.content, before, number, g.s)


NEXT = "# round 1, turn of Green"


def test_a_room_names_who_works_there():
    assert told(Table(2), "activate Weapons") == [
        "White's yellow ensign activates Weapons",
        "White's queue: yellow ensign at the end",
        NEXT,
    ]


def test_a_commander_at_work_is_not_in_the_queue_yet():
    g = Table(2).crew(0, "R+ C")
    assert told(g, "activate Helm") == ["White's red commander activates Helm"]
    assert told(g, "done", "done") == ["White's queue: red commander at the end", NEXT]


def test_artifacts_that_open_a_room_are_spent():
    g = Table(2).crew(0, "C").cargo(0, "RY RB")
    assert told(g, "activate Helm") == [
        "White's pair of artifacts activates Helm",
        "White spends 1 red-yellow artifact, 1 red-blue artifact",
    ]


def test_the_same_pair_is_not_told_when_the_action_names_it():
    g = Table(2).crew(0, "R C").cargo(0, "RY RY")
    assert told(g, "activate Helm", "use red-yellow and red-yellow artifacts") == []


def test_a_move_reserves_a_planet_and_a_pirate_shoots():
    g = Table(2).pirates({"H-I1": "green medal"})
    assert told(g, "activate Helm", "to I1") == [
        "White takes 1 damage (now 4 in the hold)",
        "I1 is reserved for White",
    ]


def test_a_station_is_not_reserved_but_used():
    g = Table(2)
    assert told(g, "activate Helm", "to I3", "done") == [
        "the tile of Tincan Station is used (android)",
        "White gains 1 android",
        NEXT,
    ]


def test_a_planet_is_told_when_it_falls_to_another():
    g = Table(2).ships("I1", "I1")
    assert told(g, "activate Helm", "to H") == ["I1 is reserved for Green"]


def test_a_fight_is_told():
    g = Table(2).pirates({"H-I2": "purple medal"}).next_artifacts("YB")
    assert told(g, "activate Weapons", "fight green") == [
        "White defeats the purple pirate (medal and artifact) between Home Station-I2",
        "White takes 1 damage (now 4 in the hold)",
        "White gains 1 yellow-blue artifact, 1 pirate token, 1 medal",
        NEXT,
    ]


def test_a_fight_that_waits_for_an_answer_is_told_when_it_is_won():
    g = Table(2).pirates({"H-I2": "purple android"}).slots(0, s3="Hull Plating").cargo(0, "P")
    assert told(g, "activate Weapons", "fight green") == []
    assert told(g, "no") == [
        "White defeats the purple pirate (android) between Home Station-I2",
        "White takes 1 damage (now 4 in the hold)",
        "White gains 1 pirate token",
        "White gains 1 android",
        NEXT,
    ]


def test_a_tech_is_installed_and_the_board_refilled():
    g = Table(2).deck("Embassy Deck")
    lines = told(g, "activate Science", "take 2", "in 4")
    assert lines[0] == "White installs Thruster Dock in slot 4 (2 moves, repair)"
    assert lines[-2:] == ["new on the tech board: Embassy Deck", NEXT]


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


def test_a_token_that_the_action_names_is_not_told_again():
    g = Table(2).missions(I1="Smugglers' Moon").ships("I1").crew(0, "R C").cargo(0, "P P").send("C R")
    assert told(g, "yes", "spend P") == []


def test_training_is_paid_for_and_opens_no_new_turn():
    assert told(Table(2), "train cadet as red ensign") == ["White spends 1 medal"]


def test_a_new_turn_is_a_heading_even_of_the_same_captain():
    g = Table(2).passed(1)
    assert told(g, "activate Weapons")[-1] == "# round 1, turn of White"


def test_a_mission_is_told_line_by_line():
    g = Table(2).ships("I1").crew(0, "R B C").next_missions("Ghost Ship")
    assert told(g, "complete the mission") == ["White takes on Supply Run"]
    assert told(g, "R", "B") == ["White sends red ensign, blue ensign", "line 1 (red) matches: medal, move"]
    assert told(g, "yes") == ["White gains 1 medal"]
    assert told(g, "done") == ["line 2 (blue) matches: 2 repairs, Tincan +1"]
    assert told(g, "no") == [
        "White completes Supply Run (3 points)",
        "White's queue: red ensign, blue ensign at the end",
        "tile 5 goes to I1",
        "new mission at O2: Ghost Ship",
        NEXT,
    ]


def test_an_android_goes_back_to_the_supply():
    g = Table(2).ships("I1").crew(0, "C A")
    g.send("C A")
    assert "White returns 1 android to the supply" in told(g, "no")


def test_an_uprising_is_told():
    g = Table(2).ships("I1").crew(0, "C C").numbers(up=1).next_pirates("green medal")
    lines = told(g, "complete the mission")
    assert "tile 1 goes to I1" in lines
    assert lines.index("pirate uprising! All tiles are face up again") < lines.index(
        "a green pirate (medal and artifact) appears between I1-M1"
    )


def test_steps_and_bonuses_are_told():
    g = Table(2).tracks(0, NI=4).slots(0, s1="Interrogation Room")
    assert told(g, "room 1", "NI1") == [
        "White advances to space 5 of the Ni'an track, worth 2",
        "White gains 1 medal",
    ]


def test_a_loop_is_told():
    g = Table(2).tracks(0, NI=12).slots(0, s1="Interrogation Room")
    assert told(g, "room 1", "NI1") == ["White advances to space 0 of the Ni'an track after 1 loop, worth 5"]


def test_the_trophy_is_told():
    g = Table(2).tracks(0, NI=25).slots(0, s1="Interrogation Room")
    assert told(g, "room 1", "NI1")[1] == "White takes the trophy of the Ni'an track"


def test_an_event_is_told_with_its_gifts():
    g = Table(2).tracks(0, CO=4).slots(0, s1="Embassy Deck")
    assert told(g, "room 1", "CO1") == [
        "White advances to space 5 of the Cooperative track, worth 2",
        "event: Medal Ceremony (each: 2 medals)",
        "White gains 2 medals",
        "Green gains 2 medals",
    ]


def test_the_third_event_will_not_happen():
    g = Table(2).tracks(0, CO=4).slots(0, s1="Embassy Deck")
    g.s["event"][2], g.s["events_done"] = -1, 1
    lines = told(g, "room 1", "CO1")
    assert lines.index("event: Medal Ceremony (each: 2 medals)") < lines.index(
        "Shared Knowledge will not happen any more"
    )


def test_shared_techs_are_told():
    g = Table(2).tracks(0, TC=5).slots(0, s1="Xeno-Archive").cargo(0, damage=8)
    lines = told(g, "room 1", "TC1")
    assert "event: Shared Knowledge (all may use the Tincan techs)" in lines
    assert "everybody may use Cybernetics Lab" in lines


def test_an_artifact_on_a_room_is_told():
    g = Table(2).event(Cooperative="Crowdsourcing").tracks(0, CO=4).slots(0, s1="Embassy Deck")
    g.next_artifacts("RY")
    lines = told(g, "room 1", "CO1", "spend RY", "activate Helm")
    assert lines[0] == "an artifact face down on White's Helm: everybody may work there"


def test_a_subordinate_is_named_by_the_action_alone():
    g = Table(2).crew(0, "Y+", "C Y R B R B")
    assert told(g, "activate Weapons", "C") == ["White's queue: yellow commander at the end", NEXT]


def test_figures_called_by_an_effect_are_told():
    g = Table(2).slots(0, s1="Escape Pods").crew(0, "R", "C Y B R Y B")
    lines = told(g, "room 1")
    assert "cadet, yellow ensign, blue ensign of White back in the ready room" in lines


def test_a_new_round_tells_slides_gifts_and_the_starting_player():
    g = Table(2).crew(0, "", "R Y B C R Y B").passed(1)
    assert told(g, "pass") == [
        "White gains 1 medal",
        "White's queue sends red ensign, yellow ensign, blue ensign, cadet to the ready room",
        "Green gains 1 medal",
        "Green is the starting player of round 2",
        "# round 2, turn of Green",
    ]


def test_a_station_tile_that_comes_back_is_told():
    g = Table(2).ships("I1", "I1").passed(1).tile("Trade Station", 2)
    lines = told(g, "pass")
    assert {"the tile of Home Station is there again", "the tile of Trade Station is there again"} <= set(
        lines
    )


def test_what_a_captain_sees_of_the_deck_is_not_told():
    g = Table(2).missions(I1="Gateway to the Stars").ships("I1").crew(0, "R B C Y")
    g.send("R B C")
    lines = told(g, "yes")
    assert lines == ["White looks at the next 3 missions"]


def test_captain_shadow_is_told():
    g = Table(1).actions("take tech").deck("Embassy Deck").ships("I1")
    lines = told(g, "activate Weapons")
    assert lines[2:] == [
        "Captain Shadow draws take tech",
        "Captain Shadow flies to I1",
        "Warp Coils leaves the tech board",
        "new on the tech board: Embassy Deck",
        "# round 1, turn of White",
    ]


def test_a_mission_of_captain_shadow_is_told():
    g = Table(1).actions("complete mission").next_missions("Ghost Ship", seen={0: 0})
    lines = told(g, "activate Weapons")
    assert lines[2:] == [
        "Captain Shadow draws complete mission",
        "Captain Shadow flies to I1",
        "Captain Shadow completes Supply Run",
        "tile 5 goes to I1",
        "new mission at O2: Ghost Ship",
        "# round 1, turn of White",
    ]


def test_a_pirate_driven_off_by_captain_shadow_is_told():
    g = Table(1).actions("fight pirate").pirates({"H-I1": "green medal"})
    lines = told(g, "activate Repair", "C", "done")
    assert "Captain Shadow drives off the green pirate (medal and artifact) between Home Station-I1" in lines


def test_pirates_that_leave_in_a_ceasefire_are_told():
    g = Table(2).event(**{"Ni'an": "Ceasefire"}).tracks(0, NI=11).slots(0, s1="Interrogation Room")
    g.pirates({"H-I1": "green medal"})
    assert "the green pirate (medal and artifact) between Home Station-I1 leaves" in told(g, "room 1", "NI1")


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
    assert told(g, "pass") == [
        "the game is over",
        "White: 8.5 points (missions 7, medals 1.5)",
        "Green: -7 points (damage -7)",
        f"epilogue of White: {g.labels['epilogues'][0]}",
        f"epilogue of Green: {g.labels['epilogues'][0]}",
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_move_of_a_game_can_be_told(players):
    game = arrange(GAME, players=players, seed=players)
    rng = np.random.default_rng(players)
    rounds = set()
    while not game.over and game.moves < 400:
        before = game.states[0].copy()
        legal = game.legal_ids()
        action = int(rng.choice(legal[1:] if len(legal) > 1 and rng.random() < 0.8 else legal))
        game.act(action)
        for line in GAME.narrate(game.content, before, action, game.states[0]):
            assert line
            assert "None" not in line
            assert "  " not in line
            rounds |= {line[:9]} if line.startswith("# round") else set()
    assert len(rounds) == 4


@pytest.mark.parametrize(
    ("old", "new", "gone", "come"),
    [
        ([0, 1, 2], [0, 1, 2, 3], [], [3]),
        ([0, 1, 2], [0, 2, 5], [1], [5]),
        ([3, 1, 2, 0], [0, 0], [3, 1, 2], [0]),
        ([0, 1, 2, 0, 1, 2], [0, 1, 2], [0, 1, 2], []),
        ([0, 1], [], [0, 1], []),
        ([], [2, 1], [], [2, 1]),
    ],
)
def test_who_left_and_who_joined_a_queue(old, new, gone, come):
    assert queue_change(old, new) == (gone, come)
