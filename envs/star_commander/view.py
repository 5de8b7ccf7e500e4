"""Star Commander: what a state shows to one pair of eyes, as words and plain values for pictures and stories.

With a seat only what that seat may know is in the view; without one every hand is open. Face-down systems and
the order of the decks are nobody's to see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from astrarium.core.tables import Content
from astrarium.core.words import number_of

from . import state as st
from .reader import SEAT_NAMES, Reader
from .words import CommanderWords

PHASE_TITLES = (
    "start of the turn",
    "ready: early build",
    "ready: gain credits",
    "ready: draw",
    "ready: start effects",
    "command phase",
    "combat phase",
    "combat: initiate",
    "combat: commands",
    "combat: assign damage",
    "combat: resolve damage",
    "combat: retreat",
    "late build",
    "end: conquest",
    "end: raids",
    "last build",
    "end: clean-up",
)
# Marks of a vessel: flag, letter, meaning.
MARKS = (
    (st.MOVED, "m", "moved"),
    (st.NO_FIRE, "x", "holds its fire"),
    (st.PREVENTED, "p", "takes no damage"),
    (st.UNTARGETABLE, "u", "cannot be targeted"),
    (st.ABANDONED, "a", "abandoned"),
)
NEW_MARK = ("n", "new: cannot jump")
NOTES = {"siege": "It is under siege.", "locked": "It is locked."}


@dataclass
class VesselView:
    """Vessels of one player and kind in one system that are alike in state."""

    seat: int
    kind: int
    name: str
    code: str
    vessel_class: int
    attack: int
    hp: int
    damage: int
    assigned: int
    marks: str
    count: int = 1

    @property
    def words(self) -> str:
        """What it is and how it fares."""
        meant = [_MEANING[letter] for letter in self.marks]
        hurt = [f"{self.damage} damage"] if self.damage else []
        aimed = [f"{self.assigned} aimed at it"] if self.assigned else []
        values = f"attack {self.attack}, {number_of(self.hp, 'hit point')}"
        count = f"{self.count} × " if self.count > 1 else ""
        return f"{SEAT_NAMES[self.seat]}: {count}{', '.join([self.name, values, *hurt, *aimed, *meant])}"


@dataclass
class SystemView:
    """One card of the board."""

    cell: int
    row: int
    column: int
    name: str | None  # None = face down
    domain: int
    kind: int
    maximum: int
    owner: int
    developments: int
    effect: str
    notes: list[str]
    vessels: list[VesselView]
    told: str  # the card in words: what it is, who has it, what a development costs

    @property
    def fleets(self) -> str:
        """The card, and every vessel here in words: also those that find no room in the picture."""
        return "\n".join([self.told, *(vessel.words for vessel in self.vessels)])


@dataclass
class CardView:
    """One card of a hand; without a name only its domain is known."""

    domain: int
    name: str | None = None
    kind: str = ""  # what it is, in a word or two
    text: str = ""  # what it does
    place: str = ""  # its name in the picture

    @property
    def words(self) -> str:
        """A card that is known: its name, what it is and does."""
        return f"{self.name}, {self.kind}" + (f": {self.text}" if self.text else "")


@dataclass
class PileView:
    """The vessels of one kind that can still be built."""

    kind: int
    vessel_class: int
    name: str
    code: str
    cost: int
    attack: int
    hp: int
    left: int

    @property
    def words(self) -> str:
        """The kind with its numbers."""
        values = f"attack {self.attack}, {number_of(self.hp, 'hit point')}, {_CLASS_WORDS[self.vessel_class]}"
        return f"{self.name}: costs {number_of(self.cost, 'credit')}, {values}. {self.left} left to build."


@dataclass
class PlayerView:
    """One player's side of the table."""

    seat: int
    name: str
    home: int
    credits: int
    developments: int
    ships: int
    hand: list[CardView]
    technologies: list[tuple[int, str, int, str]]  # card, name, copies, what it does
    fallen: bool


@dataclass
class TableView:
    """Everything on the table."""

    title: str
    headline: str
    question: str
    size: int
    active: int
    deciding: int  # -1 = not told
    systems: list[SystemView]
    players: list[PlayerView]
    decks: list[int]
    discard: list[tuple[int, str, int]]
    piles: list[PileView]
    stack: list[tuple[int, str]]
    stack_told: list[str]  # what the items do
    offer: str
    legend: dict[str, str] = field(default_factory=dict)


_CLASS_WORDS = tuple(name.lower() for name in st.CLASSES)


