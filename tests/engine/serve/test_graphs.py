"""Graphs over REST: what the commands kgs, info, search, paths and cypher say."""

import threading
from concurrent.futures import ThreadPoolExecutor
from html import escape
from urllib.parse import quote

import pytest
from groundpath import load_triples, open_store
from groundpath.engine.report.plain import pasted
from groundpath.engine.serve.api import graphs
from groundpath.engine.store.resolving import resolve


def test_graphs_are_listed_and_described(client):
    assert [graph["name"] for graph in client.get("/v1/kgs").json()] == ["family", "hostile"]
    described = client.get("/v1/kgs/family").json()
    assert described["facts"] == 6
    assert described["relations"] == {"children": 2, "place_of_birth": 2, "country": 1, "spouse": 1}


def test_a_graph_that_is_not_there_is_a_problem_with_the_line_of_the_command(client):
    answer = client.get("/v1/kgs/familly")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == 404
    assert problem["title"] == "No such graph"
    assert "did you mean 'family'?" in problem["detail"]
    assert "\n" not in problem["detail"]


def test_search_finds_by_name_and_says_what_it_could_not_search(client):
    found = client.get("/v1/kgs/family/search", params={"q": "Cleo Berg"}).json()
    assert found["entities"][0]["id"] == "cleo_berg"
    assert "lacks vectors" in found["note"]
    assert "MATCH" in found["cypher"][0]["statement"]


def test_an_entity_comes_with_its_facts_and_the_names_of_their_ends(client):
    found = client.get("/v1/kgs/family/entity", params={"name": "Bert Berg"}).json()
    assert found["entity"]["id"] == "bert_berg"
    assert {(fact["head"], fact["label"], fact["tail"]) for fact in found["facts"]} == {
        ("anna_berg", "spouse", "bert_berg"),
        ("bert_berg", "children", "cleo_berg"),
        ("bert_berg", "place of birth", "bergen"),
    }
    assert found["names"]["bergen"] == "bergen"
    assert not found["more"]
    asked = pasted(found["cypher"])
    rows = client.post("/v1/cypher", json={"statement": asked.text, "parameters": asked.parameters}).json()
    assert {row["key"] for row in rows["rows"]} == {fact["key"] for fact in found["facts"]}
    assert client.get("/v1/kgs/family/entity", params={"name": "bert_berg", "limit": 2}).json()["more"]


def test_an_entity_that_is_not_there_is_a_problem(client):
    answer = client.get("/v1/kgs/family/entity", params={"name": "Zoe"})
    assert answer.status_code == 404
    assert "no entity called 'Zoe'" in answer.json()["detail"]


def test_paths_come_shortest_first(client):
    ends = {"source": "Anna Berg", "target": "norway"}
    (path,) = client.get("/v1/kgs/family/paths", params=ends).json()
    assert [hop["relation"] for hop in path["hops"]] == ["children", "place_of_birth", "country"]
    assert path["names"]["anna_berg"] == "anna berg"
    asked = pasted(path["cypher"])
    rows = client.post("/v1/cypher", json={"statement": asked.text, "parameters": asked.parameters}).json()
    assert [row["key"] for row in rows["rows"]] == [hop["key"] for hop in path["hops"]]
    along = {**ends, "relations": ["spouse", "place_of_birth"]}
    assert client.get("/v1/kgs/family/paths", params=along).json() == []


@pytest.mark.parametrize("name", ["team/family", "a/search", "half%2Fway", "100 %?&#", "Ärzte/π"])
def test_the_name_of_a_graph_may_hold_any_letter(serve, tmp_path, name):
    url = f"embedded:{tmp_path / 'store'}"
    with open_store(url) as store:
        load_triples(store, name, [("anna", "spouse", "bert")], embed=False)
    client, sent = serve(store=url), quote(name, safe="")
    assert client.get(f"/v1/kgs/{sent}").json()["name"] == name
    for route, asked in (
        ("search", {"q": "anna"}),
        ("entity", {"name": "anna"}),
        ("paths", {"source": "anna", "target": "bert"}),
    ):
        found = client.get(f"/v1/kgs/{sent}/{route}", params=asked)
        assert found.status_code == 200, found.text
        assert "anna" in found.text
    assert client.get("/v1/kgs/team/family").status_code == 404
    assert f'value="{escape(name)}"' in client.get("/explore").text


def test_pages_do_not_wait_for_paths(client, monkeypatch):
    begun, answered = threading.Event(), threading.Event()

    def slow(store, kg, name):
        begun.set()
        answered.wait(30)
        return resolve(store, kg, name)

    monkeypatch.setattr(graphs, "resolve", slow)
    asked = {"source": "Anna Berg", "target": "norway"}
    with ThreadPoolExecutor(1) as thread:
        paths = thread.submit(client.get, "/v1/kgs/family/paths", params=asked)
        try:
            assert begun.wait(30)
            assert client.get("/v1/kgs").status_code == 200
            assert not paths.done()
        finally:
            answered.set()
        assert paths.result().status_code == 200


def test_cypher_reads(client):
    statement = "MATCH (e:Entity {kg: $kg}) RETURN count(*) AS n"
    rows = client.post("/v1/cypher", json={"statement": statement, "parameters": {"kg": "family"}}).json()
    assert rows == {"columns": ["n"], "rows": [{"n": 6}], "truncated": False}


@pytest.mark.parametrize(
    "statement", ["CREATE (e:Entity {kg: 'x', id: 'y'})", "COPY Entity FROM '/etc/passwd'"]
)
def test_cypher_that_does_more_than_read_is_refused(client, statement):
    answer = client.post("/v1/cypher", json={"statement": statement})
    assert answer.status_code == 403
    assert answer.json()["title"] == "Only reading is allowed"


def test_what_json_has_no_form_for_is_its_text(client):
    statement = "RETURN date('2026-01-02') AS day, 0.0 / 0.0 AS share"
    (row,) = client.post("/v1/cypher", json={"statement": statement}).json()["rows"]
    assert row == {"day": "2026-01-02", "share": "NaN"}
