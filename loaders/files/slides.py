"""PPTX: the text of each slide and of its notes, by python-pptx."""

import io
from collections.abc import Iterable, Iterator
from typing import Any

from .archives import checked_archive
from .needed import needed
from .terms import Block, FileBlocks, Heading, Paragraph, Stand, Table, on_one_line


def read_slides(data: bytes) -> FileBlocks:
    """Slide by slide: title, texts and tables in the order in which they lie, then the speaker's notes.

    Raises:
        UnreadableError: it is no PPTX, is encrypted, or is made to do harm.
    """
    checked_archive(data)
    show = needed("pptx").Presentation(io.BytesIO(data))
    blocks = [block for number, slide in enumerate(show.slides, 1) for block in _slide(slide, number)]
    return FileBlocks(blocks, named=str(show.core_properties.title or "").strip())


def _slide(slide: Any, number: int) -> Iterator[Block]:
    yield Stand(f"slide {number}")
    title = slide.shapes.title
    if title is not None and title.text_frame.text.strip():
        yield Heading(on_one_line(title.text_frame.text))
    yield from _shapes(shape for shape in slide.shapes if title is None or shape.shape_id != title.shape_id)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) and notes.text.strip():
        yield Stand(f"slide {number}, notes")
        yield Paragraph(_lines(notes))


def _shapes(shapes: Iterable[Any]) -> Iterator[Block]:
    for shape in shapes:
        if hasattr(shape, "shapes"):  # a group
            yield from _shapes(shape.shapes)
        elif getattr(shape, "has_table", False):
            yield _table(shape.table)
        elif shape.has_text_frame and (text := _lines(shape.text_frame)):
            yield Paragraph(text)


def _lines(frame: Any) -> str:
    texts = (on_one_line(paragraph.text) for paragraph in frame.paragraphs)
    return "\n".join(filter(None, texts))


def _table(table: Any) -> Table:
    rows = [[on_one_line(cell.text) for cell in row.cells] for row in table.rows]
    merged = any(cell.is_merge_origin or cell.is_spanned for row in table.rows for cell in row.cells)
    return Table(rows, headed=bool(table.first_row) and bool(rows) and not merged, regular=not merged)
