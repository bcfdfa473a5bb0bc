"""A graph at a glance: what tells, without the graph as it was, which parts of it have changed since."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from ..audit.path.judge import PathJudge
from ..grounding.graph import GroundingGraph
from ..linking.entity_names import names_of
from ..linking.relation_words import RelationWords
from ..matching.synonyms import relation_words
from ..store.view import GraphView

Hashes = npt.NDArray[np.uint64]


class RelationShape(NamedTuple):
    """What of a relation decides of the claims that it may stand for.

    Attributes:
        label: in plain words.
        digest: of label, cues, and whether it joins things of one kind and has one value.
        cues: the digest of its cues alone.
        words: those with which its cues begin.
    """

    label: str
    digest: str
    cues: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A graph at a glance.

    Attributes:
        entities: by id, ascending: `id`, `names` (what texts call it, "" for nothing, then aliases), and
            digests: `called` of these, `own` of its name, kind and types, `facts` of the facts that it is in.
        relations: by id.
        matcher: the digest of the learned matcher.
        rules: what completes it, empty where nothing does.
        day_first: how it writes dates in figures.
        capitals: whether some name begins with a capital.
    """

    entities: pa.Table
    relations: Mapping[str, RelationShape]
    matcher: str
    rules: str
    day_first: bool | None
    capitals: bool

    @classmethod
    def of(cls, judge: PathJudge) -> Self:
        """That of a judge's graph; the time grows with the graph."""
        graph = judge.graph
        return cls(
            _entities(graph),
            {id: _relation(graph, rank) for rank, id in enumerate(graph.view.relations)},
            judge.versions.matcher,
            judge.versions.rules,
            graph.values.day_first,
            any(graph.names.capitalised),
        )

    @property
    def relation_words(self) -> RelationWords:
        """The words of its relations, which a text seldom has for names."""
        return relation_words(one.label for one in self.relations.values())

    def to_bytes(self) -> bytes:
        """As one compressed table."""
        rest = {
            "relations": {id: list(one) for id, one in self.relations.items()},
            **{name: getattr(self, name) for name in ("matcher", "rules", "day_first", "capitals")},
        }
        sink = pa.BufferOutputStream()
        table = self.entities.replace_schema_metadata({"shape": json.dumps(rest)})
        pq.write_table(table, sink, compression="zstd")
        return bytes(sink.getvalue())

    @classmethod
    def from_bytes(cls, packed: bytes) -> Self:
        """Back from `to_bytes`."""
        table = pq.read_table(pa.BufferReader(packed))
        rest = json.loads(table.schema.metadata[b"shape"])
        relations = {
            id: RelationShape(label, digest, cues, tuple(words))
            for id, (label, digest, cues, words) in rest.pop("relations").items()
        }
        return cls(table, relations, **rest)


def _entities(graph: GroundingGraph) -> pa.Table:
    view = graph.view
    entities = view.entities
    names = [
        [name, *aliases]
        for name, aliases in zip(names_of(entities), entities["aliases"].to_pylist(), strict=True)
    ]
    mediators = graph.mediator_ids
    named = zip(entities["name"].to_pylist(), entities["types"].to_pylist(), strict=True)
    own = [
        "\x00".join(
            map(str, (name, names[node][0], graph.kind(node), graph.node_ids[node] in mediators, types))
        )
        for node, (name, types) in enumerate(named)
    ]
    facts = _facts(view)
    sums = np.zeros(len(entities), np.uint64)
    for ends in (view.heads, view.tails):
        np.add.at(sums, ends, facts)  # in whatever order
    return pa.table(
        {
            "id": pa.array(graph.node_ids, pa.string()),
            "names": pa.array(names, pa.list_(pa.string())),
            "called": _hashed(map("\x00".join, names)),
            "own": _hashed(own),
            "facts": sums,
        }
    )


def _facts(view: GraphView) -> Hashes:
    """A digest of each fact with all that a verdict shows of it."""
    facts = view.facts
    sources = ("\x00".join(some) for some in facts["sources"].to_pylist())
    columns = (facts[name].to_pylist() for name in ("key", "label", "score"))
    return _hashed("\x01".join(map(str, row)) for row in zip(*columns, sources, strict=True))


def _hashed(texts: Iterable[str]) -> Hashes:
    return pd.util.hash_array(np.array(list(texts), object))


def _relation(graph: GroundingGraph, rank: int) -> RelationShape:
    one, matcher = graph.relations[rank], graph.matcher
    cues = matcher.cues(rank)
    said = _digest((cues, matcher.is_symmetric(rank), matcher.is_of_class(rank)))
    single = [(rank, way) in graph.single_valued for way in (1, -1)]
    alike = graph.alike_ends[one.heads], graph.alike_ends[one.tails]
    shape = _digest((one.label, said, alike, single))
    return RelationShape(one.label, shape, said, tuple(sorted({cue.words[0] for cue in cues})))


def _digest(value: Any) -> str:
    return blake2b(repr(value).encode(), digest_size=8).hexdigest()
