"""Typed graphs from the command line: loaded from tables, filtered, or used where they stand."""

import pytest
from neo4j import GraphDatabase

NODES = """id\ttype\tname\tsynonyms
D1\tDisease\tpsoriasis\tplaque psoriasis
D2\tDisease\tpsoriatic arthritis\t
G1\tGene\tHLA-B\t
"""
EDGES = """source_id\trelation\ttarget_id\tprovenance\tscore
D1\tcooccurs_with\tD2\tMEDLINE\t0.9
D1\tassociates_gene\tG1\tGWAS|DISEASES\t0.3
D2\tassociates_gene\tG1\tGWAS\t0.8
"""
SCHEMA = '[relations.cooccurs_with]\nsymmetric = true\nwordings = ["comes with"]\n'
LOAD = ("load", "graph", "--nodes", "nodes.tsv", "--edges", "edges.tsv", "--kg", "biomed", "--no-embed")


@pytest.fixture
def biomed(groundpath, tmp_path):
    """Runs commands in a folder with the tables, whose graph is loaded."""
    for name, text in (("nodes.tsv", NODES), ("edges.tsv", EDGES), ("schema.toml", SCHEMA)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert groundpath(*LOAD, "--schema", "schema.toml").code == 0
    return groundpath


def test_a_load_reports_in_json_and_a_second_changes_nothing(biomed):
    report = biomed(*LOAD, "--json").json
    assert (report["kg"], report["read"], report["skipped_count"]) == ("biomed", 6, 0)
    assert report["facts"] == {"new": 0, "changed": 0, "unchanged": 3, "removed": 0}
    assert report["entities"] == {"new": 0, "changed": 0, "unchanged": 3, "removed": 0}


def test_info_tells_types_and_traits(biomed):
    info = biomed("info", "biomed", "--json").json
    assert info["types"] == {"Disease": 2, "Gene": 1}
    assert (info["symmetric"], info["transitive"]) == (["cooccurs_with"], [])
    assert "symmetric, also: comes with" in biomed("info", "biomed").out


def test_paths_show_provenance_score_and_types(biomed):
    (path,) = biomed("paths", "biomed", "psoriasis", "HLA-B", "--max-hops", "1", "--json").json
    (hop,) = path["hops"]
    assert (hop["sources"], hop["confidence"]) == (["DISEASES", "GWAS"], 0.3)
    assert (hop["head_types"], hop["tail_types"]) == (["Disease"], ["Gene"])
    shown = biomed("paths", "biomed", "psoriasis", "HLA-B").out
    assert "psoriasis (Disease) ─associates gene→ HLA-B (Gene)" in shown
    assert "DISEASES, GWAS (0.30)" in shown


@pytest.mark.parametrize(
    ("options", "hops"),
    [
        ((), [1, 2]),
        (("--min-score", "0.5"), [2]),
        (("--provenance", "DISEASES"), [1]),
        (("--provenance", "MEDLINE,GWAS"), [1, 2]),
        (("--types", "Gene"), [1]),
        (("--types", "Gene,Disease", "--min-score", "0.85"), []),
    ],
)
def test_paths_are_filtered(biomed, options, hops):
    found = biomed("paths", "biomed", "psoriasis", "HLA-B", *options, "--json").json
    assert [len(path["hops"]) for path in found] == hops


def test_a_slip_is_one_line_with_its_place(biomed, tmp_path):
    (tmp_path / "edges.tsv").write_text(EDGES + "D1\tis_a\tD9\tDO\t1\n", encoding="utf-8")
    answer = biomed(*LOAD)
    assert answer.code == 1
    assert answer.err.startswith("Error: edges.tsv, line 5: the target_id 'D9' is no node of the graph; ")
    assert answer.err.count("\n") == 1
    assert biomed("paths", "biomed", "D1", "G1", "--min-score", "2").code == 2


def test_only_a_server_has_graphs_to_attach(biomed):
    answer = biomed("attach", "embedded:here", "--kg", "theirs", "--nodes", "Disease")
    assert (answer.code, answer.err.count("\n")) == (1, 1)
    assert "is no Neo4j server" in answer.err


@pytest.mark.neo4j
def test_a_graph_is_attached_asked_and_forgotten(groundpath, neo4j_server, tmp_path):
    credentials = (neo4j_server.username, neo4j_server.password)
    (tmp_path / "mapping.toml").write_text('[relationships.GOES_WITH]\nrelation = "goes with"\n', "utf-8")
    with GraphDatabase.driver(neo4j_server.url, auth=credentials) as driver:
        driver.execute_query(
            "CREATE (:Malady {identifier: 1, name: 'gout'})"
            "-[:GOES_WITH {source: 'a book', score: 0.5}]->(:Malady {identifier: 2, name: 'pain'})"
        )
        at = ("--store", neo4j_server.url)
        said = groundpath(
            "attach", neo4j_server.url, "--kg", "maladies", "--nodes", "Malady", "--mapping", "mapping.toml"
        )
        assert said.code == 0, said.err
        assert "-[GOES_WITH]-> as goes with, provenance source, score score" in said.out
        (path,) = groundpath("paths", "maladies", "gout", "pain", "--json", *at).json
        assert path["hops"][0]["sources"] == ["a book"]
        assert "attached" in groundpath("kgs", *at).out
        assert groundpath("embed", "maladies", *at).code == 0
        assert "gout" in groundpath("search", "maladies", "aching toe", *at).out
        assert groundpath("drop", "maladies", "--yes", *at).code == 0
        assert driver.execute_query("MATCH (n:Malady) DETACH DELETE n").summary.counters.nodes_deleted == 2
