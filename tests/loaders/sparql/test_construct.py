"""A SELECT query becomes the CONSTRUCT query of its pattern (Appendix A of Direct Evaluation of CoT)."""

import json

import pyoxigraph as ox
import pytest
from groundpath.engine.errors import InputError
from groundpath.loaders.sparql.construct import construct_of
from local_sparql_server import store_of
from real_data import DATA

NS = "http://rdf.freebase.com/ns/"
GREECE = f"""
@prefix ns: <{NS}> .
ns:m.03gyl ns:location.country.administrative_divisions ns:m.02g__4, ns:m.0other .
ns:m.03gyl ns:location.country.languages_spoken ns:m.02dhwl, ns:m.064_8sq .
ns:m.0else ns:location.country.languages_spoken ns:m.02dhwl .
"""


def answered(query, turtle=GREECE):
    triples = store_of(turtle).query(construct_of(query))
    shown = lambda term: term.value.removeprefix(NS)  # noqa: E731
    return {(shown(t.subject), shown(t.predicate), shown(t.object)) for t in triples}


def test_example_2_of_the_paper():
    """Appendix A, Example 2: the SELECT query of the question, and the returned graph of three facts."""
    query = f"""PREFIX ns: <{NS}>
    SELECT DISTINCT ?x WHERE {{
    FILTER (?x != ?c)
    FILTER (!isLiteral(?x) OR lang(?x) = '' OR langMatches(lang(?x), 'en'))
    ?c ns:location.country.administrative_divisions ns:m.02g__4 .
    ?c ns:location.country.languages_spoken ?x . }}"""
    graph = {
        ("m.03gyl", "location.country.administrative_divisions", "m.02g__4"),
        ("m.03gyl", "location.country.languages_spoken", "m.02dhwl"),
        ("m.03gyl", "location.country.languages_spoken", "m.064_8sq"),
    }
    assert answered(query) == graph
    assert answered(query.replace("SELECT DISTINCT ?x WHERE", "CONSTRUCT WHERE")) == graph, "as printed there"


@pytest.mark.parametrize(
    ("query", "construct"),
    [
        (
            "SELECT ?x { ?x <p:a> ?n } ORDER BY DESC(xsd:datetime(?n)) LIMIT 1",
            "CONSTRUCT { ?x <p:a> ?n } WHERE { ?x <p:a> ?n } "
            "ORDER BY DESC ( <http://www.w3.org/2001/XMLSchema#dateTime> ( ?n ) ) LIMIT 1",
        ),
        (
            "SELECT (COUNT(?x) AS ?n) WHERE { SELECT DISTINCT ?x WHERE { ?x <p:a> ?y FILTER(?x != ?y) } }",
            "CONSTRUCT { ?x <p:a> ?y } WHERE { ?x <p:a> ?y FILTER ( ?x != ?y ) }",
        ),
        (
            "SELECT ?x FROM <http://f.com> WHERE { ?x <p:a> ?y ; <p:b> ?z . OPTIONAL { ?x <p:c> ?w } }",
            "CONSTRUCT { ?x <p:a> ?y . ?x <p:b> ?z . ?x <p:c> ?w } FROM <http://f.com> "
            "WHERE { ?x <p:a> ?y ; <p:b> ?z . OPTIONAL { ?x <p:c> ?w } }",
        ),
        (
            'SELECT ?x { ?x <p:a> "7"^^xsd:integer , "hi"@en MINUS { ?x <p:b> ?z } }',
            'CONSTRUCT { ?x <p:a> "7"^^<http://www.w3.org/2001/XMLSchema#integer> . ?x <p:a> "hi"@en } '
            "WHERE { "
            '?x <p:a> "7"^^<http://www.w3.org/2001/XMLSchema#integer> , "hi"@en MINUS { ?x <p:b> ?z } }',
        ),
        (
            "CONSTRUCT { ?x <p:b> ?y } WHERE { ?x <p:a>+ ?y }",
            "CONSTRUCT { ?x <p:b> ?y } WHERE { ?x <p:a> + ?y }",
        ),
    ],
)
def test_only_what_is_selected_changes(query, construct):
    """Order and limit, conditions and literals of an endpoint, with their types, stay."""
    assert construct_of(query) == construct


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("ASK { ?x <p:a> ?y }", "it is no SELECT or CONSTRUCT query: it begins with 'ASK'"),
        ("SELECT ?x { ?x zz:a ?y }", "the prefix zz: is not declared"),
        ("SELECT ?x { ?x <p:a> ?y", "it ends too early"),
        ("SELECT ?x { FILTER(?x) }", "it holds no triple pattern"),
        ("SELECT ?x { ?x <p:a>/<p:b> ?y }", "'/' is not read in a triple pattern"),
        ("SELECT ?x (COUNT(?y) AS ?n) { ?x <p:a> ?y } GROUP BY ?x", "it groups its rows"),
        ("SELECT ?x { ?x <p:a> ?y FILTER(1 +) }", "expected"),
        ("", "it begins with ''"),
    ],
)
def test_what_is_no_such_query_is_said(query, reason):
    with pytest.raises(InputError) as error:
        construct_of(query)
    assert reason in str(error.value)


@pytest.mark.parametrize(("file", "member"), [("cwq", "sparql"), ("grailqa", "sparql_query")])
def test_all_queries_of_the_question_sets_are_valid_sparql(file, member):
    rows = map(json.loads, (DATA / file / "questions.jsonl").read_text("utf-8").splitlines())
    for row in rows:
        assert isinstance(ox.Store().query(construct_of(row[member])), ox.QueryTriples)
