"""The outcomes of an audit in words and symbols."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..audit.results import Summary
from ..audit.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class OutcomeSign:
    """How one outcome is told: never by colour alone.

    Attributes:
        key: the value in verdicts and their JSON.
        label: for people.
        symbol: one character that a terminal can show.
        meaning: one sentence that defines it.
    """

    key: str
    label: str
    symbol: str
    meaning: str


OUTCOMES = {
    outcome.key: outcome
    for outcome in (
        OutcomeSign(
            "faithful", "faithful", "✓", "Every claim is a fact of the graph; they lead to the answer."
        ),
        OutcomeSign(
            "inferred", "inferred", "∴", "All holds, but some claim only by rules that complete the graph."
        ),
        OutcomeSign(
            "factual_error", "factual error", "✗", "A step claims what no fact of the graph supports."
        ),
        OutcomeSign(
            "incoherent", "incoherent", "✗", "The facts hold, but one does not continue the one before."
        ),
        OutcomeSign("misguided", "misguided", "✗", "True and connected, but not a path to what was asked."),
        OutcomeSign(
            "answer_error", "answer error", "✗", "The steps are sound; the answer given is not theirs."
        ),
        OutcomeSign("unfaithful", "unfaithful", "✗", "Not grounded; the method does not say in which way."),
        OutcomeSign("unscored", "unscored", "?", "Could not be judged; the chain says why."),
    )
}


_SELDOM = frozenset({"inferred", "unfaithful"})


def outcome_of(verdict: Verdict) -> OutcomeSign:
    """The outcome that a verdict counts as: its error where it names one."""
    return OUTCOMES[verdict.error or verdict.verdict]


def shown(summary: Summary) -> Iterator[tuple[OutcomeSign, int]]:
    """Outcomes with their counts, in fixed order; of some only where some chain has them: "inferred", and
    "unfaithful" of no kind."""
    for key, outcome in OUTCOMES.items():
        count = summary.counts.get(key, 0)
        if count or key not in _SELDOM:
            yield outcome, count
