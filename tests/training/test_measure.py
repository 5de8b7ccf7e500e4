"""What figures are of, and how the better one of two policies is found."""

import math
import re
import time

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

import astrarium.envs
from astrarium.agents import make_agent
from astrarium.agents.match import Match
from astrarium.agents.schedule import schedule_for
from astrarium.agents.workers import Threads
from astrarium.core import get
from astrarium.core.svg import text_width
from astrarium.training import references as references_module
from astrarium.training.curve import WIDTH, curves
from astrarium.training.measure import Choice, Figure, Measure, Pace, played
from astrarium.training.run import BEST, Evaluation, Final, Run, _learnt, every_table
from tests.toy import GAME
from tests.training.settings import TINY


def always():
    return math.inf


def nothing(part):
    pass


@pytest.fixture
def measure():
    return Measure(GAME, None, GAME.choose_options())


@pytest.mark.parametrize("players", [2, 3])
def test_a_figure_is_of_one_seat_among_others(measure, players):
    greedy, random = (
        measure.figure(make_agent(spec, GAME), "random", players, 120, 7, always, nothing)
        for spec in ("greedy", "random")
    )
    assert greedy.games == 120
    assert greedy.fair == 1 / players
    assert greedy.share[1] > greedy.fair
    assert random.share[1] <= random.fair <= random.share[2]


def test_the_better_one_is_found_at_every_number_of_players(measure):
    greedy, random = (make_agent(spec, GAME) for spec in ("greedy", "random"))
    won = measure.choose(greedy, random, [2, 3], 400, 7, always, nothing)
    lost = measure.choose(random, greedy, [2, 3], 400, 7, always, nothing)
    assert won.better
    assert won.decided
    assert not lost.better
    assert lost.decided
    assert 20 <= won.games < 400


def test_equals_stay_undecided_in_a_few_games(measure):
    one, two = (make_agent(spec, GAME) for spec in ("greedy", "greedy:samples=1"))
    choice = measure.choose(one, two, [2], 12, 7, always, nothing)
    assert not choice.decided
    assert choice.better == (choice.share >= 0.5)
    assert "undecided" in choice.text()


def test_without_time_nothing_is_played(measure):
    agent = make_agent("random", GAME)
    assert measure.figure(agent, "random", 2, 10, 7, lambda: 0.0, nothing) is None
    assert measure.choose(agent, agent, [2], 10, 7, lambda: 0.0, nothing) == Choice(True, False, 0.5, 0)


def test_what_is_done_between_the_deals_is_not_their_time(measure, monkeypatch):
    """A test plays at every number of players in turn: the others' games make no deal slow."""
    now, decide = [0.0], Match._decide

    def slow(self, *args):
        now[0] += 0.01
        return decide(self, *args)

    monkeypatch.setattr(Match, "_decide", slow)
    agents = [make_agent(spec, GAME) for spec in ("greedy", "random")]
    match, sizes = measure._match(agents, schedule_for(2, 2, 400), 7), []
    for deals in played(match, None, lambda: 100.0 - now[0]):
        sizes.append(len(deals))
        now[0] += 60.0
    assert sizes == [1, 4]


def test_whole_groups_of_deals_are_dropped_when_the_time_is_up(measure):
    """Not only the long games of a group: shares would lean to short ones."""
    left = iter([100.0] * 40 + [0.0] * 10_000)
    figure = measure.figure(make_agent("greedy", GAME), "random", 2, 10_000, 7, lambda: next(left), nothing)
    assert figure is not None
    assert figure.games / 2 in (1, 5, 21, 85), "groups of 1, 4, 16 ... deals"


