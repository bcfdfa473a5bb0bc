"""Chains that decline to answer, or give no answer, are told by every method."""

import pytest
from groundpath.engine.audit.auditor import Auditor
from groundpath.engine.store.protocol import GraphStore


@pytest.mark.parametrize("method", ["paper", "path"])
@pytest.mark.parametrize("gold", [(), ("england",)])
def test_a_chain_that_declines_is_unscored_by_every_method(
    audit_store: GraphStore, method: str, gold: tuple[str, ...]
) -> None:
    verdict = Auditor(audit_store, "family", method=method).audit("I do not know.", gold_answers=gold)
    assert (verdict.verdict, verdict.unscored_as, verdict.error) == ("unscored", "abstained", None)
    assert verdict.answer_right is None
    assert "declines" in verdict.reason


@pytest.mark.parametrize("method", ["paper", "path"])
def test_a_text_without_reasoning_or_without_an_answer_is_unstructured(
    audit_store: GraphStore, method: str
) -> None:
    auditor = Auditor(audit_store, "family", method=method)
    for text in ("", "So the answer is (England)."):
        assert auditor.audit(text, gold_answers=["england"]).unscored_as == "unstructured"
    endless = "1. Anne of York's spouse is Thomas Howard 3rd Duke of Norfolk."
    assert auditor.audit(endless, gold_answers=["england"]).unscored_as == "unstructured"
    assert auditor.audit(endless).unscored_as is None


def test_a_right_answer_is_told_whatever_the_reasoning(audit_store: GraphStore) -> None:
    auditor = Auditor(audit_store, "family", method="paper")
    text = "1. The Moon is made of cheese. So the answer is (England)."
    verdict = auditor.audit(text, gold_answers=["england"])
    assert (verdict.verdict, verdict.answer_right) == ("unfaithful", True)
    assert auditor.audit(text, gold_answers=["wales"]).answer_right is False
    assert auditor.audit(text).answer_right is None
