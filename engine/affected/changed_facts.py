"""The facts of a graph with changes that no store holds yet."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ..errors import InputError
from ..store.changing import new_fact
from ..store.schema import FACT_SCHEMA, OWN, row_of_fact
from ..terms import Entity, Triple, fact_key
from .changes import Changes

Row = dict[str, Any]


class ChangedFacts:
    """The facts of a changed graph.

    Attributes:
        table: of FACT_SCHEMA.
        mentioned: the entities of facts that are new, and those of facts that are gone.
    """

    def __init__(self, facts: pa.Table, changes: Changes) -> None:
        self._becomes = _becoming(changes.same)
        self._labels = _labels(facts)
        self._rows: dict[str, Row] = {}
        added = [(self._at_heirs(fact), source or OWN) for fact, source in changes.added]
        withdrawn = {fact_key(*fact): fact for fact in changes.withdrawn}
        touched = self._touched(facts, [*changes.withdrawn, *(fact for fact, _ in added)])
        if changes.retracted:
            touched = _any(touched, _stated_by(facts["sources"], changes.retracted))
        before = facts.filter(touched).to_pylist()
        if missing := withdrawn.keys() - {row["key"] for row in before}:
            named = " ".join(withdrawn[min(missing)])
            raise InputError(f"{named!r} is withdrawn, and is no fact of the graph; name facts by their ids")
        for row in before:
            left = _sources(row).difference(changes.retracted)
            if left and row["key"] not in withdrawn:
                self._put(Triple(*(row[end] for end in Triple._fields)), left, row["score"])
        for fact, source in added:
            self._put(fact, {source})
        rows = [*before, *self._rows.values()]
        self.mentioned = sorted({row[end] for row in rows for end in ("head", "tail")})
        after = pa.Table.from_pylist(list(self._rows.values()), FACT_SCHEMA)
        self.table = put_among(facts.filter(pc.invert(touched)), after, "key")

    def _touched(self, facts: pa.Table, listed: Iterable[Triple]) -> pa.ChunkedArray:
        """Which facts are listed, move from one entity to another, or are what one that moves becomes."""
        moving = _any(*(among(facts[end], self._becomes) for end in ("head", "tail")))
        moved = map(self._at_heirs, _triples(facts.filter(moving)))
        return _any(moving, among(facts["key"], [fact_key(*fact) for fact in (*listed, *moved)]))

    def _at_heirs(self, fact: Triple) -> Triple:
        head, tail = (self._becomes.get(end, end) for end in (fact.head, fact.tail))
        return fact._replace(head=head, tail=tail)

    def _put(self, fact: Triple, sources: set[str], score: float | None = None) -> None:
        """A fact; one that is there already gains its sources."""
        row = _fact(self._at_heirs(fact), self._labels, score)
        held = self._rows.setdefault(row["key"], row)
        stated = sources if held is row else sources | _sources(held)
        held["sources"] = [] if stated == {OWN} else sorted(stated)

    def mentioning(self, entities: Iterable[str]) -> set[str]:
        """Those of some entities that a fact has at one of its ends."""
        ids = pa.array(list(entities), pa.string())
        there = _any(*(pc.is_in(ids, value_set=self.table[end]) for end in ("head", "tail")))
        return set(ids.filter(there).to_pylist())


def _sources(fact: Row) -> set[str]:
    return set(fact["sources"]) or {OWN}


def _becoming(same: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each entity that turns out to be another, what it is in the end."""
    heirs: dict[str, str] = {}
    for id, other in same:
        if id == other or not heirs.keys().isdisjoint((id, other)):
            raise InputError(f"{id!r} and {other!r} cannot be made one; list each entity that goes once")
        heirs |= {gone: id for gone, heir in heirs.items() if heir == other}
        heirs[other] = id
    return heirs


def _triples(facts: pa.Table) -> list[Triple]:
    return list(map(Triple, *(facts[name].to_pylist() for name in Triple._fields)))


def _labels(facts: pa.Table) -> dict[str, str]:
    """What each relation is called."""
    pairs = facts.select(["relation", "label"]).group_by(["relation", "label"]).aggregate([])
    return dict(zip(*(pairs[name].to_pylist() for name in ("relation", "label")), strict=True))


def _fact(fact: Triple, labels: Mapping[str, str], score: float | None) -> Row:
    head, tail = Entity(fact.head, None), Entity(fact.tail, None)
    return row_of_fact(new_fact(head, fact.relation, tail, labels.get(fact.relation))) | {"score": score}


def among(column: pa.ChunkedArray, texts: Iterable[str]) -> pa.ChunkedArray:
    """Whether each value is one of some texts."""
    return pc.is_in(column, value_set=pa.array(list(texts), pa.string()))


def _any(first: pa.ChunkedArray, *others: pa.ChunkedArray) -> pa.ChunkedArray:
    return reduce(pc.or_, others, first)


def _stated_by(sources: pa.ChunkedArray, documents: Iterable[str]) -> pa.Array:
    gone, stating = frozenset(documents), sources.to_pylist()
    if unknown := gone.difference(*stating):
        raise InputError(
            f"no fact of the graph is stated by {', '.join(sorted(unknown))}; name documents by ids"
        )
    return pa.chunked_array([[not gone.isdisjoint(some) for some in stating]], pa.bool_())


def put_among(kept: pa.Table, others: pa.Table, column: str) -> pa.Table:
    """The rows of both, sorted by a column."""
    return pa.concat_tables([kept.cast(others.schema), others]).sort_by(column)
