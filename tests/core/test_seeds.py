"""Seeds that cannot be searched for, and seeds in JSON."""

import json

import pytest

from astrarium.core.aec import GameAEC
from astrarium.core.seeds import from_json, secret_seed, to_json
from tests.toy import GAME


def test_secret_seeds_use_63_bits():
    seeds = [secret_seed() for _ in range(200)]
    assert all(0 <= seed < 2**63 for seed in seeds)
    for bit in range(63):
        assert {seed >> bit & 1 for seed in seeds} == {0, 1}


def test_a_game_without_a_seed_is_dealt_by_a_secret_one():
    seeds = []
    for _ in range(20):
        env = GameAEC(GAME)
        env.reset()
        seeds.append(env._seed)
    assert max(seeds) >= 2**58


@pytest.mark.parametrize("number", [0, 7, -7, 2**53 - 1, 2**53, -(2**53), 2**63 - 1, -(2**63)])
def test_a_reader_that_has_only_doubles_gets_the_number_whole(number):
    read = json.loads(json.dumps(to_json(number)), parse_int=float)
    assert int(read) == number
    assert from_json(to_json(number)) == number


@pytest.mark.parametrize("value", ["7", "007", "--1", "x", "", "٣" * 18, "9" * 40, None, 1.5, "-0"])
def test_other_texts_are_no_numbers(value):
    assert from_json(value) is value
