"""Lanterns: pictures and sentences."""

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


def render_svg(content, s, seat=None):
    """The same lines as a picture."""
    lines = render_text(content, s, seat).splitlines()
    rows = "".join(
        f'<text x="12" y="{28 + 24 * i}" font-family="monospace" font-size="16">{line}</text>'
        for i, line in enumerate(lines)
    )
    height = 24 * len(lines) + 24
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{height}" viewBox="0 0 640 {height}">'
        f'<rect width="640" height="{height}" fill="#f4f1e8"/>{rows}</svg>'
    )


def narrate(content, before, action, after):
    """What an action did, in sentences."""
    p = int(before["seat"])
    lines = [f"seat {p}: {ACTIONS.name(action, content.labels)}"]
    if after["rounds"] > before["rounds"]:
        gained = [int(a) - int(b) for a, b in zip(after["points"], before["points"], strict=True)]
        lines.append(
            f"the round ends; points gained: {', '.join(map(str, gained[: int(before['num_players'])]))}"
        )
    return lines
