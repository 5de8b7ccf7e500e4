"""What training is done with: defaults for all games, and those that a game learns better with."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any


def _said(default: Any, text: str) -> Any:
    """A setting with its meaning, for the table on the page of training."""
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True)
class Settings:
    """All numbers of a training, the budget apart."""

    tables: int = _said(256, "games in progress")
    rollout: int = _said(64, "decisions of the learner a table between updates")
    batch: int = _said(512, "decisions a step of the optimiser")
    epochs: int = _said(4, "passes over a rollout")
    learning_rate: float = _said(5e-4, "at the start; falls in a straight line to a tenth of it")
    entropy: float = _said(0.001, "bonus for keeping options open; falls likewise")
    gamma: float = _said(0.999, "discount a decision")
    gae_lambda: float = _said(0.95, "how far advantages look beyond the value network")
    clip: float = _said(0.2, "how far an update may move a probability, as a ratio")
    target_kl: float = _said(0.03, "an update stops early when the policy has moved this far")
    hidden: tuple[int, ...] = _said((256, 128), "hidden layers; the first is shared by policy and value")
    foresight: int = _said(1, "redeals that the policy looks ahead in, for each decision; 0: it does not")
    trust: float = _said(0.8, "in the look ahead, to begin with: the less, the more is tried out")
    redeals: int = _said(0, "the same when the finished policy plays; 0: as in training")
    shaping: float = _said(1.0, "reward for the change of the game's own evaluation; potential-based")
    imitate: int = _said(60_000, "decisions of the teacher to begin with; 0 begins with random weights")
    sharpen: float = _said(1.0, "how much surer than its imitation the policy begins")
    teacher: str = _said("greedy", "an agent")
    sample: int = _said(20_000, "decisions of random play that the scaling is measured on")
    baselines: dict[str, float] = field(
        default_factory=lambda: {"random": 0.05, "greedy": 0.3},
        metadata={"text": "fixed agents with their shares of the opponents"},
    )
    past: float = _said(0.3, "share of past selves among the opponents; the rest is the learner itself")
    past_size: int = _said(8, "past selves that are kept")
    freeze_every: int = _said(200_000, "decisions of the learner between past selves")
    evaluation_games: int = _said(40, "games against each baseline in an evaluation")

    rated: str = _said(
        "", "agents, such as random,greedy,ismcts:100, to rate the best policy among at the end"
    )
    rated_games: int = _said(200, "games of that arena")

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
