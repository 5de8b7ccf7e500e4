"""Arenas that play until intervals are narrow: where they stop, and what holds then."""

import numpy as np
import pytest

from astrarium.agents import base
from astrarium.agents.arena import run_arena
from astrarium.agents.report import notes
from astrarium.agents.schedule import schedule_for
from astrarium.agents.standings import Outcomes, share_estimate, standings
from astrarium.agents.until import Narrow
from astrarium.cli import run
from tests.agents.simple import KINDS
from tests.agents.test_arena import files
from tests.toy import GAME


@pytest.fixture(autouse=True)
def simple_agents(monkeypatch):
    """Agents that need no search."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)


def arena(out=None, agents=("drawn", "first"), games=2000, players=2, **more):
    return run_arena(GAME, list(agents), games, players, 3, out=out, until=8, **more)


@pytest.mark.parametrize(("agents", "players"), [(("drawn", "first"), 2), (("drawn", "first", "last"), 2)])
def test_it_stops_at_the_first_look_with_narrow_intervals(agents, players):
    played = arena(agents=agents, players=players)
    assert played.standings.games < played.schedule.games
    assert played.standings.games % played.schedule.a_round == 0
    for each in played.standings.agents:
        assert (each.win_share.high - each.win_share.low) / 2 <= 0.08 + 1e-9
    assert any("known within 8%" in line for line in notes(played))


def test_threads_batches_and_resumption_do_not_change_where_it_stops(tmp_path):
    arena(tmp_path / "one", batch=1)
    arena(tmp_path / "two", threads=3, batch=64)
    assert files(tmp_path / "one") == files(tmp_path / "two")

    def stop(status):
        if status.done > 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena(tmp_path / "three", progress=stop)
    arena(tmp_path / "three")
    assert files(tmp_path / "one") == files(tmp_path / "three")
    arena(tmp_path / "three")  # finished: nothing is played
    assert files(tmp_path / "one") == files(tmp_path / "three")


def test_it_plays_no_more_than_all_games():
    assert arena(games=24).standings.games == 24


def test_the_interval_it_stops_with_holds_the_share():
    """Stopping at a width that was met first does not make the interval too narrow."""
    rng, schedule = np.random.default_rng(0), schedule_for(2, 2, 10**6)
    held, games = 0, []
    for _ in range(200):
        test, share = Narrow(9, schedule, 2), rng.uniform(0.3, 0.7)
        rows = []
        while test.decided is None:
            chance = rng.beta(4 * share, 4 * (1 - share))  # the deal favours one of them
            for number in (2 * test.deals, 2 * test.deals + 1):
                first_wins = rng.random() < chance
                seats = schedule.seats(number)
                ranks = [0 if (seat == 0) == first_wins else 1 for seat in seats]
                rows.append((number, ranks))
                test.add(number, ranks)
        numbers = np.array([number for number, _ in rows])
        wins = np.array([[rank == 0 for rank in ranks] for _, ranks in rows])
        own = (wins * (schedule.seats(numbers) == 0)).sum(axis=1)
        found = share_estimate(np.bincount(numbers // 2, own), np.bincount(numbers // 2, np.ones(len(own))))
        held += found.low <= share <= found.high
        games.append(len(rows))
    assert held / 200 >= 0.92
    assert 80 < np.mean(games) < 300


def test_the_width_is_that_of_the_standings():
    schedule, rng = schedule_for(3, 3, 60), np.random.default_rng(1)
    test = Narrow(0.1, schedule, 3)
    ranks = np.array([rng.permutation(3) for _ in range(schedule.games)])
    for number in rng.permutation(schedule.games):
        test.add(int(number), ranks[number].tolist())
    numbers = np.arange(schedule.games)
    outcomes = Outcomes(
        schedule.deal(numbers), schedule.seats(numbers), 0.0 * ranks, ranks, numbers, numbers < 0
    )
    table = standings(["a", "b", "c"], outcomes)
    widest = max((each.win_share.high - each.win_share.low) / 2 for each in table.agents)
    assert test.stand().half == pytest.approx(widest)
    assert test.games == schedule.games


def test_the_command(tmp_path, capsys):
    ask = ["arena", "toy", "-p", "2", "--agents", "drawn,first", "--out", str(tmp_path / "a")]
    assert run([*ask, "--until", "9%"]) == 0
    assert "known within 9%" in capsys.readouterr().out
    for more, why in (
        (["--until", "much"], "expected --until PERCENT, such as 2%, got 'much'"),
        (["--until", "70"], "between 0 and 50 %, not 70"),
        (["--until", "2", "--sprt", "50,55"], "it takes no width"),
    ):
        assert run([*ask, *more]) == 2
        assert why in capsys.readouterr().err
