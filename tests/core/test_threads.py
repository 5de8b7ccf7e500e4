"""Threads across a fork."""

import os

import pytest

from tests.process import run

FORK = """
import os, signal, warnings
warnings.simplefilter("ignore")
import numpy as np
from astrarium.agents import Positions, make_agent
from astrarium.core import Batch
from tests.toy import GAME

batch = Batch(GAME, 8, threads=2)
agent = make_agent("greedy", GAME, threads=2)
batch.step(agent.act(Positions.of_batch(batch)))
child = os.fork()
if child == 0:
    signal.alarm(60)  # ends a child that hangs
batch.step(agent.act(Positions.of_batch(batch)))
batch.close()
if child == 0:
    os._exit(0 if batch.moves.min() == 2 else 1)
print(os.waitpid(child, 0)[1], batch.moves.min())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_batches_and_searches_go_on_in_a_forked_child():
    assert run(FORK)[0].split() == ["0", "2"]
