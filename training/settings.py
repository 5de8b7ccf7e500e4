"""What training is done with: defaults for all games, and those that a game learns better with."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any


@dataclass(frozen=True)
class Settings:
    """All numbers of a training, the budget apart."""

    tables: int = 256  # games in progress
    rollout: int = 64  # decisions of the learner a table between updates
    batch: int = 2048  # decisions a step of the optimiser
    epochs: int = 3  # passes over a rollout
    learning_rate: float = 5e-4  # at the start; falls in a straight line to a tenth of it
    entropy: float = 0.01  # bonus for keeping options open, falls likewise
    gamma: float = 0.999
    gae_lambda: float = 0.95
    clip: float = 0.2
    target_kl: float = 0.03  # an update stops early when the policy has moved this far
    hidden: tuple[int, ...] = (256, 128)  # the first layer is shared by policy and value
    shaping: float = 0.0  # times the change of the game's own evaluation, as a reward
    imitate: int = 0  # decisions of the teacher to begin with; 0 begins from nothing
    teacher: str = "greedy"
    sample: int = 20_000  # decisions that the scaling of the observation is measured on
    baselines: dict[str, float] = field(default_factory=lambda: {"random": 0.05, "greedy": 0.15})
    past: float = 0.3  # share of past selves among the opponents
    past_size: int = 8
    freeze_every: int = 200_000  # decisions of the learner between past selves
    evaluation_games: int = 40  # against each baseline

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


BY_GAME: dict[str, dict[str, Any]] = {}


def settings_for(game: str, **changes: Any) -> Settings:
    """The settings of a game, with changes."""
    return replace(Settings(), **{**BY_GAME.get(game, {}), **changes})
