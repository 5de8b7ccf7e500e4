"""The report of an arena: rows for a table, a picture, and a page that needs no other file."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path

from astrarium.core import registry
from astrarium.core.files import atomic
from astrarium.core.svg import Drawing, escape, round_step, text_width, ticks, to_png, wrap

from .arena import Arena
from .faults import fault_notes
from .standings import FEW_DEALS, Estimate

PAGE, PICTURE = "report.html", "report.png"

INK, QUIET, LINE, PAPER, STRIPE = "#1c2333", "#667085", "#d5dae3", "#ffffff", "#f5f7fa"
MARK, BAND = "#2459b8", "#9dbcf0"
AHEAD, BEHIND = (36, 89, 184), (201, 92, 33)

HEADINGS = ("agent", "win share", "95%", "rating", "score", "place", "decisions/s")


def title(arena: Arena) -> str:
    """What was played, in a line."""
    return f"{registry.get(arena.header.game).title}: arena of {len(arena.agents)} agents"


def facts(arena: Arena) -> str:
    """How it was played, in a line."""
    table, header = arena.standings, arena.header
    options = "".join(f", {name} {value}" for name, value in header.options.items())
    seats = "1 player" if table.players == 1 else f"{table.players} players"
    return (
        f"{seats}, {table.games:,} games = {count(table.deals, 'deal')} x "
        f"{count(arena.schedule.a_deal, 'seating')}, "
        f"seed {arena.seed}, cards {header.content}{options}"
    )


def notes(arena: Arena) -> list[str]:
    """What a reader of the numbers should know."""
    table = arena.standings
    told = list(arena.warnings)
    if table.players > 1:
        told.append(
            f"Win share is a share of the seats taken: {percent(1 / table.players)} is fair. "
            "Tied winners share the win."
        )
    else:
        told.append("Places, ratings and head-to-head compare the agents' results on the same deal.")
    told.append(
        "Ratings are openskill's (Plackett-Luce, start 25), the mean over shuffled orders of the games. "
        "Intervals are 95%, from the spread between deals."
    )
    if table.deals < FEW_DEALS:
        told.append(
            f"With {count(table.deals, 'deal')} only, the intervals are wide and rough: play more games."
        )
    if table.cut:
        told.append(f"{count(table.cut, 'game')} reached the move limit: they count as they stood.")
    if arena.verdict is not None and arena.verdict.decided is not None:
        told.append(
            "The test stopped by itself. Intervals in the tables do not allow for that and are too narrow."
        )
    if arena.until is not None:
        most = max((each.win_share.high - each.win_share.low) / 2 for each in table.agents)
        told.append(
            f"Played until win shares are known within {arena.until:g}%: the widest interval is ±{most:.1%} "
            f"after {count(table.games, 'game')}."
        )
    timed = [spec for spec in arena.agents if "ms=" in spec]
    if timed:
        told.append(f"Not repeatable, as they play by the clock: {', '.join(timed)}.")
    return told + fault_notes(arena.effort)


def verdict(arena: Arena) -> list[str]:
    """What a sequential test decided, in words; nothing of another arena."""
    test, found = arena.sprt, arena.verdict
    if test is None or found is None:
        return []
    (first, second), low, high = arena.agents, f"{test.low:g}%", f"{test.high:g}%"
    games, share = count(found.games, "game"), f"share of the wins against {second}"
    told = {
        "high": f"Decided after {games}: {first} passes. Its {share} is nearer to {high} than to {low}.",
        "low": f"Decided after {games}: {first} fails. Its {share} is nearer to {low} than to {high}.",
    }
    undecided = f"Undecided after {games}: the {share} of {first} may be {low} as well as {high}."
    return [
        undecided if found.decided is None else told[found.decided],
        f"Share {percent(found.share.mean)} (95%: {percent_range(found.share)}, the early stop allowed for), "
        f"{count(found.deals, 'deal')}, log-likelihood ratio {found.ratio:.2f} "
        f"(decided at {found.bounds[0]:.2f} and {found.bounds[1]:.2f}).",
    ]


def rows(arena: Arena) -> list[tuple[str, ...]]:
    """The table of agents under HEADINGS, the best first."""
    table = arena.standings
    return [
        (
            each.spec,
            percent(each.win_share.mean),
            percent_range(each.win_share),
            f"{each.rating.mean:.1f}{margin(each.rating)}",
            f"{each.score.mean:.2f}",
            f"{each.place.mean:.2f}",
            speed(arena, each.spec),
        )
        for each in (table.agents[k] for k in table.order)
    ]


def duel_rows(arena: Arena) -> list[tuple[str, ...]]:
    """The head-to-head table, in the order of `rows`: how often the row is placed before each of them."""
    table = arena.standings
    return [
        (table.agents[a].spec, *("" if a == b else _duel(table.duels[a][b]) for b in table.order))
        for a in table.order
    ]


def _duel(duel: Estimate | None) -> str:
    return "-" if duel is None else percent(duel.mean)


def speed(arena: Arena, spec: str) -> str:
    """Decisions a second of an agent, on the threads that the arena had."""
    effort = arena.effort[spec]
    if not effort.decisions:
        return "-"
    rate = effort.decisions / max(effort.seconds, 1e-9)
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def count(number: int, word: str) -> str:
    """1 game, 2 games."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def percent(x: float) -> str:
    """0.123 -> 12.3%"""
    return f"{x:.1%}" if math.isfinite(x) else "-"


