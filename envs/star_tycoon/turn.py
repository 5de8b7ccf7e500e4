"""Star Tycoon: the course of the game: phases, turns, and running on to the next decision."""

from astrarium.core import kernel, tell
from astrarium.core.state import ENDED
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from . import tables as tb
from .barter import begin_barter, next_proposal
from .corporation import go_on_stealing, produce
from .event_cards import end_event, go_on_event
from .market import move_marker
from .purchase import bring_into_play, go_on_paying, placeable
from .reserve import remove_reserved
from .rows import in_force, replenish
from .setup import deal
from .solo import apply_buff, begin_removal, goal_reached, remove_from_row
from .tokens import one, packed, resources_of, total_tokens


@kernel
def go_on(t, s):
    """One step: what has been begun first, then the phase."""
    s.seat = s.who
    if s.due_for:
        go_on_paying(t, s)
    elif s.steals:
        go_on_stealing(s)
    elif s.gains:
        s.ask = st.ASK_GAIN
    elif s.trades_left:
        s.ask = st.ASK_TRADE
    elif s.smuggles_left:
        s.ask = st.ASK_SMUGGLE
    else:
        go_on_phase(t, s)


@kernel
def go_on_phase(t, s):
    phase = s.phase
    if phase == st.CHOOSE:
        go_on_choosing(t, s)
    elif phase == st.BUFF:
        apply_buff(t, s)
    elif phase == st.EVENT:
        go_on_event(t, s)
    elif phase == st.PRODUCE:
        produce_all(t, s)
    elif phase == st.TURN:
        go_on_turn(s)
    elif phase == st.REMOVE:
        go_on_removing(t, s)
    elif phase == st.DISCARD:
        go_on_discarding(t, s)
    elif phase == st.ACQUIRE:
        go_on_acquiring(t, s)


@kernel
def next_asked(s):
    """The turn in this step passes to the next player who was not asked yet."""
    s.who = (s.first + s.asked) % s.num_players
    s.seat = s.who


@kernel
def done_asking(t, s):
    """This player is done with in this step."""
    s.asked += 1


# Companies


@kernel
def go_on_choosing(t, s):
    """Everybody chooses unseen, then all show."""
    if s.asked < s.num_players:
        next_asked(s)
        s.ask = st.ASK_COMPANY
        return
    s.asked = 0
    for seat in range(s.num_players):
        found_company(t, s, seat, s.choice[seat])
    s.who = s.first
    s.phase = st.BUFF if s.num_players == 1 else st.PRODUCE


@kernel
def hand_bits(t, s):
    return s.hand[s.seat]


@kernel
def choose_company(t, s, company):
    s.choice[s.seat] = company
    s.asked += 1


@kernel
def found_company(t, s, seat, company):
    tell(s, ev.RUNS, ALL, seat, company, packed(t.start[company]))
    s.company[seat] = company
    s.hand[seat] = 0
    s.choice[seat] = -1
    for token in range(st.NUM_TOKENS):
        s.tokens[seat, token] = t.start[company, token]
    if t.ability[company] == tb.MYRON:
        s.open_sites[seat] |= 1 << st.NANOTECH
    elif t.ability[company] == tb.JUGNO:
        s.smugglers |= 1 << st.COMPANY_SMUGGLER


# Production and turns


@kernel
def produce_all(t, s):
    """The Produce phase; abilities of once a round are ready again."""
    for seat in range(s.num_players):
        produce(s, seat)
        s.ability_used[seat] = False
    s.phase = st.TURN
    begin_turn(t, s, s.first)


@kernel
def begin_turn(t, s, seat):
    tell(s, ev.TURN, ALL, s.round, s.turn + 1, seat)
    s.active = seat
    s.who = seat
    s.actions_left = st.ACTIONS_A_TURN
    if s.turn == 0 and in_force(t, s, tb.RULE_OVERTIME):
        s.actions_left += 1
    s.partnered = False
    s.repaid = False
    s.phased = 0
    s.hovered = False
    s.replaced = False
    begin_barter(s)


@kernel
def go_on_turn(s):
    """First the others may make offers, then the player in turn acts."""
    s.who = s.active
    s.seat = s.active
    if not next_proposal(s):
        s.ask = st.ASK_TURN


@kernel
def end_turn(t, s):
    s.offers_left = 0
    if s.num_players == 1:
        begin_removal(s)
    else:
        finish_turn(t, s)


