"""SpaceCorp: the table as a picture, as one pair of eyes sees it (see view.py).

The board of the era is on the left, the players on the right, offers, contracts and the Sideboard below.
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
from .draw_board import draw_board
from .draw_players import draw_player, player_height
from .draw_supply import draw_supply, supply_height
from .view import look

WIDTH, HEIGHTS = 1360.0, (940.0, 960.0, 1084.0)  # by players, from two on
SIDE, TOP, BOTTOM = 350.0, 62.0, 302.0
BOARD_WIDTH = WIDTH - SIDE - 3 * svg.GAP
ROOMS = ((640.0, 430.0), (800.0, 540.0), (900.0, 620.0))  # by era: least sizes of the board
NARROW_BOARD = 620.0  # in a column the board is drawn this wide, and high


def panels(content: Content, s: Any, seat: int | None = None) -> list[svg.Panel]:
    """The parts of the table."""
    view = look(content, s, seat)
    colour = paint.SEAT_COLOURS[view.deciding] if view.deciding >= 0 else None
    total = HEIGHTS[len(view.players) - 2]
    board = (svg.GAP, TOP, BOARD_WIDTH, total - TOP - BOTTOM - 2 * svg.GAP)
    question = f"{view.question}   ({view.action})" if view.action else view.question
    found = [
        svg.heading(WIDTH - 2 * svg.GAP, view.title, view.headline, question, colour),
        svg.Panel(
            "board",
            board,
            partial(draw_board, content, view),
            height=lambda w: 2.1 * w,
            least=NARROW_BOARD,
            part="board",
            room=ROOMS[view.era],
        ),
    ]
    height = (total - TOP - svg.GAP * len(view.players)) / len(view.players)
    for k, player in enumerate(view.players):
        box = (BOARD_WIDTH + 2 * svg.GAP, TOP + k * (height + svg.GAP), SIDE, min(height, 420.0))
        draw = partial(draw_player, view, player)
        cards = sum(card.copies for card in player.hand)
        words = f"profit {player.profit}T, {number_of(cards, 'card')} in hand"
        words += ", Infra " + (
            ", ".join(numbers or name for name, numbers in player.infra if name != "empty") or "empty"
        )
        words += f", {number_of(len(player.progress), 'progress card')}" if player.progress else ""
        if player.seat == seat:
            names = [
                f"{card.copies}× {card.name}" if card.copies > 1 else f"{card.name}" for card in player.hand
            ]
            words = ", ".join(names) or "no cards"
        found.append(
            svg.Panel(
                f"player-{player.seat}",
                box,
                draw,
                partial(player_height, player),
                part="mat",
                seat=player.seat,
                words=words,
            )
        )
    foot = (svg.GAP, total - BOTTOM - svg.GAP, BOARD_WIDTH, BOTTOM)
    found.append(svg.Panel("supply", foot, partial(draw_supply, view), partial(supply_height, view)))
    return found


def about(content: Content, s: Any, seat: int | None) -> tuple[str, ...]:
    """What in the picture the question of the acting seat is about."""
    if s["ask"] == st.ASK_CLAIM:
        return (f"contract-{int(s['row'])}",)
    return (f"site-{int(s['site'])}",) if s["ask"] in (st.ASK_BUILD_BASE, st.ASK_COLONY_TILE) else ()


def home(content: Content, s: Any, seat: int) -> tuple[str, ...]:
    """The sites where a seat's teams are."""
    sites = s["team_site"][seat]
    return tuple(f"site-{site}" for site in sites[sites >= 0].tolist())


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = ACTIONS.block(action)
    own, era = int(s["seat"]), int(s["era"])
    name, first = block.name, parts[0] if parts else -1
    if name == "type" and first in (st.EXPLORE, st.BUILD) and s["ask"] == st.ASK_ACTION:
        return (f"type-{first}", *(f"site-{site}" for site in _worked(content.tables[0], s, first)))
    if name == "team":
        return (f"team-{own}-{first}",) if s["team_site"][own, first] >= 0 else ()
    if name == "card":
        return (f"hand-{own}-{first - st.NUM_CARDS * era}",)
    if name == "answer":
        return (f"contract-{int(s['row'])}",) if s["ask"] == st.ASK_CLAIM and first else ()
    if name == "take":
        spots = ("deck", *(f"offer-{box}" for box in range(st.NUM_OFFERS)), f"wheel-{own}")
        return (spots[first],)
    if name == "edge":
        t, cards = content.tables[0], range(st.NUM_CARDS * era, st.NUM_CARDS * (era + 1))
        held = [c % st.NUM_CARDS for c in cards if t["edge"][c] == first and s["hand"][own, c % st.NUM_CARDS]]
        return tuple(f"hand-{own}-{card}" for card in held)
    simple = {
        "type": f"type-{first}",
        "site": f"site-{first - st.FIRST_SITE[era]}",
        "whose": f"player-{(own + first) % int(s['num_players'])}",
        "base": f"base-{own}-{first}",
        "spend": f"player-{own}",
        "slot": f"infra-{own}-{first}",
        "progress": f"progress-{first}",
        "colony": f"colony-{first}",
    }
    return (simple[name],) if name in simple else ()


def _worked(t: Any, s: Any, kind: int) -> list[int]:
    """The sites with own teams where an Explore or a Build is at hand."""
    era, found = int(s["era"]), []
    for site in sorted({int(site) for site in s["team_site"][s["seat"]] if site > st.HOME}):
        if int(t["frozen"][era]) >> site & 1:
            continue
        unexplored = t["explore"][era, site] >= 0 and s["tile"][site, 0] < 0
        open_ = t["build"][era, site] >= 0 and s["owner"][site] < 0 and not unexplored
        if unexplored if kind == st.EXPLORE else open_:
            found.append(site)
    return found