@pytest.mark.parametrize(
    ("a_round", "a_decision", "least"), [(0.2, 0.0, 50), (0.02, 0.02, 30), (0.0, 0.2, 3)]
)
def test_groups_are_as_large_as_the_time_allows(measure, monkeypatch, a_round, a_decision, least):
    """Where a round of decisions takes long, one large group takes little more than a small one."""
    now, decide = [0.0], Match._decide

    def slow(self, rows):
        now[0] += a_round + a_decision * len(rows)
        return decide(self, rows)

    monkeypatch.setattr(Match, "_decide", slow)
    agents = [make_agent(spec, GAME) for spec in ("greedy", "random")]
    match, pace = measure._match(agents, schedule_for(2, 2, 10_000), 7), Pace()
    for last in (60.0, 120.0):  # of the second figure the pace is known
        deals = sum(len(each) for each in played(match, None, lambda last=last: last - now[0], pace=pace))
        assert deals >= least
        assert now[0] <= last + 1
        now[0] = last


@pytest.mark.parametrize("workers", [None, Threads(2)], ids=["alone", "threads"])
def test_a_group_that_takes_longer_than_expected_is_given_up_at_once(measure, monkeypatch, workers):
    """Threads tell of their games when a part of them has ended: that may be long after the time is up."""
    decide, pace = Match._decide, Pace()
    pace.note(64, 0.1)

    def slow(self, rows):
        time.sleep(0.1)
        return decide(self, rows)

    monkeypatch.setattr(Match, "_decide", slow)
    agents = [make_agent(spec, GAME) for spec in ("greedy", "random")]
    match, end = measure._match(agents, schedule_for(2, 2, 400), 7), time.monotonic() + 1
    assert not list(played(match, workers, lambda: end - time.monotonic(), pace=pace))
    took = time.monotonic() - end
    assert 0 < took < 5, "to play on takes over ten seconds"


def test_what_is_known_not_to_fit_is_not_begun(measure):
    pace = Pace()
    pace.note(1, 10.0)
    assert pace.fitting(8.0) < 1
    assert pace.fitting(12.0) == 1
    assert pace.fitting(1000.0) == 4
    pace.note(4, 13.0)
    assert pace.fitting(1000.0) == 16
    assert pace.fitting(30.0) == 4 + (25 - 13)


def test_the_best_policy_stays_until_a_later_one_wins(tmp_path, monkeypatch):
    """A policy before learning is best only while no later one beats it."""
    verdicts = iter([False, True, False])

    def choose(self, *args):
        return Choice(next(verdicts, False), True, 0.6, 20)

    monkeypatch.setattr(Measure, "choose", choose)
    run = Run.begin(GAME, tmp_path, (2,), steps=256, seed=5, **TINY)
    assert run.go()
    assert [each.best for each in run.history] == [True, False, True, False, False]
    assert _learnt(tmp_path / BEST) == run.history[2].samples > 0
    assert run.final.samples == run.history[2].samples


def test_a_resumed_training_keeps_its_best_policy_until_it_is_beaten(tmp_path, monkeypatch):
    run = Run.begin(GAME, tmp_path, (2,), steps=128, seed=5, **TINY)
    monkeypatch.setattr(Measure, "choose", lambda self, *args: Choice(True, True, 0.7, 20))
    assert run.go()
    best = _learnt(tmp_path / BEST)
    assert best == 128
    monkeypatch.setattr(Measure, "choose", lambda self, *args: Choice(False, True, 0.3, 20))
    more = Run.resume(GAME, tmp_path, steps=256)
    assert more.go()
    assert _learnt(tmp_path / BEST) == best


def test_who_is_beaten_for_certain_is_not_met_on_the_way_while_others_are_not(tmp_path, monkeypatch):
    """But there is always somebody to be measured by, and the test against the best one is always played."""
    shares = {"random": (1.0, 0.95, 1.0), "greedy": (0.3, 0.2, 0.4)}

    def figure(self, agent, opponent, players, *rest):
        return Figure(players, opponent, 60, shares[opponent])

    monkeypatch.setattr(Measure, "figure", figure)
    run = Run.begin(GAME, tmp_path, (2,), steps=256, seed=5, **TINY)
    assert run.go()
    met = [[each.opponent for each in evaluation.figures] for evaluation in run.history]
    assert met == [["random", "greedy"], *[["greedy"]] * 4]
    assert [each.opponent for each in run.final.figures] == ["random", "greedy"]
    shares["greedy"] = shares["random"]
    run = Run.begin(GAME, tmp_path / "all", (2,), steps=256, seed=5, **TINY)
    assert run.go()
    assert all(len(each.figures) == 2 and (each.choice or not k) for k, each in enumerate(run.history))


