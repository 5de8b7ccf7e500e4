"""SpaceCorp: invariants: every piece in one place, every sum as its parts say."""

import numpy as np

from astrarium.core import kernel
from astrarium.core.state import CUT

from . import invariants as inv
from . import state as st
from .announce import type_options
from .observe import announcing
from .tiles import tile_produce
from .value import infra_power, infra_shields, kind_of


@kernel
def check(t, s):
    """0, or the number of a broken invariant."""
    for found in (
        check_turn(s),
        check_question(t, s),
        check_end(s),
        check_players(t, s),
        check_cards(t, s),
        check_hands(s),
        check_deck(t, s),
        check_tiles(t, s),
        check_bases(t, s),
        check_teams(t, s),
        check_progress(t, s),
        check_colonies(t, s),
        check_markers(s),
        check_action(t, s),
        check_value(t, s),
    ):
        if found != inv.OK:
            return found
    return inv.OK


@kernel
def within(value, low, high):
    return value >= low and value <= high


@kernel
def check_turn(s):
    n = s.num_players
    if not within(s.era, s.start_era - 1, max(s.start_era, s.end_era) - 1) or not within(
        s.step, 0, st.NUM_STEPS - 1
    ):
        return inv.BAD_TURN
    if not within(s.seat, 0, n - 1) or not within(s.active, 0, n - 1) or not within(s.normal, 0, n - 1):
        return inv.BAD_TURN
    if not within(s.first, 0, n - 1) or not within(s.extra, 0, 1) or not within(s.window, 0, st.AT_END):
        return inv.BAD_TURN
    if not within(s.asked, 0, n) or not within(s.heard, 0, n - 1) or s.heard > s.asked:
        return inv.BAD_TURN
    if s.window == st.NO_WINDOW and (s.asked or s.heard):
        return inv.BAD_TURN
    if not within(s.purge, -1, n) or not within(s.chooser, 0, n) or not within(s.reward_place, 0, n):
        return inv.BAD_TURN
    return inv.OK


@kernel
def check_question(t, s):
    if s.over:
        return inv.OK if s.over == CUT or s.ask == st.ASK_NOTHING else inv.BAD_QUESTION
    if not within(s.ask, st.ASK_NOTHING + 1, st.NUM_ASKS - 1):
        return inv.BAD_QUESTION
    if s.ask == st.ASK_ACTION and s.kept != type_options(t, s):
        return inv.BAD_QUESTION
    return inv.OK


@kernel
def check_end(s):
    everybody = (1 << s.num_players) - 1
    if s.last & ~everybody or s.passed & ~everybody or s.last & s.passed:
        return inv.BAD_END
    if s.last and not s.counting:
        return inv.BAD_END
    if s.counting and s.triggered == st.NOT_TRIGGERED:
        return inv.BAD_END
    if s.passed and s.deck_size > 0:
        return inv.BAD_END
    return inv.OK


@kernel
def check_players(t, s):
    for seat in range(st.MAX_PLAYERS):
        present = seat < s.num_players
        if s.profit[seat] < 0 or s.genetics[seat] < 0 or s.revelation[seat] < 0:
            return inv.BAD_PLAYER
        if not present and (s.profit[seat] or s.genetics[seat] or s.revelation[seat] or s.hand_size[seat]):
            return inv.BAD_PLAYER
        for slot in range(st.NUM_SLOTS):
            card = s.infra[seat, slot]
            if card >= 0 and (not present or card >= st.ALL_CARDS or not t.infra[card]):
                return inv.BAD_PLAYER
            if card < -1 or card // st.NUM_CARDS > s.era:
                return inv.BAD_PLAYER
        for kind in range(st.NUM_VALUED if present else 0):
            plain, mult, big = infra_power(t, s, seat, kind)
            if s.infra_plain[seat, kind] != plain or s.infra_mult[seat, kind] != mult:
                return inv.BAD_PLAYER
            if s.infra_big[seat, kind] != big:
                return inv.BAD_PLAYER
        if (s.legacy_tile[seat] < 0) != (s.legacy_base[seat] < 0):
            return inv.BAD_PLAYER
        if s.due[seat] < 0:
            return inv.BAD_PLAYER
    return inv.OK


@kernel
def check_cards(t, s):
    """Deck, discards, hands, offers, table, Infra and out of the game; before the deal there are none."""
    if dealing(s):
        return inv.OK
    for card in range(st.NUM_CARDS):
        found = s.deck[card] + s.discard[card] + s.played[card] + s.purged[card]
        for box in range(st.NUM_OFFERS):
            if s.offers[box] == card:
                found += 1
        for seat in range(s.num_players):
            found += s.hand[seat, card]
            for slot in range(st.NUM_SLOTS):
                if s.infra[seat, slot] == st.NUM_CARDS * s.era + card:
                    found += 1
        number = st.NUM_CARDS * s.era + card
        copies = int(t.copies[number])
        if card == st.TIME:
            copies = 3 * s.num_players - 4
        if found != copies or (s.purged[card] and not t.infra[number]):
            return inv.BAD_CARDS
        if s.laid[card] > s.discard[card]:
            return inv.BAD_CARDS
    return inv.OK


