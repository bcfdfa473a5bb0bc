"""What a step of a chain rests on: its claims, and the facts that it is tied to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from ..store.attached.showing import OwnersShowing
from ..store.protocol import Statement
from ..store.showing import Showing
from ..terms import Entity, Fact, MergedFact, fact_key

ErrorKind = Literal["factual_error", "incoherent", "misguided", "answer_error"]
StepStatus = Literal["supported", "inferred", "contradicted", "unknown", "no_claim"]
Row = dict[str, Any]

_DECIMALS = 4  # of scores in rows


@dataclass(frozen=True, slots=True, repr=False)
class GroundedFact:
    """A fact of the graph that a step is tied to. All scores are in [0, 1].

    Attributes:
        score: method "paper": (similarity + head_match + tail_match) / 3; method "path": the probability
            that the step says this fact.
        similarity: "paper": tau, the cosine of step and fact (negative cosines count as 0); "path": how far
            the step's words mean the fact's relation, in its direction.
        head_match, tail_match: epsilon_h and epsilon_t, how far the step mentions head and tail.
        showing: what shows facts of the graph that states it.
    """

    fact: Fact
    score: float
    similarity: float
    head_match: float
    tail_match: float
    showing: Showing

    @property
    def kg(self) -> str:
        """The graph that states the fact."""
        return self.showing.kg

    @property
    def statement(self) -> Statement:
        """The Cypher and parameters that show the fact in its store; of a merged one those it is made of."""
        return self.showing.facts(self.fact.stated)

    @property
    def stated(self) -> tuple["GroundedFact", ...]:
        """The facts that the graph states: itself, or those that it is merged from, with its scores."""
        return tuple(replace(self, fact=fact) for fact in self.fact.stated)

    def __str__(self) -> str:
        return f"{self.fact.text} [{self.score:.2f}]"

    def __repr__(self) -> str:
        return f"<{self}>"

    def to_dict(self) -> Row:
        """As values of JSON; `head` and `tail` are ids."""
        shown = self.statement
        merged = isinstance(self.fact, MergedFact)
        return {
            **_fact_row(self.fact),
            **({"over": [_fact_row(fact) for fact in self.fact.stated]} if merged else {}),
            "score": round(self.score, _DECIMALS),
            "similarity": round(self.similarity, _DECIMALS),
            "head_match": round(self.head_match, _DECIMALS),
            "tail_match": round(self.tail_match, _DECIMALS),
            "cypher": shown.text,
            "parameters": dict(shown.parameters),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`; aliases and types of the entities are not kept there."""
        fact = _fact_of(row)
        if over := tuple(map(_fact_of, row.get("over", ()))):
            fact = MergedFact(
                fact.key, fact.head, fact.relation, fact.label, fact.tail, fact.sources, over=over
            )
        return cls(
            fact=fact,
            score=row["score"],
            similarity=row["similarity"],
            head_match=row["head_match"],
            tail_match=row["tail_match"],
            showing=_showing_of(row["cypher"], row["parameters"]),
        )


def _showing_of(cypher: str, parameters: Row) -> Showing:
    """What made a statement that was kept; only groundpath's own layout has keys of facts."""
    is_own = all("key" in row for row in parameters["rows"])
    return Showing(parameters["kg"]) if is_own else OwnersShowing(parameters["kg"], show_facts=cypher)


def _fact_row(fact: Fact) -> Row:
    head, tail = fact.head, fact.tail
    return {
        "key": fact.key,
        "head": head.id,
        "head_name": head.name,
        "relation": fact.relation,
        "label": fact.label,
        "tail": tail.id,
        "tail_name": tail.name,
        "text": fact.text,
        "sources": list(fact.sources),
    }


def _fact_of(row: Mapping[str, Any]) -> Fact:
    head, tail = Entity(row["head"], row["head_name"]), Entity(row["tail"], row["tail_name"])
    return Fact(row["key"], head, row["relation"], row["label"], tail, tuple(row["sources"]))


