"""The league: who is met how often, and that nobody changes during a game."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

from astrarium.training.league import League, Record
from astrarium.training.learner import Learner
from astrarium.training.scaling import play_sample, scaling_of
from astrarium.training.settings import Settings
from tests.toy import GAME
from tests.training.settings import TINY


def learner(players=(2,), **changes):
    settings = Settings(**{**TINY, **changes})
    sample = play_sample(GAME, players, 400, 0, GAME.content())
    made = Learner(GAME, GAME.content(), players, {}, settings, scaling_of(sample.obs), seed=1)
    made.start()
    return made


def step(tables, rng):
    masks = tables.action_masks()
    return tables.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))


def test_records_follow_recent_results():
    record = Record()
    for _ in range(50):
        record.note(1.0)
    strong = record.share
    for _ in range(300):
        record.note(0.0)
    assert strong > 0.9
    assert record.share < 0.2
    assert record.games == 350


def test_hard_selves_are_met_more_often():
    made = learner(past=0.6)
    for _ in range(2):
        made.league.freeze()
    easy, hard = made.league.past
    easy.record, hard.record = Record(50, 0.9), Record(50, 0.2)
    fixed = len(made.league.baselines)
    counts = np.bincount(made.league.draw((20_000,)), minlength=fixed + 3) / 20_000
    assert counts[0] == pytest.approx(0.2, abs=0.02)
    assert counts[fixed + 1 :].sum() == pytest.approx(0.6, abs=0.02)
    assert counts[fixed + 2] > 5 * counts[fixed + 1]


def test_shares_are_checked():
    with pytest.raises(ValueError, match="together at most 1"):
        League(GAME, GAME.content(), {"random": 0.8}, past=0.3)


@pytest.mark.parametrize("players", [(2,), (3,), (2, 3, 4)])
def test_opponents_change_only_between_games(players):
    made = learner(players, tables=9)
    tables, rng = made.tables, np.random.default_rng(0)
    known, met, changes = {}, set(), 0
    for k in range(150):
        step(tables, rng)
        if k % 5 == 0:
            made.league.freeze()
            made.league.leave(tables.seatings)
        members = made.league.members
        for b, (batch, seating) in enumerate(zip(tables.batches, tables.seatings, strict=True)):
            for i in range(batch.n):
                if seating.members_of(i, int(batch.episode[i])) is None:
                    continue
                who = [members[m].name for m in seating.who[i]]
                assert known.setdefault((b, i, int(batch.episode[i])), who) == who
                met.update(who)
                changes += 1
    assert changes > 100
    assert {"random", "greedy", "self"} <= met
    assert any(name.startswith("past") for name in met)
    assert len(made.league.past) < 20, "retired selves leave"


def test_the_learner_s_seat_varies():
    tables, rng = learner(tables=4).tables, np.random.default_rng(0)
    seats = set()
    for _ in range(60):
        seats.update(tables.batches[0].learner.tolist())
        step(tables, rng)
    assert seats == {0, 1}


def test_rewards_come_with_the_learner_s_last_decision():
    tables, rng = learner(tables=6).tables, np.random.default_rng(0)
    ended = 0
    for _ in range(200):
        _, rewards, dones, infos = step(tables, rng)
        assert (rewards[~dones] == 0).all()
        assert all("terminal_observation" in infos[i] for i in np.flatnonzero(dones))
        assert set(np.unique(rewards[dones])) <= {-1.0, 0.0, 1.0}
        ended += int(dones.sum())
    assert ended > 10


def test_shaping_adds_up_to_the_same_difference():
    """Over a game, undiscounted, the shaped rewards are the plain ones less the potential at its start."""
    plain, shaped = (
        learner(tables=6, shaping=weight, gamma=1.0, baselines={"random": 1.0}, past=0.0).tables
        for weight in (0.0, 0.5)
    )
    sums, start = np.zeros(6), shaped.potential.copy()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(120):
        masks = plain.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        _, rewards, dones, _ = plain.step(actions)
        _, dense, _, _ = shaped.step(actions)
        sums += dense
        for i in np.flatnonzero(dones):
            assert sums[i] == pytest.approx(rewards[i] - 0.5 * start[i], abs=1e-4)
            sums[i], start[i] = 0.0, shaped.potential[i]
            ended += 1
    assert ended > 5


def test_results_against_members_are_noted():
    made = learner()
    rng = np.random.default_rng(0)
    for _ in range(150):
        step(made.tables, rng)
    games = {member.name: member.record.games for member in made.league.members}
    assert games["random"] > 0
    assert games["self"] > 0
