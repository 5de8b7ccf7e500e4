"""Who one can play against: a rank and a name for each strength, and the policies in the folders."""

from __future__ import annotations

from contextlib import suppress

from astrarium.agents import parse_spec
from astrarium.agents.policy import PolicyError, load_policy
from astrarium.agents.ppo import BASELINE, baseline_path
from astrarium.core import Game

from .library import Library

# From the weakest on.
RANKS = {
    "random": "Ensign: plays at random",
    "greedy": "Lieutenant: looks a little ahead",
    "greedy:samples=16": "Commander: looks ahead in 16 guesses",
    "ismcts:100": "Captain: searches a little",
    "ismcts:400": "Commodore: searches",
    "ismcts:1600": "Vice Admiral: searches long",
    "champion": "Admiral: the champion",
}
KIND_RANKS = {"ismcts": "Commodore", "champion": "Admiral", "ppo": "Trained", "greedy": "Commander"}


def opponents(game: Game, library: Library) -> dict[str, str]:
    """Specs of agents and what they are called, those of the folders last."""
    found = dict(RANKS)
    if baseline_path(game).is_file():
        found[f"ppo:{BASELINE}"] = "Trained: the policy that comes with the package"
    for name in library.policies():
        with suppress(PolicyError, OSError, ValueError):  # of another game, damaged, or no policy
            if load_policy(library.find(name)).about.get("game") == game.name:
                found[f"ppo:{name}"] = f"Trained: {name}"
    found |= {spec: f"Your own: {spec}" for spec in library.agents}
    return found


def title_of(spec: str) -> str:
    """What a player is called at the table by others: a rank, "a person", nothing for nobody."""
    if spec in ("person", "guest"):
        return "a person"
    if spec in RANKS:
        return RANKS[spec].partition(":")[0]
    if not spec:
        return ""
    with suppress(ValueError):
        return KIND_RANKS.get(parse_spec(spec)[0].name, spec)
    return spec
