"""Star Tycoon: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). The picture is laid out like the table: the market with
event and tile at the left, the four rows beside their decks, partnerships below, then the corporations with
developments under their planets.
"""

from __future__ import annotations

import math
from typing import Any

from astrarium.core.svg import ELLIPSIS, Drawing, text_width, wrap
from astrarium.core.tables import Content

from .narrate import narrate
from .state import BRANDS, CREDIT, FIRST_FORGE, FIRST_RESOURCE, ILLEGAL, NUM_TOKENS, RESOURCES, TYPES, WILD
from .tables import BRAND_CODES, LETTERS
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
    for resource, name in enumerate(RESOURCES):
        mark = "(x)" if view.flipped[resource] else "[o]"
        cells = [mark if column == view.markers[resource] else "." for column in range(len(rates))]
        lines.append(f"{name:<11}" + "".join(f"{cell:^7}" for cell in cells))
    return lines


def _text_partnership(brand: int, owner: int, price: list[int], points: list[int]) -> str:
    whose = f"{SEAT_NAMES[owner]}'s" if owner >= 0 else letters_of(price)
    return f"{BRANDS[brand]} ({BRAND_CODES[brand]}), {whose}: {' '.join(map(str, points))}"


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
        words = f"{TYPES[card.kind]}, {card.system} system, room {card.capacity}, {_target(card)}"
        return f"{card.name:<22}{price:<18}{words}{phished}"
    return f"{card.name:<22}{price:<18}{_deal(card)}{phished}"


def _target(card: CardView) -> str:
    return f"{_wanted(card)} = {card.points}"


def _wanted(card: CardView) -> str:
    brands = " ".join(f"{n}{BRAND_CODES[brand]}" for brand, n in enumerate(card.target_brands) if n)
    return letters_of(card.target_made) or brands


