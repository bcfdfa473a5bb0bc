"""What was merged and what was kept apart, as tables."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ..identity.terms import Apart, Merge
from .table import new_table
from .visible import one_line

_DOCUMENTS = 3  # that are named; of the others their number


def merges_table(merges: Sequence[Merge]) -> Table:
    table = new_table("name", "is", "because", "documents", "evidence", title="Merged")
    for merge in merges:
        cells = (merge.name, merge.entity, merge.reason, _listed(merge.documents), merge.evidence)
        table.add_row(*map(_cell, cells))
    return table


def apart_table(apart: Sequence[Apart]) -> Table:
    table = new_table("name", "is", "documents", "could be", title="Kept apart")
    for one in apart:
        could_be = ", ".join(one.candidates) or "as a user said"
        table.add_row(*map(_cell, (one.name, one.entity, _listed(one.documents), could_be)))
    return table


def _cell(words: str) -> Text:
    """Names come from documents: nothing in them is read as markup, nor sent to the terminal as a command."""
    return Text(one_line(words))


def _listed(documents: Sequence[str]) -> str:
    named = ", ".join(documents[:_DOCUMENTS])
    more = len(documents) - _DOCUMENTS
    return f"{named} and {more:,} more" if more > 0 else named
