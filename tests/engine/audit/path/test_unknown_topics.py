"""A topic that the graph does not know is told with the verdict, and what is called alike."""

import json
from collections.abc import Callable

import pytest
from groundpath import Auditor
from groundpath.engine.audit.results import AuditResults
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.terms import Triple

FACTS = [
    Triple("South Pole Expedition", "leader", "Roald Amundsen"),
    Triple("Roald Amundsen", "born in", "Borge"),
]
TEXT = "The leader of the South Pole Expedition is Roald Amundsen. So the answer is (Roald Amundsen)."


@pytest.fixture
def polar(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(FACTS)


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("South Pole Expedition", ""),
        (
            "Souht Pole Expedition",
            "The graph knows no “Souht Pole Expedition”, which the question asks from; the nearest names are"
            " “South Pole Expedition”.",
        ),
        (
            "Zanzibar",
            "The graph knows no “Zanzibar”, which the question asks from; no name of it is nearly that.",
        ),
    ],
)
def test_what_is_not_found_is_told(polar: Auditor, topic: str, said: str) -> None:
    verdict = polar.audit(TEXT, topic=topic)
    assert verdict.warning == said
    assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))).warning == said
    assert said in repr(verdict)
    assert said in " ".join(verdict.explain().split())
    assert said in verdict._repr_html_()


def test_a_text_that_is_not_judged_tells_it_too(polar: Auditor) -> None:
    assert "“Zanzibar”" in polar.audit("I cannot answer this.", topic=["Borge", "Zanzibar"]).warning


def test_a_summary_counts_them(polar: Auditor) -> None:
    results = AuditResults(polar.audit(TEXT, topic=topic, id=topic) for topic in ("Borge", "Borg", "Borgo"))
    assert results.summary.warned == 2
    assert results.summary.first_warning.startswith("Borg: The graph knows no “Borg”")
    assert list(results.to_frame()["warning"].astype(bool)) == [False, True, True]
