"""The page of a bench of language models: it needs no other file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from astrarium.agents.report import STYLE, axis_of, breakable, count, percent, percent_range, plot
from astrarium.agents.standings import Estimate
from astrarium.core.files import atomic
from astrarium.core.svg import escape

from .bench import REFUSALS, Bench, Result

PAGE = "report.html"
OWN_STYLE = ".standings .plot { display: block; margin: 0 0 .3em auto; }\n"  # above its words
HEADINGS = ("agent", "rating", "win share", "loss a decision", "refused", "tokens", "cost")
ABOUT = (
    "Rating: Elo on the ladder of the game, greedy is 1000. Win share: alone among copies of the opponents "
    "that were met, which are not the same for all agents. Loss: win probability given away a decision that "
    "left a choice, as {reviewer} sees it from what the seat could know; below 0 is possible, as both are "
    "estimates. Intervals are 95%, from the spread between deals.",
    "Refused: replies that were not taken, as harness / format / illegal / timeout. Harness: requests that "
    "failed and were repeated; they cost the agent nothing. Tokens: of prompts + of replies.",
)


def rows(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """The table under HEADINGS for one game, the best first."""
    return [
        (each.agent, rating(each), share(each.share), loss(each), refused(each), tokens(each), cost(each))
        for each in ordered(results)
    ]


def ordered(results: Sequence[Result]) -> list[Result]:
    """The best first: by rating, then by what decisions gave away."""

    def rank(each: Result) -> tuple[float, float]:
        lost = each.loss.mean if math.isfinite(each.loss.mean) else math.inf
        return -(each.rating.mean if each.rating else -math.inf), lost

    return sorted(results, key=rank)


def rating(each: Result) -> str:
    """1043 ±120"""
    found = each.rating
    return "-" if found is None else f"{found.mean:.0f} ±{found.high - found.mean:.0f}"


def share(found: Estimate) -> str:
    """A share with its interval."""
    return f"{percent(found.mean)} ({percent_range(found)})" if math.isfinite(found.mean) else "-"


def loss(each: Result) -> str:
    """2.31% (1.80 to 2.82)"""
    found = each.loss
    if not math.isfinite(found.mean):
        return "-"
    between = f" ({100 * found.low:.2f} to {100 * found.high:.2f})" if math.isfinite(found.low) else ""
    return f"{100 * found.mean:.2f}%{between}"


def refused(each: Result) -> str:
    """0 / 3 / 1 / 0, and what came of it."""
    faults, told = each.effort.faults, " / ".join(str(each.effort.faults[kind]) for kind in REFUSALS)
    more = f", {faults['random']} of {each.effort.decisions} at random" if faults["random"] else ""
    return told + more + (f", {len(each.effort.forfeits)} forfeits" if each.effort.forfeits else "")


def tokens(each: Result) -> str:
    """12,000 + 340"""
    used = each.effort.usage
    return f"{used['prompt_tokens']:,} + {used['completion_tokens']:,}" if used else "-"


def cost(each: Result) -> str:
    """What the tokens cost at the prices that were given."""
    return "-" if each.cost is None else f"{each.cost:.4f}"


def page(bench: Bench) -> str:
    """All results as one HTML page; it follows the reader's light or dark mode and fits a phone."""
    games = list(dict.fromkeys((each.title, each.players) for each in bench.results))
    title = f"Bench of {count(len(bench.plan.agents), 'agent')} at {count(len(games), 'game')}"
    facts = f"{count(bench.plan.games, 'game')} or more of each, in all seats; seed {bench.plan.seed}"
    if bench.plan.cards is not None:
        facts += f"; cards {bench.plan.content(bench.plan.tables[0][0]).name}"
    body = "\n".join(
        _section([each for each in bench.results if (each.title, each.players) == game]) for game in games
    )
    about = [line.format(reviewer=bench.plan.reviewer or "no reviewer") for line in ABOUT]
    notes = "".join(f"<p>{escape(line)}</p>" for line in [*about, *bench.notes])
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title><style>{STYLE}{OWN_STYLE}</style></head><body>
<h1>{escape(title)}</h1>
<p class="facts">{escape(facts)}</p>
{body}
<div class="notes">{notes}</div>
<p class='small'>Beside this page: <code>results.json</code> has every number; the folders hold the games
(<code>astrarium review FOLDER</code> judges them, <code>astrarium replay</code> tells one).</p>
</body></html>
"""


def _section(results: Sequence[Result]) -> str:
    """One game: its table, then who was met and in which seats."""
    ratings = [each.rating for each in results if each.rating is not None]
    losses = [each.loss for each in results if math.isfinite(each.loss.mean)]
    rating_axis = axis_of(ratings) if ratings else (0.0, 1.0)
    loss_axis = axis_of(losses, also=0.0) if losses else (0.0, 1.0)
    fair = 1 / results[0].players
    lines, met = [], []
    for each, row in zip(ordered(results), rows(results), strict=True):
        plots = {
            "rating": plot(each.rating, rating_axis) if each.rating else "",
            "win share": plot(each.share, (0.0, 1.0), fair) if math.isfinite(each.share.mean) else "",
            "loss a decision": plot(each.loss, loss_axis) if math.isfinite(each.loss.mean) else "",
        }
        cells = "".join(
            f"<td class='{'share' if name in plots else ''}' data-label='{name}'>"
            f"{plots.get(name, '')}{escape(words)}</td>"
            for name, words in zip(HEADINGS[1:], row[1:], strict=True)
        )
        lines.append(f"<tr><td class='agent'>{breakable(each.agent)}</td>{cells}</tr>")
        against = "; ".join(f"{m.opponent}: {share(m.share)} of {m.games}" for m in each.met) or "nobody"
        seats = "; ".join(f"seat {k}: {share(found)}" for k, found in enumerate(each.seats, 1))
        met.append(f"<p>{escape(each.agent)} met {escape(against)}. By seat: {escape(seats)}.</p>")
        met += [
            f"<p>First of kind {escape(kind)}: {escape(text)}</p>"
            for kind, text in each.effort.examples.items()
            if kind in REFUSALS
        ]
    head = "<th class='agent'>agent</th>" + "".join(f"<th>{name}</th>" for name in HEADINGS[1:])
    table = "\n".join(lines)
    return (
        f"<h2>{escape(results[0].title)}, {results[0].players} players</h2><div class='wide'>"
        f"<table class='standings'><thead><tr>{head}</tr></thead><tbody>\n{table}\n</tbody></table></div>"
        f"<div class='notes'>{''.join(met)}</div>"
    )


def write_page(bench: Bench, folder: str | Path) -> Path:
    """Write the page; its path."""
    file = Path(folder) / PAGE
    with atomic(file) as partial:
        partial.write_text(page(bench), encoding="utf-8")
    return file
