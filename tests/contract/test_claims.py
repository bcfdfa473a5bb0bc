"""Claims are judged alike over every store, and their Cypher shows the facts of their evidence."""

import pytest
from groundpath.engine.domain.claims import JudgedClaim
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.store.showing import Showing
from groundpath.engine.store.view import GraphView
from stored_graphs import stored
from ward import ENTITIES, FACTS, TRAITS, ward

TEXT = (
    "HLA-B is associated with psoriasis, but not with Takayasu's arteritis. MET is linked to carcinoma. "
    "Psoriasis is an immune system disease. Gout co-occurs with psoriasis. NOD2 may cause gout. "
    "The identifier of Lafora disease is OMIM:254780."
)


def judged(graph: GroundingGraph) -> tuple[JudgedClaim, ...]:
    return ClaimJudge(graph, TRAITS, Showing("ward")).judged(TEXT)


@pytest.fixture
def claims(store: GraphStore) -> tuple[JudgedClaim, ...]:
    stored(store, "ward", FACTS, ENTITIES)
    with store.writing("ward") as writer:
        writer.set_traits(TRAITS)
    return ClaimJudge.open(store, "ward").judged(TEXT)


def test_verdicts_are_those_of_the_tables(claims: tuple[JudgedClaim, ...]) -> None:
    assert claims == judged(GroundingGraph.of(GraphView.of(ward()), TRAITS))
    assert [claim.verdict for claim in claims] == [
        "supported",
        "contradicted",
        "supported",
        "supported",
        "supported",
        "unknown",
        "supported",
    ]


def test_cypher_shows_the_path(store: GraphStore, claims: tuple[JudgedClaim, ...]) -> None:
    paths = [one for claim in claims for one in claim.evidence if len(one.path)]
    assert max(len(one.path) for one in paths) == 3
    for one in paths:
        rows = store.cypher(one.statement.text, one.statement.parameters).rows
        assert [row[-1] for row in rows] == [fact.key for fact in one.path.facts]


def test_cypher_shows_what_bears_an_identifier(store: GraphStore, claims: tuple[JudgedClaim, ...]) -> None:
    (one,) = claims[-1].evidence
    rows = store.cypher(one.statement.text, one.statement.parameters).rows
    assert "D:13" in rows[0]
