"""Starship Captains: what a player has and what it is worth, for people to read.

The points are counted here a second time, from the state and by what they are for; tests hold both counts
against each other.
"""

from __future__ import annotations

from . import state as st
from . import tables as tb
from .cards import CardWords


class Holdings(CardWords):
    """Crew, techs, icons and points of the players."""

    # Ships

    def crew(self, player: int) -> list[int]:
        """All figures of a crew: ready room, queue, at work and on a mission."""
        s = self.s
        found = [f for f in range(len(st.FIGURES)) for _ in range(int(s["ready"][player, f]))]
        found += [int(f) for f in s["queue"][player, : int(s["queue_size"][player])]]
        if int(s["active"]) == player:
            found += [int(f) for f in s["pad"] if f >= 0]
            if s["worker"] >= 0:
                found.append(int(s["worker"]))
        return found

    def techs_of(self, player: int) -> list[int]:
        """Techs that a player can use: installed and shared ones."""
        s = self.s
        cards = [int(card) for card in s["slot"][player] if card >= 0]
        if s["sharing"]:
            cards += [int(card) for card in s["shared"] if card >= 0]
        return cards

    def lockers(self, player: int) -> int:
        """Cargo slots beyond those of the ship."""
        cards = [card for card in self.techs_of(player) if int(self.t["hook"][card]) == tb.HOOK_LOCKERS]
        return sum(int(self.t["lockers"][card]) for card in cards)

    def icon(self, player: int, slot: int, place: int) -> int:
        """The icon that shows at a corner of a slot."""
        s = self.s
        card = int(s["slot"][player, slot])
        icons = self.t["icon"][card] if card >= 0 else self.t["slot_icon"][int(s["slot_side"]), slot]
        return int(icons[place])

    def pair(self, player: int, slot: int, height: int) -> int:
        """The icon that a slot shares with the next one at a height, or none."""
        if slot + 1 >= st.NUM_SLOTS:
            return tb.ICON_NONE
        right, left = (
            self.icon(player, slot, tb.RIGHT_TOP + height),
            self.icon(player, slot + 1, tb.LEFT_TOP + height),
        )
        return right if right == left else tb.ICON_NONE

    # Points

    def all_damage(self, player: int) -> int:
        """Damage in the hold and in tech slots."""
        return int(self.s["damage"][player]) + int(self.s["slot_damage"][player]).bit_count()

    def zone(self, player: int, track: int) -> int:
        """The zone of a marker; that of a looped track is the last one."""
        position = int(self.s["position"][player, track])
        return 4 if position >= st.TRACK_LENGTH else -(-position // st.ZONE)

    def track_points(self, player: int, track: int) -> int:
        """Points of a marker, loops counted."""
        loops, space = divmod(int(self.s["position"][player, track]), st.TRACK_LENGTH)
        return st.LOOP_POINTS * loops - (-space // st.ZONE)

    def commanders(self, player: int) -> int:
        """Commanders of a crew."""
        return sum(st.COMMANDER <= figure < st.ANDROID for figure in self.crew(player))

    def things(self, player: int, per: str) -> int:
        """How many of what an omega or a passenger counts."""
        s = self.s
        colour = per.partition("_")[0].lower()
        if per.endswith("_FIGURES"):
            own = (st.COLOURS.index(colour), st.COMMANDER + st.COLOURS.index(colour))
            return sum(figure in own for figure in self.crew(player))
        if per.endswith("_MISSIONS"):
            wanted = int(self.t["colour_missions"][st.COLOURS.index(colour)])
            return (int(s["completed"][player]) & wanted).bit_count()
        counts = {
            "ARTIFACT_TYPES": lambda: sum(int(n) > 0 for n in s["artifacts"][player]),
            "ICON_PAIRS": lambda: sum(
                self.pair(player, slot, height) != tb.ICON_NONE
                for slot in range(st.NUM_SLOTS)
                for height in (0, 1)
            ),
            "COMMANDERS": lambda: self.commanders(player),
            "DAMAGE": lambda: self.all_damage(player),
            "PIRATE_TOKENS": lambda: int(s["pirates"][player].sum()),
            "LOWEST_ZONE": lambda: min(self.zone(player, track) for track in range(len(st.TRACKS))),
            "NO_CARGO_DAMAGE": lambda: int(s["damage"][player] == 0),
            "ARTIFACTS": lambda: int(s["artifacts"][player].sum()),
            "INSTALLED_TECHS": lambda: sum(int(card) >= 0 for card in s["slot"][player]),
            "TINCAN_ZONE": lambda: self.zone(player, st.TINCAN),
        }
        return counts[per]()

    def missions_of(self, player: int) -> list[int]:
        """Completed missions."""
        done = int(self.s["completed"][player])
        return [card for card in range(done.bit_length()) if done >> card & 1]

    def points(self, player: int) -> dict[str, float]:
        """The points of a player by what they are for, as things stand."""
        t, s = self.t, self.s
        omegas = [int(card) for card in s["slot"][player] if card >= st.FIRST_OMEGA]
        return {
            "missions": sum(int(t["mission_points"][card]) for card in self.missions_of(player)),
            **{name: self.track_points(player, track) for track, name in enumerate(st.TRACKS)},
            "omegas": sum(
                int(t["omega_points"][card]) * self.things(player, tb.PERS[int(t["omega_per"][card])])
                for card in omegas
            ),
            "passenger": self.passenger_points(player),
            "commanders": self.commanders(player),
            "androids": int(s["ready"][player, st.ANDROID]),
            "pirates": int(s["pirates"][player].sum()),
            "medals": int(s["medals"][player]) / 2,
            "artifacts": int(s["artifacts"][player].sum()) / 2,
            "damage": -self.all_damage(player),
        }

    def total(self, player: int) -> float:
        """All points of a player as things stand."""
        return sum(self.points(player).values())

    def passenger_points(self, player: int) -> int:
        """The passenger's adjustment."""
        t, rider = self.t, int(self.s["rider"])
        if rider < 0:
            return 0
        per = tb.PERS[int(t["rider_per"][rider])]
        return int(t["rider_base"][rider]) + int(t["rider_points"][rider]) * self.things(player, per)

    def epilogue(self, player: int) -> str:
        """What becomes of a captain with these points."""
        texts = self.labels["epilogues"]
        return texts[min(max(int(self.total(player) // 1) - tb.FIRST_EPILOGUE, 0), len(texts) - 1)]