@kernel
def dealing(s):
    """Between the eras, before cards are dealt."""
    return s.step == st.S_FIRST_BEYOND or s.step == st.S_SECOND_BEYOND or s.step == st.S_DEAL


@kernel
def check_hands(s):
    for seat in range(st.MAX_PLAYERS):
        size, bits = 0, 0
        for card in range(st.NUM_CARDS):
            copies = int(s.hand[seat, card])
            if copies < 0 or s.known[seat, card] < 0:
                return inv.BAD_HAND
            size += copies
            if copies:
                bits |= 1 << card
            if seat == s.active and announcing(s) and not s.second:
                copies += s.played[card]
            if s.known[seat, card] > copies:
                return inv.BAD_HAND
        if size != s.hand_size[seat] or bits != s.hand_bits[seat]:
            return inv.BAD_HAND
    return inv.OK


@kernel
def check_deck(t, s):
    size, start = 0, 0
    for card in range(st.NUM_CARDS):
        if s.deck[card] < 0:
            return inv.BAD_DECK
        size += s.deck[card]
        if t.start_bits[s.era] >> card & 1:
            start += s.deck[card]
    if size != s.deck_size or start != s.deck_start:
        return inv.BAD_DECK
    if not dealing(s) and size == 0 and s.triggered == st.NOT_TRIGGERED:
        return inv.BAD_DECK
    return inv.OK


@kernel
def check_tiles(t, s):
    for site in range(st.NUM_SITES):
        for box in range(st.NUM_BOXES):
            tile = s.tile[site, box]
            if tile >= t.num_tiles or tile < -1:
                return inv.BAD_TILES
            if tile >= 0 and (site >= t.num_sites[s.era] or box >= t.boxes[s.era, site]):
                return inv.BAD_TILES
            if box and tile >= 0 and s.tile[site, box - 1] < 0:
                return inv.BAD_TILES
            if s.produce[site, box] != tile_produce(t, s, site, box):
                return inv.BAD_TILES
    for tile in range(t.num_tiles):
        found = int(s.stack[tile])
        if found < 0:
            return inv.BAD_TILES
        for site in range(st.NUM_SITES):
            for box in range(st.NUM_BOXES):
                if s.tile[site, box] == tile:
                    found += 1
        if found > t.tile_copies[tile]:
            return inv.BAD_TILES
    return inv.OK


@kernel
def check_bases(t, s):
    for site in range(st.NUM_SITES):
        owner = s.owner[site]
        if not within(owner, -1, s.num_players - 1):
            return inv.BAD_BASES
        for box in range(st.NUM_BOXES):
            kind = s.base[site, box]
            if not within(kind, -1, st.NUM_BASES - 1) or (kind >= 0 and owner < 0):
                return inv.BAD_BASES
            if kind >= 0 and s.tile[site, box] < 0 and (box or not t.lagrange[s.era] >> site & 1):
                return inv.BAD_BASES
        if (owner >= 0) != (s.base[site, 0] >= 0):
            return inv.BAD_BASES
        for seat in range(st.MAX_PLAYERS):
            if (s.own_sites[seat] >> site & 1) != (owner == seat):
                return inv.BAD_BASES
    for seat in range(s.num_players):
        for kind in range(st.NUM_BASES):
            found = int(s.supply[seat, kind])
            if found < 0:
                return inv.BAD_BASES
            if s.legacy_base[seat] == kind:
                found += 1
            for site in range(st.NUM_SITES):
                for box in range(st.NUM_BOXES):
                    if s.owner[site] == seat and s.base[site, box] == kind:
                        found += 1
            if found != st.BASES_OF_TYPE:
                return inv.BAD_BASES
    return inv.OK


@kernel
def check_teams(t, s):
    for seat in range(st.MAX_PLAYERS):
        for team in range(st.NUM_TEAMS):
            site, track = s.team_site[seat, team], s.team_track[seat, team]
            if not within(site, -1, t.num_sites[s.era] - 1) or (site >= 0 and seat >= s.num_players):
                return inv.BAD_TEAMS
            if track and (site < 0 or not t.systems[s.era] >> site & 1 or not within(track, 1, st.TRACK)):
                return inv.BAD_TEAMS
            if s.team_claim[seat, team] and (site < 0 or s.tile[site, 0] < 0):
                return inv.BAD_TEAMS
        if s.team_site[seat, 2] >= 0 and s.era != st.STARFARERS:
            return inv.BAD_TEAMS
    return inv.OK


