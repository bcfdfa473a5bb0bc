"""Reading a chat completion, the answer of an OpenAI-compatible server. Nothing of it is taken on trust."""

from collections.abc import Iterator, Mapping
from math import isnan
from typing import Any

from ..asking import excerpt
from ..errors import ChatError
from ..parsing import json_value
from .chat import ChatReply, TokenAlternatives
from .parts import Parts, parts_of

# Why a model stopped, in the words of the servers that are known, in any case. One that stopped for a reason
# that is none of these may have stopped anywhere: its answer is not complete.
_AT_ITS_END = frozenset(
    (
        "", "stop", "stop_sequence", "stop_token", "end_turn", "eos", "eos_token", "end_of_text", "endoftext",
        "complete", "completed", "finished", "tool_calls", "tool_use", "function_call",
    )
)  # fmt: skip
_OUT_OF_TOKENS = frozenset(
    (
        "length", "max_length", "model_length", "max_tokens", "max_output_tokens", "maximum_tokens",
        "token_limit", "model_context_window_exceeded",
    )
)  # fmt: skip
_WITHHELD = frozenset(
    (
        "content_filter", "content_filtered", "safety", "recitation", "blocklist", "prohibited_content",
        "spii", "sensitive", "guardrail_intervened",
    )
)  # fmt: skip
_FAILED = frozenset(("error", "abort", "cancelled", "network_error", "insufficient_system_resource"))


def read_completion(body: str) -> ChatReply:
    """The reply that a completion holds.

    Raises:
        ChatError: it is a refusal, an error, or no completion at all; a retry helps where the body was cut
            off or the server says that it failed.
    """
    try:
        completion = json_value(body)
    except ValueError:
        raise ChatError(
            f"the server's answer is not JSON: {excerpt(body)!r}; check OPENAI_BASE_URL", retry_helps=True
        ) from None
    match completion:
        case {"error": error} if error:
            raise _failed(error)
        case {"choices": [{"error": error}, *_]} if error:  # beside what the model had said until then
            raise _failed(error)
        case {"choices": [{"message": {**message}, **choice}, *_]}:
            return _reply(message, choice, completion.get("usage"))
    raise ChatError(f"the server's answer is no chat completion: {excerpt(body)!r}; check OPENAI_BASE_URL")


def sound_text(text: str) -> str:
    """A reply's text as it can be written and audited: NUL and half a surrogate pair become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")


def checked_reply(parts: Parts, finish: object) -> str:
    """What a reply says, where it says something; `finish` is why the model stopped.

    Raises:
        ChatError: a refusal, a filter's work, or no text: asking again does not help. It may where the server
            broke the answer off.
    """
    why = _why(finish)
    if parts.refusal:
        raise ChatError(f"the model refused: {excerpt(parts.refusal)}")
    if why in _WITHHELD:
        raise ChatError("the server's content filter withheld the answer")
    if why in _FAILED:
        raise ChatError(f"the server broke off the answer ({excerpt(finish)!r})", retry_helps=True)
    if parts.said.strip():
        return sound_text(parts.said)
    if why in _OUT_OF_TOKENS:
        while_it = "while it thought, " if parts.thought else ""
        raise ChatError(f"the model used up its tokens {while_it}before it answered; allow it more")
    if parts.calls:
        raise ChatError(
            f"the model called {excerpt(', '.join(parts.calls))} in place of an answer, though offered none: "
            "take tools out of the server's settings"
        )
    if parts.thought:
        raise ChatError(f"the model thought and said nothing (it stopped because of {excerpt(finish)!r})")
    raise ChatError(f"the model answered with no text (it stopped because of {excerpt(finish)!r})")


def is_complete(finish: object) -> bool:
    """Whether a model stopped since it had said all, by the reason that a server gives, if it gives one."""
    return _why(finish) in _AT_ITS_END


def _why(finish: object) -> str:
    return "" if finish is None else str(finish).casefold()


def _failed(error: object) -> ChatError:
    return ChatError(f"the server's answer is an error: {excerpt(error)}", retry_helps=True)


def token_alternatives(logprobs: object) -> tuple[TokenAlternatives, ...]:
    """The log-probabilities of a completion, () where it gives none or in a form that is not known."""
    match logprobs:
        case {"content": [*tokens]}:
            return tuple(_alternatives(tokens))
    return ()


def _alternatives(tokens: list[Any]) -> Iterator[TokenAlternatives]:
    for entry in tokens:
        match entry:
            case {"token": str(token), "top_logprobs": [*tops]}:
                pairs = (
                    (str(top["token"]), _log_probability(top.get("logprob")))
                    for top in tops
                    if isinstance(top, Mapping) and "token" in top
                )
                known = ((other, value) for other, value in pairs if value is not None)
                yield TokenAlternatives(token, tuple(known))


def _log_probability(value: object) -> float | None:
    """A number of a server's as a log-probability, at most 0; None for what is no number or beyond all."""
    try:
        number = float(value) if isinstance(value, int | float) else None
    except OverflowError:  # an integer of hundreds of digits
        return None
    return None if number is None or isnan(number) else min(0.0, number)


def _reply(message: Mapping[object, Any], choice: Mapping[object, Any], usage: object) -> ChatReply:
    finish = choice.get("finish_reason")
    counts = usage if isinstance(usage, Mapping) else {}
    parts = parts_of({str(name): value for name, value in message.items()})
    return ChatReply(
        text=checked_reply(parts, finish),
        complete=is_complete(finish),
        prompt_tokens=token_count(counts.get("prompt_tokens")),
        completion_tokens=token_count(counts.get("completion_tokens")),
        logprobs=token_alternatives(choice.get("logprobs")),
        thought=sound_text(parts.thought),
    )


def token_count(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None
