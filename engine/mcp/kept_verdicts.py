"""The verdicts and checks that a server can show again: those of its own, and verdicts of a file."""

from itertools import count, islice

from ...loaders.reading import PathLike
from ..audit.finding import read_verdict
from ..audit.verdicts import Verdict
from ..check.verdicts import CheckedAnswer
from ..errors import InputError

_MOST_KEPT = 200

Kept = Verdict | CheckedAnswer


class KeptVerdicts:
    """Verdicts and checks by what names them: the server's last ones, and the rows of a file of an audit."""

    def __init__(self, file: PathLike | None) -> None:
        self._file = file
        self._numbers = count(1)
        self._own: dict[str, Kept] = {}

    def keep(self, verdict: Kept) -> str:
        """Keep one, and the oldest no longer where there are many; returns what names it."""
        kind = "verdict" if isinstance(verdict, Verdict) else "check"
        verdict_id = f"{kind}-{next(self._numbers)}"
        self._own[verdict_id] = verdict
        for oldest in list(islice(self._own, max(0, len(self._own) - _MOST_KEPT))):
            del self._own[oldest]
        return verdict_id

    def names(self) -> list[str]:
        """Of the server's own, the oldest first."""
        return list(self._own)

    def get(self, verdict_id: str) -> Kept:
        """The verdict or check of a name.

        Raises:
            InputError: there is none, or several rows of the file have that id.
        """
        if verdict_id in self._own:
            return self._own[verdict_id]
        if self._file is not None:
            return read_verdict(self._file, verdict_id)
        named = f"there is: {', '.join(self._own)}" if self._own else "audit or check a text first"
        raise InputError(f"there is no verdict {verdict_id!r}; {named}")