@kernel
def check_progress(t, s):
    for title in range(st.NUM_TITLES):
        found = int(s.progress_left[title])
        for seat in range(s.num_players):
            found += s.progress[seat] >> title & 1
        if found != (2 if t.title_era[title] <= s.era else 0):
            return inv.BAD_PROGRESS
    if s.adaptations < 0 or s.breakthroughs < 0:
        return inv.BAD_PROGRESS
    return inv.OK


@kernel
def check_colonies(t, s):
    placed = 0
    for site in range(st.NUM_SITES):
        tile = s.colony[site]
        if tile >= 0:
            if s.era != st.STARFARERS or not t.systems[s.era] >> site & 1 or s.owner[site] < 0:
                return inv.BAD_COLONY
            if placed >> tile & 1 or s.colony_left >> tile & 1:
                return inv.BAD_COLONY
            placed |= 1 << tile
            for box in range(t.boxes[s.era, site]):
                if s.base[site, box] < 0:
                    return inv.BAD_COLONY
    if s.era == st.STARFARERS and (placed | s.colony_left) != t.colony_bits[s.num_players]:
        return inv.BAD_COLONY
    if s.era != st.STARFARERS and s.colony_left:
        return inv.BAD_COLONY
    return inv.OK


@kernel
def check_markers(s):
    for row in range(st.NUM_ROWS):
        if not within(s.marker[row], s.start_era - 1, s.era + 1):
            return inv.BAD_MARKER
    if not within(s.beyond[0], -1, s.num_players - 1) or not within(s.beyond[1], -1, s.num_players - 1):
        return inv.BAD_MARKER
    if s.beyond[1] >= 0 and s.beyond[0] < 0:
        return inv.BAD_MARKER
    return inv.OK


# The action that a question is about; what it has chosen by then, in bits.
TEAM, SITE, CARD, COLONY, PLAYING = (1 << k for k in range(5))
VALUED = (1 << st.NUM_VALUED) - 1 | 1 << st.COLONIZE
TEAMWORK = 1 << st.MOVE | 1 << st.EXPLORE | 1 << st.BUILD
ABOUT = {
    st.ASK_UPGRADE_CARD: (1 << st.UPGRADE, 0),
    st.ASK_UPGRADE_SLOT: (1 << st.UPGRADE, CARD),
    st.ASK_SPECIAL_CARD: (1 << st.SPECIAL, 0),
    st.ASK_PROBE_SITE: (1 << st.SPECIAL, CARD),
    st.ASK_PROTOTYPE_TEAM: (1 << st.SPECIAL, CARD),
    st.ASK_PROTOTYPE_SITE: (1 << st.SPECIAL, CARD | TEAM),
    st.ASK_MOVE_TEAM: (1 << st.MOVE, 0),
    st.ASK_MOVE_SITE: (1 << st.MOVE, TEAM),
    st.ASK_EXPLORE_TEAM: (1 << st.EXPLORE, 0),
    st.ASK_BUILD_TEAM: (1 << st.BUILD, 0),
    st.ASK_BUILD_BASE: (1 << st.BUILD, TEAM | SITE),
    st.ASK_COLONY_SITE: (1 << st.COLONIZE, 0),
    st.ASK_COLONY_TILE: (1 << st.COLONIZE, SITE),
    st.ASK_COLONY_TEAM: (1 << st.COLONIZE, SITE | COLONY),
    st.ASK_COLONY_PRICE: (1 << st.COLONIZE, SITE | COLONY),
    st.ASK_HQ: (VALUED, 0),
    st.ASK_SECOND_HQ: (VALUED, 0),
    st.ASK_INFRA_SHIELD: (VALUED, 0),
    st.ASK_PLAY: (VALUED, 0),
    st.ASK_CARD_SHIELD: (VALUED, PLAYING),
    st.ASK_TIME: (TEAMWORK, 0),
    st.ASK_PORT: (1 << st.MOVE, 0),
    st.ASK_INDUSTRY: (1 << st.BUILD, 0),
    st.ASK_FACTORY: (VALUED, 0),
    st.ASK_BASE: (1 << st.MOVE, 0),
    st.ASK_SPEND: (VALUED, 0),
    st.ASK_DRAW: (1 << st.RESEARCH, 0),
    st.ASK_PHOBES: (1 << st.EXPLORE, TEAM | SITE),
    st.ASK_LAB: (1 << st.BUILD, TEAM | SITE),
    st.ASK_SECOND_MOVE: (1 << st.MOVE, 0),
    st.ASK_SECOND_EXPLORE: (1 << st.EXPLORE, 0),
    st.ASK_SECOND_BUILD: (1 << st.BUILD, 0),
    st.ASK_IDLE: (1 << st.IDLE, 0),
}
ACTS, CHOSEN = (
    np.array([ABOUT.get(ask, (0, 0))[k] for ask in range(st.NUM_ASKS)], dtype=np.int64) for k in range(2)
)
# Bits: questions that come when the action is announced and its value is worked out.
OF_VALUE = sum(
    1 << ask
    for ask in (
        *(st.ASK_HQ, st.ASK_SECOND_HQ, st.ASK_INFRA_SHIELD, st.ASK_PLAY, st.ASK_CARD_SHIELD, st.ASK_TIME),
        *(st.ASK_PORT, st.ASK_INDUSTRY, st.ASK_FACTORY, st.ASK_BASE, st.ASK_SPEND),
    )
)


