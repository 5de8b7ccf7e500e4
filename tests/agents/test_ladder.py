"""Ladders: ratings that fit their results, newcomers within the stated error, references that are checked."""

import json
from dataclasses import replace

import numpy as np
import pytest

from astrarium.agents import ladder as ladders
from astrarium.agents.ladder import (
    ANCHORED,
    RUNGS,
    Ladder,
    LadderError,
    Rated,
    Result,
    expected,
    fit,
    ladder_path,
    make_ladder,
    next_rung,
    place,
    rate_newcomer,
    read_ladder,
    results_of,
    table_of,
    usable,
)
from astrarium.agents.standings import Estimate
from astrarium.cli import run
from astrarium.cli.ladder import show_rated
from astrarium.core import games
from astrarium.envs import GAMES
from tests.toy import GAME

TRUE = np.array([-300.0, 100.0, 400.0, 700.0, ANCHORED, 1150.0, 1300.0])
ANCHOR = 4


def drawn_results(rng, players, n=60):
    """Games of neighbours and of those next but one."""
    return [
        Result(a, b, int(rng.binomial(n, expected(TRUE[a], TRUE[b], players))), n)
        for gap in (1, 2)
        for a in range(len(TRUE) - gap)
        for b in [a + gap]
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_ratings_are_found_from_results(players):
    rng = np.random.default_rng(players)
    held = []
    for _ in range(100):
        rating, error = fit(len(TRUE), drawn_results(rng, players), players, ANCHOR)
        held.append(np.abs(rating - TRUE) <= 1.96 * error + 1e-9)
        assert (rating[ANCHOR], error[ANCHOR]) == (ANCHORED, 0)
    assert 0.9 <= np.mean(np.delete(held, ANCHOR, axis=1)) <= 0.99


@pytest.mark.parametrize("players", [2, 3])
def test_a_newcomer_is_rated_within_the_stated_error_in_forty_games(players):
    rng = np.random.default_rng(players)
    held, errors = [], []
    for _ in range(300):
        rating, error = fit(len(TRUE), drawn_results(rng, players), players, ANCHOR)
        own = rng.uniform(200, 1300)
        met = {}
        while sum(each.games for each in met.values()) < 40:
            guess, _ = place(rating, error, list(met.values()), players)
            rung = next_rung(guess, rating, range(len(TRUE)), met, players)
            won = int(rng.binomial(2 * players, expected(own, TRUE[rung], players)))
            before = met.get(rung, Result(-1, rung, 0, 0))
            met[rung] = Result(-1, rung, before.wins + won, before.games + 2 * players)
        found, deviation = place(rating, error, list(met.values()), players)
        held.append(abs(found - own) <= 1.96 * deviation)
        errors.append(1.96 * deviation)
    assert np.mean(held) >= 0.92
    assert np.median(errors) < (160 if players == 2 else 180)


def test_one_who_loses_every_game_gets_a_finite_rating():
    rating, error = fit(2, [Result(0, 1, 0, 40)], 2, anchor=1)
    assert -5000 < rating[0] < 600
    assert error[0] > 100


def test_at_a_table_of_equals_each_wins_its_share():
    assert expected(1000, 1000, 4) == pytest.approx(0.25)
    assert expected(1400, 1000, 2) == pytest.approx(10 / 11)


# ---- games


RUNGS_OF_TOY = ("random", "greedy:stray=50", "greedy")


@pytest.fixture(scope="module")
def toy_ladder():
    return make_ladder(GAME, 2, games=20, rungs=RUNGS_OF_TOY)


def test_a_ladder_is_made_by_games_of_neighbours(toy_ladder):
    assert toy_ladder.agents == RUNGS_OF_TOY
    assert [(each.first, each.second, each.games) for each in toy_ladder.results] == [
        (0, 1, 20),
        (1, 2, 20),
        (0, 2, 20),
    ]
    rating, _ = toy_ladder.ratings()
    assert rating[0] < rating[2] == ANCHORED


def test_who_has_met_as_he_is_does_not_meet_again(toy_ladder):
    changed = (*RUNGS_OF_TOY, "ismcts:3")
    met = set()
    again = make_ladder(GAME, 2, games=20, rungs=changed, told=lambda who, *_: met.add(who), known=toy_ladder)
    assert met == {"greedy v ismcts:3", "greedy:stray=50 v ismcts:3"}
    assert set(toy_ladder.results) < set(again.results)
    other = replace(toy_ladder, settings="other")
    assert not results_of(other, again, 20)
    assert not results_of(toy_ladder, again, 22)


def test_at_larger_tables_either_sits_alone():
    found = make_ladder(GAME, 3, games=3, rungs=RUNGS_OF_TOY[1:])
    assert [(each.first, each.second) for each in found.results] == [(0, 1), (1, 0)]


def test_a_newcomer_is_rated_and_threads_change_nothing(toy_ladder, tmp_path):
    one = rate_newcomer(GAME, "greedy:depth=1", toy_ladder, games=16, threads=1, folder=tmp_path / "a")
    two = rate_newcomer(GAME, "greedy:depth=1", toy_ladder, games=16, threads=2)
    assert one == two
    assert one.games == sum(each.games for each in one.results) == 16
    assert one.rating.low < one.rating.mean < one.rating.high
    assert rate_newcomer(GAME, "greedy:depth=1", toy_ladder, games=16, folder=tmp_path / "a") == one


def test_a_rung_that_meets_itself_has_an_even_game(toy_ladder):
    found = rate_newcomer(GAME, "greedy", replace(toy_ladder, agents=("greedy",), results=()), games=8)
    assert found.results == (Result(-1, 0, 4.0, 8),)
    assert found.rating.mean == pytest.approx(ANCHORED, abs=1e-6)


def test_rungs_that_have_changed_are_left_out(toy_ladder):
    changed = replace(toy_ladder, agents=("random", "ppo:nowhere,id=123456", "greedy"))
    assert usable(GAME, changed) == ([0, 2], ("ppo:nowhere,id=123456",))


# ---- the files


def test_a_ladder_is_read_as_it_was_written(toy_ladder, tmp_path):
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(toy_ladder.json()))
    assert read_ladder(GAME, 2, path) == toy_ladder
    for change, why in (
        ({"version": 9}, "is a ladder of toy_v9"),
        ({"digest": "0" * 64}, "with cards 000000000000"),
        ({"settings": "0" * 16}, "other settings of the searches"),
        ({"format": 7}, "expected format 1"),
        ({"results": [[0, 99, 1, 2]]}, "its results are not of its agents"),
        ({"results": 3}, "is damaged"),
        ({"players": -1}, "is damaged: its number of players"),
        ({"players": "2"}, "is damaged: '2' is no players"),
        ({"digest": 5}, "is damaged: '5' is no digest"),
        ({"results": [[0, 1, float("nan"), 2]]}, "not games that can have been won"),
        ({"results": [[0, 1, 3, 2]]}, "not games that can have been won"),
        ({"results": [[0, 1, 1, 10**400]]}, "not games that can have been won"),
        (
            {"agents": [{"spec": "greedy"}, {"spec": "py:bot.py:Bot"}]},
            "'py:bot.py:Bot' among its agents runs code",
        ),
    ):
        path.write_text(json.dumps({**toy_ladder.json(), **change}))
        with pytest.raises(LadderError, match=why):
            read_ladder(GAME, 2, path)


