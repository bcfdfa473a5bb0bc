"""What a chat model is: messages in, text (and, where asked for, log-probabilities) out."""

from dataclasses import dataclass
from math import isfinite
from typing import Literal, Protocol

from ..errors import InputError

Role = Literal["system", "user", "assistant"]

_A_YEAR_S = 365 * 24 * 3600.0  # a socket takes no wait of centuries


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model, with everything that changes its answer. What is None is not sent.

    Attributes:
        temperature: 0 asks for the likeliest text; at least 0. None leaves it to the server: many models that
            think refuse a request that sets it.
        top_p: nucleus sampling, in (0, 1]; None leaves it to the server.
        max_tokens: longest answer in tokens; the server's own limit when None.
        seed: for servers that take one.
        top_logprobs: how many alternatives for each token to report, 0 for none.
        sample: number of this draw among several of the same request (self-consistency), from 0.

    Raises:
        InputError: a value outside its range.
    """

    messages: tuple[Message, ...]
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    top_logprobs: int = 0
    sample: int = 0

    def __post_init__(self) -> None:
        if not self.messages:
            raise InputError("a chat request holds no message; give at least one")
        if self.temperature is not None and not (isfinite(self.temperature) and self.temperature >= 0):
            raise InputError(f"temperature is {self.temperature:g}; it must be a number of at least 0")
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise InputError(f"top_p is {self.top_p:g}; it must be above 0 and at most 1")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise InputError(f"max_tokens is {self.max_tokens}; it must be at least 1")
        if self.top_logprobs < 0 or self.sample < 0:
            raise InputError("top_logprobs and sample must be at least 0")


@dataclass(frozen=True, slots=True)
class TokenAlternatives:
    """One token of an answer and the log-probabilities (natural, at most 0) of what could stand there."""

    token: str
    alternatives: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What a model answered.

    `complete` is False when the answer was cut off at the limit of tokens. Token counts are the server's,
    None where it does not tell.

    Attributes:
        text: what it says. A model may give it with what it thinks in the marks that it uses; whoever is
            answered by `asking.ask_all` has these apart.
        thought: what it thinks, which is never part of an answer; empty where it does not, or does not tell.
    """

    text: str
    complete: bool = True
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    logprobs: tuple[TokenAlternatives, ...] = ()
    thought: str = ""


class ChatModel(Protocol):
    """A model that answers. Safe to call from several threads at once."""

    @property
    def model_id(self) -> str:
        """Names the model, and where it is asked; without credentials."""

    def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request.

        Raises:
            ChatError: no answer; `retry_helps` says whether asking again can help.
        """


def time_limit(model: ChatModel) -> float | None:
    """The seconds that a model is given for one answer, all attempts together; None where it is given any."""
    limit: float | None = getattr(model, "timeout_s", None)
    return limit


@dataclass(frozen=True, slots=True)
class Limits:
    """What one answer may take.

    Attributes:
        timeout_s: seconds, all attempts and the waits between them together; above 0, at most a year.
        longest_reply: bytes of what a server sends, unpacked.

    Raises:
        InputError: a value outside its range.
    """

    timeout_s: float = 600.0
    longest_reply: int = 16_000_000

    def __post_init__(self) -> None:
        if not 0 < self.timeout_s <= _A_YEAR_S or self.longest_reply < 1:
            raise InputError(
                "timeout_s must be above 0 and at most a year, and longest_reply at least 1 byte"
            )


USUAL_LIMITS = Limits()
