"""Star Tycoon: what an action brought about, in words: the difference of two states, told as a game.

Only what everybody at the table sees is told: not which companies are chosen from, and not which of two cards
Farble Securities has put back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from astrarium.core.tables import Content

from . import actions as act
from . import state as st
from . import tables as tb
from .reader import PLACES, SEAT_NAMES, Reader, letters_of, row_of, words_of

_MARKET = (tb.OP_MAP, tb.OP_ADD, tb.OP_TOWARD, tb.OP_ROTATE)  # effects of events on all markers


def narrate(content: Content, before: Any, action: int, after: Any) -> list[str]:
    """Lines that tell what happened beyond the action's own name."""
    story = _Story(content, before, action, after)
    story.tell()
    return story.lines


class _Story:
    def __init__(self, content: Content, before: Any, action: int, after: Any) -> None:
        self.a, self.b, self.action = before, after, int(action)
        self.old, self.new = (Reader(content, s, public=True) for s in (before, after))
        self.players = range(int(after["num_players"]))
        self.new_round = int(before["round"]) != int(after["round"])
        within = not self.new_round and int(before["phase"]) in (st.TURN, st.REMOVE)
        self.produced = int(after["phase"]) == st.TURN and not within
        # Rows that change between the last turn of a round and the next event change by an event.
        self.late_rows = self.new_round and int(before["phase"]) in (st.DISCARD, st.ACQUIRE)
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines

    def tell(self) -> None:
        if int(self.a["game"]) != int(self.b["game"]):
            self.next_game()
            return
        self.offers()
        self.companies()
        self.reserves()
        self.cards_in_play(gifts=False)
        self.partnerships()
        self.removed()
        self.tokens()
        if not self._market_event():
            self.markers()
        if not self.late_rows:
            self.rows()
        self.course()
        self.end()

    # Cards

    def companies(self) -> None:
        for seat in self.players:
            company = int(self.b["company"][seat])
            if int(self.a["company"][seat]) < 0 <= company:
                start = letters_of(self.new.t["start"][company])
                self.say(f"{SEAT_NAMES[seat]} runs {self.new.company_name(company)} and starts with {start}")

    def _reserve(self, s: Any, seat: int) -> set[int]:
        return {int(card) for card in s["reserve"][seat] if card >= 0}

    def reserves(self) -> None:
        """Cards reserved, and cards put back onto their decks."""
        for seat in self.players:
            had, has = self._reserve(self.a, seat), self._reserve(self.b, seat)
            for card in sorted(had - has):
                held = any(card in self._reserve(self.b, other) for other in self.players)
                if not held and self.b["owner"][card] < 0 and self.b["card"] != card:
                    self.say(f"{SEAT_NAMES[seat]} puts {self._returned(card)} back on its deck")
            for card in sorted(has - had):
                verb = "reserves" if card in self.a["row"] else "holds in reserve"
                self.say(f"{SEAT_NAMES[seat]} {verb} {self.new.card_name(card)}")

    def _returned(self, card: int) -> str:
        row = row_of(card)
        lies = self.b["top"][row].tolist()
        return self.new.top_card(row, lies.index(card)) if card in lies else self.new.card_name(card)

    def cards_in_play(self, gifts: bool) -> None:
        """Planets and developments that come into play or move; gifts of a new event apart."""
        a, b = self.a, self.b
        for card in range(st.NUM_CARDS):
            was, now = int(a["owner"][card]), int(b["owner"][card])
            if was < 0 <= now:
                if self._is_gift(card, now) == gifts:
                    self.say(self._arrival(card, now))
            elif gifts:
                continue
            elif was >= 0 and card >= st.FIRST_DEVELOPMENT and a["site"][card] != b["site"][card]:
                here, there = (self.new.site_name(int(s["site"][card])) for s in (a, b))
                self.say(f"{self.new.card_name(card)} moves from {here} to {there}")

    def _is_gift(self, card: int, seat: int) -> bool:
        return self.new_round and card < st.FIRST_DEVELOPMENT and card not in self._reserve(self.a, seat)

    def _arrival(self, card: int, seat: int) -> str:
        name, who = self.new.card_name(card), SEAT_NAMES[seat]
        if card < st.FIRST_DEVELOPMENT:
            return f"{who} receives {name}" if self._is_gift(card, seat) else f"{who} claims {name}"
        return f"{who} builds {name} on {self.new.site_name(int(self.b['site'][card]))}"

    def partnerships(self) -> None:
        for brand in range(st.NUM_BRANDS):
            owner = int(self.b["partner"][brand])
            if int(self.a["partner"][brand]) < 0 <= owner:
                count = int(self.b["brands"][owner, brand])
                self.say(f"{SEAT_NAMES[owner]} is the partner of {st.BRANDS[brand]} ({count} built)")

    def removed(self) -> None:
        for row in range(st.NUM_ROWS):
            fresh = int(self.b["gone"][row]) & ~int(self.a["gone"][row])
            for bit in range(fresh.bit_length()):
                if fresh >> bit & 1:
                    self.say(f"{self.new.card_name(st.FIRST_CARDS[row] + bit)} leaves the game")

    def rows(self) -> None:
        """New cards of each row."""
        for row in range(st.NUM_ROWS):
            old = {int(card) for card in self.a["row"][row]}
            fresh = [int(card) for card in self.b["row"][row] if card >= 0 and int(card) not in old]
            if fresh:
                names = ", ".join(self.new.card_name(card) for card in fresh)
                self.say(f"new in {PLACES[row]}: {names}")

    # Tokens and market

    def tokens(self) -> None:
        """What players pay and gain, production left out."""
        for seat in self.players:
            change = self._change(seat) - self._event_gain(seat) - self._production(seat)
            change += self._interest(seat)
            if int(self.a["company"][seat]) < 0 <= int(self.b["company"][seat]):
                change -= self.new.t["start"][self.b["company"][seat]].astype(int)
            if seat == int(self.a["seat"]) and self._is_named(change):
                continue
            paid, gained = words_of(np.maximum(-change, 0)), words_of(np.maximum(change, 0))
            parts = [f"pays {paid}" if paid else "", f"gains {gained}" if gained else ""]
            words = " and ".join(part for part in parts if part)
            if words:
                self.say(f"{SEAT_NAMES[seat]} {words}")

    def _change(self, seat: int) -> Any:
        return self.b["tokens"][seat].astype(int) - self.a["tokens"][seat].astype(int)

    def _event_gain(self, seat: int) -> Any:
        """What a new event gave the seat at once."""
        gain, event = np.zeros(st.NUM_TOKENS, int), int(self.b["event"])
        if self.new_round and event >= 0:
            for op, argument in zip(
                self.new.t["event_op"][event], self.new.t["event_arg"][event], strict=True
            ):
                if op == tb.OP_GAIN:
                    gain[argument[0]] += int(argument[1])
                elif op == tb.OP_FORGE:
                    gain += self.a["forged"][seat].astype(int)
        return gain

    def _production(self, seat: int) -> Any:
        """What the seat produced at the start of a round in this step."""
        if not self.produced:
            return np.zeros(st.NUM_TOKENS, int)
        return self.b["made"][seat].astype(int) + self.b["forged"][seat].astype(int)

    def _interest(self, seat: int) -> Any:
        """What a loan cost in this step: a credit, or all that the Omniforge made."""
        if not (self.produced and self.b["loan"][seat]):
            return np.zeros(st.NUM_TOKENS, int)
        made = self._production(seat)
        if (
            self.b["tokens"][seat, st.CREDIT] == 0 == made[st.CREDIT]
            and self._credits_before(seat) < st.INTEREST
        ):
            return self.b["forged"][seat].astype(int)
        return np.eye(st.NUM_TOKENS, dtype=int)[st.CREDIT] * st.INTEREST

    def _credits_before(self, seat: int) -> int:
        """Credits before production, as the action left them."""
        credits = int(self.a["tokens"][seat, st.CREDIT])
        if seat == int(self.a["seat"]):
            credits += (self.action == act.GAIN + st.CREDIT) - (self.action == act.DISCARD_TOKEN + st.CREDIT)
        return credits

    def _is_named(self, change: Any) -> bool:
        """Whether the name of the action tells all of a change."""
        for offset, sign in ((act.PAY, -1), (act.GAIN, 1), (act.GIVE, -1), (act.DISCARD_TOKEN, -1)):
            if offset <= self.action < offset + st.NUM_TOKENS:
                named = np.zeros(st.NUM_TOKENS, int)
                named[self.action - offset] = sign
                return bool((change == named).all())
        return False

    def _rate(self, column: int) -> str:
        t = self.new.t
        return f"{t['rate_resources'][column]}:{t['rate_credits'][column]}"

    def markers(self) -> None:
        for resource, name in enumerate(st.RESOURCES):
            was, now = int(self.a["marker"][resource]), int(self.b["marker"][resource])
            if was != now:
                self.say(f"{name} goes to {self._rate(now)}")

    # The course of the game

    def course(self) -> None:
        """Headings of rounds and turns, with what opens them."""
        a, b = self.a, self.b
        if self.new_round:
            self.say(f"# round {b['round']}")
            self.event()
        elif int(b["phase"]) == st.DISCARD != int(a["phase"]):
            self.say(f"# round {b['round']}, discard")
        elif int(b["phase"]) == st.ACQUIRE != int(a["phase"]):
            self.say(f"# round {b['round']}, acquisition")
        self.asked()
        if self.produced:
            self.production()
        if int(b["phase"]) == st.TURN and (self.produced or self._turn(a) != self._turn(b)):
            self.say(f"# round {b['round']}, turn {int(b['turn']) + 1} of {SEAT_NAMES[b['active']]}")

    @staticmethod
    def _turn(s: Any) -> tuple[int, int, int]:
        return int(s["round"]), int(s["turn"]), int(s["active"])

    def _market_event(self) -> bool:
        """Whether a new event has set the markers."""
        event = int(self.b["event"])
        return self.new_round and event >= 0 and bool(np.isin(self.new.t["event_op"][event], _MARKET).any())

    def event(self) -> None:
        b = self.b
        event = int(b["event"])
        if event >= 0:
            self.say(f"event: {self.new.labels['event'][event]}. {self.new.event_text(event)}")
        self.cards_in_play(gifts=True)
        if self.late_rows:
            self.rows()
        if self._market_event():
            rates = ", ".join(
                f"{tb.LETTERS[st.FIRST_RESOURCE + resource]} {self._rate(int(b['marker'][resource]))}"
                for resource in range(st.NUM_RESOURCES)
            )
            self.say(f"the market: {rates}")
        for seat in self.players:
            gain = words_of(self._event_gain(seat))
            if gain:
                self.say(f"{SEAT_NAMES[seat]} gains {gain}")

    def asked(self) -> None:
        """What an event shows before it asks."""
        b = self.b
        fresh = self.new_round or int(self.a["asked"]) != int(b["asked"])
        if int(b["ask"]) == st.ASK_BOOM and fresh:
            self.say(f"{SEAT_NAMES[b['seat']]} draws {self.new.card_name(int(b['card']))}")
        elif int(b["ask"]) == st.ASK_MARKER and fresh:
            side = "heads: a marker may go left" if b["coin"] < 0 else "tails: a marker may go right"
            self.say(f"{SEAT_NAMES[b['seat']]} flips {side}")

    def production(self) -> None:
        for seat in self.players:
            made = words_of(self._production(seat))
            if made:
                self.say(f"{SEAT_NAMES[seat]} produces {made}")
            cost = self._interest(seat)
            if cost.any():
                paid = cost.sum() == st.INTEREST and cost[st.CREDIT] == st.INTEREST
                self.say(
                    f"{SEAT_NAMES[seat]} pays {words_of(cost)} of interest"
                    if paid
                    else f"the bank takes {words_of(cost)} from {SEAT_NAMES[seat]} for want of interest"
                )

    # Barter

    def offers(self) -> None:
        a, b = self.a, self.b
        if int(b["offer_stage"]) == st.OFFER_ANSWER != int(a["offer_stage"]):
            self.say(self.new.offer())
        elif int(a["ask"]) == st.ASK_ANSWER and int(b["offer_stage"]) == st.OFFER_NONE:
            answer = {act.YES: "the offer is accepted", act.NO: "the offer is declined"}
            self.say(answer.get(self.action, ""))
        elif self.action == act.WITHDRAW:
            self.say("the offer is withdrawn")

    # The end

    def next_game(self) -> None:
        """A won game of a series is followed by the next one."""
        self.say("the goal is reached", f"# game {self.b['game']} of {st.SERIES}")
        self.say(f"goal: {self.new.goal_words()}; buff: {self.new.buff_words()}")

    def end(self) -> None:
        a, b = self.a, self.b
        if not b["over"] or a["over"]:
            return
        self.say("the game is cut at the move limit" if b["over"] == 2 else "the game is over")
        for seat in self.players:
            points = self.new.points(seat)
            parts = ", ".join(f"{what} {number}" for what, number in points.items() if number)
            self.say(f"{SEAT_NAMES[seat]}: {sum(points.values())} points{f' ({parts})' if parts else ''}")
        if len(self.players) == 1:
            goal = "reached" if b["won"] else "missed"
            self.say(f"the goal is {goal}: {self.new.goal_words()} (now {self.new.goal_state()})")
