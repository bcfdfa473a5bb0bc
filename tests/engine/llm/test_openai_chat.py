"""OpenAI-compatible servers, asked for real over a loopback port."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.chat import ChatRequest, Limits, Message
from groundpath.engine.llm.openai_chat import OpenAIChat
from local_chat_server import HttpAnswer, completion, failure, in_turn, running_chat_server

KEY = "sk-very-secret"
REQUEST = ChatRequest((Message("system", "Be brief."), Message("user", "Which capital?")))


def ask(answer: HttpAnswer, request: ChatRequest = REQUEST, **options):
    with running_chat_server(in_turn(answer)) as server:
        return OpenAIChat("local", base_url=server.url, api_key=KEY, **options).complete(request)


def error_of(answer: HttpAnswer, **options) -> ChatError:
    with pytest.raises(ChatError) as caught:
        ask(answer, **options)
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_request_says_everything_that_changes_the_answer():
    request = ChatRequest(
        REQUEST.messages, temperature=0.7, top_p=0.9, max_tokens=30, seed=5, top_logprobs=2, sample=3
    )
    with running_chat_server(in_turn(completion("Oslo"))) as server:
        reply = OpenAIChat("local", base_url=server.url, api_key=KEY).complete(request)
    assert (reply.text, reply.complete, reply.prompt_tokens, reply.completion_tokens) == (
        "Oslo",
        True,
        40,
        10,
    )
    assert server.keys == [f"Bearer {KEY}"]
    assert server.bodies == [
        {
            "model": "local",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Which capital?"},
            ],
            "temperature": 0.7,
            "top_p": 0.9,
            "max_tokens": 30,
            "seed": 5,
            "logprobs": True,
            "top_logprobs": 2,
        }
    ]


def test_what_a_request_does_not_set_is_not_sent():
    request = ChatRequest(REQUEST.messages, temperature=None, top_p=None)
    with running_chat_server(in_turn(completion("Oslo"))) as server:
        OpenAIChat("local", base_url=server.url, api_key=KEY).complete(request)
    assert server.bodies[0].keys() == {"model", "messages"}


def test_log_probabilities_come_token_by_token():
    tokens = [
        {
            "token": "YES",
            "logprob": -0.1,
            "top_logprobs": [{"token": "YES", "logprob": -0.1}, {"token": "NO", "logprob": -2.5}],
        }
    ]
    (token,) = ask(completion("YES", logprobs={"content": tokens})).logprobs
    assert token.token == "YES"
    assert token.alternatives == (("YES", -0.1), ("NO", -2.5))


def test_an_answer_at_the_limit_of_tokens_is_not_complete():
    assert not ask(completion("1. The capital", finish="length")).complete


def test_text_that_no_file_can_hold_is_made_sound():
    assert ask(completion("a\ud800b\0c😀")).text == "a\ufffdb\ufffdc😀"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (completion(None, refusal="I cannot help with that."), "refused: I cannot help"),
        (completion("half", finish="content_filter"), "content filter"),
        (completion(None), "no text"),
        (completion("  \n"), "no text"),
        (completion("", finish="length"), "used up its tokens"),
        (HttpAnswer(b'{"object": "list"}'), "no chat completion"),
        (HttpAnswer(b'{"choices": []}'), "no chat completion"),
        (HttpAnswer(b'{"choices": [{"message": "text"}]}'), "no chat completion"),
        (failure(400, "context is too long"), "context is too long"),
        (failure(422, "no such field"), "answered 422"),
    ],
)
def test_what_asking_again_cannot_help(answer, said):
    error = error_of(answer)
    assert said in str(error)
    assert not error.retry_helps
    assert not error.fails_all


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (HttpAnswer(b"<html>Bad gateway</html>"), "not JSON"),
        (HttpAnswer(b'{"choices": [{"mess'), "not JSON"),
        (HttpAnswer(completion("Oslo").body, sent_bytes=40), "broke off"),
        (HttpAnswer(b'{"error": {"message": "overloaded"}}'), "overloaded"),
        (failure(500, "out of memory"), "answered 500: out of memory"),
        (HttpAnswer(b"busy", status=503), "answered 503: busy"),
        (failure(429, "slow down"), "answered 429: slow down; lower --concurrency"),
    ],
)
def test_what_asking_again_may_help(answer, said):
    error = error_of(answer)
    assert said in str(error)
    assert error.retry_helps
    assert not error.fails_all


def test_a_server_that_is_too_slow():
    error = error_of(HttpAnswer(completion("Oslo").body, wait_s=1.0), limits=Limits(timeout_s=0.2))
    assert error.retry_helps
    assert "in time" in str(error)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (failure(401, f"Incorrect API key provided: {KEY}"), "check OPENAI_API_KEY"),
        (failure(404, "The model `local` does not exist", code="model_not_found"), "check the model's name"),
        (failure(429, "You exceeded your quota", code="insufficient_quota"), "quota"),
        (failure(400, "temperature does not support 0", code="unsupported_value"), "temperature"),
    ],
)
def test_what_fails_every_other_request_too(answer, said):
    error = error_of(answer)
    assert said in str(error)
    assert error.fails_all
    assert not error.retry_helps


def test_the_wait_that_the_server_asks_for():
    assert error_of(failure(429, "slow down", retry_after="7")).retry_after_s == 7
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    assert 80 < (error_of(failure(503, "later", retry_after=then)).retry_after_s or 0) <= 90
    for nonsense in ("soon", "-3", "nan", ""):
        assert error_of(failure(429, "slow down", retry_after=nonsense)).retry_after_s is None


def test_no_server_at_the_address():
    with running_chat_server(in_turn(completion("Oslo"))) as server:
        gone = server.url
    with pytest.raises(ChatError, match=r"cannot be reached.*OPENAI_BASE_URL") as caught:
        OpenAIChat("local", base_url=gone).complete(REQUEST)
    assert caught.value.fails_all
    assert caught.value.retry_helps


def test_a_server_of_ones_own_needs_no_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with running_chat_server(in_turn(completion("Oslo"))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/")
        assert OpenAIChat("local").complete(REQUEST).text == "Oslo"


def test_openai_itself_needs_a_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ChatError, match="OPENAI_API_KEY") as caught:
        OpenAIChat("gpt-4o").complete(REQUEST)
    assert caught.value.fails_all


def test_a_key_that_no_header_can_hold():
    assert OpenAIChat("m", api_key=f" {KEY}\r\n").model_id == "openai:m"
    with pytest.raises(ChatError, match="OPENAI_API_KEY"):
        OpenAIChat("m", api_key="ключ")


def test_the_id_tells_model_and_place_but_no_password():
    assert OpenAIChat("m", base_url="https://api.openai.com/v1/").model_id == "openai:m"
    named = OpenAIChat("m", base_url=f"http://user:{KEY}@host:8000/v1?key={KEY}", api_key=KEY).model_id
    assert named == "openai:m@host:8000/v1"


@pytest.mark.parametrize("address", ["localhost:8000", "http://", "ftp://host/v1", "http://host:port/v1"])
def test_an_address_that_is_none(address):
    with pytest.raises(ChatError, match=re.escape("http://localhost:8000/v1")):
        OpenAIChat("m", base_url=address)
