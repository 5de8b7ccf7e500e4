"""SpaceCorp: setting up an era, and ending one."""

from astrarium.core import kernel, tell
from astrarium.core.bits import lowest
from astrarium.core.rng import below
from astrarium.core.state import ENDED
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .board import colonies, map_place, on_map, site_at
from .cards import add_open, card_number, draw_to_hand, refill
from .contracts import award, claim
from .missions import reveal
from .profit import gain, pay


@kernel
def last_era(s):
    """The era after which the game ends; never before the one it began with."""
    return max(s.start_era, s.end_era) - 1


# Set-up


@kernel
def enter_era(t, s):
    """Lay out the board of an era: tiles, teams, Sideboard; cards are dealt later."""
    clear_board(s)
    clear_cards(s)
    for tile in range(st.NUM_TILES):
        s.stack[tile] = 0
    for tile in range(t.num_tiles):
        if st.ERA_OF_STACK[t.tile_stack[tile]] == s.era:
            s.stack[tile] = t.tile_copies[tile]
    for seat in range(s.num_players):
        for team in range(3 if s.era == st.STARFARERS else 2):
            s.team_site[seat, team] = st.HOME
    for title in range(st.NUM_TITLES):
        new = t.title_era[title] == s.era
        if new or (s.era == st.STARFARERS and s.start_era == 3):
            s.progress_left[title] = 2
    if s.era == st.STARFARERS:
        s.colony_left = t.colony_bits[s.num_players]
    s.triggered = st.NOT_TRIGGERED
    s.counting = 0
    s.last = 0
    s.passed = 0
    s.extra = 0
    s.chooser = 0
    s.active = s.first
    s.normal = s.first
    s.step = st.S_FIRST_BEYOND


@kernel
def clear_board(s):
    for site in range(st.NUM_SITES):
        s.owner[site] = -1
        s.colony[site] = -1
        for box in range(st.NUM_BOXES):
            s.tile[site, box] = -1
            s.base[site, box] = -1
            s.produce[site, box] = -1
    for seat in range(st.MAX_PLAYERS):
        s.own_sites[seat] = 0
        for team in range(st.NUM_TEAMS):
            s.team_site[seat, team] = -1
            s.team_track[seat, team] = 0
            s.team_claim[seat, team] = 0


@kernel
def clear_cards(s):
    """Action cards of the era before leave the game, those in Infra slots excepted."""
    for card in range(st.NUM_CARDS):
        s.deck[card] = 0
        s.discard[card] = 0
        s.purged[card] = 0
        s.laid[card] = 0
        s.played[card] = 0
        for seat in range(st.MAX_PLAYERS):
            s.hand[seat, card] = 0
            s.known[seat, card] = 0
    for seat in range(st.MAX_PLAYERS):
        s.hand_size[seat] = 0
        s.hand_bits[seat] = 0
    for box in range(st.NUM_OFFERS):
        s.offers[box] = -1
    s.deck_size = 0
    s.deck_start = 0


@kernel
def settle_beyond(t, s, seat, site, explores, track):
    """A Beyond marker's holder begins with a team out there; at Ceres it has explored and claims."""
    team = 0
    while s.team_site[seat, team] != st.HOME:
        team += 1
    s.team_site[seat, team] = site
    s.team_track[seat, team] = track
    tell(s, ev.MOVES, ALL, seat, team, map_place(s, st.HOME), map_place(s, site), track)
    if explores:
        reveal(t, s, seat, site, 0)
        s.adaptations = 0  # an orbit completed here is among those that go_on_orbits pays for
        s.team_claim[seat, team] = 1
        tell(s, ev.MARKS, ALL, seat, team, map_place(s, site))


