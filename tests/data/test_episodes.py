"""Minari reads an export: one episode a seat, with what the environments show at the end."""

import sys

import gymnasium
import numpy as np
import pytest

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.core import get
from astrarium.core.aec import look
from astrarium.core.records import replay
from astrarium.data import episodes
from astrarium.data.dataset import Dataset, plan_dataset, write_dataset
from astrarium.data.episodes import export_episodes
from astrarium.data.expand import joined
from astrarium.data.reader import Reader
from tests.toy import GAME

minari = pytest.importorskip("minari", reason="needs the extra `minari`")
GAMES = 12


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A dataset, and what Minari makes of its export."""
    folder = tmp_path_factory.mktemp("minari")
    plan = plan_dataset(GAME, ["greedy", "random", "random"], GAMES, 3, seed=2, shard=5, turn=True)
    write_dataset(plan, folder / "first try")
    dataset = Dataset(folder / "first try")
    name = export_episodes(dataset, folder / "out")
    assert name == "toy/first_try-v0"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINARI_DATASETS_PATH", str(folder / "out"))
        yield dataset, minari.load_dataset(name)


def test_every_decision_is_in_one_episode(exported):
    dataset, loaded = exported
    everything = joined(list(Reader(dataset.path)))
    assert loaded.total_steps == len(everything)
    assert loaded.total_episodes == int(everything.done.sum())
    for each in loaded.iterate_episodes():
        game, seat = each.infos["game"][0], each.infos["seat"][0]
        own = everything.rows((everything.game == game) & (everything.seat == seat))
        assert np.array_equal(each.observations["observation"][:-1], own.observation)
        assert np.array_equal(each.observations["action_mask"][:-1], own.mask)
        assert np.array_equal(each.actions, own.action)
        assert np.array_equal(each.rewards, own.reward)
        assert each.terminations.tolist() == [False] * (len(own) - 1) + [True]
        assert set(each.infos["rank"]) == set(own.rank)
        assert set(each.infos["score"]) == set(own.score)
        assert loaded.storage.metadata["agents"][each.infos["agent"][0]] == dataset.agents_of(game)[seat]


def test_the_last_observation_is_what_the_seat_sees_of_the_end(exported):
    dataset, loaded = exported
    records = list(dataset.records())
    for each in loaded.iterate_episodes(range(6)):
        game, seat = int(each.infos["game"][0]), int(each.infos["seat"][0])
        end = replay(records[game])[-1:].copy()
        seen = np.zeros(GAME.observation.size, np.int16)
        GAME.bound(look)(GAME.content().tables, end, seat, seen)
        assert np.array_equal(each.observations["observation"][-1], seen)
        assert each.observations["action_mask"][-1].all()


def test_games_at_the_move_limit_are_truncated_as_well(exported, monkeypatch):
    dataset, _ = exported
    cut = [record.over == 2 for record in dataset.records()]
    monkeypatch.setattr(episodes, "CUT", 1)  # as if each end were one
    columns = dataset.columns(0)
    expander = episodes.Expander.of(columns)
    made = list(episodes.episodes(dataset, expander, columns, np.arange(5), 0))
    assert all(each.truncations[-1] and each.terminations[-1] for each in made)
    assert not any(each.truncations[:-1].any() for each in made)
    assert not any(cut)


def test_an_export_is_not_overwritten(exported):
    dataset, loaded = exported
    with pytest.raises(ValueError, match="is there already"):
        export_episodes(dataset, loaded.storage.data_path.parents[2])


def test_the_environment_comes_back(tmp_path, monkeypatch):
    game = get("star_tycoon")
    write_dataset(plan_dataset(game, ["random"], 2, 2, seed=1), tmp_path / "data")
    name = export_episodes(Dataset(tmp_path / "data"), tmp_path / "out")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "out"))
    loaded = minari.load_dataset(name)
    env = loaded.recover_environment()
    assert env.observation_space == loaded.observation_space
    assert env.action_space == loaded.action_space
    assert env.unwrapped.batch.num_players == 2
    assert gymnasium.spec("astrarium/StarTycoon-v1").kwargs == {"game": "star_tycoon"}  # as it was
    observation, _ = env.reset(seed=1)
    assert loaded.observation_space.contains(observation)
    assert loaded.observation_space.contains(
        {name: each[-1] for name, each in loaded[0].observations.items()}
    )


def test_without_minari_it_is_said_what_to_install(exported, tmp_path, monkeypatch):
    dataset, _ = exported
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(ValueError, match=r"needs minari.*pip install 'astrarium\[minari\]'"):
        export_episodes(dataset, tmp_path / "other")
