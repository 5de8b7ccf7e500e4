"""The league: who is met how often, and that nobody changes during a game."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

import torch

from astrarium.core import drivers
from astrarium.training.league import Record
from astrarium.training.learner import Learner
from astrarium.training.scaling import play_sample, scaling_of
from astrarium.training.settings import Settings
from tests.toy import GAME
from tests.training.settings import TINY


def learner(players=(2,), game=GAME, **changes):
    settings = Settings(**{**TINY, **changes})
    sample = play_sample(game, players, 400, 0, game.content())
    made = Learner(game, game.content(), players, {}, settings, scaling_of(sample.obs), seed=1)
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


def weights_of(policy):
    return [array.copy() for layer in (*policy.policy, *policy.value) for array in layer]


def test_past_selves_stay_as_they_were_and_the_learner_goes_on():
    made = learner(freeze_every=64, past=0.4)
    made.update(1.0)
    (self_then,) = made.league.past
    before = weights_of(self_then.policy)
    made.update(1.0)
    assert all((a == b).all() for a, b in zip(before, weights_of(self_then.policy), strict=True))
    now = weights_of(made.league.myself.policy)
    assert not all((a == b).all() for a, b in zip(before, now, strict=True))
    learnt = weights_of(made.policy())
    assert all((a == b).all() for a, b in zip(now, learnt, strict=True))


def test_too_many_selves_retire_the_easiest():
    made = learner(past_size=2)
    for _ in range(2):
        made.league.freeze()
    made.league.past[0].record, made.league.past[1].record = Record(50, 0.3), Record(50, 0.9)
    made.league.freeze()
    assert [(member.name, member.retired) for member in made.league.past] == [
        ("past 1", False), ("past 2", True), ("past 3", False),
    ]  # fmt: skip
    fixed = len(made.league.baselines)
    assert made.league.chances()[fixed + 2] == 0


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


@pytest.mark.parametrize("players", [(2,), (3,)])
def test_rewards_are_those_of_the_learner_s_seat_with_its_last_decision(players, monkeypatch):
    tables, rng = learner(players, tables=6).tables, np.random.default_rng(0)
    (batch,) = tables.batches
    begin, paid = batch.begin, {}

    def note(ended):
        """What the learner's seat earned by the final scores, before the next games are dealt."""
        for i in np.flatnonzero(ended):
            scores, ranks = np.zeros(players[0]), np.zeros(players[0], np.int64)
            GAME.bound(drivers.score_one)(batch.content.tables, batch._states, int(i), scores, ranks)
            won, own = ranks == 0, batch.learner[i]
            share = 1 / won.sum() if won[own] else -1 / (~won).sum()
            paid[i] = 0.0 if won.all() else share
        begin(ended)

    monkeypatch.setattr(batch, "begin", note)
    results = set()
    for _ in range(200):
        _, rewards, dones, infos = step(tables, rng)
        assert (rewards[~dones] == 0).all()
        assert all("terminal_observation" in infos[i] for i in np.flatnonzero(dones))
        assert {i: rewards[i] for i in np.flatnonzero(dones)} == pytest.approx(paid)
        results.update(np.sign(list(paid.values())))
        paid.clear()
    assert {-1.0, 1.0} <= results


def test_a_cut_game_is_paid_once():
    """It pays by its standing, so no value is added as to a game that would go on."""
    cut = replace(GAME, name="toy_cut", max_moves=7)
    made = learner(game=cut, tables=8, foresight=0)
    with torch.no_grad():
        made.model.policy.value_net.bias.fill_(100.0)
    made.update(1.0)
    buffer = made.model.rollout_buffer
    assert (buffer.rewards != 0).any(), "no game reached the limit"
    assert np.abs(buffer.rewards).max() <= 1


def test_what_the_learner_s_seat_cannot_know_changes_nothing_that_it_sees():
    """Neither observation nor look ahead: redealt games look the same."""
    made = learner(tables=12, foresight=3)
    tables, rng = made.tables, np.random.default_rng(0)
    (batch,) = tables.batches
    for _ in range(5):
        step(tables, rng)
    seen, before = tables.observations(), batch.states.copy()
    for i in range(batch.n):
        batch._states[i] = batch.determinize(i, int(batch.learner[i]), stream=i)[0]
    assert (batch.states != before).any()
    assert (tables.observations() == seen).all()
    assert seen[:, GAME.observation.size :].any()


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
