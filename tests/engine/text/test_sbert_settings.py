"""Encoders as TRACE the Evidence, Table 4, has them: prefixes, two models, inner products; on real models.

The models are made here, small and of random weights; what they should give is taken from transformers and
sentence-transformers themselves.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.text.sbert import SentenceTransformers
from tiny_models import bert, tokenizer

pytest.importorskip("sentence_transformers", reason="needs sentence-transformers; .ci/sbert runs it")
pytestmark = pytest.mark.sbert

TEXTS = ["rush was a band", "peart was a drummer", "yes"]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return bert(tmp_path / "model")


def encoder(folder: Path, **settings: Any) -> Any:
    """The encoder of a TOML file."""
    file = folder.parent / "encoder.toml"
    rows = {"model": str(folder), **settings}
    file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in rows.items()), "utf-8")
    return open_encoder(str(file))


def states(folder: Path, texts: list[str]) -> list[np.ndarray]:
    """The vectors of each text's tokens, from transformers itself, one text at a time."""
    import torch
    from transformers import AutoModel

    with torch.inference_mode():
        network = AutoModel.from_pretrained(folder).eval()
        return [network(**tokenizer()(text, return_tensors="pt"))[0][0].numpy() for text in texts]


def means(folder: Path, texts: list[str]) -> np.ndarray:
    return np.array([tokens.mean(axis=0) for tokens in states(folder, texts)])


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def close(found: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_without_settings_both_roles_are_the_models_own_unit_vectors(model: Path) -> None:
    plain = open_encoder(f"sbert:{model}")
    close(plain.encode(TEXTS), unit(means(model, TEXTS)))
    close(plain.queries.encode(TEXTS), plain.encode(TEXTS))
    assert plain.normalised


def test_e5_prefixes_stand_before_queries_and_passages(model: Path) -> None:
    """Table 4's E5 was trained on "query: " and "passage: "."""
    e5 = encoder(model, query_prefix="query : ", passage_prefix="passage : ")
    close(e5.queries.encode(["who"]), unit(means(model, ["query : who"])))
    close(e5.encode(TEXTS), unit(means(model, [f"passage : {text}" for text in TEXTS])))
    assert not np.allclose(e5.encode(["who"]), e5.queries.encode(["who"]))


def test_dragon_has_a_model_for_each_role_and_takes_plain_inner_products_of_cls(tmp_path: Path) -> None:
    """Table 4's DRAGON+: two encoders, the vector of the first token, not normalised."""
    passages, queries = bert(tmp_path / "context", seed=1), bert(tmp_path / "query", seed=2)
    dragon = encoder(passages, query_model=str(queries), pooling="cls", normalise=False)
    close(dragon.encode(TEXTS), np.array([tokens[0] for tokens in states(passages, TEXTS)]))
    close(dragon.queries.encode(["who"]), states(queries, ["who"])[0][:1])
    assert not dragon.normalised
    assert not dragon.queries.normalised


def test_contriever_takes_plain_inner_products_of_means(model: Path) -> None:
    """Table 4's Contriever: one encoder, the mean of the tokens, not normalised."""
    contriever = encoder(model, pooling="mean", normalise=False)
    close(contriever.encode(TEXTS), means(model, TEXTS))
    assert not np.allclose(np.linalg.norm(contriever.encode(TEXTS), axis=1), 1)


def test_e5_mistral_takes_the_last_token_and_an_instruction(model: Path) -> None:
    """Table 4's E5-Mistral: an instruction before the query alone, the vector of the last token."""
    mistral = encoder(model, pooling="lasttoken", query_prefix="who was a\nquery : ")
    last = np.array([tokens[-1] for tokens in states(model, ["who was a\nquery : rush"])])
    close(mistral.queries.encode(["rush"]), unit(last))
    close(mistral.encode(TEXTS), unit(np.array([tokens[-1] for tokens in states(model, TEXTS)])))


@pytest.fixture
def prompted(model: Path, tmp_path: Path) -> Path:
    """A sentence-transformers model with prompts of its own for queries and documents."""
    from sentence_transformers import SentenceTransformer

    made = SentenceTransformer(str(model))
    made.prompts = {"query": "query : ", "passage": "passage : "}
    made.save(str(tmp_path / "prompted"))
    return tmp_path / "prompted"


def test_a_models_own_prompts_are_honoured(model: Path, prompted: Path) -> None:
    own = open_encoder(f"sbert:{prompted}")
    close(own.queries.encode(["who"]), unit(means(model, ["query : who"])))
    close(own.encode(["rush"]), unit(means(model, ["passage : rush"])))


def test_a_prefix_goes_before_the_models_own_prompt(model: Path, prompted: Path) -> None:
    given = encoder(prompted, query_prefix="", passage_prefix="it is ")
    close(given.queries.encode(["who"]), unit(means(model, ["who"])))
    close(given.encode(["rush"]), unit(means(model, ["it is rush"])))


def test_vectors_are_kept_by_role_and_with_their_lengths(model: Path, tmp_path: Path) -> None:
    """The next process gets what the model gave, for either role, and need not ask it."""
    settings = {"query_prefix": "query : ", "normalise": False}
    kept = CachedEncoder(encoder(model, **settings), tmp_path / "cache")
    passages, queries = kept.encode(["who"]), kept.queries.encode(["who"])
    assert not np.allclose(passages, queries)
    later = CachedEncoder(encoder(model, **settings), tmp_path / "cache")
    np.testing.assert_array_equal(later.encode(["who"]), passages)
    np.testing.assert_array_equal(later.queries.encode(["who"]), queries)
    assert (later.encoded, later.queries.encoded) == (0, 0)


def test_models_of_two_sizes_are_refused(tmp_path: Path) -> None:
    small, large = bert(tmp_path / "small"), bert(tmp_path / "large", width=32)
    mixed = encoder(small, query_model=str(large))
    with pytest.raises(EncoderError, match="vectors of 32 numbers and passages of 16"):
        mixed.queries.encode(["who"])


def test_no_texts_give_no_rows(model: Path) -> None:
    assert open_encoder(f"sbert:{model}").queries.encode([]).shape == (0, 16)


def test_one_model_is_loaded_once_for_both_roles(model: Path) -> None:
    both = open_encoder(f"sbert:{model}")
    assert isinstance(both, SentenceTransformers)
    both.encode(["who"])
    for file in model.iterdir():
        file.unlink()
    assert both.queries.encode(["who"]).shape == (1, 16)
