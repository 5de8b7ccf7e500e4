"""Games that outlive the server: each running one in a small file, each finished one as a record."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from astrarium.agents.folder import digest_of
from astrarium.core.files import atomic
from astrarium.core.records import write_records

if TYPE_CHECKING:
    from .tables import Table

RUNNING = ".running"  # in the folder: a file for each game that goes on
SUM = "checksum"  # of the rest of such a file
log = logging.getLogger(__name__)


class Keeper:
    """A folder in which games are kept. The file of a game holds its seed, so all that is hidden in it, and
    the codes of its guests.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running = folder / RUNNING
        self._running.mkdir(parents=True, exist_ok=True)

    def keep(self, table: Table) -> None:
        """Write down how far a game has come; a finished one becomes a record."""
        path, setup = self._running / f"{table.id}.json", table.setup
        with table.lock:
            begun = not table.states  # it is still being brought back: nothing of it may be lost
            actions = list(table.begun if begun else table.actions)
            over = not begun and bool(table.states[-1]["over"])
        if over:
            if path.is_file():
                write_records(
                    self.folder / f"{setup.game.name}-{table.id}.jsonl", [table.whole()], names=True
                )
                path.unlink(missing_ok=True)
            return
        facts = {
            "game": setup.game.name,
            "cards": setup.content,
            "players": setup.players,
            "options": dict(setup.options),
            "seed": str(setup.seed),
            "seats": list(setup.seats),
            "guided": table.guide is not None,
            "codes": {str(seat): code for seat, code in table.codes.items()},
            "actions": actions,
        }
        with atomic(path) as partial:
            partial.write_text(json.dumps({**facts, SUM: digest_of(facts)}), encoding="utf-8")

    def running(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The games that were running when the server stopped, by their ids, the oldest first."""
        for path in sorted(self._running.glob("*.json"), key=lambda path: path.stat().st_mtime):
            try:
                facts = dict(json.loads(path.read_text(encoding="utf-8")))
                if facts.pop(SUM, None) != digest_of(facts):
                    raise ValueError("it is damaged, its checksum is another")
            except (OSError, ValueError, TypeError) as error:
                log.warning("%s cannot be read: %s", path, error)
            else:
                yield path.stem, facts
