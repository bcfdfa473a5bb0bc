"""The verdicts and scores of domain answers in words and symbols: never by colour alone."""

from dataclasses import dataclass

from ..domain.claims import Fit
from ..domain.figures import Estimate, ScoreName
from ..domain.grounded import Standing
from ..domain.paper import LinkStatus
from .figures import NOTHING


@dataclass(frozen=True, slots=True)
class Sign:
    """How something is told.

    Attributes:
        label: for people.
        symbol: one character that a terminal can show.
        icon: the shape and colour of a page: that of an outcome of audits.
        meaning: one sentence that defines it.
    """

    label: str
    symbol: str
    icon: str
    meaning: str


VERDICT_SIGNS: dict[str, Sign] = {
    "contradicted": Sign(
        "contradicted", "✗", "factual_error", "The graph states what cannot hold together with it."
    ),
    "supported": Sign("supported", "✓", "faithful", "The graph states it, itself or through a hierarchy."),
    "unknown": Sign("unknown", "?", "unscored", "The graph holds nothing that speaks for or against it."),
}
"""In this order the gravest comes first."""

STRENGTHS: dict[Fit, str] = {
    "weaker": "the graph says less",
    "stronger": "the graph says more",
}
"""Of claims that are judged by facts which do not say just what the text does."""

STANDING_SIGNS: dict[Standing, Sign] = {
    "coherent": Sign("coherent", "✓", "faithful", "The graph supports some claims and contradicts none."),
    "incoherent": Sign("incoherent", "✗", "factual_error", "The graph contradicts at least one claim."),
    "undecided": Sign("undecided", "?", "unscored", "The graph can judge none of the claims."),
}

SCORE_MEANINGS: dict[ScoreName, tuple[str, str]] = {
    "answer": (
        "Answer",
        "how far the graph speaks for the answer, without its reasoning; 0.5: as much as for another option",
    ),
    "pointed": (
        "To the point",
        "how likely the claims are that carry the answer: 1 if supported, 1/3 if unknown, 0 if contradicted",
    ),
    "grounded": ("Grounded", "supported claims among those that the graph can judge"),
    "bounds": ("Bounds", "halfway between the score if all unknown claims are false and if all are true"),
    "paper": ("Paper", "the paper's coherence: mean cosine of links, 0 when one is missing or too far"),
    "paper_mean": ("Paper, mean", "the same without the rule that one link makes it 0"),
}

LINK_MEANINGS: dict[LinkStatus, str] = {
    "coherent": "the graph joins the two, and says about the same",
    "weak": "the graph joins the two, but says something else",
    "reversed": "the graph joins the two the other way round",
    "unjoined": "the graph knows both and joins them by no fact",
    "unknown_entity": "the graph does not know one of the two",
}


def estimate(value: Estimate | None) -> tuple[str, str]:
    """A figure and its interval, for people."""
    if value is None:
        return NOTHING, ""
    interval = value.interval
    bounds = f"{interval.low:.2f} to {interval.high:.2f}" if interval else ""
    return f"{value.value:.2f}", bounds
