"""OpenAI-compatible servers, asked for real over a loopback port."""

import gzip
import json
import re
import time
import zlib
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler

import pytest
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.llm.chat import ChatRequest, Limits, Message
from groundpath.engine.llm.openai_chat import OpenAIChat
from local_chat_server import HttpAnswer, completion, failure, in_turn, running_chat_server
from local_server import serving

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
    with running_chat_server(in_turn(completion("Oslo"))) as server:
        OpenAIChat("local", base_url=server.url, api_key=KEY).complete(REQUEST)
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


@pytest.mark.parametrize("finish", ["length", "model_length", "max_output_tokens", "a word of tomorrow"])
def test_an_answer_that_stopped_before_its_end_is_not_complete(finish):
    reply = ask(completion("1. The capital", finish=finish))
    assert (reply.text, reply.complete) == ("1. The capital", False)


@pytest.mark.parametrize("finish", [None, "stop", "STOP", "eos", "end_turn", "tool_calls"])
def test_an_answer_at_its_end_is_complete(finish):
    assert ask(completion("Oslo", finish=finish)).complete


@pytest.mark.parametrize("number", ["-1" + "0" * 400, "NaN"])
def test_log_probabilities_that_are_beyond_all_numbers(number):
    """It was an OverflowError, though none was asked for; and NaN was a probability of 1."""
    sent = completion("YES", logprobs={"content": [{"token": "YES", "top_logprobs": "HERE"}]}).body
    tops = b'[{"token": "YES", "logprob": %s}, {"token": "NO", "logprob": -2}]' % number.encode()
    (token,) = ask(HttpAnswer(sent.replace(b'"HERE"', tops))).logprobs
    assert token.alternatives == (("NO", -2.0),)


@pytest.mark.parametrize("status", [200, 400])
@pytest.mark.parametrize("charset", ["undefined", "hex", "rot13", "idna", "utf-16", "zlib", "iso-8859-1"])
def test_json_is_utf_8_whatever_its_header_says(status, charset):
    body = completion("Zürich").body if status == 200 else b'{"error": {"message": "Z\xc3\xbcrich"}}'
    answer = HttpAnswer(body, status, {"Content-Type": f"application/json; charset={charset}"})
    if status == 200:
        assert ask(answer).text == "Zürich"
    else:
        assert "answered 400: Zürich" in str(error_of(answer))


def test_a_byte_order_mark_is_no_part_of_an_answer():
    assert ask(HttpAnswer(b"\xef\xbb\xbf" + completion("Oslo").body)).text == "Oslo"


def test_text_that_no_file_can_hold_is_made_sound():
    assert ask(completion("a\ud800b\0c😀")).text == "a\ufffdb\ufffdc😀"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (completion(None, refusal="I cannot help with that."), "refused: I cannot help"),
        (completion("half", finish="content_filter"), "content filter"),
        (completion("half", finish="SAFETY"), "content filter"),
        (HttpAnswer(b"{}", headers={"Content-Encoding": "br"}), "packed as 'br'"),
        (failure(403, "Country of billing not supported"), "answered 403"),
        (failure(400, "Invalid message: 'The insufficient balance of power' is too long"), "answered 400"),
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
        (completion("1. The cap", finish="error", error={"message": "Provider died"}), "Provider died"),
        (completion("1. The cap", finish="abort"), "broke off the answer ('abort')"),
        (completion("1. The cap", finish="insufficient_system_resource"), "broke off the answer"),
        (HttpAnswer(completion("1. The cap").body[:-1] + b', "error": {"message": "boom"}}'), "boom"),
        (HttpAnswer(b"{}", headers={"Content-Encoding": "gzip"}), "not packed as 'gzip'"),
    ],
)
def test_what_asking_again_may_help(answer, said):
    error = error_of(answer)
    assert said in str(error)
    assert error.retry_helps
    assert not error.fails_all


