"""Kinds of things that a graph does not name: told from what stands at the ends of its relations."""

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from ...ext.adjacency import Int32s, Int64s
from ..language.names import kind_of_name
from ..language.rules import table
from ..matching.labels import words_of_label
from ..store.view import GraphView

Bytes = npt.NDArray[np.uint8]

_PERSONS = 0.3  # share of the nodes at one end of a relation that bear a person's name
_ALIKE = 0.05  # share of the fewer nodes that two ends must have in common


def kinds_of_ends(view: GraphView) -> list[tuple[int, int]]:
    """For each relation a number for the kind of its heads, and one for that of its tails.

    Two ends are of one kind when they share enough of their nodes, or are both of one kind with a third:
    those who have a parent, who have a spouse and who have a gender are all people.
    """
    owner, end = ends_of_nodes(view)
    count = 2 * len(view.relations)
    return kinds_that_share(np.bincount(end, minlength=count), *shared_ends(owner, end, count))


def kinds_that_share(sizes: Int64s, ones: Int64s, others: Int64s, shared: Int64s) -> list[tuple[int, int]]:
    """The same from how many nodes stand at each end, and at both of some pairs: see `shared_ends`."""
    kinds = list(range(len(sizes)))
    alike = shared >= _ALIKE * np.minimum(sizes[ones], sizes[others])
    for one, other in zip(ones[alike].tolist(), others[alike].tolist(), strict=True):
        kinds[root_of(kinds, one)] = root_of(kinds, other)
    found = [root_of(kinds, end) for end in range(len(sizes))]
    return list(zip(found[::2], found[1::2], strict=True))


def ends_of_nodes(view: GraphView) -> tuple[Int64s, Int64s]:
    """Nodes in ascending order, and the ends that each stands at, each once, ascending.

    The heads of the relation of rank i stand at end 2i, its tails at 2i + 1.
    """
    nodes, ends, _ = ends_of_some(view, 0, len(view.both.offsets) - 1)
    return nodes, ends


def ends_of_some(view: GraphView, first: int, last: int) -> tuple[Int64s, Int64s, Int64s]:
    """The same of nodes `first` to `last`, without the latter, and how many facts each has at each end."""
    count, both = 2 * len(view.relations), view.both
    offsets = both.offsets[first : last + 1]
    slots = slice(int(offsets[0]), int(offsets[-1]))
    owners = np.repeat(np.arange(first, last, dtype=np.int64), np.diff(offsets))
    stands = owners * count + 2 * both.relations[slots].astype(np.int64) + ~both.forward[slots]
    begins = np.flatnonzero(np.diff(stands, prepend=-1))  # in the order of slots, which is ascending
    facts = np.diff(begins, append=len(stands))
    stands = stands[begins]
    return stands // max(count, 1), stands % max(count, 1), facts


def shared_ends(owner: Int64s, end: Int64s, count: int) -> tuple[Int64s, Int64s, Int64s]:
    """Pairs of ends at which the same node stands, the lower first, and how many nodes do.

    Args:
        owner, end: as `ends_of_nodes` gives them.
        count: of all ends.
    """
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    lengths = np.diff(starts, append=len(owner))
    found = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for length in np.unique(lengths).tolist():  # nodes that stand at equally many ends, at once
        rows = end[starts[lengths == length][:, None] + np.arange(length)]
        one, other = np.triu_indices(length, 1)
        found.append(np.unique((rows[:, one] * count + rows[:, other]).ravel(), return_counts=True))
    codes, nodes = (np.concatenate(column) for column in zip(*found, strict=True))
    pairs, place = np.unique(codes, return_inverse=True)
    shared = np.zeros(len(pairs), np.int64)
    np.add.at(shared, place, nodes)
    return pairs // max(count, 1), pairs % max(count, 1), shared


def root_of(kinds: list[int], end: int) -> int:
    """The end that stands for all of one kind; the way to it is halved."""
    while kinds[end] != end:
        kinds[end] = end = kinds[kinds[end]]
    return end


PERSON, THING = 1, 2
"""Of what is known of nodes; 0 is neither."""


def told_by_ends(kinds: Bytes, ends: Sequence[Int32s | Int64s], of_persons: Collection[int]) -> None:
    """Make those persons of whom nothing is known and who stand where persons do.

    Args:
        kinds: of each node (n,), which is changed.
        ends: for each end, numbered as in `ends_of_nodes`, the nodes that stand at it, ascending.
        of_persons: ends at which persons stand, whoever is known to.
    """
    # One end may tell of another, so their order matters: that in which nodes come to them.
    for _, end in sorted((int(nodes[0]), end) for end, nodes in enumerate(ends) if len(nodes)):
        told = kinds[ends[end]]
        persons, things = int((told == PERSON).sum()), bool((told == THING).any())
        if (persons > 1 and persons >= _PERSONS * len(told) and not things) or end in of_persons:
            kinds[ends[end][told == 0]] = PERSON


def kind_number(name: str) -> int:
    """What a name in normal form tells of who bears it: PERSON, THING or 0."""
    return {"person": PERSON, "thing": THING, None: 0}[kind_of_name(name)]


def counts_of_ends(ends: Int64s, facts: Int64s, relations: int) -> dict[tuple[int, int], tuple[int, int]]:
    """For each relation and 1, how many heads it has, and how many of one fact; with -1, tails.

    Args:
        ends, facts: see `ends_of_some`.
    """
    total, alone = (np.bincount(part, minlength=2 * relations) for part in (ends, ends[facts == 1]))
    return {
        (end // 2, -1 if end % 2 else 1): (int(total[end]), int(alone[end])) for end in range(2 * relations)
    }


def ends_of_persons(labels: Sequence[str]) -> frozenset[int]:
    """The ends at which persons stand by the labels of relations: the heads of "born in"."""
    words = [frozenset(words_of_label(label).split()) for label in labels]
    heads, tails = (frozenset(table("anaphora")[name]) for name in ("person_heads", "person_tails"))
    return frozenset(
        2 * relation + side
        for relation, own in enumerate(words)
        for side, named in ((0, heads), (1, tails))
        if not own.isdisjoint(named) and not (side and own & {"of", "at"})
    )
