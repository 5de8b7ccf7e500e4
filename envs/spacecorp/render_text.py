"""SpaceCorp: the table in monospaced text, as one pair of eyes sees it (see view.py)."""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content

from .view import PlayerView, SiteView, TableView, counted, look
from .words import SEAT_NAMES


def render_text(content: Content, s: Any, seat: int | None = None) -> str:
    """The table in monospaced text."""
    view = look(content, s, seat)
    lines = [f"{view.title}: {view.headline}", ""]
    region = ""
    for site in view.sites:
        if site.region != region:
            region = site.region
            lines.append(f"[{region}]" if region != site.name else "")
        lines.append(_text_site(site))
    lines += ["", *(_text_player(view, player) for player in view.players), ""]
    offers = ", ".join(offer[0] if offer else "-" for offer in view.offers)
    lines.append(f"offers: {offers}; deck {view.deck}; discarded: {counted(view.discard) or 'nothing'}")
    if view.purged:
        lines.append(f"removed from the game: {counted(view.purged)}")
    contracts = [
        f"{row}. {words} {'done' if done else f'{award}T'}"
        for row, (words, award, done) in enumerate(view.contracts, 1)
    ]
    lines.append(f"contracts: {'; '.join(contracts)}")
    if view.progress:
        lines.append("progress cards: " + ", ".join(f"{name} {left}" for _, name, left, _ in view.progress))
    if view.colonies:
        lines.append("colony tiles: " + ", ".join(name for _, name in view.colonies))
    if view.action:
        lines.append(f"action: {view.action}")
    if view.question:
        lines.append(f"> {view.question}")
    return "\n".join(line.rstrip() for line in lines)


def _text_site(site: SiteView) -> str:
    costs = [f"e{site.explore}"] if site.explore >= 0 else []
    costs += [f"b{site.build}"] if site.build >= 0 else []
    words = [f"{site.name:<16}", f"{' '.join([*costs, *site.marks]):<22}"]
    parts = []
    for box in site.boxes:
        if box.tile or box.base:
            base = f" + {SEAT_NAMES[site.owner]} {box.base}" if box.base else ""
            parts.append(f"{box.tile or 'no tile'}{f' ({box.words})' if box.words else ''}{base}")
    if site.colony:
        parts.append(f"colony {site.colony}")
    teams = []
    for seat in sorted({team.seat for team in site.teams}):
        marks = [
            f"{f'track {team.track}' if team.track else 'team'}{' claims' if team.claim else ''}"
            for team in site.teams
            if team.seat == seat
        ]
        teams.append(f"{SEAT_NAMES[seat]}: {', '.join(marks)}")
    return "  " + "  ".join([*words, " | ".join(parts), "; ".join(teams)]).rstrip()


def _text_player(view: TableView, player: PlayerView) -> str:
    mark = ">" if player.seat == view.deciding else "*" if player.seat == view.active else " "
    hand = ", ".join(
        ", ".join([card.name] * card.copies) if card.name else f"{card.copies} unknown"
        for card in player.hand
    )
    infra = [f"{name} ({numbers})" if numbers else name for name, numbers in player.infra]
    parts = [
        f"{mark} {player.name:<7}{player.profit}T",
        f"genetics {player.genetics}, revelation {player.revelation}",
        f"Research {player.research}, Infra {', '.join(infra)}",
        f"hand: {hand or 'empty'}",
    ]
    if player.progress:
        parts.append(f"progress: {', '.join(name for name, _ in player.progress)}")
    if player.legacy:
        parts.append(f"legacy: {player.legacy}")
    if player.flags:
        parts.append(", ".join(player.flags))
    return "; ".join(parts)
