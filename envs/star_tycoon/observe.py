"""Star Tycoon: what one seat may know, as a vector of small whole numbers.

Players are counted from the observing seat clockwise, itself first; entries of absent players are 0. Where a
number names something, 0 is nothing and the numbering begins at 1: player + 1, card + 1, token + 1.

Nobody sees the companies that others choose from, and what they have chosen, before all are shown. Of two
cards one of which Farble Securities has put back unseen, the others see both, but not which lies where: to
them it is always the one reserved later that went back. All else is open; the order of the unknown part of a
deck does not exist before a card is drawn.
"""

from astrarium.core import Field, ObservationSpec, kernel
from astrarium.core.bits import count, lowest
from astrarium.core.rows import above, clear, put_bits, put_most, put_row
from astrarium.core.seats import named, relative

from . import state as st
from . import tables as tb
from .corporation import has_ability
from .rows import deck_size, row_of

MANY = 99  # larger amounts are shown as this
FEW = 30
SMALL = 127  # what one byte holds
RULE_BITS = 8
FIRST_DRAWN = 2  # place of the uppermost known card below the unknown part of a deck
ON_COMPANY = st.NUM_PLANETS + st.MAX_PLAYERS + 1
IN_ROW = st.MAX_PLAYERS + 1
# Cards in view: the places of the rows one after another, the own reserve, the card under way.
ROW_PLACES = st.NUM_ROWS * st.MOST_SLOTS
OWN_PLACES = ROW_PLACES + st.RESERVE_LIMIT
PLACES = OWN_PLACES + 1
SECOND_PRICE = 3
_PLAYER = st.MAX_PLAYERS  # player + 1, at most
_DECKED = st.FIRST_FORGE  # cards that belong to decks

