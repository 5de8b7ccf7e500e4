"""Pictures, text and narration."""

import re

import numpy as np
import pytest

from astrarium.core.proxy import Records
from astrarium.core.svg import to_rgb
from astrarium.envs.spacecorp import missions, things
from astrarium.envs.spacecorp import state as st
from astrarium.envs.spacecorp.view import Reader
from tests.arrange import arrange
from tests.contract.pictures import flaws
from tests.envs.spacecorp.table import GAME, Table


def wander(players, moves, seed, **options):
    """A game after some random moves; going places is liked."""
    rng = np.random.default_rng(seed)
    game = arrange(GAME, players=players, seed=seed, **options)
    for _ in range(moves):
        if game.over:
            break
        legal = game.legal_ids()
        liked = [a for a in legal if game.name(a) in ("Build", "Explore", "Move", "Colonize")]
        game.act(int(rng.choice(liked or legal)))
    return game


@pytest.mark.parametrize(("players", "start"), [(3, 2), (4, 3)])
@pytest.mark.parametrize("width", [None, 390])
def test_the_boards_of_later_eras_can_be_read(players, start, width):
    game = wander(players, 160, seed=players, start_era=start)
    assert not flaws(GAME.render_svg(game.content, game.states[0], None, width), 5)


def test_the_picture_shows_sites_tiles_bases_offers_and_contracts():
    g = (
        Table()
        .explored("Luna", "Water")
        .base(0, "Luna", "Industrial")
        .offer("Ion Drive")
        .give(0, "Solar Sail")
        .profits(7, 0)
    )
    svg = GAME.render_svg(g.ready().game.content, g.s, 0)
    for words in ("Luna e1 b2", "Water: water, 1T", "Ion Drive", "first Produce action", "Solar Sail", "7T"):
        assert words in svg
    assert to_rgb(svg).ndim == 3


def test_cards_say_what_they_do():
    g = Table("Planeteers", start_era=2).give(0, "Gravity Assist").owns(0, "Probe Network").ready()
    svg = GAME.render_svg(g.game.content, g.s, 0)
    assert ">Move 5 / Edge Intercept<" in svg
    assert ">Probe Network: doubles every Explore value<" in svg
    assert ">+3 on every Build value<" in svg, "progress cards on the Sideboard"


@pytest.mark.parametrize(
    ("era", "names"), [("Planeteers", ["Titan", "Oort Cloud"]), ("Starfarers", ["Sirius", "Orion Spur 2"])]
)
def test_every_era_has_its_board(era, names):
    g = Table(era, start_era={"Planeteers": 2, "Starfarers": 3}[era])
    svg = GAME.render_svg(g.game.content, g.s, None)
    assert all(name in svg for name in names)
    assert era in svg


def test_hands_of_others_are_not_shown():
    g = Table().give(0, "Solar Sail").give(1, "Regolith Printer").ready()
    seen, whole = (GAME.render_svg(g.game.content, g.s, seat) for seat in (0, None))
    assert ("Regolith Printer" in seen, "Solar Sail" in seen, "Regolith Printer" in whole) == (
        False,
        True,
        True,
    )
    text = GAME.render_text(g.game.content, g.s, 0)
    assert "Regolith Printer" not in text
    assert "1 unknown" in text


