"""Questions and sub-questions put to a model: what it is shown, runs that go on, and partial matches."""

import json

import pytest
from groundpath import GroundpathError
from groundpath.engine.counterfactual.answers import read_answer, read_answered
from groundpath.engine.counterfactual.asking import (
    AskingSettings,
    ask_to_file,
    judge_to_file,
    match_requests,
    requests,
)
from groundpath.engine.counterfactual.cases import (
    CounterfactualQuestion,
    Passage,
    Replacement,
    SubQuestion,
    Version,
)
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.openai_chat import OpenAIChat
from groundpath.engine.llm.scripted_chat import ScriptedChat
from local_chat_server import completion, running_chat_server


def version(middle, end):
    return Version(
        "Where was Ann's spouse born?",
        (end,),
        (
            Passage("Ann", f"Her spouse is {middle}."),
            Passage("", "It rains."),
            Passage(middle, f"Born in {end}."),
        ),
        (
            SubQuestion("Who is Ann's spouse?", (middle,), (0,)),
            SubQuestion(f"Where was {middle} born?", (end,), (2,)),
        ),
    )


QUESTION = CounterfactualQuestion(
    "q",
    "bridge",
    "As it was asked?",
    (Replacement(1, "Bert", "Emil", "so"),),
    version("Bert", "Oslo"),
    version("Emil", "Rome"),
)


def last(request):
    return request.messages[-1].content


def reply_to(text):
    """Knows the world, and reads the birthplace alone in the passages."""
    if "Who is" in text:
        return "I know this.\nAnswer: Bert"
    return "Answer: Oslo" if "Born in Oslo" in text else "Answer: **Rome**"


def ask(model, out, **settings):
    return ask_to_file(AskedModel(model, None, 2), [QUESTION], out, AskingSettings(**settings))


def test_each_version_is_asked_whole_and_hop_by_hop_over_its_own_passages():
    asked = [last(request) for request in requests([QUESTION], AskingSettings())]
    assert len(asked) == 6
    assert all("It rains." in text for text in asked)
    assert ["Emil" in text for text in asked] == [False] * 3 + [True] * 3
    assert "<question>Where was Emil born?</question>" in asked[-1]


def test_gold_passages_alone_are_shown_when_they_are_asked_for():
    asked = [last(request) for request in requests([QUESTION], AskingSettings(shown="gold"))]
    assert not any("It rains." in text for text in asked)
    assert "Born in" in asked[0]
    assert "Born in" not in asked[1]
    with pytest.raises(GroundpathError, match="shown is 'some'"):
        AskingSettings(shown="some")


def test_sub_questions_are_shown_with_the_question_and_give_no_answer_away():
    plain = requests([QUESTION], AskingSettings())
    asked = requests([QUESTION], AskingSettings(shown="all+steps"))
    shown = "1. Who is Ann's spouse?\n2. Where was (the answer to 1) born?"
    assert [shown in last(request) for request in asked] == [True, False, False] * 2
    assert [one == other for one, other in zip(asked, plain, strict=True)] == [False, True, True] * 2
    (gold, *_) = requests([QUESTION], AskingSettings(shown="gold+steps"))
    assert shown in last(gold)
    assert "It rains." not in last(gold)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Oslo", "Oslo"),
        ("Ann's spouse is Bert.\nAnswer: Oslo.", "Oslo"),
        ("Answer: Rome?\nNo.\n**Final answer:** “Oslo”", "Oslo"),
        ("ANSWER: the city of Oslo, Norway", "the city of Oslo, Norway"),
        ("I thought about it.\n\nOslo\n", "Oslo"),
        ("  \n", None),
        ("Answer:", None),
        ("**Answer:**\nOslo", "Oslo"),
    ],
)
def test_an_answer_is_read_behind_its_mark_or_in_the_last_line(reply, answer):
    assert read_answer(reply) == answer


@pytest.mark.parametrize("filler", ["\n", "-\n", ". ", "** "])
def test_a_model_that_went_on_and_on_is_read_to_its_end(filler):
    assert read_answer(f"{filler * 200_000}\nOslo\n{filler * 200_000}\nAnswer: Rome") == "Rome"
    assert read_answer(f"{filler * 200_000}\nOslo") == "Oslo"


