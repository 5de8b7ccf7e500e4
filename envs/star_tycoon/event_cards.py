"""Star Tycoon: the event at the start of rounds 2, 3 and 4."""

from astrarium.core import kernel, tell
from astrarium.core.bits import draw_bit
from astrarium.core.rng import below
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .companies import movable_half, pick_up, put_down
from .corporation import build, claim, fire_bonus, forge, swap_sites
from .market import beside, move_marker, tell_market
from .rows import draw, fill_row, in_force, put_below, refresh
from .tokens import one


@kernel
def begin_event(s):
    """A new event is drawn."""
    s.event = draw_bit(s, (1 << st.NUM_EVENTS) - 1 & ~s.events_used)
    s.events_used |= 1 << s.event
    tell(s, ev.EVENT, ALL, s.event)
    s.event_step = 0
    s.asked = 0


@kernel
def end_event(t, s):
    """Opportunity's rows go under their decks, Phishing's illegal goods back to the bank."""
    four_cards = in_force(t, s, tb.RULE_OPPORTUNITY)
    if four_cards:
        tell(s, ev.ROWS_GO, ALL)
    if any_phished(s):
        tell(s, ev.PHISHING_ENDS, ALL)
    s.event = -1
    for row in range(st.NUM_ROWS):
        if four_cards:
            refresh(t, s, row)
        for slot in range(st.MOST_SLOTS):
            s.phished[row, slot] = False


@kernel
def any_phished(s):
    for row in range(st.NUM_ROWS):
        for slot in range(st.MOST_SLOTS):
            if s.phished[row, slot]:
                return True
    return False


@kernel
def go_on_event(t, s):
    """Effect by effect; what is asked goes from player to player in turn order."""
    if s.event < 0:
        begin_event(s)
    if s.event_step == tb.NUM_EFFECTS:
        s.phase = st.PRODUCE
        return
    op = t.event_op[s.event, s.event_step]
    asked = tb.ASKED_OPS >> op & 1
    if asked and s.asked < s.num_players:
        s.who = (s.first + s.asked) % s.num_players
        s.seat = s.who
        resolve_for_player(t, s, op)
        return
    if not asked:
        resolve_for_all(t, s, op)
    s.event_step += 1
    s.asked = 0


# Effects for all at once


@kernel
def resolve_for_all(t, s, op):
    argument = t.event_arg[s.event, s.event_step, 0]
    if op == tb.OP_GAIN:
        for seat in range(s.num_players):
            s.tokens[seat, argument] += t.event_arg[s.event, s.event_step, 1]
            tell(s, ev.GAINS, ALL, seat, t.event_arg[s.event, s.event_step, 1] * one(argument))
    elif op == tb.OP_FORGE:
        for seat in range(s.num_players):
            forge(s, seat, seat)
    elif op == tb.OP_RULE:
        if in_force(t, s, tb.RULE_OPPORTUNITY):
            for row in range(st.NUM_ROWS):
                fill_row(t, s, row, False)
    elif op == tb.OP_ROTATE:
        rotate_markers(s, argument)
        tell_market(s)
    elif op != tb.OP_NONE:
        for resource in range(st.NUM_RESOURCES):
            shift_marker(t, s, op, argument, resource)
        tell_market(s)


@kernel
def shift_marker(t, s, op, argument, resource):
    column = s.marker[resource]
    if op == tb.OP_MAP:
        s.marker[resource] = t.event_arg[s.event, s.event_step, column]
    elif op == tb.OP_ADD:
        s.marker[resource] = min(max(column + argument, 0), st.NUM_COLUMNS - 1)
    elif column != argument:  # OP_TOWARD
        s.marker[resource] = column + 1 if column < argument else column - 1


@kernel
def rotate_markers(s, rows):
    """Every marker goes one row down, the lowest to the top."""
    for _ in range(rows):
        last = s.marker[st.NUM_RESOURCES - 1]
        for resource in range(st.NUM_RESOURCES - 1, 0, -1):
            s.marker[resource] = s.marker[resource - 1]
        s.marker[0] = last


# Effects player by player


@kernel
def resolve_for_player(t, s, op):
    if op == tb.OP_START_TOKENS or op == tb.OP_CHOICE:
        s.ask = st.ASK_TOKEN
    elif op == tb.OP_DRAW_PLANET:
        give_deed(t, s)
    elif op == tb.OP_DRAW_DEVELOPMENT:
        draw_boom(t, s)
    elif op == tb.OP_MOVE:
        s.ask = st.ASK_MOVING_DAY
    elif op == tb.OP_EXCHANGE:
        s.ask = st.ASK_TRANSMUTE
    else:
        s.coin = 2 * below(s, 2) - 1
        tell(s, ev.FLIPS, ALL, s.who, s.coin)
        s.ask = st.ASK_MARKER


