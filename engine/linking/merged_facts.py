"""What the mediators of a graph join, as one fact each, with a text to embed.

The paper verbalises a fact as "head relation tail." A fact that leads to a mediator would end in an
identifier, which no step says. So what a mediator joins is verbalised whole, "head relation relation tail.",
under the name that Freebase gives to such pairs of relations ("r1..r2").

Reference: Direct Evaluation of CoT, Section 3.2.1; footnote 3: a step corresponds to one fact.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from ..names import verbalise
from ..store.view import GraphView
from ..terms import Fact, MergedFact, fact_key
from .entity_names import names_of
from .mediators import mediators_of


class _Pair(NamedTuple):
    """Two facts of one mediator, by rows, and the nodes that they join."""

    onto: int
    onward: int
    head: int
    tail: int


class MergedFacts:
    """The pairs of facts that join two things with names over a mediator, each as one fact, by key.

    Where one leads to the mediator and the other on from it, that is the direction. Where both lead to it,
    or both from it, neither thing comes before the other, and there is a fact either way. What two mediators
    join by the same relations is one fact, shown by the facts of the first.

    Attributes:
        mediators: ids of the nodes that only join others.
        texts: what is embedded, for each fact.
        keys: of each fact, ascending.
        parts: rows of the graph's facts that stand in one of these, and so no more by themselves.
    """

    def __init__(self, view: GraphView) -> None:
        self.mediators = mediators_of(view.entities, view.facts)
        called = list(names_of(view.entities))
        ids = view.entities["id"].to_pylist()
        nodes = [node for node, id in enumerate(ids) if id in self.mediators]
        pairs = list(_pairs(view, nodes, [bool(name) for name in called]))
        self.parts = frozenset(row for pair in pairs for row in (pair.onto, pair.onward))
        relations, labels = (view.facts[column].to_pylist() for column in ("relation", "label"))
        by_key: dict[str, _Pair] = {}
        for pair in pairs:
            relation = _relation(relations[pair.onto], relations[pair.onward])
            by_key.setdefault(fact_key(ids[pair.head], relation, ids[pair.tail]), pair)
        self.keys = sorted(by_key)
        self._pairs = [by_key[key] for key in self.keys]
        self.texts = [
            verbalise(called[one.head], _label(labels[one.onto], labels[one.onward]), called[one.tail])
            for one in self._pairs
        ]

    def facts(
        self, places: Iterable[int], stated: Callable[[Iterable[int]], Mapping[int, Fact]]
    ) -> dict[int, Fact]:
        """The facts of some places, by place.

        Args:
            stated: gives at least the graph's facts of some rows.
        """
        pairs = {place: self._pairs[place] for place in places}
        known = stated(row for one in pairs.values() for row in (one.onto, one.onward))
        return {
            place: _merged(self.keys[place], known[one.onto], known[one.onward])
            for place, one in pairs.items()
        }


def _pairs(view: GraphView, mediators: Iterable[int], named: Sequence[bool]) -> Iterator[_Pair]:
    both = view.both
    for node in mediators:
        slots = slice(*both.offsets[node : node + 2].tolist())
        columns = (both.nodes[slots].tolist(), both.facts[slots].tolist(), both.forward[slots].tolist())
        joined = [slot for slot in zip(*columns, strict=True) if named[slot[0]]]
        for (head, onto, away), (tail, onward, leads_on) in permutations(joined, 2):
            if head != tail and (leads_on or not away):
                yield _Pair(onto, onward, head, tail)


def _merged(key: str, onto: Fact, onward: Fact) -> MergedFact:
    (mediator,) = {onto.head.id, onto.tail.id} & {onward.head.id, onward.tail.id}
    head, tail = (one.tail if one.head.id == mediator else one.head for one in (onto, onward))
    scores = [one.score for one in (onto, onward) if one.score is not None]
    return MergedFact(
        key,
        head,
        _relation(onto.relation, onward.relation),
        _label(onto.label, onward.label),
        tail,
        tuple(dict.fromkeys((*onto.sources, *onward.sources))),
        min(scores, default=None),
        (onto, onward),
    )


def _relation(onto: str, onward: str) -> str:
    return f"{onto}..{onward}"


def _label(onto: str, onward: str) -> str:
    return f"{onto} {onward}"
