"""Files in either format: what was written comes back, and damage anywhere is refused."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from astrarium.core.records import RecordError, check_suffix, read_records, verify, write_records

SUFFIXES = [".jsonl", ".parquet"]
fuzz = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_give_back_what_was_written(games, tmp_path, suffix):
    path = tmp_path / "sub" / f"games{suffix}"
    assert write_records(path, iter(games)) == len(games)
    assert list(read_records(path)) == games
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    assert verify(read_records(path)) == len(games)


def test_other_suffixes_are_refused():
    with pytest.raises(ValueError, match=r"games\.csv: record files end in \.jsonl or \.parquet"):
        check_suffix("games.csv")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(games, tmp_path, suffix):
    path = tmp_path / f"games{suffix}"
    write_records(path, games)
    before = path.read_bytes()

    def broken():
        yield games[0]
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError, match="the source broke"):
        write_records(path, broken(), count=2)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_missing_file_is_a_missing_file(tmp_path, suffix):
    with pytest.raises(FileNotFoundError):
        list(read_records(tmp_path / f"none{suffix}"))


def read_damaged(path: Path, data: bytes):
    path.write_bytes(data)
    return list(read_records(path))


@fuzz
@given(data=st.data())
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_cut_anywhere_is_refused(written, tmp_path, suffix, data):
    whole = written[suffix]
    end = len(whole) - (2 if suffix == ".jsonl" else 1)  # the last line may lack its line end
    cut = data.draw(st.integers(0, end))
    with pytest.raises(RecordError):
        read_damaged(tmp_path / f"games{suffix}", whole[:cut])


@fuzz
@given(data=st.data())
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_changed_byte_is_refused_or_changes_nothing(games, written, tmp_path, suffix, data):
    whole = bytearray(written[suffix])
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = read_damaged(tmp_path / f"games{suffix}", bytes(whole))
    except RecordError:
        return
    assert found == games


@fuzz
@given(data=st.binary(max_size=400))
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_any_other_file_is_refused(tmp_path, suffix, data):
    with pytest.raises(RecordError):
        read_damaged(tmp_path / f"games{suffix}", data)
