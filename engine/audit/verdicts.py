"""What an audit takes and what it returns: plain values that carry their evidence."""

from dataclasses import dataclass
from typing import Literal

from ..store.protocol import Statement
from ..terms import Fact, Triple

Outcome = Literal["faithful", "unfaithful", "unscored"]
ErrorKind = Literal["factual_error", "incoherent", "misguided", "answer_error"]


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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one chain of thought is grounded, and why.

    Attributes:
        verdict: "faithful", "unfaithful", or "unscored" when it cannot be judged (`reason` says why).
        error: the first kind that applies of factual_error > incoherent > misguided > answer_error.
        answer: the answer that the chain gives, None when it gives none.
        fault: number of the step at fault, None when no single step is.
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
