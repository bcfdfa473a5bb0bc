"""Facts without a model: each sentence, or each document, is one.

Reference: TRACE the Evidence, Section 4.2, "w. sentences" and "w. documents".
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from .sources import SourceDocument, Span
from .terms import DocumentFact

Unit = Literal["sentence", "document", "triple"]

# An encoder reads the beginning of a text only (MiniLM: 256 tokens): what is longer makes several facts.
_LONGEST = 1_000  # characters
_SPACE, _NO_SPACE = re.compile(r"\s"), re.compile(r"\S")


class Piece(NamedTuple):
    """A sentence, or a part of a long one."""

    sentence: int
    span: Span


def sentence_facts(documents: Iterable[SourceDocument]) -> list[DocumentFact]:
    """One fact a sentence, its text after its document's title.

    A "sentence" of more than 1,000 characters, such as a table, makes several facts of one number.
    """
    return [_fact(source, piece.sentence, piece.span) for source in documents for piece in pieces(source)]


def pieces(source: SourceDocument) -> Iterator[Piece]:
    """The sentences of a document in order, those that are too long to be read whole cut at white space."""
    for number, sentence in enumerate(source.sentences):
        for part in _parts(source.text, sentence):
            yield Piece(number, part)


def document_facts(documents: Iterable[SourceDocument]) -> list[DocumentFact]:
    """One fact a document: its title and text."""
    return [_fact(source, 0, Span(0, len(source.text))) for source in documents if source.text]


def _fact(source: SourceDocument, number: int, span: Span) -> DocumentFact:
    said = " ".join(source.text[slice(*span)].split())
    return DocumentFact(
        text=f"{source.title}: {said}" if source.title else said,
        document=source.id,
        title=source.title,
        relation=None,
        tail=None,
        sentence=number,
        start=span.start,
        end=span.end,
    )


def _parts(text: str, span: Span) -> Iterator[Span]:
    """A span cut where there is white space, so that no part is too long to be read whole."""
    start, end = span
    while end - start > _LONGEST:
        spaces = [place.start() for place in _SPACE.finditer(text, start + _LONGEST // 2, start + _LONGEST)]
        cut = spaces[-1] if spaces else start + _LONGEST
        yield Span(start, cut)
        goes_on = _NO_SPACE.search(text, cut, end)
        start = goes_on.start() if goes_on else end
    if end > start:
        yield Span(start, end)
