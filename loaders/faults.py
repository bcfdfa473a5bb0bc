"""What happens at a malformed row: stop at once, or leave it out and list it."""

from typing import Literal

from ..engine.errors import BadRowError, InputError
from .report import BadRow

OnError = Literal["stop", "skip"]

_LISTED = 100
_REMEDY = "; correct it, or leave such rows out with --on-error skip (on_error='skip')"


class Faults:
    """The malformed rows of one load, over all its files.

    Attributes:
        count: how many were left out.
        listed: the first 100 of them.
    """

    def __init__(self, on_error: OnError) -> None:
        if on_error not in ("stop", "skip"):
            raise InputError(f"on_error is {on_error!r}; it must be 'stop' or 'skip'")
        self._stop = on_error == "stop"
        self.count = 0
        self.listed: list[BadRow] = []

    def report(self, source: str, line: int, reason: str) -> None:
        """Leave a row out. Raises BadRowError when the load is to stop at the first."""
        if self._stop:
            raise BadRowError(source, line, reason + _REMEDY)
        self.count += 1
        if len(self.listed) < _LISTED:
            self.listed.append(BadRow(source, line, reason))
