"""Starfarers of Catan: what can happen. narrate.py says how it is told."""

(
    # The turn
    SET_UP,  # seat
    TURN,  # round, seat
    POINTS,  # of each seat, -1 = not there
    OVER,  # seat that has won, points
    CUT,
    # Production
    DICE,  # seat, total
    NO_YIELD,
    SHORT,  # resource
    OWES,  # seat, cards
    TRIBUTE,  # seat, resource, cards still owed
    RELIEF,  # seat, resource
    # Cards
    GETS,  # seat, resource, number
    LOSES,  # seat, resource, number
    GIVES,  # seat, resource
    TAKES,  # seat, resource
    SLIPS,  # giver, taker, resource, giver's cards left
    SUPPLY,  # seat, resource, cards left in the pile
    PILE,  # cards of each resource
    # The offer
    OFFERS,  # seat, what it gives, what it wants
    ACCEPTS,  # seat
    REFUSES,  # seat
    DEAL,  # seat, partner, what the seat gives, what it gets
    NO_DEAL,
    # Ships and pieces
    LAUNCH,  # seat, transporter, cargo, node
    COLONY,  # seat, site
    PORT,  # seat, site
    ADDS,  # seat, expansion, number now
    REMOVES,  # seat, expansion, number now
    FAME,  # seat, rings won or lost, rings now
    # The flight
    BALLS,  # two balls, speed
    JUMP,  # seat, transporter, cargo, node
    BACK,  # seat, transporter, cargo, node
    LOOKS,  # seat, planet, face
    TURNED_UP,  # planet, face
    CLEARS,  # seat, planet, face of the trophy, its new face
    OUTPOST,  # seat, outpost
    CHIP,  # seat, race
    FRIEND,  # seat, friendship card
    # The encounter
    QUESTION,  # the card's question, the card
    CARD,  # the card
    SHUFFLED,
    ANOTHER,
    CANNOT_PAY,  # seat
    EMPTY_HANDED,  # seat
    ROLLS,  # seat, total
    DUEL,  # seat, enemy, the step, the two totals
    HALT,  # seat, transporter, cargo
    SHIP_WON,  # seat
) = range(48)
