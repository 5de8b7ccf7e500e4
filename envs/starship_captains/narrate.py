"""Starship Captains: how each event is told."""

from astrarium.core import Sentence

from . import events as ev
from .cards import SHADOW

SENTENCES: dict[int, Sentence | str] = {
    # The course of the game
    ev.ROUND: "# round {0}: {1:seat} begins",
    ev.TURN: "# round {0}, turn of {1:seat}",
    ev.PASSES: "{0:seat} is out of the round{1:left_ready}",
    ev.OVER: "the game is over",
    ev.RESULT: "{0:seat}: {0:result}",
    ev.EPILOGUE: "epilogue of {0:seat}: {0:epilogue}",
    # Crew
    ev.WORKS: "{0:seat}'s {1:figure} activates {2,3:activated} and joins the queue",
    ev.COMMANDER_WORKS: "{0:seat}'s {1:figure} activates {2,3:activated}",
    ev.PAIR_WORKS: "{0:seat} activates {2,3:activated} with {1:two_artifacts}",
    ev.EXTRA_WORK: "{0:seat}'s {1:figure} activates {2,3:activated} as extra work",
    ev.CALLS: "{0:seat}'s {1:figure} calls {2:a_figure} back to the ready room",
    ev.QUEUES: "{0:seat}'s {1:figure} joins the queue",
    ev.READY_AGAIN: "{0:seat}'s {1:figure} is back in the ready room",
    ev.SLIDES: "{0,1:into_ready_room}",
    ev.CADETS: "{0:seat} gains {1:cadets}",
    ev.ANDROIDS: "{0:seat} gains {1:androids}",
    # Cargo, medals, damage
    ev.MEDALS: "{0:seat} gains {1:medals}",
    ev.ARTIFACT: "{0:seat} gains {1:artifact}",
    ev.PIRATE_TOKEN: "{0:seat} gains a pirate token",
    ev.SPENDS: "{0:seat} spends {1:token} ({2} left)",
    ev.OVERBOARD: "the hold is too full: {0:seat} loses {1:token}",
    ev.DAMAGE: "{0:seat} takes {1} damage (now {2} in the hold)",
    ev.STOPPED: "{0:seat}'s {0,1:ability} stops {2} damage",
    # The map
    ev.RESERVED: "{0:place} is reserved for {1:seat}",
    ev.NOT_RESERVED: "{0:place} is reserved for nobody any more",
    ev.SHOOTS: "the {0:pirate_name} between {1:route} fires at {2:seat}",
    ev.DEFEATS: "{0:seat} defeats the {1:pirate_name} between {2:route} and keeps its token",
    ev.APPEARS: "a {0:pirate_name} appears between {1:route}",
    ev.FINDS_NO_ROUTE: "a {0:pirate_name} leaves: another one is between {1:route}",
    ev.LEAVES: "the {0:pirate_name} between {1:route} leaves",
    ev.NUMBER_MOVES: "tile {0} goes face down to {1:place}",
    ev.NEW_MISSION: "{0,1:new_mission}",
    ev.UPRISING: "pirate uprising! All tiles are face up again",
    # Missions
    ev.SENDS: "{0:seat} sends {2,3,4,5:sent} on {1:mission_name}",
    ev.LINE_MATCHES: "{0,1:mission_line}: the {2:figure} matches",
    ev.LINE_DIFFERS: "{0,1:mission_line}: the {2:figure} does not match",
    ev.RETURN: "{0,1,2,3,4:into_queue}",
    ev.ANDROIDS_RETURN: "{0:seat} returns {1:androids} to the supply",
    ev.COMPLETES: "{0:seat} completes {1:mission_name} ({1:mission_worth})",
    ev.LOOKS: Sentence(
        "{0:seat} looks at the next {1:missions}: {1,2,3,4,5:next_missions}",
        others="{0:seat} looks at the next {1:missions}",
    ),
    # Techs
    ev.INSTALLS: "{0:seat} installs {1:tech_name} in slot {2:ordinal} ({1:tech_words})",
    ev.DISCARDS: "{0:seat} discards {1:tech_name}",
    ev.ICON_PAIR: "matching icons give {0:seat} {1:icon_bonus}",
    ev.ABILITY: "{0:seat}'s {1:tech_name}: {1:tech_effect}",
    ev.DRAWS: "drawn: {0,1,2:techs}",
    ev.NOT_CHOSEN: "{0,1,2:not_chosen}",
    ev.NEW_TECH: "{0:tech_name} comes to space {1:ordinal} of the tech board",
    ev.TECH_LEAVES: "{0:tech_name} leaves the tech board",
    ev.COPIES: "{0:seat} copies {1:tech_name} ({1:tech_effect})",
    ev.CROWDSOURCES: "an artifact face down on {0:seat}'s {1,2:activated}: everybody may work there",
    # Tracks and stations
    ev.ADVANCES: "{0:seat} advances to {1,2:space}",
    ev.GOES_BACK: "{0:seat} goes back to {1,2:space}",
    ev.TROPHY: "{0:seat} takes the trophy of the {1:track} track",
    ev.EVENT: "event: {0:event} ({0:event_words})",
    ev.EVENT_GONE: "{0:event} will not happen any more",
    ev.ORDER: "{0:event} for {1:seat}: {0:order}",
    ev.SHARED: "everybody may use {0,1:techs}",
    ev.TILE_USED: "{1:seat} uses the tile of {0:station} ({0:tile})",
    ev.TILE_THERE: "the tile of {0:station} is in its place",
    ev.TILE_WAITS: "the tile of {0:station} stays away: a ship is in its place",
    ev.NEW_SUPPLY: "{0:supply}",
    # Captain Shadow
    ev.SHADOW_DRAWS: f"{SHADOW} draws: {{0:action_card}}",
    ev.SHADOW_FLIES: f"{SHADOW} flies to {{0:place}}",
    ev.SHADOW_COMPLETES: f"{SHADOW} completes {{0:mission_name}}",
    ev.SHADOW_DRIVES_OFF: f"{SHADOW} drives off the {{0:pirate_name}} between {{1:route}}",
    ev.SHADOW_FINDS_NOTHING: f"{SHADOW} finds nothing to do",
    ev.PASSENGER_ACTS: "{0:passenger}",
    ev.SHADOW_SHUFFLES: f"{SHADOW}'s cards are in the deck again{{0:unseen_card}}",
}
