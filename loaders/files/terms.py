"""What every kind of file is read as: blocks in the order of the reader's eye, and why one cannot be read."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class UnreadableError(ValueError):
    """A file that cannot be read; the message says why and what to do next.

    Attributes:
        line: in which the fault stands, where that is known.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


class Stand(NamedTuple):
    """What comes next stands here: "page 4", "slide 3", "sheet “Prices”"."""

    name: str


class Heading(NamedTuple):
    """The heading of a section, which lasts until the next heading or `Stand`."""

    text: str


class Paragraph(NamedTuple):
    """Lines that stand together: a paragraph, a list, an address."""

    text: str


class Table(NamedTuple):
    """Rows of cells.

    Attributes:
        rows: as wide as each other; the first is the header where the table is `headed`.
        headed: whether the file itself says, or shows, that the first row names the columns.
        numbers: of the rows as their file counts them; from 1 where it counts none.
        regular: False where cells span several columns or rows.
    """

    rows: Sequence[Sequence[str]]
    headed: bool
    numbers: Sequence[int] = ()
    regular: bool = True


Block = Stand | Heading | Paragraph | Table


class FileBlocks(NamedTuple):
    """What a file holds.

    Attributes:
        blocks: in their order.
        title: that the file gives itself, above what its text begins with; empty where it gives none.
        named: a weaker one, as of a web page's window: the heading that the text begins with goes first.
        lost: what of it could not be read, and what to do about it.
    """

    blocks: Iterable[Block]
    title: str = ""
    named: str = ""
    lost: Sequence[str] = ()


def on_one_line(text: str) -> str:
    """Without ends of lines and doubled spaces."""
    return " ".join(text.split())
