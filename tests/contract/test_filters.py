"""Types, least score and provenance choose the same facts in every store, in Cypher and in memory."""

import random

import pytest
from graphs import columns_of, keys_of, networkx_graph, networkx_paths, path_order
from groundpath.engine.errors import InputError
from groundpath.engine.store.filters import FactFilter
from groundpath.engine.store.protocol import GraphStore, PathQuery
from groundpath.engine.store.schema import FACT_SCHEMA
from groundpath.engine.terms import Entity, Fact, Triple
from pyarrow import Table
from stored_graphs import holds

TYPES, SOURCES = ("Disease", "Gene", "Drug"), ("GWAS", "Mondo", "DrugCentral")
KG = "filtered"
FILTERS = [
    FactFilter(types=("Gene",)),
    FactFilter(types=("Gene", "Drug")),
    FactFilter(types=("Unheard",)),
    FactFilter(min_score=0.0),
    FactFilter(min_score=0.7),
    FactFilter(provenance=("GWAS",)),
    FactFilter(provenance=("Mondo", "DrugCentral")),
    FactFilter(types=("Gene", "Disease"), min_score=0.3, provenance=("GWAS", "Mondo")),
]


def names(where: FactFilter) -> str:
    return ",".join(f"{name}={value}" for name, value in where.given().items())


@pytest.fixture(scope="module")
def facts(store: GraphStore) -> list[Fact]:
    """All facts of a random graph, of which some have two types of ends, several sources or no score."""
    rng = random.Random(11)
    ids = [f"e{i:02}" for i in range(24)]
    entities = [Entity(i, i, (), tuple(sorted(rng.sample(TYPES, rng.choice([0, 1, 1, 2]))))) for i in ids]
    triples = {Triple(rng.choice(ids), rng.choice("rst"), rng.choice(ids)) for _ in range(110)}
    columns = columns_of(sorted(triples), entities)
    rows = [
        {
            **row,
            "sources": sorted(rng.sample(SOURCES, rng.randrange(3))),
            "score": rng.choice([None, 0.1, 0.3, 0.7, 1.0]),
        }
        for row in columns.facts.to_pylist()
    ]
    if not holds(store, KG):
        with store.writing(KG) as writer:
            writer.add_entities(columns.entities.to_batches())
            writer.add_facts(Table.from_pylist(rows, FACT_SCHEMA).to_batches())
    return [fact for fact in store.facts(KG, [row["key"] for row in rows]) if fact]


def usable(fact: Fact, where: FactFilter, named: set[str]) -> bool:
    """What a filter means, said once more."""
    ends = [end for end in (fact.head, fact.tail) if end.id not in named]
    return (
        (where.min_score is None or (fact.score is not None and fact.score >= where.min_score))
        and (not where.provenance or not set(where.provenance).isdisjoint(fact.sources))
        and (not where.types or all(not set(where.types).isdisjoint(end.types) for end in ends))
    )


@pytest.mark.usefixtures("facts")
@pytest.mark.parametrize("where", FILTERS, ids=names)
class TestAFilter:
    @pytest.mark.parametrize("directed", [True, False], ids=["directed", "undirected"])
    def test_chooses_paths(self, store, facts, where, directed):
        rng = random.Random(3)
        for _ in range(6):
            source, target = rng.sample(["e03", "e07", "e11", "e15", "e19", "e23"], 2)
            query = PathQuery(source, target, 3, directed, where=where)
            found = store.paths(KG, query)
            kept = [fact.triple for fact in facts if usable(fact, where, {source, target})]
            reference = networkx_graph(kept, directed=directed)
            assert set(keys_of(found)) == networkx_paths(reference, source, target, 3)
            assert found == sorted(found, key=path_order)
            limited = PathQuery(source, target, 3, directed, limit=2, where=where)
            assert store.paths(KG, limited) == found[:2]

    def test_shows_a_statement_that_returns_the_same_paths(self, store, where):
        query = PathQuery("e03", "e07", 3, where=where)
        shown = store.path_statement(KG, query)
        keys = [tuple(row[2]) for row in store.cypher(shown.text, shown.parameters, limit=100_000).rows]
        assert keys == keys_of(store.paths(KG, query))

    @pytest.mark.parametrize("direction", ["out", "in", "both"])
    def test_chooses_facts_of_an_entity(self, store, where, direction):
        for id_ in ("e01", "e05", "e09"):
            every = store.facts_of(KG, id_, direction=direction)
            found = store.facts_of(KG, id_, direction=direction, where=where)
            assert found == [fact for fact in every if usable(fact, where, {id_})]
            assert store.facts_of(KG, id_, direction=direction, where=where, limit=1) == found[:1]

    def test_chooses_a_neighbourhood(self, store, facts, where):
        for hops in (1, 2):
            reached = {"e05"}
            for _ in range(hops):
                reached |= {
                    end.id
                    for fact in facts
                    if usable(fact, where, {"e05"}) and reached & {fact.head.id, fact.tail.id}
                    for end in (fact.head, fact.tail)
                }
            found = store.neighbourhood(KG, "e05", hops, where=where)
            assert [entity.id for entity in found.entities] == sorted(reached)
            inside = {f.key for f in facts if usable(f, where, reached) and {f.head.id, f.tail.id} <= reached}
            assert [fact.key for fact in found.facts] == sorted(inside)


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_least_score_is_in_the_unit_interval(score):
    with pytest.raises(InputError, match=r"must be in \[0, 1\]"):
        FactFilter(min_score=score)


@pytest.mark.usefixtures("facts")
def test_statistics_count_types(store):
    rows = store.columns(KG).entities["types"].to_pylist()
    counted = {type_: sum(type_ in types for types in rows) for type_ in TYPES}
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    assert store.statistics(KG).types == tuple(ordered)
