"""Cross-references, scores and traits of relations are kept, found and updated alike in every store."""

import pyarrow as pa
import pytest
from graphs import columns_of, entity_table, triples
from groundpath.engine.errors import AmbiguousNameError, UnknownGraphError
from groundpath.engine.store.protocol import GraphStore, PathQuery
from groundpath.engine.store.resolving import resolve
from groundpath.engine.store.schema import FACT_SCHEMA
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Entity, RelationTraits, fact_key
from stored_graphs import embed, word_vectors

PSORIASIS = Entity("DOID:8893", "psoriasis", ("PSORS",), ("Disease",), ("EFO:0000676", "MESH:D011565"))
GENE = Entity("HGNC:4932", "HLA-B", (), ("Gene",), ("ENSEMBL:ENSG00000234745",))
LUPUS = Entity("DOID:9074", "lupus", (), ("Disease",))
FACTS = triples("DOID:8893 associates HGNC:4932", "DOID:9074 associates HGNC:4932")
SCORED, UNSCORED = (fact_key(*fact) for fact in FACTS)
TRAITS = RelationTraits(
    symmetric=frozenset({"cooccurs_with"}),
    transitive=frozenset({"is_a", "part_of"}),
    wordings={"is_a": ("is a kind of", 'is "really" a')},
    inverses={"is_a": "has_kind"},
    implies={"is_a": ("related_to", "like")},
)


def provenance(key: str, sources: list[str], score: float | None) -> pa.RecordBatch:
    schema = pa.schema([FACT_SCHEMA.field(name) for name in ("key", "sources", "score")])
    return pa.RecordBatch.from_pylist([{"key": key, "sources": sources, "score": score}], schema)


def with_provenance(facts: pa.Table) -> list[pa.RecordBatch]:
    """The facts, of which one has sources and a score."""
    rows = [
        {**row, "sources": ["GWAS", "Mondo"], "score": 0.7} if row["key"] == SCORED else row
        for row in facts.to_pylist()
    ]
    return pa.Table.from_pylist(rows, FACT_SCHEMA).to_batches()


@pytest.fixture
def typed(store: GraphStore, kg: str) -> GraphStore:
    """A store with a graph of two diseases that share a gene."""
    columns = columns_of(FACTS, [PSORIASIS, GENE, LUPUS])
    with store.writing(kg) as writer:
        writer.add_entities(columns.entities.to_batches())
        writer.add_facts(with_provenance(columns.facts))
        writer.set_traits(TRAITS)
    return store


class TestCrossReferences:
    def test_come_back_wherever_entities_do(self, typed, kg):
        assert typed.entities(kg, [PSORIASIS.id, GENE.id]) == [PSORIASIS, GENE]
        assert typed.facts_of(kg, PSORIASIS.id)[0].head == PSORIASIS
        assert typed.neighbourhood(kg, GENE.id).entities == (PSORIASIS, LUPUS, GENE)
        assert typed.paths(kg, PathQuery(LUPUS.id, PSORIASIS.id))[0].entities == (LUPUS, GENE, PSORIASIS)
        view = GraphView.of(typed.columns(kg))
        assert view.entities_at(range(3)) == [PSORIASIS, LUPUS, GENE]

    @pytest.mark.parametrize("typed_in", ["EFO:0000676", "efo:0000676", " EFO:0000676 "])
    def test_identify_an_entity(self, typed, kg, typed_in):
        assert [(m.entity, m.how, m.score) for m in typed.find_entities(kg, typed_in)] == [
            (PSORIASIS, "xref", 1.0)
        ]
        assert resolve(typed, kg, typed_in) == PSORIASIS

    def test_are_found_whole_only(self, typed, kg):
        assert typed.find_entities(kg, "EFO") == []
        assert typed.find_entities(kg, "0000676") == []

    def test_that_several_entities_bear_are_ambiguous(self, store, kg):
        twins = [Entity("a", "one", (), (), ("X:1",)), Entity("b", "other", (), (), ("X:1",))]
        with store.writing(kg) as writer:
            writer.add_entities(entity_table(twins).to_batches())
        with pytest.raises(AmbiguousNameError, match="names 2 entities"):
            resolve(store, kg, "X:1")

    def test_follow_a_change(self, typed, kg):
        changed = Entity(LUPUS.id, "lupus", (), ("Disease",), ("EFO:0002690",))
        with typed.writing(kg) as writer:
            writer.change_entities(entity_table([changed]).to_batches())
        assert typed.entities(kg, [LUPUS.id]) == [changed]
        assert resolve(typed, kg, "EFO:0002690") == changed


