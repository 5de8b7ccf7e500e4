"""SpaceCorp: the course of the game, step by step; every step happens by itself or asks (questions.py)."""

from astrarium.core import kernel, tell
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .announce import reset_action
from .board import advance_tracks, arrive, on_map, site_at, transport_sites
from .cards import discard_played, draw_to_hand, refill
from .contracts import claim, claimable, claimed, count_down
from .edges import ask_edges, ask_purge, open_window
from .era import (
    ask_first_beyond,
    ask_second_beyond,
    deal,
    finish,
    go_on_gifts,
    go_on_legacy,
    go_on_orbits,
    last_era,
    launch,
)
from .profit import gain
from .progress import has
from .resolve import ask_second_team, commit, go_on_building, go_on_drawing, go_on_exploring, go_on_idling


@kernel
def go_on(t, s):
    """One step: Edges and progress cards come in between, then the turn goes on where it stands."""
    if s.purge >= 0:
        ask_purge(s)
    elif s.window != st.NO_WINDOW:
        ask_edges(t, s)
    elif s.star_child:
        s.seat = s.award_seat
        s.ask = st.ASK_STAR_CHILD
    elif s.adaptations > 0 or s.breakthroughs > 0:
        s.seat = s.award_seat
        s.ask = st.ASK_PROGRESS
    elif st.BETWEEN_ERAS >> s.step & 1:
        go_on_to_next_era(t, s)
    else:
        go_on_turn(t, s)


@kernel
def go_on_turn(t, s):
    """The six steps of a turn."""
    if s.step == st.S_BEGIN:
        begin_turn(s)
    # 1. Conduct an action
    elif s.step == st.S_ACTION:
        s.seat = s.active
        s.ask = st.ASK_ACTION
    elif s.step == st.S_COMMIT:
        commit(t, s)
    elif s.step == st.S_DRAWS:
        go_on_drawing(s)
    elif s.step == st.S_TILES:
        go_on_exploring(t, s)
    elif s.step == st.S_BASES:
        go_on_building(t, s)
    elif s.step == st.S_SECOND_TEAM:
        ask_second_team(s)
    elif s.step == st.S_IDLE:
        go_on_idling(s)
    elif s.step == st.S_AFTER:
        open_window(s, st.AT_AFTER)
        s.step = st.S_CLAIM
    # 2. Claim contracts
    elif s.step == st.S_CLAIM:
        go_on_claims(t, s)
    # 3. Opponents claim rewards
    elif s.step == st.S_REWARD:
        go_on_rewards(s)
    # 4. Transport a team
    elif s.step == st.S_TRANSPORT:
        s.seat = s.active
        s.ask = st.ASK_TRANSPORT
    # 5. Discard and replenish, 6. draw
    elif s.step == st.S_DISCARD:
        discard_played(s)
        open_window(s, st.AT_DISCARD)
        s.step = st.S_REFILL
    elif s.step == st.S_REFILL:
        replenish_and_draw(t, s, s.active)
    elif s.step == st.S_NEXT:
        next_turn(t, s)


@kernel
def go_on_to_next_era(t, s):
    """The end of an era, and the set-up of the next."""
    if s.step == st.S_LEGACY:
        go_on_legacy(t, s)
    elif s.step == st.S_FIRST_BEYOND:
        ask_first_beyond(t, s)
    elif s.step == st.S_SECOND_BEYOND:
        ask_second_beyond(t, s)
    elif s.step == st.S_DEAL:
        deal(t, s)
        s.step = st.S_ORBITS
    elif s.step == st.S_ORBITS:
        go_on_orbits(t, s)
    elif s.step == st.S_ADAPTATIONS:
        go_on_gifts(s)
    elif s.step == st.S_LAUNCH:
        launch(t, s)


# The turn begins


@kernel
def begin_turn(s):
    """Star tracks advance, then Edges of the start."""
    s.turns += 1
    reset_turn(s)
    tell(s, ev.TURN, ALL, s.era, s.turns, s.active, s.extra)
    advance_tracks(s, s.active)
    open_window(s, st.AT_START)
    s.step = st.S_ACTION