def _deal(card: CardView) -> str:
    """What a development offers."""
    words = [
        BRAND_CODES[card.brand] if card.brand >= 0 else "",
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
            f"partner of {BRAND_CODES[brand]} ({count} = {points})"
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
        head = f"{site.name} ({TYPES[site.face.kind]}, {site.face.system})"
        return f"{head} {room} {_target(site.face)}{met}: {built}"
    if site.token >= 0:
        return f"{site.name} {room} most {LETTERS[site.token]} = {site.points}{met}: {built}"
    return f"{site.name} {room}: {built}"


def _built(card: CardView) -> str:
    if card.card >= FIRST_FORGE:
        return f"{card.name} [{letters_of(card.made)}]"
    words = [BRAND_CODES[card.brand], letters_of(card.made), f"{card.points:+d}" if card.points else ""]
    return f"{card.name} [{' '.join(word for word in words if word)}]"


# Picture

WIDTH, GAP = 1280, 8
TOP, TABLE, STRIP, GOAL = 66, 296, 34, 36
LEFT = 296
# Rows and columns of corporations and the height of one, by number of players.
LAYOUT = {1: (1, 1, 250), 2: (2, 1, 222), 3: (3, 1, 208), 4: (2, 2, 270), 5: (3, 2, 264), 6: (3, 2, 264)}
INFO = 150  # width of a company beside its planets
SITE = 116  # wished width of a planet
INK, PAPER, DIM, LINE, PANEL = "#e8ecf4", "#0b1020", "#93a0b8", "#33415f", "#141c33"
CARD, CARD_INK, CARD_DIM = "#f1ede2", "#1c2233", "#5d6679"
SEAT_COLOURS = ("#e05252", "#4f8ef0", "#e8c53a", "#45b36b", "#a06be0", "#ee8a3a")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#ffffff", "#ffffff", "#1b1b1b")
TOKEN_COLOURS = ("#f4c430", "#2a2a33", "#b07a4a", "#4fb7c5", "#6fb544", "#5b7fe0", "#9aa3b2", "#ffffff")
TOKEN_INK = ("#1b1b1b", "#ff8a7a", "#ffffff", "#08323a", "#12300a", "#ffffff", "#1b1f2a", "#1b1b1b")
TYPE_COLOURS = ("#4c9a52", "#c78b3f", "#9a6cc9", "#3576c4", "#5fb3cf", "#d9593f")
BRAND_COLOURS = ("#3f9b57", "#c8453b", "#d2568f", "#d08a2e", "#3a78c2", "#7a56c2", "#2b9c9c")
LEVELS = ("#33415f", "#27406b", "#4a3a70", "#6b4a1f")
GOLD, BLUE, VIOLET, GOOD = "#e8b93a", "#2d6fc4", "#7a4fb0", "#49b36b"


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    return ()


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    lines, columns, height = LAYOUT[len(view.players)]
    below = TOP + TABLE + GAP + STRIP + GAP + (GOAL + GAP if view.goal else 0)
    d = Drawing(WIDTH, below + lines * (height + GAP), background=PAPER)
    _draw_title(d, view)
    _draw_market(d, view, GAP, TOP, LEFT, 154)
    _draw_event(d, view, GAP, TOP + 154 + GAP, LEFT, 62)
    _draw_tile(d, view, GAP, TOP + 224 + GAP, LEFT, TABLE - 224 - GAP)
    left = 2 * GAP + LEFT
    width, tall = (WIDTH - left - 2 * GAP) / 2, (TABLE - GAP) / 2
    for row in view.rows:
        x, y = left + row.row % 2 * (width + GAP), TOP + row.row // 2 * (tall + GAP)
        _draw_row(d, row, x, y, width, tall)
    _draw_partnerships(d, view, GAP, TOP + TABLE + GAP, WIDTH - 2 * GAP, STRIP)
    if view.goal:
        _draw_goal(d, view, GAP, TOP + TABLE + 2 * GAP + STRIP, WIDTH - 2 * GAP, GOAL)
    width = (WIDTH - (columns + 1) * GAP) / columns
    for index, player in enumerate(view.players):
        x = GAP + index % columns * (width + GAP)
        _draw_player(d, view, player, x, below + index // columns * (height + GAP), width, height)
    return d.svg()


def _draw_title(d: Drawing, view: TableView) -> None:
    d.text(14, 25, view.title, size=16, bold=True, fill=INK)
    d.text(WIDTH / 2, 25, view.headline, size=16, fill=INK, anchor="middle", width=660)
    colour = SEAT_COLOURS[view.deciding] if view.deciding >= 0 else INK
    half = 760 if not view.offer else 420
    d.text(14, 52, view.question, size=14, bold=True, fill=colour, width=half, min_size=8)
    if view.offer:
        d.text(
            WIDTH - 14, 52, view.offer, size=12, fill=INK, anchor="end", width=WIDTH - half - 50, min_size=6
        )


# Small things


def _draw_token(d: Drawing, token: int, x: float, y: float, r: float) -> None:
    """Credits and illegal goods are round, resources have six corners."""
    fill, ink = TOKEN_COLOURS[token], TOKEN_INK[token]
    stroke = "#0b1020" if token != ILLEGAL else "#ff8a7a"
    if token in (CREDIT, ILLEGAL):
        d.circle(x, y, r, fill=fill, stroke=stroke, stroke_width=0.8)
    else:
        corners = [
            (x + r * 1.08 * math.sin(k * math.pi / 3), y - r * 1.08 * math.cos(k * math.pi / 3))
            for k in range(6)
        ]
        d.polygon(corners, fill=fill, stroke=stroke, stroke_width=0.8)
    letter = "?" if token == WILD else LETTERS[token]
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
    d.text(x, y + r * 0.42, str(points), size=r * 1.15, bold=True, fill=ink, anchor="middle")


# Market, event, tile


def _draw_market(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=PANEL, stroke=LINE, radius=8)
    label, head = 78.0, 24.0
    step, line = (w - label - 6) / len(view.rates), (h - head - 6) / len(RESOURCES)
    d.text(x + 8, y + 16, "Market", size=9.5, bold=True, fill=DIM)
    _draw_token(d, WILD, x + label - 23, y + 12.5, 5)
    d.text(x + label - 16, y + 16.5, ":", size=11, bold=True, fill=DIM)
    _draw_token(d, CREDIT, x + label - 6, y + 12.5, 5)
    for column, (resources, credits) in enumerate(view.rates):
        left = x + label + column * step
        middle = left + step / 2
        with d.group(opacity=0.35):
            d.rect(
                left + 1,
                y + head - 1,
                step - 2,
                h - head - 4,
                fill=BLUE if column < 2 else "#8a6a2a",
                radius=4,
            )
        d.text(middle, y + 17, f"{resources} : {credits}", size=13, bold=True, fill=INK, anchor="middle")
    for resource, name in enumerate(RESOURCES):
        top = y + head + resource * line
        middle = top + line / 2
        _draw_token(d, FIRST_RESOURCE + resource, x + 14, middle, 7)
        d.text(x + 25, middle + 4, name, size=11, fill=INK)
        for column in range(len(view.rates)):
            cx = x + label + (column + 0.5) * step
            d.circle(cx, middle, 3, fill="#56637f")
            if column in view.blocked:
                _draw_token(d, ILLEGAL, cx, middle, 6)
        cx = x + label + (view.markers[resource] + 0.5) * step
        flipped = view.flipped[resource]
        d.circle(
            cx,
            middle,
            9.5,
            fill="#4a5268" if flipped else TOKEN_COLOURS[FIRST_RESOURCE + resource],
            stroke="#ffffff",
            stroke_width=1.6,
        )
        d.text(
            cx,
            middle + 4.5,
            "✗" if flipped else LETTERS[FIRST_RESOURCE + resource],
            size=12,
            bold=True,
            fill="#ffffff" if flipped else TOKEN_INK[FIRST_RESOURCE + resource],
            anchor="middle",
        )


def _draw_event(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill="#3a2030" if view.event else PANEL, stroke=LINE, radius=8)
    if not view.event:
        d.text(x + 10, y + 20, "Event: none", size=12, bold=True, fill=DIM)
        return
    d.text(x + 10, y + 17, f"Event: {view.event}", size=13, bold=True, fill="#ffb3a7", width=w - 20)
    d.paragraph(x + 10, y + 33, view.event_text, w - 20, size=10, lines=2, fill=INK)
    if view.past_events:
        d.text(x + 10, y + 58, f"earlier: {', '.join(view.past_events)}", size=9, fill=DIM, width=w - 20)


def _draw_tile(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill="#33301a", stroke=LINE, radius=8)
    d.text(x + 10, y + 17, f"Bonus points: {view.tile}", size=12, bold=True, fill=GOLD, width=w - 20)
    step = min(46.0, (w - 20) / max(len(view.tile_steps), 1))
    for index, (count, points) in enumerate(view.tile_steps):
        middle = x + 10 + (index + 0.5) * step
        d.text(middle - 3, y + h - 14, str(count), size=12, fill=INK, anchor="end")
        _draw_points(d, points, middle + 9, y + h - 18, 9)


def _draw_goal(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill="#1d3327", stroke=LINE, radius=8)
    d.text(x + 10, y + 15, f"Goal: {view.goal}", size=11.5, bold=True, fill=INK, width=w - 20, min_size=8)
    d.text(x + 10, y + 30, f"now: {view.goal_state}", size=11, fill="#bfe3cb", width=w / 2 - 20, min_size=8)
    if view.buff:
        d.text(x + w - 10, y + 30, f"buff: {view.buff}", size=11, fill="#bfe3cb", anchor="end", width=w / 2)


def _draw_partnerships(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    step = (w + 6) / len(view.partnerships)
    for index, (brand, owner, price, points) in enumerate(view.partnerships):
        left, wide = x + index * step, step - 6
        taken = owner >= 0
        border = SEAT_COLOURS[owner] if taken else LINE
        d.rect(left, y, wide, h, fill=PANEL, stroke=border, stroke_width=2.5 if taken else 1, radius=6)
        _draw_brand(d, brand, left + 15, y + h / 2, 9)
        d.text(left + 29, y + 14, BRANDS[brand], size=10.5, bold=True, fill=INK, width=wide - 70)
        d.text(left + 29, y + 27, " ".join(map(str, points)), size=10, fill=GOLD)
        if taken:
            d.text(
                left + wide - 8, y + 27, SEAT_NAMES[owner], size=10.5, bold=True, fill=border, anchor="end"
            )
        else:
            width = _tokens_width(price, 6, 40)
            _draw_tokens(d, price, left + wide - width - 6, y + h - 11, 6, 40, INK)


# Rows of cards


def _draw_row(d: Drawing, row: RowView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=PANEL, stroke=GOOD if row.full else LINE, radius=8)
    state = "full" if row.full else "not full"
    d.text(
        x + 8, y + 14, f"{row.name}: {state}", size=10.5, bold=True, fill=INK if row.full else DIM, width=140
    )
    if row.top:
        d.text(x + w - 8, y + 14, f"on the deck: {row.top}", size=9.5, fill=DIM, anchor="end", width=w - 170)
    deck, top = 46.0, y + 20
    tall = h - 25
    _draw_deck(d, row, x + 6, top, deck - 6, tall)
    step = (w - deck - 8) / len(row.slots)
    for slot, card in enumerate(row.slots):
        left = x + deck + 5 + slot * step
        if card is None:
            d.rect(left, top, step - 5, tall, stroke=LINE, radius=6, stroke_dasharray="4 3")
        elif card.planet:
            _draw_planet_card(d, card, left, top, step - 5, tall)
        else:
            _draw_development_card(d, card, left, top, step - 5, tall)


def _draw_deck(d: Drawing, row: RowView, x: float, y: float, w: float, h: float) -> None:
    if row.deck:
        d.rect(x + 3, y + 3, w - 3, h - 3, fill="#0b1020", stroke="#5b6a8a", radius=5)
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
        fill="#c3cbdc",
        anchor="middle",
    )
    d.text(middle, y + h * 0.7, str(row.deck), size=14, bold=True, fill=INK, anchor="middle")
    d.text(middle, y + h * 0.82, "left", size=9, fill=DIM, anchor="middle")


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
    d.text(x + 6, y + 53, card.name, size=12, bold=True, fill=CARD_INK, width=w - 12)
    d.text(x + 6, y + 65, f"{TYPES[card.kind]}, {card.system} system", size=9, fill=CARD_DIM, width=w - 12)
    for place in range(card.capacity):
        d.rect(x + 6 + place * 13, y + 71, 10, 10, stroke=CARD_DIM, radius=2)
    d.rect(x + 5, y + h - 33, w - 10, 28, fill="#dcd5c3", stroke=colour, radius=4)
    _draw_target(d, card, x + 10, y + h - 19, 6.5, w - 46)
    _draw_points(d, card.points, x + w - 19, y + h - 19, 10)
    if card.phished:
        _draw_token(d, ILLEGAL, x + w - 13, y + 35, 7)


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
    d.text(x + 6, y + 53, card.name, size=12, bold=True, fill=CARD_INK, width=w - 12, min_size=6)
    d.text(x + 6, y + 65, BRANDS[card.brand], size=9, fill=CARD_DIM, width=w - 12)
    if card.array:
        _draw_array(d, x + 17, y + 78, 7)
    _draw_brand(d, card.brand, x + 17, y + h - 19, 9)
    left, wide = x + 32, w - 37 - (24 if card.points else 0)
    box = VIOLET if card.smuggler else BLUE
    if card.smuggler:
        d.rect(left, y + h - 33, wide, 28, fill=box, radius=4)
        ways = card.smuggler.split(" / ")
        for line, way in enumerate(ways):
            d.text(
                left + wide / 2,
                y + h - 15 - (len(ways) - 1) * 6 + line * 12,
                way.replace(">", "→").replace("W", "?"),
                size=11 if len(ways) == 1 else 10,
                bold=True,
                fill="#ffffff",
                anchor="middle",
                width=wide - 4,
                min_size=6,
            )
    elif any(card.made):
        d.rect(left, y + h - 33, wide, 28, fill=box, radius=4)
        width = _tokens_width(card.made, 7.5, wide - 8)
        _draw_tokens(d, card.made, left + (wide - width) / 2 + 1, y + h - 19, 7.5, wide - 8, "#ffffff")
    if card.points:
        _draw_points(d, card.points, x + w - 17, y + h - 19, 10)
    if card.phished:
        _draw_token(d, ILLEGAL, x + w - 13, y + 35, 7)


def _draw_bonus(d: Drawing, words: str, x: float, middle: float, w: float) -> None:
    """One or two lines as large as they fit."""
    size = 10.0
    while size > 5 and (len(lines := wrap(words, w, size)) > 2 or any(ELLIPSIS in line for line in lines)):
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


def _draw_player(
    d: Drawing, view: TableView, player: PlayerView, x: float, y: float, w: float, h: float
) -> None:
    colour, ink = SEAT_COLOURS[player.seat], SEAT_INK[player.seat]
    deciding = player.seat == view.deciding
    d.rect(
        x,
        y,
        w,
        h,
        fill=PANEL,
        stroke=colour if deciding else LINE,
        stroke_width=3 if deciding else 1,
        radius=8,
    )
    d.rect(x + 4, y + 4, w - 8, 24, fill=colour, radius=5)
    name = player.name
    name += f", team {player.team + 1}" if player.team >= 0 else ""
    name += "  ▶" if player.seat == view.active else ""
    name += "  1st" if player.first else ""
    d.text(x + 12, y + 21, name, size=14, bold=True, fill=ink, width=INFO - 16)
    left = x + INFO + 8
    for token in range(NUM_TOKENS):
        count = player.tokens[token]
        with d.group(opacity=1 if count else 0.35):
            _draw_token(d, token, left + 9, y + 16, 8.5)
            d.text(left + 21, y + 21, str(count), size=13, bold=True, fill=ink)
        left += 43
    if player.loan:
        d.rect(left + 4, y + 7, 46, 18, fill="#8e1f1f", radius=4)
        d.text(left + 27, y + 20, "LOAN", size=11, bold=True, fill="#ffffff", anchor="middle")
    total = f"{player.total} point{'s' * (abs(player.total) != 1)}"
    d.text(x + w - 12, y + 21, total, size=14, bold=True, fill=ink, anchor="end", width=w - INFO - 372)
    _draw_company(d, player, x + 6, y + 32, INFO - 8, h - 50)
    if player.hand:
        _draw_sites(d, player, x + INFO + 2, y + 32, SITE + 4, h - 50)
        _draw_hand(d, player, x + INFO + SITE + 8, y + 32, w - INFO - SITE - 16, h - 50)
    else:
        _draw_sites(d, player, x + INFO + 2, y + 32, w - INFO - 8, h - 50)
    points = ", ".join(f"{what} {number}" for what, number in player.points.items() if number)
    d.text(x + 10, y + h - 6, points or "no points yet", size=9.5, fill=DIM, width=w - 20)


def _draw_company(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill="#1f2a48", stroke=LINE, radius=6)
    if not player.company:
        words = "choosing a company" if not player.choice else f"has chosen {player.choice}"
        d.paragraph(x + 6, y + 16, words, w - 12, size=10.5, lines=6, bold=True, fill=INK)
        return
    line = d.paragraph(x + 6, y + 15, player.company, w - 12, size=10.5, lines=3, bold=True, fill=INK)
    line = d.paragraph(x + 6, line, player.ability, w - 12, size=8.5, lines=4, fill="#b9c3d8")
    met = player.target_met
    words = f"{player.target}: {player.target_count}"
    _draw_points(d, player.target_points, x + w - 15, line + 4, 8, met)
    d.text(x + 6, line + 7, words, size=9.5, bold=True, fill=GOLD if met else INK, width=w - 34)
    line += 20
    for brand, count, points in player.partnerships:
        if line > y + h - 12:
            break
        _draw_brand(d, brand, x + 13, line, 6)
        d.text(x + 24, line + 4, f"partner, {count} built", size=9, fill=INK, width=w - 52)
        _draw_points(d, points, x + w - 15, line, 7)
        line += 15
    for words, card in player.reserve:
        if line > y + h - 4:
            break
        if card is None:
            d.text(x + 6, line + 4, f"reserve: {words}", size=9, fill="#ffd9a0", width=w - 12, min_size=5)
        else:
            d.text(x + 6, line + 4, "reserve", size=9, fill="#ffd9a0")
            _draw_card_mark(d, card, x + 53, line, 6)
            d.text(x + 63, line + 4, card.name, size=9, fill="#ffd9a0", width=w - 68, min_size=6)
        line += 15


def _draw_hand(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """The companies to choose from."""
    step = min(w / len(player.hand), 240)
    for index, company in enumerate(player.hand):
        left, wide = x + index * step, step - 5
        chosen = company.name == player.choice
        d.rect(left, y, wide, h, fill=CARD, stroke=GOLD if chosen else LINE, stroke_width=3, radius=6)
        longest = max(text_width(word, 1, True) for word in company.name.split())
        size = min(10.5, (wide - 14) / longest)
        line = d.paragraph(left + 7, y + 17, company.name, wide - 13, size, 3, CARD_INK, bold=True)
        _draw_tokens(d, company.start, left + 7, line + 3, 6.5, wide - 14)
        line = d.paragraph(left + 7, line + 24, company.ability, wide - 14, size=9, lines=7, fill=CARD_INK)
        _draw_points(d, company.points, left + wide - 17, y + h - 16, 9)
        d.text(left + 7, y + h - 12, company.target, size=10, bold=True, fill=CARD_INK, width=wide - 40)


def _draw_card_mark(d: Drawing, card: CardView, x: float, y: float, r: float) -> None:
    """What tells a card apart beside its name: the type of a planet, the logo of a development."""
    if card.planet:
        d.circle(x, y, r, fill=TYPE_COLOURS[card.kind])
    else:
        _draw_brand(d, card.brand, x, y, r)


def _draw_sites(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """Homeworld and planets in as many lines as they need."""
    count = len(player.sites)
    columns = max(1, int(w // SITE))
    lines = math.ceil(count / columns)
    if lines > 2:
        lines = min(lines, max(2, int(h // 74)))
        columns = math.ceil(count / lines)
    wide, tall = min(w / columns, 1.25 * SITE), h / lines
    if lines == 1:
        wide = min(w / max(count, 1), 1.25 * SITE)
    for index, site in enumerate(player.sites):
        left, top = x + index % columns * wide, y + index // columns * tall
        _draw_site(d, site, left, top, wide - 4, tall - (4 if lines > 1 else 0))


def _places(site: SiteView) -> int:
    """Developments that are there or may come."""
    return max(site.capacity, len(site.developments), 1)


def _draw_site(d: Drawing, site: SiteView, x: float, y: float, w: float, h: float) -> None:
    face = site.face
    h = min(h, 39 + 24 * _places(site))
    colour = TYPE_COLOURS[face.kind] if face else "#6d7a94"
    d.rect(
        x,
        y,
        w,
        h,
        fill="#10182c",
        stroke=GOLD if site.met else colour,
        stroke_width=2 if site.met else 1,
        radius=5,
    )
    d.rect(x + 2, y + 2, w - 4, 15, fill=colour, radius=3)
    d.text(x + 6, y + 13, site.name, size=10, bold=True, fill="#ffffff", width=w - 12)
    middle = y + 26
    if face:
        _draw_target(d, face, x + 5, middle, 5.5, w - 60, INK)
        d.text(x + w - 26, middle + 3, face.system, size=8, fill=DIM, anchor="end", width=w * 0.3)
    elif site.token >= 0:
        d.text(x + 5, middle + 3, "most", size=8.5, fill=DIM)
        _draw_token(d, site.token, x + 35, middle, 5.5)
    else:
        d.text(x + 5, middle + 3, f"{len(site.developments)} built", size=8.5, fill=DIM)
    _draw_points(d, site.points, x + w - 14, middle, 7, site.met)
    places = _places(site)
    step = (h - 39) / places
    for index in range(places):
        top = y + 36 + index * step
        if index < len(site.developments):
            _draw_built(d, site.developments[index], x + 3, top, w - 6, step - 1.5)
        elif index < site.capacity:
            d.rect(x + 3, top, w - 6, step - 1.5, stroke=LINE, radius=3, stroke_dasharray="3 3")


def _draw_built(d: Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    """A development under its planet: logo, name, production, points."""
    level = 0 if card.card >= FIRST_FORGE else _level(card)
    d.rect(x, y, w, h, fill=LEVELS[level], stroke="#56658a", stroke_width=0.6, radius=3)
    middle, r = y + h / 2, min(h * 0.36, 5.5)
    _draw_brand(d, card.brand, x + 8, middle, r)
    right = x + w - 3
    if card.points:
        _draw_points(d, card.points, right - r, middle, r)
        right -= 2 * r + 2
    if any(card.made):
        width = _tokens_width(card.made, r, 40)
        _draw_tokens(d, card.made, right - width, middle, r, 40, "#ffffff")
        right -= width + 1
    if card.smuggler:
        d.text(right, middle + r * 0.7, "⇄", size=r * 2, bold=True, fill="#d7b8ff", anchor="end")
        right -= 2.2 * r
    size = min(9.5, h * 0.62)
    d.text(
        x + 15,
        middle + size * 0.36,
        card.name,
        size=size,
        fill="#ffffff",
        width=max(right - x - 16, 8),
        min_size=min(5.5, size),
    )


def _level(card: CardView) -> int:
    return 1 + (card.card >= 72) + (card.card >= 108)
