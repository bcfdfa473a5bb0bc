"""The graph of a question set, from an endpoint that speaks the SPARQL 1.1 protocol."""

import json

import pyoxigraph as ox
import pytest
from groundpath.engine.asking import RetryPolicy
from groundpath.engine.errors import BadRowError, EndpointError, InputError
from groundpath.engine.kept_answers import KeptAnswers
from groundpath.engine.progress import SILENT
from groundpath.loaders.gold.finder import GoldFinder
from groundpath.loaders.gold.questions import read_questions
from groundpath.loaders.sparql.asked import AskedEndpoint
from groundpath.loaders.sparql.endpoint import SparqlEndpoint
from groundpath.loaders.sparql.loading import load_sparql
from groundpath.loaders.triples import load_triples
from loaded_graphs import loaded_graph
from local_sparql_server import Trouble, running_sparql_server, store_of

NS = "http://rdf.freebase.com/ns/"
WORLD = f"""
@prefix ns: <{NS}> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ns:m.0gr ns:country.division ns:m.0cf ; ns:country.speaks ns:m.0el, ns:m.0en ;
    ns:country.area "131957"^^xsd:integer ; ns:common.topic.alias "Hellas"@en ;
    ns:type.object.name "Greece"@en, "Griechenland"@de .
ns:m.0cf ns:type.object.name "Corfu"@en .
ns:m.0el ns:type.object.name "Greek"@en .
ns:m.0cy ns:country.division ns:m.0li ; ns:country.speaks ns:m.0el ; ns:type.object.name "Cyprus"@en .
ns:m.0far ns:country.speaks ns:m.0en .
ns:m.0cy ns:country.ruler _:term .
_:term ns:ruler.who ns:m.0mk ; ns:ruler.since "1960-12-13T00:00:00"^^xsd:dateTime .
"""
SPOKEN_THERE = {
    "id": "q1",
    "question": "What is spoken where Corfu is?",
    "sparql": f"PREFIX ns: <{NS}> SELECT ?x WHERE {{ ?c ns:country.division ns:m.0cf . "
    "?c ns:country.speaks ?x }",
    "topic_entity": {"m.0cf": "Corfu"},
    "answer_entities": ["m.0el"],
}
RULERS = {
    "qid": "q2",
    "question": "Who rules Cyprus?",
    "sparql_query": "SELECT (?x AS ?value) WHERE { SELECT DISTINCT ?x WHERE { ns:m.0cy ns:country.ruler ?t . "
    '?t ns:ruler.who ?x . ?t ns:ruler.since ?d FILTER(xsd:datetime(?d) < "2000-01-01"^^xsd:dateTime) } }',
}
SOON = RetryPolicy(attempts=3, first_wait_s=0.001, most_in_a_row=3)


@pytest.fixture
def world():
    return store_of(WORLD)


@pytest.fixture
def cache(tmp_path):
    with KeptAnswers(tmp_path / "sparql.sqlite") as opened:
        yield opened


def rows(*questions):
    return "".join(json.dumps(question) + "\n" for question in questions)


def asked(url, cache=None, timeout_s=5.0, **options):
    return AskedEndpoint(SparqlEndpoint(url, timeout_s=timeout_s), cache, retries=SOON, **options)


def for_line(words, trouble):
    """Trouble for the queries that hold some words."""
    return lambda query: trouble if words in query else None


def test_the_union_of_what_is_returned_is_the_graph_with_its_names(store, write, world):
    """By hand: q1 matches division(gr, cf) with speaks(gr, el) and speaks(gr, en); nothing else of WORLD."""
    with running_sparql_server(world) as server:
        report = load_sparql(
            store, "kg", write("q.jsonl", rows(SPOKEN_THERE)), asked(server.url), embed=False
        )
    graph = loaded_graph(store, "kg")
    assert graph.triples == {
        ("m.0gr", "country.division", "m.0cf"),
        ("m.0gr", "country.speaks", "m.0el"),
        ("m.0gr", "country.speaks", "m.0en"),
    }
    assert {one.id: (one.name, one.aliases) for one in graph.entities.values()} == {
        "m.0gr": ("Greece", ("Hellas",)),
        "m.0cf": ("Corfu", ()),
        "m.0el": ("Greek", ()),
        "m.0en": (None, ()),
    }
    told = "2 queries, those for names among them: 2 asked, 0 answered before; 0 without a match"
    assert told in report.notes


