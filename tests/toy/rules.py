"""Lanterns: the kernels."""

from astrarium.core import kernel, tell
from astrarium.core.rng import below, shuffle
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .state import at

UNKNOWN = -2


@kernel
def everybody(s):
    return (1 << s.num_players) - 1


@kernel
def setup(t, s):
    for c in range(st.MAX_CARDS):
        s.deck[c] = c if c < t.num_cards else st.NONE
    shuffle(s, s.deck, t.num_cards)
    s.deck_size = t.num_cards
    s.hand[:] = st.NONE
    s.table[:] = st.NONE
    s.call[:] = st.NONE
    for p in range(s.num_players):
        for slot in range(s.hand_size):
            draw(s, p, slot)
    s.lead = below(s, s.num_players)
    s.seat = s.lead
    s.phase = st.CALLING


@kernel
def draw(s, p, slot):
    """The top card into a slot; who knew it still does."""
    s.hand[p, slot] = s.deck[0]
    s.hand_known[p, slot] = s.deck_known[0] | (1 << p)
    drop_top(s)


@kernel
def drop_top(s):
    for i in range(s.deck_size - 1):
        s.deck[i] = s.deck[i + 1]
        s.deck_known[i] = s.deck_known[i + 1]
    s.deck_size -= 1
    s.deck[s.deck_size] = st.NONE
    s.deck_known[s.deck_size] = 0


@kernel
def go_on(t, s):
    """Everybody calls a suit; then rounds of one card each, from the leader clockwise."""
    if s.phase == st.CALLING:
        s.ask = st.ASK_CALL
    elif holds_cards(s, s.seat):
        s.ask = st.ASK_PLAY
    else:
        pass_turn(t, s)


@kernel
def call(t, s, suit):
    s.call[s.seat] = suit
    s.seat = (s.seat + 1) % s.num_players
    if s.seat == s.lead:
        s.phase = st.PLAYING


@kernel
def may_peek(t, s):
    """At the top of the deck, once a round."""
    return s.peeking and not s.peeked[s.seat] and s.deck_size > 0


@kernel
def peek(t, s):
    s.deck_known[0] |= 1 << s.seat
    s.peeked[s.seat] = True
    tell(s, ev.PEEKS, 1 << s.seat, s.seat, s.deck[0])


@kernel
def hand_slots(t, s):
    """Places of the hand with a card."""
    bits = 0
    for slot in range(st.HAND):
        if s.hand[s.seat, slot] != st.NONE:
            bits |= 1 << slot
    return bits


@kernel
def swap_slots(t, s):
    """Cards that can be swapped with the top of the deck, once a game."""
    return hand_slots(t, s) if not s.swapped[s.seat] and s.deck_size > 0 else 0


@kernel
def play(t, s, slot):
    """A card face down on the table; the next seat plays."""
    p = s.seat
    s.table[p] = s.hand[p, slot]
    s.table_known[p] = s.hand_known[p, slot]
    s.hand[p, slot] = st.NONE
    s.hand_known[p, slot] = 0
    pass_turn(t, s)


@kernel
def swap(t, s, slot):
    """A hand card openly on top of the deck, and what lay there into the hand."""
    p = s.seat
    card, known = s.deck[0], s.deck_known[0]
    s.deck[0] = s.hand[p, slot]
    s.deck_known[0] = everybody(s)
    s.hand[p, slot] = card
    s.hand_known[p, slot] = known | (1 << p)
    s.swapped[p] = True
    tell(s, ev.SWAPS, ALL, p, s.deck[0])


@kernel
def pass_turn(t, s):
    """On to the next seat; when all have played, the round ends."""
    s.seat = (s.seat + 1) % s.num_players
    if s.seat == s.lead:
        end_round(t, s)


@kernel
def holds_cards(s, p):
    for slot in range(st.HAND):
        if s.hand[p, slot] != st.NONE:
            return True
    return False


@kernel
def end_round(t, s):
    rival = st.NONE
    if s.num_players == 1 and s.deck_size > 0:
        rival = s.deck[0]
        s.gone[rival] = True
        drop_top(s)
    winner = brightest(t, s)
    total = 0
    for p in range(s.num_players):
        card = s.table[p]
        if card != st.NONE:
            total += t.points[card]
            tell(s, ev.SHOWS, ALL, p, card)
            apply_effect(t, s, p, card)
    if rival == st.NONE or t.value[rival] < t.value[s.table[winner]]:
        s.points[winner] += total
        tell(s, ev.WINS, ALL, winner, total)
        keep_won(t, s, winner)
    for p in range(s.num_players):
        if s.table[p] != st.NONE:
            s.gone[s.table[p]] = True
        s.table[p] = st.NONE
        s.table_known[p] = 0
        s.peeked[p] = False
    s.rounds += 1
    s.lead = winner
    refill(s)
    begin_round(s)


