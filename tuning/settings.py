"""What a tuning is done with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from astrarium.core.actions import nearest


def _said(default: Any, text: str, low: float, high: float) -> Any:
    """A setting with its meaning and its bounds."""
    return field(default=default, metadata={"text": text, "low": low, "high": high})


@dataclass(frozen=True)
class Settings:
    """All numbers of a tuning, the budget apart."""

    groups: int = _said(16, "perturbations between two steps", 1, 10**6)
    deals: int = _said(8, "deals that each of them is tried on, in every seat", 1, 10**6)
    scale: float = _said(0.25, "a unit of the search: this share of a weight", 1e-3, 2)
    sigma: float = _said(1.0, "how far weights are perturbed, in units", 1e-3, 10)
    drift: float = _said(
        1.0, "how far chance alone would carry a weight in the whole tuning, in sigmas", 0, 100
    )
    mix: float = _said(0.5, "share of the reward that is won or lost; the rest is the margin of scores", 0, 1)
    depth: int = _said(3, "decisions that the greedy players look ahead", 1, 100)
    samples: int = _said(1, "redeals that they look at", 1, 1000)
    stray: int = _said(
        10, "random ones of a hundred decisions in the games that positions are taken of", 0, 100
    )
    watched: int = _said(64, "deals that show which weights matter", 1, 10**6)

    fit_deals: int = _said(
        1000, "deals at each table whose positions the weights are fitted to; 0: no fit", 0, 10**6
    )
    ridge: float = _said(
        0.25, "how firmly the fit is held to the start: one over its spread in units, squared", 1e-6, 1e6
    )
    fit_games: int = _said(2000, "games of the test that the fit has to win, at most", 1, 10**7)
    test_games: int = _said(10_000, "games of the closing test at each table, at most; 0: no test", 0, 10**7)
    test_gain: float = _said(3.0, "percent of the wins beyond a half that these tests ask for", 0.1, 50)

    def __post_init__(self) -> None:
        for each in fields(self):
            value, low, high = getattr(self, each.name), each.metadata["low"], each.metadata["high"]
            whole = isinstance(each.default, int)
            kinds = (int,) if whole else (int, float)
            if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
                kind = "whole number" if whole else "number"
                raise ValueError(f"{each.name} is a {kind} from {low:g} to {high:g}, not {value!r}")

    def json(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)


def read_settings(given: Mapping[str, str]) -> Settings:
    """Settings from texts, by name."""
    known = {each.name: each for each in fields(Settings)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in known:
            raise ValueError(
                f"there is no setting {name!r}{nearest(name, known)} (settings: {', '.join(known)})"
            )
        default = getattr(Settings(), name)
        try:
            values[name] = int(text) if isinstance(default, int) else float(text)
        except ValueError:
            raise ValueError(f"{name} is a number such as {default:g}, not {text!r}") from None
    return Settings(**values)


def markdown() -> str:
    """The table of settings for the page."""
    lines = ["| setting | default | meaning |", "|---|---|---|"]
    for each in fields(Settings):
        lines.append(f"| `{each.name}` | {getattr(Settings(), each.name):,} | {each.metadata['text']} |")
    return "\n".join(lines)
