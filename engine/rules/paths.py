"""The paths of one or two facts that join things which a fact joins as well: what rules are mined from."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...ext.adjacency import Int64s
from ..store.view import GraphView

_EXPANDED = 4_000_000  # paths that are looked at together, some 200 MB


class Steps:
    """The steps of a graph: each fact along its direction and against it, sorted by node and atom.

    An atom is twice the rank of a relation, and one more where it is walked against its direction. Facts that
    join a thing with itself are left out: over them any fact of it would follow from itself.

    Attributes:
        nodes, atoms: how many there are.
        starts, ends, kinds: (steps,) of each step the node that it leads from and to, and its atom.
        degrees: (nodes,) how many steps lead from each node.
    """

    def __init__(self, view: GraphView) -> None:
        both = view.both
        self.nodes = len(view.entities)
        self.atoms = 2 * len(view.relations)
        starts = np.repeat(np.arange(self.nodes, dtype=np.int64), np.diff(both.offsets))
        kept = np.flatnonzero(starts != both.nodes)
        self.starts: Int64s = starts[kept]
        self.ends: Int64s = both.nodes[kept].astype(np.int64)
        self.kinds: Int64s = both.relations[kept].astype(np.int64) * 2 + ~both.forward[kept]
        self.degrees: Int64s = np.bincount(self.starts, minlength=self.nodes)
        self._by_atom = self.starts * self.atoms + self.kinds  # ascending: the order of an adjacency
        pairs = self.starts * self.nodes + self.ends
        self._order = np.argsort(pairs, kind="stable")
        self._pairs = pairs[self._order]
        own = np.argsort(self.kinds, kind="stable")
        of_atom = np.bincount(self.kinds, minlength=self.atoms)
        self._of_atom = np.split(own, np.cumsum(of_atom)[:-1])

    def of_atom(self, atom: int) -> Int64s:
        """The steps of an atom, in the order of the nodes that they lead from."""
        return self._of_atom[atom]

    def heads(self, relation: int) -> Int64s:
        """The nodes that have a fact of a relation, ascending."""
        return np.unique(self.starts[self.of_atom(2 * relation)])

    def onward(self, nodes: Int64s, atom: int) -> tuple[Int64s, Int64s]:
        """For each node its first step of an atom, and how many it has."""
        wanted = nodes * self.atoms + atom
        first = self._by_atom.searchsorted(wanted)
        return first, self._by_atom.searchsorted(wanted, side="right") - first

    def between(self, starts: Int64s, ends: Int64s) -> tuple[Int64s, Int64s]:
        """For each pair of nodes its first step in `joined`, and how many lead from one to the other."""
        wanted = starts * self.nodes + ends
        first = self._pairs.searchsorted(wanted)
        return first, self._pairs.searchsorted(wanted, side="right") - first

    @property
    def joined(self) -> Int64s:
        """All steps, in the order of the pairs of nodes that they join."""
        return self._order

    def around(self, nodes: Int64s) -> tuple[Int64s, Int64s]:
        """For each node its first step, and how many it has."""
        return self.starts.searchsorted(nodes), self.degrees[nodes]


class Counted(NamedTuple):
    """Bodies that hold for pairs which a fact of a relation joins, and for how many: columns of equal length.

    Attributes:
        relations: ranks of the heads.
        first, second: the atoms of the bodies; the second is -1 in bodies of one.
        support: the number of distinct pairs.
    """

    relations: Int64s
    first: Int64s
    second: Int64s
    support: Int64s


def supports(steps: Steps) -> Counted:
    """The support of every rule of at most three atoms that holds anywhere, in no particular order."""
    single = steps.atoms + 1
    codes, counts = _merged(_codes(steps, single))
    body, relations = codes // steps.atoms, codes % steps.atoms // 2
    first, second = body // single, body % single - 1
    return Counted(relations, first, second, counts)


def _codes(steps: Steps, single: int) -> Iterator[Int64s]:
    """Rules that hold, as (first * single + second + 1) * atoms + the head's atom, once for each pair."""
    facts = np.flatnonzero(steps.kinds % 2 == 0)
    pairs, place = np.unique(steps.starts[facts] * steps.nodes + steps.ends[facts], return_inverse=True)
    by_pair = np.argsort(place, kind="stable")
    offsets = np.concatenate([[0], np.cumsum(np.bincount(place, minlength=len(pairs)))])
    starts, ends = pairs // steps.nodes, pairs % steps.nodes
    for pair, first, second in _bodies(steps, starts, ends):
        heads = np.diff(offsets)[pair]
        row, nth = expanded(heads)
        head = steps.kinds[facts[by_pair[offsets[pair[row]] + nth]]]
        proper = (second[row] >= 0) | (first[row] != head)  # a fact says nothing of itself
        yield ((first[row] * single + second[row] + 1) * steps.atoms + head)[proper]


def _bodies(steps: Steps, starts: Int64s, ends: Int64s) -> Iterator[tuple[Int64s, Int64s, Int64s]]:
    """The bodies that lead from one node of each pair to the other, each once: pair and two atoms."""
    first, count = steps.between(starts, ends)
    pair, nth = expanded(count)
    atoms = steps.kinds[steps.joined[first[pair] + nth]]
    yield pair, atoms, np.full(len(pair), -1, np.int64)
    degrees = steps.degrees
    turned = degrees[starts] > degrees[ends]  # looked at from the end with fewer steps
    near, far = np.where(turned, ends, starts), np.where(turned, starts, ends)
    for rows in chunks(degrees[near]):
        yield _over_middles(steps, rows, near[rows], far[rows], turned[rows])


def _over_middles(
    steps: Steps, pairs: Int64s, near: Int64s, far: Int64s, turned: npt.NDArray[np.bool_]
) -> tuple[Int64s, Int64s, Int64s]:
    start, count = steps.around(near)
    row, nth = expanded(count)
    step = start[row] + nth
    onto, many = steps.between(steps.ends[step], far[row])
    found = np.flatnonzero(many)
    again, nth = expanded(many[found])
    at = found[again]
    one, other = steps.kinds[step[at]], steps.kinds[steps.joined[onto[at] + nth]]
    back = turned[row[at]]  # then the path was walked from its end: it is turned round
    first, second = np.where(back, other ^ 1, one), np.where(back, one ^ 1, other)
    codes = np.unique((row[at] * steps.atoms + first) * steps.atoms + second)
    return (
        pairs[codes // (steps.atoms * steps.atoms)],
        codes // steps.atoms % steps.atoms,
        codes % steps.atoms,
    )


def chunks(counts: Int64s) -> Iterator[Int64s]:
    """The places of counts in runs that together count some millions; a greater one stands alone."""
    if len(counts):
        run = np.cumsum(counts) // _EXPANDED
        yield from np.split(np.arange(len(counts)), np.flatnonzero(np.diff(run)) + 1)


def expanded(counts: Int64s) -> tuple[Int64s, Int64s]:
    """For each of all that is counted: which count it belongs to, and its number there, from 0."""
    row = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    return row, np.arange(len(row), dtype=np.int64) - np.repeat(np.cumsum(counts) - counts, counts)


def _merged(runs: Iterator[Int64s]) -> tuple[Int64s, Int64s]:
    """The distinct numbers of all runs, ascending, and how often each comes."""
    codes, counts = np.empty(0, np.int64), np.empty(0, np.int64)
    for run in runs:
        new, often = np.unique(run, return_counts=True)
        both, place = np.unique(np.concatenate([codes, new]), return_inverse=True)
        codes, counts = both, np.bincount(place, np.concatenate([counts, often]), len(both)).astype(np.int64)
    return codes, counts
