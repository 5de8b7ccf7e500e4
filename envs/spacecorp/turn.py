"""SpaceCorp: the turn as a chain of questions.

`pose` works out the legal answers of the present stage, `answer` takes one (STOP = "done", or nothing to
answer) and moves the stage on; `run` goes through all that needs no decision. Edges, progress cards and the
like come in between: `mode` tells what is at hand.
"""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest
from astrarium.core.rng import below

from . import state as st
from .announce import answer_announced, pose_announced, reset_action, start_second, type_options
from .board import advance_tracks, arrive, transport_sites, transport_teams
from .cards import discard_played, draw_to_hand, offer_bits, refill, remove_card, show_card, take_offer
from .colonize import teams_in
from .contracts import claim, claimable, claimed, count_down
from .edges import close_window, edge_options, open_window, play_edge, sabotage_types
from .era import (
    deal,
    finish,
    last_era,
    legacy_sites,
    next_era,
    settle_beyond,
    start_player,
    take_legacy,
)
from .missions import build_base, num_bases, reveal
from .progress import (
    advance_revelation,
    choosable,
    choose_title,
    free_adaptations,
    has,
    lose_award,
    star_child_sites,
)
from .resolve import after_team, second_teams
from .value import note_infra

# What is at hand
EDGE_CHOICE, PURGE, WINDOW, STAR_CHILD, PROGRESS, STAGE = range(6)


@kernel
def mode(s):
    """Which question comes first."""
    if s.edge >= 0:
        return EDGE_CHOICE
    if s.purge >= 0:
        return PURGE
    if s.window != st.NO_WINDOW:
        return WINDOW
    if s.star_child:
        return STAR_CHILD
    if s.adaptations > 0 or s.breakthroughs > 0:
        return PROGRESS
    return STAGE


@kernel
def run(t, s):
    """On to the next decision: a question with one answer is answered here."""
    while s.over == 0:
        what = mode(s)
        pose(t, s, what)
        if count(int(s.choices)) + s.stop > 1:
            return
        answer(t, s, what, lowest(int(s.choices)))


@kernel
def ask(s, seat, kind, choices, stop):
    """Ask a seat; `kind` names the block of actions."""
    s.seat = seat
    s.ask = kind
    s.choices = choices
    s.stop = 1 if stop else 0


@kernel
def pose(t, s, what):
    """Work out the legal answers."""
    ask(s, s.active, st.ASK_NOTHING, 0, False)
    if what == STAGE:
        if s.stage == st.S_TYPE:
            pose_type(t, s)
        elif s.stage <= st.S_COMMIT:
            pose_announced(t, s)
        elif s.stage <= st.S_IDLE:
            pose_effect(t, s)
        elif s.stage <= st.S_NEXT:
            pose_step(t, s)
        else:
            pose_setup(t, s)
    elif what == WINDOW:
        pose_window(t, s)
    elif what == PROGRESS:
        seat = s.award_seat
        if s.unpaid:
            titles = free_adaptations(t, s, seat)
        else:
            titles = choosable(t, s, seat, st.ADAPTATION if s.adaptations > 0 else st.BREAKTHROUGH)
        ask(s, seat, st.ASK_PROGRESS, titles, False)
    elif what == STAR_CHILD:
        ask(s, s.award_seat, st.ASK_SITE, star_child_sites(t, s), False)
    elif what == EDGE_CHOICE:
        if s.edge == st.HACK:
            ask(s, s.edge_seat, st.ASK_TAKE, offer_bits(s) << st.TAKE_OFFER, False)
        else:
            ask(s, s.edge_seat, st.ASK_TYPE, sabotage_types(s), False)
    else:
        pose_purge(s)


@kernel
def pose_type(t, s):
    """What will the active player do?"""
    ask(s, s.active, st.ASK_TYPE, type_options(t, s, s.active), False)


@kernel
def pose_idle(s):
    """Which card will the active player discard?"""
    ask(s, s.active, st.ASK_CARD, int(s.hand_bits[s.active]), s.idled)


