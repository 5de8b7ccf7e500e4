"""Offline learning with TorchRL from a Minari export: implicit Q-learning, which never plays while it learns.

    pip install 'astrarium[train,minari,torchrl]'
    astrarium selfplay star_tycoon --players 2 --games 300 --agents greedy,random --out data/mixed
    astrarium dataset export data/mixed --format minari --out minari
    python examples/offline_torchrl.py minari star_tycoon/mixed-v0 --steps 1000

What to expect: with these commands, seed 1 and one thread, it won 30 of 30 games against `random` and
none of 30 against `greedy` (`--games 30`). It learnt from 47,972 decisions, in 61 seconds of processor time
with the games at the end; on a machine with much other work that took 6.6 minutes. The export is 209 MB.
"""

import argparse
import os
from typing import Any

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.data import LazyTensorStorage, TensorDictReplayBuffer
from torchrl.modules import MaskedCategorical, ProbabilisticActor
from torchrl.objectives import DiscreteIQLLoss, SoftUpdate

import astrarium.envs  # noqa: F401  makes the games known


def transitions(episode: Any) -> TensorDict:
    """The decisions of a seat in a game: each leads to its next one, the last to the end."""
    seen, mask = episode.observations["observation"], episode.observations["action_mask"] == 1
    ended = torch.from_numpy(episode.terminations)[:, None]
    return TensorDict(
        {
            "observation": torch.from_numpy(seen[:-1]),
            "action_mask": torch.from_numpy(mask[:-1]),
            "action": torch.from_numpy(episode.actions),
            "next": {
                "observation": torch.from_numpy(seen[1:]),
                "reward": torch.from_numpy(episode.rewards)[:, None],
                "done": ended,
                "terminated": ended,
            },
        },
        batch_size=[len(episode)],
    )


class Net(torch.nn.Module):
    """Reads observations as they are: standardised by the data, then two layers."""

    def __init__(self, mean: torch.Tensor, deviation: torch.Tensor, out: int) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("scale", 1 / deviation.clamp(min=1e-3))
        layers = torch.nn.Linear(len(mean), 128), torch.nn.ReLU(), torch.nn.Linear(128, out)
        self.layers = torch.nn.Sequential(*layers)

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        """A number an output."""
        return self.layers(((observation - self.mean) * self.scale).clamp(-5, 5))


def won(actor: Any, env: Any, games: int) -> float:
    """The share of games that the policy wins, with its favourite actions, in each seat in turn."""
    wins = 0
    for number in range(games):
        observation, info = env.reset(seed=10**6) if number == 0 else env.reset()
        done = False
        while not done:
            seen = {name: torch.from_numpy(each)[None] for name, each in observation.items()}
            seen["action_mask"] = seen["action_mask"] == 1
            with torch.no_grad():
                logits = actor.get_dist(TensorDict(seen, [1])).logits
            observation, _, done, _, info = env.step(int(logits.argmax()))
        wins += int(info["ranks"][info["seat"]] == 0)
    return wins / games


def main() -> None:
    """Fill a replay buffer with the export, learn, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", help="of Minari datasets: what `dataset export --out` was given")
    parser.add_argument("name", help="of the dataset, such as star_tycoon/mixed-v0")
    parser.add_argument("--steps", type=int, default=1000, help="of the optimiser")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--games", type=int, default=100, help="played against each opponent at the end")
    parser.add_argument("--opponents", nargs="+", default=["random", "greedy"])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    os.environ["MINARI_DATASETS_PATH"] = args.folder
    import minari

    torch.manual_seed(args.seed)
    dataset = minari.load_dataset(args.name)
    rows = torch.cat([transitions(each) for each in dataset.iterate_episodes()])
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(len(rows)), batch_size=args.batch)
    buffer.extend(rows)
    print(f"{len(rows):,} decisions of {dataset.total_episodes:,} episodes", flush=True)

    sample = rows["observation"][:20_000].float()
    statistics, actions = (sample.mean(0), sample.std(0)), int(dataset.action_space.n)
    seen = ["observation"]
    actor = ProbabilisticActor(
        TensorDictModule(Net(*statistics, actions), seen, ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
    )
    values = TensorDictModule(Net(*statistics, 1), seen, ["state_value"])
    action_values = TensorDictModule(Net(*statistics, actions), seen, ["state_action_value"])
    loss = DiscreteIQLLoss(
        actor, action_values, values, action_space="categorical", temperature=3.0, expectile=0.7
    )
    loss.make_value_estimator(gamma=0.999)
    target = SoftUpdate(loss, tau=0.005)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-4)
    for step in range(args.steps):
        found = loss(buffer.sample())
        parts = [found[name] for name in ("loss_actor", "loss_qvalue", "loss_value")]
        optimizer.zero_grad()
        sum(parts).backward()
        optimizer.step()
        target.step()
        if (step + 1) % 500 == 0:
            said = ", ".join(f"{part.item():.3f}" for part in parts)
            print(f"step {step + 1}: losses of actor, action values, values {said}", flush=True)
    for opponents in args.opponents:
        env = dataset.recover_environment(opponents=opponents)
        share = won(actor, env, args.games)
        print(f"won {share:.0%} of {args.games} games against {opponents}")


if __name__ == "__main__":
    main()
