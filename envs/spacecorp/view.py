"""SpaceCorp: what a state shows to one pair of eyes, as words and plain values for pictures and stories.

With a seat only what that seat may know is in the view; without one every hand is open. The deck is
nobody's to see, and an announcement that is not complete is seen by its player alone.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from typing import Any

from astrarium.core.tables import Content

from . import state as st
from . import things
from .questions import ANNOUNCED
from .words import SEAT_NAMES, SpaceCorpWords


@cache
def regions(content: Content) -> list[list[str]]:
    """The region of each site, by era."""
    found: list[list[str]] = [[] for _ in st.ERAS]
    for row in _rows(content, "sites.csv"):
        found[st.ERAS.index(row["era"])].append(row["region"])
    return found


@cache
def gravities(content: Content) -> list[list[int]]:
    """The gravity of each site, by era."""
    found: list[list[int]] = [[] for _ in st.ERAS]
    for row in _rows(content, "sites.csv"):
        found[st.ERAS.index(row["era"])].append(int(row["gravity"] or 0))
    return found


@cache
def borders(content: Content) -> list[list[tuple[str, str, str]]]:
    """Borders between regions with their costs, by era."""
    found: list[list[tuple[str, str, str]]] = [[] for _ in st.ERAS]
    for row in _rows(content, "borders.csv"):
        if row["kind"] == "border":
            found[st.ERAS.index(row["era"])].append((row["from"], row["to"], row["cost"]))
    return found


def _rows(content: Content, file: str) -> list[dict[str, str]]:
    assert content.source is not None
    with (content.source / file).open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def counted(cards: list[tuple[str, int]]) -> str:
    """Cards by name, with their number where there are several."""
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in cards)


@dataclass
class BoxView:
    """One exploration box."""

    tile: str | None
    words: str
    base: str | None


@dataclass
class TeamView:
    """One team on the board."""

    seat: int
    number: int  # from 0
    track: int  # steps from the star
    claim: bool
    told: str


@dataclass
class HeldCard:
    """Copies of one card in a hand, or the cards in it that are not known."""

    name: str | None
    copies: int
    numbers: str = ""
    place: str = ""


@dataclass
class SiteView:
    """One site of the board."""

    index: int
    name: str
    region: str
    explore: int
    build: int
    boxes: list[BoxView]
    owner: int
    colony: str | None
    teams: list[TeamView]
    marks: list[str]
    told: str  # what it is, needs and gives


@dataclass
class PlayerView:
    """One player's side of the table."""

    seat: int
    name: str
    profit: int
    genetics: int
    revelation: int
    wheel: int  # steps of an orbit
    wheel_told: str
    hand: list[HeldCard]
    infra: list[tuple[str, str]]  # name, numbers
    research: int
    progress: list[tuple[str, str]]  # title, what it does
    supply: list[int]
    legacy: str
    flags: list[str]
    infra_told: list[str]
    base_told: list[str]  # what the types need and do


@dataclass
class TableView:
    """Everything on the table."""

    title: str
    headline: str
    question: str
    era: int
    active: int
    deciding: int  # -1 = not told
    sites: list[SiteView]
    players: list[PlayerView]
    offers: list[tuple[str, str] | None]  # name, numbers
    deck: int
    discard: list[tuple[str, int]]
    purged: list[tuple[str, int]]
    played: list[tuple[str, int]]  # on the table before the active player
    contracts: list[tuple[str, int, int]]  # condition, award now, 1 = fulfilled in this era
    contract_told: list[str]
    progress: list[tuple[int, str, int, str]]  # number, title, copies on the Sideboard, what it does
    colonies: list[tuple[int, str]]
    colony_told: dict[int, str]
    progress_told: dict[int, str]
    type_told: list[str]
    beyond: list[int]
    action: str
    told: dict[str, str]  # what cards do, by their names

    def card_words(self, name: str) -> str:
        """A card, and what it does."""
        return f"{name}: {self.told[name]}" if name in self.told else name


