"""How a graph that stands in a user's database, under its own labels, is read as groundpath's."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ...names import relation_label
from ...terms import Entity, RelationTraits
from ..traits import packed as packed_traits
from ..traits import unpacked as unpacked_traits

_BAR = "|"


@dataclass(frozen=True, slots=True)
class NodeMapping:
    """What nodes of a label are.

    Attributes:
        label: the label in the database.
        type: the type of its entities.
        id: the property that identifies a node; nodes in which it is no text and no number are left out.
        name: the property with the name, or with a list of names of which the first is it; None where there
            is none.
        synonyms, xrefs: properties with further names and with ids elsewhere, each a list of texts, or one
            text whose parts "|" divides.
    """

    label: str
    type: str
    id: str
    name: str | None = None
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()

    @property
    def properties(self) -> tuple[str, ...]:
        """All properties that are read, besides the id."""
        return (*filter(None, [self.name]), *self.synonyms, *self.xrefs)


@dataclass(frozen=True, slots=True)
class RelationMapping:
    """What relationships of a type are.

    Attributes:
        type: the type in the database.
        relation: the relation of its facts.
        provenance: the property with the names of sources, as a list or divided by "|"; None for none.
        score: the property with the score in [0, 1]; None for none.
    """

    type: str
    relation: str
    provenance: str | None = None
    score: str | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A graph that is read where it stands.

    Attributes:
        nodes: the labels that are read; a node with several of them is what the first says, with the types
            of all.
        relations: the relationship types that are read, between nodes of these labels.
        qualified: whether ids are written "Type:id", since labels share some.
        traits: what is declared of the relations.
    """

    kg: str
    nodes: tuple[NodeMapping, ...]
    relations: tuple[RelationMapping, ...]
    qualified: bool = False
    traits: RelationTraits = field(default_factory=RelationTraits)

    def entity(self, id_: str, labels: Iterable[str], properties: Mapping[str, Any]) -> Entity:
        """The entity of a node, given the properties that are read."""
        bears = set(labels)
        mapped = [node for node in self.nodes if node.label in bears]
        own = mapped[0]
        names = [*_names(properties.get(own.name))] if own.name else []
        name = names[0] if names else None
        aliases = sorted({*names, *_texts(properties, own.synonyms)} - {name})
        types = sorted({node.type for node in mapped})
        return Entity(
            id_, name, tuple(aliases), tuple(types), tuple(sorted({*_texts(properties, own.xrefs)}))
        )

    def label(self, relation: str) -> str:
        """A relation as words; those of types in capitals, as databases have them, in small letters."""
        label = relation_label(relation)
        return label.lower() if label.isupper() else label

    def relation(self, type_: str) -> RelationMapping:
        """The mapping of a relationship type that is read."""
        return next(mapping for mapping in self.relations if mapping.type == type_)

    def packed(self) -> str:
        """As one text, which the database keeps."""
        plain = {**asdict(self), "traits": packed_traits(self.traits)}
        return json.dumps(plain, ensure_ascii=False)


def unpacked(text: str) -> Attachment:
    """What `Attachment.packed` gave."""
    kept = json.loads(text)
    return Attachment(
        kg=kept["kg"],
        nodes=tuple(NodeMapping(**_with_tuples(node)) for node in kept["nodes"]),
        relations=tuple(RelationMapping(**relation) for relation in kept["relations"]),
        qualified=kept["qualified"],
        traits=unpacked_traits(kept["traits"]),
    )


def sources_of(mapping: RelationMapping, properties: Mapping[str, Any]) -> tuple[str, ...]:
    """The sources that a relationship names, sorted."""
    return tuple(sorted({*_texts(properties, [mapping.provenance])})) if mapping.provenance else ()


def score_of(mapping: RelationMapping, properties: Mapping[str, Any]) -> float | None:
    """The score of a relationship; None where it has none in [0, 1]."""
    value = properties.get(mapping.score) if mapping.score else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _texts(properties: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    for name in names:
        value = properties.get(name)
        for item in value if isinstance(value, list) else [value]:
            yield from (part.strip() for part in str(item or "").split(_BAR) if part.strip())


def _names(value: object) -> Iterator[str]:
    for item in value if isinstance(value, list) else [value]:
        if item is not None and (text := str(item).strip()):
            yield text


def _with_tuples(node: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in node.items()}
