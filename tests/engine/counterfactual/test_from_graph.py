"""Each made question holds what it says, checked from the finished row by other means than made it."""

from collections import defaultdict
from itertools import pairwise

import pytest
from groundpath import GroundpathError, open_store
from groundpath.engine.audit.chains import read_questions
from groundpath.engine.counterfactual.cases import read_counterfactuals, write_questions
from groundpath.engine.counterfactual.from_graph import make_from_graph
from groundpath.engine.terms import Triple
from groundpath.loaders.gold.writing import write_gold
from real_data import PATHQUESTION
from stored_graphs import read_triples, stored

INVERSE = {"children": "parents", "parents": "children", "spouse": "spouse"}
SETS = {"2H-kb": "PQ-2H.jsonl", "3H-kb": "PQ-3H.jsonl"}


def name(entity):
    return entity.replace("_", " ")


@pytest.fixture(scope="module")
def path_store(tmp_path_factory):
    with open_store(f"embedded:{tmp_path_factory.mktemp('counterfactual') / 'store'}") as store:
        yield store


@pytest.fixture(scope="module", params=SETS)
def case(request, path_store, tmp_path_factory):
    """What is made of 300 questions of PathQuestion, their rows by id, and the graph's facts."""
    kg = request.param
    stored(path_store, kg, read_triples(f"{kg}.tsv"))
    gold = tmp_path_factory.mktemp("gold") / "gold.jsonl"
    write_gold(path_store, kg, PATHQUESTION / SETS[kg], gold)
    rows = list(read_questions(gold))[:300]
    return path_store, kg, rows, make_from_graph(path_store, kg, rows), set(read_triples(f"{kg}.tsv"))


def test_most_rows_of_two_hops_give_a_question_and_the_others_a_reason(case):
    _, kg, rows, made, _ = case
    assert len(made.questions) + len(made.left_out) == len(rows)
    assert all(row.reason for row in made.left_out)
    assert len(made.questions) > (0.9 if kg == "2H-kb" else 0.2) * len(rows)


def test_no_hop_is_a_fact_of_the_graph_in_either_direction(case):
    *_, made, facts = case
    stated = {(name(head), label.replace("_", " "), name(tail)) for head, label, tail in facts}
    for question in made.questions:
        for place, sub in enumerate(question.counterfactual.sub_questions):
            passage = question.counterfactual.passages[place]
            new = sub.answers[0]
            false = [
                (head, label, tail)
                for head, label, tail in ((passage.title, r, new) for r in {fact[1] for fact in facts})
                if (head, label.replace("_", " "), tail) in stated
                or (tail, INVERSE.get(label, ""), head) in stated
            ]
            asked = [label for _, label, _ in false if f" {singular(label)} of " in sub.question]
            assert not asked, (question.id, place)


def singular(label):
    return {"children": "child", "parents": "parent"}.get(label, label.replace("_", " "))


def test_the_hops_connect_and_end_in_the_new_answer_which_their_passages_state(case):
    *_, made, _ = case
    for question in made.questions:
        for version in (question.factual, question.counterfactual):
            subs = version.sub_questions
            assert subs[-1].answers[0] == version.answers[0]
            for before, sub in pairwise(subs):
                assert before.answers[0] in sub.question
            for sub in subs:
                (place,) = sub.passages
                assert sub.answers[0] in version.passages[place].text
        assert question.counterfactual.question == question.factual.question
        assert question.factual.passages[0].title in question.factual.question


def test_what_is_right_in_the_world_stands_in_no_counterfactual_passage(case):
    *_, made, _ = case
    for question in made.questions:
        shown = " ".join(passage.shown for passage in question.counterfactual.passages)
        right = {answer for sub in question.factual.sub_questions for answer in sub.answers}
        for answer in right | set(question.factual.answers):
            assert f" is {answer}." not in shown, question.id
        assert right.isdisjoint(question.counterfactual.answers)


def test_the_question_asks_what_the_path_says_and_the_rows_own_is_kept(case):
    _, kg, rows, made, _ = case
    asked = {row.id: row.question for row in rows}
    assert all(question.source == asked[question.id] for question in made.questions)
    for question in made.questions:
        described = question.factual.passages[0].title
        for sub, start in zip(question.factual.sub_questions, question.factual.passages, strict=True):
            described = sub.question.replace(start.title, described)
            described = described.removeprefix("Who is ").removeprefix("What is ").removesuffix("?")
        assert question.factual.question in (f"Who is {described}?", f"What is {described}?"), kg


def test_all_that_the_graph_states_is_right_in_the_factual_version(case):
    _, _, rows, made, facts = case
    tails = defaultdict(set)
    for head, label, tail in facts:
        tails[head, label].add(name(tail))
    paths = {row.id: row.gold_paths for row in rows}
    for question in made.questions:
        first = {gold[0] for gold in paths[question.id]}
        assert any(
            set(question.factual.sub_questions[0].answers) == tails[fact.head, fact.relation]
            for fact in first
        )


def test_each_replacement_says_what_the_graph_states(case):
    *_, made, _ = case
    for question in made.questions:
        assert [one.hop for one in question.replaced] == list(range(1, question.hops + 1))
        for one, sub in zip(question.replaced, question.factual.sub_questions, strict=True):
            assert one.old == sub.answers[0]
            assert f"is {one.new}.” ; it states" in one.because.replace("”;", "” ;")


def test_the_same_seed_gives_the_same_file_and_rows_are_read_back(case, tmp_path):
    store, kg, rows, made, _ = case
    again = make_from_graph(store, kg, rows)
    assert again == made
    assert make_from_graph(store, kg, rows, seed=1) != made
    write_questions(made.questions, tmp_path / "questions.jsonl")
    assert tuple(read_counterfactuals(tmp_path / "questions.jsonl")) == made.questions
    assert list(made.to_frame()["id"]) == [question.id for question in made.questions]


def test_a_limit_draws_rows(case):
    store, kg, rows, made, _ = case
    few = make_from_graph(store, kg, rows, limit=5)
    assert len(few.questions) == 5
    assert set(few.questions) <= set(made.questions)
    assert few.unused > 0
    with pytest.raises(GroundpathError, match="limit is 0"):
        make_from_graph(store, kg, rows, limit=0)


FAMILY = """\
ann child bob
bob job cook
cid child dan
dan job smith
eve child fay
fay job miller
ann child gus
""".split("\n")


def row(*path, topic="ann", answers=("cook",)):
    return {"question": "?", "topic": topic, "gold_answers": list(answers), "gold_paths": [list(path)]}


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (row(["ann", "child", "bob"], answers=["bob"]), "one step"),
        (
            row(["ann", "child", "bob"], ["ann", "child", "gus"], topic="bob", answers=["gus"]),
            "inverse of a hop",
        ),
        (row(["ann", "child", "bob"], ["ann", "child", "bob"], answers=["ann"]), "comes back"),
        ({"question": "?", "topic": "ann"}, "gold_answers"),
    ],
)
def test_a_path_that_leaves_no_clear_answer_is_left_out(path_store, question, reason):
    facts = [Triple(*line.split()) for line in FAMILY if line]
    stored(path_store, "small", facts)
    made = make_from_graph(path_store, "small", read_questions([question]))
    assert not made.questions
    assert reason in made.left_out[0].reason
