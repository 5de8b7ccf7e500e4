"""Star Commander: how each event is told."""

from astrarium.core import Sentence

from . import events as ev

SENTENCES: dict[int, Sentence | str] = {
    # The turn
    ev.TURN: "# round {0}, turn of {1:seat}",
    ev.EXTRA_TURN: "# round {0}, extra turn of {1:seat}",
    ev.EXTRA_TURN_WON: "{0:seat} will have an extra turn after this one",
    # Credits and cards
    ev.GAINS: "{0:seat} gains {1:credits} (now {2})",
    ev.PAYS: "{0:seat} pays {1:credits} (now {2})",
    ev.DRAWS: Sentence(
        "{0:seat} draws {1:card_name} ({2:domain}, {3} left)",
        others="{0:seat} draws a card of {2:domain} ({3} left)",
        reveals=True,
    ),
    ev.LAST_CARD: "the last card of {0:domain} is drawn",
    ev.SELLS: "{0:seat} sells {1:card_name} to the bank",
    ev.DISCARDS: "{0:seat} discards {1:card_name}",
    ev.SHOWS_HAND: "{0:seat} shows the hand: {1,2,3,4,5:hand}",
    ev.STEALS: "{0:seat} takes {1:card_name} from {2:seat}",
    ev.JOINS_ROW: "{0:card_name} joins {1:seat}'s technology row",
    ev.LEAVES_ROW: "{0:card_name} leaves {1:seat}'s technology row",
    # The stack
    ev.ANNOUNCES: "{0:seat} {1:verb} {1,2,3,4:announcement}",
    ev.RESOLVES: "{0:item_name} resolves",
    ev.COUNTERS: "{0:item_name} is countered",
    ev.DOES_NOTHING: "{0:item_name} does nothing: it was countered",
    ev.NO_SITE: "{0:item_name} cannot be built there any more and is discarded",
    ev.NO_TARGET: "{0:item_name} has lost its target: nothing happens",
    # Vessels
    ev.BUILT: "{0:vessel} is built",
    ev.DESTROYED: "{0:vessel} is destroyed",
    ev.ABANDONED: "{0:vessel} stays abandoned and is lost",
    ev.CHANGES_HANDS: "{0:vessel} passes to {1:seat}",
    ev.JUMPS: "{0:vessel} jumps to {1:system_name}",
    ev.RETREATS: "{0:vessel} retreats to {1:system_name}",
    ev.PUSHED: "{0:vessel} is pushed to {1:system_name}",
    ev.RIDES: "{0:vessel} rides along",
    ev.HOLDS_FIRE: "{0:vessel} holds its fire this turn",
    ev.STRONGER: "{0:vessel} has +{1} attack this turn",
    ev.TOUGHER: "{0:vessel} has +{1:hit_points} this turn",
    ev.FLEET_STRONGER: "{0:seat}'s vessels in {1:system_name} have +{2} attack this turn",
    ev.FLEET_TOUGHER: "{0:seat}'s vessels in {1:system_name} have +{2:hit_points} this turn",
    ev.MORE_TARGETS: "{0:vessel} may divide its damage over {1:more_targets} this turn",
    ev.MAY_REDIRECT: "{0:seat} may draw combat damage onto {1:vessel} this turn",
    ev.PREVENTED: "{0:vessel} takes no damage this turn",
    ev.UNTARGETABLE: "{0:vessel} cannot be targeted this turn",
    # Combat
    ev.COMBAT: "combat begins in {0:system_name}",
    ev.PEACE: "nobody fights in {0:system_name}",
    ev.AIMS: "{0:vessel} aims {1} at {2:vessel}",
    ev.REDIRECTS: "{0:vessel} draws the {1} damage meant for {2:vessel} onto itself",
    ev.MISSED: "{0:vessel} has left the combat and is missed",
    ev.DAMAGED: "{0:vessel} takes {1} damage ({2} of {3})",
    ev.UNHURT: "{0:vessel} takes no damage",
    # Systems
    ev.EXPLORED: "explored {0:cell}: {1:system_card}",
    ev.FOUNDED: "{0:seat} founds a colony on {1:system_name}: {2} of {3}",
    ev.GROWS: "{0:system_name} grows to {1} of {2}",
    ev.SHRINKS: "{0:system_name} shrinks to {1} of {2}",
    ev.STRIPPED: "{0:seat} takes {2:developments} of {1:system_name}: {3} left",
    ev.CONQUERED: "{0:seat} conquers {1:system_name} from {2:seat}",
    ev.TAKEN_OVER: "{0:seat} takes over {1:system_name} from {2:seat}",
    ev.LOCKED: "nothing jumps out of {0:system_name} before the next turn of {1:seat}",
    ev.UNLOCKED: "{1:seat}'s Interdiction of {0:system_name} ends",
    ev.FAR_JUMPS: "ships may jump two systems far out of {0:system_name} this turn",
    # Offers
    ev.DRAFTED: "so far {0:offer_of}",
    ev.OFFERED: "{0:offer_of}",
    ev.REFUSED: "nobody takes the offer",
    ev.HANDED_OVER: "{0:seat} hands over {1:card_name}",
    ev.EXCHANGED: "the offer is carried out",
    # The end
    ev.HOMEWORLD_LOST: "{0:seat} has lost the Homeworld and is out",
    ev.LEAVES_BOARD: "{0:seat}'s vessels and developments leave the board",
    ev.ROUNDS_OVER: "round {0} was the last",
    ev.OVER: "the game is over; developments: {0:standings}",
}
