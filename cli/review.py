"""`review`: what the decisions of recorded games gave away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import Cards, Threads, out_path, plainly, positive, threads_of
from .commands import app
from .screen import notes, progress, say, show, table

if TYPE_CHECKING:
    from astrarium.agents.review import Rating, Review


@app.command()
def review(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file of records, or the folder of an arena or dataset.")
    ],
    game: Annotated[
        int | None,
        typer.Option("--game", "-g", help="Review this game, counted from 1, decision by decision."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Without --game: only so many games, the first ones.")
    ] = None,
    agent: Annotated[str, typer.Option("--agent", metavar="SPEC", help="The search that judges.")] = (
        "champion:400"
    ),
    worst: Annotated[int, typer.Option("--worst", help="How many of the worst decisions are listed.")] = 10,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="With --game: the curve as .png or .svg.")
    ] = None,
    json: Annotated[
        Path | None, typer.Option("--json", help="Write all that was found to this file.")
    ] = None,
    cards: Cards = None,
    threads: Threads = None,
) -> None:
    """Judge the decisions of recorded games: which win probability did each give away?

    A search looks for a better action, in redeals of all that the deciding seat could not know. With --game a
    table of the worst decisions and a curve; without it each agent's mean loss a decision.
    """
    from astrarium.core.records import RecordError

    positive(worst, "--worst")
    if game is None and out is not None:
        raise typer.BadParameter("--out is the curve of one game: name it with --game")
    if out is not None and out.suffix not in (".png", ".svg"):
        raise typer.BadParameter(f"the curve is a .png or .svg file, not {out}")
    for path in (out, json):
        out_path(path)
    with plainly(ValueError, RecordError, OSError):
        if game is not None:
            review_game(file, game, agent, worst, out, json, cards, threads_of(threads))
        else:
            review_games(file, games, agent, worst, json, cards, threads_of(threads))


def review_game(
    file: Path,
    number: int,
    agent: str,
    worst: int,
    out: Path | None,
    json: Path | None,
    cards: str | None,
    threads: int,
) -> None:
    """One game: the worst decisions and the curve."""
    from astrarium.agents.folder import write_json
    from astrarium.agents.review import nth_game, write_curve
    from astrarium.agents.review import review as judge
    from astrarium.agents.workers import Threads

    played = nth_game(file, number)
    with progress() as bar:
        task = bar.add_task(f"game {number}", total=None)
        found = judge(
            played.record,
            agent,
            cards,
            Threads(threads),
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    say(f"{found.game.title}, game {number} of {file}, judged by {found.reviewer}")
    show(_worst_table([(number, found)], worst, played.agents))
    seats = table("seat", "agent", "decisions", "mean loss", "place")
    for seat, loss in enumerate(found.losses()):
        count = sum(each.seat == seat for each in found.decisions)
        name = played.agents[seat] if played.agents else "-"
        place = str(found.record.ranks[seat] + 1)
        seats.add_row(found.game.seat_names[seat], name, str(count), f"{100 * loss.mean:.2f}%", place)
    show(seats)
    say("Loss is win probability in percent, as the search sees it from what the seat could know.")
    if out is not None:
        write_curve(out, found, played.agents)
        say(f"curve: {out}")
    if json is not None:
        write_json(json, {"number": number, "agents": list(played.agents), **found.json()})
        say(f"numbers: {json}")


def _worst_table(reviews: list[tuple[int, Review]], worst: int, agents: tuple[str, ...] = ()):
    """The decisions that gave away most."""
    found = [(each.loss, number, review, each) for number, review in reviews for each in review.worst(worst)]
    found.sort(key=lambda row: -row[0])
    rows = table("loss", "chance", "game", "decision", "seat", "taken", "better", left=0)
    for column in rows.columns[4:]:
        column.justify = "left"
    for loss, number, review, each in found[:worst]:
        if loss <= 0:
            break
        rows.add_row(
            f"{100 * loss:.1f}%",
            f"{each.chance:.0%}",
            str(number),
            str(each.number + 1),
            review.game.seat_names[each.seat],
            review.name(each, each.action),
            review.name(each, each.best),
        )
    return rows


def review_games(
    file: Path, games: int | None, agent: str, worst: int, json: Path | None, cards: str | None, threads: int
) -> None:
    """Many games: each agent's mean loss a decision."""
    from itertools import islice

    from astrarium.agents.folder import write_json
    from astrarium.agents.review import played_games, rate_decisions
    from astrarium.agents.review import review as judge
    from astrarium.agents.workers import Threads

    if games is not None:
        positive(games, "--games")
    reviews: list[tuple[int, Review]] = []
    names: list[tuple[str, ...]] = []
    with progress() as bar:
        task = bar.add_task("reviewing", total=games)
        for number, played in enumerate(islice(played_games(file), games), 1):
            found = judge(played.record, agent, cards, Threads(threads))
            reviews.append((number, found))
            names.append(played.agents)
            bar.update(task, completed=number)
    if not reviews:
        raise typer.BadParameter(f"{file}: there are no games")
    rated = rate_decisions((found, who) for (_, found), who in zip(reviews, names, strict=True))
    first = reviews[0][1]
    say(f"{first.game.title}, {len(reviews)} games of {file}, judged by {first.reviewer}")
    show(_ratings_table(rated))
    show(_worst_table(reviews, worst))
    say("Loss is win probability in percent, as the search sees it from what the seat could know.")
    if json is not None:
        told = [{**vars(each), "loss": each.loss.json()} for each in rated]
        write_json(json, {"reviewer": first.reviewer, "games": len(reviews), "agents": told})
        say(f"numbers: {json}")
    notes.print(f"astrarium review {file} --game {reviews[0][0]} shows one game decision by decision")


def _ratings_table(rated: list[Rating]):
    import math

    rows = table("agent", "games", "decisions", "mean loss", "95%", "gave away a tenth")
    for each in rated:
        low, high = each.loss.low, each.loss.high
        between = f"{100 * low:.2f} to {100 * high:.2f}" if math.isfinite(low) else "-"
        share = f"{each.blunders} ({each.blunders / max(each.decisions, 1):.1%})"
        rows.add_row(
            each.agent, str(each.games), str(each.decisions), f"{100 * each.loss.mean:.2f}%", between, share
        )
    return rows
