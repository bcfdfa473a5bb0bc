"""What becomes of a chain of thought over documents."""

from dataclasses import asdict, dataclass
from typing import Any

from ..audit.evidence import ErrorKind
from ..audit.verdicts import Outcome


@dataclass(frozen=True, slots=True)
class ChainOutcome:
    """What becomes of a chain of thought.

    Attributes:
        verdict: "faithful"; "unfaithful"; "unscored" where a step is neither supported nor contradicted.
        error: the first kind that applies of factual_error > incoherent > misguided > answer_error.
        fault: the number of the sentence at fault; None where no single one is.
        answer: that the chain gives; None where it gives none.
        answer_right: whether it is a gold one; None without an answer or without gold answers.
        reason: one sentence.
    """

    verdict: Outcome
    error: ErrorKind | None
    fault: int | None
    answer: str | None
    answer_right: bool | None
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return asdict(self)
