"""What is measured: peers, their games and the ways in which they are played."""

from __future__ import annotations

from dataclasses import dataclass

OURS = "astrarium"
WAYS = {
    "native": "whole games inside compiled code",
    "batch": "many games, one call a step or more",
    "python": "one game, every decision a call from Python",
    "unchecked": "the same without PettingZoo's wrappers, which check actions and order",
}


@dataclass(frozen=True)
class Peer:
    """A library: its name for people, the module that plays it, and its games with their ways."""

    name: str
    title: str
    adapter: str
    games: dict[str, tuple[str, ...]]


@dataclass(frozen=True, order=True)
class Subject:
    """One thing to measure."""

    peer: str
    game: str
    way: str

    def __str__(self) -> str:
        return f"{self.peer} {self.game}, {self.way}"


ALL = ("native", "batch", "python")
PEERS = {
    peer.name: peer
    for peer in (
        Peer(
            OURS,
            "Astrarium",
            "astrarium_games",
            {
                "star_commander": ALL,
                "star_tycoon": ALL,
                "starfarers": ALL,
                "spacecorp": ALL,
                "starship_captains": ALL,
            },
        ),
        Peer("catanatron", "Catanatron", "catan", {"catan": ("python",)}),
        Peer(
            "openspiel",
            "OpenSpiel",
            "openspiel",
            {
                "gin_rummy": ("native", "python"),
                "hearts": ("native", "python"),
                "backgammon": ("native", "python"),
                "chess": ("native", "python"),
            },
        ),
        Peer(
            "pgx",
            "Pgx (CPU)",
            "pgx_cpu",
            {
                "sparrow_mahjong": ("batch", "python"),
                "backgammon": ("batch", "python"),
                "connect_four": ("batch", "python"),
                "chess": ("batch",),
            },
        ),
        Peer(
            "envpool",
            "EnvPool",
            "envpool_games",
            {
                "backgammon": ("batch", "python"),
                "connect_four": ("batch", "python"),
                "chess": ("batch",),
            },
        ),
        Peer(
            "rlcard",
            "RLCard",
            "rlcard_games",
            {"gin-rummy": ("python",), "mahjong": ("python",), "uno": ("python",)},
        ),
        Peer(
            "pettingzoo",
            "PettingZoo classic",
            "pettingzoo_classic",
            {
                "hanabi_v5": ("python", "unchecked"),
                "texas_holdem_no_limit_v6": ("python", "unchecked"),
                "chess_v6": ("python", "unchecked"),
                "connect_four_v3": ("python", "unchecked"),
            },
        ),
    )
}


def subjects(names: list[str] | None = None) -> list[Subject]:
    """What the named peers offer, Astrarium always among them; its games stand between the others'."""
    wanted = names or list(PEERS)
    for name in wanted:
        if name not in PEERS:
            raise ValueError(f"there is no peer {name!r} (known: {', '.join(PEERS)})")
    found = {
        name: [Subject(name, game, way) for game, ways in peer.games.items() for way in ways]
        for name, peer in PEERS.items()
        if name in wanted or name == OURS
    }
    ours = found.pop(OURS)
    others = [subject for each in found.values() for subject in each]
    return alternated(ours, others)


def alternated(ours: list[Subject], others: list[Subject]) -> list[Subject]:
    """Both lists in their order, merged evenly, so that a slow minute of the machine meets both."""
    total = len(ours) + len(others)
    place = {
        subject: (k + 0.5) * total / len(each) for each in (ours, others) for k, subject in enumerate(each)
    }
    return sorted(place, key=lambda subject: (place[subject], subject))