@kernel
def go_on_removing(t, s):
    """Alone: cards leave the rows, planets first; the megastructures stay."""
    if s.remove_row == st.DEVELOPMENT_3:
        finish_turn(t, s)
    else:
        remove_from_row(t, s)


@kernel
def finish_turn(t, s):
    """Replenish the rows, open the tracks, go on to the next player."""
    replenish(t, s)
    s.flipped = 0
    s.phase = st.TURN
    after = (s.active + 1) % s.num_players
    if after == s.first:
        s.turn += 1
    if s.turn == st.TURNS:
        s.turn = 0
        s.asked = 0
        s.phase = st.DISCARD
        if anything_to_discard(s):
            tell(s, ev.DISCARD, ALL, s.round)
    else:
        begin_turn(t, s, after)


# The end of a round


@kernel
def anything_to_discard(s):
    for seat in range(s.num_players):
        if s.tokens[seat, st.CREDIT] > 0 or resources_of(s, seat):
            return True
    return False


@kernel
def go_on_discarding(t, s):
    """In turn order."""
    if s.asked == s.num_players:
        s.asked = 0
        s.phase = st.ACQUIRE
        if in_force(t, s, tb.RULE_ACQUISITION):
            tell(s, ev.ACQUISITION, ALL, s.round)
    else:
        next_asked(s)
        s.ask = st.ASK_DISCARD


@kernel
def discard_bits(t, s):
    """Bitset of the tokens that can be discarded: not illegal goods."""
    bits = resources_of(s, s.seat) << st.FIRST_RESOURCE
    if s.tokens[s.seat, st.CREDIT] > 0:
        bits |= 1 << st.CREDIT
    return bits


@kernel
def within_token_limit(t, s):
    return total_tokens(s, s.seat) <= st.TOKEN_LIMIT


@kernel
def discard(t, s, token):
    """A discarded resource becomes cheaper."""
    s.tokens[s.who, token] -= 1
    tell(s, ev.DISCARDS, ALL, s.who, one(token), total_tokens(s, s.who))
    if token >= st.FIRST_RESOURCE:
        move_marker(t, s, token - st.FIRST_RESOURCE, -1)


@kernel
def go_on_acquiring(t, s):
    """The event Acquisition: a reserved card each for free; then the round is over."""
    if s.asked == s.num_players or not in_force(t, s, tb.RULE_ACQUISITION):
        s.asked = 0
        end_round(t, s)
    else:
        next_asked(s)
        s.ask = st.ASK_ACQUIRE


@kernel
def acquisition_bits(t, s):
    """Bitset of the reserved cards that can be put into play."""
    bits = 0
    for i in range(st.RESERVE_LIMIT):
        if s.reserve[s.seat, i] >= 0 and placeable(s, s.seat, s.reserve[s.seat, i]):
            bits |= 1 << i
    return bits


@kernel
def acquire(t, s, i):
    s.asked += 1
    bring_into_play(t, s, remove_reserved(s, s.who, i))


@kernel
def end_round(t, s):
    """Pass the marker of the first player, or end the game."""
    if s.round < s.rounds:
        end_event(t, s)
        s.round += 1
        s.first = (s.first + 1) % s.num_players
        tell(s, ev.ROUND, ALL, s.round)
        s.phase = st.EVENT
    elif s.num_players == 1:
        finish_solo(t, s)
    else:
        finish(s)


@kernel
def finish(s):
    """The points are told first, then what became of the goal, the end last."""
    s.phase = st.FINISHED
    s.over = ENDED
    for seat in range(s.num_players):
        tell(s, ev.POINTS, ALL, seat)
    if s.num_players == 1:
        tell(s, ev.GOAL, ALL, s.won)
    tell(s, ev.OVER, ALL)


@kernel
def finish_solo(t, s):
    """A game alone is won or lost; a series goes on after a win until the third."""
    reached = goal_reached(t, s)
    if reached and s.series and s.game < st.SERIES:
        s.out_homeworlds |= 1 << s.homeworld[0]
        s.out_forges |= 1 << (s.goal - 1)
        s.out_companies |= 1 << s.company[0]
        s.game += 1
        tell(s, ev.GOAL, ALL, 1)
        tell(s, ev.NEXT_GAME, ALL, s.game)
        deal(t, s)
    else:
        s.won = reached
        finish(s)
