"""A loop of one's own on `Batch`: policy gradient in self-play, all seats learning, in plain PyTorch.

python examples/torch_batch.py --game star_tycoon --updates 50
"""

import argparse

import numpy as np
import torch

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.core import Batch, get


def choose(net: torch.nn.Module, batch: Batch) -> tuple[torch.Tensor, torch.distributions.Categorical]:
    """Legal actions for all games, and what they were drawn from."""
    logits = net(torch.from_numpy(batch.obs.copy()))
    legal = torch.from_numpy(batch.mask.astype(np.bool_))
    drawn_from = torch.distributions.Categorical(logits=logits.masked_fill(~legal, -1e9))
    return drawn_from.sample(), drawn_from


def main() -> None:
    """Play, credit every seat's decisions with the end of its game, learn, repeat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="star_tycoon")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--steps", type=int, default=256, help="decisions a table between updates")
    parser.add_argument("--updates", type=int, default=50)
    args = parser.parse_args()
    game = get(args.game)
    batch = Batch(game, args.tables, num_players=args.players, seed=1, scaled=True)
    net = torch.nn.Sequential(
        torch.nn.Linear(game.observation.size, 128), torch.nn.ReLU(), torch.nn.Linear(128, game.num_actions)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    tables = np.arange(args.tables)
    for update in range(args.updates):
        seen, games = [], 0
        for _ in range(args.steps):
            obs, mask, seat = batch.obs.copy(), batch.mask.copy(), batch.seat.copy()
            with torch.no_grad():
                actions, _ = choose(net, batch)
            rewards, done = batch.step(actions.numpy())
            seen.append((obs, mask, seat, actions, rewards.copy(), done.copy()))
            games += int(done.sum())
        ahead = np.zeros((args.tables, args.players), np.float32)  # return of the running game, by seat
        known = np.zeros(args.tables, np.bool_)  # games that ended within these steps
        for obs, mask, seat, actions, rewards, done in reversed(seen):
            ahead[done], known[done] = rewards[done], True
            if not known.any():
                continue
            legal = torch.from_numpy(mask[known].astype(np.bool_))
            logits = net(torch.from_numpy(obs[known])).masked_fill(~legal, -1e9)
            chances = torch.distributions.Categorical(logits=logits).log_prob(
                actions[torch.from_numpy(known)]
            )
            loss = -(chances * torch.from_numpy(ahead[tables, seat][known])).mean() / len(seen)
            loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        print(f"update {update + 1}: {games} games ended")


if __name__ == "__main__":
    main()
