"""`llm-bench`: models and stand-ins at games, judged and counted; a stopped run goes on."""

import json
import shutil

import pytest

from astrarium.agents.folder import FolderError
from astrarium.agents.ladder import make_ladder
from astrarium.cli import run
from astrarium.text import bench as lab
from astrarium.text import llm
from astrarium.text.bench import Plan, run_bench
from astrarium.text.bench_report import page, rows
from tests.text.server import SECRET, serving
from tests.toy import GAME


@pytest.fixture
def server(monkeypatch, tmp_path):
    monkeypatch.setattr(llm, "PAUSE", 0.001)
    with serving() as found:
        monkeypatch.setenv(llm.BASE_URL, found.address)
        monkeypatch.setenv(llm.KEY, SECRET)
        yield found


def test_models_and_stand_ins_are_judged_and_a_run_goes_on(server, tmp_path):
    server.way = "once 500"
    model = f"llm:m,cache={tmp_path / 'cache'}"
    plan = Plan((model, "greedy"), ((GAME, 2),), games=4, reviewer="ismcts:20", prices={model: (2.0, 10.0)})
    bench = run_bench(plan, tmp_path / "bench")
    first, second = bench.results
    assert first.games == 4
    assert [each.opponent for each in first.met] == ["random", "greedy"]
    assert [each.opponent for each in second.met] == ["random"]  # it does not meet itself
    assert second.games == 4
    asked = first.effort.usage["requests"]
    assert first.effort.decisions == asked == first.effort.faults["harness"]
    assert first.cost == pytest.approx(asked * (1000 * 2 + 7 * 10) / 1e6)
    assert second.cost is None
    assert 0 < first.reviewed <= asked
    assert first.loss.low < first.loss.mean < first.loss.high
    assert first.rating is None
    assert "there is no ladder" in bench.notes[0]
    requests, told = len(server.asked), json.loads((tmp_path / "bench" / "results.json").read_text())
    again = run_bench(plan, tmp_path / "bench")
    assert len(server.asked) == requests
    assert again.json() == bench.json() == told
    assert told["results"][0]["refusals"] == {"harness": asked, "format": 0, "illegal": 0, "timeout": 0}
    with pytest.raises(FolderError, match="another bench: games 4, not 6"):
        run_bench(Plan((model, "greedy"), ((GAME, 2),), games=6), tmp_path / "bench")
    shown = page(bench)
    assert model in shown.replace("<wbr>", "")
    assert f"{1000 * asked:,} + {7 * asked:,}" in shown
    best = min(bench.results, key=lambda each: each.loss.mean)
    assert rows(bench.results)[0][0] == best.agent


def test_with_a_ladder_there_is_a_rating(tmp_path, monkeypatch):
    ladder = make_ladder(GAME, games=4, rungs=("random", "greedy:stray=50", "greedy"))
    monkeypatch.setattr(lab, "read_ladder", lambda game, players: ladder)
    plan = Plan(("greedy:stray=30",), ((GAME, None),), games=4, reviewer=None)
    (result,) = run_bench(plan, tmp_path / "bench").results
    assert result.rating.low < result.rating.mean < result.rating.high
    assert result.reviewed == 0
    assert len(result.seats) == result.players == 2
    assert sum(each.games for each in result.met) == result.games == 4
    named = Plan(("greedy:stray=30",), ((GAME, None),), games=4, against=("random",), reviewer=None)
    (result,) = run_bench(named, tmp_path / "named").results
    assert result.rating is None
    assert [each.opponent for each in result.met] == ["random"]


def test_with_other_cards_there_are_fixed_opponents_and_no_rating(tmp_path, monkeypatch):
    def no_ladder(game, players):
        raise AssertionError("a ladder of other cards")

    monkeypatch.setattr(lab, "read_ladder", no_ladder)
    plan = Plan(("greedy",), ((GAME, 2),), games=2, against=("random",), reviewer="ismcts:10", cards="dark")
    bench = run_bench(plan, tmp_path / "bench")
    (result,) = bench.results
    assert result.rating is None
    assert result.reviewed > 0
    assert "ladder is of the cards 'plain', and these are 'dark'" in bench.notes[0]
    assert "against random" in bench.notes[0]
    assert "cards dark" in page(bench)
    played = json.loads(next((tmp_path / "bench").rglob("manifest.json")).read_text())
    assert (played["cards"], played["digest"]) == ("dark", GAME.content("dark").digest)
    assert bench.json()["cards"] == [["dark", GAME.content("dark").digest[:16]]]


def test_the_cards_of_the_ladder_are_known_by_what_is_in_them(tmp_path):
    mine = shutil.copytree(GAME.content().source, tmp_path / "mine")
    assert not Plan(("greedy",), ((GAME, 2),), cards=mine).unrated(GAME)
    assert Plan(("greedy",), ((GAME, 2),), cards="dark").unrated(GAME)


def test_a_bench_goes_on_with_the_same_cards_only(tmp_path):
    def bench(cards):
        return run_bench(
            Plan(("greedy",), ((GAME, 2),), 2, against=("random",), reviewer=None, cards=cards),
            tmp_path / "bench",
        )

    mine = shutil.copytree(GAME.content("dark").source, tmp_path / "mine")
    moved = shutil.copytree(mine, tmp_path / "elsewhere" / "mine")
    changed = shutil.copytree(mine, tmp_path / "changed" / "mine")
    lines = (changed / "cards.csv").read_text().splitlines()
    (changed / "cards.csv").write_text("\n".join([*lines[:-2], lines[-1], lines[-2]]))
    first = bench(mine)
    assert bench(moved).json() == first.json()  # a folder may have been moved
    for other in (changed, "dark", None):
        with pytest.raises(FolderError, match="another bench: cards"):
            bench(other)


def test_the_command(tmp_path, capsys):
    ask = ["llm-bench", "greedy", "--game", "toy", "-n", "2", "--against", "random", "--out"]
    assert run([*ask, str(tmp_path / "b"), "--review", "ismcts:10", "-t", "1"]) == 0
    shown = capsys.readouterr().out
    assert "loss a decision" in shown
    assert "opponents are named: there is no rating" in shown
    assert (tmp_path / "b" / "report.html").is_file()
    quick = ["llm-bench", "ismcts:1", "--game", "toy", "-n", "2", "--review", "none", "-t", "1", "--out"]
    assert run([*quick, str(tmp_path / "d")]) == 0
    assert "there is no ladder" in capsys.readouterr().out
    assert run([*quick, str(tmp_path / "e"), "--cards", "dark"]) == 0
    shown = capsys.readouterr()
    assert "4 games of each, cards dark" in shown.out
    assert "there is no rating; the opponents are random, greedy" in " ".join(shown.err.split())
    for more, why in {
        ("--price", "greedy=1"): "SPEC=IN/OUT",
        ("--price", "other=1/2"): "not judged",
        ("--players", "9"): "none of these games",
        ("--review", "greedy"): "tree search",
        ("--against", "gredy"): "did you mean",
        ("gredy",): "did you mean",
        ("--against", "greedy", "--review", "none"): "nobody to play",
        ("--cards", "light"): "no content set 'light'",
        ("--cards", "dark", "--game", "star_tycoon"): "one game",
    }.items():
        assert run([*ask, str(tmp_path / "c"), *more]) == 2
        assert why in " ".join(capsys.readouterr().err.split())
        assert not (tmp_path / "c").exists()  # the mended command may use it
