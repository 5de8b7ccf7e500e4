"""TorchRL on the AEC environment: one masked policy for all seats, learning from the results of whole games.

pip install torchrl
python examples/torchrl_aec.py --game star_tycoon --games 20
"""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import MarlGroupMapType, PettingZooWrapper

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.core import get
from astrarium.core.aec import GameAEC


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


def main() -> None:
    """Play games with TorchRL's rollouts, and take one step of REINFORCE after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="star_tycoon")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args()
    game = get(args.game)
    env = PettingZooWrapper(
        GameAEC(game, num_players=args.players, scaled=True),
        use_mask=True,
        categorical_actions=True,
        group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
        seed=1,
    )
    net = MaskedPolicy(game.observation.size, game.num_actions)
    seats = [("agents", "observation", "observation"), ("agents", "action_mask")]
    policy = TensorDictModule(net, in_keys=seats, out_keys=[("agents", "action")])
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
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


if __name__ == "__main__":
    main()
