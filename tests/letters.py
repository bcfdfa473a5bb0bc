"""A tiny real encoder, for tests that are not about the model."""

import os
import signal
from collections.abc import Mapping, Sequence

import numpy as np
from groundpath.engine.errors import EncoderError
from groundpath.engine.store.protocol import Vectors
from groundpath.engine.text.encoder import SymmetricEncoder

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class LetterEncoder(SymmetricEncoder):
    """A text points along the counts of its letters. `seen` holds all texts that were encoded."""

    def __init__(self, model_id: str = "test:letters") -> None:
        self.model_id = model_id
        self.dimensions = len(ALPHABET) + 1
        self.seen: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        counts = np.array([[1, *map(text.lower().count, ALPHABET)] for text in texts], np.float32)
        counts = counts.reshape(len(texts), self.dimensions)  # also for no texts
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)


class DeafEncoder(LetterEncoder):
    """One that must not be asked."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        raise EncoderError(f"asked for {len(texts)} texts")


class MortalEncoder(LetterEncoder):
    """One whose process is killed, as by `kill -9`, when it is asked for more than some texts."""

    def __init__(self, lifetime: int) -> None:
        super().__init__()
        self._lifetime = lifetime

    def encode(self, texts: Sequence[str]) -> Vectors:
        if len(self.seen) + len(texts) > self._lifetime:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().encode(texts)


def letter_vectors(texts: Sequence[str]) -> Vectors:
    return LetterEncoder().encode(texts)


class MeaningEncoder(LetterEncoder):
    """One that reads some texts as if they were others."""

    def __init__(self, meant: Mapping[str, str], model_id: str = "test:meaning") -> None:
        super().__init__(model_id)
        self._meant = meant

    def encode(self, texts: Sequence[str]) -> Vectors:
        return super().encode([self._meant.get(text, text) for text in texts])


class LongEncoder(MeaningEncoder):
    """One whose vectors are not of length 1: the longer a text, the longer its vector."""

    @property
    def normalised(self) -> bool:
        return False

    def encode(self, texts: Sequence[str]) -> Vectors:
        lengths = np.array([1 + len(self._meant.get(text, text)) for text in texts], np.float32)
        return super().encode(texts) * lengths.reshape(-1, 1)


class AskingEncoder(LetterEncoder):
    """One that has another encoder for queries."""

    def __init__(self, queries: LetterEncoder, model_id: str = "test:asking") -> None:
        super().__init__(model_id)
        self._queries = queries

    @property
    def queries(self) -> LetterEncoder:  # type: ignore[override]
        return self._queries
