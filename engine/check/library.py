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
    """

    def __init__(
        self, documents: Sequence[SourceDocument], encoder: Encoder, behind: "Library | None" = None
    ) -> None:
        """`behind`: another, whose documents stand behind these; they are not read again."""
        self.documents: tuple[SourceDocument, ...] = (*documents, *(behind.documents if behind else ()))
        self._own = tuple(
            Passage(at, piece.sentence, piece.span, " ".join(source.text[slice(*piece.span)].split()))
            for at, source in enumerate(documents)
            for piece in pieces(source)
        )
        self._encoder = encoder
        self._behind = behind

    @property
    def size(self) -> int:
        """How many passages there are; documents without a word have none."""
        return len(self._own) + (self._behind.size if self._behind else 0)

    def passage(self, place: int) -> Passage:
        """A passage by its place among all, which are those of the documents in order, from 0."""
        if self._behind is None or place < len(self._own):
            return self._own[place]
        found = self._behind.passage(place - len(self._own))
        return found._replace(document=found.document + self._before)

    def near(
        self, claims: Sequence[str], count: int, within: Sequence[npt.NDArray[np.bool_] | None]
    ) -> list[list[Candidate]]:
        """For each claim the passages that may bear on it most, the best first.

        They are ranked by cosine and, half as much, by the share of the claim's words that they have.

        Args:
            count: how many for each, at most.
            within: for each claim which passages, (n,), are looked at; None for all.
        """
        if not claims or not self.size:
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
            passage = self.passage(place)
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
        cosines = self._cosines(vector)
        covered = self._words.covered(self._words.weights(claim))
        scores = cosines + _BY_WORDS * covered
        looked_at = np.arange(len(scores)) if within is None else np.flatnonzero(within)
        best = looked_at[np.argsort(-scores[looked_at], kind="stable")[:count]]
        return [Candidate(int(place), float(cosines[place]), float(covered[place])) for place in best]

    def _points_back(self, place: int) -> bool:
        """Whether a passage speaks of what the one before it names."""
        passage = self.passage(place)
        follows = place > 0 and self.passage(place - 1).document == passage.document
        return follows and points_back(passage.text)

    def _cosines(self, vector: Floats) -> Floats:
        """Of a vector and each passage, (n,)."""
        own: Floats = self._vectors @ vector
        return np.concatenate([own, self._behind._cosines(vector)]) if self._behind else own

    @property
    def _before(self) -> int:
        """How many documents stand before those of the library behind."""
        return len(self.documents) - (len(self._behind.documents) if self._behind else 0)

    @cached_property
    def _vectors(self) -> Floats:
        """Of its own passages."""
        return self._encoder.encode([passage.text for passage in self._own])

    @cached_property
    def _words(self) -> WordIndex:
        behind = self._behind._words if self._behind else None
        return WordIndex((passage.text for passage in self._own), behind)

    @cached_property
    def _document_of(self) -> npt.NDArray[np.int64]:
        own = np.array([passage.document for passage in self._own], np.int64)
        return np.concatenate([own, self._behind._document_of + self._before]) if self._behind else own
