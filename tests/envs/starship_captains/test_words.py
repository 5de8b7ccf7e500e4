"""Questions and actions in the words of the position."""

import re

import pytest

from tests.arrange import arrange
from tests.envs.starship_captains.table import GAME, Table


def asked(g):
    """The question in words."""
    return GAME.question(g.game.content, g.s)


def names(g):
    """The legal actions in the words of the position."""
    return [GAME.action_name(action, g.game.content, g.s) for action in g.game.legal_ids()]


def test_a_turn_names_techs_and_the_mission():
    g = Table(2).ships("I1").slots(0, s3="Warp Coils").crew(0, "R B")
    assert asked(g) == "activate a room, complete a mission, train crew or pass?"
    assert names(g)[:6] == [
        "pass",
        "activate Helm",
        "activate Science",
        "activate Repair",
        "activate Warp Coils",
        "complete Supply Run",
    ]


def test_a_shared_room_has_its_name():
    g = Table(2).share("Cybernetics Lab").crew(0, "B")
    assert "activate Cybernetics Lab" in names(g)


def test_who_works_in_a_room():
    g = Table(2).crew(0, "R C").cargo(0, "RY RY").act("activate Repair")
    assert asked(g) == "who activates Repair?"
    assert names(g) == ["use a red ensign", "use a cadet", "use red-yellow and red-yellow artifacts"]


def test_a_commanders_second_task():
    g = Table(2).crew(0, "R+", "C Y B B Y Y").act("activate Helm", "done")
    assert asked(g) == "the red commander's second task?"
    assert names(g) == ["no second task", "activate Helm", "activate Repair", "call a cadet"]


def test_a_mission_line_by_line():
    g = Table(2).ships("I1").crew(0, "R+ B C", "C Y Y B").act("complete the mission")
    assert asked(g) == "Supply Run, line 1 (red: medal, move): whom to send?"
    assert names(g) == ["send a blue ensign", "send a cadet", "send a red commander"]
    g.act("R+", "C")
    assert asked(g) == "Supply Run, line 1 (red: medal, move): resolve it?"
    assert names(g) == ["ignore the line", "resolve the line"]
    g.act("yes", "done")
    assert asked(g) == "Supply Run, line 1 (red: medal, move): the red commander's second task?"
    assert names(g) == ["no second task", "resolve the line again", "call a cadet"]


def test_moves_jumps_and_repairs():
    g = Table(2).slots(0, s3="Hyper-Charger").act("activate Helm")
    assert asked(g) == "2 moves: where to?"
    assert names(g) == ["stay here", "go to I1", "go to I2", "go to I3", "repair the cargo hold"]
    g = Table(2).act("activate Repair", "C")
    assert (asked(g), names(g)[-1]) == ("repair what?", "repair tech slot 6")


def test_a_jump_is_called_so():
    g = Table(2).slots(0, s3="Slipstream Drive").act("room 3")
    assert "jump to I1" in names(g)


def test_a_pirate_by_its_route():
    g = Table(2).pirates({"H-I1": "green medal", "H-I2": "green medal"}).act("activate Weapons")
    assert names(g) == [
        "do not fight",
        "fight the green pirate (medal and artifact) on the purple route to I1",
        "fight the green pirate (medal and artifact) on the green route to I2",
    ]


def test_techs_by_name_and_slots_by_what_they_hold():
    g = Table(2).slots(0, damaged=(2, 5, 6), s1="Research Lab", s3="Patrol Bridge").act("room 1")
    assert (asked(g), names(g)[1]) == ("recycle: which tech?", "take Warp Coils")
    g.act("take 1")
    assert asked(g) == "Warp Coils into which slot?"
    assert names(g) == ["slot 1, in place of Research Lab", "slot 3, in place of Patrol Bridge", "slot 4"]


def test_drawn_cards_by_name():
    cards = ("Red Mission Archive", "Pirate Museum", "Chain of Command")
    g = Table(2).omegas(*cards).slots(0, s1="Omega Megacomputer").act("room 1")
    assert sorted(names(g)) == sorted(["take none of them", *(f"take {card}" for card in cards)])
    assert asked(g).startswith("take which of ")


def test_damage_that_can_be_stopped():
    g = Table(2).pirates({"H-I2": "purple android"}).slots(0, s3="Hull Plating").cargo(0, "P")
    g.act("activate Weapons", "fight green")
    assert asked(g) == "spend a pirate token to stop 1 damage?"
    assert names(g) == ["take the damage", "stop it with a pirate token"]


def test_cargo_overboard():
    g = Table(2).cargo(0, "RY P", damage=6).pirates({"H-I2": "purple android"})
    g.act("activate Weapons", "fight green")
    assert names(g) == ["throw a red-yellow artifact overboard", "throw a pirate token overboard"]


