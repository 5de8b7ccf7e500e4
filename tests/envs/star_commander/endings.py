"""How games of Star Commander end: `python -m tests.envs.star_commander.endings [--agent SPEC] [--games N]`.

For each number of players and both values of `engine_readings`: how many games a conquered homeworld, an
empty deck and the last round end, how many homeworlds fell before their player had a turn after the siege
began, the rounds played, and how many games the first player wins.
"""

from __future__ import annotations

import argparse

import numpy as np

from astrarium.agents import Positions, make_agent
from astrarium.core import Batch
from astrarium.envs import star_commander_v1

GAME = star_commander_v1.game
HEAD = (
    "| players | engine_readings | homeworld | of those without a turn since the siege began | deck "
    "| 40 rounds | rounds | first player wins |\n|---|---|---|---|---|---|---|---|"
)


def play(players: int, readings: int, agent: str, games: int, seed: int = 0) -> tuple[Batch, np.ndarray]:
    """Games of an agent against itself; and the turn in which each homeworld was last free of a siege."""
    options = {"engine_readings": readings}
    batch = Batch(GAME, games, num_players=players, seed=seed, options=options, auto_reset=False)
    player, rows = make_agent(agent, GAME), np.arange(games)
    free = np.zeros((games, players), np.int64)
    besieged = GAME.observation.offset("cell_besieged")
    while batch.mask.any():
        running = batch.mask.any(axis=1)
        for seat in range(players):
            siege = batch.obs[rows, besieged + batch.states["home"][:, seat].astype(int)]
            free[:, seat] = np.where(running & (siege == 0), batch.states["turns"], free[:, seat])
        actions = np.full(games, -1)
        actions[running] = player.act(Positions.of_batch(batch, seed))
        batch.step(actions)
    return batch, free


def had_no_turn(s: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Games in which a homeworld fell before its player had a turn after the siege began."""
    players = free.shape[1]
    found = np.zeros(len(s), bool)
    for seat in range(players):
        since = (seat - s["normal_seat"]) % players  # places from the last turn to the next one of this seat
        last = s["turns"] - (players - since) % players
        found |= (s["fallen"][:, seat] > 0) & (last <= free[:, seat])
    return found


def row(players: int, readings: int, agent: str, games: int) -> str:
    """One line of the table."""
    batch, free = play(players, readings, agent, games)
    s = batch.states
    fallen = s["fallen"].any(axis=1)
    cut, deck = s["over"] == 2, (s["deck_size"] == 0).any(axis=1)
    first = (s["normal_seat"] - (s["turns"] - 1)) % players
    ranks = np.where(s["fallen"][:, :players] > 0, -1, s["total"][:, :players])
    best = ranks == ranks.max(axis=1, keepdims=True)
    wins = (best / best.sum(axis=1, keepdims=True))[np.arange(games), first]
    return (
        f"| {players} | {readings} | {fallen.sum()} | {had_no_turn(s, free).sum()} | {deck.sum()} "
        f"| {cut.sum()} | {s['round'].mean():.1f} | {100 * wins.mean():.0f} % |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How games of Star Commander end.")
    parser.add_argument(
        "--agent", default="greedy:weights=first", help="who plays all seats (default: greedy:weights=first)"
    )
    parser.add_argument("--games", type=int, default=200, help="games a row (default: 200)")
    parser.add_argument("--players", type=int, nargs="*", default=list(GAME.players))
    asked = parser.parse_args()
    print(f"{asked.games} games of {asked.agent} a row\n\n{HEAD}")
    for players in asked.players:
        for readings in (0, 1):
            print(row(players, readings, asked.agent, asked.games), flush=True)


if __name__ == "__main__":
    main()
