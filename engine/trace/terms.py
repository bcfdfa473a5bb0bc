"""The vocabulary of TRACE: facts of documents or of a graph, and the chains that are built of them.

Reference: TRACE the Evidence, Section 3.
"""

from dataclasses import dataclass
from typing import Protocol

from ..terms import Fact


class ChainFact(Protocol):
    """What chains are made of: a fact of a document, or of a graph."""

    @property
    def text(self) -> str:
        """What the ranker ranks it by and the selector reads."""

    @property
    def title(self) -> str:
        """Of the document that it is from; empty where it is from none in particular."""

    @property
    def relation(self) -> str | None:
        """None for a fact that is a whole sentence or document."""

    @property
    def tail(self) -> str | None:
        """What the relation leads to; None as for the relation."""

    @property
    def is_triple(self) -> bool:
        """Whether it is a triple of a document, whose title is the head."""

    @property
    def names(self) -> tuple[str, ...]:
        """By which a question, or another fact, leads to it."""

    @property
    def opens_document(self) -> bool:
        """Whether it is the sentence that tells what a document is about."""

    @property
    def places(self) -> "tuple[DocumentFact, ...]":
        """Where documents state it; none for a fact without documents."""


@dataclass(frozen=True, slots=True)
class DocumentFact:
    """What one place of a document says.

    Attributes:
        text: what the ranker encodes and the selector reads: "⟨title; relation; tail⟩", or title: sentence.
        document: id of the document.
        title: of the document; of a triple, its head.
        relation, tail: None for a fact that is a whole sentence or document (`--unit`).
        sentence: number of the sentence in its document, from 0.
        start, end: characters of the document's text, `end` exclusive, that state it.
        verbatim: whether the tail stands in the text as it is written here.
    """

    text: str
    document: str
    title: str
    relation: str | None
    tail: str | None
    sentence: int
    start: int
    end: int
    verbatim: bool = True

    @property
    def is_triple(self) -> bool:
        return self.relation is not None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.title,)

    @property
    def opens_document(self) -> bool:
        return self.sentence == 0 and self.relation is None

    @property
    def places(self) -> "tuple[DocumentFact, ...]":
        return (self,)


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact of a graph.

    Attributes:
        places: where its documents state it, once that was looked up; see `ChainFact`.
    """

    fact: Fact
    places: tuple[DocumentFact, ...] = ()

    @property
    def text(self) -> str:
        return self.fact.text

    @property
    def title(self) -> str:
        return ""

    @property
    def relation(self) -> str:
        return self.fact.label

    @property
    def tail(self) -> str:
        return self.fact.tail.label

    @property
    def is_triple(self) -> bool:
        return False

    @property
    def names(self) -> tuple[str, ...]:
        return self.fact.head.label, self.fact.tail.label

    @property
    def opens_document(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Chain:
    """Facts in the order in which they were chosen.

    Attributes:
        facts: places among the facts that the chain was built from; none twice.
        score: mean logarithm of the probabilities with which its facts, and its end, were chosen, or their
            sum (`ChainSettings.score`); at most 0.
        ended: whether the selector found that no further fact is needed; False at the greatest length.
    """

    facts: tuple[int, ...]
    score: float
    ended: bool
