"""A whole training: preparation, updates, evaluations, checkpoints, and what is left behind in its folder.

    run = Run.begin(game, "runs/first", players=(2,), minutes=10)
    run.go(told)

plan.json                what it is about: a run that was killed before its first checkpoint begins anew
checkpoint.safetensors   after every update: a killed run goes on from there
last.safetensors         the policy as it is, best.safetensors the one that fared best in an evaluation
history.json, curve.png  the evaluations
README.md                the model card
tensorboard/, league/    logs, past selves
"""

from __future__ import annotations

import json
import math
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from astrarium.agents import (
    foresight,
    greedy,
    make_agent,
    match,
    parse_spec,
    ppo,
    random,
    search,
    split_specs,
)
from astrarium.agents.arena import Arena, run_arena
from astrarium.agents.arena import Status as ArenaStatus
from astrarium.agents.folder import write_json
from astrarium.agents.policy import Policy, Scaling, load_policy, save_policy
from astrarium.agents.workers import Workers
from astrarium.core import Content, Game, drivers, vector_env
from astrarium.core.files import held
from astrarium.core.records import header_of

from .card import write_card
from .checkpoint import CheckpointError, load_checkpoint, read_notes, save_checkpoint
from .curve import write_curve
from .imitation import imitate, sharpen
from .learner import Learner
from .scaling import play_sample, scaling_of
from .settings import Settings, settings_for

CHECKPOINT, LAST, BEST, SCALING = (
    "checkpoint.safetensors",
    "last.safetensors",
    "best.safetensors",
    "start.safetensors",
)
PLAN, HISTORY, CURVE, CARD, LOGS = "plan.json", "history.json", "curve.png", "README.md", "tensorboard"
EVALUATIONS = 10  # over the budget
WATCHING = 1 / 3  # at most so much of a budget by the clock goes to the teacher's games
EVALUATION_SEED, RATING_SEED = 10**9, 2 * 10**9  # beyond the training's: their deals are others
COMPILED = (
    drivers.reset, drivers.present, drivers.advance, drivers.random_actions, drivers.replay,
    drivers.legal_one, drivers.score_one, drivers.verify, vector_env.play, vector_env.view,
    vector_env.settle_all, match.begin, match.decide, random.choose, greedy.look_ahead,
    ppo.choose, foresight.foresee_all, search.evaluate_all,
)  # fmt: skip


class RunError(ValueError):
    """A training that cannot begin or go on here; the message says why."""


@dataclass(frozen=True)
class Budget:
    """How long to train: minutes by the clock, or decisions of the learner."""

    minutes: float | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.steps is None):
            raise RunError("give either minutes or steps")
        if not 0 < (self.minutes or self.steps or 0) < math.inf:
            raise RunError("the budget is a number above 0")

    def used(self, seconds: float, samples: int) -> float:
        """The share that is used up, 0 to 1."""
        share = samples / self.steps if self.steps else seconds / (60 * (self.minutes or 1))
        return min(1.0, share)


@dataclass
class Evaluation:
    """A policy's share of wins against a baseline, as the arena counts it."""

    samples: int
    seconds: float
    shares: dict[str, tuple[float, float, float]]  # by baseline: mean, low, high of the 95 % interval
    games: int  # against each

    @property
    def mean(self) -> float:
        """Over all baselines: what the best policy is chosen by."""
        return float(np.mean([share[0] for share in self.shares.values()]))


@dataclass
class Status:
    """How far a training is."""

    stage: str  # sampling, watching, imitating, training, evaluating, rating, done
    used: float = 0.0  # of the budget
    part: float = 0.0  # of the stage
    seconds: float = 0.0
    samples: int = 0
    rate: float = 0.0  # samples a second
    left: float | None = None  # seconds
    losses: dict[str, float] = field(default_factory=dict)
    league: dict[str, tuple[float, int]] = field(default_factory=dict)  # by member: share of wins, games
    shares: dict[str, float] = field(default_factory=dict)  # of the time, by what it went to
    evaluation: Evaluation | None = None


Told = Callable[[Status], None]


@dataclass
class Plan:
    """What a training is about: written into its checkpoint."""

    game: str
    players: list[int]
    options: dict[str, int]
    content: str | None
    digest: str  # of the cards
    version: int
    seed: int
    settings: dict[str, Any]
    command: str = ""


