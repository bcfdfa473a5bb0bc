"""A file of the embedded store that is not as it was written is told, whoever meets it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from graphs import DIAMOND, triples, write_graph
from groundpath.engine.checksums import BLOCK_BYTES
from groundpath.engine.errors import DamagedError
from groundpath.engine.store.embedded.store import EmbeddedStore
from stored_graphs import embed, read_triples, word_vectors

SUMS = "graph.lbdb.sums"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of two graphs, of which one has vectors; and the state before the second."""
    folder = tmp_path_factory.mktemp("whole") / "store"
    with EmbeddedStore(folder) as store:
        write_graph(store, "k", read_triples("2H-kb.tsv"))
        embed(store, "k")
        shutil.copytree(folder, folder.with_name("before"))
        write_graph(store, "other", DIAMOND)
        embed(store, "other")
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "store"))


def vectors(folder: Path, suffix: str) -> list[Path]:
    return sorted((folder / "vectors").glob(f"*-facts{suffix}"))


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0x10
    path.write_bytes(data)


def cut(path: Path, left: int) -> None:
    path.write_bytes(path.read_bytes()[:left])


def larger(folder: Path, suffix: str) -> Path:
    """Of the vector files of facts that of the larger graph."""
    return max(vectors(folder, suffix), key=lambda file: file.stat().st_size)


def swap_vectors(folder: Path, suffix: str) -> None:
    one, other = vectors(folder, suffix)
    one.rename(folder / "held")
    other.rename(one)
    (folder / "held").rename(other)


