"""PDF: the text of each page, by pypdf."""

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .needed import needed
from .terms import Block, FileBlocks, Paragraph, Stand, UnreadableError

_MOST_PAGES = 5_000
_FEWEST_REPEATED = 3  # pages on which a line is a running head or foot
_FULL_LINE = 0.7  # of the page's longest usual line; a paragraph ends in a shorter one
_ENDS = re.compile(r"[.!?:;。！？।][\"'”’»)\]]*$")
_ITEM = re.compile(r"\s*(?:[•‣◦▪–*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-$")
_NAME_OF_A_FILE = re.compile(r"\.\w{2,5}$|^Microsoft Word -|^untitled", re.IGNORECASE)


def read_pdf(data: bytes) -> FileBlocks:
    """The text page by page, without running heads and feet, its lines joined to paragraphs.

    Raises:
        UnreadableError: it has a password, too many pages, or pictures of pages alone.
    """
    reader = _opened(data)
    pages = [_lines(page.extract_text()) for page in reader.pages]
    bare = [number for number, lines in enumerate(pages, 1) if not lines]
    if len(bare) == len(pages):
        raise UnreadableError(
            "holds no text on any of its pages, only pictures of them, as scanners make; recognise its text "
            "first (for instance: ocrmypdf)"
        )
    return FileBlocks(
        list(_blocks(_without_running(pages))), named=_title(reader), lost=_lost(reader, bare, len(pages))
    )


def _opened(data: bytes) -> Any:
    pypdf = needed("pypdf")
    reader = pypdf.PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise UnreadableError("is encrypted; save it without a password")
    if len(reader.pages) > _MOST_PAGES:
        raise UnreadableError(
            f"has {len(reader.pages):,} pages, more than {_MOST_PAGES:,}; split it into documents"
        )
    return reader


def _title(reader: Any) -> str:
    """What the file calls itself, unless that is the name of a file once more."""
    title = str((reader.metadata or {}).get("/Title") or "").strip()
    return "" if _NAME_OF_A_FILE.search(title) else title


def _lost(reader: Any, bare: Sequence[int], pages: int) -> list[str]:
    pictured = [number for number in bare if "/XObject" in (reader.pages[number - 1].get("/Resources") or {})]
    if not pictured:
        return []
    listed = ", ".join(map(str, pictured[:10])) + (", …" if len(pictured) > 10 else "")
    return [
        f"{len(pictured):,} of {pages:,} pages hold pictures and no text (page {listed}); recognise their "
        "text first (for instance: ocrmypdf)"
    ]


def _lines(text: str) -> list[str]:
    return [stripped for line in text.splitlines() if (stripped := line.replace("\x00", "").strip())]


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
