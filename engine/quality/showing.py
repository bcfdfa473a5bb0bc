"""Faults as findings: with the facts and entities of the graph, and the likeliest repair."""

from collections.abc import Sequence

from ..store.changing import GraphChange, between, new_fact
from ..terms import Entity, Fact
from .fault import Fault, Missing
from .finding import Finding, Suspect
from .graph import LintedGraph


class Showing:
    """Reads what faults of one graph are about, all at once."""

    def __init__(self, graph: LintedGraph) -> None:
        self._graph = graph
        self._facts: dict[int, Fact] = {}
        self._entities: dict[int, Entity] = {}

    def findings(self, faults: Sequence[Fault]) -> list[Finding]:
        """The findings, in order."""
        rows = {row for fault in faults for row in self._rows(fault)}
        nodes = {node for fault in faults for node in self._nodes(fault)}
        self._facts = dict(zip(sorted(rows), self._graph.view.facts_at(sorted(rows)), strict=True))
        self._entities = dict(zip(sorted(nodes), self._graph.view.entities_at(sorted(nodes)), strict=True))
        return [self._finding(fault) for fault in faults]

    def _rows(self, fault: Fault) -> list[int]:
        merged = self._of_node(fault.nodes[0]) if fault.kind == "duplicate" else []
        return [*(row for row, _ in fault.suspects), *fault.beside, *merged]

    def _nodes(self, fault: Fault) -> list[int]:
        missing = [fault.missing.head, fault.missing.tail] if fault.missing else []
        return [*fault.nodes, *missing]

    def _of_node(self, node: int) -> list[int]:
        start, end = self._graph.view.both.offsets[node : node + 2].tolist()
        return sorted(set(self._graph.view.both.facts[start:end].tolist()))

    def _finding(self, fault: Fault) -> Finding:
        missing = self._stated(fault.missing) if fault.missing else None
        return Finding(
            fault.kind,
            fault.what,
            fault.why,
            fault.confidence,
            dict(fault.made_of),
            tuple(Suspect(self._facts[row], share) for row, share in fault.suspects),
            tuple(self._facts[row] for row in fault.beside),
            missing,
            tuple(self._entities[node] for node in fault.nodes),
            self._repair(fault, missing),
        )

    def _repair(self, fault: Fault, missing: Fact | None) -> GraphChange:
        match fault.kind:
            case "duplicate":
                return self._merged(*fault.nodes)
            case "name":
                return GraphChange(described=tuple(self._renamed(node) for node in fault.nodes))
            case "type" if fault.nodes:
                entities = (self._entities[node] for node in fault.nodes)
                return GraphChange(
                    described=tuple(
                        Entity(one.id, one.name, one.aliases, fault.types, one.xrefs) for one in entities
                    )
                )
        row, share = max(fault.suspects, key=lambda one: (one[1], -one[0]))
        lacking = 1 - sum(share for _, share in fault.suspects)
        if missing and lacking >= share:
            return GraphChange(stated=(missing,))
        return GraphChange(withdrawn=(self._facts[row],))

    def _merged(self, fewer: int, more: int) -> GraphChange:
        """The facts of one entity, stated of the other, where they are not yet."""
        one, other = self._entities[fewer], self._entities[more]
        own = [self._facts[row] for row in self._of_node(fewer)]
        there = set(self._graph.view.facts["key"].take(self._of_node(more)).to_pylist())
        moved = [
            between(
                fact,
                other if fact.head.id == one.id else fact.head,
                other if fact.tail.id == one.id else fact.tail,
            )
            for fact in own
        ]
        return GraphChange(tuple(own), tuple(fact for fact in moved if fact.key not in there))

    def _renamed(self, node: int) -> Entity:
        """An entity by its first alias, or without a name."""
        entity = self._entities[node]
        name = next((alias for alias in entity.aliases if alias != entity.name), None)
        return Entity(entity.id, name, entity.aliases, entity.types, entity.xrefs)

    def _stated(self, missing: Missing) -> Fact:
        head, tail = self._entities[missing.head], self._entities[missing.tail]
        return new_fact(
            head, self._graph.view.relations[missing.relation], tail, self._graph.label(missing.relation)
        )
