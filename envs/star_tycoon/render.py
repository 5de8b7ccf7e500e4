"""Star Tycoon: the table as a picture, and what in it an action is about.

It shows a state to one pair of eyes (see view.py) and is laid out like the table: the market with event and
tile at the left, the four rows beside their decks, partnerships below, then the corporations with
developments under their planets.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from astrarium.core import svg
from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import paint
from . import state as st
from .actions import ACTIONS
from .draw_market import STRIP, draw_event, draw_goal, draw_market, draw_partnerships, draw_tile
from .draw_players import draw_player, slim_height
from .draw_rows import draw_row, row_height
from .view import look

WIDTH = 1280.0
TOP, TABLE, GOAL = 62.0, 312.0, 40.0
LEFT = 296.0
EVENT_QUESTIONS = (
    st.ASK_TOKEN,
    st.ASK_BOOM,
    st.ASK_MOVING_DAY,
    st.ASK_MOVING_DAY_TO,
    st.ASK_TRANSMUTE,
    st.ASK_MARKER,
)
# Columns of corporations and the height of one, by number of players.
LAYOUT = {1: (1, 280), 2: (1, 232), 3: (1, 216), 4: (2, 274), 5: (2, 274), 6: (2, 274)}


def panels(content: Content, s: Any, seat: int | None = None) -> list[svg.Panel]:
    """The parts of the table."""
    view = look(content, s, seat)
    columns, height = LAYOUT[len(view.players)]
    colour = paint.SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    found = [svg.heading(WIDTH - 2 * svg.GAP, view.title, view.headline, view.question, colour, view.offer)]
    y = TOP
    found += [
        svg.Panel(
            "market", (svg.GAP, y, LEFT, 154), partial(draw_market, view), lambda _: 154.0, part="board"
        ),
        svg.Panel("event", (svg.GAP, y + 154 + svg.GAP, LEFT, 76), partial(draw_event, view), lambda _: 76.0),
        svg.Panel(
            "tile", (svg.GAP, y + 238 + svg.GAP, LEFT, TABLE - 246), partial(draw_tile, view), lambda _: 66.0
        ),
    ]
    left = 2 * svg.GAP + LEFT
    wide, tall = (WIDTH - left - 2 * svg.GAP) / 2, (TABLE - svg.GAP) / 2
    for row in view.rows:
        box = (left + row.row % 2 * (wide + svg.GAP), y + row.row // 2 * (tall + svg.GAP), wide, tall)
        draw = partial(draw_row, row)
        found.append(svg.Panel(f"row-{row.row}", box, draw, partial(row_height, row), part="board"))
    y += TABLE + svg.GAP
    strip = (svg.GAP, y, WIDTH - 2 * svg.GAP, STRIP)
    found.append(
        svg.Panel("partnerships", strip, partial(draw_partnerships, view), lambda _: 3 * (STRIP + 6))
    )
    y += STRIP + svg.GAP
    if view.goal:
        box = (svg.GAP, y, WIDTH - 2 * svg.GAP, GOAL)
        found.append(svg.Panel("goal", box, partial(draw_goal, view), lambda _: 2 * GOAL))
        y += GOAL + svg.GAP
    wide = (WIDTH - (columns + 1) * svg.GAP) / columns
    for index, player in enumerate(view.players):
        line, column = divmod(index, columns)
        box = (svg.GAP + column * (wide + svg.GAP), y + line * (height + svg.GAP), wide, height)
        draw = partial(draw_player, view, player)
        words = f"{number_of(player.total, 'point')}, {player.company or 'no company yet'}"
        found.append(
            svg.Panel(
                f"player-{player.seat}",
                box,
                draw,
                partial(slim_height, player),
                part="mat",
                seat=player.seat,
                words=words,
            )
        )
    return found


def about(content: Content, s: Any, seat: int | None) -> tuple[str, ...]:
    """What in the picture the question of the acting seat is about."""
    if s["ask"] in EVENT_QUESTIONS:
        return ("event",)
    if s["ask"] in (st.ASK_LINE, st.ASK_PAY, st.ASK_SITE) and s["due_for"] == st.FOR_CARD and s["card"] >= 0:
        return tuple(
            f"row-{row}-{slot}" for row, slot in zip(*(s["row"] == s["card"]).nonzero(), strict=True)
        )
    return ()


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = ACTIONS.block(action)
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
        "take": f"token-{max(int(s['victim']), int(s['swap_with']))}-{token}",
        "ask": f"token-{int(s['offeree'])}-{token}",
        "site": f"site-{own}-{first}",
        "development": f"built-{st.FIRST_DEVELOPMENT + first}",
        "player": f"player-{(own + 1 + first) % players}",
        "wayfare": f"corporation-{own}",
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
    if name in ("yes", "no", "send") and s["offeree"] >= 0:
        return ("offer",) if look(content, s, seat).offer else ()
    return ("event",) if name in ("yes", "no") and s["event"] >= 0 else ()


def _in_rows(s: Any, card: int) -> tuple[str, ...]:
    """A card that lies in a row."""
    rows = s["row"].tolist()
    return tuple(f"row-{row}-{slots.index(card)}" for row, slots in enumerate(rows) if card in slots)
