"""The answer of a server, which must end: after so many bytes, and within the time that its request has."""

import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from ..asking import seconds_left
from ..counted import counted
from ..errors import ChatError
from .chat import Limits

ASKED_ENCODING = "gzip"
"""What Accept-Encoding asks for."""
_WINDOWS = {"gzip": 31, "x-gzip": 31, "deflate": 15}  # the forms that zlib is told
_PIECE = 1 << 16  # bytes that are unpacked before they are counted
_NEW_STREAMS = (".connect_tcp.complete", ".start_tls.complete")  # events of httpcore that bring a stream


def too_slow(place: str, timeout_s: float) -> ChatError:
    """Of a server that took longer than it may."""
    return ChatError(
        f"{place} did not answer in time: {timeout_s:g} s are allowed for one answer, all tries together "
        "(--timeout)",
        retry_helps=True,
    )


def hasten(request: Any, place: str, limits: Limits) -> None:
    """Have each wait of a request of httpx, or httpx2, end when what this thread asks must be answered.

    A time limit of theirs is one for each read: a server that sends a line of headers now and then, or one
    redirection after the other, would never reach it.

    Raises:
        ChatError: that time is over.
    """
    left = seconds_left()
    if not left:
        raise too_slow(place, limits.timeout_s)
    request.extensions["timeout"] = dict.fromkeys(("connect", "read", "write", "pool"), left)

    def watch(event: str, told: Mapping[str, Any]) -> None:
        if event.endswith(_NEW_STREAMS):
            _read_in_time(told["return_value"], place, limits)

    request.extensions["trace"] = watch


def _read_in_time(stream: Any, place: str, limits: Limits) -> None:
    """Have a stream of httpcore, which serves many requests, read as long as the present one may wait."""
    read = stream.read

    def read_in_time(most: int, timeout: float | None = None) -> Any:
        left = seconds_left()
        if not left:
            raise too_slow(place, limits.timeout_s)
        return read(most, left if timeout is None else min(timeout, left))

    stream.read = read_in_time


def bound(response: Any, place: str, limits: Limits) -> None:
    """Have the body of a response of httpx, or httpx2, end with a ChatError where it is too long or too slow.

    It is counted as it is unpacked, and read as UTF-8, whatever its header says: JSON is nothing else.

    Raises:
        ChatError: it is packed in a way that was not asked for.
    """
    packed = _packed(response.headers.get("content-encoding", ""))
    if packed and packed not in _WINDOWS:
        raise ChatError(
            f"{place} answered with a body packed as {packed[:40]!r}, which was not asked for; correct the "
            "server, or what stands before it",
            retry_helps=response.status_code >= 500,
        )
    if packed:
        del response.headers["content-encoding"]
    response.encoding = "utf-8-sig"
    library = type(response).__module__.partition(".")[0]
    response.stream = _stream_of(library)(response.stream, packed, place, limits)


def _packed(header: str) -> str:
    names = (name.strip().lower() for name in header.split(","))
    return ", ".join(name for name in names if name not in ("", "identity"))


def _unpacked(chunks: Iterable[bytes], packed: str) -> Iterator[bytes]:
    """The chunks of a body, unpacked in pieces that are short, however far they unfold.

    Raises:
        zlib.error: they are not packed so.
    """
    if not packed:
        yield from chunks
        return
    unpacker = zlib.decompressobj(_WINDOWS[packed])
    for chunk in chunks:
        while chunk and not unpacker.eof:
            yield unpacker.decompress(chunk, _PIECE)
            chunk = unpacker.unconsumed_tail
    yield unpacker.flush()


@cache
def _stream_of(library: str) -> Any:
    """The stream for responses of a library, which takes none that is not its own."""

    class Bounded(import_module(library).SyncByteStream):  # type: ignore[misc]
        def __init__(self, stream: Any, packed: str, place: str, limits: Limits) -> None:
            self._stream, self._packed, self._place, self._limits = stream, packed, place, limits

        def __iter__(self) -> Iterator[bytes]:
            came, most = 0, self._limits.longest_reply
            try:
                for piece in _unpacked(self._stream, self._packed):
                    came += len(piece)
                    if came > most:
                        raise ChatError(
                            f"{self._place} answered with more than "
                            f"{counted(most, 'byte')}, which no answer has (--max-reply-bytes)"
                        )
                    if not seconds_left():
                        raise too_slow(self._place, self._limits.timeout_s)
                    yield piece
            except zlib.error as error:
                raise ChatError(
                    f"{self._place} answered with a body that is not packed as {self._packed!r}, as it says",
                    retry_helps=True,
                ) from error

        def close(self) -> None:
            self._stream.close()

    return Bounded
