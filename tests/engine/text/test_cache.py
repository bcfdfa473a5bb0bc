"""A text is encoded once ever: in this process, in the next, and beside another one."""

import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.text.cache import CachedEncoder
from letters import (
    AskingEncoder,
    DeafEncoder,
    LetterEncoder,
    LongEncoder,
    MeaningEncoder,
    letter_vectors,
)

TESTS = Path(__file__).parents[2]


def test_each_distinct_text_is_encoded_once_and_rows_are_the_callers(tmp_path: Path) -> None:
    model = LetterEncoder()
    cached = CachedEncoder(model, tmp_path)
    np.testing.assert_array_equal(cached.encode(["b", "a", "b", ""]), letter_vectors(["b", "a", "b", ""]))
    np.testing.assert_array_equal(cached.encode(["c", "a"]), letter_vectors(["c", "a"]))
    assert model.seen == ["b", "a", "", "c"]
    assert (cached.encoded, cached.found) == (4, 1)


def test_threads_take_turns_at_the_model_and_wait_for_nothing_that_is_kept(tmp_path: Path) -> None:
    class Slow(LetterEncoder):
        def __init__(self) -> None:
            super().__init__()
            self.began, self.may_end, self.inside = Event(), Event(), 0

        def encode(self, texts: Sequence[str]) -> np.ndarray:
            self.inside += 1
            assert self.inside == 1
            self.began.set()
            assert "kept" in texts or self.may_end.wait(20)
            self.inside -= 1
            return super().encode(texts)

    model = Slow()
    cached = CachedEncoder(model, tmp_path)
    cached.encode(["kept"])
    model.began.clear()
    with ThreadPoolExecutor(2) as threads:
        slow = threads.submit(cached.encode, ["slow"])
        assert model.began.wait(20)
        other = threads.submit(cached.encode, ["other"])
        np.testing.assert_array_equal(cached.encode(["kept"]), letter_vectors(["kept"]))
        assert not slow.done()
        model.may_end.set()
        np.testing.assert_array_equal(other.result(), letter_vectors(["other"]))
    assert (cached.encoded, cached.found) == (3, 1)


def test_the_next_process_does_not_need_the_model(tmp_path: Path) -> None:
    CachedEncoder(LetterEncoder(), tmp_path).encode(["a", "b"])
    later = CachedEncoder(DeafEncoder(), tmp_path)
    np.testing.assert_array_equal(later.encode(["b", "a"]), letter_vectors(["b", "a"]))


def test_models_do_not_share_vectors(tmp_path: Path) -> None:
    CachedEncoder(LetterEncoder("letters/1"), tmp_path).encode(["a"])
    other = LetterEncoder("letters_1")
    CachedEncoder(other, tmp_path).encode(["a"])
    assert other.seen == ["a"]


def test_queries_and_passages_of_one_text_are_kept_apart(tmp_path: Path) -> None:
    for _ in range(2):
        queries = MeaningEncoder({"a": "bbb"}, "test:asking queries")
        cached = CachedEncoder(AskingEncoder(queries), tmp_path)
        np.testing.assert_array_equal(cached.encode(["a"]), letter_vectors(["a"]))
        np.testing.assert_array_equal(cached.queries.encode(["a"]), letter_vectors(["bbb"]))
        assert cached.queries.queries is cached.queries
    assert (cached.encoded, cached.queries.encoded) == (0, 0)


def test_vectors_are_kept_with_their_lengths(tmp_path: Path) -> None:
    first = CachedEncoder(LongEncoder({}), tmp_path).encode(["ab", ""])
    np.testing.assert_allclose(first, letter_vectors(["ab", ""]) * [[3], [1]], rtol=1e-6)
    later = CachedEncoder(LongEncoder({}), tmp_path)
    np.testing.assert_array_equal(later.encode(["ab", ""]), first)
    assert (later.encoded, later.normalised) == (0, False)


def test_an_encoder_that_treats_all_texts_alike_has_one_cache(tmp_path: Path) -> None:
    cached = CachedEncoder(LetterEncoder(), tmp_path)
    assert cached.queries is cached


def test_a_damaged_vector_of_any_length_is_encoded_again(tmp_path: Path) -> None:
    """Its length is kept beside it: whichever of the two is hurt, they no longer agree."""
    CachedEncoder(LongEncoder({}), tmp_path).encode(["ab"])
    (file,) = tmp_path.rglob("*.rows")
    whole = file.read_bytes()
    for place in (4, len(whole) - 4):
        file.write_bytes(whole[:place] + b"\x12\x34\x56\x78" + whole[place + 4 :])
        np.testing.assert_allclose(
            CachedEncoder(LongEncoder({}), tmp_path).encode(["ab"]), 3 * letter_vectors(["ab"]), rtol=1e-6
        )
        assert file.read_bytes() == whole


