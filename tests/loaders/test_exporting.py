"""A graph that is exported and loaded again has the same entities, facts, labels and declarations."""

import json
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from graphs import columns_of, triples
from groundpath.engine.errors import InputError, UnknownGraphError
from groundpath.engine.store.schema import FACT_SCHEMA
from groundpath.engine.terms import Entity, RelationTraits
from groundpath.loaders.documents import load_documents
from groundpath.loaders.exporting import export
from groundpath.loaders.typed_graphs import load_graph

TRAITS = RelationTraits(
    symmetric=frozenset({"likes"}),
    transitive=frozenset({"part of"}),
    functional=frozenset({"hates"}),
    inverse_functional=frozenset({"hates"}),
    wordings={"hates": ('says "no" to', "back\\slash")},
    inverses={"likes": "hates"},
    implies={"part of": ("likes",)},
    domains={"likes": ("T",)},
    ranges={"likes": ("T", "U")},
)
ENTITIES = [
    Entity("a|b", "The [x] | y", ("al|ias", "x"), ("T", "U"), ("X:1",)),
    Entity("b", "Bee", ("[odd",), ("T",)),
    Entity("m.0abc"),
]
FACTS = triples("a|b likes b", "b likes m.0abc", "b hates b", "b part_of a|b")


@pytest.fixture
def graph(store):
    """Names with signs that part texts, none, labels that were given, sources with and without documents."""
    columns = columns_of(
        [fact._replace(relation=fact.relation.replace("_", " ")) for fact in FACTS], ENTITIES
    )
    facts = columns.facts.to_pylist()
    for fact, sources, score in zip(
        facts, (["", "d2", "d|1"], ["PubMed"], [], ["d1"]), (0.1 + 0.2, None, 1.0, None), strict=True
    ):
        fact |= {"sources": sources, "score": score}
        if fact["relation"] == "likes":
            fact |= {"label": "is fond of", "text": fact["text"].replace("likes", "is fond of")}
    with store.writing("k") as writer:
        writer.add_entities(columns.entities.to_batches())
        writer.add_facts(pa.Table.from_pylist(facts, FACT_SCHEMA).to_batches())
        writer.set_traits(TRAITS)
    return store


@pytest.mark.parametrize("kind", ["parquet", "tsv"])
def test_what_is_exported_loads_as_an_equal_graph(graph, tmp_path, kind):
    done = export(graph, "k", tmp_path / "new" / "folder", kind)
    assert (done.nodes, done.edges, done.documents) == (3, 4, 0)
    files = done.files
    assert sorted(files) == ["edges", "nodes", "relations", "schema"]
    load_graph(
        graph,
        "again",
        files["nodes"],
        files["edges"],
        relation_names=files["relations"],
        schema=files["schema"],
        embed=False,
    )
    assert graph.columns("again").entities.to_pylist() == graph.columns("k").entities.to_pylist()
    assert graph.columns("again").facts.to_pylist() == graph.columns("k").facts.to_pylist()
    assert graph.traits("again") == TRAITS
    assert sorted(path.name for path in (tmp_path / "new" / "folder").iterdir()) == sorted(
        [".groundpath-export.json", f"nodes.{kind}", f"edges.{kind}", "relations.jsonl", "schema.toml"]
    )


