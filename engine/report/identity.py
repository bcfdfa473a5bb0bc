"""What was merged and what was kept apart, as tables."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from ..identity.terms import Apart, Merge

_DOCUMENTS = 3  # that are named; of the others their number


def merges_table(merges: Sequence[Merge]) -> Table:
    table = Table("name", "is", "because", "documents", "evidence", title="merged", title_justify="left")
    for merge in merges:
        cells = (merge.name, merge.entity, merge.reason, _listed(merge.documents), merge.evidence)
        table.add_row(*map(escape, cells))
    return table


def apart_table(apart: Sequence[Apart]) -> Table:
    table = Table("name", "is", "documents", "could be", title="kept apart", title_justify="left")
    for one in apart:
        could_be = ", ".join(one.candidates) or "as a user said"
        table.add_row(*map(escape, (one.name, one.entity, _listed(one.documents), could_be)))
    return table


def _listed(documents: Sequence[str]) -> str:
    named = ", ".join(documents[:_DOCUMENTS])
    more = len(documents) - _DOCUMENTS
    return f"{named} and {more:,} more" if more > 0 else named
