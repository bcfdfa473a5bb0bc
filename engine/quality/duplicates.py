"""Two entities with one name and the same neighbours."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import exp, log

from ..names import normalise
from .fault import Fault
from .graph import LintedGraph
from .values import SingleValues

_MOST_OF_A_NAME = 30  # entities; a name of more is no name of one thing

_Place = tuple[int, int, int]  # relation, side on which the neighbour stands, neighbour


def duplicates(graph: LintedGraph, values: SingleValues, least: float) -> Iterator[Fault]:
    """Pairs of one name, weighed as Fellegi and Sunter do ("A Theory for Record Linkage", 1969).

    That two entities of one name are one thing or two is held for equally likely. Each neighbour that both
    have by one relation counts log(m / u): m = 1 - error rate, that one thing would have it under both ids;
    u, the share of the facts of the relation that have it, by which two things would share it by chance. Each
    relation of one value of which they hold different ones counts log(error rate). What only one of them has
    counts nothing, as each may hold a part. The confidence is this probability times the share of what the
    one with fewer facts has that the other has as well, so that "the same neighbours" means most of them.
    """
    names = defaultdict(list)
    for node, name in enumerate(graph.view.entities["name"].to_pylist()):
        if name and (key := normalise(name)):
            names[key].append(node)
    for nodes in names.values():
        if 1 < len(nodes) <= _MOST_OF_A_NAME:
            for one, other in combinations(nodes, 2):
                fault = _fault(graph, values, one, other)
                if fault and fault.confidence >= least:
                    yield fault


def _fault(graph: LintedGraph, values: SingleValues, one: int, other: int) -> Fault | None:
    if graph.types[one] and graph.types[other] and not set(graph.types[one]) & set(graph.types[other]):
        return None
    mine, yours = _places(graph, one), _places(graph, other)
    both = mine.keys() & yours.keys()
    if not both or other in graph.neighbours(one):
        return None
    weight = sum(log((1 - graph.error_rate) / _chance(graph, place)) for place in both)
    ruled_out = [
        (relation, side)
        for relation, side in {place[:2] for place in mine} & {place[:2] for place in yours}
        if values.is_strict(relation, 1 - side) and not any(place[:2] == (relation, side) for place in both)
    ]
    weight += len(ruled_out) * log(graph.error_rate)
    shared = len(both) / min(len(mine), len(yours))
    alike = 1 / (1 + exp(-weight)) if weight > -500 else 0.0
    fewer, more = sorted((one, other), key=lambda node: (len(_places(graph, node)), -node))
    name = graph.names[one]
    ids = graph.view.entities["id"]
    shown = sorted(f"{graph.label(relation)} {graph.names[node]}" for relation, _, node in both)
    return Fault(
        "duplicate",
        f"{ids[fewer].as_py()} and {ids[more].as_py()} are both {name}, with the same neighbours",
        f"both have {len(both)} of {min(len(mine), len(yours))}: {', '.join(shown[:3])}",
        alike * shared,
        (
            ("shared neighbours", len(both)),
            ("relations that differ", len(ruled_out)),
            ("P(one thing)", round(alike, 4)),
            ("share of neighbours", round(shared, 4)),
        ),
        beside=tuple(mine[place] for place in sorted(both))[:3],
        nodes=(fewer, more),
    )


def _places(graph: LintedGraph, node: int) -> dict[_Place, int]:
    """What an entity is joined with, and by which fact."""
    both = graph.view.both
    start, end = both.offsets[node : node + 2].tolist()
    columns = (both.relations, both.forward, both.nodes, both.facts)
    slots = zip(*(column[start:end].tolist() for column in columns), strict=True)
    return {(relation, int(forward), other): fact for relation, forward, other, fact in slots}


def _chance(graph: LintedGraph, place: _Place) -> float:
    """The share of all things at an end of a relation that have a neighbour there."""
    relation, side, node = place
    own = len(graph.rows_at(node, relation, side))
    return own / len(graph.rows_of_relation[relation])
