"""Star Tycoon and its referee agree, and a game that is not by the rules is found out."""

from itertools import islice

import pytest

from astrarium.core import get

from .harness import parts_of, play
from .star_tycoon import DATA, Tycoon
from .trial import altered, found_in, played

GAME = get("star_tycoon")
SET_UPS = 130


@pytest.mark.parametrize("agent", ["random", "busy", "greedy"])
@pytest.mark.parametrize("players", GAME.players)
def test_referee_agrees_with_every_decision(players, agent):
    tally = played(Tycoon, players, agent, 1)
    assert [str(each) for each in tally.differences] == []
    assert tally.decisions > 50


def test_referee_agrees_with_every_value_of_every_option():
    seen: set[tuple[str, int]] = set()
    for part in islice(parts_of(GAME, 4, 1, ["busy"]), SET_UPS):
        values = {("players", part.setup.players), *part.setup.options}
        if not values <= seen:
            seen |= values
            assert [str(each) for each in play(part, Tycoon).differences] == []
    assert {pair for pair in seen if pair[0] != "players"} == {
        (o.name, v) for o in GAME.options for v in o.values
    }


def test_referee_agrees_with_cards_that_have_changed_places():
    parts = list(islice(parts_of(GAME, 5, 1, ["busy"], mixed=True), SET_UPS))[::16]
    assert [str(each) for part in parts for each in play(part, Tycoon).differences] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("market", "\n1,2,1,", "\n1,2,2,", {"legal actions", "field tokens"}),
        ("omniforges", "1,1F 1S", "1,1F 1G", {"field forged"}),
        ("planets", ",1S 1F 1E,", ",1F 1E,", {"legal actions", "field tokens", "question"}),
        ("arrays", "\n1,1,", "\n1,2,", {"scores"}),
        ("companies", "4E 1S 1R", "3E 2S 1R", {"field tokens", "legal actions"}),
    ],
)
def test_other_cards_are_found(tmp_path, file, old, new, what):
    tally = played(Tycoon, 3, "busy", 8, altered(DATA, tmp_path, file, (old, new)))
    assert tally.differences
    assert found_in(tally) <= what


@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("limit", lambda self, seat: 2, {"legal actions", "field reserve"}),
        ("supreme", lambda self, seat: False, {"scores"}),
        ("step_marker", lambda self, resource, by: None, {"field marker"}),
        ("refreshable", lambda self, seat, row: False, {"legal actions"}),
    ],
)
def test_another_rule_is_found(monkeypatch, name, wrong, what):
    monkeypatch.setattr(Tycoon, name, wrong)
    tally = played(Tycoon, 2, "busy", 6)
    assert tally.differences
    assert found_in(tally) & what


def test_a_card_that_cannot_be_drawn_is_found(monkeypatch):
    told = Tycoon._told
    monkeypatch.setattr(Tycoon, "_told", lambda self, what: 121 if what == "0" else told(self, what))
    assert "card drawn of deck 0" in found_in(played(Tycoon, 2, "busy", 2))


def test_a_secret_that_is_told_is_found(monkeypatch):
    def openly(self, seat, place):
        card = self.reserve[seat].pop(place)
        self.top[self.cards.row[card]].append(card)

    monkeypatch.setattr(Tycoon, "put_back", openly)
    assert found_in(played(Tycoon, 4, "busy", 12)) == {"veils"}
