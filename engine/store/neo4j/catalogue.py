"""Which graphs a Neo4j database holds, in which state, and how much of what."""

from dataclasses import dataclass

from neo4j import Record

from ...errors import GraphBusyError, UnknownGraphError, command
from ...terms import RelationTraits
from ..degrees import quantiles
from ..identity import Identity
from ..identity import unpacked as unpacked_identity
from ..protocol import EncoderIdentity, GraphInfo, GraphStatistics
from ..traits import unpacked
from .connection import Neo4jConnection


@dataclass(frozen=True, slots=True)
class GraphState:
    """A graph's entry in the catalogue.

    Attributes:
        slot: a small number of its own, which names its vectors: an index then holds one graph only, and a
            large graph cannot crowd a small one out of what an index returns.
        state: "ready", "loading" or "dropping".
        complete: all that can have a vector has one, and they are indexed.
        revision: another after each change; empty where the graph was written before there were any.
    """

    name: str
    slot: int
    state: str
    complete: bool
    encoder: EncoderIdentity | None
    revision: str = ""

    @property
    def vector_property(self) -> str:
        """The property that holds this graph's vectors."""
        return vector_property(self.slot)

    @property
    def token(self) -> str:
        """The word that marks this graph's entities in the fulltext index."""
        return slot_token(self.slot)


def vector_property(slot: int) -> str:
    return f"embedding_{slot}"


def slot_token(slot: int) -> str:
    return f"slot{slot}"


def find(connection: Neo4jConnection, kg: str) -> GraphState | None:
    """The entry of a graph in any state, None when there is none."""
    for row in connection.read("graph_state", kg=kg):
        return GraphState(
            kg, row["slot"], row["state"], bool(row["complete"]), _encoder(row), row["revision"] or ""
        )
    return None


def _encoder(row: Record) -> EncoderIdentity | None:
    model, dimensions = row["encoder_model"], row["encoder_dimensions"]
    return EncoderIdentity(model, dimensions) if model is not None else None


def known(connection: Neo4jConnection, kg: str) -> GraphState:
    """The entry of a graph in any state. Raises UnknownGraphError."""
    state = find(connection, kg)
    if state is None:
        graphs = [row["name"] for row in connection.read("graph_names")]
        raise UnknownGraphError.of(connection.place, kg, graphs)
    return state


def fact_count(connection: Neo4jConnection, kg: str) -> int:
    """How many facts a graph in any state has. Raises UnknownGraphError."""
    known(connection, kg)
    (row,) = connection.read("fact_count", kg=kg)
    count: int = row["facts"]
    return count


def ready(connection: Neo4jConnection, kg: str) -> GraphState:
    """The entry of a graph that can be read. Raises UnknownGraphError, GraphBusyError."""
    state = known(connection, kg)
    if state.state != "ready":
        raise busy(state)
    return state


def busy(state: GraphState) -> GraphBusyError:
    if state.state == "dropping":
        return GraphBusyError(
            f"graph {state.name!r} is being dropped, or that was cut off; "
            f"to finish: {command('drop', state.name)}"
        )
    return GraphBusyError(
        f"graph {state.name!r} is being loaded or changed, or that was cut off; "
        "run the same groundpath load or drop again to complete it"
    )


def names(connection: Neo4jConnection) -> list[str]:
    return [row["name"] for row in connection.read("graph_names")]


def traits(connection: Neo4jConnection, kg: str) -> RelationTraits:
    """What is declared of a graph's relations; nothing of a graph that is not there."""
    return next((unpacked(row["traits"]) for row in connection.read("traits", kg=kg)), RelationTraits())


def identity(connection: Neo4jConnection, kg: str) -> Identity:
    """What is kept about the identity of a graph's entities; nothing of a graph that is not there."""
    return next(
        (unpacked_identity(row["identity"]) for row in connection.read("identity", kg=kg)), Identity()
    )


def info(connection: Neo4jConnection, state: GraphState) -> GraphInfo:
    """Count what a graph holds: 0.3 s for 300,000 facts."""
    (row,) = connection.read(
        "graph_counts", kg=state.name, property=state.vector_property, complete=state.complete
    )
    return _info(state.name, state.state, row, state.encoder)


def infos(connection: Neo4jConnection) -> list[GraphInfo]:
    """All graphs by name, counted in one statement, so that many small ones are as fast as one large one."""
    return [_info(row["name"], row["state"], row, _encoder(row)) for row in connection.read("graphs")]


def _info(name: str, state: str, counts: Record, encoder: EncoderIdentity | None) -> GraphInfo:
    return GraphInfo(
        name=name,
        state=state,
        entities=counts["entities"],
        facts=counts["facts"],
        documents=counts["documents"],
        embeddable_entities=counts["embeddable_entities"],
        embedded_entities=counts["embedded_entities"],
        embedded_facts=counts["embedded_facts"],
        encoder=encoder,
    )


def statistics(connection: Neo4jConnection, state: GraphState) -> GraphStatistics:
    relations = connection.read("relation_counts", kg=state.name)
    degrees = connection.read("degree_counts", kg=state.name)
    return GraphStatistics(
        info=info(connection, state),
        types=tuple((row["type"], row["entities"]) for row in connection.read("type_counts", kg=state.name)),
        traits=traits(connection, state.name),
        relations=tuple((row["relation"], row["facts"]) for row in relations),
        labels={row["relation"]: row["label"] for row in relations},
        degree_quantiles=quantiles([(row["degree"], row["entities"]) for row in degrees]),
        indexes=_indexes(connection, state),
    )


def _indexes(connection: Neo4jConnection, state: GraphState) -> tuple[str, ...]:
    """One line an index: those that all graphs share, and this graph's vector indexes."""
    own = f"vectors_{state.slot}"
    return tuple(
        f"{row['name']} ({row['type'].lower()}): {row['state'].lower()}, {row['percent']:.0f} %"
        for row in connection.read("index_states")
        if row["type"] != "VECTOR" or row["name"].endswith(own)
    )
