"""Starfarers of Catan: the table as text and as a picture.

Both show a state to one pair of eyes (see view.py). In the picture the Catanian colonies lie at the bottom
edge, as on the table; the alien bases are hexes with five numbered corners.
"""

from __future__ import annotations

import math
from typing import Any

from astrarium.core.svg import Drawing
from astrarium.core.tables import Content

from . import state as st
from .actions import COLUMNS
from .narrate import narrate
from .state import EXPANSIONS, RESOURCES
from .view import SEAT_NAMES, SHIP_WORDS, PlanetView, PlayerView, ShipView, TableView, cards, look

__all__ = ["narrate", "places", "render_svg", "render_text"]

# Text


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
    resource = RESOURCES[planet.resource]
    if planet.up:
        return f"{resource} {planet.face}"
    seen = f" {planet.seen}" if planet.seen else ""
    return f"{resource} ({planet.face or planet.dot}{seen})"


def _text_bases(view: TableView) -> list[str]:
    lines = []
    for base in view.bases:
        posts = ", ".join(f"{n} {_owner(owner)}" for n, owner in enumerate(base.owners, 1))
        chip = _owner(base.chip)
        lines.append(f"{base.name}: outposts {posts}; chip {chip}; cards: {', '.join(base.left) or 'none'}")
    return lines


def _text_player(view: TableView, player: PlayerView) -> str:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    if player.hand is not None:
        hand = cards(player.hand) or "empty"
    else:
        hand = f"{player.hand_size} cards" + (f" (surely {cards(player.sure)})" if any(player.sure) else "")
    expansions = ", ".join(f"{n} {name}s" for name, n in zip(EXPANSIONS, player.expansions, strict=True) if n)
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


# Picture

WIDTH, HEIGHT = 1240, 1000
UNIT = 17.2
LEFT, BASE = 16.0, 946.0  # where X = 0 and Y = 0 of the board are drawn
RISE = UNIT * math.sqrt(3)
PANEL_X, PANEL_W = 660.0, 566.0
INK, PAPER, DIM, LINE, PANEL = "#e8ecf4", "#080c1a", "#93a0b8", "#2c3856", "#131a30"
SEAT_COLOURS = ("#e05252", "#4f8ef0", "#f0cf3c", "#f2f2f2")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#1b1b1b")
RESOURCE_COLOURS = ("#c0503a", "#e0912f", "#3f78c8", "#4ea24f", "#a07cc0")
DOT_COLOURS = {"red": "#d84a4a", "yellow": "#e6c84a", "blue": "#4a7fd8", "greek": "#cccccc"}
BLOCKED_COLOUR = "#777f8f"


def _at(x: float, y: float) -> tuple[float, float]:
    """A place of the board in the picture."""
    return LEFT + UNIT * x, BASE - RISE * y


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    return ()


def render_svg(content: Content, s: Any, seat: int | None = None, width: float | None = None) -> str:
    """The table as an SVG picture; in a column when it is to be shown narrow."""
    view = look(content, s, seat)
    d = Drawing(WIDTH, HEIGHT, background=PAPER)
    d.text(16, 26, view.title, size=18, bold=True, fill=INK)
    d.text(640, 26, view.headline, size=14, fill=INK, anchor="end", width=400)
    _draw_grid(d, content)
    _draw_bases(d, content, view)
    for planet in view.planets:
        _draw_planet(d, planet)
    _draw_suns(d, view)
    _draw_sites(d, content, view)
    for ship in view.ships:
        _draw_ship(d, content, ship)
    height = 172.0
    for index, player in enumerate(view.players):
        _draw_player(d, view, player, PANEL_X, 14 + index * (height + 8), PANEL_W, height)
    _draw_supply(d, view, PANEL_X, 14 + 4 * (height + 8), PANEL_W, HEIGHT - 28 - 4 * (height + 8))
    return d.svg()


