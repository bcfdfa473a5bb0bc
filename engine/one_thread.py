"""Work that takes long and must not run twice at a time, done beside who waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeVar
from weakref import WeakKeyDictionary

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


_THREADS: WeakKeyDictionary[object, OneThread] = WeakKeyDictionary()
_AT_THREADS = Lock()


def thread_of(owner: object) -> OneThread:
    """The thread in which something that serves one at a time is asked, whoever asks."""
    with _AT_THREADS:
        return _THREADS.setdefault(owner, OneThread("groundpath"))
