"""`groundpath load sparql` on one question of the paper's kind, and `gold` on what it loaded."""

import json
from pathlib import Path

from local_sparql_server import running_sparql_server, store_of

NS = "http://rdf.freebase.com/ns/"
WORLD = f"""
@prefix ns: <{NS}> .
ns:m.0gr ns:country.division ns:m.0cf ; ns:country.speaks ns:m.0el ; ns:type.object.name "Greece"@en .
ns:m.0cf ns:type.object.name "Corfu"@en .
"""
QUESTION = {
    "id": "q1",
    "question": "What is spoken where Corfu is?",
    "sparql": f"PREFIX ns: <{NS}> SELECT ?x WHERE {{ ?c ns:country.division ns:m.0cf . "
    "?c ns:country.speaks ?x }",
    "topic_entity": {"m.0cf": "Corfu"},
    "answer_entities": ["m.0el"],
}


def test_the_graph_of_questions_and_their_gold_paths(groundpath, monkeypatch):
    monkeypatch.setenv("GROUNDPATH_CACHE", "cache")
    Path("q.jsonl").write_text(json.dumps(QUESTION) + "\n", "utf-8")
    with running_sparql_server(store_of(WORLD)) as server:
        load = ("load", "sparql", "q.jsonl", "--endpoint", server.url, "--kg", "kg", "--no-embed")
        loaded = groundpath(*load)
        assert loaded.code == 0, loaded.err
        assert "2 queries, those for names among them: 2 asked" in loaded.out
        again = groundpath(*load, "--json").json
        assert (again["facts"]["new"], again["facts"]["unchanged"]) == (0, 2)
        assert len(server.queries) == 2, "the second load asks nothing"
    assert groundpath("gold", "q.jsonl", "--kg", "kg", "--out", "gold.jsonl").code == 0
    (row,) = map(json.loads, Path("gold.jsonl").read_text("utf-8").splitlines())
    assert row["gold_paths"] == [
        [["m.0gr", "country.division", "m.0cf"], ["m.0gr", "country.speaks", "m.0el"]]
    ]


def test_queries_are_written_and_nothing_is_asked(groundpath):
    Path("q.jsonl").write_text(json.dumps(QUESTION) + '\n{"id": "q2"}\n', "utf-8")
    done = groundpath("load", "sparql", "q.jsonl", "--queries-out", "q.rq", "--on-error", "skip")
    assert done.code == 0, done.err
    assert "1 query: q.rq" in done.err
    assert "q.jsonl, line 2: 'q2': has no query" in done.err
    assert Path("q.rq").read_text("utf-8") == (
        f"# q1\nCONSTRUCT {{ ?c <{NS}country.division> <{NS}m.0cf> . ?c <{NS}country.speaks> ?x }} "
        f"WHERE {{ ?c <{NS}country.division> <{NS}m.0cf> . ?c <{NS}country.speaks> ?x }}\n\n"
    )
    assert groundpath("load", "sparql", "q.rq", "--queries-out", "again.rq").code == 0
    assert Path("again.rq").read_text("utf-8") == Path("q.rq").read_text("utf-8")


def test_an_endpoint_that_is_not_there_and_one_that_is_not_named(groundpath):
    Path("q.jsonl").write_text(json.dumps(QUESTION) + "\n", "utf-8")
    assert "give --endpoint and --kg to load" in groundpath("load", "sparql", "q.jsonl").err
    with running_sparql_server(store_of(WORLD)) as server:
        pass
    done = groundpath("load", "sparql", "q.jsonl", "--endpoint", server.url, "--kg", "kg", "--no-embed")
    assert (done.code, done.out) == (1, "")
    assert "cannot be reached" in done.err
