"""Golden transcripts: a committed text of a whole game per player count, told anew and compared.

`pytest tests/contract --regenerate-golden` writes them. A change in one means that the rules, the draws
or the words have changed; a change of rules or draws bumps the environment's version.
"""

from pathlib import Path

import pytest

from astrarium.core.records import play_records
from astrarium.core.transcript import transcript

GOLDEN = Path(__file__).parents[1] / "golden"


def test_golden_transcript(table, request):
    path = GOLDEN / f"{table.game.name}_{table.players}p.txt"
    (record,) = play_records(table.game, 1, seed=1, **table.keywords)
    told = transcript(record)
    if request.config.getoption("--regenerate-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
        pytest.skip(f"{path.name} written")
    kept = path.read_text(encoding="utf-8").splitlines()
    for number, (new, old) in enumerate(zip(told.splitlines(), kept, strict=False), 1):
        assert new == old, f"{path.name}, line {number}"
    assert len(told.splitlines()) == len(kept)
