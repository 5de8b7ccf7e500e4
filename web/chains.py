"""Whole answers: a move with all that is asked because of it, such as a ship with where it is launched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from astrarium.core import Content, Game, drivers
from astrarium.core.undo import lasting

from .pictures import mask_of, prepares, redealt

MOST = 400  # whole answers of a question that are looked for
LISTED = 10  # so many at most stand in the list of moves; more are on the table alone
PREPARED = 2  # moves that are made to make another one possible
WAYS = 3  # so many at most to make one move possible; who has more to choose from does it step by step

Steps = tuple[tuple[int, str], ...]  # moves with their names


@dataclass(frozen=True)
class Chain:
    """Moves that are made by one click, in words, and where the last of them is on the table."""

    actions: tuple[int, ...]
    names: tuple[str, ...]
    places: tuple[str, ...]
    minor: bool = False  # it differs from another one in what matters little

    @property
    def name(self) -> str:
        """All of it in words."""
        counted = [(name, len(list(same))) for name, same in groupby(filter(None, self.names))]
        return ", ".join(f"{name} ({count} times)" if count > 1 else name for name, count in counted)

    def told(self) -> dict[str, Any]:
        """As the page gets it."""
        return {"actions": list(self.actions), "name": self.name, "minor": self.minor}


def chains(game: Game, cards: Content, state: Any, seat: int) -> list[Chain]:
    """The whole answers of two moves or more to the question that a seat is asked; none if too many.

    A move that only begins what others begin as well stands by itself, as a minor one.
    Moves that chance or hidden things have to do with end a chain. All is tried in a redealt game.
    """
    known = redealt(game, cards, state, seat)
    if not game.details:
        return []
    found: list[Chain] = []
    begun: set[int] = set()
    for chain in _whole(game, cards, known, seat, (), set()):
        begun.add(chain.actions[0])
        found += [chain] if len(chain.actions) > 1 else []
        if len(found) > MOST:
            return []
    words, legal = game.words(cards, known[0]), np.flatnonzero(mask_of(game, cards, known)).tolist()
    repeats = [action for action in legal if action not in begun]  # all that they begin is found already
    return found + [Chain((action,), (words.action(action),), (), minor=True) for action in repeats]


def prepared(game: Game, cards: Content, state: Any, seat: int) -> list[Chain]:
    """Moves that are not legal yet, each behind what makes it so, such as to build with what the bank gives.

    A move stands behind the fewest others that make it legal. Its details are with it as long as all are few.
    """
    if not game.prepares:
        return []
    begin = redealt(game, cards, state, seat)
    known = set(np.flatnonzero(mask_of(game, cards, begin)).tolist())
    near: list[tuple[np.ndarray, Steps]] = [(begin, ())]
    found: list[tuple[int, np.ndarray, Steps]] = []
    for _ in range(PREPARED):
        near = list(_prepare(game, cards, near, seat))
        fresh = [
            (action, *there)
            for there in near
            for action in np.flatnonzero(mask_of(game, cards, there[0])).tolist()
            if action not in known and not prepares(game, action)
        ]
        often = Counter(action for action, *_ in fresh)
        found += [each for each in fresh if often[each[0]] <= WAYS]
        known.update(often)
    whole = [
        chain
        for action, here, made in found
        for chain in _whole(game, cards, here, seat, made, set(), {action})
    ]
    if sum(not chain.minor for chain in whole) <= LISTED:
        return whole
    bare = [_bare(game, cards, *each) for each in found]
    return bare if len(bare) <= LISTED else []


def _bare(game: Game, cards: Content, action: int, here: np.ndarray, made: Steps) -> Chain:
    """A move behind those that prepare it, without its details."""
    actions, names = zip(*made, (action, game.words(cards, here[0]).action(action)), strict=True)
    return Chain(actions, names, ())


def _prepare(
    game: Game, cards: Content, near: list[tuple[np.ndarray, Steps]], seat: int
) -> Iterator[tuple[np.ndarray, Steps]]:
    """What positions become by each move that prepares others and could be taken back; each position once."""
    seen: set[bytes] = set()
    for here, made in near:
        words = game.words(cards, here[0])
        for action in np.flatnonzero(mask_of(game, cards, here)).tolist():
            if not prepares(game, action) or lasting(game, cards, here[0], action, seat):
                continue
            there = here.copy()
            game.bound(drivers.step_one)(cards.tables, there, 0, action)
            if int(there["ask"][0]) == int(here["ask"][0]) and there.tobytes() not in seen:
                seen.add(there.tobytes())
                yield there, (*made, (action, words.action(action)))


def with_chains(
    asked: dict[str, Any], found: list[Chain], ways: list[dict[str, Any]], ahead: list[Chain]
) -> dict[str, Any]:
    """A question with whole answers: in the list of moves where they are few, and on the table.

    A way that ends with a deed stands in the list as well, behind the move that it begins with. What has to
    be prepared stands last.
    """
    few: dict[int, list[dict[str, Any]]] = {}
    listed = sum(not chain.minor for chain in found) <= LISTED
    for chain in found if listed else ():
        few.setdefault(chain.actions[0], []).append(chain.told())
    deeds = [way for way in ways if way["deed"]]
    groups = []
    for group in asked["groups"]:
        moves = []
        for move in group["moves"]:
            begun = [each for each in deeds if each["actions"][0] == move["action"]]
            moves += [{**move, **whole} for whole in [*few.get(move["action"], [{}]), *begun]]
        groups.append({**group, "moves": moves})
    if ahead:
        moves = [{"action": chain.actions[0], "places": [], **chain.told()} for chain in ahead]
        groups.append({"group": "In one go", "moves": moves})
    major = [chain for chain in (*found, *ahead) if not chain.minor]
    there = [{"place": place, **chain.told()} for chain in major for place in chain.places]
    return {**asked, "groups": groups, "ways": ways + there, "form": None if few else asked["form"]}


def _whole(
    game: Game,
    cards: Content,
    here: np.ndarray,
    seat: int,
    made: Steps,
    seen: set[bytes],
    first: set[int] | None = None,
    minor: bool = False,
) -> Iterator[Chain]:
    """All ways to answer on from here, or with these moves; of those that lead to the same position, one.

    Of a choice that matters little the first answer goes without saying; chains with another one are `minor`.
    """
    words, chosen = game.words(cards, here[0]), set[str]()
    for action in np.flatnonzero(mask_of(game, cards, here)).tolist():
        if first is not None and action not in first:
            continue
        there = here.copy()
        game.bound(drivers.step_one)(cards.tables, there, 0, action)
        if there.tobytes() in seen:
            continue
        seen.add(there.tobytes())
        kind = game.actions.block(action)[0].name
        small, other = made != () and kind in game.minor, minor or kind in chosen
        chosen |= {kind} & set(game.minor)
        steps = (*made, (action, "" if small and not other else words.action(action)))
        if _asks_on(game, there, seat) and not lasting(game, cards, here[0], action, seat):
            yield from _whole(game, cards, there, seat, steps, seen, minor=other)
        else:
            actions, names = zip(*steps, strict=True)
            yield Chain(actions, names, game.places(cards, here[0], seat, action), other)


def _asks_on(game: Game, there: np.ndarray, seat: int) -> bool:
    """Whether the seat is asked for a detail of its last move."""
    if there["over"][0] or int(there["seat"][0]) != seat:
        return False
    asked = game.questions.at(there[0]["ask"])
    return asked is not None and asked.name in game.details
