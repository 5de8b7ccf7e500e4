"""Records of games: a header, the actions and the outcome. Enough to bring back every state of the game.

JSONL is for people (one game a line), Parquet for volume (one game a row). Each game carries a checksum, and
replaying it checks every action and the outcome: a damaged or edited file is refused, never misread.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from functools import cache, cached_property
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from . import drivers, registry
from .drivers import MAX_MOVES, NUM_ACTIONS, REWARDS, legal, step
from .files import atomic
from .game import Game
from .jit import Bytes, Ints, States, Tables, driver
from .rng import as_int64
from .state import CUT, RUNNING
from .tables import Content

FORMAT = 1
CHUNK = 256  # games a task of self-play
ROW_GROUP = 4096  # games a row group of a Parquet file
ENDINGS = {0: "is unfinished", 1: "ended by the rules", 2: "was cut at the move limit"}


class RecordError(ValueError):
    """A record, or a file of them, that is damaged or does not belong to this game; the message says why."""


@dataclass(frozen=True)
class Header:
    """What sets a game up, apart from its seed."""

    game: str
    version: int
    engine: str
    players: int
    options: Mapping[str, int]
    content: str
    digest: str
    reward: str

    @cached_property
    def text(self) -> str:
        """The header as JSON, always the same for the same header."""
        return json.dumps(asdict(self), sort_keys=True)

    @cached_property
    def packed(self) -> bytes:
        """The text with its length before it, as checksums take it in."""
        return struct.pack("<q", len(self.text.encode())) + self.text.encode()


@dataclass(frozen=True, eq=False)
class Record:
    """One game: its set-up, the actions taken and how it ended (over: 1 rules, 2 cut, 0 unfinished)."""

    header: Header
    seed: int
    index: int
    episode: int
    over: int
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    actions: np.ndarray

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._bytes() == other._bytes()

    def __hash__(self) -> int:
        return hash(self._bytes())

    def __str__(self) -> str:
        return f"{self.header.game} game {self.index} of seed {self.seed}, episode {self.episode}"

    def checksum(self, *more: object) -> str:
        """Sixteen hex digits over the whole record, and over what else is written beside it."""
        beside = json.dumps(more).encode() if more else b""
        return blake2b(self._bytes() + beside, digest_size=8).hexdigest()

    def _bytes(self) -> bytes:
        """Every part with its length before it."""
        scores, ranks, taken = len(self.scores), len(self.ranks), np.asarray(self.actions, "<i4")
        numbers = struct.pack(
            f"<5qq{scores}dq{ranks}iq",
            32, self.seed, self.index, self.episode, self.over,
            8 * scores, *self.scores, 4 * ranks, *self.ranks, taken.nbytes,
        )  # fmt: skip
        return b"".join((self.header.packed, numbers, taken.tobytes()))


@cache
def engine_version() -> str:
    """The version of the installed engine, as headers carry it."""
    try:
        return installed_version("astrarium")
    except PackageNotFoundError:
        return "unknown"


def header_of(
    game: Game,
    num_players: int | None = None,
    options: Mapping[str, int] | None = None,
    content: str | Path | Content | None = None,
    reward: str = "win",
) -> Header:
    """The header of games with this set-up."""
    if reward not in REWARDS:
        raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
    cards = game.content(content)
    players = int(game.blank(num_players)["num_players"][0])
    chosen = game.choose_options(options)
    return Header(
        game.name, game.version, engine_version(), players, chosen, cards.name, cards.digest, reward
    )


# ---- playing -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A run of finished games as arrays: game k of the run has the index first + k."""

    header: Header
    seed: int
    first: int
    states: np.ndarray  # (n,) final states
    scores: np.ndarray  # (n, players)
    ranks: np.ndarray  # (n, players)
    actions: np.ndarray  # (n, max_moves), or no rows when they were not asked for

    def records(self) -> Iterator[Record]:
        """One record a game."""
        for k, state in enumerate(self.states):
            yield Record(
                self.header,
                self.seed,
                self.first + k,
                0,
                int(state["over"]),
                tuple(self.scores[k].tolist()),
                tuple(self.ranks[k].tolist()),
                self.actions[k, : state["moves"]].astype(np.int32),
            )


