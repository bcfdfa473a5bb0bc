"""From the blocks of a file to one text, the place of each part of it, and the facts of its tables."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...engine.terms import Place, Triple
from .tables import table_facts, table_lines
from .terms import Block, FileBlocks, Heading, Paragraph, Stand, Table

_APART = "\n\n"


class FileText(NamedTuple):
    """A file as one document.

    Attributes:
        title: empty where the file gives itself none.
        tabled: what its tables state, as far as they are tables of facts.
    """

    title: str
    text: str
    places: tuple[Place, ...] = ()
    tabled: tuple[Triple, ...] = ()
    lost: tuple[str, ...] = ()


class _Part(NamedTuple):
    place: str
    text: str
    joined: str  # with what stands before it


def assembled(file: FileBlocks) -> FileText:
    """One document: blocks with an empty line between them, a row of a table as "column: cell; …".

    The heading that the text begins with is the title, unless the file gives itself another, and is left out.
    """
    blocks, opening = _opened(list(file.blocks))
    parts = [part for part in _parts(blocks) if part.text]
    places: list[Place] = []
    pieces: list[str] = []
    length = 0
    for part in parts:
        joined = part.joined if pieces else ""
        length += len(joined)
        if part.place != (places[-1].name if places else ""):
            places.append(Place(length, part.place))
        pieces += (joined, part.text)
        length += len(part.text)
    tabled = [fact for block in blocks if isinstance(block, Table) for fact in table_facts(block)]
    return FileText(
        title=file.title or opening or file.named,
        text="".join(pieces),
        places=tuple(places),
        tabled=tuple(dict.fromkeys(tabled)),
        lost=tuple(file.lost),
    )


def _opened(blocks: Sequence[Block]) -> tuple[list[Block], str]:
    """The blocks without the heading that they begin with, and that heading."""
    first = next((at for at, block in enumerate(blocks) if not isinstance(block, Stand)), None)
    if first is None or not isinstance(heading := blocks[first], Heading):
        return list(blocks), ""
    return [*blocks[:first], *blocks[first + 1 :]], heading.text


def _parts(blocks: Sequence[Block]) -> Iterator[_Part]:
    """Texts with the names of their places."""
    stand, section, tables = "", "", 0
    for block in blocks:
        match block:
            case Stand(name):
                stand, section, tables = name, "", 0
            case Heading(text):
                section = text
                yield _Part(_place(stand, section), text, _APART)
            case Paragraph(text):
                yield _Part(_place(stand, section), text.strip(), _APART)
            case Table():
                tables += not block.numbers
                row = "row" if block.numbers else f"table {tables}, row"
                for at, (number, line) in enumerate(table_lines(block)):
                    place = _place(stand, section, f"{row} {number}")
                    yield _Part(place, line, "\n" if at else _APART)


def _place(stand: str, section: str, row: str = "") -> str:
    """
    >>> _place("sheet “Prices”", "", "row 7"), _place("", "Warranty")
    ('sheet “Prices”, row 7', 'section “Warranty”')
    """
    return ", ".join(filter(None, (stand, f"section “{section}”" if section else "", row)))