@dataclass(frozen=True, slots=True)
class InferredFact:
    """A fact that the graph does not state, and why it follows from what it does.

    Attributes:
        fact: its key is that of no fact of the graph.
        rules: those by which it follows, in the order in which they are applied, as
            "parent(x, z) & parent(z, y) => grandparent(x, y)".
        confidence: the product of the rules' PCA confidences, in (0, 1]; 1 where each rule is declared or
            was mined without exception.
        facts: what it follows from, in walking order between the two things of the claim.
    """

    fact: Fact
    rules: tuple[str, ...]
    confidence: float
    facts: tuple[GroundedFact, ...]

    def __str__(self) -> str:
        return self.fact.text

    def to_dict(self) -> Row:
        """As values of JSON; `head` and `tail` are ids."""
        head, tail = self.fact.head, self.fact.tail
        return {
            "head": head.id,
            "head_name": head.name,
            "relation": self.fact.relation,
            "label": self.fact.label,
            "tail": tail.id,
            "tail_name": tail.name,
            "text": self.fact.text,
            "rules": list(self.rules),
            "confidence": round(self.confidence, _DECIMALS),
            "facts": [fact.to_dict() for fact in self.facts],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`."""
        head, tail = Entity(row["head"], row["head_name"]), Entity(row["tail"], row["tail_name"])
        key = fact_key(head.id, row["relation"], tail.id)
        return cls(
            Fact(key, head, row["relation"], row["label"], tail),
            tuple(row["rules"]),
            row["confidence"],
            tuple(GroundedFact.from_dict(fact) for fact in row["facts"]),
        )


@dataclass(frozen=True, slots=True, repr=False)
class ClaimVerdict:
    """One thing that a step says, in method "path".

    Attributes:
        subject, object: the two things that it names, as they stand in the step, in the order of the text.
        status: "supported": the words state `fact`; "inferred": they state what follows from facts by rules
            (`inferred`), and the graph does not state; "contradicted": they deny it or turn it round, or the
            graph holds something else in its place (`instead`); "unknown": the words are not read, or the
            graph has nothing to compare them with; "no_claim": it repeats what was shown before.
        fact: the fact that it says, None unless it is supported.
        instead: what the graph states instead.
        phrase: the words about the two things, in normal form.
        probability: of the status, in [0, 1]; None where nothing was matched.
        decided_by: "lexicon" or "learned": which step of matching decided.
        rules: the ids of the rule rows behind it.
        onward: a second fact, where `fact` leads to a node without a name, and this one on from it.
        inferred: for an inferred claim the fact that it says, with the rules and what it follows from.
    """

    subject: str
    object: str
    status: StepStatus
    fact: GroundedFact | None
    instead: tuple[GroundedFact, ...]
    reason: str
    phrase: str = ""
    probability: float | None = None
    decided_by: str | None = None
    rules: tuple[str, ...] = ()
    onward: GroundedFact | None = None
    inferred: InferredFact | None = None

    @property
    def facts(self) -> tuple[GroundedFact, ...]:
        """What supports it, in walking order: none, one fact, or two over a node without a name."""
        return tuple(fact for fact in (self.fact, self.onward) if fact)

    def __repr__(self) -> str:
        return f"<claim {self.status}: {self.subject!r} and {self.object!r}. {self.reason}>"

    def to_dict(self) -> Row:
        """As values of JSON."""
        return {
            "subject": self.subject,
            "object": self.object,
            "status": self.status,
            "fact": self.fact.to_dict() if self.fact else None,
            **({"onward": self.onward.to_dict()} if self.onward else {}),
            **({"inferred_by": self.inferred.to_dict()} if self.inferred else {}),
            "instead": [fact.to_dict() for fact in self.instead],
            "reason": self.reason,
            **({} if self.decided_by is None else self._matched()),
        }

    def _matched(self) -> Row:
        return {
            "phrase": self.phrase,
            "probability": None if self.probability is None else round(self.probability, _DECIMALS),
            "decided_by": self.decided_by,
            "rules": list(self.rules),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`; files that were written before phrases were matched have none."""
        fact = GroundedFact.from_dict(row["fact"]) if row["fact"] else None
        instead = tuple(GroundedFact.from_dict(other) for other in row["instead"])
        return cls(
            row["subject"],
            row["object"],
            row["status"],
            fact,
            instead,
            row["reason"],
            row.get("phrase", ""),
            row.get("probability"),
            row.get("decided_by"),
            tuple(row.get("rules", ())),
            GroundedFact.from_dict(row["onward"]) if row.get("onward") else None,
            InferredFact.from_dict(row["inferred_by"]) if row.get("inferred_by") else None,
        )


@dataclass(frozen=True, slots=True, repr=False)
class StepVerdict:
    """A step beside the facts that ground it, the best first.

    Attributes:
        error: what is wrong at this very step, None when nothing is.
        status: in method "path" the worst of its claims', or "no_claim"; what it adds in passing and the
            graph does not know does not count. None in method "paper".
        claims: in method "path" what it says, in order; `facts` are then those of its claims.
        unread: in method "path" its sentences that name something and yield no claim.
    """

    number: int
    text: str
    facts: tuple[GroundedFact, ...]
    error: ErrorKind | None
    reason: str
    status: StepStatus | None = None
    claims: tuple[ClaimVerdict, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def best(self) -> GroundedFact | None:
        return self.facts[0] if self.facts else None

    @property
    def grounding(self) -> tuple[GroundedFact, ...]:
        """The facts of the graph that the step is tied to, in walking order.

        Those of each supported claim; in method "paper" the best, or those that it is merged from.
        """
        if self.status is None:
            return self.best.stated if self.best else ()
        return tuple([fact for claim in self.claims for fact in claim.facts])

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
            "status": self.status,
            "claims": [claim.to_dict() for claim in self.claims],
            "unread": list(self.unread),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        facts = tuple(GroundedFact.from_dict(fact) for fact in row["facts"])
        claims = tuple(ClaimVerdict.from_dict(claim) for claim in row["claims"])
        return cls(
            row["number"],
            row["text"],
            facts,
            row["error"],
            row["reason"],
            row["status"],
            claims,
            tuple(row.get("unread", ())),
        )
