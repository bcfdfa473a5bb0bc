"""Facts of a hierarchy that lead back to where they began."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import exp, log1p

import numpy as np

from ...ext.adjacency import Int64s
from ..counted import counted
from ..matching.synonyms import is_hierarchy
from .fault import Fault
from .graph import LintedGraph, shares
from .strictness import strictness

_MOST_FACTS = 40  # of a cycle that is told: a larger one has no one fact at fault
_SHOWN = 6
_ENOUGH_BELOW = 1000
_NAMED = 0.95  # P(strict) of what general English calls a hierarchy: some graphs use its words otherwise
_MANY_CIRCLES = 10.0  # expected by chance of a dense relation: none would be a wonder


def cycles(graph: LintedGraph, least: float) -> Iterator[Fault]:
    """Cycles of relations that have none, or nearly none; and facts that join a thing with itself.

    Whether a relation is a hierarchy is learned, and where general English knows its name ("child"), it is
    likely before anything is learned: a circle of three children is found in a graph of nothing else. Of the
    facts that could lie on a cycle, those whose tail is itself a head, how many independent cycles do they
    make (facts - things + 1 of each strongly connected component)? What is declared transitive and not
    symmetric has none.
    """
    for relation, rows in enumerate(graph.rows_of_relation):
        id = graph.view.relations[relation]
        declared = id in graph.traits.transitive and id not in graph.traits.symmetric
        heads, tails = graph.nodes_at[:, rows]
        loops = rows[heads == tails]
        before = _NAMED if is_hierarchy(graph.label(relation)) else 0.5
        confidence = 1.0 if declared else strictness(len(rows), len(loops), graph.error_rate, before=before)
        if confidence >= least:
            yield from (
                _loop(graph, relation, row, len(rows), len(loops), confidence) for row in loops.tolist()
            )
        yield from _of_relation(graph, relation, rows[heads != tails], declared, before, least)


def _loop(graph: LintedGraph, relation: int, row: int, facts: int, loops: int, confidence: float) -> Fault:
    label = graph.label(relation)
    return Fault(
        "cycle",
        f"“{graph.told(row)}” joins a thing with itself",
        f"{facts - loops:,} of {counted(facts, 'fact')} of “{label}” join two things",
        confidence,
        (("facts", facts), ("loops", loops), ("P(strict)", round(confidence, 4))),
        ((row, 1.0),),
    )


def _of_relation(
    graph: LintedGraph, relation: int, rows: Int64s, declared: bool, before: float, least: float
) -> Iterator[Fault]:
    heads, tails = graph.nodes_at[:, rows]
    chained = int(np.isin(tails, heads).sum())
    found = _components(rows, heads, tails)
    many = sum(len(own) - nodes + 1 for own, nodes in found)
    confidence = 1.0 if declared else _acyclic(graph, chained, many, heads, tails, before)
    if confidence < least:
        return
    label = graph.label(relation)
    for own, _ in found:
        if len(own) <= _MOST_FACTS:
            ring = "; ".join(map(graph.told, own[:_SHOWN])) + ("; …" if len(own) > _SHOWN else "")
            yield Fault(
                "cycle",
                f"“{label}” leads in a circle: {ring}",
                "it is declared transitive, not symmetric"
                if declared
                else (
                    f"{counted(chained, 'fact')} of “{label}” go on from another one, and make "
                    f"{counted(many, 'circle')}"
                ),
                confidence,
                (("chained facts", chained), ("circles", many), ("P(strict)", round(confidence, 4))),
                shares(_weights(graph, relation, own)),
            )


def _acyclic(
    graph: LintedGraph, chained: int, many: int, heads: Int64s, tails: Int64s, before: float
) -> float:
    """How sure it is that a relation has no circles.

    By chance, facts that lead from each thing to d others on average make -log(1 - d) circles (the sum of
    d^k / k over their lengths); from d = 1 on there are as many as one likes.
    """
    density = min(len(heads) / max(1, len(np.union1d(heads, tails))), 1 - exp(-_MANY_CIRCLES))
    return strictness(chained, min(many, chained), graph.error_rate, -log1p(-density), before)


def _weights(graph: LintedGraph, relation: int, own: Sequence[int]) -> dict[int, float]:
    """Which fact of a component is likely at fault: one on all of its circles, that leads against the rest.

    A hierarchy is narrow at one side. How many things lie below one, outside of the circle, tells how high it
    stands; a fact that leads from high to low, where others lead from low to high, has the greater weight:
    (1 + below the one) / (1 + below the other).
    """
    heads, tails = graph.nodes_at[:, graph.rows_of_relation[relation]]
    high_side = int(len(np.unique(tails)) < len(np.unique(heads)))
    nodes = set(graph.nodes_at[:, list(own)].ravel().tolist())
    below = {node: _below(graph, relation, node, high_side, nodes) for node in nodes}
    weights = {}
    for row in own:
        low, high = (int(graph.nodes_at[side, row]) for side in (1 - high_side, high_side))
        weights[row] = (1 + below[low]) / (1 + below[high]) * graph.doubt(row)
    on_all = [row for row in own if not _is_cyclic(graph, [other for other in own if other != row])]
    return {row: weights[row] for row in on_all or own}


def _below(graph: LintedGraph, relation: int, node: int, high_side: int, circle: Collection[int]) -> int:
    """How many things lie below one, not over others of a circle; a thousand are enough."""
    seen, waiting = set(circle), [node]
    while waiting and len(seen) < _ENOUGH_BELOW:
        at = waiting.pop()
        for row in graph.rows_at(at, relation, high_side):
            lower = int(graph.nodes_at[1 - high_side, row])
            if lower not in seen:
                seen.add(lower)
                waiting.append(lower)
    return len(seen) - len(circle)


def _is_cyclic(graph: LintedGraph, rows: Sequence[int]) -> bool:
    heads, tails = graph.nodes_at[:, list(rows)]
    return len(_core(heads, tails)) > 0


def _core(heads: Int64s, tails: Int64s) -> Int64s:
    """The places of the facts that are left when those that lead from or to a dead end are taken away."""
    kept = np.arange(len(heads))
    while len(kept):
        on = np.isin(tails[kept], heads[kept]) & np.isin(heads[kept], tails[kept])
        if on.all():
            break
        kept = kept[on]
    return kept


def _components(rows: Int64s, heads: Int64s, tails: Int64s) -> list[tuple[list[int], int]]:
    """The facts of each strongly connected component that has any, ascending, and how many things it has."""
    core = _core(heads, tails)
    onward: dict[int, list[int]] = {}
    for head, tail in zip(heads[core].tolist(), tails[core].tolist(), strict=True):
        onward.setdefault(head, []).append(tail)
    number = _strongly_connected(onward)
    facts: dict[int, list[int]] = {}
    for place in core.tolist():
        component = number[int(heads[place])]
        if component == number[int(tails[place])]:
            facts.setdefault(component, []).append(int(rows[place]))
    sizes = np.bincount(list(number.values()), minlength=1).tolist() if number else []
    return sorted((sorted(own), sizes[component]) for component, own in facts.items())


def _strongly_connected(onward: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """The number of each node's component: Tarjan's algorithm, without recursion."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    number: dict[int, int] = {}
    path: list[int] = []
    for root in onward:
        if root in index:
            continue
        work = [(root, iter(onward.get(root, ())))]
        index[root] = low[root] = len(index)
        path.append(root)
        while work:
            node, others = work[-1]
            other = next(others, None)
            if other is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = len(number)
                    while True:
                        member = path.pop()
                        number[member] = component
                        if member == node:
                            break
            elif other not in index:
                index[other] = low[other] = len(index)
                path.append(other)
                work.append((other, iter(onward.get(other, ()))))
            elif other not in number:
                low[node] = min(low[node], index[other])
    return number
