"""A store and the one thread that uses it: stores are for one thread at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

from ..counted import counted
from ..errors import GroundpathError, StoreTimeoutError
from ..store.opening import open_store
from ..store.protocol import GraphStore
from .errors import OverloadedError

_T = TypeVar("_T")


class Lane:
    """Does one kind of work, one piece at a time, in the order of arrival.

    Each lane has a store object of its own, so that a long path query holds up no audit.
    """

    def __init__(self, name: str, store_url: str | None, most_waiting: int) -> None:
        """Nothing is opened yet. `most_waiting`: pieces of work under way and waiting."""
        self.name = name
        self._store_url = store_url
        self._most_waiting = most_waiting
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._store: GraphStore | None = None
        self._counting = Lock()
        self._waiting = 0

    def count(self) -> int:
        """Pieces of work under way and waiting."""
        return self._waiting

    async def run(self, work: Callable[[GraphStore], _T], seconds: float) -> _T:
        """What `work` makes of the store.

        Work that has begun goes on after its time, with nobody who waits for it; the next begins after it.

        Raises:
            OverloadedError: too many wait.
            StoreTimeoutError: it took longer than `seconds`.
            Others as `work` does.
        """
        with self._counting:
            if self._waiting >= self._most_waiting:
                raise OverloadedError(
                    f"{counted(self._waiting, 'request waits', 'requests wait')} for "
                    f"{self.name} already; try again in a moment"
                )
            self._waiting += 1
        future = self._thread.submit(self._with_store, work)
        future.add_done_callback(self._one_less)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
        except TimeoutError as error:
            if isinstance(error, GroundpathError):
                raise
            raise StoreTimeoutError(
                f"{self.name} took longer than {seconds:g} s; ask for less, or let the server give more time"
            ) from None

    def close(self) -> None:
        """Waits for what has begun, leaves out what has not, and closes the store."""
        self._thread.shutdown(cancel_futures=True)
        if self._store is not None:  # its thread has ended: nobody else uses it
            self._store.close()

    def _with_store(self, work: Callable[[GraphStore], _T]) -> _T:
        if self._store is None:
            self._store = open_store(self._store_url)
        return work(self._store)

    def _one_less(self, _done: "Future[Any]") -> None:
        with self._counting:
            self._waiting -= 1