def swap_all_vectors(folder: Path) -> None:
    for suffix in (".keys", ".rows", ".sums"):
        swap_vectors(folder, suffix)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "a bit of the header": lambda f: flip(f / "graph.lbdb", 9),
    "a bit in the middle": lambda f: flip(f / "graph.lbdb", (f / "graph.lbdb").stat().st_size // 2),
    "the last bit": lambda f: flip(f / "graph.lbdb", -1),
    "cut in half": lambda f: cut(f / "graph.lbdb", (f / "graph.lbdb").stat().st_size // 2),
    "nothing left": lambda f: cut(f / "graph.lbdb", 0),
    "no database": lambda f: (f / "graph.lbdb").unlink(),
    "a bit of the checksums": lambda f: flip(f / SUMS, 60),
    "no checksums": lambda f: (f / SUMS).unlink(),
    "a bit of a vector": lambda f: flip(larger(f, ".rows"), 1000),
    "a bit of a key": lambda f: flip(larger(f, ".keys"), 1000),
    "a bit of a vector's checksum": lambda f: flip(larger(f, ".sums"), 1000),
    "vectors cut": lambda f: cut(larger(f, ".rows"), 5000),
    "keys cut": lambda f: cut(larger(f, ".keys"), 512),
    "checksums of vectors cut": lambda f: cut(larger(f, ".sums"), 64),
    "vectors of another graph": lambda f: swap_vectors(f, ".rows"),
    "all of the vectors of another graph": swap_all_vectors,
}


def test_a_store_that_is_whole_has_no_fault(folder):
    with EmbeddedStore(folder) as store:
        assert list(store.faults()) == []
        assert list(store.faults(deep=True)) == []
        assert list(store.faults(["other"], deep=True)) == []


@pytest.mark.parametrize("damage", DAMAGES)
def test_any_damage_is_found(folder, damage):
    DAMAGES[damage](folder)
    with EmbeddedStore(folder) as store:
        found = list(store.faults(deep=True))
    assert found
    assert all(Path(fault.file).parent in (folder, folder / "vectors") for fault in found)


@pytest.mark.parametrize("file", ["graph.lbdb", SUMS])
def test_a_file_of_another_state_is_found(folder, whole, file):
    shutil.copy(whole.with_name("before") / file, folder / file)
    with EmbeddedStore(folder) as store:
        assert [Path(fault.file).name for fault in store.faults(deep=True)] == ["graph.lbdb"]


@pytest.mark.parametrize("damage", ["a bit of the header", "cut in half", "nothing left", "no database"])
def test_opening_looks_at_size_and_header(folder, damage):
    DAMAGES[damage](folder)
    with (
        EmbeddedStore(folder) as store,
        pytest.raises(DamagedError, match=r"graph\.lbdb is damaged: .*verify --deep.*restore FILE"),
    ):
        store.graphs()


def test_a_writer_does_not_pass_damage_on_as_sound(folder):
    DAMAGES["a bit in the middle"](folder)
    with EmbeddedStore(folder) as store:
        with pytest.raises(DamagedError, match="bytes"):
            write_graph(store, "third", triples("x to y"))
        with pytest.raises(DamagedError):
            store.drop("k")  # the rest would be brought over into a new file
        assert [graph.name for graph in store.graphs()] == ["k", "other"]
        assert list(store.faults(deep=True))


def texts_broken(folder: Path) -> Iterator[int]:
    """Places in the database where a name stands, but for its last block, which opening looks at."""
    data = (folder / "graph.lbdb").read_bytes()
    at, last = -1, (len(data) - 1) // BLOCK_BYTES * BLOCK_BYTES
    while 0 <= (at := data.find(b"_of_bavaria", at + 1)) < last:
        yield at


def test_a_text_that_is_none_any_more_is_one_clear_error(folder):
    """Python cannot decode it, wherever it comes up: that is told as the damage that it is."""
    data = bytearray((folder / "graph.lbdb").read_bytes())
    for place in texts_broken(folder):
        data[place] = 0xFF
    (folder / "graph.lbdb").write_bytes(data)
    with EmbeddedStore(folder) as store:
        with pytest.raises(DamagedError, match=r"\(graph 'k'\): bytes"):
            store.columns("k")
        with pytest.raises(DamagedError, match=r"\(graph 'k'\): bytes"):
            store.find_entities("k", "bavaria")
        with pytest.raises(DamagedError, match=r"\(graph 'k'\): bytes"):
            store.nearest_facts("k", word_vectors(["father"]), 1)


def test_a_damaged_vector_is_told_where_a_search_meets_it(folder):
    with EmbeddedStore(folder) as store:
        facts = store.columns("k").facts
        key, text = facts["key"][0].as_py(), facts["text"][0].as_py()
        query = word_vectors([text])
        (found,) = store.nearest_facts("k", query, 1)
        assert found[0].score > 0.99
    data = np.fromfile(larger(folder, ".rows"), np.float32).reshape(-1, 64)
    row = int((data @ query[0]).argmax())
    data[row] *= np.float32(0.999)
    data.tofile(larger(folder, ".rows"))
    with EmbeddedStore(folder) as store:
        with pytest.raises(DamagedError, match=rf"\(graph 'k'\): row {row:,} is not that"):
            store.nearest_facts("k", query, 1)
        with pytest.raises(DamagedError, match=r"graph 'k'"):
            store.fact_vectors("k", [key])


def test_vectors_that_are_no_numbers_hide_nothing(folder):
    """One NaN would leave a search without results, as if there were no facts."""
    data = np.fromfile(larger(folder, ".rows"), np.float32).reshape(-1, 64)
    data[7] = np.nan
    data.tofile(larger(folder, ".rows"))
    with (
        EmbeddedStore(folder) as store,
        pytest.raises(DamagedError, match=r"1 of [0-9,]+ rows is not as it was written"),
    ):
        store.nearest_facts("k", word_vectors(["father of maximilian"]), 5)


def test_a_writer_killed_between_checksums_and_file_leaves_a_whole_state(folder, whole):
    """Both states are known while one takes the place of the other."""
    with EmbeddedStore(folder) as store:
        database = store._folder.database
        newer = whole.with_name("before") / "graph.lbdb"
        before, after = store._folder.sums.read()[0], type(store._folder.sums)(newer).read()[0]
        store._folder.sums.write([after, before])
        assert list(store.faults(deep=True)) == []
        shutil.copy(newer, database)
        assert list(store.faults(deep=True)) == []
        write_graph(store, "k", triples("x to y"))
        assert len(store._folder.sums.read()) == 1
        assert list(store.faults(["k"], deep=True)) == []


def test_a_store_made_without_checksums_opens_and_gets_them_from_the_next_write(folder):
    (folder / SUMS).unlink()
    with EmbeddedStore(folder) as store:
        assert store.graph("k").facts == 1211
        assert [fault.fault for fault in store.faults()] == [
            "there are no checksums: removed, or made by an older groundpath"
        ]
        write_graph(store, "other", triples("x to y"))
        assert list(store.faults(deep=True)) == []