def percent_range(estimate: Estimate) -> str:
    """An interval of shares."""
    if not math.isfinite(estimate.low):
        return "-"
    return f"{100 * estimate.low:.1f}-{100 * estimate.high:.1f}"


def margin(estimate: Estimate) -> str:
    """Half the width of an interval that is even on both sides."""
    return f" ±{estimate.high - estimate.mean:.1f}" if math.isfinite(estimate.high) else ""


# ---- the picture ---------------------------------------------------------------------------------

WIDTH, MARGIN, ROW, GAP = 1080, 32, 36, 48


def picture(arena: Arena) -> str:
    """The standings with their intervals, head-to-head results and win shares by seat, as SVG."""
    table = arena.standings
    agents = len(table.agents)
    label = min(230.0, max(text_width(f"0. {each.spec}", 12) for each in table.agents) + 12)
    room = WIDTH - 2 * MARGIN - label - GAP - (table.players > 1) * 56 * table.players
    cell = max(26.0, min(92.0, room / agents))
    lower = 44 + cell * 0.62 * agents + 28
    remarks = [*verdict(arena), *notes(arena)]
    height = 118 + ROW * agents + 40 + lower + 24 + 18 * len(remarks) + 12
    d = Drawing(WIDTH, height, background=PAPER)
    d.text(MARGIN, 42, title(arena), 22, INK, bold=True, width=WIDTH - 2 * MARGIN)
    d.text(MARGIN, 66, facts(arena), 13, QUIET, width=WIDTH - 2 * MARGIN)
    bottom = _standings(d, arena, 108)
    top = bottom + 40
    right = _matrix(d, arena, MARGIN, top, label, cell)
    if table.players > 1:
        _by_seat(d, arena, right + GAP, top, cell)
    y = top + lower + 10
    for note in remarks:
        d.text(MARGIN, y, note, 11.5, QUIET, width=WIDTH - 2 * MARGIN)
        y += 18
    return d.svg()


