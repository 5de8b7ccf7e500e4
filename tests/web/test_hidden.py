"""What a seat is sent does not depend on what it cannot know."""

import json
from itertools import islice

import numpy as np
import pytest

from astrarium.agents import make_agent
from astrarium.core import Batch, get
from astrarium.core.questions import OPEN, SILENT
from astrarium.core.records import play_records, record_of
from astrarium.core.transcript import Story
from astrarium.web.errors import BadRequest
from astrarium.web.page import page_of
from astrarium.web.tables import PERSON, Setup, Table

NAMES = ("star_commander", "star_tycoon", "starfarers", "spacecorp", "starship_captains")
VIEWER = 0
PAIRS = 6


def seated(game, players, state, before=None, action=None):
    """A table at which the viewer plays, in the middle of a game."""
    agents = {seat: make_agent("greedy", game) for seat in range(1, players)}
    seats = (PERSON, *["greedy"] * (players - 1))
    table = Table(Setup(game, game.content(), None, players, game.choose_options(), 3, seats), agents)
    if before is not None:
        table.lay([before, state], [action])
    elif state is not None:
        table.lay([state])
    return table


def sent(table):
    """All that the page can ask for."""
    last = table.home.count
    answers = [
        {name: fact for name, fact in table.home.about().items() if name != "id"},
        table.home.frames(last, last + 1, VIEWER, None),
        table.home.moves(VIEWER),
        table.home.scores(VIEWER),
        table.home.story(0, last + 1, VIEWER),
    ]
    if table.home.status != "over":
        answers.append(table.home.study(last, VIEWER, [make_agent("greedy", table.setup.game)]))
    if last and table.home.frames(last, last + 1, VIEWER, None)[0]["by"] != VIEWER:
        answers.append(explained(table, last))
    return json.dumps(answers)


def explained(table, at):
    """Why a move was made, or why it cannot be told."""
    try:
        return table.home.explain(at, VIEWER, make_agent(table.home.mover(at, VIEWER), table.setup.game))
    except BadRequest as error:
        return error.message


def copy_of(batch, states=None):
    """The game of a batch, or another state of it, on its own."""
    copy = Batch(batch.game, 1, num_players=batch.num_players, auto_reset=False)
    snapshot = batch.save()
    if states is not None:
        snapshot.states[:] = states
    copy.load(snapshot)
    return copy


def lookalike(mine, twin, action, secret):
    """A decision of the twin after which the viewer sees the same: `action`, or another made in secret."""
    seen, found = mine.observe(0, VIEWER), None
    for other in np.flatnonzero(twin.mask[0]).tolist():
        if other != action and not secret(twin.states[0], other):
            continue
        made = copy_of(twin)
        made.step([other])
        if np.array_equal(made.observe(0, VIEWER), seen) and (found is None or other != action):
            found = other, made
    return found


def pairs(game, players):
    """States around a decision in two games that look the same to the viewer before it and after it."""
    for seed in range(11, 14):
        yield from pairs_of(Batch(game, 1, num_players=players, seed=seed, auto_reset=False))


def pairs_of(batch):
    """Those of one game."""
    story = Story(batch.game, batch.game.content(), VIEWER)

    def secret(state, action):
        return story.sight(state, action) != OPEN

    for move in range(400):
        action = int(batch.random_actions(move)[0])
        twin = copy_of(batch, batch.determinize(0, VIEWER, 100 + move))
        mine = copy_of(batch)
        mine.step([action])
        differ = mine.seat[0] != VIEWER and batch.states[0].tobytes() != twin.states[0].tobytes()
        found = None
        if differ and not mine.states["over"][0]:
            if secret(batch.states[0], action):
                found = lookalike(mine, twin, action, secret)
            elif batch.seat[0] == twin.seat[0]:
                found = lookalike(mine, twin, action, lambda *_: False)
        if found and move % 3 == 0:
            other, made = found
            yield (
                (batch.states[0].copy(), action, mine.states[0].copy()),
                (twin.states[0].copy(), other, made.states[0].copy()),
            )
        batch.step([action])
        if batch.states["over"][0]:
            return


