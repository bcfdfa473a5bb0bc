"""Whether "the" before a name is the sentence's, as in "the United States", or part of it: "The Hague"."""

import re
from collections.abc import Iterable

# What may follow a name that is a phrase of its own; in "the Port Arthur massacre" the article is that of the
# massacre, and "the Standing Committee on Finance" is cut short.
_FUNCTION = (
    "in|at|by|from|to|with|and|or|is|was|are|were|has|had|have|who|which|that|as|when|while|after|before|"
    "during|until|since|between|against|into|near|but|would|will|can|could"
)
_INITIAL = re.compile(r" [A-Z]$")  # of a name that was cut at a full stop: "the John F"


def articles(names: Iterable[str], title: str, text: str) -> dict[str, bool]:
    """For names of several words behind "the", whether the article is the sentence's.

    What the text does not tell is left out: where the name is always part of a longer phrase.

    >>> articles(["the Red Sea", "the Big Four"], "", "On the Red Sea, The Big Four met the Big Four.")
    {'the Red Sea': True, 'the Big Four': False}
    """
    told: dict[str, bool] = {}
    for name in names:
        article, _, bare = name.partition(" ")
        if article != "the" or " " not in bare or _INITIAL.search(bare):
            continue
        written = re.escape(bare)
        if title.casefold() == name.casefold() or re.search(rf"(?<=[^.!?:\n] )The {written}(?!\w)", text):
            told[name] = False
        elif re.search(rf"\bthe {written}(?:[.,;:)!?]|$| (?:{_FUNCTION})\b)", text):
            told[name] = True
    return told
