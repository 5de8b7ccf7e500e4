"""Star Commander: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). In the picture every player sits at the corner of the own
homeworld, and vessels lie on the side of a system card that is nearest their player.
"""

from __future__ import annotations

import math
from typing import Any

from astrarium.core.svg import Drawing
from astrarium.core.tables import Content

from .narrate import narrate
from .state import CAPITAL, CELLS, DOMAINS, FIGHTER, HAND_LIMIT, ROWS, STARTING, STATION
from .view import SEAT_NAMES, PlayerView, SystemView, TableView, VesselView, look

__all__ = ["narrate", "render_svg", "render_text"]

COLUMN = 20  # least width of a system in the text

# Text


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    lines += _text_board(view)
    if view.legend:
        lines.append("marks: " + ", ".join(f"{letter} {word}" for letter, word in view.legend.items()))
    lines.append("")
    lines += [_text_player(view, player) for player in view.players]
    lines.append("")
    decks = ", ".join(f"{name} {size}" for name, size in zip(DOMAINS, view.decks, strict=True))
    discarded = ", ".join(f"{n} {name}" if n > 1 else name for _, name, n in view.discard)
    lines.append(f"decks: {decks}; discarded: {discarded or 'nothing'}")
    lines.append("piles: " + ", ".join(f"{name} {left}" for _, name, _, left in view.piles))
    for number, (player, words) in reversed(list(enumerate(view.stack, 1))):
        lines.append(f"stack {number}: {SEAT_NAMES[player]}, {words}")
    if view.offer:
        lines.append(f"offer: {view.offer}")
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _text_board(view: TableView) -> list[str]:
    blocks = {(system.row, system.column): _text_system(system) for system in view.systems}
    side = range(view.size)
    widths = [
        max(COLUMN, *(len(line) + 2 for row in side for line in blocks[row, column])) for column in side
    ]
    lines = ["   " + "".join(f"{column + 1:<{widths[column]}}" for column in side)]
    for row in side:
        for line in range(max(len(blocks[row, column]) for column in side)):
            cells = [blocks[row, column][line : line + 1] or [""] for column in side]
            mark = f"{ROWS[row]}  " if line == 0 else "   "
            lines.append(mark + "".join(f"{cell[0]:<{widths[column]}}" for column, cell in enumerate(cells)))
        lines.append("")
    return lines[:-1]


def _text_system(system: SystemView) -> list[str]:
    if system.name is None:
        lines = ["(face down)"]
    else:
        domain = f" {DOMAINS[system.domain][:3]}" if system.domain >= 0 else ""
        star = {CAPITAL: "*", STARTING: "+"}.get(system.kind, "")
        lines = [f"{system.name}{star}{domain}"]
        owner = SEAT_NAMES[system.owner] if system.owner >= 0 else "free"
        lines.append(f"{owner} {system.developments}/{system.maximum}")
    if system.notes:
        lines.append(f"[{', '.join(system.notes)}]")
    for vessel in system.vessels:
        count = f"{vessel.count}x " if vessel.count > 1 else ""
        hurt = f"-{vessel.damage}" if vessel.damage else ""
        aimed = f"!{vessel.assigned}" if vessel.assigned else ""
        marks = f" {vessel.marks}" if vessel.marks else ""
        initial = SEAT_NAMES[vessel.seat][0]
        lines.append(f"{initial} {count}{vessel.name} {vessel.attack}/{vessel.hp}{hurt}{aimed}{marks}")
    return lines


def _text_player(view: TableView, player: PlayerView) -> str:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    hand = ", ".join(name or f"({DOMAINS[domain]})" for domain, name in player.hand)
    row = ", ".join(f"{count} {name}" if count > 1 else name for _, name, count in player.technologies)
    fallen = " (homeworld lost)" if player.fallen else ""
    return (
        f"{mark} {player.name:<7}{fallen} at {CELLS[player.home]}: {player.credits} credits, "
        f"{player.developments} developments, {player.ships} ships; "
        f"hand: {hand or 'empty'}; technologies: {row or 'none'}"
    )


# Picture

