"""SpaceCorp: what one seat may know, as a vector of small whole numbers.

Players are counted from the observing seat clockwise, itself first. Where a number names something, 0 is
nothing and the numbering begins at 1: player + 1, site + 1, card + 1, tile + 1. Cards in hand are numbered
within the era, Infra cards over all eras (31 * era + card).

Nobody sees the deck, other hands beyond what is known of them, who is asked about an Edge and declines, nor
an announcement that is not complete: until then the cards it takes count as cards in hand.
"""

import numpy as np

from astrarium.core import Field, ObservationSpec, kernel
from astrarium.core.bits import lowest, set_bits
from astrarium.core.rows import clear, put_row
from astrarium.core.seats import clockwise, named, relative

from . import state as st
from .edges import edges_of
from .questions import ANNOUNCED, QUESTIONS

MANY = 999
_P, _PLAYER = st.MAX_PLAYERS, st.MAX_PLAYERS  # players; player + 1, at most
_CARDS = 99

STEPS = (
    "the turn begins",
    "an action is announced",
    "it is carried out",
    "cards are drawn",
    "tiles are turned up",
    "bases are built",
    "a second team",
    "idle",
    "after the action",
    "contracts",
    "rewards",
    "transport",
    "discard",
    "refill",
    "next turn",
    "legacy",
    "1st Beyond",
    "2nd Beyond",
    "deal",
    "orbits",
    "first Adaptations",
    "launch",
)

