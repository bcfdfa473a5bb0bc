"""Which relations of a graph state the same thing the other way round, as its facts show."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from ..terms import Triple

# Graphs are incomplete: of PathQuestion's parents, a third are stated as children too. Both bounds are low,
# since a relation that is wrongly taken for an inverse only keeps an entity from being drawn.
_LEAST_SHARED = 3
_LEAST_SHARE = 0.1


def inverse_relations(facts: Iterable[Triple]) -> Mapping[str, frozenset[str]]:
    """For each relation those that state its facts from tail to head; a symmetric one is its own.

    A relation counts as an inverse when at least 3 pairs of different entities, and a tenth of the pairs of
    the rarer of the two, are stated both ways. Relations without an inverse are not among the keys.
    """
    joined: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for head, relation, tail in facts:
        if head != tail:
            joined[head, tail].add(relation)
    pairs = Counter(relation for relations in joined.values() for relation in relations)
    both_ways = Counter(
        (relation, opposite)
        for (head, tail), relations in joined.items()
        for opposite in joined.get((tail, head), ())
        for relation in relations
    )
    found: defaultdict[str, set[str]] = defaultdict(set)
    for (relation, opposite), shared in both_ways.items():
        rarer = min(pairs[relation], pairs[opposite])
        if shared >= max(_LEAST_SHARED, _LEAST_SHARE * rarer):
            found[relation].add(opposite)
    return {relation: frozenset(opposites) for relation, opposites in found.items()}
