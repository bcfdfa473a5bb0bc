"""Pieces of Cypher that say in a user's own labels and properties what groundpath asks for."""

import re
from collections.abc import Iterable, Mapping

from ....cypher import statement
from .mapping import Attachment, NodeMapping

_PLACE = re.compile(r"<(\w+)>")
# Cypher reads \uXXXX anywhere, before all else: a bare backslash could make a quote of what follows it.
_BACKSLASH = "\\u005C"


def quote_identifier(name: str) -> str:
    """A label, type or property as Cypher takes it, whatever its characters."""
    return "`" + name.replace("\\", _BACKSLASH).replace("`", "``") + "`"


def literal(text: str) -> str:
    """A text as Cypher writes it."""
    return "'" + text.replace("\\", 2 * _BACKSLASH).replace("'", _BACKSLASH + "'") + "'"


def filled(statement_name: str, /, **pieces: str) -> str:
    """A statement of cypher/attached with its <pieces> in place."""
    return _PLACE.sub(lambda place: pieces[place[1]], statement(f"attached/{statement_name}"))


def labels(attached: Attachment) -> str:
    """Any of the labels that are read, as it stands in a pattern."""
    return "|".join(quote_identifier(node.label) for node in attached.nodes)


def types(attached: Attachment) -> str:
    """Any of the relationship types that are read."""
    return "|".join(quote_identifier(relation.type) for relation in attached.relations)


def id_of(attached: Attachment, node: str) -> str:
    """The id of the entity that a node is; null for a node without one that is a text or a number."""
    values = {}
    for mapping in attached.nodes:
        prefix = f"{literal(mapping.type + ':')} + " if attached.qualified else ""
        value = f"{node}.{quote_identifier(mapping.id)}"
        # What is not a number is not equal to itself either.
        is_id = f"{value} IS :: STRING | INTEGER | FLOAT AND {value} <> '' AND {value} = {value}"
        values[mapping.label] = f"{prefix}CASE WHEN {is_id} THEN toString({value}) END"
    return _by_label(node, values)


def given_id_of(attached: Attachment, node: str) -> str:
    """The property that identifies a node, of whatever kind it is; null for a node without it."""
    return _by_label(node, {m.label: f"{node}.{quote_identifier(m.id)}" for m in attached.nodes})


def label_of(attached: Attachment, node: str) -> str:
    """The label as which a node is read."""
    return _by_label(node, {mapping.label: literal(mapping.label) for mapping in attached.nodes})


def is_entity(attached: Attachment, node: str, id_: str) -> str:
    """Whether a node is the entity of the id in a parameter, whose values in the database are in another.

    The values, `<parameter>_values`, let the server use its indexes.
    """
    return f"{has_id(attached, node, f'{id_}_values')} AND {id_of(attached, node)} = ${id_}"


def has_id(attached: Attachment, node: str, values: str) -> str:
    """Whether the property that identifies a node is among the values of a parameter."""
    named = ((quote_identifier(m.label), quote_identifier(m.id)) for m in attached.nodes)
    seeks = (f"({node}:{label} AND {node}.{property_} IN ${values})" for label, property_ in named)
    return f"({' OR '.join(seeks)})"


def is_told(attached: Attachment, node: str, id_: str) -> str:
    """Whether a node may have an id, given as an expression, in its property for it: as text or as number."""
    seeks = []
    for mapping in attached.nodes:
        prefix = len(f"{mapping.type}:") if attached.qualified else 0
        told = f"substring({id_}, {prefix})" if prefix else id_
        values = f"[{told}, toIntegerOrNull({told}), toFloatOrNull({told})]"
        label, property_ = quote_identifier(mapping.label), quote_identifier(mapping.id)
        seeks.append(f"({node}:{label} AND {node}.{property_} IN {values})")
    return f"({' OR '.join(seeks)})"


def shown_name(attached: Attachment, node: str) -> str:
    """The name of the entity that a node is, or its id."""
    return f"coalesce({name_of(attached, node)}, {id_of(attached, node)})"


def name_of(attached: Attachment, node: str) -> str:
    """The name of the entity that a node is; null for a node without one."""
    return f"head({_by_label(node, {m.label: _own_names(m, node) for m in attached.nodes})})"


def shown_node(attached: Attachment, node: str) -> str:
    """[id, labels, properties that are read] of a node."""
    read = _projection(property_ for mapping in attached.nodes for property_ in mapping.properties)
    return f"[{id_of(attached, node)}, labels({node}), {node}{{{read}}}]"