OBSERVATION = ObservationSpec(
    # The turn
    Field("players", (), 2, _P, "number of players"),
    Field("start_era", (), 1, 3, "option: the first era of the game"),
    Field("end_era", (), 1, 3, "option: the last era of the game"),
    Field("era", st.NUM_ERAS, 0, 1, "the present era: " + ", ".join(st.ERAS)),
    Field("over", (), 0, 2, "0 running, 1 ended by the rules, 2 cut"),
    Field("stage", st.NUM_STEPS, 0, 1, "where the turn stands: " + ", ".join(STEPS)),
    Field("active", (), 0, _P - 1, "whose turn it is"),
    Field("normal", (), 0, _P - 1, "who took the last turn that was no Intercept"),
    Field("first", (), 0, _P - 1, "start player of the era"),
    Field("extra", (), 0, 1, "this turn is an Intercept"),
    Field("triggered", (), 0, 2, "the era's end is triggered: 1 by contracts, 2 by the empty deck"),
    Field("counting", (), 0, 1, "the last turns of the era are being taken"),
    Field("last", _P, 0, 1, "still has a last turn"),
    Field("passed", _P, 0, 1, "has passed in this era"),
    # The question
    Field("deciding", (), 0, _PLAYER, "player + 1 whose decision it is; 0 if nobody may know"),
    Field("ask", len(QUESTIONS), 0, 1, "what the own seat is asked; all 0 if another one decides"),
    Field("window", len(st.WINDOWS) - 1, 0, 1, "a moment for Edges: " + ", ".join(st.WINDOWS[1:])),
    Field("declined", (), 0, 1, "the own seat has declined to play an Edge at this moment"),
    Field("heard", (), 0, _P - 1, "seats from the active one on that had their say before the last Edge"),
    Field("edge", (), 0, st.NUM_EDGES, "Edge + 1 whose player has to choose something"),
    Field("edge_player", (), 0, _PLAYER, "player + 1 of that Edge"),
    Field("purge", (), 0, _P + 1, "1 + seats that have removed Infra for Incompatible"),
    Field("leak_title", (), 0, st.NUM_TITLES, "title + 1 of the last Breakthrough taken with its award"),
    Field("taker", (), 0, _PLAYER, "player + 1 who took it"),
    # Players
    Field("profit", _P, 0, 32767, "profit in T"),
    Field("genetics", _P, 0, 127, "spaces of the genetics marker in all"),
    Field("revelation", _P, 0, 127, "spaces of the revelation marker in all"),
    Field("progress", (_P, st.NUM_TITLES), 0, 1, "progress cards owned"),
    Field("infra", (_P, st.NUM_SLOTS), 0, st.ALL_CARDS, "Infra card + 1 by slot"),
    Field("supply", (_P, st.NUM_BASES), 0, st.BASES_OF_TYPE, "bases not built"),
    Field("legacy_tile", _P, 0, st.NUM_TILES, "tile + 1 of the Legacy Production"),
    Field("legacy_base", _P, 0, st.NUM_BASES, "base + 1 on it"),
    Field("team_site", (_P, st.NUM_TEAMS), 0, st.NUM_SITES, "site + 1 of each team"),
    Field("team_track", (_P, st.NUM_TEAMS), 0, st.TRACK, "steps from the star"),
    Field("team_claim", (_P, st.NUM_TEAMS), 0, 1, "claims its site"),
    Field("hand_size", _P, 0, _CARDS, "cards in hand"),
    Field("hand_start", _P, 0, _CARDS, "Start cards among them"),
    Field("known", (_P, st.NUM_CARDS), 0, 9, "copies in hand that everybody knows of"),
    # Cards
    Field("hand", st.NUM_CARDS, 0, 9, "copies in the own hand"),
    Field("deck_size", (), 0, _CARDS, "cards in the deck"),
    Field("deck_start", (), 0, 12, "Start cards on top of it"),
    Field("discard", st.NUM_CARDS, 0, 9, "copies in the discard pile"),
    Field("purged", st.NUM_CARDS, 0, 9, "copies of this era removed from the game by Incompatible"),
    Field("laid", st.NUM_CARDS, 0, 9, "copies discarded in this step 5"),
    Field("offers", st.NUM_OFFERS, 0, st.NUM_CARDS, "card + 1 in each offer box"),
    Field("played", st.NUM_CARDS, 0, 9, "copies on the table before the active player"),
    # The board
    Field("stack", st.NUM_TILES, 0, 9, "tiles of each kind still face down"),
    Field("tile", (st.NUM_SITES, st.NUM_BOXES), 0, st.NUM_TILES, "tile + 1 in each exploration box"),
    Field("produce", (st.NUM_SITES, st.NUM_BOXES), 0, 20, "P# + 1 of it as it stands, 0 = none"),
    Field("base", (st.NUM_SITES, st.NUM_BOXES), 0, st.NUM_BASES, "base + 1 there"),
    Field("owner", st.NUM_SITES, 0, _PLAYER, "player + 1 of the bases of a site"),
    Field("colony", st.NUM_SITES, 0, st.NUM_COLONIES, "colony + 1"),
    Field("colony_left", st.NUM_COLONIES, 0, 1, "colony tiles on the Sideboard"),
    Field("progress_left", st.NUM_TITLES, 0, 2, "copies on the Sideboard"),
    Field("marker", st.NUM_ROWS, 0, 3, "era + 1 in which the contract of a row was last fulfilled"),
    Field("beyond", 2, 0, _PLAYER, "player + 1 with the 1st and the 2nd Beyond marker"),
    # The action of this turn; all 0 while another player announces it
    Field("act", (), 0, len(st.TYPES), "type + 1"),
    Field("team", (), 0, st.NUM_TEAMS, "team + 1"),
    Field("site", (), 0, st.NUM_SITES, "site + 1"),
    Field("card", (), 0, st.NUM_CARDS, "card + 1 being upgraded or played"),
    Field("chosen_colony", (), 0, st.NUM_COLONIES, "colony + 1"),
    Field("cost", (), 0, MANY, "value needed"),
    Field("box", (), 0, st.NUM_BOXES, "exploration box at hand; 1 once a card was drawn or discarded"),
    Field("bases", st.NUM_BOXES, 0, st.NUM_BASES, "base + 1 chosen for each box"),
    Field("hq", 2, 0, _PLAYER, "player + 1 whose Infra is used"),
    Field("plain", (), 0, MANY, "sum of plain numbers"),
    Field("mult", (), 0, 9999, "product of multipliers, 9999 = more"),
    Field("big", (), 0, MANY, "largest plain number of a card"),
    Field("shielded", (), 0, 1, "a card or Infra shields the action"),
    Field("infra_shield", (), 0, 3 * _P, "3 * player + slot + 1 of Infra at its shielded number"),
    Field("card_shield", (), 0, st.NUM_CARDS, "card + 1 played at its shielded number"),
    Field("time", 3, 0, 1, "Time card: none, double, two teams"),
    Field("second", (), 0, 1, "the second team is at work"),
    Field("bonus", (), 0, 9, "two teams: what progress cards add to the value of both"),
    Field("factor", (), 0, 2, "two teams: by how much they multiply it, 0 = not committed"),
    Field("doubled", (), 0, 1, "a Spaceport doubles a Move number"),
    Field("use_port", (), 0, _PLAYER, "player + 1 whose Spaceport helps"),
    Field("use_industry", (), 0, _PLAYER, "player + 1 whose Industrial base helps"),
    Field("use_factory", (), 0, _PLAYER, "player + 1 whose Shield Factory helps"),
    Field("use_base", (), 0, _PLAYER, "player + 1 whose base allows the Move"),
    Field("spent", (), 0, st.SPEND_LIMIT, "profit spent on the value"),
    Field("paid", (), 0, 1, "the radiation penalty is paid"),
    Field("built_factory", (), 0, 1, "a Shield Factory was built in this action"),
    Field("removed", (), 0, st.NUM_TEAMS, "team + 1 removed for a colony"),
    Field("bought", (), 0, 1, "5T paid for a colony"),
    Field("item", (), 0, 1, "Build value used for a colony"),
    Field("left", (), 0, _CARDS, "cards still to draw"),
    # The rest of this turn
    Field("produced", (), 0, MANY, "P# total of the Produce action"),
    Field("competitors", (), 0, 1, "the active player may use two HQs"),
    Field("sabotaged", st.PASS, 0, 1, "actions that may not be taken"),
    Field("acted", st.NUM_TEAMS, 0, 1, "teams of the active player that have acted"),
    Field("explored", st.NUM_SITES, 0, 1, "explored in this turn"),
    Field("did_produce", (), 0, 1, "a Produce action was taken"),
    Field("did_colonize", (), 0, 1, "a Colonize action was taken"),
    Field("due", _P, 0, 9, "rewards due"),
    Field("row", (), 0, st.NUM_ROWS, "contract row at hand"),
    Field("award_player", (), 0, _PLAYER, "player + 1 of the last advance on a progress wheel"),
    Field("adaptations", (), 0, 99, "Adaptations to choose"),
    Field("breakthroughs", (), 0, 99, "Breakthroughs to choose"),
    Field("unpaid", (), 0, 1, "their profit is not paid"),
    Field("star_child", (), 0, 1, "the fourth team is to be placed"),
    Field("chooser", (), 0, _P, "seats dealt with in this step"),
)
at = OBSERVATION.places

