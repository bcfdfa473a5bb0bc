"""What an encoder is."""

from collections.abc import Sequence
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt


class Encoder(Protocol):
    """Turns texts into vectors, whose inner products say how much texts have to do with each other.

    What is searched (facts, names, documents) goes to `encode`, what it is searched for (questions, steps) to
    `queries.encode`: some models treat the two differently, or are two models. Texts of one kind that are
    compared with each other, as names with names, all go to one of them.
    """

    @property
    def model_id(self) -> str:
        """Names the model and all that vectors depend on; equal ids mean equal vectors."""

    @property
    def dimensions(self) -> int: ...

    @property
    def normalised(self) -> bool:
        """Whether all vectors are of length 1, so that inner products are cosines."""

    @property
    def queries(self) -> "Encoder":
        """The encoder of what is searched for, into the same space and with an id of its own; itself where
        all texts are treated alike."""

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Vectors of shape (len(texts), dimensions), row i for text i; (0, dimensions) for no texts."""


class SymmetricEncoder:
    """What is common to encoders that treat all texts alike and give unit vectors."""

    @property
    def normalised(self) -> bool:
        return True

    @property
    def queries(self) -> Self:
        return self
