"""A whole training: preparation, updates, evaluations, checkpoints, and what is left behind in its folder.

    run = Run.begin(game, "runs/first", players=(2, 3), minutes=10)
    run.go(told)

plan.json                what it is about
preparation.safetensors  before the first update: what is known of the teacher, to go on from
checkpoint.safetensors   after every update: a killed run goes on from there
last.safetensors         the policy as it is, best.safetensors the best one by the tests against each other
history.json, curve.png  the evaluations
sessions.json            when it was begun and gone on with, and the figures of the best policy
README.md                the model card
tensorboard/, league/    logs, past selves
"""

from __future__ import annotations

import json
import math
import shlex
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from astrarium.agents import (
    foresight,
    greedy,
    make_agent,
    match,
    parse_spec,
    ppo,
    random,
    runs_code,
    search,
    split_specs,
)
from astrarium.agents.folder import write_json
from astrarium.agents.policy import Policy, PolicyError, Scaling, load_policy, save_policy
from astrarium.agents.workers import Threads, Workers
from astrarium.core import Content, Game, drivers, jit, vector_env
from astrarium.core.arguments import finite, of_json, whole
from astrarium.core.files import held
from astrarium.core.records import header_of

from .budget import CLOSING, EVALUATING, LATEST, UPDATE, Budget, Clock, Left, RunError
from .card import BEST, write_card
from .checkpoint import CheckpointError, load_checkpoint, read_notes, save_checkpoint
from .curve import write_curves
from .learner import Learner
from .measure import NOBODY, Choice, Figure, Measure, Pace
from .preparation import Preparation
from .references import references
from .scaling import Options
from .settings import Settings, settings_for

CHECKPOINT, LAST, SCALING = "checkpoint.safetensors", "last.safetensors", "start.safetensors"
PLAN, HISTORY, CURVE, CARD, LOGS = "plan.json", "history.json", "curve.png", "README.md", "tensorboard"
SESSIONS = "sessions.json"
EVALUATIONS = 8  # over the budget, where there is time for their games
FEW = 1 / 3  # of an evaluation's games: with fewer, the next one waits twice as long, to have more
LONGEST = 4  # times as long at most
FIRST_ROLLOUT = 16  # decisions a table, by which the speed is measured
BEATEN = 0.8  # who is beaten so often for certain is not met again on the way
TESTING = 1 / 2  # of an evaluation's time at most: the test against the best policy
HARD = 3  # times as much time for an opponent that is not surely beaten as for one that is
# Beyond the training's: their deals are others, and those of the final figures are in no choice.
EVALUATION_SEED, TEST_SEED, FINAL_SEED = 10**9, 2 * 10**9, 3 * 10**9
COMPILED = (
    drivers.reset, drivers.present, drivers.advance, drivers.random_actions, drivers.replay,
    drivers.legal_one, drivers.score_one, drivers.verify, vector_env.play, vector_env.view,
    vector_env.settle_all, match.begin, match.decide, random.choose, greedy.look_ahead,
    ppo.choose, foresight.foresee_all, search.evaluate_all,
)  # fmt: skip


@dataclass
class Evaluation:
    """How a policy fared on the way: against each opponent, and against the best one before it."""

    samples: int
    seconds: float
    figures: list[Figure]
    choice: Choice | None  # None: the first one

    @property
    def best(self) -> bool:
        """Whether it is the best policy since then."""
        return self.choice is None or self.choice.better

    def json(self) -> dict[str, Any]:
        """For a file."""
        choice = None if self.choice is None else asdict(self.choice)
        figures = [figure.json() for figure in self.figures]
        return {"samples": self.samples, "seconds": self.seconds, "figures": figures, "choice": choice}

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> Evaluation:
        """From a file."""
        return of_json(cls, values)


@dataclass
class Final:
    """The figures of the best policy, on deals that decided nothing."""

    samples: int  # which policy
    figures: list[Figure]


