"""Star Commander: what in the picture an action is about."""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content

from . import state as st
from . import tables as tb
from .actions import ACTIONS
from .reader import Reader


def about(content: Content, s: Any, seat: int | None) -> tuple[str, ...]:
    """What in the picture the question of the acting seat is about."""
    if s["stack_size"] and s["ask"] == st.ASK_RESPOND:
        return (f"stack-{int(s['stack_size'])}",)
    return ("offer",) if s["ask"] in (st.ASK_ANSWER, st.ASK_OFFER) else ()


def home(content: Content, s: Any, seat: int) -> tuple[str, ...]:
    """The systems where a seat's vessels are, and those it controls."""
    reader = Reader(content, s)
    ships = [int(s["v_cell"][v]) for v in reader.vessels() if s["v_owner"][v] == seat]
    owned = [cell for cell in range(st.NUM_CELLS) if s["owner"][cell] == seat]
    return tuple(f"system-{st.CELLS[cell]}" for cell in dict.fromkeys([*ships, *owned]))


def places(content: Content, s: Any, seat: int | None, action: int) -> tuple[str, ...]:
    """What in the picture a legal action of the acting seat is about, by the names of `data-at`."""
    block, parts = ACTIONS.block(action)
    own, players = int(s["seat"]), int(s["num_players"])
    name, first = block.name, parts[0] if parts else -1
    if name in ("jump", "build", "develop", "cell"):
        return (f"system-{st.CELLS[first]}",)
    if name == "play":
        return (f"hand-{own}-{first}",)
    if name == "activate":
        return _ability_places(content, s, own, first)
    if name in ("bank_draw", "deck"):
        return (f"deck-{st.DOMAINS[first]}",)
    if name == "vessel":
        if s["ask"] == st.ASK_KIND:
            return (_pile(content, s, parts[1]), f"system-{st.CELLS[s['build_cell']]}")
        return (_vessel(int(s["pick_cell"]), (own + first) % players, parts[1]),)
    if name == "which":
        return (_vessel(int(s["pick_cell"]), int(s["pick_owner"]), int(s["pick_kind"])),)
    if name == "card":
        return _card_places(s, own, first)
    if name == "player":
        others = range(1, players) if first == st.EVERYBODY - 1 else (1 + first,)
        return tuple(f"player-{(own + other) % players}" for other in others)
    if name == "stack":
        return (f"stack-{first + 1}",)
    if name == "portion" and s["target"] >= 0:
        v = int(s["target"])
        return (_vessel(int(s["v_cell"][v]), int(s["v_owner"][v]), int(s["v_kind"][v])),)
    if name == "amount" and s["ask"] == st.ASK_RAID:
        return (f"system-{st.CELLS[s['raid_cell']]}",)
    if name in ("yes", "no") and s["ask"] == st.ASK_INITIATE:  # both: a tap to look decides nothing
        return (f"system-{st.CELLS[s['battle']]}",)
    if name in ("yes", "no", "send", "withdraw"):
        return ("offer",)
    if name == "give":
        return (f"player-{own}",)
    if name == "ask" and s["partner"] != st.EVERYBODY:
        return (f"player-{int(s['partner'])}",)
    return ()


def _vessel(cell: int, seat: int, kind: int) -> str:
    return f"vessel-{st.CELLS[cell]}-{seat}-{kind}"


def _pile(content: Content, s: Any, kind: int) -> str:
    card = int(content.tables[0]["kind_card"][kind])
    return f"pile-{kind}" if card < 0 else f"hand-{int(s['seat'])}-{card}"


def _ability_places(content: Content, s: Any, own: int, ability: int) -> tuple[str, ...]:
    """The technology, the vessels or the systems that have the ability."""
    t = content.tables[0]
    source, origin = int(t["ability_source"][ability]), int(t["ability_from"][ability])
    if origin == tb.FROM_TECHNOLOGY:
        return (f"technology-{own}-{source}",)
    if origin == tb.FROM_VESSEL:
        cells = {int(s["v_cell"][v]) for v in Reader(content, s).vessels() if _is(s, v, own, source)}
        return tuple(_vessel(cell, own, source) for cell in sorted(cells))
    if origin == tb.FROM_SYSTEM:
        here = [c for c in range(st.NUM_CELLS) if s["system"][c] == source and s["owner"][c] == own]
        return tuple(f"system-{st.CELLS[cell]}" for cell in here)
    return (f"system-{st.CELLS[s['battle']]}",) if s["battle"] >= 0 else ()


def _is(s: Any, vessel: int, seat: int, kind: int) -> bool:
    return bool(s["v_owner"][vessel] == seat and s["v_kind"][vessel] == kind)


def _card_places(s: Any, own: int, card: int) -> tuple[str, ...]:
    """A card of the own hand, of a hand that is looked into, or one that an offer names."""
    if s["ask"] == st.ASK_STEAL:
        return (f"hand-{int(s['steal_from'])}-{card}",)
    if s["ask"] in (st.ASK_COST, st.ASK_SALE, st.ASK_HANDOVER) or s["adding_side"] == st.GIVE:
        whose = [own]
    else:
        whose = list(range(int(s["num_players"]))) if s["partner"] == st.EVERYBODY else [int(s["partner"])]
        whose = [seat for seat in whose if seat != own]
    if s["ask"] == st.ASK_OFFER_TECHNOLOGY:
        return tuple(f"technology-{seat}-{card}" for seat in whose if s["technology"][seat, card])
    return tuple(
        f"hand-{seat}-{card}"
        for seat in whose
        if any(
            s["hand"][seat, at] == card and (seat == own or s["shown"][seat, at])
            for at in range(st.HAND_LIMIT)
        )
    )