def test_steps_on_tracks():
    g = Table(2).slots(0, s1="Interrogation Room").act("room 1")
    assert asked(g) == "Ni'an +3: how far?"
    assert names(g) == ["advance no further", *(f"advance {n} on Ni'an" for n in (1, 2, 3))]


def test_a_track_of_choice():
    g = (
        Table(2)
        .ships("I1")
        .missions(I1="Anti-Time Anomaly")
        .crew(0, "R Y B C")
        .send("R Y B")
        .act("no", "yes")
    )
    assert asked(g) == "one track +4: which track?"


def test_a_choice_names_both_effects():
    g = Table(2).missions(I1="Smugglers' Moon").ships("I1").crew(0, "Y C").send("Y C").act("yes")
    assert asked(g) == "Ni'an +3 or 2 medals?"
    assert names(g) == ["choose Ni'an +3", "choose 2 medals"]


def test_a_payment():
    g = (
        Table(2)
        .missions(I1="Smugglers' Moon")
        .ships("I1")
        .crew(0, "R C")
        .cargo(0, "P P")
        .send("C R")
        .act("yes")
    )
    assert asked(g).startswith("pay ")
    assert names(g)[0] == "pay nothing"
    assert "spend a pirate token" in names(g)


def test_a_copied_room_by_its_owner():
    g = Table(2).slots(0, s1="Holodeck", s3="Warp Coils").slots(1, s3="Salvage Bay").act("room 1")
    assert names(g) == ["copy nothing", "copy White's Warp Coils", "copy Green's Salvage Bay"]


def test_a_shared_room_is_copied_by_its_name():
    g = Table(2).slots(0, s1="Holodeck").share("Cybernetics Lab").act("room 1")
    assert names(g) == ["copy nothing", "copy the shared Cybernetics Lab"]


def test_an_artifact_on_a_room():
    g = Table(2).event(Cooperative="Crowdsourcing").tracks(0, CO=4).slots(0, s1="Embassy Deck")
    g.next_artifacts("RY").act("room 1", "CO1")
    assert names(g) == ["lay down no artifact", "lay down a red-yellow artifact"]
    g.act("spend RY")
    assert asked(g) == "lay it on which room?"
    assert names(g)[:2] == ["lay it on Helm", "lay it on Weapons"]


def test_captain_shadows_choices():
    g = Table(1).actions("fight pirate").pirates({"H-I1": "green medal", "H-I2": "green android"})
    g.act("activate Repair", "C", "done")
    assert names(g)[0] == "drive off the green pirate (medal and artifact) on the purple route to I1"
    g = Table(1).actions("complete mission").shadow("I1").ships("M3").numbers(n2="O1")
    g.missions(M2="Time Loop").act("activate Repair", "C", "done")
    assert asked(g) == "which mission does Captain Shadow complete?"
    assert names(g) == ["Escort the Envoy at M1", "Time Loop at M2"]


@pytest.mark.parametrize("players", [1, 4])
def test_every_action_has_a_name_in_every_position(players):
    """Illegal ones too: whoever asks for a name gets one."""
    game = arrange(GAME, players=players, seed=3)
    while not game.over:
        for action in range(GAME.num_actions):
            assert GAME.action_name(action, game.content, game.states[0])
        game.act(game.legal_ids()[0 if game.moves % 9 == 8 else -1])


def does(g):
    """What the legal moves say that they do."""
    told = GAME.words(g.game.content, g.s)
    return {told.action(action): told.does(action) for action in g.game.legal_ids()}


def test_rooms_techs_and_missions_say_what_they_bring():
    g = Table(2).ships("I1").slots(0, s3="Warp Coils").crew(0, "R B")
    told, coils = does(g), GAME.words(g.game.content, g.s).tech_words(g.tech("Warp Coils"))
    assert told["activate Helm"] == "2 moves"
    assert told["activate Warp Coils"] == coils
    assert "red: medal, move" in told["complete Supply Run"]


def test_things_on_the_table_say_what_they_are():
    g = (
        Table(2)
        .ships("I1")
        .slots(0, s3="Warp Coils")
        .pirates({"H-I1": "purple medal"})
        .board("Cybernetics Lab")
    )
    svg = GAME.render_svg(g.game.content, g.s, 0)
    told = dict(re.findall(r'data-at="([^"]+)">\s*<title>([^<]*)</title>', svg))
    assert told[f"place-{g.place('I1')}"].startswith("Mission Supply Run at I1: ")
    assert told["slot-0-2"].startswith("Warp Coils (")
    assert told["room-0-0"] == "Helm, a red room: 2 moves."
    assert any(
        name.startswith("pirate-") and "a fight costs 1 damage" in words for name, words in told.items()
    )
    assert told["tech-0"].startswith("Cybernetics Lab (")
