"""Tables: their rows as lines of a text, and what they state where they are tables of facts.

A table states facts where its first row names the columns and its first column names things: each further
cell of a row tells of the thing in the first what its column is called. All else is text and no fact: a wrong
fact is worse than none.
"""

import re
from collections.abc import Iterator, Sequence

from ...engine.terms import Triple
from ..freebase import entity_id, relation_id
from .terms import Table

_FEWEST_ROWS = 2  # below the header; one row may be anything
_LONGEST_COLUMN, _LONGEST_NAME, _LONGEST_VALUE = 60, 100, 200  # characters; more is prose
_LETTER = re.compile(r"[^\W\d_]")
_WORDS_OF_A_COLUMN = 6
# What a spreadsheet shows where it cannot reckon.
_ERRORS = frozenset("#CALC! #DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #SPILL! #VALUE!".split())
# Nothing but a number, a date or an amount: it begins with a digit, and no word of letters goes before one.
_VALUE = re.compile(r"[^\w\s]*\s*[\d.,:/–-]*\d[\d.,:/–-]*\s*(?:%|\w{1,3})?\W*")


def table_lines(table: Table) -> Iterator[tuple[int, str]]:
    """Each row below the header, by the number that its file gives it: "column: cell; column: cell."."""
    numbers = table.numbers or range(1, len(table.rows) + 1)
    columns: Sequence[str] = (
        table.rows[0] if table.headed else ("",) * len(table.rows[0]) if table.rows else ()
    )
    rows = list(zip(numbers, table.rows, strict=True))[table.headed :]
    for number, row in rows:
        named = (
            f"{column}: {cell}" if column else cell for column, cell in zip(columns, row, strict=True) if cell
        )
        if line := "; ".join(named):
            yield number, f"{line.removesuffix('.')}."


def table_facts(table: Table) -> list[Triple]:
    """What a table of facts states; nothing of any other table.

    >>> table_facts(Table([["Part", "Price"], ["Valve", "10"], ["Seal", ""]], headed=True))
    [Triple(head='Valve', relation='Price', tail='10')]
    """
    if not is_of_facts(table):
        return []
    _, *columns = table.rows[0]
    return [
        Triple(entity_id(name), relation_id(column), entity_id(cell))
        for name, *cells in table.rows[1:]
        for column, cell in zip(columns, cells, strict=True)
        if 0 < len(cell) <= _LONGEST_VALUE and any(map(str.isalnum, cell)) and cell not in _ERRORS
    ]


def is_of_facts(table: Table) -> bool:
    """Whether the first row names columns and the first column names things, each once."""
    if not (table.headed and table.regular and len(table.rows) > _FEWEST_ROWS and len(table.rows[0]) > 1):
        return False
    header, *rows = table.rows
    names = [row[0] for row in rows]
    return _are_columns(header) and all(map(_is_name, names)) and _differ(names)


def shows_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a first row of words stands over a column of nothing but values: it names the columns."""
    if len(rows) <= _FEWEST_ROWS or not _are_columns(rows[0]):
        return False
    return any(all(_VALUE.fullmatch(cell) for cell in column) for column in zip(*rows[1:], strict=True))


def _are_columns(header: Sequence[str]) -> bool:
    """Whether texts may name columns; the first may be missing, above the names of the rows."""
    named = header[1:] if not header[0] else header
    return _differ(named) and all(
        0 < len(cell) <= _LONGEST_COLUMN and len(cell.split()) <= _WORDS_OF_A_COLUMN and _is_word(cell)
        for cell in named
    )


def _is_name(cell: str) -> bool:
    return len(cell) <= _LONGEST_NAME and _is_word(cell) and not cell.endswith((".", "!", "?", ":"))


def _is_word(cell: str) -> bool:
    return _LETTER.search(cell) is not None and _VALUE.fullmatch(cell) is None


def _differ(texts: Sequence[str]) -> bool:
    return len({text.casefold() for text in texts}) == len(texts)
