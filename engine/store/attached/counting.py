"""How much an attached graph holds of what."""

from collections import Counter
from collections.abc import Iterator

from ...names import relation_label
from ..degrees import quantiles
from ..neo4j.connection import Neo4jConnection
from ..protocol import ATTACHED, GraphInfo, GraphStatistics
from . import phrases
from .mapping import Attachment
from .reading import Row, asked


def info(connection: Neo4jConnection, attached: Attachment) -> GraphInfo:
    """Counts of nodes and relationships that are read; parallel relationships count one by one."""
    return _info(attached, _entity_counts(connection, attached), _fact_counts(connection, attached))


def fact_count(connection: Neo4jConnection, attached: Attachment) -> int:
    """How many relationships are read."""
    return sum(row["facts"] for row in _fact_counts(connection, attached))


def left_out(connection: Neo4jConnection, attached: Attachment) -> list[str]:
    """What is said of nodes that are not read since they have no id, a line a label."""
    text = phrases.filled(
        "left_out",
        labels=phrases.labels(attached),
        id=phrases.id_of(attached, "n"),
        given=phrases.given_id_of(attached, "n"),
        label=phrases.label_of(attached, "n"),
    )
    properties = {node.label: node.id for node in attached.nodes}
    return [
        f"{row['nodes']} nodes labelled {row['label']} are left out: their {properties[row['label']]} is "
        f"missing ({row['missing']}) or neither text nor number ({row['nodes'] - row['missing']})"
        for row in asked(connection, text)
    ]


def statistics(connection: Neo4jConnection, attached: Attachment, index_prefix: str) -> GraphStatistics:
    """See GraphStore.statistics; with a line on each label that is read."""
    entities, facts = _entity_counts(connection, attached), _fact_counts(connection, attached)
    degrees = asked(
        connection,
        phrases.filled(
            "degree_counts",
            labels=phrases.labels(attached),
            types=phrases.types(attached),
            id=phrases.id_of(attached, "n"),
        ),
    )
    types = Counter[str]()
    for row in entities:
        types.update(dict.fromkeys(row["types"], row["entities"]))
    return GraphStatistics(
        info=_info(attached, entities, facts),
        relations=tuple((row["relation"], row["facts"]) for row in facts),
        labels={row["relation"]: relation_label(row["relation"]) for row in facts},
        degree_quantiles=quantiles([(row["degree"], row["entities"]) for row in degrees]),
        indexes=(*_mapped(connection, attached), *_indexes(connection, index_prefix)),
        types=tuple(sorted(types.items(), key=lambda pair: (-pair[1], pair[0]))),
        traits=attached.traits,
    )


def _info(attached: Attachment, entities: list[Row], facts: list[Row]) -> GraphInfo:
    return GraphInfo(
        name=attached.kg,
        state=ATTACHED,
        entities=sum(row["entities"] for row in entities),
        facts=sum(row["facts"] for row in facts),
        documents=0,
        embeddable_entities=sum(row["named"] for row in entities),
        embedded_entities=0,
        embedded_facts=0,
        encoder=None,
    )


def _entity_counts(connection: Neo4jConnection, attached: Attachment) -> list[Row]:
    text = phrases.filled(
        "entity_counts",
        labels=phrases.labels(attached),
        id=phrases.id_of(attached, "n"),
        name=phrases.name_of(attached, "n"),
        types=phrases.types_of(attached, "n"),
    )
    return asked(connection, text)


def _fact_counts(connection: Neo4jConnection, attached: Attachment) -> list[Row]:
    text = phrases.filled(
        "fact_counts",
        labels=phrases.labels(attached),
        types=phrases.types(attached),
        head=phrases.id_of(attached, "h"),
        tail=phrases.id_of(attached, "t"),
        relation=phrases.relation_of(attached, "r"),
    )
    return asked(connection, text)


def _mapped(connection: Neo4jConnection, attached: Attachment) -> Iterator[str]:
    for node in attached.nodes:
        yield f"{node.label} read as {node.type}: id {node.id}, name {node.name or '—'}"
    yield from left_out(connection, attached)


def _indexes(connection: Neo4jConnection, prefix: str) -> tuple[str, ...]:
    return tuple(
        f"{row['name']} ({row['type'].lower()}): {row['state'].lower()}, {row['percent']:.0f} %"
        for row in connection.read("index_states")
        if row["name"].startswith(prefix)
    )
