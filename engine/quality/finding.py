"""What lint finds: faults with their facts, reasons, shares of the blame and repairs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..counted import counted
from ..store.changing import GraphChange
from ..store.protocol import GraphStore, Statement
from ..terms import Entity, Fact
from .fault import KINDS, Kind
from .unlearned import Unlearned

_DECIMALS = 4


class Suspect(NamedTuple):
    """A fact that may be what is wrong; `share` is its part of the blame in this finding, in [0, 1]."""

    fact: Fact
    share: float


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a graph.

    Attributes:
        kind: see `Kind`.
        what, why: in words.
        confidence: that something is wrong here, in [0, 1].
        made_of: the numbers that it is made of, by their names.
        suspects: the facts that may be wrong, the likeliest first. What their shares leave of 1 is the share
            of a fact that is missing.
        beside: a few more facts that show it.
        missing: a fact that may be what the graph lacks.
        entities: entities that are at fault themselves.
        repair: the change that is likeliest right; nothing makes it but a user.
    """

    kind: Kind
    what: str
    why: str
    confidence: float
    made_of: Mapping[str, float]
    suspects: tuple[Suspect, ...]
    beside: tuple[Fact, ...]
    missing: Fact | None
    entities: tuple[Entity, ...]
    repair: GraphChange

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts of the graph that it is about, the suspected ones first."""
        return (*(suspect.fact for suspect in self.suspects), *self.beside)

    def statement(self, store: GraphStore, kg: str) -> Statement:
        """The repair as one Cypher statement, for a user to run; see GraphStore.change_statement."""
        return store.change_statement(kg, self.repair)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON, without the statement."""
        return {
            "kind": self.kind,
            "what": self.what,
            "why": self.why,
            "confidence": round(self.confidence, _DECIMALS),
            "made_of": dict(self.made_of),
            "suspects": [
                {**fact_row(suspect.fact), "share": round(suspect.share, _DECIMALS)}
                for suspect in self.suspects
            ],
            "beside": list(map(fact_row, self.beside)),
            "missing": list(self.missing.triple) if self.missing else None,
            "entities": [entity.id for entity in self.entities],
            "repair": {"said": str(self.repair), **self.repair.to_dict()},
        }


@dataclass(frozen=True, slots=True)
class LintReport:
    """What is wrong with one graph.

    Attributes:
        findings: the surest first; those that settings leave out are not counted anywhere.
        suspicion: for the key of each suspected fact the probability that it is wrong, in [0, 1]:
            1 - product over kinds of (1 - the greatest confidence * share of that kind). Findings of one kind
            about one fact often have one cause, those of different kinds seldom.
        unlearned: that the graph is too small to learn from, None where it is not.
    """

    kg: str
    facts: int
    findings: tuple[Finding, ...]
    suspicion: Mapping[str, float] = field(default_factory=dict)
    unlearned: Unlearned | None = None

    def __str__(self) -> str:
        told = f"{counted(len(self.findings), 'finding')} in {counted(self.facts, 'fact')} of {self.kg}"
        return "; ".join((told, *self.notes))

    @property
    def notes(self) -> tuple[str, ...]:
        """What else a reader should know: whether the graph is too small, and what finds more."""
        return (self.unlearned.told(),) if self.unlearned else ()

    @property
    def by_kind(self) -> dict[Kind, int]:
        """How many findings there are of each kind."""
        counts = Counter(finding.kind for finding in self.findings)
        return {kind: counts[kind] for kind in KINDS}

    def above(self, confidence: float) -> int:
        """How many findings have at least a confidence."""
        return sum(finding.confidence >= confidence for finding in self.findings)


def fact_row(fact: Fact) -> dict[str, Any]:
    """A fact as values of JSON."""
    return {
        "key": fact.key,
        "triple": list(fact.triple),
        "text": fact.text,
        "sources": list(fact.sources),
        "score": fact.score,
    }
