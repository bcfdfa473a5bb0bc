"""Beyond the paper: what an answer's claims come to over a graph that does not know everything.

The paper counts a link that its graph does not have as wrong (Section 3.4, under the assumption of Section 1
that the graph is complete). Here unknown claims are left out and their share is told, with the bounds between
which the score lies, were they all false or all true.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ..counted import counted_of
from .claims import JudgedClaim

Standing = Literal["coherent", "incoherent", "undecided"]
Row = dict[str, Any]

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class GroundedScore:
    """The claims of one answer, counted.

    Attributes:
        supported, contradicted, unknown: claims that the text asserts or denies, in words that are read.
        hedged: claims that it only supposes; they are in none of the other counts.
    """

    supported: int
    contradicted: int
    unknown: int
    hedged: int = 0

    @classmethod
    def of(cls, claims: Iterable[JudgedClaim]) -> "GroundedScore":
        counts = {"supported": 0, "contradicted": 0, "unknown": 0}
        hedged = 0
        for claim in claims:
            if claim.unread:
                continue
            if claim.hedged:
                hedged += 1
            else:
                counts[claim.verdict] += 1
        return cls(**counts, hedged=hedged)

    @property
    def claims(self) -> int:
        return self.supported + self.contradicted + self.unknown

    @property
    def score(self) -> float | None:
        """The share of supported claims among those that the graph can judge; None where there are none."""
        judged = self.supported + self.contradicted
        return self.supported / judged if judged else None

    @property
    def unknown_share(self) -> float | None:
        """None where there is no claim."""
        return self.unknown / self.claims if self.claims else None

    @property
    def low(self) -> float:
        """The score if all unknown claims were false; 0 without claims, of which nothing is known."""
        return self.supported / self.claims if self.claims else 0.0

    @property
    def high(self) -> float:
        """The score if all unknown claims were true; 1 without claims."""
        return (self.supported + self.unknown) / self.claims if self.claims else 1.0

    @property
    def middle(self) -> float:
        """Halfway between the bounds: every answer has one, so that answers can be put in order by it."""
        return (self.low + self.high) / 2

    @property
    def standing(self) -> Standing:
        """The verdict on what the graph can judge: one wrong claim is enough, as in the paper."""
        if self.contradicted:
            return "incoherent"
        return "coherent" if self.supported else "undecided"

    @property
    def if_true(self) -> Standing:
        """The verdict if all unknown claims were true."""
        if self.contradicted:
            return "incoherent"
        return "coherent" if self.claims else "undecided"

    @property
    def if_false(self) -> Standing:
        """The verdict if all unknown claims were false."""
        return "incoherent" if self.contradicted or self.unknown else self.if_true

    @property
    def sensitivity(self) -> str:
        """How the verdict would change, in one sentence."""
        if not self.claims:
            return "The text claims nothing that could be judged."
        if not self.unknown:
            return f"The graph knows every claim: {self.standing}, whatever else it lacks."
        unknown = f"{counted_of(self.unknown, self.claims, 'claim')} unknown"
        if self.if_true == self.if_false:
            return f"{unknown}; {self.standing} whether they are true or false."
        bounds = f"the score is {self.low:.2f} if they are false, {self.high:.2f} if they are true"
        return (
            f"{unknown}: {self.if_false} if any of them is false, {self.if_true} if all are true; {bounds}."
        )

    def to_dict(self) -> Row:
        """As values of JSON."""
        score, share = self.score, self.unknown_share
        return {
            "score": None if score is None else round(score, _DECIMALS),
            "supported": self.supported,
            "contradicted": self.contradicted,
            "unknown": self.unknown,
            "hedged": self.hedged,
            "unknown_share": None if share is None else round(share, _DECIMALS),
            "low": round(self.low, _DECIMALS),
            "high": round(self.high, _DECIMALS),
            "standing": self.standing,
            "if_true": self.if_true,
            "if_false": self.if_false,
            "sensitivity": self.sensitivity,
        }

    @classmethod
    def from_dict(cls, row: Row) -> "GroundedScore":
        """Back from `to_dict`."""
        return cls(row["supported"], row["contradicted"], row["unknown"], row["hedged"])
