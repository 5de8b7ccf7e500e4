"""States from files: what passes for sound cannot lead compiled code out of its arrays."""

import numpy as np
import pytest
from numba.core import config

from astrarium.core import games, get
from astrarium.core.soundness import BrokenState
from tests.fuzz.states import fuzz, real_states

GAMES = sorted(name for name in games() if get(name).bounds)


@pytest.mark.skipif(not config.BOUNDSCHECK, reason="NUMBA_BOUNDSCHECK=1 finds an index out of range")
@pytest.mark.parametrize("name", GAMES)
def test_what_passes_for_sound_stays_within_its_arrays(name):
    passed, wrong = fuzz(name, 500, seed=5)
    assert passed
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_every_field_has_bounds_and_a_value_beyond_them_is_refused(name):
    game = get(name)
    states = real_states(game, np.random.default_rng(2), n=8, rounds=3)
    game.require_sound(states)
    for field, (low, high) in game.bounds.items():
        limits = np.iinfo(states.dtype[field].base)
        for value in (low - 1, high + 1):
            if limits.min <= value <= limits.max:
                spoilt = states[:1].copy()
                spoilt[field].reshape(-1)[-1] = value
                with pytest.raises(BrokenState, match=field):
                    game.require_sound(spoilt)
