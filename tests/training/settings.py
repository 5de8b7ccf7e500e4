"""A training small enough for a test."""

from astrarium.agents.policy import load_policy

TINY = {
    "tables": 8,
    "rollout": 8,
    "batch": 32,
    "epochs": 2,
    "hidden": (16, 8),
    "sample": 400,
    "imitate": 0,
    "shaping": 0.0,
    "freeze_every": 128,
    "past_size": 2,
    "evaluation_games": 4,
    "test_games": 8,
    "final_games": 4,
    "baselines": {"random": 0.2, "greedy": 0.2},
}


def same_policies(a, b):
    """Whether two files hold the same weights."""
    ours, theirs = load_policy(a), load_policy(b)
    pairs = zip((*ours.policy, *ours.value), (*theirs.policy, *theirs.value), strict=True)
    return all((x == y).all() for one, other in pairs for x, y in zip(one, other, strict=True))
