"""Damaged files: every flipped bit of a policy is refused."""

import numpy as np
import pytest

from astrarium.agents.policy import PolicyError, load_policy, save_policy
from tests.agents.test_ppo import drawn_policy, foreseeing_policy

FLIPS = 400


@pytest.mark.parametrize("policy", [drawn_policy(), foreseeing_policy()], ids=["plain", "foreseeing"])
def test_a_flipped_bit_of_a_policy_is_refused(tmp_path, policy):
    path, rng = tmp_path / "policy.safetensors", np.random.default_rng(7)
    save_policy(path, policy)
    sound = path.read_bytes()
    head = int.from_bytes(sound[:8], "little") + 8
    places = [*rng.integers(0, head, FLIPS // 2), *rng.integers(0, len(sound), FLIPS // 2)]
    for place, bit in zip(places, rng.integers(0, 8, FLIPS), strict=True):
        flipped = bytearray(sound)
        flipped[place] ^= 1 << bit
        path.write_bytes(flipped)
        with pytest.raises(PolicyError):
            load_policy(path)
