"""Runs side by side."""

from collections.abc import Sequence

from ..audit.measures.comparison import Compared, compare
from ..audit.measures.makers import audits_of, sheets_by_maker, titles_of
from ..check.comparing import ComparedCheck, compare_checks
from ..errors import InputError
from ..resampling import Resampling
from .jobs.runs import Runs
from .jobs.table import Run

_RESAMPLES = 1000


def compared_runs(runs: Runs, ids: Sequence[str]) -> list[Compared] | list[ComparedCheck]:
    """The runs' figures, and their differences to the first; of audits as `groundpath compare` has them.

    Raises:
        InputError: one is named twice, or holds no verdict; or they are of two kinds.
        UnknownRunError: one is not there.
    """
    if len(set(ids)) < len(ids):
        raise InputError("a run is compared with itself; choose another")
    found = [runs.find(id) for id in ids]
    if len({run.kind for run in found}) > 1:
        raise InputError("an audit and a check have no figures in common; compare runs of one kind")
    for run in found:
        if not run.judged:
            raise InputError(_unjudged(run))
    names = [run.name for run in found]
    titles = names if len(set(names)) == len(names) else [f"{run.name} ({run.id})" for run in found]
    how = Resampling(resamples=_RESAMPLES)
    if found and found[0].kind == "check":
        named = zip(titles, found, strict=True)
        return compare_checks([(title, runs.verdicts(run.id)) for title, run in named], how)
    audits = audits_of((title, runs.verdicts(run.id)) for title, run in zip(titles, found, strict=True))
    return compare(sheets_by_maker(audits, titles_of(audits)), how)


def _unjudged(run: Run) -> str:
    if run.state == "failed":
        return f"run {run.name!r} ({run.id}) failed before its first verdict; compare another"
    return f"run {run.name!r} ({run.id}) holds no verdict yet; wait for it"