OBSERVATION = ObservationSpec(
    # The round
    Field("players", (), 1, st.MAX_PLAYERS, "number of players"),
    Field("rounds", (), 4, 5, "option: rounds of the game"),
    Field("barter", (), 0, 1, "option: offers"),
    Field("teams", (), 0, 3, "option: players in a team"),
    Field("omniforge", (), 0, st.NUM_FORGES, "option: the chosen Omniforge, solo"),
    Field("buff", (), 0, st.NUM_FORGES, "option: the chosen starting buff, solo"),
    Field("series", (), 0, 1, "option: three games in a row, solo"),
    Field("over", (), 0, 2, "0 running, 1 ended by the rules, 2 cut"),
    Field("round", (), 0, 5, "round, from 1"),
    Field("turn", (), 0, st.TURNS - 1, "turn of the round, from 0"),
    Field("phase", len(st.PHASES), 0, 1, "the present phase, one of: " + ", ".join(st.PHASES)),
    Field("first", (), 0, st.MAX_PLAYERS - 1, "who holds the 1st player marker"),
    Field("active", (), 0, st.MAX_PLAYERS - 1, "whose turn it is"),
    Field("asked", (), 0, st.MAX_PLAYERS, "players done with in this step, counted from the first"),
    Field("event", (), 0, st.NUM_EVENTS, "event in force + 1"),
    Field("event_step", (), 0, tb.NUM_EFFECTS, "which of its effects"),
    Field(
        "rules",
        RULE_BITS,
        0,
        1,
        "in force: a fourth action in the first turn, illegal goods buy on the market, no middle column, "
        "four cards a row, illegal goods on new cards, credits for ships, illegal goods for credits, a free "
        "card of the reserve",
    ),
    Field("events_used", st.NUM_EVENTS, 0, 1, "has been drawn"),
    Field("coin", (), -1, 1, "Influencer: a marker may move so"),
    Field("tile", st.NUM_TILES, 0, 1, "the bonus points tile"),
    # The question
    Field("deciding", (), 0, _PLAYER, "player + 1 whose decision it is; 0 when the game is over"),
    Field("ask", st.NUM_QUESTIONS, 0, 1, "what the own seat is asked; all 0 if another one decides"),
    # Players
    Field("tokens", (st.MAX_PLAYERS, st.NUM_TOKENS), 0, MANY, f"tokens, {MANY} = that or more"),
    Field("made", (st.MAX_PLAYERS, st.NUM_TOKENS), 0, FEW, f"production without Omniforges, {FEW} = or more"),
    Field("forged", (st.MAX_PLAYERS, st.NUM_TOKENS), 0, FEW, f"production of Omniforges, {FEW} = or more"),
    Field("brands", (st.MAX_PLAYERS, st.NUM_BRANDS), 0, st.NUM_DEVELOPMENTS, "developments of each brand"),
    Field("partner", st.NUM_BRANDS, 0, _PLAYER, "player + 1 who has the partnership"),
    Field("homeworld", st.MAX_PLAYERS, 0, st.NUM_HOMEWORLDS, "homeworld + 1"),
    Field("company", st.MAX_PLAYERS, 0, st.NUM_COMPANIES, "company + 1, once shown"),
    Field(
        "company_planets", st.MAX_PLAYERS, 0, st.NUM_PLANETS, "planets that count for the company's target"
    ),
    Field("planets", st.MAX_PLAYERS, 0, st.NUM_PLANETS, "planets, homeworld left out"),
    Field("developments", st.MAX_PLAYERS, 0, st.NUM_DEVELOPMENTS, "developments, Omniforges included"),
    Field("home_room", st.MAX_PLAYERS, -FEW, FEW, "free places on the homeworld; below 0 = overbuilt"),
    Field("nano", st.MAX_PLAYERS, 0, st.NUM_DEVELOPMENTS, "developments on the company card"),
    Field("arrays", st.MAX_PLAYERS, 0, st.NUM_DEVELOPMENTS, "Communication Arrays"),
    Field("card_points", st.MAX_PLAYERS, -SMALL - 1, SMALL, "points printed on the developments"),
    Field("loan", st.MAX_PLAYERS, 0, 1, "has a loan"),
    Field("once", st.MAX_PLAYERS, 0, 1, "has used its ability of once a round"),
    Field("reserve", (st.MAX_PLAYERS, st.RESERVE_LIMIT), 0, st.NUM_CARDS, "reserved card + 1"),
    Field("hand", st.NUM_COMPANIES, 0, 1, "companies that the own seat chooses from"),
    Field("choice", (), 0, st.NUM_COMPANIES, "the company + 1 that the own seat has chosen, not shown yet"),
    # The market
    Field("marker", st.NUM_RESOURCES, 0, st.NUM_COLUMNS - 1, "column of each trade marker"),
    Field("flipped", st.NUM_RESOURCES, 0, 1, "traded this turn"),
    # Rows and decks
    Field("full", st.NUM_ROWS, 0, 1, "the row is full"),
    Field("phished", (st.NUM_ROWS, st.MOST_SLOTS), 0, 1, "illegal goods lie on that card"),
    Field("deck_size", st.NUM_ROWS, 0, st.LARGEST_DECK, "cards in the deck"),
    Field("deck_top", st.NUM_ROWS, 0, st.TOP_CAP, "known cards on top of the deck"),
    Field(
        "next_card", st.NUM_ROWS, 0, st.NUM_CARDS, "the uppermost card + 1 of the deck, 0 = unknown or none"
    ),
    Field(
        "deck_place",
        _DECKED,
        -st.TOP_CAP,
        st.LARGEST_DECK + 1,
        "of each card: 0 not in its deck, 1 in the unknown part, 2, 3 ... below that from above, "
        "-1, -2 ... on top from above",
    ),
    Field(
        "veil",
        (st.NUM_ROWS, st.TOP_CAP, 2),
        -1,
        st.NUM_CARDS,
        "places on top, from above, of which only Farble knows the card: two cards + 1, one of which lies "
        "here while the other was kept; -1 = the one kept at the veiled place below; second 0 = that one is "
        "here",
    ),
    # Cards in view: 4 places of each row, the own reserved cards, the card under way
    Field("view_card", PLACES, 0, st.NUM_CARDS, "card + 1, 0 = gap"),
    Field(
        "view_price",
        (PLACES, st.PRICE_SIZE),
        0,
        MANY,
        "price: credits, illegal goods, each resource, any resource",
    ),
    Field(
        "view_second_price",
        (PLACES, SECOND_PRICE),
        0,
        MANY,
        "the other price: credits, illegal goods, resources",
    ),
    Field("view_tokens", (PLACES, st.NUM_TOKENS), 0, MANY, "what it produces; of a planet: what it asks for"),
    Field("view_brands", (PLACES, st.NUM_BRANDS), 0, MANY, "its brand; of a planet: what it asks for"),
    Field("view_points", PLACES, -MANY, MANY, "its points"),
    Field("view_type", PLACES, 0, st.NUM_TYPES, "type + 1 of a planet"),
    Field("view_system", PLACES, 0, st.NUM_SYSTEMS, "system + 1 of a planet"),
    Field("view_capacity", PLACES, 0, MANY, "capacity of a planet"),
    Field("view_smuggler", PLACES, 0, tb.NUM_KINDS, "kind of smuggler + 1"),
    Field("view_bonus", PLACES, 0, 3, "bonus action: 1 steal, 2 for own planets, 3 for planets of others"),
    Field("view_array", PLACES, 0, 1, "a Communication Array"),
    # Corporations
    Field("planet_owner", st.NUM_PLANETS, 0, _PLAYER, "player + 1"),
    Field("planet_room", st.NUM_PLANETS, 0, MANY, "free places of a planet in play"),
    Field("planet_reached", st.NUM_PLANETS, 0, 1, "a planet in play whose target is reached"),
    Field(
        "planet_missing",
        (st.NUM_PLANETS, st.NUM_TOKENS),
        0,
        MANY,
        "what the target of a planet in play still lacks: tokens produced or, if it is about those, brands",
    ),
    Field(
        "development_site",
        st.NUM_DEVELOPMENTS,
        0,
        ON_COMPANY,
        f"where a development in play stands: planet + 1, {st.NUM_PLANETS + 1} own homeworld, then those of "
        f"the others, {ON_COMPANY} company card",
    ),
    Field(
        "smuggler_owner", st.NUM_SMUGGLERS + 1, 0, IN_ROW, f"player + 1 of a smuggler, {IN_ROW} = in the row"
    ),
    # The turn
    Field("actions_left", (), 0, MANY, "actions left"),
    Field("partnered", (), 0, 1, "a partnership was bought this turn"),
    Field("repaid", (), 0, 1, "a loan was paid back this turn"),
    Field("once_a_turn", st.NUM_ROWS, 0, 1, "ability of each turn: used, or used on that deck"),
    Field("trades_left", (), 0, MANY, "transactions left of the Trade action"),
    Field("smuggles_left", (), 0, MANY, "transactions left of the Smuggle action"),
    # What is going on
    Field("who", (), 0, _PLAYER, "player + 1 for whom it is done"),
    Field("due", st.PRICE_SIZE, 0, SMALL, "still to be paid, as a price"),
    Field("due_for", (), 0, 4, "1 for a card, 2 a partnership, 3 on the market, 4 to a smuggler"),
    Field("partnership", (), 0, st.NUM_BRANDS, "brand + 1 of the partnership being bought"),
    Field("card", (), 0, st.NUM_CARDS, "card + 1 being bought or built"),
    Field("card_from", (), 0, 1, "1 = from the reserve"),
    Field("card_slot", (), 0, st.MOST_SLOTS, "place of the card + 1"),
    Field("price_open", (), 0, 1, "the price line is still to be chosen"),
    Field("placing", (), 0, 1, "the card is still to be placed"),
    Field("resource", (), 0, st.NUM_TOKENS, "traded or given away, + 1"),
    Field("smuggler", (), 0, st.NUM_SMUGGLERS + 1, "smuggler + 1"),
    Field("way", (), 0, st.NUM_WAYS - 1, "kind of its transaction"),
    Field("gains", (), 0, SMALL, "resources of choice still to gain"),
    Field("steals", (), 0, SMALL, "thefts still to make"),
    Field("why", (), 0, 2, "why a player is chosen: 1 steal, 2 swap"),
    Field("victim", (), 0, _PLAYER, "player + 1 that was chosen"),
    Field("taken", (), 0, st.NUM_TOKENS, "resource + 1 to take in a swap"),
    Field("hovering", (), 0, 1, "Franek: a development is to be moved"),
    Field("moving", (), 0, st.NUM_CARDS, "development + 1 to move"),
    Field("reserving", (), 0, st.NUM_ROWS, "row + 1 of the card to reserve while another one goes back"),
    Field("reserve_slot", (), 0, st.MOST_SLOTS, "its place in the row"),
    Field("event_gains", st.NUM_TOKENS, 0, MANY, "Redux: taken so far"),
    Field("remove_row", (), 0, st.NUM_ROWS, "solo: row of the cards to remove"),
    Field("remove_left", (), 0, st.SOLO_REMOVED, "solo: cards still to remove"),
    # Solo
    Field("goal", (), 0, st.NUM_FORGES, "number of the own Omniforge, which sets the goal"),
    Field("buff_card", (), 0, st.NUM_FORGES, "number of the second Omniforge"),
    Field("exports", (), 0, MANY, f"transactions of own Exporters, {MANY} = that or more"),
    Field("game", (), 0, st.SERIES, "game of the series"),
    Field("won", (), 0, 1, "won"),
    Field("out_homeworlds", st.NUM_HOMEWORLDS, 0, 1, "out of the series"),
    Field("out_forges", st.NUM_FORGES, 0, 1, "out of the series"),
    Field("out_companies", st.NUM_COMPANIES, 0, 1, "out of the series"),
    # The offer: side 0 what the offering player gives, side 1 what it asks for
    Field("offer_stage", (), 0, 3, "1 choosing the partner, 2 building, 3 answer"),
    Field("offerer", (), 0, _PLAYER, "player + 1 who offers"),
    Field("offeree", (), 0, _PLAYER, "player + 1 it is made to"),
    Field("offers_left", (), 0, st.OFFERS, "offers the active player may still open this turn"),
    Field(
        "proposed", (), 0, st.MAX_PLAYERS, "players from the active one on that may no more propose this turn"
    ),
    Field("offer_tokens", (2, st.NUM_TOKENS), 0, st.OFFER_TOKENS, "tokens"),
    Field("offer_cards", (2, st.RESERVE_LIMIT), 0, 1, "places of the reserve"),
)
at = OBSERVATION.places


