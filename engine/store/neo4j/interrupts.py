"""Ctrl-C, kept from the middle of a message to a server."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def held_back() -> Iterator[None]:
    """A Ctrl-C meanwhile takes effect when the block ends; a second one at once.

    The driver leaves a connection that it was interrupted on between two messages, and may then wait for an
    answer for ever. Nothing is held back outside the main thread, or where Ctrl-C means something of its own.
    """
    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) != usual:
        yield
        return
    came = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        if came:
            usual(number, frame)
        came = True

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if came:
            raise KeyboardInterrupt
