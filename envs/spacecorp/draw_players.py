"""SpaceCorp: the picture of a player's side of the table: HQ, hand, progress cards, supply."""

from __future__ import annotations

import math

from astrarium.core import svg

from . import paint
from .view import PlayerView, TableView

INFRA = 34.0  # height of a card in a slot, at least
CARD_HEIGHT, LARGE_CARD = 36.0, 36.0  # of a card in a hand: in a column, and where there is room


def player_height(player: PlayerView, width: float) -> float:
    """In a column: as much as hand and progress need; the hand has an even number of rows, so that with a
    card more what lies below it seldom moves."""
    rows = 2 * math.ceil(len(player.hand) / 4)
    more = 14 * bool(player.legacy) + _infra_height(player, width) - INFRA
    return 94 + CARD_HEIGHT * rows + 12 * len(_progress(player, width)) + more + 30


def _of(there: int, wheel: int) -> str:
    """A place on the wheel, and where the next card is."""
    return f"{there} of {wheel * (there // wheel + 1)}"


def _infra_height(player: PlayerView, width: float) -> float:
    """Of the Infra: with a line more where a name takes two."""
    room = (width - 16) / 3 - 13
    long = any(numbers and svg.text_width(name, 9.5, bold=True) > room for name, numbers in player.infra)
    return INFRA + 11 * long


def _progress(player: PlayerView, width: float, words: bool = True) -> list[str]:
    """Lines about the progress cards: their names, and what they do."""
    if not words:
        names = ", ".join(name for name, _ in player.progress)
        return svg.wrap(f"progress: {names}", width - 20, 9.5)
    return [line for name, text in player.progress for line in svg.wrap(f"{name}: {text}", width - 20, 9.5)]


def draw_player(
    view: TableView, player: PlayerView, d: svg.Drawing, x: float, y: float, w: float, h: float
) -> None:
    colour, ink = paint.SEAT_COLOURS[player.seat], paint.SEAT_INK[player.seat]
    deciding = player.seat == view.deciding
    d.panel(x, y, w, h, colour if deciding else svg.LINE, 3 if deciding else 1)
    with d.place(f"player-{player.seat}"):
        d.rect(x + 4, y + 4, w - 8, 22, fill=colour, radius=5)
        turn = "  ▶ turn" if player.seat == view.active else ""
        flags = f"  {', '.join(player.flags)}" if player.flags else ""
        d.text(x + 12, y + 20, f"{player.name}{turn}{flags}", 13, ink, bold=True, width=w - 80)
        d.text(x + w - 12, y + 20, f"{player.profit}T", size=15, bold=True, fill=ink, anchor="end")
    with d.place(f"wheel-{player.seat}", player.wheel_told):
        genetics, revelation = (_of(there, player.wheel) for there in (player.genetics, player.revelation))
        wheel = f"genetics {genetics} · revelation {revelation} · Research {player.research}"
        d.text(x + 10, y + 40, wheel, size=10.5, fill=svg.INK, width=w - 20)
    infra = _infra_height(player, w) if h >= player_height(player, w) - 1 else INFRA
    for slot, (name, numbers) in enumerate(player.infra):
        left = x + 8 + slot * (w - 16) / 3
        with d.place(f"infra-{player.seat}-{slot}", player.infra_told[slot]):
            draw_card(d, name, numbers, left, y + 45, (w - 16) / 3 - 4, infra)
    y, h = y + infra - INFRA, h - infra + INFRA  # what is below
    for kind, left in enumerate(player.supply):
        cx = x + 18 + kind * (w - 42) / 8
        with d.place(f"base-{player.seat}-{kind}", player.base_told[kind]):
            d.circle(cx, y + 91, 8.5, fill=colour if left else svg.WELL)
            letter = paint.BASE_LETTERS[kind]
            d.text(cx, y + 94.5, letter, 10, ink if left else svg.DIM, "middle", True)
        d.text(cx + 13, y + 97, str(left), size=9, fill=svg.DIM, anchor="middle")
    cards = sum(card.copies for card in player.hand)
    d.text(x + 10, y + 112, f"hand ({cards})" if cards else "hand: empty", size=9.5, fill=svg.DIM)
    low = y + h - 6
    legacy = f"legacy: {player.legacy}" if player.legacy else ""
    hand = CARD_HEIGHT * math.ceil(len(player.hand) / 2)
    lines = _progress(player, w)
    if low - 11.5 * len(lines) - 12 * bool(legacy) < y + 116 + hand:
        lines = _progress(player, w, words=False)
    low -= 11.5 * len(lines) + 12 * bool(legacy)
    at = low
    for line in lines:
        d.text(x + 10, at + 8, line, size=9.5, fill=svg.INK)
        at += 11.5
    if legacy:
        d.text(x + 10, at + 8, legacy, size=9.5, fill=svg.DIM, width=w - 20)
    _draw_hand(view, d, player, x + 8, y + 116, w - 16, low - y - 118)


