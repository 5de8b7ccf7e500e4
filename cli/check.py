"""`check-agent`: play a few games with an agent of one's own, and tell what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arena import arena_progress
from .arguments import Cards, Options, Players, Seed, Setup, choose, plainly, positive
from .commands import app
from .screen import say

if TYPE_CHECKING:
    from astrarium.agents.arena import Arena

HINTS = {
    "timeout": "answer sooner, or allow more with ,time=SECONDS; flush the output after every line",
    "crash": "what it wrote to its standard error is below",
    "flood": "write one short line for each message, and nothing else, to standard output",
    "unreadable": 'answer hello with {"id": ID, "protocol": 1} and decide with {"id": ID, "action": ACTION}, '
    "each in one line, with the id of the message; write nothing else to standard output",
    "illegal": "choose one of view.legal of the message",
    "format": "end the reply with one line: Answer: and the number or the full name of a legal action",
    "harness": "the endpoint failed; the request was repeated and cost the model nothing",
}
BAD = 1  # exit code


@app.command("check-agent")
def check_agent(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="An agent, such as py:bot.py:Bot.")],
    game: Annotated[str, typer.Option("--game", help="A game of `astrarium list`.")] = "star_tycoon",
    games: Annotated[int, typer.Option("--games", "-n", help="How many games, played twice.")] = 4,
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    cards: Cards = None,
) -> None:
    """Play a few games with an agent against random ones, and tell what is wrong with it."""
    from astrarium.agents import make_agent

    setup = choose(game, players, seed, option, cards)
    positive(games, "--games")
    with plainly(ValueError, OSError):
        agent = make_agent(spec, setup.game, setup.cards)
    say(f"{agent.spec} plays {setup.game.title}, {setup.players} players")
    with plainly(ValueError):
        first = played(agent, setup, games)
    faults = tell_faults(first, agent)
    if not faults:
        with plainly(ValueError):
            again = played(make_agent(spec, setup.game, setup.cards), setup, games)
        tell_repeated(moves_of(first) == moves_of(again))
        say("Nothing is wrong with it.")
    raise typer.Exit(BAD if faults else 0)


def played(agent: Any, setup: Setup, games: int) -> Arena:
    """A short arena of the agent among random ones."""
    from astrarium.agents.arena import run_arena

    agents = [agent, "random"] if setup.players > 1 else [agent]
    with arena_progress() as told:
        result = run_arena(
            setup.game, agents, games, setup.players, setup.seed, setup.options, setup.content, progress=told
        )
    effort, table = result.effort[agent.spec], result.standings
    own = table.agents[result.agents.index(agent.spec)]
    pace = 1000 * effort.seconds / max(effort.decisions, 1)
    say(
        f"  {table.games} games, {effort.decisions} decisions, {pace:.1f} ms each, "
        f"win share {own.win_share.mean:.0%}"
    )
    return result


def moves_of(result: Arena) -> list[list[int]]:
    """The actions of all games."""
    return [record.actions.tolist() for record in result.records()]


def tell_faults(result: Arena, agent: Any) -> bool:
    """Say what went wrong, and what would be right; whether something did."""
    effort = result.effort[agent.spec]
    for kind, hint in HINTS.items():
        if effort.faults[kind]:
            times = "once" if effort.faults[kind] == 1 else f"{effort.faults[kind]} times"
            say([f"  {kind}, {times}; the first: {effort.examples[kind]}", f"    {hint}"])
    errors: str = getattr(agent, "errors", "")
    if effort.faults and errors:
        say(
            [
                "  the last on its standard error:",
                *(f"    {line}" for line in errors.splitlines()[-12:]),
            ]
        )
    if effort.faults:
        say(f"{effort.faults['random']} of {effort.decisions} decisions were made at random for it.")
    return bool(effort.faults)


def tell_repeated(same: bool) -> None:
    """Say whether the same games were played twice."""
    if same:
        say("  the same games again gave the same moves: arenas with it can be repeated")
    else:
        say(
            "  the same games again gave other moves: draw from view.rng, or from the seed of hello, "
            "if its arenas are to be repeatable"
        )
