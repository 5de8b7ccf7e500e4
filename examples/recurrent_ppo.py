"""A recurrent policy with action masks: PPO with a GRU, which remembers what its seat saw in the game.

    python examples/recurrent_ppo.py --game StarshipCaptains --updates 12

The memory begins empty at every deal. A rollout is learnt from in whole sequences, some tables at a time,
each from the memory that its table had when the rollout began.

What to expect: with this command it wins 56 % of its games against `random` in the first update and 94 % in
the twelfth, after 98,304 decisions. That took 31 seconds of processor time on one thread
(`OMP_NUM_THREADS=1`), twice what ppo_one_file.py takes, and 248 seconds by the clock on a machine with much
other work.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch.distributions import Categorical

import astrarium.envs  # noqa: F401  registers the environments


class Recurrent(torch.nn.Module):
    """A layer, a GRU, and on its state a policy over legal actions and a value."""

    def __init__(self, features: int, actions: int, hidden: int = 96) -> None:
        super().__init__()
        self.hidden = hidden
        self.body = torch.nn.Sequential(torch.nn.Linear(features, hidden), torch.nn.Tanh())
        self.memory = torch.nn.GRUCell(hidden, hidden)
        self.actor, self.critic = torch.nn.Linear(hidden, actions), torch.nn.Linear(hidden, 1)

    def forward(
        self, seen: torch.Tensor, masks: torch.Tensor, fresh: torch.Tensor, memory: torch.Tensor
    ) -> tuple[Categorical, torch.Tensor, torch.Tensor]:
        """Steps of some tables: the distributions, the values, and the memory after the last step.

        seen (steps, tables, features), fresh (steps, tables): just dealt, so the memory is emptied.
        """
        read, states = self.body(seen), []
        for k in range(len(seen)):
            memory = self.memory(read[k], memory * ~fresh[k][:, None])
            states.append(memory)
        found = torch.stack(states)
        logits = self.actor(found).masked_fill(~masks, -1e9)
        return Categorical(logits=logits), self.critic(found).squeeze(-1), memory


def main() -> None:
    """Play, learn, repeat; print the share of games won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="StarshipCaptains")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--steps", type=int, default=128, help="decisions a table between updates")
    parser.add_argument("--updates", type=int, default=12)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--parts", type=int, default=8, help="of the tables: optimiser steps an epoch")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    gamma, keep, clip, entropy = 0.999, 0.95, 0.2, 0.01
    torch.manual_seed(args.seed)
    envs = gymnasium.make_vec(
        f"astrarium/{args.game}-v1", num_envs=args.tables, num_players=args.players, opponents=args.opponents,
        scaled=True, autoreset_mode="SameStep",
    )  # fmt: skip
    features = envs.single_observation_space["observation"].shape[0]
    actions = int(envs.single_action_space.n)
    net = Recurrent(features, actions)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, eps=1e-5)

    shape = (args.steps, args.tables)
    seen, masks = torch.zeros(*shape, features), torch.zeros(*shape, actions, dtype=torch.bool)
    fresh, ended = torch.zeros(2, *shape, dtype=torch.bool)
    taken = torch.zeros(shape, dtype=torch.int64)
    log_chances, rewards, values = torch.zeros(3, *shape)
    observation, _ = envs.reset(seed=args.seed)
    memory, dealt = torch.zeros(args.tables, net.hidden), torch.ones(args.tables, dtype=torch.bool)
    began = time.perf_counter()
    for update in range(args.updates):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - update / args.updates)
        first, won = memory, list[bool]()
        for step in range(args.steps + 1):
            now = torch.from_numpy(observation["observation"])[None]
            legal = torch.from_numpy(observation["action_mask"])[None] == 1
            with torch.no_grad():
                chances, value, after = net(now, legal, dealt[None], memory)
            if step == args.steps:  # only what comes next is worth, for the advantages
                ahead_value = value[0]
                break
            memory, seen[step], masks[step], fresh[step] = after, now[0], legal[0], dealt
            values[step], taken[step] = value[0], chances.sample()[0]
            log_chances[step] = chances.log_prob(taken[step][None])[0]
            observation, reward, termination, _, info = envs.step(taken[step].numpy())
            rewards[step], dealt = torch.from_numpy(reward), torch.from_numpy(termination)
            ended[step] = dealt
            for table in np.flatnonzero(termination):
                last = info["final_info"]
                won.append(bool(last["ranks"][table][last["seat"][table]] == 0))
        advantages, ahead = torch.zeros(shape), torch.zeros(args.tables)
        for k in reversed(range(args.steps)):
            following = ahead_value if k == args.steps - 1 else values[k + 1]
            going = ~ended[k]
            ahead = rewards[k] + gamma * following * going - values[k] + gamma * keep * ahead * going
            advantages[k] = ahead
        targets = advantages + values
        for _ in range(args.epochs):
            for some in torch.randperm(args.tables).chunk(args.parts):
                chances, value, _ = net(seen[:, some], masks[:, some], fresh[:, some], first[some])
                advantage = advantages[:, some]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                ratio = (chances.log_prob(taken[:, some]) - log_chances[:, some]).exp()
                clipped = ratio.clamp(1 - clip, 1 + clip)
                policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
                value_loss = 0.5 * (value - targets[:, some]).square().mean()
                loss = policy_loss + value_loss - entropy * chances.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()
        decisions = (update + 1) * args.steps * args.tables
        share = f"won {np.mean(won):.0%} of {len(won)} games" if won else "no game ended"
        seconds = time.perf_counter() - began
        print(f"update {update + 1}: {decisions:,} decisions, {share}, {seconds:.0f} s", flush=True)
    envs.close()


if __name__ == "__main__":
    main()
