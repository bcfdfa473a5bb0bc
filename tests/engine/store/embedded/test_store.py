"""What only the embedded store promises: one folder, many readers, one writer, all or nothing."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import ladybug
import numpy as np
import pyarrow as pa
import pytest
from graphs import DIAMOND, columns_of, entity_table, triples, write_graph
from groundpath.engine.errors import EncoderError, InputError, StoreError, UnknownGraphError
from groundpath.engine.store.embedded.files import StoreFolder
from groundpath.engine.store.embedded.store import EmbeddedStore
from groundpath.engine.store.protocol import EncoderIdentity
from groundpath.engine.terms import Entity
from stored_graphs import read_triples

TESTS = Path(__file__).parents[3]
ENCODER = EncoderIdentity("test:four", 4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "new" / "store"


def in_another_process(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Python that has the tests' modules, `folder`, and whatever `code` says."""
    start = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; folder = Path(sys.argv[2])\n"
    )
    command = [sys.executable, "-c", start + textwrap.dedent(code), str(TESTS), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)


def rename(store: EmbeddedStore, kg: str, entity: Entity) -> None:
    with store.writing(kg) as writer:
        writer.change_entities(entity_table([entity]).to_batches())


class TestFolder:
    def test_reading_makes_nothing(self, folder):
        with EmbeddedStore(folder) as store:
            assert store.graphs() == []
            assert store.cypher("MATCH (e:Entity) RETURN e").rows == ()
            with pytest.raises(UnknownGraphError, match="holds no graph 'k'"):
                store.facts_of("k", "a")
            with pytest.raises(UnknownGraphError):
                store.drop("k")
        assert not folder.parent.exists()

    def test_an_object_reads_what_it_wrote_and_what_others_wrote(self, folder):
        with EmbeddedStore(folder) as one, EmbeddedStore(folder) as other:
            assert other.graphs() == []
            write_graph(one, "k", DIAMOND)
            assert [graph.facts for graph in other.graphs()] == [5]
            write_graph(other, "k", triples("d to e"))
            assert one.graph("k").facts == 6

    def test_a_store_can_be_used_after_it_was_closed(self, folder):
        store = EmbeddedStore(folder)
        write_graph(store, "k", DIAMOND)
        store.close()
        store.close()
        assert store.graph("k").facts == 5
        store.close()

    def test_a_second_load_of_the_same_changes_no_file(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", DIAMOND)
            before = {file: file.stat().st_mtime_ns for file in folder.rglob("*.lbdb")}
            write_graph(store, "k", DIAMOND)
            assert {file: file.stat().st_mtime_ns for file in folder.rglob("*.lbdb")} == before

    def test_repeated_loads_do_not_swell_the_file(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", read_triples("2H-kb.tsv"))
            size = (folder / "graph.lbdb").stat().st_size
            for i in range(5):
                write_graph(store, "k", triples(f"new{i} to other{i}"))
            assert (folder / "graph.lbdb").stat().st_size < 2 * size

    def test_verify_names_versions_and_graphs(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", DIAMOND)
            assert store.verify() == f"ladybug {ladybug.__version__} at {folder}: 1 graph, schema 5"
            assert repr(store) == f"EmbeddedStore({str(folder)!r})"
            assert store.url == f"embedded:{folder}"

    @pytest.mark.parametrize("kg", ["", " ", "a\x1fb", "a\nb"])
    def test_a_name_that_is_none_is_refused(self, folder, kg):
        with EmbeddedStore(folder) as store, pytest.raises(InputError, match="cannot name a graph"):
            write_graph(store, kg, DIAMOND)

    @pytest.mark.parametrize("name", ["st?", "s*[1]", "**", "{st1,b} it's", 'a"b\\[1]\n'])
    def test_its_path_is_a_name_and_no_pattern(self, tmp_path, monkeypatch, name):
        """The workshop of a neighbour, whose writer was killed, holds rows in files of the same names."""
        with monkeypatch.context() as killed, EmbeddedStore(tmp_path / "st1") as neighbour:
            killed.setattr(StoreFolder, "_clear_workshop", lambda _: None)
            for _ in range(2):
                write_graph(neighbour, "k", triples("x foreign y"))
                rename(neighbour, "k", Entity("x", "foreign"))
        with EmbeddedStore(tmp_path / name) as store:
            write_graph(store, "k", DIAMOND)
            write_graph(store, "k", triples("d to e"))
            rename(store, "k", Entity("a", "renamed"))
            facts, entities = [*DIAMOND, *triples("d to e")], [Entity("a", "renamed"), *map(Entity, "bcde")]
            assert store.columns("k").facts["key"] == columns_of(facts, entities).facts["key"]
            assert store.entities("k", "ae") == [entities[0], Entity("e", "e")]
            write_graph(store, "small", triples("a to b"))
            store.drop("k")
            assert [(info.name, info.facts) for info in store.graphs()] == [("small", 1)]


class TestUnusable:
    def test_a_file_in_place_of_the_folder(self, tmp_path):
        (tmp_path / "store").write_text("something else")
        with EmbeddedStore(tmp_path / "store") as store:
            with pytest.raises(StoreError, match="is a file, but an embedded store is a folder"):
                store.graphs()
            with pytest.raises(StoreError, match="is a file, but an embedded store is a folder"):
                write_graph(store, "k", DIAMOND)

    @pytest.mark.parametrize("damage", [b"", b"no database at all" * 1000])
    def test_a_damaged_file(self, folder, damage):
        folder.mkdir(parents=True)
        (folder / "graph.lbdb").write_bytes(damage)
        with EmbeddedStore(folder) as store, pytest.raises(StoreError, match="load again"):
            store.graphs()

    def test_a_file_cut_short(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", DIAMOND)
            os.truncate(folder / "graph.lbdb", (folder / "graph.lbdb").stat().st_size // 2)
            with pytest.raises(StoreError, match=r"is damaged: it has [\d,]+ bytes of"):
                store.graphs()

    @pytest.mark.parametrize(
        ("tables", "made_by"),
        [
            (["CREATE NODE TABLE Other(id STRING PRIMARY KEY)"], "another program"),
            (
                ["CREATE NODE TABLE Store(version INT64 PRIMARY KEY)", "CREATE (:Store {version: 99})"],
                "version 99",
            ),
        ],
    )
    def test_a_database_of_others(self, folder, tables, made_by):
        folder.mkdir(parents=True)
        with ladybug.Database(folder / "graph.lbdb") as database, ladybug.Connection(database) as connection:
            for table in tables:
                connection.execute(table)
        with EmbeddedStore(folder) as store, pytest.raises(StoreError, match=f"made by .*{made_by}"):
            store.verify()

    @pytest.mark.parametrize("kilobytes", [1, 500, 1500])
    def test_a_disk_that_takes_no_more_leaves_what_was_there(self, folder, kilobytes):
        """Files may not grow beyond a limit, which is how a full disk shows; it hits different stages."""
        with EmbeddedStore(folder) as store:
            before = write_graph(store, "k", DIAMOND)
            full = in_another_process(
                """
                import resource
                from graphs import write_graph
                from groundpath.engine.errors import StoreError
                from groundpath.engine.store.embedded.store import EmbeddedStore
                from stored_graphs import read_triples
                resource.setrlimit(resource.RLIMIT_FSIZE, (1024 * int(sys.argv[3]),) * 2)
                try:
                    write_graph(EmbeddedStore(folder), "k", read_triples("PQL3-KB.tsv"))
                except StoreError as error:
                    print(error)
                """,
                folder,
                kilobytes,
            )
            assert "nothing was changed" in full.communicate()[0]
            assert store.columns("k").facts.equals(before.facts)
            assert not (folder / "next").exists()

    def test_a_disk_without_room_is_noticed_before(self, folder, monkeypatch):
        with EmbeddedStore(folder) as store:
            before = write_graph(store, "k", DIAMOND)
            total, used, _ = shutil.disk_usage(folder)
            monkeypatch.setattr(shutil, "disk_usage", lambda _: (total, used, 5 << 20))
            with pytest.raises(StoreError, match=r"needs \d+ MB of disk, but 5 MB are free"):
                write_graph(store, "k", triples("x to y"))
            assert store.columns("k").facts.equals(before.facts)


class TestOneWriter:
    def test_a_second_writer_is_told_who_writes_and_readers_go_on(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", DIAMOND)
            other = in_another_process(
                """
                from graphs import columns_of, triples
                from groundpath.engine.store.embedded.store import EmbeddedStore
                new = columns_of(triples("x to y"))
                with EmbeddedStore(folder) as store, store.writing("k") as writer:
                    writer.add_entities(new.entities.to_batches())
                    writer.add_facts(new.facts.to_batches())
                    print("writing", flush=True)
                    input()
                """,
                folder,
            )
            assert other.stdout.readline() == "writing\n"
            with pytest.raises(StoreError, match=rf"in use by another process \(pid {other.pid}\)"):
                write_graph(store, "k", triples("a to z"))
            with pytest.raises(StoreError, match="in use by another process"):
                store.drop("k")
            assert store.graph("k").facts == 5
            other.communicate("\n")
            assert other.returncode == 0
            assert store.graph("k").facts == 6

    def test_a_writer_within_a_writer_is_refused(self, folder):
        with (
            EmbeddedStore(folder) as store,
            store.writing("k"),
            pytest.raises(StoreError, match="another writer of this process"),
        ):
            write_graph(store, "k", DIAMOND)

    def test_an_error_of_the_caller_passes_through_and_undoes_all(self, folder):
        with EmbeddedStore(folder) as store:
            before = write_graph(store, "k", DIAMOND)
            with pytest.raises(FileNotFoundError, match=r"missing\.tsv"), store.writing("k") as writer:
                writer.add_entities(batches_from(Path("missing.tsv")))
            assert store.columns("k").entities.equals(before.entities)
            write_graph(store, "k", triples("p to q"))
            assert store.graph("k").facts == 6


def batches_from(file: Path) -> Iterator[pa.RecordBatch]:
    yield from columns_of(triples("p to q")).entities.to_batches()
    file.read_text()


class TestKilled:
    WRITER = """
        from graphs import write_graph
        from groundpath.engine.store.embedded.store import EmbeddedStore
        from stored_graphs import read_triples
        facts = read_triples("2H-kb.tsv")
        store = EmbeddedStore(folder)
        print("begin", flush=True)
        while True:
            write_graph(store, "k", facts)
            store.drop("k")
        """

    @pytest.mark.parametrize("seconds", [0.0, 0.15, 0.3, 0.45])
    def test_a_writer_killed_at_any_time_leaves_a_whole_state(self, folder, seconds):
        facts = read_triples("2H-kb.tsv")
        writer = in_another_process(self.WRITER, folder)
        assert writer.stdout.readline() == "begin\n"
        try:
            writer.wait(seconds)
        except subprocess.TimeoutExpired:
            writer.send_signal(signal.SIGKILL)
        writer.wait()
        with EmbeddedStore(folder) as store:
            found = {graph.name: graph.facts for graph in store.graphs()}
            assert found in ({}, {"k": len(facts)})
            assert list(store.faults(deep=True)) == []
            whole = write_graph(store, "k", facts)
            assert store.columns("k").facts.equals(whole.facts)
            assert store.cypher("MATCH (:Entity)-[f:FACT]->(:Entity) RETURN count(f)").rows == (
                (len(facts),),
            )
            assert not (folder / "next").exists()

    def test_what_was_spooled_is_cleared_away(self, folder):
        writer = in_another_process(
            """
            import os, signal
            from graphs import columns_of
            from groundpath.engine.store.embedded.store import EmbeddedStore
            from stored_graphs import read_triples
            columns = columns_of(read_triples("2H-kb.tsv"))
            with EmbeddedStore(folder).writing("k") as writer:
                writer.add_entities(columns.entities.to_batches())
                os.kill(os.getpid(), signal.SIGKILL)
            """,
            folder,
        )
        writer.wait()
        assert list((folder / "next").iterdir())
        with EmbeddedStore(folder) as store:
            assert store.graphs() == []
            write_graph(store, "other", DIAMOND)
            assert [graph.name for graph in store.graphs()] == ["other"]
        assert not (folder / "next").exists()


class TestManyGraphs:
    def test_dropping_one_leaves_the_others_and_exact_counts(self, folder):
        facts = read_triples("2H-kb.tsv")
        with EmbeddedStore(folder) as store:
            for kg in ("a", "b"):
                write_graph(store, kg, facts)
            store.drop("a")
            whole = write_graph(store, "a", facts)
            for kg in ("a", "b"):
                assert store.columns(kg).facts.equals(whole.facts)
                assert store.columns(kg).entities.equals(whole.entities)
            counted = store.cypher("MATCH (:Entity)-[f:FACT]->(:Entity) RETURN f.kg, count(f) ORDER BY f.kg")
            assert counted.rows == (("a", len(facts)), ("b", len(facts)))

    def test_a_graph_that_is_made_anew_forgets_the_vectors_of_its_namesake(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", DIAMOND)
            store.begin_embedding("k", ENCODER)
            store.add_vectors("k", "entities", ["a", "b"], np.eye(4, dtype=np.float32)[:2])
            with pytest.raises(EncoderError, match="come from 'test:four', not from 'other'"):
                store.begin_embedding("k", EncoderIdentity("other", 4))
            store.drop("k")
            assert not list((folder / "vectors").iterdir())
            write_graph(store, "k", DIAMOND)
            assert store.graph("k").encoder is None
            store.begin_embedding("k", EncoderIdentity("other", 4))
            assert store.graph("k").embedded_entities == 0
