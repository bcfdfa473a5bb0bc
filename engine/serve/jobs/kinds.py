"""What runs are: audits of chains against a graph, or checks of answers against documents."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from ...audit.chains import read_chains
from ...audit.journal import read_verdicts
from ...audit.results import summarise
from ...audit.verdicts import Verdict
from ...check.cases import read_cases
from ...check.journal import read_checks
from ...check.summary import summarise_checks
from ...check.verdicts import CheckedAnswer, worst
from ...errors import InputError
from ...report.check_signs import NO_CLAIM, NOT_JUDGED, SIGNS
from ...report.outcomes import OUTCOMES
from ..auditing import AuditSettings
from ..checking import CheckRunSettings

KindName = Literal["audit", "check"]
Outcome = Verdict | CheckedAnswer

_Made = TypeVar("_Made", Verdict, CheckedAnswer)


class Counts(Protocol):
    """The counts of a run."""

    def to_dict(self) -> dict[str, Any]: ...


class RowSign(NamedTuple):
    """How one outcome is told: never by colour alone."""

    label: str
    symbol: str
    icon: str


class Sought(NamedTuple):
    """What a result is found by.

    Attributes:
        verdict: of a check, the status of its worst claim, "no_claim" or "failed".
        error: its kind; None where there is none, and of checks.
        texts: what a search for text looks at, beside id, question and reason.
    """

    verdict: str
    error: str | None
    reason: str
    texts: list[str]


@dataclass(frozen=True)
class RunKind(Generic[_Made]):
    """One kind of run.

    Attributes:
        settings: what a run of it takes.
        count: how many rows a file holds, each of which can be read; told whether documents are there.
        read: a result, from its row.
        read_all: the results in a file.
        sought: what a result is found by, from its row.
        signs: by what a row of the table of verdicts holds, in the order in which they are listed.
    """

    settings: type[AuditSettings] | type[CheckRunSettings]
    count: Callable[[Path, bool], int]
    read: Callable[[Mapping[str, Any]], _Made]
    read_all: Callable[[Path], Iterator[_Made]]
    summarise: Callable[[Iterable[_Made]], Counts]
    sought: Callable[[Mapping[str, Any]], Sought]
    signs: Mapping[str, RowSign]


def _chains(file: Path, _documents: bool) -> int:
    return sum(1 for _ in read_chains(file))


def _cases(file: Path, documents: bool) -> int:
    """Raises InputError where there is nothing to hold any answer against."""
    count = held = 0
    for case in read_cases(file):
        count += 1
        held += documents or bool(case.contexts)
    if count and not held:
        raise InputError(
            f"{file} has no row with `contexts`; send documents beside it, or put them into rows"
        )
    return count


def _sought_verdict(row: Mapping[str, Any]) -> Sought:
    return Sought(row["verdict"], row["error"], row["reason"], [step["text"] for step in row["steps"]])


def _sought_check(row: Mapping[str, Any]) -> Sought:
    claims = [claim for sentence in row["sentences"] for claim in sentence["claims"]]
    status = worst(claim["status"] for claim in claims)
    decisive = (claim for claim in claims if claim["status"] == status)
    reasons = (f"“{claim['text'].rstrip('.')}”: {claim['reason']}" for claim in decisive)
    verdict = NOT_JUDGED.key if row["failure"] else status or NO_CLAIM.key
    return Sought(verdict, None, row["failure"] or next(reasons, ""), [row["answer"]])


KINDS: Mapping[KindName, RunKind[Any]] = {
    "audit": RunKind(
        AuditSettings,
        _chains,
        Verdict.from_dict,
        read_verdicts,
        summarise,
        _sought_verdict,
        {key: RowSign(one.label, one.symbol, one.key) for key, one in OUTCOMES.items()},
    ),
    "check": RunKind(
        CheckRunSettings,
        _cases,
        CheckedAnswer.from_dict,
        read_checks,
        summarise_checks,
        _sought_check,
        {
            one.key: RowSign(one.label, one.symbol, one.icon)
            for one in (*SIGNS.values(), NO_CLAIM, NOT_JUDGED)
        },
    ),
}
