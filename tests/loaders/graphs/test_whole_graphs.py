"""Files that hold a whole graph, written by the libraries of people where those are small."""

import gzip
import json

import networkx as nx
import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.progress import SILENT
from groundpath.engine.terms import Entity, Triple
from groundpath.loaders.faults import Faults
from groundpath.loaders.graphs.table import GRAPH_FORMATS
from groundpath.loaders.reading import open_source
from groundpath.loaders.triple_formats import OTHERWISE, TRIPLE_FORMATS
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph
from loaded_graphs import loaded_graph

OBO = """\
format-version: 1.2
ontology: zoo

[Term]
id: ZOO:1
name: animal
namespace: zoo

[Term]
id: ZOO:2
name: cat
namespace: zoo
alt_id: ZOO:9
synonym: "house cat" EXACT []
xref: MESH:D002415
is_a: ZOO:1 ! animal
relationship: part_of ZOO:3
relationship: RO:0002202 ZOO:1

[Term]
id: ZOO:3
name: household

[Term]
id: ZOO:4
name: gone
is_obsolete: true

[Typedef]
id: part_of
name: part of

[Typedef]
id: RO:0002202
name: develops from
"""
APOC = [
    {"type": "node", "id": "0", "labels": ["Person", "Actor"], "properties": {"name": "Ann", "id": 1}},
    {"type": "node", "id": "1", "labels": ["City"], "properties": {"name": "Graz", "id": 1, "curie": "C:1"}},
    {
        "id": "0",
        "type": "relationship",
        "label": "LIVES_IN",
        "properties": {"score": 0.5, "source": "census"},
        "start": {"id": "0", "labels": ["Person"]},
        "end": {"id": "1", "labels": ["City"]},
    },
]
PRIMEKG = """\
relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source
indication,indication,1,DB01,drug,"Aspirin, plain",DrugBank,2,5148,disease,headache,MONDO
indication,indication,2,5148,disease,headache,MONDO,1,DB01,drug,"Aspirin, plain",DrugBank
protein_protein,ppi,3,9796,gene/protein,PHYHIP,NCBI,4,7918,gene/protein,GPANK1,NCBI
"""


def parts_of(path, on_error="stop"):
    """The rows of nodes and of edges that a file holds, without what is empty at their ends."""
    faults = Faults(on_error)
    with open_source(path, SILENT) as source:
        parts = list(GRAPH_FORMATS.of(source, TRIPLE_FORMATS).read(source, faults))
    nodes, edges = (
        [tuple(row) for part in parts for row in zip(*getattr(part, kind).columns, strict=True)]
        for kind in ("nodes", "edges")
    )
    return nodes, edges


def network():
    graph = nx.MultiDiGraph()
    graph.add_node("D1", name="psoriasis", type="Disease", synonyms="PSORS|plaque psoriasis")
    graph.add_node("G1", label="HLA-B", labels=":Gene:Protein")
    graph.add_edge("D1", "G1", relation="associates", score=0.25, source="GWAS")
    graph.add_edge("G1", "D1", label="is seen in")
    return graph


NETWORK = (
    [
        ("D1", "Disease", "psoriasis", "PSORS\x1fplaque psoriasis", ""),
        ("G1", "Gene\x1fProtein", "HLA-B", "", ""),
    ],
    [("D1", "associates", "G1", "GWAS", "0.25", ""), ("G1", "is seen in", "D1", "", "", "")],
)


