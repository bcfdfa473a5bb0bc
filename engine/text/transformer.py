"""A BERT in CTranslate2, filled from its tensors with numpy alone."""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple, Protocol

import ctranslate2
import numpy as np
from ctranslate2.specs import (
    Activation,
    EmbeddingsMerge,
    TransformerEncoderModelSpec,
    TransformerEncoderSpec,
)

from ..errors import EncoderError
from .weights import Tensors

# Each worker holds activations of its own (~40 MB); beyond this many, threads join in one worker's batch.
_MOST_WORKERS = 8
# Whole numbers up to which weights are rounded in int8, of 127: with more, the sums of two products that
# processors without VNNI make in 16 bits overflow (cosine with float32 down to 0.980); with fewer, all is
# rounded more.
_LEVELS = 104

Precision = Literal["float32", "int8"]


class Bert(Protocol):
    """A BERT as it is kept: `config` and `tensors` as transformers names them, `path` for messages."""

    @property
    def path(self) -> Path: ...

    @property
    def config(self) -> Mapping[str, Any]: ...

    def tensors(self) -> Tensors: ...


class Workers(NamedTuple):
    """How many batches run at once, and how many threads work on each."""

    at_once: int
    threads_each: int


def workers_for(cores: int) -> Workers:
    """One thread a batch is fastest: 680 facts/s, against 565 with two threads on one batch (2 cores)."""
    at_once = max(1, min(cores, _MOST_WORKERS))
    return Workers(at_once, max(1, cores // at_once))


def usable_cores() -> int:
    """How many cores this process may use: OMP_NUM_THREADS where that is set, as Ray and Spark set it."""
    given = os.environ.get("OMP_NUM_THREADS", "")
    if given.isdecimal() and int(given):
        return int(given)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load_transformer(model: Bert, workers: Workers, precision: Precision = "float32") -> ctranslate2.Encoder:
    """The model, ready to run; in int8, weights and what meets them are rounded to 8 bits.

    CTranslate2 reads models from files only: they stand in a temporary folder for as long as that takes.

    Raises:
        EncoderError: a tensor is missing or misshapen, or the temporary folder cannot be written.
    """
    try:
        spec = _specification(model.config, model.tensors())
        if precision == "int8":
            _round(spec.encoder.layer)
        spec.validate()
        with TemporaryDirectory(prefix="groundpath-") as folder:
            spec.save(folder)
            return _open(Path(folder), workers, precision)
    except KeyError as error:
        raise EncoderError(f"{model.path} is no whole BERT: it lacks {error}") from error
    except (ValueError, RuntimeError) as error:
        raise EncoderError(f"{model.path}: weights and config.json do not fit together: {error}") from error
    except OSError as error:
        raise EncoderError(f"cannot unpack {model.path} to a temporary folder: {error}") from error


def _open(folder: Path, workers: Workers, precision: Precision) -> ctranslate2.Encoder:
    return ctranslate2.Encoder(
        str(folder),
        device="cpu",
        compute_type="float32" if precision == "float32" else "int8_float32",
        inter_threads=workers.at_once,
        intra_threads=workers.threads_each,
    )


def _specification(config: Mapping[str, Any], tensors: Tensors) -> TransformerEncoderModelSpec:
    encoder = TransformerEncoderSpec(
        config["num_hidden_layers"],
        config["num_attention_heads"],
        pre_norm=False,
        activation=Activation.GELU,
        layernorm_embedding=True,
        num_source_embeddings=2,
        embeddings_merge=EmbeddingsMerge.ADD,
    )
    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = tensors["embeddings.word_embeddings.weight"]
    encoder.embeddings[1].weight = tensors["embeddings.token_type_embeddings.weight"]
    encoder.position_encodings.encodings = tensors["embeddings.position_embeddings.weight"]
    _fill_norm(encoder.layernorm_embedding, tensors, "embeddings.LayerNorm")
    for number, layer in enumerate(encoder.layer):
        _fill_layer(layer, tensors, f"encoder.layer.{number}")
    spec = TransformerEncoderModelSpec(encoder)
    spec.config.layer_norm_epsilon = config["layer_norm_eps"]
    # It is given token numbers, never words: the vocabulary need only be as long as the embeddings.
    spec.register_vocabulary([str(token) for token in range(spec.get_vocabulary_size())])
    return spec


def _fill_layer(layer: Any, tensors: Tensors, name: str) -> None:
    attention = f"{name}.attention"
    joined = [f"{attention}.self.{part}" for part in ("query", "key", "value")]
    _fill_linear(layer.self_attention.linear[0], tensors, joined)
    _fill_linear(layer.self_attention.linear[1], tensors, [f"{attention}.output.dense"])
    _fill_norm(layer.self_attention.layer_norm, tensors, f"{attention}.output.LayerNorm")
    _fill_linear(layer.ffn.linear_0, tensors, [f"{name}.intermediate.dense"])
    _fill_linear(layer.ffn.linear_1, tensors, [f"{name}.output.dense"])
    _fill_norm(layer.ffn.layer_norm, tensors, f"{name}.output.LayerNorm")


def _fill_linear(linear: Any, tensors: Tensors, names: list[str]) -> None:
    linear.weight = np.concatenate([tensors[f"{name}.weight"] for name in names])
    linear.bias = np.concatenate([tensors[f"{name}.bias"] for name in names])


def _round(layers: list[Any]) -> None:
    """Weights as bytes, each row with what it was multiplied by."""
    for layer in layers:
        for linear in (*layer.self_attention.linear, layer.ffn.linear_0, layer.ffn.linear_1):
            largest = np.abs(linear.weight).max(axis=1, keepdims=True)
            scale = _LEVELS / np.maximum(largest, np.finfo(np.float32).tiny)
            linear.weight_scale = scale[:, 0].astype(np.float32)
            linear.weight = np.rint(linear.weight * scale).astype(np.int8)


def _fill_norm(norm: Any, tensors: Tensors, name: str) -> None:
    norm.gamma = tensors[f"{name}.weight"]
    norm.beta = tensors[f"{name}.bias"]