class TestScores:
    def test_come_back_wherever_facts_do(self, typed, kg):
        embed(typed, kg)
        query = word_vectors([PSORIASIS.name])
        for fact in (
            typed.facts(kg, [SCORED])[0],
            typed.facts_of(kg, PSORIASIS.id)[0],
            typed.neighbourhood(kg, PSORIASIS.id).facts[0],
            typed.paths(kg, PathQuery(PSORIASIS.id, GENE.id))[0].facts[0],
            typed.nearest_facts(kg, query, 1)[0][0].item,
        ):
            assert (fact.sources, fact.score) == (("GWAS", "Mondo"), 0.7)

    def test_that_are_not_stated_are_none(self, typed, kg):
        assert [fact.score for fact in typed.facts(kg, [SCORED, UNSCORED])] == [0.7, None]
        view = GraphView.of(typed.columns(kg))
        assert {fact.key: fact.score for fact in view.facts_at(range(2))} == {SCORED: 0.7, UNSCORED: None}

    def test_are_told_to_a_loader(self, typed, kg):
        with typed.writing(kg) as writer:
            known = pa.Table.from_batches(writer.existing_facts()).sort_by("score").to_pylist()
            assert writer.existing_relations() == {"associates": ["associates"]}
        assert known == [
            {"key": SCORED, "sources": ["GWAS", "Mondo"], "score": 0.7},
            {"key": UNSCORED, "sources": [], "score": None},
        ]

    def test_change_without_the_sources_and_the_sources_without_them(self, typed, kg):
        with typed.writing(kg) as writer:
            writer.change_scores([provenance(SCORED, [], 0.25)])
            writer.change_sources([provenance(UNSCORED, ["Mondo"], 0.1)])
        found = [(fact.sources, fact.score) for fact in typed.facts(kg, [SCORED, UNSCORED])]
        assert found == [(("GWAS", "Mondo"), 0.25), (("Mondo",), None)]
        with typed.writing(kg) as writer:
            writer.change_scores([provenance(SCORED, [], None)])
        assert typed.facts(kg, [SCORED])[0].score is None


class TestTraits:
    def test_are_kept_with_the_graph(self, typed, kg):
        assert typed.traits(kg) == TRAITS
        with typed.writing(kg) as writer:
            assert writer.existing_traits() == TRAITS

    def test_are_empty_where_none_were_declared(self, store, family):
        assert store.traits(family.kg) == RelationTraits()
        assert not store.traits(family.kg)

    def test_are_replaced_as_a_whole_and_kept_by_a_load_that_declares_none(self, typed, kg):
        other = RelationTraits(symmetric=frozenset({"associates"}))
        with typed.writing(kg) as writer:
            writer.set_traits(other)
        assert typed.traits(kg) == other
        with typed.writing(kg) as writer:
            writer.add_entities(entity_table([Entity("new", "new")]).to_batches())
        assert typed.traits(kg) == other

    def test_go_with_the_graph_and_stay_with_others(self, typed, kg):
        with typed.writing(f"{kg} other") as writer:
            writer.set_traits(TRAITS)
        typed.drop(kg)
        assert typed.traits(f"{kg} other") == TRAITS
        with typed.writing(kg) as writer:
            assert writer.existing_traits() == RelationTraits()

    def test_of_an_unknown_graph_are_an_error(self, store):
        with pytest.raises(UnknownGraphError, match="'nowhere'"):
            store.traits("nowhere")
