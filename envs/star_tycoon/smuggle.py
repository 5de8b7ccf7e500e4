"""Star Tycoon: transactions through smugglers: own ones, rivals' ones, and those in the second row."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .corporation import has_ability
from .tokens import covers, packed, packed_tokens, total_resources


@kernel
def smuggler_owner(t, s, smuggler):
    """Who owns a smuggler; -1 for nobody."""
    if smuggler < st.COMPANY_SMUGGLER:
        return s.owner[t.smuggler_card[smuggler]]
    for seat in range(s.num_players):
        if has_ability(t, s, seat, tb.JUGNO):
            return seat
    return -1


@kernel
def face_up_smugglers(t, s):
    """Bitset of the smugglers in the row of level 2 developments."""
    bits = 0
    for slot in range(st.MOST_SLOTS):
        card = s.row[st.DEVELOPMENT_2, slot]
        if card >= 0 and t.card_smuggler[card] >= 0:
            bits |= 1 << t.card_smuggler[card]
    return bits


@kernel
def commission(t, s, seat, smuggler):
    """What a rival's smuggler costs on top."""
    owner = smuggler_owner(t, s, smuggler)
    return st.COMMISSION if owner >= 0 and owner != seat else 0


@kernel
def smuggle_bits(t, s):
    """Bitset of the transactions that can be paid: smuggler by smuggler, way by way."""
    seat = s.seat
    purse, resources = packed_tokens(s, seat), total_resources(s, seat)
    present, bits = s.smugglers | face_up_smugglers(t, s), 0
    while present:
        smuggler = lowest(present)
        present &= present - 1
        kind, extra = t.smuggler_kind[smuggler], commission(t, s, seat, smuggler)
        for way in range(t.ways[kind]):
            price, wild = t.way_packed[kind, way] + extra, t.way_price[kind, way, st.WILD]
            if covers(purse, resources, price, t.way_fixed[kind, way], wild):
                bits |= 1 << st.NUM_WAYS * smuggler + way
    return bits


@kernel
def first_smuggles(t, s):
    return smuggle_bits(t, s) if s.actions_left > 0 else 0


@kernel
def begin_smuggling(t, s, smuggler, way):
    """The Smuggle action with its first transaction."""
    s.actions_left -= 1
    s.smuggles_left = st.SMUGGLES
    smuggle(t, s, smuggler, way)


@kernel
def stop_smuggling(t, s):
    s.smuggles_left = 0


@kernel
def smuggle(t, s, smuggler, way):
    """Begin one transaction; the commission is part of its price."""
    s.smuggles_left -= 1
    s.smuggler = smuggler
    s.way = way
    s.due_for = st.FOR_SMUGGLE
    kind = t.smuggler_kind[smuggler]
    for token in range(st.PRICE_SIZE):
        s.due[token] = t.way_price[kind, way, token]
    s.due[st.CREDIT] += commission(t, s, s.who, smuggler)


@kernel
def receive_contraband(t, s):
    """The price is paid: the commission reaches its owner, the goods the buyer."""
    owner = smuggler_owner(t, s, s.smuggler)
    kind = t.smuggler_kind[s.smuggler]
    if owner >= 0 and owner != s.who:
        s.tokens[owner, st.CREDIT] += st.COMMISSION
        tell(s, ev.COMMISSION, ALL, owner)
    elif owner == s.who and kind == tb.EXPORTER:
        s.exports = min(s.exports + 1, st.MOST_EXPORTS)
        if s.num_players == 1:
            tell(s, ev.EXPORTS, ALL, s.exports)
    if packed(t.way_gain[kind, s.way]):
        tell(s, ev.GAINS, ALL, s.who, packed(t.way_gain[kind, s.way]))
    for token in range(st.NUM_TOKENS):
        s.tokens[s.who, token] += t.way_gain[kind, s.way, token]
    s.gains += t.way_gain[kind, s.way, st.WILD]
    s.smuggler = -1
    s.way = 0
