"""Verdicts to report on, in every outcome."""

from collections.abc import Callable

import pytest
from groundpath.engine.audit.evidence import ClaimVerdict, ErrorKind, GroundedFact, StepVerdict
from groundpath.engine.audit.verdicts import Outcome, Verdict
from groundpath.engine.store.showing import Showing
from groundpath.engine.terms import Entity, Fact

MakeVerdict = Callable[..., Verdict]


def grounded(head: str, label: str, tail: str, score: float = 0.9) -> GroundedFact:
    fact = Fact("key", Entity(head, head), label, label, Entity(tail, tail))
    return GroundedFact(fact, score, score, score, score, Showing("royals"))


@pytest.fixture
def make_fact() -> Callable[..., GroundedFact]:
    return grounded


@pytest.fixture
def make_verdict() -> MakeVerdict:
    """A chain of two steps about Grace Kelly; the second is at fault where the error says so."""

    def make(
        error: ErrorKind | None = None, text: str | None = None, row: int = 0, **changes: object
    ) -> Verdict:
        fault = 2 if error in ("factual_error", "incoherent") else None
        facts = (
            grounded(text or "Grace Kelly", text or "spouse", text or "Rainier III"),
            grounded("Grace Kelly", "gender", "female", 0.4),
        )
        steps = (
            StepVerdict(
                1, text or "Grace Kelly married Rainier III.", facts, None, text or "A fact says so."
            ),
            StepVerdict(2, text or "He was born in Rome.", (), error if fault else None, "No fact says so."),
        )
        outcome: Outcome = "unfaithful" if error else "faithful"
        values: dict[str, object] = {
            "id": text or f"row-{row}",
            "question": text or "Where was the husband of Grace Kelly born?",
            "verdict": outcome,
            "error": error,
            "answer": text or "Monaco",
            "steps": steps,
            "fault": fault,
            "reason": text or "All steps hold.",
            "method": "paper",
            "gold_answers": (text or "monaco",),
        }
        return Verdict(**(values | changes))  # type: ignore[arg-type]

    return make


@pytest.fixture
def path_verdict(make_verdict: MakeVerdict) -> Verdict:
    """Of method "path": a step that holds, one that claims nothing, and one that the graph contradicts."""
    married = grounded("Grace Kelly", "spouse", "Rainier III", 0.98)
    born = grounded("Rainier III", "place of birth", "Monaco", 0.0)
    reason = "The graph states “Rainier III place of birth Monaco.”"
    holds = ClaimVerdict(
        "Grace Kelly",
        "Rainier III",
        "supported",
        married,
        (),
        "A fact says so.",
        phrase="Grace Kelly married Rainier III .",
        decided_by="lexicon",
        rules=("en.role.verb",),
    )
    breaks = ClaimVerdict("He", "Rome", "contradicted", None, (born,), reason)
    nothing = "It says nothing that a graph could hold."
    steps = (
        StepVerdict(
            1, "Grace Kelly married Rainier III.", (married,), None, holds.reason, "supported", (holds,)
        ),
        StepVerdict(2, "Let us see where he was born.", (), None, nothing, "no_claim"),
        StepVerdict(3, "He was born in Rome.", (born,), "factual_error", reason, "contradicted", (breaks,)),
    )
    return make_verdict(
        "factual_error",
        steps=steps,
        fault=3,
        reason=f"Step 3: {reason}",
        answer="Rome",
        gold_answers=("Monaco",),
        method="path",
        repair=(married, born),
    )


@pytest.fixture
def every_outcome(make_verdict: MakeVerdict) -> list[Verdict]:
    errors: tuple[ErrorKind, ...] = ("factual_error", "incoherent", "misguided", "answer_error")
    unscored = make_verdict(verdict="unscored", answer=None, steps=(), reason="The chain has no steps.")
    return [make_verdict(), *(make_verdict(error) for error in errors), unscored]