def test_answers_are_scored_and_memory_is_told_from_reading(tmp_path):
    ask(ScriptedChat(lambda request: reply_to(last(request))), tmp_path / "answers.jsonl")
    rows = list(read_answered(tmp_path / "answers.jsonl"))
    assert [(row.asked.version, row.asked.part) for row in rows] == [
        *(("factual", part) for part in range(3)),
        *(("counterfactual", part) for part in range(3)),
    ]
    assert [row.exact for row in rows] == [1, 1, 1, 1, 0, 1]
    assert [row.recalled for row in rows] == [None] * 3 + [0, 1, 0]


def test_a_server_is_asked_and_a_run_goes_on_where_it_was_cut_off(tmp_path):
    out = tmp_path / "answers.jsonl"
    with running_chat_server(lambda body: completion(reply_to(body["messages"][-1]["content"]))) as server:
        model = OpenAIChat("local", base_url=server.url, api_key="key")
        assert ask(model, out).usage.requests == 6
        whole = out.read_bytes()
        lines = whole.splitlines(keepends=True)
        out.write_bytes(b"".join(lines[:4]) + lines[4][:30])
        done = ask(model, out)
        assert len(server.bodies) == 8
    assert out.read_bytes() == whole
    assert (done.usage.requests, done.usage.cached) == (6, 4)


def test_what_fails_is_told_and_asked_again(tmp_path):
    out = tmp_path / "answers.jsonl"

    def refuse(request):
        if "Who is" in last(request):
            raise ChatError("refused")
        return reply_to(last(request))

    done = ask(ScriptedChat(refuse), out)
    assert (done.usage.failed, done.first_failure) == (2, "refused")
    assert [row.exact for row in read_answered(out)] == [1, None, 1, 1, None, 1]
    assert ask(ScriptedChat(lambda request: reply_to(last(request))), out).first_failure is None
    assert None not in [row.exact for row in read_answered(out)]


@pytest.mark.parametrize("change", [{"shown": "gold"}, {"temperature": 0.5}])
def test_a_file_of_another_run_is_left_alone(tmp_path, change):
    out = tmp_path / "answers.jsonl"
    model = ScriptedChat(lambda request: reply_to(last(request)))
    ask(model, out)
    before = out.read_bytes()
    with pytest.raises(GroundpathError, match="made from another"):
        ask(model, out, **change)
    assert out.read_bytes() == before


def test_a_judge_is_asked_of_what_is_not_exact_and_its_word_is_kept(tmp_path):
    answers, judged = tmp_path / "answers.jsonl", tmp_path / "judged.jsonl"
    ask(ScriptedChat(lambda request: reply_to(last(request)).replace("Oslo", "Oslo city")), answers)
    rows = list(read_answered(answers))
    assert [row.partial for row in rows] == [None] * 6
    assert len(match_requests(rows)) == 3

    def judge(request):
        return "YES" if "<given>Oslo city</given>" in last(request) else "NO"

    done = judge_to_file(AskedModel(ScriptedChat(judge, "scripted:judge")), rows, judged)
    assert done.usage.requests == 3
    kept = list(read_answered(judged))
    assert [row.partial for row in kept] == [1, 1, 1, 1, 0, 1]
    assert [row.exact for row in kept] == [row.exact for row in rows]
    again = judge_to_file(AskedModel(ScriptedChat(judge, "scripted:judge")), rows, judged)
    assert again.usage.cached == 3


def test_a_judge_that_fails_leaves_the_answer_scored_and_is_asked_again(tmp_path):
    answers, judged = tmp_path / "answers.jsonl", tmp_path / "judged.jsonl"
    ask(ScriptedChat(lambda request: reply_to(last(request))), answers)

    def refuse(_):
        raise ChatError("refused")

    rows = list(read_answered(answers))
    done = judge_to_file(AskedModel(ScriptedChat(refuse, "scripted:judge")), rows, judged)
    assert done.first_failure == "refused"
    (missing,) = [row for row in read_answered(judged) if row.failure]
    assert (missing.exact, missing.partial) == (0, None)
    done = judge_to_file(AskedModel(ScriptedChat(lambda _: "NO", "scripted:judge")), rows, judged)
    assert done.first_failure is None


def test_a_row_of_something_else_is_refused(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"question": "?"}), "utf-8")
    with pytest.raises(GroundpathError, match="line 1: is not an answer"):
        list(read_answered(file))
