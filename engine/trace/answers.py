"""How right an answer is, as the data sets' own evaluation scripts have it.

Reference: the evaluation scripts of SQuAD and HotpotQA.
"""

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED = frozenset(("yes", "no", "noanswer"))


def normalised_answer(text: str) -> str:
    """The form in which answers are compared: lower case, without punctuation, articles, spare white space.

    >>> normalised_answer("The  Beatles!")
    'beatles'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def exact_match(answer: str, accepted: Sequence[str]) -> float:
    """1 when the answer is one of the accepted ones, else 0."""
    return _best(lambda gold: float(normalised_answer(answer) == normalised_answer(gold)), accepted)


def answer_f1(answer: str, accepted: Sequence[str]) -> float:
    """The harmonic mean of the precision and recall of words, in [0, 1]; the best of the accepted answers.

    Yes, no and noanswer are right or wrong as a whole.

    >>> round(answer_f1("Henry VII of England", ["Henry VII"]), 2)
    0.67
    """
    return _best(lambda gold: _f1(normalised_answer(answer), normalised_answer(gold)), accepted)


def _best(score: Callable[[str], float], accepted: Sequence[str]) -> float:
    return max(map(score, accepted), default=0.0)


def _f1(given: str, gold: str) -> float:
    if given != gold and (given in _CLOSED or gold in _CLOSED):
        return 0.0
    words, wanted = given.split(), gold.split()
    shared = sum((Counter(words) & Counter(wanted)).values())
    return 2 * shared / (len(words) + len(wanted)) if shared else 0.0
