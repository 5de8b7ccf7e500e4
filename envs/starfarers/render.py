"""Starfarers of Catan: the table as a picture.

It shows a state to one pair of eyes (see view.py). The Catanian colonies lie at the bottom
edge, as on the table; the alien bases are hexes with five numbered corners.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from astrarium.core.svg import (
    DIM,
    EDGE,
    GAP,
    HOLLOW,
    INK,
    LINE,
    WELL,
    Drawing,
    Panel,
    heading,
    tone,
    wrap,
)
from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import actions as act
from . import state as st
from .view import BaseView, PlanetView, PlayerView, SiteView, TableView, look
from .words import cards as in_words

MAP_WIDTH, PLAYER_HEIGHT, SIDE_WIDTH = 640.0, 164.0, 580.0
SUPPLY_HEIGHT, TOP = 262.0, 62.0
MARGIN = 22.0  # round the map, for the letters and numbers of columns and rows
STEPS_ACROSS, STEPS_UP = 34, 30  # of the map's grid, from column 1 and from row -1
SEAT_COLOURS = ("#d94848", "#4486ee", "#f0cf3c", "#f2f2f2")
SEAT_INK = ("#ffffff", "#ffffff", "#1b1b1b", "#1b1b1b")
RESOURCE_COLOURS = ("#c0503a", "#d07f1c", "#3f78c8", "#3f9141", "#8e68b0")
DOT_COLOURS = {"red": "#d84a4a", "yellow": "#e6c84a", "blue": "#4a7fd8", "greek": "#cccccc"}
BLOCKED_COLOUR = "#777f8f"
SPACE = tone("space", "#f3f6fb", "#080c1a")
GRID = tone("grid", "#c3ccdd", "#2c3856")
BASE_FIELD = tone("base-field", "#e9def6", "#33224a")
BASE_EDGE = tone("base-edge", "#7d55b0", "#a784d6")
# What tells the transporters apart.
RINGS_MATTER = (
    "What an encounter does to a ship, it does to that of yours on the board with the fewest rings."
)
# Questions for which one looks into the own hand.
FROM_HAND = (
    *(st.ASK_TRIBUTE, st.ASK_RELIEF, st.ASK_BUILD, st.ASK_GIFT, st.ASK_CHOICE, st.ASK_GIVE, st.ASK_TAKE),
    *(st.ASK_BEG, st.ASK_PROPOSE),
)
FAME = tone("fame", "#8a6200", "#f0d27a")


def panels(content: Content, s: Any, seat: int | None = None) -> list[Panel]:
    """The parts of the table."""
    view = look(content, s, seat)
    colour = SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    total = MAP_WIDTH + SIDE_WIDTH + GAP
    board = Chart(content, view)
    height = 4 * (PLAYER_HEIGHT + GAP) + SUPPLY_HEIGHT
    found = [
        heading(total, view.title, view.headline, view.question, colour),
        Panel("map", (GAP, TOP, MAP_WIDTH, height), board.draw, least=MAP_WIDTH, part="board"),
    ]
    x, y = 2 * GAP + MAP_WIDTH, TOP
    for player in view.players:
        box = (x, y, SIDE_WIDTH, PLAYER_HEIGHT)
        draw = partial(_draw_player, view, player)
        words = f"{number_of(player.points, 'point')}, {number_of(player.hand_size, 'card')}"
        words += f", {number_of(player.fame, 'fame ring')}"
        if player.seat == seat and player.hand is not None:
            words = in_words(player.hand) or "no cards"
        found.append(
            Panel(
                f"player-{player.seat}",
                box,
                draw,
                height=lambda w: PLAYER_HEIGHT + (78 if w <= 500 else 0),
                part="mat",
                seat=player.seat,
                words=words,
            )
        )
        y += PLAYER_HEIGHT + GAP
    foot = (x, y, SIDE_WIDTH, TOP + height - y)
    draw = partial(_draw_supply, content, view)
    found.append(Panel("supply", foot, draw, height=lambda _: 500.0))
    return found


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    t = content.tables[0]
    block, parts = act.ACTIONS.block(action)
    own, players = int(s["seat"]), int(s["num_players"])
    name, first = block.name, parts[0] if parts else -1
    if name == "bank":
        return f"hand-{own}-{first}", f"bank-{parts[1]}"
    if name in ("colony_ship", "trade_ship"):
        return (f"cost-{('colony_ship', 'trade_ship').index(name)}",)
    if name == "first_ship":
        return (f"cost-{first}",)
    if name == "expand":
        return f"cost-{st.ITEMS.index(st.EXPANSIONS[first])}", f"expansion-{own}-{first}"
    if name in ("add", "remove"):
        return (f"expansion-{own}-{first}",)
    if name in ("spaceport", "site", "port"):
        return (f"node-{int(t['site_node'][first])}",)
    if name in ("help", "player"):
        return (f"player-{(own + 1 + first) % players}",)
    if name == "transporter":
        return (f"transporter-{own}-{first}",)
    if name == "launch":
        return (f"node-{int(t['launch'][parts[1], first])}",)
    if name == "ship":
        return (f"ship-{own}-{first}",)
    if name == "fly":
        return (f"node-{int(t['neighbour'][s['ship_node'][own, s['flying']], first])}",)
    if name in ("stop", "found", "clear"):
        return (f"ship-{own}-{int(s['flying'])}",)
    if name == "friend":
        return (f"friend-{first}",)
    if name == "give":
        return (f"hand-{own}-{first}",)
    if name in ("take", "want"):
        return (f"bank-{first}",)
    if name == "answer" or (name in ("yes", "no") and s["card"] >= 0):
        return ("encounter",)
    if name in ("send", "accept", "counter"):
        return ("offer",)
    if name == "column":
        return (f"column-{act.COLUMNS[first]}",)
    if name == "row":
        return (f"node-{int(t['node_at'][s['jump_column'], first])}",)
    if name == "supply":
        return ("pile",)
    return (f"fame-{own}",) if name == "buy_fame" else ()


def about(content: Content, s: Any, seat: int | None) -> tuple[str, ...]:
    """What in the picture the question of the acting seat is about."""
    own, ask = int(s["seat"]), s["ask"]
    if ask in (st.ASK_COMPOSE, st.ASK_OFFER, st.ASK_CLOSE):
        return "offer", f"cards-{own}"
    if ask in (st.ASK_COLUMN, st.ASK_ROW):
        return "encounter", f"ship-{own}-{int(s['jumper'])}"
    hand = (f"cards-{own}",) if ask in FROM_HAND else ()
    return ("encounter", *hand) if s["card"] >= 0 else hand


def home(content: Content, s: Any, seat: int) -> tuple[str, ...]:
    """The colonies, spaceports and ships of a seat on the map."""
    sites = content.tables[0]["site_node"][: st.NUM_SITES][s["site_owner"] == seat]
    ships = s["ship_node"][seat][s["ship_node"][seat] >= 0]
    return tuple(f"node-{node}" for node in [*ships.tolist(), *sites.tolist()])


def standing(content: Content, s: Any, piece: str) -> str:
    """The node where a ship is; "" when it has left the map."""
    _, seat, ship = piece.split("-")
    node = int(s["ship_node"][int(seat), int(ship)])
    return f"node-{node}" if node >= 0 else ""


# The map


@dataclass
class Chart:
    """The map: a grid of intersections, and what lies on them."""

    content: Content
    view: TableView
    grid: list[tuple[int, int]] = field(init=False)  # of each intersection: steps to the right, steps up
    unit: float = 0.0
    left: float = 0.0
    base: float = 0.0

    def __post_init__(self) -> None:
        t = self.content.tables[0]
        known = int(t["num_nodes"])
        self.grid = list(zip(t["node_x"][:known].tolist(), t["node_y"][:known].tolist(), strict=True))

    def draw(self, d: Drawing, x: float, y: float, w: float, h: float) -> None:
        """Everything on the map, in the box."""
        d.rect(x, y, w, h, fill=SPACE, stroke=LINE, radius=8)
        rise = (h - 2 * MARGIN - 8) / STEPS_UP
        self.unit = min((w - 2 * MARGIN - 8) / STEPS_ACROSS, rise / math.sqrt(3))
        self.left = x + MARGIN + 8 - self.unit
        self.base = y + h - MARGIN - 14 - self.unit * math.sqrt(3)
        self._grid(d, x, y + h)
        for race, base in enumerate(self.view.bases):
            self._base(d, race, base)
        for planet in self.view.planets:
            with d.place(f"planet-{planet.number}", planet.words):
                self._planet(d, planet)
        for system in range(st.NUM_SYSTEMS):
            planets = self.view.planets[3 * system : 3 * system + 3]
            sun = self.at(sum(p.x for p in planets) / 3, sum(p.y for p in planets) / 3)
            d.circle(*sun, 9.5, fill="#ffe680", stroke="#e09a2b", stroke_width=1.5)
            d.text(sun[0], sun[1] + 4.3, self.view.systems[system], 12, "#1b1b1b", "middle", True)
        self._nodes(d)
        for ship in self.view.ships:
            x, y = self.node(ship.node)
            others = [other for other in self.view.ships if other.node == ship.node and other is not ship]
            with d.place(f"ship-{ship.seat}-{ship.rings - 1}", ship.words):
                above = 22 if ship.moving and others else 0  # it flies over another one
                _draw_ship(d, ship.seat, ship.cargo, ship.rings, x, y - above, moving=ship.moving)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the board in the picture."""
        return self.left + self.unit * x, self.base - self.unit * math.sqrt(3) * y

    def node(self, node: int) -> tuple[float, float]:
        """An intersection in the picture."""
        return self.at(*self.grid[node])

    def _grid(self, d: Drawing, x: float, bottom: float) -> None:
        near = self.content.tables[0]["neighbour"][: len(self.grid)].tolist()
        ways = [(node, other) for node, others in enumerate(near) for other in others if other > node]
        for node, other in ways:
            d.line(*self.node(node), *self.node(other), stroke=GRID, stroke_width=1)
        for column, letter in enumerate(act.COLUMNS):
            middle = self.at(3 * (column // 2) + 1 + column % 2, 0)[0]
            with d.place(f"column-{letter}"):
                d.circle(middle, bottom - 12, 8, fill=SPACE)
                d.text(middle, bottom - 7, letter, size=13, fill=DIM, anchor="middle")
        for row in range(0, st.NUM_ROWS, 2):
            d.text(x + 12, self.at(0, row - 1)[1] + 4, str(row + 1), size=13, fill=DIM, anchor="middle")

    def _base(self, d: Drawing, race: int, base: BaseView) -> None:
        """The aliens in the middle of their outposts, with the chip or its owner."""
        nodes = self._posts(race)
        corners = [self.node(node) for node in nodes]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        fill, ink = (SEAT_COLOURS[base.chip], SEAT_INK[base.chip]) if base.chip >= 0 else (SPACE, INK)
        with d.place(f"base-{race}", base.words):
            d.circle(x, y, 1.5 * self.unit, fill=BASE_FIELD, stroke=BASE_EDGE, stroke_width=1.5)
            d.text(x, y - 2.75 * self.unit, base.name, 13, INK, "middle", bold=True)
            d.circle(x, y, 10, fill=fill, stroke="#000000")  # the chip of two points: its owner's, or free
            d.text(x, y + 4.8, "2", size=13, fill=ink, anchor="middle", bold=True)

    def _posts(self, race: int) -> list[int]:
        posts = self.content.tables[0]["outpost_node"]
        return [int(n) for n in posts[st.OUTPOSTS_PER_RACE * race : st.OUTPOSTS_PER_RACE * (race + 1)]]

    def _planet(self, d: Drawing, planet: PlanetView) -> None:
        x, y = self.at(planet.x, planet.y)
        unit = self.unit
        d.circle(x, y, 1.3 * unit, fill=RESOURCE_COLOURS[planet.resource], stroke="#000000", stroke_width=1)
        if planet.resource == st.GOODS:  # striped
            for dy in (-0.75, 0.0, 0.75):
                half = math.sqrt(1.25**2 - dy**2) * unit
                d.line(x - half, y + dy * unit, x + half, y + dy * unit, stroke="#d9c26a", stroke_width=4)
        if planet.up:
            long = planet.face is not None and len(planet.face) > 2
            d.circle(
                x, y, (1.05 if long else 0.76) * unit, fill="#f4efe0", stroke="#000000", stroke_width=0.8
            )
            ink = "#b01818" if planet.face in ("6", "8") else "#1b1b1b"
            size = 13 if long else 15
            d.text(x, y + size * 0.36, planet.face, size=size, bold=True, fill=ink, anchor="middle")
            return
        dot = DOT_COLOURS[planet.dot]
        d.circle(x, y, 0.76 * unit, fill="#2a2f3d", stroke=dot, stroke_width=2.5)
        if planet.face is None:
            d.circle(x, y, 3.5, fill=dot)
        else:
            kind, _, number = planet.face.rpartition(" ")
            if kind:
                d.circle(x, y, 1.05 * unit, fill="#2a2f3d", stroke=dot, stroke_width=2.5)
                d.text(x, y - 4, kind, 12, "#f4efe0", "middle", bold=True, width=2.1 * unit, min_size=9)
            d.text(x, y + (8 if kind else 4.5), number, size=13, bold=True, fill="#f4efe0", anchor="middle")
        if planet.seen:
            d.text(x, y + 1.3 * unit + 2, planet.seen, 13, "#ffffff", "middle", True)

    def _nodes(self, d: Drawing) -> None:
        """A dot for every intersection; colony sites and outposts with their owners."""
        ships = {ship.node for ship in self.view.ships}
        sites = {site.node: site for site in self.view.sites}
        posts = {
            node: (number, owner)
            for race, base in enumerate(self.view.bases)
            for number, (node, owner) in enumerate(zip(self._posts(race), base.owners, strict=True), 1)
        }
        post_words = {
            node: words
            for race, base in enumerate(self.view.bases)
            for node, words in zip(self._posts(race), base.posts, strict=True)
        }
        for node in range(len(self.grid)):
            x, y = self.node(node)
            words = sites[node].words if node in sites else post_words.get(node, "")
            with d.place(f"node-{node}", words):
                if node in sites:
                    _draw_site(d, sites[node], x, y)
                elif node in posts:
                    number, owner = posts[node]
                    fill = SEAT_COLOURS[owner] if owner >= 0 else SPACE
                    d.rect(x - 7.5, y - 7.5, 15, 15, fill=fill, stroke=BASE_EDGE, stroke_width=1.2, radius=3)
                    ink = SEAT_INK[owner] if owner >= 0 else INK
                    if node not in ships:
                        d.text(x, y + 4.7, str(number), size=13, bold=True, fill=ink, anchor="middle")
                else:
                    d.circle(x, y, 2.2, fill=GRID)


def _draw_site(d: Drawing, site: SiteView, x: float, y: float) -> None:
    """A free colony site is a ring, crossed out in a full system; colonies are squares, ports in rings."""
    if site.owner < 0:
        d.circle(x, y, 5.5, fill=SPACE, stroke=DIM, stroke_width=1.5)
        if site.full:
            d.line(x - 4, y - 4, x + 4, y + 4, stroke=DIM, stroke_width=1.8)
            d.line(x - 4, y + 4, x + 4, y - 4, stroke=DIM, stroke_width=1.8)
        return
    colour = BLOCKED_COLOUR if site.owner == st.BLOCKED else SEAT_COLOURS[site.owner]
    if site.port:
        d.circle(x, y, 11, stroke="#000000", stroke_width=5)
        d.circle(x, y, 11, stroke=colour, stroke_width=3.5)
    d.rect(x - 6, y - 6, 12, 12, fill=colour, stroke="#000000", stroke_width=1, radius=2)


def _draw_ship(
    d: Drawing, seat: int, cargo: int, rings: int, x: float, y: float, moving: bool = False
) -> None:
    """A triangle with a letter for its load and a dot for each ring."""
    colour, ink = SEAT_COLOURS[seat], SEAT_INK[seat]
    if moving:
        d.circle(x, y, 15, stroke=INK, stroke_width=2, stroke_dasharray="4 3")
    d.polygon(
        [(x, y - 13), (x - 11, y + 9), (x + 11, y + 9)], fill=colour, stroke="#000000", stroke_width=1.5
    )
    letter = {st.COLONY: "C", st.TRADE: "T"}.get(cargo, "")
    if letter:
        d.text(x, y + 7.5, letter, size=13, bold=True, fill=ink, anchor="middle")
    for ring in range(rings):
        dot = x - 5.5 * (rings - 1) / 2 + 5.5 * ring
        d.circle(dot, y + 13, 2.1, fill=colour, stroke="#000000", stroke_width=0.6)


# Players


def _draw_cards(d: Drawing, where: str, counts: list[int], x: float, y: float, named: bool = True) -> None:
    """A card for each resource with how many there are of it."""
    for r, count in enumerate(counts):
        left = x + 38 * r
        with d.place(f"{where}-{r}") if named else nullcontext():
            fill = RESOURCE_COLOURS[r] if count else WELL
            d.rect(left, y, 34, 38, fill=fill, stroke=EDGE, stroke_width=0.8, radius=4)
            ink = "#ffffff" if count else DIM
            d.text(left + 17, y + 19, str(count), size=15, bold=True, fill=ink, anchor="middle")
            d.text(left + 17, y + 32, st.RESOURCES[r], size=9, fill=ink, anchor="middle", width=34)


def _draw_player(
    view: TableView, player: PlayerView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    colour, ink = SEAT_COLOURS[player.seat], SEAT_INK[player.seat]
    deciding = player.seat == view.deciding
    d.panel(x, y, w, h, colour if deciding else LINE, 3 if deciding else 1)
    with d.place(f"player-{player.seat}"):
        d.rect(x + 4, y + 4, w - 8, 24, fill=colour, stroke=LINE, radius=5)
        turn = "  ▶ turn" if player.seat == view.active else ""
        d.text(x + 12, y + 21, f"{player.name}{turn}", size=14, bold=True, fill=ink)
        points = f"{player.points} of {st.TARGET} points"
        d.text(x + w - 12, y + 21, points, size=14, bold=True, fill=ink, anchor="end")
    shown = player.sure if player.hand is None else player.hand
    words = (
        f"hand ({player.hand_size})"
        if player.hand is not None
        else f"hand of {player.hand_size} cards; surely in it:"
    )
    d.text(x + 10, y + 42, words, size=10, fill=DIM)
    with d.place(f"cards-{player.seat}"):
        _draw_cards(d, f"hand-{player.seat}", shown, x + 10, y + 47)
    below = 0.0 if w > 500 else 64.0
    step = 19.0 if w > 300 else 16.5
    _draw_mother_ship(d, player, view.expansions, x + 10 + (200 if not below else 0), y + 34 + below, step)
    fleet = x + (470 if not below else w - 92)
    d.text(fleet, y + 42 + below, "in reserve", size=10, fill=DIM)
    out = {ship.rings for ship in view.ships if ship.seat == player.seat}
    for k in range(st.TRANSPORTERS):
        with d.place(f"transporter-{player.seat}-{k}", RINGS_MATTER):
            left = fleet + 14 + 26 * k
            if k + 1 in out:
                d.circle(left, y + 62 + below, 3, fill=LINE)
            else:
                _draw_ship(d, player.seat, st.EMPTY, k + 1, left, y + 62 + below)
    stock = f"{player.colony_modules} colonies, {player.trade_modules} outposts, {player.port_rings} ports"
    top = y + 104 + below
    with d.place(f"fame-{player.seat}"):
        fame = "●" * min(player.fame, 12) + (f" {player.fame}" if player.fame > 12 else "")
        d.text(x + 10, top, f"fame rings {fame or '-'}", size=11, fill=FAME, width=w * 0.5)
    if below:
        top += 14
        d.text(x + 10, top, f"left: {stock}", size=10, fill=DIM, width=w - 20)
    else:
        d.text(x + w - 10, top, stock, size=10, fill=DIM, anchor="end", width=w * 0.46)
    words = f"chips: {', '.join(player.chips) or 'none'}; trophies: {', '.join(player.trophies) or 'none'}"
    words += f"; {player.credit} trade ship to place" * bool(player.credit)
    friends = f"friendship: {', '.join(player.friends) or 'none'}"
    if w > 500:
        d.text(x + 10, top + 18, words, size=10.5, fill=INK, width=w - 20, min_size=7.5)
        size = next((size for size in (10.5, 9.0) if len(wrap(friends, w - 20, size)) <= 2), 8.0)
        d.paragraph(x + 10, top + 35, friends, w - 20, size, 2, INK)
        return
    size = 10.5 if len(wrap(f"{words}; {friends}", w - 20, 10.5)) <= 4 else 9.0
    d.paragraph(x + 10, top + 15, f"{words}; {friends}", w - 20, size, 5, INK, leading=1.15)


def _draw_mother_ship(
    d: Drawing, player: PlayerView, words: list[str], x: float, y: float, step: float
) -> None:
    """Slots for boosters, cannons and freight rings."""
    limits = (st.MOST_BOOSTERS, st.MOST_CANNONS, st.MOST_FREIGHT)
    colours = ("#d07f1c", "#3f78c8", "#c0503a")
    bonus = (player.speed_bonus, player.combat_bonus, 0)
    for e, name in enumerate(st.EXPANSIONS):
        top = y + 20 * e
        with d.place(f"expansion-{player.seat}-{e}", words[e]):
            d.text(x, top + 12, f"{name}s", size=10, fill=INK)
            for slot in range(limits[e]):
                fill = colours[e] if slot < player.expansions[e] else HOLLOW
                d.rect(
                    x + 74 + step * slot,
                    top + 2,
                    step - 4,
                    13,
                    fill=fill,
                    stroke=EDGE,
                    stroke_width=1,
                    radius=3,
                )
            if bonus[e]:
                d.text(x + 76 + step * limits[e], top + 12, f"+{bonus[e]} friends", size=10, fill=INK)


# Bank, dice, encounter, offer


def _draw_supply(
    content: Content, view: TableView, d: Drawing, x: float, y: float, w: float, h: float
) -> None:
    d.panel(x, y, w, h)
    narrow = w < 500
    d.text(x + 10, y + 16, "bank", size=10, fill=DIM)
    _draw_cards(d, "bank", view.bank, x + 10, y + 21)
    facts = [
        f"dice {view.dice or '-'}",
        f"speed {view.speed}: {view.balls}" if view.speed else "speed: not thrown yet",
        f"{view.deck_size} encounter cards",
        f"{view.reserve} white chips",
    ]
    left, top = (x + 10, y + 76) if narrow else (x + 212, y + 30)
    with d.place("pile"):
        d.text(left, top, f"{view.pile_size} supply cards", size=10.5, fill=INK)
    for index, words in enumerate(facts, 1):
        column, line = divmod(index, 3) if not narrow else (index % 2, index // 2)
        step = (w - 20) / 2 if narrow else 178
        d.text(left + step * column, top + 15 * line, words, size=10.5, fill=INK, width=step - 4)
    top = _draw_costs(d, content, view.costs, x + 10, y + (122 if narrow else 68), w - 20)
    for race, base in enumerate(view.bases):
        top = _draw_friends(d, race, base, x + 10, top, w - 20)
    top += 10
    if view.encounter:
        with d.place("encounter", view.situation):
            words = f"encounter: {view.encounter}"
            top = d.paragraph(x + 10, top, words, w - 20, size=11.5, lines=3, bold=True, fill=INK)
    if view.offer:
        with d.place("offer"):
            for words in view.offer:
                d.text(x + 10, top, words, size=11, fill=INK, width=w - 20, min_size=8)
                top += 14


def _draw_costs(d: Drawing, content: Content, words: list[str], x: float, y: float, w: float) -> float:
    """What can be built for which cards; where it ends."""
    columns = 3 if w > 480 else 2
    step = w / columns
    for item, name in enumerate(st.ITEMS):
        left, top = x + item % columns * step, y + item // columns * 24
        with d.place(f"cost-{item}", words[item]):
            d.rect(left, top, step - 4, 20, fill=WELL, stroke=LINE, radius=4)
            d.text(left + 6, top + 14, name, size=10, fill=INK)
            at, pitch = left + step - 14, 13.0 if step > 150 else 11.0
            for r in reversed(range(st.NUM_RESOURCES)):
                for _ in range(int(content.tables[0]["cost"][item, r])):
                    d.rect(at - 8, top + 4, pitch - 3, 12, fill=RESOURCE_COLOURS[r], stroke=EDGE, radius=2)
                    at -= pitch
    return y + 24 * math.ceil(len(st.ITEMS) / columns) + 6


def _draw_friends(d: Drawing, race: int, base: BaseView, x: float, y: float, w: float) -> float:
    """The friendship cards that a race still has; where they end."""
    narrow = w < 480
    head = 0.0 if narrow else 74.0
    d.text(x, y + (10 if narrow else 13), base.name, size=10, bold=True, fill=INK)
    top = y + (14 if narrow else 0)
    step = (w - head) / (st.OUTPOSTS_PER_RACE if not narrow else 3)
    if not base.left:
        d.text(x + head, top + 13, "no cards left", size=10, fill=DIM)
    for k, (friend, (name, effect)) in enumerate(base.left.items()):
        line, column = divmod(k, 3) if narrow else (0, k)
        left, up = x + head + column * step, top + 20 * line
        with d.place(f"friend-{friend}", effect):
            d.rect(left, up, step - 3, 18, fill=BASE_FIELD, stroke=BASE_EDGE, radius=4)
            d.text(left + step / 2 - 1, up + 12.5, name, 10, INK, "middle", width=step - 7, min_size=7.5)
    return top + (22 if not narrow else 22 + 20 * (len(base.left) > 3))