def play_games(
    game: Game,
    n: int,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | Content | None = None,
    reward: str = "win",
    threads: int = 1,
    first_index: int = 0,
    actions: bool = False,
    checked: bool = False,
    chunk: int = CHUNK,
) -> Iterator[Played]:
    """n games by the compiled random player, in runs in the order of their indices, whatever the threads."""
    header, seed = header_of(game, num_players, options, content, reward), as_int64(seed)
    tables, blank = game.content(content).tables, game.blank(num_players, options)

    def play(first: int, count: int) -> Played:
        states = np.zeros(count, game.state)
        log = np.zeros((count if actions else 0, game.max_moves), np.int16)
        broken = np.zeros(count, np.int64)
        game.bound(drivers.reset)(tables, blank, states, seed, first, np.zeros(count, np.int64), 0, count)
        mask, obs = np.zeros(game.num_actions, np.int8), np.zeros(0, np.int16)
        game.bound(drivers.random_play)(
            tables, states, np.zeros(1, game.state), mask, obs, log, broken, seed, first, checked, 0, count
        )
        for k in np.flatnonzero(broken):
            what = game.invariants.get(int(broken[k]), "unnamed")
            raise RuntimeError(
                f"{game.name}, seed {seed}, game {first + k}: after decision {states[k]['moves']} "
                f"the invariant {broken[k]} is broken: {what}"
            )
        return Played(header, seed, first, states, *_outcomes(game, tables, states, header.players), log)

    tasks = [(first_index + at, min(chunk, n - at)) for at in range(0, n, chunk)]
    if not tasks:
        return
    if threads <= 1:
        for first, count in tasks:
            yield play(first, count)
        return
    play(first_index, 0)  # compiles once, before the threads start
    with ThreadPoolExecutor(threads) as pool:
        waiting: list[Future[Played]] = []
        todo = iter(tasks)
        try:
            waiting += [pool.submit(play, *task) for task in islice(todo, 2 * threads)]
            while waiting:
                yield waiting.pop(0).result()
                waiting += [pool.submit(play, *task) for task in islice(todo, 1)]
        finally:
            for job in waiting:
                job.cancel()


def play_records(
    game: Game,
    n: int,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, int] | None = None,
    content: str | Path | Content | None = None,
    reward: str = "win",
    threads: int = 1,
    first_index: int = 0,
) -> Iterator[Record]:
    """Records of n games by the compiled random player, in the order of their indices."""
    for run in play_games(
        game, n, num_players, seed, options, content, reward, threads, first_index, actions=True
    ):
        yield from run.records()


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
    taken = np.asarray(list(actions), np.int32)
    seed = as_int64(seed)
    open_record = Record(header, seed, index, episode, RUNNING, (), (), taken)
    cards = game.content(content)
    states = _unrolled(open_record, game, cards)
    scores, ranks = _outcomes(game, cards.tables, states[-1:], header.players)
    outcome = (int(states[-1]["over"]), tuple(scores[0].tolist()), tuple(ranks[0].tolist()))
    return Record(header, seed, index, episode, *outcome, taken)


# ---- replaying -----------------------------------------------------------------------------------


@driver
def unroll(t: Tables, states: States, mask: Bytes, actions: Ints) -> int:
    """From states[0], write the state after each action into the next; the number of actions applied."""
    for k in range(len(actions)):
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
            taken = np.asarray(record.actions, np.int64)
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


def _dealt(record: Record, game: Game, cards: Content) -> np.ndarray:
    """The game as it stands before the first decision."""
    state = np.zeros(1, game.state)
    blank = game.blank(record.header.players, record.header.options)
    episode = np.full(1, record.episode, np.int64)
    game.bound(drivers.reset)(cards.tables, blank, state, record.seed, record.index, episode, 0, 1)
    return state


