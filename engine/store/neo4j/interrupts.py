"""Ctrl-C and SIGTERM, kept from the middle of a message to a server."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from ...terminated import terminate_handler

_RAISING = (signal.default_int_handler, terminate_handler)


@contextmanager
def held_back() -> Iterator[None]:
    """A Ctrl-C, or SIGTERM, meanwhile takes effect when the block ends; a second one at once.

    The driver leaves a connection that it was interrupted on between two messages, and may then wait for an
    answer for ever. Nothing is held back outside the main thread, or where a signal means something of its
    own.
    """
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    usual: dict[int, Any] = {number: handler for number, handler in handlers.items() if handler in _RAISING}
    if threading.current_thread() is not threading.main_thread() or not usual:
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        if len(came) > 1:
            usual[number](number, frame)

    for number in usual:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        if came:
            usual[came[0]](came[0], None)