def test_evaluations_with_time_for_few_games_come_less_often(tmp_path):
    run = Run.begin(GAME, tmp_path, (2,), minutes=1, **{**TINY, "evaluation_games": 60})
    pauses = []
    for games in (60, 4, 3, 12, 30, 60):
        run.history.append(Evaluation(0, 1.0, [Figure(2, "greedy", games, (0.5, 0.4, 0.6))], None))
        pauses.append(run._pause)
    assert pauses == [1 / 8, 2 / 8, 4 / 8, 4 / 8, 2 / 8, 1 / 8]


def test_the_final_games_take_less_time_for_whom_it_surely_beats(tmp_path, monkeypatch):
    run = Run.begin(GAME, tmp_path, (2,), minutes=1, **TINY)
    beaten = Figure(2, "random", 60, (1.0, 0.94, 1.0))
    run.history.append(Evaluation(0, 1.0, [beaten, Figure(2, "greedy", 60, (0.5, 0.4, 0.6))], None))
    given = []

    def figure(self, agent, opponent, players, games, seed, left, *rest):
        given.append((opponent, round(left())))

    monkeypatch.setattr(Measure, "figure", figure)
    monkeypatch.setattr(Run, "_agent", lambda self, name: None)
    run._meet(nothing, "closing", BEST, 400, 0, lambda: 40.0, final=True)
    assert given == [("random", 10), ("greedy", 40)]


def test_a_training_is_for_all_tables_unless_told_otherwise(tmp_path):
    run = Run.begin(GAME, tmp_path, steps=64, seed=5, **TINY)
    assert run.plan.players == every_table(GAME) == [k for k in GAME.players if k > 1]
    assert run.go()
    assert {figure.players for figure in run.final.figures} == set(run.plan.players)


def test_reference_lines_are_of_this_version_and_these_agents(tmp_path, monkeypatch):
    monkeypatch.setattr(references_module, "path", lambda: tmp_path / "references.csv")
    plan = Run.begin(GAME, tmp_path / "run", (2, 3), steps=64, **TINY).plan
    assert references_module.references(GAME, plan) == {2: {"greedy": 0.5}, 3: {"greedy": 1 / 3}}
    references_module.note(GAME, {"random": Figure(2, "greedy", 40, (0.125, 0.1, 0.2))})
    references_module.note(GAME, {"random": Figure(2, "greedy", 40, (0.25, 0.1, 0.2))})
    found = references_module.references(GAME, plan)
    assert found == {2: {"greedy": 0.5, "random": 0.25}, 3: {"greedy": 1 / 3}}
    text = (tmp_path / "references.csv").read_text(encoding="utf-8")
    (tmp_path / "references.csv").write_text(text.replace(",random,random,", ",random,another,"))
    assert "random" not in references_module.references(GAME, plan)[2]


def test_a_champion_that_was_replaced_is_drawn_as_an_earlier_one(tmp_path, monkeypatch):
    monkeypatch.setattr(references_module, "path", lambda: tmp_path / "references.csv")
    plan = Run.begin(GAME, tmp_path / "run", (2,), steps=64, **TINY).plan
    references_module.note(GAME, {"champion": Figure(2, "greedy", 40, (0.75, 0.6, 0.9))})
    assert references_module.references(GAME, plan)[2] == {"greedy": 0.5, "champion": 0.75}
    text = (tmp_path / "references.csv").read_text(encoding="utf-8")
    (tmp_path / "references.csv").write_text(text.replace(",champion,champion", ",champion,champion:id=0"))
    assert references_module.references(GAME, plan)[2] == {"greedy": 0.5, "earlier champion": 0.75}


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_every_table_of_a_game_has_its_lines(tmp_path, name):
    game = get(name)
    plan = Run.begin(game, tmp_path / "run", steps=64).plan
    found = references_module.references(game, plan)
    assert sorted(found) == every_table(game)
    for lines in found.values():
        assert {each.replace("earlier ", "") for each in lines} == {
            "random",
            "greedy",
            "ismcts:100",
            "champion",
        }