@dataclass
class Session:
    """A stretch of a training, from its start or --resume to its end."""

    command: str
    budget: str
    samples: int  # at its beginning
    seconds: float
    ended: str = "killed"  # or finished, or stopped
    until: float = 0.0  # seconds at its end, unless it was killed
    processor: float = 0.0  # seconds of processor time so far, likewise


@dataclass
class Status:
    """How far a training is."""

    stage: str  # compiling, sampling, watching, imitating, training, evaluating, closing, done
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
    variants: list[dict[str, int]] = field(default_factory=list)  # all sets of options, if they are several

    def tables(self, game: Game) -> list[Table]:
        """Every number of players with every variant that goes with it."""
        every = self.variants or [self.options]
        return [
            Table(count, chosen, told_apart(chosen, every))
            for count in self.players
            for chosen in every
            if goes(game, count, chosen)
        ]


@dataclass(frozen=True)
class Table:
    """What a policy is trained for and measured at."""

    players: int
    options: dict[str, int]
    variant: str  # in words; empty if there is one alone


def goes(game: Game, players: int, options: Mapping[str, int]) -> bool:
    """Whether a game with these options is for so many players."""
    try:
        game.blank(players, options)
    except ValueError:
        return False
    return True


def told_apart(options: Mapping[str, int], every: Sequence[Mapping[str, int]]) -> str:
    """The options in which variants differ, such as "rounds 5"."""
    differ = [name for name in options if len({each[name] for each in every}) > 1]
    return ", ".join(f"{name} {options[name]}" for name in differ)


def every_table(game: Game) -> list[int]:
    """The numbers of players that a game is trained for unless told otherwise: all of at least two."""
    return [count for count in sorted(game.players) if count > 1] or sorted(game.players)


