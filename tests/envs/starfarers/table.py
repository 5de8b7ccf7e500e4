"""A table of Starfarers of Catan to lay out by names: pieces, cards, chips; then to act on.

Whatever is laid out is taken from where it lay before, so that the game's own invariants hold. The table
begins in the trade and building phase of seat 0's first turn: seat p has start position p (Alpha to Delta),
every first ship has the transporter with one ring, all hands are empty, and nobody has looked at a chip.
Only the active player makes offers, unless the option `proposals` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from astrarium.envs import starfarers_v1
from astrarium.envs.starfarers import actions as act
from astrarium.envs.starfarers import state as st
from tests.arrange import Arranged, arrange

GAME = starfarers_v1.game
LABELS = GAME.content().labels
ALL_CARDS = (1 << st.NUM_ENCOUNTERS) - 1
END = "end trade and building"


def resource(name: str) -> int:
    """The number of a resource."""
    return st.RESOURCES.index(name)


def site_of(name: str) -> int:
    """The number of a colony site, such as "Alpha food+carbon"."""
    return LABELS["site"].index(name)


def planet_of(name: str) -> int:
    """The number of a planet, such as "S1 goods"."""
    return LABELS["planet"].index(name)


def node_of(name: str) -> int:
    """The number of an intersection: by its name, of a site, or of an outpost ("Merchants 2")."""
    if name in LABELS["node"]:
        return LABELS["node"].index(name)
    t = GAME.content().tables[0]
    if name in LABELS["site"]:
        return int(t["site_node"][site_of(name)])
    race, _, number = name.rpartition(" ")
    return int(t["outpost_node"][5 * LABELS["race"].index(race) + int(number) - 1])


def launch_of(site: str, side: int) -> str:
    """The name of a launch point of a site."""
    return LABELS["node"][int(GAME.content().tables[0]["launch"][site_of(site), side])]


def reseed(states: np.ndarray, seed: int) -> None:
    """Give a game another random stream."""
    states["rng"][0] = np.random.default_rng(seed).integers(2**64, size=2, dtype=np.uint64)


@cache
def _first_turn(players: int, options: tuple[tuple[str, int], ...]) -> bytes:
    """The bytes of a game in the building phase of seat 0."""
    for seed in range(500):
        game = arrange(GAME, players=players, seed=seed, **dict(options))
        s = game.states[0]
        if s["first"] == 0:
            while s["ask"] == st.ASK_TRANSPORTER:
                game.act("use the transporter with 1 ring")
            if s["ask"] == st.ASK_BUILD:
                return game.states.tobytes()
    raise AssertionError("no such deal found")


class Table:
    """An arranged game with names for everything; `g.s` is the record, `g.game` the arranged game."""

    def __init__(self, players: int = 4, positions: tuple[int, ...] = (0, 1, 2, 3), **options: int) -> None:
        options = {"proposals": 0, **options}
        self.game: Arranged = arrange(GAME, players=players, **options)
        states = np.frombuffer(_first_turn(players, tuple(sorted(options.items()))), GAME.state)
        self.game.states[...] = states
        self.t = self.game.content.tables[0]
        self._sit(positions[:players])
        s = self.s
        for p in range(players):
            s["bank"] += s["hand"][p]
            s["hand"][p] = 0
        s["known"] = 0
        s["seen"] = 0
        self._sums()

    def _sit(self, positions: tuple[int, ...]) -> None:
        """Deal the start positions to the seats in this order."""
        s, t = self.s, self.t
        s["site_owner"][: st.HOME_SITES] = st.BLOCKED
        s["position"] = -1
        for p, position in enumerate(positions):
            port, colonies = int(t["start_port"][position]), [int(c) for c in t["start_colony"][position]]
            s["site_owner"][[port, *colonies]] = p
            s["ports"][p] = 1 << port
            s["colonies"][p] = sum(1 << site for site in colonies)
            s["ship_node"][p, 0] = t["start_node"][position]
            s["position"][p] = position

    @property
    def s(self) -> Any:
        """The state record."""
        return self.game.states[0]

    # Laying out

    def give(self, seat: int, seen: bool = False, **cards: int) -> Table:
        """Cards of the bank into a hand; the others know of them only if `seen`."""
        s = self.s
        for name, n in cards.items():
            r = resource(name)
            assert s["bank"][r] >= n, f"the bank has only {s['bank'][r]} {name}"
            s["bank"][r] -= n
            s["hand"][seat, r] += n
            if seen:
                others = [o for o in range(st.NUM_OBSERVERS) if o != seat]
                s["known"][others, seat, r] += n
        return self._sums()

    def stock(self, **cards: int) -> Table:
        """Leave so many cards of a kind in the bank; the others go to the last seat's hand."""
        s, last = self.s, int(self.s["num_players"]) - 1
        for name, n in cards.items():
            r = resource(name)
            s["hand"][last, r] += s["bank"][r] - n
            s["bank"][r] = n
        return self._sums()

    def pile(self, **cards: int) -> Table:
        """Make this the reserve pile; what it had goes to the bank."""
        s = self.s
        s["bank"] += s["pile"]
        s["pile"] = 0
        for name, n in cards.items():
            s["pile"][resource(name)] = n
            s["bank"][resource(name)] -= n
        assert (s["bank"] >= 0).all()
        return self._sums()

    def chip(self, planet: str, face: str) -> Table:
        """Lay this chip on a planet, face down: it changes places with another of its colour."""
        s, t, at = self.s, self.t, planet_of(planet)
        wanted = LABELS["face"].index(face)
        if s["face"][at] == wanted:
            return self
        down = [
            p
            for p in range(st.NUM_PLANETS)
            if s["face"][p] == wanted
            and t["planet_dot"][p] == t["planet_dot"][at]
            and not int(s["face_up"]) >> p & 1
        ]
        assert down, f"no {face} left face down of this colour"
        s["face"][down[0]] = s["face"][at]
        s["face"][at] = wanted
        return self._sums()

    def plain(self, system: str) -> Table:
        """Make the chips of a system numbers."""
        blue = next(p for p in LABELS["planet"] if p.startswith(system + " ") and self.dot(p) == "blue")
        return self.chip(blue, "10")

    def dot(self, planet: str) -> str:
        """The colour of a planet's chip."""
        return st.DOTS[self.t["planet_dot"][planet_of(planet)]]

    def colony(self, seat: int, site: str, port: bool = False) -> Table:
        """A colony or spaceport out of a player's reserve."""
        s, at = self.s, site_of(site)
        assert s["site_owner"][at] in (-1, st.BLOCKED)
        s["site_owner"][at] = seat
        s["colony_modules"][seat] -= 1
        if port:
            s["ports"][seat] |= 1 << at
            s["port_rings"][seat] -= 1
        else:
            s["colonies"][seat] |= 1 << at
        for planet in self.t["site_planet"][at]:
            s["face_up"] |= 1 << int(planet)
        return self._sums()

    def ship(self, seat: int, place: str, cargo: str = "colony", rings: int = 1) -> Table:
        """Put a ship on the board, or move the one with so many rings; without looking round."""
        s, k = self.s, rings - 1
        self.no_ship(seat, rings)
        module = "colony_modules" if cargo == "colony" else "trade_modules"
        s[module][seat] -= 1
        s["cargo"][seat, k] = st.COLONY if cargo == "colony" else st.TRADE
        s["ship_node"][seat, k] = node_of(place)
        return self._sums()

    def no_ship(self, seat: int, rings: int = 1) -> Table:
        """Take a ship off the board."""
        s, k = self.s, rings - 1
        if s["ship_node"][seat, k] >= 0:
            module = "colony_modules" if s["cargo"][seat, k] == st.COLONY else "trade_modules"
            s[module][seat] += 1
            s["cargo"][seat, k] = st.EMPTY
            s["ship_node"][seat, k] = -1
        return self._sums()

    def no_ships(self) -> Table:
        """Take all ships off the board."""
        for p in range(int(self.s["num_players"])):
            for rings in (1, 2, 3):
                self.no_ship(p, rings)
        return self

    def outpost(self, seat: int, race: str, *friends: str) -> Table:
        """Outposts with their friendship cards, the next ones of a base."""
        s, at = self.s, LABELS["race"].index(race)
        for name in friends:
            post = next(p for p in range(5 * at, 5 * at + 5) if s["outpost"][p] < 0)
            s["outpost"][post] = seat
            s["trade_modules"][seat] -= 1
            s["friends"][seat] |= 1 << LABELS["friend"].index(name)
        return self._sums()

    def expand(self, seat: int, boosters: int = 0, cannons: int = 0, freight: int = 0) -> Table:
        """Set the expansions of a mother ship."""
        self.s["expansion"][seat] = boosters, cannons, freight
        return self

    def fame(self, *rings: int) -> Table:
        """Set the fame rings from seat 0 on."""
        self.s["fame"][: len(rings)] = rings
        return self._sums()

    def trophy(self, seat: int, planet: str) -> Table:
        """A pirate or ice chip taken from a planet."""
        s, at = self.s, planet_of(planet)
        i = int(s["num_trophies"])
        s["trophy"][i], s["trophy_owner"][i], s["trophy_planet"][i] = s["face"][at], seat, at
        s["num_trophies"] = i + 1
        face = int(np.flatnonzero(s["reserve"])[0])
        s["reserve"][face] -= 1
        s["face"][at] = face
        s["face_up"] |= 1 << at
        return self._sums()

    def top_card(self, number: int) -> Table:
        """Make this the only encounter card that is left to draw."""
        self.s["deck"] = 1 << (number - 1)
        self.s["discard"] = ALL_CARDS & ~(1 << (number - 1))
        return self

    def _sums(self) -> Table:
        """Recompute what follows from the rest of the state."""
        s, t = self.s, self.t
        s["hand_size"] = s["hand"].sum(axis=1)
        s["pile_size"] = s["pile"].sum()
        s["producing"] = 0
        for planet in range(st.NUM_PLANETS):
            for total in range(2, 13):
                if int(s["face_up"]) >> planet & 1 and int(t["face_totals"][s["face"][planet]]) >> total & 1:
                    s["producing"][total] |= 1 << planet
        s["settled"] = 0
        for site in range(st.NUM_SITES):
            s["settled"][site // 3] += 0 <= s["site_owner"][site] < st.BLOCKED
        full = s["settled"] == 2 if s["num_players"] == 3 else np.zeros(st.NUM_SYSTEMS, bool)
        s["room"] = sum(
            1 << site
            for site in range(st.HOME_SITES, st.NUM_SITES)
            if s["site_owner"][site] == -1 and not full[site // 3]
        )
        s["pips"] = 0
        for site, owner in enumerate(s["site_owner"]):
            if 0 <= owner < st.BLOCKED:
                for planet in t["site_planet"][site]:
                    s["pips"][owner, t["planet_resource"][planet]] += t["face_pips"][s["face"][planet]]
        for race in range(st.NUM_RACES):
            owners = s["outpost"][5 * race : 5 * race + 5]
            s["docked"][race] = (owners >= 0).sum()
            s["posts"][:, race] = [(owners == p).sum() for p in range(st.MAX_PLAYERS)]
            s["chip"][race] = self._favourite(race)
        s["node_ship"] = -1
        for p in range(int(s["num_players"])):
            friends = [f for f in range(st.NUM_FRIENDS) if int(s["friends"][p]) >> f & 1]
            s["speed_bonus"][p] = sum(int(t["friend_speed"][f]) for f in friends)
            s["combat_bonus"][p] = sum(int(t["friend_combat"][f]) for f in friends)
            s["points"][p] = (
                int(s["colonies"][p]).bit_count()
                + 2 * int(s["ports"][p]).bit_count()
                + int(s["fame"][p]) // 2
                + 2 * int((s["chip"] == p).sum())
                + int((s["trophy_owner"] == p).sum())
            )
            for k in range(st.TRANSPORTERS):
                if s["ship_node"][p, k] >= 0:
                    s["node_ship"][s["ship_node"][p, k]] = 3 * p + k
        return self

    def _favourite(self, race: int) -> int:
        owners = [int(o) for o in self.s["outpost"][5 * race : 5 * race + 5] if o >= 0]
        return max(owners, key=lambda o: (owners.count(o), -owners.index(o))) if owners else -1

    # Acting

    def act(self, *actions: str) -> Table:
        """Take actions by name; each must be legal."""
        self.game.check()
        for action in actions:
            self.game.act(action)
            self.game.check()
        return self

    def force(self, action: str, wanted: Callable[[Any], bool]) -> Table:
        """Take an action with a random stream that brings what is wanted about."""
        self.game.check()
        for seed in range(3000):
            twin = self.game.copy()
            reseed(twin.states, seed)
            twin.act(action)
            if wanted(twin.states[0]):
                twin.check()
                self.game.states[...] = twin.states
                return self
        raise AssertionError("what is wanted does not happen")

    def legal(self) -> list[str]:
        """Names of the legal actions."""
        return self.game.legal()

    def can(self, action: str) -> bool:
        """Is an action legal?"""
        return self.game.can(action)

    def twin(self) -> Table:
        """A copy to try things on."""
        twin = object.__new__(Table)
        twin.game, twin.t = self.game.copy(), self.t
        return twin

    def next_roll(self, total: int) -> Table:
        """Ships aside, end the turn; the next player throws this total."""
        self.no_ships()
        return self.force(END, lambda s: s["dice"].sum() == total)

    def flight(self, speed: int = 5) -> Table:
        """On to the flight phase, the mother ship showing this base speed without a black ball."""
        return self.force(END, lambda s: min(s["balls_drawn"]) > 0 and s["base_speed"] == speed)

    def meet(self, number: int) -> Table:
        """On to the flight phase and into this encounter."""
        self.top_card(number)
        return self.force(END, lambda s: s["deck"] == 0)

    def take_off(self, rings: int = 1) -> Table:
        """Begin the move of a ship; the only one that has to leave its place begins by itself."""
        if self.s["flying"] == rings - 1:
            return self
        return self.act(f"move the ship with {act.RINGS[rings - 1]}")

    def steer(self, place: str) -> Table:
        """Fly the ship on the move to an intersection, by a shortest way."""
        s, t, to = self.s, self.t, node_of(place)
        while s["flying"] >= 0 and (node := int(s["ship_node"][s["active"], s["flying"]])) != to:
            near = int(t["distance"][node, to])
            for direction, name in enumerate(act.DIRECTIONS):
                other = int(t["neighbour"][node, direction])
                if other >= 0 and t["distance"][other, to] < near and self.can(f"fly {name}"):
                    self.act(f"fly {name}")
                    break
            else:
                raise AssertionError(f"no way to {place}")
        return self

    def fly(self, place: str, rings: int = 1) -> Table:
        """Move a ship to an intersection and leave it there, on the move if it can still choose."""
        return self.take_off(rings).steer(place)

    # Looking

    def hand(self, seat: int) -> dict[str, int]:
        """A hand by name, kinds without a card left out."""
        return {name: int(n) for name, n in zip(st.RESOURCES, self.s["hand"][seat], strict=True) if n}

    def bank(self, name: str) -> int:
        """Cards of a kind in the bank."""
        return int(self.s["bank"][resource(name)])

    def points(self, seat: int) -> int:
        """Victory points."""
        return int(self.s["points"][seat])

    def rings(self, seat: int) -> int:
        """Fame rings."""
        return int(self.s["fame"][seat])

    def expansions(self, seat: int) -> dict[str, int]:
        """Expansions by name, kinds without one left out."""
        return {name: int(n) for name, n in zip(st.EXPANSIONS, self.s["expansion"][seat], strict=True) if n}

    def place(self, seat: int, rings: int = 1) -> str | None:
        """Where a ship is; None = in reserve."""
        node = int(self.s["ship_node"][seat, rings - 1])
        return LABELS["node"][node] if node >= 0 else None

    def owner(self, site: str) -> int:
        """Who owns a site; -1 = free."""
        return int(self.s["site_owner"][site_of(site)])

    def up(self, planet: str) -> bool:
        """Does a chip lie face up?"""
        return bool(int(self.s["face_up"]) >> planet_of(planet) & 1)

    def seen(self, seat: int, planet: str) -> bool:
        """Has a seat looked at a chip?"""
        return bool(int(self.s["seen"][seat]) >> planet_of(planet) & 1)

    def face(self, planet: str) -> str:
        """The face of a chip."""
        return LABELS["face"][self.s["face"][planet_of(planet)]]

    def friends(self, seat: int) -> list[str]:
        """Names of a player's friendship cards."""
        bits = int(self.s["friends"][seat])
        return [name for f, name in enumerate(LABELS["friend"]) if bits >> f & 1]

    @property
    def ask(self) -> int:
        """What the acting seat is asked."""
        return int(self.s["ask"])

    @property
    def seat(self) -> int:
        """The acting seat."""
        return int(self.s["seat"])