def shown_relationship(attached: Attachment, relationship: str) -> str:
    """[type, properties that are read] of a relationship."""
    read = _projection(
        property_
        for mapping in attached.relations
        for property_ in (mapping.provenance, mapping.score)
        if property_
    )
    return f"[type({relationship}), {relationship}{{{read}}}]"


def relation_of(attached: Attachment, relationship: str) -> str:
    """The relation of the fact that a relationship is."""
    renamed = [mapping for mapping in attached.relations if mapping.relation != mapping.type]
    if not renamed:
        return f"type({relationship})"
    cases = " ".join(f"WHEN {literal(m.type)} THEN {literal(m.relation)}" for m in renamed)
    return f"CASE type({relationship}) {cases} ELSE type({relationship}) END"


def score_of(attached: Attachment, relationship: str) -> str:
    """The score of a relationship; null for one that has none."""
    scores = {
        m.type: f"{relationship}.{quote_identifier(m.score)}" if m.score else "null"
        for m in attached.relations
    }
    return _by_type(relationship, scores)


def sources_of(attached: Attachment, relationship: str) -> str:
    """The names of a relationship's sources, as a list."""
    sources = {
        m.type: _parts(relationship, m.provenance) if m.provenance else "[]" for m in attached.relations
    }
    return f"coalesce({_by_type(relationship, sources)}, [])"


def name_properties(attached: Attachment, node: str) -> str:
    """All properties of a node that hold names or cross-references, parted by commas."""
    read = dict.fromkeys(p for mapping in attached.nodes for p in mapping.properties)
    return ", ".join(f"{node}.{quote_identifier(property_)}" for property_ in read)


def texts_of(attached: Attachment, node: str) -> str:
    """All names and cross-references of a node, as a list of texts."""
    read = dict.fromkeys(p for mapping in attached.nodes for p in mapping.properties)
    return " + ".join(_parts(node, property_) for property_ in read) or "[]"


def names_of(attached: Attachment, node: str) -> str:
    """The name and the aliases of the entity that a node is, as a list of texts."""
    named = {
        mapping.label: " + ".join([_own_names(mapping, node), *(_parts(node, p) for p in mapping.synonyms)])
        for mapping in attached.nodes
    }
    return f"coalesce({_by_label(node, named)}, [])"


def types_of(attached: Attachment, node: str) -> str:
    """The types of the entity that a node is, as a list."""
    pairs = ", ".join(
        f"CASE WHEN {node}:{quote_identifier(mapping.label)} THEN {literal(mapping.type)} END"
        for mapping in attached.nodes
    )
    return f"[type IN [{pairs}] WHERE type IS NOT NULL]"


def _by_label(node: str, values: Mapping[str, str]) -> str:
    """What the first label of a node stands for."""
    cases = [f"WHEN {node}:{quote_identifier(label)} THEN {value}" for label, value in values.items()]
    return _one_of(f"CASE {' '.join(cases)} END", values)


def _by_type(relationship: str, values: Mapping[str, str]) -> str:
    """What the type of a relationship stands for."""
    cases = [f"WHEN {literal(type_)} THEN {value}" for type_, value in values.items()]
    return _one_of(f"CASE type({relationship}) {' '.join(cases)} END", values)


def _one_of(choice: str, values: Mapping[str, str]) -> str:
    """A choice between values, or the value where all are one: the server plans short statements sooner."""
    return choice if len(set(values.values())) > 1 else next(iter(values.values()))


def _own_names(mapping: NodeMapping, node: str) -> str:
    """The texts of the property with the name, as a list: the first is the name."""
    if mapping.name is None:
        return "[]"
    value = f"{node}.{quote_identifier(mapping.name)}"
    items = f"CASE WHEN {value} IS :: LIST<ANY> THEN {value} ELSE [{value}] END"
    return f"[item IN {items} WHERE trim(toStringOrNull(item)) <> '' | trim(toStringOrNull(item))]"


def _parts(owner: str, property_: str) -> str:
    """The texts of a property that is a list or divided by "|", as a list; null for what is no text."""
    value = f"{owner}.{quote_identifier(property_)}"
    items = f"CASE WHEN {value} IS :: LIST<ANY> THEN {value} ELSE split(toStringOrNull({value}), '|') END"
    return f"coalesce([item IN {items} | toStringOrNull(item)], [])"


def _projection(properties: Iterable[str]) -> str:
    return ", ".join(f".{quote_identifier(name)}" for name in dict.fromkeys(properties))
