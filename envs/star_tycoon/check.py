"""Star Tycoon: what holds after every decision. Slow and thorough; for tests and sweeps."""

from astrarium.core import kernel
from astrarium.core.bits import count, lowest

from . import state as st
from . import tables as tb
from .corporation import has_ability
from .purchase import next_due
from .reserve import reserve_count, reserve_limit
from .rows import in_force, row_of, row_size

BROKEN = -2  # instead of a card
(
    ALL_HOLDS,
    BAD_TURN,
    BAD_PLAYERS,
    BAD_COMPANIES,
    BAD_MARKET,
    BAD_ROWS,
    BAD_DECKS,
    BAD_RESERVE,
    BAD_VEIL,
    BAD_CARDS,
    BAD_FORGES,
    BAD_SITES,
    BAD_ROOM,
    BAD_PRODUCTION,
    BAD_BRANDS,
    BAD_TARGETS,
    BAD_PAYMENT,
    BAD_BUSINESS,
    BAD_SOLO,
    BAD_OFFER,
    BAD_QUESTION,
) = range(21)

INVARIANTS = {
    BAD_TURN: "seats, phase, round, turn, event, tile and counters of the turn are within their bounds",
    BAD_PLAYERS: "no amount of tokens is negative, homeworlds differ, absent players have nothing",
    BAD_COMPANIES: "companies differ, hands hold enough of them and are put away once all have chosen",
    BAD_MARKET: "markers are on their tracks, partnerships belong to players",
    BAD_ROWS: "rows hold cards of their own, illegal goods lie on cards during Phishing only",
    BAD_DECKS: "decks hold cards of their own, and nothing behind the last known one",
    BAD_RESERVE: "reserves keep their limits, without gaps and megastructures",
    BAD_VEIL: "a veiled place holds one of its two cards, and the reserve of Farble the one kept at last",
    BAD_CARDS: "each planet and each development is in exactly one place",
    BAD_FORGES: "every player has one Omniforge, a solo player perhaps two",
    BAD_SITES: "developments in play stand on sites of their owners",
    BAD_ROOM: "planets, open sites and free places are those of the cards in play",
    BAD_PRODUCTION: "all sums of production are those of the cards in play",
    BAD_BRANDS: "all other sums over developments are those of the cards in play",
    BAD_TARGETS: "what targets still ask for is what is not there",
    BAD_PAYMENT: "a payment is for something that is there and can be had",
    BAD_BUSINESS: "gains, thefts, moves and returns under way are about things that exist",
    BAD_SOLO: "what belongs to solo games is kept there, within its bounds",
    BAD_OFFER: "an offer lists what its players have, and leaves no trace when it is over",
    BAD_QUESTION: "while the game runs the right seat is asked something that is under way",
}

ALL_COMPANIES = (1 << st.NUM_COMPANIES) - 1
# Developments as two bitsets: level 1, then the others and the Omniforges.
SECOND = st.FIRST_DEVELOPMENT + st.LARGEST_DECK
REST = st.NUM_CARDS - SECOND
FORGES = ((1 << st.NUM_FORGES) - 1) << (st.FIRST_FORGE - SECOND)


@kernel
def check(t, s):
    """0, or the number of the first broken invariant."""
    if not turn_holds(s):
        return BAD_TURN
    if not players_hold(s):
        return BAD_PLAYERS
    if not companies_hold(s):
        return BAD_COMPANIES
    if not market_holds(s):
        return BAD_MARKET
    for row in range(st.NUM_ROWS):
        if not row_holds(t, s, row):
            return BAD_ROWS
        if not deck_holds(s, row):
            return BAD_DECKS
    for p in range(st.MAX_PLAYERS):
        if not reserve_holds(t, s, p):
            return BAD_RESERVE
    for row in range(st.NUM_ROWS):
        if not veil_holds(t, s, row):
            return BAD_VEIL
        if not cards_hold(s, row):
            return BAD_CARDS
    if not forges_hold(s):
        return BAD_FORGES
    if not sites_hold(t, s):
        return BAD_SITES
    if not room_holds(t, s):
        return BAD_ROOM
    if not production_holds(t, s):
        return BAD_PRODUCTION
    if not brands_hold(t, s):
        return BAD_BRANDS
    if not targets_hold(t, s):
        return BAD_TARGETS
    if not payment_holds(t, s):
        return BAD_PAYMENT
    if not business_holds(s):
        return BAD_BUSINESS
    if not solo_holds(s):
        return BAD_SOLO
    if not offer_holds(s):
        return BAD_OFFER
    return ALL_HOLDS if s.over != 0 or question_holds(t, s) else BAD_QUESTION


