"""`ppo:FILE`: a trained policy. It knows the acting seat's observation and nothing else.

One with foresight also looks ahead, in redeals of what the seat cannot know.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path

import numpy as np

from astrarium.core import Content, Game
from astrarium.core.bits import count_ones
from astrarium.core.drivers import observe
from astrarium.core.jit import ByteRows, Doubles, Ints, Shorts, SingleRows, Singles, States, Tables, driver
from astrarium.core.rng import below, seed_stream

from .base import Agent, Kind, Positions, Thought, number, register_agent, whole
from .foresight import Foreseer, pull, shortfalls
from .greedy import GreedyDesk, foresee
from .policy import CLIP, LIMIT, Policy, PolicyError, check_policy, load_policy
from .search import CHOICE_SALT, PLAYER, Desks

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
    trust: SingleRows,
    redeals: int,
    depth: int,
    temperatures: Singles,
    obs: Shorts,
    work: Singles,
    short: Shorts,
    scratch: States,
    masks: ByteRows,
    totals: Doubles,
    desks: Desks,
    actions: Ints,
) -> None:
    """The choices in states[rows[k]], each by the policy which[k]: a row of weights, biases and trust."""
    for k in range(len(rows)):
        s = states[rows[k]]
        own = which[k]
        if count_ones(mask[k]) == 1:
            actions[k] = best_legal(mask[k], work, 0)
            continue
        observe(t[0], s, s.seat, obs)
        begin = network(obs, columns, usual, scaling, sizes, weights[own], biases[own], work)
        if redeals > 0:
            foresee(t[0], states, rows[k], keys[k], scratch, masks, totals, depth, redeals, desks[0])
            shortfalls(totals, masks[0], redeals, short)
            for action in range(len(short)):
                work[begin + action] -= trust[own, action] * pull(short[action])
        if temperatures[own] > 0:
            seed_stream(scratch[PLAYER], keys[k], 0, CHOICE_SALT)
            actions[k] = drawn_legal(mask[k], work, begin, temperatures[own], scratch[PLAYER])
        else:
            actions[k] = best_legal(mask[k], work, begin)


class Panel:
    """Policies of one shape and one scaling that decide together, in one compiled call."""

    def __init__(
        self, game: Game, content: Content, policies: Sequence[Policy], temperatures: Sequence[float]
    ) -> None:
        first = policies[0]
        self.game, self.content = game, first.foresight.weigh(game, content)
        if any((each.sizes, each.foresight) != (first.sizes, first.foresight) for each in policies):
            raise ValueError("the policies of a panel have one shape")
        scaling = first.scaling
        if first.sizes[-1] != game.num_actions or scaling.columns.max() >= game.observation.size:
            raise PolicyError(f"the network does not fit {game.name}")
        self._columns = scaling.columns.astype(np.int64)
        self._usual = scaling.usual.astype(np.int16)
        usual = scaling.features(_spread(scaling.columns, scaling.usual))[0]
        self._scaling = np.ascontiguousarray(np.stack([scaling.center, scaling.scale, usual]), np.float32)
        self._sizes = np.array(first.sizes, np.int64)
        self._weights = np.stack([np.concatenate([w.ravel() for w, _ in p.policy]) for p in policies])
        self._biases = np.stack([self._bias(p, usual) for p in policies]).astype(np.float32)
        self._trust = np.zeros((len(policies), first.sizes[-1]), np.float32)
        for k, policy in enumerate(policies):
            self._trust[k] = 0 if policy.trust is None else policy.trust
        self._foresight = first.foresight
        self._temperatures = np.array(temperatures, np.float32)
        self._obs = np.zeros(game.observation.size, np.int16)
        self._work = np.zeros(sum(first.sizes[1:]), np.float32)
        self._short = np.zeros(game.num_actions, np.int16)
        self._desk = GreedyDesk(game)

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
        desk, ahead = self._desk, self._foresight
        self.game.bound(choose)(
            self.content.tables, states, np.asarray(rows, np.int64), np.asarray(which, np.int64),
            np.ascontiguousarray(mask, np.int8), keys.astype(np.uint64).view(np.int64), self._columns,
            self._usual, self._scaling, self._sizes, self._weights, self._biases, self._trust,
            ahead.redeals, ahead.depth, self._temperatures, self._obs, self._work, self._short,
            desk.work, desk.masks, desk.totals, desk.record, actions,
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
        self.players = tuple(policy.about.get("players", ()))  # that it was trained for
        self._temperature = temperature
        self._panel = Panel(game, content, [policy], [temperature])
        self._foreseer = Foreseer(game, content, policy.foresight)

    def act(self, positions: Positions) -> np.ndarray:
        """A legal action for each position."""
        rows = np.arange(len(positions))
        states = np.ascontiguousarray(positions.states)
        return self._panel.act(states, rows, np.zeros_like(rows), positions.mask, positions.keys)

    def explain(self, positions: Positions, i: int) -> list[Thought]:
        """The probability of every legal action of position i, the likeliest first."""
        legal = np.flatnonzero(positions.mask[i])
        short = None
        if self.policy.trust is not None:
            one = np.ascontiguousarray(positions.states[[i]])
            short = self._foreseer.shortfalls(one, positions.mask[[i]], positions.keys[[i]])
        numbers = self.policy.logits(positions.obs[[i]], short)[0, legal].astype(np.float64)
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
    redeals: int | None = None,
    id: str | None = None,
) -> Agent:
    path = baseline_path(game) if argument == BASELINE else Path(argument)
    if argument == BASELINE and not path.is_file():
        raise PolicyError(f"no trained policy for {game.title} comes with this version")
    policy = load_policy(path)
    check_policy(policy.about, game, content, argument)
    if id not in (None, policy.digest):
        raise PolicyError(f"{argument} has changed: it is {policy.digest} now, not {id}")
    if redeals is not None:
        if policy.trust is None:
            raise PolicyError(f"{argument} does not look ahead: it takes no redeals")
        ahead = replace(policy.foresight, redeals=redeals)
        policy = replace(policy, about={**policy.about, "foresight": asdict(ahead)})
    # The file's hash is part of the name: an arena must not go on with another policy under the same name.
    spec = f"ppo:{argument}" + ("" if temperature is None else f",temperature={temperature:g}")
    spec += "" if redeals is None else f",redeals={redeals}"
    chosen = TEMPERATURE if temperature is None else temperature
    return PolicyAgent(f"{spec},id={policy.digest}", game, content, policy, chosen)


register_agent(
    Kind(
        "ppo",
        "ppo:FILE|baseline[,temperature=X][,redeals=N]",
        "a trained policy of `astrarium train`; temperature 0 plays its favourite",
        _make,
        argument=str,
        settings={"temperature": number(0, 100), "redeals": whole(1, LIMIT), "id": str},
    )
)
