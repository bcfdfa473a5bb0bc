"""What mediators join, as one fact each: for the paper's method, with the real encoder."""

import pytest
from graphs import columns_of, entities_of, triples, write_graph
from groundpath import Auditor, embed, open_store
from groundpath.engine.audit import nearest_facts
from groundpath.engine.audit.citing import Cited
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.linking.merged_facts import MergedFacts
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Entity, MergedFact, Triple

FACTS = triples(
    "Orla_Venn office_held m.01a",
    "m.01a office Harbour_Master",
    "m.01a from 1904",
    "Orla_Venn office_held m.01b",
    "m.01b office Mayor_of_Brindle",
    "Piet_Kroon office_held m.01c",
    "m.01c office Harbour_Master",
    "Orla_Venn spouse_s m.02a",
    "Tam_Adair spouse_s m.02a",
    "m.03a member Tam_Adair",
    "m.03a choir Brindle_Voices",
    "Tam_Adair award m.04a",
    "Harbour_Master seat Saltby",
    "Tam_Adair place_of_birth Saltby",
)


def nodes(facts: tuple[Triple, ...] = FACTS) -> list[Entity]:
    return [Entity(one.id, None if one.id.startswith("m.") else one.name) for one in entities_of(facts)]


@pytest.fixture(scope="module")
def view() -> GraphView:
    return GraphView.of(columns_of(FACTS, nodes()))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory):
    with open_store(f"embedded:{tmp_path_factory.mktemp('merged') / 'store'}") as opened:
        write_graph(opened, "offices", FACTS, nodes())
        embed(opened, "offices")
        yield opened


def test_a_fact_over_a_mediator_is_verbalised_as_one(view: GraphView) -> None:
    """Section 3.2.1: x = "e_h r e_t."; r is both relations, as the paper's graph has merged them."""
    texts = MergedFacts(view).texts
    assert "Orla Venn office held office Harbour Master." in texts
    assert "Harbour Master office office held Orla Venn." not in texts, "it leads from holder to office"
    assert not any("m.0" in text for text in texts)


def test_what_has_no_head_of_its_own_stands_either_way(view: GraphView) -> None:
    texts = set(MergedFacts(view).texts)
    assert texts >= {"Orla Venn spouse s spouse s Tam Adair.", "Tam Adair spouse s spouse s Orla Venn."}
    assert texts >= {"Tam Adair member choir Brindle Voices.", "Brindle Voices choir member Tam Adair."}


def test_merged_facts_say_what_they_are_made_of(view: GraphView) -> None:
    merged = MergedFacts(view)
    place = merged.texts.index("Orla Venn office held office Harbour Master.")
    fact = merged.facts([place], Cited(view).facts)[place]
    assert isinstance(fact, MergedFact)
    assert fact.triple == ("Orla_Venn", "office_held..office", "Harbour_Master")
    assert [one.triple for one in fact.stated] == [FACTS[0], FACTS[1]]
    assert (fact.text, fact.key) == (merged.texts[place], merged.keys[place])
    # An award with nothing on it joins nothing, and stays as it is.
    left = [triple for row, triple in enumerate(_rows(view)) if row not in merged.parts]
    assert set(left) == set(FACTS[-3:])


def _rows(view: GraphView) -> list[Triple]:
    columns = (view.facts[name].to_pylist() for name in ("head", "relation", "tail"))
    return [Triple(*row) for row in zip(*columns, strict=True)]


CHAINS = [
    "Orla Venn held the office of Harbour Master.",
    "Orla Venn's spouse is Tam Adair.",
    "Piet Kroon held the office of Harbour Master.",
    "Orla Venn held the office of Mayor of Brindle.",
    "Tam Adair is a member of the choir Brindle Voices.",
]


def audited(store: GraphStore, text: str, **row: object) -> Verdict:
    return Auditor(store, "offices", method="paper").audit(text, **row)  # type: ignore[arg-type]


@pytest.mark.parametrize("chain", CHAINS)
def test_one_line_that_says_what_a_mediator_joins_is_no_factual_error(store: GraphStore, chain: str) -> None:
    """Section 3.2.2 with sigma = 0.7: below it a step is a factual error."""
    verdict = audited(store, chain)
    assert verdict.verdict == "faithful", verdict.reason
    (best,) = (step.best for step in verdict.steps)
    assert best is not None
    assert isinstance(best.fact, MergedFact)
    assert len(verdict.grounded_path) == 2


def test_what_another_mediator_joins_is_one() -> None:
    """Two terms that join the same two things by the same relations are one fact, shown by the first."""
    facts = triples("ann held m.01", "m.01 office mayor", "ann held m.02", "m.02 office mayor")
    merged = MergedFacts(GraphView.of(columns_of(facts, nodes(facts))))
    assert merged.texts == ["ann held office mayor."]
    assert len(merged.parts) == 4


def test_a_chain_goes_on_from_what_a_mediator_leads_to(store: GraphStore) -> None:
    """Algorithm 2: the head of a step's fact is the tail of the one before; Algorithm 3 counts two hops."""
    gold = [[*FACTS[5:7], FACTS[12]]]
    verdict = audited(
        store,
        "1. Piet Kroon held the office of Harbour Master.\n"
        "2. The seat of the Harbour Master is Saltby.\nSo the answer is (Saltby).",
        gold_answers=["Saltby"],
        gold_paths=gold,
    )
    assert verdict.verdict == "faithful", verdict.reason
    assert verdict.grounded_path == tuple(gold[0])
    assert verdict.nearest_gold is not None
    assert (verdict.nearest_gold.hops, verdict.gold_distance) == (2, 0)


def test_the_proof_is_what_the_graph_states(store: GraphStore) -> None:
    verdict = audited(store, CHAINS[0])
    assert verdict.statement is not None
    rows = store.cypher(verdict.statement.text, verdict.statement.parameters).rows
    assert len(rows) == 2
    assert Verdict.from_dict(verdict.to_dict()).to_dict() == verdict.to_dict()


def test_a_graph_too_large_to_read_gives_the_same(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [*CHAINS, "Tam Adair was born in Saltby.", "Tam Adair won an award."]
    here = [audited(store, step).to_dict() for step in steps]
    monkeypatch.setattr(nearest_facts, "READ_UP_TO", 0)
    assert [audited(store, step).to_dict() for step in steps] == here
