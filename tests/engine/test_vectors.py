"""Vector files: by text, durable, shared by processes."""

import subprocess
import sys
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from groundpath.engine.errors import InputError, StoreError
from groundpath.engine.vectors import VectorFile, digest
from hypothesis import given
from hypothesis import strategies as st

DIMENSIONS = 3


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "file"


def vector_of(text: str) -> list[float]:
    return np.frombuffer(digest(text)[:DIMENSIONS], np.uint8).astype(np.float32).tolist()


def append(file: VectorFile, *texts: str) -> int:
    return file.append(
        texts, np.array([vector_of(text) for text in texts], np.float32).reshape(-1, DIMENSIONS)
    )


def test_a_file_that_is_not_there_is_empty(path):
    file = VectorFile(path, DIMENSIONS)
    assert len(file) == 0
    assert file.lookup(["a"]).tolist() == [-1]
    assert file.missing(["b", "a", "b"]) == ["b", "a"]
    assert file.matrix().shape == (0, DIMENSIONS)
    assert not path.parent.exists()


def test_texts_are_kept_once_and_found_again(path):
    file = VectorFile(path, DIMENSIONS)
    assert append(file, "a", "b", "a") == 2
    assert append(file, "b", "c") == 1
    assert append(file) == 0
    for reader in (file, VectorFile(path, DIMENSIONS)):
        assert len(reader) == 3
        assert reader.lookup(["c", "x", "a"]).tolist() == [2, -1, 0]
        assert reader.missing(["x", "a", "x", "y"]) == ["x", "y"]
        assert reader.vectors(["c", "a", "c"]).tolist() == [vector_of(text) for text in "cac"]
        with pytest.raises(KeyError, match="x"):
            reader.vectors(["a", "x"])


def test_a_reader_sees_what_others_append(path):
    reader, writer = VectorFile(path, DIMENSIONS), VectorFile(path, DIMENSIONS)
    append(writer, "a")
    assert reader.lookup(["a", "b"]).tolist() == [0, -1]
    append(writer, "b")
    assert reader.lookup(["a", "b"]).tolist() == [0, 1]


@given(st.lists(st.lists(st.text(st.characters(), max_size=4), max_size=6), max_size=6))
def test_is_a_dictionary_in_order_of_arrival(tmp_path_factory, batches):
    file = VectorFile(tmp_path_factory.mktemp("vectors") / "file", DIMENSIONS)
    arrived: dict[str, int] = {}
    for batch in batches:
        new = [text for text in dict.fromkeys(batch) if text not in arrived]
        assert append(file, *batch) == len(new)
        arrived |= {text: len(arrived) + i for i, text in enumerate(new)}
    assert file.lookup(arrived).tolist() == list(arrived.values())
    assert file.matrix().tolist() == [vector_of(text) for text in arrived]


def test_digests_that_end_in_zero_are_told_apart(path):
    texts = [
        text for text, _ in zip((t for t in map(str, count()) if digest(t)[-1] == 0), range(3), strict=False)
    ]
    file = VectorFile(path, DIMENSIONS)
    append(file, *texts)
    assert file.lookup(reversed(texts)).tolist() == [2, 1, 0]


@pytest.mark.parametrize("ending", ["rows", "keys"])
@pytest.mark.parametrize("stray", [1, 12, 16, 40])
def test_what_a_killed_writer_left_is_cut_off(path, ending, stray):
    append(VectorFile(path, DIMENSIONS), "a", "b")
    with path.with_name(f"file.{ending}").open("ab") as torn:
        torn.write(b"\xff" * stray)
    file = VectorFile(path, DIMENSIONS)
    assert len(file) == 2
    append(file, "c")
    assert file.lookup("abc").tolist() == [0, 1, 2]
    assert file.matrix().tolist() == [vector_of(text) for text in "abc"]


WRITER = """
import sys
import numpy as np
from pathlib import Path
from groundpath.engine.vectors import VectorFile, digest
file = VectorFile(Path(sys.argv[1]), 3)
for batch in range(30):
    texts = [f"text {i}" for i in range(batch * 5 + int(sys.argv[2]), batch * 5 + 20)]
    file.append(texts, np.array([list(digest(text)[:3]) for text in texts], np.float32))
    print(batch, flush=True)
"""


def test_processes_append_to_one_file_and_may_be_killed(path):
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [subprocess.Popen([*command, str(i)], stdout=subprocess.PIPE) for i in range(3)]
    writers[0].stdout.readline()
    writers[0].kill()
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers[1:]] == [0, 0]
    file = VectorFile(path, DIMENSIONS)
    texts = [f"text {i}" for i in range(1, 165)]
    assert file.missing(texts) == []
    assert len(file) == len(texts) + len({"text 0"} - set(file.missing(["text 0"])))
    assert file.vectors(texts).tolist() == [vector_of(text) for text in texts]


def test_vectors_that_do_not_fit_are_refused(path):
    file = VectorFile(path, DIMENSIONS)
    with pytest.raises(InputError, match=r"shape \(1, 4\) for 1 text: expected \(1, 3\)"):
        file.append(["a"], np.zeros((1, 4), np.float32))
    with pytest.raises(InputError, match="NaN"):
        file.append(["a"], np.full((1, 3), np.nan, np.float32))
    assert not path.parent.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot write vectors to"):
        append(VectorFile(tmp_path / "file" / "x", DIMENSIONS), "a")


def test_a_fingerprint_tells_rows_from_others_and_lasts_while_more_come(path):
    file = VectorFile(path, DIMENSIONS)
    append(file, "a", "b")
    known = file.fingerprint(2)
    append(file, "c")
    assert file.fingerprint(2) == known
    other = VectorFile(path.with_name("other"), DIMENSIONS)
    append(other, "a", "x", "c")
    assert (
        len({known, file.fingerprint(3), file.fingerprint(4), other.fingerprint(2), other.fingerprint(3)})
        == 5
    )