@pytest.mark.parametrize("status", [400, 401, 429])
@pytest.mark.parametrize("odd", [["x"], {"a": 1}, 5])
def test_an_error_whose_members_are_of_other_kinds(status, odd):
    """It was a TypeError where a member is a list."""
    body = {"error": {"message": "no", "code": odd, "type": odd, "param": odd}}
    error = error_of(HttpAnswer(json.dumps(body).encode(), status=status))
    assert f"answered {status}: no" in str(error)


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
        (failure(402, "Payment required"), "no credit left"),
        (failure(403, "Billing is not active for this account"), "no credit left"),
        (failure(400, "Your credit balance is too low"), "no credit left"),
        (failure(429, "Insufficient balance"), "no credit left"),
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
    no_date = "Mon, 01 Jan 99999999999999 00:00:00 GMT", "Mon, 01 Jan 2024 00:00:00 +99999999999999999999"
    for nonsense in ("soon", "-3", "nan", "", *no_date):
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


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("ALL_PROXY", "socks://127.0.0.1:9", "ALL_PROXY"),
        ("HTTP_PROXY", "ftp://x", "HTTP_PROXY"),
        ("HTTP_PROXY", "http://[::1", "HTTP_PROXY"),
        ("SSL_CERT_FILE", "/nonexistent/ca.pem", "SSL_CERT_FILE"),
        ("OPENAI_ORG_ID", "ö", "OPENAI_ORG_ID holds characters"),
        ("OPENAI_PROJECT_ID", "a\nb", "OPENAI_PROJECT_ID holds characters"),
        ("OPENAI_BASE_URL", "http://127.0.0.1:1/" + "a" * 70_000, "correct OPENAI_BASE_URL"),
    ],
)
def test_an_environment_that_no_request_can_be_sent_with(monkeypatch, variable, value, told):
    """Each was an error of another kind, told as a defect."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv(variable, value)
    with pytest.raises(ChatError, match=told) as caught:
        OpenAIChat("local").complete(REQUEST)
    assert caught.value.fails_all
    assert len(str(caught.value)) < 400


def test_an_address_may_end_with_a_line_and_a_name_must_be_text():
    assert OpenAIChat("m", base_url=" http://host/v1/\n").model_id == "openai:m@host/v1"
    with pytest.raises(ChatError, match="not UTF-8"):
        OpenAIChat("m\udcff", base_url="http://host/v1")


def test_the_id_tells_model_and_place_but_no_password():
    assert OpenAIChat("m", base_url="https://api.openai.com/v1/").model_id == "openai:m"
    named = OpenAIChat("m", base_url=f"http://user:{KEY}@host:8000/v1?key={KEY}", api_key=KEY).model_id
    assert named == "openai:m@host:8000/v1"


@pytest.mark.parametrize(
    "address",
    [
        *("localhost:8000", "http://", "ftp://host/v1", "http://host:port/v1"),
        *("http://a..b/v1", f"http://{'a' * 70}.com/v1", "http://host/\x1b[31m", "http://host/\udcff"),
    ],
)
def test_an_address_that_is_none(address):
    with pytest.raises(ChatError, match=re.escape("http://localhost:8000/v1")):
        OpenAIChat("m", base_url=address)


# -- what a server refuses of a request


@pytest.mark.parametrize(
    ("option", "set_one"),
    [
        ("--temperature", {"temperature": 0.0}),
        ("--top-p", {"top_p": 0.5}),
        ("--seed", {"seed": 1}),
        ("--max-tokens", {"max_tokens": 9}),
        ("--selector text", {"top_logprobs": 2}),
    ],
)
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("Unsupported parameter: '{}' is not supported with this model.", "unsupported_parameter"),
        ("Unsupported value: '{}' does not support 0 with this model.", "unsupported_value"),
        ("Unrecognized request argument supplied: {}", None),
        ("{}: Extra inputs are not permitted", None),
    ],
)
def test_the_option_that_sets_what_is_refused_is_named(option, set_one, words, code):
    refused = words.format("logprobs" if "top_logprobs" in set_one else next(iter(set_one)))
    with pytest.raises(ChatError, match=re.escape(option)) as caught:
        ask(failure(400, refused, code=code), ChatRequest(REQUEST.messages, **set_one))
    assert caught.value.fails_all


def test_what_is_not_sent_is_not_told_to_be_left_out():
    error = error_of(failure(400, "Unrecognized request argument supplied: seed"))
    assert "leave out" not in str(error)
    assert not error.fails_all
    told = error_of(failure(400, "'temperature' does not support 0", code="unsupported_value"))
    assert "no option was sent with it" in str(told)


def test_a_limit_of_tokens_goes_under_its_new_name_once_a_server_asks_for_that():
    def answer(body):
        told = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        return failure(400, told) if "max_tokens" in body else completion("Oslo")

    request = ChatRequest(REQUEST.messages, max_tokens=9)
    with running_chat_server(answer) as server:
        model = OpenAIChat("local", base_url=server.url, api_key=KEY)
        assert [model.complete(request).text for _ in range(2)] == ["Oslo", "Oslo"]
    names = [sorted({"max_tokens", "max_completion_tokens"} & body.keys()) for body in server.bodies]
    assert names == [["max_tokens"], ["max_completion_tokens"], ["max_completion_tokens"]]


def test_a_limit_of_rate_that_says_when_to_ask_again_is_no_want_of_credit():
    error = error_of(failure(429, "Quota exceeded; check your billing details", retry_after="7"))
    assert (error.retry_helps, error.fails_all, error.retry_after_s) == (True, False, 7)


@pytest.mark.parametrize(
    ("answer", "wait_s"),
    [
        (failure(429, "Check your plan and billing details. Please retry in 1.2s."), 1.2),
        (failure(429, "Limit 3. Please try again in 6m0.5s. Add a card at …/billing"), 360.5),
        (failure(429, "Check your billing details", retry_after_ms="900"), 0.9),
        (failure(429, "Check your plan and billing details", code="rate_limit_exceeded"), None),
    ],
)
def test_a_limit_of_rate_that_speaks_of_billing_is_none_of_credit(answer, wait_s):
    """Gemini and OpenAI say so in their words: it ended the run."""
    error = error_of(answer)
    assert (error.retry_helps, error.fails_all, error.retry_after_s) == (True, False, wait_s)


def test_a_list_of_errors_is_told_by_its_words():
    """As Gemini sends it."""
    body = b'[{"error": {"code": 400, "message": "No such thing."}}]'
    assert str(error_of(HttpAnswer(body, 400))).endswith("answered 400: No such thing.")


# -- what one answer may take


@pytest.mark.parametrize(
    "beginning",
    [
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",  # trailers follow
    ],
)
def test_headers_that_come_now_and_then_do_not_make_an_answer_last(beginning):
    """The time was one for each read: as long as something came, it never ended."""

    class Dripping(BaseHTTPRequestHandler):
        def do_POST(self):  # the name that http.server calls
            self.rfile.read(int(self.headers["Content-Length"]))
            self.wfile.write(beginning)
            with suppress(ConnectionError):
                for number in range(200):
                    self.wfile.write(b"X-%d: y\r\n" % number)
                    time.sleep(0.1)

        def log_message(self, *_):
            """Tests' output stays clean."""

    with serving(Dripping) as address:
        model = OpenAIChat("local", base_url=address, limits=Limits(timeout_s=1.0))
        began = time.monotonic()
        with pytest.raises(ChatError, match="did not answer in time: 1 s are allowed"):
            model.complete(REQUEST)
    assert time.monotonic() - began < 10


