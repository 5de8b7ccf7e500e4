"""Reviews: losses found by search in redeals, the same however they come about, and ratings of many games."""

import json
from dataclasses import replace

import numpy as np
import pytest

from astrarium.agents import base
from astrarium.agents.arena import run_arena
from astrarium.agents.match import play_seated
from astrarium.agents.review import (
    Decision,
    Review,
    curve,
    make_reviewer,
    nth_game,
    played_games,
    rate_decisions,
    review,
    win_chance,
)
from astrarium.agents.workers import Threads
from astrarium.cli import run
from astrarium.core import drivers
from astrarium.core.records import RecordError, replay, write_records
from tests.agents.simple import KINDS
from tests.toy import GAME

SEARCH = "ismcts:64"


@pytest.fixture(autouse=True)
def simple_agents(monkeypatch):
    """Agents that need no search."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)


@pytest.fixture(scope="module")
def record():
    return next(play_seated(GAME, ["random", "greedy"], 1, num_players=2, seed=4))


@pytest.fixture(scope="module")
def found(record):
    return review(record, SEARCH)


@pytest.mark.parametrize(("players", "lost"), [(1, -1.0), (2, -1.0), (3, -0.5), (4, -1 / 3)])
def test_an_expected_reward_is_a_chance_of_winning(players, lost):
    assert win_chance(1.0, players) == 1.0
    assert win_chance(lost, players) == pytest.approx(0.0)
    assert win_chance(0.25 * 1.0 + 0.75 * lost, players) == pytest.approx(0.25)


def test_every_decision_with_a_choice_is_judged(record, found):
    states = replay(record)
    mask = np.zeros(GAME.num_actions, np.int8)
    numbers = []
    for k in range(len(record.actions)):
        GAME.bound(drivers.legal_one)(GAME.content().tables, states, k, mask)
        if mask.sum() > 1:
            numbers.append(k)
    assert [each.number for each in found.decisions] == numbers
    for each in found.decisions:
        assert each.seat == states[each.number]["seat"]
        assert each.action == record.actions[each.number]
        assert 0 <= each.chance <= 1
        assert (each.loss == 0) == (each.action == each.best) or each.loss == 0


def test_random_play_gives_away_more_than_greedy_play():
    reviews = [
        (review(record, "ismcts:256"), ("random", "greedy"))
        for record in play_seated(GAME, ["random", "greedy"], 40, num_players=2, seed=9)
    ]
    rated = rate_decisions(reviews)
    assert [each.agent for each in rated] == ["greedy", "random"]
    assert rated[0].loss.high < rated[1].loss.low
    assert rated[0].games == 40


def test_threads_do_not_change_a_review(record, found):
    assert review(record, SEARCH, workers=Threads(3)).decisions == found.decisions


def test_a_review_knows_only_what_the_seat_knew(record, found):
    """The same record with everything hidden from the first decider drawn anew: its judgement is the same."""
    states = replay(record)
    first = found.decisions[0]
    agent = make_reviewer(SEARCH, GAME, GAME.content())
    mask = np.zeros((1, GAME.num_actions), np.int8)
    told = set()
    for key in range(4):
        one = np.array(states[[first.number]])
        one["rng"] = key + 1  # what is drawn later
        GAME.bound(drivers.legal_one)(GAME.content().tables, one, 0, mask[0])
        positions = base.Positions(
            GAME, GAME.content(), one, mask, one["seat"].astype(np.int64), np.array([7], np.uint64)
        )
        told.add(tuple(agent.compare(positions, 0, [first.action])))
    assert len(told) == 1


def test_a_comparison_needs_legal_actions(record):
    states = replay(record)
    mask = np.zeros((1, GAME.num_actions), np.int8)
    GAME.bound(drivers.legal_one)(GAME.content().tables, states, 0, mask[0])
    positions = base.Positions(
        GAME, GAME.content(), states[:1], mask, states["seat"][:1].astype(np.int64), np.zeros(1, np.uint64)
    )
    illegal = int(np.flatnonzero(mask[0] == 0)[0])
    with pytest.raises(ValueError, match="are legal in position 0"):
        make_reviewer(SEARCH, GAME, GAME.content()).compare(positions, 0, [illegal])


def test_losses_are_added_up_by_agent_with_the_spread_between_deals(found):
    def made(index, losses):
        decisions = tuple(Decision(k, k % 2, 0, 1, 0.5, loss) for k, loss in enumerate(losses))
        record = replace(found.record, index=index)
        return Review(found.game, found.content, record, found.states, "", decisions)

    rated = rate_decisions([(made(0, [0.2, 0.0]), ("a", "b")), (made(1, [0.0, 0.4]), ("b", "a"))])
    assert [(each.agent, each.games, each.decisions) for each in rated] == [("b", 2, 2), ("a", 2, 2)]
    assert rated[1].loss.mean == pytest.approx(0.3)
    assert rated[1].loss.low < 0.3 < rated[1].loss.high
    assert rated[1].blunders == 2


def test_games_come_with_their_agents(tmp_path):
    arena = run_arena(GAME, ["drawn", "first"], 8, 2, out=tmp_path / "arena")
    games = list(played_games(tmp_path / "arena"))
    assert [game.record for game in games] == list(arena.records())
    assert games[1].agents == tuple(arena.agents[k] for k in arena.schedule.seats(1))
    assert nth_game(tmp_path / "arena" / "records" / "00000.parquet", 3).agents == games[2].agents
    write_records(tmp_path / "games.jsonl", [games[0].record], 1)
    assert nth_game(tmp_path / "games.jsonl", 1).agents == ()
    with pytest.raises(RecordError, match="there is no game 2"):
        nth_game(tmp_path / "games.jsonl", 2)


@pytest.mark.parametrize("spec", ["greedy", "random", "ismcts:ms=5"])
def test_only_a_search_of_so_many_simulations_judges(record, spec):
    with pytest.raises(ValueError, match="a review needs a tree search"):
        review(record, spec)


def test_the_curve_shows_every_seat(found):
    svg = curve(found, ("random", "greedy"))
    assert all(f">{name}</text>" in svg for name in (*GAME.seat_names[:2], "random", "greedy"))
    assert "nan" not in svg


def test_the_command(tmp_path, capsys):
    run_arena(GAME, ["first", "drawn"], 2, 2, out=tmp_path / "arena")
    ask = ["review", str(tmp_path / "arena"), "--agent", SEARCH, "--worst", "3"]
    assert (
        run([*ask, "--game", "1", "--out", str(tmp_path / "c.png"), "--json", str(tmp_path / "c.json")]) == 0
    )
    out = capsys.readouterr().out
    assert "mean loss" in out
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    told = json.loads((tmp_path / "c.json").read_text())
    assert told["agents"] == ["first", "drawn"]
    assert {"loss", "chance", "action_name", "best_name", "seat"} <= set(told["decisions"][0])
    assert run([*ask, "--json", str(tmp_path / "all.json")]) == 0
    assert {each["agent"] for each in json.loads((tmp_path / "all.json").read_text())["agents"]} == {
        "first",
        "drawn",
    }
    for more, why in (
        (["--game", "9"], "there is no game 9"),
        (["--out", "x.png"], "name it with --game"),
        (["--game", "1", "--out", "x.gif"], ".png or .svg"),
        (["--game", "1", "--agent", "greedy"], "needs a tree search"),
    ):
        assert run([*ask, *more]) == 2
        assert why in capsys.readouterr().err
