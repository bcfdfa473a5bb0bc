"""Work that takes long and must not run twice at a time, done beside who waits for it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from itertools import islice
from threading import Lock
from typing import TypeVar
from weakref import WeakKeyDictionary

from .errors import InputError

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class OneThread:
    """One thread of its own, which does what it is given in turn; it ends when nothing refers to it."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def run(self, work: Callable[[], _Result]) -> _Result:
        """What `work` returns; asyncio's event loop goes on meanwhile.

        Who is cancelled while waiting leaves at once. Work that has not begun is then never done; work that
        has begun is done to its end, before any other, and its result dropped.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def wait_for(self, work: Callable[[], _Result]) -> _Result:
        """What `work` returns, for who has no event loop."""
        return self._thread.submit(work).result()

    async def run_all(
        self,
        items: Iterable[_Item] | AsyncIterable[_Item],
        work: Callable[[list[_Item]], Iterable[_Result]],
        batch_size: int,
    ) -> AsyncGenerator[_Result, None]:
        """What `work` makes of items, a batch at a time, in order, as it comes.

        Items are taken only as results are asked for: a slow reader holds the source up, and memory stays
        flat. Those that are no async iterable are taken in the thread, so that reading them holds nothing up.
        Whoever breaks off, or is cancelled, ends it: no further item is taken.

        Raises:
            InputError: batch_size is below 1.
            Others as `work` does, and the source.
        """
        if batch_size < 1:
            raise InputError(f"batch_size is {batch_size}; it must be at least 1")
        async with aclosing(self._batches(items, batch_size)) as batches:
            async for batch in batches:
                for result in await self.run(partial(_all, work, batch)):
                    yield result

    async def _batches(
        self, items: Iterable[_Item] | AsyncIterable[_Item], size: int
    ) -> AsyncGenerator[list[_Item], None]:
        if isinstance(items, AsyncIterable):
            batch = []
            async for item in items:
                batch.append(item)
                if len(batch) == size:
                    yield batch
                    batch = []
            if batch:
                yield batch
            return
        waiting = iter(items)
        while batch := await self.run(lambda: list(islice(waiting, size))):
            yield batch


def _all(work: Callable[[list[_Item]], Iterable[_Result]], batch: list[_Item]) -> list[_Result]:
    return list(work(batch))


_THREADS: WeakKeyDictionary[object, OneThread] = WeakKeyDictionary()
_AT_THREADS = Lock()


def thread_of(owner: object) -> OneThread:
    """The thread in which something that serves one at a time is asked, whoever asks."""
    with _AT_THREADS:
        return _THREADS.setdefault(owner, OneThread("groundpath"))
