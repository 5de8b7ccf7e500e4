"""Star Commander: a position in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from astrarium.core import Words
from astrarium.core.tables import Content
from astrarium.core.telling import Event
from astrarium.core.words import number_of

from . import events as ev
from . import state as st
from . import tables as tb
from .actions import ACTIONS
from .questions import QUESTIONS
from .reader import SEAT_NAMES, Reader

# Why a vessel is being picked.
PURPOSES = {
    st.WANT_JUMP: "which ship jumps",
    st.WANT_RETREAT: "which ship retreats",
    st.WANT_ALONG: "which Fighter goes along",
    st.WANT_ATTACKER: "attack with which vessel",
    st.WANT_GIVE: "which vessel do you offer",
    st.WANT_ASK: "which vessel do you ask for",
}

DONE = {
    st.WANT_RETREAT: "stay, all that are left",
    st.WANT_ALONG: "no more Fighters along",
    st.WANT_ATTACKER: "no more attacks",
    st.WANT_TARGET: "the rest to the last target",
}
# After what one can answer without a card or ability on the stack.
WINDOWS = ("command phase", "combat begins", "damage is assigned", "damage was dealt", "after the retreats")
# What a vessel, a system or a card is chosen for.
VESSEL_WORDS = {
    st.WANT_ITEM: "choose",
    st.WANT_JUMP: "jump with",
    st.WANT_RETREAT: "retreat with",
    st.WANT_ALONG: "take along",
    st.WANT_ATTACKER: "attack with",
    st.WANT_TARGET: "aim at",
    st.WANT_GIVE: "offer",
    st.WANT_ASK: "ask for",
}
CELL_WORDS = {
    st.ASK_EFFECT: "develop {} with its Orbital Habitat",
    st.ASK_VESSEL_CELL: "choose a vessel in {}",
    st.ASK_OFFER_VESSEL_CELL: "choose a vessel in {}",
    st.ASK_DESTINATION: "jump to {}",
    st.ASK_SYSTEM: "choose {}",
    st.ASK_COMBAT: "turn to {}",
    st.ASK_OFFER_SYSTEM: "offer {}",
}
CARD_WORDS = {
    st.ASK_COST: "discard",
    st.ASK_STEAL: "take",
    st.ASK_SALE: "sell",
    st.ASK_OFFER_CARD: "offer",
    st.ASK_OFFER_TECHNOLOGY: "offer",
    st.ASK_HANDOVER: "hand over",
}
# Marks that set vessels apart.
MARKS = (
    (st.BUILT, "new"),
    (st.MOVED, "moved"),
    (st.NO_FIRE, "holds its fire"),
    (st.PREVENTED, "takes no damage"),
    (st.UNTARGETABLE, "cannot be targeted"),
    (st.ABANDONED, "abandoned"),
    (st.TARGETED, "a target already"),
)


class CommanderWords(Reader, Words):
    """The words of a position."""

    actions, questions, seat_names = ACTIONS, QUESTIONS, SEAT_NAMES

    def __init__(self, content: Content, state: Any) -> None:
        Words.__init__(self, content, state)
        Reader.__init__(self, content, state)

    def points_of(self, seat: int, told: Sequence[Event]) -> dict[str, float]:
        """The score sheet: developments by system."""
        s = self.s
        own = [cell for cell in range(st.NUM_CELLS) if s["owner"][cell] == seat and s["developments"][cell]]
        return {self.system_name(cell): float(s["developments"][cell]) for cell in own}

    # Of actions

    def the_cell(self, cell: int) -> str:
        """A system with its cell."""
        return self.system_name(cell)

    def action_done(self) -> str:
        """No more of what is being picked."""
        return DONE.get(int(self.s["want"]), "build nothing more")

    def action_yes(self) -> str:
        """Combat, or an offer."""
        if self.s["ask"] == st.ASK_INITIATE:
            return f"start combat in {self.battle()}"
        return "accept the offer"

    def action_no(self) -> str:
        """No combat, or no exchange."""
        if self.s["ask"] == st.ASK_INITIATE:
            return f"start no combat in {self.battle()}"
        return "decline the offer"

    def action_develop(self, cell: int) -> str:
        """A development, paid for or given by a Core World."""
        how = f"for {self.credits(int(self.s['developments'][cell]) + 1)}"
        if self.s["ask"] == st.ASK_EFFECT:
            how = "with a Core World"
        return f"develop {self.system_name(cell)} {how}"

    def action_cell(self, cell: int) -> str:
        """A system, with what it is chosen for."""
        words = CELL_WORDS[int(self.s["ask"])]
        if self.s["ask"] == st.ASK_DESTINATION and self.s["move_how"] == st.MOVE_RETREAT:
            words = "retreat to {}"
        if self.s["ask"] == st.ASK_OFFER_SYSTEM and self.s["adding_side"] == st.TAKE:
            words = "ask for {}"
        if self.s["ask"] == st.ASK_SYSTEM and self.jumps():
            words = "jump to {}"
        if words == "choose a vessel in {}":
            alone = [v for v in self.vessels() if self.s["v_cell"][v] == cell]
            if len(alone) == 1:
                return f"choose {self.vessel_name(alone[0])}"
        return words.format(self.system_name(cell))

    def action_vessel(self, whose: int, kind: int) -> str:
        """A vessel by player and kind, with what it is chosen for."""
        s = self.s
        if s["ask"] == st.ASK_KIND:
            return f"build a {self.kind_name(kind)} for {self.credits(self.price(int(s['seat']), kind))}"
        seat = (int(s["seat"]) + whose) % int(s["num_players"])
        return f"{VESSEL_WORDS[int(s['want'])]} {self.seat(seat)}'s {self.kind_name(kind)}"

    def action_which(self, number: int) -> str:
        """One vessel of a kind, with what sets it apart."""
        s = self.s
        alike = [
            v
            for v in self.vessels()
            if (s["v_kind"][v], s["v_owner"][v], s["v_cell"][v])
            == (s["pick_kind"], s["pick_owner"], s["pick_cell"])
        ]
        vessel = alike[number]
        marks = [meaning for flag, meaning in MARKS if s["v_flags"][vessel] & flag]
        values = f"{self.attack(vessel)}/{self.hp(vessel)}"
        doomed = s["v_damage"][vessel] + s["v_assigned"][vessel] >= self.hp(vessel)
        damage = [f"{s['v_damage'][vessel]} damage"] if s["v_damage"][vessel] else []
        enough = ", which is enough" if doomed else ""
        aimed = [f"{s['v_assigned'][vessel]} aimed at it{enough}"] if s["v_assigned"][vessel] else []
        name = self.kind_name(int(s["pick_kind"]))
        return f"choose {name} {number + 1} ({', '.join([values, *damage, *aimed, *marks])})"

    def action_card(self, card: int) -> str:
        """A card, with what it is chosen for."""
        ask = int(self.s["ask"])
        asked = ask in (st.ASK_OFFER_CARD, st.ASK_OFFER_TECHNOLOGY) and self.s["adding_side"] == st.TAKE
        return f"{'ask for' if asked else CARD_WORDS[ask]} {self.card_name(card)}"

    def action_deck(self, domain: int) -> str:
        """A deck to draw from, or a domain to ask for."""
        words = "ask for a card of" if self.s["ask"] == st.ASK_OFFER_DOMAIN else "draw from"
        return f"{words} {st.DOMAINS[domain]}"

    def action_player(self, place: int) -> str:
        """Another player, or everybody."""
        name = "everybody" if place == st.PLACE_OF_ALL else self.player(place)
        return f"offer to {name}" if self.s["ask"] == st.ASK_PARTNER else f"choose {name}"

    def action_stack(self, place: int) -> str:
        """An item on the stack."""
        s = self.s
        return f"choose {self.seat(s['stack_seat'][place])}'s {self.stacked(place)} (item {place + 1})"

    def action_amount(self, amount: int) -> str:
        """Credits to pay, or developments to take."""
        if self.s["ask"] == st.ASK_RAID:
            return f"take {self.developments(amount)}" if amount else "take nothing"
        return f"pay {self.credits(amount)}"

    def action_portion(self, portion: int) -> str:
        """How much of a divided attack."""
        s, v = self.s, int(self.s["target"])
        if portion == st.PORTION_LETHAL:
            needed = self.hp(v) - int(s["v_damage"][v]) - int(s["v_assigned"][v])
            return f"assign {needed} damage, just enough to destroy"
        return "assign 1 damage" if portion == st.PORTION_ONE else f"assign all {s['attack_left']} damage"

    def stacked(self, place: int) -> str:
        """The name of an item on the stack."""
        return self.item_name(int(self.s["stack_item"][place]))

    # Of events

    def credits(self, count: int) -> str:
        """So many credits."""
        return number_of(count, "credit")

    def developments(self, count: int) -> str:
        """So many developments."""
        return number_of(count, "development")

    def hit_points(self, count: int) -> str:
        """So many hit points."""
        return number_of(count, "hit point")

    def more_targets(self, count: int) -> str:
        """So many more targets."""
        return number_of(count, "more target")

    def domain(self, domain: int) -> str:
        """A domain's name."""
        return st.DOMAINS[domain]

    def cell(self, cell: int) -> str:
        """A cell's name."""
        return st.CELLS[cell]

    def hand(self, *cards: int) -> str:
        """The cards of a hand."""
        return ", ".join(self.card_name(card) for card in cards if card >= 0) or "empty"

    def vessel(self, told: int) -> str:
        """A vessel as `vessels.who` tells it."""
        place, kind = divmod(told, st.NUM_KINDS)
        cell, seat = divmod(place, st.MAX_PLAYERS)
        return f"{self.seat(seat)}'s {self.kind_name(kind)} at {st.CELLS[cell]}"

    def verb(self, item: int) -> str:
        """What is done with a card or ability."""
        return "plays" if item < st.NUM_CARDS else "uses"

    def announcement(self, item: int, *named: int) -> str:
        """A card or ability with what it names."""
        picks = self.t["item_pick"][item]
        words = [self._named(int(what), value) for what, value in zip(picks, named, strict=True) if what]
        return f"{self.item_name(item)}: {', '.join(words)}"

    def _named(self, what: int, value: int) -> str:
        if what == tb.PICK_VESSEL:
            return self.vessel(value)
        if what in (tb.PICK_SYSTEM, tb.PICK_SITE):
            return self.system_name(value)
        if what == tb.PICK_PLAYER:
            return self.seat(value)
        if what == tb.PICK_COMMAND:
            return self.item_name(value)
        return f"X = {value}" if what == tb.PICK_X else f"discarding {self.card_name(value)}"

    def picks(self, item: int, picks: Any, count: int = st.NUM_PICKS) -> list[str]:
        """What an item names, of a card or ability announced or on the stack; last what it costs."""
        kinds = [int(what) for what in self.t["item_pick"][item, :count] if what]
        named = sorted(zip(kinds, picks, strict=False), key=lambda each: each[0] == tb.PICK_HAND_CARD)
        return [self._picked(what, int(value)) for what, value in named]

    def jumps(self) -> bool:
        """Whether what is being announced makes a ship jump."""
        return bool((self.t["item_op"][int(self.s["item"])] == tb.OP_JUMP).any())

    def _picked(self, what: int, value: int) -> str:
        if what == tb.PICK_VESSEL:
            return self.vessel_name(value)
        return self._named(what, int(self.s["stack_item"][value]) if what == tb.PICK_COMMAND else value)

    def offer(self) -> str:
        """The offer in words: what is given for what."""
        s = self.s
        partner = "everybody" if s["partner"] == st.EVERYBODY else SEAT_NAMES[s["partner"]]
        sides = [", ".join(self.offered(side)) or "nothing" for side in (st.GIVE, st.TAKE)]
        return f"{SEAT_NAMES[s['active']]} offers {partner} {sides[0]} for {sides[1]}"

    def offered(self, side: int) -> list[str]:
        """One side of the offer, thing by thing."""
        s = self.s
        things = []
        if s["offer_credits"][side]:
            things.append(self.credits(int(s["offer_credits"][side])))
        things += [self.card_name(int(card)) for card in s["offer_cards"][side] if card >= 0]
        if side == st.TAKE:
            for domain, name in enumerate(st.DOMAINS):
                count = int(s["offer_domains"][domain])
                if count:
                    things.append(number_of(count, f"{name} card"))
        if s["offer_technology"][side] >= 0:
            things.append(f"{self.card_name(int(s['offer_technology'][side]))} in play")
        if s["offer_system"][side] >= 0:
            things.append(self.system_name(int(s["offer_system"][side])))
        vessels = Counter(self.vessel_name(int(v)) for v in s["offer_vessels"][side] if v >= 0)
        things += [f"{n}x {name}" if n > 1 else name for name, n in vessels.items()]
        return things

    @property
    def counts(self) -> tuple[Callable[[int], int], ...]:
        """How many cards, ships and developments a side of the offer names."""
        s = self.s

        def cards(side: int) -> int:
            asked = int(s["offer_domains"].sum()) if side == st.TAKE else 0
            return int((s["offer_cards"][side] >= 0).sum()) + asked

        def ships(side: int) -> int:
            return sum(self.counted(int(v)) for v in s["offer_vessels"][side] if v >= 0)

        def counters(side: int) -> int:
            cell = int(s["offer_system"][side])
            return int(s["developments"][cell]) if cell >= 0 else 0

        return cards, ships, counters

    def system_card(self, system: int) -> str:
        """A system card and what it does."""
        domain = int(self.t["system_domain"][system])
        words = (
            f"{st.DOMAINS[domain] if domain >= 0 else 'no domain'}, maximum {self.t['system_max'][system]}"
        )
        effect = self.effect(system)
        return f"{self.labels['system'][system]} ({words}{'; ' + effect if effect else ''})"

    def offer_of(self, seat: int) -> str:
        """The offer that was just sent."""
        return self.offer()

    def standings(self, _: int) -> str:
        """The developments of all."""
        totals = self.s["total"][: int(self.s["num_players"])]
        return ", ".join(f"{self.seat(seat)} {total}" for seat, total in enumerate(totals))

    # Of questions

    def item(self) -> str:
        """What is being announced, and what it names so far."""
        s = self.s
        named = self.picks(int(s["item"]), s["pick"], int(s["pick_at"]))
        return ", ".join([self.item_name(int(s["item"])), *named])

    def purpose(self) -> str:
        """Which vessel is asked for, and why."""
        want = int(self.s["want"])
        if want == st.WANT_ITEM:
            return f"{self.item()}: which {'ship jumps' if self.jumps() else 'vessel'}"
        if want == st.WANT_TARGET:
            left = self.s["attack_left"]
            return f"what does {self.vessel_name(int(self.s['attacker']))} aim at, with {left} attack"
        from_ = f" from {self.system_name(int(self.s['pick_cell']))}" if want == st.WANT_JUMP else ""
        return f"{PURPOSES[want]}{from_ if self.s['pick_cell'] >= 0 else ''}"

    def purpose_cell(self) -> str:
        """In which system the vessel is that is asked for, and why."""
        return f"{self.purpose()}? First its system"

    def purpose_one(self) -> str:
        """Which of several vessels of a kind is asked for, and why."""
        s = self.s
        return f"{self.purpose()}: which {self.kind_name(int(s['pick_kind']))}"

    def situation(self) -> str:
        """What can be answered now: what lies on top of the stack, or where the turn is."""
        s = self.s
        if not s["stack_size"]:
            return f"{self.seat(s['active'])}'s turn, {WINDOWS[int(s['window'])]}"
        top = int(s["stack_size"]) - 1
        who = "your" if s["stack_seat"][top] == s["seat"] else f"{self.seat(s['stack_seat'][top])}'s"
        return f"{who} {self.announced(top)} comes next"

    def announced(self, at: int) -> str:
        """An item of the stack with what it names."""
        item = int(self.s["stack_item"][at])
        picks = self.picks(item, self.s["stack_pick"][at])
        return self.item_name(item) + (f" ({', '.join(picks)})" if picks else "")

    def offers(self, action: int, told: Sequence[Event], answers: Sequence[int]) -> str:
        """What can be built in a system, with its price."""
        if self.actions.block(action)[0].name != "build":
            return ""
        built = [event.numbers[0] % st.NUM_KINDS for event in told if event.kind == ev.BUILT]
        asked = [places[1] for block, places in map(self.actions.block, answers) if block.name == "vessel"]
        seat = int(self.s["seat"])
        if built:  # there was one kind to choose from
            return f"a {self.kind_name(built[0])} for {self.credits(self.price(seat, built[0]))}"
        kinds = [f"{self.kind_name(kind)} {self.price(seat, kind)}" for kind in asked]
        return f"{self.purse()} can pay for: {', '.join(kinds)}"

    def always(self, action: int) -> str:
        """To pass where nobody has done anything, or after what one played; what others play is asked."""
        s = self.s
        if s["ask"] != st.ASK_RESPOND:
            return self.action(action)
        if not s["stack_size"]:
            return "pass as long as nothing is played"
        own = s["stack_seat"][int(s["stack_size"]) - 1] == s["seat"]
        return "pass after what I play" if own else ""

    def does(self, action: int) -> str:
        """Which ships are there, what a card or ability does, what passing means."""
        s, (block, places) = self.s, self.actions.block(action)
        if block.name == "jump":
            ships = Counter(
                self.kind_name(int(s["v_kind"][v]))
                for v in self.vessels()
                if s["v_cell"][v] == places[0]
                and s["v_owner"][v] == s["seat"]
                and self.t["kind_class"][s["v_kind"][v]] != st.STATION
            )
            return ", ".join(f"{n} {name}" if n > 1 else name for name, n in ships.items())
        if block.name == "bank_draw":
            return f"costs {self.credits(st.BANK_DRAW_PRICE)}"
        if block.name == "bank_sell":
            return f"brings {self.credits(st.BANK_SELL_CREDITS)}"
        if block.name == "play":
            return self.card_texts[places[0]]
        if block.name == "activate":
            return self.item_text(st.NUM_CARDS + places[0])
        if block.name == "pass" and s["stack_size"]:
            top = int(s["stack_size"]) - 1
            return f"{self.item_name(int(s['stack_item'][top]))} then happens, unless another player answers"
        return ""

    def item_text(self, item: int) -> str:
        """What a card or ability does."""
        if item < st.NUM_CARDS:
            return self.card_texts[item]
        source, subject = (int(self.t[f"ability_{name}"][item - st.NUM_CARDS]) for name in ("from", "source"))
        if source == tb.FROM_VESSEL:
            card = int(self.t["kind_card"][subject])
            return self.card_texts[card] if card >= 0 else ""
        if source == tb.FROM_SYSTEM:
            return self.effect(subject)
        if source == tb.FROM_COMBAT:
            return "damage aimed at a vessel of yours hits another one of yours"
        return self.card_texts[subject] if source == tb.FROM_TECHNOLOGY else ""

    def hitch(self) -> str:
        """Why the offer cannot be sent as it is; "" where nothing speaks against it."""
        s = self.s
        if not (self.offered(st.GIVE) and self.offered(st.TAKE)):
            return " Both sides must name something, and only one of them credits."
        for seat, gives in ((int(s["active"]), st.GIVE), (int(s["partner"]), st.TAKE)):
            if seat == st.EVERYBODY:
                continue
            cards, ships, counters = (count(1 - gives) - count(gives) for count in self.counts)
            if s["hand_size"][seat] + cards > st.HAND_LIMIT:
                return f" {self.seat(seat)} would hold more than {st.HAND_LIMIT} cards."
            if 0 < ships > counters + int(s["total"][seat]) - self.fleet(seat):
                return f" {self.seat(seat)} would have more ships than developments."
        return ""

    def purse(self) -> str:
        """What the acting seat can spend."""
        return self.credits(int(self.s["credits"][self.s["seat"]]))

    def victim(self) -> str:
        """Whose hand is shown."""
        return self.seat(self.s["steal_from"])

    def site(self) -> str:
        """Where something is being built."""
        return self.system_name(int(self.s["build_cell"]))

    def battle(self) -> str:
        """Where combat is."""
        return self.system_name(int(self.s["battle"]))

    def target(self) -> str:
        """The vessel that is being attacked."""
        return self.vessel_name(int(self.s["target"]))

    def attack_left(self) -> str:
        """Damage left to assign."""
        return str(self.s["attack_left"])

    def raided(self) -> str:
        """The system that is raided."""
        return self.system_name(int(self.s["raid_cell"]))