def _unrolled(record: Record, game: Game, cards: Content) -> np.ndarray:
    taken = np.asarray(record.actions, np.int64)
    states = np.zeros(len(taken) + 1, game.state)
    states[:1] = _dealt(record, game, cards)
    applied = game.bound(unroll)(cards.tables, states, np.zeros(game.num_actions, np.int8), taken)
    if applied < len(taken):
        raise _refused(record, game, cards, states[applied], applied)
    return states


def _outcomes(
    game: Game, tables: np.ndarray, states: np.ndarray, players: int
) -> tuple[np.ndarray, np.ndarray]:
    scores, ranks = np.zeros((len(states), players)), np.zeros((len(states), players), np.int64)
    bound = game.bound(drivers.score_one)
    for k in range(len(states)):
        bound(tables, states, k, scores[k], ranks[k])
    return scores, ranks


def _check_outcome(record: Record, game: Game, cards: Content, last: np.ndarray) -> None:
    """Refuse a record whose outcome is not that of the state it leads to."""
    scores, ranks = _outcomes(game, cards.tables, last, record.header.players)
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


# ---- files ---------------------------------------------------------------------------------------


def write_records(
    path: str | Path,
    records: Iterable[Record],
    count: int | None = None,
    names: bool = False,
    content: str | Path | None = None,
) -> int:
    """Write .jsonl or .parquet by the path's suffix; the number of games written."""
    if check_suffix(path) == ".jsonl":
        return write_jsonl(path, records, count, names, content)
    return write_parquet(path, records)


def read_records(path: str | Path) -> Iterator[Record]:
    """Read .jsonl or .parquet by the path's suffix."""
    return read_jsonl(path) if check_suffix(path) == ".jsonl" else read_parquet(path)


def check_suffix(path: str | Path) -> str:
    """The suffix of a record file, .jsonl or .parquet."""
    suffix = Path(path).suffix
    if suffix not in (".jsonl", ".parquet"):
        raise ValueError(f"{path}: record files end in .jsonl or .parquet")
    return suffix


def write_jsonl(
    path: str | Path,
    records: Iterable[Record],
    count: int | None = None,
    names: bool = False,
    content: str | Path | None = None,
) -> int:
    """One game a line, if wanted with the actions' names; with `count` the games are not collected first."""
    if count is None:
        records = list(records)
        count = len(records)
    written = 0
    with atomic(path) as partial, partial.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            written += 1
            told = action_names(record, content) if names else None
            file.write(_line(record, written, count, told) + "\n")
        if written != count:
            raise ValueError(f"{count} games were announced and {written} came")
    return written


def action_names(record: Record, content: str | Path | None = None) -> list[str]:
    """The names of a record's actions, in the words of its cards."""
    game, cards = resolve(record, content)
    return [game.action_name(action, cards) for action in record.actions]


def _line(record: Record, nth: int, of: int, names: list[str] | None) -> str:
    line = {
        "format": FORMAT,
        "nth": nth,
        "of": of,
        **asdict(record.header),
        "seed": record.seed,
        "index": record.index,
        "episode": record.episode,
        "over": record.over,
        "scores": record.scores,
        "ranks": record.ranks,
        "actions": np.asarray(record.actions).tolist(),
    }
    if names is not None:
        line["names"] = names
    line["check"] = record.checksum(FORMAT, nth, of, names)
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def read_jsonl(path: str | Path) -> Iterator[Record]:
    """The games of a file, each checked; damaged and missing lines raise RecordError."""
    path = Path(path)
    nth = of = 0
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    record, at, total = _parse(line)
                    if nth == of:  # the first line, or the first of a file appended to another
                        nth, of = 0, total
                    if (at, total) != (nth + 1, of):
                        raise RecordError(f"expected game {nth + 1} of {of}, got game {at} of {total}")
                    nth = at
                except RecordError as error:
                    raise RecordError(f"{path}, line {number}: {error}") from None
                yield record
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: the file is damaged: not UTF-8 text ({error.reason})") from None
    if nth != of:
        raise RecordError(f"{path}: the file is cut short: {nth} of {of} games are there")
    if of == 0:
        raise RecordError(f"{path}: the file is empty")


