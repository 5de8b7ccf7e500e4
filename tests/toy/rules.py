"""Lanterns: the kernels."""

from astrarium.core import kernel
from astrarium.core.rng import below, shuffle

from .state import (
    CALL,
    CALLING,
    EFFECT_BONUS,
    EFFECT_SHOW,
    HAND,
    MAX_CARDS,
    MAX_PLAYERS,
    NONE,
    NUM_SUITS,
    O_ACTING,
    O_CALL,
    O_CALLED,
    O_DECK,
    O_DECK_KNOWN,
    O_GONE,
    O_HAND,
    O_HAND_KNOWN,
    O_LEAD,
    O_PEEKED,
    O_PEEKING,
    O_PHASE,
    O_PLAYERS,
    O_POINTS,
    O_SWAPPED,
    O_TABLE,
    O_TABLE_KNOWN,
    O_WON,
    PEEK,
    PLAY,
    PLAYING,
    SWAP,
)  # fmt: skip

UNKNOWN = -2
BRIGHT, BONUS, CALLED = 0.15, 0.5, 0.5  # worth of a hand card in points


@kernel
def everybody(s):
    return (1 << s.num_players) - 1


@kernel
def setup(t, s):
    for c in range(MAX_CARDS):
        s.deck[c] = c if c < t.num_cards else NONE
    shuffle(s, s.deck, t.num_cards)
    s.deck_size = t.num_cards
    s.hand[:] = NONE
    s.table[:] = NONE
    s.call[:] = NONE
    for p in range(s.num_players):
        for slot in range(s.hand_size):
            draw(s, p, slot)
    s.lead = below(s, s.num_players)
    s.seat = s.lead
    s.phase = CALLING


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
    s.deck[s.deck_size] = NONE
    s.deck_known[s.deck_size] = 0


@kernel
def legal(t, s, mask):
    mask[:] = 0
    if s.over != 0:
        return
    p = s.seat
    if s.phase == CALLING:
        for suit in range(NUM_SUITS):
            mask[CALL + suit] = 1
        return
    if s.peeking and not s.peeked[p] and s.deck_size > 0:
        mask[PEEK] = 1
    for slot in range(HAND):
        if s.hand[p, slot] != NONE:
            mask[PLAY + slot] = 1
            if not s.swapped[p] and s.deck_size > 0:
                mask[SWAP + slot] = 1


@kernel
def step(t, s, action):
    p = s.seat
    if action < PEEK:
        s.call[p] = action - CALL
        pass_call(s)
    elif action == PEEK:
        s.deck_known[0] |= 1 << p
        s.peeked[p] = True
    elif action < SWAP:
        lay(s, p, action - PLAY)
        pass_turn(t, s)
    else:
        swap(s, p, action - SWAP)


@kernel
def pass_call(s):
    s.seat = (s.seat + 1) % s.num_players
    if s.seat == s.lead:
        s.phase = PLAYING


@kernel
def lay(s, p, slot):
    """A card face down on the table."""
    s.table[p] = s.hand[p, slot]
    s.table_known[p] = s.hand_known[p, slot]
    s.hand[p, slot] = NONE
    s.hand_known[p, slot] = 0


@kernel
def swap(s, p, slot):
    """A hand card openly on top of the deck, and what lay there into the hand."""
    card, known = s.deck[0], s.deck_known[0]
    s.deck[0] = s.hand[p, slot]
    s.deck_known[0] = everybody(s)
    s.hand[p, slot] = card
    s.hand_known[p, slot] = known | (1 << p)
    s.swapped[p] = True


@kernel
def pass_turn(t, s):
    """On to the next seat that can play; when all have, the round ends."""
    for _ in range(s.num_players):
        s.seat = (s.seat + 1) % s.num_players
        if s.seat == s.lead:
            end_round(t, s)
            return
        if holds_cards(s, s.seat):
            return


@kernel
def holds_cards(s, p):
    for slot in range(HAND):
        if s.hand[p, slot] != NONE:
            return True
    return False


@kernel
def end_round(t, s):
    rival = NONE
    if s.num_players == 1 and s.deck_size > 0:
        rival = s.deck[0]
        s.gone[rival] = True
        drop_top(s)
    winner = brightest(t, s)
    total = 0
    for p in range(s.num_players):
        card = s.table[p]
        if card != NONE:
            total += t.points[card]
            apply_effect(t, s, p, card)
    if rival == NONE or t.value[rival] < t.value[s.table[winner]]:
        s.points[winner] += total
        keep_won(t, s, winner)
    for p in range(s.num_players):
        if s.table[p] != NONE:
            s.gone[s.table[p]] = True
        s.table[p] = NONE
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
        if s.table[p] != NONE and t.value[s.table[p]] > t.value[s.table[best]]:
            best = p
    return best


@kernel
def apply_effect(t, s, p, card):
    if t.effect[card] == EFFECT_SHOW:
        shown = (p + 1) % s.num_players
        for slot in range(HAND):
            if s.hand[shown, slot] != NONE:
                s.hand_known[shown, slot] = everybody(s)
    elif t.effect[card] == EFFECT_BONUS:
        s.points[p] += 1


@kernel
def keep_won(t, s, winner):
    for p in range(s.num_players):
        if s.table[p] != NONE:
            s.won[winner, t.suit[s.table[p]]] += 1


@kernel
def lucky(s, p):
    """Two points for each card won of the suit that was called."""
    if s.call[p] == NONE:
        return 0
    return 2 * s.won[p, s.call[p]]


