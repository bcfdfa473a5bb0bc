"""A repair does what it says, by the writer of either store and as the Cypher that a user runs on Neo4j."""

import pytest
from graphs import triples, write_graph
from groundpath import apply_change, lint
from groundpath.engine.store.changing import GraphChange, new_fact
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Entity, Triple
from loaded_graphs import loaded_graph
from neo4j import GraphDatabase

FACTS = triples(*(f"p{n} born_in town{n % 45}" for n in range(60)), "p7 born_in town8", "p9 part_of p9")


@pytest.fixture
def faulty(store: GraphStore, kg: str) -> str:
    write_graph(store, kg, FACTS)
    return kg


def change_of(store: GraphStore, kg: str) -> GraphChange:
    old, head, tail = (store.entities(kg, [id])[0] for id in ("p7", "p8", "town9"))
    assert old
    assert head
    assert tail
    wrong = next(fact for fact in store.facts_of(kg, "p7") if fact.tail.id == "town8")
    renamed = Entity("p1", "Ann “Q” O'Hara\\", (), ("Person",))
    return GraphChange((wrong,), (new_fact(head, "born_in", tail),), (renamed,))


def check(store: GraphStore, kg: str) -> None:
    found = loaded_graph(store, kg)
    wanted = (set(FACTS) - {Triple("p7", "born_in", "town8")}) | {Triple("p8", "born_in", "town9")}
    assert found.triples == wanted
    assert found.entities["p1"].name == "Ann “Q” O'Hara\\"
    assert found.entities["p1"].types == ("Person",)


def test_a_change_is_made_through_the_store(store: GraphStore, faulty: str) -> None:
    change = change_of(store, faulty)
    apply_change(store, faulty, change)
    check(store, faulty)
    apply_change(store, faulty, change)
    check(store, faulty)


@pytest.mark.neo4j
def test_its_statement_makes_the_same_change(neo4j_server, neo4j_store: GraphStore, kg: str) -> None:
    write_graph(neo4j_store, kg, FACTS)
    asked = neo4j_store.change_statement(kg, change_of(neo4j_store, kg))
    account = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.url, auth=account) as driver:
        driver.execute_query(asked.text, dict(asked.parameters))
    check(neo4j_store, kg)


def test_lint_finds_the_same_on_both_and_its_repairs_mend_it(store: GraphStore, faulty: str) -> None:
    report = lint(store, faulty)
    assert [one.kind for one in report.findings if one.kind == "values"] == ["values"]
    apply_change(store, faulty, *(one.repair for one in report.findings))
    assert not lint(store, faulty).findings


def test_a_statement_is_given_and_never_run(store: GraphStore, faulty: str) -> None:
    before = loaded_graph(store, faulty)
    for finding in lint(store, faulty).findings:
        assert finding.statement(store, faulty).text.endswith("FINISH")
    assert loaded_graph(store, faulty) == before
