"""Star Commander: what an action brought about, in words: the difference of two states, told as a game.

Only what everybody at the table sees is told: a drawn card has its domain and no name.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from astrarium.core.tables import Content

from . import actions as act
from . import state as st
from . import tables as tb
from .reader import SEAT_NAMES, Reader
from .view import describe_item


def narrate(content: Content, before: Any, action: int, after: Any) -> list[str]:
    """Lines that tell what happened beyond the action's own name."""
    story = _Story(content, before, action, after)
    story.tell()
    return story.lines


class _Story:
    def __init__(self, content: Content, before: Any, action: int, after: Any) -> None:
        self.a, self.b, self.action = before, after, int(action)
        self.old, self.new = Reader(content, before), Reader(content, after)
        self.players = range(int(after["num_players"]))
        self.new_turn = self._turn(before) != self._turn(after) or after["num_extra"] < before["num_extra"]
        self.lines: list[str] = []

    @staticmethod
    def _turn(s: Any) -> tuple[int, int]:
        return int(s["turns"]), int(s["active"])

    def say(self, *lines: str) -> None:
        self.lines += lines

    def tell(self) -> None:
        self.offer()
        self.announced()
        self.resolved()
        self.combat()
        self.assigned()
        self.vessels()
        self.explored()
        self.systems()
        self.technologies()
        self.shown_hands()
        self.credits([seat for seat in self.players if not self._starts(seat)])
        if self.new_turn:
            self.turn()
            self.credits([int(self.b["active"])])
        self.draws()
        if self.new_turn:
            self.growth()
        self.end()

    def _starts(self, seat: int) -> bool:
        return self.new_turn and seat == self.b["active"]

    # Cards

    def offer(self) -> None:
        a, b = self.a, self.b
        if a["offer_stage"] < st.OFFER_ANSWERS and b["offer_stage"] >= st.OFFER_ANSWERS:
            self.say(self.new.offer())
        sent = a["offer_stage"] >= st.OFFER_ANSWERS
        if sent and b["offer_stage"] == st.OFFER_NONE:
            changed = any(
                (a[name] != b[name]).any() for name in ("hand", "credits", "technology", "owner", "v_owner")
            )
            self.say("the offer is carried out" if changed else "nobody takes the offer")

    def announced(self) -> None:
        """An item that was put on the stack, even if it has been resolved since."""
        item, seat = self._announced_item()
        if item < 0:
            return
        b = self.b
        top = int(b["stack_size"]) - 1
        verb = "plays" if item < st.NUM_CARDS else "uses"
        if int(b["stack_size"]) > int(self.a["stack_size"]):
            self.say(f"{SEAT_NAMES[seat]} {verb} {describe_item(self.new, top)}")
        else:  # nobody could answer: it has resolved, and all that was below it
            self.say(f"{SEAT_NAMES[seat]} {verb} {self.new.item_name(item)}")

    def _announced_item(self) -> tuple[int, int]:
        a, b = self.a, self.b
        item, seat = int(a["item"]), int(a["seat"])
        if item < 0 and act.PLAY <= self.action < act.PLAY + st.NUM_CARDS:
            item = self.action - act.PLAY
        elif item < 0 and act.ACTIVATE <= self.action < act.ACTIVATE + st.NUM_ABILITIES:
            item = st.NUM_CARDS + self.action - act.ACTIVATE
        done = item >= 0 and (b["item"] < 0 or b["stack_size"] > a["stack_size"])
        return (item if done else -1), seat

    def _outcome(self, item: int, countered: bool) -> None:
        name = self.new.item_name(item)
        if item < st.NUM_CARDS and self.new.t["card_type"][item] != st.COMMAND:
            return  # told by the vessel or the technology row
        self.say(f"{name} is countered" if countered else f"{name} resolves")

    def _intercepted(self) -> int:
        """The place on the stack that a card played and resolved in one go has countered; -1 = none."""
        item, _ = self._announced_item()
        if item < 0 or self.new.t["item_op"][item, 0] != tb.OP_COUNTER:
            return -1
        if act.STACK <= self.action < act.STACK + st.STACK_CAP:
            return self.action - act.STACK
        commands = [
            at
            for at in range(int(self.a["stack_size"]))
            if self.a["stack_item"][at] < st.NUM_CARDS
            and self.new.t["card_type"][self.a["stack_item"][at]] == st.COMMAND
        ]
        return commands[0] if len(commands) == 1 else -1

    def resolved(self) -> None:
        """Items that left the stack, last on first off."""
        a = self.a
        countered = [bool(a["countered"][at]) for at in range(int(a["stack_size"]))]
        if 0 <= self._intercepted() < len(countered):
            countered[self._intercepted()] = True
        for at in range(int(a["stack_size"]) - 1, int(self.b["stack_size"]) - 1, -1):
            item = int(a["stack_item"][at])
            self._outcome(item, countered[at])
            if not countered[at] and self.new.t["item_op"][item, 0] == tb.OP_COUNTER:
                target = int(a["stack_pick"][at, 0])
                if target < len(countered):
                    countered[target] = True

    def technologies(self) -> None:
        change = self.b["technology"].astype(int) - self.a["technology"].astype(int)
        for seat in self.players:
            for card in range(st.NUM_CARDS):
                if change[seat, card] > 0:
                    self.say(f"{self.new.card_name(card)} joins {SEAT_NAMES[seat]}'s technology row")
                elif change[seat, card] < 0:
                    self.say(f"{self.new.card_name(card)} leaves {SEAT_NAMES[seat]}'s technology row")

    def shown_hands(self) -> None:
        for seat in self.players:
            fresh = self._shown(self.b, seat) - self._shown(self.a, seat)
            if fresh:
                names = ", ".join(self.new.card_name(card) for card in sorted(fresh.elements()))
                self.say(f"{SEAT_NAMES[seat]} holds, for all to see: {names}")

    @staticmethod
    def _shown(s: Any, seat: int) -> Counter[int]:
        return Counter(
            int(s["hand"][seat, at]) for at in range(int(s["hand_size"][seat])) if s["shown"][seat, at]
        )

    def draws(self) -> None:
        a, b = self.a, self.b
        drawn = a["deck_size"].astype(int) - b["deck_size"].astype(int)
        if not drawn.any():
            return
        domains = [int(card) // st.CARDS_PER_DOMAIN for card in range(st.NUM_CARDS)]
        for domain, count in enumerate(drawn):
            if not count:
                continue
            for seat in self.players:
                gained = self._of_domain(b, seat, domain, domains) - self._of_domain(a, seat, domain, domains)
                if gained > 0 or (count and seat == self._drawer()):
                    number = "a card" if count == 1 else f"{count} cards"
                    left = int(b["deck_size"][domain])
                    self.say(f"{SEAT_NAMES[seat]} draws {number} of {st.DOMAINS[domain]} ({left} left)")
                    break

    def _drawer(self) -> int:
        return int(self.b["active"]) if self.new_turn else int(self.a["seat"])

    @staticmethod
    def _of_domain(s: Any, seat: int, domain: int, domains: list[int]) -> int:
        return sum(domains[s["hand"][seat, at]] == domain for at in range(int(s["hand_size"][seat])))

    def credits(self, seats: list[int]) -> None:
        for seat in seats:
            change = int(self.b["credits"][seat]) - int(self.a["credits"][seat])
            if change:
                verb = "gains" if change > 0 else "pays"
                count = f"{abs(change)} credit{'s' * (abs(change) != 1)}"
                self.say(f"{SEAT_NAMES[seat]} {verb} {count} (now {self.b['credits'][seat]})")

    # Vessels

    def combat(self) -> None:
        a, b = self.a, self.b
        if a["ask"] != st.ASK_INITIATE:
            return
        place = self.new.system_name(int(a["battle"]))
        if self.action == act.YES:
            self.say(f"combat begins in {place}")
        elif b["ask"] != st.ASK_INITIATE or b["battle"] != a["battle"] or b["invited"] <= a["invited"]:
            self.say(f"nobody fights in {place}")

    def assigned(self) -> None:
        a, b = self.a, self.b
        for v in self._both():
            more = int(b["v_assigned"][v]) - int(a["v_assigned"][v])
            if more > 0:
                self.say(f"{self._attacker()} aims {more} at {self.old.vessel_name(v)}")

    def _attacker(self) -> str:
        a = self.a
        if a["attacker"] >= 0:
            return self.old.vessel_name(int(a["attacker"]))
        if act.VESSEL <= self.action < act.VESSEL + st.NUM_KINDS:
            return f"{SEAT_NAMES[a['seat']]}'s {self.old.kind_name(self.action - act.VESSEL)}"
        return f"a vessel of {SEAT_NAMES[a['seat']]}"

    def _both(self) -> list[int]:
        a, b = self.a, self.b
        return [v for v in self.old.vessels() if b["v_kind"][v] == a["v_kind"][v]]

    def vessels(self) -> None:
        a, b = self.a, self.b
        lost: Counter[str] = Counter()
        built: Counter[str] = Counter()
        moved: Counter[str] = Counter()
        passed: Counter[str] = Counter()
        changed: Counter[str] = Counter()
        for v in range(max(int(a["top"]), int(b["top"]))):
            was, now = int(a["v_kind"][v]), int(b["v_kind"][v])
            if was >= 0 and now != was:
                lost[self.old.vessel_name(v)] += 1
            if now >= 0 and now != was:
                built[self.new.vessel_name(v)] += 1
            if was >= 0 and now == was:
                if a["v_cell"][v] != b["v_cell"][v]:
                    verb = "retreats" if a["phase"] == st.RETREAT else "jumps"
                    moved[
                        f"{self.old.vessel_name(v)} {verb} to {self.new.system_name(int(b['v_cell'][v]))}"
                    ] += 1
                if a["v_owner"][v] != b["v_owner"][v]:
                    passed[f"{self.old.vessel_name(v)} passes to {SEAT_NAMES[b['v_owner'][v]]}"] += 1
                changed.update(self._changes(v))
        self.say(*(_times(n, words) for words, n in moved.items()))
        self.say(*(_times(n, words) for words, n in changed.items()))
        self.say(*(_times(n, f"{words} is destroyed") for words, n in lost.items()))
        self.say(*(_times(n, words) for words, n in passed.items()))
        self.say(*(_times(n, f"{words} is built") for words, n in built.items()))

    def _changes(self, v: int) -> list[str]:
        a, b = self.a, self.b
        name = self.new.vessel_name(v)
        lines = []
        hurt = int(b["v_damage"][v]) - int(a["v_damage"][v])
        if hurt > 0:
            lines.append(f"{name} takes {hurt} damage ({b['v_damage'][v]} of {self.new.hp(v)})")
        for field, word in (("v_attack", "attack"), ("v_hp", "hit points")):
            more = int(b[field][v]) - int(a[field][v])
            if more > 0:
                lines.append(f"{name} has +{more} {word} this turn")
        fresh = int(b["v_flags"][v]) & ~int(a["v_flags"][v])
        if fresh & st.PREVENTED:
            lines.append(f"{name} takes no damage this turn")
        if fresh & st.UNTARGETABLE:
            lines.append(f"{name} cannot be targeted this turn")
        if fresh & st.NO_FIRE:
            lines.append(f"{name} holds its fire this turn")
        return lines

    # Systems

    def explored(self) -> None:
        a, b = self.a, self.b
        for cell in range(st.NUM_CELLS):
            if b["face_up"][cell] and not a["face_up"][cell]:
                system = int(b["system"][cell])
                domain = int(self.new.t["system_domain"][system])
                words = (
                    f"{st.DOMAINS[domain] if domain >= 0 else 'no domain'}, maximum {self.new.maximum(cell)}"
                )
                effect = self.new.effect(system)
                name = self.new.labels["system"][system]
                self.say(f"explored {st.CELLS[cell]}: {name} ({words}{'; ' + effect if effect else ''})")

    def systems(self) -> None:
        a, b = self.a, self.b
        for cell in range(st.NUM_CELLS):
            was, now = int(a["owner"][cell]), int(b["owner"][cell])
            had, has = int(a["developments"][cell]), int(b["developments"][cell])
            name = self.new.system_name(cell)
            if was < 0 <= now:
                self.say(f"{SEAT_NAMES[now]} founds a colony on {name}: {has} of {self.new.maximum(cell)}")
            elif was >= 0 > now:
                self.say(f"{SEAT_NAMES[was]} loses {name}")
            elif was != now:
                handed = a["offer_stage"] >= st.OFFER_ANSWERS
                words = "takes over" if handed else "conquers"
                counters = f"{has} of {self.new.maximum(cell)}"
                self.say(f"{SEAT_NAMES[now]} {words} {name} from {SEAT_NAMES[was]}: {counters}")
            elif has < had:
                self.say(f"{name} shrinks to {has} of {self.new.maximum(cell)}")
            elif has > had and not self._starts(now):
                self.say(f"{name} grows to {has} of {self.new.maximum(cell)}")
            if b["locked"][cell] & ~a["locked"][cell]:
                self.say(f"nothing jumps out of {name}")
            if b["range2"][cell] and not a["range2"][cell]:
                self.say(f"ships may jump two systems far out of {name}")

    def growth(self) -> None:
        """Free developments at the start of a turn."""
        a, b = self.a, self.b
        for cell in range(st.NUM_CELLS):
            same = a["owner"][cell] == b["owner"][cell] == b["active"]
            if same and b["developments"][cell] > a["developments"][cell]:
                counters = f"{b['developments'][cell]} of {self.new.maximum(cell)}"
                self.say(f"{self.new.system_name(cell)} grows to {counters}")

    # The turn and the end

    def turn(self) -> None:
        a, b = self.a, self.b
        extra = "extra " if b["turns"] == a["turns"] else ""
        self.say(f"# round {b['round']}, {extra}turn of {SEAT_NAMES[b['active']]}")

    def end(self) -> None:
        a, b = self.a, self.b
        for seat in self.players:
            if b["fallen"][seat] and not a["fallen"][seat]:
                self.say(f"{SEAT_NAMES[seat]} has lost the Homeworld and is out")
        if not b["over"] or a["over"]:
            return
        for domain, name in enumerate(st.DOMAINS):
            if b["deck_size"][domain] == 0:
                self.say(f"the last card of {name} is drawn")
        counts = ", ".join(f"{SEAT_NAMES[seat]} {b['total'][seat]}" for seat in self.players)
        reason = "the game is cut at the move limit" if b["over"] == 2 else "the game is over"
        self.say(f"{reason}; developments: {counts}")


def _times(count: int, words: str) -> str:
    return f"{words} ({count} of them)" if count > 1 else words
