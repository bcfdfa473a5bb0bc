"""A graph is seen whole or not at all; writing it twice changes nothing; what is dropped is gone."""

import pyarrow as pa
import pytest
from graphs import TINY_GRAPHS, columns_of, entity_table, triples, write_graph
from groundpath.engine.errors import GraphBusyError, GroundpathError, UnknownGraphError
from groundpath.engine.store.neo4j import texts
from groundpath.engine.store.protocol import GraphStore, PathQuery
from groundpath.engine.store.schema import DOCUMENT_SCHEMA, FACT_SCHEMA
from groundpath.engine.terms import Document, Entity, fact_key
from stored_graphs import ENCODER, embed, stored

READINGS = [
    lambda store, kg: store.columns(kg),
    lambda store, kg: store.statistics(kg),
    lambda store, kg: store.entities(kg, ["a"]),
    lambda store, kg: store.find_entities(kg, "a"),
    lambda store, kg: store.facts_of(kg, "a"),
    lambda store, kg: store.neighbourhood(kg, "a"),
    lambda store, kg: store.paths(kg, PathQuery("a", "d")),
]


class CutOffError(Exception):
    """Stands for whatever ends a load half-way."""


def assert_unreadable(store: GraphStore, kg: str) -> None:
    for read in READINGS:
        with pytest.raises((GraphBusyError, UnknownGraphError)):
            read(store, kg)


def write_half(store: GraphStore, kg: str) -> None:
    """A load of the diamond that breaks after some of its facts."""
    columns = columns_of(TINY_GRAPHS["diamond"])
    with store.writing(kg) as writer:
        known = {id for batch in writer.existing_entities() for id in batch["id"].to_pylist()}
        if not known:
            writer.add_entities(columns.entities.to_batches())
        writer.add_facts(columns.facts.slice(0, 2).to_batches())
        raise CutOffError


@pytest.mark.parametrize("name", TINY_GRAPHS)
def test_what_was_written_is_read(store, name):
    graph = stored(store, f"tiny {name}", TINY_GRAPHS[name])
    columns = store.columns(graph.kg)
    assert columns.entities.equals(graph.columns.entities)
    assert columns.facts.equals(graph.columns.facts)


def test_a_real_graph_is_read_as_it_was_written(family):
    columns = family.store.columns(family.kg)
    assert columns.entities.equals(family.columns.entities)
    assert columns.facts.equals(family.columns.facts)


def test_the_second_load_changes_nothing(store, kg):
    for _ in range(2):
        write_graph(store, kg, TINY_GRAPHS["unicode_names"])
        embed(store, kg)
    info = store.graph(kg)
    assert (info.state, info.facts, info.embedded_facts) == ("ready", 6, 6)
    assert store.columns(kg).facts.equals(columns_of(TINY_GRAPHS["unicode_names"]).facts)


def test_a_new_graph_is_not_there_until_it_is_whole(store, kg):
    columns = columns_of(TINY_GRAPHS["diamond"])
    with store.writing(kg) as writer:
        writer.add_entities(columns.entities.to_batches())
        writer.add_facts(columns.facts.slice(0, 2).to_batches())
        assert_unreadable(store, kg)
        assert kg not in {graph.name for graph in store.graphs() if graph.state == "ready"}
        writer.add_facts(columns.facts.slice(2).to_batches())
    assert store.graph(kg).facts == 5
    assert all(read(store, kg) for read in READINGS)


def test_a_new_graph_that_was_cut_off_cannot_be_read_until_it_is_loaded_again(store, kg):
    with pytest.raises(CutOffError):
        write_half(store, kg)
    assert_unreadable(store, kg)
    write_graph(store, kg, TINY_GRAPHS["diamond"])
    assert store.columns(kg).facts.equals(columns_of(TINY_GRAPHS["diamond"]).facts)


