"""Questions and actions in words: every position has a question, and no two legal actions share a name."""

import re

import numpy as np

from astrarium.core import Batch, Words
from tests.contract.table import amount

POSITIONS = 100_000
GAMES = 400


def positions(game):
    """Random positions of every table size, with their masks, spread over whole games."""
    each = amount(POSITIONS) // len(game.players)
    for players in game.players:
        batch = Batch(game, GAMES, num_players=players, seed=31, observations=False)
        for k in range(max(1, each // GAMES)):
            for i in range(GAMES):
                yield batch.states[i], batch.mask[i]
            batch.step(batch.random_actions(k))


def test_legal_actions_have_names_of_their_own(game):
    content = game.content()
    for state, mask in positions(game):
        words = game.words(content, state)
        names = [words.action(action) for action in np.flatnonzero(mask).tolist()]
        if len(set(names)) < len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise AssertionError(f"{game.name}: {game.question(content, state)!r} has two answers {twice}")


def test_every_position_has_a_question(table):
    content = table.game.content(table.content)
    for states, _ in table.walk(5):
        asked = table.game.question(content, states[0])
        assert asked.strip()
        assert not re.search(r"[{}]", asked)
        assert states["ask"][0]
    assert table.game.question(content, states[0]) == ""


def test_names_speak_of_players_by_name(table):
    """In a position nobody is the "second player": everybody has a name."""
    content = table.game.content(table.content)
    for states, mask in table.walk(6):
        for action in np.flatnonzero(mask).tolist():
            name = table.game.action_name(action, content, states[0])
            assert not re.search(r"\b(next|second|third|fourth|fifth) player", name), name


def test_a_game_without_words_of_its_own_uses_those_of_its_actions(game):
    plain = type("Plain", (Words,), {name: getattr(game.words, name) for name in ("actions", "questions")})
    content = game.content()
    for action in range(game.num_actions):
        assert plain(content, None).action(action) == game.action_name(action)
