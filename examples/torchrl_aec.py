"""TorchRL on the AEC environment: one masked policy for all seats, learning from the results of whole games.

    pip install -c constraints.txt '.[train,torchrl]'
    python examples/torchrl_aec.py --game star_tycoon --games 200

What to expect: with this command 55 % of 40 games against `random` before it learns and 85 % after. That
took 72 seconds of processor time on one thread (`OMP_NUM_THREADS=1`), with the games at both ends, and six
minutes by the clock on a machine with much other work. TorchRL plays one table at a time in Python: of its
26,618 decisions torch_batch.py learns from sixty times as many in the same time.
"""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import MarlGroupMapType, PettingZooWrapper

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.core import get
from astrarium.core.aec import GameAEC

SEATS = [("agents", "observation", "observation"), ("agents", "action_mask")]


class MaskedPolicy(torch.nn.Module):
    """Draws a legal action for each seat; seats that do not act have no mask and draw anything."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.net = torch.nn.Sequential(
            torch.nn.Linear(features, 128), torch.nn.ReLU(), torch.nn.Linear(128, actions)
        )

    def logits(self, observation: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Numbers of the actions, those that are not legal out of reach."""
        acts = mask.any(-1, keepdim=True)
        return self.net(observation).masked_fill(~mask & acts, -1e9)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """An action a seat."""
        return torch.distributions.Categorical(logits=self.logits(observation, mask)).sample()


class AgainstRandom(torch.nn.Module):
    """The first seat's action by a policy, those of the others drawn from all legal ones."""

    def __init__(self, policy: MaskedPolicy) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """An action a seat."""
        legal = torch.where(mask.any(-1, keepdim=True), mask.float(), 1.0)
        drawn = torch.distributions.Categorical(probs=legal).sample()
        drawn[..., 0] = self.policy(observation, mask)[..., 0]
        return drawn


def won(env: PettingZooWrapper, net: MaskedPolicy, games: int, limit: int) -> float:
    """The share of games that the policy wins against random in the first seat."""
    playing = TensorDictModule(AgainstRandom(net), in_keys=SEATS, out_keys=[("agents", "action")])
    with torch.no_grad():
        played = [env.rollout(limit, playing)["next", "agents", "reward"] for _ in range(games)]
    return sum(float(rewards[:, 0].sum()) > 0 for rewards in played) / games


def main() -> None:
    """Play games with TorchRL's rollouts, and take one step of REINFORCE after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="star_tycoon")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--against-random", type=int, default=40, help="games, before and after")
    args = parser.parse_args()
    torch.manual_seed(1)
    game = get(args.game)
    env = PettingZooWrapper(
        GameAEC(game, num_players=args.players, scaled=True),
        use_mask=True,
        categorical_actions=True,
        group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
        seed=1,
    )
    net = MaskedPolicy(game.observation.size, game.num_actions)
    policy = TensorDictModule(net, in_keys=SEATS, out_keys=[("agents", "action")])
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    tried = args.against_random
    print(f"before: won {won(env, net, tried, game.max_moves):.0%} of {tried} games against random")
    for number in range(args.games):
        with torch.no_grad():
            played = env.rollout(game.max_moves, policy)
        seat, returns = played["agents"], played["next", "agents", "reward"].sum(0)  # of each seat
        acted = seat["mask"]
        chances = torch.distributions.Categorical(
            logits=net.logits(seat["observation", "observation"], seat["action_mask"])
        ).log_prob(seat["action"])
        loss = -(chances * returns.squeeze(-1))[acted].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"game {number + 1}: {int(acted.sum())} decisions, rewards {returns.flatten().tolist()}")
    print(f"after: won {won(env, net, tried, game.max_moves):.0%} of {tried} games against random")


if __name__ == "__main__":
    main()
