"""Star Commander: the table as text, for one pair of eyes (see view.py)."""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import state as st
from .view import SEAT_NAMES, PlayerView, SystemView, TableView, look

COLUMN = 20  # least width of a system


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
        f"{mark} {player.name:<7}{fallen} at {st.CELLS[player.home]}: {number_of(player.credits, 'credit')}, "
        f"{number_of(player.developments, 'development')}, {number_of(player.ships, 'ship')}; "
        f"hand: {hand or 'empty'}; technologies: {row or 'none'}"
    )
