"""A chat model that replays answers: every pipeline runs without a network, and the same way each time."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from json import JSONDecodeError
from pathlib import Path
from typing import Any, Self, TypeVar

from ..errors import BadRowError, ChatError, InputError
from ..parsing import json_value
from .chat import ChatReply, ChatRequest, TokenAlternatives

_MEMBERS = frozenset(
    ("when", "sample", "answer", "complete", "prompt_tokens", "completion_tokens", "logprobs", "failure")
)
_SHOWN = 60

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class ScriptedAnswer:
    """What to answer, and to which requests.

    Attributes:
        when: texts that must all stand in the last message; none fit every request.
        sample: the one draw that it is for; every draw when None.
        reply: the answer, or the reason for which there is none.
    """

    when: tuple[str, ...]
    sample: int | None
    reply: ChatReply | str

    def fits(self, request: ChatRequest) -> bool:
        asked = request.messages[-1].content
        return self.sample in (None, request.sample) and all(text in asked for text in self.when)


class ScriptedChat:
    """Answers by rule, without state: in any order and from any number of threads.

    >>> model = ScriptedChat(lambda request: "YES")
    """

    def __init__(
        self, answer: Callable[[ChatRequest], ChatReply | str], model_id: str = "scripted:function"
    ) -> None:
        """`answer` returns a reply or its text, or raises ChatError. Give it a model_id of its own where
        answers are cached."""
        self._answer = answer
        self._model_id = model_id

    def __repr__(self) -> str:
        return f"ScriptedChat({self._model_id!r})"

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """Answers from a JSON lines file; the first row that fits a request answers it.

        A row holds `answer` (text) or `failure` (why there is none), and of these what is known: `when` (a
        text, or a list of texts, that stand in the last message), `sample` (from 0), `complete`,
        `prompt_tokens`, `completion_tokens`, `logprobs` ([[token, {token: log-probability}], …]).

        Raises:
            InputError: the file cannot be read.
            BadRowError: a row is not of that form.
        """
        data = _content(Path(path))
        answers = tuple(_rows(data, str(path)))
        digest = blake2b(data, digest_size=4).hexdigest()
        name = f"scripted:{Path(path).name}@{digest}"
        return cls(lambda request: _first_that_fits(answers, request, str(path)), name)

    @property
    def model_id(self) -> str:
        return self._model_id

    def complete(self, request: ChatRequest) -> ChatReply:
        reply = self._answer(request)
        return ChatReply(reply) if isinstance(reply, str) else reply


def _first_that_fits(answers: Iterable[ScriptedAnswer], request: ChatRequest, path: str) -> ChatReply:
    for answer in answers:
        if answer.fits(request):
            if isinstance(answer.reply, str):
                raise ChatError(answer.reply)
            return answer.reply
    asked = " ".join(request.messages[-1].content.split())[-_SHOWN:]
    raise ChatError(f"{path} holds no answer to sample {request.sample} of {asked!r}; add a row to it")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; check the path") from None


def _rows(data: bytes, source: str) -> Iterator[ScriptedAnswer]:
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield _scripted(json_value(line))
        except JSONDecodeError as error:
            raise BadRowError(source, number, f"is not JSON: {error.msg}") from None
        except (ValueError, TypeError) as error:
            raise BadRowError(source, number, f"{error}; correct the row") from None


def _scripted(row: Any) -> ScriptedAnswer:
    if not isinstance(row, dict):
        raise ValueError("is no object with an 'answer'")
    if unknown := row.keys() - _MEMBERS:
        raise ValueError(f"has members that a scripted answer does not: {', '.join(sorted(unknown))}")
    answer, failure = _optional(row, "answer", str), _optional(row, "failure", str)
    if (answer is None) == (failure is None):
        raise ValueError("has not one text in either 'answer' or 'failure'")
    when = row.get("when", [])
    texts = (when,) if isinstance(when, str) else tuple(_list(when, "when"))
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("'when' is neither a text nor a list of texts")
    reply = failure if answer is None else _reply(row, answer)
    return ScriptedAnswer(texts, _optional(row, "sample", int), reply or "")


def _reply(row: dict[str, Any], text: str) -> ChatReply:
    return ChatReply(
        text=text,
        complete=_optional(row, "complete", bool) is not False,
        prompt_tokens=_optional(row, "prompt_tokens", int),
        completion_tokens=_optional(row, "completion_tokens", int),
        logprobs=tuple(map(_alternatives, _list(row.get("logprobs", []), "logprobs"))),
    )


def _alternatives(value: Any) -> TokenAlternatives:
    match value:
        case [str(token), dict(logprobs)] if all(isinstance(p, int | float) for p in logprobs.values()):
            return TokenAlternatives(token, tuple(logprobs.items()))
    raise ValueError(f"'logprobs' holds {value!r}, which is not [token, {{token: log-probability}}]")


def _optional(row: dict[str, Any], name: str, kind: type[_Kind]) -> _Kind | None:
    value = row.get(name)
    if value is None or type(value) is kind:
        return value
    raise ValueError(f"{name!r} is {value!r}, where a {kind.__name__} is needed")


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name!r} is {value!r}, where a list is needed")
    return value