@pytest.mark.parametrize("path", sorted(ladder_path(GAME).parent.glob("*.json")), ids=lambda path: path.stem)
def test_ladders_that_come_with_the_package_are_whole(path):
    name, _, seats = path.stem.rpartition("-")
    game, players = games()[name], int(seats.removesuffix("p"))
    found = read_ladder(game, players)
    assert path == ladder_path(game, players)
    assert [spec.partition(",id=")[0] for spec in found.agents] == list(RUNGS)
    rating, error = found.ratings()
    assert rating[0] == min(rating)
    assert max(error) < 250
    assert json.loads(path.read_text()) == found.json()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_ladder(name):
    assert read_ladder(games()[name]).players == table_of(games()[name])


def test_the_commands(tmp_path, capsys, monkeypatch, toy_ladder):
    assert run(["ladder", "toy", "greedy"]) == 2
    assert "there is no ladder for Lanterns with 2 players: `astrarium ladder toy" in capsys.readouterr().err
    monkeypatch.setattr(ladders, "RUNGS", RUNGS_OF_TOY)
    path = tmp_path / "toy-2p.json"
    path.write_text(json.dumps(toy_ladder.json()))
    monkeypatch.setattr(ladders, "ladder_path", lambda *_: path)
    assert run(["ladder", "toy"]) == 0
    assert "greedy:stray=50" in capsys.readouterr().out
    assert run(["ladder", "toy", "greedy:depth=1", "--games", "8", "--out", str(tmp_path / "games")]) == 0
    out = capsys.readouterr().out
    assert "> greedy:depth=1" in out
    assert "after 8 games" in out
    for more, why in (
        (["--make", "greedy"], "it takes no agent"),
        (["gredy"], "there is no agent 'gredy'"),
        (["greedy", "--players", "1"], "at least 2 seats"),
        (["greedy", "--players", "7"], "not 7"),
    ):
        assert run(["ladder", "toy", *more]) == 2
        assert why in capsys.readouterr().err


@pytest.mark.parametrize(("wins", "said"), [(0, "won no game"), (8, "lost no game"), (3, "")])
def test_a_rating_that_is_known_from_one_side_says_so(toy_ladder, capsys, wins, said):
    show_rated(GAME, toy_ladder, Rated("x", Estimate(900, 800, 1000), 8, (Result(-1, 0, wins, 8),), ()))
    out = capsys.readouterr().out
    assert [words for words in ("won no game", "lost no game") if words in out] == [said] * bool(said)


def test_the_command_makes_a_ladder(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        make_ladder,
        "__defaults__",
        (*make_ladder.__defaults__[:4], RUNGS_OF_TOY, *make_ladder.__defaults__[5:]),
    )
    out = tmp_path / "made.json"
    assert run(["ladder", "toy", "--make", "--games", "4", "--out", str(out), "--players", "2"]) == 0
    assert "rating" in capsys.readouterr().out
    assert isinstance(read_ladder(GAME, 2, out), Ladder)
