"""Verdicts parted by what their chains were made by: an audit for each model, strategy and prompt."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...errors import InputError
from ..verdicts import Maker, Verdict
from .sheets import Sheet, sheets_of
from .tallies import Sample, sample_of

UNNAMED = "(unnamed)"
"""What an audit is called whose rows do not say what others are told apart by."""

_Parts = tuple[str, ...]


class Audit(NamedTuple):
    """The chains of one file, or of one of several lists of verdicts, that one maker made.

    Attributes:
        source: what the file or the list is called.
    """

    source: str
    maker: Maker
    samples: list[Sample]


def audits_of(sources: Iterable[tuple[str, Iterable[Verdict]]]) -> list[Audit]:
    """Every source, told by its name, parted by maker in order of appearance; no verdict is kept.

    Raises:
        InputError: a source has no verdict.
    """
    audits = []
    for source, verdicts in sources:
        made: dict[Maker, list[Sample]] = {}
        for sample in map(sample_of, verdicts):
            made.setdefault(sample.maker, []).append(sample)
        if not made:
            raise InputError(
                f"{source} holds no verdict to compare; write some into it: groundpath audit … --out"
            )
        audits += [Audit(source, maker, samples) for maker, samples in made.items()]
    return audits


def titles_of(audits: Sequence[Audit]) -> list[str]:
    """What to call audits: the least of source, model, strategy and prompt that tells them apart.

    >>> titles_of([Audit("out", Maker(model, "cot", "v1"), []) for model in ("small", "large")])
    ['small', 'large']
    """
    if len(audits) == 1:
        return [audits[0].source]
    parts: list[_Parts] = [(audit.source, *audit.maker) for audit in audits]
    for place in reversed(range(1 + len(Maker._fields))):
        fewer = [(*own[:place], "", *own[place + 1 :]) for own in parts]
        if len(set(map(_joined, fewer))) == len(audits):
            parts = fewer
    return [_joined(own) for own in parts]


def sheets_by_maker(audits: Sequence[Audit], titles: Sequence[str], min_hops: int = 0) -> list[Sheet]:
    """The sheets of all audits, in order.

    Args:
        min_hops: leave out questions whose nearest gold path has fewer; 0 takes all, also those without one.

    Raises:
        InputError: an audit has no question that is left.
    """
    return [
        sheet.needing(min_hops) if min_hops else sheet
        for audit, title in zip(audits, titles, strict=True)
        for sheet in sheets_of(title, audit.samples)
    ]


def _joined(parts: _Parts) -> str:
    return ", ".join(filter(None, parts)) or UNNAMED
