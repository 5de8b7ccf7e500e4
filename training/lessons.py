"""Temporal differences: games that a network plays against itself, and what it learns of them.

Inside compiled code. In a game every decision is the one that promises the acting seat most in a redeal: how
it stands, by evaluation and network together, there or on the way that a greedy player would go on from it.
Some are random. After the game the network moves towards what it thought a few decisions later, and at the
end towards the reward: lambda-returns, for every seat.
"""

from __future__ import annotations

import math

import numpy as np

from astrarium.agents.greedy import promised
from astrarium.agents.search import FUTURE, PLAYER, REDEAL_SALT, TRIAL, Desks, judged, look, settle
from astrarium.core.bits import next_one
from astrarium.core.drivers import deal, determinize, legal, move, random_legal
from astrarium.core.jit import ByteRows, DoubleRows, Doubles, Ints, ShortRows, Singles, States, Tables, driver
from astrarium.core.network import BLOCK, HIDDEN, Networks, anchor, scaled, unlike
from astrarium.core.rng import GOLDEN, ZERO, below, hash_name, mix, seed_stream, u64
from astrarium.core.state import RUNNING

STRAY_SALT, LESSON_SALT = 1 << 57, 1 << 56  # random decisions, and which positions are learnt from
PARTS = 1 << 20  # a draw is a whole number of these parts
RATE, KEEP, STRAY = range(3)  # of a lesson: how fast it learns, lambda, share of random decisions
TAKEN = 2.0  # in place of a value: the best decision was taken
NEAR = 16  # positions of a game that are worked out from one of them
MEMORY, STEADY = np.float32(0.999), np.float32(1e-3)  # of squared gradients; added to their root


@driver
def best_action(t, s, key, work, masks, depth, desk, net):
    """The decision that promises the acting seat most in a redeal, and how much."""
    seat = s.seat
    work[FUTURE] = s
    ahead = work[FUTURE]
    seed_stream(ahead, key, 0, REDEAL_SALT)
    determinize(t, ahead, seat)
    look(t, ahead, seat, net)
    best, top = -1, -2.0
    action = next_one(masks[0], 0)
    while action >= 0:
        work[TRIAL] = ahead
        move(t, work[TRIAL], action)
        value = promised(t, work[TRIAL], work, masks[1], seat, depth, desk, net)
        if value > top:
            best, top = action, value
        action = next_one(masks[0], action + 1)
    return best, top


@driver
def play_lessons(
    t: Tables,
    blanks: States,
    game: States,
    work: States,
    masks: ByteRows,
    desks: Desks,
    nets: Networks,
    seed: int,
    first: int,
    lesson: Doubles,
    depth: int,
    actions: ShortRows,
    missed: DoubleRows,
    lengths: Ints,
    lo: int,
    hi: int,
) -> None:
    """Games [lo, hi) of the network against itself: their decisions. Game g is number first + g.

    missed[g, k]: how well the seat would have stood after its best decision, where it took a random one.
    """
    s = game[0]
    for g in range(lo, hi):
        number = first + g
        kind = number % len(blanks)
        deal(t[0], blanks[kind : kind + 1], game, 0, seed, number, 0)
        seed_stream(work[PLAYER], seed, number, STRAY_SALT)
        name = hash_name(ZERO, seed, number, 0)
        n = 0
        while s.over == RUNNING:
            legal(t[0], s, masks[0])
            key = mix(u64(u64(name ^ u64(s.moves)) + GOLDEN))
            action, top = best_action(t[0], s, key, work, masks, depth, desks[0], nets[0])
            missed[g, n] = TAKEN
            if below(work[PLAYER], PARTS) < lesson[STRAY] * PARTS:
                other = random_legal(work[PLAYER], masks[0])
                if other != action:
                    action, missed[g, n] = other, top
            actions[g, n] = action
            move(t[0], s, action)
            n += 1
        lengths[g] = n


