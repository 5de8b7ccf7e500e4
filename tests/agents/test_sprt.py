"""Sequential tests: statistics checked by simulation, and arenas that stop by themselves."""

import json
import math

import numpy as np
import pytest

from astrarium.agents import base
from astrarium.agents import folder as folders
from astrarium.agents.arena import run_arena
from astrarium.agents.folder import FolderError
from astrarium.agents.report import page, verdict
from astrarium.agents.schedule import Schedule
from astrarium.agents.sprt import (
    HIGH,
    LOW,
    Sprt,
    Test,
    accepted,
    between,
    estimate,
    passed,
    share_of,
)
from astrarium.agents.standings import FEW_DEALS
from astrarium.agents.workers import Threads
from astrarium.cli import run
from astrarium.core.records import verify
from astrarium.data.dataset import Dataset
from tests.agents.simple import KINDS
from tests.agents.simulated import coverage, simulated
from tests.agents.test_arena import files
from tests.toy import GAME

ALLOWED = 0.065  # of 2,000 simulated tests: 5 % and three standard errors


# ---- the observation


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_agents_have_the_same_number_of_seats_in_the_seatings_of_a_deal(players):
    seatings = Schedule(2, players, 1).seatings
    assert (seatings == 0).sum() == (seatings == 1).sum()
    assert ((seatings == 0).sum(axis=0) == (seatings == 1).sum(axis=0)).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_equal_play_is_half_on_every_deal(players):
    seatings = Schedule(2, players, 1).seatings
    ranks = np.tile(np.arange(players), (len(seatings), 1))  # the first seat wins, whoever sits there
    assert share_of(ranks, seatings == 0).mean() == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("ranks", "share"),
    [([0, 1, 2], 1.0), ([1, 2, 0], 0.0), ([0, 2, 0], 0.5), ([0, 0, 0], 2 / 3), ([1, 1, 1], 0.5)],
)
def test_tied_winners_share_the_win_and_no_winner_counts_half(ranks, share):
    assert share_of(np.array([ranks]), np.array([[True, True, False]]))[0] == pytest.approx(share)


# ---- error rates, by simulation


CASES = [  # seats, low, high, most deals, how much the games of a deal are alike
    (2, 50, 55, 2000, 0.5),
    (2, 50, 55, 1000, 0.75),
    (2, 50, 60, 800, 0.3),
    (2, 50, 70, 300, 0.5),
    (3, 50, 55, 1000, 0.05),
    (4, 50, 55, 1000, 0.05),
    (4, 47, 52, 1000, 0.15),
    (6, 50, 55, 500, 0.05),
    (6, 50, 55, 1000, 0.15),
]


@pytest.mark.parametrize(("seats", "low", "high", "most", "alike"), CASES)
def test_error_rates_are_as_promised(seats, low, high, most, alike):
    sprt = Sprt(low, high)
    at_low = simulated(sprt, seats, low / 100, most, alike)[0]
    at_high = simulated(sprt, seats, high / 100, most, alike)[0]
    assert np.mean(at_low == HIGH) <= ALLOWED
    assert np.mean(at_high == LOW) <= ALLOWED
    assert np.mean(at_low == LOW) > 0.9  # and it does decide
    assert np.mean(at_high == HIGH) > 0.9


@pytest.mark.parametrize(("seats", "alike"), [(2, 0.5), (4, 0.05), (6, 0.05)])
@pytest.mark.parametrize("share", [0.5, 0.525, 0.6])
def test_the_interval_holds_the_share_after_an_early_stop(seats, alike, share):
    sprt, tests = Sprt(50, 55), 400
    found = simulated(sprt, seats, share, 1200, alike, tests=tests)
    held = coverage(sprt, found, share)
    assert held >= 0.92  # 95 % but for the sampling error of 1.1 %


