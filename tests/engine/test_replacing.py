"""Files that are there whole or not at all, whatever stands in their place."""

import json
import os
import stat
from threading import Thread

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.replacing import replacing


def test_what_was_there_stays_when_the_writing_fails(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text("before")

    def cut_off() -> None:
        with replacing(file, "rows") as opened:
            opened.write("after")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cut_off()
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_one_and_what_it_leads_to_is_replaced(tmp_path):
    target, link = tmp_path / "elsewhere" / "rows.jsonl", tmp_path / "rows.jsonl"
    target.parent.mkdir()
    target.write_text("before")
    link.symlink_to(target)
    with replacing(link, "rows") as opened:
        opened.write("after")
    assert link.is_symlink()
    assert target.read_text() == "after"


def test_a_pipe_takes_what_is_written_and_stays_one(tmp_path):
    pipe, came = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: came.append(pipe.read_text()), daemon=True)
    reader.start()
    with replacing(pipe, "rows") as opened:
        opened.write("one row")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    reader.join(30)
    assert came == ["one row"]


def test_a_folder_cannot_be_written(tmp_path):
    with pytest.raises(InputError, match="cannot be written"), replacing(tmp_path, "rows") as opened:
        opened.write("one row")


def test_half_of_a_surrogate_pair_is_written_as_json_writes_it(tmp_path):
    row = {"note": "\ud83c"}
    with replacing(tmp_path / "rows.jsonl", "rows") as opened:
        opened.write(json.dumps(row, ensure_ascii=False))
    assert json.loads((tmp_path / "rows.jsonl").read_bytes()) == row
