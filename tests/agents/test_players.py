"""The players on the engine's test game: legal, repeatable, blind to what is hidden, strong as expected."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from astrarium.agents import Positions, make_agent
from astrarium.agents.ismcts import NODE, NONE, Nodes, odds_for, outlook, raise_top
from astrarium.agents.search import DESK, MARGIN, Desks, close
from astrarium.core import Batch
from astrarium.core.jit import DoubleRows, Doubles, States, Tables, driver
from tests.agents.positions import AGENTS, SEARCHERS, part, some_positions, win_shares
from tests.toy import GAME

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("spec", AGENTS)
def test_choices_are_legal_and_repeatable(spec, players):
    positions = some_positions(GAME, players)
    actions = make_agent(spec, GAME).act(positions)
    assert positions.mask[np.arange(len(positions)), actions].all()
    assert (make_agent(spec, GAME).act(positions) == actions).all()


@pytest.mark.parametrize("spec", AGENTS)
def test_neither_threads_nor_the_batch_change_a_choice(spec):
    positions = some_positions(GAME, 3, n=30)
    actions = make_agent(spec, GAME, threads=1).act(positions)
    assert (make_agent(spec, GAME, threads=3).act(positions) == actions).all()
    agent = make_agent(spec, GAME)
    backwards = [agent.act(part(positions, [i]))[0] for i in reversed(range(len(positions)))]
    assert backwards[::-1] == actions.tolist()


@pytest.mark.parametrize("spec", AGENTS)
def test_the_key_changes_choices(spec):
    batch = Batch(GAME, 40, num_players=3, observations=False)  # the first call is open
    chosen = [make_agent(spec, GAME).act(Positions.of_batch(batch, seed)) for seed in range(4)]
    assert len({tuple(actions) for actions in chosen}) == 4


def test_random_is_uniform_over_the_mask():
    batch = Batch(GAME, 1, num_players=2, observations=False)
    one = Positions.of_batch(batch)
    many = Positions(
        GAME,
        one.content,
        np.repeat(one.states, 8000),
        np.repeat(one.mask, 8000, axis=0),
        np.repeat(one.seat, 8000),
        np.arange(8000, dtype=np.uint64),
    )
    counts = np.bincount(make_agent("random", GAME).act(many), minlength=GAME.num_actions)
    legal = one.mask[0] == 1
    assert (counts[~legal] == 0).all()
    assert np.abs(counts[legal] - 8000 / legal.sum()).max() < 5 * np.sqrt(8000 / legal.sum())


@pytest.mark.parametrize("spec", SEARCHERS)
def test_a_forced_move_needs_no_search(spec):
    positions = some_positions(GAME, 2)
    mask = np.zeros_like(positions.mask)
    mask[np.arange(len(mask)), positions.mask.argmax(axis=1)] = 1
    forced = Positions(GAME, positions.content, positions.states, mask, positions.seat, positions.keys)
    agent = make_agent(spec, GAME)
    assert (agent.act(forced) == mask.argmax(axis=1)).all()
    assert agent.spent.simulations == 0


@pytest.mark.parametrize("spec", SEARCHERS)
def test_a_search_changes_nothing_of_the_position_and_counts_its_work(spec):
    positions = some_positions(GAME, 3)
    before = positions.states.copy()
    agent = make_agent(spec, GAME)
    agent.act(positions)
    assert (positions.states == before).all()
    assert agent.spent.positions == len(positions)
    assert agent.spent.decisions >= agent.spent.simulations > 0
    assert agent.spent.per_second[1] > 0


def test_observations_of_positions_are_those_of_the_acting_seats():
    batch = Batch(GAME, 5, num_players=3)
    assert (Positions.of_batch(batch).obs == batch.obs).all()


def test_ismcts_spends_its_simulations_and_explains_them():
    positions = some_positions(GAME, 2, n=4)
    i = int(np.argmax(positions.mask.sum(axis=1)))
    agent = make_agent("ismcts:60", GAME)
    agent.act(part(positions, [i]))
    assert agent.spent.simulations == 60
    told = agent.explain(positions, i)
    assert sum(thought.visits for thought in told) == 60
    assert all(thought.value is None or -1 <= thought.value <= 1 for thought in told)


@pytest.mark.parametrize("spec", ["random", "greedy", "greedy:samples=4", "ismcts:60"])
def test_agents_explain_what_they_choose(spec):
    positions = some_positions(GAME, 2, n=4)
    agent = make_agent(spec, GAME)
    before = agent.act(positions)
    for i in range(len(positions)):
        told = agent.explain(positions, i)
        assert {thought.action for thought in told} == set(np.flatnonzero(positions.mask[i]).tolist())
        assert sum(thought.weight for thought in told) == pytest.approx(1)
        if spec != "random":
            assert told[0].action == before[i]
    assert (agent.act(positions) == before).all()


def test_ismcts_looks_ahead_to_value_new_nodes():
    """Of the same simulations: more evaluations, since a greedy way is gone from every new node."""
    where = some_positions(GAME, 2, 8)
    agents = [make_agent(f"ismcts:60,cutoff=0,depth={depth}", GAME) for depth in (1, 3)]
    for agent in agents:
        agent.act(where)
    near, far = (agent.spent for agent in agents)
    assert near.simulations == far.simulations
    assert far.evaluations > 1.5 * near.evaluations


def test_ismcts_ends_the_turn_where_going_on_is_not_worth_more():
    where = some_positions(GAME, 2, 48, options={"peeking": 1})
    ends = [
        [after(where, i, action)["seat"][0] != where.seat[i] for action in np.flatnonzero(where.mask[i])]
        for i in range(len(where))
    ]
    choice = [any(each) and not all(each) for each in ends]
    assert sum(choice) > 5
    goes_on = [
        sum(
            after(where, i, action)["seat"][0] == where.seat[i]
            for i, action in enumerate(make_agent(f"ismcts:60,idle={idle}", GAME).act(where))
            if choice[i]
        )
        for idle in (0, 1)
    ]
    assert goes_on[0] > 0
    assert goes_on[1] == 0


def test_a_node_is_worth_the_best_way_on_while_the_same_seat_decides():
    """With peak=1 in full, with peak=0 the mean of all that was tried there."""
    nodes, odds, desks = np.zeros(5, NODE), odds_for(100), np.zeros(1, DESK)
    nodes["first"], nodes["next"], nodes["top"] = (1, 2, -1, -1, -1), (-1, -1, 3, 4, -1), NONE
    nodes["seat"] = (-1, 0, 0, 0, 1)  # the last is an opponent's decision
    nodes["visits"], nodes["value"] = (0, 9, 4, 4, 1), (0, 0.9, 0.4, 3.2, 1.0)
    found = []
    for peak in (0, 0.5, 1):
        desks["peak"] = peak
        values = np.zeros(2)
        GAME.bound(weigh_up)(nodes, odds, desks, values)
        found.append(values)
    mean, best = 0.9 / 10, 3.2 / 5
    assert [each[0] for each in found] == pytest.approx([mean, (mean + best) / 2, best])
    assert [each[1] for each in found] == pytest.approx([best] * 3)  # nothing goes on from there


@driver
def weigh_up(nodes: Nodes, odds: DoubleRows, desks: Desks, values: Doubles) -> None:
    raise_top(nodes, nodes[1], odds, desks[0])
    values[0] = outlook(nodes[1], odds, desks[0])
    values[1] = outlook(nodes[3], odds, desks[0])


def after(positions, i, action):
    """The state after an action in position i."""
    batch = Batch.of_states(GAME, positions.states[[i]])
    batch.step([action])
    return batch.states


@driver
def end_all(t: Tables, states: States, desks: Desks, values: DoubleRows) -> None:
    for i in range(len(states)):
        close(t[0], states[i], desks[0])
        for seat in range(states[i].num_players):
            values[i, seat] = desks[0].values[seat]


def test_a_search_plays_for_points_where_the_game_is_decided():
    batch = Batch(GAME, 200, num_players=3, auto_reset=False, observations=False)
    rewarded = np.zeros((200, 3))
    for move in range(GAME.max_moves):
        if not batch.mask.any():
            break
        rewarded += batch.step(batch.random_actions(move))[0]
    values = np.zeros((200, 3))
    GAME.bound(end_all)(batch.content.tables, batch.states.copy(), np.zeros(1, DESK), values)
    for scores, rewards, worth in zip(batch.scores, rewarded, values, strict=True):
        best_other = [max(np.delete(scores, seat)) for seat in range(3)]
        lead = (scores - best_other) / (np.abs(scores) + np.abs(best_other) + 1)
        assert worth == pytest.approx(rewards + MARGIN * lead)
    assert np.ptp(values[batch.ranks == 0] - 1) > MARGIN / 10  # a high win is worth more than a narrow one


def test_ismcts_keeps_to_its_time():
    batch = Batch(GAME, 1, num_players=2, observations=False)
    agent = make_agent("ismcts:ms=30", GAME)
    agent.act(Positions.of_batch(batch))
    started = time.perf_counter()
    agent.act(Positions.of_batch(batch))
    assert 0.03 <= time.perf_counter() - started < 0.5
    assert agent.spent.simulations > 100


def test_a_full_tree_is_searched_on(monkeypatch):
    monkeypatch.setattr("astrarium.agents.ismcts.MAX_NODES", 24)
    positions = some_positions(GAME, 2, n=6)
    agent = make_agent("ismcts:200", GAME)
    actions = agent.act(positions)
    assert positions.mask[np.arange(len(positions)), actions].all()


def test_another_content_set_is_searched_with_its_own_tables():
    positions = some_positions(GAME, 2, content="dark")
    agent = make_agent("ismcts:40", GAME, content="dark")
    actions = agent.act(positions)
    assert positions.mask[np.arange(len(positions)), actions].all()


@pytest.mark.parametrize(
    ("stronger", "weaker", "share"),
    [("greedy", "random", 0.56), ("ismcts:200", "greedy", 0.56), ("rollout:100", "random", 0.6)],
)
def test_strength(stronger, weaker, share):
    assert win_shares(GAME, [stronger, weaker], 400)[0] >= share


def test_ismcts_is_stronger_among_four():
    assert win_shares(GAME, ["ismcts:200", "random", "random", "random"], 1000, players=4)[0] >= 0.35


SCRIPT = """
from astrarium.agents import make_agent
from tests.agents.positions import some_positions
from tests.toy import GAME
for spec in ("random", "greedy", "rollout:6", "ismcts:12"):
    print(make_agent(spec, GAME).act(some_positions(GAME, 3, n=6)).tolist())
"""


def test_uncompiled_players_choose_the_same():
    def run(disable):
        env = {**os.environ, "NUMBA_DISABLE_JIT": disable, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True, cwd=ROOT
        )
        return done.stdout

    assert run("1") == run("0")
