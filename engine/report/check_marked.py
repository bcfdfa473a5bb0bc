"""The evidence of a claim as a reader sees it: marked in its document, between what stands around it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..check.evidence import Evidence, Excerpt
from ..check.verdicts import CheckedClaim


class MarkedPiece(NamedTuple):
    """A stretch of a document, and whether it is evidence."""

    text: str
    is_evidence: bool


class MarkedExcerpt(NamedTuple):
    """A stretch of a document in which evidence is marked; the texts of its pieces joined are its text.

    Attributes:
        title: of the document, or its id where it has none.
        places: where the evidence stands: "page 4", "sentence 3".
        file: of the document; empty where it was read from none.
        begins, ends: whether it begins and ends with the document.
    """

    title: str
    places: tuple[str, ...]
    file: str
    begins: bool
    ends: bool
    pieces: tuple[MarkedPiece, ...]


def marked_excerpts(claim: CheckedClaim, excerpts: Sequence[Excerpt]) -> list[MarkedExcerpt]:
    """The stretches of documents that hold a claim's evidence, in order.

    Args:
        excerpts: of the answer; evidence that stands in none of them is shown alone.
    """
    held: dict[Excerpt, list[Evidence]] = {}
    for one in claim.evidence:
        excerpt = next((excerpt for excerpt in excerpts if excerpt.holds(one)), None)
        held.setdefault(excerpt or Excerpt(one.source, one.start, one.text, True), []).append(one)
    return [_marked(excerpt.around(evidence), evidence) for excerpt, evidence in held.items()]


def _marked(excerpt: Excerpt, evidence: Sequence[Evidence]) -> MarkedExcerpt:
    first = evidence[0]
    pages = dict.fromkeys(one.place for one in evidence if one.place)
    numbers = dict.fromkeys(str(one.sentence + 1) for one in evidence)  # a long sentence is read in parts
    return MarkedExcerpt(
        first.title or f"document {first.document}",
        (*pages, f"sentence{'s' * (len(numbers) > 1)} {', '.join(numbers)}"),
        first.file,
        excerpt.start == 0,
        not excerpt.goes_on,
        tuple(_pieces(excerpt, evidence)),
    )


def _pieces(excerpt: Excerpt, evidence: Sequence[Evidence]) -> Iterator[MarkedPiece]:
    at = 0
    for one in sorted(evidence, key=lambda one: one.start):
        start, end = one.start - excerpt.start, one.end - excerpt.start
        if at < start:
            yield MarkedPiece(excerpt.text[at:start], False)
        yield MarkedPiece(excerpt.text[start:end], True)
        at = end
    if at < len(excerpt.text):
        yield MarkedPiece(excerpt.text[at:], False)
