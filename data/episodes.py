"""A dataset as episodes for Minari: what one seat of a game saw, did and was paid, and how it saw the end.

    export_episodes(Dataset("data/first"), "minari")

    MINARI_DATASETS_PATH=minari python -c 'import minari; minari.load_dataset("star_tycoon/first-v0")'

observations    {"observation", "action_mask"} as the Gymnasium environments give them: one more than actions
actions         what the seat chose
rewards         0 but for the last one: what the game paid
terminations    True at the last action; truncations as well if the game was cut at the move limit
infos           game, seat, agent, rank, score: the same at each step
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from astrarium.core.aec import observation_dict
from astrarium.core.records import Columns
from astrarium.core.state import CUT

from .dataset import Dataset
from .expand import Decisions, Expander, expand, in_parts

ROWS = 1 << 14  # decisions in memory at a time, about
INFOS = ("game", "seat", "agent", "rank", "score")


class MissingLibrary(ValueError):
    """A library that an export needs is not installed; the message says how to get it."""


def minari_id(dataset: Dataset) -> str:
    """What `minari.load_dataset` calls it: the game, and the name of the dataset's folder."""
    name = re.sub(r"[^\w-]+", "_", dataset.path.resolve().name)
    return f"{dataset.header.game}/{name}-v0"


def export_episodes(
    dataset: Dataset,
    out: str | Path,
    content: str | Path | None = None,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> str:
    """Write all games of a dataset into a folder of Minari datasets; the name to load it by."""
    try:
        import minari
        from minari.dataset.minari_storage import MinariStorage
    except ImportError as error:
        raise MissingLibrary(
            f"--format minari needs {error.name}: pip install 'astrarium[minari]' installs what is missing"
        ) from None
    dataset.check_finished()
    name = minari_id(dataset)
    folder = Path(out).resolve() / name  # Minari measures sizes wrongly under a path that is relative
    if folder.exists():
        raise ValueError(f"{folder} is there already")
    expander = Expander.of(dataset.columns(0), content)
    expander.game.compile([expand])
    draft = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    (draft / "data").mkdir(parents=True)
    game = expander.game
    storage = MinariStorage.new(
        draft / "data",
        observation_dict(game, False),
        spaces.Discrete(game.num_actions),
        env_spec_of(dataset),
    )
    agents = dataset.manifest["agents"]
    storage.update_metadata(
        {
            "dataset_id": name,
            "minari_version": minari.__version__,
            "algorithm_name": ", ".join(agents),
            "agents": agents,  # infos["agent"] is a place in here
            "description": f"{game.title}, {dataset.games} games, an episode a seat",
            "astrarium": dataset.header.text,
        }
    )
    done = 0
    told(done, dataset.games)
    for k in range(dataset.shards()):
        columns, first = dataset.columns(k), dataset.games_of(k).start
        for chosen in in_parts(columns, np.arange(len(columns)), ROWS):
            storage.update_episodes(episodes(dataset, expander, columns, chosen, first))
            done += len(chosen)
            told(done, dataset.games)
    draft.replace(folder)
    return name


def env_spec_of(dataset: Dataset) -> Any:
    """The environment that the games are of, as `recover_environment` makes it; None if it has no name."""
    header = dataset.header
    for name, spec in gymnasium.registry.items():
        if spec.kwargs == {"game": header.game} and name.endswith(f"-v{header.version}"):
            own = {"num_players": header.players, "reward": header.reward, "content": header.content}
            return replace(spec, kwargs={**spec.kwargs, **own, **header.options})
    return None


def episodes(
    dataset: Dataset, expander: Expander, columns: Columns, chosen: np.ndarray, first: int
) -> Iterator[Any]:
    """The episodes of some games of a file: game after game, seat after seat."""
    found, last = expander.whole(columns, chosen, first)
    order = np.lexsort((found.move, found.seat, found.game))
    starts = np.flatnonzero(np.append(True, found.done[order][:-1]))
    for rows in np.split(order, starts[1:]):
        own = found.rows(rows)
        at = int(own.game[0]) - first
        row, seat = int(np.flatnonzero(chosen == at)[0]), int(own.seat[0])
        agent = int(dataset.agent_numbers(own.game[:1], own.seat[:1])[0])
        yield episode(own, last[row, seat], agent, cut=bool(columns.over[at] == CUT))


def episode(own: Decisions, last: np.ndarray, agent: int, cut: bool) -> Any:
    """The decisions of a seat in a game as Minari's buffer."""
    from minari.data_collector.episode_buffer import EpisodeBuffer

    ends = np.ones_like(own.mask[:1])  # as the environments show it when a game has ended
    same = {"agent": agent, **{name: getattr(own, name)[0] for name in INFOS if name != "agent"}}
    return EpisodeBuffer(
        observations={
            "observation": np.concatenate([own.observation, last[None]]),
            "action_mask": np.concatenate([own.mask, ends]),
        },
        actions=own.action,
        rewards=own.reward,
        terminations=own.done,
        truncations=own.done & cut,
        infos={name: np.full(len(own) + 1, same[name]) for name in INFOS},
    )
