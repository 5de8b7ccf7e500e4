"""Whole trainings in small: what they leave behind, and play with the result."""

import json
import shutil
from dataclasses import asdict, replace
from functools import partial

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

from astrarium.agents import make_agent
from astrarium.agents.arena import run_arena
from astrarium.agents.policy import load_policy
from astrarium.agents.sealed import load_sealed, save_sealed
from astrarium.core.vector_env import SeatBatch
from astrarium.training import measure as measure_module
from astrarium.training.checkpoint import HEADER, CheckpointError
from astrarium.training.preparation import FILE
from astrarium.training.preparation import HEADER as PREPARED
from astrarium.training.run import BEST, CARD, CHECKPOINT, CURVE, LAST, Run, RunError, read_history
from tests.toy import GAME
from tests.training.settings import TINY, same_policies


def train(folder, steps=640, players=(2,), **changes):
    run = Run.begin(GAME, folder, players, steps=steps, seed=5, **{**TINY, **changes})
    assert run.go()
    return run


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    train(folder)
    return folder


def test_what_a_training_leaves_behind(trained):
    for name in (CHECKPOINT, LAST, BEST, CARD, CURVE, "history.json"):
        assert (trained / name).stat().st_size > 0
    assert list((trained / "tensorboard").iterdir())
    history = read_history(trained)
    assert len(history) > 3
    assert history[-1].samples >= 640
    assert [(each.players, each.opponent) for each in history[-1].figures] == [(2, "random"), (2, "greedy")]
    about = load_policy(trained / BEST).about
    assert about["game"] == GAME.name
    assert about["training"]["settings"]["tables"] == TINY["tables"]
    text = (trained / CARD).read_text(encoding="utf-8")
    assert "Share of wins" in text
    assert GAME.title in text


def test_the_card_tells_the_time_that_processors_worked_in_all_sessions(tmp_path):
    worked = []
    for steps in (64, 128):
        make = Run.resume if worked else partial(Run.begin, players=(2,), seed=5, **TINY)
        run = make(GAME, tmp_path, steps=steps)
        assert run.go()
        worked.append(run.processor)
        text = (tmp_path / CARD).read_text(encoding="utf-8")
        assert f"({run.processor / 60:.1f} of processor time)" in text
    assert 0 < worked[0] < worked[1]


def test_the_policy_plays_everywhere_by_its_file(trained):
    arena = run_arena(GAME, [f"ppo:{trained / BEST}", "random"], 8, 2)
    assert arena.standings.games == 8
    assert make_agent(f"ppo:{trained / LAST},temperature=0", GAME).spec.startswith("ppo:")


def test_a_finished_policy_may_look_ahead_in_more_redeals_than_in_training(tmp_path):
    run = train(tmp_path, steps=128, redeals=3)
    assert run.learner.tables.foresight.redeals == 1
    for name in (BEST, LAST):
        assert load_policy(tmp_path / name).foresight.redeals == 3
    assert "3 redeals a decision" in (tmp_path / CARD).read_text(encoding="utf-8")


def test_the_same_seed_trains_the_same_policy(trained, tmp_path):
    train(tmp_path)
    assert same_policies(trained / LAST, tmp_path / LAST)


def test_a_mixture_of_options_is_trained_for_and_measured_at_each(tmp_path):
    options = [{"hand_size": 2}, {"hand_size": 3}]
    run = Run.begin(GAME, tmp_path, (2, 3), steps=256, seed=5, options=options, **TINY)
    assert run.go()
    batches = run.learner.tables.batches
    dealt = [(batch.num_players, int(batch.states["hand_size"][0])) for batch in batches]
    assert dealt == [(2, 2), (2, 3), (3, 2), (3, 3)]
    assert sum(batch.n for batch in batches) == TINY["tables"]
    measured = {(f.players, f.variant, f.opponent) for f in run.final.figures}
    assert measured == {
        (k, f"hand_size {h}", who) for k in (2, 3) for h in (2, 3) for who in ("random", "greedy")
    }
    text = (tmp_path / CARD).read_text(encoding="utf-8")
    assert (
        "| options | hand_size 2 (2 or 3 players); hand_size 3 (2 or 3 players): trained in equal parts"
        in text
    )
    assert "| 3, hand_size 2 | greedy |" in text
    about = load_policy(tmp_path / BEST).about
    assert [each["hand_size"] for each in about["variants"]] == [2, 3]
    assert about["players"] == [2, 3]
    again = Run.resume(GAME, tmp_path, steps=320)
    assert again.plan.variants == run.plan.variants
    assert again.go()
    assert again.learner.samples >= 320