def test_a_graph_whose_change_was_cut_off_is_never_half_seen(store, kg):
    before = write_graph(store, kg, triples("a first d"))
    with pytest.raises(CutOffError):
        add_facts(store, kg, fact_batches("d second a"), broken_by=CutOffError())
    try:
        assert store.columns(kg).facts.equals(before.facts)
    except GraphBusyError:
        assert store.graph(kg).state == "loading"
    write_graph(store, kg, triples("a first d", "d second a"))
    assert store.columns(kg).facts.equals(columns_of(triples("a first d", "d second a")).facts)


def test_a_cut_off_load_can_be_dropped(store, kg):
    with pytest.raises(CutOffError):
        write_half(store, kg)
    if kg in {graph.name for graph in store.graphs()}:
        store.drop(kg)
    assert kg not in {graph.name for graph in store.graphs()}
    write_graph(store, kg, triples("x is y"))
    assert store.graph(kg).facts == 1


def add_facts(
    store: GraphStore, kg: str, batches: list[pa.RecordBatch], broken_by: Exception | None = None
) -> None:
    with store.writing(kg) as writer:
        writer.add_facts(batches)
        if broken_by:
            raise broken_by


def fact_batches(*lines: str, sources: tuple[str, ...] = ()) -> list[pa.RecordBatch]:
    table = columns_of(triples(*lines)).facts
    column = pa.array([list(sources)] * len(table), FACT_SCHEMA.field("sources").type)
    return table.set_column(
        table.schema.get_field_index("sources"), FACT_SCHEMA.field("sources"), column
    ).to_batches()


def test_a_fact_whose_entity_is_missing_is_refused(store, kg):
    write_graph(store, kg, triples("a knows b"))
    with pytest.raises(GroundpathError):
        add_facts(store, kg, fact_batches("a knows stranger"))


def test_renaming_an_entity_changes_its_texts_and_takes_its_stale_vectors(store, kg):
    stored(store, kg, triples("q1 knows q2", "q2 knows q3"))
    embed(store, kg)
    with store.writing(kg) as writer:
        renamed = Entity("q1", "Ada", ("Countess",), ("person",))
        writer.change_entities(entity_table([renamed]).to_batches())
    assert store.entities(kg, ["q1"]) == [renamed]
    assert store.facts_of(kg, "q1")[0].text == "Ada knows q2."
    assert [m.how for m in store.find_entities(kg, "countess")] == ["alias"]
    assert store.find_entities(kg, "q1")[0].how == "id"
    info = store.graph(kg)
    assert (info.embedded_entities, info.embedded_facts) == (2, 1)
    assert [list(store.texts_without_vectors(kg, kind)) for kind in ("entities", "facts")] == [
        [["Ada"]],
        [["Ada knows q2."]],
    ]


def test_another_label_of_a_relation_changes_its_texts_and_takes_their_vectors(store, kg):
    stored(store, kg, triples("q1 P36 q2", "q2 P47 q3", "q3 P36 q1"))
    embed(store, kg)
    with store.writing(kg) as writer:
        assert writer.existing_relations() == {"P36": ["P36"], "P47": ["P47"]}
        writer.change_labels({"P36": "capital"})
    labels = {fact.text: fact.label for id in ("q1", "q2") for fact in store.facts_of(kg, id)}
    assert labels == {"q1 capital q2.": "capital", "q2 P47 q3.": "P47", "q3 capital q1.": "capital"}
    assert store.graph(kg).embedded_facts == 1
    (unembedded,) = store.texts_without_vectors(kg, "facts")
    assert sorted(unembedded) == ["q1 capital q2.", "q3 capital q1."]
    with store.writing(kg) as writer:
        assert writer.existing_relations() == {"P36": ["capital"], "P47": ["P47"]}


def test_labels_of_many_facts_of_several_relations_change_at_once(store, kg, monkeypatch):
    monkeypatch.setattr(texts, "_FACTS_A_TRANSACTION", 2)
    stored(store, kg, triples(*(f"a{i} P{i % 3} b{i}" for i in range(9))))
    with store.writing(kg) as writer:
        writer.change_labels({"P0": "capital", "P2": "border", "P9": "of no fact"})
    found = {fact["text"]: fact["label"] for fact in store.columns(kg).facts.to_pylist()}
    called = ["capital", "P1", "border"]
    assert found == {f"a{i} {called[i % 3]} b{i}.": called[i % 3] for i in range(9)}


