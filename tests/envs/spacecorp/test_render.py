"""Pictures, text and narration."""

import numpy as np
import pytest

from astrarium.core.svg import to_rgb
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