@kernel
def refill(s):
    for k in range(s.num_players):
        p = (s.lead + k) % s.num_players
        for slot in range(s.hand_size):
            if s.hand[p, slot] == NONE and s.deck_size > 0:
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
    if card == NONE or (known >> seat) & 1:
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
    obs[O_PLAYERS] = n
    obs[O_PEEKING] = s.peeking
    obs[O_PHASE] = s.phase
    obs[O_ACTING] = (s.seat - seat) % n
    obs[O_LEAD] = (s.lead - seat) % n
    obs[O_CALL] = s.call[seat]
    for k in range(MAX_PLAYERS):
        obs[O_TABLE + k] = NONE
        for slot in range(HAND):
            obs[O_HAND + k * HAND + slot] = NONE
    for k in range(n):
        p = (seat + k) % n
        obs[O_CALLED + k] = s.call[p] != NONE
        obs[O_POINTS + k] = s.points[p]
        for suit in range(NUM_SUITS):
            obs[O_WON + k * NUM_SUITS + suit] = s.won[p, suit]
        obs[O_PEEKED + k] = s.peeked[p]
        obs[O_SWAPPED + k] = s.swapped[p]
        obs[O_TABLE + k] = seen(s.table[p], s.table_known[p], seat)
        write_knowers(s, seat, s.table_known[p], obs, O_TABLE_KNOWN + k * MAX_PLAYERS)
        for slot in range(HAND):
            place = k * HAND + slot
            obs[O_HAND + place] = seen(s.hand[p, slot], s.hand_known[p, slot], seat)
            write_knowers(s, seat, s.hand_known[p, slot], obs, O_HAND_KNOWN + place * MAX_PLAYERS)
    for i in range(MAX_CARDS):
        obs[O_DECK + i] = seen(s.deck[i], s.deck_known[i], seat)
        write_knowers(s, seat, s.deck_known[i], obs, O_DECK_KNOWN + i * MAX_PLAYERS)
        obs[O_GONE + i] = s.gone[i]


@kernel
def hidden(card, known, seat):
    return card != NONE and (known >> seat) & 1 == 0


@kernel
def determinize(t, s, seat):
    """Deal the cards that the seat cannot place to the places it does not know; draw the others' calls."""
    redraw_calls(s, seat)
    # First mark every card that the seat can place, then draw the rest by number: the result depends on
    # nothing that the seat cannot know.
    placed = 0
    for c in range(MAX_CARDS):
        if s.gone[c] or c >= t.num_cards:
            placed |= 1 << c
    for p in range(s.num_players):
        if s.table[p] != NONE and not hidden(s.table[p], s.table_known[p], seat):
            placed |= 1 << s.table[p]
        for slot in range(HAND):
            if s.hand[p, slot] != NONE and not hidden(s.hand[p, slot], s.hand_known[p, slot], seat):
                placed |= 1 << s.hand[p, slot]
    for i in range(s.deck_size):
        if not hidden(s.deck[i], s.deck_known[i], seat):
            placed |= 1 << s.deck[i]
    for p in range(s.num_players):
        if hidden(s.table[p], s.table_known[p], seat):
            s.table[p] = pick_unplaced(s, placed)
            placed |= 1 << s.table[p]
        for slot in range(HAND):
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
        if p != seat and s.call[p] != NONE:
            s.call[p] = below(s, NUM_SUITS)


@kernel
def pick_unplaced(s, placed):
    """A card whose bit is not set, each equally likely."""
    left = 0
    for c in range(MAX_CARDS):
        left += (placed >> c) & 1 == 0
    n = below(s, left)
    for c in range(MAX_CARDS):
        if (placed >> c) & 1 == 0:
            if n == 0:
                return c
            n -= 1
    return NONE


@kernel
def check(t, s):
    places = 0
    total = 0
    for p in range(s.num_players):
        if s.points[p] < 0:
            return 3
        if s.table[p] != NONE:
            places |= 1 << s.table[p]
            total += 1
        for slot in range(HAND):
            if s.hand[p, slot] != NONE:
                places |= 1 << s.hand[p, slot]
                total += 1
                if (s.hand_known[p, slot] >> p) & 1 == 0:
                    return 2
    for i in range(s.deck_size):
        places |= 1 << s.deck[i]
        total += 1
    for c in range(MAX_CARDS):
        if s.gone[c]:
            places |= 1 << c
            total += 1
    if total != t.num_cards or places != (1 << t.num_cards) - 1:
        return 1
    if s.over == 0 and s.phase == PLAYING and not holds_cards(s, s.seat):
        return 4
    return 0


@kernel
def prospects(t, s, p):
    """Points so far, and what the hand promises: bright cards win rounds, the called suit pays more."""
    worth = 1.0 * s.points[p] + lucky(s, p)
    for slot in range(HAND):
        card = s.hand[p, slot]
        if card != NONE:
            worth += BRIGHT * t.value[card] + BONUS * (t.effect[card] == EFFECT_BONUS)
            worth += CALLED * (t.suit[card] == s.call[p])
    if s.table[p] != NONE and t.value[s.table[p]] == highest_laid(t, s):
        for q in range(s.num_players):
            if s.table[q] != NONE:
                worth += t.points[s.table[q]] + 2 * (t.suit[s.table[q]] == s.call[p])
    return worth


@kernel
def highest_laid(t, s):
    highest = 0
    for p in range(s.num_players):
        if s.table[p] != NONE:
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
