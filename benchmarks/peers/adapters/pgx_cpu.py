"""Pgx on the CPU: a compiled step called from Python, and a compiled loop over a batch of games."""

import time
from importlib.metadata import version

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

VERSION = version("pgx")
BATCH = 1024
STEPS = 8  # of the batch in one call
HIDDEN = {
    "backgammon": False,
    "connect_four": False,
    "chess": False,
    "sparrow_mahjong": True,
    "leduc_holdem": True,
}


def choose(key, mask):
    """A random legal action."""
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf))


class Single:
    """One game; choice, step and new deal are one compiled call."""

    batch, steps = 1, 1

    def __init__(self, name):
        self.name, self.env = name, pgx.make(name)
        move = auto_reset(self.env.step, self.env.init)

        def step(state, key):
            first, second = jax.random.split(key)
            return move(state, choose(first, state.legal_action_mask), second)

        def advance(carry, _):
            state, key = carry
            key, now = jax.random.split(key)
            state = jax.vmap(step)(state, jax.random.split(now, self.batch))
            return (state, key), (state.terminated | state.truncated).sum()

        def run(state, key):
            carry, ended = jax.lax.scan(advance, (state, key), None, length=self.steps)
            return *carry, ended.sum()

        self.run = jax.jit(run)
        self.key = jax.random.PRNGKey(0)
        self.state = jax.jit(jax.vmap(self.env.init))(jax.random.split(self.key, self.batch))

    def first(self):
        """One call."""
        self.play(0)

    def play(self, seconds):
        """Decisions and games of about so many seconds."""
        calls, ended = 0, []
        end = time.process_time() + seconds
        while True:
            self.state, self.key, games = self.run(self.state, self.key)
            ended.append(games)
            calls += 1
            games.block_until_ready()
            if time.process_time() >= end:
                return calls * self.steps * self.batch, int(sum(int(games) for games in ended))

    def facts(self):
        """What is played."""
        leaves = jax.tree_util.tree_leaves(self.state)
        size = 1
        for side in self.env.observation_shape:
            size *= side
        return {
            "actions": self.env.num_actions,
            "players": self.env.num_players,
            "hidden": HIDDEN[self.name],
            "observation": size,
            "state_bytes": sum(leaf.nbytes for leaf in leaves) // self.batch,
        }


class Batch(Single):
    """Many games and steps in one compiled call."""

    batch, steps = BATCH, STEPS


def open_game(name, way):
    """A game in one of its ways."""
    return {"python": Single, "batch": Batch}[way](name)
