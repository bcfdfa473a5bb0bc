"""Asking a remote server many things at once: each answer kept as it comes, in order for the reader."""

import logging
import re
from collections import deque
from collections.abc import Hashable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import islice
from math import inf
from random import uniform
from threading import Event, Lock
from time import monotonic
from typing import Generic, Protocol, Self, TypeVar

from .counted import counted
from .errors import RemoteError

Request = TypeVar("Request")
Request_contra = TypeVar("Request_contra", contravariant=True)
Reply = TypeVar("Reply")

_LOG = logging.getLogger("groundpath.asking")
# Requests under way or answered for each one that is asked at a time: how far the others go on while the
# reader waits for a slow one.
_AHEAD = 8
_SHOWN = 200


@dataclass(
    frozen=True
)  # no slots: `Answered[X, Y](…)` sets an attribute, which frozen ones with slots refuse
class Answered(Generic[Request, Reply]):
    """What became of one request: a reply, or the reason why there is none.

    Attributes:
        cached: the reply was there before, or another request of this run brought it: it cost nothing.
    """

    request: Request
    reply: Reply | None = None
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
        total_s: the most seconds for one request, its attempts and the waits between them together; None for
            any. What is asked may learn by `seconds_left` how many are left.
        most_in_a_row: as many requests without an answer, each after its attempts and none answered between,
            tell of the server and not of them: no further one is asked.
    """

    attempts: int = 6
    first_wait_s: float = 1.0
    longest_wait_s: float = 120.0
    total_s: float | None = None
    most_in_a_row: int = 8

    def wait_s(self, attempt: int, error: RemoteError) -> float:
        """Seconds to wait after a number of attempts (from 1): what the server asks for, or chance."""
        if error.retry_after_s is not None:
            return min(error.retry_after_s + uniform(0, self.first_wait_s), self.longest_wait_s)
        wait = min(self.first_wait_s * 2 ** (attempt - 1), self.longest_wait_s)
        return uniform(wait / 2, wait)


USUAL = RetryPolicy()

_UNTIL: ContextVar[float | None] = ContextVar("when a request must be answered", default=None)


@contextmanager
def answering_within(total_s: float | None) -> Iterator[float | None]:
    """Within this block what is asked in this thread must be answered in so many seconds, or in those that
    a block around it leaves; gives how many that are, None for any."""
    own = None if total_s is None else monotonic() + total_s
    ends = [end for end in (own, _UNTIL.get()) if end is not None]
    before = _UNTIL.set(min(ends, default=None))
    try:
        yield seconds_left() if ends else None
    finally:
        _UNTIL.reset(before)


def seconds_left() -> float:
    """The seconds in which what this thread asks must be answered: at least 0, infinite where any will do."""
    until = _UNTIL.get()
    return inf if until is None else max(0.0, until - monotonic())


class Remote(Protocol[Request_contra, Reply]):
    """What is asked, and where its answers are kept."""

    def key(self, request: Request_contra) -> Hashable:
        """The same for requests that must get the same answer."""

    def find(self, request: Request_contra) -> Reply | None:
        """The reply that was kept, None when there is none."""

    def keep(self, request: Request_contra, reply: Reply) -> None: ...

    def ask(self, request: Request_contra) -> Reply:
        """Ask once. Raises RemoteError."""


def _interrupted_twice(error: BaseException | None) -> bool:
    """Whether a second Ctrl-C came while the first was on its way out."""
    times = 0
    while error is not None:
        times += isinstance(error, KeyboardInterrupt)
        error = error.__context__
    return times > 1


class Asking(Generic[Request, Reply]):
    """Threads that ask, and the requests that are under way."""

    def __init__(self, remote: Remote[Request, Reply], concurrency: int, retries: RetryPolicy) -> None:
        """`concurrency` requests at a time, at least 1."""
        self._remote = remote
        self._ahead = concurrency * _AHEAD
        self._retries = retries
        self._stopped = Event()
        self._hopeless: RemoteError | None = None
        self._in_a_row = 0
        self._counting = Lock()
        self._threads = ThreadPoolExecutor(concurrency, "groundpath-ask")
        self._under_way: dict[Hashable, Future[Answered[Request, Reply]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._stopped.set()
        self._threads.shutdown(wait=not _interrupted_twice(error), cancel_futures=True)

    def in_order(self, requests: Iterator[Request]) -> Iterator[Answered[Request, Reply]]:
        """What became of each request, in their order; they are taken as they are needed.

        Raises:
            RemoteError: no request can succeed, or the server has answered none for a while.
        """
        waiting = deque(self._start(request) for request in islice(requests, self._ahead))
        while waiting:
            key, first, future = waiting.popleft()
            answered = self._waited_for(future)
            if first:
                # Whoever asks the same later finds it among what is kept, or asks again where it is not.
                del self._under_way[key]
            waiting.extend(self._start(request) for request in islice(requests, 1))
            yield answered if first else replace(answered, cached=answered.reply is not None)

    def _waited_for(self, future: Future[Answered[Request, Reply]]) -> Answered[Request, Reply]:
        try:
            return future.result()
        except KeyboardInterrupt:
            self._stopped.set()
            running = sum(one.running() for one in self._under_way.values())
            if running:
                _LOG.warning(
                    "waiting for %d answers under way, which are paid for; Ctrl-C again leaves them",
                    running,
                )
            raise

    def _start(self, request: Request) -> tuple[Hashable, bool, Future[Answered[Request, Reply]]]:
        """The key of a request, whether it is the first with that key under way, and what comes of it."""
        key = self._remote.key(request)
        under_way = self._under_way.get(key)
        if under_way is not None:
            return key, False, under_way
        future = self._threads.submit(self._ask, request)
        self._under_way[key] = future
        return key, True, future

    def _ask(self, request: Request) -> Answered[Request, Reply]:
        kept = self._remote.find(request)
        if kept is not None:
            return Answered(request, kept, cached=True)
        if self._stopped.is_set():
            raise self._hopeless or CancelledError
        try:
            reply = self._patiently(request)
        except RemoteError as error:
            hopeless = self._counted(error)
            if hopeless:
                self._hopeless = hopeless
                self._stopped.set()
                raise hopeless from error
            return Answered(request, failure=str(error))
        self._in_a_row = 0
        self._remote.keep(request, reply)
        return Answered(request, reply)

    def _counted(self, error: RemoteError) -> RemoteError | None:
        """The error that ends the run, if this is one: no request can succeed, or none does any more."""
        if error.fails_all:
            return error
        with self._counting:
            # A request that was refused for a fault of its own was answered: the server is there.
            self._in_a_row = self._in_a_row + 1 if error.retry_helps else 0
            if self._in_a_row < self._retries.most_in_a_row:
                return None
        return type(error)(
            f"{error}; {counted(self._in_a_row, 'request')} in a row got no answer, each asked up to "
            f"{counted(self._retries.attempts, 'time')}, so that no more are asked",
            fails_all=True,
        )

    def _patiently(self, request: Request) -> Reply:
        with answering_within(self._retries.total_s):
            return self._in_time(request)

    def _in_time(self, request: Request) -> Reply:
        attempt = 1
        while True:
            try:
                return self._remote.ask(request)
            except RemoteError as error:
                if not error.retry_helps or attempt >= self._retries.attempts:
                    raise
                wait_s = self._retries.wait_s(attempt, error)
                if wait_s >= seconds_left():  # it would be asked again when nobody waits any more
                    raise
                _LOG.info("asking again in %.1f s: %s", wait_s, error)
                if self._stopped.wait(wait_s):
                    raise
            attempt += 1


def retry_after_s(value: str | None) -> float | None:
    """The seconds after which a server asks to be asked again, by its header Retry-After.

    A number, or a date; None without the header, and where it is neither.
    """
    value = (value or "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", value):
        return float(value)
    try:
        then = parsedate_to_datetime(value)
        return max(0.0, (then.replace(tzinfo=then.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):  # no date, or a year or a zone that no calendar has
        return None


def excerpt(value: object) -> str:
    """The beginning of a server's words, on one line."""
    line = " ".join(str(value).split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