WIDTH, HEIGHT = 1280, 800
SIDE_WIDTH, TOP, BOTTOM, GAP = 226, 40, 132, 8
INK, PAPER, DIM, LINE, PANEL = "#e8ecf4", "#0b1020", "#93a0b8", "#33415f", "#141c33"
SEAT_COLOURS = ("#e05252", "#4f8ef0", "#e8c53a", "#45b36b")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#ffffff")
DOMAIN_COLOURS = ("#c8453b", "#c99a2e", "#3f9b57")
DOMAIN_DARK = ("#4a201f", "#473a1a", "#1c402a")
NO_DOMAIN, NO_DOMAIN_DARK = "#6d7a94", "#263047"
# Corner of each homeworld: seat 0 below right, 1 below left, 2 above left, 3 above right.
RIGHT, BELOW = (1, 0, 0, 1), (1, 1, 0, 0)


def render_svg(content: Content, s: Any, seat: int | None = None) -> str:
    """The table as an SVG picture."""
    view = look(content, s, seat)
    d = Drawing(WIDTH, HEIGHT, background=PAPER)
    d.text(14, 26, view.title, size=17, bold=True, fill=INK)
    d.text(WIDTH / 2, 26, view.headline, size=16, fill=INK, anchor="middle", width=700)
    x, y = SIDE_WIDTH + 2 * GAP, TOP
    _draw_board(d, view, x, y, WIDTH - 2 * x, HEIGHT - TOP - BOTTOM - 2 * GAP)
    height = (HEIGHT - TOP - BOTTOM - 3 * GAP) / 2
    for player in view.players:
        corner = _corner(view, player)
        left = GAP if not RIGHT[corner] else WIDTH - SIDE_WIDTH - GAP
        _draw_player(d, view, player, left, TOP + BELOW[corner] * (height + GAP), SIDE_WIDTH, height)
    _draw_supply(d, view, HEIGHT - BOTTOM - GAP)
    return d.svg()


def _corner(view: TableView, player: PlayerView) -> int:
    """Which tip of the board the player sits at."""
    row, column = divmod(player.home, 5)
    return {(1, 1): 0, (1, 0): 1, (0, 0): 2, (0, 1): 3}[(int(row > 0), int(column > 0))]


# The board


def _draw_board(d: Drawing, view: TableView, x: float, y: float, width: float, height: float) -> None:
    corners = [_corner(view, player) for player in view.players]
    margin = 14
    cell_w, cell_h = (width - margin) / view.size, (height - margin) / view.size
    for index in range(view.size):
        d.text(x + margin + (index + 0.5) * cell_w, y + 9, str(index + 1), size=10, fill=DIM, anchor="middle")
        d.text(
            x + 5, y + margin + (index + 0.5) * cell_h + 4, ROWS[index], size=10, fill=DIM, anchor="middle"
        )
    for system in view.systems:
        left = x + margin + system.column * cell_w + 3
        top = y + margin + system.row * cell_h + 3
        _draw_system(d, system, corners, left, top, cell_w - 6, cell_h - 6)


def _draw_system(
    d: Drawing, system: SystemView, corners: list[int], x: float, y: float, w: float, h: float
) -> None:
    owner = system.owner
    border = SEAT_COLOURS[owner] if owner >= 0 else LINE
    if system.name is None:
        d.rect(x, y, w, h, fill="#10182c", stroke=LINE, stroke_width=1.5, radius=7)
        d.rect(x + 5, y + 5, w - 10, h - 10, stroke="#22304f", stroke_width=1, radius=5)
        d.text(x + w / 2, y + h / 2 + 8, "★", size=24, fill="#2b3b60", anchor="middle")
        header = 4.0
    else:
        known = system.domain >= 0
        fill = DOMAIN_DARK[system.domain] if known else NO_DOMAIN_DARK
        band = DOMAIN_COLOURS[system.domain] if known else NO_DOMAIN
        d.rect(x, y, w, h, fill=fill, stroke=border, stroke_width=3 if owner >= 0 else 1.5, radius=7)
        d.rect(x + 3, y + 3, w - 6, 17, fill=band, radius=4)
        _draw_symbol(d, system.domain, x + 13, y + 11.5, 6.5)
        star = {CAPITAL: " ★", STARTING: " ●"}.get(system.kind, "")
        d.text(x + 23, y + 15.5, system.name + star, size=11.5, bold=True, fill="#ffffff", width=w - 46)
        d.circle(x + w - 13, y + 11.5, 7.5, fill="#0b1020")
        number = str(system.maximum)
        d.text(
            x + w - 13,
            y + 15.5,
            number,
            size=13 - 2 * len(number),
            bold=True,
            fill="#ffffff",
            anchor="middle",
        )
        with d.group(opacity=0.16):
            _draw_symbol(d, system.domain, x + w / 2, y + h / 2 + 12, h * 0.26)
        _draw_cubes(d, system, x + 6, y + 24, w - 12)
        header = 36.0
        if h > 130 or not system.vessels:
            d.text(x + 6, y + 46, system.effect, size=9.5, fill="#c3cbdc", width=w - 12)
            header = 50.0
    if system.notes:
        notes = ", ".join(system.notes)
        d.text(x + w - 6, y + 32, notes, size=9, fill="#ffb3a7", anchor="end", width=w / 2 - 8)
        header = max(header, 36.0)
    _draw_fleets(d, system, corners, x + 4, y + header, w - 8, h - header - 4)


