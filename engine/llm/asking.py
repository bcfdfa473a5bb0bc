"""Asking a chat model many things at once: each answer kept as it comes, in order for the reader."""

from collections.abc import Generator, Iterable, Sized
from dataclasses import dataclass, replace

from ..asking import USUAL, Answered, Asking, RetryPolicy
from ..errors import InputError
from ..progress import SILENT, Progress
from .cache import ChatCache, request_key
from .chat import ChatModel, ChatReply, ChatRequest, time_limit
from .hearing import hear
from .tally import TALLY

Asked = Answered[ChatRequest, ChatReply]
"""What became of one request."""


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A chat model, where its answers are kept, and how many requests are under way at a time."""

    model: ChatModel
    cache: ChatCache | None = None
    concurrency: int = 8


def ask_all(
    model: ChatModel,
    requests: Iterable[ChatRequest],
    *,
    cache: ChatCache | None,
    concurrency: int = 8,
    progress: Progress = SILENT,
    retries: RetryPolicy | None = None,
) -> Generator[Asked, None, None]:
    """Ask many requests, `concurrency` at a time; what became of each comes in their order.

    Answers are kept in the cache the moment they come, so that a killed run, started again, asks nothing
    twice. Equal requests that are under way are asked once. Requests are taken as they are needed; closing
    the iterator waits for the answers that are under way, since they are paid for. Close it where it may not
    be read to its end (`contextlib.closing`): left to the garbage collector, which may run while a thread
    begins, it would wait for a lock that this thread holds.

    Args:
        retries: by default the usual ones, within the time that the model is given for one answer.

    Raises:
        InputError: concurrency is below 1.
        ChatError: no request can succeed: the key, the address or the model is wrong, or the server has
            answered none for a while (`RetryPolicy.most_in_a_row`). Other failures are told in
            `Asked.failure`.
    """
    if concurrency < 1:
        raise InputError(f"concurrency is {concurrency}; it must be at least 1")
    total = len(requests) if isinstance(requests, Sized) else None
    retries = retries or replace(USUAL, total_s=time_limit(model))
    with (
        Asking(_Cached(model, cache), concurrency, retries) as asking,
        progress.task(f"Asking {model.model_id}", total) as advance,
    ):
        for asked in asking.in_order(iter(requests)):
            advance(1)
            yield asked


class _Cached:
    """A chat model and its cache, as `Asking` asks them."""

    def __init__(self, model: ChatModel, cache: ChatCache | None) -> None:
        self._model = model
        self._cache = cache

    def key(self, request: ChatRequest) -> str:
        return request_key(self._model.model_id, request)

    def find(self, request: ChatRequest) -> ChatReply | None:
        return self._cache.find(self._model.model_id, request) if self._cache else None

    def keep(self, request: ChatRequest, reply: ChatReply) -> None:
        if self._cache:
            self._cache.keep(self._model.model_id, request, reply)

    def ask(self, request: ChatRequest) -> ChatReply:
        with TALLY.asking():
            return hear(self._model.complete(request))
