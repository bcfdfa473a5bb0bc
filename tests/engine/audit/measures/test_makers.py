"""Verdicts of several models, strategies and prompts: an audit for each, called by what tells it apart."""

import pytest
from bare_verdicts import bare
from groundpath.engine.audit.measures.makers import UNNAMED, Audit, audits_of, titles_of
from groundpath.engine.audit.verdicts import Maker

SMALL, MEDIUM, LARGE = (Maker(model, "cot", "few@1") for model in ("small", "medium", "large"))
SAMPLED = Maker("small", "cot-sc", "few@1")
PLANNED = Maker("small", "cot-plan", "plan@1")
NONE = Maker("", "", "")


@pytest.mark.parametrize(
    ("audits", "titles"),
    [
        ([("out", SMALL)], ["out"]),
        ([("out", SMALL), ("out", LARGE)], ["small", "large"]),
        ([("out", SMALL), ("out", SAMPLED), ("out", PLANNED)], ["cot", "cot-sc", "cot-plan"]),
        ([("out", SMALL), ("out", SAMPLED), ("out", LARGE)], ["small, cot", "small, cot-sc", "large, cot"]),
        ([("one", NONE), ("other", SMALL)], ["one", "other"]),
        (
            [("one", SMALL), ("other", LARGE), ("other", MEDIUM)],
            ["small", "large", "medium"],
        ),
        ([("one", SMALL), ("one", LARGE), ("other", SMALL)], ["one, small", "one, large", "other, small"]),
        ([("out", SMALL), ("out", NONE)], ["small", UNNAMED]),
    ],
)
def test_titles_are_the_least_that_tells_audits_apart(audits, titles) -> None:
    assert titles_of([Audit(source, maker, []) for source, maker in audits]) == titles


def test_audits_that_nothing_tells_apart_keep_all_that_is_known() -> None:
    assert titles_of([Audit("out", SMALL, [])] * 2) == ["out, small, cot, few@1"] * 2


def test_one_question_is_a_question_of_each_model() -> None:
    verdicts = [bare("faithful", id=id, model=model) for id in "ab" for model in ("small", "large")]
    audits = audits_of([("out", verdicts)])
    assert [(audit.maker.model, [sample.question for sample in audit.samples]) for audit in audits] == [
        ("small", ["a", "b"]),
        ("large", ["a", "b"]),
    ]