def _standings(d: Drawing, arena: Arena, top: float) -> float:
    """One row an agent: dots with intervals for win share and rating, and plain numbers."""
    table = arena.standings
    fair = 1 / table.players if table.players > 1 else None
    share_axis = axis_of([each.win_share for each in table.agents], 0.0, 1.0, fair)
    rating_axis = axis_of([each.rating for each in table.agents])
    columns = {"win": (240, 190), "rating": (536, 170)}  # left edge and width of the plots
    ends = {"score": 900, "place": WIDTH - MARGIN}
    d.text(MARGIN, top, "agent", 12, QUIET)
    d.text(columns["win"][0], top, "win share" if fair is None else "win share (dashed: fair)", 12, QUIET)
    d.text(columns["rating"][0], top, "rating", 12, QUIET)
    for name, x in ends.items():
        d.text(x, top, name, 12, QUIET, "end")
    y = top + 10
    for place, k in enumerate(table.order):
        each = table.agents[k]
        if place % 2 == 0:
            d.rect(MARGIN - 8, y, WIDTH - 2 * MARGIN + 16, ROW, STRIPE, radius=4)
        middle = y + ROW / 2
        _name(d, MARGIN, middle, f"{place + 1}. {each.spec}", columns["win"][0] - MARGIN - 16)
        plots = (
            ("win", each.win_share, share_axis, percent(each.win_share.mean)),
            ("rating", each.rating, rating_axis, f"{each.rating.mean:.1f}"),
        )
        for name, estimate, axis, words in plots:
            x, width = columns[name]
            _interval(d, estimate, axis, x, middle, width)
            d.text(x + width + 66, middle + 5, words, 13, INK, "end")
        d.text(ends["score"], middle + 5, f"{each.score.mean:.2f}", 13, INK, "end")
        d.text(ends["place"], middle + 5, f"{each.place.mean:.2f}", 13, INK, "end")
        y += ROW
    for name, axis, form in (("win", share_axis, ".0%"), ("rating", rating_axis, "g")):
        x, width = columns[name]
        d.line(x, y + 4, x + width, y + 4, LINE)
        for tick in ticks(*axis):
            at = x + width * _along(tick, axis)
            d.line(at, y + 4, at, y + 8, LINE)
            d.text(at, y + 20, format(tick, form), 10, QUIET, "middle")
    if fair is not None:
        at = columns["win"][0] + columns["win"][1] * _along(fair, share_axis)
        d.line(at, top + 10, at, y + 4, QUIET, 1, stroke_dasharray="3 3")
    return y + 20


def _name(d: Drawing, x: float, middle: float, words: str, width: float) -> None:
    """A name in one line or, smaller, in two."""
    if text_width(words, 14, bold=True) <= width:
        d.text(x, middle + 5, words, 14, INK, bold=True)
        return
    lines = wrap(words.replace(",", ", "), width, 11, 2, bold=True)
    for k, line in enumerate(lines):
        d.text(x, middle + 5 + 13 * (k - (len(lines) - 1) / 2), line, 11, INK, bold=True, width=width)


def _interval(
    d: Drawing, estimate: Estimate, axis: tuple[float, float], x: float, y: float, width: float
) -> None:
    at = x + width * _along(estimate.mean, axis)
    if math.isfinite(estimate.low):
        low, high = (x + width * _along(value, axis) for value in (estimate.low, estimate.high))
        d.rect(low, y - 4, max(high - low, 1.5), 8, BAND, radius=3)
    d.circle(at, y, 5, MARK)


def _matrix(d: Drawing, arena: Arena, left: float, top: float, label: float, cell: float) -> float:
    """Head to head, as coloured cells; the right edge."""
    table = arena.standings
    high = 0.62 * cell
    d.text(left, top, "head to head: how often the row is placed before the column", 12, QUIET)
    x0, y0 = left + label, top + 36
    for column in range(len(table.order)):
        middle = x0 + cell * (column + 0.5)
        d.text(middle, y0 - 8, column + 1, 12, INK, "middle")
    for row, a in enumerate(table.order):
        y = y0 + high * row
        words = f"{row + 1}. {table.agents[a].spec}"
        d.text(x0 - 8, y + high / 2 + 4, words, 12, INK, "end", width=label - 8, min_size=9)
        for column, b in enumerate(table.order):
            duel = table.duels[a][b]
            x = x0 + cell * column
            if duel is None:
                d.rect(x + 1, y + 1, cell - 2, high - 2, STRIPE, radius=3)
                continue
            _cell(d, x, y, cell, high, duel, 0.5, 0.5)
    return x0 + cell * max(len(table.agents), 4)