def test_documents_and_sources(store, kg):
    documents = [Document("d1", "Ada", "Ada knew\nCharles."), Document("d2", "Empty", "")]
    rows = [{"id": d.id, "title": d.title, "text": d.text} for d in documents]
    with store.writing(kg) as writer:
        writer.add_documents(pa.Table.from_pylist(rows, DOCUMENT_SCHEMA).to_batches())
        writer.add_entities(columns_of(triples("ada knows charles")).entities.to_batches())
        writer.add_facts(fact_batches("ada knows charles", sources=("d1",)))
    assert store.documents(kg, ["d2", "d3", "d1"]) == [documents[1], None, documents[0]]
    assert store.graph(kg).documents == 2
    (fact,) = store.facts_of(kg, "ada")
    assert fact.sources == ("d1",)

    changed = fact_batches("ada knows charles", sources=("d1", "d2"))
    new_text = [{"id": "d2", "title": "Letter", "text": "Dear Charles"}]
    with store.writing(kg) as writer:
        known = {row["key"]: row["sources"] for b in writer.existing_facts() for row in b.to_pylist()}
        assert known == {fact_key("ada", "knows", "charles"): ["d1"]}
        writer.change_sources([batch.select(["key", "head", "tail", "sources"]) for batch in changed])
        writer.change_documents(pa.Table.from_pylist(new_text, DOCUMENT_SCHEMA).to_batches())
    assert store.facts(kg, [fact.key])[0].sources == ("d1", "d2")
    assert store.documents(kg, ["d2"]) == [Document("d2", "Letter", "Dear Charles")]


class TestGraphs:
    def test_that_share_a_store_do_not_mix(self, store, kg):
        names = [f"{kg} {i}" for i in range(3)]
        for i, name in enumerate(names):
            stored(store, name, triples(f"a to b{i}", f"b{i} to c", "a same c"))
        for i, name in enumerate(names):
            assert store.columns(name).entities["id"].to_pylist() == ["a", f"b{i}", "c"]
            found = store.paths(name, PathQuery("a", "c", 2))
            assert [path.entities[1].id for path in found] == ["c", f"b{i}"]
            assert [m.entity.id for m in store.find_entities(name, f"b{(i + 1) % 3}")] == []
            assert store.entities(name, [f"b{(i + 1) % 3}"]) == [None]
        embed(store, names[1])
        listed = {graph.name: graph for graph in store.graphs()}
        assert list(listed) == sorted(listed)
        assert [listed[name] for name in names] == [store.graph(name) for name in names]
        assert [listed[name].embedded_facts for name in names] == [0, 3, 0]

    def test_are_dropped_with_all_they_hold(self, store, kg):
        other = stored(store, "tiny diamond", TINY_GRAPHS["diamond"])
        stored(store, kg, TINY_GRAPHS["diamond"])
        embed(store, kg)
        store.drop(kg)
        with pytest.raises(UnknownGraphError):
            store.graph(kg)
        assert kg not in {graph.name for graph in store.graphs()}
        assert store.columns(other.kg).facts.equals(other.columns.facts)
        stored(store, kg, triples("a new b"))
        info = store.graph(kg)
        assert (info.entities, info.facts, info.embedded_facts) == (2, 1, 0)
        assert info.encoder in (None, ENCODER)

    def test_that_are_not_there_cannot_be_dropped(self, store):
        with pytest.raises(UnknownGraphError, match="'nowhere'"):
            store.drop("nowhere")

    @pytest.mark.parametrize(
        "name", ['it\'s "so"', "back\\slash `tick`", "🎨 граф $kg", "../a/b:c*", "x" * 200]
    )
    def test_may_have_any_name(self, store, name):
        graph = stored(store, name, TINY_GRAPHS["diamond"])
        assert store.columns(name).facts.equals(graph.columns.facts)
        assert [m.entity.id for m in store.find_entities(name, "a")] == ["a"]
        assert store.graph(name).name == name
        store.drop(name)
        assert name not in {info.name for info in store.graphs()}
