"""Starship Captains: ready room and queue, training and promotion."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count
from astrarium.core.rows import above
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .ship import has_hook, medal_value, spend


@kernel
def is_commander(figure):
    return figure == st.RED_COMMANDER or figure == st.YELLOW_COMMANDER or figure == st.BLUE_COMMANDER


@kernel
def is_crew(figure):
    """A figure that queues: nobody (-1) and androids do not."""
    return figure >= 0 and figure != st.ANDROID


@kernel
def ready_bits(s, seat):
    """Bitset of the figures in the ready room."""
    bits = 0
    for figure in range(st.NUM_FIGURES):
        if s.ready[seat, figure] > 0:
            bits |= 1 << figure
    return bits


@kernel
def ready_figures(s, seat):
    total = 0
    for figure in range(st.NUM_FIGURES):
        total += s.ready[seat, figure]
    return total


@kernel
def join_queue(s, seat, figure):
    s.queue[seat, s.queue_size[seat]] = figure
    s.queue_size[seat] += 1


@kernel
def leave_queue(s, seat, place):
    """A figure of the queue goes to the ready room."""
    s.ready[seat, s.queue[seat, place]] += 1
    s.queue_size[seat] -= 1
    for k in range(place, s.queue_size[seat]):
        s.queue[seat, k] = s.queue[seat, k + 1]
    s.queue[seat, s.queue_size[seat]] = -1


@kernel
def front(s, seat, number):
    """The first figures of the queue packed into one number, figure + 1 in base 16, for telling."""
    packed = 0
    for k in range(number):
        packed |= (s.queue[seat, k] + 1) << 4 * k
    return packed


@kernel
def gain_cadets(s, seat, number):
    s.ready[seat, st.CADET] += number
    tell(s, ev.CADETS, ALL, seat, number)


@kernel
def gain_androids(s, seat, number):
    s.ready[seat, st.ANDROID] += number
    tell(s, ev.ANDROIDS, ALL, seat, number)


@kernel
def call_from_queue(s, seat, number):
    """From the front to the ready room."""
    for _ in range(min(number, s.queue_size[seat])):
        tell(s, ev.READY_AGAIN, ALL, seat, s.queue[seat, 0])
        leave_queue(s, seat, 0)


@kernel
def subordinates(s, seat, commander):
    """Bitset of the places in the queue from which this commander can call: cadets and ensigns of its colour.

    Of equal neighbours it makes no difference which one leaves: the first stands for all of them.
    """
    bits, before = 0, -1
    for place in range(s.queue_size[seat]):
        figure = s.queue[seat, place]
        if figure != before and (figure == st.CADET or figure == commander - st.COMMANDER):
            bits |= 1 << place
        before = figure
    return bits


@kernel
def call_subordinate(s, seat, commander, place):
    tell(s, ev.CALLS, ALL, seat, commander, s.queue[seat, place])
    leave_queue(s, seat, place)


@kernel
def commanders(s, seat):
    """Commanders wherever they are: their rings are not on the board."""
    total = 0
    for colour in range(st.NUM_COLOURS):
        total += s.ready[seat, st.COMMANDER + colour]
    total += commanders_in(s.queue[seat])
    if seat == s.active:
        total += is_commander(s.worker) + commanders_in(s.pad)
    return total


@kernel
def commanders_in(figures):
    """How many of a row of figures are commanders."""
    return count(above(figures, st.COMMANDER - 1) & ~above(figures, st.ANDROID - 1))


# Training and promotion


@kernel
def training_price(s, seat):
    if not s.trained and has_hook(s, seat, tb.HOOK_SIMULATOR):
        return 0
    return st.TRAINING_PRICE


@kernel
def promotion_price(s, seat):
    return st.SCHOOL_PRICE if has_hook(s, seat, tb.HOOK_OFFICER_SCHOOL) else st.PROMOTION_PRICE


@kernel
def trainings(t, s):
    """Bitset of figure by colour: cadets and ensigns of the ready room, to any colour but their own."""
    bits = 0
    if medal_value(s, s.seat) >= training_price(s, s.seat):
        for figure in range(st.CADET + 1):
            if s.ready[s.seat, figure] > 0:
                bits |= ((1 << st.NUM_COLOURS) - 1 & ~(1 << figure)) << st.NUM_COLOURS * figure
    return bits


@kernel
def promotions(t, s):
    """Bitset of the colours of which an ensign can be promoted, while there are rings."""
    bits = ready_bits(s, s.seat) & (1 << st.NUM_COLOURS) - 1
    if bits == 0 or medal_value(s, s.seat) < promotion_price(s, s.seat):
        return 0
    return bits if commanders(s, s.seat) < st.RINGS else 0


@kernel
def train(t, s, figure, colour):
    s.improve = st.IMPROVE_TRAIN
    s.improve_from = figure
    s.improve_to = colour
    s.medals_due = training_price(s, s.seat)


@kernel
def promote(t, s, colour):
    s.improve = st.IMPROVE_PROMOTE
    s.improve_from = colour
    s.improve_to = st.COMMANDER + colour
    s.medals_due = promotion_price(s, s.seat)


@kernel
def go_on_improving(s):
    """Pay medal by medal, then exchange the figure."""
    if s.medals_due > 0:
        s.ask = st.ASK_MEDAL
        return
    if s.improve == st.IMPROVE_TRAIN:
        s.trained = True
    s.ready[s.seat, s.improve_from] -= 1
    s.ready[s.seat, s.improve_to] += 1
    s.improve = st.IMPROVE_NONE
    s.improve_from = -1
    s.improve_to = -1


@kernel
def pay_medal(t, s, token):
    spend(s, s.seat, token)
    s.medals_due -= 1
