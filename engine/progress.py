"""How long work tells how far it is, without knowing who listens."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

Advance = Callable[[int], None]


class Progress(Protocol):
    """Opens one bar per task; the command line draws them with rich."""

    def task(self, title: str, total: int | None = None) -> AbstractContextManager[Advance]:
        """A context whose value is called with the number of items done since the last call."""


class Silent:
    """The progress of a library call: none."""

    def task(self, title: str, total: int | None = None) -> AbstractContextManager[Advance]:  # noqa: ARG002
        return nullcontext(ignored)


def ignored(_count: int) -> None:
    """Tell nobody."""


SILENT = Silent()
