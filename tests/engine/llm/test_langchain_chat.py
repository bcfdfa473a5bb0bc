"""langchain's chat models, the real ones of langchain-core, asked through the adapter."""

from typing import Any

import pytest
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.chat import ChatRequest, Message
from groundpath.engine.llm.langchain_chat import LangchainChat
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

REQUEST = ChatRequest(
    (
        Message("system", "Be brief."),
        Message("user", "1 + 1?"),
        Message("assistant", "2"),
        Message("user", "2 + 2?"),
    ),
    temperature=0.7,
    top_p=0.9,
    max_tokens=5,
    seed=3,
    top_logprobs=1,
)


class Provider(BaseChatModel):
    """A provider such as langchain's users write: it answers with what it is given, or fails."""

    answer: Any
    seen: list[Any] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "test"

    def _generate(self, messages, stop=None, run_manager=None, **settings):  # noqa: ARG002
        self.seen.append(([(message.type, message.content) for message in messages], settings))
        if isinstance(self.answer, Exception):
            raise self.answer
        return ChatResult(generations=[ChatGeneration(message=self.answer)])


def ask(answer):
    return LangchainChat(Provider(answer=answer), "test:model").complete(REQUEST)


def test_messages_and_settings_reach_the_model():
    provider = Provider(answer=AIMessage("4"), seen=[])
    assert LangchainChat(provider, "test:model").complete(REQUEST).text == "4"
    ((messages, settings),) = provider.seen
    assert messages == [("system", "Be brief."), ("human", "1 + 1?"), ("ai", "2"), ("human", "2 + 2?")]
    assert settings == {
        "temperature": 0.7, "top_p": 0.9, "max_tokens": 5, "seed": 3, "logprobs": True, "top_logprobs": 1,
    }  # fmt: skip


def test_what_a_request_does_not_set_is_not_handed_on():
    provider = Provider(answer=AIMessage("4"), seen=[])
    LangchainChat(provider, "test:model").complete(
        ChatRequest(REQUEST.messages, temperature=None, top_p=None)
    )
    assert provider.seen[0][1] == {}


def test_all_of_a_reply_comes_back():
    token = {"token": "4", "top_logprobs": [{"token": "4", "logprob": -0.5}]}
    reply = ask(
        AIMessage(
            [{"type": "text", "text": "4"}],
            usage_metadata={"input_tokens": 12, "output_tokens": 1, "total_tokens": 13},
            response_metadata={"finish_reason": "length", "logprobs": {"content": [token]}},
        )
    )
    assert (reply.text, reply.complete, reply.prompt_tokens, reply.completion_tokens) == ("4", False, 12, 1)
    assert reply.logprobs[0].alternatives == (("4", -0.5),)


class ProviderError(Exception):
    def __init__(self, message, status_code=None):
        super().__init__(message)
        self.status_code = status_code


@pytest.mark.parametrize(
    ("error", "retry_helps", "fails_all"),
    [
        (ProviderError("overloaded", 529), True, False),
        (ProviderError("slow down", 429), True, False),
        (TimeoutError("too slow"), True, False),
        (ConnectionResetError("gone"), True, False),
        (ProviderError("who are you?", 401), False, True),
        (ProviderError("too long", 400), False, False),
        (ValueError("no such setting"), False, False),
    ],
)
def test_whatever_a_provider_raises_says_whether_a_retry_helps(error, retry_helps, fails_all):
    with pytest.raises(ChatError, match=f"test:model: {type(error).__name__}: {error}") as caught:
        ask(error)
    assert caught.value.retry_helps is retry_helps
    assert caught.value.fails_all is fails_all
    assert caught.value.__cause__ is error


def test_refusals_and_empty_answers_are_no_answers():
    with pytest.raises(ChatError, match="refused"):
        ask(AIMessage("", additional_kwargs={"refusal": "I would rather not."}))
    with pytest.raises(ChatError, match="no text"):
        ask(AIMessage(""))
