"""The Cypher by which a reader sees entities and facts that are told of, in the store that holds them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...cypher import statement
from ..terms import Fact
from .protocol import Statement

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Showing:
    """Statements that show what a graph holds, in groundpath's own layout, on either store.

    `GraphStore.showing` gives that of a graph.
    """

    kg: str

    def facts(self, facts: Iterable[Fact]) -> Statement:
        """What returns facts, in this order."""
        rows = [{"rank": rank, **self._row(fact)} for rank, fact in enumerate(facts)]
        return Statement(self._text("show_facts"), {"kg": self.kg, "rows": rows})

    def entities(self, ids: Iterable[str]) -> Statement:
        """What returns the entities of ids, in this order."""
        rows = [{"rank": rank, "id": id_} for rank, id_ in enumerate(ids)]
        return Statement(self._text("show_entities"), {"kg": self.kg, "rows": rows})

    def chains(self, chains: Iterable[Iterable[Fact]]) -> Statement:
        """What returns the facts of chains, chain by chain."""
        rows = [
            {"chain": number, "step": step, **self._row(fact)}
            for number, chain in enumerate(chains, 1)
            for step, fact in enumerate(chain, 1)
        ]
        return Statement(self._text("show_chains"), {"kg": self.kg, "rows": rows})

    def _text(self, name: str) -> str:
        return statement(name)

    def _row(self, fact: Fact) -> Row:
        return {"head": fact.head.id, "key": fact.key}
