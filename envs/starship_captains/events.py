"""Starship Captains: what can happen. narrate.py says how it is told.

The comment of each event names its numbers.
"""

(
    # The course of the game
    ROUND,  # round, starting player
    TURN,  # round, seat
    PASSES,  # seat, figures in its ready room
    OVER,
    RESULT,  # seat
    EPILOGUE,  # seat
    # Crew
    WORKS,  # seat, figure, room, its tech
    COMMANDER_WORKS,  # seat, figure, room, its tech
    PAIR_WORKS,  # seat, pair of artifacts, room, its tech
    EXTRA_WORK,  # seat, figure, room, its tech
    CALLS,  # seat, commander, figure
    QUEUES,  # seat, figure
    READY_AGAIN,  # seat, figure
    SLIDES,  # seat, figures packed by crew.front
    CADETS,  # seat, number
    ANDROIDS,  # seat, number
    # Cargo, medals, damage
    MEDALS,  # seat, number
    ARTIFACT,  # seat, type
    PIRATE_TOKEN,  # seat, kind
    SPENDS,  # seat, token, how many are left
    OVERBOARD,  # seat, token
    DAMAGE,  # seat, number, damage in the hold
    STOPPED,  # seat, ability, damage that it stops
    # The map
    RESERVED,  # place, seat
    NOT_RESERVED,  # place
    SHOOTS,  # kind of pirate, route, seat
    DEFEATS,  # seat, kind, route
    APPEARS,  # kind, route
    FINDS_NO_ROUTE,  # kind, route
    LEAVES,  # kind, route
    NUMBER_MOVES,  # number, place
    NEW_MISSION,  # mission or -1, place
    UPRISING,
    # Missions
    SENDS,  # seat, mission, figures on four lines or -1
    LINE_MATCHES,  # mission, line, figure
    LINE_DIFFERS,  # mission, line, figure
    RETURN,  # seat, figures of four lines or -1
    ANDROIDS_RETURN,  # seat, number
    COMPLETES,  # seat, mission
    LOOKS,  # seat, number of missions, the first four of them or -1
    # Techs
    INSTALLS,  # seat, card, slot
    DISCARDS,  # seat, card
    ICON_PAIR,  # seat, icon
    ABILITY,  # seat, card
    DRAWS,  # three cards or -1
    NOT_CHOSEN,  # three cards or -1
    NEW_TECH,  # card, space
    TECH_LEAVES,  # card
    COPIES,  # seat, card
    CROWDSOURCES,  # seat, room, its tech
    # Tracks and stations
    ADVANCES,  # seat, track, position
    GOES_BACK,  # seat, track, position
    TROPHY,  # seat, track
    EVENT,  # event
    EVENT_GONE,  # event
    ORDER,  # event, seat
    SHARED,  # two techs or -1
    TILE_USED,  # station, seat
    TILE_THERE,  # station
    TILE_WAITS,  # station
    NEW_SUPPLY,  # of techs, omegas, artifacts or pirates
    # Captain Shadow
    SHADOW_DRAWS,  # kind of card
    SHADOW_FLIES,  # place
    SHADOW_COMPLETES,  # mission
    SHADOW_DRIVES_OFF,  # kind of pirate, route
    SHADOW_FINDS_NOTHING,
    PASSENGER_ACTS,  # passenger
    SHADOW_SHUFFLES,  # cards that nobody has seen
) = range(68)
SUPPLY_TECHS, SUPPLY_OMEGAS, SUPPLY_ARTIFACTS, SUPPLY_PIRATES = range(4)