assert np.iinfo(np.int16).max >= OBSERVATION.high.max()


@kernel
def secret(s, seat):
    """Is another player in the middle of an announcement?"""
    return s.over == 0 and seat != s.active and not s.second and announcing(s)


@kernel
def announcing(s):
    """Is the active player in the middle of an announcement?"""
    return ANNOUNCED >> s.ask & 1


@kernel
def asked_in_secret(s):
    """Is somebody being asked about an Edge?"""
    return s.over == 0 and s.ask == st.ASK_EDGE


@kernel
def has_declined(t, s, seat):
    """Has this seat declined to play an Edge in the open window?"""
    place = relative(s, s.active, seat)
    return asked_in_secret(s) and place < s.asked and edges_of(t, s, seat) != 0


@kernel
def observe(t, s, seat, obs):
    """Write what a seat may know."""
    clear(obs)
    observe_turn(t, s, seat, obs)
    hidden = secret(s, seat)
    for k in range(s.num_players):
        observe_player(t, s, clockwise(s, seat, k), k, hidden, obs)
    observe_cards(s, seat, hidden, obs)
    observe_board(s, seat, obs)
    if not hidden:
        observe_action(s, seat, obs)
    else:
        obs[at.mult] = 1
        obs[at.time] = 1
    observe_rest(s, seat, obs)


