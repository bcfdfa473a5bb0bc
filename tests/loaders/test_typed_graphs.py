"""A table of nodes and a table of edges become a typed graph, or the first slip in them is named."""

import gzip

import pytest
from groundpath.engine.errors import BadRowError, InputError, UnknownGraphError
from groundpath.engine.names import verbalise
from groundpath.engine.terms import Entity, RelationTraits, Triple
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph
from real_data import DATA

NODES = """id\ttype\tname\tsynonyms
D1\tDisease\tpsoriasis\tPSORS|plaque psoriasis
D2\tDisease\tskin disease\t
G1\tGene\tHLA-B\t
"""
EDGES = """source_id\trelation\ttarget_id\tprovenance\tscore
D1\tis_a\tD2\tMondo|DO\t0.9
D1\tassociates_gene\tG1\tGWAS\t0.25
D2\tassociates_gene\tG1\t\t
"""
IS_A, OF_D1, OF_D2 = (
    Triple("D1", "is_a", "D2"),
    Triple("D1", "associates_gene", "G1"),
    Triple("D2", "associates_gene", "G1"),
)


def entities(store, kg="kg"):
    ids = store.columns(kg).entities["id"].to_pylist()
    return {entity.id: entity for entity in store.entities(kg, ids)}


def facts(store, kg="kg"):
    found = store.facts(kg, store.columns(kg).facts["key"].to_pylist())
    return {fact.triple: (fact.sources, fact.score) for fact in found}


def load(store, nodes=(), edges=(), **options):
    return load_graph(store, "kg", nodes, edges, embed=False, **options)


@pytest.fixture
def tables(write):
    """Nodes and edges as groundpath's own tables have them."""
    return write("nodes.tsv", NODES), write("edges.tsv", EDGES)


