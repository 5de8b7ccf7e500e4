"""Files that are written whole or not at all."""

import errno
import os

import pytest

from astrarium.core.files import atomic


def test_a_write_that_finds_no_room_names_the_file(tmp_path):
    with pytest.raises(OSError, match=r"games\.jsonl") as told, atomic(tmp_path / "games.jsonl"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # as a write says it
    assert told.value.filename == str(tmp_path / "games.jsonl")
    assert not list(tmp_path.iterdir())


def test_what_is_no_fault_of_the_disk_is_told_as_it_is(tmp_path):
    with pytest.raises(OSError, match=r"refused$") as told, atomic(tmp_path / "games.jsonl"):
        raise OSError(errno.ECONNREFUSED, "refused")
    assert told.value.filename is None


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a system without /dev/full")
def test_a_disk_that_is_full_is_told_with_the_file(tmp_path):
    with (
        pytest.raises(OSError, match=r"games\.jsonl"),
        atomic(tmp_path / "games.jsonl") as partial,
        open("/dev/full", "wb", buffering=0) as full,
    ):
        full.write(partial.name.encode())
