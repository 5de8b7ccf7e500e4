"""SpaceCorp: the words of a position: names of players, sites, cards and tiles, numbers in good English."""

from __future__ import annotations

import re
from typing import Any

from astrarium.core import Words

from . import state as st
from .actions import ACTIONS
from .questions import QUESTIONS

SEAT_NAMES = ("Blue", "Yellow", "Red", "Green")


class SpaceCorpWords(Words):
    """The words of a position."""

    actions, questions, seat_names = ACTIONS, QUESTIONS, SEAT_NAMES

    @property
    def t(self) -> Any:
        """The tables of the content set."""
        return self.content.tables[0]

    @property
    def labels(self) -> Any:
        """Names of the content set."""
        return self.content.labels

    @property
    def era(self) -> int:
        """The number of the era."""
        return int(self.state["era"])

    @property
    def titles(self) -> list[tuple[str, str]]:
        """Every progress card: its name, and what it does."""
        return list(zip(self.labels["title"], self.labels["title_text"], strict=True))

    # Names

    def site(self, site: int) -> str:
        """The name of a site of this era."""
        return self.labels["site"][st.FIRST_SITE[self.era] + site]

    def card(self, card: int) -> str:
        """The name of a card of this era."""
        return self.labels["card"][st.NUM_CARDS * self.era + card]

    def tile(self, tile: int) -> str:
        """The name of a tile."""
        return self.labels["tile"][tile]

    def tile_words(self, tile: int) -> str:
        """What a tile gives, in short."""
        t = self.t
        words = [icon for k, icon in enumerate(st.ICONS) if t["tile_icons"][tile] >> k & 1]
        if t["tile_profit"][tile]:
            words.append(f"{t['tile_profit'][tile]}T")
        if t["tile_genetics"][tile]:
            words.append(f"Gen{t['tile_genetics'][tile]}")
        if t["tile_revelation"][tile]:
            words.append(f"Rev{t['tile_revelation'][tile]}")
        if t["tile_produce"][tile] >= 0:
            words.append(f"P{t['tile_produce'][tile]}")
        if t["tile_colony"][tile]:
            words.append(f"Col{t['tile_colony'][tile]}")
        if t["tile_base"][tile]:
            words.append(f"Base{t['tile_base'][tile]:+d}")
        return ", ".join(words)

    def infra(self, seat: int, slot: int) -> tuple[str, str]:
        """What stands in an Infra slot: a card with its numbers, or the printed number."""
        card, start = int(self.state["infra"][seat, slot]), int(self.state["start_era"]) - 1
        if card >= 0:
            return self.labels["card"][card], self.numbers(card)
        if self.t["hq_kind"][start, slot] >= 0:
            return f"{st.TYPES[self.t['hq_kind'][start, slot]]} {self.t['hq_value'][start, slot]}", ""
        return "empty", ""

    def face(self, card: int) -> tuple[str, str]:
        """Name and numbers of a card of this era."""
        return self.card(card), self.numbers(st.NUM_CARDS * self.era + card)

    def copies(self, counts: Any) -> list[tuple[str, int]]:
        """Cards of this era by name, with how many there are."""
        return [(self.card(card), int(n)) for card, n in enumerate(counts) if n]

    def numbers(self, card: int) -> str:
        """The actions of a card, and its Edge."""
        parts = []
        for kind in range(st.NUM_VALUED):
            plain, shield, mult = (int(self.t[name][card, kind]) for name in ("plain", "shield", "mult"))
            if mult:
                parts.append(f"{st.TYPES[kind]} x{mult}")
            elif plain and shield:
                parts.append(f"{st.TYPES[kind]} {plain} or {shield} shielded")
            elif plain or shield:
                parts.append(f"{st.TYPES[kind]} {plain or shield}{'' if plain else ' shielded'}")
        if self.t["special"][card]:
            parts.append("Special")
        if self.t["edge"][card] >= 0:
            parts.append(f"Edge {st.EDGES[self.t['edge'][card]]}")
        return " / ".join(parts)

    def condition(self, row: int) -> str:
        """The condition of a contract of this era, with the number for this many players."""
        words = self.labels["contract"][st.NUM_ROWS * self.era + row]
        keep = r"\2" if self.state["num_players"] == 2 else r"\1"
        return re.sub(r"(\d+) \(2p: (\d+)\)", keep, words)

    def award(self, row: int) -> int:
        """What a contract of this era pays now."""
        side = 1 if self.state["num_players"] == 2 else 0
        return int(
            sum(
                self.t["award"][era, row, side] for era in range(int(self.state["marker"][row]), self.era + 1)
            )
        )

    # Questions

    def contract(self) -> str:
        """The contract that is asked about."""
        row = int(self.state["row"])
        return f"{row + 1} ({self.condition(row)}) for {self.award(row)}T"

    def moment(self) -> str:
        """The moment at which Edges can be played."""
        return st.WINDOWS[self.state["window"]]
