"""Prompts: whole, bounded, and nothing in them that the seat may not know."""

import re
from itertools import islice

import pytest

import astrarium.envs
import tests.toy
from astrarium.core import get
from astrarium.text import LIMIT, Template, count_tokens, decision_text, messages, rules
from astrarium.text.digest import card_tables, ledger
from astrarium.text.prompt import (
    GAP,
    LEFT_OUT,
    NO_DETAILS,
    OURS,
    TemplateError,
    _owners,
    compact,
    grouped,
    listing,
)
from tests.contract.table import Table, default_tables
from tests.text.games import decisions

NAMES = [*astrarium.envs.GAMES, "toy"]
TOY = Table(tests.toy.GAME, 3)


EVERY = {"toy": 3, "starship_captains": 7}


def some_views(name, seed=3):
    """About a dozen decisions of a game with as many players as there can be."""
    return list(islice(decisions(default_tables(get(name))[-1], seed, EVERY.get(name, 37)), 15))


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_the_rules_in_short_are_short(name):
    game = get(name)
    assert 600 <= count_tokens(rules(game)) <= 1200
    longer = rules(game, cards=True, whole=True)
    assert len(ledger(game)) > 100
    assert all(f"- {rule}" in longer for rule in ledger(game))
    assert all(
        len({row.count(" | ") for row in table.splitlines()}) == 1 for table in card_tables(game).values()
    )
    assert card_tables(game)


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_is_whole_and_bounded(name):
    told = 0
    for view in some_views(name):
        text = decision_text(view)
        assert count_tokens(text) < LIMIT
        assert view.question in text
        assert listing(view) in text or grouped(view) in text
        assert compact(view) in text or NO_DETAILS in text
        assert own_part(view) <= set(text.splitlines())
        newest = view.events[-1].name if view.events else ""
        told += bool(newest) and newest in text
        unlisted = decision_text(view, listed=False)
        assert "1. " + view.names[0] not in unlisted
    assert told


def own_part(view):
    """The lines of the table about the own seat."""
    return {line for line, whose in _owners(view, compact(view)) if whose == "own"}


def ungrouped(text):
    """The names of actions that are written together."""
    names = []
    for line in text.splitlines()[1:]:
        numbers, _, rest = line.partition(". ")
        if "-" not in numbers:
            names.append(rest)
            continue
        shared, _, kinds = rest.partition(": ") if rest.count(": ") == 1 else _split(rest)
        names += [shared.replace(GAP, kind.partition(" ")[2]) for kind in kinds.split(" | ")]
    return names


def _split(rest):
    """At the colon before the first number, where names have colons too."""
    first = re.search(r": (?=\d+ [^|]*( \||$))", rest)
    return rest[: first.start()], ": ", rest[first.end() :]


@pytest.mark.parametrize("name", NAMES)
def test_actions_that_are_written_together_lose_nothing(name):
    together = 0
    for view in some_views(name):
        text = grouped(view)
        assert ungrouped(text) == [" ".join(each.split()) for each in view.names]
        together += GAP in text.partition("\n")[2]
        assert count_tokens(text) <= count_tokens(listing(view)) + 15  # what its first line has more
    assert together or name != "star_tycoon"


def test_what_is_too_long_ago_is_left_out():
    view = next(view for view in decisions(TOY, 3) if len(view.events) > 1)
    whole = decision_text(view)
    assert LEFT_OUT not in whole
    shorter = [decision_text(view, limit=limit) for limit in range(count_tokens(whole), 0, -4)]
    assert any(LEFT_OUT in text and NO_DETAILS not in text for text in shorter)
    sizes = [count_tokens(text) for text in shorter]
    assert sizes == sorted(sizes, reverse=True)
    assert own_part(view) <= set(shorter[-1].splitlines())  # it is never cut, nor are question and actions
    assert view.question in shorter[-1]
    assert listing(view) in shorter[-1] or grouped(view) in shorter[-1]


def test_a_template_of_ones_own(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("Be $seat of $game.\n$rules\n===\n$table\n$question\n$actions")
    view = next(decisions(TOY, 1))
    system, user = messages(view, Template.read(file))
    assert system["content"].startswith("Be player_")
    assert user["content"].startswith(compact(view))
    assert Template.read(file).digest != OURS.digest == Template.read().digest


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("$rules", "two parts"),
        ("$rules\n===\n$table", "no .question"),
        ("$rules\n===\n$question $hand", "hand means nothing"),
        ("$table\n===\n$question", "table means nothing"),
        ("$rules\n===\n$question costs 5$", "single"),
    ],
)
def test_a_template_that_cannot_work_is_refused(tmp_path, text, why):
    (tmp_path / "bad.txt").write_text(text)
    with pytest.raises(TemplateError, match=why):
        Template.read(tmp_path / "bad.txt")
    with pytest.raises(TemplateError, match="cannot be read"):
        Template.read(tmp_path / "none.txt")


def test_tokens_are_counted():
    assert count_tokens("") == 0
    assert count_tokens("end the turn") == 3
    assert count_tokens("1. buy 3 gas\n") == 7
    assert count_tokens("extraordinarily") == 3
    assert count_tokens("room 3, 10,000") == 8


def test_a_map_keeps_its_columns():
    views = some_views("star_commander")
    for line in views[-1].text.splitlines():
        if line.startswith(("A  ", "B  ", "   ")):
            assert line in compact(views[-1]).splitlines()


def test_details_of_others_are_left_out_where_there_is_no_room():
    view = some_views("star_tycoon")[6]
    whole = compact(view)
    short = decision_text(view, limit=count_tokens(decision_text(view, events=())))
    assert NO_DETAILS in short
    assert whole.count("Homeworld") == view.num_players
    assert short.count("    Homeworld") == 1
    assert whole.split("> ")[1].splitlines()[1] in short  # the own one