def _by_seat(d: Drawing, arena: Arena, left: float, top: float, cell: float) -> None:
    """Win share in each seat."""
    table = arena.standings
    high = 0.62 * cell
    fair = 1 / table.players
    cell = min(cell, (WIDTH - MARGIN - left) / table.players)
    d.text(left, top, "win share in each seat", 12, QUIET)
    names = registry.get(arena.header.game).seat_names
    for seat in range(table.players):
        middle = left + cell * (seat + 0.5)
        d.text(middle, top + 28, names[seat], 11, INK, "middle", width=cell - 6, min_size=7)
    for row, k in enumerate(table.order):
        for seat, estimate in enumerate(table.agents[k].by_seat):
            _cell(d, left + cell * seat, top + 36 + high * row, cell, high, estimate, fair, min(fair, 0.5))


def _cell(
    d: Drawing,
    x: float,
    y: float,
    width: float,
    height: float,
    estimate: Estimate,
    middle: float,
    reach: float,
) -> None:
    """A share on a colour that tells how far it is from the middle."""
    if not math.isfinite(estimate.mean):
        d.rect(x + 1, y + 1, width - 2, height - 2, STRIPE, radius=3)
        return
    far = max(-1.0, min(1.0, (estimate.mean - middle) / reach))
    target = AHEAD if far > 0 else BEHIND
    red, green, blue = (round(255 + (part - 255) * min(1.0, 0.06 + 0.94 * abs(far))) for part in target)
    ink = PAPER if 0.3 * red + 0.59 * green + 0.11 * blue < 150 else INK
    d.rect(x + 1, y + 1, width - 2, height - 2, f"#{red:02x}{green:02x}{blue:02x}", radius=3)
    middle_x, middle_y = x + width / 2, y + height / 2
    ranged = height >= 42 and math.isfinite(estimate.low)
    words = f"{estimate.mean:.0%}"
    d.text(middle_x, middle_y + (0 if ranged else 5), words, 14, ink, "middle", width=width - 4)
    if ranged:
        words = f"{100 * estimate.low:.0f} - {100 * estimate.high:.0f}"
        d.text(middle_x, middle_y + 14, words, 9.5, ink, "middle")


def axis_of(
    estimates: Sequence[Estimate],
    least: float = -math.inf,
    most: float = math.inf,
    also: float | None = None,
) -> tuple[float, float]:
    """Round ends of an axis that holds all intervals."""
    values = [
        value for each in estimates for value in (each.mean, each.low, each.high) if math.isfinite(value)
    ]
    values += [] if also is None else [also]
    low, high = min(values), max(values)
    step = round_step(max(high - low, 1e-9) / 4)
    return max(least, math.floor(low / step) * step), min(most, math.ceil(high / step) * step + 1e-12)


def _along(value: float, axis: tuple[float, float]) -> float:
    low, high = axis
    return max(0.0, min(1.0, (value - low) / max(high - low, 1e-12)))


# ---- the page ------------------------------------------------------------------------------------

