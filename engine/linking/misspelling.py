"""Names that are nearly spelt out."""

import re
from collections.abc import Collection, Iterator

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from ..language.function_words import words_of
from ..language.tokens import POSSESSIVE, Tokens
from .cut_short import inflects
from .found import Surroundings
from .relation_words import RelationWords

_FIGURES = re.compile(r"\d+|\b[ivx]+\b")  # "14 bar" is no "1.4 bar", Richard I no Richard II
_SHORTEST = 4
_SIMILAR = 84.0  # of rapidfuzz's ratio: one slip in a short name, two in a long one
_SAME_BUT_FOR_CASE = 80.0  # in scripts whose languages inflect names: "Москве" for "Москва"
_SHORTEST_WORD = 5
_MOST_WORDS = 3


def nearly_called(key: str, around: Surroundings) -> tuple[int, ...]:
    """Those whose name is nearly this, given as `name_key`."""
    if len(key) < _SHORTEST:
        return ()
    cutoff = _SIMILAR if key.isascii() else _SAME_BUT_FOR_CASE
    near = process.extract(key, around.keys, scorer=fuzz.ratio, score_cutoff=cutoff, limit=3)
    if not near and not key.isascii():
        return tuple(node for node, name in around.keys.items() if inflects(key, name))
    if not near and len(key) >= _SHORTEST_WORD:
        return _but_for_a_slip(key, around)  # "Norwya": two changed letters are much of a short name
    near = [one for one in near if _FIGURES.findall(one[0]) == _FIGURES.findall(key)]
    return tuple(node for _, score, node in near if score == near[0][1])


def last_words(tokens: Tokens, covered: Collection[int], called: RelationWords) -> list[int]:
    """Where words without a capital end a clause that may be a name with a slip in it: "is a diplmoat".

    They are no words of relations, and long enough that another letter does not make another word of them.
    """
    words = tokens.normal
    found: list[int] = []
    for at in range(len(words)):
        if at + 1 < len(words) and words[at + 1]:
            continue  # most words
        if at not in covered and len(words[at]) >= _SHORTEST_WORD and _may_be_misspelt(tokens, at, called):
            found.append(at)
    return found


def slipped(tokens: Tokens, last: int, around: Surroundings) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Words up to the last of a clause, most of them first, and those whose name they are but for one slip.

    That is a letter left out, doubled, or changed with the next. Another letter makes other words: "painter"
    is no "printer".
    """
    for start in range(max(0, last + 1 - _MOST_WORDS), last + 1):
        words = tokens.normal[start : last + 1]
        if "" in words or POSSESSIVE in words:
            continue
        key = " ".join(words)
        nodes = _but_for_a_slip(key, around)
        if nodes and key not in around.keys.values():
            yield start, last + 1, nodes


def _may_be_misspelt(tokens: Tokens, at: int, called: RelationWords) -> bool:
    word = tokens.normal[at]
    in_lower_case = word.isalpha() and tokens.surface[at].islower()
    return in_lower_case and word not in called.all and word not in words_of("empty")


def _but_for_a_slip(key: str, around: Surroundings) -> tuple[int, ...]:
    near = process.extract(key, around.keys, scorer=OSA.distance, score_cutoff=1, limit=None)
    return tuple([node for name, _, node in near if _is_slip(key, name)])


def _is_slip(written: str, name: str) -> bool:
    figures = _FIGURES.findall(written) == _FIGURES.findall(name)
    return figures and (len(written) != len(name) or sorted(written) == sorted(name))
