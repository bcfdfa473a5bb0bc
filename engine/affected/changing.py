"""A graph with changes that no store holds yet."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import reduce
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ...loaders.merging import GIVEN, unnamed
from ..errors import InputError
from ..names import relation_label, search_text, verbalise
from ..store.identity import Identity
from ..store.protocol import GraphColumns, GraphSource
from ..store.schema import ENTITY_SCHEMA, FACT_SCHEMA, OWN
from ..terms import RelationTraits, fact_key
from .changes import Changes

Row = dict[str, Any]

_TRIPLE = ("head", "relation", "tail")


class Changing:
    """A graph as it will be once changes are made; nothing is written.

    It takes the place of a store where a whole graph is read.
    """

    def __init__(self, source: GraphSource, changes: Changes) -> None:
        self._source = source
        self._changes = changes

    def identity(self, kg: str) -> Identity:
        return self._source.identity(kg)

    def traits(self, kg: str) -> RelationTraits:
        """With the wordings and the symmetric relations that are added."""
        traits = self._source.traits(kg)
        wordings = dict(traits.wordings)
        for relation, words in self._changes.wordings:
            wordings[relation] = (*wordings.get(relation, ()), words)
        return replace(traits, wordings=wordings, symmetric=traits.symmetric.union(self._changes.symmetric))

    def columns(self, kg: str) -> GraphColumns:
        """The changed graph.

        Raises:
            InputError: a fact to withdraw, an entity or a document that the graph does not have.
            Others as GraphStore.columns does.
        """
        columns = self._source.columns(kg)
        facts = _Facts(columns.facts, self._changes)
        entities = _Entities(columns.entities, facts, self._changes)
        return GraphColumns(entities.table, facts.table)


class _Facts:
    """The facts of a changed graph.

    Attributes:
        table: of FACT_SCHEMA.
        mentioned: the entities of facts that are new, and those of facts that are gone.
    """

    def __init__(self, facts: pa.Table, changes: Changes) -> None:
        becomes = {other: id for id, other in changes.same}
        withdrawn = {fact_key(*fact): fact for fact in changes.withdrawn}
        keys = [*withdrawn, *(fact_key(*fact) for fact, _ in changes.added)]
        touched = _any(_among(facts["key"], keys), *(_among(facts[end], becomes) for end in ("head", "tail")))
        if changes.retracted:
            touched = _any(touched, _stated_by(facts["sources"], changes.retracted))
        before = facts.filter(touched).to_pylist()
        missing = withdrawn.keys() - {row["key"] for row in before}
        if missing:
            fact = " ".join(withdrawn[min(missing)])
            raise InputError(f"{fact!r} is withdrawn, and is no fact of the graph; name facts by their ids")
        self._rows: dict[str, Row] = {}
        for row in before:
            left = _sources(row).difference(changes.retracted)
            if left and row["key"] not in withdrawn:
                self._put(_fact(*(becomes.get(row[end], row[end]) for end in _TRIPLE), row["score"]), left)
        for (head, relation, tail), source in changes.added:
            self._put(_fact(head, relation, tail), {source or OWN})
        rows = [*before, *self._rows.values()]
        self.mentioned = sorted({row[end] for row in rows for end in ("head", "tail")})
        after = pa.Table.from_pylist(list(self._rows.values()), FACT_SCHEMA)
        self.table = _sorted(facts.filter(pc.invert(touched)), after, "key")

    def _put(self, row: Row, sources: set[str]) -> None:
        """A fact; one that is there already gains its sources."""
        held = self._rows.setdefault(row["key"], row)
        stated = sources if held is row else sources | _sources(held)
        held["sources"] = [] if stated == {OWN} else sorted(stated)

    def mention(self, entity: str) -> bool:
        """Whether a fact has an entity at one of its ends."""
        return any(pc.any(pc.equal(self.table[end], entity)).as_py() for end in ("head", "tail"))


def _sources(fact: Row) -> set[str]:
    return set(fact["sources"]) or {OWN}


def _fact(head: str, relation: str, tail: str, score: float | None = None) -> Row:
    label = relation_label(relation)
    text = verbalise(head, label, tail)
    key = fact_key(head, relation, tail)
    row = {"head": head, "relation": relation, "label": label, "tail": tail}
    return {"key": key, **row, "text": text, "sources": [], "score": score}


class _Entities:
    """The entities of a changed graph; `table` is of ENTITY_SCHEMA."""

    def __init__(self, entities: pa.Table, facts: _Facts, changes: Changes) -> None:
        known = (*changes.names, *changes.aliases, *changes.former_aliases)
        named = [*(id for id, _ in known), *(id for pair in changes.same for id in pair)]
        touched = _among(entities["id"], {*facts.mentioned, *named})
        self._rows = {row["id"]: row for row in entities.filter(touched).to_pylist()}
        before = set(self._rows)
        for id in facts.mentioned:
            self._rows.setdefault(id, asdict(unnamed(id)))
        for id in named:
            if id not in self._rows:
                raise InputError(f"{id!r} is no entity of the graph; name entities by their ids")
        for id, name in changes.names:
            self._rows[id] |= {"name": name, "name_rank": GIVEN}
        for id, alias in changes.aliases:
            self._alias(id, [alias])
        for id, alias in changes.former_aliases:
            row = self._rows[id]
            row["aliases"] = [one for one in row["aliases"] if one != alias]
        for id, other in changes.same:
            if id == other or not {id, other} <= self._rows.keys():
                raise InputError(f"{id!r} and {other!r} cannot be made one; list each entity that goes once")
            self._merge(id, self._rows.pop(other))
        rows = [row for row in self._rows.values() if _is_known(row) or facts.mention(row["id"])]
        for row in rows:
            names = list(filter(None, [row["name"], *row["aliases"]]))
            row["search"] = search_text(names, row["xrefs"])
        kept = entities.filter(pc.invert(touched)) if before else entities
        self.table = _sorted(kept, pa.Table.from_pylist(rows, ENTITY_SCHEMA), "id")

    def _merge(self, id: str, other: Row) -> None:
        """Give an entity what is known of another."""
        self._alias(id, filter(None, [other["name"], *other["aliases"]]))
        for known in ("types", "xrefs"):
            self._rows[id][known] = sorted({*self._rows[id][known], *other[known]})

    def _alias(self, id: str, aliases: Iterable[str]) -> None:
        row = self._rows[id]
        row["aliases"] = sorted({*row["aliases"], *aliases} - {row["name"]})


def _is_known(entity: Row) -> bool:
    """Whether something but facts tells of an entity, which then stays without any."""
    return entity["name_rank"] == GIVEN or any(entity[known] for known in ("aliases", "types", "xrefs"))


def _among(column: pa.ChunkedArray, texts: Iterable[str]) -> pa.ChunkedArray:
    return pc.is_in(column, value_set=pa.array(list(texts), pa.string()))


def _any(first: pa.ChunkedArray, *others: pa.ChunkedArray) -> pa.ChunkedArray:
    return reduce(pc.or_, others, first)


def _stated_by(sources: pa.ChunkedArray, documents: Iterable[str]) -> pa.Array:
    gone = frozenset(documents)
    stated = [not gone.isdisjoint(some) for some in sources.to_pylist()]
    if not any(stated):
        raise InputError(
            f"no fact of the graph is stated by {', '.join(sorted(gone))}; name documents by ids"
        )
    return pa.chunked_array([stated], pa.bool_())


def _sorted(kept: pa.Table, others: pa.Table, column: str) -> pa.Table:
    return pa.concat_tables([kept.cast(others.schema), others]).sort_by(column)
