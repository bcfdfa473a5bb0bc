"""Whether triples, in the order given, can be walked end to end, each from either of its ends."""

from collections.abc import Collection, Sequence

from ..terms import Triple


def connects(triples: Sequence[Triple]) -> bool:
    """Whether some walk takes the triples in this order, wherever it starts."""
    starts = {triples[0].head, triples[0].tail} if triples else set()
    return bool(arrivals(triples, starts))


def arrivals(triples: Sequence[Triple], starts: Collection[str]) -> set[str]:
    """Where walks from these starts end that take all the triples in this order; empty when none can."""
    reached = set(starts)
    for head, _, tail in triples:
        reached = {tail for _ in (1,) if head in reached} | {head for _ in (1,) if tail in reached}
    return reached