class TestAGraph:
    def test_keeps_types_synonyms_xrefs_provenance_and_score(self, store, tables, write):
        xrefs = write("xrefs.tsv.gz", gzip.compress(b"id\txref\nD1\tEFO:1\nD1\tMESH:2\nD9\tEFO:9\n"))
        report = load(store, *tables, xrefs=xrefs)
        assert entities(store) == {
            "D1": Entity("D1", "psoriasis", ("PSORS", "plaque psoriasis"), ("Disease",), ("EFO:1", "MESH:2")),
            "D2": Entity("D2", "skin disease", (), ("Disease",)),
            "G1": Entity("G1", "HLA-B", (), ("Gene",)),
        }
        assert facts(store) == {IS_A: (("DO", "Mondo"), 0.9), OF_D1: (("GWAS",), 0.25), OF_D2: ((), None)}
        assert (report.read, report.entities.new, report.facts.new) == (6, 3, 3)
        assert report.notes == ("cross-references of 1 id was not used: the graph has no such ids",)

    def test_says_its_facts_as_other_graphs_do(self, store, tables):
        load(store, *tables)
        for fact in store.facts_of("kg", "D1"):
            assert fact.text == verbalise(fact.head.label, fact.label, fact.tail.label)
        texts = store.columns("kg").facts["text"].to_pylist()
        assert sorted(texts) == sorted(
            [
                "psoriasis is a skin disease.",
                "psoriasis associates gene HLA-B.",
                "skin disease associates gene HLA-B.",
            ]
        )

    def test_says_which_columns_are_passed_over(self, store, write):
        nodes = write("n.tsv", "id\tlabel\tname\nD1\tDisease\tpsoriasis\n")
        edges = write("e.tsv", "source\ttype\ttarget\tevidence\tnote\nD1\tis_a\tD1\tx\ty\n")
        assert load(store, nodes, edges).notes == (
            f"{nodes}: columns that are passed over: label",
            f"{edges}: columns that are passed over: evidence, note",
        )

    def test_is_the_same_after_a_second_load(self, store, tables, write):
        schema = write("schema.toml", "[relations.is_a]\ntransitive = true")
        load(store, *tables, schema=schema)
        before = facts(store), entities(store), store.traits("kg")
        report = load(store, *tables, schema=schema)
        assert (report.entities.unchanged, report.facts.unchanged) == (3, 3)
        assert (report.entities.total, report.facts.total) == (3, 3)
        assert (facts(store), entities(store), store.traits("kg")) == before

    def test_follows_what_a_later_load_says(self, store, tables, write):
        load(store, *tables)
        nodes = write("more.tsv", "id\ttype\tname\tsynonyms\txrefs\nG1\tProtein\tHLA-B\tAS\tHGNC:4932\n")
        changed = "D1\tis_a\tD2\tDO|Orphanet\t0.5\nD1\tassociates_gene\tG1\tGWAS\t\nD2\tis_a\tG1\tDO\t1\n"
        report = load(store, nodes, write("changed.tsv", EDGES.splitlines(True)[0] + changed))
        assert facts(store) == {
            IS_A: (("DO", "Mondo", "Orphanet"), 0.5),
            OF_D1: (("GWAS",), 0.25),
            OF_D2: ((), None),
            Triple("D2", "is_a", "G1"): (("DO",), 1.0),
        }
        assert entities(store)["G1"] == Entity("G1", "HLA-B", ("AS",), ("Gene", "Protein"), ("HGNC:4932",))
        assert (report.facts.new, report.facts.changed, report.facts.unchanged) == (1, 1, 1)
        assert (report.entities.changed, report.entities.total) == (1, 1)

    def test_has_one_fact_for_edges_that_differ_in_provenance_alone(self, store, write):
        edges = (
            EDGES + "D1\tis_a\tD2\tOrphanet|DO\t0.95\nD1\tis_a\tD2\tMESH\t\nD2\tassociates_gene\tG1\t\t0.1\n"
        )
        report = load(store, write("nodes.tsv", NODES), write("edges.tsv", edges))
        assert facts(store)[IS_A] == (("DO", "MESH", "Mondo", "Orphanet"), 0.95)
        assert facts(store)[OF_D2] == ((), 0.1)
        assert (report.read, report.facts.new) == (9, 3)

    def test_may_come_in_several_tables(self, store, write):
        first, second = NODES.splitlines(True)[:3], [NODES.splitlines(True)[i] for i in (0, 3)]
        nodes = [write("diseases.tsv", "".join(first)), write("genes.tsv", "".join(second))]
        assert load(store, nodes, [write("edges.tsv", EDGES)]).facts.new == 3

    def test_declares_traits_of_its_relations(self, store, tables, write):
        load(store, *tables, schema=write("schema.toml", "[relations.is_a]\ntransitive = true"))
        assert store.traits("kg") == RelationTraits(transitive=frozenset({"is_a"}))
        other = "[relations.associates_gene]\nsymmetric = true"
        load(store, *tables, schema=write("schema.toml", other))
        assert store.traits("kg") == RelationTraits(symmetric=frozenset({"associates_gene"}))

    def test_may_declare_relations_that_only_the_graph_has(self, store, tables, write):
        load(store, *tables)
        edges = write("edges.tsv", "".join(EDGES.splitlines(True)[:2]))
        schema = write("schema.toml", "[relations.associates_gene]\nsymmetric = true")
        load(store, tables[0], edges, schema=schema)
        with pytest.raises(InputError, match=r"schema\.toml declares relation 'is_b'.*did you mean 'is_a'"):
            load(store, *tables, schema=write("schema.toml", "[relations.is_b]\nsymmetric = true"))

    def test_a_schema_alone_is_declared_of_a_graph_that_is_there(self, store, tables, write):
        schema = write("schema.toml", "[relations.is_a]\ntransitive = true")
        with pytest.raises(UnknownGraphError):
            load(store, schema=schema)
        load(store, *tables)
        before = facts(store)
        report = load(store, schema=schema)
        assert store.traits("kg") == RelationTraits(transitive=frozenset({"is_a"}))
        assert (facts(store), report.read, report.embedded) == (before, 0, None)
        assert "is declared of 1 relation" in str(report)
        with pytest.raises(InputError, match="did you mean 'is_a'"):
            load(store, schema=write("schema.toml", "[relations.is_b]\nsymmetric = true"))

    def test_edges_may_come_alone_where_the_graph_has_their_ends(self, store, tables, write):
        load(store, *tables)
        head = EDGES.splitlines(True)[0]
        load(store, edges=write("more.tsv", f"{head}D2\tis_a\tD1\tDO\t1\n"))
        assert Triple("D2", "is_a", "D1") in facts(store)
        with pytest.raises(BadRowError, match="D9"):
            load(store, edges=write("more.tsv", f"{head}D9\tis_a\tD1\tDO\t1\n"))


