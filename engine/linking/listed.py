"""Things in lower case that are listed beside a known one: "gout" of "treats gout and headache".

A capital tells that a word is a name. Where a text writes its things in lower case nothing does, but what is
listed with a thing is one. What is said of the one is said of the other too, and the graph does not know it.
"""

from collections.abc import Collection, Iterator, Sequence

from ...ext.words import NameHit
from ..language.function_words import words_of
from ..language.morphology import is_verb_form
from ..language.tokens import Tokens
from .relation_words import RelationWords

_MOST_WORDS = 3  # of a thing
# Classes of words: those that are no part of a thing, and those that may stand before one.
_NO_THINGS = ("empty", "prepositions", "being", "having")
_LEADING = ("before_listed", "prepositions", "being", "having")


def listed_things(
    tokens: Tokens, hits: Sequence[NameHit], covered: Collection[int], called: RelationWords
) -> Iterator[tuple[int, int]]:
    """Where words stand right before or behind a known thing in a list with it, and are none that is known.

    Args:
        covered: the places of the words of known names.
    """
    if words_of("before_last").isdisjoint(tokens.normal):
        return  # as in most sentences
    reader = _Lists(tokens, covered, called)
    for hit in hits:
        if hit.nodes and all(word.islower() for word in tokens.surface[max(hit.start, 1) : hit.end]):
            yield from reader.before(hit)
            yield from reader.behind(hit)


class _Lists:
    """The lists of one sentence."""

    def __init__(self, tokens: Tokens, covered: Collection[int], called: RelationWords) -> None:
        self._surface, self._words = tokens.surface, tokens.normal
        self._covered = covered
        self._called = called

    def before(self, hit: NameHit) -> Iterator[tuple[int, int]]:
        """What a list holds before a thing, from right to left: "gout, flu and headache"."""
        end = self._without_joint(hit)
        while end is not None:
            start, opening = end, max(0, end - _MOST_WORDS)
            while start > opening and self._may_name(start - 1):
                start -= 1
            start = self._without_called(start, end)
            if start == end or not (start == 0 or self._is_led_to(start)):
                return
            yield start, end
            end = start - 1 if start and self._surface[start - 1] == "," else None

    def behind(self, hit: NameHit) -> Iterator[tuple[int, int]]:
        """What closes a list behind a thing: "headache and gout"."""
        start = hit.end + (self._surface[hit.end : hit.end + 1] == [","])
        if start >= len(self._words) or self._words[start] not in words_of("before_last"):
            return
        start += 1
        while start < len(self._words) and self._words[start] in words_of("before_listed"):
            start += 1
        end = start
        while end - start < _MOST_WORDS and end < len(self._words) and self._may_name(end):
            end += 1
        start = self._without_called(start, end)
        if start < end and self._closes(end, is_subject=hit.start == 0):
            yield start, end

    def _without_joint(self, hit: NameHit) -> int | None:
        """Where what a list holds before a thing ends; None where nothing joins the two."""
        at = hit.start
        while at and self._words[at - 1] in words_of("before_listed"):
            at -= 1
        if at and self._words[at - 1] in words_of("before_last"):
            return at - 2 if self._surface[at - 2 : at - 1] == [","] else at - 1
        goes_on = not words_of("before_last").isdisjoint(self._words[hit.end : hit.end + 2])
        return at - 1 if goes_on and at > 1 and self._surface[at - 1] == "," else None

    def _without_called(self, start: int, end: int) -> int:
        """Where a thing begins: a word of a relation before it is no part of it, as in "may treat gout"."""
        while start < end and self._words[start] in self._called.all:
            start += 1
        return start

    def _may_name(self, at: int) -> bool:
        word, written = self._words[at], self._surface[at]
        return (
            at not in self._covered
            and written.isalpha()
            and (written.islower() or at == 0)
            and not any(word in words_of(kind) for kind in _NO_THINGS)
            and not word.endswith("ly")
            and not is_verb_form(word)
        )

    def _is_led_to(self, at: int) -> bool:
        """Whether what stands before may have a thing behind it."""
        word = self._words[at - 1]
        leads = any(word in words_of(kind) for kind in _LEADING)
        return leads or self._surface[at - 1] == "," or word in self._called.all or is_verb_form(word)

    def _closes(self, at: int, *, is_subject: bool) -> bool:
        """Whether nothing stands there of which the words before may be the subject by themselves."""
        word = self._words[at] if at < len(self._words) else ""
        return not word or word in words_of("prepositions") or (is_subject and word in words_of("being"))
