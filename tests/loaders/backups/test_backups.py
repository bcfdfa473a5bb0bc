"""A backup is one file from which a graph comes back as it was, or nothing changes."""

import os
import stat
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from graphs import DIAMOND, triples, write_graph
from groundpath.engine.errors import DamagedError, InputError, UnknownGraphError
from groundpath.engine.progress import Advance
from groundpath.engine.store.embedded.store import EmbeddedStore
from groundpath.engine.store.protocol import GraphStore
from groundpath.loaders.backups.backing_up import backup
from groundpath.loaders.backups.restoring import restore
from groundpath.loaders.documents import load_documents
from groundpath.loaders.identity import identify
from groundpath.loaders.typed_graphs import load_graph
from stored_graphs import embed, word_vectors

DOCUMENTS = [
    {"id": "d1", "title": "Ann", "text": "Ann likes Bob Berg.", "triples": [["Ann", "likes", "Bob Berg"]]},
    {"id": "d2", "text": "Bob Berg is from Oslo.", "triples": [["bob berg", "from", "Oslo"]]},
]
NODES = "id\ttype\tname\tsynonyms\txrefs\nd1\tDrug\tAspirin\tASA|acetyl\tX:1\nd2\tDisease\tPain\t\t\n"
EDGES = "source_id\trelation\ttarget_id\tprovenance\tscore\nd1\ttreats\td2\tPubMed|Trials\t0.3\n"
SCHEMA = '[relations.treats]\nwordings = ["helps against"]\ndomain = ["Drug"]\n'


@pytest.fixture
def filled(store: GraphStore, write) -> GraphStore:
    """A typed graph with a schema, one of documents with merged names, and one with vectors."""
    tables = (write("nodes.tsv", NODES), write("edges.tsv", EDGES))
    load_graph(store, "drugs", *tables, schema=write("schema.toml", SCHEMA), embed=False)
    load_documents(store, "texts", DOCUMENTS, embed=False)
    identify(store, "texts")
    write_graph(store, "small", DIAMOND)
    embed(store, "small")
    return store


@pytest.fixture
def other(tmp_path: Path) -> GraphStore:
    return EmbeddedStore(tmp_path / "other")


def contents(store: GraphStore, kg: str) -> tuple[object, ...]:
    """All that a store says of a graph, but for its name."""
    columns = store.columns(kg)
    documents = [row for batch in store.all_documents(kg) for row in batch.to_pylist()]
    info = store.graph(kg)
    counts = (info.entities, info.facts, info.documents, info.embeddable_entities)
    vectors = (info.encoder, info.embedded_entities, info.embedded_facts)
    rows = (columns.entities.to_pylist(), columns.facts.to_pylist(), documents)
    return (*rows, store.traits(kg), store.identity(kg), counts, vectors)


def test_all_graphs_come_back_as_they_were(filled, other, tmp_path):
    done = backup(filled, (), tmp_path / "all.tar")
    assert [(graph.kg, graph.facts, graph.vectors) for graph in done] == [
        ("drugs", 1, 0),
        ("small", 5, 9),
        ("texts", 2, 0),
    ]
    assert restore(other, tmp_path / "all.tar") == done
    for kg in ("drugs", "small", "texts"):
        assert contents(other, kg) == contents(filled, kg)
    query = word_vectors(["a to b"])
    assert other.nearest_facts("small", query, 3) == filled.nearest_facts("small", query, 3)
    assert list(other.faults(deep=True)) == []
    assert [file.name for file in tmp_path.glob(".*")] == []


def test_one_graph_under_another_name_beside_itself(filled, tmp_path):
    backup(filled, ["drugs"], tmp_path / "one.tar")
    restore(filled, tmp_path / "one.tar", name="again")
    assert contents(filled, "again") == contents(filled, "drugs")


def test_what_is_there_stays_unless_it_is_to_be_replaced(filled, tmp_path):
    before = contents(filled, "small")
    backup(filled, ["small"], tmp_path / "small.tar")
    write_graph(filled, "small", triples("x to y"))
    after = contents(filled, "small")
    with pytest.raises(InputError, match=r"holds a graph 'small' already; --replace .*--as"):
        restore(filled, tmp_path / "small.tar")
    assert contents(filled, "small") == after != before
    restore(filled, tmp_path / "small.tar", replace=True)
    assert contents(filled, "small") == before


