"""The benchmark of the vector env, in small."""

from astrarium.benchmarks.vector import main, measure
from tests.toy import GAME


def test_every_way_of_playing_is_measured(capsys):
    found = measure(GAME.name, 8, 0.03, 2)
    assert set(found) == {"batch", "seats", "NextStep", "SameStep"}
    assert all(rate > 0 for rate in found.values())
    main([GAME.name, "--envs", "4", "--seconds", "0.01"])
    assert "same step" in capsys.readouterr().out
