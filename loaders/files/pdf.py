"""PDF: the text of each page, by PDFium, which reads PDFs in Chrome."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...engine.counted import counted, counted_of
from .needed import needed
from .terms import Block, FileBlocks, Paragraph, Stand, UnreadableError

_MOST_PAGES = 5_000
_LISTED = 10
_PICTURE = 3  # FPDF_PAGEOBJ_IMAGE
_FEWEST_REPEATED = 3  # pages on which a line is a running head or foot
_FULL_LINE = 0.7  # of the page's longest usual line; a paragraph ends in a shorter one
_ENDS = re.compile(r"[.!?:;。！？।][\"'”’»)\]]*$")
_ITEM = re.compile(r"\s*(?:[•‣◦▪–*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad]$")
# Signs without a shape; by U+0002 and U+FFFE PDFium joins the parts of a word that a line broke.
_NO_LETTERS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE])
_NAME_OF_A_FILE = re.compile(r"\.[a-z]\w{1,4}$|^Microsoft Word -|^untitled", re.IGNORECASE)


def read_pdf(data: bytes) -> FileBlocks:
    """The text page by page, without running heads and feet, its lines joined to paragraphs.

    Raises:
        UnreadableError: it has a password, is damaged, has too many pages, or pictures of pages alone.
    """
    document = _opened(data)
    try:
        pages, pictured = [], []
        for number, page in enumerate(document, 1):
            pages.append(_lines(page.get_textpage().get_text_bounded()))
            if not pages[-1] and any(page.get_objects(filter=[_PICTURE], max_depth=2)):
                pictured.append(number)
            page.close()
        title = str(document.get_metadata_dict().get("Title", "")).strip()
    finally:
        document.close()
    if not any(pages):
        raise UnreadableError(
            "holds no text on any of its pages, only pictures of them, as scanners make; recognise its text "
            "first (for instance: ocrmypdf)"
        )
    named = "" if _NAME_OF_A_FILE.search(title) else title
    return FileBlocks(list(_blocks(_without_running(pages))), named=named, lost=_lost(pictured, len(pages)))


def _opened(data: bytes) -> Any:
    pdfium = needed("pypdfium2")
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise UnreadableError("is encrypted; save it without a password") from None
        raise
    if len(document) > _MOST_PAGES:
        raise UnreadableError(
            f"has {counted(len(document), 'page')}, more than {_MOST_PAGES:,}; split it into documents"
        )
    return document


def _lost(pictured: Sequence[int], pages: int) -> list[str]:
    if not pictured:
        return []
    listed = ", ".join(map(str, pictured[:_LISTED])) + (", …" if len(pictured) > _LISTED else "")
    return [
        f"{counted_of(len(pictured), pages, 'page', 'holds', 'hold')} pictures and no text (page {listed}); "
        "recognise their text first (for instance: ocrmypdf)"
    ]


def _lines(text: str) -> list[str]:
    lines = map(str.strip, text.translate(_NO_LETTERS).splitlines())
    return [line for line in lines if line]


def _without_running(pages: Sequence[list[str]]) -> Iterator[list[str]]:
    """Pages without first and last lines that, numbers apart, half of them share."""
    edges = Counter(kind for lines in pages for kind in {_kind(line) for line in (lines[:1] + lines[-1:])})
    least = max(_FEWEST_REPEATED, (len(pages) + 1) // 2)
    for lines in pages:
        start = bool(lines) and edges[_kind(lines[0])] >= least
        end = len(lines) - (len(lines) > start and edges[_kind(lines[-1])] >= least)
        yield lines[start:end]


def _kind(line: str) -> str:
    return re.sub(r"\d+", "0", line)


def _blocks(pages: Iterable[list[str]]) -> Iterator[Block]:
    for number, lines in enumerate(pages, 1):
        yield Stand(f"page {number}")
        if lines:
            yield Paragraph("\n".join(_joined(lines)))


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """Lines that a page's width broke, as one."""
    longest = sorted(map(len, lines))[-max(1, len(lines) // 10)]
    waiting, last = "", 0
    for line in lines:
        if waiting and not _goes_on(waiting, line, last, longest):
            yield waiting
            waiting = ""
        if waiting and line[:1].islower() and _HYPHEN.search(waiting):
            waiting = waiting[:-1] + line
        else:
            waiting = f"{waiting} {line}" if waiting else line
        last = len(line)
    if waiting:
        yield waiting


def _goes_on(text: str, line: str, last: int, longest: int) -> bool:
    """Whether a line belongs to the text before it, whose last line has `last` characters."""
    if _ITEM.match(line):
        return False
    if line[:1].islower() or _HYPHEN.search(text):
        return True
    return last >= _FULL_LINE * longest and longest > 40
