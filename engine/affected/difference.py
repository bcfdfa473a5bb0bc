"""What of a graph differs from how it was, as the places under which questions are found."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..grounding.graph import GroundingGraph
from ..language.tokens import name_key
from ..linking.names_index import NameIndex
from ..linking.relation_words import RelationWords
from .places import (
    ALL_RELATIONS,
    CAPITALS,
    DAY_FIRST,
    RULES,
    at_cue,
    at_entity,
    at_first_word,
    at_last_word,
    at_name,
    at_relation,
)
from .shape import RelationShape, Shape


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of two graphs.

    Attributes:
        places: of the questions that may be answered otherwise.
        names: what texts may call entities whose names differ, before or after; in a text with all words of
            one another name may stand.
        words: those that became words of relations, or no longer are; a text with one may be read otherwise.
        learned: the learned matcher is another one; all that it decided counts as changed.
    """

    places: frozenset[str]
    names: frozenset[str]
    words: frozenset[str]
    learned: bool

    @classmethod
    def between(cls, before: Shape, after: Shape, graph: GroundingGraph) -> Self:
        """`graph` is the one of which `after` is the shape."""
        entities = _entities(before, after)
        written = frozenset(name for names in entities.names for name in _written(names))
        keys = {name_key(names[0]) for names in entities.names}
        places = {
            *map(at_entity, entities.ids),
            *map(at_entity, _beside(graph, entities)),
            *map(at_name, written),
            *(place for key in keys if " " in key for place in _ends_of_name(key)),
            *_of_relations(before.relations, after.relations),
        }
        if before.rules != after.rules:
            places.add(RULES)
        if before.day_first != after.day_first:
            places.add(DAY_FIRST)
        if before.capitals != after.capitals:
            places.add(CAPITALS)
        words = _all_words(before.relation_words) ^ _all_words(after.relation_words)
        return cls(
            frozenset(places),
            written,
            frozenset(word for _, word in words),
            before.matcher != after.matcher,
        )


class _Differing(NamedTuple):
    """Entities that differ.

    Attributes:
        renamed: those that are called otherwise now, or are other things.
        names: of those of which any name differs, before and after.
    """

    ids: list[str]
    renamed: list[str]
    names: list[list[str]]


def _entities(before: Shape, after: Shape) -> _Differing:
    old, new = before.entities, after.entities
    at = np.asarray(pc.index_in(new["id"], value_set=old["id"].combine_chunks()).fill_null(-1))
    added = at < 0
    own, facts, called = (
        added | (np.asarray(new[name]) != _taken(np.asarray(old[name]), at))
        for name in ("own", "facts", "called")
    )
    gone = np.ones(len(old), bool)
    gone[at[~added]] = False
    before_names = np.concatenate([np.flatnonzero(gone), at[called & ~added]])
    return _Differing(
        [*_rows(new, np.flatnonzero(own | facts | called), "id"), *_rows(old, np.flatnonzero(gone), "id")],
        _rows(new, np.flatnonzero(own), "id"),
        [*_rows(old, before_names, "names"), *_rows(new, np.flatnonzero(called), "names")],
    )


def _taken(values: npt.NDArray[Any], at: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return values[at.clip(0)] if len(values) else np.zeros(len(at), values.dtype)


def _rows(table: pa.Table, rows: npt.NDArray[Any], column: str) -> list[Any]:
    found: list[Any] = table[column].take(pa.array(rows, pa.int64())).to_pylist()
    return found


def _beside(graph: GroundingGraph, entities: _Differing) -> Iterator[str]:
    """What is joined with an entity that is called otherwise, or with one that no text can name.

    What is looked for beside a name goes by the names there, and over things without a name.
    """
    both, ids = graph.view.both, graph.ids
    nameless = (id for id in entities.ids if ids.get(id) in graph.nameless)
    for node in {ids[id] for id in (*entities.renamed, *nameless)}:
        near = both.nodes[both.offsets[node] : both.offsets[node + 1]]
        yield from (graph.node_ids[other] for other in near.tolist())


def _written(names: Sequence[str]) -> frozenset[str]:
    """All that a text may call an entity by its name and aliases, whatever is called alike."""
    name, *aliases = names
    return NameIndex([name], [(alias, 0) for alias in aliases], capitals=True).written


def _ends_of_name(key: str) -> tuple[str, str]:
    return at_first_word(key.split(" ", 1)[0]), at_last_word(key.rsplit(" ", 1)[-1])


def _of_relations(before: Mapping[str, RelationShape], after: Mapping[str, RelationShape]) -> Iterator[str]:
    """The places of what relations that differ may decide."""
    for id in before.keys() | after.keys():
        one, other = before.get(id), after.get(id)
        if one == other:
            continue
        yield at_relation(id)
        if not (one and other and one.cues == other.cues):
            yield ALL_RELATIONS
            yield from (at_cue(word) for shape in (one, other) if shape for word in shape.words)


def _all_words(words: RelationWords) -> set[tuple[str, str]]:
    lists = (("all", words.all), ("roles", words.roles), ("relatives", words.relatives))
    return {(name, word) for name, listed in lists for word in listed}
