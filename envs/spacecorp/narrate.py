"""SpaceCorp: what an action brought about, in words: the difference of two states, told as a game.

Only what everybody at the table sees is told: cards drawn from the deck have no names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from astrarium.core.tables import Content

from . import state as st
from .actions import OFFSET
from .view import SEAT_NAMES, Reader


def narrate(content: Content, before: Any, action: int, after: Any) -> list[str]:
    """Lines that tell what happened beyond the action's own name."""
    story = _Story(content, before, int(action), after)
    story.tell()
    return story.lines


class _Story:
    def __init__(self, content: Content, before: Any, action: int, after: Any) -> None:
        self.a, self.b, self.action = before, after, action
        self.old, self.new = Reader(content, before), Reader(content, after)
        self.players = range(int(after["num_players"]))
        self.new_era = int(before["era"]) != int(after["era"])
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines

    def tell(self) -> None:
        self.edges()
        if not self.new_era:
            self.announced()
            self.moves()
            self.tiles()
            self.bases()
            self.colonies()
            self.infra()
            self.contracts()
        self.wheels()
        self.progress()
        self.profit()
        if not self.new_era:
            self.cards()
            self.discarded()
        self.trigger()
        self.turn()
        self.end()

    # What was done

    def edges(self) -> None:
        a, b = self.a, self.b
        if self.new_era or not a["window"]:
            return
        player = int(a["seat"])
        for card in range(st.TIME):
            gone = int(b["discard"][card]) - int(a["discard"][card])
            left = int(a["hand"][player, card]) - int(b["hand"][player, card])
            edge = int(self.old.t["edge"][st.NUM_CARDS * self.old.era + card])
            if gone > 0 and left > 0 and edge >= 0:
                self.say(f"{SEAT_NAMES[player]} plays the Edge of {self.old.card(card)}: {st.EDGES[edge]}")

        named = int(b["sabotaged"]) & ~int(a["sabotaged"])
        for kind in range(st.PASS):
            if named >> kind & 1:
                self.say(f"{SEAT_NAMES[a['active']]} may not conduct {st.TYPES[kind]} this turn")

    def announced(self) -> None:
        """The action, once its announcement is complete."""
        a, b = self.a, self.b
        act = self._act()
        now = st.S_TYPE <= b["stage"] <= st.S_SPEND and not b["second"] and b["turns"] == a["turns"]
        if act < 0 or act >= st.PASS or now:
            return
        words = f"{SEAT_NAMES[a['active']]} conducts {st.TYPES[act]}"
        if self._played():
            words += f" with {self._played()}"
        if self._lender():
            words += f", using the Infra of {self._lender()}"
        self.say(words)

    def _lender(self) -> str:
        """Whose HQ helps, if it is not the own one."""
        a, b = self.a, self.b
        used = [int(seat) for seat in a["hq"]]
        if a["turns"] == b["turns"]:
            used += [int(seat) for seat in b["hq"]]
        if a["stage"] in (st.S_HQ, st.S_SECOND_HQ) and self.action >= OFFSET[st.ASK_WHOSE, 0]:
            used.append((int(a["active"]) + self.action - int(OFFSET[st.ASK_WHOSE, 0])) % len(self.players))
        return " and ".join(SEAT_NAMES[seat] for seat in sorted(set(used) - {-1, int(a["active"])}))

    def _act(self) -> int:
        """The action that was being announced; -1 = none."""
        a = self.a
        if a["window"] or a["second"] or not st.S_TYPE <= a["stage"] <= st.S_SPEND:
            return -1
        if a["stage"] == st.S_TYPE and a["ask"] == st.ASK_TYPE:
            return self.action - int(OFFSET[st.ASK_TYPE, 0])
        return int(a["act"])

    def _played(self) -> str:
        """Cards laid on the table for the action, discarded by now or not."""
        a, b = self.a, self.b
        counts = a["played"].astype(int)
        if a["turns"] == b["turns"]:
            counts = np.maximum(counts, b["played"])
        counts = np.maximum(counts, b["discard"].astype(int) - a["discard"].astype(int))
        return ", ".join(
            f"{n} {self.old.card(card)}" if n > 1 else self.old.card(card)
            for card, n in enumerate(counts)
            if n > 0
        )

    def moves(self) -> None:
        a, b = self.a, self.b
        for seat in self.players:
            for team in range(st.NUM_TEAMS):
                was, now = int(a["team_site"][seat, team]), int(b["team_site"][seat, team])
                who = f"{SEAT_NAMES[seat]}'s team {team + 1}"
                if was >= 0 and now >= 0 and was != now:
                    track = (
                        f", star track {b['team_track'][seat, team]}" if b["team_track"][seat, team] else ""
                    )
                    self.say(f"{who} goes from {self.old.site(was)} to {self.new.site(now)}{track}")
                elif was >= 0 > now:
                    self.say(f"{who} leaves the game at {self.old.site(was)}")
                elif was < 0 <= now:
                    self.say(f"{who} appears at {self.new.site(now)}")
                elif now >= 0 and b["team_track"][seat, team] == 0 < a["team_track"][seat, team]:
                    self.say(f"{who} reaches the star {self.new.site(now)}")
        for place, word in enumerate(("1st", "2nd")):
            if a["beyond"][place] < 0 <= b["beyond"][place]:
                self.say(f"{SEAT_NAMES[b['beyond'][place]]} takes the {word} Beyond marker")

    def tiles(self) -> None:
        a, b = self.a, self.b
        for site in range(st.NUM_SITES):
            for box in range(st.NUM_BOXES):
                if a["tile"][site, box] < 0 <= b["tile"][site, box]:
                    tile = int(b["tile"][site, box])
                    words = self.new.tile_words(tile)
                    found = f"{self.new.tile(tile)}{f' ({words})' if words else ''}"
                    self.say(f"explored {self.new.site(site)}: {found}")

    def bases(self) -> None:
        a, b = self.a, self.b
        for site in range(st.NUM_SITES):
            for box in range(st.NUM_BOXES):
                if a["base"][site, box] < 0 <= b["base"][site, box]:
                    kind = st.BASES[b["base"][site, box]]
                    article = "an" if kind[0] in "AEI" else "a"
                    self.say(
                        f"{SEAT_NAMES[b['owner'][site]]} builds {article} {kind} at {self.new.site(site)}"
                    )
                elif a["base"][site, box] >= 0 > b["base"][site, box]:
                    self.say(
                        f"{SEAT_NAMES[a['owner'][site]]} keeps {self.old.site(site)} as Legacy Production"
                    )

    def colonies(self) -> None:
        a, b = self.a, self.b
        for site in range(st.NUM_SITES):
            if a["colony"][site] < 0 <= b["colony"][site]:
                name = self.new.labels["colony"][b["colony"][site]]
                self.say(f"{SEAT_NAMES[b['owner'][site]]} founds the colony {name} at {self.new.site(site)}")

    def infra(self) -> None:
        a, b = self.a, self.b
        for seat in self.players:
            for slot in range(st.NUM_SLOTS):
                if a["infra"][seat, slot] != b["infra"][seat, slot]:
                    name, numbers = self.new.infra(seat, slot)
                    card = f"{name} ({numbers})" if numbers else name
                    self.say(f"{SEAT_NAMES[seat]}'s Infra slot {slot + 1}: {card}")

    def contracts(self) -> None:
        """The active player's own claim first, then those of colonies, which take the best award left."""
        a, b = self.a, self.b
        answered = self._answered_row()
        rows = [row for row in range(st.NUM_ROWS) if a["marker"][row] != b["marker"][row]]
        rows.sort(key=lambda row: (row != answered, -self.old.award(row)))
        claimants = [int(a["active"])] if answered in rows else []
        for row, seat in zip(rows, claimants + self._claiming_colonies(), strict=False):
            words = f"contract {row + 1} ({self.old.condition(row)}) for {self.old.award(row)}T"
            self.say(f"{SEAT_NAMES[seat]} fulfills {words}")

    def _answered_row(self) -> int:
        """The row to which the active player said yes; -1 = none."""
        a = self.a
        yes = int(OFFSET[st.ASK_ANSWER, 0]) + st.YES
        asked = a["stage"] == st.S_CLAIM and a["ask"] == st.ASK_ANSWER
        return int(a["row"]) if asked and self.action == yes else -1

    def _claiming_colonies(self) -> list[int]:
        """Owners of colonies that claim at the end of the era, in the order in which they do."""
        b = self.b
        owners = [
            int(b["owner"][site])
            for site in range(st.NUM_SITES)
            if b["colony"][site] >= 0 and self.new.t["colony_effect"][b["colony"][site]] == st.C_CLAIM
        ]
        return sorted(owners, key=lambda seat: (seat - int(b["first"])) % len(self.players))

    def wheels(self) -> None:
        a, b = self.a, self.b
        for seat in self.players:
            for field in ("genetics", "revelation"):
                if b[field][seat] > a[field][seat]:
                    self.say(f"{SEAT_NAMES[seat]}'s {field} marker advances to {b[field][seat]}")

    def progress(self) -> None:
        a, b = self.a, self.b
        for seat in self.players:
            fresh = int(b["progress"][seat]) & ~int(a["progress"][seat])
            for title, name in enumerate(self.new.labels["title"]):
                if fresh >> title & 1:
                    self.say(f"{SEAT_NAMES[seat]} takes {name}: {self.new.labels['title_text'][title]}")

    def profit(self) -> None:
        a, b = self.a, self.b
        for seat in self.players:
            change = int(b["profit"][seat]) - int(a["profit"][seat])
            if change:
                verb = "gains" if change > 0 else "pays"
                self.say(f"{SEAT_NAMES[seat]} {verb} {abs(change)}T (now {b['profit'][seat]}T)")

    def cards(self) -> None:
        """Offers taken by name, deck draws by number."""
        a, b = self.a, self.b
        for seat in self.players:
            taken = []
            for card in range(st.NUM_CARDS):
                more = int(b["known"][seat, card]) - int(a["known"][seat, card])
                taken += [self.new.card(card)] * max(0, more)
            if taken:
                self.say(f"{SEAT_NAMES[seat]} takes {', '.join(taken)}")
            drawn = self._drawn(seat) - len(taken)
            if drawn > 0 and a["deck_size"] > b["deck_size"]:
                self.say(f"{SEAT_NAMES[seat]} draws {'a card' if drawn == 1 else f'{drawn} cards'}")

    def _drawn(self, seat: int) -> int:
        """Cards that came into a hand: its growth, and what left it for the table."""
        a, b = self.a, self.b
        growth = int(b["hand_size"][seat]) - int(a["hand_size"][seat])
        if seat == a["active"] and a["turns"] == b["turns"]:
            growth += int(b["played"].sum()) - int(a["played"].sum())
        return growth

    def discarded(self) -> None:
        a, b = self.a, self.b
        fresh = [c for c in range(st.NUM_OFFERS) if b["offers"][c] >= 0 and a["offers"][c] != b["offers"][c]]
        if fresh:
            names = ", ".join(self.new.card(int(b["offers"][box])) for box in fresh)
            self.say(f"new offers: {names} ({b['deck_size']} cards left)")

    # The course of the game

    def trigger(self) -> None:
        a, b = self.a, self.b
        if self.new_era:
            return
        if b["triggered"] and not a["triggered"]:
            reason = (
                "six contracts are fulfilled" if b["triggered"] == st.BY_CONTRACTS else "the deck is empty"
            )
            self.say(f"the end of the era is near: {reason}")
        passed = int(b["passed"]) & ~int(a["passed"])
        for seat in self.players:
            if passed >> seat & 1:
                self.say(f"{SEAT_NAMES[seat]} passes for the rest of the era")
        if b["counting"] and not a["counting"]:
            self.say("the last turns begin")

    def turn(self) -> None:
        a, b = self.a, self.b
        if self.new_era:
            self.say(f"# {st.ERAS[b['era']]} begins")
        if b["turns"] != a["turns"] and not b["over"]:
            extra = " (Intercept)" if b["extra"] else ""
            self.say(f"# {st.ERAS[b['era']]}, turn {b['turns']}{extra}, turn of {SEAT_NAMES[b['active']]}")

    def end(self) -> None:
        if self.b["over"] and not self.a["over"]:
            profits = ", ".join(f"{SEAT_NAMES[seat]} {self.b['profit'][seat]}T" for seat in self.players)
            reason = "the game is cut at the move limit" if self.b["over"] == 2 else "the game is over"
            self.say(f"{reason}; profit: {profits}")
