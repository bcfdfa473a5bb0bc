"""The facts and entities that verdicts cite, read once: chains about one question cite the same."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from ..store.view import GraphView
from ..terms import Entity, Fact

_KEPT = 50_000

Row = TypeVar("Row")


class Cited:
    """Facts and entities of a graph by row and node; of either the latest 50,000 or so are kept in memory."""

    def __init__(self, view: GraphView) -> None:
        self._facts = _Recent[Fact](view.facts_at)
        self._entities = _Recent[Entity](view.entities_at)

    def facts(self, rows: Iterable[int]) -> Mapping[int, Fact]:
        """At least the facts of these rows."""
        return self._facts.of(rows)

    def entities(self, nodes: Iterable[int]) -> Mapping[int, Entity]:
        """At least the entities of these nodes."""
        return self._entities.of(nodes)


class _Recent(Generic[Row]):
    def __init__(self, read: Callable[[Sequence[int]], list[Row]]) -> None:
        self._read = read
        self._known: dict[int, Row] = {}

    def of(self, wanted: Iterable[int]) -> Mapping[int, Row]:
        if len(self._known) > _KEPT:
            self._known = {}  # a new one: whoever still reads the old one keeps it whole
        known = self._known
        missing = sorted(set(wanted).difference(known))
        if missing:
            known.update(zip(missing, self._read(missing), strict=True))
        return known