@kernel
def observe(t, s, seat, obs):
    """Write all that this seat may know."""
    clear(obs)
    observe_round(t, s, seat, obs)
    for p in range(s.num_players):
        observe_player(t, s, seat, p, obs)
    observe_reserves(t, s, seat, obs)
    observe_market(s, seat, obs)
    for row in range(st.NUM_ROWS):
        observe_row(t, s, row, obs)
        observe_deck(s, row, obs)
        if s.top_size[row] > 0:
            observe_veil(t, s, seat, row, obs)
    observe_corporations(t, s, seat, obs)
    observe_turn(s, obs)
    observe_business(t, s, seat, obs)
    if s.num_players == 1:
        observe_solo(s, obs)
    if s.barter:
        observe_offer(s, seat, obs)


@kernel
def observe_round(t, s, seat, obs):
    obs[at.players] = s.num_players
    obs[at.rounds] = s.rounds
    obs[at.barter] = s.barter
    obs[at.teams] = s.teams
    obs[at.over] = s.over
    obs[at.round] = s.round
    obs[at.turn] = s.turn
    obs[at.phase + s.phase] = 1
    obs[at.first] = relative(s, seat, s.first)
    obs[at.active] = relative(s, seat, s.active)
    obs[at.asked] = s.asked
    obs[at.event_step] = s.event_step
    if s.event >= 0:
        obs[at.event] = s.event + 1
        put_bits(obs, at.rules, t.event_rules[s.event], RULE_BITS)
    put_bits(obs, at.events_used, s.events_used, st.NUM_EVENTS)
    obs[at.coin] = s.coin
    obs[at.tile + s.tile] = 1
    if s.over == 0:
        obs[at.deciding] = relative(s, seat, s.seat) + 1
        if s.seat == seat:
            obs[at.ask + s.ask - 1] = 1


