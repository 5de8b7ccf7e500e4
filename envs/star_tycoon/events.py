"""Star Tycoon: what can happen. narrate.py says how it is told.

Tokens are told as one number with a byte a token (tokens.packed).
"""

(
    # The course of the game
    ROUND,  # round
    EVENT,  # event card
    TURN,  # round, turn, seat
    DISCARD,  # round
    ACQUISITION,  # round
    OVER,
    POINTS,  # seat
    GOAL,  # 1 = reached
    NEXT_GAME,  # game
    BUFF,
    # Companies and cards
    RUNS,  # seat, company, tokens at the start
    CLAIMS,  # seat, planet
    RECEIVES,  # seat, planet
    BUILDS,  # seat, development, site
    MOVES,  # development, site before, site after
    PARTNER,  # seat, brand, developments of it
    DRAWS,  # seat, development
    GOES_BELOW,  # card
    PUTS_BACK,  # seat, card; row and bitset of the cards that it may be to the others
    LEAVES,  # card
    NEW_CARDS,  # row, up to four cards, a byte each, + 1
    ROWS_GO,
    PHASES,  # card of the row, card of the deck
    # Tokens
    PRODUCES,  # seat, tokens
    INTEREST,  # seat
    REPOSSESSED,  # seat, tokens
    GAINS,  # seat, tokens
    PAYS,  # seat, tokens
    PAYS_FOR,  # seat, tokens, what for, card or brand or resource or smuggler
    COMMISSION,  # seat
    EXPORTS,  # number
    PHISHES,  # seat, card
    PHISHING_ENDS,
    STEALS,  # seat, tokens, victim
    FINDS_NOBODY,  # seat
    SWAPS,  # seat, tokens given, tokens taken, other seat
    SWAPS_WITH_BANK,  # seat, tokens given, tokens taken
    DISCARDS,  # seat, tokens, number of tokens left
    # The market
    MARKER,  # resource, column
    MARKET,  # columns, a byte each
    FLIPS,  # seat, coin
    # Barter
    OFFERS,
    ACCEPTED,
    DECLINED,
    WITHDRAWN,
    GIVES,  # seat, other seat, tokens
    GIVES_CARD,  # seat, other seat, card
) = range(47)