def _draw_hand(
    view: TableView, d: svg.Drawing, player: PlayerView, x: float, y: float, w: float, h: float
) -> None:
    """Cards two to a line; without their numbers where there are too many."""
    columns = 2 if len(player.hand) <= 2 * (h // 14) else 3
    rows = max(1, math.ceil(len(player.hand) / columns))
    step, wide = min(LARGE_CARD, h / rows), w / columns
    for k, card in enumerate(player.hand):
        left, top = x + k % columns * wide, y + k // columns * step
        if card.name is None:
            words = f"{card.copies} unknown card{'s' * (card.copies > 1)}"
            d.rect(
                left,
                top,
                wide - 4,
                step - 3,
                fill=svg.WELL,
                stroke=svg.EDGE,
                radius=3,
                stroke_dasharray="3 2",
            )
            d.text(left + 6, top + step / 2 + 2, words, size=9.5, fill=svg.DIM, width=wide - 14)
            continue
        name = f"{card.copies}× {card.name}" if card.copies > 1 else card.name
        with d.place(card.place, view.card_words(card.name)):
            draw_card(d, name, card.numbers, left, top, wide - 4, step - 3)


def draw_card(d: svg.Drawing, name: str, numbers: str, x: float, y: float, w: float, h: float) -> None:
    """A name, and the numbers of the card below it if there is room."""
    d.rect(x, y, w, h, fill=svg.WELL, stroke=svg.EDGE, stroke_width=0.8, radius=3)
    if not numbers or h < 20:
        size = min(11.5, h * (0.75 if h < 13 else 0.42))
        d.text(x + 5, y + h / 2 + 0.36 * size, name, size, svg.INK, bold=True, width=w - 9, min_size=7.5)
        return
    told = max(9.5, d.floor)
    lines = svg.wrap(numbers, w - 9, told)
    if h > 40 and svg.text_width(name, told, bold=True) > w - 9:
        for k, line in enumerate(svg.wrap(name, w - 7, 9, 2, bold=True)):
            d.text(x + 5, y + 11 + 10.5 * k, line, 9, svg.INK, bold=True)
        for k, line in enumerate(lines[:2]):
            d.text(x + 5, y + 32 + 10.5 * k, line, told, svg.INK)
        return
    if len(lines) == 2 and h >= 32 and max(svg.text_width(line, told) for line in lines) <= w - 9:
        d.text(x + 5, y + 10.5, name, 9.5, svg.INK, bold=True, width=w - 9, min_size=7.5)
        for k, line in enumerate(lines):
            d.text(x + 5, y + 20 + 9.8 * k, line, 9.5, svg.INK)
        return
    size = min(11.5, 0.37 * h)
    d.text(x + 5, y + h / 2 - 2, name, max(9.5, size), svg.INK, bold=True, width=w - 9, min_size=7.5)
    short = numbers.replace(" shielded", "✱") if svg.text_width(numbers, 7.8) > w - 9 else numbers
    d.text(x + 5, y + h - 0.16 * h, short, max(9, size - 0.5), svg.INK, width=w - 9, min_size=7.2)
