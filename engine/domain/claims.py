"""What judging the claims of a text returns: plain values that carry their evidence."""

from dataclasses import dataclass
from typing import Any, Literal

from ..store.protocol import Statement
from ..terms import Entity, Path

Outcome = Literal["supported", "contradicted", "unknown"]
Bearing = Literal["states", "inherits", "excludes"]
"""What evidence does: facts state the claim's relation; they do so of a kind of what is claimed, through a
transitive relation; or what they state cannot hold together with it."""
Fit = Literal["means", "stronger", "weaker"]
"""How a relation fits words: it is what they mean; it entails that ("treats" where they say "associated");
or they say more than any relation of the graph does between such things ("causes" where it has "associates").
"""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Named:
    """Subject or object of a claim.

    Attributes:
        words: as the text has them.
        entity: what they mean; None when the graph does not know it, or knows several (`candidates`).
    """

    words: str
    entity: Entity | None
    candidates: tuple[Entity, ...] = ()

    def __str__(self) -> str:
        return self.entity.label if self.entity else self.words

    def to_dict(self) -> Row:
        """As values of JSON."""
        return {
            "words": self.words,
            "id": self.entity.id if self.entity else None,
            "name": self.entity.label if self.entity else None,
            "types": list(self.entity.types) if self.entity else [],
            "candidates": [entity.id for entity in self.candidates],
        }


@dataclass(frozen=True, slots=True)
class Evidence:
    """A path of facts that speaks for or against a claim.

    Attributes:
        path: from subject to object; its facts have `sources` and their scores.
        statement: the Cypher and parameters that show the facts in their store, in the order of the path.
    """

    path: Path
    bearing: Bearing
    statement: Statement

    def to_dict(self) -> Row:
        """As values of JSON."""
        return {
            "path": str(self.path),
            "bearing": self.bearing,
            "facts": [
                {
                    "key": fact.key,
                    "head": fact.head.id,
                    "relation": fact.relation,
                    "tail": fact.tail.id,
                    "text": fact.text,
                    "sources": list(fact.sources),
                    "score": fact.score,
                }
                for fact in self.path.facts
            ],
            "cypher": self.statement.text,
            "parameters": dict(self.statement.parameters),
        }


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """One claim of a text beside what the graph says of it.

    Attributes:
        start, end: where the text makes it, in characters.
        said: the words between subject and object, with ⟨1⟩ and ⟨2⟩ in their places.
        relations: ids of the graph's relations that the words may mean; empty when the graph has none.
        negated: the text denies it.
        hedged: the text only supposes it ("may", "suggests"), or denies it in part ("not directly"). The
            verdict is on what is supposed.
        verdict: "supported", "contradicted" or "unknown"; an absent fact makes a claim unknown, never false.
        reason: one sentence.
        evidence: the best first; empty for unknown claims.
        strength: what the best evidence states beside what the text says: just that ("means"), something that
            entails it ("stronger"), or less, the nearest that the graph has words for ("weaker"); None for
            unknown claims.
        unread: its words are not read as any relation of the graph; it is shown, and counts for nothing else.
    """

    start: int
    end: int
    text: str
    subject: Named
    said: str
    relations: tuple[str, ...]
    object: Named
    negated: bool
    hedged: bool
    verdict: Outcome
    reason: str
    evidence: tuple[Evidence, ...] = ()
    strength: Fit | None = None
    unread: bool = False

    def __repr__(self) -> str:
        return f"<JudgedClaim {self.text!r}: {self.verdict}. {self.reason}>"

    def to_dict(self) -> Row:
        """As values of JSON."""
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "subject": self.subject.to_dict(),
            "said": self.said,
            "relations": list(self.relations),
            "object": self.object.to_dict(),
            "negated": self.negated,
            "hedged": self.hedged,
            "verdict": self.verdict,
            "strength": self.strength,
            "unread": self.unread,
            "reason": self.reason,
            "evidence": [evidence.to_dict() for evidence in self.evidence],
        }
