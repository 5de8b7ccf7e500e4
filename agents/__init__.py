"""Players: one protocol for all, each named by a spec such as `greedy` or `ismcts:800`."""

from . import champion, greedy, ismcts, models, ppo, random, rollout
from .base import (
    KINDS,
    Agent,
    Explains,
    Kind,
    Positions,
    Spent,
    Thought,
    decision_keys,
    make_agent,
    parse_spec,
    register_agent,
    split_specs,
    usage,
)

__all__ = [
    "KINDS",
    "Agent",
    "Explains",
    "Kind",
    "Positions",
    "Spent",
    "Thought",
    "champion",
    "decision_keys",
    "greedy",
    "ismcts",
    "make_agent",
    "models",
    "parse_spec",
    "ppo",
    "random",
    "register_agent",
    "rollout",
    "split_specs",
    "usage",
]