LINE_KEYS = ["format", "nth", "of", *(field.name for field in fields(Header))]
LINE_KEYS += ["seed", "index", "episode", "over", "scores", "ranks", "actions", "check"]


def _parse(text: str) -> tuple[Record, int, int]:
    """One line of a JSONL file: the record, its number and the number of games."""
    try:
        line = json.loads(text, parse_constant=lambda name: _wrong("a number", name))
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"the line is damaged or cut short: {error}") from None
    if not isinstance(line, dict):
        raise RecordError(f"expected a JSON object, got {str(line)[:40]!r}")
    _want(line.get("format") == FORMAT, f"expected record format {FORMAT}, got {line.get('format')!r}")
    missing = [key for key in LINE_KEYS if key not in line]
    _want(not missing, f"missing {', '.join(missing)}")
    unknown = [key for key in line if key not in LINE_KEYS and key != "names"]
    _want(not unknown, f"unknown {', '.join(unknown)}")
    header = _header(line)
    actions = np.array(_whole_list(line, "actions", 2**31 - 1), np.int32)
    record = Record(
        header,
        _whole(line["seed"], "seed", 2**63 - 1, -(2**63)),
        _whole(line["index"], "index", 2**63 - 1),
        _whole(line["episode"], "episode", 2**63 - 1),
        _whole(line["over"], "over", 2),
        tuple(_number_list(line, "scores", header.players)),
        tuple(_whole_list(line, "ranks", header.players, header.players)),
        actions,
    )
    names = line.get("names")
    if "names" in line:
        _want(
            isinstance(names, list) and all(isinstance(name, str) for name in names), "names: expected texts"
        )
    nth, of = _whole(line["nth"], "nth", 2**63 - 1), _whole(line["of"], "of", 2**63 - 1)
    _want(
        line["check"] == record.checksum(FORMAT, nth, of, names),
        "the checksum is wrong: the line was changed",
    )
    return record, nth, of


def write_parquet(path: str | Path, records: Iterable[Record]) -> int:
    """One game a row, the header in the schema's metadata; all games must have the same header."""
    source = iter(records)
    first = next(source, None)
    if first is None:
        raise ValueError(f"{path}: there are no games to write")
    with atomic(path) as partial:
        return _write(partial, chain([first], source))


