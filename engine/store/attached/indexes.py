"""Indexes on an attached graph: made only when asked for, under groundpath's own names."""

from hashlib import blake2b

from ..neo4j.connection import Neo4jConnection
from . import phrases
from .mapping import Attachment

_ONLINE = "ONLINE"


def make(connection: Neo4jConnection, attached: Attachment) -> None:
    """Make an index on the ids of each label, and one on all names; the server fills them by itself."""
    for place, node in enumerate(attached.nodes):
        name = phrases.quote_identifier(f"{prefix(attached.kg)}{place}")
        label, id_ = map(phrases.quote_identifier, (node.label, node.id))
        connection.run(phrases.filled("index_ids", index=name, label=label, property=id_))
    if properties := phrases.name_properties(attached, "n"):
        name = phrases.quote_identifier(_of_names(attached))
        labels = phrases.labels(attached)
        connection.run(phrases.filled("index_names", index=name, labels=labels, properties=properties))


def remove(connection: Neo4jConnection, kg: str) -> None:
    """Remove all that were made for an attached graph."""
    for row in connection.read("index_states"):
        if row["name"].startswith(prefix(kg)):
            connection.run(phrases.filled("drop_index", index=phrases.quote_identifier(row["name"])))


def on_names(connection: Neo4jConnection, attached: Attachment) -> str | None:
    """The name of the index on the names of an attachment, when it is there and filled."""
    name = _of_names(attached)
    states = {row["name"]: row["state"] for row in connection.read("index_states")}
    return name if states.get(name) == _ONLINE else None


def prefix(kg: str) -> str:
    """How the names of the indexes begin that are made for an attached graph."""
    return f"groundpath_attached_{_digest(kg)}_"


def _of_names(attached: Attachment) -> str:
    """Another mapping reads other properties, and needs another index."""
    read = _digest(f"{phrases.labels(attached)} {phrases.name_properties(attached, 'n')}")
    return f"{prefix(attached.kg)}names_{read}"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=4).hexdigest()
