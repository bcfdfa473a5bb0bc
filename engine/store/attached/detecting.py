"""From labels, and what a mapping file says of them, to a whole mapping; the database tells the rest."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import InputError
from ...terms import RelationTraits
from ..neo4j.connection import Neo4jConnection
from ..property_names import IDS, NAMES, PROVENANCE, SCORES, SYNONYMS, XREFS
from . import phrases
from .mapping import Attachment, NodeMapping, RelationMapping
from .mapping_file import MappingFile
from .reading import asked

Properties = Mapping[str, int]


def detect(
    connection: Neo4jConnection,
    kg: str,
    labels: Sequence[str],
    said: MappingFile,
    traits: RelationTraits,
) -> Attachment:
    """The mapping of these labels, or of those that a file names, and of all relationships between them.

    Raises:
        InputError: a label, property or relationship type that the database does not have, a label without a
            property that may be its id or, for want of one, its name, or ids that do not tell nodes apart.
    """
    chosen = list(dict.fromkeys([*labels, *said.nodes]))
    if not chosen:
        raise InputError(
            f'no labels to attach; name them as --nodes "A,B", or in a mapping file; {_labels(connection)}'
        )
    nodes = tuple(_node(connection, label, said.nodes.get(label, {})) for label in chosen)
    attached = Attachment(kg, nodes, (), traits=traits)
    relations = _relations(connection, attached, said)
    _check_traits(traits, {mapping.relation for mapping in relations})
    return _with_telling_ids(connection, Attachment(kg, nodes, relations, traits=traits))


def _check_traits(traits: RelationTraits, relations: set[str]) -> None:
    for relation in traits.relations:
        if relation not in relations:
            raise InputError(
                f"relation {relation!r} is declared, but the graph has none of that name; its relations are: "
                f"{', '.join(sorted(relations))}"
            )


def _node(connection: Neo4jConnection, label: str, said: Mapping[str, Any]) -> NodeMapping:
    text = phrases.filled("label_properties", label=phrases.quote_identifier(label))
    has = {row["property"]: row["nodes"] for row in asked(connection, text)}
    if not has:
        raise InputError(f"{connection.place} has no nodes labelled {label!r}; {_labels(connection)}")
    named = [said.get("id"), said.get("name"), *said.get("synonyms", ()), *said.get("xrefs", ())]
    for property_ in filter(None, named):
        if property_ not in has:
            raise InputError(f"nodes labelled {label!r} have no property {property_!r}; {_listed(has)}")
    id_ = said.get("id") or _first(IDS, has) or _first(NAMES, has)
    if id_ is None:
        raise InputError(
            f"no property of nodes labelled {label!r} is known to be their id; name it in a mapping file: "
            f'[nodes.{label}] id = "…"; {_listed(has)}'
        )
    return NodeMapping(
        label=label,
        type=said.get("type", label),
        id=id_,
        name=said.get("name") or _first(NAMES, has),
        synonyms=tuple(said.get("synonyms", [name for name in SYNONYMS if name in has])),
        xrefs=tuple(said.get("xrefs", [name for name in XREFS if name in has])),
    )


def _relations(
    connection: Neo4jConnection, attached: Attachment, said: MappingFile
) -> tuple[RelationMapping, ...]:
    text = phrases.filled("relationship_types", labels=phrases.labels(attached))
    has: dict[str, dict[str, tuple[Any, Any]]] = {}
    for row in asked(connection, text):
        properties = has.setdefault(row["type"], {})
        if row["property"] is not None:
            properties[row["property"]] = (row["least"], row["most"])
    for type_ in said.relationships:
        if type_ not in has:
            raise InputError(
                f"no relationship of type {type_!r} joins nodes of these labels; there are: {', '.join(has)}"
            )
    if not has:
        raise InputError("no relationship joins nodes of these labels; name more labels")
    wanted = said.relationships or has
    return tuple(_relation(type_, has[type_], said.relationships.get(type_, {})) for type_ in wanted)


def _relation(type_: str, has: Mapping[str, tuple[Any, Any]], said: Mapping[str, Any]) -> RelationMapping:
    for property_ in filter(None, (said.get("provenance"), said.get("score"))):
        if property_ not in has:
            raise InputError(f"relationships {type_!r} have no property {property_!r}; {_listed(has)}")
    scores = [name for name in SCORES if name in has and _is_score(*has[name])]
    if "score" in said and not _is_score(*has[said["score"]]):
        least, most = has[said["score"]]
        raise InputError(
            f"{said['score']!r} of relationships {type_!r} runs from {least} to {most}; a score is in "
            "[0, 1]: keep it in such a property, or leave it out"
        )
    return RelationMapping(
        type=type_,
        relation=said.get("relation", type_),
        provenance=said.get("provenance") or _first(PROVENANCE, has),
        score=said.get("score") or next(iter(scores), None),
    )


def _with_telling_ids(connection: Neo4jConnection, attached: Attachment) -> Attachment:
    """The mapping with ids that no two nodes share: as they are, or else with their types before them."""
    if _shared_id(connection, attached) is None:
        return attached
    qualified = Attachment(
        attached.kg, attached.nodes, attached.relations, qualified=True, traits=attached.traits
    )
    if (shared := _shared_id(connection, qualified)) is not None:
        raise InputError(
            f"{shared['nodes']} nodes share the id {shared['id']!r}; name a property that tells them apart, "
            "in a mapping file"
        )
    return qualified


def _shared_id(connection: Neo4jConnection, attached: Attachment) -> dict[str, Any] | None:
    text = phrases.filled("id_counts", labels=phrases.labels(attached), id=phrases.id_of(attached, "n"))
    return next(iter(asked(connection, text)), None)


def _labels(connection: Neo4jConnection) -> str:
    """Which labels there are, for a message."""
    found = [row["label"] for row in asked(connection, phrases.filled("labels"))]
    return f"its labels are: {', '.join(found)}" if found else "it is empty"


def _is_score(least: object, most: object) -> bool:
    return all(isinstance(value, int | float) and 0 <= value <= 1 for value in (least, most))


def _first(likely: Sequence[str], has: Mapping[str, Any]) -> str | None:
    return next((name for name in likely if name in has), None)


def _listed(has: Mapping[str, Any]) -> str:
    return f"they have: {', '.join(has) or 'none'}"