def test_an_undecided_test_has_the_plain_interval_if_it_was_far_from_its_bounds():
    sprt, number = Sprt(40, 60), 16
    x = np.tile([0.0, 1.0], number // 2)
    found = estimate(sprt, None, number, x.sum(), (x**2).sum(), 2)
    assert found.mean == 0.5
    assert found.high - 0.5 == pytest.approx(0.5 - found.low, rel=1e-3)
    assert 0.2 < found.high - found.low < 0.6


@pytest.mark.parametrize("drift", [-1.0, 0.0, 0.5, 3.0])
@pytest.mark.parametrize("clock", [1.0, 5.0, 12.0])
def test_the_ends_of_a_brownian_motion_add_up(drift, clock):
    low, high = -2.9, 2.9
    whole = (
        passed(clock, high, -low, drift)
        + passed(clock, -low, high, -drift)
        + between(clock, low, low, high, drift)
    )
    assert whole == pytest.approx(1, abs=1e-4)


def test_a_brownian_motion_reaches_its_bounds_as_in_the_books():
    drift, bound = 0.5, 2.9
    assert passed(300.0, bound, bound, drift) == pytest.approx(
        1 / (1 + math.exp(-2 * drift * bound)), abs=1e-3
    )


def test_it_does_not_decide_on_the_first_few_deals():
    for number in range(1, FEW_DEALS):
        assert accepted(Sprt(50, 90), number, 100.0) is None
    assert accepted(Sprt(50, 90), FEW_DEALS, 100.0) == HIGH
    assert accepted(Sprt(50, 90), FEW_DEALS, -100.0) == LOW


def test_games_count_in_the_order_of_their_deals():
    schedule, rng = Schedule(2, 2, 60), np.random.default_rng(0)
    ranks = [[0, 1] if schedule.seats(number)[0] == 0 else [1, 0] for number in range(schedule.games)]
    ends = []
    for order in (range(schedule.games), rng.permutation(schedule.games), range(schedule.games)[::-1]):
        test = Test(Sprt(50, 60), schedule)
        for number in order:
            test.add(int(number), ranks[number])
        ends.append(test.verdict())
    assert ends[0] == ends[1] == ends[2]
    assert ends[0].decided == HIGH
    assert FEW_DEALS <= ends[0].deals < 60
    assert ends[0].games == 2 * ends[0].deals


# ---- arenas


@pytest.fixture(autouse=True)
def simple_agents(monkeypatch):
    """Agents that need no search, and several files of records from few games."""
    for name, kind in KINDS.items():
        monkeypatch.setitem(base.KINDS, name, kind)
    monkeypatch.setattr(folders, "SHARD", 20)


def sprt_arena(out=None, agents=("greedy", "random"), games=2000, players=2, sprt=(50, 55), **more):
    return run_arena(GAME, list(agents), games, players, 3, out=out, sprt=Sprt(*sprt), **more)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a test that was not interrupted."""
    out = tmp_path_factory.mktemp("whole") / "arena"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "SHARD", 20)
        sprt_arena(out, batch=40)
    return out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_passes_against_random(players):
    played = sprt_arena(players=players)
    found = played.verdict
    assert found.decided == HIGH
    assert found.games == played.standings.games == len(list(played.records())) < 1000
    assert found.ratio >= found.bounds[1]
    assert 0.5 < found.share.low < found.share.mean <= found.share.high <= 1
    first = played.standings.agents[0]
    assert found.share.mean == pytest.approx(first.wins / played.standings.games)
    assert "greedy passes" in verdict(played)[0]
    assert "greedy passes" in page(played)


def test_the_worse_agent_does_not_pass():
    played = sprt_arena(agents=("random", "greedy"))
    assert played.verdict.decided == LOW
    assert "random fails" in verdict(played)[0]


def test_equal_agents_do_not_pass():
    played = sprt_arena(agents=("drawn", "random"), sprt=(50, 60), games=4000)
    assert played.verdict.decided == LOW


def test_a_test_that_reaches_its_most_games_is_undecided(tmp_path):
    played = sprt_arena(tmp_path / "arena", agents=("drawn", "random"), sprt=(50, 51), games=40)
    assert played.verdict.decided is None
    assert played.verdict.games == 40
    assert "Undecided after 40 games" in verdict(played)[0]
    assert json.loads((tmp_path / "arena" / "results.json").read_text())["sprt"]["decided"] is None


def test_results_hold_the_test(whole):
    found = json.loads((whole / "results.json").read_text())
    test = found["sprt"]
    assert (test["low"], test["high"], test["alpha"], test["most_games"]) == (50, 55, 0.05, 2000)
    assert test["decided"] == "high"
    assert test["games"] == found["games"] == len((whole / "games.csv").read_text().splitlines()) - 1
    assert test["share"][1] < test["share"][0]
    assert json.loads((whole / "manifest.json").read_text())["played"] == test["games"]


@pytest.mark.parametrize(
    "more", [{"batch": 1}, {"batch": 300}, {"threads": 2}, {"workers": Threads(1)}, {"workers": Threads(3)}]
)
def test_batch_threads_and_workers_do_not_change_a_byte(whole, tmp_path, more):
    sprt_arena(tmp_path / "other", **more)
    assert files(tmp_path / "other") == files(whole)
    assert sprt_arena(**more).json() == json.loads((whole / "results.json").read_text())


@pytest.mark.parametrize("steps", [(3,), (20, 20, 20), (40, 60)])
def test_an_interrupted_test_ends_with_the_same_files(whole, tmp_path, steps):
    out = tmp_path / "arena"
    for after in steps:
        told = 0

        def progress(status, after=after):
            nonlocal told
            told += status.stage == "games"
            if told > after:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            sprt_arena(out, batch=12, progress=progress)
    sprt_arena(out, batch=50)
    assert files(out) == files(whole)
    assert not (out / "running.json").exists()


@pytest.mark.parametrize("killed_at", ["trim", "put"])
def test_a_test_killed_while_it_ends_ends_with_the_same_files(whole, tmp_path, monkeypatch, killed_at):
    out = tmp_path / "arena"
    real = folders.Folder.end

    def end(self, games):
        monkeypatch.setattr(folders.Folder, killed_at, killed)
        real(self, games)

    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(folders.Folder, "end", end)
        with pytest.raises(KeyboardInterrupt):
            sprt_arena(out, batch=300 if killed_at == "trim" else 12)
    monkeypatch.undo()
    monkeypatch.setattr(folders, "SHARD", 20)
    sprt_arena(out)
    assert files(out) == files(whole)


def test_a_finished_test_is_not_played_again(whole, monkeypatch):
    before = files(whole)
    monkeypatch.setattr("astrarium.agents.match.Match._decide", None)
    assert sprt_arena(whole).verdict.decided == HIGH
    assert files(whole) == before


def test_a_test_is_not_continued_with_other_hypotheses(whole):
    with pytest.raises(FolderError, match="holds another arena: sprt"):
        sprt_arena(whole, sprt=(50, 60))


def test_the_games_of_a_test_are_a_dataset(whole):
    dataset = Dataset(whole)
    dataset.check_finished()
    assert not dataset.strangers()
    records = list(dataset.records())
    assert verify(records) == len(records) == json.loads((whole / "results.json").read_text())["games"]


def test_progress_tells_how_the_test_stands():
    seen = []
    sprt_arena(progress=seen.append)
    games = [status.test for status in seen if status.stage == "games"]
    assert games[0].deals == 0
    assert games[-1].decided == HIGH
    assert [each.deals for each in games] == sorted(each.deals for each in games)


# ---- bad input


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"sprt": (53, 50)}, "lower share first, such as 50,53, not 53,50"),
        ({"sprt": (50, 50)}, "lower share first"),
        ({"sprt": (-1, 50)}, "between 0 and 100 %, not -1,50"),
        ({"sprt": (50, 101)}, "between 0 and 100 %"),
        ({"sprt": (math.nan, 50)}, "between 0 and 100 %"),
        ({"sprt": (50, 53, 0.7)}, "error rates are between 0 and 0.5"),
        ({"agents": ("first", "last", "drawn")}, "compares two agents, not 3"),
        ({"agents": ("first",)}, "compares two agents, not 1"),
        ({"players": 1}, "at least two seats"),
        ({"games": 0}, "at least 1, not 0"),
    ],
)
def test_wrong_arguments_are_refused(tmp_path, change, expected):
    with pytest.raises(ValueError, match=expected):
        sprt_arena(tmp_path / "arena", **change)
    assert not (tmp_path / "arena").exists()


def test_the_command_says_what_was_decided(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    args = ["arena", "toy", "--agents", "greedy,random", "-p", "2", "--sprt", "50,55"]
    assert run(args) == 0
    out = capsys.readouterr().out
    assert "greedy passes. Its share of the wins against random is nearer to 55% than to 50%." in out
    assert "log-likelihood ratio" in out
    assert run(args) == 0
    assert capsys.readouterr().out == out
    (made,) = (tmp_path / "arena").iterdir()
    assert json.loads((made / "manifest.json").read_text())["games"] == 20_000


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ("--agents first,last --sprt 50", "expected --sprt LOW,HIGH in percent, such as 50,53, got '50'"),
        ("--agents first,last --sprt fair,good", "expected --sprt LOW,HIGH"),
        ("--agents first,last --sprt 0.5,0.55", "in percent: did you mean 50,55?"),
        ("--agents first,last --sprt 53,50", "lower share first"),
        ("--agents first,last --sprt 50,153", "between 0 and 100 %"),
        ("--agents first,last,drawn --sprt 50,53", "two agents, not 3"),
        ("--agents first,last --players 1 --sprt 50,53", "at least two seats"),
    ],
)
def test_bad_input_is_answered_in_one_line(capsys, tmp_path, monkeypatch, args, expected):
    monkeypatch.chdir(tmp_path)
    assert run(["arena", "toy", *args.split()]) == 2
    err = capsys.readouterr().err
    assert expected in err
    assert "Traceback" not in err
