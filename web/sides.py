"""What the people at one browser see of a table, and what they do there."""

from __future__ import annotations

import time
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import numpy as np

from astrarium.agents import Positions, decision_keys
from astrarium.agents.review import Decision
from astrarium.core import drivers
from astrarium.core.questions import OPEN
from astrarium.core.records import Record
from astrarium.core.transcript import Steps, Story
from astrarium.core.undo import lasting

from .chains import chains, prepared, with_chains
from .entry import SEAT
from .errors import BadRequest
from .foretold import with_foretold
from .opponents import title_of
from .pictures import Room, as_array, drawn, mask_of, moves, redealt, scores, sentence, told
from .study import opinion, position
from .walks import ways

if TYPE_CHECKING:
    from .tables import Table

Asked = tuple[int, int, bytes]  # a seat, the number of a question, and which answers are legal
AWAY = 25.0  # seconds without a look after which somebody is said to be away
REVIEWED = 2.0  # seconds of a review in one answer
MOST_FRAMES = 12  # pictures in one answer
MOST_TOLD = 60  # decisions told in one answer


class Side:
    """A table from the side of some seats: everything here is as far as these seats may know it.

    Each side numbers the positions that its seats may see; the table has all there are. While people play,
    positions appear in a steady beat: how long an agent thought, and whether in silence, would tell what it
    holds. Without seats it is the side of somebody who looks on.
    """

    def __init__(self, table: Table, seats: tuple[int, ...]) -> None:
        self.table, self.seats = table, seats
        self.setup, self.game, self.cards = table.setup, table.setup.game, table.setup.cards
        self.undone = 0  # times that moves were taken back which were seen here
        self.looked = 0.0
        self.due: list[float] = []  # when each of the steps may be seen
        self._begin()

    def _begin(self) -> None:
        self.steps = Steps(self.game, self.cards, self.seats or [None])
        self._told: dict[int | None, dict[int, dict[str, Any]]] = {}
        self._scores: dict[int | None, list[list[float]]] = {}

    # ---- how it goes on

    def lay(self) -> None:
        """The game on the table is another one, or moves were taken back: see it anew."""
        states, actions, before = self.table.states, self.table.actions, len(self.due)
        self._begin()
        for k, action in enumerate(actions):
            self.steps.add(states[k], action, states[k + 1])
        count = len(self.steps.shown)
        self.due = self.due[:count] + [time.monotonic()] * (count - before)
        self.undone += count < before

    def add(self, before: Any, action: int, after: Any) -> None:
        """A decision was made."""
        self.steps.add(before, action, after)
        for _ in self.steps.shown[len(self.due) :]:
            self.due.append(self._next_due(int(before["seat"])))

    def _next_due(self, mover: int) -> float:
        """When the next position may be seen: at once where nothing that is hidden has to do with it."""
        now = time.monotonic()
        if not self.setup.people or (mover in self.seats and not self.table.silent):
            return now
        last = max(self.due[-1], self.table.moved)
        while last + self.table.beat < now:
            self.table.beat *= 2
        return last + self.table.beat

    @property
    def shown(self) -> list[int]:
        """The positions to be seen by now: how many decisions were made before each."""
        return self.steps.shown[: bisect_right(self.due, time.monotonic())]

    @property
    def count(self) -> int:
        """The number of the last position to be seen; 0 before there is one."""
        return max(len(self.shown) - 1, 0)

    @property
    def status(self) -> str:
        """What the table waits for, as far as it can be seen."""
        if self.table.error:
            return "failed"
        if not self.due:
            return "preparing"
        last = self.shown[-1]
        if self.table.replayed is not None or self.table.states[last]["over"]:
            return "over"
        mine = last == len(self.table.actions) and int(self.table.states[last]["seat"]) in self.seats
        return "person" if mine else "agent"

    # ---- playing

    def _require_turn(self, after: Any) -> None:
        """Refuse what somebody wants to do who does not know how the game stands."""
        if self.status != "person":
            raise BadRequest(
                {
                    "over": "the game is over",
                    "preparing": "the game is not ready yet",
                    "failed": f"the game has stopped: {self.table.error}",
                }.get(self.status, "it is not your turn"),
                409,
            )
        if after != self.count:
            raise BadRequest(
                f"the game has moved on: {self.count} decisions were made, not {str(after)[:20]}",
                409,
            )

    def move(self, action: Any, after: Any) -> None:
        """A person's move, the one that follows the first `after` decisions."""
        with self.table.lock:
            self._require_turn(after)
            if type(action) is not int or not 0 <= action < self.game.num_actions:
                raise BadRequest(
                    f"an action is a whole number from 0 to {self.game.num_actions - 1}, "
                    f"not {str(action)[:20]!r}"
                )
            if not self.table.legal(action):
                name = self.game.action_name(action, self.cards)
                raise BadRequest(f"the rules do not allow {name!r} now", 409)
            self.table.moved = time.monotonic()
            self.table.apply(action)
        self.table.tell_end()

    def foreseen(self, actions: list[Any]) -> list[Asked]:
        """What is asked after each of some moves, as far as the person who decides knows it."""
        with self.table.lock:
            if self.status != "person":
                return []
            known = redealt(self.game, self.cards, self.table.states[-1], int(self.table.states[-1]["seat"]))
        found: list[Asked] = []
        for action in actions:
            legal = type(action) is int and 0 <= action < self.game.num_actions
            if not legal or known["over"][0] or not mask_of(self.game, self.cards, known)[action]:
                break
            self.game.bound(drivers.step_one)(self.cards.tables, known, 0, action)
            found.append(self._asked(known))
        return found

    def asked(self) -> Asked | None:
        """The seat that a person is asked in, the number of the question, the answers; None if nobody is."""
        with self.table.lock:
            if self.status != "person":
                return None
            return self._asked(as_array(self.game, self.table.states[-1]))

    def _asked(self, known: np.ndarray) -> Asked:
        mask = b"" if known["over"][0] else mask_of(self.game, self.cards, known).tobytes()
        return int(known["seat"][0]), int(known["ask"][0]), mask

    def undo(self, after: Any, to: Any = None) -> str:
        """Take back the last moves of the person who is to decide, down to position `to`; one without it.

        Refuse where not even the last one can be taken back; else return why it goes no further, or "".
        """
        with self.table.lock:
            self._require_turn(after)
            why = self._no_undo()
            if why:
                raise BadRequest(why, 409)
            target = self.count - 1 if to is None else to
            if type(target) is not int or not 0 <= target < self.count:
                raise BadRequest(f"to is the number of an earlier position, not {str(to)[:20]!r}")
            while self.count > target and not why:
                self.table.take_back(self.steps.shown[self.count - 1])
                why = self._no_undo() if self.count > target else ""
            return why

    def irrevocable(self, actions: list[int]) -> str:
        """Why moves of the person who is to decide could not be taken back; "" if they could."""
        with self.table.lock:
            if self.status != "person":
                return ""
            seat = int(self.table.states[-1]["seat"])
            known = redealt(self.game, self.cards, self.table.states[-1], seat)
        for action in actions:
            if int(known["seat"][0]) != seat or not mask_of(self.game, self.cards, known)[action]:
                break
            why = lasting(self.game, self.cards, known[0], action, seat)
            if why:
                return why
            self.game.bound(drivers.step_one)(self.cards.tables, known, 0, action)
        return ""

    def tried(self, actions: list[int], end: int | None) -> dict[str, Any]:
        """Whether the person who decides can make these moves, and then the one that ends them.

        With `words` for the ending move as it would be; `refused` is the first of the moves that cannot be
        made. All is tried in a redealt game.
        """
        with self.table.lock:
            if self.status != "person":
                return {"legal": False, "words": "", "refused": None}
            state = self.table.states[-1]
        known = redealt(self.game, self.cards, state, int(state["seat"]))
        asked = int(state["seat"]), int(state["ask"])
        for action in actions:
            if known["over"][0] or (int(known["seat"][0]), int(known["ask"][0])) != asked:
                return {
                    "legal": True,
                    "words": "",
                    "refused": None,
                }  # the question has been answered before: so much is made
            if not mask_of(self.game, self.cards, known)[action]:
                return {"legal": False, "words": "", "refused": action}
            self.game.bound(drivers.step_one)(self.cards.tables, known, 0, action)
        if end is None:
            return {"legal": True, "words": "", "refused": None}
        words = self.game.words(self.cards, known[0]).action(end)
        legal = bool(mask_of(self.game, self.cards, known)[end])
        return {"legal": legal, "words": words, "refused": None}

    def _no_undo(self) -> str:
        """Why the last move of the person who is to decide cannot be taken back; "" if it can."""
        seat, count = int(self.table.states[-1]["seat"]), self.count
        if not count:
            return "There is no move to take back."
        by = self._actor(count - 1, seat)
        if by != seat:
            who = "Somebody else" if by is None else self.game.seat_names[by]
            return f"{who} has decided since your last move."
        made = self.steps.shown[count - 1]
        return lasting(self.game, self.cards, self.table.states[made], self.table.actions[made], seat)

    # ---- looking

    def views(self) -> list[int | None]:
        """The points of view that the page may have: people see their own seats until the game is over."""
        seats: list[int | None] = list(range(self.setup.players))
        if self.setup.people and self.status != "over":
            return list(self.seats)
        return [None, *seats]

    def check_view(self, view: int | None) -> int | None:
        """A point of view that is allowed."""
        if view not in self.views():
            raise BadRequest("this point of view is not open while you play", 403)
        return view

    def about(self) -> dict[str, Any]:
        """How the game stands, without anything that a view may not know."""
        setup, game = self.setup, self.game
        with self.table.lock:
            status, count = self.status, self.count
            last = self.table.states[self.shown[-1]] if self.table.states else None
        secret = bool(setup.people) and status != "over"
        facts: dict[str, Any] = {
            "id": self.table.id,
            "game": game.name,
            "title": game.title,
            "seats": [self._seat(seat, spec) for seat, spec in enumerate(setup.seats)],
            "people": list(setup.people),
            "mine": list(self.seats),
            "replay": self.table.replayed is not None,
            "guided": self.table.guide is not None,
            "options": dict(setup.options),
            "cards": setup.cards.name,
            "seed": None if secret else str(setup.seed),
            "moves": count,
            "undone": self.undone,
            "status": status,
            "error": self.table.error,
            "seat": None if last is None else self._to_act(count, status),
            "views": self.views(),
        }
        if status == "person":
            facts["since"] = self._since(count, facts["seat"])
        if status == "over" and last is not None:
            facts["result"] = self.table.result()
        if self is self.table.home and self.table.codes:
            facts["links"] = {seat: f"{SEAT}{code}" for seat, code in self.table.codes.items()}
        return facts

    def _since(self, count: int, seat: int) -> int:
        """The first position that others brought about after the seat's last move."""
        at = count
        while at and self._actor(at - 1, seat) != seat:
            at -= 1
        return at + 1

    def _seat(self, seat: int, spec: str) -> dict[str, Any]:
        """Who sits in a seat; where several browsers play, also whether somebody is there."""
        side = self.table.side_of(seat)
        mine = side is self and seat in self.seats
        facts: dict[str, Any] = {
            "name": self.game.seat_names[seat],
            "agent": spec,
            "title": "you" if mine else title_of(spec),
        }
        if self.table.codes and seat in self.setup.people and not mine:
            facts["here"] = time.monotonic() - side.looked < AWAY
        return facts

    def frames(
        self, first: int, end: int, view: int | None, room: Room | None = None
    ) -> list[dict[str, Any]]:
        """Pictures after `first`, `first + 1` ... decisions, with who decided and who is to decide."""
        self.check_view(view)
        end = min(end, first + MOST_FRAMES)
        return [self._frame(at, view, room) for at in self._known(first, end)]

    def _known(self, first: int, end: int) -> range:
        if not self.due:
            raise BadRequest("the game is not ready yet", 409)
        count = self.count
        if not 0 <= first <= count:
            raise BadRequest(f"there are {count} decisions: none has the number {first}")
        return range(first, max(first, min(end, count + 1)))

    def _state(self, at: int) -> Any:
        return self.table.states[self.steps.shown[at]]

    def _frame(self, at: int, view: int | None, room: Room | None) -> dict[str, Any]:
        return {
            "at": at,
            **drawn(self.game, self.cards, self._state(at), view, room),
            "seat": self._actor(at, view),
            "by": self._actor(at - 1, view) if at else None,
        }

    def _actor(self, at: int, view: int | None) -> int | None:
        """Who is to decide in a position, as far as a view knows it."""
        state = self._state(at)
        return None if state["over"] else Story(self.game, self.cards, view).actor(state)

    def _to_act(self, at: int, status: str) -> int | None:
        """Who is to decide in a position, as far as the people at the table know it, or everybody."""
        known = (self._actor(at, view) for view in self.views())
        seat = next((seat for seat in known if seat is not None), None)
        return None if status == "agent" and seat in self.seats else seat  # who looks has decided

    def story(self, first: int, end: int, view: int | None) -> list[dict[str, Any]]:
        """The decisions that led to the positions `first` to `end`, in words; nothing of those taken back."""
        self.check_view(view)
        end = min(end, first + MOST_TOLD)
        if self.due and first > self.count:
            return []
        return [{"at": at, **self._decision(at, view)} for at in self._known(first, end) if at]

    def _decision(self, at: int, view: int | None) -> dict[str, Any]:
        """The step that led to a position, told once for each view."""
        known = self._told.setdefault(view, {})
        if at not in known:
            story = Story(self.game, self.cards, view)
            made = range(*self.steps.shown[at - 1 : at + 1])
            known[at] = told(story, [(self.table.states[k], self.table.actions[k]) for k in made])
        return known[at]

    def scores(self, view: int | None) -> list[list[float]]:
        """The scores after every decision so far, as the view can reckon them."""
        self.check_view(view)
        if not self.due:
            return []
        known, shown = self._scores.get(view, []), self.shown
        fresh = [self.table.states[k] for k in shown[len(known) :]]
        if fresh:
            added = scores(self.game, self.cards, np.array(fresh, self.game.state), view)
            self._scores[view] = known = known + added
        return known

    def moves(self, view: int | None) -> dict[str, Any]:
        """What the person is asked whose turn it is, and the legal moves; {} if it is not that view's."""
        with self.table.lock:
            if self.status != "person" or view != int(self.table.states[-1]["seat"]):
                return {}
            state, why = self.table.states[-1], self._no_undo()
        game, cards, seat = self.game, self.cards, int(state["seat"])
        asked = moves(game, cards, state, seat)
        there = game, cards, state, seat
        whole = with_chains(asked, chains(*there), ways(*there), prepared(*there))
        whole = with_foretold(game, cards, state, whole)
        turn = int(state["active"]) if "active" in state.dtype.names else None  # whose turn it is
        return {**whole, "turn": turn, "undo": why, "hints": self.table.hints()}

    def study(self, at: int, view: int | None, agents: list[Any]) -> dict[str, Any]:
        """What agents would do in a position, as far as the view knows it."""
        self.check_view(view)
        state = self._state(self._known(at, at + 1)[0])
        if state["over"]:
            raise BadRequest("the game is over here: there is nothing to decide")
        here = self._position(at, view)
        return self._opinions(at, view, here, [opinion(agent, here) for agent in agents])

    def mover(self, at: int, view: int | None) -> str:
        """The spec of the agent whose decision led to a position, as far as the view may know it."""
        self.check_view(view)
        self._known(at, at + 1)
        if at == 0:
            raise BadRequest("no decision led here")
        seat = self._actor(at - 1, view)
        if seat is None:
            raise BadRequest("whose decision this was is not known here")
        if seat not in self.table.agents:
            raise BadRequest("only the moves of agents at this table can be explained")
        return self.setup.seats[seat]

    def explain(self, at: int, view: int | None, agent: Any) -> dict[str, Any]:
        """What the agent thought that made the decision before a position, as far as the view may know it.

        The agent is a fresh one of the same kind: the table's own may be thinking.
        """
        self.check_view(view)
        action = self.table.actions[self.steps.shown[at - 1]]
        story = Story(self.game, self.cards, view)
        open_ = story.sight(self._state(at - 1), action) == OPEN
        here = self._position(at - 1, view)
        return self._opinions(at - 1, view, here, [opinion(agent, here, action if open_ else None)])

    def _position(self, at: int, view: int | None) -> Positions:
        """A position with the key that the table's own agents have for it."""
        game, cards = self.game, self.cards
        seen = redealt(game, cards, self._state(at), view)
        if view is not None:
            seen["moves"] = at  # a seat does not know how many decisions there were
            return position(game, cards, seen, at)
        return position(
            game, cards, seen, int(decision_keys(self.setup.seed, 0, 0, int(seen["moves"][0]))[0])
        )

    @staticmethod
    def _opinions(
        at: int, view: int | None, here: Positions, opinions: list[dict[str, Any]]
    ) -> dict[str, Any]:
        seat = int(here.seat[0])
        return {"at": at, "seat": seat, "reckoned": view not in (None, seat), "opinions": opinions}

    def review(self, first: int) -> dict[str, Any]:
        """What decisions gave away, from the `first` one with a choice on, as far as one gets in a while.

        It judges the decisions of the people at the table, or of everybody where only agents play.
        """
        record = self.record()  # refuses a game with people that is not over
        if self.status != "over":
            raise BadRequest("turning points are looked for when the game is over", 409)
        with self.table.judging:
            judge = self.table.judge(record)
            found: list[dict[str, Any]] = []
            total, end = len(judge.numbers), time.monotonic() + REVIEWED
            while first + len(found) < total and (not found or time.monotonic() < end):
                found.append(self._judged(judge(first + len(found))))
        return {"decisions": found, "next": first + len(found), "total": total}

    def _judged(self, decision: Decision) -> dict[str, Any]:
        """A decision in words, with the position in which it was made."""
        words = self.game.words(self.cards, self.table.states[decision.number])
        return {
            "at": bisect_right(self.steps.shown, decision.number) - 1,
            "seat": decision.seat,
            "question": sentence(words.question()),
            "name": words.action(decision.action),
            "best": words.action(decision.best),
            "chance": round(decision.chance, 4),
            "loss": round(decision.loss, 4),
        }

    def record(self) -> Record:
        """The game as a record: set-up, seed and actions, so not before a game with people is over."""
        if self.table.replayed is not None:
            return self.table.replayed
        if self.setup.people and self.status != "over":
            raise BadRequest("a game can be saved when it is over: its record shows what is hidden", 403)
        return self.table.whole()
