"""Tables of nodes and edges as neo4j-admin, BioCypher, KGX and Gephi write them, and Parquet."""

import json

import pandas as pd
import pyarrow.parquet as pq
import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Entity, Triple
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph
from loaded_graphs import loaded_graph, texts

PERSONS = "personId:ID(Person),name,:LABEL\n1,Ann,Person\n2,Bob,Person\n"
CITIES = "cityId:ID(City),name,:LABEL\n{first},Graz,City\n{second},Bern,City\n"
LIVES_IN = ":START_ID(Person),:END_ID(City),:TYPE\n1,{first},LIVES_IN\n"


@pytest.fixture
def load(store):
    def load(nodes, edges, **options):
        load_graph(store, "kg", nodes, edges, embed=False, **options)
        return loaded_graph(store, "kg")

    return load


class TestIdSpaces:
    """neo4j-admin: ids in brackets count in a space of their own."""

    def test_overlap_and_then_bear_the_name_of_their_space(self, write, load):
        nodes = [write("p.csv", PERSONS), write("c.csv", CITIES.format(first=1, second=2))]
        graph = load(nodes, write("e.csv", LIVES_IN.format(first=1)))
        assert graph.triples == {Triple("Person:1", "LIVES_IN", "City:1")}
        assert (graph.name("Person:1"), graph.name("City:1")) == ("Ann", "Graz")

    def test_stay_as_they_are_where_they_differ(self, write, load):
        nodes = [write("p.csv", PERSONS), write("c.csv", CITIES.format(first=3, second=4))]
        graph = load(nodes, write("e.csv", LIVES_IN.format(first=3)))
        assert graph.triples == {Triple("1", "LIVES_IN", "3")}

    def test_hold_no_id_of_another_space(self, store, write, load):
        nodes = [write("p.csv", PERSONS), write("c.csv", CITIES.format(first=3, second=4))]
        with pytest.raises(
            BadRowError, match=r"e\.csv, line 2: the target_id 'City:2' is no node of the graph"
        ):
            load(nodes, write("e.csv", LIVES_IN.format(first=2)))
        assert store.graphs() == []


def test_biocypher_writes_headers_apart_and_texts_in_apostrophes(write, load):
    """As its Neo4j writer does by default: ";" between cells, "|" between the texts of one."""
    header = write("Protein-header.csv", ":ID;name;synonyms:string[];id;preferred_id;:LABEL\n")
    part = write("Protein-part000.csv", "P1;'one; half';'P one|PO';'P1';'uniprot';Protein|Entity\n")
    edges = write("Binds-header.csv", ":START_ID;score:double;:END_ID;:TYPE\n")
    write("Binds-part000.csv", "P1;0.5;P1;binds\n")
    graph = load(f"{header},{part.parent / 'Protein-part.*'}", f"{edges},{edges.parent / 'Binds-part.*'}")
    assert graph.entities["P1"] == Entity("P1", "one; half", ("P one", "PO"), ("Entity", "Protein"))
    assert graph.triples == {Triple("P1", "binds", "P1")}


NODES = [
    {"id": "HGNC:1", "category": ["biolink:Gene"], "name": "SNCX", "synonym": ["SN", "CX"]},
    {"id": "MONDO:1", "category": ["biolink:Disease"], "name": "grallosis"},
]
EDGES = [
    {"subject": "HGNC:1", "predicate": "biolink:causes", "object": "MONDO:1", "negated": True},
    {"subject": "HGNC:1", "predicate": "biolink:related_to", "object": "MONDO:1", "negated": False},
]


