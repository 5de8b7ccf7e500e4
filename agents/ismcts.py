"""`ismcts:N`: information-set Monte-Carlo tree search of one observer (Cowling, Powley, Whitehouse 2012).

One tree for all redeals: a node is a sequence of decisions, whatever is hidden. Every simulation redeals the
game, goes down the tree along decisions that are legal in this redeal, adds the next ones, plays on at random
for some decisions and values the end for each seat; each seat goes where its own value is best. How often a
decision could have been taken, not how often its parent was visited, says how well it is explored.

At the root the decisions compete on the same redeals, and the weaker half is dropped again and again
(sequential halving): what is compared differs by the decision, not by the luck of the deal.

A decision that puts off the end of the turn is searched less deep beyond it, and looks the better for that:
what the others will do is not seen yet. So a search can look at where its best decisions lead until the seat
rests (`rest`): one that leads to nothing better than another does on a shorter way is not begun.

A node where the same seat goes on can count in part as its best next decision (`peak`), and a trained policy
can speak for decisions at the root (`lean`; counsel.py).

New nodes carry a prior: the evaluation right after the decision, for the seat that takes it. It counts as if
some simulations had already ended so. With `network=FILE` a trained network corrects the evaluation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numba
import numpy as np
from numba import types as nt

from astrarium.core import Content, Game
from astrarium.core.bits import next_one
from astrarium.core.drivers import legal, move
from astrarium.core.jit import ByteRows, DoubleRows, Doubles, IntRows, Ints, States, Tables, driver
from astrarium.core.network import Networks
from astrarium.core.rng import below, seed_stream, shuffle
from astrarium.core.state import RUNNING

from .base import Agent, Kind, Positions, Thought, canonical, number, register_agent, whole
from .counsel import Counsel, counsellors
from .greedy import best_step, promised
from .networks import Network, load_network, no_network
from .policy import PolicyError
from .search import (
    CHOICE_SALT,
    DEALT,
    FUTURE,
    PLAYER,
    SEATS,
    TRIAL,
    WEIGHING,
    Desk,
    Desks,
    Searcher,
    close,
    judged,
    look,
    play_on,
    redeal,
    weighed,
)

C = 0.5
CUTOFF = 10
PRIOR = 1.0  # simulations that a prior stands for
IDLE = 0.0  # what a decision that goes on with the turn must be worth more than one that ends it
LEAST_SPAN = 0.02  # values that differ by less are not stretched further
MAX_DEPTH = 400
NODES_PER_SIMULATION, MAX_NODES = 24, 400_000
MAX_SIMULATIONS = 1_000_000
FEW, LONG_WAY = 4, 12  # root's children whose ways to rest are tried, and decisions of such a way
SAME = 1e-6  # values that differ by less are equal
WIDTH = 16  # children of the root that are searched

NODE = np.dtype(
    [
        ("first", "i4"),  # child, -1 = none
        ("next", "i4"),  # sibling, -1 = none
        ("visits", "i4"),
        ("available", "i4"),  # simulations in which it could have been visited
        ("action", "i2"),
        ("seat", "i1"),  # whose decision it was
        ("rests", "i1"),  # then another seat decides, or nobody
        ("prior", "f8"),
        ("value", "f8"),  # sum over the visits, for that seat
        ("top", "f8"),  # of the same seat's next decisions the best one tried; NONE where there is none
        ("lean", "f8"),  # at the root: what a trained policy speaks for it
    ],
    align=True,
)
Nodes = Annotated[np.ndarray, nt.Array(numba.from_dtype(NODE), 1, "C")]
ROOT = 0
NONE = -9.0
MEAN, TRUST, DOUBT = range(3)  # rows of numbers by how often a node was visited, or could have been


def odds_for(simulations: int) -> np.ndarray:
    """1 / tries, 1 / sqrt(tries), sqrt(log(chances)): looked up, for a search needs them all the time."""
    times = np.arange(simulations + 2, dtype=np.float64)
    tries = times + PRIOR
    return np.stack([1 / tries, 1 / np.sqrt(tries), np.sqrt(np.log(np.maximum(1, times)))])


@driver
def plant(nodes, desk):
    """An empty tree."""
    desk.nodes = 1
    desk.low, desk.high = 1.0, -1.0
    nodes[ROOT].first = nodes[ROOT].next = -1
    nodes[ROOT].visits = nodes[ROOT].available = 0
    nodes[ROOT].action = nodes[ROOT].seat = -1
    nodes[ROOT].prior = nodes[ROOT].value = 0.0


@driver
def note(value, desk):
    """Keep the range of values that the search meets."""
    desk.low = min(desk.low, value)
    desk.high = max(desk.high, value)


@driver
def zoom(desk):
    """What stretches the range of values met so far to 1."""
    return 1.0 / max(desk.high - desk.low, LEAST_SPAN)


@driver
def urge(node, odds, scale, desk):
    """How much its seat wants to go there: the mean value, in the range met so far, and what is not known."""
    return outlook(node, odds, desk) * scale + desk.c * odds[DOUBT, node.available] * odds[TRUST, node.visits]


@driver
def choose_known(nodes, at, seat, mask, odds, desk):
    """Of the children that are legal here the one the seat wants most; they are struck off the mask."""
    best, top = -1, -1e9
    scale = zoom(desk)
    child = nodes[at].first
    while child >= 0:
        node = nodes[child]
        if node.seat == seat and mask[node.action]:
            mask[node.action] = 0
            node.available += 1
            wish = urge(node, odds, scale, desk)
            if wish > top:
                best, top = child, wish
        child = node.next
    return best, top


@driver
def sprout(t, s, work, masks, nodes, at, best, top, odds, desk, net):
    """Add a child for every action on the mask; the finest, or the known one if the seat wants it more."""
    fresh, finest, level = -1, -2.0, 0
    action = next_one(masks[0], 0)
    if action >= 0:
        look(t, s, s.seat, net)
    while action >= 0 and desk.nodes < len(nodes):
        work[TRIAL] = s
        move(t, work[TRIAL], action)
        node = nodes[desk.nodes]
        node.first, node.next = -1, nodes[at].first
        node.visits, node.available = 0, 1
        node.action, node.seat = action, s.seat
        node.rests = work[TRIAL].over != RUNNING or work[TRIAL].seat != s.seat
        node.prior = promised(t, work[TRIAL], work, masks[1], s.seat, desk.depth, desk, net)
        node.value, node.top, node.lean = 0.0, NONE, 0.0
        note(node.prior, desk)
        nodes[at].first = desk.nodes
        if node.prior > finest:
            fresh, finest, level = desk.nodes, node.prior, 1
        elif node.prior == finest:
            level += 1
            if below(work[PLAYER], level) == 0:
                fresh = desk.nodes
        desk.nodes += 1
        desk.decisions += 1
        desk.trials += 1
        action = next_one(masks[0], action + 1)
    if fresh >= 0 and urge(nodes[fresh], odds, zoom(desk), desk) > top:
        return fresh
    return best


@driver
def descend(t, s, work, masks, nodes, path, odds, desk, net):
    """Go down the tree from path[0], one step beyond what was known.

    A node gets children once it was visited `expand` times. The number of steps, and whether the last is new.
    """
    at, depth, unknown = path[0], 1, False
    move(t, s, nodes[at].action)
    desk.decisions += 1
    while s.over == RUNNING and depth < MAX_DEPTH:
        unknown = nodes[at].first < 0
        if unknown and nodes[at].visits < desk.expand:
            return depth, False
        legal(t, s, masks[0])
        best, top = choose_known(nodes, at, s.seat, masks[0], odds, desk)
        best = sprout(t, s, work, masks, nodes, at, best, top, odds, desk, net)
        if best < 0:
            break
        move(t, s, nodes[best].action)
        desk.decisions += 1
        at = best
        path[depth] = at
        depth += 1
        if unknown:
            break
    return depth, unknown


@driver
def back_up(t, s, nodes, path, depth, fresh, odds, desk, net):
    """Value the end of a simulation for the seats that decided on its way, and add it to their nodes.

    At a fresh node the game stands as it did when the node's prior was found.
    """
    known = 0
    if s.over != RUNNING:
        close(t, s, desk)
        known = (1 << SEATS) - 1
    elif fresh:
        last = nodes[path[depth - 1]]
        desk.values[last.seat] = last.prior
        known = 1 << last.seat
    for k in range(depth):
        node = nodes[path[k]]
        if not known >> node.seat & 1:
            look(t, s, node.seat, net)
            desk.values[node.seat] = weighed(t, s, node.seat, desk, net)
            known |= 1 << node.seat
        node.visits += 1
        node.value += desk.values[node.seat]
        note(desk.values[node.seat], desk)
    if desk.peak > 0:
        for k in range(depth - 2, -1, -1):
            raise_top(nodes, nodes[path[k]], odds, desk)


@driver
def raise_top(nodes, node, odds, desk):
    """What the best of the same seat's next decisions is worth, as far as they were tried."""
    top, child = NONE, node.first
    while child >= 0:
        each = nodes[child]
        if each.seat == node.seat and each.visits > 0:
            top = max(top, outlook(each, odds, desk))
        child = each.next
    node.top = top


