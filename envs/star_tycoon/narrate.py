"""Star Tycoon: how each event is told.

Only one thing is told differently to different players: which of two cards with the same back Farble
Securities has put back.
"""

from astrarium.core import Sentence

from . import events as ev

SENTENCES: dict[int, Sentence | str] = {
    # The course of the game
    ev.ROUND: "# round {0}",
    ev.EVENT: "event: {0:event}",
    ev.TURN: "# round {0}, turn {1} of {2:seat}",
    ev.DISCARD: "# round {0}, discard",
    ev.ACQUISITION: "# round {0}, acquisition",
    ev.OVER: "the game is over",
    ev.POINTS: "{0:seat}: {0:points}",
    ev.GOAL: "the goal is {0:reached}",
    ev.NEXT_GAME: "# {0:game}",
    ev.BUFF: "{0:buff}",
    # Companies and cards
    ev.RUNS: "{0:seat} runs {1:company} and starts with {2:tokens}",
    ev.CLAIMS: "{0:seat} claims {1:card}",
    ev.RECEIVES: "{0:seat} receives {1:card}",
    ev.BUILDS: "{0:seat} builds {1:card} on {2:site}",
    ev.MOVES: "{0:card} moves from {1:site} to {2:site}",
    ev.PARTNER: "{0:seat} is the partner of {1:brand} ({2} built)",
    ev.DRAWS: "{0:seat} draws {1:card}",
    ev.GOES_BELOW: "{0:card} goes under its deck",
    ev.PUTS_BACK: Sentence(
        "{0:seat} puts {1:card} back on its deck", others="{0:seat} puts {2,3:either} back on its deck"
    ),
    ev.LEAVES: "{0:card} leaves the game",
    ev.NEW_CARDS: "new in {0:row}: {1:cards}",
    ev.ROWS_GO: "all rows go under their decks",
    ev.PHASES: "{1:card} takes the place of {0:card}",
    # Tokens
    ev.PRODUCES: "{0:seat} produces {1:tokens}",
    ev.INTEREST: "{0:seat} pays 1 energy credit of interest",
    ev.REPOSSESSED: "the bank takes {1:tokens} from {0:seat} for want of interest",
    ev.GAINS: "{0:seat} gains {1:tokens}",
    ev.PAYS: "{0:seat} pays {1:tokens}",
    ev.PAYS_FOR: "{0:seat} pays {1:tokens} {2,3:purpose}",
    ev.COMMISSION: "{0:seat} gains 1 energy credit of commission",
    ev.EXPORTS: "that is {0:transactions} with own Exporters",
    ev.PHISHES: "{0:seat} takes 1 illegal good from {1:card}",
    ev.PHISHING_ENDS: "the illegal goods on cards go back to the bank",
    ev.STEALS: "{0:seat} steals {1:tokens} from {2:seat}",
    ev.FINDS_NOBODY: "there is nothing to steal for {0:seat}",
    ev.SWAPS: "{0:seat} gives {3:seat} {1:tokens} for {2:tokens}; {3:seat} gains 1 energy credit",
    ev.SWAPS_WITH_BANK: "{0:seat} gives the bank {1:tokens} for {2:tokens}",
    ev.DISCARDS: "{0:seat} discards {1:tokens} and has {2:number_of_tokens} left",
    # The market
    ev.MARKER: "{0:marker} to {1:rate}",
    ev.MARKET: "the market: {0:market}",
    ev.FLIPS: "{0:seat} flips {1:coin}",
    # Barter
    ev.OFFERS: "{0:offer}",
    ev.ACCEPTED: "the offer is accepted",
    ev.DECLINED: "the offer is declined",
    ev.WITHDRAWN: "the offer is withdrawn",
    ev.GIVES: "{0:seat} gives {1:seat} {2:tokens}",
    ev.GIVES_CARD: "{0:seat} gives {1:seat} {2:card}",
}
