"""Who is best when strength is not one number: an election over head-to-head results, and alpha-rank.

Ratings put agents on a line, so they cannot show that A beats B, B beats C and C beats A. Two ways that can,
both from OpenSpiel (extra `votes`):

ranked pairs   every game is a vote between its agents; majorities are locked in, the largest first, but for
               those that would close a circle. Copies of an agent do not change who wins.
alpha-rank     agents are replaced by those that beat them, and the mass is how long each stays: agents of a
               circle share it (Omidshafiei et al. 2019).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from .arena import RESULTS
from .folder import FolderError

FINE = 1_000_000  # votes of a pair of agents


@dataclass(frozen=True)
class Votes:
    """Agents in the order of ranked pairs."""

    agents: tuple[str, ...]
    shares: np.ndarray  # (agents, agents): how often the row is placed before the column
    masses: tuple[float, ...]  # of alpha-rank
    circle: tuple[str, ...]  # the smallest set whose agents beat all others; one, unless there is a circle

    def json(self) -> list[dict[str, object]]:
        """For a file."""
        return [
            {"spec": spec, "place": place, "alpha_rank": round(mass, 6), "best": spec in self.circle}
            for place, (spec, mass) in enumerate(zip(self.agents, self.masses, strict=True), 1)
        ]


def read_duels(folder: str | Path) -> tuple[tuple[str, ...], np.ndarray]:
    """The agents of a finished arena, and how often each is placed before each."""
    path = Path(folder) / RESULTS
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        agents = tuple(each["spec"] for each in told["agents"])
        shares = np.array([[0.5 if x is None else x[0] for x in row] for row in told["head_to_head"]], float)
    except OSError:
        raise FolderError(f"{folder} holds no finished arena: there is no {RESULTS}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise FolderError(f"{path} is damaged: {error}") from None
    if len(agents) < 2 or shares.shape != (len(agents), len(agents)):
        raise FolderError(f"{path}: expected head-to-head results of at least two agents")
    return agents, shares


def count_votes(agents: Sequence[str], shares: np.ndarray) -> Votes:
    """The election and alpha-rank of head-to-head shares."""
    if find_spec("open_spiel") is None:
        raise ImportError("votes need OpenSpiel: pip install 'astrarium[votes]'")
    from open_spiel.python.egt import alpharank
    from open_spiel.python.voting import base, ranked_pairs

    profile = base.PreferenceProfile(alternatives=list(range(len(agents))))
    for a in range(len(agents)):
        for b in range(len(agents)):
            if a != b and shares[a, b] > 0:  # its margins are whole numbers
                profile.add_vote(base.WeightedVote(round(FINE * float(shares[a, b])), [a, b]))
    order = [int(k) for k in ranked_pairs.RankedPairsVoting().run_election(profile).ranking]
    masses = alpharank.compute([np.asarray(shares, float)], use_inf_alpha=True)[2]
    best = {agents[k] for k in top_circle(shares)}
    return Votes(
        tuple(agents[k] for k in order),
        shares[np.ix_(order, order)],
        tuple(float(masses[k]) for k in order),
        tuple(agents[k] for k in order if agents[k] in best),
    )


def top_circle(shares: np.ndarray) -> list[int]:
    """The Smith set: the fewest agents each of which beats all that are not among them."""
    wins = (shares > 0.5).sum(axis=1)
    order = np.argsort(-wins, kind="stable")
    for size in range(1, len(order) + 1):
        inside, outside = order[:size], order[size:]
        if all(shares[a, b] > 0.5 for a in inside for b in outside):
            return sorted(int(k) for k in inside)
    return list(range(len(order)))