STYLE = """
:root { color-scheme: light dark; --ink: #1c2333; --quiet: #667085; --line: #d5dae3; --paper: #ffffff;
        --stripe: #f5f7fa; --mark: #2459b8; --band: #9dbcf0; --ahead: 36, 89, 184; --behind: 201, 92, 33; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --quiet: #98a2b3; --line: #344054; --paper: #12161f; --stripe: #1a202c;
          --mark: #8ab4ff; --band: #31549a; --ahead: 84, 138, 240; --behind: 226, 118, 60; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1080px;
       margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; line-height: 1.25; } h2 { font-size: 1.15em; margin-top: 2em; }
.facts, .notes, th, .small { color: var(--quiet); } .notes, .small { font-size: .87em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums; }
th, td { padding: .4em .7em; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.agent { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 9em;
         font-weight: 600; }
.standings { width: 100%; }
.standings tbody tr:nth-child(odd) { background: var(--stripe); }
.plot { display: inline-block; position: relative; width: 8em; height: 1em; vertical-align: middle;
        border-bottom: 1px solid var(--line); margin: 0 .6em; }
.share .words { display: inline-block; min-width: 5.9em; } .words:has(.small) { min-width: 10em; }
.plot i { position: absolute; top: .3em; height: .4em; background: var(--band); border-radius: .2em; }
.plot b { position: absolute; top: .2em; width: .6em; height: .6em; margin-left: -.3em; border-radius: 50%;
          background: var(--mark); }
.plot u { position: absolute; top: 0; height: 1em; border-left: 1px dashed var(--quiet); }
.matrix td { text-align: center; min-width: 3em; }
.matrix td.agent { text-align: left; }
.matrix td.gap { border: 0; min-width: .5em; padding: 0; }
.seat { font-weight: 400; }
code { background: var(--stripe); padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere; }
@media (max-width: 700px) {
  .standings thead { display: none; }
  .standings tr { display: grid; grid-template-columns: 1fr 1fr; padding: .5em 0;
                  border-bottom: 1px solid var(--line); }
  .standings td { border: 0; padding: .15em .5em; text-align: left; }
  .standings td.agent, .standings td.share { grid-column: 1 / -1; }
  .standings td::before { content: attr(data-label) " "; color: var(--quiet); font-size: .87em; }
  .standings td.agent::before { content: none; }
  .standings td.share { display: grid; grid-template-columns: 4.8em 7em auto; align-items: center; }
  .standings td.share .plot { width: auto; margin: 0 .8em 0 0; }
  .standings td.share .words { min-width: 0; }
  .matrix th, .matrix td { padding: .3em .3em; min-width: 2.2em; }
  .matrix .agent { min-width: 1.5em; } .matrix .name { display: none; }
}
"""


