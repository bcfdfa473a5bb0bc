"""The sentences of documents that bear on claims, and what stands around them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

AROUND = 400
"""Characters of a document that are kept on each side of a sentence that bears on a claim, at most."""

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a document that bears on a claim.

    Attributes:
        source: the document's place among those that the answer was held against, from 0.
        document, title: of the document; the ids of contexts need not differ.
        sentence: its number in the document, from 0.
        start, end: where it stands in the document's text, in characters, `end` exclusive.
        place: where in its file: "page 4"; empty where that is not known.
        file: of the document; empty where it was read from none.
    """

    source: int
    document: str
    title: str
    sentence: int
    start: int
    end: int
    text: str
    place: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a document around sentences that bear on claims: they are shown where they stand.

    Attributes:
        source: the document's place among those that the answer was held against, from 0.
        start: where it begins in the document's text, in characters.
        text: as it stands there.
        goes_on: whether the document goes on behind it.
    """

    source: int
    start: int
    text: str
    goes_on: bool = False

    def holds(self, evidence: Evidence) -> bool:
        """Whether a sentence stands in it."""
        ends = self.start + len(self.text)
        return self.source == evidence.source and self.start <= evidence.start and evidence.end <= ends

    def around(self, evidence: Sequence[Evidence]) -> "Excerpt":
        """What of it stands around some of the sentences that it holds."""
        first = min(one.start for one in evidence) - self.start
        last = max(one.end for one in evidence) - self.start
        start, end = _around(self.text, first, last)
        goes_on = self.goes_on or end < len(self.text)
        return Excerpt(self.source, self.start + start, self.text[start:end], goes_on)


def excerpts_of(evidence: Iterable[Evidence], texts: Sequence[str]) -> tuple[Excerpt, ...]:
    """The stretches of documents around sentences, in order; where two meet they are one.

    Args:
        texts: of the documents that the answer was held against.
    """
    spans: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in evidence:
        spans[one.source].append(_around(texts[one.source], one.start, one.end))
    return tuple(
        Excerpt(source, start, texts[source][start:end], end < len(texts[source]))
        for source in sorted(spans)
        for start, end in _merged(spans[source])
    )


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """A span with what stands on both sides of it, cut between words."""
    first, last = max(start - AROUND, 0), min(end + AROUND, len(text))
    if first and (space := _SPACE.search(text, first, start)):
        first = space.end()
    if last < len(text):
        last = max((space.start() for space in _SPACE.finditer(text, end, last)), default=last)
    return first, last


def _merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans in order, those that overlap or touch as one."""
    begun: tuple[int, int] | None = None
    for start, end in sorted(spans):
        if begun and start <= begun[1]:
            begun = begun[0], max(begun[1], end)
            continue
        if begun:
            yield begun
        begun = start, end
    if begun:
        yield begun
