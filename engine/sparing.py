"""Rows done together: one that groundpath itself fails on spares the others."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from .errors import GroundpathError, defect

_Row = TypeVar("_Row")
_Done = TypeVar("_Done")


def sparing(
    rows: Sequence[_Row],
    together: Callable[[Sequence[_Row]], list[_Done]],
    failed: Callable[[_Row, str], _Done],
) -> list[_Done]:
    """What `together` makes of rows, one each, in order; where it fails, each is done by itself.

    Args:
        failed: what stands for a row that fails by itself, from the row and the reason.

    Raises:
        GroundpathError: `together` raised it: it is of the whole run.
    """
    try:
        return together(rows)
    except GroundpathError:
        raise
    except Exception as error:
        if len(rows) == 1:
            return [failed(rows[0], defect(error))]
        return [done for row in rows for done in sparing([row], together, failed)]
