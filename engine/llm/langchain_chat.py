"""Any langchain chat model as a chat model of groundpath."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..asking import excerpt
from ..errors import ChatError
from .chat import ChatReply, ChatRequest
from .completion import checked_reply, is_complete, sound_text, token_alternatives, token_count
from .parts import parts_of
from .refusals import NO_CREDIT, speaks_of_credit

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import BaseMessage

_LANGCHAIN_ROLES = {"system": "system", "user": "human", "assistant": "ai"}
_RETRIED = frozenset((408, 409, 425, 429))  # and every 5xx


class LangchainChat:
    """Asks a langchain model (`BaseChatModel`), one message list at a time.

    Temperature, top_p and what else a request sets, and nothing that it does not, is handed to the model's
    `invoke`, as the providers of OpenAI, Anthropic, Mistral and others take it. Set `max_retries` of the
    model itself to 0, so that `asking` alone decides on retries.

    >>> LangchainChat(ChatAnthropic(model="…", max_retries=0), "anthropic:…")  # doctest: +SKIP
    """

    def __init__(self, model: "BaseChatModel", model_id: str) -> None:
        """`model_id` names the model with all its own settings that change its answers: what is cached is
        kept under it."""
        self._model = model
        self._model_id = model_id

    def __repr__(self) -> str:
        return f"LangchainChat({self._model_id!r})"

    @property
    def model_id(self) -> str:
        return self._model_id

    def complete(self, request: ChatRequest) -> ChatReply:
        messages = [(_LANGCHAIN_ROLES[turn.role], turn.content) for turn in request.messages]
        # A provider raises whatever its SDK raises; langchain hands it back as a value.
        (answer,) = self._model.batch([messages], return_exceptions=True, **_arguments(request))
        if isinstance(answer, BaseException):
            raise self._failed(answer) from answer
        return _reply(answer)

    def _failed(self, error: BaseException) -> ChatError:
        if isinstance(error, ChatError):
            return error
        status = getattr(error, "status_code", None)
        transient = status in _RETRIED or (isinstance(status, int) and status >= 500)
        told_to_wait = "retry-after" in getattr(getattr(error, "response", None), "headers", ())
        spent = speaks_of_credit(status, str(error), told_to_wait)
        return ChatError(
            f"{self._model_id}: {type(error).__name__}: {excerpt(error)}"
            + (f"; {NO_CREDIT}" if spent else ""),
            retry_helps=not spent and (transient or isinstance(error, TimeoutError | ConnectionError)),
            fails_all=spent or status == 401,
        )


def _arguments(request: ChatRequest) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    if request.temperature is not None:
        arguments["temperature"] = request.temperature
    if request.top_p is not None:
        arguments["top_p"] = request.top_p
    if request.max_tokens is not None:
        arguments["max_tokens"] = request.max_tokens
    if request.seed is not None:
        arguments["seed"] = request.seed
    if request.top_logprobs:
        arguments |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    return arguments


def _reply(answer: "BaseMessage") -> ChatReply:
    about: Mapping[str, Any] = answer.response_metadata
    finish = about.get("finish_reason") or about.get("stop_reason") or about.get("done_reason")
    usage: Mapping[str, Any] = getattr(answer, "usage_metadata", None) or {}
    parts = parts_of({**answer.additional_kwargs, "content": answer.content, "tool_calls": _calls(answer)})
    return ChatReply(
        text=checked_reply(parts, finish),
        complete=is_complete(finish),
        prompt_tokens=token_count(usage.get("input_tokens")),
        completion_tokens=token_count(usage.get("output_tokens")),
        logprobs=token_alternatives(about.get("logprobs")),
        thought=sound_text(parts.thought),
    )


def _calls(answer: "BaseMessage") -> object:
    return getattr(answer, "tool_calls", None)