@kernel
def is_seat(s, p):
    return p >= 0 and p < s.num_players


@kernel
def within(value, low, high):
    return value >= low and value <= high


# The table


@kernel
def turn_holds(s):
    if not (is_seat(s, s.seat) and is_seat(s, s.active) and is_seat(s, s.first) and is_seat(s, s.who)):
        return False
    if not (within(s.phase, st.CHOOSE, st.FINISHED) and within(s.asked, 0, s.num_players)):
        return False
    if not (
        within(s.round, 1, s.rounds)
        and within(s.turn, 0, st.TURNS - 1)
        and within(s.tile, 0, st.NUM_TILES - 1)
    ):
        return False
    if not (within(s.event, -1, st.NUM_EVENTS - 1) and within(s.event_step, 0, tb.NUM_EFFECTS)):
        return False
    if s.events_used < 0 or s.events_used >> st.NUM_EVENTS or count(s.events_used) != s.round - 1:
        return False
    if (s.event >= 0) != (s.round > 1) or (s.event >= 0 and not s.events_used >> s.event & 1):
        return False
    if not within(s.coin, -1, 1) or not within(s.once_a_turn, 0, (1 << st.NUM_ROWS) - 1):
        return False
    if not within(s.smuggles_left, 0, st.SMUGGLES - 1):
        return False
    return within(s.actions_left, 0, st.ACTIONS_A_TURN + 1) and within(s.trades_left, 0, st.TRADES_KRATAK - 1)


@kernel
def players_hold(s):
    homes = 0
    for p in range(st.MAX_PLAYERS):
        for token in range(st.NUM_TOKENS):
            if s.tokens[p, token] < 0 or (p >= s.num_players and s.tokens[p, token] > 0):
                return False
        if not (within(s.loan[p], 0, 1) and within(s.once[p], 0, 1)):
            return False
        if p < s.num_players:
            if not within(s.homeworld[p], 0, st.NUM_HOMEWORLDS - 1) or homes >> s.homeworld[p] & 1:
                return False
            homes |= 1 << s.homeworld[p]
        elif s.loan[p] or s.once[p] or s.hand[p] or s.choice[p] != -1 or s.company[p] != -1:
            return False
    return True


@kernel
def companies_hold(s):
    """While they are chosen: hands that do not overlap. Afterwards: one company each."""
    seen = s.out_companies
    size = st.COMPANIES_DEALT if s.num_players <= 4 else st.COMPANIES_DEALT_MANY
    for p in range(s.num_players):
        if s.phase == st.CHOOSE:
            if count(s.hand[p]) != size or s.hand[p] & (seen | ~ALL_COMPANIES) or s.company[p] != -1:
                return False
            if s.choice[p] != -1 and not (s.choice[p] >= 0 and s.hand[p] >> s.choice[p] & 1):
                return False
            seen |= s.hand[p]
        else:
            if s.hand[p] or s.choice[p] != -1 or not within(s.company[p], 0, st.NUM_COMPANIES - 1):
                return False
            if seen >> s.company[p] & 1:
                return False
            seen |= 1 << s.company[p]
    return True


@kernel
def market_holds(s):
    for resource in range(st.NUM_RESOURCES):
        if not within(s.marker[resource], 0, st.NUM_COLUMNS - 1):
            return False
    for brand in range(st.NUM_BRANDS):
        if s.partner[brand] != -1 and not is_seat(s, s.partner[brand]):
            return False
    return within(s.flipped, 0, (1 << st.NUM_RESOURCES) - 1)


# Cards


@kernel
def belongs(row, card):
    """Is this a card of the row's deck?"""
    return within(card, st.LARGEST_DECK * row, st.LARGEST_DECK * row + int(st.DECK_SIZES[row]) - 1)