@driver
def open_root(
    t: Tables,
    states: States,
    i: int,
    key: int,
    work: States,
    masks: ByteRows,
    nodes: Nodes,
    arms: Ints,
    leans: Doubles,
    odds: DoubleRows,
    desks: Desks,
    nets: Networks,
) -> int:
    """A new tree for position i: the root's children in `arms`, the most promising first; their number."""
    desk = desks[0]
    seed_stream(work[PLAYER], key, 0, CHOICE_SALT)
    plant(nodes, desk)
    redeal(t[0], states, i, work, key, 0, states[i].seat)
    legal(t[0], work[FUTURE], masks[0])
    sprout(t[0], work[FUTURE], work, masks, nodes, ROOT, -1, -2.0, odds, desk, nets[0])
    n, child = 0, nodes[ROOT].first
    while child >= 0:
        nodes[child].lean = leans[nodes[child].action]
        arms[n] = child
        n += 1
        child = nodes[child].next
    shuffle(work[PLAYER], arms, n)
    sort_arms(nodes, arms, n, odds, desk)
    return n


@driver
def grow(
    t: Tables,
    states: States,
    i: int,
    key: int,
    work: States,
    masks: ByteRows,
    nodes: Nodes,
    path: Ints,
    arms: Ints,
    odds: DoubleRows,
    desks: Desks,
    nets: Networks,
    cutoff: int,
    n: int,
    lo: int,
    hi: int,
) -> None:
    """Rounds [lo, hi) of the search of position i: a simulation for each of the first n arms, on one redeal.

    Then the arms are put in order, the best first.
    """
    desk = desks[0]
    seat = states[i].seat
    s = work[FUTURE]
    for again in range(lo, hi):
        redeal(t[0], states, i, work, key, again, seat)
        work[DEALT] = s
        for k in range(n):
            work[FUTURE] = work[DEALT]
            path[0] = arms[k]
            depth, fresh = descend(t[0], s, work, masks, nodes, path, odds, desk, nets[0])
            play_on(t[0], s, masks[0], work[PLAYER], cutoff, desk)
            back_up(t[0], s, nodes, path, depth, fresh and cutoff == 0, odds, desk, nets[0])
            desk.simulations += 1
    sort_arms(nodes, arms, n, odds, desk)