@kernel
def answer(t, s, what, i):
    """Take an answer."""
    if what == STAGE:
        if s.stage <= st.S_COMMIT:
            if s.stage == st.S_BEGIN:
                begin_turn(s)
            else:
                answer_announced(t, s, i)
        elif s.stage <= st.S_IDLE:
            answer_effect(t, s, i)
        elif s.stage <= st.S_NEXT:
            answer_step(t, s, i)
        else:
            answer_setup(t, s, i)
    elif what == WINDOW:
        if i >= 0:
            play_edge(t, s, s.seat, i)
        else:
            s.asked += 1
            if s.asked >= s.num_players:
                close_window(s)
    elif what == PROGRESS:
        if i >= 0:
            choose_title(t, s, s.award_seat, i)
        else:
            lose_award(s)
    elif what == STAR_CHILD:
        s.star_child = 0
        if i >= 0:
            s.team_site[s.award_seat, st.NUM_TEAMS - 1] = i
    elif what == EDGE_CHOICE:
        if s.edge == st.HACK:
            take_offer(s, s.edge_seat, i - st.TAKE_OFFER)
        else:
            s.sabotaged |= 1 << i
        s.edge = -1
        s.edge_seat = -1
    elif i >= 0:
        purge(t, s, s.seat, i)
        s.purge += 1


# Edges


@kernel
def pose_window(t, s):
    """The next seat that holds a fitting Edge; seats without one are passed over in silence."""
    while s.asked < s.num_players:
        seat = (s.active + s.asked) % s.num_players
        edges = edge_options(t, s, seat)
        if edges:
            ask(s, seat, st.ASK_EDGE, edges, True)
            return
        s.asked += 1


@kernel
def pose_purge(s):
    """Incompatible: in turn order everybody removes one Infra card."""
    while s.purge < s.num_players:
        seat = (s.active + s.purge) % s.num_players
        slots = 0
        for slot in range(st.NUM_SLOTS):
            if s.infra[seat, slot] >= 0:
                slots |= 1 << slot
        if slots:
            ask(s, seat, st.ASK_SLOT, slots, False)
            return
        s.purge += 1
    s.purge = -1


@kernel
def purge(t, s, seat, slot):
    """An Infra card leaves the game; one of this era is missed in the deck."""
    card = s.infra[seat, slot]
    if card // st.NUM_CARDS == s.era:
        s.purged[card % st.NUM_CARDS] += 1
    s.infra[seat, slot] = -1
    note_infra(t, s, seat)


# The turn


@kernel
def begin_turn(s):
    """Star tracks advance, then Edges of the start."""
    s.turns += 1
    reset_turn(s)
    advance_tracks(s, s.active)
    open_window(s, st.AT_START)
    s.stage = st.S_TYPE


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
    s.rewarded = 0
    s.passenger = -1
    s.chooser = 0
    for seat in range(st.MAX_PLAYERS):
        s.due[seat] = 0


@kernel
def pose_effect(t, s):
    """Questions while an action takes effect."""
    seat, stage = s.active, s.stage
    if stage == st.S_DRAWS:
        if s.left > 0:
            deck = 1 if s.deck_size > 0 else 0
            ask(s, seat, st.ASK_TAKE, deck | offer_bits(s) << st.TAKE_OFFER, s.drew)
            if s.choices == 0:
                s.stop = 0
    elif stage == st.S_PHOBES:
        ask(s, seat, st.ASK_TEAM, teams_in(s, seat, s.site), False)
    elif stage == st.S_LAB:
        bits = offer_bits(s) << st.TAKE_OFFER
        if s.era == st.STARFARERS:
            bits |= 1 << st.TAKE_REVELATION
        ask(s, seat, st.ASK_TAKE, bits, False)
    elif stage == st.S_SECOND_TEAM:
        teams = second_teams(t, s)
        ask(s, seat, st.ASK_TEAM, teams, teams != 0)
    elif stage == st.S_IDLE:
        pose_idle(s)