@kernel
def brightest(t, s):
    """The seat of the highest card; the earlier in turn order wins a tie."""
    best = s.lead
    for k in range(1, s.num_players):
        p = (s.lead + k) % s.num_players
        if s.table[p] != st.NONE and t.value[s.table[p]] > t.value[s.table[best]]:
            best = p
    return best


@kernel
def apply_effect(t, s, p, card):
    if t.effect[card] == st.EFFECT_SHOW:
        shown = (p + 1) % s.num_players
        for slot in range(st.HAND):
            if s.hand[shown, slot] != st.NONE:
                s.hand_known[shown, slot] = everybody(s)
    elif t.effect[card] == st.EFFECT_BONUS:
        s.points[p] += 1


@kernel
def keep_won(t, s, winner):
    for p in range(s.num_players):
        if s.table[p] != st.NONE:
            s.won[winner, t.suit[s.table[p]]] += 1


@kernel
def lucky(s, p):
    """Two points for each card won of the suit that was called."""
    if s.call[p] == st.NONE:
        return 0
    return 2 * s.won[p, s.call[p]]


@kernel
def refill(s):
    for k in range(s.num_players):
        p = (s.lead + k) % s.num_players
        for slot in range(s.hand_size):
            if s.hand[p, slot] == st.NONE and s.deck_size > 0:
                draw(s, p, slot)
                break


@kernel
def begin_round(s):
    for k in range(s.num_players):
        p = (s.lead + k) % s.num_players
        if holds_cards(s, p):
            s.lead = p
            s.seat = p
            return
    s.over = 1
    tell(s, ev.ENDS, ALL, s.rounds)


@kernel
def score(t, s, score, rank):
    for p in range(s.num_players):
        score[p] = s.points[p] + lucky(s, p)
    for p in range(s.num_players):
        rank[p] = 0
        for q in range(s.num_players):
            if score[q] > score[p]:
                rank[p] += 1
    if s.num_players == 1:
        rank[0] = 0 if score[0] >= 8 else 1


@kernel
def seen(card, known, seat):
    """The card as the seat sees it."""
    if card == st.NONE or (known >> seat) & 1:
        return card
    return UNKNOWN


@kernel
def write_knowers(s, seat, known, obs, offset):
    for k in range(s.num_players):
        obs[offset + k] = (known >> ((seat + k) % s.num_players)) & 1


@kernel
def observe(t, s, seat, obs):
    obs[:] = 0
    n = s.num_players
    obs[at.players] = n
    obs[at.peeking] = s.peeking
    obs[at.phase] = s.phase
    obs[at.acting] = (s.seat - seat) % n
    obs[at.lead] = (s.lead - seat) % n
    obs[at.call] = s.call[seat]
    for k in range(st.MAX_PLAYERS):
        obs[at.table + k] = st.NONE
        for slot in range(st.HAND):
            obs[at.hand + k * st.HAND + slot] = st.NONE
    for k in range(n):
        p = (seat + k) % n
        obs[at.called + k] = s.call[p] != st.NONE
        obs[at.points + k] = s.points[p]
        for suit in range(st.NUM_SUITS):
            obs[at.won + k * st.NUM_SUITS + suit] = s.won[p, suit]
        obs[at.peeked + k] = s.peeked[p]
        obs[at.swapped + k] = s.swapped[p]
        obs[at.table + k] = seen(s.table[p], s.table_known[p], seat)
        write_knowers(s, seat, s.table_known[p], obs, at.table_known + k * st.MAX_PLAYERS)
        for slot in range(st.HAND):
            place = k * st.HAND + slot
            obs[at.hand + place] = seen(s.hand[p, slot], s.hand_known[p, slot], seat)
            write_knowers(s, seat, s.hand_known[p, slot], obs, at.hand_known + place * st.MAX_PLAYERS)
    for i in range(st.MAX_CARDS):
        obs[at.deck + i] = seen(s.deck[i], s.deck_known[i], seat)
        write_knowers(s, seat, s.deck_known[i], obs, at.deck_known + i * st.MAX_PLAYERS)
        obs[at.gone + i] = s.gone[i]


