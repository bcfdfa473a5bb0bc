"""Asking a chat model many things at once: each answer kept as it comes, in order for the reader."""

import logging
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sized
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from random import uniform
from threading import Event, Lock
from typing import Self

from ..errors import ChatError, InputError
from ..progress import SILENT, Progress
from .cache import ChatCache, request_key
from .chat import ChatModel, ChatReply, ChatRequest

_LOG = logging.getLogger("groundpath.llm")
# Requests under way or answered for each one that is asked at a time: how far the others go on while the
# reader waits for a slow one.
_AHEAD = 8


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A chat model, where its answers are kept, and how many requests are under way at a time."""

    model: ChatModel
    cache: ChatCache | None = None
    concurrency: int = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of one request: a reply, or the reason why there is none.

    Attributes:
        cached: the reply was there before, or another request of this run brought it: it cost nothing.
    """

    request: ChatRequest
    reply: ChatReply | None = None
    failure: str | None = None
    cached: bool = False


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When a failed request is asked again: only where the failure says that this can help.

    Attributes:
        attempts: how often one request is asked at most.
        first_wait_s: seconds before the second attempt; doubled for each further one. Half of a wait is
            chance, so that requests that failed together do not come back together.
        longest_wait_s: the most seconds to wait, also where the server asks for more.
        most_in_a_row: as many requests without an answer, each after its attempts and none answered between,
            tell of the server and not of them: no further one is asked.
    """

    attempts: int = 6
    first_wait_s: float = 1.0
    longest_wait_s: float = 120.0
    most_in_a_row: int = 8

    def wait_s(self, attempt: int, error: ChatError) -> float:
        """Seconds to wait after a number of attempts (from 1): what the server asks for, or chance."""
        if error.retry_after_s is not None:
            return min(error.retry_after_s + uniform(0, self.first_wait_s), self.longest_wait_s)
        wait = min(self.first_wait_s * 2 ** (attempt - 1), self.longest_wait_s)
        return uniform(wait / 2, wait)


def ask_all(
    model: ChatModel,
    requests: Iterable[ChatRequest],
    *,
    cache: ChatCache | None,
    concurrency: int = 8,
    progress: Progress = SILENT,
    retries: RetryPolicy = RetryPolicy(),
) -> Generator[Asked, None, None]:
    """Ask many requests, `concurrency` at a time; what became of each comes in their order.

    Answers are kept in the cache the moment they come, so that a killed run, started again, asks nothing
    twice. Equal requests that are under way are asked once. Requests are taken as they are needed; closing
    the iterator waits for the answers that are under way, since they are paid for. Close it where it may not
    be read to its end (`contextlib.closing`): left to the garbage collector, which may run while a thread
    begins, it would wait for a lock that this thread holds.

    Raises:
        InputError: concurrency is below 1.
        ChatError: no request can succeed: the key, the address or the model is wrong, or the server has
            answered none for a while (`RetryPolicy.most_in_a_row`). Other failures are told in
            `Asked.failure`.
    """
    if concurrency < 1:
        raise InputError(f"concurrency is {concurrency}; it must be at least 1")
    total = len(requests) if isinstance(requests, Sized) else None
    with (
        _Asking(model, cache, concurrency, retries) as asking,
        progress.task(f"Asking {model.model_id}", total) as advance,
    ):
        for asked in asking.in_order(iter(requests), concurrency * _AHEAD):
            advance(1)
            yield asked


class _Asking:
    """Threads that ask, and the requests that are under way."""

    def __init__(
        self, model: ChatModel, cache: ChatCache | None, concurrency: int, retries: RetryPolicy
    ) -> None:
        self._model = model
        self._cache = cache
        self._retries = retries
        self._stopped = Event()
        self._hopeless: ChatError | None = None
        self._in_a_row = 0
        self._counting = Lock()
        self._threads = ThreadPoolExecutor(concurrency, "groundpath-ask")
        self._under_way: dict[str, Future[Asked]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def in_order(self, requests: Iterator[ChatRequest], ahead: int) -> Iterator[Asked]:
        waiting = deque(self._start(request) for request in islice(requests, ahead))
        while waiting:
            key, first, future = waiting.popleft()
            asked = future.result()
            if first:
                # Whoever asks the same later finds it in the cache, or asks again where there is none.
                del self._under_way[key]
            waiting.extend(self._start(request) for request in islice(requests, 1))
            yield asked if first else replace(asked, cached=asked.reply is not None)

    def _start(self, request: ChatRequest) -> tuple[str, bool, Future[Asked]]:
        """The key of a request, whether it is the first with that key under way, and what comes of it."""
        key = request_key(self._model.model_id, request)
        under_way = self._under_way.get(key)
        if under_way is not None:
            return key, False, under_way
        future = self._threads.submit(self._ask, request)
        self._under_way[key] = future
        return key, True, future

    def _ask(self, request: ChatRequest) -> Asked:
        model_id = self._model.model_id
        kept = self._cache.find(model_id, request) if self._cache else None
        if kept is not None:
            return Asked(request, kept, cached=True)
        if self._stopped.is_set():
            raise self._hopeless or CancelledError
        try:
            reply = self._patiently(request)
        except ChatError as error:
            hopeless = self._counted(error)
            if hopeless:
                self._hopeless = hopeless
                self._stopped.set()
                raise hopeless from error
            return Asked(request, failure=str(error))
        self._in_a_row = 0
        if self._cache:
            self._cache.keep(model_id, request, reply)
        return Asked(request, reply)

    def _counted(self, error: ChatError) -> ChatError | None:
        """The error that ends the run, if this is one: no request can succeed, or none does any more."""
        if error.fails_all:
            return error
        with self._counting:
            # A request that was refused for a fault of its own was answered: the server is there.
            self._in_a_row = self._in_a_row + 1 if error.retry_helps else 0
            if self._in_a_row < self._retries.most_in_a_row:
                return None
        return ChatError(
            f"{error}; {self._in_a_row} requests in a row got no answer, each asked up to "
            f"{self._retries.attempts} times, so that no more are asked",
            fails_all=True,
        )

    def _patiently(self, request: ChatRequest) -> ChatReply:
        attempt = 1
        while True:
            try:
                return self._model.complete(request)
            except ChatError as error:
                if not error.retry_helps or attempt >= self._retries.attempts:
                    raise
                wait_s = self._retries.wait_s(attempt, error)
                _LOG.info("asking again in %.1f s: %s", wait_s, error)
                if self._stopped.wait(wait_s):
                    raise
            attempt += 1
