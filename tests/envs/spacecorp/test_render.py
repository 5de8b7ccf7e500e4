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


def told(g, action):
    """What is told of an action."""
    g.ready()
    before = g.game.states.copy()
    number = next(a for a in g.game.legal_ids() if g.game.name(a) == action)
    g.act(action)
    return GAME.narrate(g.game.content, before[0], number, g.s)


def test_a_move_is_told_with_its_cards():
    g = Table().give(0, "Solar Sail", "Heavy Lifter", "Cargo Pod")
    g.do("Move", "team 1", "site Luna", "use own", "card Solar Sail")
    lines = told(g, "done")
    assert "Blue conducts Move with Solar Sail" in lines
    assert "Blue's team 1 goes from Earth to Luna" in lines
    assert any(line.endswith("turn of Yellow") for line in lines)


def test_exploring_building_and_claims_are_told():
    g = Table().teams(0, "Mars South").give(0, "Spectral Array", "Cargo Pod")
    g.do("Explore", "card Spectral Array", "done")
    assert g.tiles_at("Mars South")
    lines = told(g, "yes")
    assert any(line.startswith("Blue fulfills contract 2") and line.endswith("for 2T") for line in lines)


def test_an_edge_is_told():
    g = Table().give(0, "Chemical Drive", "Cargo Pod").give(1, "Survey Rover").ready(edges=True)
    assert "Yellow plays the Edge of Survey Rover: Sabotage" in told(g, "Edge Sabotage")


def test_cards_drawn_from_the_deck_have_no_name():
    g = Table().offer("Ion Drive").give(0, "Heavy Lifter").do("Research", "use own")
    lines = told(g, "take the top card of the deck")
    assert lines == ["Blue draws a card"]
    assert "Blue takes Ion Drive" in told(g, "take offer 1")


def test_the_end_is_told():
    g = Table(end_era=1).give(0, "Chemical Drive").only()
    lines = told(g, "pass")
    assert any(line.startswith("the game is over; profit: Blue") for line in lines)


def chartered(seat, players):
    """A table of Starfarers with an empty deck; a seat owns the colony that claims at the end."""
    g = Table("Starfarers", players=players, start_era=3).profits(*[20] * players)
    g.explored("Wolf 359", "Habitable World").base(seat, "Wolf 359", "Bio Lab")
    for player in (0, 1):
        g.give(player, "Von Neumann Scouts")
    return g.colonized("Wolf 359", "Charter").only()


def claims(lines):
    """Who is told to fulfill a contract."""
    return [line.partition(" fulfills contract")[0] for line in lines if "fulfills contract" in line]


def test_a_colony_claims_for_its_owner_whoever_took_the_last_turn():
    g = chartered(0, players=2).act("pass")
    assert g.s["active"] == 1
    assert claims(told(g, "pass")) == ["Blue"]
    assert g.s["over"] == 1


@pytest.mark.parametrize(("answer", "who"), [("yes", ["Blue", "Yellow"]), ("no", ["Yellow"])])
def test_the_last_claim_of_a_turn_and_that_of_a_colony_have_their_own_names(answer, who):
    g = chartered(1, players=3).set(counting=1, last=0b001)
    for site in ("Luhman 16", "Sirius", "Alpha Centauri"):
        g.explored(site, "Marginal World").base(0, site, "Secure")
    g.do("Upgrade", "Infra slot 3")
    assert g.can(answer)
    assert claims(told(g, answer)) == who
    assert g.s["over"] == 1
