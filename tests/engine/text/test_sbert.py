"""The `sbert:` encoder on the real model."""

import json
from pathlib import Path

import numpy as np
import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.text.weights import installed_folder

pytest.importorskip("sentence_transformers", reason="needs sentence-transformers; .ci/sbert runs it")
pytestmark = pytest.mark.sbert
HERE = Path(__file__).parent


def test_is_sentence_transformers() -> None:
    texts = json.loads((HERE / "reference_texts.json").read_text(encoding="utf-8"))
    reference = np.load(HERE / "reference_vectors.npz")["vectors"].astype(np.float32)
    reference /= np.linalg.norm(reference, axis=1, keepdims=True)
    encoder = open_encoder(f"sbert:{installed_folder()}")
    vectors = encoder.encode(texts)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(texts), encoder.dimensions) == (200, 384)
    assert (vectors * reference).sum(axis=1).min() >= 0.9999


def test_no_texts_give_no_rows() -> None:
    assert open_encoder(f"sbert:{installed_folder()}").encode([]).shape == (0, 384)


def test_a_model_that_is_not_there_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match=r"sbert:.*cannot be loaded") as caught:
        open_encoder(f"sbert:{tmp_path / 'nowhere'}").encode(["a"])
    assert "\n" not in str(caught.value)
