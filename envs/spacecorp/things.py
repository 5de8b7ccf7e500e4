"""SpaceCorp: what each thing on the table is, needs and does, in words, beginning with its name."""

from __future__ import annotations

from astrarium.core.words import number_of

from . import state as st
from .words import COLONY_EFFECTS, SpaceCorpWords

# What a tile or site must have for a base of each type, by era; "" where there is no such type.
NEEDS = {
    st.ATTRACTION: ("a wonder", "a wonder or an artifact", "an anomaly, an outpost or ruins"),
    st.BIO_LAB: ("life",) * 3,
    st.EXPLOITER: ("", "a P number", "a P or a Col number"),
    st.INDUSTRIAL: ("water or a P number",) * 3,
    st.REFINERY: ("a P number",) * 3,
    st.LAB: ("nothing",) * 3,
    st.SECURE: ("", "nothing", "nothing"),
    st.FACTORY: ("", "water", "water"),
    st.SPACEPORT: (
        "a Lagrange point",
        "a site without gravity",
        "a tile without anomaly and dust",
    ),
}
# What the actions do.
TYPES = {
    st.RESEARCH: "Draw as many cards as your Research numbers, from the offers or the deck. "
    "Not with more than seven cards in hand.",
    st.MOVE: "A team goes to a site if your Move numbers reach the cost: 1 to lift off, the borders between "
    "the regions, 1 to land, and gravity. One end needs a base.",
    st.EXPLORE: "A team turns up the tile of its site if your Explore numbers reach the site's e number.",
    st.BUILD: "A team builds at its explored site if your Build numbers reach the site's b number, "
    "changed by the tile.",
    st.PRODUCE: "As many of your tiles with a P number and a base as your Produce numbers pay their P.",
    st.GENETICS: "Your genetics marker goes on by your Genetics numbers; "
    "a full orbit brings an Adaptation from Planeteers on.",
    st.REVELATION: "Your revelation marker goes on by your Revelation numbers; "
    "a full orbit brings a Breakthrough.",
    st.UPGRADE: "One card of your hand goes into an Infra slot: its numbers count in every later action of "
    "the kind, and others may use them, too.",
    st.SPECIAL: "Play a Special card and do what it says.",
    st.COLONIZE: "A system with a base of yours in every box becomes a colony: Build numbers and colony "
    "points pay for it.",
    st.PASS: "You are out until the next era. Possible when the deck is empty.",
    st.IDLE: "Do nothing, and discard cards if you like.",
}


def fitting(r: SpaceCorpWords, site: int, tile: int) -> list[str]:
    """The bases that can stand on a tile of a site, or on a site without tiles (-1)."""
    t, era = r.t, r.era
    icons = int(t["tile_icons"][tile]) if tile >= 0 else 0
    pays, later = tile >= 0 and t["tile_produce"][tile] >= 0, era != st.MARINERS
    port = (
        int(t["lagrange"][era]) >> site & 1,
        not int(t["heavy"][era]) >> site & 1 and tile >= 0,
        not icons & (st.ANOMALY | st.DUST) and tile >= 0,
    )[era]
    fits = {
        st.ATTRACTION: icons & int(st.ATTRACTIONS[era]),
        st.BIO_LAB: icons & st.LIFE,
        st.EXPLOITER: later and (pays or (era == st.STARFARERS and tile >= 0 and t["tile_colony"][tile])),
        st.INDUSTRIAL: icons & st.WATER or pays,
        st.REFINERY: pays,
        st.LAB: True,
        st.SECURE: later,
        st.FACTORY: later and icons & st.WATER,
        st.SPACEPORT: port,
    }
    return [st.BASES[kind] for kind, fit in fits.items() if fit]


def site_told(r: SpaceCorpWords, site: int, region: str, gravity: int) -> str:
    """A site: what it costs to come, explore and build there, what lies there, what can be built."""
    s, t, era = r.state, r.t, r.era
    lines = [f"{r.site_here(site)}, in the region {region}." if region != r.site_here(site) else f"{region}."]
    costs = [f"Explore needs {t['explore'][era, site]}."] if t["explore"][era, site] >= 0 else []
    if t["build"][era, site] >= 0:
        tiles = [int(tile) for tile in s["tile"][site] if tile >= 0]
        now = max(0, int(t["build"][era, site]) + sum(int(t["tile_base"][tile]) for tile in tiles))
        changed = f", {now} with its tile" if now != t["build"][era, site] else ""
        costs.append(f"Build needs {t['build'][era, site]}{changed}.")
    if gravity:
        costs.append(f"Gravity: Moves from and to it cost {gravity} more.")
    if int(t["radiation"][era]) >> site & 1 and era == st.PLANETEERS:
        costs.append(f"Radiation: Build, and Moves on from it, need a shield or {st.PENALTY[era]}T.")
    if site != st.HOME and t["dist"][era, st.HOME, site] < st.FAR:
        costs.append(f"A Move from {r.site_here(st.HOME)} costs {t['dist'][era, st.HOME, site]}.")
    lines += [" ".join(costs)] if costs else []
    lines += _boxes(r, site)
    if int(t["frozen"][era]) >> site & 1:
        first = ""
        if site == t["beyond"][era]:
            free = int((s["beyond"] < 0).sum())
            first = " The first two take the Beyond markers: " + (
                "both are gone." if not free else f"{free} left."
            )
        lines.append(f"Beyond the frontier: teams stay there.{first}")
    return "\n".join(lines)


