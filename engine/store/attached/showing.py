"""The Cypher that shows what a graph that is attached holds, in its owner's labels, types and properties."""

from dataclasses import dataclass
from typing import Self

from ...terms import Fact
from ..showing import Row, Showing
from . import phrases
from .mapping import Attachment


@dataclass(frozen=True, slots=True)
class OwnersShowing(Showing):
    """Statements that show what an attached graph holds; empty where they are not known.

    Each goes by the ids of the ends, since relationships there have no keys of groundpath's.
    """

    show_facts: str = ""
    show_entities: str = ""
    show_chains: str = ""

    @classmethod
    def of(cls, attached: Attachment) -> Self:
        """That of a graph."""
        texts = {
            name: phrases.filled(
                name,
                types=phrases.types(attached),
                labels=phrases.labels(attached),
                seek=phrases.is_told(attached, "h", "row.head"),
                seek_entity=phrases.is_told(attached, "n", "row.id"),
                head=phrases.id_of(attached, "h"),
                tail=phrases.id_of(attached, "t"),
                relation=phrases.relation_of(attached, "f"),
                head_label=phrases.shown_name(attached, "h"),
                tail_label=phrases.shown_name(attached, "t"),
                id=phrases.id_of(attached, "n"),
                name=phrases.name_of(attached, "n"),
                entity_types=phrases.types_of(attached, "n"),
            )
            for name in ("show_facts", "show_entities", "show_chains")
        }
        return cls(attached.kg, **texts)

    def _text(self, name: str) -> str:
        return {
            "show_facts": self.show_facts,
            "show_entities": self.show_entities,
            "show_chains": self.show_chains,
        }[name]

    def _row(self, fact: Fact) -> Row:
        return {"head": fact.head.id, "relation": fact.relation, "tail": fact.tail.id}