@driver
def outlook(node, odds, desk):
    """What a node is worth: its mean value, its prior among them, and the best way on if the seat goes on."""
    mean = (node.value + PRIOR * node.prior) * odds[MEAN, node.visits]
    if desk.peak > 0 and node.top > NONE:
        mean += desk.peak * (node.top - mean)
    return mean


@driver
def worth(node, odds, desk):
    """What the root's children are put in order by: their outlook, and what a policy speaks for them.

    Of two that are as good it is the one that ends the turn. So what leads to the same in more decisions,
    such as a loan that is repaid at once, is not begun.
    """
    return outlook(node, odds, desk) + desk.idle * node.rests + node.lean


@driver
def sort_arms(nodes, arms, n, odds, desk):
    """Bring the first n arms into the order of their worth, the best first."""
    for last in range(1, n):
        arm, at = arms[last], last
        while at > 0 and worth(nodes[arms[at - 1]], odds, desk) < worth(nodes[arm], odds, desk):
            arms[at] = arms[at - 1]
            at -= 1
        arms[at] = arm


@driver
def likeliest(nodes, at, seat, mask):
    """The legal next decision of the same seat that was visited most; -1 where none was."""
    best, most, child = -1, 0, nodes[at].first
    while child >= 0:
        node = nodes[child]
        if node.seat == seat and mask[node.action] and node.visits > most:
            best, most = child, node.visits
        child = node.next
    return best