@pytest.mark.parametrize("name", ["star_commander", "spacecorp"])
def test_who_is_asked_in_secret_is_not_told(name):
    """Whether to respond, whether to play an Edge: others do not know whose question it is."""
    game, players, found = get(name), 4, 0
    batch = Batch(game, 1, num_players=players, seed=2, auto_reset=False)
    for move in range(800):
        old, action = batch.states[0].copy(), int(batch.random_actions(move)[0])
        twins = [batch.determinize(0, VIEWER, stream)[0] for stream in range(8)]
        batch.step([action])
        other = next((twin for twin in twins if twin["seat"] != old["seat"]), None)
        if other is None:
            continue
        found += 1
        asked, twin = (seated(game, players, state) for state in (old, other))
        assert sent(asked) == sent(twin)
        assert asked.home.about()["seat"] is None
        after = seated(game, players, batch.states[0].copy(), old, action)
        if after.home.count:  # else the next question is a silent one as well, and nothing is to be seen yet
            assert after.home.frames(1, 2, VIEWER, None)[0]["by"] is None
            (told,) = after.home.story(1, 2, VIEWER)
            assert told["by"] is None or told["name"] != "(in secret)"
            with pytest.raises(BadRequest, match="not known"):
                after.home.mover(1, VIEWER)
        if found == 3:
            return
    raise AssertionError(f"{found} such questions")


def in_silence(batch, action, story):
    """The states and actions from a decision on, until it is sure that the viewer sees the next one."""
    states, actions = [batch.states[0].copy()], []
    while True:
        batch.step([action])
        states.append(batch.states[0].copy())
        actions.append(action)
        if story.sees_next(states[-1]):
            return states, actions
        legal = np.flatnonzero(batch.mask[0]).tolist()
        silent = [other for other in legal if story.sight(states[-1], other) == SILENT]
        if not silent:
            return None
        action = silent[0]


def unlike_silences(game, players):
    """Pairs of worlds that the viewer cannot tell apart, with another number of silent decisions in each."""
    story = Story(game, game.content(), VIEWER)
    for seed in range(20, 60):
        batch = Batch(game, 1, num_players=players, seed=seed, auto_reset=False)
        for move in range(400):
            state, action = batch.states[0].copy(), int(batch.random_actions(move)[0])
            redealt = batch.determinize(0, VIEWER, 100 + move)
            redealt["rng"] = batch.states["rng"]
            mine, twin = copy_of(batch), copy_of(batch, redealt)
            if story.sees_next(state) and story.sight(state, action) != SILENT and twin.mask[0, action]:
                worlds = in_silence(mine, action, story), in_silence(twin, action, story)
                same = np.array_equal(mine.observe(0, VIEWER), twin.observe(0, VIEWER))
                if None not in worlds and same and len(worlds[0][1]) != len(worlds[1][1]):
                    yield worlds
            batch.step([action])
            if batch.states["over"][0]:
                break


@pytest.mark.parametrize(("name", "players"), [("spacecorp", 2), ("star_commander", 2), ("spacecorp", 4)])
def test_a_silent_pass_leaves_no_trace(name, players):
    """In one world somebody was asked and passed, in the other nobody could answer: the page is the same."""
    game = get(name)
    found = list(islice(unlike_silences(game, players), PAIRS))
    for worlds in found:
        tables = [seated(game, players, None) for _ in worlds]
        for table, world in zip(tables, worlds, strict=True):
            table.lay(*world)
            assert table.home.count == 1
        assert sent(tables[0]) == sent(tables[1])
    assert len(found) == PAIRS


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_two_games_that_differ_only_in_what_is_hidden_look_the_same(name, most):
    game = get(name)
    players = max(game.players) if most else max(2, min(game.players))
    found = 0
    for (old, action, new), (old_twin, other, new_twin) in pairs(game, players):
        mine, twin = seated(game, players, new, old, action), seated(game, players, new_twin, old_twin, other)
        assert sent(mine) == sent(twin), (game.action_name(action), game.action_name(other))
        found += 1
        if found == PAIRS:
            break
    assert found == PAIRS


def test_a_page_of_a_seat_counts_what_the_seat_sees():
    """Neither the number of all decisions nor the seed, which deals the same game again, is on it."""
    game = get("spacecorp")
    (whole,) = play_records(game, 1, num_players=2, seed=5)
    record = record_of(game, whole.actions[:12], num_players=2, seed=5)
    facts = {}
    for views in ([VIEWER], [None, VIEWER]):
        page = page_of(record, views=views)
        facts[len(views)] = json.loads(page.partition('id="game">')[2].partition("</script>")[0])
    assert facts[1]["moves"] < facts[2]["moves"] == len(record.actions)
    assert (facts[1]["seed"], facts[2]["seed"]) == (None, "5")
