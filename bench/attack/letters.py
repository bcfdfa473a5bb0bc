"""An encoder that needs no model."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from groundpath.engine.text.encoder import SymmetricEncoder


class Letters(SymmetricEncoder):
    """Counts of letters and digits as vectors."""

    dimensions = 32

    def __init__(self, model_id: str = "attack:letters", *, normalised: bool = True) -> None:
        self.model_id = model_id
        self._normalised = normalised

    @property
    def normalised(self) -> bool:
        return self._normalised

    def encode(self, texts: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float32]]:
        rows = np.ones((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            for letter in text:
                rows[row, ord(letter) % self.dimensions] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
