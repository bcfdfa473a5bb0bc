"""What becomes of each claim: supported, contradicted, unknown, or no claim at all."""

from collections.abc import Sequence
from typing import NamedTuple

from ..evidence import StepStatus
from .chaining import ChosenPath
from .reader import SaidClaim
from .supported import Support


class Finding(NamedTuple):
    """A claim, and what the graph says of it.

    Attributes:
        status: see ClaimVerdict.
        support: the fact that it states, for a supported or an inferred claim.
        breaks: it does not go on from the claims before it.
    """

    claim: SaidClaim
    status: StepStatus
    support: Support | None
    breaks: bool = False


def find_claims(claims: Sequence[SaidClaim], path: ChosenPath) -> tuple[Finding, ...]:
    """One finding for each claim, in order. `path` holds a fact for each claim that states one."""
    breaks = frozenset(path.breaks)
    chosen = iter(enumerate(path.supports))
    findings: list[Finding] = []
    for claim in claims:
        if claim.likely:
            place, support = next(chosen)
            status: StepStatus = "inferred" if support.inferred else "supported"
            findings.append(Finding(claim, status, support, place in breaks))
        else:
            findings.append(Finding(claim, _status(claim, path), None))
    return tuple(findings)


def _status(claim: SaidClaim, path: ChosenPath) -> StepStatus:
    if claim.opposed:
        return "contradicted"
    if claim.hedged:
        return "unknown"
    if claim.concludes and is_shown(claim, path):
        return "no_claim"
    return "contradicted" if claim.against else "unknown"


def is_shown(claim: SaidClaim, path: ChosenPath) -> bool:
    """Whether what is supported makes a path from one thing to the other."""
    first, second = claim.pair.first.nodes, claim.pair.second.nodes
    return any(not part.isdisjoint(first) and not part.isdisjoint(second) for part in path.parts)
