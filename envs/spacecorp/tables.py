"""SpaceCorp: the record of all that the lists of a content set say."""

from pathlib import Path

import numpy as np

from astrarium.core.weights import Weights

from . import state as st

WEIGHTS = Weights(Path(__file__).parent / "data" / "weights.csv")

E, N, K = st.NUM_ERAS, st.NUM_SITES, st.NUM_VALUED

TABLES = np.dtype(
    [
        # sites
        ("num_sites", "i1", E),
        ("region", "i1", (E, N)),
        ("region_sites", "i4", (E, N)),  # bits: sites of the same region
        ("explore", "i1", (E, N)),  # cost, -1 = cannot be explored
        ("build", "i1", (E, N)),  # cost, -1 = no base possible
        ("boxes", "i1", (E, N)),
        ("heavy", "i4", E),  # bits: sites with a gravity penalty
        ("lagrange", "i4", E),
        ("frozen", "i4", E),  # bits: sites whose teams can do nothing more
        ("radiation", "i4", E),
        ("systems", "i4", E),  # bits: star systems
        ("multi", "i4", E),
        ("spurs", "i4", E),
        ("dist", "i2", (E, N, N)),
        ("dist_light", "i2", (E, N, N)),  # without gravity penalties
        ("through", "i4", (E, N)),  # bits: destinations whose way touches the radiation zone
        ("near", "i4", (E, N)),  # bits: sites within a distance of 20, itself included
        ("beyond", "i1", E),  # the site with the Beyond markers, -1 = none
        ("first_beyond", "i1", E),  # where the holder of the 1st marker may begin, -1 = nowhere
        ("second_beyond", "i1", E),
        # action cards, numbered era * 31 + card
        ("plain", "i1", (st.ALL_CARDS, K)),  # plain number, 0 = none
        ("shield", "i1", (st.ALL_CARDS, K)),  # shielded number
        ("worth", "i1", (st.ALL_CARDS, K)),  # the plain number, or the shielded one if there is no other
        ("mult", "i1", (st.ALL_CARDS, K)),
        ("copies", "i1", st.ALL_CARDS),
        ("dealt", "i1", st.ALL_CARDS),  # one in every starting hand
        ("infra", "i1", st.ALL_CARDS),
        ("edge", "i1", st.ALL_CARDS),  # -1 = none
        ("special", "i1", st.ALL_CARDS),
        ("type_bits", "i4", (E, K)),  # bits: cards with a number for that action
        ("shield_bits", "i4", (E, K)),
        ("infra_bits", "i4", E),
        ("start_bits", "i4", E),
        ("special_bits", "i4", E),
        ("edge_bits", "i4", (E, st.NUM_EDGES)),
        ("window_bits", "i4", (E, len(st.WINDOWS))),  # bits: cards with an Edge for that moment
        # Discovery tiles
        ("num_tiles", "i1"),
        ("tile_copies", "i1", st.NUM_TILES),
        ("tile_stack", "i1", st.NUM_TILES),
        ("tile_icons", "i2", st.NUM_TILES),
        ("tile_profit", "i1", st.NUM_TILES),
        ("tile_genetics", "i1", st.NUM_TILES),
        ("tile_revelation", "i1", st.NUM_TILES),
        ("tile_produce", "i1", st.NUM_TILES),  # -1 = no P#
        ("tile_base", "i1", st.NUM_TILES),
        ("tile_colony", "i1", st.NUM_TILES),
        ("tile_draw", "i1", st.NUM_TILES),  # stack to draw from instead, -1 = none
        ("tile_special", "i1", st.NUM_TILES),
        # contracts; the last axis: 3-4 players, 2 players
        ("test", "i1", (E, st.NUM_ROWS)),
        ("test_sites", "i4", (E, st.NUM_ROWS)),
        ("test_era", "i1", (E, st.NUM_ROWS)),  # only cards of the era count
        ("test_number", "i1", (E, st.NUM_ROWS, 2)),
        ("award", "i1", (E, st.NUM_ROWS, 2)),
        # progress cards
        ("title_kind", "i1", st.NUM_TITLES),
        ("title_era", "i1", st.NUM_TITLES),
        ("title_award", "i1", st.NUM_TITLES),
        ("title_needs", "i1", st.NUM_TITLES),  # kind
        ("title_number", "i1", st.NUM_TITLES),
        ("title_of", "i1", st.NUM_TITLES),  # effect -> title
        ("kind_bits", "i4", 2),
        # colonies
        ("colony_value", "i1", st.NUM_COLONIES),
        ("colony_effect", "i1", st.NUM_COLONIES),
        ("colony_bits", "i4", st.MAX_PLAYERS + 1),  # by number of players
        # HQ of a game that begins with that era
        ("hq_research", "i1", E),
        ("hq_kind", "i1", (E, st.NUM_SLOTS)),  # -1 = empty slot
        ("hq_value", "i1", (E, st.NUM_SLOTS)),
        ("wheel", "i1"),  # spaces of the progress wheel
        # for the evaluation
        ("w", WEIGHTS.dtype),
    ],
    align=True,
)
