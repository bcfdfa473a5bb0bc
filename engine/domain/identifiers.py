"""Claims that something has an identifier: "The identifier of X is DOID:1234"."""

from collections.abc import Mapping

import pyarrow as pa

from ..terms import Entity
from .claims import Outcome


class Identifiers:
    """The identifiers of a graph's entities: their own, and the cross-references to other sources."""

    def __init__(self, entities: pa.Table) -> None:
        self._bearers = _bearers(entities)

    def bearers(self, identifier: str) -> tuple[int, ...]:
        """The nodes that bear an identifier, whatever its case."""
        return self._bearers.get(identifier.casefold(), ())

    def judge(self, identifier: str, entities: Mapping[int, Entity]) -> tuple[Outcome, str]:
        """Whether an identifier is that of one of these entities.

        An identifier names one thing within its source (what stands before the colon). So another one of
        that source as the entity's own id, or another entity that bears it, excludes it; that the graph
        gives the entity no identifier of that source says nothing.
        """
        bearers = self.bearers(identifier)
        names = " or ".join(dict.fromkeys(entity.label for entity in entities.values()))
        if any(node in entities for node in bearers):
            return "supported", f"The graph gives {names} the identifier {identifier}."
        source = _source(identifier)
        own = [one.id for one in entities.values() if _source(one.id) == source]
        if entities and len(own) == len(entities):
            return "contradicted", f"In the graph the identifier of {names} is {' or '.join(own)}."
        if entities and bearers:
            return (
                "contradicted",
                f"In the graph {identifier} is the identifier of something else than {names}.",
            )
        return "unknown", f"The graph does not know {identifier} as an identifier."


def _bearers(entities: pa.Table) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    ids, others = entities["id"].to_pylist(), entities["xrefs"].to_pylist()
    for node, (id, xrefs) in enumerate(zip(ids, others, strict=True)):
        for identifier in dict.fromkeys((id, *xrefs)):
            found.setdefault(identifier.casefold(), []).append(node)
    return {identifier: tuple(nodes) for identifier, nodes in found.items()}


def _source(identifier: str) -> str:
    return identifier.partition(":")[0].casefold()
