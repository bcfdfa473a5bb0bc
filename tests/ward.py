"""A small typed graph of diseases, genes, drugs and symptoms, made up for tests; some edges are true."""

from graphs import columns_of, triples
from groundpath.engine.store.protocol import GraphColumns
from groundpath.engine.terms import Entity, RelationTraits, Triple


def _entities(type_: str, *lines: str) -> list[Entity]:
    """Entities written as "id | name | alias | …"."""
    rows = [[part.strip() for part in line.split("|")] for line in lines]
    return [Entity(id, name, tuple(aliases), (type_,)) for id, name, *aliases in rows]


ENTITIES = [
    *_entities(
        "Disease",
        "D:1 | psoriasis | plaque psoriasis",
        "D:2 | myelodysplastic syndrome",
        "D:3 | Takayasu's arteritis | Takayasu arteritis",
        "D:4 | liver carcinoma",
        "D:5 | hepatocellular carcinoma",
        "D:6 | carcinoma",
        "D:7 | autoimmune disease",
        "D:8 | Wiskott-Aldrich syndrome",
        "D:9 | catalase deficiency",
        "D:10 | gout",
        "D:11 | disease",
        "D:12 | immune system disease",
    ),
    *_entities(
        "Gene",
        "G:1 | HLA-B | AS",
        "G:2 | NOD2 | CARD15",
        "G:3 | CHEK2",
        "G:4 | GCKR",
        "G:5 | WAS | Wiskott-Aldrich syndrome | THC",
        "G:6 | REST",
        "G:7 | CAT",
        "G:8 | MET",
        "G:9 | ALG3 | Not",
        "G:10 | ANT3 | 2 | I | II",
        "G:11 | TBXT | T",
    ),
    *_entities("Compound", "C:1 | colchicine", "C:2 | ibuprofen"),
    *_entities("Symptom", "S:1 | joint pain", "S:2 | fatigue"),
    Entity("D:13", "Lafora disease", (), ("Disease",), ("OMIM:254780", "DOID:3534")),
]

FACTS: tuple[Triple, ...] = triples(
    "D:1 associates_gene G:1",
    "D:1 associates_gene G:2",
    "D:3 associates_gene G:1",
    "D:2 associates_gene G:3",
    "D:5 associates_gene G:8",
    "D:8 associates_gene G:5",
    "D:1 associates_gene G:6",
    "D:9 associates_gene G:7",
    "D:1 is_a D:7",
    "D:7 is_a D:12",
    "D:12 is_a D:11",
    "D:5 is_a D:4",
    "D:4 is_a D:6",
    "D:6 is_a D:11",
    "C:1 treats D:10",
    "C:2 treats D:5",
    "D:10 presents_symptom S:1",
    "D:1 cooccurs_with D:10",
)

TRAITS = RelationTraits(
    symmetric=frozenset({"cooccurs_with"}),
    transitive=frozenset({"is_a"}),
    wordings={"presents_symptom": ("comes along with",)},
)


def ward() -> GraphColumns:
    """The graph as a store would give it."""
    return columns_of(FACTS, ENTITIES)
