"""Star Commander: what can happen, and the numbers that go with it. narrate.py says how it is told.

A vessel is told as one number, its kind, player and system at that moment (`vessels.who`): a moment later
it may have moved, changed hands or be gone.
"""

(
    # The turn
    TURN,  # round, seat
    EXTRA_TURN,  # round, seat
    EXTRA_TURN_WON,  # seat
    # Credits and cards
    GAINS,  # seat, credits, credits now
    PAYS,  # seat, credits, credits now
    DRAWS,  # seat, card, domain, cards left; the card is known to the seat alone
    LAST_CARD,  # domain
    SELLS,  # seat, card
    DISCARDS,  # seat, card
    SHOWS_HAND,  # seat, up to five cards
    STEALS,  # seat, card, victim
    JOINS_ROW,  # card, seat
    LEAVES_ROW,  # card, seat
    # The stack
    ANNOUNCES,  # seat, item, what it names
    RESOLVES,  # item
    COUNTERS,  # item
    DOES_NOTHING,  # item
    NO_SITE,  # card
    NO_TARGET,  # item
    # Vessels
    BUILT,  # vessel
    DESTROYED,  # vessel
    ABANDONED,  # vessel
    CHANGES_HANDS,  # vessel, seat
    JUMPS,  # vessel, cell
    RETREATS,  # vessel, cell
    PUSHED,  # vessel, cell
    RIDES,  # vessel
    HOLDS_FIRE,  # vessel
    STRONGER,  # vessel, attack
    TOUGHER,  # vessel, hit points
    FLEET_STRONGER,  # seat, cell, attack
    FLEET_TOUGHER,  # seat, cell, hit points
    MORE_TARGETS,  # vessel, targets
    MAY_REDIRECT,  # seat, vessel
    PREVENTED,  # vessel
    UNTARGETABLE,  # vessel
    # Combat
    COMBAT,  # cell
    PEACE,  # cell
    AIMS,  # vessel, damage, target
    REDIRECTS,  # vessel, damage, the vessel it was meant for
    MISSED,  # vessel
    DAMAGED,  # vessel, damage, damage now, hit points
    UNHURT,  # vessel
    # Systems
    EXPLORED,  # cell, system
    FOUNDED,  # seat, cell, developments, maximum
    GROWS,  # cell, developments, maximum
    SHRINKS,  # cell, developments, maximum
    STRIPPED,  # seat, cell, developments taken, left
    CONQUERED,  # seat, cell, from whom
    TAKEN_OVER,  # seat, cell, from whom
    LOCKED,  # cell, seat
    UNLOCKED,  # cell, seat
    FAR_JUMPS,  # cell
    # Offers
    DRAFTED,  # seat; nobody else knows it
    OFFERED,  # seat
    REFUSED,
    HANDED_OVER,  # seat, card
    EXCHANGED,
    # The end
    HOMEWORLD_LOST,  # seat
    LEAVES_BOARD,  # seat
    ROUNDS_OVER,  # rounds
    OVER,
) = range(62)
