"""The audit of real chains over a real graph, with the real encoder."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from groundpath import Auditor, load_triples, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.metrics import Labelled, expected_outcome, measure
from groundpath.engine.audit.paper import PaperSettings
from groundpath.engine.audit.results import AuditResults
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.errors import EncoderError, InputError, UnknownGraphError
from groundpath.engine.progress import Advance
from groundpath.engine.store.protocol import GraphStore
from letters import LetterEncoder

ANNE = (
    "1. Anne of York's spouse is Thomas Howard, 3rd Duke of Norfolk.\n"
    "2. Thomas Howard, 3rd Duke of Norfolk's nationality is England.\n"
    "So the answer is (England)."
)


def test_a_verdict_shows_the_facts_that_ground_each_step(auditor: Auditor) -> None:
    verdict = auditor.audit(ANNE, topic="anne_of_york", gold_answers=["england"])
    assert (verdict.verdict, verdict.error, verdict.answer) == ("faithful", None, "England")
    first, second = verdict.steps
    assert first.best is not None
    assert first.best.fact.triple == ("anne_of_york", "spouse", "thomas_howard_3rd_duke_of_norfolk")
    assert len(first.facts) == 10
    scores = [grounded.score for grounded in second.facts]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_the_statement_of_a_fact_returns_it(auditor: Auditor, audit_store: GraphStore) -> None:
    best = auditor.audit(ANNE).steps[0].best
    assert best is not None
    result = audit_store.cypher(best.statement.text, best.statement.parameters)
    shown = dict(zip(result.columns, result.rows[0], strict=True))
    assert len(result.rows) == 1
    assert (shown["head"], shown["relation"], shown["key"]) == ("anne of york", "spouse", best.fact.key)


def test_each_kind_of_error_is_told(auditor: Auditor) -> None:
    wrong_answer = ANNE.replace("(England)", "(Wales)")
    unconnected = ANNE.replace(
        "2. Thomas Howard, 3rd Duke of Norfolk's nationality", "2. Henry VII of England's nationality"
    )
    made_up = "1. He invented the telephone in Boston in 1876.\nSo the answer is (England)."
    errors = [
        auditor.audit(text, gold_answers=["england"]).error for text in (wrong_answer, unconnected, made_up)
    ]
    assert errors == ["answer_error", "incoherent", "factual_error"]


def test_gold_answers_may_be_names_or_ids(auditor: Auditor) -> None:
    assert auditor.audit(ANNE, gold_answers=["England"]).verdict == "faithful"
    text = ANNE.replace("(England)", "(Thomas Howard 3rd Duke of Norfolk)")
    assert auditor.audit(text, gold_answers=["thomas_howard_3rd_duke_of_norfolk"]).verdict == "faithful"


@pytest.mark.parametrize("text", ["", "So the answer is (England).", "  \n "])
def test_a_chain_without_steps_is_unscored_with_a_reason(auditor: Auditor, text: str) -> None:
    verdict = auditor.audit(text, gold_answers=["england"])
    assert (verdict.verdict, verdict.steps) == ("unscored", ())
    assert "step" in verdict.reason


def test_batches_change_nothing(auditor: Auditor, chains: list[ChainOfThought]) -> None:
    one_by_one = [auditor.audit(chain.text, gold_answers=chain.gold_answers) for chain in chains]
    for size in (5, 100):
        together = list(auditor.audit_all([*chains, ChainOfThought("empty", "", "")], batch_size=size))
        assert [verdict.id for verdict in together] == [*(chain.id for chain in chains), "empty"]
        assert [(v.error, v.fault) for v in together[:-1]] == [(v.error, v.fault) for v in one_by_one]


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


def test_settings_are_heeded(audit_store: GraphStore) -> None:
    strict = Auditor(audit_store, "family", settings=PaperSettings(candidates=3, factual_threshold=1.0))
    verdict = strict.audit(ANNE)
    assert verdict.error == "factual_error"
    assert len(verdict.steps[0].facts) == 3


@pytest.mark.parametrize("wrong", [{"candidates": 0}, {"factual_threshold": 1.1}, {"factual_threshold": -1}])
def test_settings_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        PaperSettings(**wrong)


def test_what_cannot_be_audited_says_why(audit_store: GraphStore) -> None:
    with pytest.raises(InputError, match="there is: paper"):
        Auditor(audit_store, "family", method="guess")
    with pytest.raises(UnknownGraphError):
        Auditor(audit_store, "no such graph").audit(ANNE)
    with pytest.raises(EncoderError, match="all-MiniLM-L6-v2"):
        Auditor(audit_store, "family", encoder=LetterEncoder()).audit(ANNE)


def test_a_graph_without_vectors_names_the_command_that_adds_them(tmp_path: Any) -> None:
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        load_triples(store, "bare", [("anne", "spouse", "thomas")], embed=False)
        with pytest.raises(EncoderError, match="groundpath embed bare"):
            Auditor(store, "bare").audit_all([])


def test_frames_hold_a_row_for_each_chain_and_each_step(
    auditor: Auditor, chains: list[ChainOfThought]
) -> None:
    results = AuditResults(auditor.audit_all(chains))
    frame, steps = results.to_frame(), results.steps_frame()
    assert frame["id"].tolist() == [chain.id for chain in chains]
    assert len(steps) == frame["steps"].sum()
    lowest = steps.groupby("id")["score"].min()
    assert all(lowest[row.id] == row.lowest_score for row in frame.itertuples())


def test_plain_labelled_chains_are_judged_as_the_paper_says(
    auditor: Auditor, labelled_rows: list[dict[str, Any]]
) -> None:
    """Literal wording is what the algorithms are made for. They cannot tell misguided chains, nor see most
    factual errors, in place of which a true fact is retrieved."""
    rows = [row for row in labelled_rows if row["tier"] == "plain"][:60]
    verdicts = auditor.audit_all(read_chains(rows))
    agreement = measure(
        Labelled(expected_outcome(row["label"], row["error"]), verdict)
        for row, verdict in zip(rows, verdicts, strict=True)
    )
    assert agreement.unscored == 0
    assert agreement.faithful.recall > 0.95
    assert agreement.named["incoherent"] > 0.9
    assert agreement.named["answer_error"] > 0.9
    assert agreement.named["misguided"] == 0


@pytest.mark.neo4j
def test_neo4j_gives_the_same_verdicts(
    auditor: Auditor, chains: list[ChainOfThought], audit_store: GraphStore, neo4j_server: Any
) -> None:
    with open_store(neo4j_server.url) as store:
        load_triples(store, "audited family", [f.triple for f in _facts(audit_store)])
        there = list(Auditor(store, "audited family").audit_all(chains))
        shown = there[0].steps[0].best
        assert shown is not None
        assert len(store.cypher(shown.statement.text, shown.statement.parameters).rows) == 1
    here = list(auditor.audit_all(chains))
    assert [(v.error, v.fault) for v in there] == [(v.error, v.fault) for v in here]
    assert [_best_keys(v) for v in there] == [_best_keys(v) for v in here]


def _facts(store: GraphStore) -> list[Any]:
    keys = store.columns("family").facts["key"].to_pylist()
    return [fact for fact in store.facts("family", keys) if fact]


def _best_keys(verdict: Any) -> list[str]:
    return [step.best.fact.key for step in verdict.steps]
