"""HTML: what a page says, without what stands round it, by lxml."""

import re
from collections.abc import Iterator
from typing import Any

from .needed import needed
from .terms import Block, FileBlocks, Heading, Paragraph, Table, UnreadableError, on_one_line

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NOT_READ = frozenset(
    "head script style noscript template svg math iframe object button input select textarea nav footer "
    "aside dialog".split()
)
_ROLES_NOT_READ = frozenset("navigation banner contentinfo complementary dialog alertdialog search".split())
# Parts of class names and ids, as sites and their builders call what stands round the text.
_CALLED = frozenset(
    "cookie cookies consent gdpr nav navbar navigation breadcrumb breadcrumbs comments".split()
)
_PART_OF_A_NAME = re.compile(r"[a-z]+")
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q ruby rb rt rp s "
    "samp small span strike strong sub sup time tt u var wbr".split()
)
_JOINED = frozenset({"li", "dt", "dd", "br", "tr"})  # a new line, without an empty one before it
_TERM, _TELLS = "dt", ": "
_DEEP = "depth"  # of libxml2's word on elements that are nested too deeply


def read_web(data: bytes) -> FileBlocks:
    """The headings, paragraphs, lists and tables of a page: of its main part where it names one.

    A page on which nothing stands has no blocks.

    Raises:
        UnreadableError: its elements are nested too deeply, as no page's are.
    """
    html, etree = needed("lxml.html"), needed("lxml.etree")
    parser = html.HTMLParser(encoding=_encoding(data), remove_comments=True, remove_pis=True)
    try:
        root = html.document_fromstring(data, parser=parser)
    except etree.ParserError:  # nothing stands in it, or nothing but comments
        return FileBlocks([])
    if any(_DEEP in entry.message for entry in parser.error_log):
        raise UnreadableError("nests its elements more than 256 deep; save it as plain text")
    title = root.findtext(".//title") or ""
    return FileBlocks(list(_blocks(etree, _main(root))), named=on_one_line(title))


def _encoding(data: bytes) -> str | None:
    """UTF-8 where it can be; else what the page says of itself."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _main(root: Any) -> Any:
    """The one part that is called the main one, or the one article; else all."""
    for path in (".//main | .//*[@role='main']", ".//article"):
        found = [part for part in root.xpath(path) if part.text_content().strip()]
        if len(found) == 1:
            return found[0]
    return root


def _blocks(etree: Any, root: Any) -> Iterator[Block]:
    """Blocks in the order of the page, walked without recursion."""
    text = _Lines()
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        is_block = element.tag not in _INLINE
        if event == "end" and element.tag == _TERM:
            text.add(_TELLS)
        elif is_block and (event == "start" or element.tag not in _HEADINGS):
            text.end_line()
            if element.tag not in _JOINED and (whole := text.taken()):
                yield Paragraph(whole)
        if event == "end":
            if element.tag in _HEADINGS and (whole := text.taken()):
                yield Heading(on_one_line(whole))
            if element is not root:
                text.add(element.tail)
        elif element is not root and _is_not_read(element):
            walk.skip_subtree()
        elif element.tag == "table" and not _is_layout(element):
            yield from _captions(etree, element)
            yield _table(etree, element)
            walk.skip_subtree()
        else:
            text.add(element.text)
    if whole := text.taken():
        yield Paragraph(whole)


class _Lines:
    """The lines of a paragraph, as words come."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._lines: list[str] = []

    def add(self, words: str | None) -> None:
        if words:
            self._words.append(words)

    def end_line(self) -> None:
        if self._words[-1:] == [_TELLS]:  # what a term means stands in its line
            return
        if line := on_one_line("".join(self._words)):
            self._lines.append(line)
        self._words = []

    def taken(self) -> str:
        """All lines; none are left, but for a term without what it means."""
        self.end_line()
        lines, self._lines = self._lines, []
        return "\n".join(lines)


def _is_not_read(element: Any) -> bool:
    """Whether an element is not shown, or stands round what a page says."""
    if element.tag in _NOT_READ or element.get("role", "") in _ROLES_NOT_READ:
        return True
    if _is_hidden(element):
        return True
    named = _PART_OF_A_NAME.findall(f"{element.get('class', '')} {element.get('id', '')}".lower())
    round_it = element.tag == "header" or not _CALLED.isdisjoint(named)
    return round_it and element.tag != "body" and not element.xpath("boolean(.//h1 | .//main | .//article)")


def _is_hidden(element: Any) -> bool:
    style = element.get("style", "").replace(" ", "")
    return "hidden" in element.attrib or element.get("aria-hidden") == "true" or "display:none" in style


def _is_layout(table: Any) -> bool:
    """Whether a table only puts parts of a page below or beside each other."""
    if table.get("role") == "presentation" or table.xpath("boolean(.//table | .//h1 | .//h2 | .//h3)"):
        return True
    return all(len(row) < 2 for row in table.iter("tr"))


def _captions(etree: Any, table: Any) -> Iterator[Paragraph]:
    """What is written above a table, or below it."""
    for caption in table.iterchildren("caption"):
        if not _is_hidden(caption) and (text := _cell(etree, caption)):
            yield Paragraph(text)


def _table(etree: Any, element: Any) -> Table | Paragraph:
    """A table; lines of "name: value" where each row has one name and one value, as boxes beside articles."""
    lines = (line for line in element.iter("tr") if not _is_hidden(line))
    cells = [[cell for cell in line if cell.tag in ("td", "th") and not _is_hidden(cell)] for line in lines]
    rows = [[_cell(etree, cell) for cell in row] for row in cells]
    if all([cell.tag for cell in row] == ["th", "td"] for row in cells):
        return Paragraph("\n".join(f"{name}: {value.removesuffix('.')}." for name, value in rows))
    width = max(map(len, rows), default=0)
    spans = (cell.get(span, "1") for row in cells for cell in row for span in ("rowspan", "colspan"))
    regular = all(span == "1" for span in spans) and all(len(row) == width for row in rows)
    wide = [row + [""] * (width - len(row)) for row in rows]
    return Table(wide, headed=regular and all(cell.tag == "th" for cell in cells[0]), regular=regular)


def _cell(etree: Any, element: Any) -> str:
    """What a cell shows, on one line; tables that hold tables are layout, so that none stands in it."""
    blocks = _blocks(etree, element)
    return " ".join(on_one_line(block.text) for block in blocks if isinstance(block, Heading | Paragraph))
