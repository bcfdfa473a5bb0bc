"""Checksums say which bytes of a file changed, also while one state takes the place of another."""

import os
from pathlib import Path

import pytest
from groundpath.engine.checksums import ABSENT, BLOCK_BYTES, FileSums, SumsFile
from groundpath.engine.errors import DamagedError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "data"
    path.write_bytes(bytes(range(256)) * 4096 * 3 + b"the end")  # three blocks of 1 MiB, and seven bytes
    SumsFile(path).write([FileSums.of(path)])
    return path


def change(path: Path, at: int) -> None:
    with path.open("r+b") as opened:
        opened.seek(at)
        byte = opened.read(1)[0]
        opened.seek(at)
        opened.write(bytes([byte ^ 1]))


def fault(path: Path) -> str:
    """What a look at every byte finds; empty where all is well."""
    try:
        SumsFile(path).check(FileSums.of(path))
    except DamagedError as error:
        return error.fault
    return ""


def test_a_whole_file_has_no_fault(file):
    assert fault(file) == ""
    SumsFile(file).check_ends()


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([0], "bytes 0-1,048,575 are"),
        ([BLOCK_BYTES], "bytes 1,048,576-2,097,151 are"),
        ([BLOCK_BYTES - 1, BLOCK_BYTES], "bytes 0-2,097,151 are"),
        ([5, 2 * BLOCK_BYTES], "bytes 0-1,048,575, 2,097,152-3,145,727 are"),
        ([3 * BLOCK_BYTES + 6], "bytes 3,145,728-3,145,734 are"),
    ],
)
def test_one_changed_bit_is_found_in_its_block(file, places, said):
    for place in places:
        change(file, place)
    assert fault(file).startswith(said)


def test_a_file_cut_short_or_grown_or_missing(file):
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    assert fault(file).startswith("it has 3,145,734 bytes of 3,145,735")
    with pytest.raises(DamagedError, match="it has 3,145,734 bytes of 3,145,735"):
        SumsFile(file).check_ends()
    file.write_bytes(whole + b"x")
    assert "it has 3,145,736 bytes of 3,145,735" in fault(file)
    file.unlink()
    assert fault(file) == "it is missing"
    with pytest.raises(DamagedError, match="it is missing"):
        SumsFile(file).check_ends()


@pytest.mark.parametrize("place", [17, 3 * BLOCK_BYTES + 2])
def test_both_ends_are_looked_at_without_the_rest(file, place):
    change(file, BLOCK_BYTES)
    SumsFile(file).check_ends()
    change(file, place)
    with pytest.raises(DamagedError, match=r"its beginning or its end is not that which was written"):
        SumsFile(file).check_ends()


def test_either_of_two_states_is_whole(file):
    """What a crash leaves between the checksums and the file that they are of."""
    before = FileSums.of(file)
    newer = file.with_name("newer")
    newer.write_bytes(b"another state")
    SumsFile(file).write([FileSums.of(newer), before])
    assert fault(file) == ""
    os.replace(newer, file)
    assert fault(file) == ""
    change(file, 3)
    assert fault(file) == "bytes 0-12 are not those that were written"


def test_a_file_that_was_to_come_may_be_missing(tmp_path):
    file = tmp_path / "first"
    SumsFile(file).write([FileSums(3, b"", b""), ABSENT])
    SumsFile(file).check_ends()
    assert fault(file) == ""


def test_checksums_that_are_damaged_say_so_and_missing_ones_are_none(file):
    sums = SumsFile(file)
    for place in range(0, sums.path.stat().st_size, 7):
        change(sums.path, place)
        with pytest.raises(DamagedError, match="the checksums themselves are damaged"):
            sums.read()
        change(sums.path, place)
    sums.path.unlink()
    assert sums.read() == ()
    sums.check_ends()


def test_a_copy_is_read_once(file, tmp_path):
    with (tmp_path / "copy").open("wb") as copy:
        assert FileSums.of(file, copy) == FileSums.of(file)
    assert (tmp_path / "copy").read_bytes() == file.read_bytes()