@kernel
def observe_player(t, s, seat, p, obs):
    r = relative(s, seat, p)
    put_most(obs, at.tokens + r * st.NUM_TOKENS, s.tokens[p], MANY)
    put_most(obs, at.made + r * st.NUM_TOKENS, s.made[p], FEW)
    put_most(obs, at.forged + r * st.NUM_TOKENS, s.forged[p], FEW)
    put_row(obs, at.brands + r * st.NUM_BRANDS, s.brands[p], 0)
    obs[at.homeworld + r] = s.homeworld[p] + 1
    company = s.company[p]
    if company >= 0:
        obs[at.company + r] = company + 1
        obs[at.company_planets + r] = count(s.planets[p] & t.company_target[company])
        if t.ability[company] == tb.JUGNO:
            obs[at.smuggler_owner + st.NUM_SMUGGLERS] = r + 1
    obs[at.planets + r] = count(s.planets[p])
    obs[at.developments + r] = s.developments[p]
    obs[at.home_room + r] = max(s.home_room[p], -FEW)
    obs[at.nano + r] = s.nano[p]
    obs[at.arrays + r] = s.arrays[p]
    obs[at.card_points + r] = s.card_points[p]
    obs[at.loan + r] = s.loan[p]
    obs[at.once + r] = s.ability_used[p]


