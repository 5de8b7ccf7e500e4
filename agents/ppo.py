"""`ppo:FILE`: a trained policy. It looks at the acting seat's observation and at nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.drivers import observe
from astrarium.core.jit import ByteRows, Ints, Shorts, SingleRows, Singles, States, Tables, driver
from astrarium.core.rng import below, seed_stream

from .base import Agent, Kind, Positions, Thought, number, register_agent
from .policy import CLIP, Policy, PolicyError, check_policy, load_policy
from .search import CHOICE_SALT

TEMPERATURE = 0.5  # below 1 the policy's favourites are played more often than in training
BASELINE = "baseline"  # in a file's place: the policy that comes with the package
LOW, HIGH = np.float32(-CLIP), np.float32(CLIP)
PARTS = 1 << 30  # a draw is a whole number of these parts of the total


@driver
def add_scaled(out, weights, x):
    """out += x * weights. Whole arrays: with offsets in the indices the loop is not vectorised."""
    for j in range(len(out)):
        out[j] += x * weights[j]


@driver
def first_layer(obs, columns, usual, scaling, weights, biases, out):
    """The first layer's sums. Columns that have their usual value are in the bias already."""
    width = len(out)
    out[:] = biases[:width]
    for k in range(len(columns)):
        x = obs[columns[k]]
        if x != usual[k]:
            at = (x - scaling[0, k]) * scaling[1, k]
            away = min(max(at, LOW), HIGH) - scaling[2, k]
            add_scaled(out, weights[k * width : (k + 1) * width], away)


@driver
def network(obs, columns, usual, scaling, sizes, weights, biases, work):
    """The numbers of all actions, in work[begin:]; returns begin."""
    first_layer(obs, columns, usual, scaling, weights, biases, work[: sizes[1]])
    begin, end = 0, sizes[1]  # of the last layer's outputs in work
    at, bias = sizes[0] * sizes[1], sizes[1]
    for layer in range(2, len(sizes)):
        width = sizes[layer]
        out = work[end : end + width]
        out[:] = biases[bias : bias + width]
        for k in range(begin, end):
            if work[k] > 0:
                add_scaled(out, weights[at : at + width], work[k])
            at += width
        bias += width
        begin, end = end, end + width
    return begin


@driver
def best_legal(mask, work, begin):
    """The legal action of the highest number."""
    best = -1
    for action in range(len(mask)):
        if mask[action] != 0 and (best < 0 or work[begin + action] > work[begin + best]):
            best = action
    return best


@driver
def drawn_legal(mask, work, begin, temperature, player):
    """A legal action, drawn with the policy's probabilities, sharpened by a temperature below 1."""
    best = best_legal(mask, work, begin)
    top, total = work[begin + best], 0.0
    for action in range(len(mask)):
        if mask[action] != 0:
            total += math.exp((work[begin + action] - top) / temperature)
    left = total * below(player, PARTS) / PARTS
    for action in range(len(mask)):
        if mask[action] != 0:
            left -= math.exp((work[begin + action] - top) / temperature)
            if left < 0:
                return action
    return best


@driver
def choose(
    t: Tables,
    states: States,
    rows: Ints,
    which: Ints,
    mask: ByteRows,
    keys: Ints,
    columns: Ints,
    usual: Shorts,
    scaling: SingleRows,
    sizes: Ints,
    weights: SingleRows,
    biases: SingleRows,
    temperatures: Singles,
    obs: Shorts,
    work: Singles,
    player: States,
    actions: Ints,
) -> None:
    """The choices in states[rows[k]], each by the policy which[k]: a row of weights and biases."""
    for k in range(len(rows)):
        s = states[rows[k]]
        observe(t[0], s, s.seat, obs)
        own = which[k]
        begin = network(obs, columns, usual, scaling, sizes, weights[own], biases[own], work)
        if temperatures[own] > 0:
            seed_stream(player[0], keys[k], 0, CHOICE_SALT)
            actions[k] = drawn_legal(mask[k], work, begin, temperatures[own], player[0])
        else:
            actions[k] = best_legal(mask[k], work, begin)


