"""SpaceCorp: what a state shows to one pair of eyes, as words and plain values for pictures and stories.

With a seat only what that seat may know is in the view; without one every hand is open. The deck is
nobody's to see, and an announcement that is not complete is seen by its player alone.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from astrarium.core.tables import Content

from . import state as st

SEAT_NAMES = ("Blue", "Yellow", "Red", "Green")
STEPS = {
    st.S_TYPE: "which action?",
    st.S_CARD: "which card?",
    st.S_TEAM: "which team?",
    st.S_SITE: "which site?",
    st.S_COLONY: "which colony tile?",
    st.S_SLOT: "which Infra slot?",
    st.S_BASES: "which base?",
    st.S_REMOVE: "remove a team for a colony point?",
    st.S_PAY: "pay 5T for a colony point?",
    st.S_ITEM: "use Build value for colony points?",
    st.S_HQ: "whose Infra?",
    st.S_SECOND_HQ: "whose Infra besides?",
    st.S_INFRA_SHIELD: "take an Infra card at its shielded number?",
    st.S_CARDS: "play a card, or done?",
    st.S_CARD_SHIELD: "play it shielded?",
    st.S_TIME: "use a Time card?",
    st.S_SPACEPORT: "use a Spaceport?",
    st.S_INDUSTRIAL: "whose Industrial base?",
    st.S_FACTORY: "whose Shield Factory?",
    st.S_PREREQUISITE: "whose base allows the Move?",
    st.S_SPEND: "spend profit?",
    st.S_DRAWS: "draw from where?",
    st.S_PHOBES: "which team flees from the Phobes?",
    st.S_LAB: "what does the Research base bring?",
    st.S_SECOND_TEAM: "which second team?",
    st.S_IDLE: "discard which card?",
    st.S_CLAIM: "claim the contract?",
    st.S_REWARD: "draw a card as a reward?",
    st.S_TRANSPORT: "transport a team?",
    st.S_TRANSPORT_SITE: "transport it where?",
    st.S_LEGACY: "which tile goes on producing in the next era?",
    st.S_FIRST_BEYOND: "begin with a team out there (1st Beyond)?",
    st.S_SECOND_BEYOND: "begin with a team out there (2nd Beyond)?",
}


@cache
def regions(content: Content) -> list[list[str]]:
    """The region of each site, by era."""
    found: list[list[str]] = [[] for _ in st.ERAS]
    for row in _rows(content, "sites.csv"):
        found[st.ERAS.index(row["era"])].append(row["region"])
    return found


@cache
def borders(content: Content) -> list[list[tuple[str, str, str]]]:
    """Borders between regions with their costs, by era."""
    found: list[list[tuple[str, str, str]]] = [[] for _ in st.ERAS]
    for row in _rows(content, "borders.csv"):
        if row["kind"] == "border":
            found[st.ERAS.index(row["era"])].append((row["from"], row["to"], row["cost"]))
    return found


@cache
def progress_texts(content: Content) -> list[str]:
    """What each progress card does."""
    return [row["text"] for row in _rows(content, "progress.csv")]


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


@dataclass
class PlayerView:
    """One player's side of the table."""

    seat: int
    name: str
    profit: int
    genetics: int
    revelation: int
    hand: list[HeldCard]
    infra: list[tuple[str, str]]  # name, numbers
    research: int
    progress: list[tuple[str, str]]  # title, what it does
    supply: list[int]
    legacy: str
    flags: list[str]


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
    progress: list[tuple[int, str, int, str]]  # number, title, copies on the Sideboard, what it does
    colonies: list[tuple[int, str]]
    beyond: list[int]
    action: str


