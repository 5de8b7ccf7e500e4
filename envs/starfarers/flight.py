"""Starfarers of Catan: the flight phase. Ships fly one after another, each step by step.

A ship passes anything on its way. Where it may come to rest is another matter, and a step is allowed only if
some place of rest lies within the flight that is then left.
"""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .build import lift_ship, set_ship
from .chance import draw
from .seats import ask_active
from .systems import (
    can_found,
    clear_planet,
    dockable,
    foreign_port,
    planet_to_clear,
    set_colony,
    set_outpost,
)

# Speed


@kernel
def roll_balls(s):
    """Two different balls of the mother ship; low digit and high digit of a number in base 8."""
    first = draw(s, s.balls)
    second = draw(s, s.balls - 1)
    if second >= first:
        second += 1
    return first + 8 * second


@kernel
def ball_value(ball):
    """Black 0, blue 1, yellow 2, red 3."""
    return ball if ball <= 3 else 2


@kernel
def roll_total(s):
    balls = roll_balls(s)
    return ball_value(balls & 7) + ball_value(balls >> 3)


@kernel
def total_speed(s):
    """Of every ship of the active player in this flight phase."""
    return s.base_speed + s.expansion[s.active, st.BOOSTER] + s.speed_bonus[s.active]


@kernel
def has_ships(s, seat):
    return s.ship_node[seat, 0] >= 0 or s.ship_node[seat, 1] >= 0 or s.ship_node[seat, 2] >= 0


@kernel
def first_starship(s, seat):
    """The ship on the board with the fewest rings; -1 = none."""
    for k in range(st.TRANSPORTERS):
        if s.ship_node[seat, k] >= 0:
            return k
    return -1


# Where a ship may come to rest


@kernel
def can_end(t, s, seat, k, node, start):
    """May the ship end a move here that began at `start`?"""
    other = s.node_ship[node]
    if other >= 0 and other != st.TRANSPORTERS * seat + k:
        return False
    site = int(t.node_site[node])
    if site >= 0:
        if s.cargo[seat, k] != st.COLONY or s.site_owner[site] != -1:
            return False
        return node != start or can_found(t, s, site)
    post = int(t.node_outpost[node])
    if post >= 0:
        return s.cargo[seat, k] == st.TRADE and dockable(s, seat, post)
    site = int(t.node_launch[node])
    return site < 0 or not foreign_port(s, seat, site)


@kernel
def end_in_reach(t, s, seat, k, node, steps, start):
    """Is there a place to end within so many steps of an intersection? Ships are never in the way."""
    if can_end(t, s, seat, k, node, start):
        return True
    if steps <= 0:
        return False
    for direction in range(st.NUM_DIRECTIONS):  # mostly a neighbour will do: look there first
        other = t.neighbour[node, direction]
        if other >= 0 and can_end(t, s, seat, k, other, start):
            return True
    for other in range(t.num_nodes):
        if t.distance[node, other] <= steps and can_end(t, s, seat, k, other, start):
            return True
    return False


@kernel
def must_leave(t, s, k):
    """A ship on a site or beside another's spaceport may not stay there if it can fly elsewhere."""
    seat = s.active
    node = s.ship_node[seat, k]
    site = int(t.node_site[node])
    if site < 0:
        site = int(t.node_launch[node])
        if site < 0 or not foreign_port(s, seat, site):
            return False
    if s.halted >> k & 1:
        return False
    return leaves_in_reach(t, s, seat, k, node)


@kernel
def leaves_in_reach(t, s, seat, k, node):
    """Could the ship end its move on another intersection?"""
    speed = total_speed(s)
    for other in range(t.num_nodes):
        if other != node and t.distance[node, other] <= speed and can_end(t, s, seat, k, other, node):
            return True
    return False


# Which ship


@kernel
def ready_ships(t, s):
    """Ships that have not finished and can still do something."""
    bits, seat = 0, s.active
    for k in range(st.TRANSPORTERS):
        node = s.ship_node[seat, k]
        if node < 0:
            continue
        if s.flown >> k & 1:
            if s.called >> k & 1 and planet_to_clear(t, s, seat, node) >= 0:
                bits |= 1 << k
        elif not s.halted >> k & 1 or can_settle(t, s, k) or planet_to_clear(t, s, seat, node) >= 0:
            bits |= 1 << k
    return bits


@kernel
def may_end_flight(t, s):
    """No ship is left that has to leave its place."""
    for k in range(st.TRANSPORTERS):
        if s.ship_node[s.active, k] >= 0 and not s.flown >> k & 1 and must_leave(t, s, k):
            return False
    return True


@kernel
def end_flight(t, s):
    s.phase = st.END


@kernel
def take_off(t, s, k):
    """Begin the move of a ship; one that has finished only clears, and perhaps founds, where it is."""
    s.flying = k
    s.steps = 0
    s.start_node = s.ship_node[s.active, k]
    s.landed = s.flown >> k & 1


