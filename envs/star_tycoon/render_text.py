"""Star Tycoon: the table in monospaced text, as one pair of eyes sees it (see view.py)."""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content

from . import state as st
from . import tables as tb
from .reader import SEAT_NAMES, CardView, letters_of
from .view import PlayerView, RowView, SiteView, TableView, look


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    lines += _text_market(view)
    lines.append("")
    if view.event:
        past = f" (earlier: {', '.join(view.past_events)})" if view.past_events else ""
        lines.append(f"event: {view.event}. {view.event_text}{past}")
    steps = ", ".join(f"{count} = {points}" for count, points in view.tile_steps)
    lines.append(f"bonus points for {view.tile}: {steps}")
    cells = [_text_partnership(*each) for each in view.partnerships]
    lines.append("partnerships")
    lines += ["  " + "".join(f"{cell:<48}" for cell in cells[at : at + 2]) for at in range(0, len(cells), 2)]
    if view.goal:
        lines.append(f"goal: {view.goal} (now {view.goal_state}); buff: {view.buff or 'none'}")
    lines.append("")
    for row in view.rows:
        lines += _text_row(row)
    lines.append("")
    for player in view.players:
        lines += _text_player(view, player)
    if view.offer:
        lines.append(f"offer: {view.offer}")
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _text_market(view: TableView) -> list[str]:
    rates = [f"{resources}:{credits}" for resources, credits in view.rates]
    heads = [f"x{rate}x" if c in view.blocked else f" {rate} " for c, rate in enumerate(rates)]
    lines = ["market     " + "".join(f"{head:^7}" for head in heads)]
    for resource, name in enumerate(st.RESOURCES):
        mark = "(x)" if view.flipped[resource] else "[o]"
        cells = [mark if column == view.markers[resource] else "." for column in range(len(rates))]
        lines.append(f"{name:<11}" + "".join(f"{cell:^7}" for cell in cells))
    return lines


def _text_partnership(brand: int, owner: int, price: list[int], points: list[int]) -> str:
    whose = f"{SEAT_NAMES[owner]}'s" if owner >= 0 else letters_of(price)
    return f"{st.BRANDS[brand]} ({tb.BRAND_CODES[brand]}), {whose}: {' '.join(map(str, points))}"


def _text_row(row: RowView) -> list[str]:
    top = f", on top {row.top}" if row.top else ""
    lines = [f"{row.name} ({'full' if row.full else 'not full'}, {row.deck} in the deck{top})"]
    for slot, card in enumerate(row.slots, 1):
        lines.append(f"  {slot} {_text_card(card) if card else '-'}")
    return lines


def _text_card(card: CardView) -> str:
    price = " or ".join(letters_of(line) for line in card.prices)
    phished = "; illegal goods on it" if card.phished else ""
    if card.planet:
        words = f"{st.TYPES[card.kind]}, {card.system} system, room {card.capacity}, {_target(card)}"
        return f"{card.name:<22}{price:<18}{words}{phished}"
    return f"{card.name:<22}{price:<18}{_deal(card)}{phished}"


def _target(card: CardView) -> str:
    return f"{_wanted(card)} = {card.points}"


def _wanted(card: CardView) -> str:
    brands = " ".join(f"{n}{tb.BRAND_CODES[brand]}" for brand, n in enumerate(card.target_brands) if n)
    return letters_of(card.target_made) or brands


def _deal(card: CardView) -> str:
    """What a development offers."""
    words = [
        tb.BRAND_CODES[card.brand] if card.brand >= 0 else "",
        f"makes {letters_of(card.made)}" if any(card.made) else "",
        f"{card.points} point{'s' * (abs(card.points) != 1)}" if card.points else "",
        card.bonus,
        f"smuggler {card.smuggler}" if card.smuggler else "",
        "array" if card.array else "",
    ]
    return ", ".join(word for word in words if word)


def _text_player(view: TableView, player: PlayerView) -> list[str]:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    words = [
        f"{player.total} points",
        f"{player.company} ({player.target_count} of {player.target} = {player.target_points})"
        if player.company
        else "no company yet",
        letters_of(player.tokens) or "no tokens",
        "1st player" if player.first else "",
        f"team {player.team + 1}" if player.team >= 0 else "",
        "loan" if player.loan else "",
        f"reserve: {', '.join(words for words, _ in player.reserve)}" if player.reserve else "",
        ", ".join(
            f"partner of {tb.BRAND_CODES[brand]} ({count} = {points})"
            for brand, count, points in player.partnerships
        ),
        f"has chosen {player.choice}" if player.choice else "",
    ]
    lines = [f"{mark} {player.name}: " + "; ".join(word for word in words if word)]
    for company in player.hand:
        start, target = letters_of(company.start), f"{company.target} = {company.points}"
        lines.append(f"    may keep {company.name} ({start}; {target}): {company.ability}")
    for site in player.sites:
        lines.append(f"    {_text_site(site)}")
    return lines


def _text_site(site: SiteView) -> str:
    built = ", ".join(_built(card) for card in site.developments) or "nothing"
    room = f"{len(site.developments)}/{site.capacity if site.capacity >= 0 else '-'}"
    met = ", met" if site.met else ""
    if site.face is not None:
        head = f"{site.name} ({st.TYPES[site.face.kind]}, {site.face.system})"
        return f"{head} {room} {_target(site.face)}{met}: {built}"
    if site.token >= 0:
        return f"{site.name} {room} most {tb.LETTERS[site.token]} = {site.points}{met}: {built}"
    return f"{site.name} {room}: {built}"


def _built(card: CardView) -> str:
    if card.card >= st.FIRST_FORGE:
        return f"{card.name} [{letters_of(card.made)}]"
    words = [tb.BRAND_CODES[card.brand], letters_of(card.made), f"{card.points:+d}" if card.points else ""]
    return f"{card.name} [{' '.join(word for word in words if word)}]"
