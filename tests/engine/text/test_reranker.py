"""Cross-encoders as TRACE the Evidence, Table 4, has them (BGE, monoT5), on real models."""

from pathlib import Path

import numpy as np
import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.text.reranker import open_reranker
from tiny_models import bert, t5, tokenizer

pytest.importorskip("sentence_transformers", reason="needs sentence-transformers; .ci/sbert runs it")
pytestmark = pytest.mark.sbert

QUERY, TEXTS = "who was a drummer", ["rush was a band", "peart was a drummer", "yes"]


def test_a_bge_reranker_is_sentence_transformers_cross_encoder(tmp_path: Path) -> None:
    """A pair goes through the classifier together: its one logit, through a sigmoid."""
    import torch
    from transformers import AutoModelForSequenceClassification

    folder = bert(tmp_path / "bge", labels=1)
    network = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.inference_mode():
        logits = [network(**tokenizer()(QUERY, text, return_tensors="pt")).logits.item() for text in TEXTS]
    scores = open_reranker(f"cross:{folder}").scores(QUERY, TEXTS)
    np.testing.assert_allclose(scores, 1 / (1 + np.exp(-np.array(logits))), atol=1e-5)
    assert scores.dtype == np.float32


def test_a_monot5_says_true_or_false(tmp_path: Path) -> None:
    """Nogueira et al. (2020), Section 3: the probability of "true" beside "false" as the first word."""
    import torch
    from transformers import AutoModelForSeq2SeqLM

    folder = t5(tmp_path / "mono")
    network, words = AutoModelForSeq2SeqLM.from_pretrained(folder).eval(), tokenizer()
    true, false = (words.get_vocab()[word] for word in ("▁true", "▁false"))
    expected = []
    for text in TEXTS:
        ids = words(f"Query: {QUERY} Document: {text} Relevant: [SEP]", add_special_tokens=False)["input_ids"]
        with torch.inference_mode():
            logits = network(torch.tensor([ids]), decoder_input_ids=torch.tensor([[0]])).logits[0, 0].numpy()
        expected.append(logits[true] - np.logaddexp(logits[true], logits[false]))
    np.testing.assert_allclose(open_reranker(f"cross:{folder}").scores(QUERY, TEXTS), expected, atol=1e-5)


def test_a_text_that_is_too_long_for_monot5_loses_its_end_and_not_the_question(tmp_path: Path) -> None:
    reranker = open_reranker(f"cross:{t5(tmp_path / 'mono')}")
    long, longer = "rush " * 700, "rush " * 600 + "peart " * 100
    first, second, third = reranker.scores(QUERY, [long, longer, "rush"])
    assert first == pytest.approx(second, abs=1e-5)
    assert first != pytest.approx(third, abs=1e-5)


def test_what_gives_no_score_of_a_pair_is_refused(tmp_path: Path) -> None:
    """Loaded as a classifier it would get an output that nobody trained."""
    with pytest.raises(EncoderError, match="is a BertModel, which gives no score of a pair"):
        open_reranker(f"cross:{bert(tmp_path / 'encoder')}").scores(QUERY, TEXTS)
    with pytest.raises(EncoderError, match="has 3 outputs for a pair"):
        open_reranker(f"cross:{bert(tmp_path / 'nli', labels=3)}").scores(QUERY, TEXTS)


def test_a_reranker_that_is_not_there_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match=r"cross:.*cannot be loaded") as caught:
        open_reranker(f"cross:{tmp_path / 'nowhere'}").scores(QUERY, TEXTS)
    assert "\n" not in str(caught.value)


def test_no_texts_have_no_scores() -> None:
    assert open_reranker("cross:nowhere").scores(QUERY, []).shape == (0,)
