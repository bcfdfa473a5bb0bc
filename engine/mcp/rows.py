"""Results as the rows that tools return."""

import json
from collections.abc import Iterable
from math import exp

from ..audit.evidence import StepVerdict
from ..audit.verdicts import Verdict
from ..check.verdicts import CheckedAnswer, CheckedClaim, CheckedSentence
from ..search import Findings
from ..store.protocol import GraphInfo, QueryResult, Statement
from ..terms import Fact, Path
from ..trace.evidence import Evidence
from ..trace.pipeline import Answered
from ..trace.terms import Chain
from . import shapes


def graph_row(info: GraphInfo) -> shapes.GraphRow:
    return {
        "name": info.name,
        "state": info.state,
        "entities": info.entities,
        "facts": info.facts,
        "documents": info.documents,
        "meaning": info.encoder is not None and info.embedded_facts >= info.facts,
    }


def found_rows(findings: Findings) -> shapes.Found:
    entities: list[shapes.EntityRow] = [
        {
            "id": match.entity.id,
            "name": match.entity.name,
            "types": list(match.entity.types),
            "how": match.how,
            "score": match.score,
        }
        for match in findings.entities
    ]
    facts = fact_rows(scored.item for scored in findings.facts)
    return {"entities": entities, "facts": facts, "note": findings.note}


def fact_rows(facts: Iterable[Fact]) -> list[shapes.FactRow]:
    return [
        {
            "text": fact.text,
            "key": fact.key,
            "head": fact.head.id,
            "relation": fact.relation,
            "tail": fact.tail.id,
            "sources": list(fact.sources),
        }
        for fact in facts
    ]


def cypher_of(statement: Statement) -> shapes.Cypher:
    return {"statement": statement.text, "parameters": dict(statement.parameters)}


def path_rows(paths: Iterable[Path], statement: Statement) -> shapes.Paths:
    rows: list[shapes.PathRow] = [{"text": str(path), "facts": fact_rows(path.facts)} for path in paths]
    return {"paths": rows, "cypher": cypher_of(statement)}


def query_rows(result: QueryResult) -> shapes.Rows:
    """Values that JSON does not have, such as dates, become text."""
    rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    return {
        "columns": list(result.columns),
        "rows": json.loads(json.dumps(rows, default=str)),
        "truncated": result.truncated,
    }


def audited_row(verdict_id: str, verdict: Verdict) -> shapes.Audited:
    return {
        "verdict_id": verdict_id,
        "verdict": verdict.verdict,
        "error": verdict.error,
        "reason": verdict.told,
        "answer": verdict.answer,
        "answer_right": verdict.answer_right,
        "fault": verdict.fault,
        "steps": [_step_row(step) for step in verdict.steps],
        "repair": fact_rows(one.fact for one in verdict.repair),
        "cypher": cypher_of(verdict.statement) if verdict.statement else None,
    }


def _step_row(step: StepVerdict) -> shapes.StepRow:
    return {
        "number": step.number,
        "text": step.text,
        "status": step.status,
        "error": step.error,
        "reason": step.reason,
        "facts": fact_rows(one.fact for one in step.grounding),
        "instead": fact_rows(one.fact for claim in step.claims for one in claim.instead),
    }


def checked_row(verdict_id: str, checked: CheckedAnswer) -> shapes.Checked:
    score = checked.score
    return {
        "verdict_id": verdict_id,
        "grounded": checked.grounded,
        "score": None
        if score is None
        else {"share": score.share, "low": score.low, "high": score.high, "claims": score.claims},
        "sentences": [_sentence_row(sentence) for sentence in checked.sentences],
        "judge": checked.judge,
    }


def _sentence_row(sentence: CheckedSentence) -> shapes.SentenceRow:
    return {
        "number": sentence.number,
        "text": sentence.text,
        "status": sentence.status,
        "claims": [_claim_row(claim) for claim in sentence.claims],
        "citations": [
            {
                "text": one.text,
                "documents": list(one.documents),
                "status": one.status,
                "missing": one.missing,
            }
            for one in sentence.citations
        ],
    }


def _claim_row(claim: CheckedClaim) -> shapes.ClaimRow:
    return {
        "text": claim.text,
        "status": claim.status,
        "chance": claim.chance,
        "by": claim.by,
        "reason": claim.reason,
        "evidence": [
            {
                "document": one.document,
                "title": one.title,
                "text": one.text,
                "start": one.start,
                "end": one.end,
            }
            for one in claim.evidence
        ],
        "facts": fact_rows(one.fact for one in claim.facts),
    }


def traced_row(answered: Answered) -> shapes.Traced:
    evidence = answered.evidence
    return {
        "answer": answered.answer,
        "chains": [_chain_row(chain, evidence) for chain in evidence.chains],
        "failures": list(answered.failures),
        "usage": answered.usage.describe(),
    }


def _chain_row(chain: Chain, evidence: Evidence) -> shapes.ChainRow:
    facts: list[shapes.ChainFactRow] = []
    for fact in evidence.facts_of(chain):
        sources = [(evidence.documents[place.document], place.sentence) for place in fact.places]
        facts.append(
            {
                "text": fact.text,
                "sentences": [source.sentence(number) for source, number in sources],
                "documents": [source.title or source.id for source, _ in sources],
            }
        )
    return {"probability": exp(chain.score), "facts": facts}
