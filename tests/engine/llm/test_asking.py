"""Many requests at once: what is asked, how often, and what becomes of each."""

import random
import re
import threading
import time
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from itertools import count, islice

import pytest
from groundpath.engine.asking import RetryPolicy, seconds_left
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.llm.asking import ask_all
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.chat import ChatReply, ChatRequest, Limits, Message
from groundpath.engine.llm.openai_chat import OpenAIChat
from groundpath.engine.llm.sampled_chat import SampledChat, Sampling
from groundpath.engine.llm.scripted_chat import ScriptedChat
from local_chat_server import completion, failure, in_turn, running_chat_server
from local_server import serving

SOON = RetryPolicy(attempts=4, first_wait_s=0.001)


def request(text, **settings):
    return ChatRequest((Message("user", str(text)),), **settings)


class Model:
    """Answers with the question, notes what it is asked, and fails where it is told to."""

    def __init__(self, *failures: ChatError, wait_s=0.0):
        self.asked = []
        self._failures = list(failures)
        self._wait_s = wait_s
        self._lock = threading.Lock()
        self._at_once = self.most_at_once = 0

    model_id = "test:echo"

    def complete(self, request):
        with self._lock:
            self.asked.append(request.messages[-1].content)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            failure = self._failures.pop(0) if self._failures else None
        time.sleep(self._wait_s * random.random())
        with self._lock:
            self._at_once -= 1
        if failure:
            raise failure
        return ChatReply(request.messages[-1].content)


@pytest.fixture
def cache(tmp_path):
    with ChatCache(tmp_path / "chat.sqlite") as opened:
        yield opened


def test_answers_come_in_the_order_of_their_requests_and_no_more_than_the_limit_at_once():
    model = Model(wait_s=0.01)
    asked = list(ask_all(model, [request(n) for n in range(60)], cache=None, concurrency=5))
    assert [one.reply.text for one in asked] == [str(n) for n in range(60)]
    assert 1 < model.most_at_once <= 5


def test_nothing_is_asked_twice(cache):
    model = Model()
    requests = [request(n % 10) for n in range(30)]
    first = list(ask_all(model, requests, cache=cache))
    assert sorted(model.asked, key=int) == [str(n) for n in range(10)]
    assert sum(one.cached for one in first) == 20
    again = list(ask_all(model, requests, cache=cache))
    assert len(model.asked) == 10
    assert all(one.cached for one in again)
    assert [one.reply for one in again] == [one.reply for one in first]


def test_samples_of_one_question_are_asked_each(cache):
    model = Model()
    list(ask_all(model, [request("q", sample=n) for n in range(4)], cache=cache))
    assert model.asked == ["q"] * 4


def test_a_retry_that_can_help_is_made_and_told_to_nobody():
    model = Model(*[ChatError("busy", retry_helps=True)] * 3)
    (asked,) = ask_all(model, [request("q")], cache=None, retries=SOON)
    assert asked.reply == ChatReply("q")
    assert len(model.asked) == 4


def test_after_the_last_attempt_the_failure_is_recorded_and_the_others_go_on(cache):
    model = Model(*[ChatError("busy", retry_helps=True)] * 4)
    asked = list(ask_all(model, map(request, "ab"), cache=cache, concurrency=1, retries=SOON))
    assert [(one.reply, one.failure, one.cached) for one in asked] == [
        (None, "busy", False),
        (ChatReply("b"), None, False),
    ]


def test_what_a_retry_cannot_help_is_asked_once_and_never_kept(cache):
    model = Model(ChatError("refused"))
    (asked,) = ask_all(model, [request("q")], cache=cache, retries=SOON)
    assert asked.failure == "refused"
    assert model.asked == ["q"]
    (again,) = ask_all(model, [request("q")], cache=cache)
    assert again.reply == ChatReply("q")
    assert not again.cached


def test_equal_requests_share_a_failure(cache):
    asked = list(ask_all(Model(ChatError("refused")), map(request, "qq"), cache=cache, concurrency=1))
    assert [(one.failure, one.cached) for one in asked] == [("refused", False)] * 2


