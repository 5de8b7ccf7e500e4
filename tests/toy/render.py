"""Lanterns: pictures."""

from functools import partial

from astrarium.core.svg import GAP, INK, LINE, WELL, Panel, heading

from .state import ACTIONS, HAND, NONE


def card_name(content, card, known=True):
    """A card for people."""
    if card == NONE:
        return "-"
    return content.labels["card"][card] if known else "?"


def visible(known, seat):
    """Whether a viewer (None sees all) knows a place's card."""
    return seat is None or (int(known) >> seat) & 1 == 1


def render_text(content, s, seat=None):
    """The state as lines of text."""
    lines = [f"round {int(s['rounds']) + 1}, deck of {int(s['deck_size'])}"]
    for p in range(int(s["num_players"])):
        cards = [
            card_name(content, int(s["hand"][p, k]), visible(s["hand_known"][p, k], seat))
            for k in range(HAND)
        ]
        table = card_name(content, int(s["table"][p]), visible(s["table_known"][p], seat))
        turn = "*" if p == s["seat"] and not s["over"] else " "
        lines.append(f"{turn}seat {p}: {int(s['points'][p])} points, hand {' '.join(cards)}, table {table}")
    return "\n".join(lines)


def panels(content, s, seat=None):
    """A panel for each seat: its line, its hand and its card on the table."""
    lines = render_text(content, s, seat).splitlines()
    found = [heading(640 - 2 * GAP, lines[0], "", "", None)]
    for p, line in enumerate(lines[1:]):
        box = (GAP, 62 + p * 70, 640 - 2 * GAP, 62)
        draw = partial(_draw_seat, content, s, seat, p, line)
        found.append(Panel(f"seat-{p}", box, draw, lambda w: 62, part="mat", seat=p, words=line))
    return found


def _draw_seat(content, s, seat, p, line, d, x, y, w, h):
    d.panel(x, y, w, h)
    d.text(x + 8, y + 16, line, size=12, fill=INK, width=w - 16, min_size=5.5)
    for slot in range(HAND):
        card = card_name(content, int(s["hand"][p, slot]), visible(s["hand_known"][p, slot], seat))
        with d.place(f"hand-{p}-{slot}"):
            d.rect(x + 8 + 96 * slot, y + 24, 90, 28, fill=WELL, stroke=LINE, radius=4)
            d.text(x + 53 + 96 * slot, y + 42, card, 12, INK, "middle", width=84, min_size=7)


def places(content, s, seat, action):
    """The card of the own hand that is played or swapped."""
    block, parts = ACTIONS.block(action)
    return (f"hand-{int(s['seat'])}-{parts[0]}",) if block.name in ("play", "swap") else ()
