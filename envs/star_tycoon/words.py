"""Star Tycoon: a position in words: its question, its actions, and what happens in it.

Words are for everybody at the table: where only Farble Securities knows which of two cards it kept, both are
named. Names of own reserved cards are the exception; they are given where playing them shows them, and where
nobody else is told the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from astrarium.core import Content, Words
from astrarium.core.telling import Event
from astrarium.core.words import number_of

from . import state as st
from .actions import ACTIONS
from .questions import QUESTIONS
from .reader import PLACES, SEAT_NAMES, Reader, words_of

# On the score sheet, where the name of the source says too little.
SOURCES = {
    "company": "target of the company",
    "supremacy": "supremacy of the homeworld",
    "planets": "targets of planets",
    "arrays": "Communication Arrays",
    "nanotech": "developments on the company card",
    "tile": "bonus points tile",
    "loan": "unpaid loan",
}
_DONE = {
    st.ASK_TRADE: "trade no more",
    st.ASK_SMUGGLE: "smuggle no more",
    st.ASK_DISCARD: "discard no more",
    st.ASK_ACQUIRE: "play none",
    st.ASK_TOKEN: "take none",
    st.ASK_MOVING_DAY: "move none",
    st.ASK_TRANSMUTE: "give none",
    st.ASK_MARKER: "move none",
}
_BESIDES = "an ability of the company: takes no action"


class TycoonWords(Words):
    """The words of a position."""

    actions, questions = ACTIONS, QUESTIONS
    seat_names = SEAT_NAMES

    def __init__(self, content: Content, state: Any) -> None:
        super().__init__(content, state)
        self.reader = Reader(content, state, public=True)

    def opening(self) -> str:
        """What is done first."""
        return "companies are chosen"

    # Things by their numbers

    def card(self, card: int) -> str:
        """A planet, a development with its brand, or an Omniforge."""
        return self.reader.card_name(card)

    def cards(self, packed: int) -> str:
        """Cards with a byte each, + 1."""
        numbers = [packed >> 8 * k & 0xFF for k in range(st.MOST_SLOTS)]
        return ", ".join(self.card(number - 1) for number in numbers if number)

    def either(self, row: int, bits: int) -> str:
        """One of some cards of a row."""
        return self.reader.either(
            {st.FIRST_CARDS[row] + k for k in range(bits.bit_length()) if bits >> k & 1}
        )

    def site(self, site: int) -> str:
        """Where developments stand."""
        return self.reader.site_name(site)

    def row(self, row: int) -> str:
        """A row of cards."""
        return PLACES[row]

    def brand(self, brand: int) -> str:
        """A brand."""
        return st.BRANDS[brand]

    def company(self, company: int) -> str:
        """A company."""
        return self.reader.company_name(company)

    def event(self, event: int) -> str:
        """An event with its text."""
        return f"{self.content.labels['event'][event]}. {self.reader.event_text(event)}"

    def excess(self) -> str:
        """What has to be discarded, or may be."""
        owned = int(self.state["tokens"][self.state["seat"]].sum())
        over = owned - st.TOKEN_LIMIT
        if over > 0:
            return f"at least {over} of your {owned} tokens ({st.TOKEN_LIMIT} may be kept)"
        return f"tokens you do not want (you have {owned} and may keep {st.TOKEN_LIMIT})"

    def in_force(self) -> str:
        """The name of the event that is carried out."""
        return self.content.labels["event"][int(self.state["event"])]

    # Tokens and the market

    def tokens(self, packed: int) -> str:
        """Tokens with a byte each: "2 gas, 1 energy credit"."""
        return words_of([packed >> 8 * token & 0xFF for token in range(st.NUM_TOKENS)]) or "nothing"

    def resource(self, resource: int) -> str:
        """A resource."""
        return st.RESOURCES[resource]

    def number_of_tokens(self, number: int) -> str:
        """So many tokens."""
        return number_of(number, "token")

    def transactions(self, number: int) -> str:
        """So many transactions."""
        return number_of(number, "transaction")

    def rate(self, column: int) -> str:
        """The rate of a column, resources to credits."""
        t = self.reader.t
        return f"{t['rate_resources'][column]}:{t['rate_credits'][column]}"

    def marker(self, resource: int) -> str:
        """A marker that goes somewhere."""
        plural = resource + st.FIRST_RESOURCE in (st.MINERALS, st.SHIPS)
        return f"{st.RESOURCES[resource]} {'go' if plural else 'goes'}"

    def market(self, columns: int) -> str:
        """The rates of all resources."""
        rates = (f"{name} {self.rate(columns >> 8 * k & 0xFF)}" for k, name in enumerate(st.RESOURCES))
        return ", ".join(rates)

    def coin(self, coin: int) -> str:
        """A side of the coin and what it means."""
        return "heads: a marker may go left" if coin < 0 else "tails: a marker may go right"

    def purpose(self, due_for: int, subject: int) -> str:
        """What is paid for."""
        if due_for == st.FOR_CARD:
            return f"for {self.card(subject)}"
        if due_for == st.FOR_PARTNERSHIP:
            return f"for the partnership with {self.brand(subject)}"
        if due_for == st.FOR_MARKET:
            return f"for {self.resource(subject)}"
        return f"to {self.reader.smuggler_name(subject)}"

    # Offers, the end, and games alone

    def offer(self, _: int) -> str:
        """The offer on the table."""
        return self.reader.offer()

    def points(self, seat: int) -> str:
        """All points of a player and what they are for."""
        points = self.reader.points(seat)
        parts = ", ".join(f"{what} {number}" for what, number in points.items() if number)
        return number_of(sum(points.values()), "point") + (f" ({parts})" if parts else "")

    def points_of(self, seat: int, told: Sequence[Event]) -> dict[str, float]:
        """The score sheet."""
        points = self.reader.points(seat).items()
        return {SOURCES.get(what, what): float(number) for what, number in points if number}

    def reached(self, reached: int) -> str:
        """How the goal was met."""
        if not self.state["over"]:
            return "reached"
        state = f"{self.reader.goal_words()} (now {self.reader.goal_state()})"
        return f"{'reached' if reached else 'missed'}: {state}"

    def game(self, number: int) -> str:
        """The next game of a series with its goal."""
        return f"game {number} of {st.SERIES}: the goal is {self.reader.goal_words()}"

    def buff(self, _: int) -> str:
        """The starting buff and the card that it comes from."""
        return f"Omniforge {self.state['buff_card']} gives the starting buff: {self.reader.buff_words()}"

    # What is asked

    def card_bought(self) -> str:
        """The card that is being bought or built."""
        return self.card(int(self.state["card"]))

    def card_moved(self) -> str:
        """The development that is being moved."""
        return self.card(int(self.state["moving"]))

    def wanted(self) -> tuple[int, int] | None:
        """A price is paid token by token; tokens above the limit have to go."""
        s = self.state
        if s["ask"] == st.ASK_PAY:
            return int(s["due"].sum()), int(s["due"].sum())
        owned = int(s["tokens"][s["seat"]].sum())
        return (max(0, owned - st.TOKEN_LIMIT), owned) if s["ask"] == st.ASK_DISCARD else None

    def due(self) -> str:
        """What is still to be paid."""
        due = self.state["due"]
        wild = f"{due[st.WILD]} of any resource" if due[st.WILD] else ""
        return ", ".join(filter(None, (words_of(due[: st.WILD]), wild)))

    def for_what(self) -> str:
        """What is being paid for."""
        s = self.state
        due_for = int(s["due_for"])
        field = {st.FOR_CARD: "card", st.FOR_PARTNERSHIP: "partnership", st.FOR_MARKET: "bought"}
        return self.purpose(due_for, int(s[field.get(due_for, "smuggler")]))

    def victim(self) -> str:
        """The player who is being robbed."""
        return self.seat(self.state["victim"])

    def swap_partner(self) -> str:
        """With whom a resource is swapped."""
        other = int(self.state["swap_with"])
        return "the bank" if other < 0 else self.seat(other)

    def active(self) -> str:
        """The player whose turn it is."""
        return self.seat(self.state["active"])

    def direction(self) -> str:
        """Where the coin lets a marker go."""
        return "left" if self.state["coin"] < 0 else "right"

    # Actions in the words of this position

    def _asked(self, ask: int) -> bool:
        return int(self.state["ask"]) == ask

    def _in_row(self, row: int, slot: int) -> str:
        card = int(self.state["row"][row, slot])
        return self.card(card) if card >= 0 else f"{PLACES[row]}: card {slot + 1}"

    def _reserved(self, slot: int) -> str:
        card = int(self.state["reserve"][self.state["seat"], slot])
        return self.card(card) if card >= 0 else f"reserved card {slot + 1}"

    def _public_reserved(self, seat: int, slot: int) -> str:
        names = [words for words, _ in self.reader.reserved(int(seat))]
        return names[slot] if slot < len(names) else f"reserved card {slot + 1}"

    def actions_left(self) -> str:
        """How many actions of the turn are left."""
        left = int(self.state["actions_left"])
        return number_of(left, "action") + " left" if left else "no action left"

    def so_far(self) -> str:
        """The offer that is made."""
        return self.reader.offer() or "Nothing is in it yet"

    def does(self, action: int) -> str:
        """What a card or partnership costs, what a company can do, which moves take no action."""
        block, places = self.actions.block(action)
        name, reader, s = block.name, self.reader, self.state
        if name in ("buy", "bonus_planet"):
            row, slot = places if name == "buy" else (st.PLANETS, places[0])
            card = int(s["row"][row, slot])
            words = [f"costs {reader.face(card).price}"] if card >= 0 and reader.face(card).price else []
            return "; ".join(words + [_BESIDES] * (name == "bonus_planet"))
        if name == "buy_reserved":
            card = int(s["reserve"][s["seat"], places[0]])
            return f"costs {reader.face(card).price}" if card >= 0 and reader.face(card).price else ""
        if name == "partnership":
            points = reader.t["partner_points"][places[0]]
            built = int(s["brands"][s["seat"], places[0]])
            worth = number_of(int(points[min(built, len(points) - 1)]), "point")
            price = words_of(reader.t["partner_price"][places[0]])
            return f"costs {price}; {worth} now, with {number_of(built, 'development')} of the brand"
        if name == "omniforge":
            seat = (int(s["seat"]) + places[0]) % int(s["num_players"])
            return words_of(s["forged"][seat])
        if name == "loan":
            interest = f"{words_of([st.INTEREST])} a round"
            return f"{words_of([st.LOAN])} now; {interest}, {st.LOAN} to repay it, or {st.UNPAID_LOAN} points"
        if name == "company":
            return reader.company(places[0]).words.partition(": ")[2]
        if name in ("bonus_reserve", "spa", "hover", "swap", "phase"):
            return _BESIDES
        return ""

    def action_done(self) -> str:
        """What is left undone."""
        return _DONE.get(int(self.state["ask"]), "done")

    def action_buy(self, row: int, slot: int) -> str:
        """The card."""
        return f"buy {self._in_row(row, slot)}"

    def action_buy_reserved(self, slot: int) -> str:
        """The card, which everybody sees now."""
        return f"buy {self._reserved(slot)} from the reserve"

    def action_trade(self, resource: int, side: int) -> str:
        """The present rate."""
        t, column = self.reader.t, int(self.state["marker"][resource])
        tokens, credits = [0] * st.NUM_TOKENS, [0] * st.NUM_TOKENS
        tokens[st.FIRST_RESOURCE + resource] = int(t["rate_resources"][column])
        credits[st.CREDIT] = int(t["rate_credits"][column])
        verb = "buy" if side == st.BUY else "sell"
        return f"{verb} {words_of(tokens)} for {words_of(credits)}"

    def action_omniforge(self, whose: int) -> str:
        """Whose Omniforge."""
        return "use the Omniforge" if whose == 0 else f"use {self.player(whose - 1)}'s Omniforge"

    def action_reserve(self, row: int, slot: int) -> str:
        """The card."""
        return f"reserve {self._in_row(row, slot)}"

    def action_bonus_reserve(self, row: int, slot: int) -> str:
        """The card."""
        return f"reserve {self._in_row(row, slot)} as well"

    def action_smuggle(self, smuggler: int, way: int) -> str:
        """What is given for what."""
        t = self.reader.t
        kind = int(t["smuggler_kind"][smuggler])
        price, gain = words_of(t["way_price"][kind, way]), words_of(t["way_gain"][kind, way])
        return f"smuggle {price} for {gain} ({self.reader.smuggler_name(smuggler)})"

    def action_phase(self, row: int, slot: int) -> str:
        """The card of the row."""
        return f"swap {self._in_row(row, slot)} with the top of its deck"

    def action_bonus_planet(self, slot: int) -> str:
        """The planet."""
        return f"pay a credit to buy {self._in_row(st.PLANETS, slot)} as well"

    def action_line(self, line: int) -> str:
        """The price."""
        card = int(self.state["card"])
        return f"pay {words_of(self.reader.t['price'][card, line])}"

    def action_take(self, resource: int) -> str:
        """From whom."""
        whom = self.victim() if self._asked(st.ASK_LOOT) else self.swap_partner()
        return f"take {st.RESOURCES[resource]} from {whom}"

    def action_give(self, token: int) -> str:
        """To whom."""
        if self._asked(st.ASK_OFFER):
            return f"offer {st.TOKENS[token]}"
        whom = self.swap_partner() if self._asked(st.ASK_SWAP_GIVE) else "the bank"
        return f"give {st.TOKENS[token]} to {whom}"

    def action_site(self, site: int) -> str:
        """Build there, or move there."""
        return f"{'build on' if self._asked(st.ASK_SITE) else 'move to'} {self.site(site)}"

    def action_development(self, place: int) -> str:
        """Build it, move it, or swap with it."""
        name = self.card(st.FIRST_DEVELOPMENT + place)
        if self._asked(st.ASK_IMPORTER):
            return f"build {name}"
        return f"swap with {name}" if self._asked(st.ASK_MOVING_DAY_TO) else f"move {name}"

    def action_player(self, place: int) -> str:
        """Steal, swap or offer."""
        name = self.player(place)
        if self._asked(st.ASK_ROB):
            return f"steal from {name}"
        return f"swap with {name}" if self._asked(st.ASK_SWAP_WITH) else f"make {name} an offer"

    def action_remove(self, slot: int) -> str:
        """The card."""
        return f"remove {self._in_row(int(self.state['remove_row']), slot)}"

    def action_marker(self, resource: int) -> str:
        """The direction."""
        return f"move the marker of {st.RESOURCES[resource]} to the {self.direction()}"

    def action_reserved(self, slot: int) -> str:
        """Put it back, or play it."""
        name = self._reserved(slot)
        return f"put {name} back" if self._asked(st.ASK_RETURN) else f"play {name} for free"

    def action_give_card(self, slot: int) -> str:
        """The card, as far as everybody knows it."""
        return f"offer {self._public_reserved(self.state['seat'], slot)}"

    def action_ask_card(self, slot: int) -> str:
        """The card, as far as everybody knows it."""
        return f"ask for {self._public_reserved(self.state['offeree'], slot)}"
