"""From a query to the facts of its pattern: what is a path, what a constraint, and why there is none."""

import json

import pytest
from graphs import columns_of, triples
from groundpath.engine.progress import SILENT
from groundpath.engine.terms import Triple
from groundpath.loaders.gold.by_pattern import ByPattern
from groundpath.loaders.gold.pattern_graph import PatternGraph
from groundpath.loaders.gold.questions import GoldQuestion, read_questions
from real_data import DATA

# Two who held an office of a country, with the mediators (tenure) that say since when.
OFFICES = triples(
    "m.0country geo.capital m.0city",
    "m.0country gov.tenures m.0tenure1",
    "m.0tenure1 gov.holder m.0anna",
    "m.0tenure1 gov.title m.0premier",
    "m.0tenure1 gov.from 2001-05-01",
    "m.0tenure1 gov.to 2004",
    "m.0tenure1 gov.votes 9",
    "m.0country gov.tenures m.0tenure2",
    "m.0tenure2 gov.holder m.0bert",
    "m.0tenure2 gov.title m.0premier",
    "m.0tenure2 gov.from 2004",
    "m.0tenure2 gov.votes 10",
)
BY_CITY = """
    ?c ns:geo.capital ns:m.0city .
    ?c ns:gov.tenures ?y .
    ?y ns:gov.holder ?x .
    ?y ns:gov.title ns:m.0premier .
"""


def find(body, topics=("m.0city",), answers=(), after="", facts=OFFICES):
    sparql = f"SELECT DISTINCT ?x WHERE {{ {body} }} {after}"
    question = GoldQuestion("1", "who?", tuple(topics), tuple(answers), sparql=sparql)
    return ByPattern(PatternGraph(columns_of(facts))).find(question)


def path_to(person, tenure):
    return triples(
        "m.0country geo.capital m.0city",
        f"m.0country gov.tenures {tenure}",
        f"{tenure} gov.holder {person}",
    )


def test_mediators_stay_on_the_path_and_constraints_are_told_apart():
    found = find(BY_CITY, answers=["m.0anna"])
    ((path),) = found.paths["m.0city"]
    assert path.triples == path_to("m.0anna", "m.0tenure1")
    assert path.constraints == triples("m.0tenure1 gov.title m.0premier")


def test_every_topic_has_its_own_path():
    found = find(BY_CITY, topics=["m.0city", "m.0premier"], answers=["m.0bert"])
    (from_title,) = found.paths["m.0premier"]
    assert from_title.triples == triples("m.0tenure2 gov.title m.0premier", "m.0tenure2 gov.holder m.0bert")
    assert set(from_title.constraints) == set(path_to("m.0bert", "m.0tenure2")[:2])


def test_without_answers_and_topics_all_that_the_query_names_and_gives():
    found = find(BY_CITY, topics=())
    assert found.answers == ("m.0anna", "m.0bert")
    assert set(found.paths) == {"m.0city", "m.0premier"}


@pytest.mark.parametrize(
    ("condition", "holder"),
    [
        ('FILTER(NOT EXISTS {?y ns:gov.to ?t} OR EXISTS {?y ns:gov.to ?t FILTER(?t > "2010") })', "m.0bert"),
        ('?y ns:gov.to ?t . FILTER(xsd:datetime(?t) >= "2003-12-31"^^xsd:dateTime)', "m.0anna"),
        ('?y ns:gov.votes ?n . FILTER(?n >= "10"^^xsd:integer)', "m.0bert"),
        ('?y ns:gov.votes "9"^^xsd:integer .', "m.0anna"),
        ('VALUES ?n { "9"^^xsd:integer } ?y ns:gov.votes ?n .', "m.0anna"),
        ("FILTER(?x != ns:m.0anna)", "m.0bert"),
        ('FILTER(?x != ns:m.0anna && "a"@en != "b"@en)', "m.0bert"),
    ],
)
def test_conditions_on_texts_hold(condition, holder):
    assert find(BY_CITY + condition).answers == (holder,)


@pytest.mark.parametrize(
    ("order", "holder"),
    [
        ("?y ns:gov.from ?n } ORDER BY DESC(xsd:datetime(?n)) LIMIT 1 #", "m.0bert"),
        ("?y ns:gov.from ?n } ORDER BY ?n LIMIT 1 #", "m.0anna"),
        ("?y ns:gov.votes ?n } ORDER BY DESC(xsd:integer(?n)) LIMIT 1 #", "m.0bert"),
        ("?y ns:gov.votes ?n } ORDER BY xsd:integer(?n) LIMIT 1 #", "m.0anna"),
    ],
)
def test_superlatives_keep_the_first(order, holder):
    found = find(BY_CITY + order)
    assert found.answers == (holder,)
    ((path),) = found.paths["m.0city"]
    assert len(path.constraints) == 2, "what it is sorted by is a constraint too"


