"""From a chat model's name to the chat model."""

from ..errors import InputError
from .chat import USUAL_LIMITS, ChatModel, Limits
from .langchain_named import NamedLangchainChat
from .openai_chat import OpenAIChat
from .sampled_chat import UNSAMPLED, SampledChat, Sampling
from .scripted_chat import ScriptedChat
from .tokens import TokenizedChat, open_tokenizer

_FORMS = (
    "openai:MODEL (any OpenAI-compatible server: OPENAI_BASE_URL, OPENAI_API_KEY), langchain:PROVIDER:MODEL, "
    "langchain:PACKAGE.MODULE:NAME or scripted:FILE"
)


def open_chat(
    spec: str,
    tokenizer: str | None = None,
    *,
    sampling: Sampling = UNSAMPLED,
    limits: Limits = USUAL_LIMITS,
) -> ChatModel:
    """The chat model of a name.

    "openai:MODEL"; "langchain:PROVIDER:MODEL" or "langchain:PACKAGE.MODULE:NAME", see `NamedLangchainChat`;
    "scripted:FILE". A langchain model that a program has needs no name: see `engine.llm.langchain_chat`.

    Args:
        tokenizer: of the model, as `open_tokenizer` takes it; its tokens are estimated when None.
        sampling: of requests that set none of their own.
        limits: what one answer of a server may take.

    Raises:
        InputError: the name is of none of these forms, or the file is not one of scripted answers; or as
            `open_tokenizer`.
        ChatError: OPENAI_BASE_URL is no address. A key or package that is missing shows when it is asked.
    """
    model = _opened(spec, limits)
    if sampling.told:
        model = SampledChat(model, sampling)
    return model if tokenizer is None else TokenizedChat(model, open_tokenizer(tokenizer))


def _opened(spec: str, limits: Limits) -> ChatModel:
    kind, _, name = spec.strip().partition(":")
    if kind == "openai" and name:
        return OpenAIChat(name, limits=limits)
    if kind == "langchain" and name:
        return NamedLangchainChat(name, timeout_s=limits.timeout_s)
    if kind == "scripted" and name:
        return ScriptedChat.from_file(name)
    raise InputError(f"model {spec!r} is not of the form {_FORMS}")
