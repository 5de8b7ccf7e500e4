"""Behaviour cloning: a policy learns the choices in a dataset, and then plays everywhere as `ppo:FILE`.

astrarium selfplay star_tycoon --players 2 --games 2000 --agents greedy --out data/greedy
python examples/behaviour_cloning.py data/greedy --out clone.safetensors
astrarium arena star_tycoon --players 2 --agents ppo:clone.safetensors,greedy,random

One game in ten is not learnt from, and tells how often the policy's favourite is the teacher's choice.

What to expect: with 300 games instead of 2,000, 52 % of 5,345 choices, where a random legal action is right
in 20 %. Among 60 games of the arena (`--games 60`) the clone was placed before `random` in 100 % and never
before `greedy`: `greedy` looks ahead, and a network that only reads the observation cannot foresee all it
chooses. Learning took 12 seconds of processor time on one thread, and 248 by the clock on a machine with
much other work.
"""

import argparse
from collections.abc import Iterable
from itertools import islice

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.agents.policy import Policy, about_policy, save_policy
from astrarium.core.aec import observation_box
from astrarium.data.expand import Decisions, joined
from astrarium.data.reader import Reader
from astrarium.training.imitation import imitate
from astrarium.training.network import policy_keywords, to_policy
from astrarium.training.scaling import Played, scaling_of

UNSEEN = 10  # one game in so many is not learnt from: it tells how well the choices are foreseen


def chosen_by(decisions: Decisions, seats: list[int], unseen: bool = False) -> Played:
    """The decisions of some seats as the imitation takes them: of the games to learn from, or the others."""
    apart = decisions.game % UNSEEN == UNSEEN - 1
    own = decisions.rows(np.isin(decisions.seat, seats) & (apart == unseen))
    return Played(own.observation, own.mask, own.action, own.return_to_go)


def accuracy(policy: Policy, blocks: Iterable[Played]) -> tuple[float, float, int]:
    """How often the policy's favourite is the choice, how often a random one is, and of how many decisions.

    Decisions with one legal action are left out.
    """
    right = chance = 0.0
    count = 0
    for games in blocks:
        rows = np.flatnonzero(games.mask.sum(axis=1) > 1)
        logits = np.where(games.mask[rows] == 1, policy.logits(games.obs[rows]), -np.inf)
        right += float((logits.argmax(axis=1) == games.action[rows]).sum())
        chance += float((1 / games.mask[rows].sum(axis=1)).sum())
        count += len(rows)
    return right / max(1, count), chance / max(1, count), count


def numbers(text: str) -> list[int]:
    """Whole numbers with commas between them."""
    return [int(each) for each in text.split(",")]


def main() -> None:
    """Measure the observations, learn block after block, write the policy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("dataset")
    parser.add_argument("--out", default="clone.safetensors")
    parser.add_argument("--seats", type=numbers, help="whose choices to learn, such as 0,2; all unless given")
    parser.add_argument("--passes", type=int, default=2, help="over the dataset")
    parser.add_argument("--block", type=int, default=1 << 15, help="decisions in memory at a time")
    parser.add_argument("--seed", type=int, default=1, help="of the order of decisions and the first weights")
    parser.add_argument("--hidden", type=numbers, default="256,128", help="widths of the layers")
    args = parser.parse_args()

    try:
        reader = Reader(args.dataset, batch=args.block, shuffle=args.block, seed=args.seed, gamma=0.999)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    game, content, header = reader.game, reader.expander.content, reader.dataset.header
    seats = args.seats or list(range(header.players))
    if not {*seats} <= {*range(header.players)}:
        parser.error(f"--seats are of 0 to {header.players - 1}, not {args.seats}")

    torch.manual_seed(args.seed)
    scaling = scaling_of(joined(list(islice(reader, 2))).observation)
    net = MaskableActorCriticPolicy(
        observation_box(game, False),
        spaces.Discrete(game.num_actions),
        lambda left: 1e-3,
        **policy_keywords(scaling, args.hidden),
    )
    learnt = 0
    for number in range(args.passes):
        for block in reader:
            loss = imitate(net, chosen_by(block, seats), epochs=1, seed=args.seed + number)
            learnt += len(block)
            print(f"pass {number + 1}: {learnt:,} decisions, loss {loss:.3f}", flush=True)

    about = about_policy(
        game,
        content,
        [header.players],
        options=dict(header.options),
        network={"hidden": args.hidden, "activation": "relu", "shared": 1},
        training={"dataset": reader.dataset.manifest, "passes": args.passes, "seats": seats},
    )
    policy = to_policy(net, scaling, about)
    save_policy(args.out, policy)
    right, chance, count = accuracy(policy, (chosen_by(block, seats, unseen=True) for block in reader))
    print(f"accuracy on games not learnt from: {right:.1%} of {count:,} choices (at random {chance:.1%})")
    print(f"ppo:{args.out}")


if __name__ == "__main__":
    main()
