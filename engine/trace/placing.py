"""Where a document states a triple: the sentence, and the characters."""

from collections.abc import Sequence
from functools import lru_cache

from ..names import words
from ..terms import Triple
from .phrases import places_of
from .sources import SourceDocument, Span
from .terms import DocumentFact
from .triples import triple_text


def place_triple(triple: Triple, source: SourceDocument, within: Span | None = None) -> DocumentFact:
    """A triple as a fact of its document, or of the part of it that a model was shown (`within`).

    Its span is the tail's. Where the tail stands several times, it is the place whose sentence shares most
    words with the relation, and with the head where this is not the title, of several such most with the
    head, and of these the shortest sentence, as of the rows of a table the one that says nothing else. Where
    it stands nowhere, it is the sentence that shares most words with these and the tail, and the fact is not
    verbatim.
    """
    within = within or Span(0, len(source.text))
    places = places_of(triple.tail, source.text, within)
    best = _spoken_of(triple, places, source)
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


def _beside_the_tail(triple: Triple, source: SourceDocument) -> str:
    """What else its sentence speaks of: the relation, and the head unless the whole document is about it."""
    return triple.relation if triple.head == source.title else f"{triple.head} {triple.relation}"


def _spoken_of(triple: Triple, places: Sequence[Span], source: SourceDocument) -> Span | None:
    """The place whose sentence speaks most of a triple; None without places."""
    if len(places) < 2:
        return next(iter(places), None)
    return max(places, key=lambda place: _speaks_of(triple, source, source.sentence_at(place.start)))


def _speaks_of(triple: Triple, source: SourceDocument, sentence: int) -> tuple[int, int, int]:
    start, end = source.sentences[sentence]
    beside = _shared(_beside_the_tail(triple, source), source, sentence)
    return beside, _shared(triple.head, source, sentence), start - end


def _nearest(triple: Triple, source: SourceDocument, within: Span) -> int:
    """The first of the sentences that share most words with a triple."""
    numbers = range(source.sentence_at(within.start), source.sentence_at(within.end - 1) + 1)
    said = f"{_beside_the_tail(triple, source)} {triple.tail}"
    return max(numbers, key=lambda number: _shared(said, source, number))


def _shared(said: str, source: SourceDocument, sentence: int) -> int:
    """How many words of what is said stand in a sentence."""
    return len(_words(said) & _words(source.sentence(sentence)))


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """A document's sentences are held against each of its triples."""
    return frozenset(words(text))