def look(content: Content, s: Any, seat: int | None) -> TableView:
    """The table as that seat sees it; with None every hand is open."""
    reader = CommanderWords(content, s)
    public = seat is None or seat == s["seat"]
    asked = int(s["ask"])
    hidden_turn = asked == st.ASK_RESPOND and not public  # who is asked in a window is nobody's to know
    view = TableView(
        title=f"Star Commander {content.name}",
        headline=_headline(reader),
        question=_question(reader, seat, hidden_turn),
        size=int(s["size"]),
        active=int(s["active"]),
        deciding=-1 if s["over"] or hidden_turn else int(s["seat"]),
        systems=[_system(reader, cell) for cell in range(st.NUM_CELLS) if s["system"][cell] >= 0],
        players=[_player(reader, other, seat) for other in range(int(s["num_players"]))],
        decks=[int(n) for n in s["deck_size"]],
        discard=[
            (card // st.CARDS_PER_DOMAIN, reader.card_name(card), int(s["discard"][card]))
            for card in range(st.NUM_CARDS)
            if s["discard"][card]
        ],
        piles=[
            PileView(
                kind=k,
                vessel_class=int(reader.t["kind_class"][k]),
                name=reader.kind_name(k),
                code=_codes(reader)[k],
                cost=int(reader.t["kind_cost"][k]),
                attack=int(reader.t["kind_attack"][k]),
                hp=int(reader.t["kind_hp"][k]),
                left=int(s["pile"][k]),
            )
            for k in range(int(reader.t["num_kinds"]))
            if reader.t["kind_card"][k] < 0 and reader.t["kind_cost"][k] >= 0
        ],
        stack=_stack(reader),
        stack_told=[_item_told(reader, at) for at in range(int(s["stack_size"]))],
        offer=_shown_offer(reader, seat),
    )
    for system in view.systems:
        for vessel in system.vessels:
            for letter in vessel.marks:
                view.legend[letter] = _MEANING[letter]
            if vessel.damage:
                view.legend["-1"] = "1 damage"
            if vessel.assigned:
                view.legend["!1"] = "1 damage aimed at it"
    return view


_MEANING = {letter: meaning for _, letter, meaning in MARKS} | dict([NEW_MARK])


def _headline(reader: Reader) -> str:
    s = reader.s
    if s["over"]:
        return ("cut at the move limit" if s["over"] == 2 else "the game is over") + f" in round {s['round']}"
    words = f"round {s['round']}, turn of {SEAT_NAMES[s['active']]}, {PHASE_TITLES[s['phase']]}"
    if st.IN_COMBAT >> int(s["phase"]) & 1:
        words += f" in {reader.system_name(int(s['battle']))}"
    besieged = [seat for seat in range(int(s["num_players"])) if _besieged_at_home(reader, seat)]
    return words + "".join(f"; {SEAT_NAMES[seat]}'s Homeworld is besieged" for seat in besieged)


def _besieged_at_home(reader: Reader, seat: int) -> bool:
    home = int(reader.s["home"][seat])
    return bool(reader.s["owner"][home] == seat and reader.besieged(home))


def _codes(reader: Reader) -> list[str]:
    """Two letters for each kind of vessel, all different."""
    codes: list[str] = []
    for name in reader.labels["kind"]:
        words = name.split()
        tries = [words[0][0] + words[1][0].lower()] if len(words) > 1 else []
        tries += [words[0][0] + letter for letter in words[0][1:].lower() if letter not in "aeiou"]
        tries += [words[0][0] + letter for letter in words[0][1:].lower()]
        codes.append(next((code for code in tries if code not in codes), f"{len(codes):02d}"))
    return codes


def _system(reader: CommanderWords, cell: int) -> SystemView:
    s = reader.s
    system = int(s["system"][cell])
    up = bool(s["face_up"][cell])
    notes = []
    if reader.besieged(cell):
        notes.append("siege")
    if s["locked"][cell]:
        notes.append("locked")
    if s["range2"][cell]:
        notes.append("range 2")
    if s["combat_mark"][cell]:
        notes.append("fought over")
    return SystemView(
        cell=cell,
        row=cell // st.SIDE,
        column=cell % st.SIDE,
        name=reader.labels["system"][system] if up else None,
        domain=int(reader.t["system_domain"][system]) if up else -1,
        kind=int(reader.t["system_kind"][system]) if up else 0,
        maximum=reader.maximum(cell) if up else 0,
        owner=int(s["owner"][cell]),
        developments=int(s["developments"][cell]),
        effect=reader.effect(system) if up else "",
        notes=notes,
        vessels=_vessels(reader, cell),
        told=_told(reader, cell),
    )


def _told(reader: CommanderWords, cell: int) -> str:
    """A system in words: what it is and does, who has it, what the next development costs."""
    s = reader.s
    if not s["face_up"][cell]:
        return f"{st.CELLS[cell]}: face down. The first ship that enters turns it up."
    words = [f"{reader.system_card(int(s['system'][cell]))} at {st.CELLS[cell]}."]
    built, most, owner = int(s["developments"][cell]), reader.maximum(cell), int(s["owner"][cell])
    if owner >= 0:
        words.append(f"{SEAT_NAMES[owner]} has {built} of {number_of(most, 'development')} here.")
    if built < most:
        words.append(f"The next development costs {number_of(built + 1, 'credit')}.")
    words += [
        NOTES[note]
        for note, holds in (("siege", reader.besieged(cell)), ("locked", s["locked"][cell]))
        if holds
    ]
    return " ".join(words)


def _vessels(reader: Reader, cell: int) -> list[VesselView]:
    s = reader.s
    codes = _codes(reader)
    groups: dict[tuple, VesselView] = {}
    for v in reader.vessels():
        if s["v_cell"][v] != cell:
            continue
        flags, kind, owner = int(s["v_flags"][v]), int(s["v_kind"][v]), int(s["v_owner"][v])
        marks = "".join(letter for flag, letter, _ in MARKS if flags & flag)
        ship = reader.t["kind_class"][kind] != st.STATION
        haste = bool(reader.t["kind_haste"][kind]) and flags & st.BUILT
        if ship and owner == s["active"] and not flags & st.HELD and not haste:
            marks += NEW_MARK[0]
        view = VesselView(
            seat=owner,
            kind=kind,
            name=reader.kind_name(kind),
            code=codes[kind],
            vessel_class=int(reader.t["kind_class"][kind]),
            attack=reader.attack(v),
            hp=reader.hp(v),
            damage=int(s["v_damage"][v]),
            assigned=int(s["v_assigned"][v]),
            marks=marks,
        )
        key = (owner, kind, view.attack, view.hp, view.damage, view.assigned, marks)
        if key in groups:
            groups[key].count += 1
        else:
            groups[key] = view
    return sorted(groups.values(), key=lambda g: (g.seat, g.kind, g.damage, g.marks))


def _player(reader: Reader, seat: int, viewer: int | None) -> PlayerView:
    s = reader.s
    looked_into = viewer == s["seat"] and s["ask"] == st.ASK_STEAL and s["steal_from"] == seat
    hand: list[CardView] = []
    for at in range(int(s["hand_size"][seat])):
        card = int(s["hand"][seat, at])
        known = viewer is None or viewer == seat or bool(s["shown"][seat, at]) or looked_into
        hand.append(_card(reader, seat, card, hand) if known else CardView(card // st.CARDS_PER_DOMAIN))
    if viewer is not None and viewer != seat:
        hand.sort(key=lambda card: (card.domain, card.name is None, card.name or ""))
    return PlayerView(
        seat=seat,
        name=SEAT_NAMES[seat],
        home=int(s["home"][seat]),
        credits=int(s["credits"][seat]),
        developments=int(s["total"][seat]),
        ships=int(s["ships"][seat]),
        hand=hand,
        technologies=[
            (card, reader.card_name(card), int(s["technology"][seat, card]), reader.card_texts[card])
            for card in range(st.NUM_CARDS)
            if s["technology"][seat, card]
        ],
        fallen=bool(s["fallen"][seat]),
    )


def _card(reader: Reader, seat: int, card: int, before: list[CardView]) -> CardView:
    """A card that is known; the copies of one card are numbered from the second on."""
    t = reader.t
    kind = st.CARD_TYPES[t["card_type"][card]]
    vessel = int(t["card_kind"][card])
    if vessel >= 0:
        kind += f" {t['kind_cost'][vessel]}c {t['kind_attack'][vessel]}/{t['kind_hp'][vessel]}"
    place = f"hand-{seat}-{card}"
    copies = sum(other.place.startswith(f"{place}-") or other.place == place for other in before)
    return CardView(
        domain=card // st.CARDS_PER_DOMAIN,
        name=reader.card_name(card),
        kind=kind,
        text=reader.card_texts[card],
        place=f"{place}-{copies + 1}" if copies else place,
    )


def describe_item(reader: CommanderWords, at: int) -> str:
    """An item of the stack with its picks."""
    s = reader.s
    item = int(s["stack_item"][at])
    picks = reader.picks(item, s["stack_pick"][at])
    return reader.item_name(item) + (f": {', '.join(picks)}" if picks else "")


def _stack(reader: CommanderWords) -> list[tuple[int, str]]:
    s = reader.s
    items = []
    for at in range(int(s["stack_size"])):
        words = describe_item(reader, at) + (" (countered)" if s["countered"][at] else "")
        items.append((int(s["stack_seat"][at]), words))
    return items


def _item_told(reader: CommanderWords, at: int) -> str:
    """An item of the stack: whose it is, what it names, what it does."""
    s = reader.s
    text = reader.item_text(int(s["stack_item"][at]))
    return f"{SEAT_NAMES[s['stack_seat'][at]]}: {describe_item(reader, at)}." + (
        f" It does: {text}." if text else ""
    )


def _shown_offer(reader: CommanderWords, seat: int | None) -> str:
    s = reader.s
    if s["offer_stage"] == st.OFFER_NONE or s["over"]:
        return ""
    if s["offer_stage"] < st.OFFER_ANSWERS and seat is not None and seat != s["active"]:
        return ""  # not sent yet
    if s["partner"] < 0:
        return ""
    return reader.offer()


def _question(reader: CommanderWords, seat: int | None, hidden_turn: bool) -> str:
    s = reader.s
    if s["over"]:
        counts = ", ".join(f"{SEAT_NAMES[p]} {s['total'][p]}" for p in range(int(s["num_players"])))
        return f"developments: {counts}"
    if hidden_turn:
        return "responses are being asked for"
    decider = SEAT_NAMES[s["seat"]]
    if seat is not None and seat != s["seat"]:
        return f"{decider} decides"
    return f"{decider}: {reader.question()}"
