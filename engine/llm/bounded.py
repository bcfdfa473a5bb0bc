"""The answer of a server, which must end: after so many bytes, and within the time that its request has."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from ..asking import seconds_left
from ..counted import counted
from ..errors import ChatError
from .chat import Limits

_MOST_TIMES = 50  # as much as compressed bytes may hold


def too_slow(place: str, timeout_s: float) -> ChatError:
    """Of a server that took longer than it may."""
    return ChatError(
        f"{place} did not answer in time: {timeout_s:g} s are allowed for one answer, all tries together "
        "(--timeout)",
        retry_helps=True,
    )


def bound(response: Any, place: str, limits: Limits) -> None:
    """Have the body of a response of httpx, or httpx2, end with a ChatError where it is too long or too slow.

    What comes compressed may have a fiftieth of the bytes, so that it cannot unfold to any size.
    """
    is_plain = response.headers.get("content-encoding", "identity").lower() in ("identity", "")
    most = limits.longest_reply if is_plain else max(1, limits.longest_reply // _MOST_TIMES)
    library = type(response).__module__.partition(".")[0]
    response.stream = _stream_of(library)(response.stream, place, limits, most)


@cache
def _stream_of(library: str) -> Any:
    """The stream for responses of a library, which takes none that is not its own."""

    class Bounded(import_module(library).SyncByteStream):  # type: ignore[misc]
        def __init__(self, stream: Any, place: str, limits: Limits, most: int) -> None:
            self._stream, self._place, self._limits, self._most = stream, place, limits, most

        def __iter__(self) -> Iterator[bytes]:
            came = 0
            for chunk in self._stream:
                came += len(chunk)
                if came > self._most:
                    raise ChatError(
                        f"{self._place} answered with more than "
                        f"{counted(self._most, 'byte')}, which no answer has (--max-reply-bytes)"
                    )
                if not seconds_left():
                    raise too_slow(self._place, self._limits.timeout_s)
                yield chunk

        def close(self) -> None:
            self._stream.close()

    return Bounded