def test_a_curve_has_a_picture_for_each_number_of_players():
    figures = [Figure(k, "greedy", 60, (0.4, 0.3, 0.5)) for k in (2, 3)]
    picture = curves(
        GAME, [Evaluation(64, 1.0, figures, None)], [(2, ""), (3, "")], {2: {"greedy": 0.5, "champion": 0.9}}
    )
    for words in ("2 players", "3 players", "among greedy 40%", "champion 90%"):
        assert words in picture


def test_a_curve_ends_in_the_final_figures_of_the_best_policy():
    """Its evaluations on the way are of few games."""
    history = [Evaluation(k, 1.0, [Figure(2, "greedy", 15, (0.2, 0.1, 0.4))], None) for k in (0, 64)]
    picture = curves(GAME, history, [(2, "")], {}, Final(64, [Figure(2, "greedy", 400, (0.6, 0.55, 0.65))]))
    assert "among greedy: best 60%" in picture
    assert "the best policy in 400 or more fresh games" in picture
    assert "among greedy 20%" not in picture


def test_final_figures_against_whom_it_met_only_then_are_drawn_with_the_lines():
    """A short training may have no time for all opponents on the way."""
    history = [Evaluation(64, 1.0, [Figure(2, "random", 15, (1.0, 0.9, 1.0))], None)]
    best = Final(64, [Figure(2, "greedy", 400, (0.6, 0.55, 0.65))])
    picture = curves(GAME, history, [(2, "")], {2: {"champion": 0.9}}, best)
    assert "among greedy: best 60%" in picture
    assert "champion 90%" in picture


def test_lines_of_other_agents_have_the_colour_of_what_they_are_compared_with():
    """Beside the policy's share among random they would flatter it."""
    figures = [Figure(2, who, 60, (0.4, 0.3, 0.5)) for who in ("random", "greedy")]
    picture = curves(GAME, [Evaluation(64, 1.0, figures, None)], [(2, "")], {2: {"champion": 0.9}})
    colour = {
        name: re.search(rf'fill="(#\w+)"[^>]*>{name}<', picture)[1]
        for name in ("among random 40%", "among greedy 40%", "champion 90%")
    }
    assert colour["champion 90%"] == colour["among greedy 40%"] != colour["among random 40%"]


@pytest.mark.parametrize("opponent", ["random", "ismcts:100", "ismcts:100,depth=1"])
def test_the_names_of_lines_end_in_the_picture(opponent):
    figures = [Figure(2, opponent, 400, (1.0, 0.99, 1.0))]
    picture = curves(GAME, [Evaluation(64, 1.0, figures, None)], [(2, "")], {}, Final(64, figures))
    label = re.search(r'x="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>(among [^<]*best 100%)<', picture)
    assert float(label[1]) + text_width(label[3], float(label[2]), bold=True) < WIDTH


def test_a_curve_has_a_picture_for_each_variant():
    figures = [
        Figure(2, "greedy", 60, (x, 0.1, 0.9), name) for x, name in ((0.3, "rounds 4"), (0.4, "rounds 5"))
    ]
    picture = curves(GAME, [Evaluation(64, 1.0, figures, None)], [(2, "rounds 4"), (2, "rounds 5")], {})
    for words in ("2 players, rounds 4", "2 players, rounds 5", "among greedy 30%", "among greedy 40%"):
        assert words in picture


@pytest.mark.parametrize("opponent", ["greedy", "random"])
def test_lines_of_other_agents_are_drawn_where_they_were_measured(opponent):
    """Shares among greedy beside a curve among random would flatter it."""
    history = [Evaluation(0, 1.0, [Figure(2, opponent, 40, (0.5, 0.4, 0.6))], None)]
    drawn = curves(GAME, history, [(2, "")], {2: {"champion": 0.9}})
    assert ("champion 90%" in drawn) == (opponent == "greedy")
