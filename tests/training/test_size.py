"""A policy of the default network stays small enough to ship, even if it reads every column."""

from itertools import pairwise

import numpy as np
import pytest

import astrarium.envs
from astrarium.agents.policy import Policy, Scaling, about_policy, save_policy
from astrarium.core import get
from astrarium.training.settings import settings_for

MOST = 3_000_000


def layers(*sizes):
    return tuple((np.zeros((a, b), np.float32), np.zeros(b, np.float32)) for a, b in pairwise(sizes))


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_policies_are_small(name, tmp_path):
    game, hidden = get(name), settings_for(name).hidden
    columns = np.arange(game.observation.size, dtype=np.int32)
    scale = np.ones(len(columns), np.float32)
    policy = Policy(
        about_policy(game, game.content(), game.players),
        Scaling(columns, columns.astype(np.int16), scale, scale),
        layers(len(columns), *hidden, game.num_actions),
        layers(*hidden, 1),
    )
    save_policy(tmp_path / "policy.safetensors", policy)
    assert (tmp_path / "policy.safetensors").stat().st_size <= MOST
