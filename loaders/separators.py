"""What parts the cells of a CSV, judged over many of its rows."""

import csv
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ..engine.errors import InputError

SEPARATORS = ",;\t|"
_SAMPLE = 200  # lines are looked at
EXCELS_MARK = "sep="
_NAMED = {"\t": "a tab"}


class Dialect(NamedTuple):
    """What parts the cells of a table, and what stands around them."""

    separator: str
    quote: str = '"'


class _Parted(NamedTuple):
    """The rows of a sample as one separator parts them; better ones are greater.

    Attributes:
        begins: the first row is as wide as most are.
        share: of the rows that are as wide, in tenths.
        fits: they are as wide as the table may be.
        clean: no cell begins with a space, as in "Rome, Lazio, Italy".
        width: of most rows.
    """

    begins: bool
    share: int
    fits: bool
    clean: bool
    width: int


def separated(text: Iterator[str], source: str, widths: Collection[int] = ()) -> tuple[str, Iterator[str]]:
    """What parts the cells of lines, and all of these, Excel's own mark of it blanked.

    Args:
        text: lines with their ends; `source` and `widths` are those of `separator_of`.

    Raises:
        InputError: two separators part all rows into that many columns.
    """
    begun = list(islice(text, _SAMPLE))
    first = next((at for at, line in enumerate(begun) if line.strip()), None)
    if first is not None:
        mark = begun[first].removesuffix("\n")
        if mark.casefold().startswith(EXCELS_MARK) and len(mark) == len(EXCELS_MARK) + 1:
            begun[first] = "\n"
            return mark[-1], chain(begun, text)
    return separator_of(begun, source, widths), chain(begun, text)


def separator_of(lines: Sequence[str], source: str, widths: Collection[int] = ()) -> str:
    """The separator by which rows are most alike; a comma where nothing is parted.

    Args:
        lines: the first lines with their ends, less Excel's own mark.
        source: what errors call the table.
        widths: how many columns it may have, where that is known.

    Raises:
        InputError: two separators part all rows into that many columns.
    """
    parted = {sign: one for sign in SEPARATORS if (one := _parted(lines, sign, widths))}
    if not parted:
        return ","
    best = max(parted, key=lambda sign: parted[sign])
    rivals = [sign for sign in parted if parted[sign] == parted[best]]
    if len(rivals) > 1:
        either = " or ".join(_NAMED.get(sign, repr(sign)) for sign in rivals)
        raise InputError(
            f"{source}: its rows may be parted by {either}; say which in a first line such as 'sep={best}'"
        )
    return best


def _parted(lines: Sequence[str], separator: str, widths: Collection[int]) -> _Parted | None:
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator) if any(row)]
    except csv.Error:  # a cell beyond all bounds; the reader tells where
        return None
    counts = Counter(len(row) for row in rows if len(row) > 1)
    if not counts:
        return None
    width, count = max(counts.items(), key=lambda one: (one[1], one[0] in widths, one[0]))
    clean = not any(cell.startswith(" ") for row in rows if len(row) == width for cell in row[1:])
    return _Parted(len(rows[0]) == width, 10 * count // len(rows), width in widths, clean, width)
