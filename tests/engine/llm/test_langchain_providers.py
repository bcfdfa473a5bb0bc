"""`init_chat_model` and langchain-openai, the real ones, over a loopback port."""

import json
from pathlib import Path

import pytest

pytest.importorskip("langchain_openai", reason="needs langchain-openai; .ci/langchain runs it")

from click.testing import CliRunner
from groundpath.engine.cli.main import cli
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.chat import ChatRequest, Message
from groundpath.engine.llm.opening import open_chat
from local_chat_server import completion, failure, in_turn, running_chat_server

pytestmark = pytest.mark.langchain
REQUEST = ChatRequest((Message("system", "Be brief."), Message("user", "Which capital?")), max_tokens=9)


@pytest.fixture(autouse=True)
def environment(monkeypatch, tmp_path):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OPENAI_API_BASE", raising=False)


def ask(monkeypatch, answer, request=REQUEST, name="langchain:openai:local"):
    with running_chat_server(answer) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        return open_chat(name).complete(request), server


def test_a_question_reaches_the_server_and_its_answer_comes_back(monkeypatch):
    reply, server = ask(monkeypatch, in_turn(completion("Oslo")))
    assert (reply.text, reply.complete) == ("Oslo", True)
    assert (reply.prompt_tokens, reply.completion_tokens) == (40, 10)
    (body,) = server.bodies
    assert body["model"] == "local"
    assert [turn["role"] for turn in body["messages"]] == ["system", "user"]
    assert body["max_completion_tokens"] == 9
    assert {"temperature", "top_p"}.isdisjoint(body)


def test_sampling_is_sent_where_it_is_set(monkeypatch):
    request = ChatRequest(REQUEST.messages, temperature=0.0, top_p=0.9)
    _, server = ask(monkeypatch, in_turn(completion("Oslo")), request)
    assert (server.bodies[0]["temperature"], server.bodies[0]["top_p"]) == (0.0, 0.9)


def test_a_bare_name_is_inferred_as_langchain_does(monkeypatch):
    reply, server = ask(monkeypatch, in_turn(completion("Oslo")), name="langchain:gpt-local")
    assert (reply.text, server.bodies[0]["model"]) == ("Oslo", "gpt-local")


def test_log_probabilities_come_token_by_token(monkeypatch):
    token = {"token": "Oslo", "logprob": -0.1, "bytes": None, "top_logprobs": [
        {"token": "Oslo", "logprob": -0.1, "bytes": None}, {"token": "Rome", "logprob": -2.5, "bytes": None},
    ]}  # fmt: skip
    answer = completion("Oslo", logprobs={"content": [token]})
    request = ChatRequest(REQUEST.messages, top_logprobs=2)
    reply, server = ask(monkeypatch, in_turn(answer), request)
    assert reply.logprobs[0].alternatives == (("Oslo", -0.1), ("Rome", -2.5))
    assert (server.bodies[0]["logprobs"], server.bodies[0]["top_logprobs"]) == (True, 2)


def test_a_request_is_sent_once_and_says_whether_a_retry_helps(monkeypatch):
    """Retries are groundpath's own: langchain's are turned off."""
    for status, retry_helps, fails_all in ((429, True, False), (503, True, False), (401, False, True)):
        with running_chat_server(in_turn(failure(status, "no"))) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            with pytest.raises(ChatError) as caught:
                open_chat("langchain:openai:local").complete(REQUEST)
        assert (caught.value.retry_helps, caught.value.fails_all) == (retry_helps, fails_all)
        assert len(server.bodies) == 1
        assert "secret" not in str(caught.value)


def test_a_missing_key_and_an_unknown_provider_are_one_line(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.delenv("OPENAI_API_KEY")
    for name, complaint in (
        ("openai:local", "OpenAIError: Missing credentials"),
        ("nobody:x", "ValueError: Unable to infer model provider"),
        ("anthropic:claude-x", r"ImportError: .*langchain[-_]anthropic"),
    ):
        with pytest.raises(ChatError, match=f"langchain:{name}\\S* cannot be made: {complaint}") as caught:
            open_chat(f"langchain:{name}").complete(REQUEST)
        assert caught.value.fails_all
        assert "\n" not in str(caught.value)


def test_a_command_asks_it_tells_the_cost_and_keeps_the_answers(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    rows = [{"id": f"q{n}", "question": f"What is {n}?"} for n in range(4)]
    Path("questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with running_chat_server(in_turn(completion("1. It is.\nSo the answer is (X)."))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        command = ["generate", "questions.jsonl", "--model", "langchain:openai:local"]
        dry = CliRunner().invoke(cli, [*command, "--dry-run"])
        assert (dry.exit_code, len(server.bodies)) == (0, 0), dry.stderr
        assert "4 requests" in dry.stdout
        done = CliRunner().invoke(cli, [*command, "--out", "out.jsonl"])
        assert (done.exit_code, len(server.bodies)) == (0, 4), done.stderr
        assert "160 tokens in and 40 out" in done.stdout
        again = CliRunner().invoke(cli, [*command, "--out", "other.jsonl"])
        assert (again.exit_code, len(server.bodies)) == (0, 4), again.stderr
    written = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    place = server.url.removeprefix("http://")
    assert {row["model"] for row in written} == {f"langchain:openai:local@{place}"}
