"""Plain Stable-Baselines3 on the single-seat Gymnasium environment: DQN, which knows no masks.

An illegal action ends the game with reward -1, so what is legal has to be learnt too. `astrarium train`, with
MaskablePPO on the native batch, learns far faster: this shows that nothing but Gymnasium is needed.

    python examples/sb3_gymnasium.py --game StarTycoon --steps 20000

What to expect: with this command a reward of -1.00 in all of 10 games against `random`: nothing is learnt
yet. That took 30 seconds of processor time on one thread (`OMP_NUM_THREADS=1`), and 171 by the clock on a
machine with much other work. loggers.py shows MaskablePPO, which knows masks.
"""

import argparse

import gymnasium
from stable_baselines3 import DQN
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor

import astrarium.envs  # noqa: F401  registers the environments


def main() -> None:
    """Train against random opponents and say what the reward is then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="StarTycoon")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=20_000)
    args = parser.parse_args()
    env = gymnasium.make(
        f"astrarium/{args.game}-v1", num_players=args.players, opponents=args.opponents, scaled=True
    )
    model = DQN(
        "MultiInputPolicy",
        Monitor(env),
        buffer_size=10_000,
        learning_starts=min(500, args.steps // 2),
        policy_kwargs={"net_arch": [128]},
        seed=1,
    )
    model.learn(args.steps)
    mean, deviation = evaluate_policy(model, Monitor(env), n_eval_episodes=10)
    print(f"reward after {args.steps:,} steps: {mean:.2f} +- {deviation:.2f}")


if __name__ == "__main__":
    main()
