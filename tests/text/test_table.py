"""One seat by text: the same game as without it."""

import numpy as np
import pytest

from astrarium.agents import Positions, make_agent
from astrarium.core import Batch, get
from astrarium.text import ReplyError, SeatTable
from tests.toy import GAME


def moves_of(game, players, seed, agent):
    batch = Batch(game, 1, num_players=players, seed=seed, auto_reset=False, observations=False)
    moves = []
    while not batch.states["over"][0]:
        moves.append(int(agent.act(Positions.of_batch(batch, seed))[0]))
        batch.step(moves[-1:])
    return moves, batch.rewards[0].tolist()


@pytest.mark.parametrize(
    ("name", "spec"), [("toy", "greedy"), ("starship_captains", "greedy"), ("toy", "ismcts:20")]
)
def test_a_player_through_text_plays_exactly_as_without_it(name, spec):
    game = get(name)
    for seat in range(2 if name == "toy" else 1):
        agent = make_agent(spec, game)
        table = SeatTable(game, players=2, seat=seat, opponents=spec, seed=7)
        forms = ["Answer: {name}", "{number}", '```json\n{{"action": "{name}"}}\n```']
        while not table.over:
            action = int(agent.act(Positions.of_batch(table._batch, 7))[0])
            k = table.view.legal.index(action)
            form = forms[len(table.past.actions) % 3]
            assert table.reply(form.format(name=table.view.names[k], number=k + 1)) == action
        moves, rewards = moves_of(game, 2, 7, make_agent(spec, game))
        assert table.past.actions == moves
        assert table.reward() == rewards[seat]
        assert table.view.scores is not None


def test_a_reply_that_is_not_taken_changes_nothing():
    table = SeatTable(GAME, players=2, seed=1)
    before, moves = table.view, list(table.past.actions)
    with pytest.raises(ReplyError):
        table.reply("hm")
    with pytest.raises(ValueError, match="not legal"):
        table.act(int(np.flatnonzero(table.view.mask == 0)[0]))
    assert table.view is before
    assert table.past.actions == moves
    assert table.reward() == 0


def test_without_a_seed_the_deal_is_secret():
    assert SeatTable(GAME, players=2).seed != SeatTable(GAME, players=2).seed
    with pytest.raises(IndexError, match="seat"):
        SeatTable(GAME, players=2, seat=2)


def test_a_decision_is_reviewed_from_what_the_seat_knew():
    table = SeatTable(GAME, players=2, seed=4)
    names = []
    for _ in range(3):
        names.append(table.view.names[-1])
        table.act(table.view.legal[-1])
    found = [table.review(k, "ismcts:40") for k in (1, 2, 3)]
    assert [each["taken"] for each in found] == names
    assert table.review(reviewer="ismcts:40") == found[-1]
    assert all(each["given_away"] == 0 for each in found if each["taken"] == each["best"])
    with pytest.raises(IndexError, match="decision"):
        table.review(4)
    with pytest.raises(ValueError, match="tree search"):
        table.review(1, "greedy")
