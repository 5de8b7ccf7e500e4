"""Stand-ins play whole games through every adapter; the champion plays through text as without it."""

import pytest

import astrarium.envs
from astrarium.agents import Positions, make_agent
from astrarium.core import get
from astrarium.text import ReplyError, SeatTable, decision_text, kaggle
from astrarium.text.gym_env import TextEnv
from astrarium.text.server import Tables
from astrarium.text.textarena import TextArenaEnv
from tests.text.standins import STANDINS, BrokenJson, RandomWords, Refusing
from tests.text.test_table import moves_of

GAMES = astrarium.envs.GAMES
PLAYERS = {name: min(n for n in get(name).players if n > 1) for name in GAMES}


def by_table(game, players, standin):
    table, refused = SeatTable(game, players, seat=1, seed=5), 0
    retry = ""
    while not table.over:
        try:
            table.reply(standin(decision_text(table.view, retry=retry)))
            retry = ""
        except ReplyError as error:
            retry, refused = str(error), refused + 1
    return refused


def by_gymnasium(game, players, standin):
    env, refused, done = TextEnv(game, players, seat=1), 0, False
    shown, _ = env.reset(seed=5)
    while not done:
        shown, _, ended, cut, info = env.step(standin(shown))
        refused, done = refused + ("refused" in info), ended or cut
    assert env.table.over
    return refused


def by_textarena(game, players, standin):
    env, refused, done = TextArenaEnv(game), 0, False
    env.reset(num_players=players, seed=5)
    while not done:
        done, info = env.step(standin(env.get_observation()[1]))
        refused += "refused" in info
    assert not any(told["invalid_move"] for told in env.close()[1].values())
    return refused


def by_kaggle(game, players, standin):
    table, refused, retry = SeatTable(game, players, seat=1, seed=5), 0, ""
    while not table.over:
        action = kaggle.parse_response(standin(kaggle.generate_prompt(table.view, retry)), table.view)
        if action is None:
            retry, refused = "no", refused + 1
        else:
            table.act(action)
            retry = ""
    return refused


def by_tools(game, players, standin):
    tables, refused = Tables(), 0
    number = tables.begin(game.name, players, opponents="random")["table"]
    tables.tables[number] = SeatTable(game, players, seat=1, seed=5)  # the server's own deals are secret
    shown = tables.look(number)
    text = shown["text"]
    while not shown["over"]:
        shown = tables.act(number, standin(text))
        if "refused" in shown:
            refused, text = refused + 1, f"{text}\nwas not taken: {shown['why']}"
        else:
            text = shown["text"]
    return refused


WAYS = (by_table, by_gymnasium, by_tools, by_kaggle, by_textarena)


LONG = {("starfarers", play) for play in (by_table, by_gymnasium, by_kaggle, by_textarena)}  # 5 to 20 s


def pairs():
    """Every game with every adapter; the longest are not among the quick tests."""
    for g, name in enumerate(GAMES):
        for k, play in enumerate(WAYS):
            yield pytest.param(name, play, k + g, marks=[pytest.mark.slow] if (name, play) in LONG else [])


@pytest.mark.parametrize(("name", "play", "number"), [*pairs()])
def test_stand_ins_play_whole_games_through_every_adapter(name, play, number):
    standin = STANDINS[number % len(STANDINS)](seed=number)
    refused = play(get(name), PLAYERS[name], standin)
    assert standin.replies > 10
    # The one that leaks its prompt is understood: the last answer counts.
    assert refused == (standin.spoilt if isinstance(standin, RandomWords | BrokenJson | Refusing) else 0)


@pytest.mark.parametrize("name", GAMES)
def test_the_champion_plays_through_text_as_without_it(name):
    game, players, spec = get(name), PLAYERS[name], "champion:2"
    agent = make_agent(spec, game)
    table = SeatTable(game, players, seat=0, opponents=spec, seed=7)
    while not table.over:
        action = int(agent.act(Positions.of_batch(table._batch, 7))[0])
        assert table.reply(f"I thought.\nAnswer: {table.view.name(action)}") == action
    moves, rewards = moves_of(game, players, 7, make_agent(spec, game))
    assert table.past.actions == moves
    assert table.reward() == rewards[0]