@kernel
def bit_of(row, card):
    """A card in a set of cards of its deck."""
    return 1 << (card - st.LARGEST_DECK * row)


@kernel
def row_holds(t, s, row):
    phishing = in_force(t, s, tb.RULE_PHISHING)
    for slot in range(st.MOST_SLOTS):
        card = s.row[row, slot]
        if card != -1 and (slot >= row_size(t, s) or not belongs(row, card)):
            return False
        if s.phished[row, slot] and (card == -1 or not phishing):
            return False
    return within(s.full[row], 0, 1)


@kernel
def deck_holds(s, row):
    if not (within(s.top_size[row], 0, st.TOP_CAP) and within(s.bottom_size[row], 0, st.LARGEST_DECK)):
        return False
    for i in range(st.TOP_CAP):
        card = s.top[row, i]
        if not (belongs(row, card) if i < s.top_size[row] else card == -1):
            return False
    for i in range(st.LARGEST_DECK):
        card = s.bottom[row, i]
        if not (belongs(row, card) if i < s.bottom_size[row] else card == -1):
            return False
    return s.pool[row] >= 0 and s.gone[row] >= 0


@kernel
def reserve_holds(t, s, p):
    limit = reserve_limit(t, s, p) if p < s.num_players else 0
    for i in range(st.RESERVE_LIMIT):
        card = s.reserve[p, i]
        if card == -1:
            if s.veiled[p, i]:
                return False
        elif (
            i >= limit
            or card < 0
            or card >= st.LARGEST_DECK * st.DEVELOPMENT_3
            or (i > 0 and s.reserve[p, i - 1] == -1)
        ):
            return False
    return True


@kernel
def veil_holds(t, s, row):
    """Each veiled place holds one of its two cards; the one that is kept at last lies in Farble's reserve."""
    kept = -1
    for at in range(st.TOP_CAP):
        first, second = s.veil[row, at, 0], s.veil[row, at, 1]
        if first == st.NO_VEIL:
            if second != st.NO_VEIL:
                return False
        else:
            if at >= s.top_size[row] or (first == st.STILL_KEPT) != (kept >= 0):
                return False
            kept = kept_above(row, kept if kept >= 0 else first, second, s.top[row, at])
            if kept == BROKEN or (first != st.STILL_KEPT and second == st.NO_VEIL):
                return False
    return kept == reserved_veil(t, s, row)


@kernel
def kept_above(row, kept, newcomer, card):
    """What is kept after `card` went onto the deck, -1 if nothing is; BROKEN if it was neither of the two."""
    if row == st.DEVELOPMENT_3 or not belongs(row, kept):
        return BROKEN
    if newcomer == st.NO_VEIL:
        return -1 if card == kept else BROKEN
    if not belongs(row, newcomer) or newcomer == kept or (card != kept and card != newcomer):
        return BROKEN
    return newcomer if card == kept else kept


@kernel
def reserved_veil(t, s, row):
    """The veiled card of a row in a reserve, -1 if there is none; BROKEN if it is not Farble's older one."""
    found = -1
    for p in range(s.num_players):
        for i in range(st.RESERVE_LIMIT):
            if s.veiled[p, i] and row_of(s.reserve[p, i]) == row:
                found = s.reserve[p, i] if i == 0 and has_ability(t, s, p, tb.FARBLE) else BROKEN
    return found


@kernel
def in_flight(s):
    """The card that has left its deck, its row or a reserve and is not in play yet; -1 if there is none."""
    return s.card if s.placing or s.ask == st.ASK_BOOM else -1


