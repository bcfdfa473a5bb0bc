"""A smaller vocabulary: the word pieces that English texts use, so that the weights fit into the package."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from .base import EMBEDDINGS

Tensors = dict[str, npt.NDArray[np.float32]]


def shortened(tensors: Tensors, tokenizer: bytes, texts: Iterable[str], size: int) -> tuple[Tensors, bytes]:
    """The tensors and the tokenizer with as many word pieces as wanted: the commonest, and all letters.

    A word that loses its piece is cut into smaller ones; none is lost.
    """
    described = json.loads(tokenizer)
    vocabulary: dict[str, int] = described["model"]["vocab"]
    counts: Counter[str] = Counter()
    plain = Tokenizer.from_buffer(tokenizer)
    plain.no_padding()
    plain.no_truncation()
    for encoding in plain.encode_batch_fast(list(texts)):
        counts.update(encoding.ids)
    special = {one["content"] for one in described["added_tokens"]}
    always = {word for word in vocabulary if word in special or len(word.removeprefix("##")) == 1}
    others = sorted(set(vocabulary) - always, key=lambda word: (-counts[vocabulary[word]], vocabulary[word]))
    kept = sorted([*always, *others[: max(0, size - len(always))]], key=vocabulary.__getitem__)
    renumbered = {word: number for number, word in enumerate(kept)}
    _renumber(described, renumbered)
    rows = np.array([vocabulary[word] for word in kept])
    fewer = tensors | {EMBEDDINGS: np.ascontiguousarray(tensors[EMBEDDINGS][rows])}
    return fewer, json.dumps(described, ensure_ascii=False, separators=(",", ":")).encode()


def _renumber(described: dict[str, Any], numbers: dict[str, int]) -> None:
    """Write the new numbers wherever a tokenizer keeps some."""
    described["model"]["vocab"] = numbers
    for added in described["added_tokens"]:
        added["id"] = numbers[added["content"]]
    processor = described.get("post_processor") or {}
    for name, one in processor.get("special_tokens", {}).items():
        one["ids"] = [numbers[name]]
    for end in ("sep", "cls"):
        if end in processor:
            processor[end] = [processor[end][0], numbers[processor[end][0]]]
    described["padding"] = described["truncation"] = None