@kernel
def deal(t, s):
    """Starting hands, the deck with its Start cards on top, and the offers."""
    for box in range(2):
        s.beyond[box] = -1
    first = st.NUM_CARDS * s.era
    for card in range(st.TIME):
        s.deck[card] = t.copies[first + card]
        s.deck_size += t.copies[first + card]
    s.deck_start = 12
    for seat in range(s.num_players):
        add_open(s, seat, st.TIME)
    tell(s, ev.GETS, ALL, card_number(s, st.TIME))
    spare = 3 * s.num_players - 4 - s.num_players  # 2, 5, 8 Time cards in all
    s.deck[st.TIME] = spare
    s.deck_size += spare
    if s.era == st.MARINERS:
        deal_mariners(t, s)
    else:
        for seat in range(s.num_players):
            draw_to_hand(t, s, seat)
            draw_to_hand(t, s, seat)
    refill(t, s)


@kernel
def deal_mariners(t, s):
    """A Chemical Drive each; a further card for the later seats."""
    drive = 0
    while not t.dealt[drive]:
        drive += 1
    for seat in range(s.num_players):
        s.deck[drive] -= 1
        s.deck_size -= 1
        s.deck_start -= 1
        add_open(s, seat, drive)
    tell(s, ev.GETS, ALL, card_number(s, drive))
    for seat in range(1 if s.num_players < 4 else 2, s.num_players):
        draw_to_hand(t, s, seat)


@kernel
def start_player(t, s):
    """Who has a team at the 1st Beyond site, else the least profit, ties at random; seat 0 in Mariners."""
    if s.era == st.MARINERS:
        return 0
    for seat in range(s.num_players):
        for team in range(st.NUM_TEAMS):
            if s.team_site[seat, team] == t.first_beyond[s.era]:
                return seat
    least = 32767
    for seat in range(s.num_players):
        least = min(least, int(s.profit[seat]))
    tied = 0
    for seat in range(s.num_players):
        if s.profit[seat] == least:
            tied += 1
    at, seat = below(s, tied), 0
    while at > 0 or s.profit[seat] != least:
        if s.profit[seat] == least:
            at -= 1
        seat += 1
    return seat


# Between eras


@kernel
def ask_first_beyond(t, s):
    """The holder of the 1st Beyond marker may begin with a team out there."""
    s.step = st.S_SECOND_BEYOND
    if s.beyond[0] >= 0 and t.first_beyond[s.era] >= 0:
        s.seat = s.beyond[0]
        s.ask = st.ASK_FIRST_BEYOND


@kernel
def ask_second_beyond(t, s):
    """Then the holder of the 2nd."""
    s.step = st.S_DEAL
    if s.beyond[1] >= 0 and t.second_beyond[s.era] >= 0:
        s.seat = s.beyond[1]
        s.ask = st.ASK_SECOND_BEYOND


@kernel
def answer_first_beyond(t, s, answer):
    if answer == st.YES:
        settle_beyond(t, s, s.seat, t.first_beyond[s.era], s.era == st.PLANETEERS, 0)


@kernel
def answer_second_beyond(t, s, answer):
    if answer == st.YES:
        track = st.TRACK if s.era == st.STARFARERS else 0
        settle_beyond(t, s, s.seat, t.second_beyond[s.era], False, track)


@kernel
def go_on_orbits(t, s):
    """Orbits completed in Mariners give their Adaptations now (rulings 28 and 52)."""
    if s.era == st.PLANETEERS and s.start_era == 1 and s.chooser < s.num_players:
        seat = (s.first + s.chooser) % s.num_players
        s.chooser += 1
        s.award_seat = seat
        s.adaptations = s.genetics[seat] // t.wheel
        return
    s.chooser = 0
    s.step = st.S_ADAPTATIONS


@kernel
def go_on_gifts(s):
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
    s.step = st.S_LAUNCH


@kernel
def launch(t, s):
    """The first turn of the era."""
    s.first = s.first if s.start_era == 3 else start_player(t, s)
    s.active = s.first
    s.normal = s.first
    s.step = st.S_BEGIN
    tell(s, ev.STARTS, ALL, s.first)