@kernel
def cards_hold(s, row):
    """As many places as cards, and every card in one of them."""
    seen, places = s.pool[row] | s.gone[row], count(s.pool[row]) + count(s.gone[row])
    for slot in range(st.MOST_SLOTS):
        if s.row[row, slot] >= 0:
            seen |= bit_of(row, s.row[row, slot])
            places += 1
    for i in range(s.top_size[row]):
        seen |= bit_of(row, s.top[row, i])
    for i in range(s.bottom_size[row]):
        seen |= bit_of(row, s.bottom[row, i])
    places += s.top_size[row] + s.bottom_size[row]
    for p in range(s.num_players):
        for i in range(st.RESERVE_LIMIT):
            if belongs(row, s.reserve[p, i]):
                seen |= bit_of(row, s.reserve[p, i])
                places += 1
    if belongs(row, in_flight(s)):
        seen |= bit_of(row, in_flight(s))
        places += 1
    size = int(st.DECK_SIZES[row])
    for card in range(st.LARGEST_DECK * row, st.LARGEST_DECK * row + size):
        if s.owner[card] >= 0:
            seen |= bit_of(row, card)
            places += 1
    return places == size and seen == (1 << size) - 1


@kernel
def forges_hold(s):
    """Omniforges 1 to the number of players; alone, any one and perhaps another."""
    for p in range(s.num_players):
        found = 0
        for forge in range(st.NUM_FORGES):
            if s.owner[st.FIRST_FORGE + forge] == p:
                found += 1
                if s.num_players > 1 and forge >= s.num_players:
                    return False
        if found != 1 and not (s.num_players == 1 and found == 2):
            return False
    return True


# Corporations


@kernel
def sites_hold(t, s):
    for card in range(st.NUM_CARDS):
        owner, site = s.owner[card], s.site[card]
        if owner != -1 and not is_seat(s, owner):
            return False
        if owner == -1 or card < st.NUM_PLANETS:
            if site != -1:
                return False
        elif site < 0 or site > st.NANOTECH:
            return False
        elif site < st.NUM_PLANETS:
            if s.owner[site] != owner:
                return False
        elif site == st.NANOTECH and not has_ability(t, s, owner, tb.MYRON):
            return False
    return True


@kernel
def owned(s, p, first, n):
    """Bitset of the developments of a player among n cards."""
    bits = 0
    for card in range(first, first + n):
        if s.owner[card] == p:
            bits |= 1 << (card - first)
    return bits


@kernel
def standing(s, bits, first, site):
    """Those developments of a set that stand on a site."""
    found = 0
    while bits:
        k = lowest(bits)
        bits &= bits - 1
        if s.site[first + k] == site:
            found |= 1 << k
    return found


@kernel
def room_holds(t, s):
    for planet in range(st.NUM_PLANETS):
        if s.owner[planet] < 0 and s.room[planet] != 0:
            return False
    for p in range(st.MAX_PLAYERS):
        first, second = owned(s, p, st.FIRST_DEVELOPMENT, st.LARGEST_DECK), owned(s, p, SECOND, REST)
        planets, sites, room, nano = 0, 0, 0, 0
        for planet in range(st.NUM_PLANETS):
            if s.owner[planet] == p:
                planets |= 1 << planet
                left = t.capacity[planet] - number_on(s, first, second, planet)
                if s.room[planet] != left or left < 0:
                    return False
                if left > 0:
                    sites |= 1 << planet
        if p < s.num_players:
            room = t.home_capacity[s.homeworld[p]] - number_on(s, first, second, st.HOMEWORLD)
            nano = number_on(s, first, second, st.NANOTECH)
            if room > 0:
                sites |= 1 << st.HOMEWORLD
            if has_ability(t, s, p, tb.MYRON):
                sites |= 1 << st.NANOTECH
        if s.planets[p] != planets or s.open_sites[p] != sites or s.home_room[p] != room or s.nano[p] != nano:
            return False
    return True


@kernel
def number_on(s, first, second, site):
    """Developments of a player on a site: of level 1, and the others."""
    return count(standing(s, first, st.FIRST_DEVELOPMENT, site)) + count(standing(s, second, SECOND, site))


@kernel
def made_by(t, bits, first, token):
    """What cards produce of a token."""
    total = 0
    while bits:
        total += t.made[first + lowest(bits), token]
        bits &= bits - 1
    return total