def test_variants_are_measured_in_games_with_their_options(tmp_path, monkeypatch):
    met, match = [], measure_module.Match

    def noted(game, content, header, *args, **kwargs):
        met.append(header.options["hand_size"])
        return match(game, content, header, *args, **kwargs)

    monkeypatch.setattr(measure_module, "Match", noted)
    options = [{"hand_size": 2}, {"hand_size": 3}]
    assert Run.begin(GAME, tmp_path, (2,), steps=64, seed=5, options=options, **TINY).go()
    assert met.count(2) == met.count(3) > 0


def test_a_variant_that_goes_with_no_number_of_players_is_refused(tmp_path):
    from astrarium.core import get

    with pytest.raises(ValueError, match="option teams of Star Tycoon can be 3 only with 6 players"):
        Run.begin(
            get("star_tycoon"), tmp_path / "run", (2, 4), steps=64, options=[{"teams": 0}, {"teams": 3}]
        )
    begun = Run.begin(
        get("star_tycoon"), tmp_path / "run", (2, 4), steps=64, options=[{"teams": 0}, {"teams": 2}]
    )
    assert [(t.players, t.variant) for t in begun.tables] == [(2, "teams 0"), (4, "teams 0"), (4, "teams 2")]


def test_a_folder_with_a_training_is_not_overwritten(trained):
    with pytest.raises(RunError, match="--resume"):
        Run.begin(GAME, trained, steps=10, **TINY)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"teacher": "nobody"}, "there is no agent 'nobody'"),
        ({"baselines": {"nobody": 0.1}}, "there is no agent 'nobody'"),
        ({"rated": "greedy,nobody"}, "there is no agent 'nobody'"),
        ({"tables": 1}, "2 numbers of players need as many tables"),
        ({"tables": 0}, "tables is a whole number from 1"),
        ({"learning_rate": float("nan")}, "learning_rate is a number from 0 to 1"),
        ({"hidden": ()}, "hidden is like"),
        ({"hidden": (8, 0)}, "hidden is a whole number from 1"),
        ({"baselines": {"random": -0.1}}, "baselines is a number from 0 to 1"),
        ({"baselines": {"random": 0.8}, "past": 0.3}, "together at most 1"),
        ({"tables": 3, "rollout": 3, "batch": 4}, "a single decision"),
        ({"past_size": 0}, "past_size is a whole number from 1"),
    ],
)
def test_settings_that_would_fail_later_are_refused_at_once(tmp_path, changes, reason):
    with pytest.raises(ValueError, match=reason):
        Run.begin(GAME, tmp_path / "run", (2, 3), steps=64, **{**TINY, **changes})
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", ["a,b", "lr=1"])
def test_a_folder_whose_policies_no_spec_could_name_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RunError, match="would name no agent"):
        Run.begin(GAME, name, steps=64, **TINY)


@pytest.mark.parametrize("minutes", [0, -1, float("nan"), float("inf")])
def test_a_budget_is_a_number_above_zero(tmp_path, minutes):
    with pytest.raises(RunError, match=f"numbers above 0, not {minutes:g}"):
        Run.begin(GAME, tmp_path, minutes=minutes, **TINY)


def test_a_large_seed_trains_too(tmp_path):
    assert Run.begin(GAME, tmp_path, (2,), steps=64, seed=2**63 - 1, **TINY).go()


