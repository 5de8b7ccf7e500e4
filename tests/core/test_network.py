"""The network inside compiled code does what a few lines of NumPy do, however it gets there."""

import numpy as np
import pytest

from astrarium.core import driver
from astrarium.core.network import FAR, HIDDEN, Networks, anchor, correction, lead_of, network_dtype, value_of
from tests.toy import GAME

FEATURES = GAME.observation.size


@driver
def corrected(nets: Networks, given: Networks, again: bool) -> None:
    """The correction of what `given` sees, in its scale[0]; from what nets[0] sees as anchor."""
    net = nets[0]
    anchor(net)
    for k in range(len(net.seen)):
        net.seen[k] = given[0].seen[k]
    if again:
        anchor(net)
    given[0].scale[0] = correction(net)


@pytest.fixture
def net():
    rng = np.random.default_rng(1)
    net = np.zeros(1, network_dtype(FEATURES))
    for name in ("rows", "bias", "out", "scale"):
        net[name] = rng.normal(size=net[name].shape)
    net["usual"], net["seen"] = (rng.integers(-3, 4, net["usual"].shape) for _ in range(2))
    return net


def plain(net, seen):
    """The same in NumPy."""
    record = net[0]
    x = np.clip((seen - record["usual"]) * record["scale"], -FAR, FAR)
    hidden = record["bias"] + x @ record["rows"].reshape(-1, HIDDEN)
    return hidden[0] + record["out"][1:] @ np.maximum(hidden[1:], 0)


@pytest.mark.parametrize("again", [False, True])
def test_the_correction_is_that_of_the_observation_whatever_it_is_worked_out_from(net, again):
    seen = net["seen"][0].copy()
    seen[:7] += 2
    given = net.copy()
    given["seen"] = seen
    run = GAME.bound(corrected)
    run(net.copy(), given, again)
    assert given["scale"][0, 0] == pytest.approx(plain(net, seen), rel=1e-4, abs=1e-4)
    assert abs(plain(net, seen) - plain(net, net["seen"][0])) > 1e-2


def test_a_lead_and_its_value_are_two_names_of_one_thing():
    lead, back = (getattr(fn, "py_func", fn) for fn in (lead_of, value_of))
    for value in (-0.9, -0.2, 0.0, 0.5, 0.99):
        assert back(lead(value)) == pytest.approx(value)
    assert lead(1.0) < 10_000  # a value that is certain has a lead that can still be corrected