def _draw_cubes(d: Drawing, system: SystemView, x: float, y: float, w: float) -> None:
    slots = max(system.maximum, system.developments)
    step = min(11.5, w * 0.55 / max(slots, 1))
    for index in range(slots):
        filled = index < system.developments
        colour = SEAT_COLOURS[system.owner] if filled and system.owner >= 0 else "none"
        d.rect(
            x + index * step,
            y,
            step - 2.5,
            step - 2.5,
            fill=colour,
            stroke="#aab4c8",
            stroke_width=0.8,
            radius=1,
        )


def _draw_fleets(
    d: Drawing, system: SystemView, corners: list[int], x: float, y: float, w: float, h: float
) -> None:
    fleets: dict[int, list[VesselView]] = {}
    for vessel in system.vessels:
        fleets.setdefault(vessel.seat, []).append(vessel)
    if not fleets:
        return
    rows = {BELOW[corners[seat]] for seat in fleets}
    for seat, fleet in fleets.items():
        corner = corners[seat]
        beside = sum(BELOW[corners[other]] == BELOW[corner] for other in fleets)
        zone_w = w if beside == 1 else w / 2 - 1
        zone_h = h if len(rows) == 1 else h / 2 - 1
        left = x + (w - zone_w if RIGHT[corner] else 0)
        top = y + (h - zone_h if BELOW[corner] else 0)
        _draw_fleet(d, fleet, left, top, zone_w, zone_h, bool(RIGHT[corner]), bool(BELOW[corner]))


