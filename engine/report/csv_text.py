"""Tables as CSV that a spreadsheet shows and never runs."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .visible import visible

if TYPE_CHECKING:
    from pandas import DataFrame

# What spreadsheets take for a formula; also in full width, as Excel reads it in East Asia.
_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?%?")


def cell(value: Any) -> Any:
    r"""A value as a cell: of texts, what is hidden is written out, and formulas stand behind an apostrophe.

    >>> cell("=cmd|'/C calc'!A0"), cell("-0.25"), cell(-0.25), cell("a\u202eb")
    ("'=cmd|'/C calc'!A0", '-0.25', -0.25, 'a⟨U+202E⟩b')
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def csv_of_rows(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows, of which all have the members of the first, with a header."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(cell, rows[0]))
    writer.writerows([cell(row[name]) for name in rows[0]] for row in rows)
    return text.getvalue()


def csv_of_frame(frame: "DataFrame", *, index: bool = False) -> str:
    """A frame, with its index where that says something."""
    safe = frame.map(cell).rename(columns=cell, index=cell)
    return str(safe.to_csv(index=index, lineterminator="\n"))
