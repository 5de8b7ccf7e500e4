"""Every game and its referee agree over a few thousand decisions, in set-ups that differ: a quick look.

tests/mutation lets these run beside the tests of a game's rules.
"""

from itertools import islice

import pytest

from astrarium.core import get

from .__main__ import REFEREES
from .harness import parts_of, play, setups_of

SHARES = 8  # parts of each game, one in four with cards that are made up
MOST = 500  # decisions of a game
GAMES = {  # of a part: more of those that are short
    "spacecorp": 3,
    "star_commander": 2,
    "star_tycoon": 6,
    "starfarers": 2,
    "starship_captains": 8,
}


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", REFEREES)
def test_a_game_and_its_referee_agree(name, share):
    game = get(name)
    number = share * len(setups_of(game)) // SHARES + share
    agents, mixed = ["busy", "random"][share % 2 :][:1], share % 4 == 3
    part = next(islice(parts_of(game, 21, GAMES[name], agents, mixed=mixed), number, None))
    tally = play(part, REFEREES[name], MOST)
    assert [str(each) for each in tally.differences] == []
    assert tally.decisions > 5
