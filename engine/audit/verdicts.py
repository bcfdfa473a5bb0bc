"""What an audit takes and what it returns: plain values that carry their evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Literal, Self

from ..store.protocol import Statement
from ..terms import Entity, Fact, Triple

Outcome = Literal["faithful", "unfaithful", "unscored"]
ErrorKind = Literal["factual_error", "incoherent", "misguided", "answer_error"]
Row = dict[str, Any]

_DECIMALS = 4  # of scores in rows


@dataclass(frozen=True, slots=True)
class ChainOfThought:
    """One row to audit.

    Attributes:
        topic: the entities (ids or names) that the question asks from; may be empty.
        gold_answers: ids or names, any of which is right; empty when not known.
        gold_paths: the paths that answer the question, for the measures that need them.
    """

    id: str
    question: str
    text: str
    topic: tuple[str, ...] = ()
    gold_answers: tuple[str, ...] = ()
    gold_paths: tuple[tuple[Triple, ...], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class GroundedFact:
    """A fact of the graph that a step is tied to. All scores are in [0, 1].

    Attributes:
        score: (similarity + head_match + tail_match) / 3.
        similarity: tau, the cosine of step and fact (negative cosines count as 0).
        head_match, tail_match: epsilon_h and epsilon_t, how far the step mentions head and tail.
        statement: the Cypher and parameters that show the fact in its store.
    """

    fact: Fact
    score: float
    similarity: float
    head_match: float
    tail_match: float
    statement: Statement

    def __str__(self) -> str:
        return f"{self.fact.text} [{self.score:.2f}]"

    def __repr__(self) -> str:
        return f"<{self}>"

    def to_dict(self) -> Row:
        """As values of JSON; `head` and `tail` are ids."""
        head, tail = self.fact.head, self.fact.tail
        return {
            "key": self.fact.key,
            "head": head.id,
            "head_name": head.name,
            "relation": self.fact.relation,
            "label": self.fact.label,
            "tail": tail.id,
            "tail_name": tail.name,
            "text": self.fact.text,
            "sources": list(self.fact.sources),
            "score": round(self.score, _DECIMALS),
            "similarity": round(self.similarity, _DECIMALS),
            "head_match": round(self.head_match, _DECIMALS),
            "tail_match": round(self.tail_match, _DECIMALS),
            "cypher": self.statement.text,
            "parameters": dict(self.statement.parameters),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`; aliases and types of the entities are not kept there."""
        head, tail = Entity(row["head"], row["head_name"]), Entity(row["tail"], row["tail_name"])
        fact = Fact(row["key"], head, row["relation"], row["label"], tail, tuple(row["sources"]))
        return cls(
            fact=fact,
            score=row["score"],
            similarity=row["similarity"],
            head_match=row["head_match"],
            tail_match=row["tail_match"],
            statement=Statement(row["cypher"], row["parameters"]),
        )


@dataclass(frozen=True, slots=True, repr=False)
class StepVerdict:
    """A step beside the facts that ground it, the best first.

    `error` is what is wrong at this very step, None when nothing is.
    """

    number: int
    text: str
    facts: tuple[GroundedFact, ...]
    error: ErrorKind | None
    reason: str

    @property
    def best(self) -> GroundedFact | None:
        return self.facts[0] if self.facts else None

    def __repr__(self) -> str:
        return f"<step {self.number} {self.error or 'supported'}: {self.text!r} ~ {self.best}>"

    def to_dict(self) -> Row:
        facts = [fact.to_dict() for fact in self.facts]
        return {
            "number": self.number,
            "text": self.text,
            "error": self.error,
            "reason": self.reason,
            "facts": facts,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        facts = tuple(GroundedFact.from_dict(fact) for fact in row["facts"])
        return cls(row["number"], row["text"], facts, row["error"], row["reason"])


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether one chain of thought is grounded, and why.

    Attributes:
        verdict: "faithful", "unfaithful", or "unscored" when it cannot be judged (`reason` says why).
        error: the first kind that applies of factual_error > incoherent > misguided > answer_error.
        answer: the answer that the chain gives, None when it gives none.
        fault: number of the step at fault, None when no single step is.
        gold_answers: what the answer was held against, as the row gave it; empty when not known.
    """

    id: str
    question: str
    verdict: Outcome
    error: ErrorKind | None
    answer: str | None
    steps: tuple[StepVerdict, ...]
    fault: int | None
    reason: str
    method: str
    gold_answers: tuple[str, ...] = ()

    def __repr__(self) -> str:
        found = f"{self.verdict} ({self.error})" if self.error else self.verdict
        return f"<Verdict {self.id!r}: {found}. {self.reason}>"

    def _repr_html_(self) -> str:
        """For notebooks: each step beside the fact that is nearest to it."""
        rows = "".join(
            f"<tr><td>{step.number}</td><td>{escape(step.text)}</td>"
            f"<td>{escape(str(step.best or '—'))}</td><td>{escape(step.error or '')}</td></tr>"
            for step in self.steps
        )
        return (
            f"<p><b>{self.verdict}</b> {escape(self.error or '')}<br>{escape(self.reason)}</p><table>"
            f"<tr><th></th><th>step</th><th>fact [score]</th><th>error</th></tr>{rows}</table>"
        )

    def to_dict(self) -> Row:
        """As values of JSON: a row of `groundpath audit --out`."""
        return {
            "id": self.id,
            "question": self.question,
            "verdict": self.verdict,
            "error": self.error,
            "answer": self.answer,
            "fault": self.fault,
            "reason": self.reason,
            "method": self.method,
            "gold_answers": list(self.gold_answers),
            "steps": [step.to_dict() for step in self.steps],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`."""
        return cls(
            id=row["id"],
            question=row["question"],
            verdict=row["verdict"],
            error=row["error"],
            answer=row["answer"],
            steps=tuple(StepVerdict.from_dict(step) for step in row["steps"]),
            fault=row["fault"],
            reason=row["reason"],
            method=row["method"],
            gold_answers=tuple(row["gold_answers"]),
        )
