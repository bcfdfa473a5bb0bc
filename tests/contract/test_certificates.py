"""What certificates ask of a graph gives the same on every store, and only reads."""

import json
from pathlib import Path

import pytest
from graphs import entities_of, triples, write_graph
from groundpath import Auditor, audit_to_file
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.certificate.answers import Answers
from groundpath.engine.certificate.checker import recheck_file
from groundpath.engine.errors import InputError, UnknownGraphError
from groundpath.engine.grounding.matching import WORLDS
from groundpath.engine.store.protocol import GraphStore
from real_data import LABELLED_CHAINS
from stored_graphs import StoredGraph

FACTS = triples(
    "Ann held m.01",
    "m.01 office Mayor",
    "Ann knows Bob",
    "Bob knows Ann",
    "Ann likes Bob",
    "Bob born_in Ely",
    "Cid born_in Ely",
    "Cid born_in Rye",
)
ASKED = {
    ("facts", ("Ann", "knows", "Bob")): frozenset(),
    ("facts", ("Bob", "likes", "Ann")): None,
    ("joins", ("Ann", "Bob")): ["knows", "likes"],
    ("joins", ("Bob", "Ann")): ["knows"],
    ("joins", ("Ann", "Ely")): [],
    ("over", ("Ann", "held", "office", "Mayor")): True,
    ("over", ("Mayor", "office", "held", "Ann")): True,
    ("over", ("Ann", "office", "held", "Mayor")): False,
    ("over", ("Bob", "born_in", "born_in", "Cid")): True,
    ("tails", ("Cid", "born_in")): 2,
    ("tails", ("Ann", "born_in")): 0,
    ("names", ("ann",)): 1,
    ("names", ("zoe",)): 0,
    ("single_tails", ("born_in",)): (2, 1),
    ("single_heads", ("born_in",)): (2, 1),
    ("single_tails", ("painted",)): (0, 0),
}


@pytest.fixture(scope="module")
def offices(store: GraphStore) -> str:
    write_graph(store, "certified offices", FACTS, entities_of(FACTS))
    return "certified offices"


def test_evidence_is_what_the_graph_states(store: GraphStore, offices: str) -> None:
    answers = Answers(store, offices)
    answers.prepare(ASKED)
    assert {asked: answers[asked] for asked in ASKED} == ASKED


@pytest.mark.parametrize("text", ["'", '"', "\\", "$kg", "x\x1fy", "`", "\u2028", "", "{}", "\x00"])
def test_any_text_is_asked_for_as_a_text(store: GraphStore, offices: str, text: str) -> None:
    asked = [
        ("facts", (text, text, text)),
        ("joins", (text, "Bob")),
        ("tails", (text, text)),
        ("names", (text,)),
    ]
    answers = Answers(store, offices)
    answers.prepare(asked)
    assert [answers[one] for one in asked] == [None, [], 0, 0]


def test_evidence_that_there_is_none_of_is_refused(store: GraphStore, offices: str) -> None:
    with pytest.raises(InputError, match="'drop_graph' is not known"):
        store.evidence_statement(offices, "drop_graph", [("x",)])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="head, relation, tail"):
        store.evidence_statement(offices, "facts", [("x",)])
    with pytest.raises(InputError, match="no row"):
        store.evidence_statement(offices, "facts", [])
    with pytest.raises(UnknownGraphError):
        store.evidence_statement("no such graph", "names", [("x",)])


def test_every_certificate_of_an_audit_holds(family: StoredGraph, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in LABELLED_CHAINS.read_text("utf-8").splitlines()]
    chains = list(read_chains([row for row in rows if row["kg"] == "2H-kb"][:40]))
    for world in WORLDS:
        out = tmp_path / f"{world}.jsonl"
        audit_to_file(Auditor(family.store, family.kg, settings=PathSettings(world)), chains, out)
        found = list(recheck_file(out, family.store))
        assert {one.found for one in found} == {"holds"}, [one for one in found if one.reason]
        assert {claim.status for one in found for claim in one.claims} >= {"supported", "contradicted"}
