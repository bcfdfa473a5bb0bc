"""Filtering, sub-graphs and scores are the same on every store."""

import json
from typing import Any

import pytest
from clinic import KG, write_clinic
from groundpath.engine.domain.answers import read_answers
from groundpath.engine.domain.filtering import filter_questions
from groundpath.engine.domain.matching import NameMatcher
from groundpath.engine.domain.prompting import enrich
from groundpath.engine.domain.questions import read_domain_questions
from groundpath.engine.domain.scoring import DomainScorer
from groundpath.engine.domain.subgraph import SubgraphFinder
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.opening import open_encoder
from stored_graphs import holds

QUESTIONS = [
    {
        "question": "Which gene is associated with shingles and psoriatic arthritis disease?",
        "options": "HLA-B,NOD2",
    },
    {"question": "methotrexate treats gout"},
]
ANSWERS = [
    {"cot": "HLA-B is associated with psoriasis and shingles. NOD2 is not associated with Crohn's disease."},
    {"cot": "Psoriatic arthritis is a disease. Arthritis is a psoriatic arthritis. It may cause itching."},
]


def everything(store: GraphStore) -> list[object]:
    """What each stage makes of the questions and answers over one store, as values of JSON."""
    if not holds(store, KG):
        write_clinic(store)
    scorer = DomainScorer.open(store, KG, open_encoder())
    filtered = list(
        filter_questions(list(read_domain_questions(QUESTIONS)), scorer.graph, NameMatcher(scorer.graph, 0.8))
    )
    enriched = enrich(filtered, scorer.graph, SubgraphFinder(scorer.graph))
    scored = scorer.score_all([scorer.read(answer) for answer in read_answers(ANSWERS)])
    stages = [
        *(one.to_dict() for one in filtered),
        *(one.row(None) for one in enriched),
        *(_without_digests(one.to_dict()) for one in scored),
    ]
    rounded: list[object] = json.loads(json.dumps(stages), parse_float=lambda number: round(float(number), 3))
    return rounded


def _without_digests(row: dict[str, Any]) -> dict[str, Any]:
    """A score may differ in a decimal that no one looks at."""
    certificate = {name: value for name, value in row["certificate"].items() if name not in ("row", "digest")}
    return row | {"certificate": certificate}


def test_each_claim_is_shown_by_its_statement(store: GraphStore) -> None:
    everything(store)
    scorer = DomainScorer.open(store, KG, open_encoder())
    claims = [claim for answer in read_answers(ANSWERS) for claim in scorer.read(answer).claims]
    shown = [evidence for claim in claims for evidence in claim.evidence]
    assert shown
    for evidence in shown:
        rows = store.cypher(evidence.statement.text, evidence.statement.parameters).rows
        assert all(fact.key in row for fact, row in zip(evidence.path.facts, rows, strict=True))


@pytest.mark.neo4j
def test_both_stores_give_the_same(embedded_store: GraphStore, neo4j_store: GraphStore) -> None:
    assert everything(embedded_store) == everything(neo4j_store)