@kernel
def shown_kept(s, row):
    """The card that others take for the kept one: as if always the newcomer had gone back."""
    kept = -1
    for k in range(s.top_size[row]):
        if s.veil[row, k, 0] >= 0:
            kept = s.veil[row, k, 0]
    return kept


@kernel
def observe_reserves(t, s, seat, obs):
    """To others than Farble the veiled card is the one that was reserved first."""
    knows = has_ability(t, s, seat, tb.FARBLE)
    for p in range(s.num_players):
        first = at.reserve + relative(s, seat, p) * st.RESERVE_LIMIT
        for i in range(st.RESERVE_LIMIT):
            card = s.reserve[p, i]
            if card >= 0:
                if s.veiled[p, i] and not knows:
                    card = shown_kept(s, row_of(card))
                obs[first + i] = card + 1
                if p == seat:
                    observe_card(t, card, ROW_PLACES + i, obs)
    if s.hand[seat]:
        put_bits(obs, at.hand, s.hand[seat], st.NUM_COMPANIES)
        obs[at.choice] = s.choice[seat] + 1


@kernel
def observe_market(s, seat, obs):
    put_row(obs, at.marker, s.marker, 0)
    put_bits(obs, at.flipped, s.flipped, st.NUM_RESOURCES)
    for brand in range(st.NUM_BRANDS):
        obs[at.partner + brand] = named(s, seat, s.partner[brand])


@kernel
def observe_row(t, s, row, obs):
    obs[at.full + row] = s.full[row]
    first = row * st.MOST_SLOTS
    for slot in range(st.MOST_SLOTS):
        card = s.row[row, slot]
        if card >= 0:
            obs[at.phished + first + slot] = s.phished[row, slot]
            observe_card(t, card, first + slot, obs)
            if t.card_smuggler[card] >= 0:
                obs[at.smuggler_owner + t.card_smuggler[card]] = IN_ROW


@kernel
def observe_card(t, card, place, obs):
    """A card with all that is printed on it."""
    obs[at.view_card + place] = card + 1
    put_row(obs, at.view_price + place * st.PRICE_SIZE, t.price[card, 0], 0)
    if t.lines[card] > 1:
        observe_second_price(t, card, at.view_second_price + place * SECOND_PRICE, obs)
    if card < st.NUM_PLANETS:
        put_row(obs, at.view_tokens + place * st.NUM_TOKENS, t.target_made[card], 0)
        put_row(obs, at.view_brands + place * st.NUM_BRANDS, t.target_brands[card], 0)
        obs[at.view_points + place] = t.target_points[card]
        obs[at.view_type + place] = t.planet_type[card] + 1
        obs[at.view_system + place] = t.planet_system[card] + 1
        obs[at.view_capacity + place] = t.capacity[card]
        return
    put_row(obs, at.view_tokens + place * st.NUM_TOKENS, t.made[card], 0)
    if t.brand[card] >= 0 and t.brand[card] < st.NUM_BRANDS:
        obs[at.view_brands + place * st.NUM_BRANDS + t.brand[card]] = 1
    obs[at.view_points + place] = t.points[card]
    if t.card_smuggler[card] >= 0:
        obs[at.view_smuggler + place] = t.smuggler_kind[t.card_smuggler[card]] + 1
    obs[at.view_bonus + place] = t.bonus[card]
    obs[at.view_array + place] = t.array[card]