def _boxes(r: SpaceCorpWords, site: int) -> list[str]:
    """The tiles and bases of a site, and what can be built."""
    s, t, era = r.state, r.t, r.era
    if t["build"][era, site] < 0:
        return []
    lines, count = [], int(t["boxes"][era, site])
    for box in range(max(1, count)):
        tile, base = int(s["tile"][site, box]), int(s["base"][site, box])
        if count and tile < 0:
            some = f" It has {count} tiles, and a base is built on each." if count > 1 else ""
            lines.append(f"Not explored: nothing can be built before.{some}")
            break
        if tile >= 0:
            lines.append(f"{r.tile_found(tile)}.")
        if base >= 0:
            lines.append(f"{r.seat(s['owner'][site])}'s {r.base(base)}: {r.base_does(base)}.")
        else:
            lines.append(f"Can be built: {', '.join(fitting(r, site, tile))}.")
    if s["colony"][site] >= 0:
        lines.append(f"Colony {r.colony(int(s['colony'][site]))}.")
    return lines


def team_told(r: SpaceCorpWords, seat: int, team: int) -> str:
    """A team: whose it is, where it stands, whether it claims its site."""
    s = r.state
    site, track = r.site_here(s["team_site"][seat, team]), int(s["team_track"][seat, team])
    where = f"{track} of {st.TRACK} steps from the star {site}" if track else f"at {site}"
    claim = " It claims the site, which it has explored." if s["team_claim"][seat, team] else ""
    return f"{r.seat(seat)}'s {r.team(team)}, {where}.{claim}"


def base_told(r: SpaceCorpWords, kind: int, left: int) -> str:
    """A type of base: what it needs, what it does, how many are left."""
    name, needs = r.base(kind), NEEDS[kind][r.era]
    name = name[:1].upper() + name[1:]
    if not needs:
        return f"{name}: not in {st.ERAS[r.era]}."
    words = [] if needs == "nothing" else [f"It needs {needs}."]
    does = r.base_does(kind)
    words += [f"{does[:1].upper()}{does[1:]}.", f"{left} left to build."]
    return f"{name}. " + " ".join(words)


def contract_told(r: SpaceCorpWords, row: int, award: int, done: bool) -> str:
    """A contract: its condition and what it pays."""
    paid = "It is fulfilled." if done else f"Whoever is the first to have that gains {award}T."
    return (
        f"Contract {row + 1}: {r.condition(row)}. {paid} The era ends with {st.CONTRACTS_TO_END} contracts."
    )


def progress_told(r: SpaceCorpWords, title: int) -> str:
    """A progress card: its kind, what it does, what it brings and needs."""
    t = r.t
    words = f"{r.title_told(title)}."
    if t["title_award"][title]:
        words += f" Who takes the first of the two gains {t['title_award'][title]}T."
    if t["title_number"][title]:
        kind = st.KINDS[t["title_needs"][title]]
        words += f" Needs {number_of(int(t['title_number'][title]), kind)} before."
    return words


def colony_told(r: SpaceCorpWords, colony: int) -> str:
    """A colony tile, and what it does."""
    needs = number_of(int(r.t["colony_value"][colony]), "colony point")
    effect = COLONY_EFFECTS[int(r.t["colony_effect"][colony])]
    return f"{r.colony_name(colony)}: takes {needs} at least. It brings {effect}."


def wheel_told(r: SpaceCorpWords, seat: int) -> str:
    """How far the markers of a player are, and when they bring a card."""
    s, lines = r.state, []
    for act, kind in ((st.GENETICS, st.ADAPTATION), (st.REVELATION, st.BREAKTHROUGH)):
        there, size = int(s[st.TYPES[act].lower()][seat]), int(r.t["wheel"])
        left = size - there % size
        lines.append(
            f"{st.TYPES[act]} {there}: the next {r.kind(kind)} at {there + left}, every {size} steps."
        )
    research = int(r.t["hq_research"][int(s["start_era"]) - 1])
    return "\n".join([*lines, f"Research {research}: counts in every Research."])


def infra_told(r: SpaceCorpWords, seat: int, slot: int) -> str:
    """What stands in an Infra slot, and what it does there."""
    name, _ = r.infra(seat, slot)
    card = int(r.state["infra"][seat, slot])
    if card >= 0:
        return f"{name}: {r.card_told(card)}"
    if name == "empty":
        return "An empty Infra slot: Upgrade puts a card here."
    return f"{name}, printed: counts in every {name.split()[0]} until a card covers it."
