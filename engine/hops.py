"""What a hop is: one fact, or the facts that join two things over nodes that only join others.

Freebase keeps a marriage or a term of office as a node without a name, a mediator, and says what it joins by
one fact each. The question sets count what a mediator joins as one hop, so that 1,386 of the 1,421 multi-hop
questions of ComplexWebQuestions have two.

Reference: Direct Evaluation of CoT, Section 4, Table 1.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, get_args

from .terms import Triple

Triples = tuple[Triple, ...]

Orientation = Literal["stored", "walk"]
"""Whether a fact leads from its head to its tail, as the graph has it, or along the walk from either end."""
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)


def hops_of(path: Sequence[Triple], mediators: Collection[str]) -> tuple[Triples, ...]:
    """The hops of a path, in its order: each the facts of which one goes on from the other at a mediator.

    A mediator is left where it was reached: what comes back to it later begins another hop.

    >>> path = [Triple("ann", "held", "m1"), Triple("m1", "office", "mayor"), Triple("mayor", "of", "ely")]
    >>> [len(hop) for hop in hops_of(path, {"m1"})]
    [2, 1]

    Args:
        path: facts end to end, each in either direction.
        mediators: ids of the nodes that only join others, see `mediators_of`.
    """
    if not mediators:
        return tuple((triple,) for triple in path)
    return tuple(_hops(path, mediators))


def _hops(path: Sequence[Triple], mediators: Collection[str]) -> Iterator[Triples]:
    hop: list[Triple] = []
    passed: set[str] = set()
    for triple in path:
        joints = _ends(hop[-1]) & _ends(triple) if hop else set()
        if not (joints and joints.isdisjoint(passed) and all(joint in mediators for joint in joints)):
            if hop:
                yield tuple(hop)
            hop, passed, joints = [], set(), set()
        hop.append(triple)
        passed |= joints
    if hop:
        yield tuple(hop)


def stated_by(hop: Sequence[Triple], mediators: Collection[str]) -> frozenset[Triple]:
    """What a hop states, the same in both directions and whichever mediator it leads over.

    Two terms of one office state the same of holder and office.
    """
    if len(hop) == 1:
        return frozenset(hop)
    return frozenset(
        Triple("" if head in mediators else head, relation, "" if tail in mediators else tail)
        for head, relation, tail in hop
    )


def _ends(triple: Triple) -> set[str]:
    return {triple.head, triple.tail}