def test_nothing_of_an_older_export_is_left_behind(graph, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()

    def there():
        return sorted(path.name for path in folder.iterdir() if path.name[0] != ".")

    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    (folder / "documents.jsonl").write_text("mine", encoding="utf-8")
    export(graph, "k", folder, "parquet")
    with graph.writing("bare") as writer:
        writer.add_entities(columns_of(FACTS[:1], ENTITIES).entities.to_batches())
        writer.add_facts(columns_of(FACTS[:1], ENTITIES).facts.to_batches())
    export(graph, "bare", folder, "tsv")
    own = ["documents.jsonl", "notes.txt"]
    assert there() == sorted([*own, "nodes.tsv", "edges.tsv", "relations.jsonl"])

    export(graph, "k", folder, "tsv")
    (folder / "schema.toml").write_text("# changed by hand", encoding="utf-8")
    export(graph, "bare", folder, "parquet")
    assert there() == sorted([*own, "nodes.parquet", "edges.parquet", "relations.jsonl", "schema.toml"])


def test_other_programs_read_lists_and_numbers(graph, tmp_path):
    export(graph, "k", tmp_path / "out", "parquet")
    nodes = pq.read_table(tmp_path / "out" / "nodes.parquet").to_pylist()
    assert nodes[0] == {
        "id": "a|b", "type": ["T", "U"], "name": "The [x] | y", "synonyms": ["al|ias", "x"], "xrefs": ["X:1"]
    }  # fmt: skip
    edges = pq.read_table(tmp_path / "out" / "edges.parquet")
    assert edges.schema.field("score").type == pa.float64()
    assert edges.num_rows == 4


def test_documents_load_again(store, tmp_path):
    rows = [
        {"id": "d1", "title": "T", "text": "A\ttext.\n", "triples": [["Ann", "likes", "Bob"]]},
        {"id": "d2", "title": "", "text": "Another.", "places": [[0, "page 1"]]},
    ]
    load_documents(store, "k", rows, embed=False)
    done = export(store, "k", tmp_path / "out", "tsv")
    load_documents(store, "again", done.files["documents"], embed=False)
    ids = ["d1", "d2"]
    again = [replace(document, file="") for document in store.documents("again", ids)]
    assert again == store.documents("k", ids)
    assert store.columns("again").facts.to_pylist() == store.columns("k").facts.to_pylist()
    lines = (tmp_path / "out" / "documents.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ids


def test_a_text_that_tsv_cannot_hold_is_told_and_parquet_holds_it(store, tmp_path):
    columns = columns_of(triples("a likes b"), [Entity("a", "One\nTwo"), Entity("b", "Bee")])
    with store.writing("k") as writer:
        writer.add_entities(columns.entities.to_batches())
        writer.add_facts(columns.facts.to_batches())
    with pytest.raises(InputError, match=r"nodes\.tsv: 'One\\nTwo' holds a tab or a line's end; .*Parquet"):
        export(store, "k", tmp_path / "out", "tsv")
    assert list((tmp_path / "out").iterdir()) == []
    files = export(store, "k", tmp_path / "out", "parquet").files
    load_graph(store, "again", files["nodes"], files["edges"], embed=False)
    assert store.columns("again").entities.to_pylist() == store.columns("k").entities.to_pylist()


@pytest.mark.parametrize("kind", ["parquet", "tsv"])
def test_a_table_behind_a_link_is_replaced_and_the_link_stays(graph, tmp_path, kind):
    table, link = tmp_path / "elsewhere", tmp_path / "out" / f"nodes.{kind}"
    table.write_text("before")
    link.parent.mkdir()
    link.symlink_to(table)
    export(graph, "k", link.parent, kind)
    assert link.is_symlink()
    assert table.read_bytes()[:4] in (b"PAR1", b"id\tt")


def test_a_table_that_cannot_be_written_is_told(graph, tmp_path):
    (tmp_path / "out" / "nodes.parquet").mkdir(parents=True)
    with pytest.raises(InputError, match=r"nodes\.parquet: the table cannot be written: Is a directory"):
        export(graph, "k", tmp_path / "out", "parquet")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["nodes.parquet"]


def test_a_graph_that_is_not_there_makes_no_folder(store, tmp_path):
    with pytest.raises(UnknownGraphError):
        export(store, "k", tmp_path / "out", "tsv")
    assert not (tmp_path / "out").exists()


def test_a_parquet_file_that_is_cut_off_is_told(graph, tmp_path):
    files = export(graph, "k", tmp_path / "out", "parquet").files
    whole = (tmp_path / "out" / "nodes.parquet").read_bytes()
    (tmp_path / "out" / "nodes.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"nodes\.parquet is no Parquet file, or is damaged"):
        load_graph(graph, "again", files["nodes"], files["edges"], embed=False)
