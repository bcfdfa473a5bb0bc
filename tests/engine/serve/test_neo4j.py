"""The same routes over a graph in Neo4j."""

import pytest
from groundpath import load_triples, open_store

from .conftest import CHAIN, FACTS

pytestmark = pytest.mark.neo4j


def test_a_graph_in_neo4j_is_audited_walked_and_read(serve, neo4j_server, tmp_path):
    facts = tmp_path / "facts.tsv"
    facts.write_text(FACTS, "utf-8")
    with open_store(neo4j_server.url) as store:
        load_triples(store, "served-family", facts, embed=False)
        try:
            client = serve(store=neo4j_server.url)
            asked = {"kg": "served-family", "text": CHAIN}
            (verdict,) = client.post("/v1/audit", json=asked).json()["verdicts"]
            assert [step["status"] for step in verdict["steps"]] == ["supported", "contradicted"]
            ends = {"source": "Anna Berg", "target": "norway"}
            (path,) = client.get("/v1/kgs/served-family/paths", params=ends).json()
            assert len(path["hops"]) == 3
            refused = client.post("/v1/cypher", json={"statement": "CREATE (n:Served) RETURN n"})
            assert refused.status_code == 403
        finally:
            store.drop("served-family")
