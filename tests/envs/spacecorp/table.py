"""A SpaceCorp table to lay out by names: teams, tiles, bases, Infra, hands; then to act on.

Whatever is laid out is taken from where it lay before (deck, stack, supply), so that the game's own
invariants hold. The table begins at seat 0's choice of an action in the given era, with everybody at home,
Time cards and Start cards put back into the deck and no Edge in any hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from astrarium.core import drivers
from astrarium.envs import spacecorp_v1
from astrarium.envs.spacecorp import state as st
from tests.arrange import Arranged, arrange

GAME = spacecorp_v1.game
ERAS = {"Mariners": 1, "Planeteers": 2, "Starfarers": 3}


class Table:
    """An arranged game with names for everything; `g.s` is the record, `g.game` the arranged game."""

    def __init__(self, era: str = "Mariners", players: int = 2, seed: int = 0, **options: int) -> None:
        start = options.pop("start_era", ERAS[era])
        self.game: Arranged = arrange(GAME, players=players, seed=seed, start_era=start, **options)
        self.t = self.game.content.tables[0]
        self.labels = self.game.content.labels
        self._settle(ERAS[era] - 1)

    @classmethod
    def dealt(cls, players: int = 2, seed: int = 0, **options: int) -> Table:
        """A game as it is dealt, nothing changed."""
        g = object.__new__(cls)
        g.game = arrange(GAME, players=players, seed=seed, **options)
        g.t, g.labels = g.game.content.tables[0], g.game.content.labels
        return g

    def _settle(self, era: int) -> None:
        """Seat 0 is about to choose an action; hands are empty."""
        s, n = self.s, int(self.s["num_players"])
        if s["era"] != era:
            raise ValueError("lay out a later era with start_era")
        for name in (
            "adaptations",
            "breakthroughs",
            "unpaid",
            "chooser",
            "extra",
            "window",
            "asked",
            "heard",
        ):
            s[name] = 0
        s["progress"][:] = 0
        s["progress_left"] = np.where(self.t["title_era"] <= era, 2, 0)
        for seat in range(n):
            for card in range(st.NUM_CARDS):
                s["deck"][card] += s["hand"][seat, card]
            s["hand"][seat] = s["known"][seat] = 0
        for box in range(st.NUM_OFFERS):
            s["deck"][s["offers"][box]] += 1
        s["offers"] = -1
        s["profit"][:n] = 0
        s["first"] = s["active"] = s["normal"] = 0
        s["step"], s["ask"] = st.S_ACTION, st.ASK_ACTION
        self.refresh()

    @property
    def s(self) -> Any:
        """The state record."""
        return self.game.states[0]

    @property
    def era(self) -> int:
        """The number of the era."""
        return int(self.s["era"])

    # Names

    def site(self, name: str) -> int:
        """The number of a site on this board."""
        return self.labels["site"].index(name) - st.FIRST_SITE[self.era]

    def card(self, name: str) -> int:
        """The number of a card within this era."""
        first = st.NUM_CARDS * self.era
        return self.labels["card"][first : first + st.NUM_CARDS].index(name)

    def tile(self, name: str, stack: str | None = None) -> int:
        """The number of a kind of tile."""
        found = [
            k
            for k, label in enumerate(self.labels["tile"])
            if label == name and (stack is None or st.STACKS[self.t["tile_stack"][k]] == stack)
        ]
        era = [k for k in found if self._era_of(k) == self.era]
        return (era or found)[0]

    def _era_of(self, tile: int) -> int:
        stack = int(self.t["tile_stack"][tile])
        return 2 if stack >= 5 else 1 if stack >= 2 else 0

    def title(self, name: str) -> int:
        """The number of a progress card."""
        return self.labels["title"].index(name)

    def colony(self, name: str) -> int:
        """The number of a colony tile, by its name without the value."""
        return [label.partition(" (")[0] for label in self.labels["colony"]].index(name)

    # Laying out

    def give(self, seat: int, *cards: str, known: bool = False) -> Table:
        """Deal named cards to a hand, out of the deck."""
        s = self.s
        for name in cards:
            card = self.card(name)
            assert s["deck"][card] > 0, f"no {name} left in the deck"
            s["deck"][card] -= 1
            s["hand"][seat, card] += 1
            s["known"][seat, card] += int(known)
        return self.refresh()

    def offer(self, *cards: str | None) -> Table:
        """Lay out the offers from the first box on."""
        s = self.s
        for box, name in enumerate(cards):
            if name is not None:
                s["deck"][self.card(name)] -= 1
                s["offers"][box] = self.card(name)
        return self.refresh()

    def infra(self, seat: int, slot: int, name: str, era: str | None = None) -> Table:
        """Put a card into an Infra slot (from 1); a card of this era comes from the deck."""
        of = self.era if era is None else ERAS[era] - 1
        first = st.NUM_CARDS * of
        card = self.labels["card"][first : first + st.NUM_CARDS].index(name)
        if of == self.era:
            self.s["deck"][card] -= 1
        self.s["infra"][seat, slot - 1] = first + card
        return self.refresh()

    def only(self, *cards: str) -> Table:
        """Leave only these cards in the deck; the others are discarded."""
        s = self.s
        keep = np.zeros(st.NUM_CARDS, int)
        for name in cards:
            keep[self.card(name)] += 1
        s["discard"] += (s["deck"] - keep).astype(np.int8)
        s["deck"] = keep
        self.refresh()
        if not cards and s["triggered"] == 0:
            s["triggered"] = st.BY_DECK
        return self.refresh()

    def teams(self, seat: int, *sites: str, claim: bool = False, track: int = 0) -> Table:
        """Put a player's teams at sites, from the first team on."""
        for team, name in enumerate(sites):
            self.s["team_site"][seat, team] = self.site(name)
            self.s["team_claim"][seat, team] = claim
            self.s["team_track"][seat, team] = track
        return self.refresh()

    def explored(self, site: str, *tiles: str) -> Table:
        """Lay tiles into the boxes of a site, out of their stacks; "Name@stack" says which one."""
        for box, label in enumerate(tiles):
            name, _, stack = label.partition("@")
            tile = self.tile(name, stack or self._stack(site, box, name))
            if self.s["stack"][tile] == 0:
                tile = self.tile(name)
            self.s["stack"][tile] -= 1
            assert self.s["stack"][tile] >= 0, f"no {name} left"
            self.s["tile"][self.site(site), box] = tile
        return self.refresh()

    def _stack(self, site: str, box: int, name: str) -> str | None:
        names = ("S-primary", "S-secondary", "S-alien") if self.era == 2 else st.STACKS[:5]
        for stack in names[min(box, 1) :] if self.era == 2 else names:
            for k, label in enumerate(self.labels["tile"]):
                fits = label == name and st.STACKS[self.t["tile_stack"][k]] == stack
                if fits and self._era_of(k) == self.era and self.s["stack"][k] > 0:
                    return stack
        return None

    def base(self, seat: int, site: str, *kinds: str) -> Table:
        """Build bases of a player at a site, box by box."""
        at = self.site(site)
        for box, kind in enumerate(kinds):
            number = st.BASES.index(kind)
            self.s["base"][at, box] = number
            self.s["supply"][seat, number] -= 1
        self.s["owner"][at] = seat
        self.s["own_sites"][seat] |= 1 << at
        return self.refresh()

    def supply(self, seat: int, **left: int) -> Table:
        """Bases left of some types; the others of that type are taken to lie in the supply of nowhere."""
        for name, number in left.items():
            self.s["supply"][seat, st.BASES.index(name.replace("_", " "))] = number
        return self.refresh()

    def colonized(self, site: str, name: str) -> Table:
        """Put a colony at a system."""
        self.s["colony"][self.site(site)] = self.colony(name)
        self.s["colony_left"] &= ~(1 << self.colony(name))
        return self.refresh()

    def owns(self, seat: int, *titles: str) -> Table:
        """Give progress cards to a player: the copies without award first."""
        for name in titles:
            self.s["progress"][seat] |= 1 << self.title(name)
            self.s["progress_left"][self.title(name)] -= 1
        return self.refresh()

    def profits(self, *profit: int) -> Table:
        """Set the players' profit from seat 0 on."""
        self.s["profit"][: len(profit)] = profit
        return self.refresh()

    def set(self, **fields: Any) -> Table:
        """Set fields of the state."""
        for name, value in fields.items():
            self.s[name] = value
        return self.refresh()

    def refresh(self) -> Table:
        """Recompute what follows from the rest of the state, and the question."""
        s, t = self.s, self.t
        for seat in range(int(s["num_players"])):
            s["hand_size"][seat] = s["hand"][seat].sum()
            s["hand_bits"][seat] = sum(1 << c for c in range(st.NUM_CARDS) if s["hand"][seat, c])
        s["deck_size"] = s["deck"].sum()
        start = int(t["start_bits"][self.era])
        s["deck_start"] = sum(int(s["deck"][c]) for c in range(st.NUM_CARDS) if start >> c & 1)
        for seat in range(int(s["num_players"])):
            self._sum_infra(seat)
        for site in range(st.NUM_SITES):
            s["produce"][site] = self._produce(site)
        self.__dict__["stale"] = True
        return self

    def _sum_infra(self, seat: int) -> None:
        """What the Infra of an HQ gives for each action."""
        s, t = self.s, self.t
        cards = [int(card) for card in s["infra"][seat] if card >= 0]
        start = int(s["start_era"]) - 1
        for kind in range(st.NUM_VALUED):
            printed = [
                int(t["hq_value"][start, slot])
                for slot in range(st.NUM_SLOTS)
                if s["infra"][seat, slot] < 0 and t["hq_kind"][start, slot] == kind
            ]
            printed += [int(t["hq_research"][start])] if kind == st.RESEARCH else []
            numbers = [int(t["worth"][card, kind]) for card in cards]
            s["infra_plain"][seat, kind] = sum(printed) + sum(numbers)
            s["infra_mult"][seat, kind] = np.prod([max(1, int(t["mult"][card, kind])) for card in cards])
            s["infra_big"][seat, kind] = max(numbers, default=0)

    def _produce(self, site: int) -> list[int]:
        """P# of the tiles of a site as they stand, -1 = none."""
        s, t = self.s, self.t
        pairs = [(int(tile), int(base)) for tile, base in zip(s["tile"][site], s["base"][site], strict=True)]
        phobes = [base for tile, base in pairs if tile >= 0 and t["tile_special"][tile] == st.PHOBES]
        if any(base != st.SECURE for base in phobes):
            return [-1] * st.NUM_BOXES
        return [self._produce_of(tile, base) for tile, base in pairs]

    def _produce_of(self, tile: int, base: int) -> int:
        printed = int(self.t["tile_produce"][tile]) if tile >= 0 else -1
        if tile < 0 or base == st.EXPLOITER:
            return -1
        if base == st.ATTRACTION:
            return max(printed, 0) + int(st.ATTRACTION_BONUS[self.era])
        return printed + 1 if base == st.REFINERY and printed >= 0 else printed

    def ready(self, edges: bool = False) -> Table:
        """Ask for the action anew after laying out; with `edges` the start of the turn comes first."""
        s = self.s
        if s["ask"] == st.ASK_ACTION and (edges or self.__dict__.get("stale")):
            self.__dict__["stale"] = False
            s["window"] = st.AT_START if edges else st.NO_WINDOW
            s["asked"] = s["heard"] = s["ask"] = 0
            s["purge"] = -1
            self.game._run(drivers.run_one, 0)
        return self

    # Acting

    def act(self, *actions: str) -> Table:
        """Take actions by name; each must be legal."""
        self.ready().game.check()
        for action in actions:
            self.game.act(action)
            self.game.check()
        return self

    def do(self, *actions: str) -> Table:
        """Take those of the actions that are asked for: a choice with one option is made without asking."""
        self.ready().game.check()
        for action in actions:
            if self.can(action):
                self.act(action)
        return self

    def can(self, action: str) -> bool:
        """Is an action legal?"""
        return self.ready().game.can(action)

    def legal(self) -> list[str]:
        """Names of the legal actions."""
        return self.ready().game.legal()

    def twin(self) -> Table:
        """A copy to try things on."""
        self.ready()
        twin = object.__new__(Table)
        twin.game, twin.t, twin.labels = self.game.copy(), self.t, self.labels
        return twin

    def quiet(self, stop: Any) -> Table:
        """Decline everything until `stop(state)` holds or the game is over."""
        for _ in range(500):
            if self.s["over"] or stop(self.s):
                return self
            legal = self.legal()
            for action in ("done", "pass", "no", "Time: not used", "use own", "spend 0T"):
                if action in legal:
                    self.act(action)
                    break
            else:
                self.act(legal[0])
        raise AssertionError("the awaited moment does not come")

    def end_turn(self) -> Table:
        """Quietly on to the next choice of an action."""
        turn = int(self.s["turns"])
        return self.quiet(lambda s: int(s["turns"]) > turn and self.typing())

    def turn_of(self, seat: int) -> Table:
        """Quietly on to that player's next choice of an action."""
        turn = int(self.s["turns"])
        return self.quiet(lambda s: s["turns"] > turn and s["active"] == seat and self.typing())

    def typing(self) -> bool:
        """Is the active player choosing an action?"""
        return self.s["ask"] == st.ASK_ACTION

    def reach(self, team: int, *plays: str) -> set[str]:
        """Sites that a team of seat 0 could move to, tried on a copy."""
        trial = self.twin()
        trial.do("Move")
        trial.do(f"team {team + 1}")
        if trial.s["ask"] == st.ASK_MOVE_SITE:
            return {name.removeprefix("site ") for name in trial.legal()}
        if trial.s["site"] < 0:
            return set()
        return {self.labels["site"][st.FIRST_SITE[self.era] + int(trial.s["site"])]}

    # Looking

    def profit(self, seat: int = 0) -> int:
        """Profit of a player."""
        return int(self.s["profit"][seat])

    def hand(self, seat: int = 0) -> list[str]:
        """Names of the cards in a hand, sorted by number."""
        first = st.NUM_CARDS * self.era
        return [
            self.labels["card"][first + c]
            for c in range(st.NUM_CARDS)
            for _ in range(self.s["hand"][seat, c])
        ]

    def at(self, seat: int, team: int) -> str:
        """Where a team stands."""
        site = int(self.s["team_site"][seat, team])
        return "nowhere" if site < 0 else self.labels["site"][st.FIRST_SITE[self.era] + site]

    def bases_at(self, site: str) -> list[str]:
        """Bases at a site."""
        return [st.BASES[k] for k in self.s["base"][self.site(site)] if k >= 0]

    def tiles_at(self, site: str) -> list[str]:
        """Tiles at a site."""
        return [self.labels["tile"][k] for k in self.s["tile"][self.site(site)] if k >= 0]

    def titles(self, seat: int) -> list[str]:
        """Progress cards of a player."""
        return [name for k, name in enumerate(self.labels["title"]) if self.s["progress"][seat] >> k & 1]

    def value(self) -> tuple[int, int]:
        """Plain sum and product of multipliers so far."""
        return int(self.s["plain"]), int(self.s["mult"])
