"""Star Commander: names and current values, read out of a state."""

from __future__ import annotations

from typing import Any

from astrarium.core.tables import Content

from . import state as st

SEAT_NAMES = ("Red", "Blue", "Yellow", "Green")  # the colours of the cubes


class Reader:
    """Reads names and current values out of a state."""

    def __init__(self, content: Content, s: Any) -> None:
        self.t = content.tables[0]
        self.s = s
        self.labels = content.labels
        self.card_texts = content.texts["card"]

    def kind_name(self, kind: int) -> str:
        """The name of a kind of vessel."""
        return self.labels["kind"][kind]

    def card_name(self, card: int) -> str:
        """The name of a domain card."""
        return self.labels["card"][card]

    def item_name(self, item: int) -> str:
        """The name of a card or ability on the stack."""
        return (
            self.labels["card"][item] if item < st.NUM_CARDS else self.labels["ability"][item - st.NUM_CARDS]
        )

    def system_name(self, cell: int) -> str:
        """The name of a face-up system with its cell, or the cell alone."""
        if self.s["face_up"][cell]:
            return f"{self.labels['system'][self.s['system'][cell]]} ({st.CELLS[cell]})"
        return st.CELLS[cell]

    def vessel_name(self, vessel: int) -> str:
        """Whose vessel of what kind stands where."""
        s = self.s
        if vessel < 0 or s["v_kind"][vessel] < 0:
            return "a vessel out of play"
        owner = SEAT_NAMES[s["v_owner"][vessel]]
        return f"{owner}'s {self.kind_name(s['v_kind'][vessel])} at {st.CELLS[s['v_cell'][vessel]]}"

    def attack(self, vessel: int) -> int:
        """Attack with everything that adds to it now."""
        s, t = self.s, self.t
        kind, owner = int(s["v_kind"][vessel]), int(s["v_owner"][vessel])
        value = (
            int(t["kind_attack"][kind]) + int(s["bonus"][owner, st.BONUS_ATTACK]) + int(s["v_attack"][vessel])
        )
        if t["kind_class"][kind] == st.STATION:
            value += int(s["aura"][s["v_cell"][vessel], owner]) - int(t["kind_aura"][kind])
        return value

    def hp(self, vessel: int) -> int:
        """Hit points with everything that adds to them now."""
        s, t = self.s, self.t
        kind, owner = int(s["v_kind"][vessel]), int(s["v_owner"][vessel])
        value = int(t["kind_hp"][kind]) + int(s["bonus"][owner, st.BONUS_HP]) + int(s["v_hp"][vessel])
        if t["kind_class"][kind] == st.FIGHTER:
            value += int(s["bonus"][owner, st.BONUS_FIGHTER_HP])
        return value

    def price(self, seat: int, kind: int) -> int:
        """What a vessel of the piles costs this player."""
        cost, less = int(self.t["kind_cost"][kind]), int(self.s["bonus"][seat, st.BONUS_DISCOUNT])
        station = self.t["kind_class"][kind] == st.STATION
        return max(min(cost, 1), cost - less) if station else cost

    def vessels(self) -> list[int]:
        """Slots of the vessels in play."""
        return [v for v in range(int(self.s["top"])) if self.s["v_kind"][v] >= 0]

    def counted(self, vessel: int) -> bool:
        """Whether a vessel counts against the limit of ships."""
        kind = int(self.s["v_kind"][vessel])
        free = bool(self.s["engine_readings"]) and kind == self.t["scout"]
        return self.t["kind_class"][kind] != st.STATION and not free

    def fleet(self, seat: int) -> int:
        """The vessels of a player that count against the limit of ships."""
        return sum(self.counted(v) for v in self.vessels() if self.s["v_owner"][v] == seat)

    def besieged(self, cell: int) -> bool:
        """Whether the system is under siege."""
        s, t = self.s, self.t
        owner = int(s["owner"][cell])
        if owner < 0:
            return False
        engine = bool(s["engine_readings"])
        attackers = False
        for v in self.vessels():
            if s["v_cell"][v] != cell:
                continue
            kind_class = t["kind_class"][s["v_kind"][v]]
            armed = self.attack(v) >= 1
            if s["v_owner"][v] == owner:
                if armed and not (engine and kind_class == st.FIGHTER):
                    return False
            elif kind_class not in (st.FIGHTER, st.STATION) and (armed or not engine):
                attackers = True
        return attackers

    def maximum(self, cell: int) -> int:
        """Most developments the system may hold now."""
        s = self.s
        room = int(s["room"][cell, s["owner"][cell]]) if s["owner"][cell] >= 0 else 0
        return int(self.t["system_max"][s["system"][cell]]) + room

    def effect(self, system: int) -> str:
        """What a system card does, in a few words."""
        t = self.t
        words = [
            f"+{t['system_credits'][system]} credits a turn" if t["system_credits"][system] else "",
            f"draw {t['system_draws'][system]} more a turn" if t["system_draws"][system] else "",
            "free development a turn" if t["system_develops"][system] else "",
            f"founder draws {t['first_draws'][system]}" if t["first_draws"][system] else "",
            f"founder gets {t['first_develops'][system]} more" if t["first_develops"][system] else "",
            "no Medium, Large ships" if t["small_only"][system] else "",
            "ships safe from Commands" if t["no_commands"][system] else "",
            "who enters holds fire" if t["holds_fire"][system] else "",
            "Fighters +1 speed" if t["fighter_speed"][system] else "",
            "ships in every phase" if t["any_phase"][system] else "",
        ]
        if t["first_kind"][system] >= 0:
            words.append(f"founder: {self.kind_name(int(t['first_kind'][system]))}")
        for ability, name in enumerate(self.labels["ability"]):
            if name == self.labels["system"][system] and t["item_op"][st.NUM_CARDS + ability, 0]:
                words.append("discard: jump a ship")
        return "; ".join(word for word in words if word)
