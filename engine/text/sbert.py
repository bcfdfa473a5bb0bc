"""Any sentence-transformers model as encoder; needs the extra `groundpath[sbert]`, which brings torch."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import EncoderError

Vectors = npt.NDArray[np.float32]


class SentenceTransformers:
    """A model by its name on the Hugging Face hub or by its folder; loaded at first use.

    Raises:
        EncoderError: at first use, when sentence-transformers is not installed or has no such model.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"SentenceTransformers({self._name!r})"

    @property
    def model_id(self) -> str:
        return f"sbert:{self._name}"

    @cached_property
    def dimensions(self) -> int:
        return int(self._encode([""]).shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        return self._encode(list(texts))

    def _encode(self, texts: list[str]) -> Vectors:
        vectors = self._model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, np.float32)

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise EncoderError(
                f"encoder {self.model_id} needs sentence-transformers; run: pip install 'groundpath[sbert]'"
            ) from error
        try:
            return SentenceTransformer(self._name)
        except (OSError, ValueError) as error:
            reason = str(error).partition("\n")[0]
            raise EncoderError(f"encoder sbert:{self._name} cannot be loaded: {reason}") from error
