"""Star Tycoon: the picture of the corporations: company, purse, planets and what stands on them."""

from __future__ import annotations

import math

from astrarium.core import svg

from . import paint
from . import state as st
from .draw_rows import draw_target
from .reader import CardView
from .view import PlayerView, SiteView, TableView

INFO = 150.0  # width of a company beside its planets
SITE = 116.0  # wished width of a planet
COMPANY = 104.0  # height of a company that lies above
HAND = 150.0  # height of a company card to choose, there


def slim_height(player: PlayerView, width: float) -> float:
    """In a column: company, planets and what else there is below one another."""
    hand = HAND * math.ceil(len(player.hand) / 2)
    lines = _site_lines(player, width - 12)
    return 60 + COMPANY + hand + sum(_line_height(line) + 4 for line in lines) + 22


def draw_player(
    view: TableView, player: PlayerView, d: svg.Drawing, x: float, y: float, w: float, h: float
) -> None:
    """One corporation."""
    colour, ink = paint.SEAT_COLOURS[player.seat], paint.SEAT_INK[player.seat]
    deciding, slim = player.seat == view.deciding, w < paint.SLIM
    d.panel(x, y, w, h, colour if deciding else svg.LINE, 3 if deciding else 1)
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
        _draw_purse(d, player, x + 6, y + 42, (w - 12 - 46 * player.loan) / st.NUM_TOKENS, svg.INK)
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
    d.text(x + 10, y + h - 6, points or "no points yet", size=9.5, fill=svg.DIM, width=w - 20)


def _draw_purse(d: svg.Drawing, player: PlayerView, x: float, y: float, step: float, ink: str) -> None:
    """Tokens and loan in a line, middle at y."""
    for token in range(st.NUM_TOKENS):
        left, count = x + token * step, player.tokens[token]
        with d.place(f"token-{player.seat}-{token}"), d.group(opacity=1 if count else 0.45):
            paint.draw_token(d, token, left + 9, y, 8.5)
            d.text(left + 19, y + 5, str(count), size=13, bold=True, fill=ink, width=step - 19)
    if player.loan:
        left = x + st.NUM_TOKENS * step
        d.rect(left, y - 9, 44, 18, fill="#8e1f1f", radius=4)
        d.text(left + 22, y + 4, "LOAN", size=11, bold=True, fill="#ffffff", anchor="middle")


