"""From a chat model's name to the chat model."""

from ..errors import InputError
from .chat import ChatModel
from .langchain_named import NamedLangchainChat
from .openai_chat import OpenAIChat
from .scripted_chat import ScriptedChat

_FORMS = (
    "openai:MODEL (any OpenAI-compatible server: OPENAI_BASE_URL, OPENAI_API_KEY), langchain:PROVIDER:MODEL, "
    "langchain:PACKAGE.MODULE:NAME or scripted:FILE"
)


def open_chat(spec: str) -> ChatModel:
    """The chat model of a name.

    "openai:MODEL"; "langchain:PROVIDER:MODEL" or "langchain:PACKAGE.MODULE:NAME", see `NamedLangchainChat`;
    "scripted:FILE". A langchain model that a program has needs no name: see `engine.llm.langchain_chat`.

    Raises:
        InputError: the name is of none of these forms, or the file is not one of scripted answers.
        ChatError: OPENAI_BASE_URL is no address. A key or package that is missing shows when it is asked.
    """
    kind, _, name = spec.strip().partition(":")
    if kind == "openai" and name:
        return OpenAIChat(name)
    if kind == "langchain" and name:
        return NamedLangchainChat(name)
    if kind == "scripted" and name:
        return ScriptedChat.from_file(name)
    raise InputError(f"model {spec!r} is not of the form {_FORMS}")
