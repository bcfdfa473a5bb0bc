"""The words of a text, and the names in it, in plain Python: the reference for `_mentions.pyx`."""

import re
from collections.abc import Mapping, Sequence

from .words import UNEQUAL, UNSPACED, NameHit

_APOSTROPHES = frozenset({"'", "’"})
_TOKEN = re.compile(rf"['’]s\b|[{UNSPACED}]|[^\W_{UNSPACED}]+|[^\w\s]")


def take_apart(text: str, normal: Mapping[str, str]) -> tuple[list[str], list[str], list[int]]:
    """The words and marks of a text as they stand, the normal form of each, and the places of capitals.

    A run of letters and digits is a word, and so is each character of a script without spaces; a possessive
    "'s" is one mark, every other mark is one by itself. Spaces and underscores only part.

    Args:
        normal: the normal form of any word or mark.

    >>> from collections import defaultdict
    >>> take_apart("Émile's son, Max", defaultdict(str, Émile="emile"))
    (['Émile', "'s", 'son', ',', 'Max'], ['emile', '', '', '', ''], [0, 4])
    """
    words = _TOKEN.findall(text)
    capitals = [place for place, word in enumerate(words) if word[0].isupper()]
    return words, [normal[word] for word in words], capitals


def elided(text: str, surface: Sequence[str], normal: Sequence[str]) -> list[int]:
    """The places of apostrophes that join two words, none of them beside another.

    Args:
        surface: words and marks as they stand in the text, in order; "" for what is not to be read.
        normal: the normal form of each, "" for marks.

    Raises:
        ValueError: there are not as many of the one as of the other, or the text lacks one.

    >>> elided("Louis d'Evreux", ["Louis", "d", "'", "Evreux"], ["louis", "d", "", "evreux"])
    [2]
    """
    if len(normal) != len(surface):
        raise ValueError(UNEQUAL)
    found: list[int] = []
    end, last = 0, len(surface) - 1
    for at, token in enumerate(surface):
        start = text.index(token, end)
        if token in _APOSTROPHES and start == end and 0 < at < last and at - 2 not in found[-1:]:
            touches = text.startswith(surface[at + 1], start + len(token))
            if touches and normal[at - 1] and normal[at + 1]:
                found.append(at)
        end = start + len(token)
    return found


def lengths_told(name: str) -> tuple[tuple[str, int], ...]:
    """The beginnings of a name by which it is found, each with the bit that tells how long it is.

    >>> lengths_told("fox"), lengths_told("red fox")
    ((('fox', 1),), (('red', 0), ('red fox', 2)))
    """
    first, *more = name.split(" ", 2)
    if not more:
        return ((first, 1),)
    return (first, 0), (f"{first} {more[0]}", 1 + name.count(" "))


def find_names(
    normal: Sequence[str],
    lengths: Mapping[str, int],
    nodes: Mapping[str, tuple[int, ...]],
    others: Mapping[str, tuple[int, ...]],
    across: Sequence[int] | None = None,
) -> list[NameHit]:
    """The names among words, from left to right, none overlapping; see `NameFinder.find`.

    Args:
        lengths: how many words the names have that begin with a word, or with two (joined by a space): bit n
            for n words. Under one word, bit 0 tells that there are longer ones, which stand under two.
        nodes: those of each name.
        others: those of what only stands for a name; asked second.
    """
    places = [place for place, word in enumerate(normal) if word]
    words = ["s" if word == "'s" else word for word in normal if word]
    crossed = None if across is None else frozenset(across)
    found: list[NameHit] = []
    behind, count = 0, len(words)
    for at, word in enumerate(words):
        if at < behind:
            continue
        told = lengths.get(word, 0)
        if told & 1 and at + 1 < count:
            told |= lengths.get(f"{word} {words[at + 1]}", 0)
        while told > 1:
            length = told.bit_length() - 1
            told ^= 1 << length
            if length > count - at:
                continue
            name = " ".join(words[at : at + length])
            known = nodes.get(name)
            meant = others.get(name) if known is None else known
            if meant is not None:
                behind = at + length
                start, end = places[at], places[behind - 1] + 1
                if crossed is None or not crossed.isdisjoint(range(start + 1, end + 1)):
                    found.append(NameHit(start, end, meant, known is None))
                break
    return found


class NameFinder:
    """Finds names among words, in time linear in the words, however long names are."""

    def __init__(self, nodes: Mapping[str, tuple[int, ...]], others: Mapping[str, tuple[int, ...]]) -> None:
        """
        Args:
            nodes: those of each name; a name is words in normal form, joined by single spaces.
            others: those of what only stands for a name; what is a name of nodes as well is left out.
        """
        self._nodes, self._others = nodes, others
        self._lengths: dict[str, int] = {}
        self._words: set[str] = set()
        for name in (*nodes, *others):
            if "" not in (words := name.split(" ")):
                self._words.update(words)
            for beginning, bit in lengths_told(name):
                self._lengths[beginning] = self._lengths.get(beginning, 0) | 1 << bit

    def knows(self, word: str) -> bool:
        """Whether some name has this word, in normal form."""
        return word in self._words

    def find(self, normal: Sequence[str], across: Sequence[int] | None = None) -> list[NameHit]:
        """The names among words, from left to right, none overlapping.

        Where names overlap, the one that begins first counts, and of those the longest.

        Args:
            normal: words in normal form; "" for marks, "'s" for a possessive, which is "s" in names.
            across: ascending places, if only names count that begin before one and end there or behind it.

        >>> NameFinder({"red fox": (7,), "fox": (8,)}, {}).find(["the", "", "red", "fox"])
        [NameHit(start=2, end=4, nodes=(7,), by_other_name=False)]
        """
        return find_names(normal, self._lengths, self._nodes, self._others, across)
