"""What went wrong with the programs of an arena, and what it cost them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

AT_RANDOM, OUT = "random", "out"  # decisions made at random for a program; those for which it was not asked
WORDS = {
    "timeout": ("timeout", "timeouts"),
    "crash": ("crash", "crashes"),
    "flood": ("flood of output", "floods of output"),
    "unreadable": ("unreadable answer", "unreadable answers"),
    "illegal": ("illegal answer", "illegal answers"),
    "format": ("reply without a clear answer", "replies without a clear answer"),
    "harness": ("request that failed and was repeated", "requests that failed and were repeated"),
}


@dataclass
class Effort:
    """What an agent's decisions took, and for a program what went wrong."""

    decisions: int = 0
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)  # the first of each kind, in words
    forfeits: list[tuple[int, int]] = field(default_factory=list)  # game and seat
    usage: Counter[str] = field(default_factory=Counter)  # requests and tokens of a language model

    def add(self, other: Effort) -> None:
        """Add what others have done."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.faults += other.faults
        self.examples = {**other.examples, **self.examples}
        self.forfeits += other.forfeits
        self.usage += other.usage

    def take(self, agent: Any) -> None:
        """Take over what an agent has counted, if it counts its faults."""
        faults = getattr(agent, "faults", None)
        if faults:
            self.faults += faults
            self.examples = {**agent.examples, **self.examples}
            faults.clear()
        usage = getattr(agent, "usage", None)
        if usage:
            self.usage += usage
            usage.clear()

    def json(self) -> dict[str, Any]:
        """As a folder keeps it."""
        examples = {"examples": self.examples} if self.examples else {}
        usage = {"usage": dict(sorted(self.usage.items()))} if self.usage else {}
        return {
            "decisions": self.decisions,
            "seconds": self.seconds,
            **self.troubles(),
            **examples,
            **usage,
        }

    def troubles(self) -> dict[str, Any]:
        """The faults as plain values; nothing where there are none."""
        found = {
            "faults": dict(sorted(self.faults.items())),
            "forfeits": sorted([list(each) for each in self.forfeits]),
        }
        return {name: value for name, value in found.items() if value}

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Effort:
        """From a folder; anything but numbers and texts is refused with ValueError, TypeError or KeyError."""
        faults = Counter({str(kind): int(count) for kind, count in kept.get("faults", {}).items()})
        examples = {str(kind): str(text) for kind, text in kept.get("examples", {}).items()}
        forfeits = [(int(game), int(seat)) for game, seat in kept.get("forfeits", [])]
        usage = Counter({str(kind): int(count) for kind, count in kept.get("usage", {}).items()})
        return cls(int(kept["decisions"]), float(kept["seconds"]), faults, examples, forfeits, usage)


def fault_notes(effort: Mapping[str, Effort]) -> list[str]:
    """A line for each agent that did not always answer as it should."""
    lines = []
    for spec, each in effort.items():
        if not each.faults:
            continue
        kinds = [
            f"{each.faults[kind]:,} {words[each.faults[kind] != 1]}"
            for kind, words in WORDS.items()
            if each.faults[kind]
        ]
        line = (
            f"{spec}: {each.faults[AT_RANDOM]:,} of {each.decisions:,} decisions were made at random for it"
        )
        if each.faults[OUT]:
            line += f", {each.faults[OUT]:,} of them without asking it any more"
        line += f" ({', '.join(kinds)})" if kinds else ""
        if each.forfeits:
            line += f"; {len(each.forfeits):,} seats were forfeited and count as lost"
        lines.append(line)
    return lines + [_usage_note(spec, each.usage) for spec, each in effort.items() if each.usage]


def _usage_note(spec: str, usage: Mapping[str, int]) -> str:
    """What a language model was asked, in words."""
    amounts = {
        name: usage.get(name, 0) for name in ("requests", "cached", "prompt_tokens", "completion_tokens")
    }
    return (
        f"{spec}: {amounts['requests']:,} requests and {amounts['cached']:,} replies that were kept, "
        f"{amounts['prompt_tokens']:,} tokens of prompts, {amounts['completion_tokens']:,} of replies"
    )


def placed(number: int, ranks: Sequence[int], efforts: Iterable[Effort]) -> tuple[int, ...]:
    """The ranks of a game, with seats that were forfeited last."""
    lost = {seat for effort in efforts for game, seat in effort.forfeits if game == number}
    if not lost:
        return tuple(ranks)
    stayed = [rank for seat, rank in enumerate(ranks) if seat not in lost]
    last = 1 if len(ranks) == 1 else len(stayed)
    return tuple(
        last if seat in lost else sum(each < rank for each in stayed) for seat, rank in enumerate(ranks)
    )


def place_all(ranks: np.ndarray, efforts: Iterable[Effort]) -> np.ndarray:
    """The ranks (games, players) of all games of an arena, with seats that were forfeited last."""
    known = list(efforts)
    found = ranks.copy()
    for number in {game for effort in known for game, _ in effort.forfeits if game < len(ranks)}:
        found[number] = placed(number, ranks[number].tolist(), known)
    return found
