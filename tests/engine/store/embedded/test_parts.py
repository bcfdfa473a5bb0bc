"""A graph that stands in many tables reads as one, and a write to one graph leaves the others as they are."""

from pathlib import Path

import pyarrow as pa
import pytest
from graphs import DIAMOND, columns_of, entity_table, triples, write_graph
from groundpath.engine.names import verbalise
from groundpath.engine.store.embedded import facts, spool
from groundpath.engine.store.embedded.database import Database
from groundpath.engine.store.embedded.store import EmbeddedStore
from groundpath.engine.store.protocol import PathQuery
from groundpath.engine.terms import Entity
from stored_graphs import read_triples

pytestmark = pytest.mark.slow

FACTS = read_triples("2H-kb.tsv")
SOURCES = pa.schema([("key", pa.string()), ("sources", pa.list_(pa.string()))])


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "PART_ROWS", 200)
    monkeypatch.setattr(spool, "_ROWS_A_GROUP", 100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


def tables_of(folder: Path, kg: str) -> list[tuple[int, int]]:
    """Number and size of each table with facts of a graph."""
    with Database(folder / "graph.lbdb", read_only=True) as database:
        return [(table.number, table.facts) for table in database.fact_tables(kg)]


class TestManyTables:
    @pytest.fixture
    def stores(self, tmp_path, monkeypatch):
        """The same graph in one table, and in many."""
        with EmbeddedStore(tmp_path / "one") as one, EmbeddedStore(tmp_path / "many") as many:
            write_graph(one, "k", FACTS)
            monkeypatch.setattr(spool, "PART_ROWS", 200)
            monkeypatch.setattr(spool, "_ROWS_A_GROUP", 100)
            write_graph(many, "k", FACTS)
            assert len(tables_of(tmp_path / "one", "k")) == 1
            assert len(tables_of(tmp_path / "many", "k")) > 5
            yield one, many

    def test_reads_as_one(self, stores):
        one, many = stores
        assert many.columns("k").facts.equals(one.columns("k").facts)
        assert many.columns("k").entities.equals(one.columns("k").entities)
        assert many.statistics("k") == one.statistics("k")
        for entity in sorted({fact.head for fact in FACTS})[:20]:
            assert many.facts_of("k", entity) == one.facts_of("k", entity)
            assert many.neighbourhood("k", entity, hops=2) == one.neighbourhood("k", entity, hops=2)

    @pytest.mark.parametrize("directed", [True, False])
    def test_paths_are_those_of_cypher_too(self, stores, directed):
        one, many = stores
        query = PathQuery(FACTS[0].head, FACTS[500].tail, max_hops=3, directed=directed)
        statement = many.path_statement("k", query)
        assert many.paths("k", query) == one.paths("k", query)
        assert many.cypher(statement.text, statement.parameters) == one.cypher(
            statement.text, statement.parameters
        )

    @pytest.mark.parametrize(
        "statement",
        [
            "MATCH (h)-[f:FACT]->(t) RETURN f.key, h.id, t.id ORDER BY f.key",
            "MATCH (h)-[f:`Fact`]->(t) RETURN count(f) AS facts, count(DISTINCT h.id) AS heads",
            "MATCH (h:Entity)-[f:FACT|FACT]-() RETURN h.id, count(f) AS degree ORDER BY degree DESC, h.id",
            "MATCH (h {id: '<id>'})-[f:FACT*1..2]->(t) RETURN t.id, count(*) AS ways ORDER BY ways, t.id",
            "MATCH p = (h {id: '<id>'})-[f : FACT {relation: '<relation>'}]->() RETURN f, p ORDER BY f.key",
            "MATCH ()-[f]->() RETURN label(f) AS label, count(*) AS facts",
            "MATCH ()-[f:FACT]->() WHERE label(f) = 'FACT' RETURN count(f) AS facts",
            "CALL table_info('FACT') RETURN name ORDER BY name",
            "RETURN '-[f:FACT]->' AS text, [{kind: 'FACT'}] AS pairs // -[f:FACT]->",
        ],
    )
    def test_statements_of_users_see_one_table(self, stores, statement):
        one, many = stores
        statement = statement.replace("<id>", FACTS[0].head).replace("<relation>", FACTS[0].relation)
        found = many.cypher(statement)
        assert found.rows
        assert found == one.cypher(statement)

    def test_texts_follow_a_name_and_other_tables_stay(self, stores, tmp_path):
        _, many = stores
        before = dict(tables_of(tmp_path / "many", "k"))
        renamed = FACTS[0].head
        with many.writing("k") as writer:
            writer.change_entities(entity_table([Entity(renamed, "Somebody Else")]).to_batches())
        texts = {fact["key"]: fact["text"] for fact in many.columns("k").facts.to_pylist()}
        theirs = many.facts_of("k", renamed)
        assert theirs
        for fact in theirs:
            assert texts[fact.key] == verbalise(fact.head.label, fact.label, fact.tail.label)
            assert "Somebody Else" in texts[fact.key]
        assert len(before.items() & set(tables_of(tmp_path / "many", "k"))) > len(before) / 2

    def test_sources_change_where_they_are(self, stores):
        _, many = stores
        facts = many.columns("k").facts
        keys = facts["key"].to_pylist()[::400]
        with many.writing("k") as writer:
            told = pa.table({"key": keys, "sources": [["d1", "d2"]] * len(keys)}, SOURCES)
            writer.change_sources(told.to_batches())
        after = {fact["key"]: fact["sources"] for fact in many.columns("k").facts.to_pylist()}
        assert {key for key, sources in after.items() if sources} == set(keys)
        assert after[keys[0]] == ["d1", "d2"]
        assert many.columns("k").facts.drop(["sources"]).equals(facts.drop(["sources"]))


@pytest.mark.usefixtures("small_parts")
class TestOtherGraphs:
    def test_a_write_leaves_the_tables_of_others(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "big", FACTS)
            before, whole = tables_of(folder, "big"), store.columns("big")
            write_graph(store, "small", DIAMOND)
            write_graph(store, "small", triples("e to f"))
            store.drop("small")
            assert tables_of(folder, "big") == before
            assert store.columns("big").facts.equals(whole.facts)
            assert store.columns("big").entities.equals(whole.entities)

    def test_small_additions_share_a_table(self, folder):
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", FACTS)
            full = [table for table in tables_of(folder, "k") if table[1] == 200]
            for i in range(12):
                write_graph(store, "k", triples(f"new{i} to other{i}"))
            after = tables_of(folder, "k")
            assert set(full) <= set(after)
            assert len(after) <= len(full) + 2
            assert sum(facts for _, facts in after) == store.graph("k").facts == len(FACTS) + 12

    def test_tables_of_many_parts_are_larger(self, folder, monkeypatch):
        monkeypatch.setattr(facts, "_TABLES", 3)
        with EmbeddedStore(folder) as store:
            write_graph(store, "k", FACTS[:600])
            assert {size for _, size in tables_of(folder, "k")} == {200}
            write_graph(store, "k", FACTS)
            sizes = [size for _, size in tables_of(folder, "k")]
            assert 200 < max(sizes) <= 800
            assert len(sizes) < len(FACTS) / 200 - 2
            before = store.columns("k").facts
            with store.writing("k") as writer:
                writer.change_labels({FACTS[0].relation: "is told of"})
            assert len(tables_of(folder, "k")) == len(sizes)
            after = store.columns("k").facts
            assert after.drop(["text", "label"]).equals(before.drop(["text", "label"]))
            assert "is told of" in set(after["label"].to_pylist())

    def test_a_store_shrinks_when_most_of_it_is_dropped(self, folder):
        with EmbeddedStore(folder) as store:
            kept = write_graph(store, "small", DIAMOND)
            size = (folder / "graph.lbdb").stat().st_size
            write_graph(store, "big", FACTS)
            store.drop("big")
            assert [graph.name for graph in store.graphs()] == ["small"]
            assert (folder / "graph.lbdb").stat().st_size < 1.5 * size
            assert store.columns("small").facts.equals(kept.facts)
            assert store.columns("small").entities.equals(kept.entities)

    def test_documents_of_others_stay_when_most_is_dropped(self, folder):
        document = {
            "id": ["d"],
            "title": ["Title"],
            "text": ["Text"],
            "stated": ["[]"],
            "places": [""],
            "file": [""],
        }
        with EmbeddedStore(folder) as store:
            with store.writing("small") as writer:
                writer.add_documents([pa.RecordBatch.from_pydict(document)])
                writer.add_entities(columns_of(DIAMOND).entities.to_batches())
                writer.add_facts(columns_of(DIAMOND).facts.to_batches())
            write_graph(store, "big", FACTS)
            store.drop("big")
            assert [found.text for found in store.documents("small", ["d"]) if found] == ["Text"]
            store.drop("small")
            assert store.graphs() == []
            assert (
                store.cypher("MATCH (n:Entity) RETURN n.id UNION ALL MATCH (n:Document) RETURN n.id").rows
                == ()
            )
