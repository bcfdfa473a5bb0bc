"""Queries are read as they were written for Virtuoso."""

import json

import pytest
from groundpath.engine.errors import InputError
from groundpath.loaders.sparql.reader import read_select
from groundpath.loaders.sparql.tokens import endpoint_tokens, standard_tokens
from real_data import DATA


def patterns(query):
    """The triple patterns as text; variables begin with "?"."""
    shown = lambda term: f"?{term.value}" if term.is_variable else term.value  # noqa: E731
    return [" ".join(map(shown, (p.head, p.relation, p.tail))) for p in read_select(query).patterns]


def standard(query):
    return " ".join(token.text for token in standard_tokens(query))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("?x ns:a.b.c ns:m.01 .", ["?x a.b.c m.01"]),
        ("?x ns:a.b ns:m.01.", ["?x a.b m.01"]),
        ("?x ns:a.b ?y .?y ns:a.c ?z", ["?x a.b ?y", "?y a.c ?z"]),
        ("?x ns:a.b ?y ; ns:a.c ?z , ns:m.01 ; .", ["?x a.b ?y", "?x a.c ?z", "?x a.c m.01"]),
        ("?x ns:a.b ?y . # ?x ns:a.c ?z .\n?y ns:a.d ?z", ["?x a.b ?y", "?y a.d ?z"]),
        ('?x ns:a.b "New OR \\"old\\" York"@en', ['?x a.b New OR \\"old\\" York']),
        ('?x ns:a.b "7"^^xsd:integer . ?x ns:a.c 8', ["?x a.b 7", "?x a.c 8"]),
        ("?x <http://x.org/#p> <http://x.org/é> .", ["?x http://x.org/#p http://x.org/é"]),
        ("?x ?r ns:m.01", ["?x ?r m.01"]),
    ],
)
def test_triple_patterns(body, expected):
    assert patterns(f"SELECT ?x WHERE {{ {body} }}") == expected


def test_conditions_are_no_patterns_and_alternatives_are_not_needed():
    query = read_select(
        """SELECT DISTINCT ?x WHERE {
        FILTER(NOT EXISTS {?x ns:a.from ?f} || EXISTS {?x ns:a.to ?t . FILTER(xsd:datetime(?t) > "2000") })
        { SELECT (MAX(?n) AS ?most) WHERE { ?y ns:a.count ?n } }
        { ?x ns:a.b ?y } UNION { ?x ns:a.c ?y }
        OPTIONAL { ?y ns:a.d ?z }
        ?x ns:a.e ns:m.01 }"""
    )
    assert {p.relation.value: p.needed for p in query.patterns} == {
        "a.b": False,
        "a.c": False,
        "a.d": False,
        "a.e": True,
    }


def test_values_and_a_query_that_wraps_another():
    query = read_select(
        "PREFIX : <http://rdf.freebase.com/ns/> SELECT (?x0 AS ?value) WHERE { SELECT DISTINCT ?x0 WHERE { "
        'VALUES ?x1 { :m.01 "39"^^<http://www.w3.org/2001/XMLSchema#integer> } ?x0 :a.b ?x1 . } }'
    )
    assert (query.answer, query.constants, query.named) == ("x0", {"x1": ("m.01", "39")}, ("m.01", "39"))


def test_order_and_limit():
    query = read_select("SELECT ?x { ?x ns:a.b ?n } ORDER BY DESC(xsd:datetime(?n)) ?x LIMIT 3")
    assert [key.descends for key in query.order] == [True, False]
    assert query.limit == 3


@pytest.mark.parametrize(
    ("virtuoso", "expected"),
    [
        ("?a OR ?b or ?c AND ?d", "?a || ?b || ?c && ?d"),
        ("'a OR b'", "'a OR b'"),
        ('xsd:datetime(?a) <= "2015"^^xsd:dateTime', 'STR ( ?a ) <= "2015"'),
        (
            '?a <= "7"^^xsd:float',
            '<http://www.w3.org/2001/XMLSchema#float> ( ?a ) <= "7" ^^ <http://www.w3.org/2001/XMLSchema#float>',
        ),
        ("PREFIX ns: <http://x.org/> ns:a", "<http://x.org/a>"),
    ],
)
def test_the_dialect_becomes_the_standard(virtuoso, expected):
    assert standard(virtuoso) == expected


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("ASK { ?x ns:a.b ?y }", "only SELECT"),
        ("", "only SELECT"),
        ("SELECT (COUNT(?x) AS ?n) WHERE { ?x ns:a.b ?y }", "aggregate"),
        ("SELECT * WHERE { ?x ns:a.b ?y }", "no variable"),
        ("SELECT ?x WHERE { ?x ns:a.b/ns:a.c ?y }", "'/'"),
        ("SELECT ?x WHERE { ?x ns:a.b [ ns:a.c ?y ] }", "'['"),
        ("SELECT ?x WHERE { ?x other:a ?y }", "other:"),
        ("SELECT ?x WHERE { ?x ns:a.b ?y", "too early"),
        ("SELECT ?x WHERE { ?x ns:a.b }", "too early"),
        ("SELECT ?x WHERE { }", "empty group"),
        ("SELECT ?x WHERE { SERVICE <http://x.org> { ?x ns:a.b ?y } }", "SERVICE"),
        ("SELECT ?x WHERE { ?x ns:a.b ?y } GROUP BY ?x", "GROUP"),
    ],
)
def test_what_is_not_read_says_why(query, reason):
    with pytest.raises(InputError, match=None) as error:
        read_select(query)
    assert reason in str(error.value)


@pytest.mark.parametrize(("name", "member"), [("cwq", "sparql"), ("grailqa", "sparql_query")])
def test_every_query_of_the_question_sets_is_read(name, member):
    lines = (DATA / name / "questions.jsonl").read_text("utf-8").splitlines()
    queries = [read_select(json.loads(line)[member]) for line in lines]
    assert all(query.joins(query.named) for query in queries if query.named)


def test_a_day_is_midnight_to_an_endpoint_and_text_to_a_graph_of_texts():
    """What the question sets write is no time in XML Schema 1.1, part 2, 3.3.7."""
    query = '?a <= "2015-08-10"^^xsd:dateTime'
    told = "".join(token.text for token in endpoint_tokens(query))
    assert told == '?a<="2015-08-10T00:00:00"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
    assert standard(query) == '?a <= "2015-08-10"'
