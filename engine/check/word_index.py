"""Which words texts have, and how much of a claim's words each text covers."""

from collections import defaultdict
from collections.abc import Iterable
from math import log

import numpy as np
import numpy.typing as npt

from ..language.function_words import words_of
from ..names import words

_STEM = 5  # letters: "founded", "founder" and "founding" are one term


class WordIndex:
    """Texts, by the terms that they hold."""

    def __init__(self, texts: Iterable[str], behind: "WordIndex | None" = None) -> None:
        """`behind`: another, whose texts stand behind these."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        count = 0
        for count, text in enumerate(texts, 1):
            for term in dict.fromkeys(terms(text)):
                places[term].append(count - 1)
        self._own = count
        self._places = {term: np.array(found, np.intp) for term, found in places.items()}
        self._behind = behind

    def __len__(self) -> int:
        return self._own + (len(self._behind) if self._behind else 0)

    def weights(self, claim: str) -> dict[str, float]:
        """The terms of a claim, by how rare each is among the texts; they sum to 1.

        Rarity is the idf of BM25 as Lucene has it: log(1 + (N - n + 0.5) / (n + 0.5)), never negative.
        """
        rare = {term: self._idf(term) for term in dict.fromkeys(terms(claim))}
        total = sum(rare.values())
        return {term: weight / total for term, weight in rare.items()} if total else {}

    def covered(self, weights: dict[str, float]) -> npt.NDArray[np.float32]:
        """The share of a claim's terms that each text has, (n,) in [0, 1]; see `weights`."""
        found = np.zeros(self._own, np.float32)
        for term, weight in weights.items():
            if term in self._places:
                found[self._places[term]] += weight
        return np.concatenate([found, self._behind.covered(weights)]) if self._behind else found

    def has(self, place: int, term: str) -> bool:
        """Whether a text has a term."""
        if self._behind and place >= self._own:
            return self._behind.has(place - self._own, term)
        found = self._places.get(term)
        at = -1 if found is None else int(np.searchsorted(found, place))
        return found is not None and at < len(found) and int(found[at]) == place

    def _idf(self, term: str) -> float:
        having = self._having(term)
        return log(1 + (len(self) - having + 0.5) / (having + 0.5))

    def _having(self, term: str) -> int:
        """How many texts have a term."""
        return len(self._places.get(term, ())) + (self._behind._having(term) if self._behind else 0)


def terms(text: str) -> list[str]:
    """The words of a text that say something, cut to what their forms have in common.

    >>> terms("Ann was the founder of Acme.")
    ['ann', 'was', 'found', 'acme']
    """
    return [word[:_STEM] for word in words(text) if word not in words_of("empty")]