class Reader:
    """Reads names and current values out of a state."""

    def __init__(self, content: Content, s: Any) -> None:
        self.content = content
        self.t = content.tables[0]
        self.s = s
        self.labels = content.labels
        self.era = int(s["era"])
        self.progress = list(zip(content.labels["title"], progress_texts(content), strict=True))

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
        card, start = int(self.s["infra"][seat, slot]), int(self.s["start_era"]) - 1
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
        keep = r"\2" if self.s["num_players"] == 2 else r"\1"
        return re.sub(r"(\d+) \(2p: (\d+)\)", keep, words)

    def award(self, row: int) -> int:
        """What a contract of this era pays now."""
        side = 1 if self.s["num_players"] == 2 else 0
        return int(
            sum(self.t["award"][era, row, side] for era in range(int(self.s["marker"][row]), self.era + 1))
        )

    def secret(self, seat: int | None) -> bool:
        """Is another player in the middle of an announcement?"""
        s = self.s
        hidden = st.S_CARD <= s["stage"] <= st.LAST_ANNOUNCED and not s["second"] and not s["over"]
        return bool(seat is not None and seat != s["active"] and hidden)

    def asked_in_secret(self) -> bool:
        """Is somebody being asked about an Edge?"""
        s = self.s
        return bool(s["window"] and s["edge"] < 0 and s["purge"] < 0 and not s["over"])


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
        offers=[r.face(int(card)) if card >= 0 else None for card in s["offers"]],
        deck=int(s["deck_size"]),
        discard=r.copies(s["discard"]),
        purged=r.copies(s["purged"]),
        played=[] if r.secret(seat) else r.copies(s["played"]),
        contracts=[
            (r.condition(row), r.award(row), int(s["marker"][row] == r.era + 1)) for row in range(st.NUM_ROWS)
        ],
        progress=[
            (k, name, int(s["progress_left"][k]), text)
            for k, (name, text) in enumerate(r.progress)
            if r.t["title_era"][k] <= r.era
        ],
        colonies=[(k, name) for k, name in enumerate(r.labels["colony"]) if s["colony_left"] >> k & 1],
        beyond=[int(seat) for seat in s["beyond"]],
        action="" if r.secret(seat) else _action(r),
    )


def _headline(r: Reader) -> str:
    s = r.s
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
    s = r.s
    if s["over"]:
        return ""
    who = SEAT_NAMES[s["seat"]]
    if s["edge"] >= 0:
        return f"{who}: {st.EDGES[s['edge']]}: " + (
            "which offer?" if s["edge"] == st.HACK else "which action?"
        )
    if s["purge"] >= 0:
        return f"{who}: which Infra card goes?"
    if s["window"]:
        return f"{who}: play an Edge ({st.WINDOWS[s['window']]})?"
    if s["star_child"]:
        return f"{who}: where does the fourth team appear?"
    if s["adaptations"] or s["breakthroughs"]:
        return f"{who}: which progress card?"
    stage = st.S_TYPE if r.secret(seat) else int(s["stage"])
    words = STEPS.get(stage, "")
    if stage == st.S_CLAIM:
        row = int(s["row"])
        words = f"claim contract {row + 1} ({r.condition(row)}) for {r.award(row)}T?"
    return f"{who}: {words}"


def _action(r: Reader) -> str:
    """The action of this turn as far as it is announced."""
    s = r.s
    if s["act"] < 0 or s["over"]:
        return ""
    words = [st.TYPES[s["act"]]]
    if s["team"] >= 0:
        words.append(f"team {s['team'] + 1}")
    if s["site"] >= 0:
        words.append(r.site(int(s["site"])))
    if s["cost"] > 1:
        words.append(f"cost {s['cost']}")
    if s["plain"] or s["mult"] > 1:
        words.append(f"numbers {s['plain']}" + (f" x {s['mult']}" if s["mult"] > 1 else ""))
    if s["shielded"]:
        words.append("shielded")
    return ", ".join(words)


def _site(r: Reader, site: int) -> SiteView:
    s, t, era = r.s, r.t, r.era
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
        TeamView(seat, team, int(s["team_track"][seat, team]), bool(s["team_claim"][seat, team]))
        for seat in range(int(s["num_players"]))
        for team in range(st.NUM_TEAMS)
        if s["team_site"][seat, team] == site
    ]
    return SiteView(
        site,
        r.site(site),
        regions(r.content)[era][site],
        int(t["explore"][era, site]),
        int(t["build"][era, site]),
        boxes,
        int(s["owner"][site]),
        r.labels["colony"][s["colony"][site]] if s["colony"][site] >= 0 else None,
        teams,
        marks,
    )


def _player(r: Reader, player: int, seat: int | None) -> PlayerView:
    s = r.s
    counts = [int(n) for n in s["hand"][player]]
    if r.secret(seat) and player == s["active"]:
        counts = [n + int(p) for n, p in zip(counts, s["played"], strict=True)]
    shown = counts if seat is None or seat == player else [int(n) for n in s["known"][player]]
    hand = [HeldCard(r.card(c), n, r.face(c)[1], f"hand-{player}-{c}") for c, n in enumerate(shown) if n]
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
        hand,
        [r.infra(player, slot) for slot in range(st.NUM_SLOTS)],
        int(r.t["hq_research"][int(s["start_era"]) - 1]),
        [face for k, face in enumerate(r.progress) if s["progress"][player] >> k & 1],
        [int(n) for n in s["supply"][player]],
        legacy,
        flags,
    )
