"""The vocabulary of TRACE: facts of documents, and the chains that are built of them.

Reference: TRACE the Evidence, Section 3.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DocumentFact:
    """What one place of a document says.

    Attributes:
        text: what the ranker encodes and the selector reads: "⟨title; relation; tail⟩", or title: sentence.
        document: id of the document.
        title: of the document; the head of its triples.
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


@dataclass(frozen=True, slots=True)
class Chain:
    """Facts in the order in which they were chosen.

    Attributes:
        facts: places among the facts that the chain was built from; none twice.
        score: mean logarithm of the probabilities with which its facts, and its end, were chosen; at most 0.
        ended: whether the selector found that no further fact is needed; False at the greatest length.
    """

    facts: tuple[int, ...]
    score: float
    ended: bool
