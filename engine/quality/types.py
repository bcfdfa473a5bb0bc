"""Things that stand at an end of a relation where only things of other types stand."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import inf, log

import numpy as np

from .fault import Fault
from .graph import LintedGraph, shares
from .strictness import log_errors, strictness

_MOST_SHOWN = 3
_FACTS_THAT_TELL = 3  # what a thing is: of two facts that do not go together, neither tells
_MOST_TYPES = 4  # of an end


def wrong_types(graph: LintedGraph, least: float) -> Iterator[Fault]:
    """By the types of entities where there are any; of what has none by where else it stands."""
    yield from _by_types(graph, least)
    yield from _by_ends(graph, least)


# -- types that entities have


def _by_types(graph: LintedGraph, least: float) -> Iterator[Fault]:
    odd: defaultdict[int, list[tuple[int, int, float, Sequence[str], tuple[int, int]]]] = defaultdict(list)
    for relation in range(len(graph.view.relations)):
        for side in (0, 1):
            nodes = np.unique(graph.nodes_at[side, graph.rows_of_relation[relation]]).tolist()
            typed = [node for node in nodes if graph.types[node]]
            usual, others, confidence = _usual(graph, relation, side, typed)
            if confidence >= least:
                for node in others:
                    counts = len(typed), len(others)
                    odd[node].append((relation, side, confidence, usual, counts))
    for node, places in odd.items():
        yield from _odd_thing(graph, node, places)


def _usual(
    graph: LintedGraph, relation: int, side: int, typed: Sequence[int]
) -> tuple[Sequence[str], Sequence[int], float]:
    """The types of an end, the things there that have none of them, and how sure the types are.

    Declared, or else one type, or two, …: that which covers most of what is left comes next. How many there
    are is what makes errors of the others likeliest, S of `strictness`, times what is held of so many before
    the things are counted: each further type halves it, and may be any of those that the graph has left.
    """
    id = graph.view.relations[relation]
    if declared := (graph.traits.ranges if side else graph.traits.domains).get(id):
        return declared, [node for node in typed if not set(declared) & set(graph.types[node])], 1.0
    left, usual, held = list(typed), list[str](), 0.0
    best: tuple[float, Sequence[str], Sequence[int]] = (-inf, (), ())
    while left and len(usual) < _MOST_TYPES:
        counts = Counter(type for node in left for type in graph.types[node])
        usual.append(max(counts, key=lambda type: (counts[type], type)))
        left = [node for node in left if usual[-1] not in graph.types[node]]
        likely = log_errors(len(typed), len(left), graph.error_rate) - held
        best = max(best, (likely, tuple(usual), tuple(left)), key=lambda one: one[0])
        held += log(2 * max(1, len(graph.all_types) - len(usual)))
    return best[1], best[2], strictness(len(typed), len(best[2]), graph.error_rate)


def _odd_thing(
    graph: LintedGraph, node: int, places: Sequence[tuple[int, int, float, Sequence[str], tuple[int, int]]]
) -> Iterator[Fault]:
    """A thing that is odd at some ends: its facts there are wrong, or its type where it is odd at all."""
    start, stop = graph.view.both.offsets[node : node + 2].tolist()
    ends = {
        (relation, 1 - int(forward))
        for relation, forward in zip(
            graph.view.both.relations[start:stop].tolist(),
            graph.view.both.forward[start:stop].tolist(),
            strict=True,
        )
    }
    own = ", ".join(graph.types[node])
    wanted = {tuple(usual) for _, _, _, usual, _ in places}
    if len(places) == len(ends) > 1 and len(wanted) == 1:
        shared = next(iter(wanted))
        confidence = max(place[2] for place in places)
        labels = ", ".join(f"“{graph.label(relation)}”" for relation, *_ in places)
        yield Fault(
            "type",
            f"{graph.names[node]} ({own}) stands where {' or '.join(shared)} stands, with {labels}",
            "wherever it stands, things of its type do not",
            confidence,
            (("ends", len(places)), ("P(strict)", round(confidence, 4))),
            beside=tuple(row for relation, side, *_ in places for row in graph.rows_at(node, relation, side))[
                :_MOST_SHOWN
            ],
            nodes=(node,),
            types=(shared[0],),
        )
        return
    for relation, side, confidence, usual, (things, others) in places:
        rows = graph.rows_at(node, relation, side)
        yield Fault(
            "type",
            f"{'tail' if side else 'head'} of “{graph.label(relation)}” is {graph.names[node]} ({own}), "
            f"where {' or '.join(usual)} stands",
            f"so are {things - others:,} of {things:,} {'tails' if side else 'heads'} of it",
            confidence,
            (("things", things), ("of other types", others), ("P(strict)", round(confidence, 4))),
            shares(dict.fromkeys(rows[:_MOST_SHOWN], 1.0)),
        )


# -- where else things stand


def _by_ends(graph: LintedGraph, least: float) -> Iterator[Fault]:
    """A thing without a type that stands by one fact at an end, and else at ends that nothing shares with it.

    An end is odd for a thing when it is of another kind than all of its other ends, and foreign to each; the
    confidence is that of the least foreign one.
    """
    owner, end = graph.ends
    untyped = ~np.array([bool(types) for types in graph.types], bool)
    kinds = np.array(graph.kinds, np.int64)[end]
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    mixed = (
        np.maximum.reduceat(kinds, starts) != np.minimum.reduceat(kinds, starts) if len(starts) else starts
    )
    stops = np.append(starts[1:], len(owner))
    for start, stop in zip(starts[mixed].tolist(), stops[mixed].tolist(), strict=True):
        node = int(owner[start])
        if untyped[node]:
            yield from _odd_ends(graph, node, end[start:stop].tolist(), least)


def _odd_ends(graph: LintedGraph, node: int, ends: Sequence[int], least: float) -> Iterator[Fault]:
    foreign = {end: min(_foreign(graph, end, other) for other in ends if other != end) for end in ends}
    odd = {end: told for end, told in foreign.items() if told[0] >= least}
    rows = {end: graph.rows_at(node, end // 2, end % 2) for end in ends}
    single = {end: rows[end][0] for end in odd if len(rows[end]) == 1}
    told = sum(map(len, rows.values()))
    if not single or told < _FACTS_THAT_TELL:
        return
    # Where two ends are foreign to each other, a thing with several facts at one of them belongs there.
    left = sum(1 / (1 + len(rows[end])) for end in odd if end not in single)
    end = min(single, key=lambda end: (-odd[end][0], single[end]))
    confidence, shared, other = odd[end]
    yield Fault(
        "type",
        f"{graph.names[node]} is {_place(graph, end)}, and else {_places(graph, ends, end)}",
        f"of {graph.sizes[end]:,} that are {_place(graph, end)} {shared:,} are {_place(graph, other)}",
        confidence,
        (
            ("things", min(graph.sizes[end], graph.sizes[other])),
            ("shared", shared),
            ("P(disjoint)", round(confidence, 4)),
        ),
        shares({row: graph.doubt(row) for row in single.values()}, left),
    )


def _foreign(graph: LintedGraph, one: int, other: int) -> tuple[float, int, int]:
    """How foreign an end is to another one, how many things they share, and the other one."""
    if graph.kinds[one] == graph.kinds[other]:
        return 0.0, 0, other
    return *graph.foreign[min(one, other), max(one, other)], other


def _place(graph: LintedGraph, end: int) -> str:
    return f"{'tail' if end % 2 else 'head'} of “{graph.label(end // 2)}”"


def _places(graph: LintedGraph, ends: Sequence[int], but: int) -> str:
    others = [_place(graph, end) for end in ends if end != but]
    return ", ".join(others[:_MOST_SHOWN]) + (", …" if len(others) > _MOST_SHOWN else "")