class Reader(SpaceCorpWords):
    """The words of a position, and what of it a seat may see."""

    def secret(self, seat: int | None) -> bool:
        """Is another player in the middle of an announcement?"""
        s = self.state
        hidden = ANNOUNCED >> int(s["ask"]) & 1 and not s["second"] and not s["over"]
        return bool(seat is not None and seat != s["active"] and hidden)

    def asked_in_secret(self) -> bool:
        """Is somebody being asked about an Edge?"""
        s = self.state
        return bool(s["ask"] == st.ASK_EDGE and not s["over"])


def look(content: Content, s: Any, seat: int | None = None) -> TableView:
    """The table as a seat sees it; all of it without a seat."""
    r = Reader(content, s)
    hidden = r.asked_in_secret() and seat is not None and seat != s["seat"]
    return TableView(
        title="SpaceCorp",
        headline=_headline(r),
        question="" if hidden else _question(r, seat),
        era=r.era,
        active=int(s["active"]),
        deciding=-1 if s["over"] or hidden else int(s["seat"]),
        sites=[_site(r, site) for site in range(int(r.t["num_sites"][r.era]))],
        players=[_player(r, player, seat) for player in range(int(s["num_players"]))],
        offers=[r.face_here(int(card)) if card >= 0 else None for card in s["offers"]],
        deck=int(s["deck_size"]),
        discard=r.copies(s["discard"]),
        purged=r.copies(s["purged"]),
        played=[] if r.secret(seat) else r.copies(s["played"]),
        contracts=[
            (r.condition(row), r.award(row), int(s["marker"][row] == r.era + 1)) for row in range(st.NUM_ROWS)
        ],
        contract_told=[
            things.contract_told(r, row, r.award(row), bool(s["marker"][row] == r.era + 1))
            for row in range(st.NUM_ROWS)
        ],
        progress=[
            (k, name, int(s["progress_left"][k]), text)
            for k, (name, text) in enumerate(r.titles)
            if r.t["title_era"][k] <= r.era
        ],
        colonies=[(k, name) for k, name in enumerate(r.labels["colony"]) if s["colony_left"] >> k & 1],
        colony_told={k: things.colony_told(r, k) for k in range(len(r.labels["colony"]))},
        progress_told={k: things.progress_told(r, k) for k in range(st.NUM_TITLES)},
        type_told=[things.TYPES[kind] for kind in range(len(st.TYPES))],
        beyond=[int(seat) for seat in s["beyond"]],
        action="" if r.secret(seat) else _action(r),
        told=r.told_cards(),
    )


def _headline(r: Reader) -> str:
    s = r.state
    if s["over"]:
        best = max(int(p) for p in s["profit"][: int(s["num_players"])])
        winners = [SEAT_NAMES[k] for k in range(int(s["num_players"])) if s["profit"][k] == best]
        return f"{st.ERAS[r.era]}, the game is over; most profit: {', '.join(winners)} with {best}T"
    words = f"{st.ERAS[r.era]}, turn {s['turns']}, turn of {SEAT_NAMES[s['active']]}"
    if s["extra"]:
        words += " (Intercept)"
    if s["counting"]:
        words += ", last turns"
    elif s["triggered"]:
        words += ", the end of the era is near"
    return words


def _question(r: Reader, seat: int | None) -> str:
    """Who is asked what; of an announcement under way others see only that there is one."""
    if r.state["over"]:
        return ""
    words = f"which action?{r.last_turn()}" if r.secret(seat) else r.question()
    return f"{SEAT_NAMES[r.state['seat']]}: {words}"


