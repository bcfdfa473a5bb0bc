"""Questions of one version: as their sets publish them, and in the form of CofCA's annotation."""

import pytest
from groundpath import GroundpathError
from groundpath.engine.counterfactual.asking import AskingSettings, requests
from groundpath.engine.counterfactual.cases import Passage
from groundpath.engine.counterfactual.published import read_posed
from real_data import MULTIHOP

COFCA = {
    "2 hop question": "Which position did the coach play that serves the national team?",
    "Sub-Questions": ["Which coach serves the national team?", "Which position did Alice Brown play?"],
    "Sub-Answers": ["Alice Brown", "goalkeeper"],
    "Final Answer": "goalkeeper",
    "passage": ["Alice Brown coaches the national team.", "Alice Brown was a goalkeeper."],
}


def only(row):
    (question,) = read_posed([row])
    return question


def test_a_row_of_cofcas_form_is_counterfactual_alone():
    """Table 9, "Prompts of Question Generation": the names of the members are its own."""
    question = only(COFCA)
    assert (question.hops, list(question.versions)) == (2, ["counterfactual"])
    whole = question.versions["counterfactual"]
    assert whole.answers == ("goalkeeper",)
    assert [sub.answers for sub in whole.sub_questions] == [("Alice Brown",), ("goalkeeper",)]
    assert [passage.text for passage in whole.passages] == COFCA["passage"]
    assert len(requests([question], AskingSettings())) == 3


@pytest.mark.parametrize(
    ("passage", "shown"),
    [
        ("One text.", Passage("", "One text.")),
        ([{"title": "A", "text": "B."}], Passage("A", "B.")),
    ],
)
def test_passages_are_told_in_any_usual_form(passage, shown):
    assert only(COFCA | {"passage": passage}).versions["counterfactual"].passages == (shown,)
    row = {name: value for name, value in COFCA.items() if name != "passage"}
    context = [["A", ["B.", "C."]]]
    (found,) = only(row | {"context": context}).versions["counterfactual"].passages
    assert found.title == "A"


def test_a_row_may_tell_its_version_and_where_its_hops_stand():
    question = only(COFCA | {"version": "factual", "sub_passages": [[0], [1]], "type": "comparison"})
    assert (list(question.versions), question.kind) == (["factual"], "comparison")
    assert [sub.passages for sub in question.versions["factual"].sub_questions] == [(0,), (1,)]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"Sub-Answers": ["Alice Brown"]}, "2 sub-questions and 1 answer to"),
        ({"Sub-Answers": "Alice Brown"}, "must be lists"),
        ({"sub_passages": [[0], [2]]}, "no places|not places"),
        ({"Final Answer": ""}, "is no text"),
        ({"version": "real"}, "version is 'real'"),
    ],
)
def test_a_row_that_is_none_says_why(change, reason):
    with pytest.raises(GroundpathError, match=reason):
        only(COFCA | change)
    with pytest.raises(GroundpathError, match="it has no answer"):
        only({"question": "Who?", "context": [["A", ["B."]]]})


def test_hotpotqa_has_no_sub_questions_and_two_hops():
    questions = list(read_posed(MULTIHOP / "hotpotqa.jsonl"))
    assert {question.hops for question in questions} == {2}
    assert {question.kind for question in questions} == {"bridge", "comparison"}
    for question in questions:
        (whole,) = question.versions.values()
        assert not whole.sub_questions
        assert len(whole.gold_passages) >= 1
    assert len(requests(questions, AskingSettings())) == len(questions)


def test_musique_and_2wiki_are_factual_with_their_hops():
    for name in ("musique", "2wikimultihopqa"):
        questions = list(read_posed(MULTIHOP / f"{name}.jsonl"))
        assert {version for one in questions for version in one.versions} == {"factual"}
        whole = next(one.versions["factual"] for one in questions if one.versions["factual"].passages)
        assert whole.sub_questions
        assert {one.hops for one in questions} <= {2, 3, 4}