FORMS = {
    "hetionet": (
        "id\tname\tkind\nD1\tpsoriasis\tDisease\nG1\tHLA-B\tGene\n",
        "source\tmetaedge\ttarget\nD1\tDaG\tG1\n",
    ),
    "kgx": (
        "id\tcategory\tname\tsynonym\txref\nD1\tDisease\tpsoriasis\t\t\nG1\tGene\tHLA-B\t\t\n",
        "id\tsubject\tpredicate\tobject\tprimary_knowledge_source\ne1\tD1\tDaG\tG1\tGWAS\n",
    ),
    "neo4j-admin": (
        "diseaseId:ID(Disease),name:string,:LABEL\nD1,psoriasis,Disease\nG1,HLA-B,Gene\n",
        ":START_ID(Disease),:END_ID(Gene),:TYPE,score:float,sources:string[]\nD1,G1,DaG,0.5,GWAS;Mondo\n",
    ),
    "other order, case and columns": (
        "Name\tsize\tID\tType\npsoriasis\t1\tD1\tDisease\nHLA-B\t2\tG1\tGene\n",
        "Score\ttarget_id\tRelation\tsource\tSource_ID\n0.5\tG1\tDaG\tnot read\tD1\n",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_headers_of_the_field_are_read(store, write, form):
    suffix = "csv" if form == "neo4j-admin" else "tsv"
    nodes, edges = (
        write(f"{name}.{suffix}", t) for name, t in zip(("nodes", "edges"), FORMS[form], strict=True)
    )
    load(store, nodes, edges)
    assert entities(store) == {
        "D1": Entity("D1", "psoriasis", (), ("Disease",)),
        "G1": Entity("G1", "HLA-B", (), ("Gene",)),
    }
    ((triple, provenance),) = facts(store).items()
    assert triple == Triple("D1", "DaG", "G1")
    assert (
        provenance
        == {
            "hetionet": ((), None),
            "kgx": (("GWAS",), None),
            "neo4j-admin": (("GWAS", "Mondo"), 0.5),
            "other order, case and columns": ((), 0.5),
        }[form]
    )


BAD_ROWS = [
    ("edges", "D1\tis_a\tD7\tDO\t0.5", "the target_id 'D7' is no node of the graph"),
    ("edges", "D7\tis_a\tD8\tDO\t0.5", "the source_id 'D7' is no node of the graph"),
    ("edges", "D1\tis_a\tD2\tDO\t1.5", "the score 1.5 is not in [0, 1]"),
    ("edges", "D1\tis_a\tD2\tDO\tnan", "the score nan is not in [0, 1]"),
    ("edges", "D1\tis_a\tD2\tDO\thigh", "the score 'high' is no number"),
    ("edges", "D1\tis_a\tD2\tDO", "has 4 columns, not 5"),
    ("edges", "\tis_a\tD2\tDO\t1", "the source_id is empty"),
    ("nodes", "D1\tDisease\tpsoriasis\t", "is a second row of the node 'D1'"),
    ("nodes", "\tDisease\tpsoriasis\t", "the id is empty"),
]


@pytest.mark.parametrize(("table", "row", "reason"), BAD_ROWS, ids=[row[2] for row in BAD_ROWS])
class TestABadRow:
    def test_is_named_and_nothing_is_written(self, store, write, table, row, reason):
        paths = self.tables(write, table, row)
        with pytest.raises(BadRowError) as caught:
            load(store, *paths.values())
        assert (caught.value.source, caught.value.line) == (str(paths[table]), 4)
        assert caught.value.reason.startswith(reason)
        assert store.graphs() == []

    def test_can_be_left_out(self, store, write, table, row, reason):
        report = load(store, *self.tables(write, table, row).values(), on_error="skip")
        assert (report.read, report.entities.new, report.facts.new, report.skipped_count) == (6, 3, 3, 1)
        assert report.skipped[0].reason == reason

    def tables(self, write, table, row):
        texts = {"nodes": NODES, "edges": EDGES}
        lines = texts[table].splitlines(keepends=True)
        texts[table] = "".join([*lines[:3], row + "\n", *lines[3:]])
        return {name: write(f"{name}.tsv", text) for name, text in texts.items()}


@pytest.mark.parametrize(
    ("nodes", "edges", "said"),
    [
        ("type\tname\nDisease\tx\n", EDGES, r"nodes\.tsv, line 1: there is no column id \(.*: type, name"),
        (NODES, "source_id\trelation\n", r"edges\.tsv, line 1: there is no column target_id"),
        (
            NODES,
            "source_id\ttype\tpredicate\ttarget_id\n",
            "'type' and 'predicate' may both be the col",
        ),
        (NODES, EDGES.splitlines(True)[0], "edges.tsv holds no edges"),
        (NODES.splitlines(True)[0], EDGES, "nodes.tsv holds no nodes"),
        (NODES, "", "edges.tsv is empty"),
        (NODES, "\n\n", "edges.tsv holds blank lines only"),
    ],
)
def test_a_table_that_cannot_be_read_is_named(store, write, nodes, edges, said):
    with pytest.raises(InputError, match=said):
        load(store, write("nodes.tsv", nodes), write("edges.tsv", edges))
    assert store.graphs() == []


def test_an_edge_may_lead_to_a_node_that_the_graph_has(store, tables, write):
    load(store, *tables)
    nodes = write("new.tsv", "id\ttype\tname\nD3\tDisease\tguttate psoriasis\n")
    load(store, nodes, write("new_edges.tsv", "source_id\trelation\ttarget_id\nD3\tis_a\tD1\n"))
    assert store.facts_of("kg", "D3")[0].text == "guttate psoriasis is a psoriasis."
    assert entities(store)["D1"].aliases == ("PSORS", "plaque psoriasis")


@pytest.mark.slow
def test_a_real_graph_keeps_all_of_its_edges(store):
    tables = DATA / "biomed" / "nodes.tsv", DATA / "biomed" / "edges.tsv"
    report = load(store, *tables, xrefs=DATA / "biomed" / "xrefs.tsv.gz")
    assert (report.entities.new, report.facts.new, report.notes) == (6_032, 5_000, ())
    rows = [line.split("\t") for line in tables[1].read_text("utf-8").splitlines()[1:]]
    found = facts(store)
    for head, relation, tail, provenance, score in rows:
        assert found[Triple(head, relation, tail)] == (tuple(provenance.split("|")), float(score))


def test_a_fact_that_triples_state_too_outlives_its_document(store, write):
    triples = write("t.tsv", "A\tr\tB\n")
    load_triples(store, "kg", triples, embed=False)
    nodes = write("nodes.tsv", "id\nA\nB\n")
    load(store, nodes, write("edges.tsv", "source_id\trelation\ttarget_id\tprovenance\nA\tr\tB\td1\n"))
    assert load_triples(store, "kg", triples, embed=False).facts.changed == 0


def test_an_edge_into_a_space_without_a_table_means_no_other_node(store, write):
    cities, people = write("c.csv", ":ID(City)\n1\n"), write("p.csv", ":ID(Person)\n2\n")
    edges = write("e.csv", ":START_ID(Person),:TYPE,:END_ID(Country)\n2,LIVES_IN,1\n")
    with pytest.raises(BadRowError, match="the target_id 'Country:1' is no node"):
        load(store, [cities, people], edges)