def test_redirections_do_not_make_an_answer_last():
    elsewhere = HttpAnswer(b"", 307, {"Location": "/v1/chat/completions"}, wait_s=0.4)
    with running_chat_server(in_turn(elsewhere)) as server:
        model = OpenAIChat("local", base_url=server.url, limits=Limits(timeout_s=1.0))
        with pytest.raises(ChatError, match="did not answer in time"):
            model.complete(REQUEST)
    assert len(server.bodies) <= 4


def test_a_connection_that_is_kept_has_the_time_of_each_request():
    slow = HttpAnswer(completion("Rome").body, wait_s=5.0)
    with running_chat_server(in_turn(completion("Oslo"), slow)) as server:
        model = OpenAIChat("local", base_url=server.url, limits=Limits(timeout_s=2.0))
        assert model.complete(REQUEST).text == "Oslo"
        with pytest.raises(ChatError, match="did not answer in time"):
            model.complete(REQUEST)


def test_an_answer_that_is_too_long_is_not_read_to_its_end():
    with pytest.raises(ChatError, match=r"more than 50 bytes.*--max-reply-bytes") as caught:
        ask(completion("Oslo " * 1000), limits=Limits(longest_reply=50))
    assert not caught.value.retry_helps
    with pytest.raises(ChatError, match="more than 50 bytes"):
        ask(failure(500, "Oslo " * 1000), limits=Limits(longest_reply=50))


def test_what_comes_compressed_cannot_unfold_to_any_size():
    bomb = HttpAnswer(gzip.compress(b" " * 50_000_000), headers={"Content-Encoding": "gzip"})
    with pytest.raises(ChatError, match="more than 1,000,000 bytes"):
        ask(bomb, limits=Limits(longest_reply=1_000_000))
    twice = HttpAnswer(gzip.compress(bomb.body), headers={"Content-Encoding": "gzip, gzip"})
    with pytest.raises(ChatError, match="packed as 'gzip, gzip', which was not asked for"):
        ask(twice)
    for encoding, pack in (("gzip", gzip.compress), ("deflate", zlib.compress), ("identity", bytes)):
        small = HttpAnswer(pack(completion("Oslo").body), headers={"Content-Encoding": encoding})
        assert ask(small).text == "Oslo"


def test_content_in_parts_is_read_and_what_is_thought_set_aside():
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}
    reply = ask(completion([thought, {"type": "text", "text": "Oslo"}]))
    assert (reply.text, reply.thought) == ("Oslo", "Hm.")


@pytest.mark.parametrize(
    "wrong",
    [
        {"timeout_s": 0},
        {"timeout_s": float("nan")},
        {"timeout_s": float("inf")},
        {"timeout_s": 1e10},
        {"longest_reply": 0},
    ],
)
def test_limits_that_no_answer_can_keep(wrong):
    """A wait of centuries was an OverflowError of the socket, and one of "nan" s was over before it began."""
    with pytest.raises(InputError, match="timeout_s must be above 0"):
        Limits(**wrong)


@pytest.mark.parametrize("temperature", [float("nan"), float("inf"), -1])
def test_a_temperature_that_cannot_be_sent(temperature):
    with pytest.raises(InputError, match="must be a number of at least 0"):
        ChatRequest((Message("user", "?"),), temperature=temperature)
