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
from astrarium.core.rows import put_row
from astrarium.core.seats import named, relative

from . import state as st
from .actions import ACTIONS
from .edges import edges_of
from .questions import ANNOUNCED, QUESTIONS

MANY = 999
_P, _PLAYER = st.MAX_PLAYERS, st.MAX_PLAYERS  # players; player + 1, at most
_CARDS = 99

# Where the turn stands: by the question that is asked, or by the step that comes next.
STAGES = {
    "begin": ("S_BEGIN",),
    "type": ("S_ACTION",),
    "card": ("ASK_UPGRADE_CARD", "ASK_SPECIAL_CARD"),
    "team": ("ASK_PROTOTYPE_TEAM", "ASK_MOVE_TEAM", "ASK_EXPLORE_TEAM", "ASK_BUILD_TEAM"),
    "site": ("ASK_PROBE_SITE", "ASK_PROTOTYPE_SITE", "ASK_MOVE_SITE", "ASK_COLONY_SITE"),
    "colony": ("ASK_COLONY_TILE",),
    "slot": ("ASK_UPGRADE_SLOT",),
    "bases": ("ASK_BUILD_BASE",),
    "remove a team": ("ASK_COLONY_TEAM",),
    "pay for a colony": ("ASK_COLONY_PRICE",),
    "build for a colony": (),
    "HQ": ("ASK_HQ",),
    "second HQ": ("ASK_SECOND_HQ",),
    "Infra shielded": ("ASK_INFRA_SHIELD",),
    "cards": ("ASK_PLAY",),
    "card shielded": ("ASK_CARD_SHIELD",),
    "Time": ("ASK_TIME",),
    "Spaceport": ("ASK_PORT",),
    "Industrial": ("ASK_INDUSTRY",),
    "Shield Factory": ("ASK_FACTORY",),
    "base of a Move": ("ASK_BASE",),
    "spend": ("ASK_SPEND",),
    "commit": ("S_COMMIT",),
    "draws": ("S_DRAWS",),
    "tiles": ("S_TILES",),
    "Phobes": ("ASK_PHOBES",),
    "built": ("S_BASES",),
    "Research base": ("ASK_LAB",),
    "second team": ("S_SECOND_TEAM",),
    "idle": ("S_IDLE",),
    "after": ("S_AFTER",),
    "claim": ("S_CLAIM",),
    "reward": ("S_REWARD",),
    "transport": ("S_TRANSPORT",),
    "transport to": ("ASK_TRANSPORT_SITE",),
    "discard": ("S_DISCARD",),
    "refill": ("S_REFILL",),
    "next": ("S_NEXT",),
    "legacy": ("S_LEGACY",),
    "1st Beyond": ("S_FIRST_BEYOND", "ASK_FIRST_BEYOND"),
    "2nd Beyond": ("S_SECOND_BEYOND", "ASK_SECOND_BEYOND"),
    "deal": ("S_DEAL",),
    "orbits": ("S_ORBITS",),
    "first Adaptation": ("S_ADAPTATIONS",),
    "launch": ("S_LAUNCH",),
}
STAGE_OF_ASK = np.full(st.NUM_ASKS, -1)  # -1: a question that may come at several steps
STAGE_OF_STEP = np.zeros(st.NUM_STEPS, np.int64)
for _stage, _names in enumerate(STAGES.values()):
    for _name in _names:
        (STAGE_OF_ASK if _name.startswith("ASK_") else STAGE_OF_STEP)[getattr(st, _name)] = _stage
# The kinds of answer that a question calls for: its block of actions.
_KINDS = {block.name: block.name for block in ACTIONS.blocks if block.name != "done"}
_KINDS |= {"answer": "yes or no", "time": "Time", "progress": "progress card", "edge": "Edge"}
_BLOCKS = [next(answer.block for answer in q.answers if answer.block != "done") for q in QUESTIONS]
KIND_OF_ASK = np.array([0] + [list(_KINDS).index(block) for block in _BLOCKS])

