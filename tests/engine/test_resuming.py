"""Files of rows that a run goes on with."""

import os
import stat

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.resuming import resuming


def test_what_is_there_is_read_and_written_on(tmp_path):
    path = tmp_path / "rows.jsonl"
    for row in (b"one\n", b"two\n"):
        with resuming(path) as file:
            file.read()
            file.write(row)
    assert path.read_bytes() == b"one\ntwo\n"


def test_a_pipe_or_a_device_keeps_no_rows_and_stays_what_it_is(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", os.devnull):
        with pytest.raises(InputError, match=r"is a device or a pipe: .*; choose a file"), resuming(path):
            pass
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_where_nothing_can_be_written_another_file_is_asked_for(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere" / "rows.jsonl"):
        with pytest.raises(InputError, match=r"cannot be written: .*; choose another file"), resuming(path):
            pass
