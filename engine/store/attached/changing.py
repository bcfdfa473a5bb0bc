"""A change of an attached graph, as one statement in its owner's labels and types."""

from collections.abc import Iterable
from typing import Any

from ...errors import InputError
from ...terms import Entity, Fact
from ..changing import GraphChange
from ..neo4j.changing import joined
from ..protocol import Statement
from . import phrases
from .mapping import Attachment, NodeMapping
from .reading import values_of, values_of_label


def change_statement(attached: Attachment, change: GraphChange, known: Iterable[Entity | None]) -> Statement:
    """See GraphStore.change_statement.

    Args:
        known: the entities that are described anew, as the graph has them.

    Raises:
        InputError: a fact is to be stated of a relation, or an entity to be named, that the mapping has no
            type or property for; or an entity is to have other types, which are its labels.
    """
    types = {entity.id: entity.types for entity in known if entity}
    parts, parameters = list[str](), dict[str, Any]()
    if change.withdrawn:
        parts.append(_withdrawing(attached))
        rows = [list(fact.triple) for fact in change.withdrawn]
        heads = dict.fromkeys(value for row in rows for value in values_of(attached, row[0]))
        parameters |= {"heads": list(heads), "withdrawn": rows}
    for place, fact in enumerate(change.stated):
        parts.append(_stating(attached, fact, place))
        for end, entity in (("head", fact.head), ("tail", fact.tail)):
            parameters[f"{end}{place}"] = entity.id
            parameters[f"{end}{place}_values"] = values_of(attached, entity.id)
    for place, entity in enumerate(change.described):
        if entity.types != types.get(entity.id, ()):
            raise InputError(
                f"the types of {entity.id!r} are its labels in the attached graph {attached.kg!r}; "
                f"change those in the database: {', '.join(entity.types) or 'none'} in place of "
                f"{', '.join(types.get(entity.id, ())) or 'none'}"
            )
        mapping = _mapping(attached, entity)
        parts.append(_naming(mapping, place))
        parameters[f"ids{place}"] = values_of_label(attached, mapping, [entity.id])
        parameters[f"name{place}"] = entity.name
    return Statement(joined(parts), parameters)


def _withdrawing(attached: Attachment) -> str:
    return phrases.filled(
        "withdraw_facts",
        types=phrases.types(attached),
        seek=phrases.has_id(attached, "h", "heads"),
        head=phrases.id_of(attached, "h"),
        relation=phrases.relation_of(attached, "f"),
        tail=phrases.id_of(attached, "t"),
    )


def _stating(attached: Attachment, fact: Fact, place: int) -> str:
    type_ = next((one.type for one in attached.relations if one.relation == fact.relation), None)
    if type_ is None:
        raise InputError(f"no relationship type of the attached graph {attached.kg!r} is {fact.relation!r}")
    return phrases.filled(
        "state_fact",
        labels=phrases.labels(attached),
        is_head=phrases.is_entity(attached, "h", f"head{place}"),
        is_tail=phrases.is_entity(attached, "t", f"tail{place}"),
        type=phrases.quote_identifier(type_),
    )


def _naming(mapping: NodeMapping, place: int) -> str:
    return phrases.filled(
        "name_node",
        label=phrases.quote_identifier(mapping.label),
        id=phrases.quote_identifier(mapping.id),
        ids=f"ids{place}",
        name=phrases.quote_identifier(mapping.name or ""),
        text=f"name{place}",
    )


def _mapping(attached: Attachment, entity: Entity) -> NodeMapping:
    """The label by which an entity is read, which must say where its name stands."""
    found = next((one for one in attached.nodes if one.type in entity.types and one.name), None)
    if found is None:
        raise InputError(f"no property of the attached graph {attached.kg!r} holds the name of {entity.id!r}")
    return found
