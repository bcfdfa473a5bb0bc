"""What an encoder is."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt


class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def model_id(self) -> str:
        """Names the model; equal ids mean equal vectors."""

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors of shape (len(texts), dimensions), row i for text i; (0, dimensions) for no texts."""
