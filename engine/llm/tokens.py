"""How many tokens a text has: by a model's own tokenizer where one is named, and about where none is."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from ..errors import InputError, extra
from .chat import ChatModel, ChatReply, ChatRequest, Message, time_limit

_BYTES_PER_TOKEN = 4  # of UTF-8: what OpenAI gives as a rule of thumb for English
_TOKENS_PER_MESSAGE = 4  # for the marks around it
_TIKTOKEN = "tiktoken:"

TokenCounter = Callable[[str], int]


def tokens_of(text: str) -> int:
    """About how many tokens a text has, without the model's own tokenizer."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // _BYTES_PER_TOKEN)


def estimated_tokens(messages: Iterable[Message], tokens: TokenCounter = tokens_of) -> int:
    """How many tokens messages have, with about as many as mark where each begins and ends."""
    return sum(tokens(message.content) + _TOKENS_PER_MESSAGE for message in messages)


@runtime_checkable
class CountsTokens(Protocol):
    """A chat model that knows its tokenizer."""

    def count_tokens(self, text: str) -> int:
        """The tokens of a text, without those that begin or end it."""


class TokenizedChat:
    """A chat model with its own tokenizer, which counts what the server does not tell.

    The marks around messages, which are of the server's making, are taken to be four tokens a message.
    """

    def __init__(self, model: ChatModel, tokenizer: TokenCounter) -> None:
        self._model = model
        self.count_tokens = tokenizer

    def __repr__(self) -> str:
        return f"TokenizedChat({self._model!r})"

    @property
    def model_id(self) -> str:
        return self._model.model_id

    @property
    def timeout_s(self) -> float | None:
        return time_limit(self._model)

    def complete(self, request: ChatRequest) -> ChatReply:
        reply = self._model.complete(request)
        prompt, completion = reply.prompt_tokens, reply.completion_tokens
        return replace(
            reply,
            prompt_tokens=estimated_tokens(request.messages, self.count_tokens) if prompt is None else prompt,
            completion_tokens=self.count_tokens(reply.thought + reply.text)
            if completion is None
            else completion,
        )


def counter_of(model: ChatModel) -> TokenCounter:
    """How the tokens of a model are counted: by its own tokenizer if it has one, else about."""
    return model.count_tokens if isinstance(model, CountsTokens) else tokens_of


def open_tokenizer(name: str) -> TokenCounter:
    """The tokenizer of a name: "tiktoken:MODEL" (a model or encoding of OpenAI's, which tiktoken fetches the
    first time), or else a `tokenizer.json`, or the folder of a model that holds one.

    Raises:
        InputError: tiktoken is not installed or knows no such name, or the file is no tokenizer.
    """
    if name.startswith(_TIKTOKEN):
        return _tiktoken(name.removeprefix(_TIKTOKEN))
    return _tokenizer_file(Path(name))


def _tiktoken(name: str) -> TokenCounter:
    try:
        import tiktoken
    except ImportError:
        raise InputError(f"tokenizer {_TIKTOKEN + name!r} needs tiktoken; {extra('tiktoken')}") from None
    try:
        known = (
            tiktoken.get_encoding if name in tiktoken.list_encoding_names() else tiktoken.encoding_for_model
        )
        encoding = known(name)
    except KeyError:
        raise InputError(
            f"tiktoken knows no model or encoding {name!r}; its encodings are: "
            f"{', '.join(tiktoken.list_encoding_names())}"
        ) from None
    except Exception as error:  # whatever it fetches with raises
        raise InputError(
            f"the encoding of {name!r} cannot be fetched ({type(error).__name__}); fetch it once where there "
            "is a network, and set TIKTOKEN_CACHE_DIR to its folder"
        ) from error
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def _tokenizer_file(path: Path) -> TokenCounter:
    from tokenizers import Tokenizer

    file = path / "tokenizer.json" if path.is_dir() else path
    try:
        tokenizer = Tokenizer.from_str(file.read_text("utf-8"))
    except OSError as error:
        raise InputError(
            f"tokenizer {file} cannot be read: {error.strerror or error}; name a tokenizer.json, "
            "or tiktoken:MODEL"
        ) from None
    except Exception as error:  # the library raises nothing narrower
        raise InputError(f"{file} is no tokenizer.json: {error}; take that of the model") from None
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def count(text: str) -> int:
        whole = text.encode("utf-8", "replace").decode()  # it takes no half of a surrogate pair
        return len(tokenizer.encode(whole, add_special_tokens=False).ids)

    return count
