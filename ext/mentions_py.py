"""The words of a text, and the names in it, in plain Python: the reference for `_mentions.pyx`."""

import re
from collections.abc import Mapping, Sequence

from .words import UNSPACED, NameHit

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


def find_names(
    normal: Sequence[str],
    lengths: Mapping[str, int],
    nodes: Mapping[str, tuple[int, ...]],
    others: Mapping[str, tuple[int, ...]],
) -> list[NameHit]:
    """The names among words, from left to right, none overlapping, in time linear in the words.

    Where names overlap, the one that begins first counts, and of those the longest.

    Args:
        normal: words in normal form; "" for marks, "'s" for a possessive, which is "s" in names.
        lengths: how many words the names have that begin with a word, or with two (joined by a space): bit n
            for n words. Under one word, bit 0 tells that there are longer ones, which stand under two.
        nodes: those of each name.
        others: those of what only stands for a name; asked second.

    >>> find_names(["the", "", "red", "fox"], {"red": 1, "red fox": 4, "fox": 2}, {"red fox": (7,)}, {})
    [NameHit(start=2, end=4, nodes=(7,), by_other_name=False)]
    """
    places = [place for place, word in enumerate(normal) if word]
    words = ["s" if word == "'s" else word for word in normal if word]
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
                found.append(NameHit(places[at], places[at + length - 1] + 1, meant, known is None))
                behind = at + length
                break
    return found
