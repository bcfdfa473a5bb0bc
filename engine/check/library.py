"""The sentences of documents, and which of them may bear on a claim."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..text.encoder import Encoder
from ..trace.sources import SourceDocument, Span
from ..trace.units import pieces
from .references import points_back
from .word_index import WordIndex

Floats = npt.NDArray[np.float32]

_BY_WORDS = 0.5  # how much the words of a claim count beside its vector


class Passage(NamedTuple):
    """A sentence of a document, or a part of a long one.

    Attributes:
        document: its place among the documents.
        number: of the sentence in its document, from 0.
        span: of the passage in the document's text.
        text: what it says, on one line.
    """

    document: int
    number: int
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may bear on a claim.

    Attributes:
        place: of the passage among all.
        cosine: of claim and passage, in [-1, 1].
        covered: the share of the claim's words that it has, rare ones counting more, in [0, 1].
    """

    place: int
    cosine: float
    covered: float


class Library:
    """Documents, of which each sentence can be found by a claim. Each is encoded once.

    Attributes:
        documents: in the order in which they were given.
        passages: all of theirs, in order.
    """

    def __init__(self, documents: Sequence[SourceDocument], encoder: Encoder) -> None:
        self.documents = tuple(documents)
        self.passages = tuple(
            Passage(at, piece.sentence, piece.span, " ".join(source.text[slice(*piece.span)].split()))
            for at, source in enumerate(self.documents)
            for piece in pieces(source)
        )
        self._encoder = encoder

    def near(
        self, claims: Sequence[str], count: int, within: Sequence[npt.NDArray[np.bool_] | None]
    ) -> list[list[Candidate]]:
        """For each claim the passages that may bear on it most, the best first.

        They are ranked by cosine and, half as much, by the share of the claim's words that they have.

        Args:
            count: how many for each, at most.
            within: for each claim which passages, (n,), are looked at; None for all.
        """
        if not claims or not self.passages:
            return [[] for _ in claims]
        vectors = self._encoder.queries.encode(claims)
        return [
            self._near(claim, vector, count, allowed)
            for claim, vector, allowed in zip(claims, vectors, within, strict=True)
        ]

    def covered(self, claim: str, places: Iterable[int]) -> float:
        """The share of a claim's words that passages have between them, in [0, 1]; rare ones count more."""
        places = list(places)
        weights = self._words.weights(claim)
        return sum(
            weight for term, weight in weights.items() if any(self._words.has(at, term) for at in places)
        )

    def shown(self, places: Iterable[int]) -> str:
        """Passages as a judge reads them: in their order, those of each document behind its title.

        A passage that begins with a pronoun stands behind the one before it.
        """
        wanted = sorted({*places, *(place - 1 for place in places if self._points_back(place))})
        told: list[str] = []
        last = -1
        for place in wanted:
            passage = self.passages[place]
            title = self.documents[passage.document].title
            if passage.document != last and title:
                told.append(f"{title}:")
            told.append(passage.text)
            last = passage.document
        return " ".join(told)

    def of_documents(self, documents: Iterable[int]) -> npt.NDArray[np.bool_]:
        """Which passages are of some of the documents, (n,)."""
        return np.isin(self._document_of, list(documents))

    def _near(
        self, claim: str, vector: Floats, count: int, within: npt.NDArray[np.bool_] | None
    ) -> list[Candidate]:
        cosines = self._vectors @ vector
        covered = self._words.covered(self._words.weights(claim))
        scores = cosines + _BY_WORDS * covered
        looked_at = np.arange(len(scores)) if within is None else np.flatnonzero(within)
        best = looked_at[np.argsort(-scores[looked_at], kind="stable")[:count]]
        return [Candidate(int(place), float(cosines[place]), float(covered[place])) for place in best]

    def _points_back(self, place: int) -> bool:
        """Whether a passage speaks of what the one before it names."""
        passage = self.passages[place]
        follows = place > 0 and self.passages[place - 1].document == passage.document
        return follows and points_back(passage.text)

    @cached_property
    def _vectors(self) -> Floats:
        return self._encoder.encode([passage.text for passage in self.passages])

    @cached_property
    def _words(self) -> WordIndex:
        return WordIndex(passage.text for passage in self.passages)

    @cached_property
    def _document_of(self) -> npt.NDArray[np.int64]:
        return np.array([passage.document for passage in self.passages])