@kernel
def observe_second_price(t, card, first, obs):
    """The other price line in short."""
    resources = 0
    for token in range(SECOND_PRICE - 1, st.PRICE_SIZE):
        resources += t.price[card, 1, token]
    put_row(obs, first, t.price[card, 1, : SECOND_PRICE - 1], 0)
    obs[first + SECOND_PRICE - 1] = min(resources, MANY)


@kernel
def observe_deck(s, row, obs):
    """Where the cards of a deck lie; the uppermost card if it is known."""
    pool, top, bottom = s.pool[row], s.top_size[row], s.bottom_size[row]
    obs[at.deck_size + row] = deck_size(s, row)
    obs[at.deck_top + row] = top
    put_bits(obs, at.deck_place + st.LARGEST_DECK * row, pool, int(st.DECK_SIZES[row]))
    for i in range(bottom):
        obs[at.deck_place + s.bottom[row, i]] = FIRST_DRAWN + i
    for i in range(top):
        obs[at.deck_place + s.top[row, i]] = i - top
    if top > 0:
        obs[at.next_card + row] = s.top[row, top - 1] + 1
    elif pool == 0 and bottom > 0:
        obs[at.next_card + row] = s.bottom[row, 0] + 1


@kernel
def observe_veil(t, s, seat, row, obs):
    """Veiled places from above; others than Farble see them as if always the newcomer had gone back."""
    knows = has_ability(t, s, seat, tb.FARBLE)
    top, kept = s.top_size[row], -1
    for k in range(top):
        first, second = s.veil[row, k, 0], s.veil[row, k, 1]
        if first != st.NO_VEIL:
            place = at.veil + (row * st.TOP_CAP + top - 1 - k) * 2
            obs[place] = first + 1
            obs[place + 1] = second + 1
            if not knows:
                if first != st.STILL_KEPT:
                    kept = first
                    obs[at.deck_place + kept] = 0
                obs[at.deck_place + (kept if second == st.NO_VEIL else second)] = k - top
    if not knows and s.veil[row, top - 1, 0] != st.NO_VEIL:
        obs[at.next_card + row] = 0


@kernel
def observe_corporations(t, s, seat, obs):
    for p in range(s.num_players):
        bits = s.planets[p]
        r = relative(s, seat, p)
        while bits:
            planet = lowest(bits)
            bits &= bits - 1
            obs[at.planet_owner + planet] = r + 1
            obs[at.planet_room + planet] = s.room[planet]
            observe_target(t, s, planet, obs)
    for first in range(st.FIRST_DEVELOPMENT, st.NUM_CARDS, st.HALF):
        owned = above(s.owner[first : first + st.HALF], -1)
        while owned:
            observe_development(t, s, seat, first + lowest(owned), obs)
            owned &= owned - 1


@kernel
def observe_target(t, s, planet, obs):
    """What the target of a planet still lacks: it is about tokens or about brands."""
    obs[at.planet_reached + planet] = s.missing[planet] == 0
    first = at.planet_missing + planet * st.NUM_TOKENS
    lacks = int(s.lacks[planet])
    while lacks:
        k = lowest(lacks)
        lacks &= lacks - 1
        if k < st.NUM_TOKENS:
            obs[first + k] = t.target_made[planet, k] - s.made_on[planet, k]
        else:
            brand = k - st.NUM_TOKENS
            obs[first + brand] += t.target_brands[planet, brand] - s.brands_on[planet, brand]


