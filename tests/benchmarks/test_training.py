"""The time profile of training adds up."""

import json

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")


def test_the_profile_of_a_training(tmp_path, monkeypatch, capsys):
    import astrarium.training.settings
    import tests.toy  # noqa: F401  makes the game known
    from astrarium.benchmarks.training import main
    from tests.training.settings import TINY

    monkeypatch.setitem(astrarium.training.settings.BY_GAME, "toy", TINY)
    main(["toy", "--updates", "2", "--json", str(tmp_path / "out.json")])
    (result,) = json.loads((tmp_path / "out.json").read_text())
    assert result["samples"] == 2 * TINY["tables"] * TINY["rollout"]
    assert sum(result["shares"].values()) == pytest.approx(1)
    assert all(share > 0 for share in result["shares"].values())
    assert "toy_v0" in capsys.readouterr().out
