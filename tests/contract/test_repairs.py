"""A repair does what it says, by the writer of either store and as the Cypher that a user runs on Neo4j."""

from collections.abc import Iterator

import pytest
from graphs import entities_of, triples, write_graph
from groundpath import apply_change, lint
from groundpath.engine.errors import InputError
from groundpath.engine.report.plain import cypher_literal
from groundpath.engine.report.quality import repair_text
from groundpath.engine.report.visible import visible
from groundpath.engine.store.attached.mapping_file import MappingFile
from groundpath.engine.store.attached.store import AttachingStore
from groundpath.engine.store.changing import GraphChange, new_fact
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Entity, Triple
from loaded_graphs import loaded_graph
from neo4j import Driver, GraphDatabase
from stored_graphs import embed

FACTS = triples(*(f"p{n} born_in town{n % 45}" for n in range(60)), "p7 born_in town8", "p9 part_of p9")
LONE = Triple("lone", "born_in", "town3")


@pytest.fixture(scope="module")
def owner(neo4j_server) -> Iterator[Driver]:
    """Who runs a repair."""
    account = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.url, auth=account) as driver:
        yield driver


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
def test_its_statement_makes_the_same_change(owner: Driver, neo4j_store: GraphStore, kg: str) -> None:
    """Facts and names, the texts that follow, the vectors that go, and what nothing mentions any more."""
    entities = [*entities_of(FACTS), Entity("lone", None)]
    by_writer, by_statement = f"{kg} 1", f"{kg} 2"
    for name in (by_writer, by_statement):
        write_graph(neo4j_store, name, [*FACTS, LONE], entities)
        embed(neo4j_store, name)
        change = change_of(neo4j_store, name)
        lone = next(fact for fact in neo4j_store.facts_of(name, "lone"))
        change = GraphChange((*change.withdrawn, lone), change.stated, change.described)
        revision = neo4j_store.revision(name)
        if name == by_writer:
            apply_change(neo4j_store, name, change)
        else:
            asked = neo4j_store.change_statement(name, change)
            owner.execute_query(asked.text, dict(asked.parameters))
        assert neo4j_store.revision(name) != revision
        check(neo4j_store, name)
    wanted, made = (neo4j_store.columns(name) for name in (by_writer, by_statement))
    assert made.entities.equals(wanted.entities)
    assert made.facts.equals(wanted.facts)
    assert "Ann “Q” O'Hara\\ born in town1." in made.facts["text"].to_pylist()
    told, same = (neo4j_store.graph(name) for name in (by_writer, by_statement))
    assert (same.embedded_entities, same.embedded_facts) == (told.embedded_entities, told.embedded_facts)
    assert same.embedded_facts == same.facts - 2, "one is new, and one is told otherwise"
    embed(neo4j_store, by_statement)
    assert neo4j_store.graph(by_statement).embedded_facts == same.facts


@pytest.mark.neo4j
def test_what_is_pasted_into_a_browser_is_cypher(owner: Driver, neo4j_store: GraphStore, kg: str) -> None:
    write_graph(neo4j_store, kg, FACTS)
    parameters, text = repair_text(neo4j_store, kg, change_of(neo4j_store, kg)).split("\n\n", 1)
    literal = parameters.removeprefix(":param ")
    (row,) = owner.execute_query(f"RETURN {literal} AS parameters").records
    owner.execute_query(text, row["parameters"])
    check(neo4j_store, kg)


@pytest.mark.neo4j
def test_a_text_is_pasted_as_it_is(owner: Driver) -> None:
    texts = ["a\r\nb\tc\x00\x1b[2J", "\u202edcba \u2028 🎨\u202e", "\\u0022 \\\\u0022 \\", "\"'`", "{a: 1}"]
    for text in texts:
        literal = cypher_literal({"text": text})
        assert visible(literal) == literal
        (row,) = owner.execute_query(f"RETURN {literal} AS given").records
        assert row["given"] == {"text": text}


@pytest.mark.neo4j
class TestAnAttachedGraph:
    """Its statement speaks of the owner's labels, types and properties, with ids of text and of number."""

    @pytest.fixture
    def theirs(self, owner: Driver, neo4j_server) -> Iterator[AttachingStore]:
        owner.execute_query("UNWIND range(0, 59) AS n CREATE (:Human {key: 'p' + n, called: 'p' + n})")
        owner.execute_query(
            "UNWIND range(0, 59) AS n CREATE (:`Odd ``town``` {number: n, title: 'town' + n})"
        )
        owner.execute_query(
            "UNWIND $pairs AS pair MATCH (h:Human {key: pair[0]}) MATCH (t:`Odd ``town``` {number: pair[1]}) "
            "CREATE (h)-[:`BORN IN`]->(t)",
            pairs=[*([f"p{n}", n % 45] for n in range(60)), ["p7", 8]],
        )
        mapping = MappingFile(
            nodes={
                "Human": {"id": "key", "name": "called"},
                "Odd `town`": {"type": "Town", "id": "number", "name": "title"},
            },
            relationships={"BORN IN": {"relation": "born_in"}},
        )
        with open_store(neo4j_server.url) as store:
            assert isinstance(store, AttachingStore)
            store.attach("their towns", mapping=mapping)
            yield store
            store.drop("their towns")
        owner.execute_query("MATCH (n:Human|`Odd ``town```) DETACH DELETE n")

    def test_is_mended_as_lint_proposes(self, owner: Driver, theirs: AttachingStore) -> None:
        (finding,) = lint(theirs, "their towns").findings
        before = loaded_graph(theirs, "their towns").triples
        asked = finding.statement(theirs, "their towns")
        owner.execute_query(asked.text, dict(asked.parameters))
        (withdrawn,) = finding.repair.withdrawn
        assert loaded_graph(theirs, "their towns").triples == before - {withdrawn.triple}
        assert not lint(theirs, "their towns").findings

    def test_gets_facts_and_names(self, owner: Driver, theirs: AttachingStore) -> None:
        before = loaded_graph(theirs, "their towns")
        wrong = next(fact for fact in theirs.facts_of("their towns", "p7") if fact.tail.id == "8")
        man, town = theirs.entities("their towns", ["p8", "9"])
        assert man
        assert town
        renamed = Entity("9", "Ely “Q” O'Hara\\", (), ("Town",))
        change = GraphChange((wrong,), (new_fact(man, "born_in", town),), (renamed,))
        asked = theirs.change_statement("their towns", change)
        owner.execute_query(asked.text, dict(asked.parameters))
        after = loaded_graph(theirs, "their towns")
        assert after.triples == (before.triples - {wrong.triple}) | {Triple("p8", "born_in", "9")}
        assert after.entities["9"].name == "Ely “Q” O'Hara\\"

    def test_keeps_its_labels(self, theirs: AttachingStore) -> None:
        change = GraphChange(described=(Entity("9", "town9", (), ("Human",)),))
        with pytest.raises(InputError, match=r"types of '9' are its labels .*: Human in place of Town"):
            theirs.change_statement("their towns", change)

    def test_is_not_changed_through_the_store(self, theirs: AttachingStore) -> None:
        (finding,) = lint(theirs, "their towns").findings
        with pytest.raises(InputError, match="attached"):
            apply_change(theirs, "their towns", finding.repair)


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