@kernel
def observe_development(t, s, seat, card, obs):
    owner, site = relative(s, seat, s.owner[card]), s.site[card]
    if site == st.HOMEWORLD:
        site += owner
    elif site > st.HOMEWORLD:
        site = ON_COMPANY - 1
    obs[at.development_site + card - st.FIRST_DEVELOPMENT] = site + 1
    if t.card_smuggler[card] >= 0:
        obs[at.smuggler_owner + t.card_smuggler[card]] = owner + 1


@kernel
def observe_turn(s, obs):
    obs[at.actions_left] = s.actions_left
    obs[at.partnered] = s.partnered
    obs[at.repaid] = s.repaid
    put_bits(obs, at.once_a_turn, s.phased | s.hovered | s.replaced, st.NUM_ROWS)
    obs[at.trades_left] = s.trades_left
    obs[at.smuggles_left] = s.smuggles_left


@kernel
def observe_business(t, s, seat, obs):
    """All that is under way is open."""
    obs[at.who] = named(s, seat, s.who)
    put_row(obs, at.due, s.due, 0)
    obs[at.due_for] = s.due_for
    obs[at.partnership] = s.partnership + 1
    if s.card >= 0:
        obs[at.card] = s.card + 1
        obs[at.card_from] = s.card_reserve >= 0
        obs[at.card_slot] = max(s.card_slot, s.card_reserve) + 1
        observe_card(t, s.card, OWN_PLACES, obs)
    obs[at.price_open] = s.ask == st.ASK_LINE
    obs[at.placing] = s.ask == st.ASK_SITE
    obs[at.resource] = max(s.bought, s.given) + 1
    obs[at.smuggler] = s.smuggler + 1
    obs[at.way] = s.way
    obs[at.gains] = s.gains
    obs[at.steals] = s.steals
    obs[at.why] = 2 if swapping(s) else int(s.steals > 0)
    obs[at.victim] = named(s, seat, max(s.victim, s.swap_with))
    obs[at.taken] = s.swap_for + 1
    obs[at.hovering] = s.ask == st.ASK_HOVER or s.ask == st.ASK_HOVER_TO
    obs[at.moving] = s.moving + 1
    obs[at.reserving] = s.reserve_row + 1
    obs[at.reserve_slot] = max(s.reserve_slot, 0)
    put_row(obs, at.event_gains, s.event_gains, 0)


@kernel
def swapping(s):
    return s.ask == st.ASK_SWAP_WITH or s.ask == st.ASK_SWAP_FOR or s.ask == st.ASK_SWAP_GIVE


@kernel
def offer_stage(s):
    if s.ask == st.ASK_PARTNER:
        return 1
    if s.ask == st.ASK_OFFER:
        return 2
    return 3 if s.ask == st.ASK_ANSWER else 0


@kernel
def observe_solo(s, obs):
    obs[at.omniforge] = s.omniforge
    obs[at.buff] = s.buff
    obs[at.series] = s.series
    obs[at.remove_row] = s.remove_row
    obs[at.remove_left] = s.remove_left
    obs[at.goal] = s.goal
    obs[at.buff_card] = s.buff_card
    obs[at.exports] = min(s.exports, MANY)
    obs[at.game] = s.game
    obs[at.won] = s.won
    put_bits(obs, at.out_homeworlds, s.out_homeworlds, st.NUM_HOMEWORLDS)
    put_bits(obs, at.out_forges, s.out_forges, st.NUM_FORGES)
    put_bits(obs, at.out_companies, s.out_companies, st.NUM_COMPANIES)


@kernel
def observe_offer(s, seat, obs):
    obs[at.offer_stage] = offer_stage(s)
    obs[at.offerer] = named(s, seat, s.offerer)
    obs[at.offeree] = named(s, seat, s.offeree)
    obs[at.offers_left] = s.offers_left
    obs[at.proposed] = s.proposed
    for side in range(2):
        put_row(obs, at.offer_tokens + side * st.NUM_TOKENS, s.offer_tokens[side], 0)
        put_bits(obs, at.offer_cards + side * st.RESERVE_LIMIT, s.offer_cards[side], st.RESERVE_LIMIT)
