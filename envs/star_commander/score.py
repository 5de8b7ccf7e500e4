"""Star Commander: developments decide; who lost the homeworld comes last."""

from astrarium.core import kernel


@kernel
def better(s, a, b):
    if s.fallen[a] != s.fallen[b]:
        return s.fallen[b] != 0
    return s.total[a] > s.total[b]


@kernel
def score(t, s, score, rank):
    """Developments of every seat, and how many seats stand better."""
    for seat in range(s.num_players):
        score[seat] = s.total[seat]
        rank[seat] = 0
        for other in range(s.num_players):
            if better(s, other, seat):
                rank[seat] += 1
