"""Facts that hang together, as the path that walks them."""

from collections.abc import Sequence

from ..terms import Entity, Fact, Hop, Path


def paths_of(facts: Sequence[Fact]) -> list[Path]:
    """The one path that walks facts in this order, from either end of the first.

    Where there is none, a path for each fact; none for no facts.
    """
    for start in [end for fact in facts[:1] for end in (fact.head, fact.tail)]:
        path = _walked(start, facts)
        if path is not None:
            return [path]
    return [Path(fact.head, (Hop(fact, forward=True),)) for fact in facts]


def _walked(start: Entity, facts: Sequence[Fact]) -> Path | None:
    here = start.id
    hops: list[Hop] = []
    for fact in facts:
        if here not in (fact.head.id, fact.tail.id):
            return None
        forward = fact.head.id == here
        hops.append(Hop(fact, forward))
        here = fact.tail.id if forward else fact.head.id
    return Path(start, tuple(hops))