def parquet_bytes(records: Iterable[Record], about: Mapping[str, str] | None = None) -> bytes:
    """What `write_parquet` would write, with more to be told about the games."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    _write(sink, records, about)
    return sink.getvalue().to_pybytes()


def _write(sink: Any, records: Iterable[Record], about: Mapping[str, str] | None = None) -> int:
    import pyarrow.parquet as pq

    source = iter(records)
    group = list(islice(source, ROW_GROUP))
    header = group[0].header
    metadata = {"astrarium": header.text, "format": str(FORMAT)}
    schema = _schema(header.players).with_metadata(metadata)
    written = 0
    with pq.ParquetWriter(sink, schema, compression="zstd", write_page_checksum=True) as writer:
        while group:
            writer.write_table(_table(group, header, schema))
            written += len(group)
            group = list(islice(source, ROW_GROUP))
        writer.add_key_value_metadata({**(about or {}), "games": str(written)})
    return written


def _schema(players: int) -> Any:
    """The columns of a Parquet file of records."""
    import pyarrow as pa

    return pa.schema(
        [
            ("seed", pa.int64()),
            ("index", pa.int64()),
            ("episode", pa.int64()),
            ("over", pa.int8()),
            ("moves", pa.int32()),
            ("scores", pa.list_(pa.float64(), players)),
            ("ranks", pa.list_(pa.int8(), players)),
            ("actions", pa.list_(pa.int32())),
            ("check", pa.string()),
        ]
    )


def _table(group: list[Record], header: Header, schema: Any) -> Any:
    import pyarrow as pa

    for record in group:
        if record.header.text != header.text:
            differ = [
                f.name for f in fields(Header) if getattr(record.header, f.name) != getattr(header, f.name)
            ]
            raise ValueError(
                f"the games of one Parquet file share one set-up; these differ in {', '.join(differ)}"
            )
    lengths = [len(record.actions) for record in group]
    actions = pa.ListArray.from_arrays(
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        np.concatenate([np.asarray(record.actions, np.int32) for record in group]),
    )

    def shared(values: list[tuple[Any, ...]], kind: Any) -> Any:
        flat = pa.array([value for row in values for value in row], kind)
        return pa.FixedSizeListArray.from_arrays(flat, header.players)

    columns = [
        pa.array([record.seed for record in group], pa.int64()),
        pa.array([record.index for record in group], pa.int64()),
        pa.array([record.episode for record in group], pa.int64()),
        pa.array([record.over for record in group], pa.int8()),
        pa.array(lengths, pa.int32()),
        shared([record.scores for record in group], pa.float64()),
        shared([record.ranks for record in group], pa.int8()),
        actions,
        pa.array([record.checksum() for record in group], pa.string()),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def read_parquet(path: str | Path) -> Iterator[Record]:
    """The games of a file, each checked; a file that is damaged or cut short raises RecordError."""
    with _parquet(path) as (file, header, games):
        row = 0
        for group in range(file.num_row_groups):
            for record, check in _rows(file.read_row_group(group), header):
                row += 1
                _want(check == record.checksum(), f"row {row}: the checksum is wrong: the row was changed")
                yield record
        _want(row == games, f"the file is cut short: {row} of {games} games are there")


@dataclass(frozen=True)
class Columns:
    """The games of a Parquet file as arrays, one entry a game."""

    header: Header
    seed: np.ndarray
    index: np.ndarray
    episode: np.ndarray
    over: np.ndarray
    moves: np.ndarray
    scores: np.ndarray  # (n, players)
    ranks: np.ndarray  # (n, players)
    starts: np.ndarray  # (n + 1,): game k took actions[starts[k]:starts[k + 1]]; only 0 without the actions
    actions: np.ndarray
    about: Mapping[str, str]  # what else the file tells

    def __len__(self) -> int:
        return len(self.seed)

    def record(self, k: int) -> Record:
        """Game k."""
        return Record(
            self.header,
            int(self.seed[k]),
            int(self.index[k]),
            int(self.episode[k]),
            int(self.over[k]),
            tuple(self.scores[k].tolist()),
            tuple(self.ranks[k].tolist()),
            self.actions[self.starts[k] : self.starts[k + 1]],
        )


def read_columns(path: str | Path, actions: bool = True) -> Columns:
    """The games of a Parquet file at once, for volume: checked are the file's checksums, not each game's."""
    with _parquet(path) as (file, header, games):
        table = file.read([name for name in file.schema_arrow.names if actions or name != "actions"])
        _want(table.num_rows == games, f"the file is cut short: {table.num_rows} of {games} games are there")
        columns = _cells(table)
        plain = {n: columns[n].to_numpy() for n in ("seed", "index", "episode", "over", "moves")}
        lists = {n: columns[n].flatten().to_numpy().reshape(games, -1) for n in ("scores", "ranks")}
        _want({*plain["over"].tolist()} <= {*ENDINGS}, f"over is one of {', '.join(map(str, ENDINGS))}")
        starts, taken = np.zeros(1, np.int64), np.zeros(0, np.int32)
        if actions:
            starts = columns["actions"].offsets.to_numpy().astype(np.int64)
            taken = columns["actions"].values.to_numpy()
            _want(np.array_equal(plain["moves"], np.diff(starts)), "moves is not the number of actions")
        about = {key.decode(): value.decode() for key, value in (file.metadata.metadata or {}).items()}
        return Columns(header, **plain, **lists, starts=starts, actions=taken, about=about)


@contextmanager
def _parquet(path: str | Path) -> Iterator[tuple[Any, Header, int]]:
    """An open file of records, its header and its number of games; what is wrong with it is a RecordError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such file")
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            header, games = _file_header(file.schema_arrow.metadata or {}, file.metadata.metadata or {})
            expected, found = _schema(header.players), file.schema_arrow
            if not found.equals(expected):
                _wrong(f"the columns {_columns(expected)}", _columns(found))
            yield file, header, games
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError, MemoryError) as error:
        raise RecordError(
            f"{path}: not a whole Parquet file of records: {str(error).splitlines()[0][:200]}"
        ) from None


