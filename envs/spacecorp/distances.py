"""SpaceCorp: distances between the sites of a board, worked out once when a content set is read."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import state as st

Row = dict[str, Any]


def region_ways(regions: list[str], sites: list[Row], borders: list[Row]) -> np.ndarray:
    """ways[0]: cheapest sums of borders; ways[1]: the same outside the radiation zone alone."""
    size = len(regions)
    zone = {row["region"] for row in sites if "radiation" in row["marks"]}
    spurs = {row["region"] for row in sites if "spur" in row["marks"]}
    ways = np.full((2, size, size), st.FAR)
    for k in range(size):
        ways[:, k, k] = 0
    for row in borders:
        if row["kind"] == "border":
            a, b = regions.index(row["from"]), regions.index(row["to"])
            ways[0, a, b] = ways[0, b, a] = row["cost"]
            if row["from"] not in zone and row["to"] not in zone:
                ways[1, a, b] = ways[1, b, a] = row["cost"]
    for middle in range(size):
        if regions[middle] in spurs:
            continue  # no way leads through the Orion Spur
        for layer in range(2):
            through = ways[layer, :, middle, None] + ways[layer, None, middle, :]
            ways[layer] = np.minimum(ways[layer], through)
    return np.minimum(ways, st.FAR)


def adjoining(sites: list[Row], borders: list[Row]) -> list[int]:
    """Of each site the bits of the sites in the regions that border on its own."""
    pairs = {(row["from"], row["to"]) for row in borders if row["kind"] == "border"}
    pairs |= {(other, one) for one, other in pairs}
    return [
        sum(1 << k for k, other in enumerate(sites) if (row["region"], other["region"]) in pairs)
        for row in sites
    ]


def measure(t: Any, era: int, sites: list[Row], borders: list[Row]) -> None:
    """Distances of an era's sites, which ways touch the radiation zone, and what is nearby."""
    regions = list(dict.fromkeys(row["region"] for row in sites))
    for row in borders:
        if row["kind"] == "border":
            regions += [name for name in (row["from"], row["to"]) if name not in regions]
    ways = region_ways(regions, sites, borders)
    beside = adjoining(sites, borders)
    direct = {frozenset((r["from"], r["to"])): r["cost"] for r in borders if r["kind"] == "direct"}
    transit = {(r["from"], r["to"]): r["cost"] for r in borders if r["kind"] == "transit"}
    landing = 0 if era == st.STARFARERS else 2
    for a, one in enumerate(sites):
        for b, other in enumerate(sites):
            i, j = regions.index(one["region"]), regions.index(other["region"])
            way = one["region"], other["region"]  # the list of the region of departure counts
            light = ways[0, i, j] + landing + transit.get(way, transit.get(way[::-1], 0))
            heavy = light + one["gravity"] + other["gravity"]
            flat = direct.get(frozenset((one["site"], other["site"])))
            if flat is not None:
                light = heavy = flat
            if "spur" in other["marks"] and not beside[b] >> a & 1:
                light = heavy = st.FAR
            t["dist"][era, a, b] = min(heavy, st.FAR)
            t["dist_light"][era, a, b] = min(light, st.FAR)
            if ways[1, i, j] > ways[0, i, j] or "radiation" in one["marks"] or "radiation" in other["marks"]:
                t["through"][era, a] |= 1 << b
            if era == st.STARFARERS and ways[0, i, j] <= st.NEAR:
                t["near"][era, a] |= 1 << b
