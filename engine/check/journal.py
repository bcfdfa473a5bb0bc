"""Checked answers as JSON lines: a killed check, run again, goes on where it was."""

import os
from collections.abc import Iterable, Iterator
from functools import partial

from ..progress import SILENT, Progress
from ..row_file import RowFile, RowKind, origin_of, read_row_file
from .cases import AnswerCase, digest_of
from .checker import BATCH_SIZE, Checker, fails_for_good
from .summary import CheckSummary, summarise_checks
from .verdicts import CheckedAnswer

_CHECKED = RowKind(
    CheckedAnswer.from_dict, "a checked answer", "a check", "documents, settings, graph, encoder or judge"
)


def check_to_file(
    checker: Checker,
    cases: Iterable[AnswerCase],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
    batch_size: int = BATCH_SIZE,
) -> CheckSummary:
    """Hold answers against documents into a JSON lines file, one row each, in order; memory stays flat.

    Rows that are there already are kept, so that a check that was cut off goes on where it was; a last line
    that was cut off is checked again. Where a chat model judges, the first answer that it failed on is asked
    about again, and what comes after it is taken from the answers that were kept. Read the file with
    `read_checks`.

    Returns:
        The counts of all rows of the file.

    Raises:
        InputError: the file cannot be written, or is not a check of these answers against these documents.
        GroundpathError: others as `Checker.check` and the reading of the answers do.
    """
    checker = checker.of_one_state(progress)
    file = RowFile(
        out,
        _CHECKED,
        partial(_origin, version=checker.version),
        partial(checker.check_all, progress=progress, batch_size=batch_size),
        CheckedAnswer.to_dict,
        partial(_is_asked_again, checker),
    )
    return summarise_checks(file.rows(cases))


def read_checks(path: str | os.PathLike[str]) -> Iterator[CheckedAnswer]:
    """The checked answers of a file that `check_to_file` wrote, one at a time.

    Raises:
        InputError: the file is not there.
        BadRowError: a line is no checked answer.
    """
    return read_row_file(path, _CHECKED)


def _origin(case: AnswerCase, *, version: str) -> str:
    told = (case.id, case.answer, case.question, case.model, case.is_chain, case.gold_answers)
    return origin_of(version, *told, case.answers_briefly, case.fault, digest_of(case.contexts))


def _is_asked_again(checker: Checker, checked: CheckedAnswer) -> bool:
    return checker.judge.asks and bool(checked.failure) and not fails_for_good(checked.failure)
