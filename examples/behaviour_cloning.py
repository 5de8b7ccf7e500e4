"""Behaviour cloning: a policy learns the choices in a dataset, and then plays everywhere as `ppo:FILE`.

astrarium selfplay star_tycoon --players 2 --games 2000 --agents greedy --out data/greedy
python examples/behaviour_cloning.py data/greedy --out clone.safetensors
astrarium arena star_tycoon --players 2 --agents ppo:clone.safetensors,greedy,random
"""

import argparse
from itertools import islice

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.agents.policy import about_policy, save_policy
from astrarium.core.aec import observation_box
from astrarium.data.expand import Decisions, joined
from astrarium.data.reader import Reader
from astrarium.training.imitation import imitate
from astrarium.training.network import policy_keywords, to_policy
from astrarium.training.scaling import Played, scaling_of


def chosen_by(decisions: Decisions, seats: list[int]) -> Played:
    """The decisions of some seats as the imitation takes them."""
    own = decisions.rows(np.isin(decisions.seat, seats))
    return Played(own.observation, own.mask, own.action, own.return_)


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
    save_policy(args.out, to_policy(net, scaling, about))
    print(f"ppo:{args.out}")


if __name__ == "__main__":
    main()