@kernel
def production_holds(t, s):
    for planet in range(st.NUM_PLANETS):
        if s.owner[planet] < 0:
            for token in range(st.NUM_TOKENS):
                if s.made_on[planet, token] != 0:
                    return False
    for p in range(st.MAX_PLAYERS):
        first, second = owned(s, p, st.FIRST_DEVELOPMENT, st.LARGEST_DECK), owned(s, p, SECOND, REST)
        for token in range(st.NUM_TOKENS):
            made = made_by(t, first, st.FIRST_DEVELOPMENT, token) + made_by(
                t, second & ~FORGES, SECOND, token
            )
            if s.made[p, token] != made or s.forged[p, token] != made_by(t, second & FORGES, SECOND, token):
                return False
        for planet in range(st.NUM_PLANETS):
            if s.owner[planet] == p and not made_on_holds(t, s, first, second, planet):
                return False
    return True


@kernel
def made_on_holds(t, s, first, second, planet):
    first = standing(s, first, st.FIRST_DEVELOPMENT, planet)
    second = standing(s, second, SECOND, planet)
    for token in range(st.NUM_TOKENS):
        made = made_by(t, first, st.FIRST_DEVELOPMENT, token) + made_by(t, second, SECOND, token)
        if s.made_on[planet, token] != made:
            return False
    return True


@kernel
def branded(t, bits, first, brand):
    """Developments of a brand among cards."""
    found = 0
    while bits:
        found += t.brand[first + lowest(bits)] == brand
        bits &= bits - 1
    return found


@kernel
def brands_hold(t, s):
    for planet in range(st.NUM_PLANETS):
        if s.owner[planet] < 0:
            for brand in range(st.NUM_BRANDS):
                if s.brands_on[planet, brand] != 0:
                    return False
    for p in range(st.MAX_PLAYERS):
        first, second = owned(s, p, st.FIRST_DEVELOPMENT, st.LARGEST_DECK), owned(s, p, SECOND, REST)
        for brand in range(st.NUM_BRANDS):
            if s.brands[p, brand] != branded(t, first, st.FIRST_DEVELOPMENT, brand) + branded(
                t, second, SECOND, brand
            ):
                return False
        for planet in range(st.NUM_PLANETS):
            if s.owner[planet] == p and not brands_on_hold(t, s, first, second, planet):
                return False
        if not counts_hold(t, s, p):
            return False
    return True


@kernel
def brands_on_hold(t, s, first, second, planet):
    first = standing(s, first, st.FIRST_DEVELOPMENT, planet)
    second = standing(s, second, SECOND, planet)
    for brand in range(st.NUM_BRANDS):
        found = branded(t, first, st.FIRST_DEVELOPMENT, brand) + branded(t, second, SECOND, brand)
        if s.brands_on[planet, brand] != found:
            return False
    return True


@kernel
def targets_hold(t, s):
    for planet in range(st.NUM_PLANETS):
        lacks, missing = 0, 0
        if s.owner[planet] >= 0:
            for token in range(st.NUM_TOKENS):
                lack = max(t.target_made[planet, token] - s.made_on[planet, token], 0)
                lacks |= (lack > 0) << token
                missing += lack
            for brand in range(st.NUM_BRANDS):
                lack = max(t.target_brands[planet, brand] - s.brands_on[planet, brand], 0)
                lacks |= (lack > 0) << (st.NUM_TOKENS + brand)
                missing += lack
        if s.lacks[planet] != lacks or s.missing[planet] != missing:
            return False
    return True


@kernel
def counts_hold(t, s, p):
    arrays, developments, points = 0, 0, 0
    for card in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS):
        if s.owner[card] == p:
            arrays += t.array[card]
            developments += 1
            points += t.points[card]
    return s.arrays[p] == arrays and s.developments[p] == developments and s.card_points[p] == points


# What is going on


@kernel
def payment_holds(t, s):
    if not within(s.due_for, st.FOR_NOTHING, st.FOR_SMUGGLE) or (s.price_open and s.due_for != st.FOR_CARD):
        return False
    for token in range(st.PRICE_SIZE):
        if s.due[token] < 0 or (s.due[token] > 0 and s.due_for == st.FOR_NOTHING):
            return False
    if s.due_for == st.FOR_CARD:
        return purchase_holds(t, s)
    if s.due_for == st.FOR_PARTNERSHIP:
        return within(s.card, 0, st.NUM_BRANDS - 1) and s.partner[s.card] == -1
    if s.due_for == st.FOR_MARKET:
        return within(s.resource, 0, st.NUM_RESOURCES - 1) and not s.flipped >> s.resource & 1
    if s.due_for == st.FOR_SMUGGLE:
        return within(s.smuggler, 0, st.NUM_SMUGGLERS) and within(
            s.way, 0, t.ways[t.smuggler_kind[s.smuggler]] - 1
        )
    return s.smuggler == -1 and s.way == 0


