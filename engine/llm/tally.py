"""What this process has asked chat models so far, for what is said when it is interrupted."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from ..counted import by_count, counted


class Tally:
    """Counts of requests that went to models, from any number of threads.

    Attributes:
        sent: requests; one that is tried again is another one.
        came: how many were answered.
        rows: how far the file of answers is, in words; empty where there is none.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self.begin()

    def begin(self) -> None:
        """Count from nothing."""
        self.sent = self.came = self._ended = 0
        self.rows = ""

    @property
    def under_way(self) -> int:
        """Requests that wait for their answers."""
        return self.sent - self._ended

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Around one request; it came where no error does."""
        with self._lock:
            self.sent += 1
        came = False
        try:
            yield
            came = True
        finally:
            with self._lock:
                self._ended += 1
                self.came += came

    def describe(self) -> str:
        """One sentence or two; empty where nothing was asked and no file begun."""
        sent = (
            f"{self.came:,} of {counted(self.sent, 'request')} that "
            f"{by_count(self.sent, 'was', 'were')} sent "
            f"{by_count(1 if self.sent == 1 else self.came, 'was', 'were')} answered"
            if self.sent
            else ""
        )
        told = "; ".join(filter(None, (sent, self.rows)))
        return f"{told[:1].upper()}{told[1:]}." if told else ""


TALLY = Tally()
"""That of the process."""
