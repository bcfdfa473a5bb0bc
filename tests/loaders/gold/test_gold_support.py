"""Which gold answers a graph can support, of question sets in each of their forms."""

import json
from pathlib import Path

import pytest
from graphs import triples, write_graph
from groundpath import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.loaders.gold.support import QuestionSupport, gold_support, write_support

FACTS = triples("ann parent bob", "bob parent cid", "bob parent dan", "cid born_in ely", "ann knows zoe")


@pytest.fixture
def store(tmp_path: Path):
    with open_store(f"embedded:{tmp_path / 'store'}") as opened:
        write_graph(opened, "kin", FACTS)
        yield opened


def support(store: GraphStore, tmp_path: Path, **row: object) -> QuestionSupport:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps({"id": "q", "question": "?"} | row) + "\n", "utf-8")
    (found,) = gold_support(store, "kin", file)
    return found


def test_a_pathquestion_row_by_its_relations(store: GraphStore, tmp_path: Path) -> None:
    path = [["ann", "parent", "bob"], ["bob", "parent", "dan"]]
    assert support(store, tmp_path, path=path).supported == "all"
    wrong = [["ann", "parent", "bob"], ["bob", "parent", "ely"]]
    found = support(store, tmp_path, path=wrong)
    assert found.supported == "none"
    assert found.lack == "other_answers"


def test_gold_paths_by_the_facts_that_the_graph_states(store: GraphStore, tmp_path: Path) -> None:
    held = [["ann", "parent", "bob"], ["bob", "parent", "cid"]]
    lost = [["ann", "parent", "bob"], ["bob", "parent", "ely"]]
    found = support(store, tmp_path, topic="ann", gold_answers=["cid", "ely"], gold_paths=[held, lost])
    assert found.supported == "some"
    assert found.answers[1].missing == (("bob", "parent", "ely"),)


def test_reach_within_the_hops_of_the_question(store: GraphStore, tmp_path: Path) -> None:
    assert support(store, tmp_path, topic="ann", gold_answers=["ely"], hops=3).supported == "all"
    assert support(store, tmp_path, topic="ann", gold_answers=["ely"], hops=2).supported == "none"
    assert support(store, tmp_path, topic="ann", gold_answers=["ely"]).checked_by == "reach"


def test_the_counts_are_those_of_the_rows(store: GraphStore, tmp_path: Path) -> None:
    file, out = tmp_path / "two.jsonl", tmp_path / "out.jsonl"
    rows = [{"topic": "ann", "gold_answers": ["bob"]}, {"topic": "ann", "gold_answers": ["rye", "bob"]}]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    report = write_support(gold_support(store, "kin", file), "kin", out)
    assert dict(report.by_support) == {"all": 1, "some": 1, "none": 0}
    assert (report.supported, report.answers) == (2, 3)
    assert len(out.read_text("utf-8").splitlines()) == 2