@driver
def rest(t, s, work, masks, nodes, arm, seat, desk):
    """Move the game on until the seat rests: a decision, those visited most after it, then greedy ones.

    How many decisions that takes.
    """
    at, steps = arm, 1
    move(t, s, nodes[arm].action)
    while s.over == RUNNING and s.seat == seat and steps < LONG_WAY:
        if at >= 0:
            legal(t, s, masks[0])
            at = likeliest(nodes, at, seat, masks[0])
        if at >= 0:
            move(t, s, nodes[at].action)
        else:
            action, _ = best_step(t, s, work, masks[1], seat, desk)
            move(t, s, action)
        steps += 1
    return steps


@driver
def try_ways(
    t: Tables,
    states: States,
    i: int,
    key: int,
    work: States,
    masks: ByteRows,
    nodes: Nodes,
    arms: Ints,
    desks: Desks,
    nets: Networks,
    stands: DoubleRows,
    steps: IntRows,
) -> None:
    """How the seat stands when it rests after each arm, and after how many decisions, in some redeals."""
    desk, seat = desks[0], states[i].seat
    s = work[FUTURE]
    for again in range(stands.shape[1]):
        redeal(t[0], states, i, work, key, again, seat)
        work[DEALT] = s
        for k in range(len(arms)):
            work[FUTURE] = work[DEALT]
            steps[k, again] = rest(t[0], s, work, masks, nodes, arms[k], seat, desk)
            stands[k, again] = judged(t[0], s, seat, desk, nets[0])


class TreeDesk(Desk):
    """With the tree and the way down."""

    def __init__(
        self, game: Game, nodes: int, network: np.ndarray, counsel: Counsel | None, **settings: float
    ) -> None:
        super().__init__(game)
        self.counsel = counsel
        self.network = network.copy()  # it holds memory to run in
        for name, value in settings.items():
            self.record[name] = value
        self.nodes = np.zeros(nodes, NODE)
        self.path = np.zeros(MAX_DEPTH, np.int64)
        self.arms = np.zeros(game.num_actions, np.int64)
        self.leans = np.zeros(game.num_actions)