# The end of an era


@kernel
def go_on_legacy(t, s):
    """Everybody may keep a tile with its base; then the next era is laid out."""
    if s.chooser == s.num_players:
        next_era(t, s)
        return
    s.seat = (s.first + s.chooser) % s.num_players
    s.ask = st.ASK_LEGACY


@kernel
def legacy_sites(t, s):
    """Own tiles with P# that could go on producing in the next era."""
    bits = 0
    sites = int(s.own_sites[s.seat])
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        if s.produce[site, 0] >= 0:
            bits |= 1 << site
    return on_map(s, bits)


@kernel
def take_legacy(t, s, place):
    """Tile and base move to the HQ; an old pair makes room for them."""
    seat, site = s.seat, site_at(s, place)
    s.chooser += 1
    tell(s, ev.LEGACY, ALL, seat, place)
    if s.legacy_tile[seat] >= 0:
        s.supply[seat, s.legacy_base[seat]] += 1
    s.legacy_tile[seat] = s.tile[site, 0]
    s.legacy_base[seat] = s.base[site, 0]
    s.tile[site, 0] = -1
    s.base[site, 0] = -1
    s.produce[site, 0] = -1
    s.owner[site] = -1
    s.own_sites[seat] &= ~(1 << site)
    for other in range(s.num_players):
        for team in range(st.NUM_TEAMS):
            if s.team_site[other, team] == site:
                s.team_claim[other, team] = 0


@kernel
def no_legacy(t, s):
    s.chooser += 1


@kernel
def next_era(t, s):
    """Bases go back to their owners, and the next board is laid out."""
    for site in range(st.NUM_SITES):
        for box in range(st.NUM_BOXES):
            if s.base[site, box] >= 0:
                s.supply[s.owner[site], s.base[site, box]] += 1
    s.era += 1
    tell(s, ev.ERA, ALL, s.era)
    enter_era(t, s)


# The end of the game


@kernel
def finish(t, s):
    """Final profit, and the game is over."""
    if s.era == st.STARFARERS:
        finish_starfarers(t, s)
    else:
        if s.beyond[0] >= 0:
            gain(s, s.beyond[0], 3, ev.MARKER)
        if s.beyond[1] >= 0:
            gain(s, s.beyond[1], 1, ev.MARKER)
        if s.era == st.MARINERS:
            for seat in range(s.num_players):
                gain(s, seat, int(s.genetics[seat]), ev.GENES)
    s.over = ENDED
    tell(s, ev.OVER, ALL, s.num_players, s.profit[0], s.profit[1], s.profit[2], s.profit[3])
    s.seat = s.active


@kernel
def finish_starfarers(t, s):
    """End effects of colonies in turn order, then the table of colonies."""
    for place in range(s.num_players):
        seat = (s.first + place) % s.num_players
        for site in range(t.num_sites[s.era]):
            if s.colony[site] >= 0 and s.owner[site] == seat:
                end_effect(t, s, seat, t.colony_effect[s.colony[site]])
    for seat in range(s.num_players):
        amount = int(st.COLONY_PROFIT[min(colonies(s, seat), 4)])
        if amount > 0:
            gain(s, seat, amount, ev.COLONIES)
        else:
            pay(s, seat, -amount, ev.COLONIES)


@kernel
def end_effect(t, s, seat, effect):
    """A colony that pays at the end of the era."""
    if effect == st.C_EMPTY:
        empty = 0
        sites = int(t.systems[s.era])
        while sites:
            if s.colony[lowest(sites)] < 0:
                empty += 1
            sites &= sites - 1
        gain(s, seat, empty, ev.COLONY)
    elif effect == st.C_CLAIM:
        best = -1
        for row in range(st.NUM_ROWS):
            if s.marker[row] <= s.era and (best < 0 or award(t, s, row) > award(t, s, best)):
                best = row
        if best >= 0:
            claim(t, s, seat, best)
