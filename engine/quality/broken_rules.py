"""Rules that a graph bears out, and the facts that break them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...ext.adjacency import Int64s
from ..counted import counted
from ..progress import Progress
from ..rules.mining import MiningSettings, mine_rules
from ..rules.paths import Steps, expanded
from ..rules.rule import Rule, declared_rules
from .fault import Fault, Kind, Missing
from .graph import LintedGraph, shares
from .strictness import strictness
from .values import SingleValues

_LEAST_CONFIDENCE = 0.95  # PCA: below, `strictness` is under one half where 1 % of errors are expected
_LEAST_COVERAGE = 0.1  # a rule that few facts of its head follow from says little of it, and there are many
_MOST_PAIRS = 2_000_000  # of the body of one rule


class _Broken(NamedTuple):
    """A pair of which the body of a rule holds and its head does not."""

    missing: Missing
    rows: tuple[int, ...]
    rule: Rule
    pairs: int
    breaking: int
    confidence: float


def broken_rules(
    graph: LintedGraph,
    values: SingleValues,
    least: float,
    min_support: int,
    progress: Progress,
) -> Iterator[Fault]:
    """What breaks the rules that are mined, and those that are declared and that the graph keeps to.

    Of a rule count the pairs (x, y) of its body of which x has some fact of its head (PCA, AMIE): each x that
    lacks the one to y breaks it. A declared rule is no exception: a graph may store one way of a symmetric
    relation alone, and then nothing is wrong. A fact that several rules ask for is told once, by the surest.
    """
    steps = Steps(graph.view)
    mining = MiningSettings(min_support, _LEAST_COVERAGE, _LEAST_CONFIDENCE)
    rules = {(rule.head, rule.body): rule for rule in declared_rules(graph.traits)}
    rules |= {(rule.head, rule.body): rule for rule in mine_rules(graph.view, mining, progress)}
    known = set(graph.view.relations)
    best: dict[Missing, _Broken] = {}
    for rule in rules.values():
        if known.issuperset(rule.relations) and (rule.confidence or 0) < 1:
            for broken in _breaking(graph, steps, rule, least):
                if broken.missing not in best or broken.confidence > best[broken.missing].confidence:
                    best[broken.missing] = broken
    return (_fault(graph, values, broken) for broken in best.values())


def _breaking(graph: LintedGraph, steps: Steps, rule: Rule, least: float) -> Iterator[_Broken]:
    ranks = {id: rank for rank, id in enumerate(graph.view.relations)}
    head = ranks[rule.head]
    atoms = [2 * ranks[atom.relation] + (not atom.forward) for atom in rule.body]
    first = steps.of_atom(atoms[0])
    heads = steps.heads(head)
    first = first[_among(steps.starts[first], heads)]
    starts, middles = steps.starts[first], steps.ends[first]
    if len(atoms) == 1:
        ends, over = middles, np.full(len(first), -1, np.int64)
    else:
        onto, many = steps.onward(middles, atoms[1])
        if int(many.sum()) > _MOST_PAIRS:
            return
        place, nth = expanded(many)
        starts, over = starts[place], middles[place]
        ends = steps.ends[onto[place] + nth]
    apart = starts != ends
    starts, ends, over = starts[apart], ends[apart], over[apart]
    codes, kept = np.unique(starts * steps.nodes + ends, return_index=True)
    facts = steps.of_atom(2 * head)
    stated = np.sort(steps.starts[facts] * steps.nodes + steps.ends[facts])
    breaks = kept[~_among(codes, stated)]
    confidence = strictness(len(codes), len(breaks), graph.error_rate)
    if confidence < least:
        return
    for x, y, z in zip(starts[breaks].tolist(), ends[breaks].tolist(), over[breaks].tolist(), strict=True):
        way = (x, y) if z < 0 else (x, z, y)
        rows = tuple(_row(graph, *pair) for pair in zip(way, way[1:], atoms, strict=False))
        yield _Broken(Missing(x, head, y), rows, rule, len(codes), len(breaks), confidence)


def _among(numbers: Int64s, ascending: Int64s) -> npt.NDArray[np.bool_]:
    if not len(ascending):
        return np.zeros(len(numbers), np.bool_)
    found: npt.NDArray[np.bool_] = (
        ascending[ascending.searchsorted(numbers).clip(max=len(ascending) - 1)] == numbers
    )
    return found


def _row(graph: LintedGraph, start: int, end: int, atom: int) -> int:
    """The fact of an atom that leads from one node to another."""
    head, tail = (end, start) if atom % 2 else (start, end)
    return next(row for row in graph.rows_at(head, atom // 2, 0) if graph.nodes_at[1, row] == tail)


def _fault(graph: LintedGraph, values: SingleValues, broken: _Broken) -> Fault:
    rule, missing = broken.rule, broken.missing
    kind: Kind = "inverse" if len(rule.body) == 1 and not rule.body[0].forward else "rule"
    instead = graph.rows_at(missing.head, missing.relation, 0)
    beside: tuple[int, ...] = ()
    suspects = {row: graph.doubt(row) for row in broken.rows}
    if values.is_strict(missing.relation, 0):
        suspects |= {row: graph.doubt(row) for row in instead}  # another value stands in its place
    else:
        beside = tuple(instead[:3])
    said = " and ".join(f"“{graph.told(row)}”" for row in broken.rows)
    return Fault(
        kind,
        f"the graph states {said}, and not “{graph.in_words(*missing)}”",
        f"{rule}: {broken.pairs - broken.breaking:,} of {counted(broken.pairs, 'pair')} keep to it",
        broken.confidence,
        (
            ("pairs", broken.pairs),
            ("breaking", broken.breaking),
            ("P(strict)", round(broken.confidence, 4)),
        ),
        shares(suspects, left=1.0),  # that a fact is missing: as likely as one whose ends share nothing
        beside,
        missing,
    )
