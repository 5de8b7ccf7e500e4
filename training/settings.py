"""What training is done with: defaults for all games, and those that a game learns better with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import Any

from astrarium.agents.base import split_specs
from astrarium.agents.policy import LIMIT
from astrarium.core.drivers import REWARDS

LEAST, MOST = 1, 10**9
BASELINES = {"random": 0.05, "greedy": 0.3}


def _said(default: Any, text: str, low: float = LEAST, high: float = MOST) -> Any:
    """A setting with its meaning, for the table on the page of training, and its bounds if it is a number."""
    return field(default=default, metadata={"text": text, "low": low, "high": high})


def _check(name: str, value: Any, like: Any, about: Mapping[str, Any]) -> None:
    """Refuse a value of another kind than the default, or a number out of bounds."""
    low, high = about["low"], about["high"]
    if isinstance(like, (int, float)):
        kind = "whole number" if isinstance(like, int) else "number"
        if not isinstance(value, (int, type(like))) or not low <= value <= high:
            raise ValueError(f"{name} is a {kind} from {low:g} to {high:g}, not {value!r}")
    elif not isinstance(value, type(like)) or value == ():
        raise ValueError(f"{name} is like {like!r}, not {value!r}")
    elif isinstance(value, (tuple, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            _check(name, one, type(low)(), about)


@dataclass(frozen=True)
class Settings:
    """All numbers of a training, the budget apart."""

    tables: int = _said(256, "games in progress")
    rollout: int = _said(64, "decisions of the learner a table between updates", 2)
    batch: int = _said(512, "decisions a step of the optimiser", 2)
    epochs: int = _said(4, "passes over a rollout")
    learning_rate: float = _said(5e-4, "at the start; falls in a straight line to a tenth of it", 0, 1)
    entropy: float = _said(0.001, "bonus for keeping options open; falls likewise", 0)
    gamma: float = _said(0.999, "discount a decision", 0, 1)
    gae_lambda: float = _said(0.95, "how far advantages look beyond the value network", 0, 1)
    clip: float = _said(0.2, "how far an update may move a probability, as a ratio", 1e-6, 1)
    target_kl: float = _said(0.03, "an update stops early when the policy has moved this far", 1e-6)
    hidden: tuple[int, ...] = _said((256, 128), "hidden layers; the first is shared by policy and value")
    foresight: int = _said(
        1, "redeals that the policy looks ahead in, for each decision; 0: it does not", 0, LIMIT
    )
    trust: float = _said(0.8, "in the look ahead, to begin with: the less, the more is tried out", 0)
    redeals: int = _said(0, "the same when the finished policy plays; 0: as in training", 0, LIMIT)
    shaping: float = _said(1.0, "reward for the change of the game's own evaluation; potential-based", 0)
    imitate: int = _said(60_000, "decisions of the teacher to begin with; 0 begins with random weights", 0)
    sharpen: float = _said(1.0, "how much surer than its imitation the policy begins", 0)
    teacher: str = _said("greedy", "an agent")
    sample: int = _said(20_000, "decisions of random play that the scaling is measured on")
    baselines: dict[str, float] = field(
        default_factory=lambda: dict(BASELINES),
        metadata={"text": "fixed agents with their shares of the opponents", "low": 0.0, "high": 1.0},
    )
    past: float = _said(0.3, "share of past selves among the opponents; the rest is the learner itself", 0, 1)
    past_size: int = _said(8, "past selves that are kept")
    freeze_every: int = _said(200_000, "decisions of the learner between past selves")
    reward: str = _said("win", f"what a game pays: {', '.join(REWARDS)}")
    evaluation_games: int = _said(
        60, "games against each opponent at each number of players in an evaluation, at most"
    )
    test_games: int = _said(400, "games of a test against the best policy so far, at most")
    final_games: int = _said(
        400, "games of the best policy against each opponent at each number of players at the end"
    )
    rated: str = _said("", "agents, such as ismcts:100, that it meets at the end besides the baselines")

    def __post_init__(self) -> None:
        for each in fields(self):
            like = each.default if each.default is not MISSING else BASELINES
            _check(each.name, getattr(self, each.name), like, each.metadata)
        if self.past + sum(self.baselines.values()) > 1 + 1e-9:
            raise ValueError("the shares of the baselines and of past selves are together at most 1")
        if self.reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {self.reward!r}")
        if self.tables * self.rollout % self.batch == 1:  # advantages are standardised in every step
            raise ValueError("tables times rollout leaves a step of the optimiser with a single decision")

    @property
    def agents(self) -> tuple[str, ...]:
        """The specs of all agents that are named."""
        rated = split_specs(self.rated) if self.rated else []
        return (self.teacher, *self.baselines, *rated)

    def json(self) -> dict[str, Any]:
        """As plain values."""
        return {**asdict(self), "hidden": list(self.hidden)}

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Settings:
        """From plain values; a setting that is not known is an error."""
        unknown = set(values) - {each.name for each in fields(cls)}
        if unknown:
            raise ValueError(f"there is no setting {', '.join(sorted(unknown))}")
        return cls(**{**values, "hidden": tuple(values.get("hidden", cls.hidden))})


# A small search beats greedy in these, so it teaches there.
SEARCH: dict[str, Any] = {"teacher": "ismcts:100", "imitate": 40_000}
# Where self-play gains little, most is learnt from the teacher; then steps are small and over many games.
TAUGHT: dict[str, Any] = {
    "teacher": "ismcts:100",
    "imitate": 250_000,
    "trust": 1.0,
    "gae_lambda": 0.9,
    "rollout": 128,
    "batch": 1024,
    "learning_rate": 3e-4,
}
BY_GAME: dict[str, dict[str, Any]] = {
    # Its look ahead takes longest, and averaging redeals is worth most there.
    "star_tycoon": {"redeals": 8, "hidden": (128, 128), "epochs": 2},
    "star_commander": {**SEARCH, "imitate": 24_000},
    "spacecorp": SEARCH,
    "starfarers": TAUGHT,
    "starship_captains": TAUGHT,
}


def settings_for(game: str, **changes: Any) -> Settings:
    """The settings of a game, with changes."""
    return replace(Settings(), **{**BY_GAME.get(game, {}), **changes})


def markdown() -> str:
    """The table of settings for the page of training."""
    lines = ["| setting | default | meaning |", "|---|---|---|"]
    for each in fields(Settings):
        value = getattr(Settings(), each.name)
        shown = ", ".join(map(str, value)) if isinstance(value, tuple) else _shown(value)
        lines.append(f"| `{each.name}` | {shown} | {each.metadata['text']} |")
    return "\n".join(lines)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {share:g}" for name, share in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else value or "none"