def test_where_nothing_can_succeed_the_run_stops_and_keeps_what_it_has(cache):
    asked = []

    def answer(request):
        asked.append(request)
        if request.messages[-1].content == "3":
            raise ChatError("wrong key", fails_all=True)
        return "fine"

    results = ask_all(ScriptedChat(answer), map(request, range(500)), cache=cache, concurrency=1)
    got = []
    with pytest.raises(ChatError, match="wrong key"):
        got.extend(results)
    assert len(asked) == 4
    assert cache.find("scripted:function", request(2)) == ChatReply("fine")
    assert cache.find("scripted:function", request(3)) is None


BUSY = ChatError("answered 502: Bad Gateway", retry_helps=True)
FOUR_IN_A_ROW = RetryPolicy(attempts=2, first_wait_s=0.001, most_in_a_row=4)


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_server_that_answers_nothing_is_not_asked_to_the_end(cache, concurrency):
    model = Model(*[BUSY] * 1000)
    results = ask_all(
        model, map(request, range(100)), cache=cache, concurrency=concurrency, retries=FOUR_IN_A_ROW
    )
    told = r"502: Bad Gateway; (\d+) requests in a row got no answer, each asked up to 2 times"
    with pytest.raises(ChatError, match=told) as stopped:
        list(results)
    assert stopped.value.fails_all
    (in_a_row,) = re.findall(told, str(stopped.value))
    assert int(in_a_row) in range(4, 4 + concurrency)  # others were under way by then
    assert len(model.asked) <= (4 + concurrency - 1) * 2


def test_rows_that_fail_by_themselves_or_now_and_then_do_not_stop_a_run():
    refused = ChatError("context is too long")
    failures = [*[BUSY] * 6, refused, *[BUSY] * 6, refused, *[refused] * 9]
    asked = list(
        ask_all(Model(*failures), map(request, range(30)), cache=None, concurrency=1, retries=FOUR_IN_A_ROW)
    )
    assert [one.failure is None for one in asked] == [False] * 17 + [True] * 13


def test_requests_are_taken_as_they_are_needed(cache):
    taken = count()
    endless = (request(next(taken)) for _ in count())
    results = ask_all(Model(), endless, cache=cache, concurrency=2)
    assert [one.reply.text for one in islice(results, 3)] == ["0", "1", "2"]
    results.close()
    assert next(taken) < 100


def test_answers_under_way_are_kept_when_the_reader_leaves(cache):
    all_under_way = threading.Barrier(4, timeout=30)

    def answer(request):
        all_under_way.wait()
        time.sleep(0 if request == requests[0] else 0.1)
        return "fine"

    requests = [request(n) for n in range(4)]
    results = ask_all(ScriptedChat(answer), requests, cache=cache, concurrency=4)
    next(results)
    results.close()
    assert all(cache.find("scripted:function", each) for each in requests)


def test_a_reader_that_leaves_does_not_wait_for_retries():
    waiting = threading.Event()

    def answer(request):
        if request.messages[-1].content == "fine":
            return "fine"
        waiting.set()
        raise ChatError("busy", retry_helps=True, retry_after_s=60)

    results = ask_all(ScriptedChat(answer), map(request, ("fine", "busy")), cache=None, concurrency=2)
    assert next(results).reply.text == "fine"
    assert waiting.wait(10)
    started = time.monotonic()
    results.close()
    assert time.monotonic() - started < 10


def test_the_server_says_how_long_to_wait():
    policy = RetryPolicy(first_wait_s=1, longest_wait_s=10)
    told = ChatError("", retry_after_s=4)
    assert all(4 <= policy.wait_s(1, told) <= 5 for _ in range(50))
    assert policy.wait_s(1, ChatError("", retry_after_s=3600)) == 10
    untold = ChatError("")
    assert all(0.5 <= policy.wait_s(1, untold) <= 1 for _ in range(50))
    assert all(2 <= policy.wait_s(3, untold) <= 4 for _ in range(50))
    assert policy.wait_s(30, untold) <= 10


def test_concurrency_below_one():
    with pytest.raises(InputError, match="concurrency"):
        next(ask_all(Model(), [], cache=None, concurrency=0))