def _draw_fleet(
    d: Drawing, fleet: list[VesselView], x: float, y: float, w: float, h: float, right: bool, below: bool
) -> None:
    """Chips from the owner's corner on; what finds no room is counted on the last one."""
    chip_w = min(80.0, w)
    while True:
        chip_h = min(chip_w * 0.36 + 4, h)
        columns, rows = max(1, int((w + 2) // (chip_w + 2))), max(1, int((h + 2) // (chip_h + 2)))
        if columns * rows >= len(fleet) or chip_w <= 34:
            break
        chip_w -= 2
    room = columns * rows
    shown = fleet if len(fleet) <= room else fleet[: room - 1]
    for index in range(min(room, len(fleet))):
        column, row = index % columns, index // columns
        left = x + w - (column + 1) * (chip_w + 2) + 2 if right else x + column * (chip_w + 2)
        top = y + h - (row + 1) * (chip_h + 2) + 2 if below else y + row * (chip_h + 2)
        if index < len(shown):
            _draw_vessel(d, shown[index], left, top, chip_w, chip_h)
        else:
            left_out = sum(vessel.count for vessel in fleet[len(shown) :])
            d.rect(left, top, chip_w, chip_h, fill=PANEL, stroke=SEAT_COLOURS[fleet[0].seat], radius=3)
            d.text(
                left + chip_w / 2, top + chip_h / 2 + 4, f"+{left_out}", size=11, fill=INK, anchor="middle"
            )


def _draw_vessel(d: Drawing, vessel: VesselView, x: float, y: float, w: float, h: float) -> None:
    fill, ink = SEAT_COLOURS[vessel.seat], SEAT_INK[vessel.seat]
    radius = 0 if vessel.vessel_class == STATION else h / 2 if vessel.vessel_class == FIGHTER else 4
    d.rect(x, y, w, h, fill=fill, stroke="#0b1020", stroke_width=1, radius=radius)
    size = min(h * 0.42, 11)
    count = f"{vessel.count}× " if vessel.count > 1 else ""
    name = f"{count}{vessel.name if w >= 60 else vessel.code}"
    pad = 5 if vessel.vessel_class == FIGHTER else 3
    d.text(
        x + w / 2,
        y + h * 0.44,
        name,
        size=size,
        bold=True,
        fill=ink,
        anchor="middle",
        width=w - 2 * pad,
        min_size=5,
    )
    values = f"{vessel.attack}/{vessel.hp}"
    values += f" -{vessel.damage}" if vessel.damage else ""
    values += f" !{vessel.assigned}" if vessel.assigned else ""
    values += f" {vessel.marks}" if vessel.marks else ""
    d.text(
        x + w / 2, y + h - 2.5, values, size=size, fill=ink, anchor="middle", width=w - 2 * pad, min_size=5
    )


def _draw_symbol(d: Drawing, domain: int, x: float, y: float, r: float) -> None:
    """Gear, building or atom; a ring for no domain."""
    white = "#ffffff"
    if domain == 0:
        for tooth in range(8):
            angle = tooth * math.pi / 4
            dx, dy = math.cos(angle) * r, math.sin(angle) * r
            d.line(x + dx * 0.5, y + dy * 0.5, x + dx, y + dy, stroke=white, stroke_width=r * 0.36)
        d.circle(x, y, r * 0.52, stroke=white, stroke_width=r * 0.34, fill="none")
    elif domain == 1:
        d.polygon([(x - r, y - r * 0.25), (x, y - r), (x + r, y - r * 0.25)], fill=white)
        for column in (-0.65, 0.0, 0.65):
            d.rect(x + column * r - r * 0.15, y - r * 0.1, r * 0.3, r * 0.75, fill=white)
        d.rect(x - r, y + r * 0.7, 2 * r, r * 0.28, fill=white)
    elif domain == 2:
        for turn in (0, 60, 120):
            d.raw(
                f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{r:.1f}" ry="{r * 0.38:.1f}" fill="none" '
                f'stroke="{white}" stroke-width="{r * 0.17:.2f}" transform="rotate({turn} {x:.1f} {y:.1f})"/>'
            )
        d.circle(x, y, r * 0.22, fill=white)
    else:
        d.circle(x, y, r * 0.75, stroke=white, stroke_width=r * 0.25, fill="none")


# Players


def _draw_player(
    d: Drawing, view: TableView, player: PlayerView, x: float, y: float, w: float, h: float
) -> None:
    colour = SEAT_COLOURS[player.seat]
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
    ink = SEAT_INK[player.seat]
    turn = "  ▶ turn" if player.seat == view.active else ""
    fallen = "  homeworld lost" if player.fallen else ""
    d.text(x + 12, y + 21, f"{player.name}{turn}{fallen}", size=14, bold=True, fill=ink, width=w - 90)
    d.text(x + w - 12, y + 21, f"home {CELLS[player.home]}", size=12, fill=ink, anchor="end")
    values = (("credits", player.credits), ("developments", player.developments), ("ships", player.ships))
    for index, (word, value) in enumerate(values):
        middle = x + w * (index + 0.5) / 3
        d.text(middle, y + 50, str(value), size=18, bold=True, fill=INK, anchor="middle")
        d.text(middle, y + 63, word, size=9.5, fill=DIM, anchor="middle")
    d.text(x + 8, y + 79, f"hand ({len(player.hand)})", size=10, fill=DIM)
    card_w, card_h = (w - 16 - 4 * 4) / HAND_LIMIT, 66
    for index, (domain, name) in enumerate(player.hand):
        _draw_card(d, domain, name, x + 8 + index * (card_w + 4), y + 84, card_w, card_h)
    top = y + 84 + card_h + 14
    d.text(
        x + 8, top, "technology row" if player.technologies else "technology row: empty", size=10, fill=DIM
    )
    _draw_technologies(d, player, x + 8, top + 5, w - 16, y + h - top - 10)


def _draw_card(d: Drawing, domain: int, name: str | None, x: float, y: float, w: float, h: float) -> None:
    colour = DOMAIN_COLOURS[domain]
    if name is None:
        d.rect(x, y, w, h, fill=colour, stroke="#e8ecf4", stroke_width=1, radius=4)
        d.rect(x + 4, y + 4, w - 8, h - 8, fill=DOMAIN_DARK[domain], radius=3)
        _draw_symbol(d, domain, x + w / 2, y + h / 2, w * 0.27)
        return
    d.rect(x, y, w, h, fill="#f1ede2", stroke=colour, stroke_width=2, radius=4)
    d.rect(x + 1, y + 1, w - 2, 15, fill=colour, radius=3)
    _draw_symbol(d, domain, x + w / 2, y + 8.5, 5.5)
    words = name.split()
    for line, word in enumerate(words):
        d.text(
            x + w / 2,
            y + 28 + line * 11,
            word,
            size=8.5,
            fill="#1c2233",
            anchor="middle",
            width=w - 3,
            min_size=4,
        )


def _draw_technologies(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """The row, two to a line; it shrinks when there are many."""
    count = len(player.technologies)
    if not count:
        return
    lines = math.ceil(count / 2)
    step = min(19.0, h / lines)
    for index, (domain, name, copies) in enumerate(player.technologies):
        left, top = x + (index % 2) * (w / 2 + 1), y + (index // 2) * step
        d.rect(
            left, top, w / 2 - 1, step - 2, fill=DOMAIN_DARK[domain], stroke=DOMAIN_COLOURS[domain], radius=3
        )
        words = f"{copies}× {name}" if copies > 1 else name
        size = min(9.5, step * 0.6)
        d.text(
            left + 4, top + step / 2 + size * 0.3 - 1, words, size=size, fill=INK, width=w / 2 - 9, min_size=5
        )


# Decks, piles, stack


def _draw_supply(d: Drawing, view: TableView, y: float) -> None:
    d.rect(GAP, y, WIDTH - 2 * GAP, BOTTOM, fill=PANEL, stroke=LINE, radius=8)
    for domain, name in enumerate(DOMAINS):
        x = 20 + domain * 78
        size = view.decks[domain]
        if size:
            _draw_card(d, domain, None, x + 9, y + 10, 48, 64)
        else:
            d.rect(x + 9, y + 10, 48, 64, stroke=LINE, radius=4, stroke_dasharray="4 3")
        d.text(x + 33, y + 89, f"{size} left", size=11, bold=True, fill=INK, anchor="middle")
        d.text(x + 33, y + 103, name, size=10, fill=DIM, anchor="middle")
        thrown = sum(count for where, _, count in view.discard if where == domain)
        d.text(x + 33, y + 118, f"{thrown} discarded", size=9.5, fill=DIM, anchor="middle")
    left_edge = 268.0
    d.text(left_edge, y + 16, "piles", size=10, fill=DIM)
    for index, (vessel_class, name, code, left) in enumerate(view.piles):
        cx, cy = left_edge + (index % 2) * 130, y + 24 + (index // 2) * 21
        radius = 0 if vessel_class == STATION else 8 if vessel_class == FIGHTER else 3
        d.rect(cx, cy, 24, 17, fill="#5b6a8a" if left else "#2a3450", radius=radius)
        d.text(cx + 12, cy + 12.5, code, size=10, bold=True, fill="#ffffff", anchor="middle")
        d.text(cx + 29, cy + 12.5, f"{name} {left}", size=10, fill=INK if left else DIM, width=98)
    edge, width = 540.0, WIDTH - 540.0 - 2 * GAP - 8
    d.line(edge - 12, y + 8, edge - 12, y + BOTTOM - 8, stroke=LINE)
    d.text(edge, y + 20, view.question, size=13.5, bold=True, fill=INK, width=width, min_size=9)
    _draw_stack(d, view, edge, y + 30, width, BOTTOM - 38)


def _draw_stack(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    if view.offer:
        d.paragraph(x, y + 14, view.offer, w, size=12, lines=6, fill=INK)
        return
    if not view.stack:
        shown = ", ".join(f"{count}× {name}" if count > 1 else name for _, name, count in view.discard)
        words = f"stack: empty\ndiscarded: {shown or 'nothing'}"
        if view.legend:
            words += "\nmarks: " + ", ".join(f"{letter} {word}" for letter, word in view.legend.items())
        d.paragraph(x, y + 14, words, w, size=10.5, lines=6, fill=DIM)
        return
    room = 4
    items = list(enumerate(view.stack, 1))[::-1]
    for index, (number, (seat, words)) in enumerate(items[:room]):
        top = y + index * 22
        d.rect(x, top, w, 19, fill="#1f2a48", stroke=SEAT_COLOURS[seat], radius=4)
        words = f"{number}. {SEAT_NAMES[seat]}: {words}"
        if index == room - 1 and len(items) > room:
            words += f"   (and {len(items) - room} below)"
        d.text(x + 6, top + 14, words, size=11.5, fill=INK, width=w - 12, min_size=7)