class TreeAgent(Searcher):
    """Searches a tree of decisions over redealt games."""

    kind, drivers = "ismcts", (open_root, grow)

    def __init__(
        self,
        game: Game,
        content: Content,
        threads: int,
        simulations: int | None,
        c: float | None = None,
        cutoff: int | None = None,
        depth: int | None = None,
        idle: float | None = None,
        expand: int | None = None,
        peak: float | None = None,
        lean: float | None = None,
        rest: int | None = None,
        ms: float | None = None,
        network: Network | None = None,
        **weighing: str,
    ) -> None:
        super().__init__(game, content, threads, **weighing)
        self.spec = canonical(
            self.kind,
            simulations,
            c=c,
            cutoff=cutoff,
            depth=depth,
            idle=idle,
            expand=expand,
            peak=peak,
            lean=lean,
            rest=rest,
            ms=ms,
            **self.weights,
        )
        self.simulations = simulations or MAX_SIMULATIONS
        self.c = game.search.get("c", C) if c is None else c
        self.cutoff = int(game.search.get("cutoff", CUTOFF)) if cutoff is None else cutoff
        self.depth = int(game.search.get("depth", 1)) if depth is None else depth
        self.idle = game.search.get("idle", IDLE) if idle is None else idle
        self.expand = int(game.search.get("expand", 0)) if expand is None else expand
        self.peak, self.lean, self.rest = peak or 0.0, lean or 0.0, int(rest or 0)
        self.policies = counsellors(game, content) if self.lean else ()
        self.ms = ms
        self.network = no_network(game) if network is None else network.record
        self.width = int(game.search.get("width", WIDTH))
        self._odds = odds_for(self.simulations)

    def explain(self, positions: Positions, i: int) -> list[Thought]:
        """Visits and mean value of every action tried in position i, the choice first."""
        desk = self._new_desk()
        states, keys = positions.states[[i]], positions.keys[[i]].astype(np.uint64).view(np.int64)
        start, run = self.game.bound(open_root), self.game.bound(grow)
        chosen = self._grow(desk, start, run, states, keys, 0)
        nodes, child = desk.nodes, int(desk.nodes["first"][ROOT])
        total = max(int(desk.record["simulations"][0]), 1)
        found = []
        while child >= 0:
            action, visits = int(nodes["action"][child]), int(nodes["visits"][child])
            mean = float(nodes["value"][child]) / visits if visits else None
            found.append(Thought(action, visits / total, mean, visits))
            child = int(nodes["next"][child])
        return sorted(found, key=lambda each: (each.action != chosen, -each.weight, -(each.value or 0.0)))

    def compare(self, positions: Positions, i: int, actions: Sequence[int]) -> list[float]:
        """The mean values of some actions of position i, tried equally often and on the same redeals."""
        desk = self._new_desk()
        states, keys = positions.states[[i]], positions.keys[[i]].astype(np.uint64).view(np.int64)
        where = self.content.tables, states, 0, int(keys[0]), desk.work, desk.masks, desk.nodes
        n = self.game.bound(open_root)(*where, desk.arms, desk.leans, self._odds, desk.record, desk.network)
        child = {int(desk.nodes["action"][arm]): int(arm) for arm in desk.arms[:n]}
        if not set(actions) <= set(child):
            raise ValueError(f"not all of the actions {list(actions)} are legal in position {i}")
        desk.arms[: len(actions)] = [child[action] for action in actions]
        more = (*where, desk.path, desk.arms, self._odds, desk.record, desk.network, self.cutoff)
        rounds = max(1, self.simulations // len(actions))
        self.game.bound(grow)(*more, len(actions), 0, rounds)
        return [float(desk.nodes["value"][child[action]]) / rounds for action in actions]

    def _new_desk(self) -> TreeDesk:
        room = min(MAX_NODES, self.simulations * NODES_PER_SIMULATION + self.game.num_actions)
        counsel = Counsel(self.game, self.content, self.policies, self.lean) if self.policies else None
        names = ("c", "depth", "idle", "expand", "peak")
        return TreeDesk(
            self.game, room, self.network, counsel, **{name: getattr(self, name) for name in names}
        )

    def _search(
        self,
        desk: TreeDesk,
        start: Callable,
        run: Callable,
        states: np.ndarray,
        keys: np.ndarray,
        chosen: np.ndarray,
        lo: int,
        hi: int,
    ) -> None:
        for i in range(lo, hi):
            chosen[i] = self._grow(desk, start, run, states, keys, i)

    def _grow(
        self, desk: TreeDesk, start: Callable, run: Callable, states: np.ndarray, keys: np.ndarray, i: int
    ) -> int:
        """All simulations of a position, or as many as the time allows: the action.

        Sequential halving: after each phase the weaker half of the root's children is dropped.
        """
        began = time.perf_counter()
        if desk.counsel is not None:
            desk.counsel.speak(states, keys, i, desk.leans)
        where = self.content.tables, states, i, int(keys[i]), desk.work, desk.masks, desk.nodes
        n = min(self.width, start(*where, desk.arms, desk.leans, self._odds, desk.record, desk.network))
        while n > 1 and n * phases_of(n) > self.simulations:
            n -= 1
        more = (*where, desk.path, desk.arms, self._odds, desk.record, desk.network, self.cutoff)
        phases, left, done, arms = phases_of(n), self.simulations, 0, n
        for phase in range(phases):
            if self.ms is None:
                rounds = left // (n * (phases - phase))
                run(*more, n, done, done + rounds)
                done, left = done + rounds, left - rounds * n
            else:
                end = began + self.ms / 1000 * (phase + 1) / phases
                while left >= n and time.perf_counter() < end:
                    run(*more, n, done, done + 1)
                    done, left = done + 1, left - n
            n = (n + 1) // 2
        best = self._shortest(desk, arms, where) if self.rest else int(desk.arms[0])
        return int(desk.nodes["action"][best])

    def _shortest(self, desk: TreeDesk, n: int, where: tuple) -> int:
        """Of the best few of n arms the best one, or one that comes to rest as well on a shorter way.

        As well: in none of some redeals the seat stands less well then. The best one that ends the turn is
        among those few.
        """
        rests = desk.nodes["rests"]
        arms = desk.arms[: min(n, FEW)]
        if not rests[arms].any():
            arms = np.append(arms, [arm for arm in desk.arms[FEW:n] if rests[arm]][:1]).astype(np.int64)
        if rests[arms[0]] or len(arms) == 1:
            return int(arms[0])
        stands, steps = np.zeros((len(arms), self.rest)), np.zeros((len(arms), self.rest), np.int64)
        self.game.bound(try_ways)(*where, arms, desk.record, desk.network, stands, steps)
        way, best = steps.mean(axis=1), 0
        for k in range(1, len(arms)):
            if way[k] < way[best] and (stands[k] >= stands[best] - SAME).all():
                best = k
        return int(arms[best])


def phases_of(arms: int) -> int:
    """How often so many arms are halved until one is left."""
    return (arms - 1).bit_length()


class NetworkAgent(TreeAgent):
    """The same with a network that corrects the evaluation, and with the weights that it corrects."""

    def __init__(
        self,
        game: Game,
        content: Content,
        threads: int,
        simulations: int | None,
        file: str,
        id: str | None = None,
        **settings: Any,
    ) -> None:
        network = load_network(file, game, content)
        if id not in (None, network.digest):
            raise PolicyError(f"{file} has changed: it is {network.digest} now, not {id}")
        weighing: dict[str, Any] = {} if network.weights is None else {"weights": network.weights}
        playing: dict[str, Any] = {
            "cutoff": 0,
            **settings,
        }  # it values what is reached, not what a random player makes of it
        super().__init__(game, content, threads, simulations, network=network, **playing, **weighing)
        self.id = network.digest  # part of the name: an arena must not go on with another file under it
        self.spec = canonical("ismcts", simulations, **settings, network=file, id=self.id)


def _make(
    game: Game, content: Content, threads: int, argument: Any, network: str | None = None, **settings: Any
) -> Agent:
    if network is None:
        return TreeAgent(game, content, threads, argument, **settings)
    if "weights" in settings:
        raise ValueError("a network corrects the weights that it was trained with: leave weights= out")
    return NetworkAgent(game, content, threads, argument, network, **settings)


SIMULATIONS, MILLISECONDS = whole(1, MAX_SIMULATIONS), number(0.1, 86_400_000)
register_agent(
    Kind(
        "ismcts",
        "ismcts:N[,c=X][,cutoff=N][,depth=N][,idle=X][,expand=N][,peak=X][,lean=X][,rest=N]"
        "[,ms=X][,weights=NAME|FILE][,network=FILE]",
        "tree search over redealt games, N simulations or ms milliseconds a decision (ismcts:ms=50)",
        _make,
        argument=SIMULATIONS,
        instead="ms",
        settings={
            "c": number(0, 100),
            "cutoff": whole(0, 1_000_000),
            "depth": whole(1, 100),
            "idle": number(0, 1),
            "expand": whole(0, 1_000_000),
            "peak": number(0, 1),
            "lean": number(0, 10),
            "rest": whole(0, 1_000),
            "ms": MILLISECONDS,
            "network": str,
            **WEIGHING,
        },
    )
)
