"""Which entities of a stored graph a question mentions, found by their names and aliases."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

from ..language.function_words import words_of
from ..language.tokens import POSSESSIVE, Tokens
from ..store.protocol import GraphStore

_LONGEST_NAME = 10  # words and marks
_MOST_BEARERS = 100  # of one name; the first by id


class _Word(NamedTuple):
    """A word or mark of a question, and the characters where it stands."""

    start: int
    end: int
    normal: str
    capital: bool

    @property
    def may_bound_a_name(self) -> bool:
        return bool(self.normal) and self.normal != POSSESSIVE


class _Span(NamedTuple):
    """Words `start` to `end` of a question, as they are written."""

    start: int
    end: int
    name: str


class _Question(NamedTuple):
    text: str
    words: tuple[_Word, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        tokens, words, end = Tokens.of(text), list[_Word](), 0
        for surface, normal in zip(tokens.surface, tokens.normal, strict=True):
            start = text.index(surface, end)
            end = start + len(surface)
            words.append(_Word(start, end, normal, surface[0].isupper()))
        return cls(text, tuple(words))

    def spans(self) -> Iterator[_Span]:
        """What may be a name: from left to right, of those that begin together the longest first."""
        for start, first in enumerate(self.words):
            if first.may_bound_a_name:
                for end in range(min(start + _LONGEST_NAME, len(self.words)), start, -1):
                    if self._may_be_a_name(start, end):
                        yield _Span(start, end, self.text[first.start : self.words[end - 1].end])

    def _may_be_a_name(self, start: int, end: int) -> bool:
        """Words such as "who" are none, unless they have a capital that no sentence asks for."""
        telling = (
            word.normal not in words_of("empty") or (word.capital and place > 0)
            for place, word in enumerate(self.words[start:end], start)
            if word.may_bound_a_name
        )
        return self.words[end - 1].may_bound_a_name and any(telling)


def mentioned_entities(store: GraphStore, kg: str, questions: Sequence[str]) -> list[list[str]]:
    """The ids of the entities that each question mentions, in the order of their names in the question.

    Of names that overlap, the one that begins first counts, and of those the longest; all bearers of a name
    are meant.
    """
    spans = [list(_Question.of(question).spans()) for question in questions]
    names = sorted({span.name for of_question in spans for span in of_question})
    found = zip(names, store.entities_named(kg, names), strict=True)
    bearers = {name: [entity.id for entity in entities[:_MOST_BEARERS]] for name, entities in found}
    mentioned = []
    for of_question in spans:
        behind, ids = 0, dict[str, None]()
        for span in of_question:
            if span.start >= behind and bearers[span.name]:
                ids |= dict.fromkeys(bearers[span.name])
                behind = span.end
        mentioned.append(list(ids))
    return mentioned
