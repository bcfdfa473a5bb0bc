"""Raters: what a model is asked of questions and wrong answers, and how far raters agree."""

import json
import time

import pytest
from groundpath import GroundpathError
from groundpath.engine.counterfactual.answers import Answered, Asking
from groundpath.engine.counterfactual.cases import Passage, SubQuestion, Version
from groundpath.engine.counterfactual.construction.agreement import agreements, kappa, label_shares
from groundpath.engine.counterfactual.construction.judgements import Judgement, read_judgements
from groundpath.engine.counterfactual.construction.judging import (
    categorise_to_file,
    error_requests,
    rate_to_file,
    rating_requests,
)
from groundpath.engine.counterfactual.published import PublishedQuestion
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.openai_chat import OpenAIChat
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.report.construction import judgements_table
from local_chat_server import completion, running_chat_server
from rich.console import Console


def posed(id, version="counterfactual"):
    whole = Version(
        f"Where was {id}'s spouse born?",
        ("Rome",),
        (Passage("", f"{id} married Emil, who was born in Rome."),),
        (SubQuestion(f"Who is {id}'s spouse?", ("Emil",), (0,)), SubQuestion("Where?", ("Rome",), (0,))),
    )
    return PublishedQuestion(id, "bridge", version, whole)


def answered(id, reply, version="counterfactual", part=0, match=None):
    asked = Asking(id, "bridge", 2, version, part, "Where?", ("Rome",), ("Oslo",) * (version != "factual"))
    return Answered(asked, "openai:reader", "all", reply, match=match)


def judged(id, rater, hops=2, **labels):
    return Judgement(id, "bridge", hops, "counterfactual", rater, labels=labels)


# -- quality


def test_each_question_is_rated_once_with_its_passages_hops_and_answers(tmp_path):
    """Section 3.1: "Each data is assigned with 1 or 0" for correctness and for informativeness."""
    out = tmp_path / "ratings.jsonl"
    questions = [posed("Ann"), posed("Bo")]
    (first, _) = [request.messages[-1].content for request in rating_requests(questions)]
    assert "Ann married Emil" in first
    assert "1. Who is Ann's spouse? — Emil" in first

    def answer(body):
        is_ann = "Ann married" in body["messages"][-1]["content"]
        return completion(f"Correctness: {int(is_ann)}\nInformativeness: 1")

    with running_chat_server(answer) as server:
        by = AskedModel(OpenAIChat("local", base_url=server.url, api_key="key"), None, 2)
        assert rate_to_file(by, questions, out).usage.requests == 2
        whole = out.read_bytes()
        out.write_bytes(whole.splitlines(keepends=True)[0])
        rate_to_file(by, questions, out)
        assert len(server.bodies) == 3
    assert out.read_bytes() == whole
    assert [one.labels for one in read_judgements(out)] == [
        {"correctness": "1", "informativeness": "1"},
        {"correctness": "0", "informativeness": "1"},
    ]


def test_shares_are_those_of_table_1():
    """Table 1: correctness and informativeness in percent, by hops."""
    rows = [
        judged("a", "m", 2, correctness="1", informativeness="1"),
        judged("b", "m", 2, correctness="0", informativeness="1"),
        judged("c", "m", 3, correctness="1"),
    ]
    shares = {(one.label, one.hops): (one.count, one.total) for one in label_shares(rows) if one.value == "1"}
    assert shares == {
        ("correctness", 2): (1, 2),
        ("correctness", 3): (1, 1),
        ("correctness", None): (2, 3),
        ("informativeness", 2): (2, 2),
    }


def test_a_score_is_one_line_and_a_long_reply_is_read_in_a_moment(tmp_path):
    reply = "Correctness:\n1. It holds.\nInformativeness: 1\n" + "\n" * 100_000
    begun = time.monotonic()
    rate_to_file(AskedModel(ScriptedChat(lambda _: reply)), [posed("Ann")], tmp_path / "rated.jsonl")
    (rated,) = read_judgements(tmp_path / "rated.jsonl")
    assert rated.labels == {"informativeness": "1"}
    assert time.monotonic() - begun < 5


# -- errors


def test_wrong_answers_to_questions_alone_are_asked_about(tmp_path):
    """Appendix D: reasoning failures, retrieval errors, contradictions (none of these in factual data)."""
    rows = [
        answered("Ann", "Answer: Rome"),
        answered("Ann", "Answer: Emil", part=1),
        answered("Ann", "Answer: city of Rome", match=True),
        answered("Ann", ""),
        answered("Ann", "Answer: Oslo"),
        answered("Bo", "Answer: Emil"),
        answered("Cy", "Answer: Turin", "factual"),
        answered("Di", "Answer: Turin", "factual"),
    ]
    questions = [posed("Ann"), posed("Bo"), posed("Cy", "factual"), posed("Di", "factual")]
    assert len(error_requests(rows, questions)) == 3

    def answer(request):
        text = request.messages[-1].content
        assert ("<world>the real world</world>" in text) == ("Bo married" not in text)
        return "CONTRADICTION" if "Cy married" in text else "It is RETRIEVAL."

    out = tmp_path / "errors.jsonl"
    done = categorise_to_file(AskedModel(ScriptedChat(answer)), rows, questions, out)
    assert done.usage.requests == 3
    found = [(one.question_id, one.labels.get("category")) for one in read_judgements(out)]
    assert found == [("Ann", "contradiction"), ("Bo", "retrieval"), ("Cy", None), ("Di", "retrieval")]


