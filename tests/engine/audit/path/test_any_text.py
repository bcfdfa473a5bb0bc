"""Long chains, huge texts and any text: each has a verdict, the same every time, in reasonable time."""

import time
from collections.abc import Callable

import pytest
from groundpath import Auditor
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.terms import Triple
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

LINE = [Triple(f"Station_{n}x", "next", f"Station_{n + 1}x") for n in range(40)]


def test_twenty_steps(auditor_of: Callable[..., Auditor]) -> None:
    auditor = auditor_of(LINE)
    steps = [f"{n}. The next of Station {n}x is Station {n + 1}x." for n in range(1, 21)]
    text = "\n".join([*steps, "So the answer is (Station 21x)."])
    verdict = auditor.audit(text, topic="Station_1x", gold_answers=["Station_21x"])
    assert verdict.verdict == "faithful"
    assert len(verdict.grounded_path) == 20
    without_one = "\n".join(line for line in text.splitlines() if not line.startswith("13."))
    verdict = auditor.audit(without_one, topic="Station_1x", gold_answers=["Station_21x"])
    assert (verdict.error, verdict.fault) == ("incoherent", 13)


@pytest.mark.parametrize(
    "piece",
    [
        "1. Margaret Tudor's father is Henry VII of England. ",
        "Margaret Tudor's father is Henry VII of England. He was born in Pembroke Castle.\n",
        "Margaret Tudor, ",
        "Margaret Tudor and he ",
        "Xqz Wvt ",
        "a b c D E ",
        "('“[ ",
        "长安",
    ],
)
def test_a_text_of_100_kb_takes_seconds(royals: Auditor, piece: str) -> None:
    text = piece * (100_000 // len(piece))
    started = time.process_time()  # of this process alone, however busy the machine is
    royals.audit(text, topic="Margaret_Tudor", gold_answers=["Pembroke_Castle"])
    assert time.process_time() - started < 20


NAMES = [
    "Margaret Tudor",
    "Henry VII of England",
    "Pembroke Castle",
    "Arthur",
    "Spanish",
    "Tudr",
    "Nobody",
    "长安",
]
WORDS = [
    "father",
    "'s",
    "is",
    "was born in",
    "who",
    "he",
    "his",
    "and",
    ",",
    "not",
    ".",
    "\n2. ",
    "?",
    "(",
    "the answer is",
]
SENTENCES = st.lists(st.sampled_from([*NAMES, *WORDS]), max_size=25).map(" ".join)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.one_of(st.text(max_size=300), SENTENCES), topic=st.sampled_from(["", "Margaret_Tudor", "长安"])
)
def test_any_text_has_a_verdict_that_can_be_written_down(royals: Auditor, text: str, topic: str) -> None:
    verdict = royals.audit(text, topic=topic, gold_answers=[topic] if topic else [])
    assert verdict == royals.audit(text, topic=topic, gold_answers=[topic] if topic else [])
    assert Verdict.from_dict(verdict.to_dict()).to_dict() == verdict.to_dict()
    assert (verdict.error is not None) == (verdict.verdict == "unfaithful")
    assert verdict.reason


def test_a_batch_changes_nothing(royals: Auditor, royal_texts: list[str]) -> None:
    rows = [{"id": str(n), "cot": text, "topic": "Margaret_Tudor"} for n, text in enumerate(royal_texts)]
    alone, together = (list(royals.audit_all(read_chains(rows), batch_size=size)) for size in (1, 64))
    assert len(alone) > 64
    assert alone == together


def test_verdicts_do_not_depend_on_what_was_judged_before(royals: Auditor, royal_texts: list[str]) -> None:
    fresh = Auditor(royals.store, royals.kg)
    forwards = {text: royals.audit(text) for text in royal_texts}
    assert {text: fresh.audit(text) for text in reversed(royal_texts)} == forwards