def _file_header(schema: Mapping[bytes, bytes], metadata: Mapping[bytes, bytes]) -> tuple[Header, int]:
    _want(b"astrarium" in schema, "a Parquet file, but not one of Astrarium's records")
    told = schema.get(b"format", b"").decode()
    _want(told == str(FORMAT), f"expected record format {FORMAT}, got {told!r}")
    games = metadata.get(b"games", b"")
    _want(games.isdigit(), "the number of games is missing: the file was not finished")
    line = json.loads(schema[b"astrarium"])
    names = {field.name for field in fields(Header)}
    _want(isinstance(line, dict) and set(line) == names, "the header in the metadata was changed")
    return _header(line), int(games)


def _columns(schema: Any) -> str:
    return ", ".join(f"{field.name} {field.type}" for field in schema)


def _cells(table: Any) -> dict[str, Any]:
    """The columns of a table by name, found to have no empty cells."""
    columns = {name: table.column(name).combine_chunks() for name in table.column_names}
    for name, column in columns.items():
        _want(column.null_count == 0, f"column {name} has empty cells")
    return columns


def _rows(table: Any, header: Header) -> Iterator[tuple[Record, Any]]:
    columns = _cells(table)
    actions = columns["actions"]
    offsets, taken = actions.offsets.to_numpy(), actions.values.to_numpy()
    plain = {name: column.to_pylist() for name, column in columns.items() if name != "actions"}
    for k in range(table.num_rows):
        record = Record(
            header,
            plain["seed"][k],
            plain["index"][k],
            plain["episode"][k],
            _whole(plain["over"][k], "over", 2),
            tuple(_number_list({"scores": plain["scores"][k]}, "scores", header.players)),
            tuple(_whole_list({"ranks": plain["ranks"][k]}, "ranks", header.players, header.players)),
            taken[offsets[k] : offsets[k + 1]].astype(np.int32),
        )
        _want(plain["moves"][k] == len(record.actions), f"row {k + 1}: moves is not the number of actions")
        yield record, plain["check"][k]


# ---- checks of what a file holds ------------------------------------------------------------------


def _header(line: Mapping[str, Any]) -> Header:
    for key in ("game", "engine", "content", "digest", "reward"):
        _want(isinstance(line[key], str), f"{key}: expected a text, got {str(line[key])[:40]!r}")
    options = line["options"]
    _want(isinstance(options, dict), f"options: expected names and numbers, got {str(options)[:40]!r}")
    return Header(
        line["game"],
        _whole(line["version"], "version", 2**31),
        line["engine"],
        _whole(line["players"], "players", 64, 1),
        {name: _whole(value, f"option {name}", 2**15, -(2**15)) for name, value in options.items()},
        line["content"],
        line["digest"],
        line["reward"],
    )


def _want(condition: bool, message: str) -> None:
    if not condition:
        raise RecordError(message)


def _wrong(expected: str, got: object) -> Any:
    raise RecordError(f"expected {expected}, got {str(got)[:80]!r}")


def _whole(value: Any, key: str, high: int, low: int = 0) -> int:
    if type(value) is not int or not low <= value <= high:
        _wrong(f"a whole number from {low} to {high} as {key}", value)
    return value


def _whole_list(line: Mapping[str, Any], key: str, high: int, length: int | None = None) -> list[int]:
    values = _sized(line, key, length)
    return [_whole(value, key, high) for value in values]


def _number_list(line: Mapping[str, Any], key: str, length: int) -> list[float]:
    values = _sized(line, key, length)
    for value in values:
        if type(value) not in (int, float) or not math.isfinite(value):
            _wrong(f"numbers as {key}", value)
    return [float(value) for value in values]


def _sized(line: Mapping[str, Any], key: str, length: int | None) -> list[Any]:
    values = line[key]
    if not isinstance(values, list) or (length is not None and len(values) != length):
        _wrong(f"a list{'' if length is None else f' of {length}'} as {key}", values)
    return values
