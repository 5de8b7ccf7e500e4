"""Weights & Biases and MLflow through Stable-Baselines3's logger, with MaskablePPO on the native batch.

    pip install -c constraints.txt '.[train,loggers]'
    python examples/loggers.py --to wandb --out logs   # offline; `wandb sync logs/wandb/offline-run-*` sends
    python examples/loggers.py --to mlflow --out logs  # files in logs/mlruns

Nothing is sent anywhere. What SB3 logs (losses, episode rewards) goes to the tool chosen, at the same steps.
MLflow asks for a database instead of files where runs are many: give `set_tracking_uri` its address.

What to expect: `--to wandb --steps 50000` ends with a mean reward of 0.63 against `random` (1 is a win, -1 a
loss), in 15 seconds of processor time on one thread; 101 by the clock on a machine with much other work.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import HumanOutputFormat, KVWriter, Logger, filter_excluded_keys

import astrarium.envs  # noqa: F401  makes the games known
from astrarium.core.sb3 import SeatVecEnv


def numbers(values: dict[str, Any], excluded: dict[str, tuple[str, ...]], name: str) -> dict[str, float]:
    """What of SB3's values is a number and meant for this tool."""
    kept = filter_excluded_keys(values, excluded, name)
    return {key: float(value) for key, value in kept.items() if isinstance(value, int | float)}


class ToWandb(KVWriter):
    """SB3's values in a run of Weights & Biases that stays on this machine."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        os.environ.setdefault("WANDB_ERROR_REPORTING", "false")
        import wandb

        folder.mkdir(parents=True, exist_ok=True)
        self.run = wandb.init(
            project="astrarium", dir=str(folder), mode="offline", config=settings,
            settings=wandb.Settings(silent=True),
        )  # fmt: skip
        self.where = Path(self.run.dir).parent

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        """A row of values."""
        self.run.log(numbers(key_values, key_excluded, "wandb"), step=step)

    def close(self) -> None:
        """End the run."""
        self.run.finish()


class ToMlflow(KVWriter):
    """SB3's values in a run of MLflow, in plain files."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
        os.environ.setdefault("MLFLOW_ALLOW_FILE_STORE", "true")
        import mlflow

        folder.mkdir(parents=True, exist_ok=True)
        self.mlflow, self.where = mlflow, folder.resolve() / "mlruns"
        mlflow.set_tracking_uri(self.where.as_uri())
        mlflow.set_experiment("astrarium")
        mlflow.start_run()
        mlflow.log_params(settings)

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        """A row of values."""
        self.mlflow.log_metrics(numbers(key_values, key_excluded, "mlflow"), step=step)

    def close(self) -> None:
        """End the run."""
        self.mlflow.end_run()


TOOLS = {"wandb": ToWandb, "mlflow": ToMlflow}


def main() -> None:
    """Train a little, with a writer of one's own in SB3's logger."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--to", choices=TOOLS, required=True)
    parser.add_argument("--out", type=Path, default=Path("logs"))
    parser.add_argument("--game", default="starship_captains")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--steps", type=int, default=60_000, help="decisions of the learner")
    parser.add_argument("--rollout", type=int, default=128, help="decisions a table between updates")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    settings = {name: str(value) for name, value in vars(args).items()}
    writer = TOOLS[args.to](args.out, settings)
    venv = SeatVecEnv(
        args.game, args.tables, num_players=args.players, opponents=args.opponents, seed=args.seed
    )
    model = MaskablePPO(
        "MlpPolicy", venv, n_steps=args.rollout, batch_size=512, n_epochs=4, learning_rate=1e-3, gamma=0.999,
        seed=args.seed,
    )  # fmt: skip
    model.set_logger(Logger(str(args.out), [HumanOutputFormat(sys.stdout), writer]))
    model.learn(total_timesteps=args.steps, log_interval=1)
    writer.close()
    print(f"logged to {writer.where}")


if __name__ == "__main__":
    main()
