"""Starfarers of Catan: who has 15 victory points in the own turn wins; the others are placed by theirs."""

from astrarium.core import kernel


@kernel
def better(s, a, b):
    """Does seat a stand better? The winner first, then by victory points.

    Another player can have as many points as the winner, or more, and wait for the own turn.
    """
    if s.over == 1 and (a == s.active or b == s.active):
        return a == s.active and a != b
    return s.points[a] > s.points[b]


@kernel
def score(t, s, score, rank):
    """Victory points of every seat, and how many seats stand better."""
    for seat in range(s.num_players):
        score[seat] = s.points[seat]
        rank[seat] = 0
        for other in range(s.num_players):
            if better(s, other, seat):
                rank[seat] += 1
