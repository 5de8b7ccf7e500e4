"""Reading: the decisions are those of the games, whatever the batch, the buffer, the threads, the workers."""

import dataclasses
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from astrarium.core import Batch
from astrarium.core.records import RecordError, read_columns, read_parquet, replay
from astrarium.data.dataset import Dataset, plan_dataset, write_dataset
from astrarium.data.expand import Expander, empty, joined, later_decisions
from astrarium.data.reader import Reader, mixed
from tests.data.test_dataset import rewrite
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
    assert np.array_equal(everything.return_to_go, returns[rows].astype(np.float32))
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


def test_passes_at_once_do_not_disturb_each_other(data):
    apart, reader = Reader(data, 64, 100), Reader(data, 64, 100)
    expected = [joined(list(apart)), joined(list(apart))]
    one = iter(reader)
    begun = [next(one)]
    two = joined(list(reader))
    assert same(joined([*begun, *one]), expected[0])
    assert same(two, expected[1])


def test_a_shuffled_batch_mixes_games_and_moments(data, everything):
    batch = next(iter(Reader(data, batch=200, shuffle=len(everything), seed=1)))
    assert len(np.unique(batch.game)) > GAMES / 2
    expected = everything.move.mean()
    assert abs(batch.move.mean() - expected) < 4 * everything.move.std() / 200**0.5


@pytest.mark.parametrize("size", [16, 64, 1000])
def test_decisions_stay_in_the_buffer_for_long_whatever_comes_at_a_time(size):
    """A buffer that is emptied by what comes would only permute blocks: nothing would stay for two."""
    buffer, whole = 64, empty(GAME, 4000)
    numbers = whole.game[:] = np.arange(len(whole))
    parts = [whole.rows(slice(at, at + size)) for at in range(0, len(whole), size)]
    found = joined(list(mixed(parts, GAME, buffer, np.random.default_rng(1)))).game
    assert sorted(found) == numbers.tolist()
    stayed = np.argsort(found) + buffer - numbers
    assert (stayed > 3 * buffer).mean() > 0.01


def test_parts_share_the_files_out(data, everything):
    for shuffle in (0, 50):
        parts = [joined(list(Reader(data, 32, shuffle, part=k, parts=3))) for k in range(3)]
        assert same(in_order(joined(parts)), everything)
        assert min(map(len, parts)) > 0


def test_returns_are_discounted_by_the_seats_own_decisions(data, everything):
    found = joined(list(Reader(data, gamma=0.5)))
    for game, seat in ((0, 0), (7, 2), (49, 1)):
        own = (everything.game == game) & (everything.seat == seat)
        full, less = everything.return_to_go[own], found.return_to_go[own]
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
    rewrite(path, [dataclasses.replace(r, over=2) if r.index == 27 else r for r in records])
    with pytest.raises(RecordError, match=r"00003.parquet: toy game 27 .*was cut at the move limit"):
        list(Reader(copy))
    taken = replay(records[2])["moves"]
    assert len(taken) == len(records[2].actions) + 1
    wrong = np.append(records[2].actions, 0).astype(np.int32)
    rewrite(path, [dataclasses.replace(r, actions=wrong) if r.index == 26 else r for r in records])
    with pytest.raises(RecordError, match=r"toy game 26 .*after \d+ decisions, but the record goes on"):
        list(Reader(copy))


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("over", pa.array([7] * 8, pa.int8()), "over is one of 0, 1, 2"),
        ("moves", pa.array([1] * 8, pa.int32()), "moves is not the number of actions"),
        ("seed", pa.array([None] * 8, pa.int64()), "column seed has empty cells"),
    ],
)
def test_a_file_whose_columns_do_not_fit_is_refused(data, tmp_path, name, values, expected):
    copy = shutil.copytree(data, tmp_path / "data")
    path = Dataset(copy).shard(3)
    table, about = pq.read_table(path), pq.read_metadata(path).metadata
    table = table.set_column(table.column_names.index(name), name, values)
    with pq.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({key: about[key] for key in (b"games", b"agents")})
    with pytest.raises(RecordError, match=f"00003.parquet: {expected}"):
        list(Reader(copy))


def test_wrong_arguments_are_refused(data, tmp_path):
    with pytest.raises(ValueError, match=r"gamma is a number from 0 to 1, not 1.5"):
        Reader(data, gamma=1.5)
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


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_pytorch_gets_every_decision_once_in_every_pass(data, everything, workers):
    torch = pytest.importorskip("torch", reason="needs the extra `train`")
    from astrarium.data.loader import TorchDecisions

    decisions = TorchDecisions(data, batch=64, shuffle=100)
    loader = torch.utils.data.DataLoader(decisions, batch_size=None, num_workers=workers)
    told = np.stack([everything.game, everything.move, everything.action])
    seen = []
    for number in (0, 1, 0):
        decisions.set_pass(number)
        batches = list(loader)
        assert batches[0]["observation"].shape == (64, GAME.observation.size)
        found = torch.stack([torch.cat([b[n] for b in batches]) for n in ("game", "move", "action")]).numpy()
        assert np.array_equal(found[:, np.lexsort((found[1], found[0]))], told)
        seen.append(found)
    assert np.array_equal(seen[0], seen[2])
    assert not np.array_equal(seen[0], seen[1])


def test_persistent_workers_of_pytorch_count_the_passes_themselves(data):
    torch = pytest.importorskip("torch", reason="needs the extra `train`")
    from astrarium.data.loader import TorchDecisions

    here = Reader(data, 64, 100)
    expected = [joined(list(here)).action, joined(list(here)).action]
    loader = torch.utils.data.DataLoader(
        TorchDecisions(data, batch=64, shuffle=100), batch_size=None, num_workers=1, persistent_workers=True
    )
    for actions in expected:
        assert np.array_equal(torch.cat([batch["action"] for batch in loader]).numpy(), actions)


def test_rewards_ranks_and_ends_are_those_of_the_seats(data, everything):
    records = list(Dataset(data).records())
    for game, record in enumerate(records):
        for seat in range(3):
            own = np.flatnonzero((everything.game == game) & (everything.seat == seat))
            if len(own) == 0:
                continue
            assert (everything.rank[own] == record.ranks[seat]).all()
            assert everything.done[own].tolist() == [False] * (len(own) - 1) + [True]
            assert (everything.reward[own[:-1]] == 0).all()
            assert everything.reward[own[-1]] == everything.return_to_go[own[-1]]


def test_observations_are_scaled_as_the_environments_scale_them(data, everything):
    scaled = joined(list(Reader(data, batch=64, scaled=True))).observation
    assert scaled.dtype == np.float32
    batch = Batch(GAME, GAMES, num_players=3, seed=2, scaled=True)
    first = np.flatnonzero(everything.move == 0)
    assert np.allclose(scaled[first], batch.obs, atol=1e-6)


def test_an_export_names_the_agents_of_its_decisions(tmp_path):
    from astrarium.data.export import export

    write_dataset(
        plan_dataset(GAME, ["greedy", "random", "random"], 6, 3, seed=2, shard=8), tmp_path / "data"
    )
    flat = export(Dataset(tmp_path / "data"), tmp_path / "flat")
    rows = pq.read_table(flat.path / "decisions").to_pydict()
    assert {(seat, agent) for seat, agent in zip(rows["seat"], rows["agent"], strict=True)} == {
        (0, "greedy"), (1, "random"), (2, "random"),
    }  # fmt: skip
    assert sum(rows["done"]) == 18
    assert {"reward", "rank", "return_to_go"} <= set(rows)