@kernel
def reset_turn(s):
    """Nothing has been done in this turn yet."""
    reset_action(s)
    s.competitors = 0
    s.sabotaged = 0
    s.acted = 0
    s.explored = 0
    s.produced = 0
    s.did_produce = 0
    s.did_colonize = 0
    s.row = 0
    s.reward_place = 0
    s.passenger = -1
    s.chooser = 0
    for seat in range(st.MAX_PLAYERS):
        s.due[seat] = 0


# Step 2: contracts


@kernel
def go_on_claims(t, s):
    """Each contract whose condition is met is asked about; after the last row come the rewards."""
    while s.row < st.NUM_ROWS and not claimable(t, s, s.active, s.row):
        s.row += 1
    if s.row < st.NUM_ROWS:
        s.seat = s.active
        s.ask = st.ASK_CLAIM
        return
    s.reward_place = 1  # the active player is due none
    s.step = st.S_REWARD
    for seat in range(s.num_players):
        if s.due[seat] > 0 and has(t, s, seat, st.EMPATHY):
            gain(s, seat, int(s.due[seat]), ev.EMPATHY)


@kernel
def answer_claim(t, s, answer):
    """Claim a contract or leave it."""
    if answer == st.YES:
        claim(t, s, s.active, s.row)
        if claimed(s) == st.CONTRACTS_TO_END:
            count_down(s, s.active)
        open_window(s, st.AT_CONTRACT)
    s.row += 1


# Step 3: rewards


@kernel
def go_on_rewards(s):
    """Clockwise from the active player: each reward is asked about while the deck lasts."""
    while s.reward_place < s.num_players:
        owner = (s.active + s.reward_place) % s.num_players
        if s.due[owner] > 0 and s.deck_size > 0:
            s.seat = owner
            s.ask = st.ASK_REWARD
            return
        s.due[owner] = 0
        s.reward_place += 1
    s.reward_place = 0
    s.step = st.S_TRANSPORT


@kernel
def answer_reward(t, s, answer):
    """Each reward is one card from the deck, if its owner wants it."""
    s.due[s.seat] -= 1
    if answer == st.YES:
        draw_to_hand(t, s, s.seat)


# Step 4: transport


@kernel
def choose_passenger(t, s, team):
    s.passenger = team
    s.ask = st.ASK_TRANSPORT_SITE


@kernel
def no_transport(t, s):
    s.step = st.S_DISCARD


@kernel
def transport_choices(t, s):
    return on_map(s, transport_sites(t, s, s.active, s.passenger))


@kernel
def transport(t, s, place):
    arrive(t, s, s.active, s.passenger, site_at(s, place))
    s.step = st.S_DISCARD


# Steps 5 and 6: discard, refill, draw


@kernel
def replenish_and_draw(t, s, seat):
    """Refill the offers, draw with four or fewer cards; a last turn is used up."""
    for card in range(st.NUM_CARDS):
        s.laid[card] = 0
    refill(t, s)
    limit = st.LIFESPAN_HAND if has(t, s, seat, st.LIFESPAN) else st.DRAW_HAND
    if s.hand_size[seat] <= limit:
        draw_to_hand(t, s, seat)
    if s.counting and not s.extra:
        s.last &= ~(1 << seat)
    open_window(s, st.AT_END)
    s.step = st.S_NEXT


@kernel
def next_turn(t, s):
    """The next seat in order, or the end of the era."""
    reset_turn(s)
    if s.counting and s.last == 0:
        if s.era == last_era(s):
            finish(t, s)
        else:
            s.step = st.S_LEGACY
        return
    seat = int(s.normal)
    while True:
        seat = (seat + 1) % s.num_players
        if s.counting:
            if s.last >> seat & 1:
                break
        elif not s.passed >> seat & 1:
            break
    s.active = seat
    s.normal = seat
    s.extra = 0
    s.step = st.S_BEGIN
