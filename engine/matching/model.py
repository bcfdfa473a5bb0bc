"""The learned matcher: a small cross-encoder that says what a statement does with a relation of two things.

It reads the relation's label as a question of two masked names, beside the statement in which the same names
stand for the two things. It knows no graph, no names and no types: only the words decide.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

import ctranslate2
import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from ..errors import EncoderError
from ..text.batching import cheapest_batches
from ..text.transformer import load_transformer, usable_cores, workers_for
from .weights import PACKAGED, MatcherFolder

HEAD, TAIL = "alice", "bob"
"""The names that stand for head and tail: ones that the encoder knows, one token each."""

Answer = Literal["supports", "inverse", "denied", "hedged", "other", "nothing"]
ANSWERS: tuple[Answer, ...] = ("supports", "inverse", "denied", "hedged", "other", "nothing")

_TOKENS_OF_A_BATCH = 1024

Probabilities = npt.NDArray[np.float32]


class Question(NamedTuple):
    """Does a statement say that a relation leads from HEAD to TAIL?

    Attributes:
        label: the relation in plain words, see `words_of_label`.
        statement: the text, in which HEAD and TAIL stand for the two things.
    """

    label: str
    statement: str


class LearnedMatcher:
    """Answers questions of statements and relations, in batches. The constructor does no I/O.

    Raises:
        EncoderError: at first use, when the weights are missing or damaged.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: what `make matcher` wrote; without one, the weights that groundpath ships with."""
        self._folder = MatcherFolder(folder or PACKAGED)

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that change with the weights."""
        return self._folder.digest

    def answer(self, questions: Sequence[Question]) -> Probabilities:
        """Probabilities of ANSWERS, (questions, 6) in [0, 1]; each row sums to 1."""
        found = np.empty((len(questions), len(ANSWERS)), np.float32)
        if not questions:
            return found
        pairs = [(f"{HEAD} | {label} | {TAIL}", statement) for label, statement in questions]
        encoded = self._tokenizer.encode_batch_fast(pairs)
        tokens = [one.ids for one in encoded]
        types = [one.type_ids for one in encoded]
        transformer = self._transformer
        for batch in cheapest_batches(list(map(len, tokens)), _TOKENS_OF_A_BATCH, 1):
            states = transformer.forward_batch(
                [tokens[row] for row in batch], token_type_ids=[types[row] for row in batch]
            )
            found[batch] = self._read(
                np.asarray(states.last_hidden_state),
                [tokens[row] for row in batch],
                [types[row] for row in batch],
            )
        return found

    def _read(
        self, states: npt.NDArray[np.float32], tokens: list[list[int]], types: list[list[int]]
    ) -> Probabilities:
        """From the states of tokens, (n, t, d): their mean, and those of the two names in the statement."""
        weights = np.zeros((3, *states.shape[:2]), np.float32)
        for row, (ids, kinds) in enumerate(zip(tokens, types, strict=True)):
            weights[0, row, : len(ids)] = 1
            for name, own in enumerate(self._names, 1):
                for at, (id, kind) in enumerate(zip(ids, kinds, strict=True)):
                    weights[name, row, at] = id == own and kind == 1
        sums = np.einsum("ntd,knt->nkd", states, weights)
        sums /= np.maximum(weights.sum(axis=2).T[:, :, None], 1)
        weight, bias = self._reading
        logits = sums.reshape(len(tokens), -1) @ weight.T + bias
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        answers: Probabilities = odds / odds.sum(axis=1, keepdims=True)
        return answers

    @cached_property
    def _reading(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """What turns states into logits: (6, 3d) and (6,)."""
        tensors = self._folder.tensors()
        return tensors["answer.weight"], tensors["answer.bias"]

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return self._folder.tokenizer()

    @cached_property
    def _names(self) -> tuple[int, int]:
        return _known(self._tokenizer, HEAD), _known(self._tokenizer, TAIL)

    @cached_property
    def _transformer(self) -> ctranslate2.Encoder:
        return load_transformer(self._folder, workers_for(usable_cores()), "int8")


def _known(tokenizer: Tokenizer, name: str) -> int:
    number = tokenizer.token_to_id(name)
    if number is None:
        raise EncoderError(f"the learned matcher's tokenizer lacks the word {name!r}")
    return int(number)
