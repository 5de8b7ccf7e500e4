"""What a network thinks of positions."""

from astrarium.agents.search import evaluate, observe
from astrarium.core.drivers import OBS_SIZE
from astrarium.core.jit import Doubles, Ints, States, Tables, driver
from astrarium.core.network import Networks, anchor, correction, lead_of, value_of


@driver
def judge_all(t: Tables, states: States, seats: Ints, nets: Networks, values: Doubles) -> None:
    """The corrected evaluation of each state for its seat."""
    net = nets[0]
    for i in range(len(states)):
        observe(t[0], states[i], seats[i], net.seen[:OBS_SIZE])
        anchor(net)
        values[i] = value_of(lead_of(evaluate(t[0], states[i], seats[i])) + correction(net))