@kernel
def purchase_holds(t, s):
    """The card is where it was until it is paid for."""
    if not within(s.card, 0, st.FIRST_FORGE - 1) or s.placing:
        return False
    if s.card_from == st.FROM_ROW:
        return within(s.card_slot, 0, st.MOST_SLOTS - 1) and s.row[row_of(s.card), s.card_slot] == s.card
    if s.card_from != st.FROM_RESERVE or not within(s.card_slot, 0, st.RESERVE_LIMIT - 1):
        return False
    return s.reserve[s.who, s.card_slot] == s.card and not s.veiled[s.who, s.card_slot]


@kernel
def business_holds(s):
    if s.due_for == st.FOR_NOTHING and in_flight(s) == -1 and s.card != -1:
        return False
    if s.placing and not within(s.card, st.FIRST_DEVELOPMENT, st.FIRST_FORGE - 1):
        return False
    if s.gains < 0 or s.steals < 0 or (s.steals > 0 and s.num_players == 1):
        return False
    if s.victim != -1 and (not is_seat(s, s.victim) or s.victim == s.who):
        return False
    if not within(s.why, st.WHY_NOTHING, st.WHY_SWAP) or not within(s.taken, -1, st.NUM_RESOURCES - 1):
        return False
    if not within(s.hovering, 0, 1) or (s.hovering and s.phase != st.TURN):
        return False
    if s.moving != -1:
        if not within(s.moving, st.FIRST_DEVELOPMENT, st.NUM_CARDS - 1) or s.owner[s.moving] != s.who:
            return False
        if s.site[s.moving] == st.NANOTECH:
            return False
    if s.reserving == 0:
        return s.reserve_slot == 0
    if not (within(s.reserving, 1, st.DEVELOPMENT_3) and within(s.reserve_slot, 0, st.MOST_SLOTS - 1)):
        return False
    return s.row[s.reserving - 1, s.reserve_slot] >= 0


@kernel
def solo_holds(s):
    if not (within(s.buff_card, 0, st.NUM_FORGES) and within(s.game, 0, st.SERIES) and s.exports >= 0):
        return False
    if not (within(s.remove_row, 0, st.NUM_ROWS - 1) and within(s.remove_left, 0, st.SOLO_REMOVED)):
        return False
    if s.num_players == 1:
        if (s.buff_card == 0) != (s.phase == st.CHOOSE):
            return False
        return within(s.goal, 1, st.NUM_FORGES) and s.buff_card != s.goal
    for row in range(st.NUM_ROWS):
        if s.gone[row]:
            return False
    return not (
        s.goal or s.buff_card or s.won or s.remove_left or s.out_homeworlds or s.out_forges or s.out_companies
    )


@kernel
def offer_holds(s):
    if not within(s.offers_left, 0, st.OFFERS * s.barter) or not within(s.proposed, 0, s.num_players):
        return False
    if s.offer_stage == st.OFFER_NONE:
        return offer_empty(s) and s.offerer == -1
    if s.offer_stage == st.OFFER_PARTNER:
        return offer_empty(s) and is_seat(s, s.offerer)
    if s.offer_stage != st.OFFER_BUILD and s.offer_stage != st.OFFER_ANSWER:
        return False
    if not (is_seat(s, s.offerer) and is_seat(s, s.offeree)) or s.offerer == s.offeree:
        return False
    return side_holds(s, 0, s.offerer) and side_holds(s, 1, s.offeree)


@kernel
def offer_empty(s):
    for side in range(2):
        for token in range(st.NUM_TOKENS):
            if s.offer_tokens[side, token]:
                return False
        if s.offer_cards[side]:
            return False
    return s.offeree == -1