def test_a_known_card_is_shown_to_all():
    g = Table().give(1, "Regolith Printer", known=True).give(0, "Cargo Pod").ready()
    assert "Regolith Printer" in GAME.render_text(g.game.content, g.s, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_text_does_not_depend_on_what_a_seat_cannot_know(players):
    for moves in (60, 150, 260):
        game = wander(players, moves, seed=10 + players)
        for seat in range(players):
            other = game.determinized(seat, stream=3)
            assert game.text(seat) == other.text(seat)


def test_cards_removed_from_the_game_are_shown():
    g = Table().give(0, "Cargo Pod").ready()
    card = GAME.content().labels["card"].index("Ion Drive")
    g.s["purged"][card] = 2
    assert "removed from the game: 2 Ion Drive" in g.game.text(1)
    assert "removed from the game: 2 Ion Drive" in GAME.render_svg(g.game.content, g.s, 1)


def test_an_announcement_under_way_is_not_shown_to_others():
    g = Table(players=2).give(0, "Solar Sail", "Heavy Lifter", "Cargo Pod")
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail")
    assert "action: Move" in GAME.render_text(g.game.content, g.s, 0)
    assert "action:" not in GAME.render_text(g.game.content, g.s, 1)
    assert "which action?" in GAME.render_text(g.game.content, g.s, 1)


def titles(g, seat=0):
    """What the places of the picture say of themselves."""
    svg = GAME.render_svg(g.ready().game.content, g.s, seat)
    return dict(re.findall(r'data-at="([^"]+)">\s*<title>([^<]*)</title>', svg))


def test_every_thing_on_the_table_says_what_it_is_and_needs():
    g = Table().explored("Luna", "Abundant Ores").teams(0, "Luna").give(0, "Cargo Pod", "Time")
    told = titles(g)
    luna = told[f"site-{g.site('Luna')}"].split("\n")
    assert luna[0] == "Luna, in the region Earth-Luna."
    assert luna[1] == "Explore needs 1. Build needs 2, 0 with its tile. A Move from Earth costs 4."
    assert luna[2] == "Abundant Ores (P0: 0T at each Produce, Build costs 2 less)."
    assert luna[3] == "Can be built: Industrial, Refinery, Research base."
    assert told[f"base-0-{st.INDUSTRIAL}"].startswith("Industrial base. It needs water or a P number.")
    assert told[f"hand-0-{st.TIME}"].startswith("Time: With a Move")
    assert told["contract-3"].startswith(
        "Contract 4: 3 Spaceports. Whoever is the first to have that gains 3T."
    )
    assert told["border-0"] == "From Earth-Luna to Lunar Lagrange: 1 of the cost of a Move."
    assert told["wheel-0"].startswith("Genetics 0: the next Adaptation at 4, every 4 steps.")


@pytest.mark.parametrize(("era", "start"), [("Mariners", 1), ("Planeteers", 2), ("Starfarers", 3)])
def test_what_a_site_says_can_be_built_is_what_the_rules_allow(era, start):
    g = Table(era, start_era=start).ready()
    r, rule = Reader(g.game.content, g.s), getattr(missions.eligible, "py_func", missions.eligible)
    explored = [
        k
        for k, name in enumerate(g.labels["tile"])
        if st.ERA_OF_STACK[g.t["tile_stack"][k]] == g.era and name
    ]
    checked = 0
    for site in range(1, int(g.t["num_sites"][g.era])):
        if g.t["build"][g.era, site] < 0:
            continue
        for tile in explored if g.t["boxes"][g.era, site] else [-1]:
            g.s["tile"][site, 0] = tile
            bits = int(rule(Records(g.game.content.tables)[0], Records(g.game.states)[0], site, 0))
            allowed = [name for kind, name in enumerate(st.BASES) if bits >> kind & 1]
            assert things.fitting(r, site, tile) == allowed
            checked += 1
    assert checked > 20


def test_explore_and_build_are_offered_at_the_site_of_the_team():
    g = Table().teams(0, "Luna").give(0, "Spectral Array", "Cargo Pod").ready()
    explore = GAME.actions.offset("type") + st.EXPLORE
    assert GAME.places(g.game.content, g.s, 0, explore) == ("type-2", f"site-{g.site('Luna')}")
    g = Table().teams(0, "Luna").explored("Luna", "Abundant Ores").give(0, "Cargo Pod").ready()
    build = GAME.actions.offset("type") + st.BUILD
    assert GAME.places(g.game.content, g.s, 0, build) == ("type-3", f"site-{g.site('Luna')}")


def test_names_of_infra_are_whole_on_a_phone():
    g = Table().infra(0, 1, "Nuclear Thermal Drive").ready()
    mat = next(p for p in GAME.panels(g.game.content, g.s, 0) if p.name == "player-0")
    assert "Thermal Drive<" in mat.alone(366).svg
    assert "…" not in mat.alone(366).svg
