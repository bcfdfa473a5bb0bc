"""What becomes of each claim: supported, contradicted, unknown to the graph, or only said again."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...grounding.readable import Join, ReadableGraph
from ...reading.claims import Claim
from ..evidence import StepStatus
from .chaining import ChosenPath
from .comparing import compares, is_ordered
from .stated import StatedClaim
from .support import SupportFinder
from .supported import Support

_MOST_SHOWN = 3  # facts that contradict a claim


class Finding(NamedTuple):
    """A claim, and what the graph says of it.

    Attributes:
        status: see ClaimVerdict.
        support: the fact that the claim says; where it is contradicted by a fact between the same two
            things, that fact; else None.
        runner_up: the second likeliest fact for a supported claim.
        instead: the graph's other facts of the relation that a contradicted claim means.
        breaks: the claim does not go on from those before it.
    """

    claim: StatedClaim
    status: StepStatus
    support: Support | None
    runner_up: Support | None = None
    instead: tuple[Join, ...] = ()
    breaks: bool = False


def reading_of(claim: StatedClaim, support: Support | None) -> Claim:
    """The way to read a claim in which it says a fact; its first one without a fact."""
    if support is None or len(claim.readings) == 1:
        return claim.readings[0]
    first, second = support.first, support.second
    fits = (one for one in claim.readings if first in one.first.nodes and second in one.second.nodes)
    return next(fits, claim.readings[0])


def find_claims(
    claims: Sequence[StatedClaim], path: ChosenPath, supports: SupportFinder, graph: ReadableGraph
) -> tuple[Finding, ...]:
    """One finding for each claim, in order. `path` holds a fact for each claim that has a likely one."""
    breaks = frozenset(path.breaks)
    chosen = iter(enumerate(path.supports))
    findings: list[Finding] = []
    for claim in claims:
        if claim.likely:
            place, support = next(chosen)
            findings.append(_supported(claim, support, place in breaks))
        else:
            findings.append(_unsupported(claim, path, supports, graph))
    return tuple(findings)


def _supported(claim: StatedClaim, support: Support, breaks: bool) -> Finding:
    other = None
    if len(claim.supports) > 1:
        other = next((other for other in claim.supports if other.join.fact != support.join.fact), None)
    return Finding(claim, "supported", support, other, (), breaks)


def _unsupported(
    claim: StatedClaim, path: ChosenPath, supports: SupportFinder, graph: ReadableGraph
) -> Finding:
    if claim.instead:
        return Finding(claim, "contradicted", None, instead=claim.instead[:_MOST_SHOWN])
    if not claim.supports and (denies(claim) or (claim.concludes and _was_shown(claim, path))):
        return Finding(claim, "no_claim", None)
    if not claim.supports and any(compares(reading.wording.text) for reading in claim.readings):
        wrong = any(one is False for one in _orders(claim, path, graph))
        return Finding(claim, "unknown" if wrong else "no_claim", None)
    if not claim.supports and any(_orders(claim, path, graph)):
        return Finding(claim, "no_claim", None)
    if claim.supports:
        return Finding(claim, "contradicted", claim.supports[0])
    readings = () if _adds_the_unknown(claim) else claim.readings
    instead = tuple(join for reading in readings for join in supports.instead(reading, _MOST_SHOWN))
    return Finding(claim, "contradicted" if instead else "unknown", None, instead=instead[:_MOST_SHOWN])


def _adds_the_unknown(claim: StatedClaim) -> bool:
    """Whether something that the graph does not know is added in apposition: "born in Paris, Texas"."""
    reading = claim.readings[0]
    return claim.aside and not reading.first.relative and not reading.second.nodes


def denies(claim: StatedClaim) -> bool:
    """Whether a claim only says what is not so; without a fact that it denies, the graph agrees."""
    return all(reading.wording.negated for reading in claim.readings)


def _orders(claim: StatedClaim, path: ChosenPath, graph: ReadableGraph) -> Iterator[bool | None]:
    """Whether the numbers of a path bear out what a claim compares: "H was born two years before T"."""
    return (
        is_ordered(reading.wording.text, (first, second), path, graph)
        for reading in claim.readings
        for first in reading.first.nodes
        for second in reading.second.nodes
    )


def _was_shown(claim: StatedClaim, path: ChosenPath) -> bool:
    """Whether a path leads from one thing to the other: a conclusion over several hops."""
    return any(
        not part.isdisjoint(reading.first.nodes) and not part.isdisjoint(reading.second.nodes)
        for part in path.parts
        for reading in claim.readings
    )
