"""SpaceCorp: the course of the game, step by step; every step happens by itself or asks (questions.py)."""

from astrarium.core import kernel, tell
from astrarium.core.seats import clockwise
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .announce import reset_action
from .board import advance_tracks, arrive, on_map, own_ports, site_at, transport_sites
from .cards import clear_laid, discard_played, draw_to_hand, refill
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
    # 1. Conduct an action
    if s.step == st.S_COMMIT:
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
    else:
        go_on_after_action(t, s)


@kernel
def go_on_after_action(t, s):
    """Steps 2 to 6 and on to the next action, in one go as long as nobody is asked."""
    if s.step == st.S_AFTER:
        s.step = st.S_CLAIM
        open_window(t, s, st.AT_AFTER)
    # 2. Claim contracts
    if s.step == st.S_CLAIM and quiet(s):
        go_on_claims(t, s)
    # 3. Opponents claim rewards
    if s.step == st.S_REWARD and quiet(s):
        go_on_rewards(s)
    # 4. Transport a team
    if s.step == st.S_TRANSPORT and quiet(s):
        ask_transport(s)
    # 5. Discard and replenish, 6. draw
    if s.step == st.S_DISCARD and quiet(s):
        discard_played(s)
        s.step = st.S_REFILL
        open_window(t, s, st.AT_DISCARD)
    if s.step == st.S_REFILL and quiet(s):
        replenish_and_draw(t, s, s.active)
    if s.step == st.S_NEXT and quiet(s):
        next_turn(t, s)
    if s.step == st.S_BEGIN:
        begin_turn(t, s)
    if s.step == st.S_ACTION and quiet(s):
        s.seat = s.active
        s.ask = st.ASK_ACTION


@kernel
def quiet(s):
    """Is nobody asked, and no moment for Edges open?"""
    return s.ask == st.ASK_NOTHING and s.window == st.NO_WINDOW


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
def begin_turn(t, s):
    """Star tracks advance, then Edges of the start."""
    s.turns += 1
    reset_turn(s)
    tell(s, ev.TURN, ALL, s.era, s.turns, s.active, s.extra)
    advance_tracks(s, s.active)
    s.step = st.S_ACTION
    open_window(t, s, st.AT_START)


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
        open_window(t, s, st.AT_CONTRACT)
    s.row += 1


# Step 3: rewards


@kernel
def go_on_rewards(s):
    """Clockwise from the active player: each reward is asked about while the deck lasts."""
    while s.reward_place < s.num_players:
        owner = clockwise(s, s.active, s.reward_place)
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
def ask_transport(s):
    """Without a Spaceport no team can be transported."""
    s.seat = s.active
    if own_ports(s, s.active):
        s.ask = st.ASK_TRANSPORT
    else:
        s.step = st.S_DISCARD


@kernel
def choose_passenger(t, s, team):
    s.passenger = team
    s.ask = st.ASK_TRANSPORT_SITE


@kernel
def no_transport(t, s):
    s.step = st.S_DISCARD


@kernel
def transport_choices(t, s):
    ports = own_ports(s, s.active)
    return on_map(s, transport_sites(t, s, s.active, s.passenger, ports))


@kernel
def transport(t, s, place):
    arrive(t, s, s.active, s.passenger, site_at(s, place))
    s.step = st.S_DISCARD


# Steps 5 and 6: discard, refill, draw


@kernel
def replenish_and_draw(t, s, seat):
    """Refill the offers, draw with four or fewer cards; a last turn is used up."""
    clear_laid(s)
    refill(t, s)
    limit = st.LIFESPAN_HAND if has(t, s, seat, st.LIFESPAN) else st.DRAW_HAND
    if s.hand_size[seat] <= limit:
        draw_to_hand(t, s, seat)
    if s.counting and not s.extra:
        s.last &= ~(1 << seat)
    s.step = st.S_NEXT
    open_window(t, s, st.AT_END)


@kernel
def next_turn(t, s):
    """The next seat in order, or the end of the era."""
    if s.counting and s.last == 0:
        reset_turn(s)
        if s.era == last_era(s):
            finish(t, s)
        else:
            s.step = st.S_LEGACY
        return
    seat = int(s.normal)
    while True:
        seat = clockwise(s, seat, 1)
        if s.counting:
            if s.last >> seat & 1:
                break
        elif not s.passed >> seat & 1:
            break
    s.active = seat
    s.normal = seat
    s.extra = 0
    s.step = st.S_BEGIN
