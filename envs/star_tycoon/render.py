"""Star Tycoon: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). The picture is laid out like the table: the market with
event and tile at the left, the four rows beside their decks, partnerships below, then the corporations with
developments under their planets.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from astrarium.core.svg import (
    DIM,
    EDGE,
    ELLIPSIS,
    GAP,
    HOLLOW,
    INK,
    LINE,
    PANEL,
    WELL,
    Drawing,
    Panel,
    compose,
    heading,
    text_width,
    tone,
    wrap,
)
from astrarium.core.tables import Content

from . import actions as act
from . import state as st
from . import tables as tb
from .narrate import narrate
from .view import SEAT_NAMES, CardView, PlayerView, RowView, SiteView, TableView, letters_of, look

__all__ = ["narrate", "places", "render_svg", "render_text"]

# Text


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    lines += _text_market(view)
    lines.append("")
    if view.event:
        past = f" (earlier: {', '.join(view.past_events)})" if view.past_events else ""
        lines.append(f"event: {view.event}. {view.event_text}{past}")
    steps = ", ".join(f"{count} = {points}" for count, points in view.tile_steps)
    lines.append(f"bonus points for {view.tile}: {steps}")
    cells = [_text_partnership(*each) for each in view.partnerships]
    lines.append("partnerships")
    lines += ["  " + "".join(f"{cell:<48}" for cell in cells[at : at + 2]) for at in range(0, len(cells), 2)]
    if view.goal:
        lines.append(f"goal: {view.goal} (now {view.goal_state}); buff: {view.buff or 'none'}")
    lines.append("")
    for row in view.rows:
        lines += _text_row(row)
    lines.append("")
    for player in view.players:
        lines += _text_player(view, player)
    if view.offer:
        lines.append(f"offer: {view.offer}")
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _text_market(view: TableView) -> list[str]:
    rates = [f"{resources}:{credits}" for resources, credits in view.rates]
    heads = [f"x{rate}x" if c in view.blocked else f" {rate} " for c, rate in enumerate(rates)]
    lines = ["market     " + "".join(f"{head:^7}" for head in heads)]
    for resource, name in enumerate(st.RESOURCES):
        mark = "(x)" if view.flipped[resource] else "[o]"
        cells = [mark if column == view.markers[resource] else "." for column in range(len(rates))]
        lines.append(f"{name:<11}" + "".join(f"{cell:^7}" for cell in cells))
    return lines


def _text_partnership(brand: int, owner: int, price: list[int], points: list[int]) -> str:
    whose = f"{SEAT_NAMES[owner]}'s" if owner >= 0 else letters_of(price)
    return f"{st.BRANDS[brand]} ({tb.BRAND_CODES[brand]}), {whose}: {' '.join(map(str, points))}"


def _text_row(row: RowView) -> list[str]:
    top = f", on top {row.top}" if row.top else ""
    lines = [f"{row.name} ({'full' if row.full else 'not full'}, {row.deck} in the deck{top})"]
    for slot, card in enumerate(row.slots, 1):
        lines.append(f"  {slot} {_text_card(card) if card else '-'}")
    return lines


def _text_card(card: CardView) -> str:
    price = " or ".join(letters_of(line) for line in card.prices)
    phished = "; illegal goods on it" if card.phished else ""
    if card.planet:
        words = f"{st.TYPES[card.kind]}, {card.system} system, room {card.capacity}, {_target(card)}"
        return f"{card.name:<22}{price:<18}{words}{phished}"
    return f"{card.name:<22}{price:<18}{_deal(card)}{phished}"


def _target(card: CardView) -> str:
    return f"{_wanted(card)} = {card.points}"


def _wanted(card: CardView) -> str:
    brands = " ".join(f"{n}{tb.BRAND_CODES[brand]}" for brand, n in enumerate(card.target_brands) if n)
    return letters_of(card.target_made) or brands


def _deal(card: CardView) -> str:
    """What a development offers."""
    words = [
        tb.BRAND_CODES[card.brand] if card.brand >= 0 else "",
        f"makes {letters_of(card.made)}" if any(card.made) else "",
        f"{card.points} point{'s' * (abs(card.points) != 1)}" if card.points else "",
        card.bonus,
        f"smuggler {card.smuggler}" if card.smuggler else "",
        "array" if card.array else "",
    ]
    return ", ".join(word for word in words if word)


def _text_player(view: TableView, player: PlayerView) -> list[str]:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    words = [
        f"{player.total} points",
        f"{player.company} ({player.target_count} of {player.target} = {player.target_points})"
        if player.company
        else "no company yet",
        letters_of(player.tokens) or "no tokens",
        "1st player" if player.first else "",
        f"team {player.team + 1}" if player.team >= 0 else "",
        "loan" if player.loan else "",
        f"reserve: {', '.join(words for words, _ in player.reserve)}" if player.reserve else "",
        ", ".join(
            f"partner of {tb.BRAND_CODES[brand]} ({count} = {points})"
            for brand, count, points in player.partnerships
        ),
        f"has chosen {player.choice}" if player.choice else "",
    ]
    lines = [f"{mark} {player.name}: " + "; ".join(word for word in words if word)]
    for company in player.hand:
        start, target = letters_of(company.start), f"{company.target} = {company.points}"
        lines.append(f"    may keep {company.name} ({start}; {target}): {company.ability}")
    for site in player.sites:
        lines.append(f"    {_text_site(site)}")
    return lines


def _text_site(site: SiteView) -> str:
    built = ", ".join(_built(card) for card in site.developments) or "nothing"
    room = f"{len(site.developments)}/{site.capacity if site.capacity >= 0 else '-'}"
    met = ", met" if site.met else ""
    if site.face is not None:
        head = f"{site.name} ({st.TYPES[site.face.kind]}, {site.face.system})"
        return f"{head} {room} {_target(site.face)}{met}: {built}"
    if site.token >= 0:
        return f"{site.name} {room} most {tb.LETTERS[site.token]} = {site.points}{met}: {built}"
    return f"{site.name} {room}: {built}"


def _built(card: CardView) -> str:
    if card.card >= st.FIRST_FORGE:
        return f"{card.name} [{letters_of(card.made)}]"
    words = [tb.BRAND_CODES[card.brand], letters_of(card.made), f"{card.points:+d}" if card.points else ""]
    return f"{card.name} [{' '.join(word for word in words if word)}]"


# Picture

WIDTH = 1280.0
TOP, TABLE, STRIP, GOAL = 62.0, 312.0, 34.0, 40.0
LEFT = 296.0
# Columns of corporations and the height of one, by number of players.
LAYOUT = {1: (1, 280), 2: (1, 232), 3: (1, 216), 4: (2, 274), 5: (2, 274), 6: (2, 274)}
INFO = 150.0  # width of a company beside its planets
SITE = 116.0  # wished width of a planet
SLIM = 500.0  # a corporation narrower than this has its company above its planets
COMPANY = 104.0  # height of a company that lies above
HAND = 150.0  # height of a company card to choose, there
CARD, CARD_INK, CARD_DIM = "#f1ede2", "#1c2233", "#5d6679"
SEAT_COLOURS = ("#d94848", "#4486ee", "#e8c53a", "#3da765", "#9a63dc", "#ee8a3a")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#ffffff", "#ffffff", "#1b1b1b")
TOKEN_COLOURS = ("#f4c430", "#2a2a33", "#b07a4a", "#4fb7c5", "#6fb544", "#5b7fe0", "#9aa3b2", "#ffffff")
TOKEN_INK = ("#1b1b1b", "#ff8a7a", "#ffffff", "#08323a", "#12300a", "#ffffff", "#1b1f2a", "#1b1b1b")
TYPE_COLOURS = ("#4c9a52", "#b97c2f", "#9a6cc9", "#3576c4", "#3f99b8", "#d9593f")
BRAND_COLOURS = ("#3f9b57", "#c8453b", "#d2568f", "#d08a2e", "#3a78c2", "#7a56c2", "#2b9c9c")
LEVELS = ("#4c5b7a", "#31538c", "#63509a", "#8a6126")
GOLD, BLUE, VIOLET, GOOD = "#e8b93a", "#2d6fc4", "#7a4fb0", "#49b36b"
SCORE = tone("score", "#8a6200", "#e8b93a")  # gold as ink
EVENT_FIELD = tone("event-field", "#f8dfdc", "#3a2030")
EVENT_INK = tone("event-ink", "#9c2a1f", "#ffb3a7")
TILE_FIELD = tone("tile-field", "#f6ecc8", "#33301a")
GOAL_FIELD = tone("goal-field", "#dcf1e3", "#1d3327")
BUYERS = tone("buyers", "#c3d6f2", "#1d3558")  # the market's columns
SELLERS = tone("sellers", "#ecdcbb", "#3b3328")


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    columns, height = LAYOUT[len(view.players)]
    colour = SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    panels = [heading(WIDTH - 2 * GAP, view.title, view.headline, view.question, colour, view.offer)]
    y = TOP
    panels += [
        Panel("market", (GAP, y, LEFT, 154), partial(_draw_market, view), lambda _: 154.0),
        Panel("event", (GAP, y + 154 + GAP, LEFT, 76), partial(_draw_event, view), lambda _: 76.0),
        Panel("tile", (GAP, y + 238 + GAP, LEFT, TABLE - 246), partial(_draw_tile, view), lambda _: 66.0),
    ]
    left = 2 * GAP + LEFT
    wide, tall = (WIDTH - left - 2 * GAP) / 2, (TABLE - GAP) / 2
    for row in view.rows:
        box = (left + row.row % 2 * (wide + GAP), y + row.row // 2 * (tall + GAP), wide, tall)
        panels.append(Panel(f"row-{row.row}", box, partial(_draw_row, row), partial(_row_height, row)))
    y += TABLE + GAP
    strip = (GAP, y, WIDTH - 2 * GAP, STRIP)
    panels.append(Panel("partnerships", strip, partial(_draw_partnerships, view), lambda _: 3 * (STRIP + 6)))
    y += STRIP + GAP
    if view.goal:
        box = (GAP, y, WIDTH - 2 * GAP, GOAL)
        panels.append(Panel("goal", box, partial(_draw_goal, view), lambda _: 2 * GOAL))
        y += GOAL + GAP
    wide = (WIDTH - (columns + 1) * GAP) / columns
    for index, player in enumerate(view.players):
        line, column = divmod(index, columns)
        box = (GAP + column * (wide + GAP), y + line * (height + GAP), wide, height)
        draw = partial(_draw_player, view, player)
        panels.append(Panel(f"player-{player.seat}", box, draw, partial(_slim_height, player)))
    return compose(panels, width)


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = act.ACTIONS.block(action)
    own, players = int(s["seat"]), int(s["num_players"])
    name, first = block.name, parts[0] if parts else -1
    token = first + st.FIRST_RESOURCE if name == "take" else first
    simple = {
        "company": f"company-{first}",
        "bonus_planet": f"row-0-{first}",
        "remove": f"row-{int(s['remove_row'])}-{first}",
        "refresh": f"deck-{first}",
        "pay_refresh": f"deck-{first}",
        "partnership": f"partnership-{first}",
        "trade": f"market-{first}",
        "marker": f"market-{first}",
        "buy_reserved": f"reserve-{own}-{first}",
        "reserved": f"reserve-{own}-{first}",
        "give_card": f"reserve-{own}-{first}",
        "ask_card": f"reserve-{int(s['offeree'])}-{first}",
        "pay": f"token-{own}-{token}",
        "give": f"token-{own}-{token}",
        "gain": f"token-{own}-{token}",
        "discard": f"token-{own}-{token}",
        "take": f"token-{int(s['victim'])}-{token}",
        "ask": f"token-{int(s['offeree'])}-{token}",
        "site": f"site-{own}-{first}",
        "development": f"built-{st.FIRST_DEVELOPMENT + first}",
        "player": f"player-{(own + 1 + first) % players}",
        "wayfare": f"corporation-{own}",
        "loan": f"corporation-{own}",
        "repay": f"corporation-{own}",
        "swap": f"corporation-{own}",
        "hover": f"corporation-{own}",
    }
    if name in simple:
        return (simple[name],)
    if name in ("buy", "reserve", "bonus_reserve"):
        return (f"row-{first}-{parts[1]}",)
    if name == "phase":
        return f"deck-{first}", f"row-{first}-{parts[1]}"
    if name == "spa":
        return tuple(f"deck-{row}" for row in range(st.NUM_ROWS) if (first + 1) >> row & 1)
    if name == "omniforge":
        whose = (own + first) % players
        return tuple(
            f"built-{card}" for card in range(st.FIRST_FORGE, st.NUM_CARDS) if s["owner"][card] == whose
        )
    if name == "smuggle":
        if first == st.NUM_SMUGGLERS:
            return (f"corporation-{own}",)
        card = int(content.tables[0]["smuggler_card"][first])
        return (f"built-{card}",) if s["owner"][card] >= 0 else _in_rows(s, card)
    if name == "line":
        return _in_rows(s, int(s["card"]))
    if name in ("yes", "no", "send") and s["offer_stage"] != st.OFFER_NONE:
        return ("offer",) if look(content, s, seat).offer else ()
    return ("event",) if name in ("yes", "no") and s["event"] >= 0 else ()


def _in_rows(s: Any, card: int) -> tuple[str, ...]:
    """A card that lies in a row."""
    rows = s["row"].tolist()
    return tuple(f"row-{row}-{slots.index(card)}" for row, slots in enumerate(rows) if card in slots)


# Small things


def _draw_token(d: Drawing, token: int, x: float, y: float, r: float) -> None:
    """Credits and illegal goods are round, resources have six corners."""
    fill, ink = TOKEN_COLOURS[token], TOKEN_INK[token]
    stroke = "#0b1020" if token != st.ILLEGAL else "#ff8a7a"
    if token in (st.CREDIT, st.ILLEGAL):
        d.circle(x, y, r, fill=fill, stroke=stroke, stroke_width=0.8)
    else:
        corners = [
            (x + r * 1.08 * math.sin(k * math.pi / 3), y - r * 1.08 * math.cos(k * math.pi / 3))
            for k in range(6)
        ]
        d.polygon(corners, fill=fill, stroke=stroke, stroke_width=0.8)
    letter = "?" if token == st.WILD else tb.LETTERS[token]
    d.text(x, y + r * 0.45, letter, size=r * 1.25, bold=True, fill=ink, anchor="middle")


def _token_groups(numbers: list[int], r: float, most: float) -> list[tuple[int, int]]:
    """Tokens one by one, or as numbers before a token where they would be too many."""
    single = [(token, 1) for token, count in enumerate(numbers) for _ in range(count)]
    if len(single) * (2 * r + 2) <= most and max(numbers, default=0) <= 3:
        return single
    return [(token, count) for token, count in enumerate(numbers) if count]


def _draw_tokens(
    d: Drawing, numbers: list[int], x: float, y: float, r: float, most: float = 999, ink: str = CARD_INK
) -> float:
    """A line of tokens from x on, middle at y; where it ends."""
    for token, count in _token_groups(numbers, r, most):
        if count > 1:
            words = str(count)
            d.text(x, y + r * 0.62, words, size=r * 1.75, bold=True, fill=ink)
            x += text_width(words, r * 1.75, True) + 1
        _draw_token(d, token, x + r, y, r)
        x += 2 * r + 2
    return x


def _tokens_width(numbers: list[int], r: float, most: float = 999) -> float:
    width = 0.0
    for _, count in _token_groups(numbers, r, most):
        width += 2 * r + 2 + (text_width(str(count), r * 1.75, True) + 1 if count > 1 else 0)
    return width


def _draw_brand(d: Drawing, brand: int, x: float, y: float, r: float) -> None:
    """The logos by their names: rounded, cross, heart, hex, square, pointed, diamond; a house for none."""
    colour = BRAND_COLOURS[brand] if brand >= 0 else "#6d7a94"
    white = "#ffffff"
    if brand == 0:
        d.rect(x - r, y - r * 0.7, 2 * r, r * 1.4, fill=colour, radius=r * 0.7)
    elif brand == 1:
        d.rect(x - r * 0.36, y - r, r * 0.72, 2 * r, fill=colour)
        d.rect(x - r, y - r * 0.36, 2 * r, r * 0.72, fill=colour)
    elif brand == 2:
        d.path(
            f"M {x} {y + r} L {x - r} {y - r * 0.1} A {r * 0.52} {r * 0.52} 0 0 1 {x} {y - r * 0.55} "
            f"A {r * 0.52} {r * 0.52} 0 0 1 {x + r} {y - r * 0.1} Z",
            fill=colour,
        )
    elif brand == 3:
        corners = [(x + r * math.cos(k * math.pi / 3), y + r * math.sin(k * math.pi / 3)) for k in range(6)]
        d.polygon(corners, fill=colour)
    elif brand == 4:
        d.rect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7, fill=colour)
    elif brand == 5:
        d.polygon([(x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)], fill=colour)
    elif brand == 6:
        d.polygon([(x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)], fill=colour)
    else:
        d.polygon([(x - r, y), (x, y - r), (x + r, y)], fill=colour)
        d.rect(x - r * 0.7, y, r * 1.4, r, fill=colour)
    d.circle(x, y + (r * 0.25 if brand == 5 else 0), r * 0.22, fill=white)


def _draw_points(d: Drawing, points: int, x: float, y: float, r: float, met: bool | None = None) -> None:
    """Victory points in a gold disc; grey while the target is not met."""
    fill = GOLD if met in (None, True) else "#59647c"
    if points < 0:
        fill = "#c8453b"
    d.circle(x, y, r, fill=fill, stroke="#0b1020", stroke_width=0.8)
    ink = "#1b1b1b" if met in (None, True) and points >= 0 else "#ffffff"
    d.text(x, y + r * 0.42, str(points), size=r * 1.22, bold=True, fill=ink, anchor="middle")


# Market, event, tile


def _draw_market(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
    label, head = 78.0, 24.0
    step, line = (w - label - 6) / len(view.rates), (h - head - 6) / len(st.RESOURCES)
    d.text(x + 6, y + 16, "Market", size=9.5, bold=True, fill=DIM)
    _draw_token(d, st.WILD, x + label - 26, y + 12.5, 6)
    d.text(x + label - 18.5, y + 16, ":", size=11, bold=True, fill=DIM)
    _draw_token(d, st.CREDIT, x + label - 7, y + 12.5, 6)
    for column, (resources, credits) in enumerate(view.rates):
        left = x + label + column * step
        middle = left + step / 2
        paint = BUYERS if column < 2 else SELLERS
        d.rect(left + 1, y + head - 1, step - 2, h - head - 4, fill=paint, radius=4)
        d.text(middle, y + 17, f"{resources} : {credits}", size=13, bold=True, fill=INK, anchor="middle")
    for resource, name in enumerate(st.RESOURCES):
        with d.place(f"market-{resource}"):
            middle = y + head + (resource + 0.5) * line
            _draw_token(d, st.FIRST_RESOURCE + resource, x + 14, middle, 7)
            d.text(x + 25, middle + 4, name, size=10.5, fill=INK, width=label - 27)
            _draw_marker(d, view, resource, x + label, middle, step)


def _draw_marker(d: Drawing, view: TableView, resource: int, x: float, y: float, step: float) -> None:
    """The line of a resource with its marker; crossed out when it has been traded."""
    for column in range(len(view.rates)):
        d.circle(x + (column + 0.5) * step, y, 3, fill=EDGE)
        if column in view.blocked:
            _draw_token(d, st.ILLEGAL, x + (column + 0.5) * step, y, 6)
    cx, token = x + (view.markers[resource] + 0.5) * step, st.FIRST_RESOURCE + resource
    flipped = view.flipped[resource]
    paint = "#4a5268" if flipped else TOKEN_COLOURS[token]
    d.circle(cx, y, 9.5, fill=paint, stroke="#ffffff", stroke_width=1.6)
    ink = "#ffffff" if flipped else TOKEN_INK[token]
    d.text(cx, y + 4.5, "✗" if flipped else tb.LETTERS[token], 12, ink, "middle", True)


def _draw_event(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    with d.place("event"):
        d.rect(x, y, w, h, fill=EVENT_FIELD if view.event else PANEL, stroke=LINE, radius=8)
        if not view.event:
            d.text(x + 10, y + 20, "Event: none", size=12, bold=True, fill=DIM)
            return
        d.text(x + 10, y + 17, f"Event: {view.event}", size=13, bold=True, fill=EVENT_INK, width=w - 20)
        size = next((size for size in (10.0, 9.0) if len(wrap(view.event_text, w - 20, size)) <= 3), 8.0)
        d.paragraph(x + 10, y + 31, view.event_text, w - 20, size, 3, INK, leading=1.15)
        if view.past_events:
            past = f"earlier: {', '.join(view.past_events)}"
            d.text(x + 10, y + h - 7, past, size=9, fill=DIM, width=w - 20, min_size=7)


def _draw_tile(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=TILE_FIELD, stroke=LINE, radius=8)
    d.text(x + 10, y + 17, f"Bonus points: {view.tile}", size=12, bold=True, fill=SCORE, width=w - 20)
    step = min(46.0, (w - 20) / max(len(view.tile_steps), 1))
    for index, (count, points) in enumerate(view.tile_steps):
        middle = x + 10 + (index + 0.5) * step
        d.text(middle - 3, y + h - 14, str(count), size=12, fill=INK, anchor="end")
        _draw_points(d, points, middle + 9, y + h - 18, 9)


def _draw_goal(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=GOAL_FIELD, stroke=LINE, radius=8)
    words = f"now: {view.goal_state}" + (f"; buff: {view.buff}" if view.buff else "")
    if w < SLIM:
        top = d.paragraph(x + 10, y + 15, f"Goal: {view.goal}", w - 20, 10.5, 3, INK, bold=True)
        d.paragraph(x + 10, top, words, w - 20, 10, 3, INK, leading=1.15)
        return
    d.text(x + 10, y + 16, f"Goal: {view.goal}", size=11.5, bold=True, fill=INK, width=w - 20, min_size=8)
    d.text(x + 10, y + 32, words, size=11, fill=INK, width=w - 20, min_size=8)


def _draw_partnerships(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    columns = 2 if w < SLIM else len(view.partnerships)
    step, tall = (w + 6) / columns, STRIP
    for index, (brand, owner, price, points) in enumerate(view.partnerships):
        left, wide, top = x + index % columns * step, step - 6, y + index // columns * (tall + 6)
        with d.place(f"partnership-{brand}"):
            edge = SEAT_COLOURS[owner] if owner >= 0 else LINE
            d.panel(left, top, wide, tall, edge, 2.5 if owner >= 0 else 1)
            _draw_brand(d, brand, left + 15, top + tall / 2, 9)
            d.text(left + 29, top + 14, st.BRANDS[brand], size=10.5, bold=True, fill=INK, width=wide - 34)
            d.text(left + 29, top + 28, " ".join(map(str, points)), size=10, fill=SCORE)
            if owner >= 0:
                d.text(left + wide - 8, top + 28, SEAT_NAMES[owner], 10.5, INK, "end", True)
            else:
                width = _tokens_width(price, 6, 40)
                _draw_tokens(d, price, left + wide - width - 6, top + tall - 10, 6, 40, INK)


# Rows of cards


def _row_height(row: RowView, width: float) -> float:
    """In a column: three cards a line."""
    return 24 + 132.0 * math.ceil(len(row.slots) / 3) + 12 * bool(row.top)


def _draw_row(row: RowView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h, GOOD if row.full else LINE)
    state = "full" if row.full else "not full"
    d.text(
        x + 8, y + 14, f"{row.name}: {state}", size=10.5, bold=True, fill=INK if row.full else DIM, width=140
    )
    head = 20.0
    if row.top:
        beside = w >= 450
        room, line = (w - 165, y + 14) if beside else (w - 16, y + 27)
        d.text(x + w - 8, line, f"on the deck: {row.top}", 9.5, DIM, "end", width=room, min_size=6.5)
        head += 0 if beside else 12
    deck, top = 46.0, y + head
    tall = h - head - 1
    with d.place(f"deck-{row.row}"):
        _draw_deck(d, row, x + 6, top, deck - 6, tall - 4)
    columns = min(3, len(row.slots)) if w < 450 else len(row.slots)
    step, high = (w - deck - 8) / columns, tall / math.ceil(len(row.slots) / columns)
    for slot, card in enumerate(row.slots):
        left, up = x + deck + 5 + slot % columns * step, top + slot // columns * high
        if card is None:
            d.rect(left, up, step - 5, high - 4, stroke=LINE, radius=6, stroke_dasharray="4 3")
            continue
        with d.place(f"row-{row.row}-{slot}"):
            draw = _draw_planet_card if card.planet else _draw_development_card
            draw(d, card, left, up, step - 5, high - 4)


def _draw_deck(d: Drawing, row: RowView, x: float, y: float, w: float, h: float) -> None:
    if row.deck:
        d.rect(x + 3, y + 3, w - 3, h - 3, fill=WELL, stroke=EDGE, radius=5)
        d.rect(x, y, w - 3, h - 3, fill=LEVELS[row.row], stroke="#8190b0", radius=5)
    else:
        d.rect(x, y, w - 3, h - 3, stroke=LINE, radius=5, stroke_dasharray="4 3")
    middle = x + w / 2 - 1.5
    d.text(
        middle,
        y + h * 0.4,
        "★" if row.row == 0 else "I" * row.row,
        size=17,
        bold=True,
        fill="#ffffff" if row.deck else DIM,
        anchor="middle",
    )
    ink = "#ffffff" if row.deck else DIM
    d.text(middle, y + h * 0.7, str(row.deck), size=14, bold=True, fill=ink, anchor="middle")
    d.text(middle, y + h * 0.82, "left", size=9, fill=ink, anchor="middle")


def _draw_prices(d: Drawing, card: CardView, x: float, y: float, most: float) -> None:
    """One line of tokens, or two with a bar between."""
    for line, price in enumerate(card.prices):
        _draw_tokens(d, price, x, y + line * 17, 6.5, most)
        if line:
            d.line(x, y + 8.5, x + 40, y + 8.5, stroke=CARD_DIM, stroke_width=1)


def _draw_planet_card(d: Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    colour = TYPE_COLOURS[card.kind]
    d.rect(x, y, w, h, fill=CARD, stroke=colour, stroke_width=2, radius=6)
    _draw_prices(d, card, x + 6, y + 13, w - 30)
    d.circle(x + w - 15, y + 16, 10, fill=colour)
    d.circle(x + w - 18, y + 13, 3, fill="#ffffff", opacity=0.45)
    _draw_name(d, card.name, x + 6, y + 53, w - 12)
    words = f"{st.TYPES[card.kind]}, {card.system} system"
    words = words if text_width(words, 8.5) <= w - 12 else f"{st.TYPES[card.kind]}, {card.system}"
    d.text(x + 6, y + 65, words, size=9, fill=CARD_DIM, width=w - 12)
    for place in range(card.capacity):
        d.rect(x + 6 + place * 13, y + 71, 10, 10, stroke=CARD_DIM, radius=2)
    d.rect(x + 5, y + h - 33, w - 10, 28, fill="#dcd5c3", stroke=colour, radius=4)
    _draw_target(d, card, x + 10, y + h - 19, 6.5, w - 46)
    _draw_points(d, card.points, x + w - 19, y + h - 19, 10)
    if card.phished:
        _draw_token(d, st.ILLEGAL, x + w - 13, y + 35, 7)


def _draw_name(d: Drawing, name: str, x: float, y: float, w: float) -> None:
    """The name of a card; in two lines where it is long, the lower one on y."""
    if text_width(name, 9, True) <= w:
        d.text(x, y, name, 12, CARD_INK, bold=True, width=w)
        return
    d.paragraph(x, y - 10, name, w, 9, 2, CARD_INK, bold=True, leading=1.1)


def _draw_target(
    d: Drawing, card: CardView, x: float, y: float, r: float, most: float, ink: str = CARD_INK
) -> float:
    if any(card.target_made):
        return _draw_tokens(d, card.target_made, x, y, r, most, ink)
    for brand, count in enumerate(card.target_brands):
        for _ in range(count):
            _draw_brand(d, brand, x + r, y, r)
            x += 2 * r + 3
    return x


def _draw_development_card(d: Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    colour = BRAND_COLOURS[card.brand]
    d.rect(x, y, w, h, fill=CARD, stroke=colour, stroke_width=2, radius=6)
    bonus = w * 0.45 if card.bonus else 0
    _draw_prices(d, card, x + 6, y + 13, w - 10 - bonus)
    if card.bonus:
        d.rect(x + w - bonus - 4, y + 4, bonus, 22, fill="#f0c9c2", stroke="#c8453b", radius=3)
        _draw_bonus(d, card.bonus, x + w - bonus / 2 - 4, y + 15, bonus - 4)
    _draw_name(d, card.name, x + 6, y + 53, w - 12)
    d.paragraph(x + 6, y + 65, st.BRANDS[card.brand], w - 12, 9, 2, CARD_DIM, leading=1.1)
    if card.array:
        _draw_array(d, x + 17, y + h - 45, 7)
    _draw_brand(d, card.brand, x + 17, y + h - 19, 9)
    left, wide = x + 32, w - 37 - (24 if card.points else 0)
    box = VIOLET if card.smuggler else BLUE
    if card.smuggler:
        d.rect(left, y + h - 33, wide, 28, fill=box, radius=4)
        ways = card.smuggler.replace(">", "→").replace("W", "?").split(" / ")
        if len(ways) == 1 and text_width(ways[0], 8) > wide - 4:  # what is given above, what is got below
            ways = [part.strip() for part in ways[0].replace("→", "/→").split("/")]
        for line, words in enumerate(ways):
            bold = text_width(words, 8, True) <= wide - 4
            up = y + h - 15 - (len(ways) - 1) * 6 + line * 12
            size = 11 if len(ways) == 1 else 10
            d.text(left + wide / 2, up, words, size, "#ffffff", "middle", bold, width=wide - 4, min_size=7)
    elif any(card.made):
        d.rect(left, y + h - 33, wide, 28, fill=box, radius=4)
        width = _tokens_width(card.made, 7.5, wide - 8)
        _draw_tokens(d, card.made, left + (wide - width) / 2 + 1, y + h - 19, 7.5, wide - 8, "#ffffff")
    if card.points:
        _draw_points(d, card.points, x + w - 17, y + h - 19, 10)
    if card.phished:
        _draw_token(d, st.ILLEGAL, x + w - 13, y + 35, 7)


def _draw_bonus(d: Drawing, words: str, x: float, middle: float, w: float) -> None:
    """One or two lines as large as they fit."""
    size = 10.0
    while size > 7 and (len(lines := wrap(words, w, size)) > 2 or any(ELLIPSIS in line for line in lines)):
        size -= 0.5
    for index, line in enumerate(lines):
        top = middle + (index - len(lines) / 2) * 1.15 * size
        d.text(x, top + 0.95 * size, line, size=size, fill="#5a1b14", anchor="middle")


def _draw_array(d: Drawing, x: float, y: float, r: float) -> None:
    """A dish that sends."""
    for k in (0.45, 0.8):
        for side in (-1, 1):
            d.path(
                f"M {x + side * r * k:.1f} {y - r * k:.1f} "
                f"A {r * k * 1.3:.1f} {r * k * 1.3:.1f} 0 0 {1 if side > 0 else 0} "
                f"{x + side * r * k:.1f} {y + r * k:.1f}",
                stroke="#2d6fc4",
                stroke_width=1.4,
            )
    d.circle(x, y, r * 0.25, fill="#2d6fc4")


# Corporations


def _slim_height(player: PlayerView, width: float) -> float:
    """In a column: company, planets and what else there is below one another."""
    hand = HAND * math.ceil(len(player.hand) / 2)
    lines = _site_lines(player, width - 12)
    return 60 + COMPANY + hand + sum(_line_height(line) + 4 for line in lines) + 22


def _draw_player(
    view: TableView, player: PlayerView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    colour, ink = SEAT_COLOURS[player.seat], SEAT_INK[player.seat]
    deciding, slim = player.seat == view.deciding, w < SLIM
    d.panel(x, y, w, h, colour if deciding else LINE, 3 if deciding else 1)
    with d.place(f"player-{player.seat}"):
        d.rect(x + 4, y + 4, w - 8, 24, fill=colour, radius=5)
        name = player.name
        name += f", team {player.team + 1}" if player.team >= 0 else ""
        name += "  ▶" if player.seat == view.active else ""
        name += "  1st" if player.first else ""
        d.text(x + 12, y + 21, name, size=14, bold=True, fill=ink, width=INFO - 16)
        total = f"{player.total} point{'s' * (abs(player.total) != 1)}"
        room = w - INFO - (20 if slim else 372)
        d.text(x + w - 12, y + 21, total, 14, ink, "end", True, width=room)
    if slim:
        _draw_purse(d, player, x + 6, y + 42, (w - 12) / (st.NUM_TOKENS + player.loan), INK)
        _draw_company(d, player, x + 6, y + 56, w - 12, COMPANY - 4)
        top = y + 56 + COMPANY
        if player.hand:
            _draw_hand(d, player, x + 6, top, w - 12, HAND - 6, 2)
            top += HAND * math.ceil(len(player.hand) / 2)
        _draw_sites(d, player, x + 6, top, w - 8, y + h - top - 18)
    else:
        _draw_purse(d, player, x + INFO + 8, y + 16, 43, ink)
        _draw_company(d, player, x + 6, y + 32, INFO - 8, h - 50)
        room = SITE + 4 if player.hand else w - INFO - 8
        _draw_sites(d, player, x + INFO + 2, y + 32, room, h - 50)
        if player.hand:
            _draw_hand(d, player, x + INFO + SITE + 8, y + 32, w - INFO - SITE - 16, h - 50, len(player.hand))
    points = ", ".join(f"{what} {number}" for what, number in player.points.items() if number)
    d.text(x + 10, y + h - 6, points or "no points yet", size=9.5, fill=DIM, width=w - 20)


def _draw_purse(d: Drawing, player: PlayerView, x: float, y: float, step: float, ink: str) -> None:
    """Tokens and loan in a line, middle at y."""
    for token in range(st.NUM_TOKENS):
        left, count = x + token * step, player.tokens[token]
        with d.place(f"token-{player.seat}-{token}"), d.group(opacity=1 if count else 0.45):
            _draw_token(d, token, left + 9, y, 8.5)
            d.text(left + 21, y + 5, str(count), size=13, bold=True, fill=ink)
    if player.loan:
        left = x + st.NUM_TOKENS * step
        d.rect(left, y - 9, 44, 18, fill="#8e1f1f", radius=4)
        d.text(left + 22, y + 4, "LOAN", size=11, bold=True, fill="#ffffff", anchor="middle")


def _draw_company(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    with d.place(f"corporation-{player.seat}"):
        d.rect(x, y, w, h, fill=WELL, stroke=LINE, radius=6)
        if not player.company:
            words = "choosing a company" if not player.choice else f"has chosen {player.choice}"
            d.paragraph(x + 6, y + 16, words, w - 12, size=10.5, lines=6, bold=True, fill=INK)
            return
        line = d.paragraph(x + 6, y + 15, player.company, w - 12, size=10.5, lines=3, bold=True, fill=INK)
        line = d.paragraph(x + 6, line, player.ability, w - 12, size=8.5, lines=6, fill=DIM, leading=1.15)
        met = player.target_met
        words = f"{player.target}: {player.target_count}"
        _draw_points(d, player.target_points, x + w - 15, line + 4, 8, met)
        d.text(x + 6, line + 7, words, size=9.5, bold=True, fill=SCORE if met else INK, width=w - 34)
    line += 20
    marks = len(player.partnerships) + len(player.reserve)
    columns = 2 if w > 300 else 1
    step = min(16.0, (y + h - line + 7) / max(1, math.ceil(marks / columns)))
    wide = w / columns
    for index, (brand, count, points) in enumerate(player.partnerships):
        left, middle = x + index % columns * wide, line + index // columns * step
        _draw_brand(d, brand, left + 13, middle, 6)
        d.text(left + 24, middle + 4, f"partner, {count} built", size=9, fill=INK, width=wide - 52)
        _draw_points(d, points, left + wide - 15, middle, 7)
    for index, (words, card) in enumerate(player.reserve, len(player.partnerships)):
        left, middle = x + index % columns * wide, line + index // columns * step
        with d.place(f"reserve-{player.seat}-{index - len(player.partnerships)}"):
            d.rect(left + 4, middle - 7, wide - 8, 14, fill=PANEL, stroke=EDGE, radius=3)
            if card is None:
                d.text(left + 8, middle + 3.5, f"kept: {words}", 9, INK, width=wide - 16, min_size=5.5)
            else:
                _draw_card_mark(d, card, left + 14, middle, 5.5)
                words = f"kept: {card.name}"
                d.text(left + 23, middle + 3.5, words, 9, INK, width=wide - 30, min_size=7)


def _draw_hand(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float, columns: int) -> None:
    """The companies to choose from."""
    step = min(w / columns, 240)
    for index, company in enumerate(player.hand):
        left, wide, top = x + index % columns * step, step - 5, y + index // columns * (h + 6)
        chosen = company.name == player.choice
        with d.place(f"company-{company.company}"):
            d.rect(left, top, wide, h, fill=CARD, stroke=GOLD if chosen else LINE, stroke_width=3, radius=6)
            longest = max(text_width(word, 1, True) for word in company.name.split())
            size = min(10.5, (wide - 14) / longest)
            while size > 7 and len(wrap(company.name, wide - 13, size, bold=True)) > 3:
                size -= 0.5
            line = d.paragraph(left + 7, top + 17, company.name, wide - 13, size, 3, CARD_INK, bold=True)
            _draw_tokens(d, company.start, left + 7, line + 3, 6.5, wide - 14)
            d.paragraph(left + 7, line + 24, company.ability, wide - 14, 9, 8, CARD_INK, leading=1.15)
            _draw_points(d, company.points, left + wide - 17, top + h - 16, 9)
            d.text(left + 7, top + h - 12, company.target, 10, CARD_INK, bold=True, width=wide - 40)


def _draw_card_mark(d: Drawing, card: CardView, x: float, y: float, r: float) -> None:
    """What tells a card apart beside its name: the type of a planet, the logo of a development."""
    if card.planet:
        d.circle(x, y, r, fill=TYPE_COLOURS[card.kind])
    else:
        _draw_brand(d, card.brand, x, y, r)


def _span(site: SiteView) -> int:
    """Columns that a place takes: a card with many developments lies in two."""
    return 2 if _places(site) > 6 else 1


def _site_lines(player: PlayerView, w: float, h: float | None = None) -> list[list[SiteView]]:
    """Homeworld and planets in as many lines as they need, or as the height allows."""
    columns = max(1, int(w // SITE))
    while True:
        lines: list[list[SiteView]] = [[]]
        for site in player.sites:
            if lines[-1] and sum(map(_span, lines[-1])) + _span(site) > columns:
                lines.append([])
            lines[-1].append(site)
        if h is None or len(lines) == 1 or 0.65 * sum(map(_line_height, lines)) <= h:
            return lines
        columns += 1


def _line_height(line: list[SiteView]) -> float:
    return max(39 + 24 * math.ceil(_places(site) / _span(site)) for site in line) if line else 0.0


def _draw_sites(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    lines = _site_lines(player, w, h)
    wanted = sum(map(_line_height, lines)) + 4 * len(lines)
    squeeze = min(1.0, h / wanted)
    most = max(sum(map(_span, line)) for line in lines)
    wide = min(w / most, 1.25 * SITE)
    for line in lines:
        tall = (_line_height(line) + 4) * squeeze
        left = x
        for site in line:
            with d.place(f"site-{player.seat}-{site.site}"):
                _draw_site(d, site, left, y, wide * _span(site) - 4, tall - 4)
            left += wide * _span(site)
        y += tall


def _places(site: SiteView) -> int:
    """Developments that are there or may come."""
    return max(site.capacity, len(site.developments), 1)


def _draw_site(d: Drawing, site: SiteView, x: float, y: float, w: float, h: float) -> None:
    face = site.face
    columns = _span(site)
    rows = math.ceil(_places(site) / columns)
    h = min(h, 39 + 24 * rows)
    colour = TYPE_COLOURS[face.kind] if face else "#6d7a94"
    edge = GOLD if site.met else colour
    d.rect(x, y, w, h, fill=HOLLOW, stroke=edge, stroke_width=2.5 if site.met else 1, radius=5)
    d.rect(x + 2, y + 2, w - 4, 15, fill=colour, radius=3)
    d.text(x + 6, y + 13, site.name, size=10, bold=True, fill="#ffffff", width=w - 12)
    middle = y + 26
    if face:
        _draw_target(d, face, x + 5, middle, 5.8, w - 60, INK)
        d.text(x + w - 26, middle + 3, face.system, size=8, fill=DIM, anchor="end", width=w * 0.3)
    elif site.token >= 0:
        d.text(x + 5, middle + 3, "most", size=8.5, fill=DIM)
        _draw_token(d, site.token, x + 35, middle, 5.8)
    else:
        d.text(x + 5, middle + 3, f"{len(site.developments)} built", size=8.5, fill=DIM)
    _draw_points(d, site.points, x + w - 14, middle, 7, site.met)
    step, wide = (h - 39) / rows, (w - 4) / columns
    for index in range(_places(site)):
        left, top = x + 3 + index // rows * wide, y + 36 + index % rows * step
        if index < len(site.developments):
            card = site.developments[index]
            with d.place(f"built-{card.card}"):
                _draw_built(d, card, left, top, wide - 2, step - 1.5)
        elif index < site.capacity:
            d.rect(left, top, wide - 2, step - 1.5, stroke=LINE, radius=3, stroke_dasharray="3 3")


def _draw_built(d: Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    """A development under its planet: logo, name, production, points."""
    level = 0 if card.card >= st.FIRST_FORGE else _level(card)
    d.rect(x, y, w, h, fill=LEVELS[level], stroke=EDGE, stroke_width=0.6, radius=3)
    middle, r = y + h / 2, min(h * 0.45, 5.8)
    _draw_brand(d, card.brand, x + 8, middle, min(r, 5.5))
    right = x + w - 2
    if card.points:
        _draw_points(d, card.points, right - r, middle, r)
        right -= 2 * r + 1
    if any(card.made):
        width = _tokens_width(card.made, r, 26)
        _draw_tokens(d, card.made, right - width, middle, r, 26, "#ffffff")
        right -= width + 1
    if card.smuggler:
        d.text(right, middle + 4, "⇄", size=10, bold=True, fill="#eadcff", anchor="end")
        right -= 10
    room = right - x - 17
    lines = [card.name]
    if text_width(card.name, 8) > room and h >= 16:
        lines = wrap(card.name, room, 7.5, 2)
    size = min(9.5, h * 0.62) if len(lines) == 1 else 7.5
    for index, line in enumerate(lines):
        up = middle + size * 0.36 + (index - (len(lines) - 1) / 2) * 8.5
        d.text(x + 15, up, line, size=size, fill="#ffffff", width=room, min_size=min(7, size))


def _level(card: CardView) -> int:
    return 1 + (card.card >= 72) + (card.card >= 108)
