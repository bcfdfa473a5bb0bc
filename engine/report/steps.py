"""What became of each step, in words and symbols."""

from dataclasses import dataclass

from ..audit.evidence import ClaimVerdict, StepStatus, StepVerdict
from ..audit.verdicts import Verdict

_MOST_SYMBOLS = 12
_BREAKS = "↛"


@dataclass(frozen=True, slots=True)
class StepSign:
    """How a status is told: never by colour alone.

    Attributes:
        label: for people.
        symbol: one character that a terminal can show.
        icon: the shape and colour of a page: that of an outcome, or its own.
        meaning: one sentence that defines it.
    """

    label: str
    symbol: str
    icon: str
    meaning: str


STEP_SIGNS: dict[StepStatus, StepSign] = {
    "supported": StepSign("supported", "✓", "faithful", "All that it claims are facts of the graph."),
    "inferred": StepSign(
        "inferred", "∴", "inferred", "What it claims is not stated: it follows from facts by rules."
    ),
    "contradicted": StepSign(
        "contradicted",
        "✗",
        "factual_error",
        "It denies or turns round a fact, or the graph holds something else.",
    ),
    "unknown": StepSign(
        "unknown", "?", "unscored", "Its words are not read, or the graph has nothing to compare them with."
    ),
    "no_claim": StepSign("no claim", "–", "no_claim", "It plans, asks, repeats or concludes."),
}
_UNSUPPORTED = StepSign(
    "not supported", "✗", "factual_error", "No fact of the graph is near enough to what it says."
)


def step_signs(*, any_inferred: bool) -> dict[StepStatus, StepSign]:
    """The signs that can be seen: those of inferred steps only where rules completed the graph."""
    return {status: sign for status, sign in STEP_SIGNS.items() if any_inferred or status != "inferred"}


def step_legend(*, any_inferred: bool) -> str:
    """What the characters of `step_symbols` mean."""
    inferred = f"{STEP_SIGNS['inferred'].symbol} inferred, " if any_inferred else ""
    return f"Steps: ✓ supported, {inferred}✗ not, ? unknown, – no claim, {_BREAKS} does not go on"


def sign_of(step: StepVerdict) -> StepSign:
    """The status of a step; method "paper" only tells supported ones from others."""
    if step.status is not None:
        return STEP_SIGNS[step.status]
    return _UNSUPPORTED if step.error == "factual_error" else STEP_SIGNS["supported"]


def step_symbols(verdict: Verdict) -> str:
    """One character a step, "↛" for one that does not go on from those before; of long chains the first."""
    symbols = "".join(
        _BREAKS if step.error == "incoherent" else sign_of(step).symbol for step in verdict.steps
    )
    return symbols if len(symbols) <= _MOST_SYMBOLS else f"{symbols[: _MOST_SYMBOLS - 1]}…"


def how_read(claim: ClaimVerdict) -> str:
    """The words of a claim of method "path", what matched them with the relation, and the rules behind it."""
    by = "the lexicon" if claim.decided_by == "lexicon" else "the learned matcher"
    rules = f" ({', '.join(claim.rules)})" if claim.rules else ""
    return f"“{claim.phrase.removesuffix(' .')}” read by {by}{rules}"