def test_one_changed_bit_is_a_miss_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A length tells it only where it is a high one; the checksum of the row tells any."""
    texts = ["ab", "cd", "ef"]
    CachedEncoder(LetterEncoder(), tmp_path).encode(texts)
    (file,) = tmp_path.rglob("*.rows")
    whole = file.read_bytes()
    file.write_bytes(bytes(byte ^ (place % 108 == 4) for place, byte in enumerate(whole)))
    encoder = LetterEncoder()
    cached = CachedEncoder(encoder, tmp_path)
    for text in texts:
        np.testing.assert_array_equal(cached.encode([text]), letter_vectors([text]))
    assert encoder.seen == texts
    assert [record.message for record in caplog.records if "is damaged" in record.message] == [
        f"the cache of vectors {file.with_suffix('')} is damaged: "
        "what is not as it was written is encoded again"
    ]
    assert file.read_bytes() == whole


def test_no_texts_give_no_rows_and_no_files(tmp_path: Path) -> None:
    assert CachedEncoder(LetterEncoder(), tmp_path).encode([]).shape == (0, 27)
    assert not list(tmp_path.iterdir())


def test_what_was_encoded_before_a_failure_is_kept(tmp_path: Path) -> None:
    class Failing(LetterEncoder):
        def encode(self, texts: Sequence[str]) -> np.ndarray:
            if "poison" in texts:
                raise EncoderError("poison")
            return super().encode(texts)

    texts = [str(number) for number in range(5000)]
    with pytest.raises(EncoderError, match="poison"):
        CachedEncoder(Failing(), tmp_path).encode([*texts, "poison"])
    again = LetterEncoder()
    CachedEncoder(again, tmp_path).encode(texts)
    assert len(again.seen) < 2100


@pytest.mark.parametrize("suffix", [".rows", ".keys", ".sums"])
@pytest.mark.parametrize("damage", ["cut", "emptied", "overwritten", "removed", "grown"])
def test_damaged_files_are_recovered_from(tmp_path: Path, suffix: str, damage: str) -> None:
    texts = [f"text {number}" for number in range(50)]
    CachedEncoder(LetterEncoder(), tmp_path).encode(texts)
    (file,) = tmp_path.rglob(f"*{suffix}")
    data = file.read_bytes()
    if damage == "removed":
        file.unlink()
    else:
        third = len(data) // 3
        file.write_bytes(
            {
                "cut": data[: third + 5],
                "emptied": b"",
                "overwritten": data[:third] + b"\xff" * third + data[2 * third :],
                "grown": data + b"\x01\x02\x03",
            }[damage]
        )
    for _ in range(2):
        np.testing.assert_array_equal(
            CachedEncoder(LetterEncoder(), tmp_path).encode(texts), letter_vectors(texts)
        )
    healed = CachedEncoder(DeafEncoder(), tmp_path)
    np.testing.assert_array_equal(healed.encode(texts), letter_vectors(texts))


def test_where_nothing_can_be_kept_encoding_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "vectors").write_text("a file where the folder should stand")
    cached = CachedEncoder(LetterEncoder(), tmp_path)
    with caplog.at_level(logging.WARNING, "groundpath.text"):
        for text in "ab":
            np.testing.assert_array_equal(cached.encode([text]), letter_vectors([text]))
    assert len(caplog.records) == 1
    assert str(tmp_path) in caplog.text


def test_the_environment_names_the_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "here"))
    CachedEncoder(LetterEncoder()).encode(["a"])
    assert list((tmp_path / "here/vectors").iterdir())


def test_processes_side_by_side_keep_every_text_once(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from groundpath.engine.text.cache import CachedEncoder
from letters import LetterEncoder
directory, first = Path(sys.argv[1]), int(sys.argv[2])
cached = CachedEncoder(LetterEncoder(), directory)
for start in range(first, first + 300, 10):
    cached.encode([f"text {number}" for number in range(start, start + 10)])
"""
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), first], env=environment)
        for first in ("0", "100", "200")
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    texts = [f"text {number}" for number in range(500)]
    np.testing.assert_array_equal(CachedEncoder(DeafEncoder(), tmp_path).encode(texts), letter_vectors(texts))
    (keys,) = tmp_path.rglob("*.keys")
    assert keys.stat().st_size == 500 * 16
