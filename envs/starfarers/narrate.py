"""Starfarers of Catan: how each event is told. Cards that pass unseen have a name for the two alone."""

from astrarium.core import Sentence

from . import events as ev

SENTENCES: dict[int, Sentence | str] = {
    # The turn
    ev.SET_UP: "# set-up, turn of {0:seat}",
    ev.TURN: "# round {0}, turn of {1:with_points}",
    ev.POINTS: "",  # the heading has them
    ev.OVER: "{0:seat} has {1} victory points and wins",
    ev.CUT: "the game is cut",
    # Production
    ev.DICE: "{0:seat} rolls {1:dice}",
    ev.NO_YIELD: "nobody gets a card",
    ev.SHORT: "the bank is short of {0:resource}: nobody gets any",
    ev.OWES: "{0:seat} has to return {1:cards}",
    ev.TRIBUTE: "{0:seat} returns 1 {1:resource} to Earth{2:owed}",
    ev.RELIEF: "{0:seat} takes 1 {1:resource} from the relief fund",
    # Cards
    ev.GETS: "{0:seat} gets {2} {1:resource}",
    ev.LOSES: "{0:seat} loses {2} {1:resource}",
    ev.GIVES: "{0:seat} gives 1 {1:resource}",
    ev.TAKES: "{0:seat} takes 1 {1:resource} from the bank",
    ev.SLIPS: Sentence(
        "{1:seat} takes 1 {2:resource} from {0:seat}, who has {3:cards} left",
        others="{1:seat} takes a card from {0:seat}, who has {3:cards} left",
    ),
    ev.SUPPLY: Sentence(
        "{0:seat} draws 1 {1:resource} from the reserve pile ({2} left)",
        others="{0:seat} draws a card from the reserve pile ({2} left)",
    ),
    ev.PILE: "a new reserve pile is formed: {0,1,2,3,4:hand}",
    # The offer
    ev.OFFERS: "{0:seat} offers {1:bundle} for {2:bundle}",
    ev.ACCEPTS: "{0:seat} accepts",
    ev.REFUSES: "{0:seat} refuses",
    ev.DEAL: "{0:seat} gives {1:seat} {2:bundle} for {3:bundle}",
    ev.NO_DEAL: "no deal",
    # Ships and pieces
    ev.LAUNCH: "{0,1,2:ship} is launched at {3:node}",
    ev.COLONY: "{0:seat} has a colony at {1:site}",
    ev.PORT: "{0:seat} has a spaceport at {1:site}",
    ev.ADDS: "{0:seat} adds a {1:expansion} ({2} now)",
    ev.REMOVES: "{0:seat} loses a {1:expansion} ({2} now)",
    ev.FAME: "{0:seat} {1:fame} ({2} now)",
    # The flight
    ev.BALLS: "speed {2}: the mother ship shows {0:ball} and {1:ball}",
    ev.JUMP: "{0,1,2:ship} jumps to {3:node}",
    ev.BACK: "{0,1,2:ship} turns back to {3:node}",
    ev.LOOKS: Sentence(
        "{0:seat} looks at the chip of {1:planet}: {2:face}",
        others="{0:seat} looks at the chip of {1:planet}",
    ),
    ev.TURNED_UP: Sentence("the chip of {0:planet} is turned up: {1:face}", reveals=True),
    ev.CLEARS: Sentence("{0:seat} clears {1:planet} ({2:face}); its number is {3:face} now", reveals=True),
    ev.OUTPOST: "{0:seat} founds {1:outpost}",
    ev.CHIP: "{0:seat} has the friendship chip of the {1:race}",
    ev.FRIEND: "{0:seat} takes the friendship card {1:friend}",
    # The encounter
    ev.QUESTION: Sentence(
        "encounter card {1:card}: {0:card_question}", others="encounter: {0:card_question}"
    ),
    ev.CARD: Sentence("this is encounter card {0:card}", reveals=True),
    ev.SHUFFLED: "all encounter cards are shuffled",
    ev.ANOTHER: "another encounter card is drawn",
    ev.CANNOT_PAY: "{0:seat} has too few cards to say yes",
    ev.EMPTY_HANDED: "{0:seat} has no card to give",
    ev.ROLLS: "{0:seat} rolls {1}",
    ev.DUEL: "{0:seat} {2,3,4:verdict} {3} against {1:seat}'s {4}",
    ev.HALT: "{0,1,2:ship} may not move in this turn",
    ev.SHIP_WON: "{0:seat} wins a trade ship",
}
