"""Star Commander: the picture of the board: systems, counters, fleets."""

from __future__ import annotations

import math
from contextlib import ExitStack

from astrarium.core.svg import (
    DIM,
    EDGE,
    INK,
    LINE,
    PANEL,
    Drawing,
    text_width,
)

from . import paint
from . import state as st
from .paint import draw_symbol
from .view import PlayerView, SystemView, TableView, VesselView

LEAST_CHIP, FLAT_CHIP = 36.0, 14.0  # least width of a vessel's chip, and its height with one line


def corner_of(view: TableView, player: PlayerView) -> int:
    """Which tip of the board the player sits at."""
    row, column = divmod(player.home, 5)
    return {(1, 1): 0, (1, 0): 1, (0, 0): 2, (0, 1): 3}[(int(row > 0), int(column > 0))]


def draw_board(view: TableView, d: Drawing, x: float, y: float, width: float, height: float) -> None:
    corners = [corner_of(view, player) for player in view.players]
    margin = 14
    cell_w, cell_h = (width - margin) / view.size, (height - margin) / view.size
    for index in range(view.size):
        middle = x + margin + (index + 0.5) * cell_w
        d.text(middle, y + 9, str(index + 1), size=10, fill=DIM, anchor="middle")
        middle = y + margin + (index + 0.5) * cell_h
        d.text(x + 5, middle + 4, st.ROWS[index], size=10, fill=DIM, anchor="middle")
    for system in view.systems:
        left = x + margin + system.column * cell_w + 3
        top = y + margin + system.row * cell_h + 3
        with d.place(f"system-{st.CELLS[system.cell]}", system.fleets):
            _draw_system(d, system, corners, left, top, cell_w - 6, cell_h - 6)


def _draw_system(
    d: Drawing, system: SystemView, corners: list[int], x: float, y: float, w: float, h: float
) -> None:
    owner = system.owner
    border = paint.SEAT_COLOURS[owner] if owner >= 0 else LINE
    if system.name is None:
        d.rect(x, y, w, h, fill=paint.NIGHT, stroke=LINE, stroke_width=1.5, radius=7)
        d.rect(x + 5, y + 5, w - 10, h - 10, stroke=paint.NIGHT_EDGE, stroke_width=1, radius=5)
        d.text(x + w / 2, y + h / 2 + 8, "★", size=24, fill=paint.NIGHT_EDGE, anchor="middle")
        d.text(x + 10, y + 18, st.CELLS[system.cell], size=10, fill=DIM)  # the edge may be out of sight
        header = 8.0
    else:
        known = system.domain >= 0
        fill = paint.DOMAIN_FIELDS[system.domain] if known else paint.NO_DOMAIN_FIELD
        band = paint.DOMAIN_COLOURS[system.domain] if known else paint.NO_DOMAIN
        d.rect(x, y, w, h, fill=fill, stroke=border, stroke_width=3 if owner >= 0 else 1.5, radius=7)
        d.rect(x + 3, y + 3, w - 6, 18, fill=band, radius=4)
        star = {st.CAPITAL: " ★", st.STARTING: " ●"}.get(system.kind, "")
        indent = 6.0
        if w > 120:
            draw_symbol(d, system.domain, x + 13, y + 12, 6.5, "#ffffff")
            indent = 23.0
        d.text(x + indent, y + 16.5, system.name + star, 12, "#ffffff", bold=True, width=w - indent - 23)
        d.circle(x + w - 13, y + 12, 8, fill="#0b1020")
        number = str(system.maximum)
        size = 14.0 - 2 * len(number)
        d.text(x + w - 13, y + 16, number, size=size, bold=True, fill="#ffffff", anchor="middle")
        with d.group(opacity=0.16):
            draw_symbol(d, system.domain, x + w / 2, y + h / 2 + 14, h * 0.26, paint.SIGN)
        _draw_cubes(d, system, x + 6, y + 25, w - 12)
        header = 38.0
    if system.notes:
        notes = ", ".join(system.notes)
        cubes = 11.5 * max(system.maximum, system.developments)
        beside = system.name is not None and text_width(notes, 9) <= w - 18 - cubes
        up = y + (34 if beside else header + 9)
        d.text(x + w - 6, up, notes, size=10, fill=paint.ALARM, anchor="end", width=w - 12 - cubes * beside)
        header += 0 if beside else 13
    if system.effect:
        size = 10.0 if text_width(system.effect, 9) <= w - 12 else 8.5
        after = d.paragraph(x + 6, y + header + 10, system.effect, w - 12, size, 2, INK, leading=1.15)
        header = after - y - 0.8 * size
    _draw_fleets(d, system, corners, x + 4, y + header, w - 8, h - header - 4)


def _draw_cubes(d: Drawing, system: SystemView, x: float, y: float, w: float) -> None:
    slots = max(system.maximum, system.developments)
    step = min(11.5, w / max(slots, 1))
    for index in range(slots):
        filled = index < system.developments
        colour = paint.SEAT_COLOURS[system.owner] if filled and system.owner >= 0 else "none"
        d.rect(
            x + index * step, y, step - 2.5, step - 2.5, fill=colour, stroke=EDGE, stroke_width=1, radius=1
        )