@kernel
def announced(s):
    """The question is about the action of the turn, and what that needs by then is chosen."""
    acts, needs = ACTS[s.ask], CHOSEN[s.ask]
    if acts and (s.act < 0 or not acts >> s.act & 1):
        return False
    if OF_VALUE >> s.ask & 1:
        if TEAMWORK >> s.act & 1:
            needs |= TEAM | SITE
        elif s.act == st.COLONIZE:
            needs |= SITE | COLONY
    found = (s.team >= 0) * TEAM | (s.site >= 0) * SITE | (s.card >= 0) * CARD
    found |= (s.chosen_colony >= 0) * COLONY | (s.playing >= 0) * PLAYING
    return not needs & ~found


@kernel
def check_action(t, s):
    n = s.num_players
    asked = not s.over and within(s.ask, st.ASK_NOTHING, st.NUM_ASKS - 1)
    if asked and not announced(s):
        return inv.BAD_ACTION
    if (s.adaptations or s.breakthroughs) and s.award_seat < 0:
        return inv.BAD_ACTION
    if not within(s.act, -1, st.IDLE) or not within(s.team, -1, st.NUM_TEAMS - 1):
        return inv.BAD_ACTION
    if not within(s.site, -1, t.num_sites[s.era] - 1) or not within(s.card, -1, st.TIME):
        return inv.BAD_ACTION
    if (
        not within(s.time, 0, 2)
        or not within(s.spent, 0, st.SPEND_LIMIT)
        or not within(s.chosen_boxes, 0, st.NUM_BOXES)
        or not within(s.built_boxes, 0, st.NUM_BOXES)
        or not within(s.explored_boxes, 0, st.NUM_BOXES)
        or not within(s.slot, -1, st.NUM_SLOTS - 1)
        or not within(s.playing, -1, st.TIME)
        or not within(s.passenger, -1, st.NUM_TEAMS - 1)
        or (s.shield_hq < 0) != (s.shield_slot < 0)
    ):
        return inv.BAD_ACTION
    if not within(s.use_port, -1, n - 1) or not within(s.use_base, -1, n - 1):
        return inv.BAD_ACTION
    if not within(s.use_factory, -1, n - 1) or not within(s.use_industry, -1, n - 1):
        return inv.BAD_ACTION
    if (s.bonus or s.factor) and s.time != st.TWO_TEAMS:
        return inv.BAD_ACTION
    if s.left < 0 or (s.second and s.time != st.TWO_TEAMS) or s.cost < 0:
        return inv.BAD_ACTION
    for place in range(2):
        if not within(s.hq[place], -1, n - 1):
            return inv.BAD_ACTION
    return inv.OK


@kernel
def check_value(t, s):
    """Plain sum and product once more from their parts."""
    if s.act < 0 or not st.WITH_VALUE >> s.act & 1:
        return inv.OK if s.plain == 0 and s.mult == 1 else inv.BAD_VALUE
    if not announcing(s) and s.step != st.S_SECOND_TEAM:
        return inv.OK
    kind = kind_of(s)
    plain, mult, shielded = 0, 1, 0
    for place in range(2):
        if s.hq[place] >= 0:
            p, m, _ = infra_power(t, s, int(s.hq[place]), kind)
            plain += p
            mult *= m
            if infra_shields(t, s, int(s.hq[place]), kind):
                shielded = 1
    card = -1
    if s.shield_hq >= 0 and s.shield_slot >= 0:
        card = s.infra[s.shield_hq, s.shield_slot]
    if card >= 0:
        plain += t.shield[card, kind] - t.worth[card, kind]
        shielded = 1
    for title in range(st.TIME):
        card = st.NUM_CARDS * s.era + title
        for _ in range(s.played[title]):
            if t.mult[card, kind]:
                mult *= t.mult[card, kind]
            else:
                plain += t.worth[card, kind]
                if t.shield[card, kind] and not t.plain[card, kind]:
                    shielded = 1
    if s.card_shield >= 0:
        card = st.NUM_CARDS * s.era + s.card_shield
        plain += t.shield[card, kind] - t.worth[card, kind]
        shielded = 1
    if plain != s.plain or mult != s.mult or shielded != s.shielded:
        return inv.BAD_VALUE
    return inv.OK