def test_a_graph_that_another_made_meanwhile_stays(filled, tmp_path):
    """Between the first look and the turn of that graph."""

    class Meanwhile:
        @contextmanager
        def task(self, title: str, _total: int | None = None) -> Iterator[Advance]:
            if title == "Restoring small":
                with EmbeddedStore(tmp_path / "other") as another:
                    write_graph(another, "small", triples("precious work done"))
            yield lambda _: None

    backup(filled, ["drugs", "small"], tmp_path / "two.tar")
    with EmbeddedStore(tmp_path / "other") as other:
        with pytest.raises(InputError, match=r"holds a graph 'small' already; --replace .*--as"):
            restore(other, tmp_path / "two.tar", progress=Meanwhile())
        assert other.columns("small").facts["head"].to_pylist() == ["precious"]
        assert contents(other, "drugs") == contents(filled, "drugs")


def test_a_link_stays_one_and_what_it_leads_to_is_replaced(filled, tmp_path):
    target, link = tmp_path / "elsewhere" / "of.tar", tmp_path / "links" / "latest.tar"
    for file in (target, link):
        file.parent.mkdir()
    link.symlink_to(target)
    backup(filled, ["small"], link)
    assert link.is_symlink()
    assert [file.name for file in target.parent.iterdir()] == ["of.tar"]


def test_a_pipe_takes_a_backup_and_stays_one(filled, other, tmp_path):
    pipe, came = tmp_path / "pipe", tmp_path / "came.tar"
    os.mkfifo(pipe)
    reader = Thread(target=lambda: came.write_bytes(pipe.read_bytes()), daemon=True)
    reader.start()
    backup(filled, ["small"], pipe)
    reader.join(30)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    restore(other, came)
    assert contents(other, "small") == contents(filled, "small")


def test_replacing_heals_vectors_that_were_damaged(filled, tmp_path):
    backup(filled, ["small"], tmp_path / "small.tar")
    (rows,) = (tmp_path / "store" / "vectors").glob("*-facts.rows")
    rows.write_bytes(b"\x01" + rows.read_bytes()[1:])
    assert [fault.kg for fault in filled.faults(deep=True)] == ["small"]
    restore(filled, tmp_path / "small.tar", replace=True)
    assert list(filled.faults(deep=True)) == []
    assert filled.graph("small").embedded_facts == 5


def test_a_backup_with_any_changed_byte_changes_nothing(filled, other, tmp_path):
    backup(filled, ["small"], tmp_path / "small.tar")
    whole = (tmp_path / "small.tar").read_bytes()
    broken = tmp_path / "broken.tar"
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        broken.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        with pytest.raises((DamagedError, InputError), match=r"is damaged|is no backup"):
            restore(other, broken)
    for left in (0, 10, len(whole) // 2, len(whole) - 1):
        broken.write_bytes(whole[:left])
        with pytest.raises((DamagedError, InputError), match=r"is damaged|is no backup"):
            restore(other, broken)
    broken.write_bytes(whole + b"\x00")
    with pytest.raises(DamagedError):
        restore(other, broken)
    assert not (tmp_path / "other").exists()


def test_a_damaged_store_is_not_backed_up(filled, tmp_path):
    filled.close()
    file = tmp_path / "store" / "graph.lbdb"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    (tmp_path / "kept.tar").write_text("an older backup")
    with pytest.raises(DamagedError, match=r"graph\.lbdb is damaged"):
        backup(filled, ["small"], tmp_path / "kept.tar")
    assert (tmp_path / "kept.tar").read_text() == "an older backup"
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_a_backup_is_made_while_a_writer_writes(filled, tmp_path):
    """It holds the state that was published last."""
    with filled.writing("small") as writer:
        writer.remove_documents([["none"]])
        with EmbeddedStore(tmp_path / "store") as reader:
            assert backup(reader, ["small"], tmp_path / "small.tar")[0].facts == 5


def test_a_backup_is_a_tar_that_others_list(filled, tmp_path):
    backup(filled, ["drugs"], tmp_path / "one.tar")
    with tarfile.open(tmp_path / "one.tar") as archive:
        names = archive.getnames()
    assert names[0] == "groundpath-backup.json"
    assert "0/facts.parquet" in names
    assert names[-1] == "checksum"


def test_what_cannot_be_done_is_said(filled, tmp_path, store):
    with pytest.raises(UnknownGraphError, match="no graph 'smal'"):
        backup(filled, ["smal"], tmp_path / "x.tar")
    with pytest.raises(InputError, match="cannot be written"):
        backup(filled, ["small"], tmp_path / "none" / "x.tar")
    backup(filled, ["small", "drugs"], tmp_path / "two.tar")
    with pytest.raises(InputError, match=r"several graphs \(small, drugs\), which cannot all be 'x'"):
        restore(store, tmp_path / "two.tar", name="x")
    with pytest.raises(InputError, match="cannot be read"):
        restore(store, tmp_path / "missing.tar")
    with (
        EmbeddedStore(tmp_path / "empty") as empty,
        pytest.raises(InputError, match="holds no graph that could"),
    ):
        backup(empty, (), tmp_path / "x.tar")
