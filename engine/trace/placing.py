"""Where a document states a triple: the sentence, and the characters."""

import re
from collections.abc import Iterator

from ..names import words
from ..terms import Triple
from .sources import SourceDocument, Span
from .terms import DocumentFact
from .triples import triple_text


def place_triple(triple: Triple, source: SourceDocument, within: Span | None = None) -> DocumentFact:
    """A triple as a fact of its document, or of the part of it that a model was shown (`within`).

    Its span is the tail's. Where the tail stands several times, it is the place whose sentence shares most
    words with the relation; where it stands nowhere, the sentence that shares most words with the triple,
    and the fact is not verbatim.
    """
    within = within or Span(0, len(source.text))
    places = list(_places(source.text, triple.tail, within))
    best = max(places, key=lambda place: _shared(triple.relation, source, place.start), default=None)
    number = _nearest(triple, source, within) if best is None else source.sentence_at(best.start)
    span = source.sentences[number] if best is None else best
    return DocumentFact(
        text=triple_text(triple),
        document=source.id,
        title=triple.head,
        relation=triple.relation,
        tail=triple.tail,
        sentence=number,
        start=span.start,
        end=span.end,
        verbatim=source.text[slice(*span)] == triple.tail,
    )


def _places(text: str, tail: str, within: Span) -> Iterator[Span]:
    """Where a tail stands as it is written; for want of that, where it stands but for case and white space.

    In scripts that write words with spaces between them, it must not begin or end within a word.
    """
    edges = (r"(?<!\w)", r"(?!\w)") if tail.isascii() else ("", "")
    exact = re.compile(re.escape(tail).join(edges))
    loose = re.compile(r"\s+".join(map(re.escape, tail.split())).join(edges), re.IGNORECASE)
    for pattern in (exact, loose):
        found = [Span(*place.span()) for place in pattern.finditer(text, *within)]
        if found:
            yield from found
            return


def _shared(said: str, source: SourceDocument, place: int) -> int:
    """How many words of what is said stand in the sentence of a place."""
    return len(set(words(said)) & set(words(source.sentence(source.sentence_at(place)))))


def _nearest(triple: Triple, source: SourceDocument, within: Span) -> int:
    """The first of the sentences that share most words with relation and tail."""
    numbers = range(source.sentence_at(within.start), source.sentence_at(within.end - 1) + 1)
    said = f"{triple.relation} {triple.tail}"
    return max(numbers, key=lambda number: _shared(said, source, source.sentences[number].start))
