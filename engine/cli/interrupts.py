"""Ctrl-C that is heard wherever it falls."""

import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

_SOON_S = 0.05


@contextmanager
def always_heard() -> Iterator[None]:
    """A Ctrl-C that falls where Python cannot raise it comes once more, a moment later.

    In what is called when an object goes, Python only prints a KeyboardInterrupt, and the work goes on.
    """
    usual = sys.unraisablehook

    def again(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            usual(unraisable)
            return
        once_more = Timer(_SOON_S, interrupt_main)
        once_more.daemon = True
        once_more.start()

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = usual
