"""How relevant facts are to a question and a chain: inner products, each text encoded once.

Reference: TRACE the Evidence, Section 3.3, Equation 4.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ..text.encoder import Encoder
from .terms import ChainFact

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.intp]


def query_text(question: str, chain: Iterable[ChainFact]) -> str:
    """What is encoded for a question and the facts chosen so far: one after the other, as in the paper."""
    return " ".join([question, *(fact.text for fact in chain)])


def encode_distinct(encoder: Encoder, texts: Sequence[str]) -> Floats:
    """Vectors (texts, d); equal texts are encoded once."""
    row_of = {text: row for row, text in enumerate(dict.fromkeys(texts))}
    return encoder.encode(list(row_of))[[row_of[text] for text in texts]]


class RankedFacts:
    """The vectors of the facts of a batch of questions, one for each distinct text.

    Attributes:
        rows: for each set of facts, the row of each fact's vector.
    """

    def __init__(self, encoder: Encoder, vectors: Floats, rows: list[Rows]) -> None:
        self.rows = rows
        self._encoder = encoder
        self._vectors = vectors

    def encode(self, queries: Sequence[str]) -> Floats:
        """Vectors (queries, d); equal queries are encoded once."""
        return encode_distinct(self._encoder, queries)

    def relevance(self, queries: Floats, rows: Rows) -> Floats:
        """Inner products (queries, facts), float32, of queries (queries, d) with the facts of these rows."""
        # Over one set of many documents the vectors are used as they stand: a copy of them for each question
        # would cost more than the products.
        all_in_order = len(rows) == len(self._vectors) and bool((rows == np.arange(len(rows))).all())
        vectors = self._vectors if all_in_order else self._vectors[rows]
        return np.ascontiguousarray(queries @ vectors.T, np.float32)


class FactVectors:
    """Encodes the facts of batch after batch; a text that the batch before had is not encoded again."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._row_of: dict[str, int] = {}
        self._vectors: Floats = np.empty((0, encoder.dimensions), np.float32)

    def hold(self, facts: Iterable[Sequence[ChainFact]]) -> RankedFacts:
        """The vectors of a batch: a set of facts for each of its questions."""
        sets = [[fact.text for fact in of_question] for of_question in facts]
        texts = list(dict.fromkeys(text for of_question in sets for text in of_question))
        kept = [text for text in texts if text in self._row_of]
        new = [text for text in texts if text not in self._row_of]
        known = self._vectors[[self._row_of[text] for text in kept]]
        self._vectors = np.concatenate([known, self._encoder.encode(new)]) if new else known
        self._row_of = {text: row for row, text in enumerate(kept + new)}
        rows = [np.array([self._row_of[text] for text in of_question], np.intp) for of_question in sets]
        return RankedFacts(self._encoder, self._vectors, rows)
