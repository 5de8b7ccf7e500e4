"""The same seed gives the same bytes: whatever the batch, the threads, the process, compiled or not."""

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from astrarium.core.records import play_records, read_records, replay, write_records
from tests.contract.table import amount, bits
from tests.contract.trace import trace

ROOT = Path(__file__).parents[2]


def shown(batch, n=None):
    """Everything that the first n games of a batch show."""
    names = ("mask", "obs", "seat", "rewards", "done", "truncated", "scores", "ranks", "episode")
    return [bits(batch.states[:n]), *(getattr(batch, name)[:n].tobytes() for name in names)]


def test_whatever_the_size_of_the_batch(variant):
    small, large = variant.batch(2, seed=3), variant.batch(9, seed=3)
    for k in range(amount(150)):
        assert shown(small) == shown(large, 2)
        actions = large.random_actions(k)
        assert (small.random_actions(k) == actions[:2]).all()
        small.step(actions[:2])
        large.step(actions)


def test_whatever_the_number_of_threads(table):
    one, three = table.batch(16, seed=3), table.batch(16, seed=3, threads=3)
    for k in range(amount(150)):
        assert shown(one) == shown(three)
        actions = one.random_actions(k)
        one.step(actions)
        three.step(actions)
    three.close()


def test_a_reset_begins_again(table):
    batch = table.batch(4, seed=3)
    start = shown(batch)
    for k in range(50):
        batch.step(batch.random_actions(k))
    assert shown(batch) != start
    batch.reset()
    assert shown(batch) == start
    batch.reset(seed=4)
    assert shown(batch) != start
    batch.reset(seed=3)
    assert shown(batch) == start


def test_games_and_episodes_differ(table):
    batch = table.batch(8, seed=0)
    assert len({bits(batch.states[i : i + 1]) for i in range(8)}) == 8
    first = bits(batch.states[:1])
    for k in range(2 * table.game.max_moves):
        batch.step(batch.random_actions(k))
        if batch.done[0]:
            assert bits(batch.states[:1]) != first
            assert batch.episode[0] == 1
            return
    pytest.fail("the first game never ended")


@pytest.mark.parametrize(
    "carry", [lambda it: it, lambda it: pickle.loads(pickle.dumps(it))], ids=["kept", "pickled"]
)
def test_a_snapshot_goes_back(table, carry):
    batch = table.batch(4, seed=6)
    for k in range(20):
        batch.step(batch.random_actions(k))
    snapshot = carry(batch.save())
    futures = []
    for _ in range(2):
        future = [shown(batch)]
        for k in range(60):
            batch.step(batch.random_actions(100 + k))
            future.append(shown(batch))
        futures.append(future)
        batch.load(snapshot)
    assert futures[0] == futures[1]
    other = table.batch(4, seed=999)
    other.load(snapshot)
    assert shown(other) == shown(batch)


def test_a_pickled_batch_goes_on(table):
    batch = table.batch(3, seed=6, threads=2)
    for k in range(10):
        batch.step(batch.random_actions(k))
    twin = pickle.loads(pickle.dumps(batch))
    for k in range(40):
        assert shown(batch) == shown(twin)
        batch.step(batch.random_actions(100 + k))
        twin.step(twin.random_actions(100 + k))


def test_a_copied_state_goes_on_alike(variant):
    """All that matters is in the record: no rule keeps anything elsewhere."""
    for states in variant.samples(4, seed=40, games=2):
        twin = np.zeros_like(states)
        twin[...] = states
        walks = variant.walk(1, states), variant.walk(1, twin)
        for k, (a, b) in enumerate(zip(*walks, strict=True)):
            assert (a[1] == b[1]).all()
            if k % 16 == 0:
                assert bits(a[0]) == bits(b[0])
        assert bits(states) == bits(twin)


def test_a_record_replays_every_state(variant, tmp_path):
    (record,) = play_records(variant.game, 1, seed=8, **variant.keywords)
    write_records(tmp_path / "games.jsonl", [record])
    (read,) = read_records(tmp_path / "games.jsonl")
    assert read == record
    states = replay(read)
    batch = variant.batch(1, seed=8, auto_reset=False)
    for k, action in enumerate(record.actions):
        assert bits(states[k : k + 1]) == bits(batch.states)
        batch.step([action])
    assert bits(states[-1:]) == bits(batch.states)
    assert batch.scores[0].tolist() == list(record.scores)


def lines_of_another_process(table, games, moves, **environment):
    content = table.content or table.game.contents[0]
    command = [
        sys.executable,
        "-m",
        "tests.contract.trace",
        table.game.name,
        table.players,
        content,
        games,
        moves,
    ]
    run = subprocess.run(
        list(map(str, command)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return run.stdout.splitlines()


def assert_same_lines(table, games, moves, **environment):
    here = list(trace(replace(table, content=table.content or table.game.contents[0]), games, moves))
    there = lines_of_another_process(table, games, moves, **environment)
    for k, (ours, theirs) in enumerate(zip(here, there, strict=False)):
        assert ours == theirs, f"{table}: step {k} differs"
    assert len(here) == len(there)


def test_in_another_process(table):
    if table.players == table.game.players[-1]:
        assert_same_lines(table, 3, 10**6, PYTHONHASHSEED="123")


def test_uncompiled(table):
    """The kernels as plain Python, a part of a game; the `slow` test below takes whole ones."""
    assert_same_lines(table, 1, amount(150), NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_uncompiled_whole_games(variant):
    if not variant.options:
        assert_same_lines(variant, 1, 10**6, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_with_bounds_checks(game, table):
    """Compiled anew with every index checked; compiled code without it reads silently past an array."""
    if table.game is game and table.players == game.players[-1]:
        assert_same_lines(table, 10, 10**6, NUMBA_BOUNDSCHECK="1")
