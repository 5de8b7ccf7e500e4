"""Star Tycoon: laying out a new game."""

from astrarium.core import kernel
from astrarium.core.bits import draw_bit
from astrarium.core.rng import below

from . import state as st
from .barter import clear_offer
from .corporation import build
from .rows import clear_slot, fill_row, lift_veil


@kernel
def setup(t, s):
    """The first game, or the only one."""
    s.game = 1
    s.out_homeworlds = 0
    s.out_forges = 0
    s.out_companies = 0
    s.won = False
    deal(t, s)


@kernel
def deal(t, s):
    """Market, rows, tile, homeworlds, Omniforges and companies to choose from."""
    clear(s)
    deal_rows(t, s)
    s.tile = below(s, st.NUM_TILES)
    homeworlds = (1 << st.NUM_HOMEWORLDS) - 1 & ~s.out_homeworlds
    for seat in range(s.num_players):
        s.homeworld[seat] = draw_bit(s, homeworlds)
        homeworlds &= ~(1 << s.homeworld[seat])
        s.home_room[seat] = t.home_capacity[s.homeworld[seat]]
    if s.num_players == 1:
        deal_solo_omniforge(t, s)
    else:
        deal_omniforges(t, s)
    deal_companies(s)
    s.active = s.first
    s.who = s.first
    s.phase = st.CHOOSE


@kernel
def clear(s):
    """Everything but the header, the options and the course of a series."""
    clear_cards(s)
    clear_players(s)
    s.flipped = 0
    s.smugglers = 0
    for resource in range(st.NUM_RESOURCES):
        s.marker[resource] = st.MIDDLE
    for brand in range(st.NUM_BRANDS):
        s.partner[brand] = -1
    s.round = 1
    s.turn = 0
    s.asked = 0
    s.event = -1
    s.event_step = 0
    s.events_used = 0
    s.coin = 0
    s.actions_left = 0
    s.partnered = False
    s.repaid = False
    s.phased = 0
    s.hovered = False
    s.replaced = False
    s.exports = 0
    s.buff_card = 0
    s.goal = 0
    s.card = -1
    s.card_slot = -1
    s.card_reserve = -1
    s.partnership = -1
    s.bought = -1
    s.given = -1
    s.smuggler = -1
    s.victim = -1
    s.swap_with = -1
    s.swap_for = -1
    s.reserve_row = -1
    s.reserve_slot = -1
    s.moving = -1
    clear_offer(s)


@kernel
def clear_cards(s):
    for card in range(st.NUM_CARDS):
        s.owner[card] = -1
        s.site[card] = -1
    for planet in range(st.NUM_PLANETS):
        s.room[planet] = 0
        s.lacks[planet] = 0
        s.missing[planet] = 0
        for token in range(st.NUM_TOKENS):
            s.made_on[planet, token] = 0
        for brand in range(st.NUM_BRANDS):
            s.brands_on[planet, brand] = 0
    for row in range(st.NUM_ROWS):
        s.gone[row] = 0
        s.top_size[row] = 0
        s.bottom_size[row] = 0
        for slot in range(st.MOST_SLOTS):
            clear_slot(s, row, slot)
        for k in range(st.TOP_CAP):
            s.top[row, k] = -1
            lift_veil(s, row, k)
        for k in range(st.LARGEST_DECK):
            s.bottom[row, k] = -1


@kernel
def clear_players(s):
    for seat in range(st.MAX_PLAYERS):
        s.planets[seat] = 0
        s.open_sites[seat] = 0
        s.homeworld[seat] = -1
        s.company[seat] = -1
        s.hand[seat] = 0
        s.choice[seat] = -1
        s.loan[seat] = False
        s.ability_used[seat] = False
        s.home_room[seat] = 0
        s.arrays[seat] = 0
        s.nano[seat] = 0
        s.developments[seat] = 0
        s.card_points[seat] = 0
        for i in range(st.RESERVE_LIMIT):
            s.reserve[seat, i] = -1
            s.veiled[seat, i] = False
        for token in range(st.NUM_TOKENS):
            s.tokens[seat, token] = 0
            s.made[seat, token] = 0
            s.forged[seat, token] = 0
        for brand in range(st.NUM_BRANDS):
            s.brands[seat, brand] = 0


@kernel
def deal_rows(t, s):
    for row in range(st.NUM_ROWS):
        s.pool[row] = (1 << int(st.DECK_SIZES[row])) - 1
        fill_row(t, s, row, False)


@kernel
def deal_omniforges(t, s):
    """One of the numbers up to the number of players each; the highest goes first."""
    left = (1 << s.num_players) - 1
    for seat in range(s.num_players):
        number = draw_bit(s, left)
        left &= ~(1 << number)
        build(t, s, seat, st.FIRST_FORGE + number, st.HOMEWORLD)
        if number == s.num_players - 1:
            s.first = seat


@kernel
def deal_solo_omniforge(t, s):
    """It sets the goal; options choose it for the first game only and keep the card of the buff back."""
    left = (1 << st.NUM_FORGES) - 1 & ~s.out_forges
    chosen, buff = (s.omniforge, s.buff) if s.game == 1 else (0, 0)
    if buff:
        left &= ~(1 << (buff - 1))
    s.goal = chosen if chosen else draw_bit(s, left) + 1
    build(t, s, 0, st.FIRST_FORGE + s.goal - 1, st.HOMEWORLD)
    s.first = 0


@kernel
def deal_companies(s):
    """Three to choose from, two with more than four players (ruling 61)."""
    left = (1 << st.NUM_COMPANIES) - 1 & ~s.out_companies
    dealt = st.COMPANIES_DEALT if s.num_players <= 4 else st.COMPANIES_DEALT_MANY
    for seat in range(s.num_players):
        for _ in range(dealt):
            company = draw_bit(s, left)
            left &= ~(1 << company)
            s.hand[seat] |= 1 << company
