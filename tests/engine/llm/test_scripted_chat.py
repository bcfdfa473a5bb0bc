"""Replayed answers, and the names of chat models."""

import json

import pytest
from groundpath.engine.errors import BadRowError, ChatError, InputError
from groundpath.engine.llm.chat import ChatReply, ChatRequest, Message
from groundpath.engine.llm.opening import open_chat
from groundpath.engine.llm.scripted_chat import ScriptedChat


def request(text, sample=0):
    return ChatRequest((Message("system", "Oslo"), Message("user", text)), sample=sample)


def script(tmp_path, *rows):
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_the_first_row_that_fits_answers(tmp_path):
    path = script(
        tmp_path,
        {"when": ["Norway", "capital"], "answer": "Oslo"},
        {"when": "Norway", "sample": 1, "answer": "fjords"},
        {"when": "Norway", "answer": "north"},
        {"when": "Oslo", "answer": "never: it stands in the system message alone"},
        {"answer": "anything"},
    )
    model = open_chat(f"scripted:{path}")
    asked = [("The capital of Norway?", 1), ("Norway?", 1), ("Norway?", 0), ("Sweden?", 0)]
    texts = [model.complete(request(text, sample)).text for text, sample in asked]
    assert texts == ["Oslo", "fjords", "north", "anything"]


def test_a_row_holds_all_of_a_reply(tmp_path):
    row = {
        "answer": "YES",
        "complete": False,
        "prompt_tokens": 9,
        "completion_tokens": 1,
        "logprobs": [["YES", {"YES": -0.1, "NO": -2.5}]],
    }
    reply = open_chat(f"scripted:{script(tmp_path, row)}").complete(request("?"))
    assert (reply.text, reply.complete, reply.prompt_tokens, reply.completion_tokens) == ("YES", False, 9, 1)
    assert reply.logprobs[0].alternatives == (("YES", -0.1), ("NO", -2.5))


def test_failures_and_gaps_are_no_answers(tmp_path):
    model = ScriptedChat.from_file(script(tmp_path, {"when": "a", "failure": "refused"}))
    with pytest.raises(ChatError, match="refused"):
        model.complete(request("a"))
    with pytest.raises(ChatError, match=r"answers\.jsonl holds no answer to sample 2 of 'b'"):
        model.complete(request("b", sample=2))


def test_another_content_is_another_model(tmp_path):
    one = ScriptedChat.from_file(script(tmp_path, {"answer": "x"})).model_id
    two = ScriptedChat.from_file(script(tmp_path, {"answer": "y"})).model_id
    assert one != two


def test_answers_from_a_function():
    assert ScriptedChat(lambda asked: asked.messages[-1].content.upper()).complete(request("a")).text == "A"
    assert ScriptedChat(lambda _: ChatReply("b", complete=False)).complete(request("a")).complete is False


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ("[]", "is no object"),
        ('{"answer": 1}', "'answer'"),
        ('{"when": "a"}', "'answer' or 'failure'"),
        ('{"answer": "a", "failure": "b"}', "'answer' or 'failure'"),
        ('{"answer": "a", "if": "b"}', "if"),
        ('{"answer": "a", "when": [1]}', "'when'"),
        ('{"answer": "a", "when": 1}', "'when'"),
        ('{"answer": "a", "logprobs": [1]}', "'logprobs'"),
        ('{"answer": "a", "sample": "0"}', "'sample'"),
    ],
)
def test_a_row_that_is_no_scripted_answer(tmp_path, line, said):
    path = tmp_path / "answers.jsonl"
    path.write_text('{"answer": "fine"}\n' + line + "\n", "utf-8")
    with pytest.raises(BadRowError, match=said) as caught:
        ScriptedChat.from_file(path)
    assert caught.value.line == 2


def test_a_file_that_is_not_there():
    with pytest.raises(InputError, match=r"nowhere\.jsonl cannot be read"):
        open_chat("scripted:nowhere.jsonl")


@pytest.mark.parametrize("spec", ["gpt-4o", "openai:", "scripted:", "", "anthropic:claude"])
def test_a_name_that_is_of_no_form(spec):
    with pytest.raises(InputError, match="openai:MODEL"):
        open_chat(spec)