class TestNetworks:
    def test_graphml(self, tmp_path):
        for name in ("graph.graphml", "graph.xml"):
            nx.write_graphml(network(), tmp_path / name)
            assert parts_of(tmp_path / name) == NETWORK

    @pytest.mark.parametrize("pack", [bytes, gzip.compress])
    def test_graphml_without_a_namespace(self, write, pack):
        text = (
            '<graphml><key id="r" for="edge" attr.name="relation" attr.type="string"/><graph>'
            '<node id="a"/><node id="b"/><edge source="a" target="b"><data key="r">knows</data></edge>'
            "</graph></graphml>"
        )
        _nodes, edges = parts_of(write("graph.graphml", pack(text.encode())))
        assert edges == [("a", "knows", "b", "", "", "")]

    def test_defaults_of_graphml_hold(self, write):
        text = (
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
            '<key id="r" for="edge" attr.name="relation" attr.type="string"><default>knows</default></key>'
            '<key id="n" for="all" attr.name="negated" attr.type="boolean"><default>true</default></key>'
            '<key id="c" for="node" attr.name="category" attr.type="string">'
            "<default>biolink:Gene</default></key>"
            '<graph edgedefault="undirected"><node id="a"/><node id="b"><data key="c">Ship</data></node>'
            '<edge source="b" target="a"/><edge source="a" target="zzz"/></graph></graphml>'
        )
        nodes, edges = parts_of(write("graph.graphml", text))
        assert nodes == [("a", "biolink:Gene", "", "", ""), ("b", "Ship", "", "", "")]  # zzz is none
        assert edges == [("b", "knows", "a", "", "", "true"), ("a", "knows", "zzz", "", "", "true")]

    @pytest.mark.parametrize(
        ("inside", "said"),
        [
            ('<graph><node id="a"/></graph><graph><node id="b"/></graph>', "1 node and 0 edges more than"),
            ('<graph><node id="a"><graph><node id="b"/></graph></node></graph>', "1 node and 0 edges more"),
            ('<graph><node id="a"/><node id="a"/></graph>', "declares the node 'a' twice"),
        ],
    )
    def test_what_networkx_passes_over_is_refused(self, write, inside, said):
        text = f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{inside}</graphml>'
        with pytest.raises(InputError, match=said):
            parts_of(write("graph.graphml", text))

    def test_defaults_and_times_of_gexf(self, write):
        text = (
            '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2"><graph defaultedgetype="directed" '
            'mode="dynamic" timeformat="double"><attributes class="edge" mode="dynamic">'
            '<attribute id="0" title="relation" type="string"/></attributes>'
            '<attributes class="edge"><attribute id="1" title="negated" type="boolean">'
            "<default>true</default></attribute></attributes>"
            '<nodes><node id="a" label="Ann"/><node id="b" label="Bob"/></nodes>'
            '<edges><edge id="e" source="a" target="b"><attvalues><attvalue for="0" value="knows" '
            'start="1" end="2"/></attvalues></edge>{more}</edges></graph></gexf>'
        )
        edges = parts_of(write("graph.gexf", text.format(more="")))[1]
        assert edges == [("a", "knows", "b", "", "", "True")]
        with pytest.raises(InputError, match="0 nodes and 1 edge more than networkx reads"):
            parts_of(write("graph.gexf", text.format(more='<edge id="e" source="a" target="b"/>')))

    def test_gexf(self, tmp_path):
        graph = nx.DiGraph()
        graph.add_node("1", label="Ann", type="Person")
        graph.add_node("2", label="Bob")
        graph.add_edge("1", "2", relation="knows", weight=3.0)
        nx.write_gexf(graph, tmp_path / "graph.gexf")
        assert parts_of(tmp_path / "graph.gexf") == (
            [("1", "Person", "Ann", "", ""), ("2", "", "Bob", "", "")],
            [("1", "knows", "2", "", "", "")],
        )

    def test_an_edge_without_relation_is_a_bad_row(self, tmp_path):
        nx.write_graphml(nx.DiGraph([("a", "b")]), tmp_path / "graph.graphml")
        with pytest.raises(BadRowError, match=r"graphml, line 1: the edge from 'a' to 'b' says no rela"):
            parts_of(tmp_path / "graph.graphml")
        assert parts_of(tmp_path / "graph.graphml", "skip")[1] == []

    def test_what_is_no_xml_has_its_line(self, write):
        with pytest.raises(BadRowError, match=r"graph\.graphml, line 2: is not XML"):
            parts_of(write("graph.graphml", "<graphml>\n<graph></graphml>"))
        with pytest.raises(InputError, match=r"graph\.gexf is no GEXF that networkx reads"):
            parts_of(write("graph.gexf", "<gexf version='9'></gexf>"))


class TestOntologies:
    def test_obo(self, write):
        nodes, edges = parts_of(write("zoo.obo", OBO))
        assert sorted(nodes) == [
            ("ZOO:1", "zoo", "animal", "", ""),
            ("ZOO:2", "zoo", "cat", "house cat", "MESH:D002415\x1fZOO:9"),
            ("ZOO:3", "", "household", "", ""),
        ]
        assert sorted(edge[:3] for edge in edges) == [
            ("ZOO:2", "develops from", "ZOO:1"),
            ("ZOO:2", "is_a", "ZOO:1"),
            ("ZOO:2", "part_of", "ZOO:3"),
        ]

    def test_a_slip_has_its_line(self, write):
        with pytest.raises(InputError, match=r"zoo\.obo(, line 4)?.*: .*") as caught:
            parts_of(write("zoo.obo", "format-version: 1.2\n\n[Term]\nid ZOO:1\n"))
        assert "no ontology" in str(caught.value)