def _draw_company(d: svg.Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    with d.place(f"corporation-{player.seat}"):
        d.rect(x, y, w, h, fill=svg.WELL, stroke=svg.LINE, radius=6)
        if not player.company:
            words = "choosing a company" if not player.choice else f"has chosen {player.choice}"
            d.paragraph(x + 6, y + 16, words, w - 12, size=10.5, lines=6, bold=True, fill=svg.INK)
            return
        line = d.paragraph(x + 6, y + 15, player.company, w - 12, size=10.5, lines=3, bold=True, fill=svg.INK)
        line = d.paragraph(x + 6, line, player.ability, w - 12, size=8.5, lines=6, fill=svg.DIM, leading=1.15)
        met = player.target_met
        words = f"{player.target}: {player.target_count}"
        paint.draw_points(d, player.target_points, x + w - 15, line + 4, 8, met)
        d.text(
            x + 6, line + 7, words, size=9.5, bold=True, fill=paint.SCORE if met else svg.INK, width=w - 34
        )
    line += 20
    marks = len(player.partnerships) + len(player.reserve)
    columns = 2 if w > 300 else 1
    step = min(16.0, (y + h - line + 7) / max(1, math.ceil(marks / columns)))
    wide = w / columns
    for index, (brand, count, points) in enumerate(player.partnerships):
        left, middle = x + index % columns * wide, line + index // columns * step
        paint.draw_brand(d, brand, left + 13, middle, 6)
        d.text(left + 24, middle + 4, f"partner, {count} built", size=9, fill=svg.INK, width=wide - 52)
        paint.draw_points(d, points, left + wide - 15, middle, 7)
    for index, (words, card) in enumerate(player.reserve, len(player.partnerships)):
        left, middle = x + index % columns * wide, line + index // columns * step
        told = card.words if card else f"One of these: {words}."
        with d.place(f"reserve-{player.seat}-{index - len(player.partnerships)}", told):
            d.rect(left + 4, middle - 7, wide - 8, 14, fill=svg.PANEL, stroke=svg.EDGE, radius=3)
            if card is None:
                d.text(left + 8, middle + 3.5, f"kept: {words}", 9, svg.INK, width=wide - 16, min_size=5.5)
            else:
                _draw_card_mark(d, card, left + 14, middle, 5.5)
                words = f"kept: {card.name}"
                d.text(left + 23, middle + 3.5, words, 9, svg.INK, width=wide - 30, min_size=7)


def _draw_hand(
    d: svg.Drawing, player: PlayerView, x: float, y: float, w: float, h: float, columns: int
) -> None:
    """The companies to choose from."""
    step = min(w / columns, 240)
    for index, company in enumerate(player.hand):
        left, wide, top = x + index % columns * step, step - 5, y + index // columns * (h + 6)
        chosen = company.name == player.choice
        with d.place(f"company-{company.company}", company.words):
            d.rect(
                left,
                top,
                wide,
                h,
                fill=paint.CARD,
                stroke=paint.GOLD if chosen else svg.LINE,
                stroke_width=3,
                radius=6,
            )
            longest = max(svg.text_width(word, 1, True) for word in company.name.split())
            size = min(10.5, (wide - 14) / longest)
            while size > 7 and len(svg.wrap(company.name, wide - 13, size, bold=True)) > 3:
                size -= 0.5
            line = d.paragraph(
                left + 7, top + 17, company.name, wide - 13, size, 3, paint.CARD_INK, bold=True
            )
            paint.draw_tokens(d, company.start, left + 7, line + 3, 6.5, wide - 14)
            d.paragraph(left + 7, line + 24, company.ability, wide - 14, 9, 8, paint.CARD_INK, leading=1.15)
            paint.draw_points(d, company.points, left + wide - 17, top + h - 16, 9)
            d.text(left + 7, top + h - 12, company.target, 10, paint.CARD_INK, bold=True, width=wide - 40)


def _draw_card_mark(d: svg.Drawing, card: CardView, x: float, y: float, r: float) -> None:
    """What tells a card apart beside its name: the type of a planet, the logo of a development."""
    if card.planet:
        d.circle(x, y, r, fill=paint.TYPE_COLOURS[card.kind])
    else:
        paint.draw_brand(d, card.brand, x, y, r)


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


def _draw_sites(d: svg.Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    lines = _site_lines(player, w, h)
    wanted = sum(map(_line_height, lines)) + 4 * len(lines)
    squeeze = min(1.0, h / wanted)
    most = max(sum(map(_span, line)) for line in lines)
    wide = min(w / most, 1.25 * SITE)
    for line in lines:
        tall = (_line_height(line) + 4) * squeeze
        left = x
        for site in line:
            with d.place(f"site-{player.seat}-{site.site}", site.words):
                _draw_site(d, site, left, y, wide * _span(site) - 4, tall - 4)
            left += wide * _span(site)
        y += tall


def _places(site: SiteView) -> int:
    """Developments that are there or may come."""
    return max(site.capacity, len(site.developments), 1)


def _draw_site(d: svg.Drawing, site: SiteView, x: float, y: float, w: float, h: float) -> None:
    face = site.face
    columns = _span(site)
    rows = math.ceil(_places(site) / columns)
    h = min(h, 39 + 24 * rows)
    colour = paint.TYPE_COLOURS[face.kind] if face else "#6d7a94"
    edge = paint.GOLD if site.met else colour
    d.rect(x, y, w, h, fill=svg.HOLLOW, stroke=edge, stroke_width=2.5 if site.met else 1, radius=5)
    d.rect(x + 2, y + 2, w - 4, 15, fill=colour, radius=3)
    d.text(x + 6, y + 13, site.name, size=10, bold=True, fill="#ffffff", width=w - 12)
    middle = y + 26
    if face:
        draw_target(d, face, x + 5, middle, 5.8, w - 60, svg.INK)
        d.text(x + w - 26, middle + 3, face.system, size=8, fill=svg.DIM, anchor="end", width=w * 0.3)
    elif site.token >= 0:
        d.text(x + 5, middle + 3, "most", size=8.5, fill=svg.DIM)
        paint.draw_token(d, site.token, x + 35, middle, 5.8)
    else:
        d.text(x + 5, middle + 3, f"{len(site.developments)} built", size=8.5, fill=svg.DIM)
    paint.draw_points(d, site.points, x + w - 14, middle, 7, site.met)
    step, wide = (h - 39) / rows, (w - 4) / columns
    for index in range(_places(site)):
        left, top = x + 3 + index // rows * wide, y + 36 + index % rows * step
        if index < len(site.developments):
            card = site.developments[index]
            with d.place(f"built-{card.card}", card.words):
                _draw_built(d, card, left, top, wide - 2, step - 1.5)
        elif index < site.capacity:
            d.rect(left, top, wide - 2, step - 1.5, stroke=svg.LINE, radius=3, stroke_dasharray="3 3")


def _draw_built(d: svg.Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    """A development under its planet: logo, name, production, points."""
    level = 0 if card.card >= st.FIRST_FORGE else _level(card)
    d.rect(x, y, w, h, fill=paint.LEVELS[level], stroke=svg.EDGE, stroke_width=0.6, radius=3)
    middle, r = y + h / 2, min(h * 0.45, 5.8)
    paint.draw_brand(d, card.brand, x + 8, middle, min(r, 5.5))
    right = x + w - 2
    if card.points:
        paint.draw_points(d, card.points, right - r, middle, r)
        right -= 2 * r + 1
    if any(card.made):
        width = paint.tokens_width(card.made, r, 26)
        paint.draw_tokens(d, card.made, right - width, middle, r, 26, "#ffffff")
        right -= width + 1
    if card.smuggler:
        d.text(right, middle + 4, "⇄", size=10, bold=True, fill="#eadcff", anchor="end")
        right -= 10
    room = right - x - 17
    lines = [card.name]
    if svg.text_width(card.name, 8) > room and h >= 16:
        lines = svg.wrap(card.name, room, 7.5, 2)
    size = min(9.5, h * 0.62) if len(lines) == 1 else 7.5
    for index, line in enumerate(lines):
        up = middle + size * 0.36 + (index - (len(lines) - 1) / 2) * 8.5
        d.text(x + 15, up, line, size=size, fill="#ffffff", width=room, min_size=min(7, size))


def _level(card: CardView) -> int:
    return 1 + (card.card >= 72) + (card.card >= 108)
