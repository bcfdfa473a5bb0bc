"""Several runs of one model: the mean and the deviation of the paper's tables, worked out by hand."""

from dataclasses import replace
from math import log, sqrt

import pytest
from groundpath import GroundpathError
from groundpath.engine.counterfactual.answers import Answered, Asking
from groundpath.engine.counterfactual.asking import AskingSettings, ask_to_file, requests
from groundpath.engine.counterfactual.cases import Passage, SubQuestion, Version
from groundpath.engine.counterfactual.published import PublishedQuestion
from groundpath.engine.counterfactual.scoring import score
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.openai_chat import OpenAIChat
from groundpath.engine.report.counterfactual import scores_table
from groundpath.engine.resampling import Resampling
from local_chat_server import completion, in_turn, running_chat_server
from rich.console import Console

FEW = Resampling(resamples=200)


def answers(*runs, version="counterfactual", hops=2, prefix=""):
    """For each run the replies to each question: "rrx" is right twice; parts of a question follow it."""
    return [
        Answered(
            Asking(f"{prefix}{id}", "bridge", hops, version, part, "?", ("r",)), "m", "all", reply, run=n
        )
        for n, questions in enumerate(runs, 1)
        for id, replies in enumerate(questions)
        for part, reply in enumerate(replies)
    ]


def test_a_figure_is_the_mean_of_its_runs_with_their_standard_deviation():
    """Tables 3 and 4: "69.9 ±1.5", Section 4.1: "the average scores of three experiment results"."""
    rows = answers(["rrr", "xrr", "xrr"], ["rrr", "rrr", "xrr"], ["rrr", "rrr", "rrr"])
    em = score(rows, FEW).find("EM", "counterfactual", hops=2)
    assert em.value == pytest.approx((1 / 3 + 2 / 3 + 1) / 3)
    assert em.deviation == pytest.approx(sqrt(((1 / 3) ** 2 + 0 + (1 / 3) ** 2) / 2))
    assert (em.runs, em.scored, em.total) == (3, 9, 9)
    assert em.low is not None
    assert em.high is not None
    assert em.low <= em.value <= em.high


def test_what_is_no_share_is_averaged_run_by_run():
    """Table 7: "the average scores of three experiment results", of logarithms, not of their arguments."""
    rows = answers(["rrr", "xrr"], ["rrr", "rrr"])
    found = score(rows, FEW).find("joint EM RC", "counterfactual", hops=2)
    first, second = -log(2 * 0.5 / 2.5), -log(2 / 3)
    assert found.value == pytest.approx((first + second) / 2)
    assert found.deviation == pytest.approx(abs(first - second) / sqrt(2))


def test_a_run_without_a_value_leaves_none():
    rows = answers(["rrr"], ["xrr"])
    found = score(rows, FEW).find("joint EM RC", "counterfactual", hops=2)
    assert (found.value, found.low, found.deviation) == (None, None, None)


def test_kinds_of_chains_are_the_mean_share_of_the_runs():
    """Table 8."""
    chains = score(answers(["rrr", "xrr"], ["rrr", "rrr"]), FEW).chains
    found = {one.chain: (one.count, one.share) for one in chains if one.version == "counterfactual"}
    assert (found["ccc"], found["ccw"]) == ((3, 0.75), (1, 0.25))


def test_one_run_has_no_deviation_and_the_table_shows_it_for_several():
    one, three = answers(["rrr", "xrr"]), answers(["rrr", "xrr"], ["rrr", "rrr"], ["rrr", "rrr"])
    assert score(one, FEW).find("EM", "counterfactual", hops=2).deviation is None
    console = Console(width=140, record=True)
    console.print(scores_table(score(three, FEW)))
    assert "83.3 ±28.9" in console.export_text()


def test_the_same_run_twice_is_refused():
    with pytest.raises(GroundpathError, match="twice in run 1"):
        score(answers(["rrr"]) * 2)


def test_sets_that_share_no_question_are_compared_as_tables_3_and_4_are():
    """Section 4.2: 69.9 less 53.1, of other questions; their draws are apart."""
    factual = answers(["r", "r", "r", "x"], version="factual", prefix="hotpotqa")
    made = answers(["rrr", "xrr", "xrr", "xrr"], prefix="cofca")
    scores = score([*factual, *made], FEW)
    gap = scores.find("EM", "gap", hops=2)
    assert (gap.value, gap.scored, gap.total) == (0.5, 4, 4)
    assert gap.low < 0.5 < gap.high
    with pytest.raises(KeyError):
        scores.find("joint EM", "gap", hops=2)


def test_questions_without_sub_questions_have_no_chains():
    scores = score(answers(["r", "x"]), FEW)
    assert scores.find("EM", "counterfactual", hops=2).value == 0.5
    assert {one.share for one in scores.chains} == {None}
    with pytest.raises(KeyError):
        scores.find("joint EM", "counterfactual", hops=2)
    mixed = score([*answers(["r", "x"]), *answers(["rrr"], prefix="with")], FEW)
    joint = mixed.find("joint EM", "counterfactual", hops=2)
    assert (joint.value, joint.scored, joint.total) == (1.0, 1, 1)


QUESTION = PublishedQuestion(
    "q",
    "bridge",
    "counterfactual",
    Version(
        "Where was Ann's spouse born?",
        ("Rome",),
        (Passage("", "Ann married Emil, who was born in Rome."),),
        (SubQuestion("Who is Ann's spouse?", ("Emil",), (0,)), SubQuestion("Where?", ("Rome",), (0,))),
    ),
)


def test_runs_are_asked_anew_and_a_file_of_fewer_is_continued(tmp_path):
    out = tmp_path / "answers.jsonl"
    replies = in_turn(*(completion(f"Answer: {text}") for text in ("Rome", "Emil", "Rome", "Oslo")))
    with running_chat_server(replies) as server, ChatCache(tmp_path / "cache") as cache:
        by = AskedModel(OpenAIChat("local", base_url=server.url, api_key="key"), cache, 1)
        ask_to_file(by, [QUESTION], out)
        assert len(server.bodies) == 3
        first = out.read_bytes()
        done = ask_to_file(by, [QUESTION], out, AskingSettings(runs=3))
        assert len(server.bodies) == 9
    assert out.read_bytes().startswith(first)
    assert (done.usage.requests, done.usage.cached) == (9, 3)


def test_without_passages_a_model_is_asked_what_it_remembers():
    """Figure 1c: the question without context."""
    asked = requests([QUESTION], AskingSettings(shown="none"))
    assert len(asked) == 3
    assert not any("Ann married Emil" in request.messages[-1].content for request in asked)
    bare = replace(QUESTION, whole=replace(QUESTION.whole, passages=()))
    assert len(requests([bare], AskingSettings(shown="none"))) == 3
    with pytest.raises(GroundpathError, match="question 'q' has no passages to show"):
        requests([bare], AskingSettings())
    with pytest.raises(GroundpathError, match="runs is 0"):
        AskingSettings(runs=0)