def test_gold_paths_over_it_are_those_over_the_whole_graph(store, write, world):
    """So `gold` needs no endpoint of its own."""
    questions = write("q.jsonl", rows(SPOKEN_THERE, RULERS))
    whole = write("whole.nt", world.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph()))
    load_triples(store, "whole", whole, embed=False)
    with running_sparql_server(world) as server:
        load_sparql(store, "union", questions, asked(server.url), embed=False)
    assert len(loaded_graph(store, "union").facts) < len(loaded_graph(store, "whole").facts)
    paths = {
        kg: [
            [[one.relation for one in path.triples] for path in row.paths]
            for row in GoldFinder(store, kg).find_all(read_questions(questions, SILENT))
        ]
        for kg in ("whole", "union")
    }
    assert paths["union"] == paths["whole"]
    assert paths["union"] == [
        [["country.division", "country.speaks"]],
        [["country.ruler", "ruler.who"]],
    ]


def test_what_was_answered_is_not_asked_again_unless_it_is_wanted(store, write, world, cache):
    """Also of a run that broke off: here the second of three questions broke it off."""
    other = {**RULERS, "qid": "q3", "sparql_query": "SELECT ?x { <http://none> <http://none> ?x }"}
    questions = write("q.jsonl", rows(SPOKEN_THERE, RULERS, other))
    with running_sparql_server(world, for_line("ruler.since", Trouble(404, b"not here"))) as server:
        with pytest.raises(EndpointError):
            load_sparql(store, "kg", questions, asked(server.url, cache, concurrency=1), embed=False)
        server.trouble, broken_off = nothing, list(server.queries)
        assert len(broken_off) == 2
        report = load_sparql(store, "kg", questions, asked(server.url, cache), embed=False)
        later = server.queries[2:]
        assert broken_off[0] not in later
        assert len(later) == len(set(later)) == 3, "two questions, and the names"
        assert "3 asked, 1 answered before; 1 without a match" in report.notes[0]
        load_sparql(store, "kg", questions, asked(server.url, cache), embed=False)
        assert len(server.queries) == 5, "nothing new"
        load_sparql(store, "kg", questions, asked(server.url, cache, fresh=True), embed=False)
        assert len(server.queries) == 9


def nothing(_query):
    return None


def test_a_longer_file_asks_the_same_queries_first(store, write, world, cache):
    with running_sparql_server(world) as server:
        many = [{**SPOKEN_THERE, "id": f"q{n}", "sparql": query} for n, query in enumerate(EACH)]
        first, second = write("a.jsonl", rows(*many[:1])), write("b.jsonl", rows(*many))
        load_sparql(store, "kg", first, asked(server.url, cache), embed=False)
        load_sparql(store, "kg", second, asked(server.url, cache), embed=False)
    assert server.queries.count(server.queries[0]) == 1


EACH = [f"SELECT ?x {{ <{NS}m.0gr> <{NS}country.{one}> ?x }}" for one in ("speaks", "division", "area")]


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Trouble(400, b"line 1:\n syntax error at 'OR'"), "answered 400: “line 1: syntax error at 'OR'”"),
        (Trouble(500, b"out of memory"), "answered 500: “out of memory”"),
        (Trouble(206, b""), "gave only a part of the answer"),
        (Trouble(200, b"<html>hello</html>", {"Content-Type": "text/html"}), "it is text/html, no RDF"),
        (
            Trouble(200, b"<a> <b>", {"Content-Type": "application/n-triples"}),
            "it is no application/n-tr",
        ),
        (Trouble(None), "broke off the connection"),
        (Trouble(503, b"busy", {"Retry-After": "0"}), "answered 503: “busy”"),
        (Trouble(200, wait_s=1.5), "did not answer within 0.5 s; allow more with --timeout"),
    ],
)
def test_one_query_without_an_answer_is_one_bad_row(store, write, world, trouble, said):
    """With file, line, id and the server's own words."""
    questions = write("q.jsonl", rows(SPOKEN_THERE, RULERS))
    with running_sparql_server(world, for_line("ruler.since", trouble)) as server:
        settings = asked(server.url, timeout_s=0.5)
        report = load_sparql(store, "kg", questions, settings, on_error="skip", embed=False)
        assert len(loaded_graph(store, "kg").facts) == 3
        (row,) = report.skipped
        assert (row.source, row.line) == (str(questions), 2)
        assert row.reason.startswith("'q2': ")
        assert said in row.reason
        with pytest.raises(BadRowError, match=r"q.jsonl, line 2: 'q2': "):
            load_sparql(store, "other", questions, settings, embed=False)
    assert [graph.name for graph in store.graphs()] == ["kg"]