@kernel
def observe_turn(t, s, seat, obs):
    obs[at.players] = s.num_players
    obs[at.start_era] = s.start_era
    obs[at.end_era] = s.end_era
    obs[at.era + s.era] = 1
    obs[at.over] = s.over
    obs[at.stage + s.step] = 1
    obs[at.active] = relative(s, seat, s.active)
    obs[at.normal] = relative(s, seat, s.normal)
    obs[at.first] = relative(s, seat, s.first)
    obs[at.extra] = s.extra
    obs[at.triggered] = s.triggered
    obs[at.counting] = s.counting
    for k in range(s.num_players):
        other = clockwise(s, seat, k)
        obs[at.last + k] = s.last >> other & 1
        obs[at.passed + k] = s.passed >> other & 1
    if s.over == 0:
        if seat == s.seat or not asked_in_secret(s):
            obs[at.deciding] = named(s, seat, s.seat)
        if seat == s.seat:
            obs[at.ask + s.ask - 1] = 1
    if s.window > 0:
        obs[at.window + s.window - 1] = 1
        obs[at.heard] = s.heard
        obs[at.declined] = 1 if has_declined(t, s, seat) else 0
    if s.ask == st.ASK_HACK or s.ask == st.ASK_SABOTAGE:
        obs[at.edge] = 1 + (st.HACK if s.ask == st.ASK_HACK else st.SABOTAGE)
        obs[at.edge_player] = named(s, seat, s.seat)
    obs[at.purge] = s.purge + 1
    obs[at.leak_title] = s.leak_title + 1
    obs[at.taker] = named(s, seat, s.taker)


@kernel
def observe_player(t, s, player, k, hidden, obs):
    obs[at.profit + k] = s.profit[player]
    obs[at.genetics + k] = s.genetics[player]
    obs[at.revelation + k] = s.revelation[player]
    set_bits(obs, at.progress + st.NUM_TITLES * k, int(s.progress[player]))
    put_row(obs, at.infra + st.NUM_SLOTS * k, s.infra[player], 1)
    put_row(obs, at.supply + st.NUM_BASES * k, s.supply[player], 0)
    obs[at.legacy_tile + k] = s.legacy_tile[player] + 1
    obs[at.legacy_base + k] = s.legacy_base[player] + 1
    put_row(obs, at.team_site + st.NUM_TEAMS * k, s.team_site[player], 1)
    put_row(obs, at.team_track + st.NUM_TEAMS * k, s.team_track[player], 0)
    put_row(obs, at.team_claim + st.NUM_TEAMS * k, s.team_claim[player], 0)
    put_row(obs, at.known + st.NUM_CARDS * k, s.known[player], 0)
    observe_hand_size(t, s, player, k, hidden and player == s.active, obs)


@kernel
def observe_hand_size(t, s, player, k, announcing, obs):
    """Cards in hand and Start cards among them; those of a hidden announcement are still counted."""
    size, start = int(s.hand_size[player]), 0
    starts = int(t.start_bits[s.era])
    rest = starts & int(s.hand_bits[player])
    while rest:
        start += s.hand[player, lowest(rest)]
        rest &= rest - 1
    if announcing:
        for card in range(st.NUM_CARDS):
            size += s.played[card]
            start += s.played[card] * (starts >> card & 1)
    obs[at.hand_size + k] = size
    obs[at.hand_start + k] = start


