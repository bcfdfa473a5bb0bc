"""What a person labelled: read from a file, and chosen by likeness, to show a model how it is done."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from ...loaders.faults import Faults
from ...loaders.reading import PathLike, source_name
from ...loaders.row_values import read_row_values
from ..errors import BadRowError, InputError
from ..progress import SILENT
from ..text.encoder import Encoder

T = TypeVar("T")


def read_labelled(path: PathLike, labelled: Callable[[Any], T], what: str) -> tuple[T, ...]:
    """Every row of a file of JSON lines or one JSON array, as `labelled` reads it.

    Args:
        labelled: raises ValueError, which says what is wrong with the row.
        what: what the file holds, for its errors: "labelled document".

    Raises:
        BadRowError: a row is malformed.
        InputError: the file cannot be read, or holds nothing.
    """
    found = []
    for batch in read_row_values(path, Faults("stop"), SILENT):
        for line, row in batch:
            try:
                found.append(labelled(row))
            except ValueError as error:
                raise BadRowError(source_name(path), line, f"{error}; correct the row") from None
    if not found:
        raise InputError(f"{source_name(path)} holds no {what}")
    return tuple(found)


class NearestLabelled(Generic[T]):
    """Chooses, for each text, what was labelled and is most like it."""

    def __init__(
        self,
        encoder: Encoder,
        labelled: Sequence[T],
        text_of: Callable[[T], str],
        count: int,
        *,
        fixed: bool = False,
    ) -> None:
        """
        Args:
            text_of: what is compared with the texts.
            count: how many for each; 0 for none.
            fixed: the first ones for every text, whatever they are like (TRACE the Evidence, Table 9).
        """
        self._encoder = encoder
        self._labelled = labelled
        self._texts = [text_of(one) for one in labelled]
        self._count = count
        self._vectors = encoder.encode(self._texts) if count and not fixed else None

    def choose(self, texts: Sequence[str]) -> list[tuple[T, ...]]:
        """What to show for each text, the most similar last, where a model heeds it most.

        Similarity is the inner product. Nothing is shown for its own text, which would give it away.
        """
        if not texts or not self._count:
            return [()] * len(texts)
        return [self._first(text, order) for text, order in zip(texts, self._orders(texts), strict=True)]

    def _orders(self, texts: Sequence[str]) -> Sequence[Sequence[int]]:
        if self._vectors is None:
            return [range(len(self._labelled))] * len(texts)
        distinct = list(dict.fromkeys(texts))
        likeness = self._encoder.encode(distinct) @ self._vectors.T
        orders = dict(zip(distinct, np.argsort(-likeness, axis=1, kind="stable").tolist(), strict=True))
        return [orders[text] for text in texts]

    def _first(self, text: str, order: Sequence[int]) -> tuple[T, ...]:
        others = [place for place in order if self._texts[place] != text][: self._count]
        return tuple(self._labelled[place] for place in reversed(others))