def page(arena: Arena) -> str:
    """All results as one HTML page; it follows the reader's light or dark mode and fits a phone."""
    files = (
        "<p class='small'>Beside this page: <code>results.json</code> has every number, "
        "<code>games.csv</code> a line for each game, <code>report.png</code> a picture of these results, "
        "<code>records/</code> the games themselves "
        "(<code>astrarium replay records/00000.parquet --game 1</code> tells one).</p>"
    )
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title(arena))}</title><style>{STYLE}</style></head><body>
<h1>{escape(title(arena))}</h1>
<p class="facts">{escape(facts(arena))}</p>
{"".join(f"<p>{escape(line)}</p>" for line in verdict(arena))}
{_html_standings(arena)}
<div class="notes">{"".join(f"<p>{escape(line)}</p>" for line in notes(arena))}</div>
<h2>{"Head to head, and seat by seat" if arena.standings.players > 1 else "Head to head"}</h2>
<p class="small">How often the agent of the row is placed before that of the column; a tie is half.
{"Under the seats: its share of the wins there." if arena.standings.players > 1 else ""}</p>
<div class="wide">{_html_matrix(arena)}</div>
{files}
</body></html>
"""


def _html_standings(arena: Arena) -> str:
    """One row an agent, the best first, with dots and intervals."""
    table = arena.standings
    fair = 1 / table.players if table.players > 1 else None
    share_axis = axis_of([each.win_share for each in table.agents], 0.0, 1.0, fair)
    rating_axis = axis_of([each.rating for each in table.agents])
    lines = []
    for place, k in enumerate(table.order, 1):
        each = table.agents[k]
        share = (
            f"<span class='words'>{percent(each.win_share.mean)} "
            f"<span class='small'>({percent_range(each.win_share)})</span></span>"
        )
        cells = [
            ("share", "win share", plot(each.win_share, share_axis, fair) + share),
            (
                "share",
                "rating",
                plot(each.rating, rating_axis)
                + f"<span class='words'>{each.rating.mean:.1f}{margin(each.rating)}</span>",
            ),
            ("", "score", f"{each.score.mean:.2f}"),
            ("", "place", f"{each.place.mean:.2f}"),
        ]
        name = f"<td class='agent'>{place}. {breakable(each.spec)}</td>"
        row = "".join(f"<td class='{kind}' data-label='{label}'>{words}</td>" for kind, label, words in cells)
        lines.append(f"<tr>{name}{row}</tr>")
    heads = ("win share (95%)", "rating", "score", "place")
    head = "<th class='agent'>agent</th>" + "".join(f"<th>{each}</th>" for each in heads)
    body = "\n".join(lines)
    return f"<table class='standings'><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def plot(estimate: Estimate, axis: tuple[float, float], also: float | None = None) -> str:
    """A dot with its interval on an axis, and a dashed line where results are fair."""

    def at(value: float) -> float:
        return 100 * _along(value, axis)

    line = "" if also is None else f"<u style='left:{at(also):.1f}%'></u>"
    band = ""
    if math.isfinite(estimate.low):
        low, high = at(estimate.low), at(estimate.high)
        band = f"<i style='left:{low:.1f}%;width:{max(high - low, 1):.1f}%'></i>"
    return f"<span class='plot'>{line}{band}<b style='left:{at(estimate.mean):.1f}%'></b></span>"


def _html_matrix(arena: Arena) -> str:
    """Head to head and seat by seat, as coloured cells."""
    table = arena.standings
    seats = table.players if table.players > 1 else 0
    names = registry.get(arena.header.game).seat_names
    head = "".join(f"<th>{place}</th>" for place in range(1, len(table.agents) + 1))
    head += "<th class='gap'></th>" * bool(seats)
    head += "".join(f"<th class='seat'>{escape(names[seat])}</th>" for seat in range(seats))
    lines = []
    for place, a in enumerate(table.order, 1):
        cells = [_shade(table.duels[a][b], 0.5, 0.5) for b in table.order]
        if seats:
            cells += ["<td class='gap'></td>"]
            cells += [_shade(each, 1 / seats, min(1 / seats, 0.5)) for each in table.agents[a].by_seat]
        name = f"<td class='agent'>{place}. <span class='name'>{breakable(table.agents[a].spec)}</span></td>"
        lines.append(f"<tr>{name}{''.join(cells)}</tr>")
    body = "\n".join(lines)
    first = "<th class='agent'><span class='name'>agent</span></th>"
    return f"<table class='matrix'><thead><tr>{first}{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def breakable(spec: str) -> str:
    """A spec that may be broken after its commas, colons and slashes."""
    return re.sub("([,:/])", r"\1<wbr>", escape(spec))


def _shade(estimate: Estimate | None, middle: float, reach: float) -> str:
    """A share on a colour that tells how far it is from the middle."""
    if estimate is None or not math.isfinite(estimate.mean):
        return "<td></td>"
    far = max(-1.0, min(1.0, (estimate.mean - middle) / reach))
    tone = "ahead" if far > 0 else "behind"
    title = f"95%: {percent_range(estimate)}"
    return (
        f"<td style='background:rgba(var(--{tone}), {0.65 * abs(far):.2f})' title='{title}'>"
        f"{estimate.mean:.0%}</td>"
    )


def write_report(arena: Arena, folder: str | Path) -> tuple[Path, Path]:
    """Write the page and the picture; their paths."""
    html, png = Path(folder) / PAGE, Path(folder) / PICTURE
    with atomic(html) as partial:
        partial.write_text(page(arena), encoding="utf-8")
    with atomic(png) as partial:
        partial.write_bytes(to_png(picture(arena), scale=1.5))
    return html, png
