"""RLlib on its new API stack: self-play with action masks, one module for all seats.

    pip install -c constraints.txt '.[train,ray,rllib]'
    python examples/rllib_selfplay.py --game starship_captains --iterations 10

The extra names what RLlib needs without its pin on an older Gymnasium: it works with the newer one.

What to expect: with `--iterations 6` the module won 7 of 100 games against `random` before it learnt and 89
after, from 24,000 decisions in 51 seconds of processor time on one thread (`OMP_NUM_THREADS=1`). On a machine
with much other work that took 7.6 minutes. RLlib plays one table at a time in Python: ppo_one_file.py makes
thirteen times as many decisions in the same time.
"""

import argparse
import os
import time
from typing import Any

import gymnasium
import numpy as np
import torch

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env import MultiAgentEnv

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.core import get
from astrarium.core.aec import GameAEC

SHARED = "shared"  # the module of all seats


class Table(MultiAgentEnv):
    """A game for RLlib: who is to act gets an observation; at the end all seats do, with their rewards."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        self.aec = GameAEC(get(config["game"]), num_players=config["players"], scaled=True)
        self.possible_agents = list(self.aec.possible_agents)
        self.agents = self.possible_agents
        self.observation_spaces = {seat: self.aec.observation_space(seat) for seat in self.agents}
        self.action_spaces = {seat: self.aec.action_space(seat) for seat in self.agents}

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        """Deal a game."""
        self.aec.reset(seed=seed)
        return self._seen([self.aec.agent_selection]), {}

    def step(self, action_dict: dict) -> tuple[dict, dict, dict, dict, dict]:
        """Take the action of the seat that is to act."""
        self.aec.step(int(action_dict[self.aec.agent_selection]))
        over = all(self.aec.terminations.values())
        seats = self.possible_agents if over else [self.aec.agent_selection]
        rewards = {seat: self.aec.rewards[seat] for seat in seats}
        return self._seen(seats), rewards, {"__all__": over}, {"__all__": False}, {}

    def _seen(self, seats: list[str]) -> dict[str, Any]:
        return {seat: self.aec.observe(seat) for seat in seats}


class Masked(TorchRLModule, ValueFunctionAPI):
    """A policy over legal actions and a value, on a shared layer."""

    def setup(self) -> None:
        """Make the layers."""
        features = self.observation_space["observation"].shape[0]
        hidden = self.model_config["hidden"]
        self.body = torch.nn.Sequential(torch.nn.Linear(features, hidden), torch.nn.Tanh())
        self.actor = torch.nn.Linear(hidden, int(self.action_space.n))
        self.critic = torch.nn.Linear(hidden, 1)

    def _forward(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(self.body(seen["observation"].float()))
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, -1e9)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """What the positions are worth."""
        return self.critic(self.body(batch[Columns.OBS]["observation"].float())).squeeze(-1)


def won(module: Masked, game: str, players: int, games: int) -> float:
    """The share of games that the module wins against random, in each seat in turn."""
    envs = gymnasium.make_vec(
        f"astrarium/{''.join(part.capitalize() for part in game.split('_'))}-v1", num_envs=games,
        num_players=players, scaled=True, autoreset_mode="Disabled",
    )  # fmt: skip
    observation, _ = envs.reset(seed=10**6)
    ranks, running = np.zeros(games), np.ones(games, np.bool_)
    while running.any():
        with torch.no_grad():
            seen = {name: torch.from_numpy(each) for name, each in observation.items()}
            logits = module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        observation, _, ended, _, info = envs.step(logits.argmax(dim=1).numpy())
        first = ended & running
        ranks[first] = info["ranks"][first, info["seat"][first]] if first.any() else 0
        running &= ~ended
        if ended.any():
            observation, _ = envs.reset(options={"reset_mask": ended})
    return float((ranks == 0).mean())


def main() -> None:
    """Train in self-play, and say how the module fares against random before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="starship_captains")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--batch", type=int, default=4000, help="decisions an iteration")
    parser.add_argument("--games", type=int, default=100, help="against random, before and after")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    ray.init(num_cpus=1, include_dashboard=False, logging_level="error", log_to_driver=False)
    config = (
        PPOConfig()
        # The check of environments plays random actions, legal or not.
        .environment(
            Table, env_config={"game": args.game, "players": args.players}, disable_env_checking=True
        )
        .env_runners(num_env_runners=0, batch_mode="complete_episodes")
        .learners(num_learners=0)
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda seat, episode, **keywords: SHARED)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=Masked, model_config={"hidden": 128}))
        .training(
            train_batch_size_per_learner=args.batch, minibatch_size=min(512, args.batch), num_epochs=4,
            lr=1e-3, gamma=0.999, lambda_=0.95, entropy_coeff=0.01, grad_clip=0.5,
        )
        .debugging(seed=args.seed, log_level="ERROR")
    )  # fmt: skip
    algorithm, began = config.build_algo(), time.perf_counter()
    share = won(algorithm.get_module(SHARED), args.game, args.players, args.games)
    print(f"before: won {share:.0%} of {args.games} games against random", flush=True)
    for number in range(args.iterations):
        found = algorithm.train()
        games = found["env_runners"]["num_episodes"]
        print(f"iteration {number + 1}: {games:.0f} games, {time.perf_counter() - began:.0f} s", flush=True)
    share = won(algorithm.get_module(SHARED), args.game, args.players, args.games)
    print(f"after: won {share:.0%} of {args.games} games against random")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
