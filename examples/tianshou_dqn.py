"""Double DQN with action masks in Tianshou 2.

    python examples/tianshou_dqn.py --game StarshipCaptains --epochs 4

One seat learns against `--opponents`. Tianshou takes legal actions from `obs.mask`, so a wrapper renames
the parts of the observation. Rewards come at the end of a game: returns of many steps carry them back.

What to expect: with this command 23 % of 100 games against `random` before it learns, 76 % after the first
epoch of 10,000 decisions, and no more after the fourth: a start, not a player. That took 192 seconds of
processor time on one thread (`OMP_NUM_THREADS=1`), and ten minutes by the clock on a machine with much other
work.
"""

import argparse
import time

import gymnasium
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import astrarium.envs  # noqa: F401  registers the environments


class Renamed(gymnasium.ObservationWrapper):
    """The observation under the names that Tianshou looks for."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        parts = env.observation_space
        self.observation_space = gymnasium.spaces.Dict(obs=parts["observation"], mask=parts["action_mask"])

    def observation(self, seen: dict) -> dict:
        """For each decision."""
        return {"obs": seen["observation"], "mask": seen["action_mask"]}


def main() -> None:
    """Learn in epochs; print the share of games won at the end of the best one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="StarshipCaptains")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--steps", type=int, default=10_000, help="decisions an epoch")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--games", type=int, default=100, help="games that it is tested in after each epoch")
    parser.add_argument("--progress", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    def make() -> gymnasium.Env:
        name = f"astrarium/{args.game}-v1"
        made = gymnasium.make(name, num_players=args.players, opponents=args.opponents, scaled=True)
        return Renamed(made)

    tables, tests = (DummyVectorEnv([make] * count) for count in (args.tables, min(args.games, args.tables)))
    tables.seed(args.seed)
    tests.seed(args.seed + 10_000)
    one = make()
    space, actions = one.observation_space["obs"], one.action_space
    network = Net(state_shape=space.shape, action_shape=actions.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=network, action_space=actions, eps_training=0.2)
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=0.999,
        n_step_return_horizon=20,
        target_update_freq=500,
    )
    buffer = VectorReplayBuffer(40_000, args.tables)
    began = time.perf_counter()
    result = learner.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector(learner, tables, buffer, exploration_noise=True),
            test_collector=Collector(learner, tests),
            max_epochs=args.epochs,
            epoch_num_steps=args.steps,
            collection_step_num_env_steps=10 * args.tables,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=256,
            test_step_num_episodes=args.games,
            show_progress=args.progress,
        )
    )
    won = (1 + result.best_reward) / 2
    print(f"{won:.0%} of {args.games} games won at its best, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