def test_evaluations_are_on_deals_that_the_training_has_not_seen(tmp_path, monkeypatch):
    dealt, met = set(), []
    begin, match = SeatBatch.begin, measure_module.Match

    def deal(batch, which):
        dealt.add(batch.seed)
        begin(batch, which)

    def meet(game, content, header, seed, *args, **keywords):
        met.append(seed)
        return match(game, content, header, seed, *args, **keywords)

    monkeypatch.setattr(SeatBatch, "begin", deal)
    monkeypatch.setattr(measure_module, "Match", meet)
    train(tmp_path, 128, players=(2, 3))
    assert len(dealt) == 2
    assert not dealt & set(met)
    figures, tests, final = ({seed for seed in met if seed // 10**9 == k} for k in (1, 2, 3))
    assert len(figures) == 1, "evaluations are on the same deals"
    assert len(tests) == 2, "each test of a later policy is on deals of its own"
    assert len(final) == 1


def test_the_file_in_half_precision_plays_as_the_network_that_learnt(tmp_path):
    import torch

    run = train(tmp_path, 256)
    tables, saved = run.learner.tables, load_policy(tmp_path / LAST)
    seen, masks = tables.observations(), tables.action_masks()
    with torch.no_grad():
        net = run.learner.model.policy.get_distribution(torch.from_numpy(seen), masks)
    size = GAME.observation.size
    logits = np.where(masks, saved.logits(seen[:, :size], seen[:, size:]), -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    assert np.abs(odds - net.distribution.probs.numpy()).max() < 2e-3


def test_there_must_be_something_to_go_on_with(tmp_path):
    with pytest.raises(CheckpointError, match="no training to go on with"):
        Run.resume(GAME, tmp_path)


@pytest.mark.parametrize(
    "changed",
    [
        {"plan": None},
        {"plan": 7},
        {"plan": {"game": "toy"}},
        {"budget": {"hours": 1}},
        {"budget": None},
        {"plan.players": "all"},
        {"plan.players": []},
        {"plan.settings": {"magic": 1}},
        {"plan.settings": 3},
        {"plan.options": ["peeking"]},
        {"plan.seed": "0"},
        {"plan.content": 5},
        {"plan.more": 1},
    ],
    ids=str,
)
def test_an_edited_plan_is_refused(trained, tmp_path, changed):
    notes = {"plan": asdict(Run.resume(GAME, trained).plan), "budget": {"minutes": None, "steps": 256}}
    notes |= {"history": [], "clock": 0.0, "imitated": False}
    for name, value in changed.items():
        first, _, last = name.partition(".")
        notes[first] = {**notes[first], last: value} if last else value
    (tmp_path / "plan.json").write_text(json.dumps(notes))
    with pytest.raises(CheckpointError, match="was changed"):
        Run.resume(GAME, tmp_path)


@pytest.mark.parametrize(
    "named",
    [{"teacher": "py:bot.py:Bot"}, {"baselines": {"exec:true": 0.1}}, {"rated": "greedy,py:bot.py:Bot"}],
    ids=str,
)
def test_a_folder_does_not_say_what_code_runs(tmp_path, named):
    """Whoever goes on with a training that somebody else has sent has to name such agents again."""
    notes = Run.begin(GAME, tmp_path, (2,), steps=64, **TINY)._notes()
    notes["plan"]["settings"].update(named)
    (tmp_path / "plan.json").write_text(json.dumps(notes))
    with pytest.raises(RunError, match="names an agent that runs code"):
        Run.resume(GAME, tmp_path)
    assert Run.resume(GAME, tmp_path, known=["py:bot.py:Bot", "exec:true"]).plan.settings["tables"] == 8


@pytest.mark.parametrize("key", ["history", "clock", "processor", "imitated"])
@pytest.mark.parametrize("value", [None, "x", float("nan"), [7]], ids=str)
def test_edited_notes_are_refused(tmp_path, key, value):
    notes = {**Run.begin(GAME, tmp_path, (2,), steps=64, **TINY)._notes(), key: value}
    (tmp_path / "plan.json").write_text(json.dumps(notes))
    with pytest.raises(CheckpointError, match="was changed"):
        Run.resume(GAME, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"command": "", "budget": "", "samples": 0, "seconds": 0, "until": NaN}',
        '{"command": "", "budget": "", "samples": 0, "seconds": 0, "processor": -1}',
        '{"command": "", "budget": "", "samples": "0", "seconds": 0}',
        '{"command": 5, "budget": "", "samples": 0, "seconds": 0}',
    ],
    ids=["brackets", "clock", "processor", "samples", "command"],
)
def test_crafted_sessions_are_refused(tmp_path, text):
    notes = Run.begin(GAME, tmp_path, (2,), steps=64, **TINY)._notes()
    (tmp_path / "plan.json").write_text(json.dumps(notes))
    sessions = text if text[0] == "[" else f'{{"sessions": [{text}], "final": null}}'
    (tmp_path / "sessions.json").write_text(sessions)
    with pytest.raises(CheckpointError, match=r"sessions.json is damaged"):
        Run.resume(GAME, tmp_path)


def _first(arrays, begins, ends=""):
    return next(name for name in arrays if name.startswith(begins) and name.endswith(ends))


CRAFTED = {
    "samples": lambda header, arrays: header.update(samples="640"),
    "updates": lambda header, arrays: header.update(updates=-1),
    "seconds": lambda header, arrays: header.update(seconds={"opponents": "long"}),
    "numpy": lambda header, arrays: header["numpy"].__setitem__(1, 10**6),
    "rng.torch": lambda header, arrays: arrays.pop("rng.torch"),
    "past": lambda header, arrays: header["league"]["members"][-1].__setitem__(0, "past 5/../6"),
    "net.": lambda header, arrays: arrays[_first(arrays, "net.", "weight")].fill(np.nan),
    "columns": lambda header, arrays: arrays[_first(arrays, "net.", "columns")].fill(10**9),
    "exp_avg": lambda header, arrays: arrays.update(
        {_first(arrays, "optimizer.", "exp_avg"): np.zeros(1, np.float32)}
    ),
    "step": lambda header, arrays: arrays.update(
        {_first(arrays, "optimizer.", "step"): np.zeros(3, np.float32)}
    ),
}


@pytest.mark.parametrize("what", CRAFTED)
def test_a_crafted_checkpoint_is_refused_and_costs_no_past_self(trained, tmp_path, what):
    folder = tmp_path / "run"
    shutil.copytree(trained, folder)
    header, arrays = load_sealed(folder / CHECKPOINT, HEADER)
    arrays = {name: array.copy() for name, array in arrays.items()}
    CRAFTED[what](header, arrays)
    save_sealed(folder / CHECKPOINT, HEADER, header, arrays)
    (folder / "league" / "past-77.safetensors").write_bytes(b"of somebody")
    before = sorted(path.name for path in (folder / "league").iterdir())
    with pytest.raises(CheckpointError, match=f"of another training: .*{what}"):
        Run.resume(GAME, folder, steps=704).go()
    assert sorted(path.name for path in (folder / "league").iterdir()) == before


def test_the_checkpoint_that_was_written_is_taken(trained, tmp_path):
    """So the tests above are refused for what was crafted, and for nothing else."""
    shutil.copytree(trained, tmp_path / "run")
    assert Run.resume(GAME, tmp_path / "run", steps=704).go()


CHOICES = {
    "not legal": np.full((3, 32), GAME.num_actions - 1, np.int16),
    "no actions": np.full((3, 32), 999, np.int16),
    "one table": np.zeros((3, 1), np.int16),
    "numbers of another kind": np.zeros((3, 32), np.float32),
}


@pytest.mark.parametrize("what", CHOICES)
def test_crafted_choices_of_a_teacher_are_refused(tmp_path, what):
    run = Run.begin(GAME, tmp_path, (2,), steps=64, **{**TINY, "imitate": 400})
    (tmp_path / "plan.json").write_text(json.dumps(run._notes()))
    about = {"began": 0.0, "seconds": 0.0, "epochs": 0}
    save_sealed(tmp_path / FILE, PREPARED, about, {"choices.2": CHOICES[what]})
    with pytest.raises(CheckpointError, match="of another training"):
        Run.resume(GAME, tmp_path).go()


def test_several_numbers_of_players_and_imitation(tmp_path):
    run = train(tmp_path, 256, players=(2, 3), imitate=600, shaping=0.3, rated="greedy:samples=2")
    text = (tmp_path / CARD).read_text(encoding="utf-8")
    assert "| 3 | greedy:samples=2 |" in text
    assert "with 2 or 3 players" in text
    assert load_policy(tmp_path / BEST).about["players"] == [2, 3]
    assert run.learner.tables.batches[1].num_players == 3


def test_an_evaluation_on_a_single_deal_has_the_widest_interval(tmp_path):
    train(tmp_path, 64, players=(3,), evaluation_games=1)
    only = read_history(tmp_path)[-1].figures[0]
    assert only.games == 3, "every seat of one deal"
    assert only.share[1:] == (0.0, 1.0)


def test_a_seat_alone_trains_too(tmp_path):
    train(tmp_path, 128, players=(1,))
    (only,) = read_history(tmp_path)[-1].figures
    assert only.opponent == "nobody"
    assert read_history(tmp_path)[-1].choice.games == 8


def test_imitation_learns_the_teacher_s_choices():
    from astrarium.training.imitation import imitate
    from astrarium.training.learner import Learner
    from astrarium.training.scaling import play_sample, scaling_of
    from astrarium.training.settings import Settings

    games = play_sample(GAME, [2], 4000, 0, GAME.content(), teacher="greedy")
    made = Learner(
        GAME, GAME.content(), [2], {}, Settings(**{**TINY, "hidden": (64, 32)}), scaling_of(games.obs), 0
    )
    choices = np.flatnonzero(games.mask.sum(axis=1) > 1)

    def right():
        logits = made.policy().logits(games.obs[choices])
        return (np.where(games.mask[choices] == 1, logits, -np.inf).argmax(1) == games.action[choices]).mean()

    before = right()
    imitate(made.model.policy, games, epochs=10, batch=128)
    assert right() > before + 0.08


def test_sharpening_is_a_lower_temperature():
    from astrarium.training.imitation import sharpen
    from astrarium.training.learner import Learner
    from astrarium.training.scaling import play_sample, scaling_of
    from astrarium.training.settings import Settings

    sample = play_sample(GAME, [2], 400, 0, GAME.content())
    made = Learner(GAME, GAME.content(), [2], {}, Settings(**TINY), scaling_of(sample.obs), 0)
    before = made.policy().logits(sample.obs)
    sharpen(made.model.policy, 2.0)
    assert np.allclose(made.policy().logits(sample.obs), 2 * before, atol=1e-6)


@pytest.mark.parametrize("redeals", [0, 2])
def test_torch_and_the_agent_play_the_same_policy(redeals):
    """The network that learns and the one that plays from its file give the same numbers."""
    import torch

    from astrarium.training.learner import Learner
    from astrarium.training.scaling import play_sample, scaling_of
    from astrarium.training.settings import Settings

    settings = Settings(**{**TINY, "foresight": redeals})
    sample = play_sample(GAME, [2], 400, 0, GAME.content())
    made = Learner(GAME, GAME.content(), [2], {}, settings, scaling_of(sample.obs), 0)
    made.start()
    seen = made.tables.observations()
    size = GAME.observation.size
    assert seen.shape[1] == size + (GAME.num_actions if redeals else 0)
    with torch.no_grad():
        learnt = made.model.policy.get_distribution(torch.from_numpy(seen)).distribution.logits.numpy()
    played = made.policy().logits(seen[:, :size], seen[:, size:] if redeals else None)
    spread = learnt - played
    assert np.allclose(spread, spread.mean(axis=1, keepdims=True), atol=1e-4)


def test_training_learns(monkeypatch):
    """Rewarded for the last of the legal actions, it learns to take it: masks and credit are in step."""
    from astrarium.training.learner import Learner
    from astrarium.training.scaling import play_sample, scaling_of
    from astrarium.training.settings import Settings

    settings = Settings(
        **{
            **TINY,
            "tables": 32,
            "rollout": 16,
            "batch": 128,
            "learning_rate": 3e-3,
            "past": 0,
            "foresight": 0,
        }
    )
    sample = play_sample(GAME, [2], 2000, 0, GAME.content())
    learner = Learner(GAME, GAME.content(), [2], {}, settings, scaling_of(sample.obs), 0)
    tables, right = learner.tables, []
    step = tables.step_wait

    def rewarded():
        masks = tables.action_masks()
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        hit = (tables._actions == last) & (masks.sum(axis=1) > 1)
        right.append(hit.sum() / max(1, (masks.sum(axis=1) > 1).sum()))
        obs, _, dones, infos = step()
        return obs, hit.astype(np.float32), dones, infos

    monkeypatch.setattr(tables, "step_wait", rewarded)
    learner.start()
    for _ in range(25):
        learner.update(1.0)
    assert np.mean(right[:16]) < 0.5
    assert np.mean(right[-16:]) > 0.75


def test_a_policy_with_foresight_is_not_exported(trained, tmp_path):
    from astrarium.training.export import write_sb3_zip

    with pytest.raises(RunError, match="foresight=0"):
        write_sb3_zip(Run.resume(GAME, trained), tmp_path / "sb3.zip")
    assert not (tmp_path / "sb3.zip").exists()


def test_stable_baselines_reads_the_export(tmp_path):
    from sb3_contrib import MaskablePPO

    from astrarium.core.sb3 import SeatVecEnv
    from astrarium.training.export import write_sb3_zip

    run = train(tmp_path / "run", foresight=0)
    model = MaskablePPO.load(write_sb3_zip(run, tmp_path / "sb3.zip"))
    env = SeatVecEnv(GAME, 6, num_players=2, scaled=False, seed=3)
    obs, policy, chosen = env.reset(), load_policy(tmp_path / "run" / BEST), set()
    for _ in range(30):
        masks = env.action_masks()
        actions, _ = model.predict(obs, action_masks=masks, deterministic=True)
        assert (actions == np.where(masks, policy.logits(obs), -np.inf).argmax(axis=1)).all()
        chosen.update(actions.tolist())
        obs, *_ = env.step(actions)
    assert len(chosen) > 3


def test_another_game_s_training_is_refused(trained):
    with pytest.raises(RunError, match="and this is"):
        Run.resume(replace(GAME, version=GAME.version + 1), trained)


def test_notes_are_plain_json(trained):
    from astrarium.training.checkpoint import read_notes

    assert json.loads(json.dumps(read_notes(trained, CHECKPOINT)))["plan"]["game"] == GAME.name


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    run = Run.begin(GAME, tmp_path / "file" / "runs", (2,), steps=64, **TINY)
    with pytest.raises(OSError, match="cannot work in this folder"):
        run.go()
