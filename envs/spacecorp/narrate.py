"""SpaceCorp: how each event is told."""

from astrarium.core import Sentence

from . import events as ev

SENTENCES: dict[int, Sentence | str] = {
    # The course of the game
    ev.ERA: "# {0:era_name} begins",
    ev.TURN: "# {0:era_name}, turn {1}{3:intercept}, turn of {2:seat}",
    ev.STARTS: "{0:seat} is the start player",
    # An action is announced
    ev.CONDUCTS: "{0:seat} conducts {1:type}",
    ev.PLAYS: "{0:seat} plays {1,2:cards}",
    ev.TIME: "Time {0:time_use}",
    ev.USES_INFRA: "{0:seat} uses the Infra of {1:seat}",
    ev.SHIELDS: "{0:card} shields the action",
    ev.USES_BASE: "{0:seat} uses the {2:base} of {1:seat}",
    ev.ALLOWED_BY: "a base of {1:seat} allows the Move",
    ev.IDLES: "{0:seat} idles",
    ev.GETS: "everybody gets {0:card}",
    ev.MAY_DRAW: "{0:seat} may draw {1:card_number}",
    # Profit
    ev.GAINS: "{0:seat} gains {1}T {3:reason} (now {2}T)",
    ev.PAYS: "{0:seat} {3:pays} {1}T {3:reason} (now {2}T)",
    # Teams and the board
    ev.MOVES: "{0:seat}'s {1:team} goes from {2:site} to {3:site}{4:on_track}",
    ev.NEARS: "{0:seat}'s {1:team} {3,2:nearing}",
    ev.FLEES: "{0:seat}'s {1:team} flees from the Phobes to {2:site}",
    ev.APPEARS: "{0:seat}'s {1:team} appears at {2:site}",
    ev.LEAVES: "{0:seat}'s {1:team} leaves the game at {2:site}",
    ev.BEYOND: "{0:seat} takes the {1:place} Beyond marker",
    ev.EXPLORES: "{0:seat} explores {1:site}: {2:tile_found}",
    ev.REDIRECTS: "{0:tile} turns up: a tile of another stack ({1:stack}) is drawn instead",
    ev.MARKS: "{0:seat}'s {1:team} claims {2:site}",
    ev.BUILDS: "{0:seat} builds {1:a_base} at {2:site}",
    # Infra, wheels, progress cards, colonies, contracts
    ev.UPGRADES: "{0:seat}'s Infra slot {1:count}: {2:face}",
    ev.RETURNS: "{0:seat} takes {1:card} back to hand",
    ev.SCRAPS: "{1:card} leaves the game",
    ev.GENETICS: "{0:seat}'s genetics marker advances to {1}",
    ev.REVELATION: "{0:seat}'s revelation marker advances to {1}",
    ev.TITLE: "{0:seat} takes {1:title_told}",
    ev.NO_TITLE: "no {1:kind} is left for {0:seat}",
    ev.FOUNDS: "{0:seat} founds the colony {1:colony} at {2:site}",
    ev.FULFILLS: "{0:seat} fulfills contract {1:contract_told} for {2}T (now {3}T)",
    # Cards and Edges
    ev.DRAWS: Sentence("{0:seat} draws {1:card}", others="{0:seat} draws a card"),
    ev.TAKES: "{0:seat} takes {1:card} from the offers",
    ev.OFFER: "new offer: {0:card} ({1:left_in_deck})",
    ev.DISCARDS: "{0:seat} discards {1:card}",
    ev.EDGE: "{0:seat} plays the Edge of {1:card}: {2:edge}",
    ev.FORBIDS: "{0:seat} may not conduct {1:type} this turn",
    ev.POACHES: "{0:seat} takes {1:card} from the discards",
    ev.PURGES: "{0:seat} removes {1:card} from the game",
    # The end of an era, and of the game
    ev.TRIGGERED: "the end of the era is near: {0:trigger}",
    ev.PASSES: "{0:seat} passes for the rest of the era",
    ev.LAST_TURNS: "the last turns begin",
    ev.LEGACY: "{0:seat} keeps {1:site} as Legacy Production",
    ev.OVER: "the game is over; profit: {0,1,2,3,4:profits}",
}