class Panel:
    """Policies of one shape and one scaling that decide together, in one compiled call."""

    def __init__(
        self, game: Game, content: Content, policies: Sequence[Policy], temperatures: Sequence[float]
    ) -> None:
        self.game, self.content = game, content
        first = policies[0]
        if any(each.sizes != first.sizes for each in policies):
            raise ValueError("the policies of a panel have one shape")
        scaling = first.scaling
        self._columns = scaling.columns.astype(np.int64)
        self._usual = scaling.usual.astype(np.int16)
        usual = scaling.features(_spread(scaling.columns, scaling.usual))[0]
        self._scaling = np.ascontiguousarray(np.stack([scaling.center, scaling.scale, usual]), np.float32)
        self._sizes = np.array(first.sizes, np.int64)
        self._weights = np.stack([np.concatenate([w.ravel() for w, _ in p.policy]) for p in policies])
        self._biases = np.stack([self._bias(p, usual) for p in policies]).astype(np.float32)
        self._temperatures = np.array(temperatures, np.float32)
        self._obs = np.zeros(game.observation.size, np.int16)
        self._work = np.zeros(sum(first.sizes[1:]), np.float32)
        self._player = np.zeros(1, game.state)

    @staticmethod
    def _bias(policy: Policy, usual: np.ndarray) -> np.ndarray:
        """All biases, that of the first layer with the columns' usual values worked in."""
        (weights, bias), *others = policy.policy
        return np.concatenate([bias + usual @ weights, *(each for _, each in others)])

    def act(
        self, states: np.ndarray, rows: np.ndarray, which: np.ndarray, mask: np.ndarray, keys: np.ndarray
    ) -> np.ndarray:
        """Legal actions in states[rows], with their masks and keys; which: the policy of each."""
        actions = np.zeros(len(rows), np.int64)
        self.game.bound(choose)(
            self.content.tables, states, np.asarray(rows, np.int64), np.asarray(which, np.int64),
            np.ascontiguousarray(mask, np.int8), keys.astype(np.uint64).view(np.int64), self._columns,
            self._usual, self._scaling, self._sizes, self._weights, self._biases, self._temperatures,
            self._obs, self._work, self._player, actions,
        )  # fmt: skip
        return actions


def _spread(columns: np.ndarray, values: np.ndarray) -> np.ndarray:
    """One observation with these values in these columns."""
    obs = np.zeros((1, int(columns.max()) + 1), np.int16)
    obs[0, columns] = values
    return obs


class PolicyAgent:
    """Plays a trained policy: its favourite at temperature 0, else by its probabilities."""

    def __init__(
        self, spec: str, game: Game, content: Content, policy: Policy, temperature: float = TEMPERATURE
    ) -> None:
        self.spec, self.policy = spec, policy
        if policy.sizes[-1] != game.num_actions or policy.scaling.columns.max() >= game.observation.size:
            raise PolicyError(f"{spec}: its network does not fit {game.name}")
        self._temperature = temperature
        self._panel = Panel(game, content, [policy], [temperature])

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        rows = np.arange(len(positions))
        states = np.ascontiguousarray(positions.states)
        return self._panel.act(states, rows, np.zeros_like(rows), positions.mask, positions.keys)

    def explain(self, positions: Positions, i: int) -> list[Thought]:
        """The probability of every legal action of position i, the likeliest first."""
        legal = np.flatnonzero(positions.mask[i])
        numbers = self.policy.logits(positions.obs[[i]])[0, legal].astype(np.float64)
        if self._temperature > 0:
            odds = np.exp((numbers - numbers.max()) / self._temperature)
        else:
            odds = (np.arange(len(numbers)) == numbers.argmax()).astype(np.float64)
        order = np.argsort(-numbers, kind="stable")
        return [Thought(int(legal[k]), float(odds[k] / odds.sum())) for k in order]


def baseline_path(game: Game) -> Path:
    """Where the trained policy of a game is that comes with the package."""
    return Path(str(files("astrarium.agents"))) / "baselines" / f"{game.name}.safetensors"


def _make(
    game: Game,
    content: Content,
    threads: int,
    argument: str,
    temperature: float | None = None,
    id: str | None = None,
) -> Agent:
    path = baseline_path(game) if argument == BASELINE else Path(argument)
    if argument == BASELINE and not path.is_file():
        raise PolicyError(f"no trained policy for {game.title} comes with this version")
    policy = load_policy(path)
    check_policy(policy.about, game, content, argument)
    if id not in (None, policy.digest):
        raise PolicyError(f"{argument} has changed: it is {policy.digest} now, not {id}")
    # The file's hash is part of the name: an arena must not go on with another policy under the same name.
    spec = f"ppo:{argument}" + ("" if temperature is None else f",temperature={temperature:g}")
    chosen = TEMPERATURE if temperature is None else temperature
    return PolicyAgent(f"{spec},id={policy.digest}", game, content, policy, chosen)


register_agent(
    Kind(
        "ppo",
        "ppo:FILE|baseline[,temperature=X]",
        "a trained policy of `astrarium train`; temperature 0 plays its favourite",
        _make,
        argument=str,
        settings={"temperature": number(0, 100), "id": str},
    )
)
