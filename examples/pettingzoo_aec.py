"""PettingZoo's own loop over all seats: a player written here against random ones.

python examples/pettingzoo_aec.py --game star_commander --players 3 --games 5
"""

import argparse

import numpy as np
import pettingzoo

import astrarium.envs  # noqa: F401  registers the environments


def first_or_random(observation: dict[str, np.ndarray], rng: np.random.Generator, seat: int) -> int:
    """Seat 0 takes the first legal action, the others draw one."""
    legal = np.flatnonzero(observation["action_mask"])
    return int(legal[0] if seat == 0 else rng.choice(legal))


def main() -> None:
    """Play games and add up the rewards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="star_commander")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=5)
    args = parser.parse_args()
    env = pettingzoo.make("aec", f"astrarium/{args.game}-v1", num_players=args.players)
    rng = np.random.default_rng(1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for number in range(args.games):
        env.reset(seed=number)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            if terminated or truncated:
                env.step(None)
            else:
                env.step(first_or_random(observation, rng, env.possible_agents.index(agent)))
    print({agent: round(total / args.games, 2) for agent, total in totals.items()})


if __name__ == "__main__":
    main()