@kernel
def observe_cards(s, seat, hidden, obs):
    put_row(obs, at.hand, s.hand[seat], 0)
    put_row(obs, at.discard, s.discard, 0)
    put_row(obs, at.purged, s.purged, 0)
    if s.step == st.S_REFILL:
        put_row(obs, at.laid, s.laid, 0)
    if not hidden:
        put_row(obs, at.played, s.played, 0)
    obs[at.deck_size] = s.deck_size
    obs[at.deck_start] = s.deck_start
    put_row(obs, at.offers, s.offers, 1)


@kernel
def observe_board(s, seat, obs):
    """Sites that the era's board does not have are empty, so whole rows are written."""
    put_row(obs, at.stack, s.stack, 0)
    put_row(obs, at.tile, s.tile, 1)
    put_row(obs, at.produce, s.produce, 1)
    put_row(obs, at.base, s.base, 1)
    for k in range(s.num_players):
        sites = int(s.own_sites[clockwise(s, seat, k)])
        while sites:
            obs[at.owner + lowest(sites)] = k + 1
            sites &= sites - 1
    if s.era == st.STARFARERS:
        put_row(obs, at.colony, s.colony, 1)
        set_bits(obs, at.colony_left, int(s.colony_left))
    put_row(obs, at.progress_left, s.progress_left, 0)
    put_row(obs, at.marker, s.marker, 0)
    for place in range(2):
        obs[at.beyond + place] = named(s, seat, s.beyond[place])


@kernel
def observe_action(s, seat, obs):
    obs[at.act] = s.act + 1
    obs[at.team] = (s.passenger if s.passenger >= 0 else s.team) + 1
    obs[at.site] = s.site + 1
    obs[at.card] = max(s.card, s.playing) + 1
    obs[at.chosen_colony] = s.chosen_colony + 1
    obs[at.cost] = s.cost
    obs[at.box] = s.chosen_boxes + s.built_boxes + s.explored_boxes + s.drew + s.idled
    put_row(obs, at.bases, s.bases, 1)
    for place in range(2):
        obs[at.hq + place] = named(s, seat, s.hq[place])
    obs[at.plain] = min(s.plain, MANY)
    obs[at.mult] = min(s.mult, 9999)
    obs[at.big] = s.big
    obs[at.shielded] = s.shielded
    if s.shield_hq >= 0:
        obs[at.infra_shield] = st.NUM_SLOTS * relative(s, seat, s.shield_hq) + s.shield_slot + 1
    obs[at.card_shield] = s.card_shield + 1
    obs[at.time + s.time] = 1
    obs[at.second] = s.second
    obs[at.bonus] = s.bonus
    obs[at.factor] = s.factor
    obs[at.doubled] = s.doubled
    obs[at.use_port] = named(s, seat, s.use_port)
    obs[at.use_industry] = named(s, seat, s.use_industry)
    obs[at.use_factory] = named(s, seat, s.use_factory)
    obs[at.use_base] = named(s, seat, s.use_base)
    obs[at.spent] = s.spent
    obs[at.paid] = s.paid
    obs[at.built_factory] = s.built_factory
    obs[at.removed] = s.removed + 1
    obs[at.bought] = s.bought
    obs[at.item] = s.item
    obs[at.left] = s.left


@kernel
def observe_rest(s, seat, obs):
    obs[at.produced] = s.produced
    obs[at.competitors] = s.competitors
    set_bits(obs, at.sabotaged, int(s.sabotaged))
    set_bits(obs, at.acted, int(s.acted))
    set_bits(obs, at.explored, int(s.explored))
    obs[at.did_produce] = s.did_produce
    obs[at.did_colonize] = s.did_colonize
    for k in range(s.num_players):
        obs[at.due + k] = s.due[clockwise(s, seat, k)]
    obs[at.row] = s.row
    obs[at.award_player] = named(s, seat, s.award_seat)
    obs[at.adaptations] = s.adaptations
    obs[at.breakthroughs] = s.breakthroughs
    obs[at.unpaid] = s.unpaid
    obs[at.star_child] = s.star_child
    obs[at.chooser] = s.reward_place + s.chooser
