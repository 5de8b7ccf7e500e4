"""What agents think of a position: bars over the names of its actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from astrarium.agents import Explains, Positions, Thought, parse_spec
from astrarium.agents.ppo import BASELINE
from astrarium.agents.review import win_chance
from astrarium.core import Content, Game

from .errors import BadRequest
from .library import Library
from .opponents import title_of
from .pictures import mask_of

SHOWN = 12  # actions of a position that are listed
MOST_SPECS = 6  # agents asked at once
LONGEST_SPEC = 200
# What a page may ask of one decision: a search cannot be stopped, and others wait for their turn.
LIMITS = {"simulations": 20_000, "ms": 5_000, "samples": 64, "redeals": 64, "depth": 8, "cutoff": 1_000}
FILES = {"network", "weights"}  # settings that name files


def checked_agent(spec: Any, game: Game, cards: Content, library: Library) -> Any:
    """The agent that a spec of a request names; its files are in the folders, its searches are bounded."""
    if not isinstance(spec, str) or not 0 < len(spec) <= LONGEST_SPEC:
        raise BadRequest(f"an agent is a text such as greedy or ismcts:400, not {str(spec)[:40]!r}")
    try:
        kind, argument, settings = parse_spec(spec)
        if kind.runs_code and spec.strip() not in library.agents:
            raise BadRequest(
                f"{kind.name}: runs code, so the page takes it only if it was started with it: "
                f"astrarium serve --agent '{spec.strip()}'"
            )
        if kind.name in ("ppo", "onnx") and argument != BASELINE:
            argument = str(library.find(argument))
        for name in FILES & settings.keys():
            known = name == "weights" and game.weights is not None and settings[name] in game.weights.sets
            if not known:
                settings[name] = str(library.find(settings[name]))
        bounded = {**settings, **({"simulations": argument} if isinstance(argument, int) else {})}
        for name, most in LIMITS.items():
            value = bounded.get(name)
            if isinstance(value, int | float) and value > most:
                raise BadRequest(f"{spec!r}: on this page {name} is at most {most:,}, not {value:g}")
        agent = kind.make(game, cards, 1, argument, **settings)
    except (ValueError, OSError, ImportError) as error:
        raise BadRequest(library.in_words(error)) from None
    agent.spec = spec.strip()  # as it was asked for: its own would name the path of a file
    return agent


def position(game: Game, cards: Content, state: np.ndarray, key: int) -> Positions:
    """One position (of an array of length 1) with the random stream of its decision."""
    mask = mask_of(game, cards, state)[None]
    seats = state["seat"].astype(np.int8)
    return Positions(game, cards, state, mask, seats, np.array([key], np.uint64), sound=True)


def opinion(agent: Any, at: Positions, made: int | None = None) -> dict[str, Any]:
    """What one agent would do, and what it thinks of the actions; `made` is the action that was taken."""
    choice = int(agent.act(at)[0])
    thoughts = agent.explain(at, 0) if isinstance(agent, Explains) else []
    shown = thoughts[:SHOWN]
    if made is not None and made not in {each.action for each in shown}:
        shown += [each for each in thoughts[SHOWN:] if each.action == made]
    return {
        "agent": agent.spec,
        "title": title_of(agent.spec),
        "choice": _name(at, choice),
        "explains": bool(thoughts),
        "rows": [_row(each, thoughts, choice, made, at) for each in shown],
        "left_out": len(thoughts) - len(shown),
    }


def _name(at: Positions, action: int) -> str:
    """An action as the list of moves calls it."""
    return at.game.words(at.content, at.states[0]).action(action)


def _row(
    thought: Thought, all_: list[Thought], choice: int, made: int | None, at: Positions
) -> dict[str, Any]:
    players = int(at.states[0]["num_players"])
    return {
        "action": thought.action,
        "name": _name(at, thought.action),
        "weight": round(thought.weight, 4),
        "value": None if thought.value is None else round(thought.value, 4),
        "chance": None if thought.value is None else round(win_chance(thought.value, players), 4),
        "visits": thought.visits,
        "bar": round(_bar(thought, all_), 4),
        "choice": thought.action == choice,
        "made": thought.action == made,
    }


def _bar(thought: Thought, all_: list[Thought]) -> float:
    """Its share where shares tell something; where one action has it all, its value between the extremes."""
    values = [each.value for each in all_ if each.value is not None]
    if thought.visits is not None or thought.value is None or not values:
        return thought.weight / max(each.weight for each in all_)
    low, high = min(values), max(values)
    return (thought.value - low) / (high - low) if high > low else 1.0