class Run:
    """A training in its folder."""

    def __init__(self, game: Game, folder: Path, plan: Plan, budget: Budget) -> None:
        self.game, self.folder, self.plan, self.budget = game, folder, plan, budget
        self.content: Content = game.content(plan.content)
        self.settings = Settings.of_json(plan.settings)
        self.history: list[Evaluation] = []
        self.seconds = 0.0  # by the clock, of this run and those it goes on from
        self.imitated = 0  # decisions of the teacher
        self.learner: Learner | None = None
        self.workers: Workers | None = None  # who play evaluations and decide for the baselines, if not we
        self._last_rate, self._losses = 0.0, dict[str, float]()

    @classmethod
    def begin(
        cls,
        game: Game,
        folder: str | Path,
        players: Sequence[int] = (),
        minutes: float | None = None,
        steps: int | None = None,
        seed: int = 0,
        options: dict[str, int] | None = None,
        content: str | None = None,
        command: Sequence[str] = (),
        **changes: Any,
    ) -> Run:
        """A new training; `changes` of the game's settings by name."""
        folder = Path(folder)
        if (folder / CHECKPOINT).exists():
            raise RunError(f"{folder} holds a training: go on with it (--resume), or choose another folder")
        counts = list(players) or [game.default_players]
        for count in counts:
            game.blank(count, options)
        header = header_of(game, counts[0], options, content)
        settings = settings_for(game.name, **changes)
        _check(game, folder, counts, settings, content)
        plan = Plan(
            game.name, counts, dict(header.options), content, header.digest, game.version, seed,
            settings.json(), shlex.join(command),
        )  # fmt: skip
        return cls(game, folder, plan, Budget(minutes, steps))

    @classmethod
    def resume(
        cls, game: Game, folder: str | Path, minutes: float | None = None, steps: int | None = None
    ) -> Run:
        """The training of a folder, where it stopped; with a new budget if one is given."""
        folder = Path(folder)
        notes = read_notes(folder, CHECKPOINT) if (folder / CHECKPOINT).exists() else _read_plan(folder)
        plan = _plan_of(notes, folder)
        if (plan.game, plan.version) != (game.name, game.version):
            raise RunError(
                f"{folder} holds a training of {plan.game}_v{plan.version}, and this is {game.env_id}"
            )
        given = minutes is not None or steps is not None
        run = cls(game, folder, plan, Budget(minutes, steps) if given else Budget(**notes["budget"]))
        if run.content.digest != plan.digest:
            raise RunError(f"the cards of {game.title} have changed since {folder} was begun")
        run.history = [Evaluation(**each) for each in notes["history"]]
        run.seconds, run.imitated = notes["clock"], notes["imitated"]
        return run

    @property
    def resumed(self) -> bool:
        """Whether there is a checkpoint to go on from."""
        return (self.folder / CHECKPOINT).exists()

    def go(self, told: Told = lambda status: None) -> bool:
        """Train until the budget is used up; False after Ctrl-C. Either way the folder is in order."""
        with held(self.folder, RunError(f"another process trains in {self.folder}")):
            self.game.compile(COMPILED)
            rated, finished = None, False
            try:
                self._prepare(told)
                self._train(told)
                rated = self._rate(told)
                finished = True
            except KeyboardInterrupt:
                if self.learner is None:
                    raise
            self._leave(rated)
            told(self._status("done"))
        return finished

    # ---- the parts -------------------------------------------------------------------------------

    def _prepare(self, told: Told) -> None:
        """A learner: new, or as the checkpoint has it."""
        if self.resumed:
            learner = self._new_learner(load_policy(self.folder / SCALING).scaling)
            load_checkpoint(self.folder, CHECKPOINT, learner)
            self.learner = learner
            return
        write_json(self.folder / PLAN, self._notes())
        began, plan, settings = time.monotonic(), self.plan, self.settings

        def tell(stage: str, part: float) -> None:
            seconds = time.monotonic() - began
            told(Status(stage, self.budget.used(seconds, 0), part, seconds))

        sample = play_sample(
            self.game, plan.players, settings.sample, plan.seed, self.content, plan.options,
            told=lambda part: tell("sampling", part),
        )  # fmt: skip
        seen, taught = sample.obs, None
        if settings.imitate:
            taught = play_sample(
                self.game, plan.players, settings.imitate, plan.seed + 1, self.content, plan.options,
                settings.teacher, gamma=settings.gamma, threads=torch.get_num_threads(),
                foresight=foresight.Foresight.today(self.game, settings.foresight),
                seconds=WATCHING * 60 * (self.budget.minutes or math.inf),
                told=lambda part: tell("watching", part),
            )  # fmt: skip
            self.imitated = len(taught.action)
            seen = np.concatenate([seen, taught.obs[:, : seen.shape[1]]])
        learner = self._new_learner(scaling_of(seen))
        if taught is not None:
            imitate(
                learner.model.policy, taught, seed=plan.seed,
                told=lambda done, steps, loss: tell("imitating", done / steps),
            )  # fmt: skip
            sharpen(learner.model.policy, settings.sharpen)
        learner.start()
        save_policy(self.folder / SCALING, learner.policy(), half=False)
        self.learner = learner
        self.seconds = time.monotonic() - began
        self._save()

    def _new_learner(self, scaling: Scaling) -> Learner:
        plan = self.plan
        return Learner(
            self.game, self.content, plan.players, plan.options, self.settings, scaling, plan.seed,
            self.workers,
        )  # fmt: skip

    def _train(self, told: Told) -> None:
        from torch.utils.tensorboard import SummaryWriter

        learner = self._learner
        _await_next_second(self.folder / LOGS)
        # What a killed run logged after its last checkpoint is made again.
        logs = SummaryWriter(str(self.folder / LOGS), purge_step=learner.samples + 1)
        with closing(logs) as writer:
            while self._used() < 1:
                if self._used() >= self._evaluated() + 1 / EVALUATIONS:
                    self._evaluate(told, writer)
                told(self._status("training"))
                began, before = time.monotonic(), learner.samples
                self._losses = learner.update(1 - self._used())
                took = time.monotonic() - began
                self.seconds += took
                self._last_rate = (learner.samples - before) / max(took, 1e-9)
                self._log(writer, self._status("training"))
                self._save()
            if not self.history or self.history[-1].samples < learner.samples:
                self._evaluate(told, writer)

    @property
    def _learner(self) -> Learner:
        if self.learner is None:
            raise RunError("the training has not been prepared")
        return self.learner

    def _used(self) -> float:
        return self.budget.used(self.seconds, self._learner.samples)

    def _evaluated(self) -> float:
        """How much of the budget was used up at the last evaluation."""
        last = self.history[-1] if self.history else None
        return self.budget.used(last.seconds, last.samples) if last is not None else 0.0

    def _status(self, stage: str, part: float = 1.0) -> Status:
        learner, used = self._learner, self._used()
        total = sum(learner.seconds.values()) or 1.0
        left = self.seconds * (1 - used) / used if used > 0 else None
        return Status(
            stage,
            used,
            part,
            self.seconds,
            learner.samples,
            self._last_rate,
            left,
            self._losses,
            {m.name: (m.record.share, m.record.games) for m in learner.league.members if not m.retired},
            {name: seconds / total for name, seconds in learner.seconds.items()},
            self.history[-1] if self.history else None,
        )

    def _log(self, writer: Any, status: Status) -> None:
        for name, value in status.losses.items():
            writer.add_scalar(f"train/{name}", value, status.samples)
        for name, (share, games) in status.league.items():
            if games:
                writer.add_scalar(f"league/{name.replace(' ', '_')}", share, status.samples)
        writer.add_scalar("time/samples_per_second", status.rate, status.samples)
        writer.flush()

    def _notes(self) -> dict[str, Any]:
        return {
            "plan": asdict(self.plan),
            "budget": asdict(self.budget),
            "history": [asdict(each) for each in self.history],
            "clock": self.seconds,
            "imitated": self.imitated,
        }

    def _save(self) -> None:
        save_checkpoint(self.folder, CHECKPOINT, self._learner, self._notes())

    def _figures(self) -> dict[str, Any]:
        """What a policy file says about its training."""
        return {
            "command": self.plan.command,
            "samples": self._learner.samples,
            "minutes": round(self.seconds / 60, 2),
            "seed": self.plan.seed,
            "imitated": self.imitated,
            "settings": self.plan.settings,
            "evaluations": [asdict(each) for each in self.history[-1:]],
        }

    def _policy(self) -> Policy:
        """The policy after the last whole update."""
        known = self._learner.league.myself.policy
        if known is None:
            raise RunError("the training has not begun")
        about = {**known.about, "training": self._figures()}
        if known.trust is not None and self.settings.redeals:
            about["foresight"] = {**about["foresight"], "redeals": self.settings.redeals}
        return replace(known, about=about)

    def _evaluate(self, told: Told, writer: Any) -> None:
        """Meet the baselines in arenas; keep the policy if it fared as well as the best before."""
        began, shares, games = time.monotonic(), {}, 0
        save_policy(self.folder / LAST, self._policy())
        for baseline in self.settings.baselines or {"random": 0.0}:
            count = self.settings.evaluation_games
            arena = self._arena(told, "evaluating", LAST, [baseline], count, EVALUATION_SEED)
            share, games = arena.standings.agents[0].win_share, arena.standings.games
            # A single deal gives no interval: the share may be anything.
            low, high = np.nan_to_num(share.low, nan=0.0), np.nan_to_num(share.high, nan=1.0)
            shares[baseline] = (float(share.mean), float(low), float(high))
            writer.add_scalar(f"evaluation/{baseline}", share.mean, self._learner.samples)
        writer.flush()
        evaluation = Evaluation(self._learner.samples, round(self.seconds, 1), shares, games)
        best = max((each.mean for each in self.history), default=-1.0)
        self.history.append(evaluation)
        if evaluation.mean >= best:
            save_policy(self.folder / BEST, self._policy())
        self.seconds += time.monotonic() - began
        write_json(self.folder / HISTORY, [asdict(each) for each in self.history])
        write_curve(self.folder / CURVE, self.game, self.history, self.plan.players[0])
        self._save()

    def _rate(self, told: Told) -> Arena | None:
        """The best policy among the agents that it is to be rated among, if any."""
        if not self.settings.rated:
            return None
        others = split_specs(self.settings.rated)
        return self._arena(told, "rating", BEST, others, self.settings.rated_games, RATING_SEED)

    def _arena(
        self, told: Told, stage: str, name: str, others: Sequence[str], games: int, seed: int
    ) -> Arena:
        """The policy of a file among others, on deals that no training sees.

        It is named without its folder and its file's hash, which the clock is in: the same weights play the
        same games.
        """
        policy = ppo.PolicyAgent(f"ppo:{name}", self.game, self.content, load_policy(self.folder / name))

        def tell(status: ArenaStatus) -> None:
            if status.stage == "games":
                told(self._status(stage, status.done / status.total))

        return run_arena(
            self.game, [policy, *others], games, self.plan.players[0], self.plan.seed + seed,
            self.plan.options, self.plan.content, threads=torch.get_num_threads(), progress=tell,
            workers=self.workers,
        )  # fmt: skip

    def _leave(self, rated: Arena | None) -> None:
        """The last policy and the card; the best policy is the last one until there is an evaluation."""
        for name in (LAST,) if self.history else (LAST, BEST):
            save_policy(self.folder / name, self._policy())
        write_card(
            self.folder / CARD, self.game, self.plan, self.history, self._figures(), self.folder / BEST, rated
        )


