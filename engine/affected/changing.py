"""A graph with changes that no store holds yet."""

from collections.abc import Iterable
from dataclasses import asdict, replace

import pyarrow as pa
import pyarrow.compute as pc

from ...loaders.merging import unnamed
from ..errors import InputError
from ..names import search_text
from ..store.identity import Identity
from ..store.protocol import GraphColumns, GraphSource
from ..store.schema import ENTITY_SCHEMA, GIVEN
from ..store.showing import Showing
from ..terms import RelationTraits
from .changed_facts import ChangedFacts, Row, among, put_among
from .changes import Changes


class Changing:
    """A graph as it will be once changes are made; nothing is written.

    It takes the place of a store where a graph is read for method path, which goes by names and triples: the
    sentences of new facts are of ids, and those of entities that are renamed stay.
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

    def showing(self, kg: str) -> Showing:
        return self._source.showing(kg)

    def columns(self, kg: str) -> GraphColumns:
        """The changed graph.

        Raises:
            InputError: a fact to withdraw, an entity, an alias to lose or a document that the graph does not
                have.
            Others as GraphStore.columns does.
        """
        columns = self._source.columns(kg)
        facts = ChangedFacts(columns.facts, self._changes)
        entities = _Entities(columns.entities, facts, self._changes)
        return GraphColumns(entities.table, facts.table)


class _Entities:
    """The entities of a changed graph; `table` is of ENTITY_SCHEMA."""

    def __init__(self, entities: pa.Table, facts: ChangedFacts, changes: Changes) -> None:
        known = (*changes.names, *changes.aliases, *changes.former_aliases)
        named = [*(id for id, _ in known), *(id for pair in changes.same for id in pair)]
        touched = among(entities["id"], {*facts.mentioned, *named})
        self._rows = {row["id"]: row for row in entities.filter(touched).to_pylist()}
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
            if alias not in row["aliases"]:
                raise InputError(f"{alias!r} is no alias of {id!r}; `name` is for its name")
            row["aliases"] = [one for one in row["aliases"] if one != alias]
        for id, other in changes.same:
            self._merge(id, self._rows.pop(other))
        mentioned = facts.mentioning(id for id, row in self._rows.items() if not _is_known(row))
        rows = [row for id, row in self._rows.items() if _is_known(row) or id in mentioned]
        for row in rows:
            names = list(filter(None, [row["name"], *row["aliases"]]))
            row["search"] = search_text(names, row["xrefs"])
        kept = entities.filter(pc.invert(touched))
        self.table = put_among(kept, pa.Table.from_pylist(rows, ENTITY_SCHEMA), "id")

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
