"""Players: one protocol for all, each named by a spec such as `greedy` or `ismcts:800`."""

from . import champion, greedy, ismcts, players, ppo, programs, random, rollout
from .base import (
    KINDS,
    Agent,
    Explains,
    Follows,
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
    "Follows",
    "Kind",
    "Positions",
    "Spent",
    "Thought",
    "champion",
    "decision_keys",
    "greedy",
    "ismcts",
    "make_agent",
    "parse_spec",
    "players",
    "ppo",
    "programs",
    "random",
    "register_agent",
    "rollout",
    "split_specs",
    "usage",
]
