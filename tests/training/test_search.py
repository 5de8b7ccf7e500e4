"""A network learns to correct the evaluation: its lessons, and whole trainings in small."""

import json
import random
import shutil
from contextlib import chdir

import numpy as np
import pytest

from astrarium.agents import make_agent
from astrarium.agents.networks import load_network
from astrarium.agents.sealed import load_sealed, save_sealed
from astrarium.core import Batch
from astrarium.training.pupil import HEADER, Lesson, Pupil
from astrarium.training.search import CARD, CHECKPOINT, CURVE, SearchError, SearchRun, SearchSettings, card
from tests.contract.table import amount
from tests.fuzz.test_files import edited
from tests.toy import GAME
from tests.training.judging import judge_all

TINY = {"games": 48, "batch": 8, "simulations": 20, "arena_games": 4, "test_games": 20}


def begun(folder, **changes):
    return SearchRun.begin(GAME, folder, (2, 3), seed=5, **{**TINY, **changes})


def pupil(threads=1, seed=1, games=8):
    blanks = np.concatenate([GAME.blank(2), GAME.blank(3)])
    made = Pupil(GAME, GAME.content(), blanks, seed, games, threads)
    made.begin()
    return made


def rounds(made, n, rate=1e-3):
    for _ in range(n):
        made.round(Lesson(rate, keep=0.9, stray=0.1))
    return made


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    run = begun(tmp_path_factory.mktemp("run"))
    assert run.go()
    return run


def test_the_same_seed_gives_the_same_network_on_any_threads():
    one, two = (rounds(pupil(threads), 3) for threads in (1, 2))
    assert one.network.tobytes() != pupil().network.tobytes()
    for name in ("rows", "bias", "out"):
        assert (one.network[name] == two.network[name]).all()
    assert one.decisions == two.decisions > 0


def test_a_network_that_was_saved_learns_on_as_if_it_had_not_been(tmp_path):
    whole = rounds(pupil(), 4)
    half = rounds(pupil(), 2)
    half.save(tmp_path / "half.safetensors")
    other = pupil()
    other.load(tmp_path / "half.safetensors")
    rounds(other, 2)
    for name in ("rows", "bias", "out"):
        assert (whole.network[name] == other.network[name]).all()


@pytest.mark.parametrize("plain", [True, False])
def test_plain_players_do_not_ask_the_network(plain):
    calm, wild = pupil(), pupil()
    wild.network["out"] *= 1000
    for each in (calm, wild):
        each.round(Lesson(0.0, keep=0.9, plain=plain))
    same = (calm._next.actions == wild._next.actions).all()
    assert same == plain


def test_lessons_bring_the_network_nearer_to_the_results():
    """What it thinks of positions of games that it has not learnt from foretells their ends better."""
    made = pupil(games=32)
    before = foretold(made.network)
    rounds(made, 30)
    assert foretold(made.network) < before - 0.01


def foretold(network):
    """The mean squared error of the value in the middle of random games against their rewards."""
    batch = Batch(GAME, 400, num_players=2, seed=77, auto_reset=False)
    for move in range(8):
        batch.step(batch.random_actions(move))
    middle, seats = batch.states.copy(), batch.seat.copy()
    move = 8
    live = batch.mask.any(axis=1)  # games that were not over by then
    while batch.mask.any():
        batch.step(np.where(batch.mask.any(axis=1), batch.random_actions(move), -1))
        move += 1
    ranks = batch.ranks
    won = np.where(ranks[:, 0] == ranks[:, 1], 0.0, np.where(ranks[:, 0] == 0, 1.0, -1.0))
    own = np.where(seats == 0, won, -won)
    values = np.zeros(len(middle))
    GAME.bound(judge_all)(GAME.content().tables, middle, seats.astype(np.int64), network.copy(), values)
    return ((values - own)[live] ** 2).mean()


def test_what_a_training_leaves_behind(trained):
    assert trained.pupil.played == TINY["games"]
    assert trained.history
    assert trained.test is not None
    text = (trained.folder / CARD).read_text(encoding="utf-8")
    assert GAME.title in text
    assert "Closing test" in text
    assert (trained.folder / CURVE).exists()
    assert load_network(trained.best, GAME, GAME.content()).about["games"] == TINY["games"]
    assert make_agent(f"ismcts:20,network={trained.best}", GAME)


def ending(run):
    """What does not depend on the clock."""
    return [(each.samples, each.share) for each in run.history], run.test.share, run.best.read_bytes()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    # The games of an arena depend on the agents' names, and so on the folder's.
    with chdir(tmp_path_factory.mktemp("undisturbed")):
        run = begun("run")
        assert run.go()
        return ending(run)