def _check(game: Game, folder: Path, players: Sequence[int], settings: Settings, content: str | None) -> None:
    """Refuse at once what would fail after minutes."""
    if settings.tables < len(players):
        raise RunError(f"{len(players)} numbers of players need as many tables, not {settings.tables}")
    policy = str(folder / LAST)
    try:
        named = parse_spec(f"ppo:{policy}")[1] == policy
    except ValueError:
        named = False
    if not named:
        raise RunError(f"ppo:{policy} would name no agent: choose a folder without ',' and '=' in its name")
    rated = split_specs(settings.rated) if settings.rated else []
    for spec in (settings.teacher, *settings.baselines, *rated):
        make_agent(spec, game, content)


def _await_next_second(logs: Path) -> None:
    """TensorBoard reads logs in the order of their names: the second they began in, then the process."""
    while any(logs.glob(f"events.out.tfevents.{int(time.time())}.*")):
        time.sleep(0.05)


def _plan_of(notes: Mapping[str, Any], folder: Path) -> Plan:
    """The plan among the notes of a training, found to be one."""
    try:
        plan = Plan(**notes["plan"])
        Settings.of_json(plan.settings)
        Budget(**notes["budget"])
        texts = all(isinstance(text, str) for text in (plan.game, plan.digest, plan.command))
        numbers = [plan.version, plan.seed, *plan.players, *plan.options.values()]
        if not texts or not all(type(number) is int for number in numbers) or not plan.players:
            raise ValueError("expected texts and whole numbers where they belong")
        if plan.content is not None and not isinstance(plan.content, str):
            raise ValueError("expected the name of a card set")
        return plan
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CheckpointError(f"what {folder} says about its training was changed: {error}") from None


def _read_plan(folder: Path) -> dict[str, Any]:
    """What a training is about that has no checkpoint yet."""
    path = folder / PLAN
    if not path.is_file():
        raise CheckpointError(f"there is no training to go on with in {folder}")
    try:
        notes = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: {error}") from None
    if not isinstance(notes, dict):
        raise CheckpointError(f"{path} is damaged: expected a JSON object")
    return notes


def read_history(folder: str | Path) -> list[Evaluation]:
    """The evaluations of a training."""
    values = json.loads((Path(folder) / HISTORY).read_text(encoding="utf-8"))
    return [Evaluation(**each) for each in values]


__all__ = ["Budget", "CheckpointError", "Evaluation", "Plan", "Run", "RunError", "Status", "read_history"]