class TestExportsOfNeo4j:
    @pytest.mark.parametrize("name", ["all.json", "all.jsonl", "array.json"])
    def test_nodes_and_relationships(self, write, name):
        lines = "".join(json.dumps(row) + "\n" for row in APOC)
        nodes, edges = parts_of(write(name, json.dumps(APOC) if name == "array.json" else lines))
        assert nodes == [("0", "Person\x1fActor", "Ann", "", ""), ("C:1", "City", "Graz", "", "")]
        assert edges == [("0", "LIVES_IN", "C:1", "census", "0.5", "")]

    def test_of_a_list_of_names_the_first_is_the_name(self, write):
        node = {"type": "node", "id": "7", "properties": {"name": ["", "Ann", "Annie"], "synonyms": ["An"]}}
        nodes, _ = parts_of(write("all.jsonl", json.dumps(node) + "\n"))
        assert nodes == [("7", "", "Ann", "Annie\x1fAn", "")]

    def test_a_bad_row_has_its_line(self, write):
        text = json.dumps(APOC[0]) + '\n{"type": "path"}\n'
        with pytest.raises(BadRowError, match=r"all\.jsonl, line 2: is neither a \"node\""):
            parts_of(write("all.jsonl", text))


class TestPrimeKG:
    def test_nodes_stand_once_under_their_vocabulary(self, write):
        nodes, edges = parts_of(write("kg.csv", PRIMEKG))
        assert [node[:3] for node in nodes] == [
            ("DrugBank:DB01", "drug", "Aspirin, plain"),
            ("MONDO:5148", "disease", "headache"),
            ("NCBI:9796", "gene/protein", "PHYHIP"),
            ("NCBI:7918", "gene/protein", "GPANK1"),
        ]
        assert edges[-1][:3] == ("NCBI:9796", "ppi", "NCBI:7918")

    def test_an_empty_cell_has_its_line(self, write):
        with pytest.raises(BadRowError, match=r"kg\.csv, line 5: the x_id is empty"):
            parts_of(write("kg.csv", PRIMEKG + "a,b,1,,drug,x,y,2,3,drug,z,w\n"))


class TestTheCommandForAFile:
    @pytest.mark.parametrize(
        ("name", "content", "is_it"),
        [
            ("graph.graphml", "<graphml/>", "GraphML"),
            ("graph.xml", "<?xml version='1.0'?>\n<graphml/>", "GraphML"),
            ("zoo.obo", OBO, "an ontology"),
            ("kg.csv", PRIMEKG, "PrimeKG"),
            ("all.jsonl", json.dumps(APOC[0]), "an export of APOC"),
        ],
    )
    def test_is_named_where_triples_are_asked_for(self, write, name, content, is_it):
        path = write(name, content)
        said = f"{path} is {is_it}; load it with: groundpath load graph {path}"
        with open_source(path, SILENT) as source, pytest.raises(InputError) as caught:
            TRIPLE_FORMATS.of(source, GRAPH_FORMATS, OTHERWISE)
        assert str(caught.value) == said

    @pytest.mark.parametrize(
        ("name", "content", "is_it"),
        [
            ("graph.ttl", "@prefix : <http://x.org/> .", "Turtle"),
            ("rows.tsv", "a\tb\tc\n", "TSV"),
            ("graph.xml", "<rdf:RDF xmlns:rdf='x'/>", "RDF/XML"),
        ],
    )
    def test_is_named_where_a_graph_is_asked_for(self, write, name, content, is_it):
        path = write(name, content)
        with open_source(path, SILENT) as source, pytest.raises(InputError) as caught:
            GRAPH_FORMATS.of(source, TRIPLE_FORMATS)
        assert str(caught.value) == f"{path} is {is_it}; load it with: groundpath load triples {path}"

    def test_what_nothing_tells_is_an_error(self, write):
        with (
            open_source(write("x.dat", "?"), SILENT) as source,
            pytest.raises(InputError, match="does not tell"),
        ):
            GRAPH_FORMATS.of(source, TRIPLE_FORMATS)


def test_a_format_of_tables_is_not_passed_over(store, write):
    with pytest.raises(InputError, match="format 'apoc' is that of files that hold a graph whole"):
        load_graph(store, "kg", write("n.tsv", "id\na\n"), write("e.tsv", ""), format="apoc", embed=False)


def test_a_missing_library_is_named_with_its_remedy(write, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pronto", None)
    with pytest.raises(InputError, match=r"zoo\.obo: .* pip install 'groundpath\[formats\]'"):
        parts_of(write("zoo.obo", OBO))


def test_a_graph_is_loaded_whole_and_twice_the_same(store, write):
    path = write("zoo.obo.gz", gzip.compress(OBO.encode()))
    report = load_graph(store, "zoo", files=path, embed=False)
    assert (report.entities.new, report.facts.new) == (3, 3)
    graph = loaded_graph(store, "zoo")
    xrefs = ("MESH:D002415", "ZOO:9")
    assert store.entities("zoo", ["ZOO:2"]) == [Entity("ZOO:2", "cat", ("house cat",), ("zoo",), xrefs)]
    assert Triple("ZOO:2", "is_a", "ZOO:1") in graph.triples
    assert load_graph(store, "zoo", files=path, embed=False).facts.unchanged == 3
    with pytest.raises(InputError, match="load it with: groundpath load graph"):
        load_triples(store, "zoo", path, embed=False)
