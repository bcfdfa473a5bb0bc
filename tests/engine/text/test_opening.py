"""Which encoder a name means."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.text.reranker import open_reranker
from groundpath.engine.text.weights import installed_folder

sbert_is_absent = importlib.util.find_spec("sentence_transformers") is None


@pytest.fixture(autouse=True)
def _no_encoder_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GROUNDPATH_ENCODER", raising=False)


def test_minilm_is_the_default() -> None:
    assert open_encoder().model_id == open_encoder("minilm").model_id == "all-MiniLM-L6-v2"
    assert open_encoder().dimensions == 384


def test_the_environment_names_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDPATH_ENCODER", str(installed_folder()))
    assert open_encoder().model_id == open_encoder(f"minilm:{installed_folder()}").model_id
    assert open_encoder("minilm").model_id == "all-MiniLM-L6-v2"
    np.testing.assert_allclose(open_encoder().encode(["Anne"]), open_encoder("minilm").encode(["Anne"]))


def test_nothing_is_read_before_it_is_needed(tmp_path: Path) -> None:
    open_encoder(f"minilm:{tmp_path / 'nowhere'}")
    open_encoder("sbert:no-such-model")


def test_int8_must_be_asked_for_and_has_an_id_of_its_own() -> None:
    asked = [open_encoder(name) for name in ("minilm-int8", f"minilm-int8:{installed_folder()}")]
    assert asked[0].model_id == "all-MiniLM-L6-v2:int8"
    assert asked[1].model_id == f"{open_encoder(f'minilm:{installed_folder()}').model_id}:int8"
    np.testing.assert_array_equal(asked[0].encode(["Anne"]), asked[1].encode(["Anne"]))


@pytest.mark.parametrize(
    "name", ["maxilm", "minilm:", "minilm-int8:", "sbert:", "sbert", "no/such/folder", "http://host"]
)
def test_other_names_are_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(EncoderError, match=r"minilm, minilm:PATH, minilm-int8, .*sbert:NAME_OR_PATH"):
        open_encoder(name)


@pytest.mark.skipif(not sbert_is_absent, reason="sentence-transformers is installed")
def test_the_missing_extra_is_named() -> None:
    with pytest.raises(EncoderError, match=r"pip install 'groundpath\[sbert\]'"):
        open_encoder("sbert:all-MiniLM-L6-v2").encode(["a"])


@pytest.mark.skipif(not sbert_is_absent, reason="sentence-transformers is installed")
def test_a_reranker_names_the_missing_extra_too() -> None:
    with pytest.raises(EncoderError, match=r"reranker cross:a/b needs .*pip install 'groundpath\[sbert\]'"):
        open_reranker("cross:a/b").scores("who", ["a"])


@pytest.mark.parametrize("name", ["cross:", "cross", "sbert:a/b", "a/b"])
def test_rerankers_of_other_names_are_refused(name: str) -> None:
    with pytest.raises(EncoderError, match="is not of the form cross:NAME_OR_PATH"):
        open_reranker(name)