OBSERVATION = ObservationSpec(
    # The turn
    Field("players", (), 2, _P, "number of players"),
    Field("start_era", (), 1, 3, "option: the first era of the game"),
    Field("end_era", (), 1, 3, "option: the last era of the game"),
    Field("era", st.NUM_ERAS, 0, 1, "the present era: " + ", ".join(st.ERAS)),
    Field("over", (), 0, 2, "0 running, 1 ended by the rules, 2 cut"),
    Field("stage", len(STAGES), 0, 1, "where the turn stands: " + ", ".join(STAGES)),
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
    Field("ask", len(_KINDS), 0, 1, "what the own seat is asked for: " + ", ".join(_KINDS.values())),
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

# Offsets as constants of the kernels.
(O_PLAYERS, O_START, O_END, O_ERA, O_OVER, O_STAGE, O_ACTIVE, O_NORMAL, O_FIRST) = OBSERVATION.offsets(
    "players", "start_era", "end_era", "era", "over", "stage", "active", "normal", "first"
)
(O_EXTRA, O_TRIGGERED, O_COUNTING, O_LAST, O_PASSED, O_DECIDING, O_ASK, O_WINDOW) = OBSERVATION.offsets(
    "extra", "triggered", "counting", "last", "passed", "deciding", "ask", "window"
)
(O_DECLINED, O_HEARD, O_EDGE, O_EDGE_PLAYER, O_PURGE, O_LEAK, O_TAKER) = OBSERVATION.offsets(
    "declined", "heard", "edge", "edge_player", "purge", "leak_title", "taker"
)
(O_PROFIT, O_GENETICS, O_REVELATION, O_PROGRESS, O_INFRA, O_SUPPLY) = OBSERVATION.offsets(
    "profit", "genetics", "revelation", "progress", "infra", "supply"
)
(O_LEGACY_TILE, O_LEGACY_BASE, O_TEAM_SITE, O_TEAM_TRACK, O_TEAM_CLAIM) = OBSERVATION.offsets(
    "legacy_tile", "legacy_base", "team_site", "team_track", "team_claim"
)
(O_HAND_SIZE, O_HAND_START, O_KNOWN, O_HAND, O_DECK_SIZE, O_DECK_START) = OBSERVATION.offsets(
    "hand_size", "hand_start", "known", "hand", "deck_size", "deck_start"
)
(O_DISCARD, O_PURGED, O_LAID, O_OFFERS, O_PLAYED, O_STACK, O_TILE, O_PRODUCE, O_BASE) = OBSERVATION.offsets(
    "discard", "purged", "laid", "offers", "played", "stack", "tile", "produce", "base"
)
(O_OWNER, O_COLONY, O_COLONY_LEFT, O_PROGRESS_LEFT, O_MARKER, O_BEYOND) = OBSERVATION.offsets(
    "owner", "colony", "colony_left", "progress_left", "marker", "beyond"
)
(O_ACT, O_TEAM, O_SITE, O_CARD, O_CHOSEN, O_COST, O_BOX, O_BASES, O_HQ, O_PLAIN) = OBSERVATION.offsets(
    "act", "team", "site", "card", "chosen_colony", "cost", "box", "bases", "hq", "plain"
)
(O_MULT, O_BIG, O_SHIELDED, O_INFRA_SHIELD, O_CARD_SHIELD, O_TIME, O_SECOND) = OBSERVATION.offsets(
    "mult", "big", "shielded", "infra_shield", "card_shield", "time", "second"
)
(O_BONUS, O_TIMES, O_DOUBLED, O_PORT, O_INDUSTRY, O_FACTORY, O_USE_BASE, O_SPENT, O_PAID) = (
    OBSERVATION.offsets(
        "bonus", "factor", "doubled", "use_port", "use_industry", "use_factory", "use_base", "spent", "paid"
    )
)
(O_BUILT, O_REMOVED, O_BOUGHT, O_ITEM, O_LEFT, O_PRODUCED, O_COMPETITORS) = OBSERVATION.offsets(
    "built_factory", "removed", "bought", "item", "left", "produced", "competitors"
)
(O_SABOTAGED, O_ACTED, O_EXPLORED, O_DID_PRODUCE, O_DID_COLONIZE, O_DUE, O_ROW) = OBSERVATION.offsets(
    "sabotaged", "acted", "explored", "did_produce", "did_colonize", "due", "row"
)
(O_AWARD, O_ADAPTATIONS, O_BREAKTHROUGHS, O_UNPAID, O_STAR_CHILD, O_CHOOSER) = OBSERVATION.offsets(
    "award_player", "adaptations", "breakthroughs", "unpaid", "star_child", "chooser"
)
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
    place = (seat - s.active) % s.num_players
    return asked_in_secret(s) and place < s.asked and edges_of(t, s, seat) != 0


@kernel
def observe(t, s, seat, obs):
    """Write what a seat may know."""
    obs[:] = 0
    observe_turn(t, s, seat, obs)
    hidden = secret(s, seat)
    for k in range(s.num_players):
        observe_player(t, s, (seat + k) % s.num_players, k, hidden, obs)
    observe_cards(s, seat, hidden, obs)
    observe_board(s, seat, obs)
    if not hidden:
        observe_action(s, seat, obs)
    else:
        obs[O_MULT] = 1
        obs[O_TIME] = 1
    observe_rest(s, seat, obs)


@kernel
def stage_of(s, seat):
    """Where the turn stands; an announcement under way looks to others like its beginning."""
    if secret(s, seat):
        return STAGE_OF_STEP[st.S_ACTION]
    if STAGE_OF_ASK[s.ask] >= 0:
        return STAGE_OF_ASK[s.ask]
    return STAGE_OF_STEP[s.step]


@kernel
def observe_turn(t, s, seat, obs):
    obs[O_PLAYERS] = s.num_players
    obs[O_START] = s.start_era
    obs[O_END] = s.end_era
    obs[O_ERA + s.era] = 1
    obs[O_OVER] = s.over
    obs[O_STAGE + stage_of(s, seat)] = 1
    obs[O_ACTIVE] = (s.active - seat) % s.num_players
    obs[O_NORMAL] = (s.normal - seat) % s.num_players
    obs[O_FIRST] = (s.first - seat) % s.num_players
    obs[O_EXTRA] = s.extra
    obs[O_TRIGGERED] = s.triggered
    obs[O_COUNTING] = s.counting
    for k in range(s.num_players):
        other = (seat + k) % s.num_players
        obs[O_LAST + k] = s.last >> other & 1
        obs[O_PASSED + k] = s.passed >> other & 1
    if s.over == 0:
        if seat == s.seat or not asked_in_secret(s):
            obs[O_DECIDING] = named(s, seat, s.seat)
        if seat == s.seat:
            obs[O_ASK + KIND_OF_ASK[s.ask]] = 1
    if s.window > 0:
        obs[O_WINDOW + s.window - 1] = 1
        obs[O_HEARD] = s.heard
        obs[O_DECLINED] = 1 if has_declined(t, s, seat) else 0
    if s.ask == st.ASK_HACK or s.ask == st.ASK_SABOTAGE:
        obs[O_EDGE] = 1 + (st.HACK if s.ask == st.ASK_HACK else st.SABOTAGE)
        obs[O_EDGE_PLAYER] = named(s, seat, s.seat)
    obs[O_PURGE] = s.purge + 1
    obs[O_LEAK] = s.leak_title + 1
    obs[O_TAKER] = named(s, seat, s.taker)


@kernel
def observe_player(t, s, player, k, hidden, obs):
    obs[O_PROFIT + k] = s.profit[player]
    obs[O_GENETICS + k] = s.genetics[player]
    obs[O_REVELATION + k] = s.revelation[player]
    set_bits(obs, O_PROGRESS + st.NUM_TITLES * k, int(s.progress[player]))
    put_row(obs, O_INFRA + st.NUM_SLOTS * k, s.infra[player], 1)
    put_row(obs, O_SUPPLY + st.NUM_BASES * k, s.supply[player], 0)
    obs[O_LEGACY_TILE + k] = s.legacy_tile[player] + 1
    obs[O_LEGACY_BASE + k] = s.legacy_base[player] + 1
    put_row(obs, O_TEAM_SITE + st.NUM_TEAMS * k, s.team_site[player], 1)
    put_row(obs, O_TEAM_TRACK + st.NUM_TEAMS * k, s.team_track[player], 0)
    put_row(obs, O_TEAM_CLAIM + st.NUM_TEAMS * k, s.team_claim[player], 0)
    put_row(obs, O_KNOWN + st.NUM_CARDS * k, s.known[player], 0)
    observe_hand_size(t, s, player, k, hidden and player == s.active, obs)


@kernel
def observe_hand_size(t, s, player, k, announcing, obs):
    """Cards in hand and Start cards among them; those of a hidden announcement are still counted."""
    size, start = int(s.hand_size[player]), 0
    rest = int(t.start_bits[s.era])
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        start += s.hand[player, card]
        if announcing:
            start += s.played[card]
    if announcing:
        for card in range(st.NUM_CARDS):
            size += s.played[card]
    obs[O_HAND_SIZE + k] = size
    obs[O_HAND_START + k] = start


@kernel
def observe_cards(s, seat, hidden, obs):
    put_row(obs, O_HAND, s.hand[seat], 0)
    put_row(obs, O_DISCARD, s.discard, 0)
    put_row(obs, O_PURGED, s.purged, 0)
    if s.step == st.S_REFILL:
        put_row(obs, O_LAID, s.laid, 0)
    if not hidden:
        put_row(obs, O_PLAYED, s.played, 0)
    obs[O_DECK_SIZE] = s.deck_size
    obs[O_DECK_START] = s.deck_start
    put_row(obs, O_OFFERS, s.offers, 1)


@kernel
def observe_board(s, seat, obs):
    """Sites that the era's board does not have are empty, so whole rows are written."""
    put_row(obs, O_STACK, s.stack, 0)
    put_row(obs, O_TILE, s.tile, 1)
    put_row(obs, O_PRODUCE, s.produce, 1)
    put_row(obs, O_BASE, s.base, 1)
    for k in range(s.num_players):
        sites = int(s.own_sites[(seat + k) % s.num_players])
        while sites:
            obs[O_OWNER + lowest(sites)] = k + 1
            sites &= sites - 1
    if s.era == st.STARFARERS:
        put_row(obs, O_COLONY, s.colony, 1)
        set_bits(obs, O_COLONY_LEFT, int(s.colony_left))
    put_row(obs, O_PROGRESS_LEFT, s.progress_left, 0)
    put_row(obs, O_MARKER, s.marker, 0)
    for place in range(2):
        obs[O_BEYOND + place] = named(s, seat, s.beyond[place])


@kernel
def observe_action(s, seat, obs):
    obs[O_ACT] = s.act + 1
    obs[O_TEAM] = (s.passenger if s.passenger >= 0 else s.team) + 1
    obs[O_SITE] = s.site + 1
    obs[O_CARD] = max(s.card, s.playing) + 1
    obs[O_CHOSEN] = s.chosen_colony + 1
    obs[O_COST] = s.cost
    obs[O_BOX] = s.chosen_boxes + s.built_boxes + s.explored_boxes + s.drew + s.idled
    put_row(obs, O_BASES, s.bases, 1)
    for place in range(2):
        obs[O_HQ + place] = named(s, seat, s.hq[place])
    obs[O_PLAIN] = min(s.plain, MANY)
    obs[O_MULT] = min(s.mult, 9999)
    obs[O_BIG] = s.big
    obs[O_SHIELDED] = s.shielded
    if s.shield_hq >= 0:
        obs[O_INFRA_SHIELD] = st.NUM_SLOTS * relative(s, seat, s.shield_hq) + s.shield_slot + 1
    obs[O_CARD_SHIELD] = s.card_shield + 1
    obs[O_TIME + s.time] = 1
    obs[O_SECOND] = s.second
    obs[O_BONUS] = s.bonus
    obs[O_TIMES] = s.factor
    obs[O_DOUBLED] = s.doubled
    obs[O_PORT] = named(s, seat, s.use_port)
    obs[O_INDUSTRY] = named(s, seat, s.use_industry)
    obs[O_FACTORY] = named(s, seat, s.use_factory)
    obs[O_USE_BASE] = named(s, seat, s.use_base)
    obs[O_SPENT] = s.spent
    obs[O_PAID] = s.paid
    obs[O_BUILT] = s.built_factory
    obs[O_REMOVED] = s.removed + 1
    obs[O_BOUGHT] = s.bought
    obs[O_ITEM] = s.item
    obs[O_LEFT] = s.left


@kernel
def observe_rest(s, seat, obs):
    obs[O_PRODUCED] = s.produced
    obs[O_COMPETITORS] = s.competitors
    set_bits(obs, O_SABOTAGED, int(s.sabotaged))
    set_bits(obs, O_ACTED, int(s.acted))
    set_bits(obs, O_EXPLORED, int(s.explored))
    obs[O_DID_PRODUCE] = s.did_produce
    obs[O_DID_COLONIZE] = s.did_colonize
    for k in range(s.num_players):
        obs[O_DUE + k] = s.due[(seat + k) % s.num_players]
    obs[O_ROW] = s.row
    obs[O_AWARD] = named(s, seat, s.award_seat)
    obs[O_ADAPTATIONS] = s.adaptations
    obs[O_BREAKTHROUGHS] = s.breakthroughs
    obs[O_UNPAID] = s.unpaid
    obs[O_STAR_CHILD] = s.star_child
    obs[O_CHOOSER] = s.rewarded + s.chooser