@pytest.mark.parametrize("stage", ["learning", "showing", "testing"])
def test_a_training_that_was_stopped_ends_as_if_it_had_not_been(undisturbed, tmp_path, stage):
    calls = []

    def stop(status):
        calls.append(status.stage)
        if status.stage == stage and calls.count(stage) == 2:
            raise KeyboardInterrupt

    with chdir(tmp_path):
        assert not begun("run").go(stop)
        again = SearchRun.resume(GAME, "run")
        assert again.go()
        assert ending(again) == undisturbed


def test_a_budget_of_minutes_ends_it(tmp_path):
    run = SearchRun.begin(GAME, tmp_path, (2,), minutes=0.02, **{**TINY, "games": 0})
    assert run.go()
    assert run.learnt == 1  # the closing test may decide before its share of the time is over
    assert (tmp_path / CARD).exists()
    longer = SearchRun.resume(GAME, tmp_path, minutes=1000)
    assert longer.used < 1


def test_what_cannot_begin_or_go_on_is_refused(trained, tmp_path):
    with pytest.raises(SearchError, match="holds a training"):
        begun(trained.folder)
    with pytest.raises(SearchError, match="no training of a search"):
        SearchRun.resume(GAME, tmp_path)
    with pytest.raises(SearchError, match="minutes above 0, or games"):
        SearchRun.begin(GAME, tmp_path, (2,))
    with pytest.raises(SearchError, match="batch is a whole number from 1"):
        SearchSettings(batch=0)
    with pytest.raises(SearchError, match="last_rate is above 0"):
        SearchSettings(last_rate=0.0)
    (tmp_path / "plan.json").write_text("{", encoding="utf-8")
    with pytest.raises(SearchError, match="damaged"):
        SearchRun.resume(GAME, tmp_path)
    plan = json.loads((trained.folder / "plan.json").read_text(encoding="utf-8"))
    (tmp_path / CHECKPOINT).write_bytes(b"no checkpoint")
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    with pytest.raises(SearchError, match="damaged"):
        SearchRun.resume(GAME, tmp_path).go()
    plan["plan"]["version"] = 99
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    with pytest.raises(SearchError, match="toy_v99"):
        SearchRun.resume(GAME, tmp_path)


def first_action(header, arrays):
    arrays["actions"][0, 0] = 30_000


CRAFTED = {
    "game [0-9]+ is none that can be played": first_action,
    "is none that": lambda header, arrays: arrays["lengths"].__setitem__(3, 1),
    "lengths": lambda header, arrays: arrays["lengths"].__setitem__(0, 10**6),
    "lengths: expected 1": lambda header, arrays: arrays["lengths"].__setitem__(0, 0),
    "actions: expected": lambda header, arrays: arrays.update(actions=arrays["actions"].astype(np.int64)),
    "missed": lambda header, arrays: arrays["missed"].fill(np.nan),
    "rows": lambda header, arrays: arrays["rows"].fill(np.inf),
    "squares": lambda header, arrays: arrays["squares"].fill(-1),
    "usual": lambda header, arrays: arrays.update(usual=arrays["usual"][:3]),
    "first": lambda header, arrays: header.update(first=2**62),
    "played": lambda header, arrays: header.update(played=-1),
    "decisions": lambda header, arrays: header.update(decisions="all"),
    "bias": lambda header, arrays: arrays.pop("bias"),
}


@pytest.mark.parametrize("what", CRAFTED)
def test_crafted_games_and_networks_of_a_checkpoint_are_refused(trained, tmp_path, what):
    """Compiled code learns from them without a look at what is legal."""
    for name in ("plan.json", "progress.json"):
        shutil.copyfile(trained.folder / name, tmp_path / name)
    header, arrays = load_sealed(trained.folder / CHECKPOINT, HEADER)
    arrays = {name: array.copy() for name, array in arrays.items()}
    CRAFTED[what](header, arrays)
    save_sealed(tmp_path / CHECKPOINT, HEADER, header, arrays)
    with pytest.raises(SearchError, match=f"is damaged: .*{what}"):
        SearchRun.resume(GAME, tmp_path).go()


@pytest.mark.parametrize("name", ["plan.json", "progress.json"])
def test_edited_notes_are_refused_or_taken_for_what_they_say(trained, tmp_path, name):
    rng = random.Random(12)
    for each in ("plan.json", "progress.json"):
        shutil.copyfile(trained.folder / each, tmp_path / each)
    (path, notes), refused = (tmp_path / name, json.loads((tmp_path / name).read_text())), 0
    for text in ("[" * 100_000, "[]", "7", "\x00"):
        path.write_text(text)
        with pytest.raises(SearchError, match="damaged"):
            SearchRun.resume(GAME, tmp_path)
    for _ in range(amount(200)):
        path.write_text(json.dumps(edited(notes, rng)))
        try:
            card(prepared(SearchRun.resume(GAME, tmp_path)))
        except SearchError:
            refused += 1
    assert refused > amount(200) / 3


def prepared(run):
    """With a pupil that has learnt nothing."""
    run.pupil = Pupil(GAME, run.content, GAME.blank(run.plan.players[0]), run.plan.seed, 1)
    return run
