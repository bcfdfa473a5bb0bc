"""Whether "the" before a name is the sentence's, as in "the United States", or part of it: "The Hague"."""

import re
from collections.abc import Iterable

from .name_parts import one_of

_INITIAL = re.compile(r" [A-Z]$")  # of a name that was cut at a full stop: "the John F"


def articles(names: Iterable[str], title: str, text: str) -> dict[str, bool]:
    """For names of several words behind "the", whether the article is the sentence's.

    What the text does not tell is left out: where the name is always part of a longer phrase.

    >>> articles(["the Red Sea", "the Big Four"], "", "On the Red Sea, The Big Four met the Big Four.")
    {'the Red Sea': True, 'the Big Four': False}
    """
    told: dict[str, bool] = {}
    behind = rf"(?:[.,;:)!?]|$| (?:{one_of('around', 'behind_phrases')})\b)"
    for name in names:
        article, _, bare = name.partition(" ")
        if article != "the" or " " not in bare or _INITIAL.search(bare):
            continue
        written = re.escape(bare)
        if title.casefold() == name.casefold() or re.search(rf"(?<=[^.!?:\n] )The {written}(?!\w)", text):
            told[name] = False
        elif re.search(rf"\bthe {written}{behind}", text):
            told[name] = True
    return told
