"""What asking costs, before and after."""

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.llm.asking import ask_all
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.chat import ChatReply, ChatRequest, Message
from groundpath.engine.llm.cost import Prices, Usage, estimate, usage_of
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.llm.tokens import estimated_tokens

PRICES = Prices(input=2.0, output=10.0)


def request(text, **settings):
    return ChatRequest((Message("user", text),), **settings)


def test_the_price_of_tokens():
    assert Usage(prompt_tokens=500_000, completion_tokens=100_000).price(PRICES) == pytest.approx(2.0)


@pytest.mark.parametrize("price", [-1.0, float("nan"), float("inf")])
def test_a_price_that_is_none(price):
    with pytest.raises(InputError, match="price"):
        Prices(1.0, price)


def test_what_is_in_the_cache_costs_nothing(tmp_path):
    model = ScriptedChat(lambda _: ChatReply("yes", prompt_tokens=9, completion_tokens=2))
    requests = [request("a"), request("b"), request("a")]
    with ChatCache(tmp_path / "chat.sqlite") as cache:
        before = estimate(model, requests, cache)
        first = sum((usage_of(asked) for asked in ask_all(model, requests, cache=cache)), Usage())
        again = sum((usage_of(asked) for asked in ask_all(model, requests, cache=cache)), Usage())
        after = estimate(model, requests, cache)
    assert (before.requests, before.cached, before.estimated) == (3, 1, 2)
    assert first == Usage(requests=3, cached=1, prompt_tokens=18, completion_tokens=4)
    assert again == after == Usage(requests=3, cached=3)
    assert "estimated" in before.describe()
    assert "estimated" not in first.describe()


def test_a_server_that_does_not_count_is_estimated():
    (asked,) = ask_all(ScriptedChat(lambda _: "yes"), [request("Is it so?")], cache=None)
    usage = usage_of(asked)
    assert usage.estimated == 1
    assert usage.prompt_tokens > 0 < usage.completion_tokens


def test_failures_are_counted_apart(tmp_path):
    script = tmp_path / "answers.jsonl"
    script.write_text('{"failure": "refused"}\n', "utf-8")
    (asked,) = ask_all(ScriptedChat.from_file(script), [request("a")], cache=None)
    assert usage_of(asked) == Usage(requests=1, failed=1)
    assert "1 without an answer" in usage_of(asked).describe()


def test_an_answer_is_expected_to_be_as_long_as_the_examples():
    turns = (Message("user", "q"), Message("assistant", "a" * 400), Message("user", "q"))
    model = ScriptedChat(lambda _: "")
    assert estimate(model, [ChatRequest(turns)]).completion_tokens == 100
    assert estimate(model, [ChatRequest(turns, max_tokens=7)]).completion_tokens == 7


def test_an_estimate_grows_with_the_text_in_any_script():
    def tokens(text):
        return estimated_tokens([Message("user", text)])

    english = "The quick brown fox jumps over the lazy dog."  # 9 words
    assert 9 <= tokens(english) <= 27
    assert tokens(english * 10) > 5 * tokens(english)
    assert tokens("挪威的首都在哪里") >= 6


def test_one_sentence_for_a_person():
    usage = Usage(1200, 200, 3, 45_000, 9_000)
    assert usage.describe(PRICES) == (
        "1,200 requests: 200 answered before, 1,000 to the model; 3 without an answer; "
        "45,000 tokens in and 9,000 out; price 0.1800"
    )
    assert usage.to_dict(PRICES)["price"] == pytest.approx(0.18)
    assert usage.to_dict()["price"] is None
