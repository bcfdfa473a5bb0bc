"""What a chat model is: messages in, text (and, where asked for, log-probabilities) out."""

from dataclasses import dataclass
from typing import Literal, Protocol

from ..errors import InputError

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model, with everything that changes its answer.

    Attributes:
        temperature: 0 asks for the likeliest text; at least 0. None leaves it to the server: many models that
            reason refuse a request that sets it.
        top_p: nucleus sampling, in (0, 1]; None leaves it to the server.
        max_tokens: longest answer in tokens; the server's own limit when None.
        seed: for servers that take one.
        top_logprobs: how many alternatives for each token to report, 0 for none.
        sample: number of this draw among several of the same request (self-consistency), from 0.

    Raises:
        InputError: a value outside its range.
    """

    messages: tuple[Message, ...]
    temperature: float | None = 0.0
    top_p: float | None = 1.0
    max_tokens: int | None = None
    seed: int | None = None
    top_logprobs: int = 0
    sample: int = 0

    def __post_init__(self) -> None:
        if not self.messages:
            raise InputError("a chat request holds no message; give at least one")
        if self.temperature is not None and self.temperature < 0:
            raise InputError(f"temperature is {self.temperature:g}; it must be at least 0")
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
    """

    text: str
    complete: bool = True
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    logprobs: tuple[TokenAlternatives, ...] = ()


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
