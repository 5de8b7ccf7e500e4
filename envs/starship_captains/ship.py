"""Starship Captains: a ship's crew, cargo, damage and abilities."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import actions as act
from . import state as st
from . import tables as tb
from .frames import push


@kernel
def has_hook(s, seat, hook):
    return s.hooks[seat] >> hook & 1


@kernel
def renew_hooks(t, s, seat):
    """The abilities of installed and of shared techs."""
    bits = 0
    for slot in range(st.NUM_SLOTS):
        card = s.slot[seat, slot]
        if card >= 0 and t.hook[card] >= 0:
            bits |= 1 << t.hook[card]
    if s.sharing:
        for k in range(st.NUM_SHARED):
            if s.shared[k] >= 0 and t.hook[s.shared[k]] >= 0:
                bits |= 1 << t.hook[s.shared[k]]
    s.hooks[seat] = bits


@kernel
def tech_of(s, seat, k):
    """Techs in the order of their slots, then the shared ones; -1 = none."""
    if k < st.NUM_SLOTS:
        return s.slot[seat, k]
    return s.shared[k - st.NUM_SLOTS] if s.sharing else -1


@kernel
def push_hooks(t, s, seat, hook):
    """The effects of all techs with this ability, the first to be resolved first."""
    if has_hook(s, seat, hook):
        for k in range(st.NUM_SLOTS + st.NUM_SHARED - 1, -1, -1):
            card = tech_of(s, seat, k)
            if card >= 0 and t.hook[card] == hook:
                push(t, s, t.tech_effect[card], seat, -1)


# Cargo


@kernel
def count_artifacts(s, seat):
    total = 0
    for kind in range(st.NUM_ARTIFACTS):
        total += s.artifacts[seat, kind]
    return total


@kernel
def count_pirates(s, seat):
    total = 0
    for kind in range(st.NUM_PIRATES):
        total += s.pirates[seat, kind]
    return total


@kernel
def capacity(t, s, seat):
    """Cargo slots without damage, and those of Dimensional Lockers."""
    room = max(st.CARGO - s.damage[seat], 0)
    if has_hook(s, seat, tb.HOOK_LOCKERS):
        for k in range(st.NUM_SLOTS + st.NUM_SHARED):
            card = tech_of(s, seat, k)
            if card >= 0:
                room += t.lockers[card]
    return room


@kernel
def overloaded(t, s, seat):
    return count_artifacts(s, seat) + count_pirates(s, seat) > capacity(t, s, seat)


@kernel
def drop_artifact(s, seat, kind):
    s.artifacts[seat, kind] -= 1
    s.artifact_discard[kind] += 1


@kernel
def drop_pirate(s, seat):
    """Which kind leaves the hold is no decision: the one held most (ruling 40)."""
    best = 0
    for kind in range(1, st.NUM_PIRATES):
        if s.pirates[seat, kind] > s.pirates[seat, best]:
            best = kind
    s.pirates[seat, best] -= 1
    s.pirate_discard[best] += 1


@kernel
def cargo_bits(s, seat):
    """Bitset of what can be spent or discarded: artifacts by type, then pirate tokens."""
    bits = 0
    for kind in range(st.NUM_ARTIFACTS):
        if s.artifacts[seat, kind] > 0:
            bits |= 1 << kind
    if count_pirates(s, seat) > 0:
        bits |= 1 << act.SPEND_PIRATE
    return bits


@kernel
def spend_cargo(s, seat, token):
    if token == act.SPEND_PIRATE:
        drop_pirate(s, seat)
    else:
        drop_artifact(s, seat, token)


# Damage


@kernel
def hurt(s, seat, amount, cause):
    """Damage is about to be taken; abilities may lessen it."""
    if amount == 0:
        return
    if (
        cause == st.CAUSE_FIGHT
        and seat == s.active
        and s.fights == 1
        and has_hook(s, seat, tb.HOOK_TARGETING)
    ):
        return
    if cause == st.CAUSE_SHOT and has_hook(s, seat, tb.HOOK_DEFLECTOR):
        return
    if s.mission >= 0 and seat == s.active and not s.painted and has_hook(s, seat, tb.HOOK_STEALTH_PAINT):
        s.painted = True
        amount -= 1
    s.hurt = amount
    s.hurt_seat = seat


@kernel
def continue_damage(s):
    """Hull Plating may stop it for a pirate token; else it lands in the cargo hold."""
    seat = s.hurt_seat
    if has_hook(s, seat, tb.HOOK_HULL_PLATING) and count_pirates(s, seat) > 0:
        s.seat = seat
        s.ask = st.ASK_PREVENT
    else:
        take_damage(s)


@kernel
def take_damage(s):
    s.damage[s.hurt_seat] += s.hurt
    s.stuffed = s.hurt_seat
    s.hurt = 0


@kernel
def prevent_damage(s):
    drop_pirate(s, s.hurt_seat)
    s.hurt = 0


@kernel
def repair_bits(s, seat):
    """Bitset of what can be repaired: the cargo hold, then the tech slots."""
    bits = s.slot_damage[seat] << 1
    if s.damage[seat] > 0:
        bits |= 1
    return bits


@kernel
def repair(s, seat, place):
    if place == 0:
        s.damage[seat] -= 1
    else:
        s.slot_damage[seat] &= ~(1 << (place - 1))


# Crew


@kernel
def is_commander(figure):
    return st.COMMANDER <= figure < st.ANDROID


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
def subordinates(s, seat, commander):
    """Bitset of the figures in the queue whom this commander can call: cadets and ensigns of its colour."""
    bits = 0
    for k in range(s.queue_size[seat]):
        figure = s.queue[seat, k]
        if figure == st.CADET or figure == commander - st.COMMANDER:
            bits |= 1 << figure
    return bits


@kernel
def call_subordinate(s, seat, figure):
    for k in range(s.queue_size[seat]):
        if s.queue[seat, k] == figure:
            leave_queue(s, seat, k)
            return


@kernel
def ready_figures(s, seat):
    total = 0
    for figure in range(st.NUM_FIGURES):
        total += s.ready[seat, figure]
    return total


@kernel
def commanders(s, seat):
    """Commanders wherever they are: their rings are not on the board."""
    total = 0
    for figure in range(st.COMMANDER, st.ANDROID):
        total += s.ready[seat, figure]
    for k in range(s.queue_size[seat]):
        if is_commander(s.queue[seat, k]):
            total += 1
    if seat == s.active:
        if is_commander(s.worker):
            total += 1
        for line in range(st.MAX_LINES):
            if is_commander(s.pad[line]):
                total += 1
    return total


# Training and promotion


@kernel
def medal_value(s, seat):
    """Medals and what may stand for them."""
    total = int(s.medals[seat])
    if has_hook(s, seat, tb.HOOK_ARTIFACT_DISPLAY):
        total += count_artifacts(s, seat)
    if has_hook(s, seat, tb.HOOK_TROPHY_DISPLAY):
        total += count_pirates(s, seat)
    return total


@kernel
def medal_bits(s, seat):
    """Bitset of what can pay for a medal."""
    bits = 0
    if s.medals[seat] > 0:
        bits |= 1 << act.SPEND_MEDAL
    cargo = cargo_bits(s, seat)
    if has_hook(s, seat, tb.HOOK_ARTIFACT_DISPLAY):
        bits |= cargo & ~(1 << act.SPEND_PIRATE)
    if has_hook(s, seat, tb.HOOK_TROPHY_DISPLAY):
        bits |= cargo & 1 << act.SPEND_PIRATE
    return bits


@kernel
def spend_medal(s, seat, token):
    if token == act.SPEND_MEDAL:
        s.medals[seat] -= 1
    else:
        spend_cargo(s, seat, token)


@kernel
def training_price(s, seat):
    if not s.trained and has_hook(s, seat, tb.HOOK_SIMULATOR):
        return 0
    return st.TRAINING_PRICE


@kernel
def promotion_price(s, seat):
    return st.SCHOOL_PRICE if has_hook(s, seat, tb.HOOK_OFFICER_SCHOOL) else st.PROMOTION_PRICE


@kernel
def train_bits(s, seat):
    """Bitset of figure by colour: cadets and ensigns of the ready room, to another colour."""
    bits = 0
    if medal_value(s, seat) >= training_price(s, seat):
        for figure in range(st.CADET + 1):
            if s.ready[seat, figure] > 0:
                for colour in range(st.NUM_COLOURS):
                    if colour != figure:
                        bits |= 1 << st.NUM_COLOURS * figure + colour
    return bits


@kernel
def promote_bits(s, seat):
    """Bitset of colours of which an ensign can be promoted."""
    bits = 0
    if medal_value(s, seat) >= promotion_price(s, seat) and commanders(s, seat) < st.RINGS:
        for colour in range(st.NUM_COLOURS):
            if s.ready[seat, colour] > 0:
                bits |= 1 << colour
    return bits


@kernel
def begin_training(s, seat, figure, colour):
    s.improve = st.IMPROVE_TRAIN
    s.improve_from = figure
    s.improve_to = colour
    s.medals_due = training_price(s, seat)


@kernel
def begin_promotion(s, seat, colour):
    s.improve = st.IMPROVE_PROMOTE
    s.improve_from = colour
    s.improve_to = st.COMMANDER + colour
    s.medals_due = promotion_price(s, seat)


@kernel
def continue_improvement(s):
    """Pay medal by medal, then exchange the figure."""
    seat = s.active
    while s.medals_due > 0:
        bits = medal_bits(s, seat)
        if count(bits) > 1:
            s.seat = seat
            s.ask = st.ASK_MEDAL
            return
        spend_medal(s, seat, lowest(bits))
        s.medals_due -= 1
    if s.improve == st.IMPROVE_TRAIN:
        s.trained = True
    s.ready[seat, s.improve_from] -= 1
    s.ready[seat, s.improve_to] += 1
    s.improve = st.IMPROVE_NONE
    s.improve_from = -1
    s.improve_to = -1