def _action(r: Reader) -> str:
    """The action of this turn as far as it is announced."""
    s = r.state
    if s["act"] < 0 or s["over"]:
        return ""
    words = [st.TYPES[s["act"]]]
    if s["team"] >= 0:
        words.append(f"team {s['team'] + 1}")
    if s["site"] >= 0:
        words.append(r.site_here(int(s["site"])))
    if s["cost"] > 1:
        words.append(f"cost {s['cost']}")
    if s["plain"] or s["mult"] > 1:
        words.append(f"numbers {s['plain']}" + (f" x {s['mult']}" if s["mult"] > 1 else ""))
    if s["shielded"]:
        words.append("shielded")
    return ", ".join(words)


def _site(r: Reader, site: int) -> SiteView:
    s, t, era = r.state, r.t, r.era
    bit = 1 << site
    marks = []
    if t["heavy"][era] & bit:
        marks.append("gravity")
    if t["radiation"][era] & bit and era == st.PLANETEERS:
        marks.append("radiation")
    if t["multi"][era] & bit:
        marks.append("multi-star")
    if site == t["beyond"][era]:
        marks.append("Beyond")
    boxes = []
    for box in range(max(1, int(t["boxes"][era, site])) if t["build"][era, site] >= 0 else 0):
        tile, base = int(s["tile"][site, box]), int(s["base"][site, box])
        boxes.append(
            BoxView(
                r.tile(tile) if tile >= 0 else None,
                r.tile_words(tile) if tile >= 0 else "",
                st.BASES[base] if base >= 0 else None,
            )
        )
    teams = [
        TeamView(
            seat,
            team,
            int(s["team_track"][seat, team]),
            bool(s["team_claim"][seat, team]),
            things.team_told(r, seat, team),
        )
        for seat in range(int(s["num_players"]))
        for team in range(st.NUM_TEAMS)
        if s["team_site"][seat, team] == site
    ]
    return SiteView(
        site,
        r.site_here(site),
        regions(r.content)[era][site],
        int(t["explore"][era, site]),
        int(t["build"][era, site]),
        boxes,
        int(s["owner"][site]),
        r.labels["colony"][s["colony"][site]] if s["colony"][site] >= 0 else None,
        teams,
        marks,
        things.site_told(r, site, regions(r.content)[era][site], gravities(r.content)[era][site]),
    )


def _player(r: Reader, player: int, seat: int | None) -> PlayerView:
    s = r.state
    counts = [int(n) for n in s["hand"][player]]
    if r.secret(seat) and player == s["active"]:
        counts = [n + int(p) for n, p in zip(counts, s["played"], strict=True)]
    shown = counts if seat is None or seat == player else [int(n) for n in s["known"][player]]
    hand = [
        HeldCard(r.card_here(c), n, r.face_here(c)[1], f"hand-{player}-{c}") for c, n in enumerate(shown) if n
    ]
    unknown = sum(counts) - sum(shown)
    hand += [HeldCard(None, unknown)] if unknown else []
    legacy = ""
    if s["legacy_tile"][player] >= 0:
        legacy = f"{r.tile(int(s['legacy_tile'][player]))} with {st.BASES[s['legacy_base'][player]]}"
    flags = []
    if s["passed"] >> player & 1:
        flags.append("passed")
    if s["counting"] and s["last"] >> player & 1:
        flags.append("last turn to come")
    flags += [f"{('1st', '2nd')[k]} Beyond" for k in range(2) if s["beyond"][k] == player]
    return PlayerView(
        player,
        SEAT_NAMES[player],
        int(s["profit"][player]),
        int(s["genetics"][player]),
        int(s["revelation"][player]),
        int(r.t["wheel"]),
        things.wheel_told(r, player),
        hand,
        [r.infra(player, slot) for slot in range(st.NUM_SLOTS)],
        int(r.t["hq_research"][int(s["start_era"]) - 1]),
        [face for k, face in enumerate(r.titles) if s["progress"][player] >> k & 1],
        [int(n) for n in s["supply"][player]],
        legacy,
        flags,
        [things.infra_told(r, player, slot) for slot in range(st.NUM_SLOTS)],
        [things.base_told(r, kind, int(s["supply"][player, kind])) for kind in range(st.NUM_BASES)],
    )
