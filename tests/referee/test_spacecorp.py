"""SpaceCorp and its referee agree, and a game that is not by the rules is found out."""

from itertools import islice

import pytest

from astrarium.core import get

from .harness import parts_of, play
from .spacecorp import DATA, Corp
from .trial import altered, found_in, played

GAME = get("spacecorp")
SET_UPS = 27


@pytest.mark.parametrize("agent", ["random", "busy", "greedy"])
@pytest.mark.parametrize("players", GAME.players)
def test_referee_agrees_with_every_decision(players, agent):
    tally = played(Corp, players, agent, 1)
    assert [str(each) for each in tally.differences] == []
    assert tally.decisions > 300


def test_referee_agrees_with_every_set_up():
    parts = list(islice(parts_of(GAME, 4, 1, ["busy"]), SET_UPS))
    assert [str(each) for part in parts for each in play(part, Corp).differences] == []
    seen = {pair for part in parts for pair in part.setup.options}
    assert seen == {(o.name, v) for o in GAME.options for v in o.values}
    assert {part.setup.players for part in parts} == set(GAME.players)


def test_referee_agrees_with_cards_that_have_changed_places():
    parts = list(islice(parts_of(GAME, 5, 1, ["busy"], mixed=True), SET_UPS))[::6]
    assert [str(each) for part in parts for each in play(part, Corp).differences] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("cards", "Heavy Lifter,3,,Move 2", "Heavy Lifter,3,,Move 3", {"field plain", "legal actions"}),
        ("borders", "Earth-Luna,Near-Earth,1", "Earth-Luna,Near-Earth,2", {"legal actions", "field cost"}),
        ("sites", "Luna,1,2,0", "Luna,1,3,0", {"legal actions", "field cost", "question"}),
        ("tiles", "Exotic Elements,2,,,,,1", "Exotic Elements,2,,1,,,1", {"field profit"}),
        ("contracts", "EV_PRODUCE,,1,1,2,2", "EV_PRODUCE,,1,1,3,3", {"field profit"}),
        ("hq", "Mariners,2,Move 1", "Mariners,2,Move 2", {"field infra_plain", "legal actions"}),
        ("numbers", "wheel,4", "wheel,3", {"question", "draw", "field adaptations", "field breakthroughs"}),
    ],
)
def test_other_cards_are_found(tmp_path, file, old, new, what):
    tally = played(Corp, 3, "busy", 8, altered(DATA, tmp_path, file, (old, new)))
    assert tally.differences
    assert found_in(tally) <= what


@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("allowing", lambda self, seat, start, end: [seat], {"legal actions"}),
        ("bonus", lambda self, seat, act: 0, {"legal actions", "question", "field bonus"}),
        (
            "build_cost",
            lambda self, site: max(0, self.board.sites[site].build),
            {"legal actions", "field cost"},
        ),
        ("port_at", lambda self, seat, site: -1, {"legal actions", "question", "field use_port"}),
        ("refill", lambda self: None, {"cards drawn", "draw"}),
        ("worth", lambda self, row: self.printed(row, self.era), {"field profit"}),
    ],
)
def test_another_rule_is_found(monkeypatch, name, wrong, what):
    monkeypatch.setattr(Corp, name, wrong)
    tally = played(Corp, 2, "greedy", 6)
    assert tally.differences
    assert found_in(tally) & what


def test_a_card_that_cannot_be_drawn_is_found(monkeypatch):
    read = Corp._read_events

    def another(self):
        read(self)
        self._draws = iter([29 for _ in self._draws])

    monkeypatch.setattr(Corp, "_read_events", another)
    assert "card drawn" in found_in(played(Corp, 2, "busy", 2))
