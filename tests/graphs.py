"""The tiny named graphs that all tests share; graphs as tables, in stores, and in networkx."""

from collections.abc import Iterable, Sequence

import networkx as nx
import pyarrow as pa
from groundpath.engine.names import relation_label, search_text, verbalise
from groundpath.engine.store.protocol import GraphColumns, GraphStore
from groundpath.engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA
from groundpath.engine.terms import Entity, Path, Triple, fact_key


def triples(*lines: str) -> tuple[Triple, ...]:
    """Triples written as "head relation tail"."""
    return tuple(Triple(*line.split()) for line in lines)


EMPTY = triples()
SELF_LOOP = triples("a knows a", "a knows b", "b knows b", "b likes c")
PARALLEL_EDGES = triples("a knows b", "a likes b", "b knows a", "b knows c", "b likes c", "c knows b")
DIAMOND = triples("a to b", "a to c", "b to d", "c to d", "a direct d")
TWO_COMPONENTS = triples("a to b", "c to d")
CYCLE = triples("a next b", "b next c", "c next d", "d next a")
UNICODE_NAMES = triples(
    "Édouard_Manet peintre Олимпия",
    "Олимпия находится 巴黎",
    "巴黎 الموسيقى 🎨",
    "🎨 peintre Édouard_Manet",
    "E\u0301douard_Manet alias Édouard_Manet",
    "巴黎 находится Олимпия",
)

TINY_GRAPHS = {
    "empty": EMPTY,
    "self_loop": SELF_LOOP,
    "parallel_edges": PARALLEL_EDGES,
    "diamond": DIAMOND,
    "two_components": TWO_COMPONENTS,
    "cycle": CYCLE,
    "unicode_names": UNICODE_NAMES,
}


def entities_of(facts: Iterable[Triple]) -> list[Entity]:
    """An entity for each end of a fact, by id; its name is the id with spaces for underscores."""
    ids = sorted({end for fact in facts for end in (fact.head, fact.tail)})
    return [Entity(id, id.replace("_", " ")) for id in ids]


def entity_table(entities: Sequence[Entity]) -> pa.Table:
    """Rows of ENTITY_SCHEMA in id order."""
    rows = [
        {
            "id": entity.id,
            "name": entity.name,
            "name_rank": 0 if entity.name is None else 2,
            "aliases": list(entity.aliases),
            "types": list(entity.types),
            "xrefs": list(entity.xrefs),
            "search": search_text([name for name in (entity.name, *entity.aliases) if name], entity.xrefs),
        }
        for entity in sorted(entities, key=lambda entity: entity.id)
    ]
    return pa.Table.from_pylist(rows, ENTITY_SCHEMA)


def fact_table(facts: Iterable[Triple], entities: Sequence[Entity]) -> pa.Table:
    """Rows of FACT_SCHEMA in key order, each triple once."""
    labels = {entity.id: entity.label for entity in entities}
    rows = [
        {
            "key": fact_key(*fact),
            "head": fact.head,
            "relation": fact.relation,
            "label": relation_label(fact.relation),
            "tail": fact.tail,
            "text": verbalise(labels[fact.head], relation_label(fact.relation), labels[fact.tail]),
            "sources": [],
            "score": None,
        }
        for fact in set(facts)
    ]
    return pa.Table.from_pylist(sorted(rows, key=lambda row: row["key"]), FACT_SCHEMA)


def columns_of(facts: Iterable[Triple], entities: Sequence[Entity] | None = None) -> GraphColumns:
    """A graph as a store would give it."""
    facts = list(facts)
    entities = entities_of(facts) if entities is None else entities
    return GraphColumns(entity_table(entities), fact_table(facts, entities))


def write_graph(
    store: GraphStore, kg: str, facts: Iterable[Triple], entities: Sequence[Entity] | None = None
) -> GraphColumns:
    """Write what the graph lacks, as a loader does; return the graph's columns as they should be read."""
    columns = columns_of(facts, entities)
    with store.writing(kg) as writer:
        known = {id for batch in writer.existing_entities() for id in batch["id"].to_pylist()}
        stated = {key for batch in writer.existing_facts() for key in batch["key"].to_pylist()}
        writer.add_entities(_lacking(columns.entities, "id", known))
        writer.add_facts(_lacking(columns.facts, "key", stated))
    return columns


def _lacking(table: pa.Table, column: str, there: set[str]) -> list[pa.RecordBatch]:
    new = [value not in there for value in table[column].to_pylist()]
    return table.filter(pa.array(new, pa.bool_())).combine_chunks().to_batches(max_chunksize=2000)


def networkx_graph(facts: Iterable[Triple], *, directed: bool) -> nx.MultiDiGraph | nx.MultiGraph:
    """The same graph for networkx: edges keyed by the fact's key, with its relation and head."""
    graph = nx.MultiDiGraph() if directed else nx.MultiGraph()
    for fact in facts:
        graph.add_edge(fact.head, fact.tail, fact_key(*fact), relation=fact.relation, head=fact.head)
    return graph


def networkx_paths(
    graph: nx.MultiDiGraph | nx.MultiGraph, source: str, target: str, max_hops: int
) -> set[tuple[str, ...]]:
    """The keys of the facts on each simple path, as networkx finds them."""
    if source == target or source not in graph or target not in graph:
        return set()
    found = nx.all_simple_edge_paths(graph, source, target, cutoff=max_hops)
    return {tuple(key for _, _, key in edges) for edges in found}


def keys_of(paths: Iterable[Path]) -> list[tuple[str, ...]]:
    return [tuple(fact.key for fact in path.facts) for path in paths]


def path_order(path: Path) -> tuple[int, list[tuple[str, bool, str, str]]]:
    """What paths are sorted by: see PathQuery."""
    reached = path.entities[1:]
    steps = zip(path.hops, reached, strict=True)
    return len(path), [(hop.fact.relation, not hop.forward, end.id, hop.fact.key) for hop, end in steps]
