"""Reading: the decisions are those of the games, whatever the batch, the buffer, the threads, the workers."""

import dataclasses
import shutil

import numpy as np
import pytest

from astrarium.core import Batch
from astrarium.core.records import RecordError, read_columns, read_parquet, replay, write_parquet
from astrarium.data.dataset import Dataset, plan_dataset, write_dataset
from astrarium.data.expand import Expander, joined, later_decisions
from astrarium.data.reader import Reader
from tests.toy import GAME

GAMES = 50


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A dataset of random games in files of 8."""
    out = tmp_path_factory.mktemp("data") / "data"
    write_dataset(plan_dataset(GAME, ["random"], GAMES, 3, seed=2, shard=8), out)
    return out


@pytest.fixture(scope="module")
def everything(data):
    """All decisions in the order of the games."""
    return joined(list(Reader(data, batch=64)))


def same(one, two):
    return all(
        np.array_equal(a, b) for a, b in zip(one.arrays().values(), two.arrays().values(), strict=True)
    )


def in_order(found):
    """The same decisions in the order of the games."""
    return found.rows(np.lexsort((found.move, found.game)))


def test_the_decisions_are_those_of_the_games(data, everything):
    batch = Batch(GAME, GAMES, num_players=3, seed=2, auto_reset=False)
    records = list(Dataset(data).records())
    returns, scores = np.zeros((GAMES, 3)), np.array([record.scores for record in records])
    at = {
        (int(g), int(m)): row for row, (g, m) in enumerate(zip(everything.game, everything.move, strict=True))
    }
    assert len(at) == len(everything) == sum(len(record.actions) for record in records)
    for move in range(max(len(record.actions) for record in records)):
        for game in np.flatnonzero(~batch.done):
            row = at[game, move]
            assert np.array_equal(everything.observation[row], batch.obs[game])
            assert np.array_equal(everything.mask[row], batch.mask[game])
            assert everything.seat[row] == batch.seat[game]
            assert everything.action[row] == records[game].actions[move]
        taken = [-1 if batch.done[g] else records[g].actions[move] for g in range(GAMES)]
        rewards, done = batch.step(np.array(taken))
        returns[done & (rewards != 0).any(axis=1)] = rewards[done & (rewards != 0).any(axis=1)]
    rows = (everything.game, everything.seat)
    assert np.array_equal(everything.return_, returns[rows].astype(np.float32))
    assert np.array_equal(everything.score, scores[rows].astype(np.float32))


@pytest.mark.parametrize("settings", [{"batch": 1}, {"batch": 7}, {"batch": 10**6}, {"threads": 3}])
def test_batches_and_threads_do_not_change_what_is_read(data, everything, settings):
    batches = list(Reader(data, **{"batch": 100, **settings}))
    assert same(joined(batches), everything)
    assert {len(batch) for batch in batches[:-1]} <= {settings.get("batch", 100)}
    whole = list(Reader(data, **{"batch": 100, **settings}, drop_last=True))
    assert {len(batch) for batch in whole} <= {settings.get("batch", 100)}


@pytest.mark.parametrize("shuffle", [1, 100, 10**5])
def test_a_shuffled_pass_has_every_decision_once(data, everything, shuffle):
    reader = Reader(data, batch=64, shuffle=shuffle, seed=3)
    one, two, again = joined(list(reader)), joined(list(reader)), joined(list(Reader(data, 64, shuffle, 3)))
    assert same(in_order(one), everything)
    assert same(in_order(two), everything)
    assert not same(one, two)
    assert same(one, again)


def test_a_shuffled_batch_mixes_games_and_moments(data, everything):
    batch = next(iter(Reader(data, batch=200, shuffle=len(everything), seed=1)))
    assert len(np.unique(batch.game)) > GAMES / 2
    expected = everything.move.mean()
    assert abs(batch.move.mean() - expected) < 4 * everything.move.std() / 200**0.5


def test_parts_share_the_files_out(data, everything):
    for shuffle in (0, 50):
        parts = [joined(list(Reader(data, 32, shuffle, part=k, parts=3))) for k in range(3)]
        assert same(in_order(joined(parts)), everything)
        assert min(map(len, parts)) > 0


def test_returns_are_discounted_by_the_seats_own_decisions(data, everything):
    found = joined(list(Reader(data, gamma=0.5)))
    for game, seat in ((0, 0), (7, 2), (49, 1)):
        own = (everything.game == game) & (everything.seat == seat)
        full, less = everything.return_[own], found.return_[own]
        assert np.allclose(less, full * 0.5 ** np.arange(len(full))[::-1])


def test_later_decisions_are_counted_by_game_and_seat():
    game, seat = np.array([3, 3, 3, 3, 1, 1]), np.array([0, 1, 0, 0, 0, 1])
    assert later_decisions(game, seat).tolist() == [2, 0, 1, 0, 0, 0]


def test_columns_are_the_records(data):
    path = Dataset(data).shard(1)
    columns = read_columns(path)
    assert [columns.record(k) for k in range(len(columns))] == list(read_parquet(path))
    assert read_columns(path, actions=False).moves.tolist() == columns.moves.tolist()


def test_a_bad_record_is_named(data, tmp_path):
    copy = shutil.copytree(data, tmp_path / "data")
    path = Dataset(copy).shard(3)
    records = list(read_parquet(path))
    write_parquet(path, [dataclasses.replace(r, over=2) if r.index == 27 else r for r in records])
    with pytest.raises(RecordError, match=r"00003.parquet: toy game 27 .*was cut at the move limit"):
        list(Reader(copy))
    taken = replay(records[2])["moves"]
    assert len(taken) == len(records[2].actions) + 1
    wrong = np.append(records[2].actions, 0).astype(np.int32)
    write_parquet(path, [dataclasses.replace(r, actions=wrong) if r.index == 26 else r for r in records])
    with pytest.raises(RecordError, match=r"toy game 26 .*after \d+ decisions, but the record goes on"):
        list(Reader(copy))


def test_wrong_arguments_are_refused(data, tmp_path):
    for settings in ({"batch": 0}, {"shuffle": -1}, {"part": 2, "parts": 2}):
        with pytest.raises(ValueError, match="expected a batch of at least 1"):
            Reader(data, **settings)
    copy = shutil.copytree(data, tmp_path / "data")
    shutil.rmtree(copy / "records")
    with pytest.raises(RecordError, match="has no files yet"):
        Reader(copy)


def test_expanding_some_games_keeps_their_numbers(data):
    columns = Dataset(data).columns(2)
    found = Expander.of(columns)(columns, np.array([5, 1]), first=16)
    assert found.game.tolist() == [21] * int(columns.moves[5]) + [17] * int(columns.moves[1])


@pytest.mark.parametrize("workers", [0, 2])
def test_pytorch_gets_every_decision_once(data, everything, workers):
    torch = pytest.importorskip("torch", reason="needs the extra `train`")
    from astrarium.data.loader import TorchDecisions

    decisions = TorchDecisions(data, batch=64, shuffle=100)
    loader = torch.utils.data.DataLoader(decisions, batch_size=None, num_workers=workers)
    seen = list(loader)
    found = sorted(
        (int(g), int(m), int(a))
        for b in seen
        for g, m, a in zip(b["game"], b["move"], b["action"], strict=True)
    )
    told = sorted(
        zip(everything.game.tolist(), everything.move.tolist(), everything.action.tolist(), strict=True)
    )
    assert found == told
    assert seen[0]["observation"].shape == (64, GAME.observation.size)
    decisions.set_pass(0)
    assert torch.equal(next(iter(loader))["action"], seen[0]["action"])
