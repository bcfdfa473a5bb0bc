"""A graph in files, made ready for grounding: everything that a judge asks is answered from there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from typing import Any

from ...linking.names_index import NameIndex
from ..graph import GroundingGraph
from ..kinds import Bytes
from .arrays import Array, looked_at
from .view import MEDIATOR, NAMELESS, Ids, MappedView

_KEPT = 50_000  # names
_FLAGS_AT_ONCE = 1 << 20


class MappedGraph(GroundingGraph):
    """A GroundingGraph over files."""

    view: MappedView

    def __init__(self, view: MappedView, *arguments: Any, **named: Any) -> None:
        """As a GroundingGraph is made."""
        super().__init__(view, *arguments, **named)
        self.values.day_first = view.about.day_first
        self.name = lru_cache(_KEPT)(self._find_name)  # type: ignore[method-assign]

    def _read_names(self) -> NameIndex:
        return self.view.names

    def _read_nameless(self) -> "frozenset[int]":
        return NodeSet(self.view.flags, NAMELESS)  # type: ignore[return-value]

    def _read_kinds_of_ends(self) -> list[tuple[int, int]]:
        return list(self.view.about.ends)

    @cached_property
    def ids(self) -> Mapping[str, int]:  # type: ignore[override]
        return Ids(self.view)

    @cached_property
    def node_ids(self) -> Sequence[str]:  # type: ignore[override]
        return self.view.ids

    @cached_property
    def mediator_ids(self) -> "frozenset[str]":
        return IdSet(self.ids, self._mediating)  # type: ignore[return-value]

    @cached_property
    def _mediating(self) -> "frozenset[int]":
        return NodeSet(self.view.flags, MEDIATOR)  # type: ignore[return-value]

    @cached_property
    def value_counts(self) -> dict[tuple[int, int], tuple[int, int]]:
        counts = enumerate(self.view.about.value_counts)
        return {(end // 2, -1 if end % 2 else 1): own for end, own in counts}

    @cached_property
    def _kinds(self) -> Bytes:
        return self.view.kinds

    def _find_name(self, node: int) -> str:
        (entity,) = self.view.entities_at([node])
        return entity.name or entity.id


class NodeSet(Set[int]):
    """The nodes that have a mark, as far as a set of them is asked."""

    def __init__(self, flags: Array, mark: int) -> None:
        self._flags, self._mark = looked_at(flags), mark
        self._any = any(
            bool((flags[at : at + (1 << 20)] & mark).any()) for at in range(0, len(flags), 1 << 20)
        )

    def __bool__(self) -> bool:
        return self._any

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and bool(self._flags[node] & self._mark)

    def __iter__(self) -> Iterator[int]:
        return (node for node, flags in enumerate(self._flags) if flags & self._mark)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def intersection(self, nodes: Iterable[int]) -> set[int]:
        return {node for node in nodes if self._flags[node] & self._mark}

    @classmethod
    def _from_iterable(cls, nodes: Iterable[int]) -> frozenset[int]:  # type: ignore[override]
        return frozenset(nodes)


class IdSet(Set[str]):
    """The ids of some nodes."""

    def __init__(self, ids: Mapping[str, int], nodes: Set[int]) -> None:
        self._ids, self._nodes = ids, nodes

    def __bool__(self) -> bool:
        return bool(self._nodes)

    def __contains__(self, id: object) -> bool:
        node = self._ids.get(id) if isinstance(id, str) else None
        return node is not None and node in self._nodes

    def __iter__(self) -> Iterator[str]:
        return (id for id in self._ids if id in self)

    def __len__(self) -> int:
        return len(self._nodes)