def test_a_real_server_that_is_overloaded_at_first(cache):
    answers = in_turn(
        failure(429, "slow down", retry_after="0"),
        failure(500, "oops"),
        completion("Oslo"),
        completion("Rome"),
    )
    with running_chat_server(answers) as server:
        model = OpenAIChat("local", base_url=server.url)
        asked = list(ask_all(model, map(request, "ab"), cache=cache, concurrency=1, retries=SOON))
    assert [one.reply.text for one in asked] == ["Oslo", "Rome"]
    assert server.questions() == ["a", "a", "a", "b"]


# -- time


def test_all_tries_of_one_request_have_one_time():
    model = Model(*[ChatError("busy", retry_helps=True, retry_after_s=3600)] * 9)
    (asked,) = ask_all(model, [request("q")], cache=None, retries=RetryPolicy(total_s=30))
    assert (asked.failure, model.asked) == ("busy", ["q"])  # nobody waits an hour for half a minute


def test_a_request_learns_what_time_is_left():
    left = []

    def answer(_request):
        left.append(seconds_left())
        raise ChatError("busy", retry_helps=True)

    list(ask_all(ScriptedChat(answer), [request("q")], cache=None, retries=replace(SOON, total_s=50)))
    assert len(left) == 4
    assert 50 >= left[0] > left[1] > left[2] > left[3] > 0
    assert seconds_left() == float("inf")


def test_a_server_that_drips_is_left_in_time():
    class Dripping(BaseHTTPRequestHandler):
        def do_POST(self):  # the name that http.server calls
            self.send_response(200)
            self.end_headers()
            with suppress(ConnectionError):
                while True:
                    self.wfile.write(b" ")
                    time.sleep(0.05)

        def log_message(self, *_):
            """Tests' output stays clean."""

    with serving(Dripping) as address:
        model = OpenAIChat("local", base_url=address, api_key="key", limits=Limits(timeout_s=1.0))
        (asked,) = ask_all(model, [request("q")], cache=None)
    assert "did not answer in time: 1 s are allowed" in asked.failure


# -- what is kept


def test_what_was_answered_before_is_asked_anew_where_that_is_wanted(tmp_path):
    old, new = ScriptedChat(lambda _: "old"), ScriptedChat(lambda _: "new")
    with ChatCache(tmp_path / "c") as cache:
        list(ask_all(old, [request("q")], cache=cache))
    with ChatCache(tmp_path / "c", anew=True) as cache:
        first = list(ask_all(new, [request("q")] * 2, cache=cache))
        again = list(ask_all(old, [request("q")], cache=cache))
    with ChatCache(tmp_path / "c") as cache:
        later = list(ask_all(old, [request("q")], cache=cache))
    assert [(one.reply.text, one.cached) for one in (*first, *again, *later)] == [
        ("new", False), ("new", True), ("new", True), ("new", True)
    ]  # fmt: skip


def test_two_servers_with_a_model_of_one_name_are_told_apart(cache):
    said = []
    for answer in ("Oslo", "Rome"):
        with running_chat_server(in_turn(completion(answer))) as server:
            model = OpenAIChat("local", base_url=server.url, api_key="key")
            said += [one.reply.text for one in ask_all(model, [request("q")] * 2, cache=cache)]
            assert len(server.bodies) == 1
    assert said == ["Oslo", "Oslo", "Rome", "Rome"]


def test_a_temperature_for_all_that_is_asked_is_part_of_what_a_model_is(cache):
    asked = []

    def answer(one):
        asked.append((one.temperature, one.top_p))
        return "fine"

    plain = ScriptedChat(answer, "test:m")
    cold = SampledChat(plain, Sampling(temperature=0, top_p=0.5))
    assert cold.model_id == "test:m[temperature=0,top_p=0.5]"
    for model in (plain, cold, cold):
        list(ask_all(model, [request("q"), request("q", temperature=1.0)], cache=cache, concurrency=1))
    assert asked == [(None, None), (1.0, None), (0, 0.5), (1.0, 0.5)]