def _draw_grid(d: Drawing, content: Content) -> None:
    t = content.tables[0]
    places = [_at(int(x), int(y)) for x, y in zip(t["node_x"], t["node_y"], strict=True)]
    for node in range(int(t["num_nodes"])):
        for other in t["neighbour"][node]:
            if other > node:
                (x1, y1), (x2, y2) = places[node], places[other]
                d.line(x1, y1, x2, y2, stroke=LINE, stroke_width=1)
    for column, letter in enumerate(COLUMNS):
        x = 3 * (column // 2) + 1 + column % 2
        d.text(_at(x, 0)[0], HEIGHT - 8, letter, size=9, fill=DIM, anchor="middle")
    for row in range(0, st.NUM_ROWS, 2):
        d.text(8, _at(0, row - 1)[1] + 3, str(row + 1), size=9, fill=DIM, anchor="middle")


def _draw_bases(d: Drawing, content: Content, view: TableView) -> None:
    t = content.tables[0]
    for race, base in enumerate(view.bases):
        nodes = t["outpost_node"][st.OUTPOSTS_PER_RACE * race : st.OUTPOSTS_PER_RACE * (race + 1)]
        corners = [_at(int(t["node_x"][n]), int(t["node_y"][n])) for n in nodes]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        d.circle(*middle, 1.35 * UNIT, fill="#33224a", stroke="#8a66b8", stroke_width=1.5)
        d.text(middle[0], middle[1] - 1, base.name, size=8.5, bold=True, anchor="middle", width=2.5 * UNIT)
        if base.chip >= 0:
            d.circle(middle[0], middle[1] + 10, 6, fill=SEAT_COLOURS[base.chip], stroke="#000000")
            d.text(
                middle[0], middle[1] + 13, "2", size=8, fill=SEAT_INK[base.chip], anchor="middle", bold=True
            )
        else:
            d.text(middle[0], middle[1] + 12, "chip 2", size=8, fill="#c9b3e6", anchor="middle")
        for number, (owner, (x, y)) in enumerate(zip(base.owners, corners, strict=True), 1):
            fill = SEAT_COLOURS[owner] if owner >= 0 else "#1d1430"
            d.rect(x - 7, y - 7, 14, 14, fill=fill, stroke="#b694e0", stroke_width=1.2, radius=3)
            ink = SEAT_INK[owner] if owner >= 0 else "#d8c6f0"
            d.text(x, y + 4, str(number), size=10, bold=True, fill=ink, anchor="middle")


def _draw_planet(d: Drawing, planet: PlanetView) -> None:
    x, y = _at(planet.x, planet.y)
    colour = RESOURCE_COLOURS[planet.resource]
    d.circle(x, y, 1.3 * UNIT, fill=colour, stroke="#000000", stroke_width=1)
    if planet.resource == st.GOODS:  # striped
        for dy in (-0.75, 0.0, 0.75):
            half = math.sqrt(1.25**2 - dy**2) * UNIT
            d.line(x - half, y + dy * UNIT, x + half, y + dy * UNIT, stroke="#d9c26a", stroke_width=4)
    if planet.up:
        d.circle(x, y, 0.72 * UNIT, fill="#f4efe0", stroke="#000000", stroke_width=0.8)
        strong = planet.face in ("6", "8")
        ink = "#b01818" if strong else "#1b1b1b"
        size = 14 if planet.face and len(planet.face) < 3 else 9
        d.text(x, y + size * 0.36, planet.face, size=size, bold=True, fill=ink, anchor="middle")
        return
    dot = DOT_COLOURS[planet.dot]
    d.circle(x, y, 0.72 * UNIT, fill="#2a2f3d", stroke=dot, stroke_width=2.5)
    if planet.face is None:
        d.circle(x, y, 3.5, fill=dot)
    else:
        words = planet.face.replace("pirate ", "P").replace("ice ", "I")
        d.text(x, y + 4, words, size=11, bold=True, fill="#f4efe0", anchor="middle")
    if planet.seen:
        d.text(x, y + 1.18 * UNIT, planet.seen, size=8, fill="#ffffff", anchor="middle")


def _draw_suns(d: Drawing, view: TableView) -> None:
    for system in range(st.NUM_SYSTEMS):
        planets = view.planets[3 * system : 3 * system + 3]
        x, y = _at(sum(p.x for p in planets) / 3, sum(p.y for p in planets) / 3)
        d.circle(x, y, 6, fill="#ffe680", stroke="#ffb84d", stroke_width=1.5)


def _draw_sites(d: Drawing, content: Content, view: TableView) -> None:
    t = content.tables[0]
    for site in view.sites:
        x, y = _at(int(t["node_x"][site.node]), int(t["node_y"][site.node]))
        if site.owner < 0:
            d.circle(x, y, 5.5, fill=PAPER, stroke="#d0d7e6", stroke_width=1.5)
            continue
        colour = BLOCKED_COLOUR if site.owner == st.BLOCKED else SEAT_COLOURS[site.owner]
        if site.port:
            d.circle(x, y, 11, stroke=colour, stroke_width=3.5)
        d.rect(x - 6, y - 6, 12, 12, fill=colour, stroke="#000000", stroke_width=1, radius=2)


def _draw_ship(d: Drawing, content: Content, ship: ShipView) -> None:
    """A triangle with a letter for its load and a dot for each ring."""
    t = content.tables[0]
    x, y = _at(int(t["node_x"][ship.node]), int(t["node_y"][ship.node]))
    colour, ink = SEAT_COLOURS[ship.seat], SEAT_INK[ship.seat]
    edge = "#ffffff" if ship.moving else "#000000"
    d.polygon([(x, y - 12), (x - 10, y + 8), (x + 10, y + 8)], fill=colour, stroke=edge, stroke_width=1.5)
    letter = "C" if ship.cargo == st.COLONY else "T"
    d.text(x, y + 6, letter, size=9.5, bold=True, fill=ink, anchor="middle")
    for ring in range(ship.rings):
        d.circle(x - 5 * (ship.rings - 1) / 2 + 5 * ring, y + 12, 1.9, fill=colour)


# Players


def _draw_cards(d: Drawing, counts: list[int], x: float, y: float, faint: bool = False) -> None:
    for r, count in enumerate(counts):
        left = x + 34 * r
        fill = RESOURCE_COLOURS[r] if count and not faint else "#252d45"
        d.rect(left, y, 29, 36, fill=fill, stroke="#e8ecf4", stroke_width=0.8, radius=4)
        d.text(left + 14.5, y + 19, str(count), size=14, bold=True, fill="#ffffff", anchor="middle")
        d.text(left + 14.5, y + 31, RESOURCES[r], size=7.5, fill="#ffffff", anchor="middle", width=27)


def _draw_player(
    d: Drawing, view: TableView, player: PlayerView, x: float, y: float, w: float, h: float
) -> None:
    colour, ink = SEAT_COLOURS[player.seat], SEAT_INK[player.seat]
    deciding = player.seat == view.deciding
    edge, thick = (colour, 3) if deciding else (LINE, 1)
    d.rect(x, y, w, h, fill=PANEL, stroke=edge, stroke_width=thick, radius=8)
    d.rect(x + 4, y + 4, w - 8, 24, fill=colour, radius=5)
    turn = "  ▶ turn" if player.seat == view.active else ""
    d.text(x + 12, y + 21, f"{player.name}{turn}", size=14, bold=True, fill=ink)
    d.text(x + w - 12, y + 21, f"{player.points} points", size=14, bold=True, fill=ink, anchor="end")
    d.text(x + 10, y + 44, f"hand ({player.hand_size})", size=10, fill=DIM)
    if player.hand is not None:
        _draw_cards(d, player.hand, x + 10, y + 49)
    else:
        _draw_cards(d, player.sure, x + 10, y + 49)
        d.text(x + 78, y + 44, "surely", size=10, fill=DIM)
    _draw_mother_ship(d, player, x + 196, y + 36)
    fame = "●" * min(player.fame, 12) + (f" {player.fame}" if player.fame > 12 else "")
    d.text(x + 10, y + 104, f"fame {fame or '-'}", size=11, fill="#f0d27a")
    left = f"in reserve: {player.colony_modules} colonies, {player.trade_modules} outposts, "
    d.text(x + 10, y + 121, f"{left}{player.port_rings} spaceport rings", size=10, fill=DIM, width=w - 20)
    prizes = [f"chip {name}" for name in player.chips] + player.trophies
    prizes += [f"{player.credit} trade ship to place"] * bool(player.credit)
    d.text(x + 10, y + 138, "prizes: " + (", ".join(prizes) or "none"), size=10.5, fill=INK, width=w - 20)
    friends = ", ".join(player.friends) or "none"
    d.text(x + 10, y + 156, f"friendship: {friends}", size=10.5, fill=INK, width=w - 20, min_size=7)


def _draw_mother_ship(d: Drawing, player: PlayerView, x: float, y: float) -> None:
    """Slots for boosters, cannons and freight rings."""
    limits = (st.MOST_BOOSTERS, st.MOST_CANNONS, st.MOST_FREIGHT)
    colours = ("#e0912f", "#3f78c8", "#c0503a")
    bonus = (player.speed_bonus, player.combat_bonus, 0)
    for e, name in enumerate(EXPANSIONS):
        top = y + 20 * e
        d.text(x, top + 12, f"{name}s", size=10, fill=DIM)
        for slot in range(limits[e]):
            filled = slot < player.expansions[e]
            fill = colours[e] if filled else "none"
            d.rect(x + 74 + 19 * slot, top + 2, 15, 12, fill=fill, stroke="#7f8aa3", stroke_width=1, radius=3)
        if bonus[e]:
            d.text(x + 74 + 19 * limits[e] + 4, top + 12, f"+{bonus[e]} from friends", size=10, fill=INK)


# Bank, dice, encounter, offer


def _draw_supply(d: Drawing, view: TableView, x: float, y: float, w: float, h: float) -> None:
    d.rect(x, y, w, h, fill=PANEL, stroke=LINE, radius=8)
    d.text(x + 10, y + 18, view.question, size=14, bold=True, fill=INK, width=w - 20, min_size=9)
    d.text(x + 10, y + 36, "bank", size=10, fill=DIM)
    _draw_cards(d, view.bank, x + 10, y + 41)
    facts = [
        f"reserve pile: {view.pile_size} cards",
        f"encounter cards left: {view.deck_size}",
        f"white chips left: {view.reserve}",
    ]
    rolls = [f"dice: {view.dice or '-'}", f"mother ship: {view.balls or '-'}"]
    for index, words in enumerate(facts):
        d.text(x + 190, y + 48 + 15 * index, words, size=10.5, fill=INK)
    for index, words in enumerate(rolls):
        d.text(x + 350, y + 48 + 15 * index, words, size=10.5, fill=INK, width=w - 360)
    for index, base in enumerate(view.bases):
        words = f"{base.name}: {', '.join(base.left) or 'no cards left'}"
        d.text(x + 10, y + 98 + 15 * index, words, size=10, fill="#c9b3e6", width=w - 20, min_size=7)
    lines = [f"encounter: {view.encounter}"] if view.encounter else []
    lines += view.offer
    for index, words in enumerate(lines[:5]):
        d.text(x + 10, y + 164 + 17 * index, words, size=12, fill=INK, width=w - 20, min_size=8)
