"""Small cross-encoders: a pair of texts is read together, and means of its states tell which answer holds."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import ctranslate2
import numpy as np
import numpy.typing as npt
from tokenizers import Encoding, Tokenizer

from .batching import cheapest_batches
from .pair_weights import PairFolder
from .transformer import load_transformer

# Few, so that a handful of pairs keeps every worker busy: in larger ones a pair is read no faster.
_TOKENS_OF_A_BATCH = 256

Probabilities = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]
Parts = Callable[[Ids, Ids], Sequence[npt.NDArray[np.bool_]]]
"""Which tokens of a pair each mean is of, (t,) each, by the tokens' ids and kinds, (t,): a kind is 0 in the
first text and 1 in the second."""


class PairReader:
    """Answers pairs of texts, in batches. The constructor does no I/O.

    An answer is a linear layer over means of states: `answer.weight` (answers, means x d), `answer.bias`.

    Raises:
        EncoderError: at first use, when the weights are missing or damaged.
    """

    def __init__(self, folder: PairFolder, parts: Parts) -> None:
        self.folder = folder
        self._parts = parts

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        """Of each answer, (pairs, answers) in [0, 1]; each row sums to 1."""
        weight, bias = self._reading
        found = np.empty((len(pairs), len(bias)), np.float32)
        if not pairs:
            return found
        encoded = self.tokenizer.encode_batch_fast(list(pairs))
        # Of one worker's share, whatever runs it: what a batch holds decides what it rounds to.
        batches = cheapest_batches([len(one.ids) for one in encoded], _TOKENS_OF_A_BATCH, 1)

        def means_of(batch: list[int]) -> npt.NDArray[np.float32]:
            return self._means([encoded[row] for row in batch])

        with ThreadPoolExecutor(self._transformer.num_encoders) as pool:
            for batch, means in zip(batches, pool.map(means_of, batches), strict=True):
                found[batch] = _softmax(means @ weight.T + bias)
        return found

    def reads_first(self, first: str, second: str) -> bool:
        """Whether the first text of a pair is read whole: one that is too long beside the second is cut."""
        room = self.folder.longest - self.tokenizer.num_special_tokens_to_add(True)
        if len(first) <= room // 2:  # each token is a character at least
            return True
        tokens = self._count(first)
        return tokens <= room // 2 or tokens + self._count(second) <= room

    def _count(self, text: str) -> int:
        return len(self.tokenizer.encode(text, add_special_tokens=False).ids)

    @cached_property
    def tokenizer(self) -> Tokenizer:
        return self.folder.tokenizer()

    def _means(self, batch: Sequence[Encoding]) -> npt.NDArray[np.float32]:
        """The means of each pair beside each other, (n, means x d); of no tokens it is zeros."""
        came = self._transformer.forward_batch(
            [one.ids for one in batch], token_type_ids=[one.type_ids for one in batch]
        )
        states = np.asarray(came.last_hidden_state)
        parts = [self._parts(np.array(one.ids), np.array(one.type_ids)) for one in batch]
        weights = np.zeros((len(parts[0]), *states.shape[:2]), np.float32)
        for row, of_pair in enumerate(parts):
            for mean, tokens in enumerate(of_pair):
                weights[mean, row, : len(tokens)] = tokens
        sums = np.einsum("ntd,knt->nkd", states, weights)
        sums /= np.maximum(weights.sum(axis=2).T[:, :, None], 1)
        found: npt.NDArray[np.float32] = sums.reshape(len(batch), -1)
        return found

    @cached_property
    def _reading(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        tensors = self.folder.tensors()
        return tensors["answer.weight"], tensors["answer.bias"]

    @cached_property
    def _transformer(self) -> ctranslate2.Encoder:
        return load_transformer(self.folder, "int8")


def _softmax(logits: npt.NDArray[np.float32]) -> Probabilities:
    logits = logits - logits.max(axis=1, keepdims=True)
    odds = np.exp(logits)
    answers: Probabilities = odds / odds.sum(axis=1, keepdims=True)
    return answers
