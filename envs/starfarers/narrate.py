"""Starfarers of Catan: what an action brought about, in words: the difference of two states, told as a game.

Only what everybody at the table sees is told: cards that pass unseen have no name, nor have chips looked at.
"""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content

from . import actions as act
from . import state as st
from .view import SEAT_NAMES, Reader, cards


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
        self.active = int(before["active"])
        self.new_turn = int(before["turns"]) != int(after["turns"])
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines

    def tell(self) -> None:
        self.cards_paid()
        self.offer()
        if not self.new_turn:
            self.mother_ship()
        self.encounter()
        self.duel()
        self.ships()
        self.sites()
        self.outposts()
        self.planets()
        self.expansions()
        self.fame()
        if self.new_turn:
            self.turn()
            self.mother_ship()
        else:
            self.gains()
            self.setting_up()
        self.end()

    # Cards

    def _change(self, seat: int) -> list[int]:
        return [int(n) for n in self.b["hand"][seat].astype(int) - self.a["hand"][seat].astype(int)]

    def _bank(self) -> list[int]:
        """What the bank gained in this step."""
        return [int(n) for n in self.b["bank"].astype(int) - self.a["bank"].astype(int)]

    def _size(self, seat: int) -> int:
        return int(self.b["hand_size"][seat]) - int(self.a["hand_size"][seat])

    def cards_paid(self) -> None:
        """Tribute and gifts are told by the actions; here is what bank trades and purchases cost."""
        a, b = self.a, self.b
        seat, name = int(a["seat"]), SEAT_NAMES[a["seat"]]
        bank = self._bank()
        drawn = int(a["pile_size"]) - int(b["pile_size"])
        if self.action == act.SUPPLY:
            number = self._size(seat)
            if drawn < 0:
                self.say("the reserve pile is formed anew")
            self.say(f"{name} draws {number} of the reserve pile ({b['pile_size']} left)")
        elif act.BANK <= self.action < act.OPEN_OFFER and not self.new_turn:
            paid, got = [max(n, 0) for n in bank], [max(-n, 0) for n in bank]
            self.say(f"{name} gives {cards(paid)} to the bank for {cards(got)}")

    def offer(self) -> None:
        a, b = self.a, self.b
        if a["stage"] != st.NO_OFFER:
            if a["stage"] in (st.COMPOSING, st.COUNTERING) and self.action == act.SEND:
                seat = int(a["seat"])
                self.say(f"{SEAT_NAMES[seat]} offers {self.old.bid(seat)}")
            if b["stage"] == st.NO_OFFER:
                changed = (a["hand"] != b["hand"]).any()
                self.say(self._deal() if changed else "no deal")

    def _deal(self) -> str:
        """Who gave what to whom."""
        for partner in self.players:
            if partner == self.active:
                continue
            change = self._change(partner)
            if any(change):
                given, taken = [max(-n, 0) for n in change], [max(n, 0) for n in change]
                who, other = SEAT_NAMES[self.active], SEAT_NAMES[partner]
                return f"{who} gives {other} {cards(taken)} for {cards(given)}"
        return "no deal"

    def gains(self) -> None:
        """Cards that came from the bank, or passed unseen, outside production."""
        a = self.a
        if a["stage"] != st.NO_OFFER or act.BANK <= self.action < act.OPEN_OFFER or self.action == act.SUPPLY:
            return
        others = [p for p in self.players if p != self.active]
        lost = [p for p in others if self._size(p) < 0]
        if a["ask"] == st.ASK_TRIBUTE:
            return
        for p in lost:
            self.say(
                f"{SEAT_NAMES[self.active]} takes a card from {SEAT_NAMES[p]} ({self.b['hand_size'][p]} left)"
            )
        if a["ask"] in (st.ASK_QUESTION, st.ASK_ATTACK, st.ASK_GIVE, st.ASK_TAKE):
            got = [max(-n, 0) for n in self._bank()]
            if any(got) and a["ask"] != st.ASK_TAKE:
                self.say(f"{SEAT_NAMES[self.active]} gains {cards(got)}")

    # The flight

    def mother_ship(self) -> None:
        """The roll of this turn, told when it was made."""
        if self.b["balls_drawn"][0] >= 0 and (self.new_turn or self.a["balls_drawn"][0] < 0):
            self.say(f"the mother ship shows {self.new.balls()}: speed {self.new.speed()}")

    def encounter(self) -> None:
        a, b = self.a, self.b
        old, new = int(a["card"]), int(b["card"])
        shuffled = int(b["deck"]).bit_count() > int(a["deck"]).bit_count()
        if old >= 0 and not a["revealed"] and (new != old or b["revealed"]):
            self.say(f"it was encounter card {self.old.labels['encounter'][old]}")
        if shuffled:
            self.say("the encounter cards are shuffled")
        if new >= 0 and (old < 0 or new != old or int(a["part"]) > int(b["part"])):
            question = int(self.new.t["question"][new])
            if question >= 0 and b["part"] < 0:
                self.say(f"encounter: {self.new.labels['question'][question]}")
            elif b["revealed"]:
                self.say(f"encounter card {self.new.labels['encounter'][new]}")

    def duel(self) -> None:
        a, b = self.a, self.b
        if (a["rolls"] == b["rolls"]).all() and a["enemy"] == b["enemy"]:
            return
        if b["rolls"][0] < 0:
            return
        own = int(b["rolls"][0])
        if b["enemy"] < 0:
            self.say(f"{SEAT_NAMES[self.active]} rolls {own}")
            return
        other = int(b["rolls"][1])
        verdict = "wins" if own >= other else "loses"
        self.say(f"{SEAT_NAMES[self.active]} {verdict} with {own} against {SEAT_NAMES[b['enemy']]}'s {other}")

    def ships(self) -> None:
        a, b = self.a, self.b
        for p in self.players:
            for k in range(st.TRANSPORTERS):
                was, now = int(a["ship_node"][p, k]), int(b["ship_node"][p, k])
                if now >= 0 and (was < 0 or a["cargo"][p, k] != b["cargo"][p, k]):
                    self.say(f"{self.new.ship(p, k)} is launched at {self.new.node(now)}")
                elif now >= 0 and was != now:
                    verb = "jumps" if self.action >= act.COLUMN else "flies"
                    self.say(f"{self.new.ship(p, k)} {verb} to {self.new.node(now)}")
        if not self.new_turn and int(b["halted"]) & ~int(a["halted"]):
            self.say("the first starship may not move")
        if b["credit"][self.active] > a["credit"][self.active]:
            self.say(f"{SEAT_NAMES[self.active]} has a trade ship to place later")
        self.looks()

    def looks(self) -> None:
        for p in self.players:
            fresh = int(self.b["seen"][p]) & ~int(self.a["seen"][p])
            names = [self.new.labels["planet"][q] for q in range(st.NUM_PLANETS) if fresh >> q & 1]
            if names:
                self.say(f"{SEAT_NAMES[p]} looks at the chip of {' and '.join(names)}")

    # The board

    def sites(self) -> None:
        a, b = self.a, self.b
        for site in range(st.NUM_SITES):
            was, now = int(a["site_owner"][site]), int(b["site_owner"][site])
            if was == -1 and 0 <= now < st.BLOCKED:
                self.say(f"{SEAT_NAMES[now]} founds a colony at {self.new.labels['site'][site]}")
        for p in self.players:
            fresh = int(b["ports"][p]) & ~int(a["ports"][p])
            for site in range(st.NUM_SITES):
                if fresh >> site & 1:
                    self.say(f"{SEAT_NAMES[p]} has a spaceport at {self.new.labels['site'][site]}")

    def outposts(self) -> None:
        a, b = self.a, self.b
        for post in range(st.NUM_OUTPOSTS):
            if b["outpost"][post] >= 0 > a["outpost"][post]:
                number = post % st.OUTPOSTS_PER_RACE + 1
                who = SEAT_NAMES[b["outpost"][post]]
                self.say(f"{who} founds outpost {number} with the {self.new.race(post)}")
        for race, name in enumerate(self.new.labels["race"]):
            if b["chip"][race] != a["chip"][race]:
                self.say(f"{SEAT_NAMES[b['chip'][race]]} has the friendship chip of the {name}")
        for p in self.players:
            fresh = int(b["friends"][p]) & ~int(a["friends"][p])
            for friend, name in enumerate(self.new.labels["friend"]):
                if fresh >> friend & 1:
                    self.say(f"{SEAT_NAMES[p]} takes the card {name} of the {self.new.race(friend)}")

    def planets(self) -> None:
        a, b = self.a, self.b
        for i in range(int(a["num_trophies"]), int(b["num_trophies"])):
            planet = int(b["trophy_planet"][i])
            kind = self.new.labels["face"][b["trophy"][i]]
            where, who = self.new.labels["planet"][planet], SEAT_NAMES[b["trophy_owner"][i]]
            self.say(f"{who} clears {where} ({kind}); its number is {self.new.face(planet)} now")
        fresh = int(b["face_up"]) & ~int(a["face_up"])
        taken = b["trophy_planet"][: int(b["num_trophies"])].tolist()
        for planet in range(st.NUM_PLANETS):
            if fresh >> planet & 1 and planet not in taken:
                name = self.new.labels["planet"][planet]
                self.say(f"the chip of {name} is turned up: {self.new.face(planet)}")

    def expansions(self) -> None:
        change = self.b["expansion"].astype(int) - self.a["expansion"].astype(int)
        for p in self.players:
            for e, name in enumerate(st.EXPANSIONS):
                now = f"({self.b['expansion'][p, e]} now)"
                if change[p, e] > 0:
                    self.say(f"{SEAT_NAMES[p]} adds a {name} {now}")
                elif change[p, e] < 0:
                    self.say(f"{SEAT_NAMES[p]} loses a {name} {now}")

    def fame(self) -> None:
        for p in self.players:
            change = int(self.b["fame"][p]) - int(self.a["fame"][p])
            if change:
                verb = "wins" if change > 0 else "loses"
                rings = f"{abs(change)} fame ring{'s' * (abs(change) > 1)}"
                self.say(f"{SEAT_NAMES[p]} {verb} {rings} ({self.b['fame'][p]} now)")

    # The turn and the end

    def turn(self) -> None:
        """The next turn: its dice and what they bring."""
        b = self.b
        who = int(b["active"])
        points = ", ".join(f"{SEAT_NAMES[p]} {b['points'][p]}" for p in self.players)
        self.say(f"# round {b['round']}, turn of {SEAT_NAMES[who]}")
        if b["over"]:
            return
        total = int(b["dice"].sum())
        self.say(f"points: {points}")
        if total == st.SEVEN:
            self.say(f"{SEAT_NAMES[who]} rolls a seven: Earth demands tribute")
            return
        yields = []
        for p in self.players:
            change = self._change(p)
            if p != self.active or self.a["phase"] != st.ENCOUNTER:
                got = cards([max(n, 0) for n in change])
                if got and not any(n < 0 for n in change):
                    yields.append(f"{SEAT_NAMES[p]} {got}")
        self.say(f"{SEAT_NAMES[who]} rolls {total}: {'; '.join(yields) or 'no yields'}")

    def setting_up(self) -> None:
        a, b = self.a, self.b
        if b["turns"] == 0 and a["active"] != b["active"]:
            self.say(f"# set-up, turn of {SEAT_NAMES[b['active']]}")

    def end(self) -> None:
        a, b = self.a, self.b
        if b["over"] == 1 and not a["over"]:
            who = int(b["active"])
            self.say(f"{SEAT_NAMES[who]} has {b['points'][who]} victory points and wins")
        elif b["over"] and not a["over"]:
            self.say("the game is cut")
