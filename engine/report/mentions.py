"""Where a text names an entity, so that a reader sees which words a fact stands on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..names import WORD, normalise
from ..terms import Entity, Fact

Role = Literal["head", "tail"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text; `role` says which end of the fact it names, None for neither."""

    text: str
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class _Token:
    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    role: Role


def split_at_mentions(text: str, *facts: Fact) -> list[Piece]:
    """Cut a text into pieces, those that name a fact's head or tail marked; joined they are the text.

    A mention is a whole name or alias, word by word, in scripts without spaces character by character; case,
    marks and punctuation do not count. Where mentions overlap, the longer one counts.
    """
    tokens = _tokens(text)
    spans = [
        span
        for fact in facts
        for span in (*_mentions(tokens, fact.head, "head"), *_mentions(tokens, fact.tail, "tail"))
    ]
    return list(_pieces(text, _without_overlaps(spans)))


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    for found in WORD.finditer(text):
        if word := normalise(found.group()):
            tokens.append(_Token(word, found.start(), found.end()))
        elif tokens and tokens[-1].end == found.start():  # a sign above or below the letter before it
            tokens[-1] = replace(tokens[-1], end=found.end())
    return tokens


def _mentions(tokens: Sequence[_Token], entity: Entity, role: Role) -> Iterator[_Span]:
    for name in {entity.label, *entity.aliases}:
        wanted = WORD.findall(normalise(name))
        for i in range(len(tokens) - len(wanted) + 1 if wanted else 0):
            if all(tokens[i + j].word == word for j, word in enumerate(wanted)):
                yield _Span(tokens[i].start, tokens[i + len(wanted) - 1].end, role)


def _without_overlaps(spans: Iterable[_Span]) -> list[_Span]:
    kept: list[_Span] = []
    for span in sorted(spans, key=lambda s: (s.start - s.end, s.start, s.role)):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda s: s.start)


def _pieces(text: str, spans: Iterable[_Span]) -> Iterator[Piece]:
    at = 0
    for span in spans:
        if at < span.start:
            yield Piece(text[at : span.start])
        yield Piece(text[span.start : span.end], span.role)
        at = span.end
    if at < len(text):
        yield Piece(text[at:])
