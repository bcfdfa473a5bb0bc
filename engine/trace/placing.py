"""Where a document states a triple: the sentence, and the characters."""

import re
from collections.abc import Sequence
from functools import lru_cache

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
    places = _exact(source.text, triple.tail, within) or _loose(source.text, triple.tail, within)
    best = _spoken_of(triple.relation, places, source)
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


def _exact(text: str, tail: str, within: Span) -> list[Span]:
    """Where a tail stands as it is written.

    In scripts that write words with spaces between them, it must not begin or end within a word.
    """
    found = []
    start = text.find(tail, *within)
    while start >= 0:
        place = Span(start, start + len(tail))
        stands = not (tail.isascii() and _cuts_a_word(place, text, within))
        if stands:
            found.append(place)
        start = text.find(tail, place.end if stands else start + 1, within.end)
    return found


def _cuts_a_word(place: Span, text: str, within: Span) -> bool:
    before = text[place.start - 1 : place.start]
    after = text[place.end : min(place.end + 1, within.end)]
    return any(letter.isalnum() or letter == "_" for letter in before + after)


def _loose(text: str, tail: str, within: Span) -> list[Span]:
    """Where a tail stands but for case and white space; within words as `_exact`."""
    edges = (r"(?<!\w)", r"(?!\w)") if tail.isascii() else ("", "")
    pattern = re.compile(r"\s+".join(map(re.escape, tail.split())).join(edges), re.IGNORECASE)
    return [Span(*place.span()) for place in pattern.finditer(text, *within)]


def _spoken_of(relation: str, places: Sequence[Span], source: SourceDocument) -> Span | None:
    """The first of the places whose sentence shares most words with a relation; None where there is none."""
    if len(places) < 2:
        return next(iter(places), None)
    return max(places, key=lambda place: _shared(relation, source, source.sentence_at(place.start)))


def _nearest(triple: Triple, source: SourceDocument, within: Span) -> int:
    """The first of the sentences that share most words with relation and tail."""
    numbers = range(source.sentence_at(within.start), source.sentence_at(within.end - 1) + 1)
    said = f"{triple.relation} {triple.tail}"
    return max(numbers, key=lambda number: _shared(said, source, number))


def _shared(said: str, source: SourceDocument, sentence: int) -> int:
    """How many words of what is said stand in a sentence."""
    return len(_words(said) & _words(source.sentence(sentence)))


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """A document's sentences are held against each of its triples."""
    return frozenset(words(text))
