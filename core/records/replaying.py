"""Replaying: a record brought back state by state, with every action and the outcome checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from .. import drivers, registry
from ..arguments import whole, whole_numbers
from ..drivers import MAX_MOVES, NUM_ACTIONS, legal, step
from ..game import Game
from ..jit import Games, Ints, Mask, Tables, driver
from ..rng import as_int64
from ..state import CUT, RUNNING
from ..tables import Content
from .playing import CHUNK, outcomes
from .record import ENDINGS, Record, RecordError, header_of


@driver
def unroll(t: Tables, states: Games, mask: Mask, actions: Ints) -> int:
    """From states[0], write the state after each action into the next; the number of actions applied."""
    for k in range(min(len(actions), len(states) - 1)):
        a = actions[k]
        if states[k].over != RUNNING or a < 0 or a >= NUM_ACTIONS:
            return k
        legal(t[0], states[k], mask)
        if mask[a] == 0:
            return k
        states[k + 1] = states[k]
        s = states[k + 1]
        step(t[0], s, a)
        s.moves += 1
        if s.over == RUNNING and s.moves >= MAX_MOVES:
            s.over = CUT
    return len(actions)


def resolve(record: Record, content: str | Path | Content | None = None) -> tuple[Game, Content]:
    """The game and the cards of a record; refused when those here are not the ones it was made with."""
    header = record.header
    try:
        game = registry.get(header.game)
    except KeyError as error:
        raise RecordError(f"the record is of an unknown game: {error.args[0]}") from None
    if header.version != game.version:
        raise RecordError(
            f"the record is of {header.game}_v{header.version}, and this is {game.env_id}: "
            f"its rules may differ, so it cannot be replayed here (made with engine {header.engine})"
        )
    if content is None and header.content not in game.contents:
        raise RecordError(
            f"the record was made with the cards {header.content!r}, which are not among those of "
            f"{game.name} ({', '.join(game.contents)}): give the directory they are in"
        )
    cards = game.content(header.content if content is None else content)
    if cards.digest != header.digest:
        raise RecordError(
            f"the record was made with other cards: {header.content!r} with digest {header.digest[:16]}, "
            f"and {cards.name!r} here has {cards.digest[:16]}"
        )
    try:
        game.blank(header.players, header.options)
    except ValueError as error:
        raise RecordError(f"the record does not fit {game.env_id}: {error}") from None
    if set(header.options) != {option.name for option in game.options}:
        raise RecordError(
            f"the record does not fit {game.env_id}: it has the options "
            f"{', '.join(header.options) or 'none'}, expected "
            f"{', '.join(option.name for option in game.options) or 'none'}"
        )
    return game, cards


def replay(record: Record, content: str | Path | Content | None = None) -> np.ndarray:
    """Every state of the game: entry k is the state after k actions. Actions and outcome are checked."""
    game, cards = resolve(record, content)
    states = _unrolled(record, game, cards)
    _check_outcome(record, game, cards, states[-1:])
    return states


def verify(records: Iterable[Record], content: str | Path | Content | None = None, threads: int = 1) -> int:
    """Replay records in volume, keeping no states; the number of games, or RecordError at a wrong one."""
    resolved: dict[str, tuple[Game, Content]] = {}

    def check(batch: list[Record]) -> int:
        for record in batch:
            game, cards = resolved[record.header.text]
            state = _dealt(record, game, cards)
            mask = np.zeros(game.num_actions, np.int8)
            taken = whole_numbers(record.actions, "actions")
            applied = game.bound(drivers.replay)(cards.tables, state, mask, taken, len(taken), 0)
            if applied < len(taken):
                raise _refused(record, game, cards, state[0], applied)
            _check_outcome(record, game, cards, state)
        return len(batch)

    total = 0
    source = iter(records)
    with ThreadPoolExecutor(max(1, threads)) as pool:
        while batch := list(islice(source, CHUNK * max(1, threads))):
            for record in batch:
                if record.header.text not in resolved:
                    resolved[record.header.text] = resolve(record, content)
                    check([record])
            edges = range(0, len(batch), CHUNK)
            total += sum(pool.map(check, [batch[at : at + CHUNK] for at in edges]))
    return total


def record_of(
    game: Game,
    actions: Iterable[int],
    num_players: int | None = None,
    seed: int = 0,
    index: int = 0,
    episode: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | None = None,
    reward: str = "win",
) -> Record:
    """The record of a game from its actions alone, played again to check them and to read the outcome."""
    header = header_of(game, num_players, options, content, reward)
    taken = whole_numbers(list(actions), "actions").astype(np.int32)
    seed = as_int64(seed)
    open_record = Record(header, seed, index, episode, RUNNING, (), (), taken)
    cards = game.content(content)
    states = _unrolled(open_record, game, cards)
    scores, ranks = outcomes(game, cards.tables, states[-1:], header.players)
    outcome = (int(states[-1]["over"]), tuple(scores[0].tolist()), tuple(ranks[0].tolist()))
    return Record(header, seed, index, episode, *outcome, taken)


def _dealt(record: Record, game: Game, cards: Content) -> np.ndarray:
    """The game as it stands before the first decision."""
    state = np.zeros(1, game.state)
    blank = game.blank(record.header.players, record.header.options)
    episode = np.full(1, whole(record.episode, "episode"), np.int64)
    game.bound(drivers.reset)(cards.tables, blank, state, record.seed, record.index, episode, 0, 1)
    return state


def _unrolled(record: Record, game: Game, cards: Content) -> np.ndarray:
    taken = whole_numbers(record.actions, "actions")
    states = np.zeros(len(taken) + 1, game.state)
    states[:1] = _dealt(record, game, cards)
    applied = game.bound(unroll)(cards.tables, states, np.zeros(game.num_actions, np.int8), taken)
    if applied < len(taken):
        raise _refused(record, game, cards, states[applied], applied)
    return states


def _check_outcome(record: Record, game: Game, cards: Content, last: np.ndarray) -> None:
    """Refuse a record whose outcome is not that of the state it leads to."""
    scores, ranks = outcomes(game, cards.tables, last, record.header.players)
    over = int(last[0]["over"])
    if record.over != over:
        raise RecordError(
            f"{record}: the record says that it {ENDINGS[record.over]}, but by its actions it {ENDINGS[over]}"
        )
    for what, told, found in (
        ("scores", list(record.scores), scores[0].tolist()),
        ("ranks", list(record.ranks), ranks[0].tolist()),
    ):
        if told != found:
            raise RecordError(f"{record}: the record tells {what} {told}, but its actions lead to {found}")


def _refused(record: Record, game: Game, cards: Content, state: Any, k: int) -> RecordError:
    """Why action k of the record cannot be taken in the state it leads to."""
    if state["over"] != RUNNING:
        return RecordError(
            f"{record}: the game {ENDINGS[int(state['over'])]} after {k} decisions, but the record goes on "
            f"to {len(record.actions)}"
        )
    action = int(record.actions[k])
    known = 0 <= action < game.num_actions
    name = game.action_name(action, cards) if known else f"expected 0 to {game.num_actions - 1}"
    return RecordError(
        f"{record}: decision {k + 1}, seat {state['seat']}: action {action} ({name}) is not legal"
    )
