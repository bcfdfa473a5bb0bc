"""How relevant facts are to a question and a chain: inner products, each text encoded once.

Reference: TRACE the Evidence, Section 3.3, Equation 4.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
import numpy.typing as npt

from ..progress import SILENT, Progress
from ..text.encoder import Encoder
from .shared_names import SharedNames
from .terms import ChainFact
from .titles import TitledFacts

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.intp]

_TEXTS_AT_A_TIME = 256


def query_text(question: str, chain: Iterable[ChainFact]) -> str:
    """What is encoded for a question and the facts chosen so far: one after the other, as in the paper."""
    return " ".join([question, *(fact.text for fact in chain)])


def encode_distinct(encoder: Encoder, texts: Sequence[str]) -> Floats:
    """Vectors (texts, d); equal texts are encoded once."""
    row_of = {text: row for row, text in enumerate(dict.fromkeys(texts))}
    return encoder.encode(list(row_of))[[row_of[text] for text in texts]]


def _encode_told(encoder: Encoder, texts: Sequence[str], progress: Progress) -> Floats:
    """Vectors (texts, d), some at a time, so that it is told how far it is."""
    vectors = np.empty((len(texts), encoder.dimensions), np.float32)
    with progress.task("Encoding facts", len(texts)) as advance:
        for start in range(0, len(texts), _TEXTS_AT_A_TIME):
            some = texts[start : start + _TEXTS_AT_A_TIME]
            vectors[start : start + len(some)] = encoder.encode(some)
            advance(len(some))
    return vectors


@dataclass(frozen=True, slots=True)
class HeldFacts:
    """A set of facts, with what is known of it.

    Attributes:
        rows: the row of each fact's vector.
        titles, names: how facts are found by what leads to them.
    """

    facts: Sequence[ChainFact]
    rows: Rows
    titles: TitledFacts
    names: SharedNames


class RankedFacts:
    """The vectors of the facts of a batch of questions, one for each distinct text.

    Attributes:
        rows: for each set of facts, the row of each fact's vector; one array for sets that are one object.
        held: each set of facts.
    """

    def __init__(self, encoder: Encoder, vectors: Floats, held: Sequence[HeldFacts]) -> None:
        self.rows = [one.rows for one in held]
        self.held = held
        self._encoder = encoder
        self._vectors = vectors

    def encode(self, queries: Sequence[str]) -> Floats:
        """Vectors (queries, d); equal queries are encoded once."""
        return encode_distinct(self._encoder.queries, queries)

    def relevance(self, sets: Sequence[int], queries: Sequence[Floats]) -> list[Floats]:
        """For each of some sets, by their places, inner products (queries, facts) with queries (queries, d).

        Over one collection of many documents reading its vectors takes the time: all its queries meet them
        together.
        """
        together: dict[int, list[int]] = {}
        for at, place in enumerate(sets):
            together.setdefault(id(self.rows[place]), []).append(at)
        found = dict[int, Floats]()
        for members in together.values():
            products = self._products(
                np.concatenate([queries[at] for at in members]), self.rows[sets[members[0]]]
            )
            ends = np.cumsum([len(queries[at]) for at in members])
            found |= zip(members, np.split(products, ends[:-1]), strict=True)
        return [found[at] for at in range(len(sets))]

    def _products(self, queries: Floats, rows: Rows) -> Floats:
        # The vectors first: turned over, they would be copied, which takes longer than products with few.
        if len(rows) < len(self._vectors):
            products = self._vectors[rows] @ queries.T
        else:  # all of them: the products are fewer to copy than the vectors
            products = (self._vectors @ queries.T)[rows]
        return np.ascontiguousarray(products.T, np.float32)


class FactVectors:
    """Encodes the facts of batch after batch; what the batch before had is not encoded again.

    Several threads may use one object.
    """

    def __init__(self) -> None:
        self._row_of: dict[str, int] = {}
        self._vectors: Floats | None = None
        # Kept with the sets themselves: an id names an object as long as this is there.
        self._held: dict[int, HeldFacts] = {}
        self._lock = Lock()

    def hold(
        self, sets: Sequence[Sequence[ChainFact]], encoder: Encoder, progress: Progress = SILENT
    ) -> RankedFacts:
        """The vectors of a batch: a set of facts for each of its questions, always by the same encoder.

        Sets that are one object, in this batch and the one before, are gone through once.
        """
        with self._lock:
            distinct = {id(facts): facts for facts in sets}
            if self._vectors is None or not distinct.keys() <= self._held.keys():
                self._vectors = self._learned(distinct, encoder, progress)
            return RankedFacts(encoder, self._vectors, [self._held[id(facts)] for facts in sets])

    def _learned(
        self, sets: Mapping[int, Sequence[ChainFact]], encoder: Encoder, progress: Progress
    ) -> Floats:
        texts_of = {key: [fact.text for fact in facts] for key, facts in sets.items()}
        texts = list(dict.fromkeys(text for of_set in texts_of.values() for text in of_set))
        kept = [text for text in texts if text in self._row_of]
        new = [text for text in texts if text not in self._row_of]
        vectors = _encode_told(encoder, new, progress)
        if self._vectors is not None:
            vectors = np.concatenate([self._vectors[[self._row_of[text] for text in kept]], vectors])
        self._row_of = {text: row for row, text in enumerate(kept + new)}
        known = self._held
        self._held = {
            key: HeldFacts(
                facts,
                np.array([self._row_of[text] for text in texts_of[key]], np.intp),
                known[key].titles if key in known else TitledFacts(facts),
                known[key].names if key in known else SharedNames(facts),
            )
            for key, facts in sets.items()
        }
        return vectors
