"""The games that the tests of records write, read and replay."""

import pytest

from astrarium.core.records import play_records, write_records
from tests.toy import GAME


@pytest.fixture(scope="module")
def games():
    return list(play_records(GAME, 12, num_players=3, seed=5))


@pytest.fixture(scope="module")
def written(games, tmp_path_factory):
    """The bytes of the games' file in each format."""
    folder = tmp_path_factory.mktemp("records")
    found = {}
    for suffix in (".jsonl", ".parquet"):
        write_records(folder / f"games{suffix}", games)
        found[suffix] = (folder / f"games{suffix}").read_bytes()
    return found
