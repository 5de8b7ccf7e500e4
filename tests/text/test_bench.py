"""`llm-bench`: models and stand-ins at games, judged and counted; a stopped run goes on."""

import json

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


def test_the_command(tmp_path, capsys):
    ask = ["llm-bench", "greedy", "--game", "toy", "-n", "2", "--against", "random", "--out"]
    assert run([*ask, str(tmp_path / "b"), "--review", "ismcts:10", "-t", "1"]) == 0
    shown = capsys.readouterr().out
    assert "loss a decision" in shown
    assert "there is no ladder" in shown
    assert (tmp_path / "b" / "report.html").is_file()
    for more, why in {
        ("--price", "greedy=1"): "SPEC=IN/OUT",
        ("--price", "other=1/2"): "not judged",
        ("--players", "9"): "none of these games",
        ("--review", "greedy"): "tree search",
    }.items():
        assert run([*ask, str(tmp_path / "c"), *more]) == 2
        assert why in " ".join(capsys.readouterr().err.split())