def test_superlatives_keep_ties():
    tied = [*OFFICES, Triple("m.0tenure1", "gov.seats", "5"), Triple("m.0tenure2", "gov.seats", "5")]
    found = find(BY_CITY + "?y ns:gov.seats ?n } ORDER BY DESC(?n) LIMIT 1 #", facts=tied)
    assert found.answers == ("m.0anna", "m.0bert")


@pytest.mark.parametrize(
    ("besides", "after"),
    [
        ("?x ns:people.height ?h .", "ORDER BY DESC(?h) LIMIT 1"),
        ("?x ns:type.object.type ns:people.person . FILTER(?x != ?y)", ""),
        ("?x ns:people.height ?h . FILTER(?h > 2 && ?h != ?x)", ""),
    ],
)
def test_what_the_graph_never_speaks_of_is_unchecked_and_stops_no_path(besides, after):
    found = find(BY_CITY + besides, answers=["m.0anna"], after=after)
    assert [path.triples for path in found.paths["m.0city"]] == [path_to("m.0anna", "m.0tenure1")]
    assert len(found.unchecked) == 1


def test_what_an_absent_relation_cuts_off_is_not_searched():
    both = BY_CITY + "?x ns:people.height ?h . ?other ns:other.height ?h . ?other ns:gov.votes ?v ."
    found = find(both, answers=["m.0anna"])
    ((path),) = found.paths["m.0city"]
    assert path.constraints == triples("m.0tenure1 gov.title m.0premier")


def test_a_path_may_end_where_it_began():
    loop = triples("m.0land geo.part m.0city", "m.0land geo.capital m.0city")
    found = find("?c ns:geo.part ns:m.0city . ?c ns:geo.capital ?x .", answers=["m.0city"], facts=loop)
    assert {frozenset(path.triples) for path in found.paths["m.0city"]} == {frozenset(loop)}


def test_either_branch_of_a_union_is_a_path():
    found = find(
        "ns:m.0country ns:gov.tenures ?y . { ?y ns:gov.holder ?x } UNION { ?y ns:gov.nosuch ?x }",
        ["m.0country"],
    )
    assert found.answers == ("m.0anna", "m.0bert")


@pytest.mark.parametrize(
    ("body", "answers", "reason"),
    [
        ("?x ns:geo.capital ns:m.0city .", ["m.0anna"], "other_answers"),
        ("ns:m.0city ns:geo.capital ?x .", [], "no_match"),
        ("?c ns:geo.nosuch ns:m.0city . ?c ns:gov.tenures ?x .", [], "relation_absent"),
        ("?c ns:geo.capital ns:m.0city . ?x ns:gov.holder ?y .", [], "not_joined"),
        ("?x ns:geo.capital+ ns:m.0city .", [], "unreadable"),
        ("?x ns:geo.capital ns:m.0city . } ORDER BY ?x LIMIT 1.5 #", [], "unreadable"),
        ("?x ns:geo.capital ns:m.0city . FILTER(nosuch(?x))", [], "unreadable"),
    ],
)
def test_the_reason_why_there_is_no_path(body, answers, reason):
    found = find(body, answers=answers)
    assert (found.reason, found.paths) == (reason, {})


def drawn(row):
    """The facts of a GrailQA question's own query graph, with made-up nodes between topic and answer."""
    graph = row["graph_query"]
    ids = {}
    for node in graph["nodes"]:
        made_up = f"m.0{row['qid']}_{node['nid']}"
        asked = row["answer"][0]["answer_argument"] if node["question_node"] else made_up
        ids[node["nid"]] = asked if node["node_type"] == "class" else node["id"].partition("^^")[0]
    return [Triple(ids[edge["start"]], edge["relation"], ids[edge["end"]]) for edge in graph["edges"]]


def test_grailqa_finds_the_path_that_each_query_graph_draws():
    path = DATA / "grailqa" / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    facts = {fact for row in rows for fact in drawn(row)}
    ways = ByPattern(PatternGraph(columns_of(facts)))
    questions = [question for question in read_questions(path, SILENT) if question.topics]
    found = [ways.find(question) for question in questions]
    assert [question.id for question, f in zip(questions, found, strict=True) if f.reason] == []
