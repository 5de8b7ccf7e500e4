"""A trained policy in Stable-Baselines3's own format, for people who go on with it there."""

from __future__ import annotations

from pathlib import Path

from astrarium.agents.policy import load_policy
from astrarium.core.sb3 import SeatVecEnv

from .network import load_layers, policy_keywords
from .run import BEST, Run, RunError


def check_sb3_zip(run: Run) -> None:
    """Refuse what Stable-Baselines3's environments do not show."""
    if run.settings.foresight:
        raise RunError(
            "a policy with foresight reads more than the observation, all that Stable-Baselines3 shows it: "
            "for a zip train with --setting foresight=0"
        )


def write_sb3_zip(run: Run, path: str | Path) -> Path:
    """The best policy as `MaskablePPO.load` reads it; it plays on `SeatVecEnv(scaled=False)`."""
    from sb3_contrib import MaskablePPO

    check_sb3_zip(run)
    policy, settings = load_policy(run.folder / BEST), run.settings
    env = SeatVecEnv(
        run.game,
        1,
        num_players=run.plan.players[0],
        scaled=False,
        content=run.plan.content,
        **run.plan.options,
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=settings.learning_rate,
        n_steps=settings.rollout,
        batch_size=settings.rollout,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        ent_coef=settings.entropy,
        policy_kwargs=policy_keywords(policy.scaling, settings.hidden),
        device="cpu",
    )
    load_layers(model.policy, policy)
    model.save(path)
    return Path(path)