@kernel
def next_player(t, s):
    """The event goes on to the next player."""
    s.coin = 0
    s.asked += 1
    for token in range(st.NUM_TOKENS):
        s.event_gains[token] = 0


# Redux, War or Peace, Rocket Science


@kernel
def event_tokens(t, s):
    """Bitset of the tokens that Redux, War or Peace or Rocket Science still offers."""
    taken = 0
    for token in range(st.NUM_TOKENS):
        taken += s.event_gains[token]
    bits = 0
    if t.event_op[s.event, s.event_step] == tb.OP_CHOICE:
        for k in range(2):
            bits |= 1 << t.event_arg[s.event, s.event_step, k]
    elif taken < t.event_arg[s.event, s.event_step, 0]:
        for token in range(st.NUM_TOKENS):
            if t.start[s.company[s.who], token] > s.event_gains[token]:
                bits |= 1 << token
    return bits


@kernel
def gain_event_token(t, s, token):
    s.tokens[s.who, token] += 1
    s.event_gains[token] += 1
    tell(s, ev.GAINS, ALL, s.who, one(token))
    if t.event_op[s.event, s.event_step] == tb.OP_CHOICE:
        next_player(t, s)
    else:
        s.ask = st.ASK_TOKEN


# Deed Giveaway, Building Boom


@kernel
def give_deed(t, s):
    """A planet from the deck for nothing."""
    card = draw(s, st.PLANETS)
    if card >= 0:
        tell(s, ev.RECEIVES, ALL, s.who, card)
        claim(t, s, s.who, card)
    next_player(t, s)


@kernel
def draw_boom(t, s):
    """A development is shown; whoever drew it may build it."""
    s.card = draw(s, st.DEVELOPMENT_1)
    if s.card >= 0:
        tell(s, ev.DRAWS, ALL, s.who, s.card)
        s.ask = st.ASK_BOOM
    else:
        next_player(t, s)


@kernel
def build_boom(t, s):
    """On the homeworld whatever its capacity; a bonus fires, but steals nothing."""
    card = s.card
    s.card = -1
    build(t, s, s.who, card, st.HOMEWORLD)
    fire_bonus(t, s, s.who, card, False)
    next_player(t, s)


@kernel
def refuse_boom(t, s):
    tell(s, ev.GOES_BELOW, ALL, s.card)
    put_below(s, st.DEVELOPMENT_1, s.card)
    s.card = -1
    next_player(t, s)


# Moving Day


@kernel
def moving_day_half(t, s, half):
    return movable_half(s, s.seat, half, True)


@kernel
def begin_move(t, s, place):
    pick_up(s, place)
    s.ask = st.ASK_MOVING_DAY_TO


@kernel
def finish_move(t, s, site):
    put_down(t, s, site)
    next_player(t, s)


@kernel
def partners_half(t, s, half):
    """Developments on other planets, of one half of the list: the one in hand can be swapped with them."""
    bits = 0
    for k in range(st.HALF):
        card = st.FIRST_DEVELOPMENT + st.HALF * half + k
        if s.owner[card] == s.seat and s.site[card] != s.site[s.moving] and s.site[card] != st.NANOTECH:
            bits |= 1 << k
    return bits


@kernel
def finish_swap(t, s, place):
    swap_sites(t, s, s.moving, st.FIRST_DEVELOPMENT + place)
    s.moving = -1
    next_player(t, s)


# Transmutation, Influencer


@kernel
def transmute(t, s, token):
    """Give a resource, whose marker goes left, for another one."""
    resource = token - st.FIRST_RESOURCE
    s.tokens[s.who, token] -= 1
    tell(s, ev.PAYS, ALL, s.who, one(token))
    move_marker(t, s, resource, -1)
    s.given = resource
    s.gains = 1
    next_player(t, s)


@kernel
def movable_markers(t, s):
    """Bitset of the markers that can go where the coin says."""
    bits = 0
    for resource in range(st.NUM_RESOURCES):
        if beside(t, s, s.marker[resource], s.coin) != s.marker[resource]:
            bits |= 1 << resource
    return bits


@kernel
def influence(t, s, resource):
    move_marker(t, s, resource, s.coin)
    next_player(t, s)