@kernel
def side_holds(s, side, p):
    """What is offered or asked for belongs to the player it would come from."""
    total = 0
    for token in range(st.NUM_TOKENS):
        if not within(s.offer_tokens[side, token], 0, s.tokens[p, token]):
            return False
        total += s.offer_tokens[side, token]
    return total <= st.OFFER_TOKENS and within(s.offer_cards[side], 0, (1 << reserve_count(s, p)) - 1)


# The question


@kernel
def question_holds(t, s):
    """Somebody is asked, and it is about what is under way."""
    ask = s.ask
    if ask <= st.ASK_NOTHING or ask > st.ASK_ANSWER:
        return False
    if ask >= st.ASK_PROPOSE:
        return s.barter != 0 and offer_question_holds(s, ask)
    if s.seat != s.who:
        return False
    if ask == st.ASK_COMPANY:
        return s.phase == st.CHOOSE and s.choice[s.seat] == -1
    if ask == st.ASK_TURN:
        return s.phase == st.TURN and s.seat == s.active and idle(s)
    if ask == st.ASK_LINE:
        return s.price_open != 0
    if ask == st.ASK_PAY:
        return s.due_for != st.FOR_NOTHING and not s.price_open and next_due(s) >= 0
    if ask == st.ASK_SITE:
        return s.placing != 0 and s.open_sites[s.seat] != 0
    if ask == st.ASK_TRADE:
        return within(s.trades_left, 1, st.TRADES_KRATAK - 1) and s.phase == st.TURN
    if ask == st.ASK_SMUGGLE:
        return within(s.smuggles_left, 1, st.SMUGGLES - 1) and s.phase == st.TURN
    if ask == st.ASK_RETURN:
        return s.reserving > 0 and reserve_count(s, s.seat) == reserve_limit(t, s, s.seat)
    if ask == st.ASK_PLAYER:
        return s.why != st.WHY_NOTHING and s.victim == -1
    return step_question_holds(t, s, ask)


@kernel
def idle(s):
    """Nothing is half done."""
    if s.due_for != st.FOR_NOTHING or s.placing or s.trades_left or s.smuggles_left:
        return False
    if s.hovering or s.moving >= 0 or s.reserving or s.offer_stage:
        return False
    return not (s.gains or s.steals or s.why or s.victim >= 0 or s.taken >= 0 or s.resource >= 0)


@kernel
def step_question_holds(t, s, ask):
    if ask == st.ASK_TAKE:
        return s.victim >= 0 or (s.num_players == 1 and s.why == st.WHY_SWAP)
    if ask == st.ASK_GAIN:
        return s.gains > 0 or s.phase == st.EVENT
    if ask == st.ASK_GIVE:
        return s.why == st.WHY_SWAP or s.phase == st.EVENT
    if ask == st.ASK_MOVE:
        return s.moving == -1 and (s.hovering or s.phase == st.EVENT)
    if ask == st.ASK_MOVE_TO:
        return s.moving >= 0 and (s.hovering or s.phase == st.EVENT)
    if ask == st.ASK_REMOVE:
        return s.num_players == 1 and s.phase == st.REMOVE and s.remove_left > 0
    if ask == st.ASK_DISCARD:
        return s.phase == st.DISCARD
    if ask == st.ASK_TOKEN:
        return s.phase == st.EVENT
    if ask == st.ASK_BOOM:
        return s.phase == st.EVENT and belongs(st.DEVELOPMENT_1, s.card)
    if ask == st.ASK_MARKER:
        return s.phase == st.EVENT and s.coin != 0
    if ask == st.ASK_ACQUIRE:
        return s.phase == st.ACQUIRE and reserve_count(s, s.seat) > 0
    return ask == st.ASK_IMPORTER and (s.phase == st.BUFF or s.phase == st.PRODUCE) and s.num_players == 1


@kernel
def offer_question_holds(s, ask):
    if ask == st.ASK_PROPOSE:
        return s.offer_stage == st.OFFER_NONE and s.seat != s.active
    if ask == st.ASK_PARTNER:
        return s.offer_stage == st.OFFER_PARTNER and s.seat == s.offerer
    if ask == st.ASK_OFFER:
        return s.offer_stage == st.OFFER_BUILD and s.seat == s.offerer
    return s.offer_stage == st.OFFER_ANSWER and s.seat == s.offeree
