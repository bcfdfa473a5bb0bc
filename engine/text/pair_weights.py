"""The weights of a small cross-encoder: kept in a third of their size, and read back."""

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer

from ..errors import EncoderError

WEIGHTS = "weights.safetensors"
FILES = (WEIGHTS, "config.json", "tokenizer.json")

_LEVELS = 104  # as `transformer.py` rounds, so that what is kept rounded is not rounded again
_SCALE = ".scale"
_LEAST_ROUNDED = 4096  # numbers; smaller tensors are kept as they are

Tensors = Mapping[str, npt.NDArray[np.float32]]


class PairFolder:
    """A folder that `keep` wrote. The constructor does no I/O.

    Everything raises EncoderError when a file is missing or damaged.
    """

    def __init__(self, path: Path, *, what: str, longest: int) -> None:
        """
        Args:
            what: how messages call the model: "the learned matcher".
            longest: tokens of a pair; what is longer is cut, see `tokenizer`.
        """
        self.path = path
        self.what = what
        self.longest = longest

    @cached_property
    def config(self) -> Mapping[str, Any]:
        try:
            config: dict[str, Any] = json.loads(self._bytes("config.json"))
        except ValueError as error:
            raise EncoderError(f"{self.path / 'config.json'} is damaged: {error}") from error
        return config

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that change with anything that changes an answer."""
        seen = blake2b(digest_size=8)
        for name in FILES:
            seen.update(self._bytes(name))
        return seen.hexdigest()

    def tensors(self) -> Tensors:
        """All of them, read anew: they are some 120 MB, which nobody needs once the model is loaded."""
        file = self.path / WEIGHTS
        try:
            kept = load_file(file)
        except (OSError, SafetensorError) as error:
            raise EncoderError(f"cannot read {self.what}, {file}: {error}") from error
        return {
            name: kept[name].astype(np.float32) / kept[f"{name}{_SCALE}"]
            if f"{name}{_SCALE}" in kept
            else kept[name]
            for name in kept
            if not name.endswith(_SCALE)
        }

    def tokenizer(self) -> Tokenizer:
        """Cuts the longer text of a pair that is too long, the other to half at least; does not pad."""
        try:
            tokenizer = Tokenizer.from_buffer(self._bytes("tokenizer.json"))
        except ValueError as error:
            raise EncoderError(f"{self.path / 'tokenizer.json'} is damaged: {error}") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.longest, strategy="longest_first")
        return tokenizer

    def _bytes(self, name: str) -> bytes:
        try:
            return (self.path / name).read_bytes()
        except OSError as error:
            raise EncoderError(f"{self.what} lacks {self.path / name}: {error.strerror}") from error


def keep(folder: Path, tensors: Tensors, config: Mapping[str, Any], tokenizer: bytes) -> None:
    """Write a folder: large tensors as bytes, each row with what it was multiplied by."""
    kept: dict[str, npt.NDArray[Any]] = {}
    for name, tensor in tensors.items():
        if tensor.ndim < 2 or tensor.size < _LEAST_ROUNDED or name == "answer.weight":
            kept[name] = np.ascontiguousarray(tensor, np.float32)
            continue
        largest = np.abs(tensor).max(axis=1, keepdims=True)
        scale = (_LEVELS / np.maximum(largest, np.finfo(np.float32).tiny)).astype(np.float32)
        kept[name] = np.rint(tensor * scale).astype(np.int8)
        kept[f"{name}{_SCALE}"] = scale
    folder.mkdir(parents=True, exist_ok=True)
    save_file(kept, folder / WEIGHTS)
    (folder / "config.json").write_text(f"{json.dumps(dict(config), indent=2)}\n", encoding="utf-8")
    (folder / "tokenizer.json").write_bytes(tokenizer)
