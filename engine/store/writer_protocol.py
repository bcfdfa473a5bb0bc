"""What a writer of one graph does."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import pyarrow as pa

from ..terms import RelationTraits
from .identity import Identity


class GraphWriter(Protocol):
    """The only way to change a graph: opened by `GraphStore.writing`, everything or nothing is seen.

    `existing_*` tell what is there already (also what an interrupted load left behind), so that a loader
    writes only the difference. New entities come before the facts that need them. Batches stream: a writer
    never holds them all. `documents`, `entities` and `facts` must not be there yet; `changed_*` must. What is
    removed may be gone already; it goes after all that is added in the same block is there.

    Attributes:
        removed_entities: how many entities went with facts, known when the block has ended.
    """

    @property
    def removed_entities(self) -> int: ...

    def existing_documents(self) -> Iterator[pa.RecordBatch]: ...
    def existing_entities(self) -> Iterator[pa.RecordBatch]: ...
    def existing_facts(self) -> Iterator[pa.RecordBatch]:
        """FACT_SCHEMA's columns key, sources and score."""

    def existing_relations(self) -> Mapping[str, Sequence[str]]:
        """The relations of the facts that are there, each with its label; with two where a change of it was
        cut off."""

    def existing_traits(self) -> RelationTraits: ...
    def existing_identity(self) -> Identity: ...
    def add_documents(self, batches: Iterable[pa.RecordBatch]) -> None: ...
    def add_entities(self, batches: Iterable[pa.RecordBatch]) -> None: ...
    def add_facts(self, batches: Iterable[pa.RecordBatch]) -> None: ...
    def change_documents(self, batches: Iterable[pa.RecordBatch]) -> None: ...
    def change_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        """Replace name, aliases, types, xrefs and search; texts of their facts follow, stale vectors go."""

    def change_labels(self, labels: Mapping[str, str]) -> None:
        """Replace the labels of the facts of some relations; their texts follow, stale vectors go.

        Facts that are added in the same block have theirs already.
        """

    def change_sources(self, batches: Iterable[pa.RecordBatch]) -> None:
        """Replace the sources of facts, given as FACT_SCHEMA's columns key and sources."""

    def change_scores(self, batches: Iterable[pa.RecordBatch]) -> None:
        """Replace the scores of facts, given as FACT_SCHEMA's columns key and score."""

    def set_traits(self, traits: RelationTraits) -> None:
        """Replace what is declared of the graph's relations."""

    def set_identity(self, identity: Identity) -> None:
        """Replace what is kept about identity."""

    def remove_facts(self, batches: Iterable[Sequence[str]]) -> None:
        """Remove facts by their keys.

        With them go those of their entities that no fact mentions any more, unless a source gave them a name,
        an alias, a type or a cross-reference.
        """

    def remove_documents(self, batches: Iterable[Sequence[str]]) -> None:
        """Remove documents by their ids; the sources of facts are not touched."""
