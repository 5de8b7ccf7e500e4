"""Starfarers of Catan: its words for places, ships, cards and questions, and for actions where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from astrarium.core import Words
from astrarium.core.telling import Event
from astrarium.core.words import number_of

from . import actions as act
from . import script
from . import state as st
from .questions import QUESTIONS

SHIP_WORDS = ("", "colony ship", "trade ship")


class StarfarersWords(Words):
    """The words of a position."""

    actions, questions = act.ACTIONS, QUESTIONS
    seat_names = ("Red", "Blue", "Yellow", "White")  # the colours of the pieces

    @property
    def t(self):
        """The tables of the content set."""
        return self.content.tables[0]

    # Places and pieces

    def label(self, kind: str, number: int) -> str:
        """The name of a thing of the content set."""
        return self.content.labels[kind][number]

    def node(self, node: int) -> str:
        """An intersection by column and row, with what lies there."""
        name = self.label("node", node)
        site, post = int(self.t["node_site"][node]), int(self.t["node_outpost"][node])
        if site >= 0:
            return f"{name} ({self.site(site)})"
        return f"{name} ({self.outpost(post)})" if post >= 0 else name

    def site(self, site: int) -> str:
        """A colony site."""
        return self.label("site", site)

    def planet(self, planet: int) -> str:
        """A planet by its system and resource."""
        return self.label("planet", planet)

    def face(self, face: int) -> str:
        """The face of a chip."""
        return self.label("face", face)

    def race(self, race: int) -> str:
        """A race of aliens."""
        return self.label("race", race)

    def outpost(self, post: int) -> str:
        """An outpost by its number and race."""
        race, index = divmod(post, st.OUTPOSTS_PER_RACE)
        return f"outpost {index + 1} of the {self.race(race)}"

    def ship(self, seat: int, k: int, cargo: int) -> str:
        """A ship by its owner and kind, and by its rings where the owner has two of the kind."""
        s, name = self.state, f"{self.seat(seat)}'s {SHIP_WORDS[cargo]}"
        there = [
            int(s["cargo"][seat, ship]) for ship in range(st.TRANSPORTERS) if s["ship_node"][seat, ship] >= 0
        ]
        return f"{name} ({act.RINGS[k]})" if there.count(cargo) > 1 else name

    def expansion(self, expansion: int) -> str:
        """A kind of expansion."""
        return st.EXPANSIONS[expansion]

    def own_node(self, k: int) -> int:
        """Where a ship of the acting seat is."""
        return int(self.state["ship_node"][self.state["seat"], k])

    # Cards

    def resource(self, r: int) -> str:
        """A kind of resource."""
        return st.RESOURCES[r]

    def cards(self, number: int) -> str:
        """So many cards."""
        return number_of(number, "card")

    def hand(self, *counts: int) -> str:
        """Cards by resource."""
        return cards(counts)

    def bundle(self, packed: int) -> str:
        """One side of a deal."""
        return cards([packed >> 3 * r & 7 for r in range(st.NUM_RESOURCES)])

    def friend(self, friend: int) -> str:
        """A friendship card."""
        return f"{self.label('friend', friend)} of the {self.race(friend // st.OUTPOSTS_PER_RACE)}"

    def card(self, card: int) -> str:
        """An encounter card by its number and family."""
        return self.label("encounter", card)

    def card_question(self, question: int) -> str:
        """The question of an encounter card."""
        return self.label("question", question)

    def bid(self, seat: int) -> str:
        """What a seat gives and wants."""
        given, wanted = (cards(self.state["bid"][seat, side]) for side in (st.GIVEN, st.WANTED))
        return f"{given or 'nothing'} for {wanted or 'nothing'}"

    def rate(self, r: int) -> int:
        """How many cards of a kind the bank wants of the acting seat."""
        s, t = self.state, self.t
        friends = int(s["friends"][s["seat"]])
        if friends & int(t["once_cards"][r]) and not s["used_rate"]:
            return int(t["once_price"][r])
        if friends & int(t["rate_cards"][r]):
            return int(t["rate_price"][r])
        return st.GOODS_RATE if r == st.GOODS else st.BANK_RATE

    def friend_effect(self, friend: int) -> str:
        """What a friendship card does."""
        t = self.t
        words = []
        for r, kind in enumerate(st.RESOURCES):
            if t["bonus_cards"][r] >> friend & 1:
                words.append(f"a roll that yields {kind} yields one card more")
            if t["rate_cards"][r] >> friend & 1:
                words.append(f"{t['rate_price'][r]} {kind} for any card at the bank")
            if t["once_cards"][r] >> friend & 1:
                words.append(f"once a turn {t['once_price'][r]} {kind} for any card at the bank")
        words += [f"+{t['friend_speed'][friend]} speed"] * bool(t["friend_speed"][friend])
        words += [f"+{t['friend_combat'][friend]} combat"] * bool(t["friend_combat"][friend])
        others = {
            "tribute": f"on a seven half of the cards go only above {t['tribute_above']}",
            "fame": "once a turn a fame ring for one of the goods",
            "help": "once a turn a random card from up to two players with more points",
            "relief": "a roll that yields nothing brings a card of choice",
        }
        words += [text for name, text in others.items() if int(t[f"{name}_cards"]) >> friend & 1]
        return ", ".join(words)

    # What events speak of

    def with_points(self, seat: int) -> str:
        """A player whose turn begins, with everybody's points."""
        s = self.state
        points = [f"{self.seat(p)} {s['points'][p]}" for p in range(int(s["num_players"]))]
        return f"{self.seat(seat)} (points: {', '.join(points)})"

    def points_of(self, seat: int, told: Sequence[Event]) -> dict[str, float]:
        """The score sheet."""
        s = self.state
        trophies = s["trophy_owner"][: int(s["num_trophies"])]
        parts = {
            "colonies": int(s["colonies"][seat]).bit_count(),
            "spaceports": 2 * int(s["ports"][seat]).bit_count(),
            "fame rings": int(s["fame"][seat]) // 2,
            "friendship chips": 2 * int((s["chip"] == seat).sum()),
            "trophies": int((trophies == seat).sum()),
        }
        return {what: float(number) for what, number in parts.items() if number}

    def dice(self, total: int) -> str:
        """A throw of the dice."""
        return "a seven: Earth demands tribute" if total == st.SEVEN else str(total)

    def owed(self, number: int) -> str:
        """What is still to be paid."""
        return f", {number} more to go" if number else ""

    def fame(self, rings: int) -> str:
        """Fame rings won or lost."""
        return f"{'wins' if rings > 0 else 'loses'} {number_of(abs(rings), 'fame ring')}"

    def ball(self, ball: int) -> str:
        """A ball of the mother ship."""
        return st.BALLS[ball]

    def verdict(self, op: int, own: int, other: int) -> str:
        """How a fight, a race or an escape goes; ties are the active player's."""
        if op == script.OP_FLEE:
            return "escapes with speed" if own >= other else "is caught with speed"
        contest = "fight" if op == script.OP_FIGHT else "race"
        return f"{'wins' if own >= other else 'loses'} the {contest} with"

    # What the questions speak of

    def encounter(self) -> str:
        """The question of the encounter card."""
        return self.card_question(self.t["question"][self.state["card"]])

    def may_follow(self, answer: int) -> str:
        """What the cards that ask the question of this one can bring after an answer."""
        t, cards = self.t, st.NUM_ENCOUNTERS
        asked = int(t["question"][self.state["card"]])
        found = dict[str, None]()
        for card in (card for card in range(cards) if int(t["question"][card]) == asked):
            found.update(dict.fromkeys(self._results(card, answer)))
        order = {words: k for k, words in enumerate(RESULTS.values())}
        return ", ".join(sorted(found, key=lambda words: order[words])) or "nothing"

    def _results(self, card: int, part: int) -> list[str]:
        """What a part of a card, and the parts that it can lead to, bring."""
        found, t = [], self.t
        for op, arg in zip(t["op"][card, part].tolist(), t["arg"][card, part].tolist(), strict=True):
            kind = LOST_FAME if op == script.OP_FAME and arg < 0 else op
            found += [RESULTS[kind]] if kind in RESULTS else []
            for further in script.LEADS_TO_ALL.get(op, ()):
                found += self._results(card, further)
        return found

    def situation(self) -> str:
        """The encounter under way: what each answer may bring, before its card is shown."""
        s, t = self.state, self.t
        if s["card"] < 0 or t["question"][s["card"]] < 0 or s["revealed"]:
            return ""
        question = int(t["question"][s["card"]])
        same = int((t["question"] == question).sum())
        lines = [
            f"{self.card_question(question).capitalize()} {same} of the {st.NUM_ENCOUNTERS} cards ask this."
        ]
        lines.append("Which of them it is shows after your answer. What they can bring:")
        gift = bool(t["question_gift"][question])
        names = [self.cards(n) for n in range(st.MAX_GIFT + 1)] if gift else ["no", "yes"]
        lines += [f"{name}: {self.may_follow(answer)}." for answer, name in enumerate(names)]
        return "\n".join(lines)

    def strength(self) -> str:
        """The combat strength of the active player."""
        s, seat = self.state, int(self.state["active"])
        combat = int(s["expansion"][seat, st.CANNON]) + int(s["combat_bonus"][seat])
        return f"You have {combat} combat and add a throw of the balls"

    def speed(self) -> int:
        """Speed of the active player's ships."""
        s, seat = self.state, int(self.state["active"])
        return int(s["base_speed"]) + int(s["expansion"][seat, st.BOOSTER]) + int(s["speed_bonus"][seat])

    def moving_ship(self) -> str:
        """The ship on the move."""
        seat, k = int(self.state["active"]), int(self.state["flying"])
        return self.ship(seat, k, self.state["cargo"][seat, k])

    def jumping_ship(self) -> str:
        """The ship that may jump."""
        seat, k = int(self.state["active"]), int(self.state["jumper"])
        return self.ship(seat, k, self.state["cargo"][seat, k])

    def wanted(self) -> tuple[int, int] | None:
        """So many cards go to Earth."""
        owed = int(self.state["to_pay"][self.state["seat"]])
        return (owed, owed) if self.state["ask"] == st.ASK_TRIBUTE else None

    def tribute(self) -> str:
        """How many cards the acting seat still owes Earth."""
        number = int(self.state["to_pay"][self.state["seat"]])
        return f"which {number} cards go" if number > 1 else "which card goes"

    def new_ship(self) -> str:
        """The ship that is being launched."""
        return SHIP_WORDS[int(self.state["placing"])]

    def your_bid(self) -> str:
        """What the acting seat has put into its offer."""
        s = self.state
        if not s["bid"][s["seat"]].any():
            return f"Your {self.offer_or_counter()} is empty"
        return f"You offer {self.bid(s['seat'])}"

    def cards_to_give(self) -> str:
        """How many cards the active player still gives."""
        return self.cards(self.state["to_give"])

    def cards_to_take(self) -> str:
        """How many cards the active player still gets."""
        return self.cards(self.state["to_take"])

    def may_not_rest(self) -> str:
        """Why a ship cannot stay where its flight begins; "" where it can, or may found."""
        s, node = self.state, self.own_node(int(self.state["flying"]))
        rests = node != s["start_node"] or s["landed"] or self.t["node_site"][node] < 0
        return "" if rests else " No ship stays on a colony site"

    def must_fly(self) -> str:
        """Ships that stand where they may not stay."""
        s, seat = self.state, int(self.state["active"])
        ships = [
            f"The {SHIP_WORDS[s['cargo'][seat, k]]} at {self.label('node', self.own_node(k))}"
            for k in range(st.TRANSPORTERS)
            if self.own_node(k) >= 0
            and self.t["node_site"][self.own_node(k)] >= 0
            and not (int(s["flown"]) | int(s["halted"])) >> k & 1
        ]
        words = f" {' and '.join(ships)} may not stay on a colony site" if ships else ""
        stopped = [
            f"The {SHIP_WORDS[s['cargo'][seat, k]]} at {self.label('node', self.own_node(k))}"
            for k in range(st.TRANSPORTERS)
            if self.own_node(k) >= 0 and int(s["halted"]) >> k & 1
        ]
        return words + (f" {' and '.join(stopped)} may not fly in this turn" if stopped else "")

    def steps_left(self) -> str:
        """Steps that it can still make."""
        s = self.state
        still = s["landed"] or int(s["halted"]) >> int(s["flying"]) & 1
        steps = 0 if still else self.speed() - int(s["steps"])
        return f"{number_of(steps, 'step')} left" if steps > 0 else "no step left"

    def opening(self) -> str:
        """The heading before the first decision."""
        return f"set-up, turn of {self.active_player()}"

    def active_player(self) -> str:
        """Whose turn it is."""
        return self.seat(self.state["active"])

    def offer_or_counter(self) -> str:
        """What is being composed."""
        return "counter-offer" if self.state["offer_stage"] == st.COUNTERING else "offer"

    def offerer(self) -> str:
        """Who has made the offer."""
        return self.seat(self.state["offerer"])

    def offered(self) -> str:
        """The offer on the table."""
        return self.bid(self.state["offerer"])

    def cannot_pay(self) -> str:
        """Whether the acting seat lacks what the offer asks for."""
        s = self.state
        short = s["bid"][s["offerer"], st.WANTED] > s["hand"][s["seat"]]
        return " You do not have these cards" if short.any() else ""

    def race_of_choice(self) -> str:
        """The race whose card is to be chosen."""
        return self.race(self.state["friend_race"])

    def full(self, site: int) -> str:
        """Why a free colony site gets no colony any more; "" if it may."""
        free = int(self.state["site_owner"][site]) < 0
        if not free or site < st.HOME_SITES or int(self.state["room"]) >> site & 1:
            return ""
        return (
            f"{self.label('site', site).split()[0]} is full: with three players a system takes two colonies"
        )

    def no_colony(self) -> str:
        """Why the ship on the move, one for a colony, founds none where it is, if everybody may know it."""
        s, seat, k = self.state, int(self.state["seat"]), int(self.state["flying"])
        site = int(self.t["node_site"][self.own_node(k)])
        return self.full(site) if site >= 0 and s["cargo"][seat, k] == st.COLONY else ""

    # Actions where they stand

    def action_bank(self, give: int, take: int) -> str:
        """A trade with the bank at its price."""
        return f"trade {self.rate(give)} {st.RESOURCES[give]} for 1 {st.RESOURCES[take]} with the bank"

    def action_help(self, place: int) -> str:
        """Who helps."""
        return f"let {self.player(place)} help the poor"

    def action_launch(self, side: int, site: int) -> str:
        """The launch point and its spaceport."""
        return f"launch at {self.label('node', self.t['launch'][site, side])}, beside {self.site(site)}"

    def action_ship(self, k: int) -> str:
        """A ship and where it is."""
        kind = SHIP_WORDS[self.state["cargo"][self.state["seat"], k]]
        return f"fly with the {kind} at {self.node(self.own_node(k))}"

    def action_fly(self, direction: int) -> str:
        """A step and where it leads."""
        to = int(self.t["neighbour"][self.own_node(int(self.state["flying"])), direction])
        return f"fly {act.DIRECTIONS[direction]} to {self.node(to)}"

    def destination(self, action: int) -> str:
        """Where a flight of several steps ends."""
        _, (direction,) = self.actions.block(action)
        here = self.own_node(int(self.state["flying"]))
        to = int(self.t["neighbour"][here, direction])
        site = int(self.t["node_site"][to])
        full = self.full(site) if site >= 0 else ""
        return f"fly to {self.node(to)}{' (no colony: ' * bool(full)}{full}{')' * bool(full)}"

    def action_stop(self) -> str:
        """An outpost is founded by stopping there."""
        post = int(self.t["node_outpost"][self.own_node(int(self.state["flying"]))])
        if post >= 0:
            return f"stop here and found {self.outpost(post)}"
        why = self.no_colony()
        return f"stop here (no colony: {why})" if why else "stop here"

    def action_found(self) -> str:
        """Where the colony is founded."""
        site = int(self.t["node_site"][self.own_node(int(self.state["flying"]))])
        return f"found a colony at {self.site(site)}"

    def action_friend(self, friend: int) -> str:
        """A friendship card and what it does."""
        return f"take the card {self.label('friend', friend)}: {self.friend_effect(friend)}"

    def action_give(self, r: int) -> str:
        """A card for Earth, for the active player, for the bank, or named in an offer."""
        words, ask = f"give {self.resource(r)}", self.state["ask"]
        if ask == st.ASK_GIVE:
            return f"give {self._given(r)}"
        if ask == st.ASK_TRIBUTE:
            return f"{words} to Earth"
        return f"{words} to {self.seat(self.state['active'])}" if ask == st.ASK_BEG else words

    def _given(self, r: int) -> str:
        """A card that is given away, with those that then go without a choice."""
        s = self.state
        left, more = s["hand"][s["seat"]].astype(int), int(s["to_give"]) - 1
        left[r] -= 1
        if more and int(left.sum()) <= more:
            return f"{self.resource(r)} and all other cards"
        if not more or int((left > 0).sum()) > 1:
            return self.resource(r)
        gone = (left > 0) * more
        gone[r] += 1
        return cards(gone)

    def action_send(self) -> str:
        """What is offered."""
        return f"send the {self.offer_or_counter()}: {self.bid(self.state['seat'])}"

    def action_drop(self) -> str:
        """The offer or the counter-offer is dropped."""
        return f"drop the {self.offer_or_counter()}"

    def action_counter(self) -> str:
        """A counter-offer, or another offer after counter-offers."""
        return "change the offer" if self.state["ask"] == st.ASK_CLOSE else "make a counter-offer"

    def action_no(self) -> str:
        """A refusal, silence, or mercy on pirates."""
        ask = self.state["ask"]
        if ask == st.ASK_ATTACK:
            return "no, let them go"
        return "make no offer" if ask == st.ASK_PROPOSE else "no"

    def action_yes(self) -> str:
        """Consent, or an attack."""
        return "yes, attack" if self.state["ask"] == st.ASK_ATTACK else "yes"

    def action_player(self, place: int) -> str:
        """Who is robbed, or which deal is closed."""
        s, name = self.state, self.player(place)
        if s["ask"] == st.ASK_THEFT:
            seat = (int(s["seat"]) + 1 + place) % int(s["num_players"])
            return f"rob {name} of one of {self.cards(s['hand_size'][seat])}"
        seat = (int(s["seat"]) + 1 + place) % int(s["num_players"])
        if s["answer"][seat] == st.ACCEPTED:
            return f"close the deal with {name}"
        return f"take {name}'s counter-offer: {self.bid(seat)}"

    def action_nobody(self) -> str:
        """Nobody is robbed, or no deal closed."""
        return "rob nobody" if self.state["ask"] == st.ASK_THEFT else "close no deal"

    def action_answer(self, number: int) -> str:
        """A number of cards."""
        return f"give {self.cards(number)}"

    def does(self, action: int) -> str:
        """What something costs that is built or bought, and what an answer to an encounter may bring."""
        block, places = self.actions.block(action)
        item = {
            "colony_ship": st.COLONY_SHIP,
            "trade_ship": st.TRADE_SHIP,
            "spaceport": st.SPACEPORT,
            "expand": st.BUY_BOOSTER + (places[0] if block.name == "expand" else 0),
        }.get(block.name)
        if item is not None:
            return f"costs {cards(self.t['cost'][item])}"
        ask = self.state["ask"]
        if ask not in (st.ASK_GIFT, st.ASK_CHOICE) or self.state["revealed"]:
            return ""
        answer = places[0] if block.name == "answer" else int(block.name == "yes")
        return f"may bring {self.may_follow(answer)}"

    def action_row(self, row: int) -> str:
        """Where the ship jumps to."""
        return f"jump to {self.node(int(self.t['node_at'][self.state['jump_column'], row]))}"


LOST_FAME = -1
# What the steps of encounter cards bring, the good first.
RESULTS = {
    script.OP_SHIP: "a trade ship",
    script.OP_ADD: "an expansion",
    script.OP_JUMP: "a jump",
    script.OP_GAIN: "cards",
    script.OP_ANY: "cards",
    script.OP_ROB: "a card of each other player",
    script.OP_BEG: "a card from each other player",
    script.OP_FAME: "fame rings",
    script.OP_RETURN: "your gift back",
    script.OP_NEW: "another encounter",
    script.OP_FIGHT: "a fight",
    script.OP_RACE: "a race",
    script.OP_FLEE: "a chase",
    LOST_FAME: "loss of a fame ring",
    script.OP_FORFEIT: "loss of the cards you got",
    script.OP_REMOVE: "loss of an expansion",
    script.OP_HALT: "a ship that may not fly",
}


def cards(counts: Iterable[int]) -> str:
    """Numbers of cards by resource as words."""
    return ", ".join(f"{int(n)} {name}" for name, n in zip(st.RESOURCES, counts, strict=True) if n)
