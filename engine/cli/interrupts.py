"""Ctrl-C and SIGTERM, which end a command alike, wherever they fall."""

import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..terminated import Terminated, terminate_handler

_SOON_S = 0.05


@contextmanager
def always_heard() -> Iterator[None]:
    """A Ctrl-C, or SIGTERM, that falls where Python cannot raise it comes once more, a moment later.

    In what is called when an object goes, Python only prints a KeyboardInterrupt, and the work goes on.
    """
    usual = sys.unraisablehook

    def again(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            usual(unraisable)
            return
        number = signal.SIGTERM if isinstance(unraisable.exc_value, Terminated) else signal.SIGINT
        once_more = threading.Timer(_SOON_S, interrupt_main, [number])
        once_more.daemon = True
        once_more.start()

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = usual


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """SIGTERM raises Terminated, unless it means something else already; in the main thread alone."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, terminate_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
