"""SpaceCorp: the columns of the lists in a content set, and what may stand in them."""

from __future__ import annotations

import re

from astrarium.core.tables import Converter, choice, flags, optional, text, whole

from . import state as st

_MARKS = (
    "home",
    "lagrange",
    "mars",
    "asteroid",
    "radiation",
    "beyond_jupiter",
    "beyond",
    "first_beyond",
    "second_beyond",
    "system",
    "multi",
    "spur",
)
_FILTERS = (*_MARKS, "-lagrange", "explore_3", "boxes_2", "boxes_3", "era")
_ERA = choice(*st.ERAS)
VALUED = st.TYPES[: st.NUM_VALUED]


def _printed(cell: str) -> tuple[int, int] | None:
    """An Infra number printed on an HQ: "Move 1"."""
    match = re.fullmatch(r"([A-Z][a-z]+) ([1-9]\d?)", cell)
    if not match or match[1] not in VALUED:
        raise ValueError(f"expected an action and a number such as 'Move 1', got {cell!r}")
    return VALUED.index(match[1]), int(match[2])


_SITES: dict[str, Converter] = {
    "era": _ERA,
    "region": text(),
    "site": text(),
    "explore": optional(whole(1, 99), -1),
    "build": optional(whole(1, 99), -1),
    "gravity": whole(0, 9),
    "boxes": whole(0, st.NUM_BOXES),
    "marks": flags(*_MARKS),
    "source": text(),
}
_BORDERS: dict[str, Converter] = {
    "era": _ERA,
    "kind": choice("border", "direct", "transit"),
    "from": text(),
    "to": text(),
    "cost": whole(1, 99),
    "source": text(),
}
_CARDS: dict[str, Converter] = {
    "era": _ERA,
    "name": text(),
    "copies": whole(1, 9),
    "start": optional(choice("start", "hand"), ""),
    "actions": text(empty=True),
    "infra": optional(choice("yes"), ""),
    "edge": optional(choice(*st.EDGES), ""),
    "special": optional(choice("probe", "prototype"), ""),
    "source": text(),
}
_LITTLE = optional(whole(0, 9), 0)
_TILES: dict[str, Converter] = {
    "stack": choice(*st.STACKS),
    "name": text(),
    "copies": whole(1, 9),
    "icons": flags(*st.ICONS),
    "profit": _LITTLE,
    "genetics": _LITTLE,
    "revelation": _LITTLE,
    "produce": optional(whole(0, 9), -1),
    "base": optional(whole(-9, 9), 0),
    "colony": _LITTLE,
    "draw": optional(choice(*st.STACKS), ""),
    "special": optional(choice("phobes", "introvs"), ""),
    "source": text(),
}
_CONTRACTS: dict[str, Converter] = {
    "row": whole(1, st.NUM_ROWS),
    "era": _ERA,
    "condition": text(),
    "test": choice(*st.CONDITIONS),
    "sites": flags(*_FILTERS),
    "number": whole(1, 9),
    "number_2p": whole(1, 9),
    "award": whole(1, 9),
    "award_2p": whole(1, 9),
    "source": text(),
}
EFFECTS = (
    "RADIATION_RESISTANCE",
    "LOW_G",
    "SENSORY_FOCUS",
    "EMPATHY",
    "LIFESPAN",
    "PROBE_NETWORK",
    "MOLECULAR_ASSEMBLY",
    "RESOURCE_EXCHANGE",
    "ENVIRO_TOLERANCE",
    "STAR_CHILDREN",
    "GROUP_MIND",
    "HIBERNATION",
    "ENERGY_FIELDS",
    "ENTANGLED_COMMS",
    "METRIC_DRIVE",
    "TERRAFORMING",
)
_PROGRESS: dict[str, Converter] = {
    "title": text(),
    "kind": choice(*st.KINDS),
    "era": choice(*st.ERAS[1:]),
    "award": whole(0, 9),
    "needs": optional(choice(*st.KINDS), ""),
    "needs_number": optional(whole(1, 9), 0),
    "effect": choice(*EFFECTS),
    "text": text(),
    "source": text(),
}
_COLONIES: dict[str, Converter] = {
    "id": whole(1, st.NUM_COLONIES),
    "name": text(),
    "value": whole(1, 9),
    "effect": choice(*st.COLONY_EFFECTS),
    "players": flags("2", "3", "4"),
    "source": text(),
}
_HQ: dict[str, Converter] = {
    "start": _ERA,
    "research": whole(1, 9),
    "slot_1": optional(_printed),
    "slot_2": optional(_printed),
    "slot_3": optional(_printed),
    "source": text(),
}
_NUMBERS: dict[str, Converter] = {"name": choice("wheel"), "value": whole(3, 12), "source": text()}
FILES: dict[str, dict[str, Converter]] = {
    "sites.csv": _SITES,
    "borders.csv": _BORDERS,
    "cards.csv": _CARDS,
    "tiles.csv": _TILES,
    "contracts.csv": _CONTRACTS,
    "progress.csv": _PROGRESS,
    "colonies.csv": _COLONIES,
    "hq.csv": _HQ,
    "numbers.csv": _NUMBERS,
}
# What names a row where its place in the file does not.
NAMED = {
    "borders.csv": ("era", "kind", "from", "to"),
    "contracts.csv": ("era", "row"),
    "numbers.csv": ("name",),
}
