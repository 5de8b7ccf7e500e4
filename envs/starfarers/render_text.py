"""Starfarers of Catan: the table as text, for one pair of eyes (see view.py)."""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content

from . import state as st
from .view import SEAT_NAMES, PlanetView, PlayerView, TableView, look
from .words import SHIP_WORDS, cards


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    lines += _text_systems(content, view)
    lines += _text_bases(view)
    lines.append("")
    for ship in view.ships:
        marks = " (on the move)" * ship.moving + " (halted)" * ship.halted
        rings = f"{ship.rings} ring{'s' * (ship.rings > 1)}"
        lines.append(
            f"{SEAT_NAMES[ship.seat]:<7}{SHIP_WORDS[ship.cargo]:<12}{rings:<8}at {ship.place}{marks}"
        )
    lines.append("")
    lines += [_text_player(view, player) for player in view.players]
    lines.append("")
    stock = cards(view.bank) or "empty"
    lines.append(f"bank: {stock}; reserve pile: {view.pile_size}; white chips: {view.reserve}")
    lines.append(f"encounter cards: {view.deck_size}; dice: {view.dice or '-'}; balls: {view.balls or '-'}")
    if view.encounter:
        lines.append(f"encounter: {view.encounter}")
    lines += [f"offer: {line}" for line in view.offer]
    lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _owner(owner: int) -> str:
    return "-" if owner < 0 else "closed" if owner == st.BLOCKED else SEAT_NAMES[owner]


def _text_systems(content: Content, view: TableView) -> list[str]:
    lines = []
    for system, name in enumerate(content.labels["system"]):
        planets = view.planets[3 * system : 3 * system + 3]
        sites = view.sites[3 * system : 3 * system + 3]
        chips = ", ".join(_text_planet(planet) for planet in planets)
        owners = ", ".join(
            f"{site.name.removeprefix(name + ' ')} {_owner(site.owner)}{'*' * site.port}" for site in sites
        )
        lines.append(f"{name:<6} {chips:<44} {owners}")
    return lines


def _text_planet(planet: PlanetView) -> str:
    resource = st.RESOURCES[planet.resource]
    if planet.up:
        return f"{resource} {planet.face}"
    seen = f" {planet.seen}" if planet.seen else ""
    return f"{resource} ({planet.face or planet.dot}{seen})"


def _text_bases(view: TableView) -> list[str]:
    lines = []
    for base in view.bases:
        posts = ", ".join(f"{n} {_owner(owner)}" for n, owner in enumerate(base.owners, 1))
        chip = _owner(base.chip)
        left = ", ".join(name for name, _ in base.left.values()) or "none"
        lines.append(f"{base.name}: outposts {posts}; chip {chip}; cards: {left}")
    return lines


def _text_player(view: TableView, player: PlayerView) -> str:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    if player.hand is not None:
        hand = cards(player.hand) or "empty"
    else:
        hand = f"{player.hand_size} cards" + (f" (surely {cards(player.sure)})" if any(player.sure) else "")
    expansions = ", ".join(
        f"{n} {name}s" for name, n in zip(st.EXPANSIONS, player.expansions, strict=True) if n
    )
    extras = [
        *([f"friends: {', '.join(player.friends)}"] if player.friends else []),
        *([f"chips: {', '.join(player.chips)}"] if player.chips else []),
        *([f"trophies: {', '.join(player.trophies)}"] if player.trophies else []),
        *([f"{player.credit} trade ship to place"] if player.credit else []),
    ]
    return (
        f"{mark} {player.name:<7}{player.points:>2} points, {player.fame} fame; hand: {hand}; "
        f"mother ship: {expansions or 'bare'}" + "".join(f"; {extra}" for extra in extras)
    )
