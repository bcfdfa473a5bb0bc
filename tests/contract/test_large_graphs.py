"""A graph that is judged from files, as large ones are, gets the verdicts that it gets from memory."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from graphs import columns_of, entities_of, triples
from groundpath import Auditor
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.errors import InputError
from groundpath.engine.grounding.mapped.graph import MappedGraph
from groundpath.engine.grounding.mapped.keeping import mapped_view_of
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Entity, Triple
from neo4j import GraphDatabase
from real_data import LABELLED_CHAINS
from stored_graphs import StoredGraph, read_triples, stored

LIMIT = "GROUNDPATH_IN_MEMORY_UP_TO"


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def rows(graph: str, count: int) -> list[dict[str, object]]:
    read = [json.loads(line) for line in LABELLED_CHAINS.read_text("utf-8").splitlines()]
    return [row for row in read if row["kg"] == graph][:count]


def from_both(monkeypatch: pytest.MonkeyPatch, store: GraphStore, kg: str, told: object, **named) -> list:
    """The verdicts from memory and from files."""
    found = []
    for limit in ("", "0"):
        monkeypatch.setenv(LIMIT, limit)
        auditor = Auditor(store, kg, **named)
        found.append([verdict.to_dict() for verdict in auditor.audit_all(read_chains(told))])
        assert isinstance(auditor._judge().graph, MappedGraph) == bool(limit)
    return found


@pytest.mark.parametrize("graph", ["2H-kb", "3H-kb"])
def test_labelled_chains(store: GraphStore, graph: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kg = {"2H-kb": "family"}.get(graph, graph)
    stored(store, kg, read_triples(f"{graph}.tsv"))
    memory, files = from_both(monkeypatch, store, kg, rows(graph, 150))
    assert {verdict["verdict"] for verdict in memory} >= {"faithful", "unfaithful"}
    assert files == memory


def test_what_rules_infer(family: StoredGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [Rule("parents", (Atom("children", forward=False),), confidence=0.9)]
    memory, files = from_both(monkeypatch, family.store, family.kg, rows("2H-kb", 60), rules=rules)
    assert files == memory


OFFICES = triples(
    *("Ann held m.01", "m.01 office Mayor", "Ann held m.02", "m.02 office Warden"),
    *("Mayor of Ely", "Bob held m.03", "Cid knows Ann", "Bob not:knows Ann"),
)
SAID = (
    "1. Ann held the office Mayor.\n2. Mayor is of Ely.\nSo the answer is (Ely).",
    "1. Ann held the office Warden.\nSo the answer is (Ely).",
    "1. Cid knows Bob.\n2. Bob knows Ann.\nSo the answer is (Ann).",
)


def test_nodes_without_a_name_and_denied_facts(
    store: GraphStore, kg: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = [Entity(one.id, None if one.id.startswith("m.") else one.name) for one in entities_of(OFFICES)]
    stored(store, kg, OFFICES, nodes)
    told = [{"id": str(number), "question": "", "cot": text} for number, text in enumerate(SAID)]
    memory, files = from_both(monkeypatch, store, kg, told)
    assert files == memory


def states(auditor: Auditor, text: str) -> bool:
    return auditor.audit(f"1. {text}\nSo the answer is (Ann).").steps[0].claims[0].status == "supported"


def test_files_are_written_once_for_each_state(
    store: GraphStore, kg: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LIMIT, "0")
    stored(store, kg, triples("Cid knows Ann", "Bob knows Cid"))
    view = mapped_view_of(store, kg)
    again = mapped_view_of(store, kg)
    assert view is not None
    assert again is not None
    assert again.folder == view.folder
    assert not states(Auditor(store, kg), "Bob knows Ann.")
    with store.writing(kg) as writer:
        writer.add_facts(columns_of([Triple("Bob", "knows", "Ann")]).facts.to_batches())
    assert states(Auditor(store, kg), "Bob knows Ann.")
    (kept,) = [one for one in (cache / "large-graphs").glob("*/*") if one.is_dir()]
    assert kept != view.folder
    assert view.facts_at([0])  # who reads the earlier state goes on
    assert all(file.stat().st_mode & 0o77 == 0 for file in kept.iterdir())


def test_a_limit_that_is_no_number(family: StoredGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LIMIT, "2 GB")
    with pytest.raises(InputError, match="GROUNDPATH_IN_MEMORY_UP_TO is '2 GB'"):
        Auditor(family.store, family.kg).audit("1. Ann knows Bob.")


@pytest.fixture
def theirs(neo4j_server) -> Iterator[GraphStore]:
    """A graph under its owner's labels, in which two relationships state one fact."""
    credentials = (neo4j_server.username, neo4j_server.password)
    facts = [list(fact) for fact in read_triples("2H-kb.tsv")]
    with (
        GraphDatabase.driver(neo4j_server.url, auth=credentials) as owner,
        open_store(neo4j_server.url) as db,
    ):
        for relation in {relation for _, relation, _ in facts}:
            owner.execute_query(
                "UNWIND $facts AS fact MERGE (h:Royal {name: fact[0]}) MERGE (t:Royal {name: fact[2]}) "
                f"CREATE (h)-[:`{relation}`]->(t)",
                facts=[*(fact for fact in facts if fact[1] == relation), facts[0]],
            )
        db.attach("attached royals", ["Royal"])
        yield db
        db.drop("attached royals")
        owner.execute_query("MATCH (n:Royal) DETACH DELETE n")


@pytest.mark.neo4j
def test_an_attached_graph(theirs: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    memory, files = from_both(monkeypatch, theirs, "attached royals", rows("2H-kb", 100))
    assert "faithful" in {verdict["verdict"] for verdict in memory}
    assert files == memory
