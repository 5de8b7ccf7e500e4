"""Starship Captains: Captain Shadow's action deck."""

from astrarium.core import kernel, tell
from astrarium.core.rng import below
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .board import neighbours, new_mission, pirate_bits, remove_pirate
from .decks import draw_count, replace_tech
from .frames import push


@kernel
def add_action_card(s):
    """The card of a new round comes unseen into the deck, with all that were used."""
    for kind in range(st.NUM_ACTION_CARDS):
        s.action_left[kind] = s.action_known[kind]
    s.action_new = s.round > 1
    s.actions_drawn = 0
    tell(s, ev.SHADOW_SHUFFLES, ALL, s.action_new)


@kernel
def actions_left(s):
    total = int(s.action_new)
    for kind in range(st.NUM_ACTION_CARDS):
        total += s.action_left[kind]
    return total


@kernel
def draw_action(s):
    """The next card; the one added unseen is any that was not seen yet."""
    s.actions_drawn += 1
    if s.action_new and below(s, actions_left(s)) == 0:
        s.action_new = False
        kind = draw_count(s, s.action_extra, st.NUM_ACTION_CARDS)
        s.action_known[kind] += 1
        return kind
    return draw_count(s, s.action_left, st.NUM_ACTION_CARDS)


@kernel
def shadow_missions(t, s):
    """Bitset of the planets one route away with a mission, the player's own left out."""
    bits = 0
    near = neighbours(t, s, s.shadow_at)
    for place in range(st.NUM_LOCATIONS):
        if near >> place & 1 and s.mission_at[place] >= 0 and s.location[0] != place:
            bits |= 1 << place
    return bits


@kernel
def shadow_acts(t, s):
    """Captain Shadow draws a card and acts."""
    s.stage = st.STAGE_SHADOW_DONE
    kind = draw_action(s)
    tell(s, ev.SHADOW_DRAWS, ALL, kind)
    if kind == st.TAKE_TECH:
        shadow_flies(s, s.location[0])
        replace_tech(t, s, s.actions_drawn - 1)
    elif kind == st.COMPLETE_MISSION:
        s.ask = st.ASK_SHADOW_MISSION
    elif kind == st.FIGHT_PIRATE:
        s.ask = st.ASK_SHADOW_FIGHT
    else:
        tell(s, ev.PASSENGER_ACTS, ALL, s.rider)
        push(t, s, t.rider_effect[s.rider], 0, -1)


@kernel
def shadow_flies(s, place):
    if s.shadow_at != place:
        tell(s, ev.SHADOW_FLIES, ALL, place)
    s.shadow_at = place


@kernel
def shadow_mission(t, s, place):
    """The mission leaves the game; a new one comes as after any other."""
    shadow_flies(s, place)
    tell(s, ev.SHADOW_COMPLETES, ALL, s.mission_at[place])
    s.mission_at[place] = -1
    new_mission(t, s, place)


@kernel
def shadow_pirates(t, s):
    return pirate_bits(t, s, s.shadow_at)


@kernel
def shadow_fight(t, s, colour):
    route = t.route_at[s.side, s.shadow_at, colour]
    tell(s, ev.SHADOW_DRIVES_OFF, ALL, s.pirate_on[route], route)
    remove_pirate(s, route)


@kernel
def shadow_finds_nothing(t, s):
    """No mission or pirate near: the card is spent."""
    tell(s, ev.SHADOW_FINDS_NOTHING, ALL)
