"""Star Commander and its referee agree, and a rule that is read differently is found out."""

import shutil
from itertools import islice
from pathlib import Path

import pytest

from astrarium.core import get
from astrarium.envs.star_commander import state as st

from .harness import Tally, compare, parts_of, play
from .star_commander import DATA, Cards, Commander
from .trial import differences

GAME = get("star_commander")
SET_UPS = 144
STRIDE = 19  # through the set-ups: neighbours differ in one option only


def played(players: int, cards: str, agent: str, games: int, changed: Path | None = None) -> Tally:
    """Some games of the first set-up with so many players and these cards."""
    parts = parts_of(GAME, 8, games, [agent])
    part = next(part for part in parts if (part.setup.players, part.setup.cards) == (players, cards))
    return compare(part, Commander, changed)


@pytest.mark.parametrize("agent", ["busy", "greedy"])
@pytest.mark.parametrize("players", GAME.players)
def test_referee_agrees_with_every_decision(players, agent):
    tally = played(players, "0.9.5", agent, 2)
    assert differences(tally) == []
    assert tally.decisions > 30


def test_referee_agrees_with_every_value_of_every_option_and_on_every_question():
    total, seen = Tally(), set()
    for k in range(12):
        part = next(parts_of(GAME, 3, 2, ["random"], k * STRIDE % SET_UPS))
        seen |= {*part.setup.options, part.setup.cards, part.setup.players}
        total.add(play(part, Commander))
    assert differences(total) == []
    assert seen == {*GAME.contents, *GAME.players, *((o.name, v) for o in GAME.options for v in o.values)}
    assert set(total.questions) == {question.name for question in GAME.questions}


def test_referee_agrees_with_cards_whose_values_have_changed_places():
    parts = islice(parts_of(GAME, 6, 1, ["busy"], mixed=True), 0, SET_UPS, 36)
    assert differences(*(play(part, Commander) for part in parts)) == []


# A reading of the rules that is not the game's must lead to a difference: so the games come to that rule.
MISREADINGS = {
    "damage has to exceed the hit points": (
        "hit_points",
        lambda self, vessel, old=Commander.hit_points: old(self, vessel) + 1,
    ),
    "Fighters besiege": ("besieges", lambda self, vessel: not vessel.kind.station),
    "a siege has no effect": ("besieged", lambda self, cell: False),
    "Fighters are never abandoned": ("abandoned", lambda self, vessel: False),
    "nothing is banned after combat": ("banned", lambda self, seat, cell: self.besieged(cell)),
    "stations have no limit": ("station_allowed", lambda self, seat, cell: self.owner[cell] == seat),
    "ships are built anywhere": ("ship_site", lambda self, seat, cell, fighter: True),
    "Fighters are outside the ship limit": (
        "counts",
        lambda self, vessel: not vessel.kind.station and not vessel.kind.fighter,
    ),
    "nobody is guarded": (
        "targets",
        lambda self, seat: [v for v in self.at(self.battle) if v.owner != seat],
    ),
    "moved ships retreat": (
        "ways_out",
        lambda self, ship: [c for c in self.destinations(ship) if self.owner[c] == ship.owner],
    ),
    "asteroids are open to all": ("open_to", lambda self, ship, cell: True),
    "all domains are everybody's": ("domains", lambda self, seat: [0, 1, 2]),
    "a Jump Nexus gives no speed": ("meet", lambda self, cell: None),
    "shown cards are forgotten": ("show", lambda self, seat, card, copies=0: None),
    "vessels of a kind are alike": ("alike", lambda self, vessel: ()),
    "every offer can be carried out": (
        "valid",
        lambda self, seat, other, offer: offer.holds(0) and offer.holds(1),
    ),
    "damage is divided in two ways": ("portions", lambda self, need, left: [st.PORTION_ONE, st.PORTION_ALL]),
    "Forsei is a capital like others": ("has_forsei", lambda self, seat: False),
    "conquered stations stay": ("hand_over", lambda self, vessel, seat: None),
    "nothing is safe from Commands": ("targetable", lambda self, vessel, number: True),
}


@pytest.mark.parametrize("rule", MISREADINGS)
def test_a_misread_rule_is_found(rule, monkeypatch):
    name, other = MISREADINGS[rule]
    monkeypatch.setattr(Commander, name, other)
    tries = (2, 2), (2, 4), (3, 4)  # some rules come up seldom
    assert any(differences(played(players, "0.9.5", "random", games)) for players, games in tries)


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("vessels", "Strike Fighter,Fighter,1,", "Strike Fighter,Fighter,2,", {"legal actions"}),
        ("vessels", "Station,3,1,4,", "Station,3,1,5,", {"legal actions", "field here", "field pile"}),
        ("systems", "Homeworld,none,6,", "Homeworld,none,5,", {"legal actions"}),
        ("systems", "SOT CRED 2", "SOT CRED 3", {"field credits"}),
        ("cards", "MOD_ATK own@sys 2", "MOD_ATK own@sys 3", {"field v_attack"}),
    ],
)
def test_a_game_with_other_cards_is_found(tmp_path, file, old, new, what):
    shutil.copytree(DATA / "0.9.5", tmp_path / "cards")
    path = tmp_path / "cards" / f"{file}.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    found = {each.what for each in played(2, "0.9.5", "random", 3, path.parent).differences}
    assert found & what


def test_a_system_too_many_is_found(monkeypatch):
    old = Cards.__init__

    def without(self, folder):
        old(self, folder)
        for system in self.systems:
            system.copies = min(system.copies, 1)

    monkeypatch.setattr(Cards, "__init__", without)
    monkeypatch.setattr("tests.referee.star_commander.read", Cards)
    assert {each.what for each in played(4, "0.9.5", "random", 1).differences} == {"systems"}


def test_a_deck_that_is_not_of_the_cards_is_found(monkeypatch):
    old = Cards.__init__

    def other(self, folder):
        old(self, folder)
        self.decks[0][0] -= 1
        self.decks[0][1] += 1

    monkeypatch.setattr(Cards, "__init__", other)
    monkeypatch.setattr("tests.referee.star_commander.read", Cards)
    assert {each.what for each in played(4, "0.9.5", "random", 1).differences} == {"decks"}