class TestKGX:
    def test_json_lines_and_negated_edges(self, store, write, load):
        nodes, edges = (
            write(name, "".join(json.dumps(row) + "\n" for row in rows))
            for name, rows in (("nodes.jsonl", NODES), ("edges.jsonl", EDGES))
        )
        graph = load(nodes, edges)
        assert graph.entities["HGNC:1"] == Entity("HGNC:1", "SNCX", ("CX", "SN"), ("biolink:Gene",))
        assert graph.triples == {
            Triple("HGNC:1", "not:biolink:causes", "MONDO:1"),
            Triple("HGNC:1", "biolink:related_to", "MONDO:1"),
        }
        assert "SNCX not causes grallosis." in texts(store, "kg")

    def test_parquet(self, load, tmp_path):
        pd.DataFrame(NODES).to_parquet(tmp_path / "nodes.parquet")
        pd.DataFrame(EDGES).to_parquet(tmp_path / "edges.parquet")
        graph = load(tmp_path / "nodes.parquet", tmp_path / "edges.parquet")
        assert Triple("HGNC:1", "not:biolink:causes", "MONDO:1") in graph.triples
        assert graph.entities["HGNC:1"].aliases == ("CX", "SN")

    def test_columns_of_parquet_that_are_passed_over_are_not_read(self, load, tmp_path):
        """As a file shows of which such a column is damaged."""
        nodes, edges = tmp_path / "nodes.parquet", tmp_path / "edges.parquet"
        pd.DataFrame(NODES).assign(sequence="ACGT" * 500).to_parquet(nodes)
        pd.DataFrame(EDGES).to_parquet(edges)
        (chunk,) = (
            found
            for place in range(pq.ParquetFile(nodes).metadata.num_columns)
            if (found := pq.ParquetFile(nodes).metadata.row_group(0).column(place)).path_in_schema
            == "sequence"
        )
        with nodes.open("r+b") as file:
            file.seek(chunk.dictionary_page_offset)
            file.write(b"\xff" * chunk.total_compressed_size)
        with pytest.raises(OSError, match=r"\w"):
            pq.read_table(nodes)
        assert load(nodes, edges).entities["HGNC:1"].name == "SNCX"

    def test_blanks_in_lists_are_no_names(self, write, load):
        nodes = write("n.tsv", 'id\tcategory\tsynonym\nA\t["T", ""]\t["x|y", "", " "]\n')
        graph = load(nodes, write("e.tsv", "subject\tpredicate\tobject\nA\tr\tA\n"))
        assert graph.entities["A"] == Entity("A", "A", ("x|y",), ("T",))

    def test_a_negated_edge_without_relation_denies_nothing(self, store, write):
        """It is the fault of a row, in all formats; and what it denies has one id in all spellings."""
        rows = [("a", " ", "b"), ("a", "/people/person/spouse_s", "b")]
        table = "".join("\t".join((*row, "true")) + "\n" for row in rows)
        objects = [dict(zip(("head", "relation", "tail"), row, strict=True), negated=True) for row in rows]
        sources = [
            write("t.tsv", "head\trelation\ttail\tnegated\n" + table),
            write("t.jsonl", "".join(json.dumps(row) + "\n" for row in objects)),
            pd.DataFrame(objects),
            objects,
        ]
        for number, source in enumerate(sources):
            report = load_triples(store, f"kg{number}", source, embed=False, on_error="skip")
            assert [row.reason for row in report.skipped] == ["the relation is empty"]
            triples = loaded_graph(store, f"kg{number}").triples
            assert triples == {Triple("a", "not:people.person.spouse_s", "b")}

    def test_what_is_missing_of_negated_is_not_so(self, store):
        row = {"head": "a", "relation": "r", "tail": "b", "negated": float("nan")}
        load_triples(store, "kg", [row], embed=False)
        assert loaded_graph(store, "kg").triples == {Triple("a", "r", "b")}

    @pytest.mark.parametrize("name", ["edges.tsv", "edges.jsonl", "edges.parquet", "frame"])
    def test_negated_edges_as_triples(self, store, tmp_path, name):
        frame = pd.DataFrame(EDGES)
        path = tmp_path / name
        if name.endswith("tsv"):
            frame.to_csv(path, sep="\t", index=False)
        elif name.endswith("jsonl"):
            frame.to_json(path, orient="records", lines=True)
        elif name.endswith("parquet"):
            frame.to_parquet(path)
        load_triples(store, "kg", frame if name == "frame" else path, embed=False)
        relations = {relation for _, relation, _ in loaded_graph(store, "kg").triples}
        assert relations == {"not:biolink:causes", "biolink:related_to"}

    def test_what_is_neither_true_nor_false_is_a_bad_row(self, write, load):
        nodes = write("n.tsv", "id\nA\n")
        with pytest.raises(BadRowError, match=r"line 2: the negated is 'maybe', neither true nor false"):
            load(nodes, write("e.tsv", "subject\tpredicate\tobject\tnegated\nA\tr\tA\tmaybe\n"))


def test_gephis_type_is_no_relation_and_its_labels_are_names(store, write, load):
    nodes = write("n.csv", "Id,Label\n1,Ann\n2,Bob\n")
    edges = write("e.csv", "Source,Target,Type,Id,Label,Weight\n1,2,Directed,0,knows,1.0\n")
    graph = load(nodes, edges)
    assert graph.triples == {Triple("1", "knows", "2")}
    assert graph.name("1") == "Ann"
    load_triples(store, "triples", edges, names=nodes, embed=False)
    assert loaded_graph(store, "triples").triples == graph.triples


@pytest.mark.parametrize("score", ["0_1", "٠.٥", "1e400", "0x1"])
def test_scores_are_numbers_in_plain_digits(write, load, score):
    nodes = write("n.tsv", "id\nA\n")
    with pytest.raises(BadRowError, match=r"e\.tsv, line 2: the score"):
        load(nodes, write("e.tsv", f"source_id\trelation\ttarget_id\tscore\nA\tr\tA\t{score}\n"))


def test_a_graph_needs_nodes_and_edges(store):
    with pytest.raises(InputError, match="needs files that hold it whole, or tables of nodes and of edges"):
        load_graph(store, "kg")


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_columns_of_any_name_are_told_in_json_lines_and_parquet_too(load, tmp_path, kind):
    tables = {
        "nodes": [{"key": "A", "id": "1", "said": "Ann"}],
        "edges": [{"a": "A", "r": "knows", "b": "A"}],
    }
    for name, rows in tables.items():
        frame, path = pd.DataFrame(rows), tmp_path / f"{name}.{kind}"
        if kind == "jsonl":
            frame.to_json(path, orient="records", lines=True)
        else:
            frame.to_parquet(path)
    columns = {"id": "key", "name": "said", "source_id": "a", "relation": "r", "target_id": "b"}
    graph = load(tmp_path / f"nodes.{kind}", tmp_path / f"edges.{kind}", columns=columns)
    assert (graph.triples, graph.name("A")) == ({Triple("A", "knows", "A")}, "Ann")


def test_a_list_where_one_text_belongs_is_a_bad_row(write, load):
    edges = write("e.jsonl", '{"subject": "A", "predicate": "r", "object": "A"}\n')
    with pytest.raises(BadRowError, match=r"n\.jsonl, line 2: the name is a list of 2 texts, not one"):
        load(write("n.jsonl", '{"id": "A", "name": ["Ann"]}\n{"id": "B", "name": ["Bo", "Bob"]}\n'), edges)


def test_whole_graphs_and_rdf_have_no_columns_to_be_named(store, write):
    for load, path, member in (
        (lambda path, columns: load_graph(store, "kg", files=path, columns=columns), "g.graphml", "id"),
        (lambda path, columns: load_triples(store, "kg", path, columns=columns), "g.nt", "head"),
    ):
        with pytest.raises(InputError, match=r"no columns.*; leave them out"):
            load(write(path, "<a> <b> <c> .\n"), {member: "x"})
