"""Starfarers and its referee agree, and a rule that is read differently is found out."""

import shutil
from pathlib import Path
from random import Random

import pytest

from astrarium.core import get

from .harness import Tally, compare, parts_of, play
from .starfarers import DATA, Cards, Starfarers
from .trial import differences

GAME = get("starfarers")
STRIDE = 137  # through the set-ups: neighbours differ in one option only


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    """Cards with which short games come to all rules."""
    folder = tmp_path_factory.mktemp("cards")
    Starfarers.mix(folder, Random(7))
    return folder


def played(
    players: int, agent: str, games: int, cards: Path | None = None, known: Path | None = None
) -> Tally:
    """Some games of the first set-up with so many players."""
    parts = parts_of(GAME, 5, games, [agent])
    return compare(next(part for part in parts if part.setup.players == players), Starfarers, cards, known)


@pytest.mark.parametrize(
    ("players", "agent", "games"), [(3, "busy", 1), (3, "greedy", 3), (4, "greedy", 3), (4, "ismcts:20", 1)]
)
def test_referee_agrees_with_every_decision(players, agent, games):
    tally = played(players, agent, games)
    assert differences(tally) == []
    assert tally.decisions > 400


def test_referee_agrees_in_many_set_ups_and_on_every_question():
    total = Tally()
    for k in range(14):
        agent, games = ("busy", 1) if k % 7 == 0 else ("greedy", 2)
        total.add(play(next(parts_of(GAME, 2, games, [agent], k * STRIDE % 576, mixed=True)), Starfarers))
    assert differences(total) == []
    assert set(total.questions) == {question.name for question in GAME.questions}


# A reading of the rules that is not the game's must lead to a difference: so the games come to that rule.
MISREADINGS = {
    "the bank takes three of every kind": ("rate", lambda self, seat, kind: 3),
    "nobody's spaceport bars others": ("is_foreign", lambda self, seat, node: False),
    "ships may stay on colony sites": ("must_leave", lambda self, seat, ship: False),
    "planets are never cleared": ("to_clear", lambda self, seat, node: None),
    "friendship cards give no bonus": ("bonus", lambda self, seat, what: 0),
    "friendship cards have no effect": ("has", lambda self, seat, *effect: False),
    "the first starship has most rings": (
        "first_starship",
        lambda self: max(k for k in range(3) if self.ship_node[self.active][k] >= 0),
    ),
    "boosters do not count": ("speed", lambda self, seat: self.base_speed + self.bonus(seat, "SPEED")),
    "anybody can accept": ("holds", lambda self, seat, cards: True),
    "the others make no offers": ("next_proposer", lambda self: None),
    "offers show nothing": ("name_cards", lambda self, seat, cards: None),
    "unseen losses are known": ("forget_one", lambda self, observer, holder: None),
    "a player wins with 16 points": ("judge", lambda self: None),
    "ships start at the first point only": (
        "free_launches",
        lambda self, seat, free=Starfarers.free_launches: [each for each in free(self, seat) if each[1] == 0],
    ),
    "fame is never lost": (
        "add_fame",
        lambda self, seat, n, add=Starfarers.add_fame: add(self, seat, max(n, 0)),
    ),
}


@pytest.mark.parametrize("rule", MISREADINGS)
def test_a_misread_rule_is_found(rule, monkeypatch, made_up):
    name, other = MISREADINGS[rule]
    monkeypatch.setattr(Starfarers, name, other)
    assert differences(played(4, "greedy:weights=first", 3, made_up, made_up))


def test_colonies_beside_pirates_are_found(monkeypatch, made_up):
    monkeypatch.setattr(Cards, "barred", lambda self, face: False)
    assert differences(played(4, "greedy:weights=first", 3, made_up, made_up))


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("costs", "booster,0,2,", "booster,0,1,", "legal actions"),
        ("chips", "red,12,", "red,4,", "red chips"),
        ("encounters", "FAME +1", "FAME +2", "field fame"),
        ("questions", "Q5,choice,0,", "Q5,choice,3,", "draws: duel"),
        ("start", "Alpha,7,1,22,0,29,1,8,2", "Alpha,7,1,22,0,29,1,8,0", "field ship_node"),
    ],
)
def test_a_game_with_other_cards_is_found(tmp_path, file, old, new, what):
    shutil.copytree(DATA, tmp_path / "cards")
    path = tmp_path / "cards" / f"{file}.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    tally = played(4, "greedy", 4, path.parent)
    assert what in {each.what for each in tally.differences}
