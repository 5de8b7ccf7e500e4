"""The card of a response: what it is, what it wins, and what that says of the agent."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

from astrarium.agents.standings import Estimate
from astrarium.core.files import atomic

if TYPE_CHECKING:
    from .exploit import Exploit
    from .race import Race


def percent(share: Estimate) -> str:
    """A share with its interval."""
    between = "" if share.low != share.low else f" ({100 * share.low:.1f}-{100 * share.high:.1f})"
    return f"{100 * share.mean:.1f} %{between}"


def meaning(run: Exploit) -> list[str]:
    """What the figure says, in sentences."""
    share = run.won.win_share
    bound = (
        "The figure is a lower bound of what the best response to it wins: one that was searched for longer, "
        "or in another way, may win more. A low figure does not show that the agent is hard to beat."
    )
    if share.low > run.fair:
        found = f"So `{run.plan.agent}` can be exploited: a fair share is {100 * run.fair:.0f} %."
    else:
        found = (
            f"Within this budget nothing was found that certainly wins more than the fair share of "
            f"{100 * run.fair:.0f} %, which one gets who plays as it does."
        )
    return [found, bound]


def card(run: Exploit) -> list[str]:
    """The card as lines of Markdown."""
    plan, won = run.plan, run.won
    budget = f"{plan.minutes:g} minutes" if plan.minutes is not None else f"{plan.games:,} games"
    tuned = "none: the game has no weights"
    if run.game.weights is not None:
        tuned = f"none: the budget had only {run.to_tune:,} games for it"
    if run.climb is not None:
        tuned = f"{run.climb.games:,} games of `greedy` in {run.climb.steps:,} steps"
    lines = [
        f"# A response to `{plan.agent}` in {run.game.title}",
        "",
        f"`{run.chosen}` wins {percent(won.win_share)} of the games in which it sits alone among copies of "
        f"`{plan.agent}`: {run.arena.standings.games:,} games with {plan.players} players on "
        f"{run.arena.standings.deals:,} fresh deals, in every seat of each. {' '.join(meaning(run))}",
        "",
        "| | |",
        "|---|---|",
        f"| command | `{plan.command or 'from Python'}` |",
        f"| budget | {budget}; used: {run.games + run.arena.standings.games:,} games, "
        f"{run.seconds / 60:.1f} minutes on {run.threads} threads |",
        f"| tuning | {tuned} |",
        f"| game | `{run.game.env_id}`, cards {plan.content or run.game.contents[0]} |",
        f"| seed | {plan.seed} |",
        f"| on | {platform.machine()}, Python {platform.python_version()} |",
        "",
        "## How it was chosen",
        "",
        "Shares of the wins on the deals that decided. The chosen one was picked by them, so its share here "
        "is too high in the mean; the one above is not.",
        "",
    ]
    lines += ["Players that are there already:", "", *_table(run.race, run)]
    if run.climb is None:
        return lines
    return [*lines, "", "The best of them, and players with the tuned weights:", "", *_table(run.choice, run)]


def _table(race: Race, run: Exploit) -> list[str]:
    lines = ["| player | share of wins | deals | |", "|---|---|---|---|"]
    for entry in race.order:
        share = percent(entry.share(run.plan.players)) if entry.wins else "-"
        lines.append(f"| `{entry.spec}` | {share} | {len(entry.wins)} | {entry.left} |")
    return lines


def write_card(path: Path, run: Exploit) -> None:
    """The card as a file."""
    with atomic(path) as partial:
        partial.write_text("\n".join(card(run)) + "\n", encoding="utf-8")
