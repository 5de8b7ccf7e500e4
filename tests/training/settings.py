"""A training small enough for a test."""

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
    "baselines": {"random": 0.2, "greedy": 0.2},
}
