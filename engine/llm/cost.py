"""What asking costs: tokens and their price, estimated before and counted after."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import isfinite
from statistics import mean
from typing import Any

from ..counted import counted
from ..errors import InputError
from .asking import Asked
from .cache import ChatCache
from .chat import ChatModel, ChatRequest
from .tokens import TokenCounter, counter_of, estimated_tokens, tokens_of

_ANSWER_TOKENS = 100  # where no example shows how long an answer is
_PER_PRICE = 1_000_000  # tokens


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a million tokens, in any currency.

    Raises:
        InputError: a price is negative or not a number.
    """

    input: float
    output: float

    def __post_init__(self) -> None:
        for price in (self.input, self.output):
            if not (isfinite(price) and price >= 0):
                raise InputError(f"price {price:g} of a million tokens must be a number of at least 0")


@dataclass(frozen=True, slots=True)
class Usage:
    """Requests, and the tokens that they cost. What came from the cache cost nothing.

    Attributes:
        requests: all of them.
        cached: how many had an answer before.
        failed: how many got none. What the server may charge for these is not known and not counted.
        prompt_tokens, completion_tokens: of the requests that were sent.
        estimated: for how many requests the tokens are estimated: neither told by the server nor counted by
            the model's own tokenizer (`tokens.TokenizedChat`).
    """

    requests: int = 0
    cached: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.requests + other.requests,
            self.cached + other.cached,
            self.failed + other.failed,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.estimated + other.estimated,
        )

    def price(self, prices: Prices) -> float:
        """In the currency of the prices."""
        return (self.prompt_tokens * prices.input + self.completion_tokens * prices.output) / _PER_PRICE

    def to_dict(self, prices: Prices | None = None) -> dict[str, Any]:
        """As values of JSON; `price` is None where no prices are known."""
        return {**asdict(self), "price": None if prices is None else self.price(prices)}

    def describe(self, prices: Prices | None = None) -> str:
        """One sentence for a person."""
        sent = self.requests - self.cached
        parts = [
            f"{counted(self.requests, 'request')}: {self.cached:,} answered before, {sent:,} to the model"
        ]
        if self.failed:
            parts.append(f"{self.failed:,} without an answer")
        tokens = f"{counted(self.prompt_tokens, 'token')} in and {self.completion_tokens:,} out"
        parts.append(tokens + (" (estimated)" if self.estimated else ""))
        if prices is not None:
            parts.append(f"price {self.price(prices):,.4f}")
        return "; ".join(parts)


def usage_of(asked: Asked) -> Usage:
    """What one request cost."""
    if asked.cached or asked.reply is None:
        return Usage(requests=1, cached=int(asked.cached), failed=int(asked.reply is None))
    reply = asked.reply
    prompt, completion = reply.prompt_tokens, reply.completion_tokens
    return Usage(
        requests=1,
        prompt_tokens=estimated_tokens(asked.request.messages) if prompt is None else prompt,
        completion_tokens=tokens_of(reply.thought + reply.text) if completion is None else completion,
        estimated=int(prompt is None or completion is None),
    )


def estimate(model: ChatModel, requests: Iterable[ChatRequest], cache: ChatCache | None = None) -> Usage:
    """What requests would cost. Nothing is asked; equal requests and those in the cache cost nothing.

    An answer is taken to be as long as the example answers in its prompt. Tokens are those of the model's own
    tokenizer where it has one (`tokens.TokenizedChat`).
    """
    usage, tokens = Usage(), counter_of(model)
    seen: set[ChatRequest] = set()
    for request in requests:
        free = request in seen or (cache is not None and cache.find(model.model_id, request) is not None)
        seen.add(request)
        usage += Usage(requests=1, cached=1) if free else _expected(request, tokens)
    return usage


def _expected(request: ChatRequest, tokens: TokenCounter) -> Usage:
    examples = [tokens(turn.content) for turn in request.messages if turn.role == "assistant"]
    answer = round(mean(examples)) if examples else _ANSWER_TOKENS
    if request.max_tokens is not None:
        answer = min(answer, request.max_tokens)
    return Usage(
        requests=1,
        prompt_tokens=estimated_tokens(request.messages, tokens),
        completion_tokens=answer,
        estimated=1,
    )
