"""DOCX: headings, paragraphs and tables in their order, by python-docx."""

import io
from collections.abc import Iterator
from typing import Any

from .archives import checked_archive
from .needed import needed
from .terms import Block, FileBlocks, Heading, Paragraph, Table, on_one_line

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADINGS = ("Heading", "Title")
_MARKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
# What was deleted, the codes of fields, and second forms of what is there already.
_NOT_SHOWN = ("}del", "}moveFrom", "}instrText", "}delText", "}Fallback")


def read_word(data: bytes) -> FileBlocks:
    """What a document shows in its body: insertions and content controls too, no deletions, hidden words,
    heads or notes.

    Raises:
        UnreadableError: it is no DOCX, is encrypted, or is made to do harm.
    """
    checked_archive(data)
    document = needed("docx").Document(io.BytesIO(data))
    styles = {style.style_id: style.name or "" for style in document.styles}
    return FileBlocks(
        list(_blocks(document.element.body, styles)), named=str(document.core_properties.title or "").strip()
    )


def _blocks(parent: Any, styles: dict[str, str]) -> Iterator[Block]:
    """Blocks of an element and of what only wraps them, as content controls do."""
    for child in parent:
        if child.tag == f"{_W}p":
            yield from _paragraph(child, styles)
        elif child.tag == f"{_W}tbl":
            yield _table(child)
        elif isinstance(child.tag, str) and not child.tag.endswith(_NOT_SHOWN):
            yield from _blocks(child, styles)


def _paragraph(element: Any, styles: dict[str, str]) -> Iterator[Block]:
    text = _text(element)
    if not text.strip():
        return
    style = element.find(f"{_W}pPr/{_W}pStyle")
    name = "" if style is None else styles.get(style.get(f"{_W}val"), "")
    yield Heading(on_one_line(text)) if name.startswith(_HEADINGS) else Paragraph(text)


def _table(element: Any) -> Table:
    """A table, each cell once for every column that it spans."""
    lines = list(element.iterchildren(f"{_W}tr"))
    rows = [
        [cell for one in line.iterchildren(f"{_W}tc") for cell in [_cell(one)] * _span(one)] for line in lines
    ]
    width = max(map(len, rows), default=0)
    merged = any(True for _ in element.iter(f"{_W}gridSpan", f"{_W}vMerge"))
    regular = not merged and all(len(row) == width for row in rows)
    wide = [row + [""] * (width - len(row)) for row in rows]
    return Table(wide, headed=bool(lines) and regular and _is_header(lines[0]), regular=regular)


def _is_header(row: Any) -> bool:
    """Whether a row is marked as the header, or all of its words are bold."""
    if row.find(f"{_W}trPr/{_W}tblHeader") is not None:
        return True
    runs = [run for run in row.iter(f"{_W}r") if _text(run).strip()]
    return bool(runs) and all(_is_bold(run) for run in runs)


def _is_bold(run: Any) -> bool:
    return _has(run, "b")


def _has(run: Any, mark: str) -> bool:
    """Whether a run is marked so."""
    found = run.find(f"{_W}rPr/{_W}{mark}")
    return found is not None and found.get(f"{_W}val") not in ("0", "false")


def _span(cell: Any) -> int:
    mark = cell.find(f"{_W}tcPr/{_W}gridSpan")
    return 1 if mark is None else max(1, min(int(mark.get(f"{_W}val")), 63))  # Word has no more columns


def _cell(element: Any) -> str:
    return on_one_line(" ".join(_text(paragraph) for paragraph in element.iter(f"{_W}p")))


def _text(element: Any) -> str:
    """The words of an element, without what is not shown."""
    if element.tag == f"{_W}t":
        return element.text or ""
    if element.tag in _MARKS:
        return _MARKS[element.tag]
    if not isinstance(element.tag, str) or element.tag.endswith(_NOT_SHOWN) or _has(element, "vanish"):
        return ""
    return "".join(map(_text, element))
