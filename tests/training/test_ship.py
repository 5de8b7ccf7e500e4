"""Policies that come with the package: how they get there, and that those there are in order."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

import astrarium.envs
from astrarium.agents import Positions, make_agent
from astrarium.agents.arena import run_arena
from astrarium.agents.policy import load_policy
from astrarium.agents.ppo import baseline_path
from astrarium.core import Batch, get
from astrarium.training.run import BEST, CURVE, Run, RunError
from astrarium.training.ship import LARGEST, ship
from tests.toy import GAME
from tests.training.settings import TINY


def test_a_finished_training_is_shipped_with_card_and_curve(tmp_path):
    assert Run.begin(GAME, tmp_path / "run", (2,), steps=128, seed=5, **TINY).go()
    path = ship(tmp_path / "run", tmp_path / "to")
    assert path.read_bytes() == (tmp_path / "run" / BEST).read_bytes()
    card = path.with_suffix(".md").read_text(encoding="utf-8")
    assert path.name in card
    assert path.with_suffix(".png").name in card
    assert BEST not in card
    assert CURVE not in card
    assert path.with_suffix(".png").stat().st_size > 0


def test_what_is_no_finished_training_is_refused(tmp_path):
    with pytest.raises(RunError, match="no finished training"):
        ship(tmp_path, tmp_path / "to")
    assert not (tmp_path / "to").exists()


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_every_game_comes_with_a_policy_that_plays(name):
    game = get(name)
    path = baseline_path(game)
    assert path.stat().st_size <= LARGEST
    card = path.with_suffix(".md").read_text(encoding="utf-8")
    assert "astrarium train" in card
    assert "ismcts:100" in card
    assert path.with_suffix(".png").is_file()
    about = load_policy(path).about
    assert f"is the policy after {about['training']['samples']:,} decisions" in card
    players = about["players"][0]
    assert make_agent("ppo:baseline", game).spec.startswith("ppo:baseline,id=")
    arena = run_arena(game, ["ppo:baseline", "random"], 2 * players, players)
    assert arena.standings.games >= players


@pytest.mark.parametrize("name", astrarium.envs.GAMES)
def test_a_shipped_policy_moves_by_what_its_seat_may_know_of_its_own_game(name):
    """Neither what the seat cannot know nor the other games of a batch change a move."""
    game = get(name)
    players = load_policy(baseline_path(game)).about["players"][0]
    batch = Batch(game, 24, players, seed=3)
    for k in range(40):
        batch.step(batch.random_actions(k))
    positions, agent = Positions.of_batch(batch), make_agent("ppo:baseline,temperature=1", game)
    chosen = agent.act(positions)
    redealt = np.concatenate([batch.determinize(i, int(batch.seat[i]), stream=99) for i in range(batch.n)])
    assert (redealt != positions.states).any()
    assert (agent.act(replace(positions, states=redealt)) == chosen).all()
    alone = [agent.act(Positions.of_batch(batch, rows=[i]))[0] for i in range(batch.n)]
    assert alone == chosen.tolist()
