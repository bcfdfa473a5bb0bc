"""A langchain chat model by its name: as `init_chat_model` knows it, or a class or function of anyone's."""

import os
import re
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..asking import excerpt
from ..errors import ChatError, extra
from .chat import USUAL_LIMITS, ChatReply, ChatRequest
from .langchain_chat import LangchainChat
from .openai_chat import place_of

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel

# As the packages of langchain look for them, behind the provider's name.
_ADDRESSES = ("API_BASE", "BASE_URL", "API_URL", "ENDPOINT", "HOST")


class NamedLangchainChat:
    """A langchain model, made when it is first asked, so that a dry run needs neither key nor package.

    Names, after "langchain:":

    - PROVIDER:MODEL, or MODEL alone, as langchain's `init_chat_model` takes them: "anthropic:claude-…",
      "ollama:llama3.2:3b", "gpt-…";
    - PACKAGE.MODULE:NAME, told by the dot in it: a class or a function that makes a `BaseChatModel` when it
      is called without arguments, or a model itself. The module is one that Python finds (PYTHONPATH).

    Answers are kept under the name: a function that makes another model than before needs another one.
    """

    def __init__(self, name: str, *, timeout_s: float = USUAL_LIMITS.timeout_s) -> None:
        """Nothing is imported yet. `timeout_s` is for one answer, over all attempts; how long one attempt may
        take is the provider's.

        Raises:
            ChatError: OPENAI_BASE_URL, or OPENAI_API_BASE, is no address.
        """
        self._name = name
        self._model_id = f"langchain:{name}{_server(name)}"
        self.timeout_s = timeout_s

    def __repr__(self) -> str:
        return f"NamedLangchainChat({self._model_id!r})"

    @property
    def model_id(self) -> str:
        """ "langchain:NAME", with "@HOST/PATH" for OpenAI's models on a server that is not OpenAI's."""
        return self._model_id

    def complete(self, request: ChatRequest) -> ChatReply:
        return self._chat.complete(request)

    @cached_property
    def _chat(self) -> LangchainChat:
        try:
            return LangchainChat(_made(self._name), self._model_id)
        except ChatError:
            raise
        except ModuleNotFoundError as error:
            raise ChatError(
                f"{self._model_id}: {error}; install it, or put its folder on PYTHONPATH", fails_all=True
            ) from error
        except Exception as error:  # whatever a provider's package raises for want of a key or a setting
            raise ChatError(
                f"{self._model_id} cannot be made: {type(error).__name__}: {excerpt(error)}", fails_all=True
            ) from error


def _made(name: str) -> "BaseChatModel":
    module, _, attribute = name.partition(":")
    if attribute and "." in module and all(part.isidentifier() for part in module.split(".")):
        return _of_module(module, attribute)
    try:
        from langchain.chat_models import init_chat_model
    except ImportError as error:
        raise ChatError(
            f"langchain:{name} needs langchain ({error}); {extra('langchain')}, and the "
            "provider's package, such as langchain-openai",
            fails_all=True,
        ) from error
    # Retries are decided in one place, `asking`.
    model: BaseChatModel = init_chat_model(name, max_retries=0)
    return model


def _of_module(module: str, attribute: str) -> "BaseChatModel":
    from langchain_core.language_models.chat_models import BaseChatModel

    found: Any = import_module(module)
    for part in attribute.split("."):
        found = getattr(found, part)
    model = found if isinstance(found, BaseChatModel) else found()
    if not isinstance(model, BaseChatModel):
        raise TypeError(f"it is a {type(model).__name__}, not a langchain chat model")
    return model


def _server(name: str) -> str:
    """Where a model is asked, when the environment says that this is another server than its provider's."""
    provider, colon, _ = name.partition(":")
    of_provider = re.sub(r"\W", "_", provider).upper() if colon and "." not in provider else "OPENAI"
    address = next(filter(None, (os.environ.get(f"{of_provider}_{ending}") for ending in _ADDRESSES)), None)
    if not address:
        return ""
    try:
        return f"@{place_of(address)}"
    except ChatError:
        if of_provider == "OPENAI":
            raise
        return f"@{address.rpartition('@')[2]}"  # "localhost:11434", as some take it
