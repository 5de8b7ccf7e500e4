"""Disguise: other words for names, the same game."""

import json
import re
from itertools import islice

import pytest

import astrarium.envs
import tests.toy
from astrarium.agents import Positions, make_agent
from astrarium.core import get
from astrarium.text import SeatTable, count_tokens, decision_text, messages, read_reply, rules
from astrarium.text.disguise import Disguise, DisguisedView
from astrarium.text.prompt import LISTED, OURS
from astrarium.text.refusals import reason
from astrarium.text.replies import plain
from tests.contract.table import default_tables
from tests.text.games import decisions


def hidden(disguise, text):
    """The names that a text still has."""
    words = {word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", text.casefold())}
    ours = {word.casefold() for word in re.findall(r"[^\W\d_]+", f"{OURS.system} {OURS.decision} {LISTED}")}
    return (words & disguise.words.keys()) - ours


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_names_are_gone_and_replies_are_read_back(name):
    game = get(name)
    disguise = Disguise(game, None, 5)
    assert len(disguise.words) > 15
    table = default_tables(game)[-1]
    for view in islice(decisions(table, 4, every=41), 6):
        other = DisguisedView(view, disguise)
        assert other.legal == view.legal
        for action, words in zip(other.legal, other.names, strict=True):
            assert read_reply(f"Answer: {words}", other) == action
        assert len({plain(words) for words in other.names}) == len({plain(words) for words in view.names})
        illegal = int((view.mask == 0).argmax())
        told = [each["content"] for each in messages(other)]
        for text in [*told, json.dumps([*other.json.values()]), reason(other, illegal)]:
            assert not hidden(disguise, text)
        assert abs(count_tokens(decision_text(other)) - count_tokens(decision_text(view))) < 30
        assert len(other.text) == len(view.text)  # columns stay where they are
    assert not hidden(disguise, disguise(rules(game, cards=True, whole=True)))


def test_the_same_seed_gives_the_same_words():
    game = tests.toy.GAME
    assert Disguise(game, None, 1).words == Disguise(game, None, 1).words
    assert Disguise(game, None, 1).words != Disguise(game, None, 2).words
    made = Disguise(game, None, 1).words
    assert len(set(made.values())) == len(made)
    assert all(len(word) == len(new) and word[0] == new[0] and word != new for word, new in made.items())


def test_case_and_plurals_are_kept():
    disguise = Disguise(get("star_tycoon"), None, 3)
    ship = disguise.words["ship"]
    assert (
        disguise("Ship, ships, SHIP; shipping") == f"{ship.capitalize()}, {ship}s, {ship.upper()}; shipping"
    )
    assert disguise("what to do?") == "what to do?"


def test_a_player_plays_in_disguise_as_without_it():
    game = tests.toy.GAME
    played = []
    for seed in (None, 4):
        agent, table = make_agent("greedy", game), SeatTable(game, players=2, seed=3, disguise=seed)
        while not table.over:
            action = int(agent.act(Positions.of_batch(table._batch, 3))[0])
            table.reply(f"Answer: {table.view.name(action)}")
        played.append(table.past.actions)
    assert played[0] == played[1]
