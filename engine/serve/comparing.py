"""Runs side by side."""

from collections.abc import Sequence

from ..audit.measures.comparison import Compared, compare
from ..audit.measures.makers import audits_of, sheets_by_maker, titles_of
from ..errors import InputError
from ..resampling import Resampling
from .jobs.runs import Runs

_RESAMPLES = 1000


def compared_runs(runs: Runs, ids: Sequence[str]) -> list[Compared]:
    """The runs' figures, and their differences to the first, as `groundpath compare` has them.

    Raises:
        InputError: one is named twice, or holds no verdict yet.
        UnknownRunError: one is not there.
    """
    if len(set(ids)) < len(ids):
        raise InputError("a run is compared with itself; choose another")
    found = [runs.find(id) for id in ids]
    for run in found:
        if not run.judged:
            raise InputError(f"run {run.id!r} holds no verdict yet; wait for it")
    names = [run.name for run in found]
    titles = names if len(set(names)) == len(names) else [f"{run.name} ({run.id})" for run in found]
    audits = audits_of((title, runs.verdicts(run.id)) for title, run in zip(titles, found, strict=True))
    return compare(sheets_by_maker(audits, titles_of(audits)), Resampling(resamples=_RESAMPLES))