@kernel
def answer_effect(t, s, i):
    seat, stage = s.active, s.stage
    if stage == st.S_DRAWS:
        if i < 0:
            s.stage = st.S_AFTER
            return
        s.drew = 1
        s.left -= 1
        if i == st.TAKE_DECK:
            draw_to_hand(t, s, seat)
        else:
            take_offer(s, seat, i - st.TAKE_OFFER)
    elif stage == st.S_TILES:
        next_tile(t, s, seat)
    elif stage == st.S_PHOBES:
        s.team_site[seat, i] = st.HOME
        s.team_track[seat, i] = 0
        s.team_claim[seat, i] = 0
        s.stage = st.S_TILES
    elif stage == st.S_BUILT:
        next_base(t, s, seat)
    elif stage == st.S_LAB:
        if i == st.TAKE_REVELATION:
            advance_revelation(t, s, seat, 1)
        elif i >= 0:
            take_offer(s, seat, i - st.TAKE_OFFER)
        s.stage = st.S_BUILT
    elif stage == st.S_SECOND_TEAM:
        if i < 0:
            s.stage = st.S_AFTER
        else:
            start_second(t, s, i)
    elif i < 0:
        s.stage = st.S_CLAIM
    else:
        s.idled = 1
        remove_card(s, seat, i)
        show_card(s, seat, i)
        s.discard[i] += 1


@kernel
def next_tile(t, s, seat):
    """Explore box by box, each tile's awards before the next tile."""
    box = s.explored_boxes
    if box < t.boxes[s.era, s.site]:
        s.explored |= 1 << s.site
        phobes = reveal(t, s, seat, s.site, box)
        s.explored_boxes += 1
        if phobes and s.act == st.EXPLORE and not has(t, s, seat, st.ENERGY_FIELDS):
            s.stage = st.S_PHOBES
    elif s.act == st.EXPLORE:
        if s.team_site[seat, s.team] == s.site:
            s.team_claim[seat, s.team] = 1
        after_team(s)
    else:
        s.stage = st.S_AFTER


@kernel
def next_base(t, s, seat):
    """Place the chosen bases box by box, each with its effect before the next."""
    box = s.built_boxes
    if box < num_bases(t, s, s.site):
        kind = int(s.bases[box])
        build_base(t, s, seat, s.site, box, kind)
        s.bases[box] = -1
        s.built_boxes += 1
        if kind == st.LAB:
            s.stage = st.S_LAB
    else:
        after_team(s)


@kernel
def pose_step(t, s):
    """Steps 2 to 6 of the turn."""
    seat, stage = s.active, s.stage
    if stage == st.S_CLAIM:
        while s.row < st.NUM_ROWS and not claimable(t, s, seat, s.row):
            s.row += 1
        if s.row < st.NUM_ROWS:
            ask(s, seat, st.ASK_ANSWER, 3, False)
    elif stage == st.S_REWARD:
        while s.rewarded < s.num_players:
            owner = (seat + s.rewarded) % s.num_players
            if s.due[owner] > 0 and s.deck_size > 0:
                ask(s, owner, st.ASK_ANSWER, 3, False)
                return
            s.due[owner] = 0
            s.rewarded += 1
    elif stage == st.S_TRANSPORT:
        teams = transport_teams(t, s, seat)
        ask(s, seat, st.ASK_TEAM, teams, teams != 0)
    elif stage == st.S_TRANSPORT_SITE:
        ask(s, seat, st.ASK_SITE, transport_sites(t, s, seat, s.passenger), False)


@kernel
def answer_step(t, s, i):
    seat, stage = s.active, s.stage
    if stage == st.S_AFTER:
        open_window(s, st.AT_AFTER)
        s.stage = st.S_CLAIM
    elif stage == st.S_CLAIM:
        answer_claim(t, s, i)
    elif stage == st.S_REWARD:
        answer_reward(t, s, i)
    elif stage == st.S_TRANSPORT:
        if i >= 0:
            s.passenger = i
            s.stage = st.S_TRANSPORT_SITE
        else:
            s.stage = st.S_DISCARD
    elif stage == st.S_TRANSPORT_SITE:
        arrive(t, s, seat, s.passenger, i)
        s.stage = st.S_DISCARD
    elif stage == st.S_DISCARD:
        discard_played(s)
        open_window(s, st.AT_DISCARD)
        s.stage = st.S_REFILL
    elif stage == st.S_REFILL:
        end_turn(t, s, seat)
    else:
        next_turn(t, s)


