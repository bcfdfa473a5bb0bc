"""A small typed graph of diseases, genes and drugs, as a domain's expert has one, in an embedded store."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphs import triples, write_graph
from groundpath.engine.domain.graph import DomainGraph
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Entity, RelationTraits
from groundpath.engine.text.opening import open_encoder
from groundpath.loaders.embedding import embed

KG = "clinic"
ENTITIES = [
    Entity("D:0", "disease", (), ("Disease",)),
    Entity("D:1", "psoriasis", ("psoriasis vulgaris",), ("Disease",)),
    Entity("D:2", "herpes zoster", ("shingles",), ("Disease",)),
    Entity("D:3", "arthritis", (), ("Disease",)),
    Entity("D:4", "psoriatic arthritis", ("PsA",), ("Disease",)),
    Entity("D:5", "Crohn's disease", (), ("Disease",)),
    Entity("D:6", "diabetes mellitus type 2", (), ("Disease",)),
    Entity("D:7", "arthritis mutilans", (), ("Disease",)),
    Entity("G:1", "HLA-B", (), ("Gene",)),
    Entity("G:2", "NOD2", (), ("Gene",)),
    Entity("G:3", "CHEK2", (), ("Gene",)),
    Entity("C:1", "methotrexate", (), ("Compound",)),
    Entity("S:1", "pruritus", ("itching",), ("Symptom",)),
]
FACTS = triples(
    "D:1 is_a D:0",
    "D:2 is_a D:0",
    "D:3 is_a D:0",
    "D:5 is_a D:0",
    "D:6 is_a D:0",
    "D:4 is_a D:3",
    "D:7 is_a D:4",
    "D:1 associates_gene G:1",
    "D:2 associates_gene G:1",
    "D:5 associates_gene G:2",
    "C:1 treats D:1",
    "C:1 treats D:4",
    "D:1 presents_symptom S:1",
    "D:1 cooccurs_with D:4",
)
TRAITS = RelationTraits(frozenset({"cooccurs_with"}), frozenset({"is_a"}))


def write_clinic(store: GraphStore, *, vectors: bool = True) -> None:
    """Load the graph into a store, as a loader does."""
    write_graph(store, KG, FACTS, ENTITIES)
    with store.writing(KG) as writer:
        writer.set_traits(TRAITS)
    if vectors:
        embed(store, KG)


@contextmanager
def opened_clinic(folder: Path, *, vectors: bool = True) -> Iterator[DomainGraph]:
    """The graph in a store of its own."""
    with open_store(f"embedded:{folder}") as store:
        write_clinic(store, vectors=vectors)
        yield DomainGraph.open(store, KG, open_encoder())
