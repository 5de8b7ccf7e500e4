"""`balance`: what the records of a game tell about it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arena import AgentList, OneAgent, arena_progress, chosen_agents, stages
from .arguments import (
    Cards,
    GameName,
    Options,
    Players,
    Ray,
    Threads,
    choose,
    find_game,
    out_path,
    plainly,
    positive,
    threads_of,
    workers_of,
)
from .commands import app
from .screen import notes, say, show, table

if TYPE_CHECKING:
    from astrarium.agents.balance import Balance, Spread, Use
    from astrarium.agents.standings import Estimate
    from astrarium.agents.workers import Workers
    from astrarium.core import Game
    from astrarium.core.records import Record

BARS = "▁▂▃▄▅▆▇█"
LISTED = 15  # names in a list, unless all are asked for
LAST_WORDS = 0.05  # least share of games whose end is told with the same words


@app.command()
def balance(
    game: GameName,
    records: Annotated[
        Path | None,
        typer.Argument(
            metavar="[RECORDS]",
            help="A record file, a folder of them, or an arena's folder; without it games are played first.",
        ),
    ] = None,
    agents: AgentList = None,
    agent: OneAgent = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="How many games to play; 1000 unless given.")
    ] = None,
    players: Players = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="The same seed gives the same games.")
    ] = None,
    option: Options = None,
    cards: Cards = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder to keep the played games in, as an arena does.")
    ] = None,
    rare: Annotated[
        float, typer.Option("--rare", help="Chosen in fewer than this share of its chances is rare.")
    ] = 0.01,
    told: Annotated[
        int, typer.Option("--told", help="Games told in full, to count names that no action carries.")
    ] = 10,
    all_: Annotated[
        bool, typer.Option("--all", help="Every action and card, not only the rare ones.")
    ] = False,
    json: Annotated[Path | None, typer.Option("--json", help="Also write all figures to this file.")] = None,
    threads: Threads = None,
    ray: Ray = None,
) -> None:
    """How a game plays: seat advantage, length, scores, unused actions and cards, and how games end."""
    from astrarium.agents.balance import measure, read_source
    from astrarium.agents.folder import FolderError, write_json
    from astrarium.agents.workers import WorkersError
    from astrarium.core.records import RecordError

    count = threads_of(threads)
    out_path(json)
    if not 0 <= rare <= 1:
        raise typer.BadParameter(f"--rare is a share from 0 to 1, not {rare}")
    if told < 0:
        raise typer.BadParameter(f"--told is a number of games from 0, not {told}")
    with plainly(RecordError, FolderError, WorkersError, OSError), workers_of(ray, count) as workers:
        if records is not None:
            given: dict[str, object] = {"--agents": agents or agent, "--games": games, "--seed": seed}
            given |= {"--option": option, "--out": out}
            extra = [name for name, value in given.items() if value]
            if extra:
                raise typer.BadParameter(
                    f"{records} is measured as it is: {', '.join(extra)} is for games that are played first"
                )
            kind = find_game(game)
            source: Iterable[Record] = read_source(records)
            total = None
        else:
            kind = find_game(game)
            source = list(
                _played(
                    game,
                    chosen_agents(agents, agent),
                    games,
                    players,
                    seed,
                    option,
                    cards,
                    out,
                    count,
                    None if ray is None else workers,
                )
            )
            total = len(source)
        with stages() as tell:
            measured = measure(kind, source, players, cards, workers, told, tell, total)
        print_balance(kind, measured, rare, all_)
        if json is not None:
            write_json(json, measured.json())
            say(f"figures: {json}")


def _played(
    name: str,
    specs: list[str],
    games: int | None,
    players: int | None,
    seed: int | None,
    option: list[str] | None,
    cards: str | None,
    out: Path | None,
    threads: int,
    workers: Workers | None,
) -> Iterable[Record]:
    """Games played for this: by one agent against itself, or by several in every seating."""
    from astrarium.agents.arena import plan_arena, run_arena
    from astrarium.core.records import play_records
    from astrarium.data.dataset import plan_dataset, played_on

    setup = choose(name, players, seed or 0, option, cards)
    count = positive(1000 if games is None else games, "--games")
    specs = specs or ["random"]
    arguments = (setup.game, specs, count, setup.players, setup.seed, setup.options, setup.content)
    with plainly(ValueError):
        plan = plan_arena(*arguments)
    notes.print(f"{plan.schedule.games:,} games of {setup.game.title} by {', '.join(plan.agents)}")
    if plan.agents == ("random",) and out is None:
        if workers is not None:
            return played_on(workers, plan_dataset(*arguments))
        return play_records(setup.game, count, **setup.keywords, threads=threads)
    with arena_progress() as told:
        return run_arena(*arguments, out=out, threads=threads, progress=told, workers=workers).records()


# ---- printing --------------------------------------------------------------------------------------


def print_balance(game: Game, measured: Balance, rare: float, everything: bool) -> None:
    """The measurements as tables."""
    header = measured.header
    options = "".join(f", {name} {value}" for name, value in header.options.items())
    seats = "1 player" if header.players == 1 else f"{header.players} players"
    say(f"{game.title}: {seats}, {measured.games:,} games, cards {header.content}{options}\n")
    _print_seats(game, measured)
    _print_spreads(measured)
    _print_endings(measured)
    _print_blocks(measured)
    _print_names(measured, rare, everything)
    _print_actions(measured, rare, everything)


def _print_seats(game: Game, measured: Balance) -> None:
    fair = 1 / measured.header.players
    shown = table("seat", "win share", "95%", "mean score")
    for seat, (share, score) in enumerate(zip(measured.seats, measured.seat_scores, strict=True)):
        shown.add_row(game.seat_names[seat], *_share(share), f"{score.mean:.2f}")
    show(shown)
    if measured.header.players == 1:
        return
    shown = table("turn order", "win share", "95%")
    for place, share in enumerate(measured.turns):
        name = "decides first" if place == 0 else f"{place + 1} in turn"
        shown.add_row(name, *_share(share))
    show(shown)
    off = [
        f"{game.seat_names[seat]} wins {'more' if share.mean > fair else 'less'}"
        for seat, share in enumerate(measured.seats)
        if not share.low <= fair <= share.high
    ]
    off += [
        f"{'the first' if place == 0 else f'number {place + 1}'} in turn order wins "
        f"{'more' if share.mean > fair else 'less'}"
        for place, share in enumerate(measured.turns)
        if not share.low <= fair <= share.high
    ]
    say(f"Fair is {fair:.1%}: " + (f"{'; '.join(off)}.\n" if off else "every interval holds it.\n"))


def _print_spreads(measured: Balance) -> None:
    shown = table("", "mean", "least", "5%", "median", "95%", "most", "spread")
    lines: dict[str, Spread] = {"decisions a game": measured.length}
    lines |= {f"{name} at the end": each for name, each in measured.rounds.items()}
    lines |= {"scores": measured.scores, "winners' scores": measured.winner_scores}
    if measured.margin is not None:
        lines["first before second"] = measured.margin
    for name, each in lines.items():
        low, _, median, _, high = each.quantiles
        numbers = (each.least, low, median, high, each.most)
        shown.add_row(name, f"{each.mean:.2f}", *(f"{number:,.5g}" for number in numbers), bars(each.bins))
    show(shown)
    say(
        f"{measured.choices:.1f} legal actions a decision; {measured.forced:.1%} of decisions have only one. "
        f"{measured.ties:.1%} of the games have several winners.\n"
    )


def bars(counts: Iterable[int]) -> str:
    """A histogram as a line of bars."""
    counts = list(counts)
    top = max(counts)
    return "".join(" " if n == 0 else BARS[min(7, (8 * n - 1) // top)] for n in counts)


def _print_endings(measured: Balance) -> None:
    shown = table("how games end", "games", "share")
    lines = {name: n for name, n in measured.endings.items() if n}
    lines |= {
        f"  told: {words}": n for words, n in measured.last_words.items() if n >= LAST_WORDS * measured.games
    }
    for words, n in list(lines.items())[:LISTED]:
        shown.add_row(words, f"{n:,}", f"{n / measured.games:.1%}")
    show(shown)


USE_HEADINGS = ("legal", "used", "times", "taken", "users win")
USE_NOTE = (
    "illegal, unchosen: actions never legal, and legal but never chosen; legal, used: share of the games;\n"
    "times: decisions in which it was chosen; taken: share of the decisions in which it was legal;\n"
    "users win: win share of the seats that chose it (95%)\n"
)


def _use(measured: Balance, use: Use) -> tuple[str, ...]:
    return (
        f"{use.games_legal / measured.games:.0%}",
        f"{use.games_chosen / measured.games:.0%}",
        f"{use.chosen:,}",
        f"{use.chosen / use.legal:.1%}" if use.legal else "-",
        _compact(use.win_share) if use.users else "-",
    )


def _print_blocks(measured: Balance) -> None:
    shown = table("block", "actions", "illegal", "unchosen", *USE_HEADINGS)
    actions = measured.of_kind("action")
    at = 0
    for use in measured.of_kind("block"):
        own = actions[at : at + use.actions]
        at += use.actions
        never_legal = sum(each.legal == 0 for each in own)
        never_chosen = sum(each.legal > 0 and each.chosen == 0 for each in own)
        shown.add_row(use.name, str(use.actions), str(never_legal), str(never_chosen), *_use(measured, use))
    show(shown)
    say(USE_NOTE)


def _print_names(measured: Balance, rare: float, everything: bool) -> None:
    for kind in measured.kinds():
        uses = measured.of_kind(kind)
        block, _, dim = kind.partition(" ")
        _print_uses(measured, uses, f"{block}: {dim}", rare, everything)
    for kind, names in measured.mentions.items():
        never = [name for name, n in names.items() if n == 0]
        say(
            f"{kind}: {len(names) - len(never)} of {len(names)} are mentioned in {measured.told} told games"
            + (f"; never: {_some(never, everything)}" if never else "")
        )
        if everything:
            for name, n in sorted(names.items(), key=lambda item: -item[1]):
                say(f"  {name:<32}{n / max(measured.told, 1):>7.1%}")
    say("")


def _print_uses(measured: Balance, uses: list[Use], what: str, rare: float, everything: bool) -> None:
    """The rare ones as a table, or all; and how many there are."""
    chosen = uses if everything else [use for use in uses if is_rare(use, rare) and use.legal]
    never = [use.name for use in uses if not use.legal]
    if chosen:
        shown = table(what, *USE_HEADINGS)
        for use in sorted(chosen, key=lambda use: use.chosen):
            shown.add_row(use.name, *_use(measured, use))
        show(shown)
    if never:
        say(f"{what}: {len(never)} of {len(uses)} never possible: {_some(never, everything)}")


def is_rare(use: Use, rare: float) -> bool:
    """Whether it was chosen in too small a share of its chances."""
    return use.chosen <= rare * use.legal


def _print_actions(measured: Balance, rare: float, everything: bool) -> None:
    actions = measured.of_kind("action")
    never = [use.name for use in actions if use.legal and not use.chosen]
    seldom = [use.name for use in actions if use.chosen and is_rare(use, rare)]
    impossible = [use.name for use in actions if not use.legal]
    say(f"Of {len(actions)} actions:")
    for words, names in (
        ("never legal", impossible),
        ("legal, never chosen", never),
        (f"chosen in at most {rare:.1%} of their chances", seldom),
    ):
        say(f"  {len(names):>4} {words}" + (f": {_some(names, everything)}" if names else ""))


def _some(names: list[str], everything: bool) -> str:
    few = names if everything else names[:LISTED]
    return ", ".join(few) + (f" and {len(names) - len(few)} more" if len(names) > len(few) else "")


def _compact(estimate: Estimate) -> str:
    return f"{estimate.mean:.1%} ({100 * estimate.low:.0f}-{100 * estimate.high:.0f})"


def _share(estimate: Estimate) -> tuple[str, str]:
    from astrarium.agents.report import percent, percent_range

    return percent(estimate.mean), percent_range(estimate)
