"""Reading a chat completion, the answer of an OpenAI-compatible server. Nothing of it is taken on trust."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..asking import excerpt
from ..errors import ChatError
from .chat import ChatReply, TokenAlternatives
from .parts import Parts, parts_of


def read_completion(body: str) -> ChatReply:
    """The reply that a completion holds.

    Raises:
        ChatError: it is a refusal, an error, or no completion at all; a retry helps where the body was cut
            off or the server says that it failed.
    """
    try:
        completion = json.loads(body)
    except (ValueError, RecursionError):
        raise ChatError(
            f"the server's answer is not JSON: {excerpt(body)!r}; check OPENAI_BASE_URL", retry_helps=True
        ) from None
    match completion:
        case {"choices": [{"message": {**message}, **choice}, *_]}:
            return _reply(message, choice, completion.get("usage"))
        case {"error": error} if error:
            raise ChatError(f"the server's answer is an error: {excerpt(error)}", retry_helps=True)
    raise ChatError(f"the server's answer is no chat completion: {excerpt(body)!r}; check OPENAI_BASE_URL")


def sound_text(text: str) -> str:
    """A reply's text as it can be written and audited: NUL and half a surrogate pair become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")


def checked_reply(parts: Parts, finish: object) -> str:
    """What a reply says, where it says something; `finish` is why the model stopped.

    Raises:
        ChatError: a refusal, a filter's work, or no text. Asking again does not help.
    """
    if parts.refusal:
        raise ChatError(f"the model refused: {excerpt(parts.refusal)}")
    if finish == "content_filter":
        raise ChatError("the server's content filter withheld the answer")
    if parts.said.strip():
        return sound_text(parts.said)
    if cut_off(finish):
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


def cut_off(finish: object) -> bool:
    """Whether a model stopped at the limit of tokens, in the words of the servers that are known."""
    return finish in ("length", "max_tokens", "MAX_TOKENS")


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
                    (str(top["token"]), min(0.0, float(top["logprob"])))
                    for top in tops
                    if isinstance(top, Mapping)
                    and isinstance(top.get("logprob"), int | float)
                    and "token" in top
                )
                yield TokenAlternatives(token, tuple(pairs))


def _reply(message: Mapping[object, Any], choice: Mapping[object, Any], usage: object) -> ChatReply:
    finish = choice.get("finish_reason")
    counts = usage if isinstance(usage, Mapping) else {}
    parts = parts_of({str(name): value for name, value in message.items()})
    return ChatReply(
        text=checked_reply(parts, finish),
        complete=not cut_off(finish),
        prompt_tokens=token_count(counts.get("prompt_tokens")),
        completion_tokens=token_count(counts.get("completion_tokens")),
        logprobs=token_alternatives(choice.get("logprobs")),
        thought=sound_text(parts.thought),
    )


def token_count(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None