class Run:
    """A training in its folder."""

    def __init__(self, game: Game, folder: Path, plan: Plan, budget: Budget, command: str = "") -> None:
        self.game, self.folder, self.plan, self.budget = game, folder, plan, budget
        self.content: Content = game.content(plan.content)
        self.settings = Settings.of_json(plan.settings)
        self.history: list[Evaluation] = []
        self.sessions: list[Session] = []
        self.final: Final | None = None
        self.command = command  # of this session
        self.clock = Clock()
        self.imitated = 0  # decisions of the teacher
        self.learner: Learner | None = None
        self.workers: Workers | None = None  # who play evaluations and decide for the baselines, if not we
        self._last_rate, self._losses = 0.0, dict[str, float]()
        self._update_seconds = 0.0  # what the last updates took, at most
        self._looked = -1.0  # how much of the budget was used up when an evaluation was last due
        self._evaluating = 0.0  # seconds that evaluations of this session took
        self.used_up = False  # the budget was, before this session
        self._worked, self._began_working = 0.0, time.process_time()  # processor time: before, and since then
        self._paces: dict[tuple[int, str, str], Pace] = {}  # of games at a table against an opponent

    @classmethod
    def begin(
        cls,
        game: Game,
        folder: str | Path,
        players: Sequence[int] = (),
        minutes: float | None = None,
        steps: int | None = None,
        seed: int = 0,
        options: Options = None,
        content: str | None = None,
        command: Sequence[str] = (),
        **changes: Any,
    ) -> Run:
        """A new training, for all numbers of players from two unless told otherwise.

        `options` are those of the game, or several sets of them: all are trained for, in equal parts.
        `changes` are of the game's settings, by name.
        """
        folder = Path(folder)
        if (folder / PLAN).exists():
            raise RunError(f"{folder} holds a training: go on with it (--resume), or choose another folder")
        counts = list(players) or every_table(game)
        given = [options] if options is None or isinstance(options, Mapping) else list(options)
        variants = [game.choose_options(each) for each in given]
        _check_tables(game, counts, variants)
        first = next(each for each in variants if goes(game, counts[0], each))
        header = header_of(game, counts[0], first, content)
        settings = settings_for(game.name, **changes)
        _check(game, folder, counts, settings, content)
        said = shlex.join(command)
        plan = Plan(
            game.name, counts, dict(header.options), content, header.digest, game.version, seed,
            settings.json(), said, variants if len(variants) > 1 else [],
        )  # fmt: skip
        if settings.tables < len(plan.tables(game)):
            raise RunError(f"{len(plan.tables(game))} tables are trained for, with {settings.tables} games")
        return cls(game, folder, plan, Budget(minutes, steps), said)

    @classmethod
    def resume(
        cls,
        game: Game,
        folder: str | Path,
        minutes: float | None = None,
        steps: int | None = None,
        command: Sequence[str] = (),
        known: Collection[str] = (),
    ) -> Run:
        """The training of a folder, where it stopped; with a new budget of the whole if one is given.

        Whoever gave the folder does not say what code runs here: agents that run code have to be `known`.
        """
        folder = Path(folder)
        notes = read_notes(folder, CHECKPOINT) if (folder / CHECKPOINT).exists() else _read_plan(folder)
        plan = _plan_of(notes, folder)
        if (plan.game, plan.version) != (game.name, game.version):
            raise RunError(
                f"{folder} holds a training of {plan.game}_v{plan.version}, and this is {game.env_id}"
            )
        given = minutes is not None or steps is not None
        budget = Budget(minutes, steps) if given else Budget(**notes["budget"])
        run = cls(game, folder, plan, budget, shlex.join(command))
        if run.content.digest != plan.digest:
            raise RunError(f"the cards of {game.title} have changed since {folder} was begun")
        for spec in run.settings.agents:
            if runs_code(spec) and spec not in known:
                raise RunError(
                    f"{folder} names an agent that runs code: {spec}. If you trust it, name it again: "
                    "give --resume the same settings"
                )
        run._read_sessions()
        try:
            run.history = [Evaluation.of_json(each) for each in notes["history"]]
            run.imitated = whole(notes["imitated"], "imitated", 0)
            # The closing games came after the checkpoint.
            clock = finite(notes["clock"], "clock", 0)
            worked = finite(notes.get("processor", 0.0), "processor", 0)
            run._worked = max([worked, *(each.processor for each in run.sessions)])
            run.clock.before = max([clock, *(each.until for each in run.sessions)])
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise CheckpointError(f"what {folder} says about its training was changed: {error}") from None
        return run

    @property
    def resumed(self) -> bool:
        """Whether there is a checkpoint to go on from."""
        return (self.folder / CHECKPOINT).exists()

    @property
    def begun(self) -> bool:
        """Whether its folder holds something to go on from, be it the plan alone."""
        return self.resumed or (self.folder / PLAN).exists()

    @property
    def seconds(self) -> float:
        """By the clock, of this session and those that it goes on from."""
        return self.clock.seconds

    @property
    def processor(self) -> float:
        """Seconds of processor time of this process and its threads, earlier sessions included."""
        return self._worked + time.process_time() - self._began_working

    def go(self, told: Told = lambda status: None, began: float | None = None) -> bool:
        """Train until the budget is used up; False after Ctrl-C. Either way the folder is in order.

        Before there is anything to learn with, Ctrl-C is raised again: what was prepared is kept.

        The clock begins now, or at a time of `time.monotonic` that has passed. What is compiled for the first
        time on a machine is not in it.
        """
        with held(self.folder, RunError(f"another process trains in {self.folder}")):
            told(Status("compiling"))
            compiling = self._compile()
            self.clock.restart(began=None if began is None else began + compiling)
            self._began_working = time.process_time()
            finished, sessions = False, len(self.sessions)
            try:
                self._prepare(told)
                self._train(told)
                self._close(told)
                finished = True
            except KeyboardInterrupt:
                if self.learner is None:
                    if len(self.sessions) > sessions:
                        self._end_session("stopped")
                    raise
            self._leave("finished" if finished else "stopped")
            told(self._status("done"))
        return finished

    def _compile(self) -> float:
        """Compile what has not been compiled on this machine; the seconds that it took."""
        cold = [each for each in COMPILED if jit.COMPILED and not self.game.bound(each).is_stored()]
        if not cold:
            return 0.0
        began = time.monotonic()
        self.game.compile(cold)
        return time.monotonic() - began

    # ---- the parts -------------------------------------------------------------------------------

    def _prepare(self, told: Told) -> None:
        """A learner: new, or as the checkpoint has it."""
        if self.resumed:
            learner = self._new_learner(load_policy(self.folder / SCALING).scaling)
            load_checkpoint(self.folder, CHECKPOINT, learner)
            self.learner = learner
            self._start_session()
            self._mend_best()
            return
        write_json(self.folder / PLAN, self._notes())
        preparation = Preparation(self.folder, self.budget, self.clock)
        if preparation.about["seconds"] > self.seconds:  # it was killed in here
            self.clock.restart(preparation.about["seconds"])
        self._start_session()

        def tell(stage: str, part: float) -> None:
            told(Status(stage, self.budget.used(self.seconds, 0), part, self.seconds))

        plan = self.plan
        learner = preparation.learner(
            self.game, self.content, *self._seats, self.settings, plan.seed,
            self._new_learner, tell,
        )  # fmt: skip
        self.imitated = preparation.imitated
        learner.start()
        save_policy(self.folder / SCALING, learner.policy(), half=False)
        self.learner = learner
        self._save()
        preparation.remove()

    @property
    def tables(self) -> list[Table]:
        """What is trained for."""
        return self.plan.tables(self.game)

    @property
    def _seats(self) -> tuple[list[int], list[dict[str, int]]]:
        """The players and the options of each table."""
        return [each.players for each in self.tables], [each.options for each in self.tables]

    def _new_learner(self, scaling: Scaling) -> Learner:
        plan = self.plan
        return Learner(
            self.game, self.content, *self._seats, self.settings, scaling, plan.seed,
            self.workers,
        )  # fmt: skip

    def _mend_best(self) -> None:
        """The best policy is written after the checkpoint that says so; a kill may have come between."""
        last = self.history[-1] if self.history else None
        if last is not None and last.best and last.samples == self._learner.samples:
            path = self.folder / BEST
            if not path.exists() or _learnt(path) != last.samples:
                save_policy(path, self._policy())

    def _train(self, told: Told) -> None:
        from torch.utils.tensorboard import SummaryWriter

        learner = self._learner
        _await_next_second(self.folder / LOGS)
        # What a killed run logged after its last checkpoint is made again.
        logs = SummaryWriter(str(self.folder / LOGS), purge_step=learner.samples + 1)
        with closing(logs) as writer:
            while not self._enough():
                if self._due():
                    self._evaluate(told, writer, self.clock.within(self._a_share()))
                    continue
                told(self._status("training"))
                learner.size(self._rollout())
                began, before = self.seconds, learner.samples
                losses = learner.update(1 - self._used(), self._wanted)
                if losses is None:
                    break
                took, self._losses = self.seconds - began, losses
                self._update_seconds = max(took, 0.9 * self._update_seconds)
                self._last_rate = (learner.samples - before) / max(took, 1e-9)
                self._log(writer, self._status("training"))
                self._save()
            if not self.history or self.history[-1].samples < learner.samples:
                self._evaluate(told, writer, self.clock.within(CLOSING * self._span / 3), last=True)

    @property
    def _learner(self) -> Learner:
        if self.learner is None:
            raise RunError("the training has not been prepared")
        return self.learner

    @property
    def _span(self) -> float:
        """The seconds of this session's part of the budget."""
        return max(0.0, self.budget.seconds - self.clock.before)

    def _enough(self) -> bool:
        """Whether the budget is used up, or will be before another update is done."""
        if self.budget.steps:
            return self._used() >= 1
        return self.seconds + self._update_seconds > self.budget.seconds - CLOSING * self._span

    def _rollout(self) -> int:
        """Decisions a table of the next rollout: fewer than usual where the machine is slow."""
        usual = self.settings.rollout
        if self.budget.steps:
            return usual
        if not self._last_rate:
            return min(usual, FIRST_ROLLOUT)
        fitting = int(UPDATE * self.budget.seconds * self._last_rate / self.settings.tables)
        least = -(-self.settings.batch // self.settings.tables)
        chosen = min(usual, max(fitting, least, 2))
        single = self.settings.tables * chosen % self.settings.batch == 1  # a step with a single decision
        return chosen + single

    def _wanted(self) -> bool:
        """Whether a rollout may still be learnt from in time."""
        return self.seconds < self.budget.seconds + LATEST - self._update_seconds

    def _a_share(self) -> float:
        """The seconds of the next evaluation: of those for evaluations, an equal part of what is left."""
        to_come = max(1, round((1 - self._used()) / self._pause))
        return max(0.0, EVALUATING * self._span - self._evaluating) / to_come

    def _used(self) -> float:
        return self.budget.used(self.seconds, self._learner.samples)

    def _due(self) -> bool:
        """Whether it is time for an evaluation: at the beginning, and every so much of the budget."""
        last = self.history[-1] if self.history else None
        known = -1.0 if last is None else self.budget.used(last.seconds, last.samples)
        return self._used() >= max(known, self._looked) + self._pause

    @property
    def _pause(self) -> float:
        """The share of the budget between two evaluations: the more, the fewer games there was time for."""
        longer = 1
        for each in self.history:
            games = min((figure.games for figure in each.figures), default=0)
            few = games < FEW * self.settings.evaluation_games
            longer = min(2 * longer, LONGEST) if few else max(1, longer // 2)
        return longer / EVALUATIONS

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
            "history": [each.json() for each in self.history],
            "clock": self.seconds,
            "processor": round(self.processor, 2),
            "imitated": self.imitated,
        }

    def _save(self) -> None:
        save_checkpoint(self.folder, CHECKPOINT, self._learner, self._notes())

    def _start_session(self) -> None:
        samples = 0 if self.learner is None else self.learner.samples
        self.used_up = bool(self.sessions) and self.sessions[-1].ended == "finished" and self._idle(samples)
        if self.used_up:
            return
        self.sessions.append(Session(self.command, self.budget.text(), samples, round(self.seconds, 1)))
        self._write_sessions()

    def _idle(self, samples: int) -> bool:
        """Whether nothing is left to do."""
        return self.budget.used(self.seconds, samples) >= 1 or self._span < 1

    def _end_session(self, ended: str) -> None:
        session = self.sessions[-1]
        session.ended, session.until = ended, round(self.seconds, 1)
        session.processor = round(self.processor, 2)
        self._write_sessions()

    def _write_sessions(self) -> None:
        final = None
        if self.final is not None:
            final = {"samples": self.final.samples, "figures": [each.json() for each in self.final.figures]}
        write_json(
            self.folder / SESSIONS, {"sessions": [asdict(each) for each in self.sessions], "final": final}
        )

    def _read_sessions(self) -> None:
        path = self.folder / SESSIONS
        if not path.is_file():
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            self.sessions = of_json(list[Session], found["sessions"])
            for each in self.sessions:
                whole(each.samples, "samples", 0)
                finite(each.until, "until", 0)
                finite(each.processor, "processor", 0)
            self.final = of_json(Final | None, found["final"])
        except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            raise CheckpointError(f"{path} is damaged: {error}") from None

    def _figures(self) -> dict[str, Any]:
        """What a policy file says about its training."""
        return {
            "command": self.plan.command,
            "samples": self._learner.samples,
            "minutes": round(self.seconds / 60, 2),
            "seed": self.plan.seed,
            "imitated": self.imitated,
            "settings": self.plan.settings,
            "evaluations": [each.json() for each in self.history[-1:]],
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

    # ---- how it fares ----------------------------------------------------------------------------

    @property
    def _measure(self) -> Measure:
        threads = torch.get_num_threads()
        workers = self.workers or (Threads(threads) if threads > 1 else None)
        return Measure(self.game, self.plan.content, self.plan.options, workers)

    def _agent(self, name: str) -> ppo.PolicyAgent:
        """The policy of a file.

        It is named without its folder and its file's hash, which the clock is in: the same weights play the
        same games.
        """
        return ppo.PolicyAgent(f"ppo:{name}", self.game, self.content, load_policy(self.folder / name))

    def opponents(self, players: int, final: bool = False) -> list[str]:
        """Whom a policy meets when it is measured."""
        if players == 1:
            return [NOBODY]
        rated = split_specs(self.settings.rated) if final and self.settings.rated else []
        return list(dict.fromkeys([*(self.settings.baselines or {"random": 0.0}), *rated]))

    def _meet(
        self, told: Told, stage: str, name: str, games: int, seed: int, left: Left, final: bool = False
    ) -> list[Figure]:
        """A policy against every opponent at every table, each in its part of the time."""
        agent, measure, found = self._agent(name), self._measure, list[Figure]()
        pairs = [(table, who) for table in self.tables for who in self.opponents(table.players, final)]
        hard = [pair for pair in pairs if not self._beaten(*pair)]
        pairs = pairs if final or not hard else hard
        parts = [HARD if pair in hard else 1 for pair in pairs]
        for done, (table, opponent) in enumerate(pairs):

            def tell(part: float, done: int = done) -> None:
                told(self._status(stage, (done + part) / len(pairs)))

            part = left() * parts[done] / sum(parts[done:])
            own = self.clock.within(part) if math.isfinite(part) else left
            pace = self._paces.setdefault((table.players, table.variant, opponent), Pace())
            figure = replace(measure, options=table.options).figure(
                agent, opponent, table.players, games, self.plan.seed + seed, own, tell, table.variant, pace
            )
            if figure is not None:
                found.append(figure)
        return found

    def _beaten(self, table: Table, opponent: str) -> bool:
        known = [f for each in self.history for f in each.figures if f.opponent == opponent]
        here = [f for f in known if (f.players, f.variant) == (table.players, table.variant)]
        return any(figure.share[1] >= BEATEN for figure in here)

    def _evaluate(self, told: Told, writer: Any, left: Left, last: bool = False) -> None:
        """Meet the opponents, then the best policy so far; the better one is the best from now on.

        Without time for a single deal nothing comes of it, unless it is the last one.
        """
        self._looked = self._used()
        began, learner = self.seconds, self._learner
        save_policy(self.folder / LAST, self._policy())
        first = not self.history
        whole = left()
        until = self.clock.within(whole * (1 if first else 1 - TESTING)) if math.isfinite(whole) else left
        games = self.settings.evaluation_games
        figures = self._meet(told, "evaluating", LAST, games, EVALUATION_SEED, until)
        self._evaluating += self.seconds - began
        if not figures and not last:
            return
        began, choice = self.seconds, None if first else self._choose(told, left)
        for figure in figures:
            name = f"evaluation/{figure.opponent}_{figure.players}p"
            name += f"_{figure.variant.replace(' ', '_').replace(',', '')}" if figure.variant else ""
            writer.add_scalar(name, figure.share[0], learner.samples)
        writer.flush()
        self.history.append(Evaluation(learner.samples, round(self.seconds, 1), figures, choice))
        self._evaluating += self.seconds - began
        write_json(self.folder / HISTORY, [each.json() for each in self.history])
        self._save()
        self._mend_best()

    def _choose(self, told: Told, left: Left) -> Choice:
        """Test the policy as it is now against the best one.

        Without time for a test the later one is the best, unless the other one became it by a test.
        """
        choice = self._measure.choose(
            self._agent(LAST), self._agent(BEST), self._seats[0], self.settings.test_games,
            self.plan.seed + TEST_SEED + len(self.history), left,
            lambda part: told(self._status("evaluating", part)), self._seats[1],
        )  # fmt: skip
        known = next(each.choice for each in reversed(self.history) if each.best)
        tested = known is not None and known.games > 0
        return choice if choice.games else replace(choice, better=not tested)

    def _close(self, told: Told) -> None:
        """The figures of the best policy, on fresh deals."""
        samples = _learnt(self.folder / BEST)
        if self.final is not None and self.final.samples == samples and self._idle(self._learner.samples):
            return
        left: Left = self.clock.until(self.budget.seconds)
        if math.isfinite(left()):
            left = self.clock.within(max(left(), min(5.0, CLOSING * self.budget.seconds)))
        seed, games = FINAL_SEED + self._learner.samples, self.settings.final_games
        found = self._meet(told, "closing", BEST, games, seed, left, final=True)
        before = self.final.figures if self.final is not None and self.final.samples == samples else []
        self.final = Final(samples, _longest([*before, *found]))

    def _leave(self, ended: str) -> None:
        """The last policy and the card; the best policy is the last one until there is an evaluation."""
        session = self.sessions[-1]
        grown = not self.used_up and self._learner.samples > session.samples
        learnt = grown or not _is_whole(self.folder / LAST)
        for name in (LAST,) if self.history else (LAST, BEST):
            if learnt:
                save_policy(self.folder / name, self._policy())
        if self.used_up:
            self.clock.restart()  # to look at it took no time of the training
            self._began_working = time.process_time()
        self._end_session(ended)
        write_card(self.folder / CARD, self)
        if self.history:
            lines = references(self.game, self.plan)
            shown = [(each.players, each.variant) for each in self.tables]
            write_curves(self.folder / CURVE, self.game, self.history, shown, lines, self.final)


def _longest(figures: Sequence[Figure]) -> list[Figure]:
    """Of figures of the same, the one of most games."""
    found: dict[tuple[int, str, str], Figure] = {}
    for each in figures:
        what = each.players, each.variant, each.opponent
        if what not in found or each.games > found[what].games:
            found[what] = each
    return list(found.values())


def _check_tables(game: Game, players: Sequence[int], variants: Sequence[dict[str, int]]) -> None:
    """Refuse numbers of players without a variant, and variants without a number of players."""
    for count in players:
        if not any(goes(game, count, each) for each in variants):
            game.blank(count, variants[0])  # says why
    for each in variants:
        if not any(goes(game, count, each) for count in players):
            game.blank(players[0], each)


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
    for spec in settings.agents:
        make_agent(spec, game, content)


def _await_next_second(logs: Path) -> None:
    """TensorBoard reads logs in the order of their names: the second they began in, then the process."""
    while any(logs.glob(f"events.out.tfevents.{int(time.time())}.*")):
        time.sleep(0.05)


def _plan_of(notes: Mapping[str, Any], folder: Path) -> Plan:
    """The plan among the notes of a training, found to be one."""
    try:
        plan = of_json(Plan, notes["plan"])
        Settings.of_json(plan.settings)
        Budget(**notes["budget"])
        if not plan.players:
            raise ValueError("expected players")
        return plan
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise CheckpointError(f"what {folder} says about its training was changed: {error}") from None


def _read_plan(folder: Path) -> dict[str, Any]:
    """What a training is about that has no checkpoint yet."""
    path = folder / PLAN
    if not path.is_file():
        raise CheckpointError(f"there is no training to go on with in {folder}: without --resume one begins")
    try:
        notes = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: {error}") from None
    if not isinstance(notes, dict):
        raise CheckpointError(f"{path} is damaged: expected a JSON object")
    return notes


def _learnt(path: Path) -> int:
    """The decisions that a policy of a training has learnt from."""
    return load_policy(path).about["training"]["samples"]


def _is_whole(path: Path) -> bool:
    """Whether there is a policy in a file, undamaged."""
    try:
        load_policy(path)
    except PolicyError:
        return False
    return True


def read_history(folder: str | Path) -> list[Evaluation]:
    """The evaluations of a training."""
    values = json.loads((Path(folder) / HISTORY).read_text(encoding="utf-8"))
    return [Evaluation.of_json(each) for each in values]


__all__ = [
    "Budget", "CheckpointError", "Choice", "Evaluation", "Figure", "Final", "Plan", "Run", "RunError",
    "Session", "Status", "Table", "every_table", "read_history",
]  # fmt: skip
