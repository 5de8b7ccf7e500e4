"""A search that looks where its best decisions lead before it goes on with its turn."""

import numpy as np

from astrarium.agents import Positions, make_agent
from astrarium.agents.champion import champion_path
from astrarium.core import Batch
from astrarium.envs import star_tycoon_v1

GAME = star_tycoon_v1.game
END, LOAN = GAME.actions.offset("end_turn"), GAME.actions.offset("loan")


def idle_positions():
    """The turn's actions are spent: only a loan, which brings nothing now, puts off its end."""
    batch = Batch(GAME, 200, num_players=2, seed=5, observations=False)
    greedy = make_agent("greedy:stray=30", GAME)
    for step in range(60):
        batch.step(greedy.act(Positions.of_batch(batch, step)))
    spent = (batch.mask[:, [END, LOAN]] != 0).all(axis=1) & (batch.mask.sum(axis=1) == 2)
    return Positions.of_batch(batch, 5, np.flatnonzero(spent))


def test_a_loan_that_only_puts_off_the_end_of_the_turn_is_not_taken():
    positions = idle_positions()
    assert len(positions) > 5
    spec = f"ismcts:100,idle=0,network={champion_path(GAME)}"
    loans = [(make_agent(f"{spec},rest={rest}", GAME).act(positions) == LOAN).sum() for rest in (0, 4)]
    assert loans[0] > 0
    assert loans[1] == 0
