"""Paths and verdicts as py2neo Subgraphs: the real py2neo, no server."""

import subprocess
import sys

import pytest
from groundpath import Auditor, FactFilter, PathQuery, load_triples, open_store
from groundpath.engine.errors import InputError
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.terms import Entity, Fact, Path, fact_key
from py2neo import Subgraph

TRIPLES = [
    ("edmund_tudor", "spouse", "margaret_beaufort"),
    ("margaret_beaufort", "child", "henry_vii"),
    ("edmund_tudor", "place_of_birth", "hadham"),
]
HADHAM = Entity("hadham", "Hadham", ("Much Hadham",), ("Place", "Village"), ("Q1",))
TUDOR = Entity("edmund_tudor", "Edmund Tudor")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with open_store(f"embedded:{tmp_path_factory.mktemp('subgraphs')}/store") as opened:
        load_triples(opened, "royals", TRIPLES, embed=False)
        yield opened


def shown(subgraph: Subgraph) -> set[tuple[str, str, str]]:
    """The relationships by the ids of their ends."""
    return {(r.start_node["id"], type(r).__name__, r.end_node["id"]) for r in subgraph.relationships}


def test_a_path_gives_its_facts_as_they_stand_in_the_graph(store):
    (path,) = store.paths("royals", PathQuery("hadham", "henry_vii"))
    subgraph = path.to_subgraph()
    assert isinstance(subgraph, Subgraph)
    assert shown(subgraph) == set(TRIPLES)  # the first is walked against its direction
    assert {node["name"] for node in subgraph.nodes} == {
        "edmund tudor", "margaret beaufort", "henry vii", "hadham"
    }  # fmt: skip


def test_types_are_labels_and_what_is_empty_is_left_out():
    key = fact_key("edmund_tudor", "born in", "hadham")
    fact = Fact(key, TUDOR, "born in", "born in", HADHAM, ("DO", "Mondo"), 0.0)
    subgraph = Path.along(TUDOR, [fact]).to_subgraph()
    nodes = {node["id"]: node for node in subgraph.nodes}
    assert set(nodes["hadham"].labels) == {"Place", "Village"}
    assert dict(nodes["hadham"]) == {
        "id": "hadham", "name": "Hadham", "aliases": ["Much Hadham"], "xrefs": ["Q1"],
    }  # fmt: skip
    assert not nodes["edmund_tudor"].labels
    assert dict(nodes["edmund_tudor"]) == {"id": "edmund_tudor", "name": "Edmund Tudor"}
    (relationship,) = subgraph.relationships
    assert type(relationship).__name__ == "born in"
    assert dict(relationship) == {"key": key, "label": "born in", "sources": ["DO", "Mondo"], "score": 0.0}


def test_a_fact_that_is_walked_twice_and_a_path_without_any():
    fact = Fact(fact_key("a", "r", "b"), Entity("a"), "r", "r", Entity("b"))
    back_and_forth = Path.along(fact.head, [fact, fact])
    assert len(back_and_forth.to_subgraph().relationships) == 1
    assert not Path(TUDOR, ()).to_subgraph()


def test_a_verdict_gives_the_facts_that_it_rests_on(store):
    """Those that the steps are tied to, and what the graph states in place of a wrong one."""
    text = "1. Edmund Tudor was born in Hadham.\n2. Henry VII was the mother of Margaret Beaufort."
    verdict = Auditor(store, kg="royals").audit(text)
    first, second = verdict.steps
    assert [claim.status for step in (first, second) for claim in step.claims] == [
        "supported",
        "contradicted",
    ]
    assert shown(verdict.to_subgraph()) == {TRIPLES[2], TRIPLES[1]}


def test_an_inferred_claim_gives_what_it_follows_from(store):
    """Not the fact itself, which the graph does not state."""
    rules = [Rule("father_in_law", (Atom("spouse"), Atom("child")))]
    verdict = Auditor(store, kg="royals", rules=rules).audit("Henry VII was father in law of Edmund Tudor.")
    assert verdict.verdict == "inferred"
    assert shown(verdict.to_subgraph()) == {TRIPLES[0], TRIPLES[1]}


def test_what_is_given_can_be_loaded_again_as_it_was(store, tmp_path):
    (path,) = store.paths("royals", PathQuery("hadham", "henry_vii", where=FactFilter()))
    with open_store(f"embedded:{tmp_path}/other") as other:
        load_triples(other, "part", path.to_subgraph(), embed=False)
        assert other.columns("part").facts == store.columns("royals").facts
        assert other.paths("part", PathQuery("hadham", "henry_vii")) == [path]


def test_nodes_of_a_database_need_a_store_on_a_py2neo_graph(store):
    (path,) = store.paths("royals", PathQuery("hadham", "edmund_tudor"))
    with pytest.raises(InputError, match=r"open it by open_store\(py2neo.Graph"):
        path.to_subgraph(store, "royals")


def test_without_py2neo_all_else_works_and_the_error_says_what_to_install():
    program = """
import sys
sys.modules["py2neo"] = None
from groundpath import Path, Entity, Fact, load_triples, open_store
import groundpath.engine.store.connections, groundpath.engine.store.neo4j.store
fact = Fact("k", Entity("a"), "r", "r", Entity("b"))
try:
    Path.along(fact.head, [fact]).to_subgraph()
except ImportError as error:
    assert "pip install 'groundpath[py2neo]'" in str(error), error
else:
    raise SystemExit("no error")
"""
    subprocess.run([sys.executable, "-c", program], check=True)
