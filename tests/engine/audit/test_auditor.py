"""The audit of real chains over a real graph, with the real encoder."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from groundpath import Auditor, load_triples, open_store
from groundpath.engine.audit.paper import PaperSettings
from groundpath.engine.audit.results import AuditResults
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.errors import EncoderError, InputError, UnknownGraphError
from groundpath.engine.progress import Advance
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Triple
from letters import DeafEncoder, LetterEncoder

ANNE = (
    "1. Anne of York's spouse is Thomas Howard, 3rd Duke of Norfolk.\n"
    "2. Thomas Howard, 3rd Duke of Norfolk's nationality is England.\n"
    "So the answer is (England)."
)


def test_a_verdict_shows_the_facts_that_each_step_says(auditor: Auditor) -> None:
    verdict = auditor.audit(ANNE, topic="anne_of_york", gold_answers=["england"])
    assert (verdict.verdict, verdict.error, verdict.answer) == ("faithful", None, "England")
    assert [triple.relation for triple in verdict.grounded_path] == ["spouse", "nationality"]
    (claim,) = verdict.steps[0].claims
    assert (claim.subject, claim.status) == ("Anne of York", "supported")
    assert claim.fact is not None
    assert claim.fact.fact.triple == ("anne_of_york", "spouse", "thomas_howard_3rd_duke_of_norfolk")
    assert 0.5 < claim.fact.score <= 1


def test_the_statement_of_a_fact_returns_it(each_auditor: Auditor) -> None:
    best = each_auditor.audit(ANNE).steps[0].best
    assert best is not None
    result = each_auditor.store.cypher(best.statement.text, best.statement.parameters)
    shown = dict(zip(result.columns, result.rows[0], strict=True))
    assert len(result.rows) == 1
    assert (shown["head"], shown["relation"], shown["key"]) == ("anne of york", "spouse", best.fact.key)


def test_each_kind_of_error_is_told(each_auditor: Auditor) -> None:
    wrong_answer = ANNE.replace("(England)", "(Wales)")
    elsewhere = "2. Henry VII of England's spouse is Elizabeth of York."
    unconnected = "\n".join([ANNE.splitlines()[0], elsewhere, "So the answer is (England)."])
    made_up = "1. Anne of York invented the telephone in Germany in 1876.\nSo the answer is (England)."
    wrong, apart, invented = (
        each_auditor.audit(text, gold_answers=["england"]) for text in (wrong_answer, unconnected, made_up)
    )
    assert (wrong.error, apart.error) == ("answer_error", "incoherent")
    # What the graph knows nothing of is wrong to the paper alone.
    assert (invented.verdict, invented.method) in {("unscored", "path"), ("unfaithful", "paper")}


def test_gold_answers_may_be_names_or_ids(each_auditor: Auditor) -> None:
    assert each_auditor.audit(ANNE, gold_answers=["England"]).verdict == "faithful"
    text = f"{ANNE.splitlines()[0]}\nSo the answer is (Thomas Howard 3rd Duke of Norfolk)."
    assert each_auditor.audit(text, gold_answers=["thomas_howard_3rd_duke_of_norfolk"]).verdict == "faithful"


@pytest.mark.parametrize("text", ["", "So the answer is (England).", "  \n "])
def test_a_chain_without_steps_is_unscored_with_a_reason(each_auditor: Auditor, text: str) -> None:
    verdict = each_auditor.audit(text, gold_answers=["england"])
    assert (verdict.verdict, verdict.steps) == ("unscored", ())
    assert "step" in verdict.reason


def test_batches_change_nothing(each_auditor: Auditor, chains: list[ChainOfThought]) -> None:
    chains = [*chains, ChainOfThought("empty", "", "")]
    one_by_one, *batched = (list(each_auditor.audit_all(chains, batch_size=size)) for size in (1, 5, 100))
    for together in batched:
        assert [verdict.id for verdict in together] == [chain.id for chain in chains]
        assert [(v.error, v.fault) for v in together] == [(v.error, v.fault) for v in one_by_one]


def test_chains_stream_through(auditor: Auditor, chains: list[ChainOfThought]) -> None:
    endless = itertools.cycle(chains)
    verdicts = auditor.audit_all(endless, batch_size=2)
    assert [verdict.id for verdict in itertools.islice(verdicts, 5)] == [chain.id for chain in chains[:5]]


def test_progress_hears_of_every_chain(auditor: Auditor, chains: list[ChainOfThought]) -> None:
    told: list[int] = []

    class Listener:
        @contextmanager
        def task(self, title: str, total: int | None = None) -> Iterator[Advance]:
            assert title
            assert total == len(chains)
            yield told.append

    list(auditor.audit_all(chains, progress=Listener(), batch_size=5))
    assert sum(told) == len(chains)


def test_what_cannot_be_audited_says_why(audit_store: GraphStore) -> None:
    with pytest.raises(InputError, match="there is: path, paper"):
        Auditor(audit_store, "family", method="guess")
    with pytest.raises(InputError, match="takes PathSettings"):
        Auditor(audit_store, "family", settings=PaperSettings())
    with pytest.raises(UnknownGraphError):
        Auditor(audit_store, "no such graph").audit(ANNE)
    with pytest.raises(InputError, match="not 'dict'; read rows and frames by read_chains"):
        list(Auditor(audit_store, "family").audit_all([{"cot": ANNE}]))  # type: ignore[list-item]
    with pytest.raises(EncoderError, match="all-MiniLM-L6-v2"):
        Auditor(audit_store, "family", encoder=LetterEncoder(), method="paper").audit(ANNE)


def test_a_chain_may_hold_lists(audit_store: GraphStore) -> None:
    """As one writes them by hand; and a name alone for a list of one."""
    steps: Any = [["anne", "spouse", "thomas"]]
    auditor = Auditor(audit_store, "family")
    plain = ChainOfThought("1", "", ANNE, ("anne",), ("thomas",), ((Triple(*steps[0]),),))
    listed = ChainOfThought("1", "", ANNE, "anne", ["thomas"], [steps])  # type: ignore[arg-type]
    assert next(auditor.audit_all([listed])) == next(auditor.audit_all([plain]))


def test_a_graph_without_vectors_can_be_audited_by_its_names(tmp_path: Path) -> None:
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        load_triples(store, "bare", [("anne", "spouse", "thomas")], embed=False)
        assert (
            Auditor(store, "bare", encoder=DeafEncoder()).audit("1. Anne married Thomas.").verdict
            == "faithful"
        )
        with pytest.raises(EncoderError, match="groundpath embed bare"):
            Auditor(store, "bare", method="paper").audit_all([])


def test_frames_hold_a_row_for_each_chain_and_each_step(
    auditor: Auditor, chains: list[ChainOfThought]
) -> None:
    results = AuditResults(auditor.audit_all(chains))
    frame, steps = results.to_frame(), results.steps_frame()
    assert frame["id"].tolist() == [chain.id for chain in chains]
    assert len(steps) == frame["steps"].sum()
    lowest = steps.groupby("id")["score"].min()
    assert all(lowest[row.id] == row.lowest_score for row in frame.itertuples())
    assert steps["status"].tolist() == [step.status for verdict in results for step in verdict.steps]


def test_a_frame_holds_a_row_for_each_claim(tmp_path: Path) -> None:
    text = "1. Anne married Thomas.\n2. Anne was born in Oslo.\nSo the answer is (Oslo)."
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        kin = [("anne", "spouse", "thomas"), ("anne", "place of birth", "rome"), ("bob", "lives in", "oslo")]
        load_triples(store, "kin", kin, embed=False)
        results = AuditResults([Auditor(store, "kin").audit(text)])
    claims = results.claims_frame()
    assert claims["status"].tolist() == ["supported", "contradicted"]
    assert claims["relation"].tolist() == ["spouse", "place of birth"]
    assert claims["facts"].tolist() == [("anne spouse thomas.",), ("anne place of birth rome.",)]
    assert claims["number"].tolist() == [1, 2]
    assert (claims["id"] == results[0].id).all()
    assert AuditResults([]).claims_frame().columns.tolist() == claims.columns.tolist()


@pytest.mark.parametrize("relation", ["-", "?", "…", "→", "'"])
def test_a_relation_without_words_ends_no_audit(tmp_path: Path, relation: str) -> None:
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        facts = [("anna", relation, "bert"), ("anna", "spouse", "zoe")]
        load_triples(store, "k", facts, embed=False)
        verdict = Auditor(store, "k").audit("1. Anna is married to Zoe. So the answer is (Zoe).")
        assert verdict.verdict == "faithful"
