"""Starship Captains: a ship's abilities, cargo and damage."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .frames import push

# Abilities


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
def push_ability(t, s, seat, k):
    """The effect of the k-th tech; where it comes from is counted as rooms are."""
    push(t, s, t.tech_effect[tech_of(s, seat, k)], seat, st.FIRST_SLOT_ROOM + k)


@kernel
def push_hooks(t, s, seat, hook):
    """The effects of all techs with this ability, the first to be resolved first."""
    if has_hook(s, seat, hook):
        for k in range(st.NUM_SLOTS + st.NUM_SHARED - 1, -1, -1):
            card = tech_of(s, seat, k)
            if card >= 0 and t.hook[card] == hook:
                push_ability(t, s, seat, k)


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
def check_hold(t, s):
    """Cargo beyond the capacity is discarded, of the owner's choice."""
    if overloaded(t, s, s.stuffed):
        s.seat = s.stuffed
        s.ask = st.ASK_DISCARD
    else:
        s.stuffed = -1


@kernel
def drop_artifact(s, seat, kind):
    s.artifacts[seat, kind] -= 1
    s.artifact_discard[kind] += 1


@kernel
def drop_pirate(s, seat):
    """Which kind leaves the hold is no decision: the one held most, of equals the first of the table."""
    best = 0
    for kind in range(1, st.NUM_PIRATES):
        if s.pirates[seat, kind] > s.pirates[seat, best]:
            best = kind
    s.pirates[seat, best] -= 1
    s.pirate_discard[best] += 1


@kernel
def artifact_bits(s, seat):
    """Bitset of the types of artifacts in the hold."""
    bits = 0
    for kind in range(st.NUM_ARTIFACTS):
        if s.artifacts[seat, kind] > 0:
            bits |= 1 << kind
    return bits


@kernel
def pirate_token(s, seat):
    """Bitset of tokens: a pirate token, if there is one in the hold."""
    return 1 << st.TOKEN_PIRATE if count_pirates(s, seat) > 0 else 0


@kernel
def cargo_tokens(t, s):
    """Bitset of the tokens that can go overboard."""
    return artifact_bits(s, s.seat) | pirate_token(s, s.seat)


@kernel
def throw_overboard(t, s, token):
    tell(s, ev.OVERBOARD, ALL, s.seat, token)
    give_away(s, s.seat, token)


@kernel
def give_away(s, seat, token):
    if token == st.TOKEN_PIRATE:
        drop_pirate(s, seat)
    elif token == st.TOKEN_MEDAL:
        s.medals[seat] -= 1
    elif token == st.TOKEN_ANDROID:
        s.ready[seat, st.ANDROID] -= 1
    else:
        drop_artifact(s, seat, token)


@kernel
def spend(s, seat, token):
    """A token pays for something."""
    give_away(s, seat, token)
    tell(s, ev.SPENDS, ALL, seat, token, how_many(s, seat, token))


@kernel
def how_many(s, seat, token):
    """Tokens of this kind that a seat has."""
    if token == st.TOKEN_PIRATE:
        return count_pirates(s, seat)
    if token == st.TOKEN_MEDAL:
        return int(s.medals[seat])
    if token == st.TOKEN_ANDROID:
        return int(s.ready[seat, st.ANDROID])
    return int(s.artifacts[seat, token])


# Medals, and what may stand for them


@kernel
def gain_medals(s, seat, number):
    s.medals[seat] += number
    tell(s, ev.MEDALS, ALL, seat, number)


@kernel
def medal_value(s, seat):
    total = int(s.medals[seat])
    if has_hook(s, seat, tb.HOOK_ARTIFACT_DISPLAY):
        total += count_artifacts(s, seat)
    if has_hook(s, seat, tb.HOOK_TROPHY_DISPLAY):
        total += count_pirates(s, seat)
    return total


@kernel
def medal_tokens(t, s):
    """Bitset of the tokens that can pay for a medal."""
    bits = 1 << st.TOKEN_MEDAL if s.medals[s.seat] > 0 else 0
    if has_hook(s, s.seat, tb.HOOK_ARTIFACT_DISPLAY):
        bits |= artifact_bits(s, s.seat)
    if has_hook(s, s.seat, tb.HOOK_TROPHY_DISPLAY):
        bits |= pirate_token(s, s.seat)
    return bits


# Damage


@kernel
def hurt(s, seat, amount, cause):
    """Damage is about to be taken; abilities may lessen it."""
    if (
        cause == st.CAUSE_FIGHT
        and seat == s.active
        and s.fights == 1
        and has_hook(s, seat, tb.HOOK_TARGETING)
    ):
        tell(s, ev.STOPPED, ALL, seat, tb.HOOK_TARGETING, amount)
        return
    if cause == st.CAUSE_SHOT and has_hook(s, seat, tb.HOOK_DEFLECTOR):
        tell(s, ev.STOPPED, ALL, seat, tb.HOOK_DEFLECTOR, amount)
        return
    if s.mission >= 0 and seat == s.active and not s.painted and has_hook(s, seat, tb.HOOK_STEALTH_PAINT):
        s.painted = True
        amount -= 1
        tell(s, ev.STOPPED, ALL, seat, tb.HOOK_STEALTH_PAINT, 1)
    s.hurt = amount
    s.hurt_seat = seat


@kernel
def face_damage(t, s):
    """Hull Plating may stop it for a pirate token; else it lands in the cargo hold."""
    s.seat = s.hurt_seat
    if has_hook(s, s.seat, tb.HOOK_HULL_PLATING) and count_pirates(s, s.seat) > 0:
        s.ask = st.ASK_PREVENT
    else:
        take_damage(t, s)


@kernel
def take_damage(t, s):
    s.damage[s.hurt_seat] += s.hurt
    if s.mission >= 0 and s.hurt_seat == s.active:
        s.painted = True  # the first damage of the mission has come, with Stealth Paint or without
    tell(s, ev.DAMAGE, ALL, s.hurt_seat, s.hurt, s.damage[s.hurt_seat])
    s.stuffed = s.hurt_seat
    s.hurt = 0


@kernel
def prevent_damage(t, s):
    spend(s, s.hurt_seat, st.TOKEN_PIRATE)
    tell(s, ev.STOPPED, ALL, s.hurt_seat, tb.HOOK_HULL_PLATING, s.hurt)
    s.hurt = 0


@kernel
def repairable(t, s):
    """Bitset of what can be repaired: the cargo hold, then the tech slots."""
    bits = s.slot_damage[s.seat] << 1
    if s.damage[s.seat] > 0:
        bits |= 1
    return bits


@kernel
def repair(t, s, place):
    s.f_left[s.depth - 1] -= 1
    if place == 0:
        s.damage[s.seat] -= 1
    else:
        s.slot_damage[s.seat] &= ~(1 << (place - 1))