@kernel
def answer_claim(t, s, i):
    """Step 2: claim a contract or leave it; after the last row come the rewards."""
    if i == st.YES:
        claim(t, s, s.active, s.row)
        if claimed(s) == st.CONTRACTS_TO_END:
            count_down(s, s.active)
        open_window(s, st.AT_CONTRACT)
    if i >= 0:
        s.row += 1
        return
    s.rewarded = 1  # the active player is due none
    s.stage = st.S_REWARD
    for seat in range(s.num_players):
        if s.due[seat] > 0 and has(t, s, seat, st.EMPATHY):
            s.profit[seat] += s.due[seat]


@kernel
def answer_reward(t, s, i):
    """Step 3: each reward is one card from the deck, if its owner wants it."""
    if i < 0:
        s.rewarded = 0
        s.stage = st.S_TRANSPORT
        return
    s.due[s.seat] -= 1
    if i == st.YES:
        draw_to_hand(t, s, s.seat)


@kernel
def end_turn(t, s, seat):
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
    s.stage = st.S_NEXT


@kernel
def next_turn(t, s):
    """The next seat in order, or the end of the era."""
    reset_turn(s)
    if s.counting and s.last == 0:
        if s.era == last_era(s):
            finish(t, s)
        else:
            s.stage = st.S_LEGACY
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
    s.stage = st.S_BEGIN


# Between eras


@kernel
def pose_setup(t, s):
    stage = s.stage
    if stage == st.S_LEGACY:
        if s.chooser < s.num_players:
            seat = (s.first + s.chooser) % s.num_players
            sites = legacy_sites(s, seat)
            ask(s, seat, st.ASK_SITE, sites, sites != 0)
    elif stage == st.S_FIRST_BEYOND:
        if s.beyond[0] >= 0 and t.first_beyond[s.era] >= 0:
            ask(s, s.beyond[0], st.ASK_ANSWER, 3, False)
    elif stage == st.S_SECOND_BEYOND:
        if s.beyond[1] >= 0 and t.second_beyond[s.era] >= 0:
            ask(s, s.beyond[1], st.ASK_ANSWER, 3, False)


@kernel
def answer_setup(t, s, i):
    stage = s.stage
    if stage == st.S_LEGACY:
        if s.chooser == s.num_players:
            next_era(t, s)
            return
        if i >= 0:
            take_legacy(s, s.seat, i)
        s.chooser += 1
    elif stage == st.S_FIRST_BEYOND:
        s.stage = st.S_SECOND_BEYOND
        if i == st.YES:
            settle_beyond(t, s, s.beyond[0], t.first_beyond[s.era], s.era == st.PLANETEERS, 0)
    elif stage == st.S_SECOND_BEYOND:
        s.stage = st.S_DEAL
        if i == st.YES:
            track = st.TRACK if s.era == st.STARFARERS else 0
            settle_beyond(t, s, s.beyond[1], t.second_beyond[s.era], False, track)
    elif stage == st.S_DEAL:
        deal(t, s)
        s.stage = st.S_ORBITS
    elif stage == st.S_ORBITS:
        next_orbit(t, s)
    elif stage == st.S_ADAPTATIONS:
        next_gift(s)
    else:
        s.first = s.first if s.start_era == 3 else start_player(t, s)
        s.active = s.first
        s.normal = s.first
        s.stage = st.S_BEGIN


@kernel
def next_orbit(t, s):
    """Orbits completed in Mariners give their Adaptations now (rulings 28 and 52)."""
    if s.era == st.PLANETEERS and s.start_era == 1 and s.chooser < s.num_players:
        seat = (s.first + s.chooser) % s.num_players
        s.chooser += 1
        s.award_seat = seat
        s.adaptations = s.genetics[seat] // t.wheel
        return
    s.chooser = 0
    s.stage = st.S_ADAPTATIONS


@kernel
def next_gift(s):
    """A game that begins with Starfarers: one Adaptation each, the last seat first, without its profit."""
    if s.start_era == 3 and s.chooser < s.num_players:
        if s.chooser == 0:
            s.first = below(s, s.num_players)
            s.active = s.first
        s.award_seat = (s.first + s.num_players - 1 - s.chooser) % s.num_players
        s.chooser += 1
        s.adaptations = 1
        s.unpaid = 1
        return
    s.chooser = 0
    s.unpaid = 0
    s.stage = st.S_LAUNCH
