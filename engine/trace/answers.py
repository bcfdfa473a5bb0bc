"""How right an answer is, as the data sets' own evaluation scripts have it.

Reference: the evaluation scripts of SQuAD and HotpotQA.
"""

import re
import string
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED = frozenset(("yes", "no", "noanswer"))


class WordOverlap(NamedTuple):
    """How far the words of an answer and of the right one agree, each in [0, 1]."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def normalised_answer(text: str) -> str:
    """The form in which answers are compared: lower case, without punctuation, articles, spare white space.

    >>> normalised_answer("The  Beatles!")
    'beatles'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def exact_match(answer: str, accepted: Sequence[str]) -> float:
    """1 when the answer is one of the accepted ones, else 0."""
    given = normalised_answer(answer)
    return float(any(given == normalised_answer(gold) for gold in accepted))


def answer_f1(answer: str, accepted: Sequence[str]) -> float:
    """The harmonic mean of the precision and recall of words, in [0, 1]; the best of the accepted answers.

    Yes, no and noanswer are right or wrong as a whole.

    >>> round(answer_f1("Henry VII of England", ["Henry VII"]), 2)
    0.67
    """
    return word_overlap(answer, accepted).f1


def word_overlap(answer: str, accepted: Sequence[str]) -> WordOverlap:
    """Precision and recall of words, against the accepted answer that gives the best F1."""
    given = normalised_answer(answer)
    return max(
        (_overlap(given, normalised_answer(gold)) for gold in accepted),
        key=lambda found: found.f1,
        default=WordOverlap(0.0, 0.0),
    )


def _overlap(given: str, gold: str) -> WordOverlap:
    if given != gold and (given in _CLOSED or gold in _CLOSED):
        return WordOverlap(0.0, 0.0)
    words, wanted = given.split(), gold.split()
    shared = sum((Counter(words) & Counter(wanted)).values())
    return WordOverlap(shared / len(words), shared / len(wanted)) if shared else WordOverlap(0.0, 0.0)
