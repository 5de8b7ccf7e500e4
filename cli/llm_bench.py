"""`llm-bench`: language models at several games: rating, what decisions gave away, refusals, costs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arena import stages
from .arguments import Cards, Players, Threads, Trust, find_game, known_games, plainly, positive, threads_of
from .commands import app
from .screen import notes, say, show, table


@app.command("llm-bench")
def llm_bench(
    agents: Annotated[
        list[str],
        typer.Argument(metavar="SPEC...", help="Who is judged: llm:MODEL, or any agent as a stand-in."),
    ],
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game", "-g", help="A game; may be repeated; all unless given.", autocompletion=known_games
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", help="Games of each agent at each game; rounded up to all seats.")
    ] = 8,
    players: Players = None,
    seed: Annotated[int, typer.Option("--seed", "-s", help="The same seed gives the same games.")] = 1,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="SPEC,...",
            help="Opponents in the place of the ladder, without a rating; random,greedy where there is no "
            "ladder of a game and its cards.",
        ),
    ] = None,
    cards: Cards = None,
    review: Annotated[
        str,
        typer.Option("--review", metavar="SPEC|none", help="The search that judges the decisions, or none."),
    ] = "champion:100",
    price: Annotated[
        list[str] | None,
        typer.Option(
            "--price",
            metavar="SPEC=IN/OUT",
            help="What a million tokens of prompts and of replies cost; may be repeated.",
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", help="Folder for games, reviews, results.json and report.html.")
    ] = Path("llm-bench"),
    trust: Trust = False,
    threads: Threads = None,
) -> None:
    """Judge language models, or stand-ins, at several games.

    Each plays in every seat against the players of the game's ladder that tell most about it. With --cards
    there is no rating: ladders are of the cards that each game comes with. An interrupted bench goes on when
    the same command is given again.
    """
    from astrarium.agents.base import split_specs
    from astrarium.agents.folder import FolderError
    from astrarium.agents.players import PlayerError
    from astrarium.core import IllegalAction
    from astrarium.core.records import RecordError
    from astrarium.text.bench import RESULTS, Plan, run_bench
    from astrarium.text.bench_report import HEADINGS, rows, write_page

    chosen = [find_game(name) for name in game or known_games()]
    if cards is not None and len(chosen) != 1:
        raise typer.BadParameter("--cards are those of one game: name it with --game")
    twice = sorted({spec for spec in agents if agents.count(spec) > 1})
    if twice:
        raise typer.BadParameter(f"an agent is named twice: {', '.join(twice)}")
    prices = dict(price_of(each) for each in price or ())
    if unknown := sorted(set(prices) - set(agents)):
        raise typer.BadParameter(f"--price names {', '.join(unknown)}, which is not judged")
    tables = tuple((each, players) for each in chosen if players is None or players in each.players)
    for each in chosen:
        if players is not None and players not in each.players:
            notes.print(f"{each.title} is not for {players} players and is left out")
    if not tables:
        raise typer.BadParameter(f"none of these games is for {players} players")
    plan = Plan(
        tuple(agents),
        tables,
        positive(games, "--games"),
        seed,
        tuple(split_specs(against)) if against else (),
        None if review == "none" else review,
        prices,
        cards,
    )
    with (
        plainly(ValueError, PlayerError, FolderError, RecordError, IllegalAction, OSError),
        stages() as tell,
    ):
        for each, _ in tables:
            if why := plan.unrated(each):
                notes.print(f"{each.title}: {why}; the opponents are {', '.join(plan.opponents)}")
        bench = run_bench(plan, out, threads_of(threads), lambda what, done, total: tell(what, done, total))
    with_cards = "" if cards is None else f", cards {plan.content(chosen[0]).name}"
    for title, seats in dict.fromkeys((result.title, result.players) for result in bench.results):
        own = [result for result in bench.results if (result.title, result.players) == (title, seats)]
        say(f"{title}, {seats} players, {own[0].games} games of each{with_cards}")
        shown = table(*HEADINGS)
        for row in rows(own):
            shown.add_row(*row)
        show(shown)
    say([*bench.notes, f"report   {write_page(bench, out)}", f"numbers  {out / RESULTS}"])


def price_of(text: str) -> tuple[str, tuple[float, float]]:
    """The agent and the two prices of --price."""
    spec, _, prices = text.rpartition("=")
    try:
        first, second = (float(part) for part in prices.split("/"))
    except ValueError:
        raise typer.BadParameter(f"--price is SPEC=IN/OUT, such as llm:m=0.15/0.6, not {text!r}") from None
    if not spec or not (0 <= first < 1e9 and 0 <= second < 1e9):
        raise typer.BadParameter(f"--price is SPEC=IN/OUT, such as llm:m=0.15/0.6, not {text!r}")
    return spec, (first, second)