@kernel
def hidden(card, known, seat):
    return card != st.NONE and (known >> seat) & 1 == 0


@kernel
def determinize(t, s, seat):
    """Deal the cards that the seat cannot place to the places it does not know; draw the others' calls."""
    redraw_calls(s, seat)
    # First mark every card that the seat can place, then draw the rest by number: the result depends on
    # nothing that the seat cannot know.
    placed = 0
    for c in range(st.MAX_CARDS):
        if s.gone[c] or c >= t.num_cards:
            placed |= 1 << c
    for p in range(s.num_players):
        if s.table[p] != st.NONE and not hidden(s.table[p], s.table_known[p], seat):
            placed |= 1 << s.table[p]
        for slot in range(st.HAND):
            if s.hand[p, slot] != st.NONE and not hidden(s.hand[p, slot], s.hand_known[p, slot], seat):
                placed |= 1 << s.hand[p, slot]
    for i in range(s.deck_size):
        if not hidden(s.deck[i], s.deck_known[i], seat):
            placed |= 1 << s.deck[i]
    for p in range(s.num_players):
        if hidden(s.table[p], s.table_known[p], seat):
            s.table[p] = pick_unplaced(s, placed)
            placed |= 1 << s.table[p]
        for slot in range(st.HAND):
            if hidden(s.hand[p, slot], s.hand_known[p, slot], seat):
                s.hand[p, slot] = pick_unplaced(s, placed)
                placed |= 1 << s.hand[p, slot]
    for i in range(s.deck_size):
        if hidden(s.deck[i], s.deck_known[i], seat):
            s.deck[i] = pick_unplaced(s, placed)
            placed |= 1 << s.deck[i]


@kernel
def redraw_calls(s, seat):
    for p in range(s.num_players):
        if p != seat and s.call[p] != st.NONE:
            s.call[p] = below(s, st.NUM_SUITS)


@kernel
def pick_unplaced(s, placed):
    """A card whose bit is not set, each equally likely."""
    left = 0
    for c in range(st.MAX_CARDS):
        left += (placed >> c) & 1 == 0
    n = below(s, left)
    for c in range(st.MAX_CARDS):
        if (placed >> c) & 1 == 0:
            if n == 0:
                return c
            n -= 1
    return st.NONE


@kernel
def check(t, s):
    places = 0
    total = 0
    for p in range(s.num_players):
        if s.points[p] < 0:
            return 3
        if s.table[p] != st.NONE:
            places |= 1 << s.table[p]
            total += 1
        for slot in range(st.HAND):
            if s.hand[p, slot] != st.NONE:
                places |= 1 << s.hand[p, slot]
                total += 1
                if (s.hand_known[p, slot] >> p) & 1 == 0:
                    return 2
    for i in range(s.deck_size):
        places |= 1 << s.deck[i]
        total += 1
    for c in range(st.MAX_CARDS):
        if s.gone[c]:
            places |= 1 << c
            total += 1
    if total != t.num_cards or places != (1 << t.num_cards) - 1:
        return 1
    if s.over == 0 and s.phase == st.PLAYING and not holds_cards(s, s.seat):
        return 4
    return 0


@kernel
def prospects(t, s, p):
    """Points so far, and what the hand promises: bright cards win rounds, the called suit pays more."""
    worth = 1.0 * s.points[p] + lucky(s, p)
    for slot in range(st.HAND):
        card = s.hand[p, slot]
        if card != st.NONE:
            worth += t.w.bright * t.value[card] + t.w.bonus * (t.effect[card] == st.EFFECT_BONUS)
            worth += t.w.called * (t.suit[card] == s.call[p])
    if s.table[p] != st.NONE and t.value[s.table[p]] == highest_laid(t, s):
        for q in range(s.num_players):
            if s.table[q] != st.NONE:
                worth += t.points[s.table[q]] + 2 * (t.suit[s.table[q]] == s.call[p])
    return worth


@kernel
def highest_laid(t, s):
    highest = 0
    for p in range(s.num_players):
        if s.table[p] != st.NONE:
            highest = max(highest, t.value[s.table[p]])
    return highest


@kernel
def evaluate(t, s, seat):
    if s.num_players == 1:
        lead = prospects(t, s, 0) - 8.0
    else:
        best = 0.0
        for p in range(s.num_players):
            if p != seat:
                best = max(best, prospects(t, s, p))
        lead = prospects(t, s, seat) - best
    return lead / (4.0 + abs(lead))
