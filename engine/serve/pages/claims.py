"""What a verdict says of claims: counted, and as the nodes and lines of a drawing."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...audit.evidence import ClaimVerdict
from ...audit.verdicts import Verdict
from ...report.steps import STEP_SIGNS, StepSign
from ...report.visible import one_line
from ...terms import Fact

_MOST_FACTS = 40
_Line = tuple[Fact, str, str]


def claim_counts(verdict: Verdict) -> list[tuple[StepSign, int]]:
    """How many claims have which status, those that there are; of steps where a method reads no claims."""
    statuses = Counter(claim.status for step in verdict.steps for claim in step.claims)
    return [(sign, statuses[status]) for status, sign in STEP_SIGNS.items() if statuses[status]]


def drawn(verdict: Verdict) -> list[dict[str, Any]]:
    """The facts behind a verdict as elements for Cytoscape: nodes by id, and lines that say what they do.

    `kind` of a line: "supported", "inferred", "instead" (what the graph states where the text says otherwise)
    or "repair".
    """
    lines = {fact.key + kind: (fact, kind, word) for fact, kind, word in _lines(verdict)}
    kept = list(lines.values())[:_MOST_FACTS]
    ends = {end.id: end.label for fact, _, _ in kept for end in (fact.head, fact.tail)}
    nodes = [{"data": {"id": f"n:{id}", "label": one_line(label)}} for id, label in ends.items()]
    edges = [
        {
            "data": {
                "id": f"e:{key}",
                "source": f"n:{fact.head.id}",
                "target": f"n:{fact.tail.id}",
                "label": f"{word} {one_line(fact.label)}",
                "kind": kind,
            }
        }
        for key, (fact, kind, word) in zip(lines, kept, strict=False)
    ]
    return nodes + edges


def _lines(verdict: Verdict) -> Iterator[_Line]:
    for step in verdict.steps:
        for claim in step.claims:
            yield from _of_claim(claim)
        if not step.claims:
            yield from ((one.fact, "supported", "✓") for one in step.grounding)
    yield from ((one.fact, "repair", "repair:") for one in verdict.repair)


def _of_claim(claim: ClaimVerdict) -> Iterator[_Line]:
    if claim.fact:
        yield from ((one.fact, "supported", "✓") for one in claim.facts)
    elif claim.inferred:
        yield claim.inferred.fact, "inferred", "∴"
        yield from ((one.fact, "supported", "✓") for one in claim.inferred.facts)
    elif claim.status == "contradicted":
        yield from ((one.fact, "instead", "instead:") for one in claim.instead)
