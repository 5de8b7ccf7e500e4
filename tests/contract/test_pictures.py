"""Pictures: every move finds its place, nothing hidden is in them, and everything can be read."""

import numpy as np
import pytest

from astrarium.core.aec import GameAEC
from astrarium.core.svg import to_rgb
from tests.contract.pictures import flaws, places_of
from tests.contract.table import default_tables, seats

PHONE = 390
# The least height of a text in the wide picture and in the column of a phone.
SMALLEST = {None: 7.0, PHONE: 4.6}
# The share of legal actions that must name a place; actions that are a block of their own (to pass, to end a
# turn, to refuse) do not count.
SHARE = {
    "star_commander": 0.8,
    "starfarers": 0.9,
    "star_tycoon": 0.9,
    "spacecorp": 0.75,
    "starship_captains": 0.9,
}
ELSEWHERE = 0.5  # of the toy, and of games that are not of this repository


def test_every_place_of_a_move_is_in_the_picture(table):
    """And no name is given twice."""
    game, content = table.game, table.game.content(table.content)
    placed = counted = 0
    for states in table.samples(10, seed=90, games=2):
        seat = int(states["seat"][0])
        for width in (None, PHONE):
            names = places_of(game.render_svg(content, states[0], seat, width))
            assert len(names) == len(set(names))
            for action in np.flatnonzero(table.mask(states)):
                named = game.places(content, states[0], seat, int(action))
                lost = set(named) - set(names)
                assert not lost, f"{table}: {game.action_name(action, content)!r} is about {lost}: not drawn"
                if game.actions.block(int(action))[0].size > 1:
                    counted += 1
                    placed += bool(named)
    share = SHARE.get(game.name, ELSEWHERE)
    assert placed >= share * counted, f"{table}: {placed} of {counted} actions have a place"


def test_a_picture_shows_a_seat_nothing_that_it_cannot_know(table):
    game, content = table.game, table.game.content(table.content)
    for k, states in enumerate(table.samples(6, seed=95, games=2)):
        for seat in seats(states):
            other = table.determinize(states, seat, k)
            assert game.render_svg(content, states[0], seat) == game.render_svg(content, other[0], seat)


@pytest.mark.parametrize("width", [None, PHONE])
def test_everything_in_a_picture_can_be_read(table, width):
    game, content = table.game, table.game.content(table.content)
    for states in table.samples(6, seed=97, games=2):
        for seat in (None, int(states["seat"][0])):
            svg = game.render_svg(content, states[0], seat, width)
            wrong = flaws(svg, SMALLEST[width])
            assert not wrong, f"{table} after {states['moves'][0]} moves, seat {seat}:\n" + "\n".join(wrong)


def test_a_picture_is_light_or_dark(game):
    states = default_tables(game)[0].deal(1)
    svg = game.render_svg(game.content(), states[0], None)
    light, dark = (to_rgb(svg, theme=theme) for theme in ("light", "dark"))
    assert light.shape == dark.shape
    assert light.mean() > 128 > dark.mean()


def test_an_environment_shows_itself_in_a_notebook(env_game):
    env = GameAEC(env_game)
    assert env._repr_svg_() is None
    env.reset(seed=1)
    assert env._repr_svg_().startswith("<svg")