def _draw_fleets(
    d: Drawing, system: SystemView, corners: list[int], x: float, y: float, w: float, h: float
) -> None:
    fleets: dict[int, list[VesselView]] = {}
    for vessel in system.vessels:
        fleets.setdefault(vessel.seat, []).append(vessel)
    if not fleets:
        return
    rows = {paint.BELOW[corners[seat]] for seat in fleets}
    lines = dict.fromkeys(rows, 0)  # that a fleet takes at most: who has more gets more of the height
    for seat, fleet in fleets.items():
        row = paint.BELOW[corners[seat]]
        beside = sum(paint.BELOW[corners[other]] == row for other in fleets)
        lines[row] = max(lines[row], math.ceil(len(fleet) / _columns(w / beside)))
    for seat, fleet in fleets.items():
        corner = corners[seat]
        beside = sum(paint.BELOW[corners[other]] == paint.BELOW[corner] for other in fleets)
        zone_w = w if beside == 1 else w / 2 - 1
        zone_h = h if len(rows) == 1 else h * lines[paint.BELOW[corner]] / sum(lines.values()) - 1
        left = x + (w - zone_w if paint.RIGHT[corner] else 0)
        top = y + (h - zone_h if paint.BELOW[corner] else 0)
        cell = st.CELLS[system.cell]
        _draw_fleet(
            d, cell, fleet, left, top, zone_w, zone_h, bool(paint.RIGHT[corner]), bool(paint.BELOW[corner])
        )


def _columns(w: float, chip_w: float = LEAST_CHIP) -> int:
    return max(1, int((w + 2) // (chip_w + 2)))


def _draw_fleet(
    d: Drawing,
    cell: str,
    fleet: list[VesselView],
    x: float,
    y: float,
    w: float,
    h: float,
    right: bool,
    below: bool,
) -> None:
    """Chips from the owner's corner on, a place for each kind; what finds no room is counted."""
    chip_w = min(118.0, w)
    flat = False  # a line of text a chip, where two lines are too high
    while True:
        chip_h = min(FLAT_CHIP if flat else 28.0 if chip_w > 44 else 24.0, h)
        columns, rows = _columns(w, chip_w), max(1, int((h + 2) // (chip_h + 2)))
        if columns * rows >= len(fleet) or (flat and chip_w <= LEAST_CHIP):
            break
        if chip_w <= LEAST_CHIP:
            flat, chip_w = True, min(118.0, w)
        else:
            chip_w -= 2
    room = columns * rows
    shown = fleet if len(fleet) <= room else fleet[: room - 1]
    chips: dict[int, list[int]] = {}
    for index, vessel in enumerate(shown):
        chips.setdefault(vessel.kind, []).append(index)

    def corner(index: int) -> tuple[float, float]:
        column, row = index % columns, index // columns
        left = x + w - (column + 1) * (chip_w + 2) + 2 if right else x + column * (chip_w + 2)
        return left, y + h - (row + 1) * (chip_h + 2) + 2 if below else y + row * (chip_h + 2)

    seat = fleet[0].seat
    told = {
        kind: "\n".join(each.words for each in fleet if each.kind == kind)
        for kind in dict.fromkeys(each.kind for each in fleet)
    }
    for kind, indices in chips.items():
        with d.place(f"vessel-{cell}-{seat}-{kind}", told[kind]):
            for index in indices:
                _draw_vessel(d, shown[index], *corner(index), chip_w, chip_h)
    rest = fleet[len(shown) :]
    if rest:
        left, top = corner(len(shown))
        with ExitStack() as groups:
            for kind in dict.fromkeys(vessel.kind for vessel in rest if vessel.kind not in chips):
                groups.enter_context(d.place(f"vessel-{cell}-{seat}-{kind}", told[kind]))
            d.rect(left, top, chip_w, chip_h, fill=PANEL, stroke=paint.SEAT_COLOURS[seat], radius=3)
            more = f"+{sum(vessel.count for vessel in rest)}"
            d.text(left + chip_w / 2, top + chip_h / 2 + 4, more, size=11, fill=INK, anchor="middle")


def _draw_vessel(d: Drawing, vessel: VesselView, x: float, y: float, w: float, h: float) -> None:
    fill, ink = paint.SEAT_COLOURS[vessel.seat], paint.SEAT_INK[vessel.seat]
    radius = 0 if vessel.vessel_class == st.STATION else h / 2 if vessel.vessel_class == st.FIGHTER else 4
    d.rect(x, y, w, h, fill=fill, stroke="#0b1020", stroke_width=1, radius=radius)
    pad = 6 if vessel.vessel_class == st.FIGHTER and w > 60 else 3
    count = f"{vessel.count}× " if vessel.count > 1 else ""
    name = f"{count}{vessel.name}"
    if text_width(name, max(8.5, d.floor), True) > w - 2 * pad:
        name = f"{count}{vessel.code}"
    values = f"{vessel.attack}/{vessel.hp}"
    values += f" -{vessel.damage}" if vessel.damage else ""
    values += f" !{vessel.assigned}" if vessel.assigned else ""
    values += f" {vessel.marks}" if vessel.marks else ""
    middle = x + w / 2
    if h < 22:  # no room for two lines
        tries = (f"{count}{vessel.code} {values}", f"{count}{vessel.code}")
        words = next((each for each in tries if text_width(each, d.floor or 7) <= w - 4), tries[-1])
        d.text(middle, y + h / 2 + 3.5, words, size=10, fill=ink, anchor="middle", width=w - 4, min_size=7)
        return
    d.text(middle, y + h * 0.43, name, 10.5, ink, "middle", True, width=w - 2 * pad, min_size=7.5)
    d.text(middle, y + h - 4, values, 10.5, ink, "middle", width=w - 2 * pad, min_size=7)