def test_a_busy_server_is_asked_again_when_it_says_so(store, write, world):
    waiting = [Trouble(429, b"slow down", {"Retry-After": "0"}), Trouble(503), None]
    with running_sparql_server(world, lambda _: waiting.pop(0) if waiting else None) as server:
        load_sparql(store, "kg", write("q.jsonl", rows(SPOKEN_THERE)), asked(server.url), embed=False)
    assert len(server.queries) == 4
    assert len(set(server.queries)) == 2


def test_no_more_queries_at_once_than_the_limit(store, write, world):
    many = [{**SPOKEN_THERE, "id": str(n), "sparql": f"{EACH[0]} LIMIT {n + 1}"} for n in range(12)]
    with running_sparql_server(world) as server:
        load_sparql(store, "kg", write("q.jsonl", rows(*many)), asked(server.url, concurrency=2), embed=False)
    assert len(server.queries) == 13
    assert server.most_at_once <= 2


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Trouble(401), "answered 401; it asks for a login"),
        (Trouble(404, b"no such page"), "answered 404: “no such page”; check --endpoint"),
        (
            Trouble(302, headers={"Location": "https://else.where/"}),
            "it is at https://else.where/",
        ),
    ],
)
def test_what_no_query_would_change_ends_the_load(store, write, world, trouble, said):
    with running_sparql_server(world, lambda _: trouble) as server, pytest.raises(EndpointError) as error:
        load_sparql(
            store,
            "kg",
            write("q.jsonl", rows(SPOKEN_THERE)),
            asked(server.url),
            on_error="skip",
            embed=False,
        )
    assert said in str(error.value)
    assert len(server.queries) == 1


def test_a_server_that_is_not_there_is_said(store, write, world):
    with running_sparql_server(world) as server:
        pass
    with pytest.raises(EndpointError, match=r"cannot be reached .*; check --endpoint"):
        load_sparql(store, "kg", write("q.jsonl", rows(SPOKEN_THERE)), asked(server.url), embed=False)


def test_blank_nodes_of_two_answers_are_two_nodes(store, write, world):
    """Labels of blank nodes belong to the answer that they stand in."""
    twice = [{"id": one, "sparql": f"{RULERS['sparql_query'][:-1]} LIMIT {one} }}"} for one in (1, 2)]
    ruled = write("q.jsonl", rows(*twice))
    with running_sparql_server(world) as server:
        load_sparql(store, "kg", ruled, asked(server.url), embed=False)
    terms = {fact.head for fact in loaded_graph(store, "kg").facts if fact.relation == "ruler.who"}
    assert terms == {"_:q.jsonl#1.anonymous1", "_:q.jsonl#2.anonymous1"}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('{"id": "q1"}', "line 1: 'q1': has no query in 'sparql' or 'sparql_query'"),
        ('{"id": "q1", "sparql": "ASK {}"}', "line 1: 'q1': the query cannot be read: it is no SELECT"),
        ("[1]", "line 1: is a number, not an object"),
        ("{", "line 1: is not JSON"),
    ],
)
def test_a_row_without_a_query_names_its_place(store, write, row, said):
    with pytest.raises(BadRowError) as error:
        load_sparql(store, "kg", write("q.jsonl", row), asked("http://127.0.0.1:9/sparql"), embed=False)
    assert said in str(error.value)


def test_queries_that_match_nothing_load_nothing(store, write, world):
    questions = write("q.rq", "SELECT ?x { <http://none> <http://none> ?x }")
    with running_sparql_server(world) as server, pytest.raises(InputError, match=r"q.rq holds no query that"):
        load_sparql(store, "kg", questions, asked(server.url), embed=False)


@pytest.mark.parametrize(
    ("url", "said"),
    [("localhost/sparql", "is no address of an endpoint"), ("http://me:pw@host/sparql", "holds a user")],
)
def test_an_address_that_is_none(url, said):
    with pytest.raises(InputError, match=said) as error:
        SparqlEndpoint(url)
    assert "pw" not in str(error.value)