def test_kinds_of_errors_are_counted_as_in_table_16():
    """Table 16: by version and kind of question; here three errors in bridges."""
    rows = [
        judged("a", "m", category="retrieval"),
        judged("b", "m", 4, category="retrieval"),
        judged("c", "m", category="contradiction"),
    ]
    counts = {(one.version, one.kind, one.value): one.count for one in label_shares(rows)}
    assert counts == {
        ("counterfactual", "bridge", "reasoning"): 0,
        ("counterfactual", "bridge", "retrieval"): 2,
        ("counterfactual", "bridge", "contradiction"): 1,
    }


def test_answers_to_other_questions_are_told():
    with pytest.raises(GroundpathError, match="'Zoe', counterfactual, is in no file of questions"):
        error_requests([answered("Zoe", "Answer: Emil")], [posed("Ann")])


# -- agreement


def test_the_agreement_rate_is_the_share_of_what_two_say_alike():
    """Section 3.1: two experts a sample, 94% over all, and by hops."""
    rows = [
        judged(id, rater, 2 + (id == "d"), correctness=value)
        for rater, values in (("one", "1100"), ("two", "1000"))
        for id, value in zip("abcd", values, strict=True)
    ]
    by_hops = {one.hops: one for one in agreements(rows)}
    assert (by_hops[None].items, by_hops[None].rate) == (4, 0.75)
    assert by_hops[2].rate == pytest.approx(2 / 3)
    assert by_hops[3].rate == 1.0
    # Cohen: observed 3/4; "1" is said by half and a quarter: 1/2 * 1/4 + 1/2 * 3/4 = 1/2 by chance.
    assert by_hops[None].kappa == pytest.approx(0.5)
    assert by_hops[3].kappa is None


def test_more_than_two_raters_have_fleiss_kappa():
    """Fleiss (1971): P = (1/3 + 1) / 2 over two items of three raters, chance (5/6)² + (1/6)²."""
    items = [{"a": "1", "b": "1", "c": "0"}, {"a": "1", "b": "1", "c": "1"}]
    observed, chance = (1 / 3 + 1) / 2, (5 / 6) ** 2 + (1 / 6) ** 2
    assert kappa(items, "abc") == pytest.approx((observed - chance) / (1 - chance))
    assert kappa([{"a": "1"}], "ab") is None


def test_a_persons_file_of_categories_is_gold(tmp_path):
    gold = tmp_path / "person.jsonl"
    model = [judged(id, "m", category=value) for id, value in (("a", "reasoning"), ("b", "retrieval"))]
    rows = [one.to_dict() | {"rater": "person", "category": "Reasoning"} for one in model]
    gold.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (found,) = agreements([*model, *read_judgements(gold)])
    assert (found.label, found.items, found.rate) == ("category", 2, 0.5)
    console = Console(width=120, record=True)
    console.print(judgements_table(label_shares(model), [found]))
    assert "Kinds of errors" in (shown := console.export_text())
    assert "50.0" in shown


def test_one_rater_twice_and_unknown_labels_are_refused():
    with pytest.raises(GroundpathError, match="one judges correctness of 'a', counterfactual, twice"):
        agreements([judged("a", "one", correctness="1")] * 2)
    row = judged("a", "one").to_dict()
    assert next(read_judgements([row | {"correctness": True}])).labels == {"correctness": "1"}
    for wrong in ({"category": "luck"}, {"correctness": 2}, {"version": "real"}):
        with pytest.raises(GroundpathError, match="is not a judgement"):
            list(read_judgements([row | wrong]))


@pytest.mark.parametrize(
    ("reply", "labels"),
    [
        ("**Correctness:** 1\n- Informativeness: 0", {"correctness": "1", "informativeness": "0"}),
        ("I cannot say.", {}),
    ],
)
def test_scores_are_read_as_models_write_them(reply, labels, tmp_path):
    rate_to_file(AskedModel(ScriptedChat(lambda _: reply)), [posed("Ann")], tmp_path / "r.jsonl")
    (found,) = read_judgements(tmp_path / "r.jsonl")
    assert found.labels == labels


@pytest.mark.parametrize(
    "wrong",
    [
        {"correctness": 0.9},
        {"correctness": float("inf")},
        {"hops": float("inf")},
        {"hops": 2.5},
        {"run": 1.5},
    ],
)
def test_a_number_that_is_not_whole_is_a_bad_row(wrong):
    row = judged("a", "one", correctness="1").to_dict()
    assert next(read_judgements([row | {"correctness": 1.0}])).labels == {"correctness": "1"}
    with pytest.raises(GroundpathError, match="is no whole number"):
        next(read_judgements([row | wrong]))
