"""Games and their referees agree, and a game that is not by the rules is found out."""

import numpy as np
import pytest

from astrarium.core import Batch, get
from astrarium.core.state import HEADER

from . import __main__ as command
from .harness import Difference, Layout, Match, Tally, parts_of, play, rewards
from .starship_captains import DATA, Captains
from .trial import altered, played

GAME = get("starship_captains")


def first(tally: Tally) -> Difference:
    """The first difference found; there is one."""
    assert tally.differences
    return tally.differences[0]


@pytest.mark.parametrize("agent", ["random", "busy", "greedy"])
@pytest.mark.parametrize("players", GAME.players)
def test_referee_agrees_with_every_decision(players, agent):
    tally = played(Captains, players, agent)
    assert [str(each) for each in tally.differences] == []
    assert tally.decisions > 100


def test_referee_agrees_in_every_set_up():
    parts = parts_of(GAME, 4, 1, ["busy"])
    found = [next(parts) for _ in range(30)]
    assert {part.setup for part in found} == {part.setup for part in [*found, next(parts)]}
    assert [str(each) for part in found for each in play(part, Captains).differences] == []


def test_referee_agrees_with_cards_that_are_made_up():
    parts = [part for part, _ in zip(parts_of(GAME, 5, 1, ["busy"], mixed=True), range(30), strict=False)]
    assert [str(each) for part in parts for each in play(part, Captains).differences] == []


@pytest.mark.parametrize("kind", command.REFEREES.values(), ids=list(command.REFEREES))
def test_every_field_is_compared_or_listed(kind):
    batch = Batch(get(kind.GAME), 1)
    referee = kind(batch.game, batch.num_players, batch.options)
    match = Match(next(parts_of(batch.game, 1)), batch, 0, referee, Layout(batch.game.state))
    match.begin()
    assert match.difference is None
    compared = {"seat", "ask", "over", "moves", *referee.fields()}
    assert compared.isdisjoint(kind.UNCHECKED)
    assert compared | set(kind.WHEN_ASKED) | set(kind.UNCHECKED) == set(match.layout.places)
    assert {name for name, *_ in HEADER} - compared == {"rng"}


def test_another_score_is_found(tmp_path):
    cards = altered(
        DATA,
        tmp_path,
        "omegas",
        *((f",{per},1,", f",{per},2,") for per in ("COMMANDERS", "DAMAGE", "ICON_PAIRS")),
    )
    tally = played(Captains, 2, "busy", 16, cards=cards)
    assert {each.what for each in tally.differences} == {"scores"}


def test_another_legality_is_found(tmp_path):
    cards = altered(DATA, tmp_path, "techs", (",room,red,", ",room,blue,"))
    assert "legal actions" in {each.what for each in played(Captains, 2, "busy", 16, cards=cards).differences}


def test_another_effect_is_found(tmp_path):
    cards = altered(DATA, tmp_path, "missions", ("MD1", "MD2"))
    assert {each.what for each in played(Captains, 2, "busy", cards=cards).differences} == {"field medals"}


def test_another_question_is_found(tmp_path):
    cards = altered(DATA, tmp_path, "missions", (",R: ", ",D: "))
    assert "question" in {each.what for each in played(Captains, 2, "busy", cards=cards).differences}


def test_another_deal_is_found(tmp_path):
    cards = altered(DATA, tmp_path, "pirates", ("purple,medal and artifact,6", "purple,medal and artifact,5"))
    tally = played(Captains, 2, "random", cards=cards)
    assert len(tally.differences) == tally.games
    assert first(tally).what == "field pirate_supply"


def test_a_drawn_card_that_cannot_be_there_is_found(monkeypatch):
    told = Captains._told
    omega = 55  # is not in the deck of techs
    monkeypatch.setattr(Captains, "_told", lambda self, what: omega if what == "tech" else told(self, what))
    assert {each.what for each in played(Captains, 2, "busy").differences} == {"tech drawn"}


def test_a_changed_byte_is_found(monkeypatch):
    read = Layout.read

    def bent(self, record):
        fields = read(self, record)
        return fields | {"fights": 1} if fields["moves"] == 5 else fields

    monkeypatch.setattr(Layout, "read", bent)
    difference = first(played(Captains, 3, "random", 1))
    assert (difference.what, difference.decision, difference.found) == ("field fights", 5, 1)


def test_a_difference_says_where_and_how_to_see_it_again(monkeypatch, capsys):
    monkeypatch.setattr(Captains, "promotion_price", lambda self, seat: 1)
    said = str(first(played(Captains, 2, "busy", seed=5)))
    assert "legal actions" in said
    assert "promote" in said
    again = said.split("python -m tests.referee ")[1].split()
    assert command.main(again) == 1
    assert said.splitlines()[1].strip() in capsys.readouterr().out


def test_the_command_goes_on_where_it_was_stopped(tmp_path, capsys):
    out = tmp_path / "run.json"
    run = ["starship_captains", "--games", "2", "--agents", "random", "--out", str(out)]
    assert command.main([*run, "--decisions", "50"]) == 0
    before = command.json.loads(out.read_text())
    assert command.main([*run, "--decisions", str(before["decisions"] + 1)]) == 0
    assert command.json.loads(out.read_text())["parts"] > before["parts"]
    assert "no differences" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="another run"):
        command.main([*run, "--seed", "9"])


@pytest.mark.parametrize(
    ("mode", "ranks", "paid"),
    [
        ("win", [0, 1, 1], [1, -0.5, -0.5]),
        ("win", [0, 0, 0], [0, 0, 0]),
        ("rank", [0, 0, 2], [0.5, 0.5, -1]),
        ("score", [1, 0, 2], [7, 8, 6.5]),
    ],
)
def test_rewards_are_those_of_the_contract(mode, ranks, paid):
    assert np.allclose(rewards(mode, [7, 8, 6.5], ranks), paid)
