"""Damaged and crafted files: every flipped bit of a policy is refused, and odd values in its header."""

import resource
from dataclasses import replace

import numpy as np
import pytest

from astrarium.agents import make_agent
from astrarium.agents.networks import save_network
from astrarium.agents.policy import PolicyError, load_policy, save_policy
from tests.agents import test_networks
from tests.agents.test_ppo import drawn_policy, foreseeing_policy
from tests.toy import GAME

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


ODD = (None, True, -1, 10**30, 1.5, "x", [[1]], [1.5], ["2"], {"a": 1})


@pytest.mark.parametrize("wrong", ODD, ids=repr)
def test_odd_players_of_a_policy_are_refused(tmp_path, wrong):
    policy, path = drawn_policy(), tmp_path / "policy.safetensors"
    save_policy(path, replace(policy, about={**policy.about, "players": wrong}))
    with pytest.raises(PolicyError, match="is damaged: it was trained for"):
        make_agent(f"ppo:{path}", GAME)


def test_a_policy_names_no_file_of_weights(tmp_path):
    (tmp_path / "own.csv").write_text("private,words\n1,2\n")
    policy, path = foreseeing_policy(), tmp_path / "policy.safetensors"
    for wrong in (str(tmp_path / "own.csv"), "unknown", *ODD):
        ahead = {**policy.about["foresight"], "weights": wrong}
        save_policy(path, replace(policy, about={**policy.about, "foresight": ahead}))
        with pytest.raises(ValueError, match="the look ahead wants weights") as refused:
            make_agent(f"ppo:{path}", GAME)
        assert "private" not in str(refused.value)


@pytest.mark.parametrize("wrong", ODD[1:], ids=repr)
def test_odd_weights_of_a_network_are_refused(tmp_path, wrong):
    network, path = test_networks.made(), tmp_path / "net.safetensors"
    save_network(path, replace(network, about={**network.about, "weights": wrong}), GAME)
    with pytest.raises(PolicyError, match=r"which .* does not have"):
        make_agent(f"ismcts:4,network={path}", GAME)


def test_a_full_disk_is_told_as_such_and_the_old_policy_stays(tmp_path):
    path = tmp_path / "policy.safetensors"
    save_policy(path, drawn_policy())
    sound, limits = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            save_policy(path, foreseeing_policy())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == sound
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
