"""An audit by names gives the same verdicts on every store, evidence included."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from graphs import entities_of, triples
from groundpath import Auditor
from groundpath.engine.audit import nearest_facts
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.nearest_facts import READ_UP_TO, fact_search
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.store.protocol import GraphStore, Vectors
from groundpath.engine.terms import Entity
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.encoder import SymmetricEncoder
from real_data import LABELLED_CHAINS
from stored_graphs import ENCODER, StoredGraph, embed, read_triples, stored, word_vectors


class WordEncoder(SymmetricEncoder):
    """The encoder of graphs that tests embed."""

    model_id, dimensions = ENCODER.model_id, ENCODER.dimensions

    def encode(self, texts: Sequence[str]) -> Vectors:
        return word_vectors(list(texts))


def verdicts(graph: StoredGraph, count: int, encoder: CachedEncoder | None = None) -> list[Verdict]:
    """By method "path", or where there is an encoder by "paper"."""
    rows = [json.loads(line) for line in LABELLED_CHAINS.read_text("utf-8").splitlines()]
    chains = read_chains([row | {"model": "small"} for row in rows if row["kg"] == "2H-kb"][:count])
    method = "paper" if encoder else "path"
    return list(Auditor(graph.store, graph.kg, method=method, encoder=encoder).audit_all(chains))


def embedded(store: GraphStore) -> StoredGraph:
    graph = stored(store, "family with vectors", read_triples("2H-kb.tsv"))
    if not store.graph(graph.kg).embedded_facts:
        embed(store, graph.kg)
    return graph


def test_each_fact_of_a_verdict_is_shown_by_its_statement(family: StoredGraph) -> None:
    facts = [fact for verdict in verdicts(family, 10) for step in verdict.steps for fact in step.facts]
    assert facts
    for fact in facts:
        (row,) = family.store.cypher(fact.statement.text, fact.statement.parameters).rows
        assert fact.fact.key in row


OFFICES = triples(
    "Ann held m.01",
    "m.01 office Mayor",
    "Ann held m.02",
    "m.02 office Warden",
    "Mayor of Ely",
    "Bob held m.03",
)


def test_what_a_mediator_joins_is_found_as_one_fact(store: GraphStore, kg: str, monkeypatch) -> None:
    """Read at once or asked of the store, which holds the two facts that it is made of."""
    nodes = [Entity(one.id, None if one.id.startswith("m.") else one.name) for one in entities_of(OFFICES)]
    stored(store, kg, OFFICES, nodes)
    embed(store, kg)
    encoder, found = CachedEncoder(WordEncoder()), []
    for most in (READ_UP_TO, 0):
        monkeypatch.setattr(nearest_facts, "READ_UP_TO", most)
        search = fact_search(store, store.graph(kg), encoder)
        assert search.mediators == {"m.01", "m.02", "m.03"}
        (facts,) = search.nearest(word_vectors(["Ann held office Mayor."]), 9)
        found.append([(one.item.triple, round(one.score, 5)) for one in facts])
    assert found[0] == found[1]
    assert [triple for triple, _ in found[0]][:1] == [("Ann", "held..office", "Mayor")]
    stated = {triple for triple, _ in found[0]}
    assert stated == {
        ("Ann", "held..office", "Mayor"), ("Ann", "held..office", "Warden"), OFFICES[4], OFFICES[5],
    }  # fmt: skip


@pytest.mark.neo4j
def test_both_stores_give_the_same_verdicts(embedded_store: GraphStore, neo4j_store: GraphStore) -> None:
    facts = read_triples("2H-kb.tsv")
    here, there = (verdicts(stored(store, "family", facts), 120) for store in (embedded_store, neo4j_store))
    assert {verdict.model for verdict in here + there} == {"small"}
    assert {verdict.verdict for verdict in here} >= {"faithful", "unfaithful"}
    assert [verdict.to_dict() for verdict in here] == [verdict.to_dict() for verdict in there]


@pytest.mark.neo4j
def test_both_stores_give_the_same_verdicts_by_the_paper(
    embedded_store: GraphStore, neo4j_store: GraphStore, tmp_path: Path
) -> None:
    encoder = CachedEncoder(WordEncoder(), tmp_path)
    here, there = (verdicts(embedded(store), 120, encoder) for store in (embedded_store, neo4j_store))
    assert {verdict.verdict for verdict in here} >= {"faithful", "unfaithful"}
    assert [verdict.to_dict() for verdict in here] == [verdict.to_dict() for verdict in there]


def test_facts_are_as_near_from_the_cache_from_the_store_and_by_the_stores_own_search(
    store: GraphStore, tmp_path: Path
) -> None:
    graph = embedded(store)
    info = store.graph(graph.kg)
    knowing, ignorant = (
        CachedEncoder(WordEncoder(), tmp_path / "a"),
        CachedEncoder(WordEncoder(), tmp_path / "b"),
    )
    knowing.encode(graph.columns.facts["text"].to_pylist()[::2])
    queries = word_vectors(["the mother of henry", "who was from wales", "zzz"])
    ways = [
        fact_search(store, info, knowing),
        fact_search(store, info, ignorant),
        fact_search(store, replace(info, facts=READ_UP_TO + 1), ignorant),
    ]
    first, *others = ([[one.item for one in row] for row in way.nearest(queries, 5)] for way in ways)
    assert [len(row) for row in first] == [5, 5, 5]
    assert others == [first, first]
    assert ignorant.encoded == 0
    entity = graph.columns.entities["id"][0].as_py()
    for way in ways:
        assert way.entities([entity, "no such id", entity]) == store.entities(
            graph.kg, [entity, "no such id", entity]
        )
