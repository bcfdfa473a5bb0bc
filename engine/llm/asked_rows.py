"""Rows of a JSON lines file, each with a model's answer: a killed run goes on where it was."""

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from typing import Any, NamedTuple

from ..counted import counted_of
from ..errors import ChatError
from ..progress import SILENT, Progress
from ..row_file import origin_of
from .asking import Asked, AskedModel, ask_all
from .cache import request_key
from .chat import ChatRequest
from .cost import Usage, usage_of
from .journal import open_journal
from .tally import TALLY


class AskedRow(NamedTuple):
    """A row that waits for its answer.

    Attributes:
        known: what it is made from besides request and model, as values of JSON.
        request: None where the row stands as it is known.
        answered: the row with what became of the request.
    """

    known: Mapping[str, Any]
    request: ChatRequest | None
    answered: Callable[[Asked], Mapping[str, Any]]

    def origin(self, model_id: str) -> str:
        """Names everything that the row is made from."""
        key = None if self.request is None else request_key(model_id, self.request)
        return origin_of(key, self.known)


class Run(NamedTuple):
    """What a run came to.

    Attributes:
        usage: what it cost; answers that were in the file before count as answered before.
        first_failure: why the first missing answer is missing, None when none is.
    """

    usage: Usage
    first_failure: str | None


def ask_rows(
    by: AskedModel, rows: Sequence[AskedRow], out: str | os.PathLike[str], *, progress: Progress = SILENT
) -> Run:
    """Ask what the rows ask; each is written as its answer comes, in order.

    Run again, rows that are there are kept up to the first failure, which is asked again; what comes after
    it is taken from the cache.

    Raises:
        InputError: the file cannot be written, or holds something else than this run's rows.
        ChatError: no request can succeed (key, address, name of the model), or the server answers none any
            more; it says how many rows there are. What was answered is kept.
    """
    origins = [row.origin(by.model.model_id) for row in rows]
    usage, failure = Usage(), None
    with open_journal(out, origins) as journal:
        kept = answered = journal.kept
        TALLY.rows = rows_told(answered, len(rows), out)
        with closing(_answers(by, rows[kept:], progress)) as answers:
            try:
                for row, origin, asked in zip(rows[kept:], origins[kept:], answers, strict=True):
                    if asked is None:
                        journal.write(origin, row.known)
                    else:
                        journal.write(origin, row.answered(asked), asked.failure)
                        usage += usage_of(asked)
                        failure = failure or asked.failure
                    answered += asked is None or asked.failure is None
                    TALLY.rows = rows_told(answered, len(rows), out)
            except ChatError as error:
                raise stopped(error, answered, len(rows), out) from error
    before = sum(row.request is not None for row in rows[:kept])
    return Run(Usage(requests=before, cached=before) + usage, failure)


def _answers(
    by: AskedModel, rows: Sequence[AskedRow], progress: Progress
) -> Generator[Asked | None, None, None]:
    """What became of each row's request, in order; None for rows that ask nothing."""
    wanted = [row.request for row in rows if row.request is not None]
    with closing(
        ask_all(by.model, wanted, cache=by.cache, concurrency=by.concurrency, progress=progress)
    ) as replies:
        for row in rows:
            yield None if row.request is None else next(replies)


def stopped(error: ChatError, answered: int, rows: int, out: str | os.PathLike[str]) -> ChatError:
    """The error of a run that came to no end, with what it has come to.

    Args:
        answered: rows of the file whose answers are there.
        rows: all of them.
    """
    kept = rows_told(answered, rows, out)
    return ChatError(f"{error}. {kept}, and the same command goes on from there.", fails_all=True)


def rows_told(answered: int, rows: int, out: str | os.PathLike[str]) -> str:
    """How far a file of answers is, in words."""
    return f"{counted_of(answered, rows, 'row')} answered in {os.fspath(out)}"
