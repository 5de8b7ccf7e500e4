"""Records as JSONL, for people: one game a line, each with its number, its header and a checksum."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

from ..files import atomic
from ..seeds import from_json, to_json
from .checks import header_in, number_list, want, whole, whole_list, wrong
from .record import FORMAT, Header, Record, RecordError
from .replaying import resolve

LINE_KEYS = ["format", "nth", "of", *(field.name for field in fields(Header))]
LINE_KEYS += ["seed", "index", "episode", "over", "scores", "ranks", "actions", "check"]


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
        "seed": to_json(record.seed),
        "index": to_json(record.index),
        "episode": to_json(record.episode),
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


def _parse(text: str) -> tuple[Record, int, int]:
    """One line of a JSONL file: the record, its number and the number of games."""
    try:
        line = json.loads(text, parse_constant=lambda name: wrong("a number", name))
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"the line is damaged or cut short: {error}") from None
    if not isinstance(line, dict):
        raise RecordError(f"expected a JSON object, got {str(line)[:40]!r}")
    want(line.get("format") == FORMAT, f"expected record format {FORMAT}, got {line.get('format')!r}")
    missing = [key for key in LINE_KEYS if key not in line]
    want(not missing, f"missing {', '.join(missing)}")
    unknown = [key for key in line if key not in LINE_KEYS and key != "names"]
    want(not unknown, f"unknown {', '.join(unknown)}")
    header = header_in(line)
    actions = np.array(whole_list(line, "actions", 2**31 - 1), np.int32)
    record = Record(
        header,
        whole(from_json(line["seed"]), "seed", 2**63 - 1, -(2**63)),
        whole(from_json(line["index"]), "index", 2**63 - 1),
        whole(from_json(line["episode"]), "episode", 2**63 - 1),
        whole(line["over"], "over", 2),
        tuple(number_list(line, "scores", header.players)),
        tuple(whole_list(line, "ranks", header.players, header.players)),
        actions,
    )
    names = line.get("names")
    if "names" in line:
        want(
            isinstance(names, list) and all(isinstance(name, str) for name in names), "names: expected texts"
        )
    nth, of = whole(line["nth"], "nth", 2**63 - 1), whole(line["of"], "of", 2**63 - 1)
    want(
        line["check"] == record.checksum(FORMAT, nth, of, names),
        "the checksum is wrong: the line was changed",
    )
    return record, nth, of
