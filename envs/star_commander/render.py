"""Star Commander: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). In the picture every player sits at the corner of the own
homeworld, and vessels lie on the side of a system card that is nearest their player.
"""

from __future__ import annotations

import math
from contextlib import ExitStack
from functools import partial
from typing import Any

from astrarium.core.svg import (
    DIM,
    EDGE,
    GAP,
    HOLLOW,
    INK,
    LINE,
    NARROW,
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

from . import state as st
from . import tables as tb
from .actions import ACTIONS
from .narrate import narrate
from .view import SEAT_NAMES, CardView, PlayerView, Reader, SystemView, TableView, VesselView, look

__all__ = ["narrate", "places", "render_svg", "render_text"]

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
    decks = ", ".join(f"{name} {size}" for name, size in zip(st.DOMAINS, view.decks, strict=True))
    discarded = ", ".join(f"{n} {name}" if n > 1 else name for _, name, n in view.discard)
    lines.append(f"decks: {decks}; discarded: {discarded or 'nothing'}")
    lines.append("piles: " + ", ".join(f"{pile.name} {pile.left}" for pile in view.piles))
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
            mark = f"{st.ROWS[row]}  " if line == 0 else "   "
            lines.append(mark + "".join(f"{cell[0]:<{widths[column]}}" for column, cell in enumerate(cells)))
        lines.append("")
    return lines[:-1]


def _text_system(system: SystemView) -> list[str]:
    if system.name is None:
        lines = ["(face down)"]
    else:
        domain = f" {st.DOMAINS[system.domain][:3]}" if system.domain >= 0 else ""
        star = {st.CAPITAL: "*", st.STARTING: "+"}.get(system.kind, "")
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
    hand = ", ".join(card.name or f"({st.DOMAINS[card.domain]})" for card in player.hand)
    row = ", ".join(f"{count} {name}" if count > 1 else name for _, name, count, _ in player.technologies)
    fallen = " (homeworld lost)" if player.fallen else ""
    return (
        f"{mark} {player.name:<7}{fallen} at {st.CELLS[player.home]}: {player.credits} credits, "
        f"{player.developments} developments, {player.ships} ships; "
        f"hand: {hand or 'empty'}; technologies: {row or 'none'}"
    )


# Picture

WIDTH, HEIGHT = 1280.0, 900.0
SIDE_WIDTH, TOP, BOTTOM = 240.0, 62.0, 132.0
HAND_ROW, BACK_ROW = 37.0, 34.0  # heights of a card that is known, and of a row of backs
SEAT_COLOURS = ("#d94848", "#4486ee", "#e8c53a", "#3da765")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#ffffff")
DOMAIN_COLOURS = ("#c8453b", "#b78621", "#378c4d")
DOMAIN_FIELDS = (
    tone("industry", "#f6dfdc", "#4a201f"),
    tone("statecraft", "#f3e8cb", "#473a1a"),
    tone("science", "#d9eddf", "#1c402a"),
)
NO_DOMAIN, NO_DOMAIN_FIELD = "#6d7a94", tone("no-domain", "#dde3ee", "#263047")
NIGHT = tone("night", "#d3dbe8", "#10182c")  # a system nobody has seen
NIGHT_EDGE = tone("night-edge", "#b7c2d6", "#2b3b60")
SIGN = tone("sign", "#8e9bb4", "#ffffff")  # a domain's symbol behind a system
ALARM = tone("alarm", "#b3261e", "#ffb3a7")
# Corner of each homeworld: seat 0 below right, 1 below left, 2 above left, 3 above right.
RIGHT, BELOW = (1, 0, 0, 1), (1, 1, 0, 0)


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    colour = SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    side = (HEIGHT - TOP - BOTTOM - 3 * GAP) / 2
    left = SIDE_WIDTH + 2 * GAP
    panels = [
        heading(WIDTH - 2 * GAP, view.title, view.headline, view.question, colour),
        Panel(
            "board",
            (left, TOP, WIDTH - 2 * left, 2 * side + GAP),
            partial(_draw_board, view),
            height=lambda w: 1.2 * w,
            least=110.0 * view.size,
        ),
    ]
    for player in view.players:
        corner = _corner(view, player)
        x = WIDTH - SIDE_WIDTH - GAP if RIGHT[corner] else GAP
        box = (x, TOP + BELOW[corner] * (side + GAP), SIDE_WIDTH, side)
        draw = partial(_draw_player, view, player)
        panels.append(Panel(f"player-{player.seat}", box, draw, height=partial(_player_height, player)))
    foot = (GAP, HEIGHT - BOTTOM - GAP, WIDTH - 2 * GAP, BOTTOM)
    panels.append(Panel("supply", foot, partial(_draw_supply, view), height=partial(_supply_height, view)))
    return compose(panels, width)


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = ACTIONS.block(action)
    own, players = int(s["seat"]), int(s["num_players"])
    name, first = block.name, parts[0] if parts else -1
    if name in ("jump", "build", "develop", "cell"):
        return (f"system-{st.CELLS[first]}",)
    if name == "play":
        return (f"hand-{own}-{first}",)
    if name == "activate":
        return _ability_places(content, s, own, first)
    if name in ("bank_draw", "deck"):
        return (f"deck-{st.DOMAINS[first]}",)
    if name == "vessel":
        if s["ask"] == st.ASK_KIND:
            return (_pile(content, s, parts[1]), f"system-{st.CELLS[s['build_cell']]}")
        return (_vessel(int(s["pick_cell"]), (own + first) % players, parts[1]),)
    if name == "which":
        whose, kind = divmod(int(s["pick_group"]), st.NUM_KINDS)
        return (_vessel(int(s["pick_cell"]), (own + whose) % players, kind),)
    if name == "card":
        return _card_places(s, own, first)
    if name == "player":
        others = range(1, players) if first == st.EVERYBODY - 1 else (1 + first,)
        return tuple(f"player-{(own + other) % players}" for other in others)
    if name == "stack":
        return (f"stack-{first + 1}",)
    if name == "portion" and s["target"] >= 0:
        v = int(s["target"])
        return (_vessel(int(s["v_cell"][v]), int(s["v_owner"][v]), int(s["v_kind"][v])),)
    if name == "amount" and s["ask"] == st.ASK_RAID:
        return (f"system-{st.CELLS[s['raid_cell']]}",)
    if name == "yes" and s["ask"] == st.ASK_INITIATE:
        return (f"system-{st.CELLS[s['battle']]}",)
    if name in ("yes", "send"):
        return ("offer",)
    if name == "give":
        return (f"player-{own}",)
    if name == "ask" and s["partner"] != st.EVERYBODY:
        return (f"player-{int(s['partner'])}",)
    return ()


def _vessel(cell: int, seat: int, kind: int) -> str:
    return f"vessel-{st.CELLS[cell]}-{seat}-{kind}"


def _pile(content: Content, s: Any, kind: int) -> str:
    card = int(content.tables[0]["kind_card"][kind])
    return f"pile-{kind}" if card < 0 else f"hand-{int(s['seat'])}-{card}"


def _ability_places(content: Content, s: Any, own: int, ability: int) -> tuple[str, ...]:
    """The technology, the vessels or the systems that have the ability."""
    t = content.tables[0]
    source, origin = int(t["ability_source"][ability]), int(t["ability_from"][ability])
    if origin == tb.FROM_TECHNOLOGY:
        return (f"technology-{own}-{source}",)
    if origin == tb.FROM_VESSEL:
        cells = {int(s["v_cell"][v]) for v in Reader(content, s).vessels() if _is(s, v, own, source)}
        return tuple(_vessel(cell, own, source) for cell in sorted(cells))
    if origin == tb.FROM_SYSTEM:
        here = [c for c in range(st.NUM_CELLS) if s["system"][c] == source and s["owner"][c] == own]
        return tuple(f"system-{st.CELLS[cell]}" for cell in here)
    return (f"system-{st.CELLS[s['battle']]}",) if s["battle"] >= 0 else ()


def _is(s: Any, vessel: int, seat: int, kind: int) -> bool:
    return bool(s["v_owner"][vessel] == seat and s["v_kind"][vessel] == kind)


def _card_places(s: Any, own: int, card: int) -> tuple[str, ...]:
    """A card of the own hand, of a hand that is looked into, or one that an offer names."""
    if s["ask"] == st.ASK_STEAL:
        return (f"hand-{int(s['steal_from'])}-{card}",)
    if s["ask"] == st.ASK_HAND_CARD or s["adding_side"] == st.GIVE:
        whose = [own]
    else:
        whose = list(range(int(s["num_players"]))) if s["partner"] == st.EVERYBODY else [int(s["partner"])]
        whose = [seat for seat in whose if seat != own]
    if s["ask"] != st.ASK_HAND_CARD and s["adding"] == st.ADD_TECHNOLOGY:
        return tuple(f"technology-{seat}-{card}" for seat in whose if s["technology"][seat, card])
    return tuple(
        f"hand-{seat}-{card}"
        for seat in whose
        if any(
            s["hand"][seat, at] == card and (seat == own or s["shown"][seat, at])
            for at in range(st.HAND_LIMIT)
        )
    )


def _corner(view: TableView, player: PlayerView) -> int:
    """Which tip of the board the player sits at."""
    row, column = divmod(player.home, 5)
    return {(1, 1): 0, (1, 0): 1, (0, 0): 2, (0, 1): 3}[(int(row > 0), int(column > 0))]


# The board


def _draw_board(view: TableView, d: Drawing, x: float, y: float, width: float, height: float) -> None:
    corners = [_corner(view, player) for player in view.players]
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
        with d.place(f"system-{st.CELLS[system.cell]}"):
            _draw_system(d, system, corners, left, top, cell_w - 6, cell_h - 6)


def _draw_system(
    d: Drawing, system: SystemView, corners: list[int], x: float, y: float, w: float, h: float
) -> None:
    owner = system.owner
    border = SEAT_COLOURS[owner] if owner >= 0 else LINE
    if system.name is None:
        d.rect(x, y, w, h, fill=NIGHT, stroke=LINE, stroke_width=1.5, radius=7)
        d.rect(x + 5, y + 5, w - 10, h - 10, stroke=NIGHT_EDGE, stroke_width=1, radius=5)
        d.text(x + w / 2, y + h / 2 + 8, "★", size=24, fill=NIGHT_EDGE, anchor="middle")
        header = 8.0
    else:
        known = system.domain >= 0
        fill = DOMAIN_FIELDS[system.domain] if known else NO_DOMAIN_FIELD
        band = DOMAIN_COLOURS[system.domain] if known else NO_DOMAIN
        d.rect(x, y, w, h, fill=fill, stroke=border, stroke_width=3 if owner >= 0 else 1.5, radius=7)
        d.rect(x + 3, y + 3, w - 6, 18, fill=band, radius=4)
        star = {st.CAPITAL: " ★", st.STARTING: " ●"}.get(system.kind, "")
        indent = 6.0
        if w > 120:
            _draw_symbol(d, system.domain, x + 13, y + 12, 6.5, "#ffffff")
            indent = 23.0
        d.text(x + indent, y + 16.5, system.name + star, 12, "#ffffff", bold=True, width=w - indent - 23)
        d.circle(x + w - 13, y + 12, 8, fill="#0b1020")
        number = str(system.maximum)
        size = 14.0 - 2 * len(number)
        d.text(x + w - 13, y + 16, number, size=size, bold=True, fill="#ffffff", anchor="middle")
        with d.group(opacity=0.16):
            _draw_symbol(d, system.domain, x + w / 2, y + h / 2 + 14, h * 0.26, SIGN)
        _draw_cubes(d, system, x + 6, y + 25, w - 12)
        header = 38.0
    if system.notes:
        notes = ", ".join(system.notes)
        cubes = 11.5 * max(system.maximum, system.developments)
        beside = system.name is not None and text_width(notes, 9) <= w - 18 - cubes
        up = y + (34 if beside else header + 9)
        d.text(x + w - 6, up, notes, size=10, fill=ALARM, anchor="end", width=w - 12 - cubes * beside)
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
        colour = SEAT_COLOURS[system.owner] if filled and system.owner >= 0 else "none"
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
    rows = {BELOW[corners[seat]] for seat in fleets}
    for seat, fleet in fleets.items():
        corner = corners[seat]
        beside = sum(BELOW[corners[other]] == BELOW[corner] for other in fleets)
        zone_w = w if beside == 1 else w / 2 - 1
        zone_h = h if len(rows) == 1 else h / 2 - 1
        left = x + (w - zone_w if RIGHT[corner] else 0)
        top = y + (h - zone_h if BELOW[corner] else 0)
        cell = st.CELLS[system.cell]
        _draw_fleet(d, cell, fleet, left, top, zone_w, zone_h, bool(RIGHT[corner]), bool(BELOW[corner]))


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
    while True:
        chip_h = min(28.0 if chip_w > 44 else 24.0, h)
        columns, rows = max(1, int((w + 2) // (chip_w + 2))), max(1, int((h + 2) // (chip_h + 2)))
        if columns * rows >= len(fleet) or chip_w <= 36:
            break
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
    for kind, indices in chips.items():
        with d.place(f"vessel-{cell}-{seat}-{kind}"):
            for index in indices:
                _draw_vessel(d, shown[index], *corner(index), chip_w, chip_h)
    rest = fleet[len(shown) :]
    if rest:
        left, top = corner(len(shown))
        with ExitStack() as groups:
            for kind in dict.fromkeys(vessel.kind for vessel in rest if vessel.kind not in chips):
                groups.enter_context(d.place(f"vessel-{cell}-{seat}-{kind}"))
            d.rect(left, top, chip_w, chip_h, fill=PANEL, stroke=SEAT_COLOURS[seat], radius=3)
            more = f"+{sum(vessel.count for vessel in rest)}"
            d.text(left + chip_w / 2, top + chip_h / 2 + 4, more, size=11, fill=INK, anchor="middle")


def _draw_vessel(d: Drawing, vessel: VesselView, x: float, y: float, w: float, h: float) -> None:
    fill, ink = SEAT_COLOURS[vessel.seat], SEAT_INK[vessel.seat]
    radius = 0 if vessel.vessel_class == st.STATION else h / 2 if vessel.vessel_class == st.FIGHTER else 4
    d.rect(x, y, w, h, fill=fill, stroke="#0b1020", stroke_width=1, radius=radius)
    pad = 6 if vessel.vessel_class == st.FIGHTER and w > 60 else 3
    count = f"{vessel.count}× " if vessel.count > 1 else ""
    name = f"{count}{vessel.name}"
    if text_width(name, 8.5, True) > w - 2 * pad:
        name = f"{count}{vessel.code}"
    values = f"{vessel.attack}/{vessel.hp}"
    values += f" -{vessel.damage}" if vessel.damage else ""
    values += f" !{vessel.assigned}" if vessel.assigned else ""
    values += f" {vessel.marks}" if vessel.marks else ""
    middle = x + w / 2
    if h < 22:  # no room for two lines
        words, line = f"{count}{vessel.code} {values}", y + h / 2 + 3.5
        d.text(middle, line, words, size=10, fill=ink, anchor="middle", width=w - 2 * pad, min_size=7)
        return
    d.text(middle, y + h * 0.43, name, 10.5, ink, "middle", True, width=w - 2 * pad, min_size=7.5)
    d.text(middle, y + h - 4, values, 10.5, ink, "middle", width=w - 2 * pad, min_size=7)


def _draw_symbol(d: Drawing, domain: int, x: float, y: float, r: float, paint: str) -> None:
    """Gear, building or atom; a ring for no domain."""
    if domain == 0:
        for tooth in range(8):
            angle = tooth * math.pi / 4
            dx, dy = math.cos(angle) * r, math.sin(angle) * r
            d.line(x + dx * 0.5, y + dy * 0.5, x + dx, y + dy, stroke=paint, stroke_width=r * 0.36)
        d.circle(x, y, r * 0.52, stroke=paint, stroke_width=r * 0.34, fill="none")
    elif domain == 1:
        d.polygon([(x - r, y - r * 0.25), (x, y - r), (x + r, y - r * 0.25)], fill=paint)
        for column in (-0.65, 0.0, 0.65):
            d.rect(x + column * r - r * 0.15, y - r * 0.1, r * 0.3, r * 0.75, fill=paint)
        d.rect(x - r, y + r * 0.7, 2 * r, r * 0.28, fill=paint)
    elif domain == 2:
        for turn in (0, 60, 120):
            d.raw(
                f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{r:.1f}" ry="{r * 0.38:.1f}" fill="none" '
                f'stroke="{paint}" stroke-width="{r * 0.17:.2f}" transform="rotate({turn} {x:.1f} {y:.1f})"/>'
            )
        d.circle(x, y, r * 0.22, fill=paint)
    else:
        d.circle(x, y, r * 0.75, stroke=paint, stroke_width=r * 0.25, fill="none")


# Players


def _hand_height(player: PlayerView) -> float:
    known = sum(card.name is not None for card in player.hand)
    return known * HAND_ROW + (BACK_ROW if known < len(player.hand) else 0)


def _player_height(player: PlayerView, width: float) -> float:
    """In a column: as much as hand and technologies need."""
    return 90 + _hand_height(player) + 22 + HAND_ROW * len(player.technologies)


def _draw_player(
    view: TableView, player: PlayerView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    colour = SEAT_COLOURS[player.seat]
    deciding = player.seat == view.deciding
    d.panel(x, y, w, h, colour if deciding else LINE, 3 if deciding else 1)
    ink = SEAT_INK[player.seat]
    with d.place(f"player-{player.seat}"):
        d.rect(x + 4, y + 4, w - 8, 24, fill=colour, radius=5)
        turn = "  ▶ turn" if player.seat == view.active else ""
        fallen = "  homeworld lost" if player.fallen else ""
        d.text(x + 12, y + 21, f"{player.name}{turn}{fallen}", size=14, bold=True, fill=ink, width=w - 90)
        d.text(x + w - 12, y + 21, f"home {st.CELLS[player.home]}", size=12, fill=ink, anchor="end")
    values = (("credits", player.credits), ("developments", player.developments), ("ships", player.ships))
    for index, (word, value) in enumerate(values):
        middle = x + w * (index + 0.5) / 3
        d.text(middle, y + 49, str(value), size=18, bold=True, fill=INK, anchor="middle")
        d.text(middle, y + 62, word, size=10, fill=DIM, anchor="middle")
    d.text(x + 8, y + 78, f"hand ({len(player.hand)})", size=10, fill=DIM)
    top = y + 83
    for card in player.hand:
        if card.name is not None:
            with d.place(card.place):
                _draw_card(d, card, x + 8, top, w - 16, HAND_ROW - 3)
            top += HAND_ROW
    backs = [card for card in player.hand if card.name is None]
    for index, card in enumerate(backs):
        _draw_back(d, card.domain, x + 8 + index * 30, top, 25, BACK_ROW - 4)
    top += (BACK_ROW if backs else 0) + 11
    row = "technology row" if player.technologies else "technology row: empty"
    d.text(x + 8, top, row, size=10, fill=DIM)
    _draw_technologies(d, player, x + 8, top + 5, w - 16, y + h - top - 9)


def _draw_card(d: Drawing, card: CardView, x: float, y: float, w: float, h: float) -> None:
    """A card that is known: domain, name, what it is, what it does."""
    colour = DOMAIN_COLOURS[card.domain]
    d.rect(x, y, w, h, fill=DOMAIN_FIELDS[card.domain], stroke=colour, stroke_width=1.5, radius=4)
    d.rect(x + 1, y + 1, 17, h - 2, fill=colour, radius=3)
    _draw_symbol(d, card.domain, x + 9.5, y + h / 2, 6, "#ffffff")
    kind = text_width(card.kind, 8.5)
    d.text(x + 22, y + 11, card.name, size=10.5, bold=True, fill=INK, width=w - kind - 32, min_size=8)
    d.text(x + w - 5, y + 11, card.kind, size=8.5, fill=INK, anchor="end")
    size = next((size for size in (8.5, 8.0) if len(wrap(card.text, w - 26, size)) <= 2), 7.5)
    d.paragraph(x + 22, y + 20.5, card.text, w - 26, size, 2, INK, leading=1.15)


def _draw_back(d: Drawing, domain: int, x: float, y: float, w: float, h: float) -> None:
    colour = DOMAIN_COLOURS[domain]
    d.rect(x, y, w, h, fill=colour, stroke=EDGE, stroke_width=1, radius=4)
    d.rect(x + 3, y + 3, w - 6, h - 6, fill=DOMAIN_FIELDS[domain], radius=3)
    _draw_symbol(d, domain, x + w / 2, y + h / 2, w * 0.27, colour)


def _draw_technologies(d: Drawing, player: PlayerView, x: float, y: float, w: float, h: float) -> None:
    """The row, with what the cards do; where there are many, two to a line and only their names."""
    count = len(player.technologies)
    if not count:
        return
    step = min(19.0, h / math.ceil(count / 2))
    for index, (card, name, copies, text) in enumerate(player.technologies):
        left, top = x + (index % 2) * (w / 2 + 1), y + (index // 2) * step
        domain = card // st.CARDS_PER_DOMAIN
        fill, edge = DOMAIN_FIELDS[domain], DOMAIN_COLOURS[domain]
        words = f"{copies}× {name}" if copies > 1 else name
        size = min(10.0, step * 0.62)
        with d.place(f"technology-{player.seat}-{card}", text):
            if HAND_ROW * count <= h:
                shown = CardView(domain, words, text=text)
                _draw_card(d, shown, x, y + HAND_ROW * index, w, HAND_ROW - 3)
                continue
            d.rect(left, top, w / 2 - 1, step - 2, fill=fill, stroke=edge, radius=3)
            line = top + step / 2 + size * 0.3 - 1
            d.text(left + 4, line, words, size=size, fill=INK, width=w / 2 - 9, min_size=min(8, size))


# Decks, piles, stack


def _supply_height(view: TableView, width: float) -> float:
    """In a column: decks, piles, then the stack or the discards."""
    quiet = 13.2 * len(wrap(_quiet_words(view), width - 24, 10.5))
    return 2 * BOTTOM + 24 + 50 * bool(view.offer) + (20 * len(view.stack) or quiet)


def _quiet_words(view: TableView) -> str:
    """What stands where the stack would be."""
    shown = ", ".join(f"{count}× {name}" if count > 1 else name for _, name, count in view.discard)
    words = f"stack: empty\ndiscarded: {shown or 'nothing'}"
    if view.legend:
        words += "\nmarks: " + ", ".join(f"{letter} {word}" for letter, word in view.legend.items())
    return words


def _draw_supply(view: TableView, d: Drawing, x: float, y: float, w: float, h: float) -> None:
    d.panel(x, y, w, h)
    for domain, name in enumerate(st.DOMAINS):
        left = x + 12 + domain * 78
        size = view.decks[domain]
        with d.place(f"deck-{name}"):
            if size:
                _draw_back(d, domain, left + 9, y + 10, 48, 64)
            else:
                d.rect(left + 9, y + 10, 48, 64, fill=HOLLOW, stroke=LINE, radius=4, stroke_dasharray="4 3")
        d.text(left + 33, y + 89, f"{size} left", size=11, bold=True, fill=INK, anchor="middle")
        d.text(left + 33, y + 103, name, size=10, fill=DIM, anchor="middle")
        thrown = sum(count for where, _, count in view.discard if where == domain)
        d.text(left + 33, y + 118, f"{thrown} discarded", size=10, fill=DIM, anchor="middle")
    narrow = w < NARROW
    left_edge, top = (x + 12, y + BOTTOM) if narrow else (x + 260, y)
    wide = (w - 24) / 2 if narrow else 158.0
    d.text(left_edge, top + 14, "piles: cost, attack/hit points, left", size=10, fill=DIM)
    for index, pile in enumerate(view.piles):
        cx, cy = left_edge + (index % 2) * wide, top + 20 + (index // 2) * 22
        radius = 0 if pile.vessel_class == st.STATION else 8 if pile.vessel_class == st.FIGHTER else 3
        with d.place(f"pile-{pile.kind}"):
            fill = "#5b6a8a" if pile.left else "#8a93a6"
            d.rect(cx, cy, 26, 18, fill=fill, radius=radius)
            d.text(cx + 13, cy + 13, pile.code, size=10.5, bold=True, fill="#ffffff", anchor="middle")
            ink = INK if pile.left else DIM
            d.text(cx + 31, cy + 9, pile.name, size=9.5, bold=True, fill=ink, width=wide - 34)
            words = f"{pile.cost}c  {pile.attack}/{pile.hp}  {pile.left} left"
            d.text(cx + 31, cy + 19, words, size=9, fill=ink, width=wide - 34)
    if narrow:
        _draw_stack(d, view, x + 12, top + 130, w - 24, h - BOTTOM - 138)
        return
    edge = x + 590
    d.line(edge - 12, y + 8, edge - 12, y + h - 8, stroke=LINE)
    _draw_stack(d, view, edge, y + 8, x + w - edge - 10, h - 12)


def _draw_stack(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    """The offer, the stack with its top item first, or what was discarded."""
    if view.offer:
        with d.place("offer"):
            y = d.paragraph(x, y + 12, view.offer, w, size=12, lines=3, fill=INK, bold=True) - 8
            h -= 40
    if not view.stack:
        d.paragraph(x, y + 12, _quiet_words(view), w, size=10.5, lines=int(h / 13.2), fill=DIM)
        return
    d.text(x, y + 10, f"stack ({len(view.stack)}), the top item resolves first", size=10, fill=DIM)
    items = list(enumerate(view.stack, 1))[::-1]
    room = int((h - 14) // 20)
    columns = math.ceil(len(items) / room)
    wide = w / columns
    for index, (number, (seat, words)) in enumerate(items):
        left, top = x + index // room * wide, y + 15 + index % room * 20
        with d.place(f"stack-{number}"):
            d.rect(left, top, wide - 4, 18, fill=WELL, stroke=SEAT_COLOURS[seat], radius=4)
            words = f"{number}. {SEAT_NAMES[seat]}: {words}"
            d.text(left + 6, top + 13, words, size=11, fill=INK, width=wide - 16, min_size=8)