# The ship on the move


@kernel
def steps_left(s):
    if s.landed or s.halted >> s.flying & 1:
        return 0
    return total_speed(s) - s.steps


@kernel
def fly_bits(t, s):
    """Directions to fly to."""
    left = steps_left(s) - 1
    if left < 0:
        return 0
    seat, k = s.active, s.flying
    bits, node = 0, s.ship_node[seat, k]
    for direction in range(st.NUM_DIRECTIONS):
        to = t.neighbour[node, direction]
        if to >= 0 and end_in_reach(t, s, seat, k, to, left, s.start_node):
            bits |= 1 << direction
    return bits


@kernel
def may_found(t, s):
    return can_settle(t, s, s.flying)


@kernel
def may_clear(t, s):
    return planet_to_clear(t, s, s.active, s.ship_node[s.active, s.flying]) >= 0


@kernel
def can_settle(t, s, k):
    """A colony ship on a site where a colony may be founded, and no other ship there."""
    seat = s.active
    node = s.ship_node[seat, k]
    site = int(t.node_site[node])
    if site < 0 or s.cargo[seat, k] != st.COLONY or s.node_ship[node] != st.TRANSPORTERS * seat + k:
        return False
    return can_found(t, s, site)


@kernel
def can_stop(t, s):
    seat, k = s.active, s.flying
    node = s.ship_node[seat, k]
    if s.landed:
        return True
    if node == s.start_node:
        return not must_leave(t, s, k)
    return can_end(t, s, seat, k, node, s.start_node)


@kernel
def may_stop(t, s):
    """Where it may rest, or with nothing else to do: in a redrawn world its goal may have become barred."""
    return can_stop(t, s) or not (s.kept or may_found(t, s) or may_clear(t, s))


@kernel
def fly(t, s, direction):
    k = s.flying
    s.steps += 1
    set_ship(t, s, s.active, k, t.neighbour[s.ship_node[s.active, k], direction])


@kernel
def stop(t, s):
    """The ship has arrived; a trade ship at an outpost founds it."""
    seat, k = s.active, s.flying
    if not can_stop(t, s):  # in a redrawn world the place that it made for may be barred: it turns back
        tell(s, ev.BACK, ALL, seat, k, s.cargo[seat, k], s.start_node)
        set_ship(t, s, seat, k, s.start_node)
    node = s.ship_node[seat, k]
    finish(s)
    post = int(t.node_outpost[node])
    if post >= 0:
        unload(s, seat, k)
        set_outpost(s, seat, post)


@kernel
def found(t, s):
    """The colony module stays, the transporter goes back to the reserve."""
    seat, k = s.active, s.flying
    site = t.node_site[s.ship_node[seat, k]]
    finish(s)
    unload(s, seat, k)
    set_colony(t, s, seat, site)


@kernel
def clear(t, s):
    seat = s.active
    clear_planet(t, s, seat, planet_to_clear(t, s, seat, s.ship_node[seat, s.flying]))


@kernel
def finish(s):
    s.flown = s.flown | (1 << s.flying)
    s.called = s.called & ~(1 << s.flying)
    s.flying = -1
    s.steps = 0
    s.start_node = -1
    s.landed = 0


@kernel
def unload(s, seat, k):
    lift_ship(s, seat, k)
    s.cargo[seat, k] = st.EMPTY


# Jumps


@kernel
def go_on_jump(s):
    ask_active(s, st.ASK_COLUMN if s.jump_column < 0 else st.ASK_ROW)


@kernel
def chosen_rows(t, s):
    return jump_rows(t, s, s.jump_column)


@kernel
def choose_column(t, s, column):
    s.jump_column = column


@kernel
def jump_rows(t, s, column):
    """Rows of a column where the jumping ship could end a move."""
    seat, k = s.active, s.jumper
    bits, start = 0, s.ship_node[seat, k]
    for row in range(st.NUM_ROWS):
        node = t.node_at[column, row]
        if node >= 0 and node != start and can_end(t, s, seat, k, node, start):
            bits |= 1 << row
    return bits


@kernel
def jump_columns(t, s):
    bits = 0
    for column in range(st.NUM_COLUMNS):
        if jump_rows(t, s, column):
            bits |= 1 << column
    return bits


@kernel
def jump(t, s, row):
    """The ship is there at once, and its move is over but for what it does on the spot."""
    k = s.jumper
    take_off(t, s, k)
    s.landed = 1
    node = t.node_at[s.jump_column, row]
    tell(s, ev.JUMP, ALL, s.active, k, s.cargo[s.active, k], node)
    set_ship(t, s, s.active, k, node)
    end_jump(t, s)


@kernel
def end_jump(t, s):
    s.jumper = -1
    s.jump_column = -1
