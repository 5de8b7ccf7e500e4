"""SpaceCorp: what can happen. narrate.py says how it is told.

Cards and sites are told by their numbers among those of all eras.
"""

(
    # The course of the game
    ERA,  # era
    TURN,  # era, turn, seat, whether it is an Intercept
    STARTS,  # seat
    # An action is announced
    CONDUCTS,  # seat, action
    PLAYS,  # seat, card, copies
    TIME,  # how it is used
    USES_INFRA,  # seat, owner
    SHIELDS,  # card
    USES_BASE,  # seat, owner, type of base
    ALLOWED_BY,  # seat, owner
    IDLES,  # seat
    GETS,  # card
    MAY_DRAW,  # seat, cards
    # Profit
    GAINS,  # seat, T, profit now, reason
    PAYS,  # seat, T, profit now, reason
    # Teams and the board
    MOVES,  # seat, team, from, to, steps from the star
    NEARS,  # seat, team, star, steps from it
    FLEES,  # seat, team, home
    APPEARS,  # seat, team, site, steps from the star
    LEAVES,  # seat, team, site
    BEYOND,  # seat, place of the marker
    EXPLORES,  # seat, site, tile
    REDIRECTS,  # tile, stack
    MARKS,  # seat, team, site
    BUILDS,  # seat, base, site
    # Infra, wheels, progress cards, colonies, contracts
    UPGRADES,  # seat, slot, card
    RETURNS,  # seat, card
    SCRAPS,  # seat, card
    GENETICS,  # seat, spaces
    REVELATION,  # seat, spaces
    TITLE,  # seat, title
    NO_TITLE,  # seat, kind
    FOUNDS,  # seat, colony, site
    FULFILLS,  # seat, contract, T, profit now
    # Cards and Edges
    DRAWS,  # seat, card
    TAKES,  # seat, card
    OFFER,  # card, cards left
    DISCARDS,  # seat, card
    EDGE,  # seat, card, Edge
    FORBIDS,  # seat, action
    POACHES,  # seat, card
    PURGES,  # seat, card
    # The end of an era, and of the game
    TRIGGERED,  # why
    PASSES,  # seat
    LAST_TURNS,
    LEGACY,  # seat, site
    OVER,  # players, profit of each
) = range(47)

# Why profit is gained or paid.
(
    TILE,
    BASE,
    PRODUCTION,
    EXCHANGE,
    COLONY,
    OTHERS,
    CLAIM,
    ORION,
    AWARD,
    EMPATHY,
    DIVERTED,
    MARKET,
    MICROBES,
    RADIATION,
    VALUE,
    PRICE,
    MARKER,
    GENES,
    COLONIES,
) = range(19)
REASONS = (
    "from the tile",
    "from the base",
    "of production",
    "by Resource Exchange",
    "from the colony",
    "from a colony of its own",
    "for the claim",
    "at the Orion Spur",
    "with the progress card",
    "by Cooperative Empathy",
    "by Divert",
    "by Market Influence",
    "to Hostile Microbes",
    "for radiation",
    "for the value",
    "for a colony point",
    "for the Beyond marker",
    "for the genetics marker",
    "for the number of colonies",
)
