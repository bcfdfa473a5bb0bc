"""What is said over several facts at once, one within the other: "the father of the wife of H's son is T"."""

from collections.abc import Sequence
from typing import NamedTuple

from ...reading.lexicon import ARTICLES, POSSESSIVES, lemma
from ...reading.slots import FIRST, SECOND
from ...reading.tokens import POSSESSIVE

_LONGEST = 4  # words of "place of birth", with its article
_DETERMINERS = ARTICLES | POSSESSIVES


class Nested(NamedTuple):
    """Relations that lead from one slot to the other.

    Attributes:
        relations: the words of each, from the inside out: ("wife", "place of birth").
        way: 1 when they lead from ⟨1⟩ to ⟨2⟩, else -1.
    """

    relations: tuple[tuple[str, ...], ...]
    way: int


def nested_in(text: str) -> Nested | None:
    """The relations of a wording that are said one within the other; None where it is of one alone.

    >>> nested_in("the place of birth of the wife of ⟨1⟩ is ⟨2⟩").relations
    (('wife',), ('place', 'of', 'birth'))
    >>> nested_in("⟨1⟩ is the child of ⟨2⟩ 's wife").relations
    (('wife',), ('child',))
    """
    if text.count(" of ") + text.count(POSSESSIVE) < 2:
        return None
    words = text.split()
    for inner, outer, way in ((FIRST, SECOND, 1), (SECOND, FIRST, -1)):
        at = words.index(inner)
        owned, end = _owned(words, at + 1)
        of, start = _of(words, at)
        relations = (*owned, *of)
        if len(relations) > 1 and all(relations) and _is_linked(words, start, end, words.index(outer)):
            return Nested(relations, way)
    return None


def _owned(words: Sequence[str], at: int) -> tuple[list[tuple[str, ...]], int]:
    """The relations behind a possessor, "'s wife 's place of birth", and where they end."""
    found: list[tuple[str, ...]] = []
    while words[at : at + 1] == [POSSESSIVE]:
        end = at + 1
        while (
            end < len(words) and words[end] not in (POSSESSIVE, FIRST, SECOND) and lemma(words[end]) != "be"
        ):
            end += 1
        if not 1 < end - at <= _LONGEST:
            break
        found.append(tuple(words[at + 1 : end]))
        at = end
    return found, at


def _of(words: Sequence[str], at: int) -> tuple[list[tuple[str, ...]], int]:
    """The relations before what they are of, "the place of birth of the wife of", and where they begin."""
    found: list[tuple[str, ...]] = []
    while at > 1 and words[at - 1] == "of":
        end = at - 1
        places = range(end - 1, max(-1, end - 1 - _LONGEST), -1)
        start = next((place for place in places if words[place] in _DETERMINERS), None)
        if start is None or start == end - 1:
            break
        found.append(tuple(words[start + 1 : end]))
        at = start
    return found, at


def _is_linked(words: Sequence[str], start: int, end: int, outer: int) -> bool:
    """Whether what stands from `start` to `end` is said to be the thing at `outer`: "… is ⟨2⟩"."""
    between = words[end:outer] if outer >= end else words[outer + 1 : start]
    return len(between) < _LONGEST and all(lemma(word) == "be" for word in between[-1:])
