"""What a point of view may see of a game: pictures, words, scores and moves.

A view is a seat, or None for all-seeing eyes. Whatever a seat is shown is made from a redealt copy of the
state, in which everything that the seat cannot know is drawn anew from a fixed stream: two games that differ
only in what is hidden from a seat look the same to it, to the byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from astrarium.core import Content, Game, drivers
from astrarium.core.questions import OPEN
from astrarium.core.telling import HEADING
from astrarium.core.transcript import Story

REDEALS = 4  # over which the scores that a seat can reckon are averaged
SMALLEST = 12.0  # pixels of a text on the page
TALLY = "points: "  # begins a line of how the scores stand, which are always in view
MOST_TIMES = 9  # of one thing in a form
REFUSALS = ("no", "done", "nobody", "pass", "stay", "refuse", "drop", "withdraw")  # blocks that say no
COLUMN = 470.0  # pixels of a part of a board that is made of several


def as_array(game: Game, state: Any) -> np.ndarray:
    """A copy of one state as an array of length 1."""
    copy = np.zeros(1, game.state)
    copy[0] = state
    return copy


def redealt(game: Game, cards: Content, state: Any, view: int | None, stream: int = 0) -> np.ndarray:
    """The state as a view knows it (an array of length 1)."""
    copy = as_array(game, state)
    if view is not None:
        game.bound(drivers.determinize_one)(cards.tables, copy, 0, view, stream)
    return copy


@dataclass(frozen=True)
class Room:
    """The pixels that a page has: for the board, and for the width of everything beside it."""

    width: float = 760.0
    height: float = 640.0
    beside: float = 420.0
    text: float = SMALLEST


def drawn(
    game: Game, cards: Content, state: Any, view: int | None, room: Room | None = None
) -> dict[str, Any]:
    """How the game stands in words, and the table in parts: each a picture that can be read in the room."""
    room = room or Room()
    panels = game.panels(cards, redealt(game, cards, state, view)[0], view)
    boards = sum(panel.part == "board" for panel in panels)
    words: list[str] = []
    made = []
    for panel in panels:
        if panel.part == "heading":
            words = panel.words.split("\n")
            continue
        if panel.part == "board" and boards == 1:
            alone = panel.alone(room.width, room.height, room.text)
        elif panel.part == "board":
            columns = max(1, int(room.width // COLUMN))
            alone = panel.alone((room.width - 8 * (columns - 1)) / columns, None, room.text)
        else:
            alone = panel.alone(room.beside, None, room.text)
        made.append(
            {
                "name": panel.name,
                "part": panel.part,
                "seat": panel.seat,
                "words": panel.words,
                "width": round(alone.width, 1),
                "height": round(alone.height, 1),
                "svg": alone.svg,
            }
        )
    home = () if view is None else game.home(cards, state, view)
    return {"headline": words, "parts": made, "home": list(home)}


def mask_of(game: Game, cards: Content, states: np.ndarray) -> np.ndarray:
    """The legal actions of a state (an array of length 1)."""
    mask = np.zeros(game.num_actions, np.int8)
    game.bound(drivers.legal_one)(cards.tables, states, 0, mask)
    return mask


def moves(game: Game, cards: Content, state: Any, seat: int) -> dict[str, Any]:
    """What the seat that is to act is asked, what that is about, and its moves in groups.

    A move has its places in the picture. It is `minor` if another one stands for it, as the choice matters
    little. Single moves, such as to pass, are in a group without a heading.
    """
    known = redealt(game, cards, state, seat)
    words = game.words(cards, known[0])
    groups: dict[str, list[dict[str, Any]]] = {}
    begun: set[str] = set()  # blocks of which there was a move
    for action in np.flatnonzero(mask_of(game, cards, known)).tolist():
        block, _ = game.actions.block(action)
        places = game.places(cards, known[0], seat, action)
        told = {
            "action": action,
            "actions": [action],
            "name": words.action(action),
            "places": list(places),
            "minor": block.name in game.minor and block.name in begun,
        }
        begun.add(block.name)
        groups.setdefault(words.heading(block), []).append(told)
    for found in groups.values():
        # what is usual first, and to do something before to leave it
        found.sort(key=lambda move: (not words.usual(move["action"]), _refuses(game, move["action"])))
    single = groups.pop("", [])
    listed: list[dict[str, Any]] = [{"group": name, "moves": found} for name, found in groups.items()]
    listed.sort(
        key=lambda group: prepares(game, group["moves"][0]["action"])
    )  # what is wanted before what helps to it
    if single:
        usual = any(words.usual(move["action"]) for move in single)
        listed.insert(0 if usual else len(listed), {"group": "", "moves": single})
    routine = _routine(game, cards, known)
    return {
        "question": sentence(words.question()),
        "about": list(game.about(cards, known[0], seat)),
        "groups": listed,
        "form": _form(game, cards, known),
        "routine": list(routine),
        "always": routine,
    }


def prepares(game: Game, action: int) -> bool:
    """Whether an action is made to make others possible, such as a trade with the bank."""
    return game.actions.block(action)[0].name in game.prepares


def _refuses(game: Game, action: int) -> bool:
    """Whether an action says no, or ends something."""
    block, parts = game.actions.block(action)
    ends = block.name in REFUSALS or block.name.startswith("end_")
    return ends or (block.name == "answer" and block.size == 2 and parts[0] == 0)


def _form(game: Game, cards: Content, known: np.ndarray) -> dict[str, Any] | None:
    """The moves of a question that can be made one after another, as numbers in a form; None if none can.

    `groups` has them under words, with those that such a move makes legal (what is wanted for what is given),
    and how often each can be made at `most`. `end` is the move that ends them; None where the question ends
    by itself, as a payment does. `wanted` is how many moves are to be made, at least and at most.
    """
    asked = game.questions.at(known[0]["ask"])
    if asked is None or asked.name not in game.forms:
        return None
    ends = game.forms[asked.name]
    legal = _repeated(game, cards, known)
    rows: dict[int, tuple[str, dict[str, Any]]] = {}
    for state in (known, *(_after(game, cards, known, action) for action in legal)):
        words = game.words(cards, state[0])
        for action in _repeated(game, cards, state):
            line = {
                "action": action,
                "name": words.action(action),
                "most": _times(game, cards, state, action),
            }
            rows.setdefault(action, (words.heading(game.actions.block(action)[0]), line))
    groups: dict[str, list[dict[str, Any]]] = {}
    for _, (group, line) in sorted(rows.items()):
        groups.setdefault(group, []).append(line)
    listed = [{"group": name, "moves": lines} for name, lines in groups.items()]
    most = sum(line["most"] for _, line in rows.values())
    if most < 2:
        return None  # one move says as much
    end = game.actions.offset(ends) if ends else None
    wanted = game.words(cards, known[0]).wanted()
    bounds = None if wanted is None else [min(number, most) for number in wanted]
    return {"moves": legal, "end": end, "groups": listed, "wanted": bounds}


def _after(game: Game, cards: Content, known: np.ndarray, action: int) -> np.ndarray:
    """The state after an action."""
    after = known.copy()
    game.bound(drivers.step_one)(cards.tables, after, 0, action)
    return after


def _repeated(game: Game, cards: Content, known: np.ndarray) -> list[int]:
    """The legal actions after which the same seat is asked the same question."""
    legal = np.flatnonzero(mask_of(game, cards, known)).tolist()
    return [action for action in legal if _stays(known, _after(game, cards, known, action))]


def _stays(known: np.ndarray, after: np.ndarray) -> bool:
    """Whether the same seat is asked the same question."""
    same = all(after[name][0] == known[name][0] for name in ("seat", "ask"))
    return bool(same and not after["over"][0])


def _times(game: Game, cards: Content, known: np.ndarray, action: int) -> int:
    """How often an action can be made in a row as answers to one question."""
    here, count = known, 0
    while count < MOST_TIMES and _stays(known, here) and mask_of(game, cards, here)[action]:
        here, count = _after(game, cards, here, action), count + 1
    return count


def _routine(game: Game, cards: Content, known: np.ndarray) -> dict[int, dict[str, str]]:
    """Moves of this question that a person may have made by itself: by what `kind` of wish, and its words.

    They are the first of each such block.
    """
    asked, mask = game.questions.at(known[0]["ask"]), mask_of(game, cards, known)
    words = game.words(cards, known[0])
    found: dict[int, dict[str, str]] = {}
    for entry in game.routine:
        question, _, name = entry.rpartition(".")
        if question and (asked is None or question != asked.name):
            continue
        block, first = next(b for b in game.actions.blocks if b.name == name), game.actions.offset(name)
        for place in np.flatnonzero(mask[first : first + block.size])[:1].tolist():
            wish, name = words.always(first + place), words.action(first + place)
            if wish:  # a wish of its own is told apart from others of this entry
                kind = entry if wish == name else f"{entry}.{wish}"
                found[first + place] = {"kind": kind, "words": wish}
    return found


def _kind(game: Game, cards: Content, before: Any, action: int) -> dict[str, str]:
    """What a short digest may do with a decision: make one of a whole way, leave out what is small.

    `way`: it chooses what goes, goes a step (to `goal`), or stops. `small`: it is one of the small moves of a
    form, ends something or is a matter of routine, and says nothing unless it brought something about.
    """
    block, _ = game.actions.block(action)
    asked = game.questions.at(before["ask"])
    question = "" if asked is None else asked.name
    if block.name in game.walks:
        return {"kind": "way", "goal": game.words(cards, before).destination(action)}
    if block.name in game.carriers or block.name in game.walks.values():
        return {"kind": "way"}
    part = question in game.forms and block.name != game.forms[question]
    routine = block.name in game.routine or f"{question}.{block.name}" in game.routine
    return {"kind": "small"} if part or routine or block.name.startswith("end_") else {}


def sentence(words: str) -> str:
    """The words with a capital letter."""
    return words[:1].upper() + words[1:]


def scores(game: Game, cards: Content, states: np.ndarray, view: int | None) -> list[list[float]]:
    """The scores of each state as a view can reckon them: for a seat, averaged over redeals."""
    players = int(states["num_players"][0])
    total = np.zeros((len(states), players))
    count = 1 if view is None else REDEALS
    for stream in range(count):
        seen = np.concatenate([redealt(game, cards, state, view, stream) for state in states])
        found, ranks = np.zeros_like(total), np.zeros(total.shape, np.int64)
        game.bound(drivers.standings)(cards.tables, seen, found, ranks, 0, len(seen))
        total += found
    return [[round(score, 2) for score in row] for row in (total / count).tolist()]


def score_sheet(
    game: Game, cards: Content, states: Sequence[Any] | np.ndarray, actions: Sequence[int]
) -> list[dict[str, float]]:
    """The scores of a whole game by what they are for, of each seat."""
    happened = [
        event
        for k, action in enumerate(actions)
        for event in game.tell(cards, states[k], action, sound=True)[0]
    ]
    words = game.words(cards, states[-1])
    return [words.points_of(seat, happened) for seat in range(int(states[-1]["num_players"]))]


def told(story: Story, decisions: Sequence[tuple[Any, int]]) -> dict[str, Any]:
    """A step in words: who, what, what it brought about, and where; then the turns that began with it."""
    by, name, lines = story.tell_step(decisions)
    lines = [line for line in lines if not line.startswith(TALLY)]
    begins = [at for at, line in enumerate(lines) if line.startswith(HEADING)] + [len(lines)]
    places: tuple[str, ...] = ()
    kind: dict[str, str] = {}
    before, action = decisions[0]
    if story.sight(before, action) == OPEN:
        known = redealt(story.game, story.cards, before, story.seat)[0]
        places = story.game.places(story.cards, known, story.seat, action)
        kind = _kind(story.game, story.cards, before, action)
    return {
        **kind,
        "places": list(places),
        "by": by,
        "name": name,
        "told": lines[: begins[0]],
        "turns": [
            {"heading": lines[at].removeprefix(HEADING), "told": lines[at + 1 : end]}
            for at, end in pairwise(begins)
        ],
    }