@driver
def run_again(t, blanks, seed, number, line, actions, n):
    """The states after each of the n decisions of a game, in `line`."""
    kind = number % len(blanks)
    deal(t, blanks[kind : kind + 1], line, 0, seed, number, 0)
    move(t, line[0], actions[0])
    for k in range(1, n):
        line[k] = line[k - 1]
        move(t, line[k], actions[k])


@driver
def set_goals(t, line, n, seat, missed, lesson, reward, goals, desk, net):
    """What the network should think of every state but the last for a seat: lambda-returns."""
    look(t, line[n - 1], seat, net)
    goal = reward
    for k in range(n - 2, -1, -1):
        now = judged(t, line[k], seat, desk, net)
        if (n - k) % NEAR == 0:
            anchor(net)
        if missed[k + 1] != TAKEN:  # what came of a random decision says nothing of the position before it
            goal = missed[k + 1] if line[k].seat == seat else now
        goals[k, seat] = goal
        goal += (1.0 - lesson[KEEP]) * (now - goal)


@driver
def step_of(gradient, squares, k, rate):
    """How far a number moves: along its gradient, in units of how large that usually is."""
    squares[k] = squares[k] * MEMORY + (np.float32(1.0) - MEMORY) * gradient * gradient
    return rate * gradient / (np.float32(math.sqrt(squares[k])) + STEADY)


@driver
def learn_from(t, s, seat, goal, rate, squares, pulls, desk, net):
    """Move the network so that it thinks of a position more like the goal; the error before.

    squares: of the gradients, for the numbers of the first layer, then its bias and the last layer.
    """
    look(t, s, seat, net)
    value = judged(t, s, seat, desk, net)
    error = goal - value
    slope = np.float32(error * (1.0 - abs(value)) ** 2)  # of lead / (1 + |lead|)
    rows, bias, out, hidden = net.rows[:], net.bias[:], net.out[:], net.hidden[:]
    after = len(rows)
    pulls[0] = slope
    for h in range(1, HIDDEN):
        pulls[h] = np.float32(0)
        if hidden[h] > 0:
            pulls[h] = slope * out[h]
            out[h] += step_of(slope * hidden[h], squares, after + HIDDEN + h, rate)
    for h in range(HIDDEN):
        bias[h] += step_of(pulls[h], squares, after + h, rate)
    for start in range(0, len(net.usual), BLOCK):
        if unlike(net, net.usual, start):
            for k in range(start, start + BLOCK):
                if net.seen[k] != net.usual[k]:
                    x = scaled(net, k, net.seen[k])
                    for h in range(k * HIDDEN, (k + 1) * HIDDEN):
                        rows[h] += step_of(pulls[h - k * HIDDEN] * x, squares, h, rate)
    return error


@driver
def learn_lessons(
    t: Tables,
    blanks: States,
    line: States,
    work: States,
    desks: Desks,
    nets: Networks,
    squares: Singles,
    pulls: Singles,
    goals: DoubleRows,
    seed: int,
    first: int,
    lesson: Doubles,
    every: int,
    actions: ShortRows,
    missed: DoubleRows,
    lengths: Ints,
    sums: DoubleRows,
    lo: int,
    hi: int,
) -> None:
    """Learn from games [lo, hi), one by one; of one position in `every`, on average.

    sums: squared errors and their number are added.
    """
    rate = np.float32(lesson[RATE])
    desk, net = desks[0], nets[0]
    for g in range(lo, hi):
        n = lengths[g]
        run_again(t[0], blanks, seed, first + g, line, actions[g], n)
        settle(t[0], line[n - 1], desk)
        seats = line[0].num_players
        for seat in range(seats):
            set_goals(t[0], line, n, seat, missed[g], lesson, desk.values[seat], goals, desk, net)
        seed_stream(work[PLAYER], seed, first + g, LESSON_SALT)
        for k in range(n - 1):
            if below(work[PLAYER], every) == 0:
                for seat in range(seats):
                    error = learn_from(t[0], line[k], seat, goals[k, seat], rate, squares, pulls, desk, net)
                    sums[0, 0] += error * error
                    sums[0, 1] += 1
