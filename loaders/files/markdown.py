"""Markdown as what its reader sees, so that sentences and names can be found in it."""

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .tables import table_lines
from .terms import Block, FileBlocks, Heading, Paragraph, Table

# Its first line names something; what stands between two rules is text.
_FRONT_MATTER = re.compile(
    r"\A---\r?\n((?:#.*\n)*[\w.-]+[ \t]*:(?:\s.*?)?)^---\s*$", re.DOTALL | re.MULTILINE
)
_TITLE = re.compile(r"^title:\s*(.+?)\s*$", re.MULTILINE)
_BREAKS = ("softbreak", "hardbreak")


def read_markdown(text: str) -> FileBlocks:
    """The blocks without their marks, a list with one line an item; front matter, HTML and the addresses of
    links are left out. The title is the front matter's.
    """
    matter = _FRONT_MATTER.match(text)
    named = _TITLE.search(matter[1]) if matter else None
    tokens = MarkdownIt("commonmark").enable("table").parse(text[matter.end() :] if matter else text)
    return FileBlocks(list(_blocks(tokens)), title=named[1].strip("\"'") if named else "")


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    for of_block in _outermost(tokens):
        first = of_block[0].type
        if first == "heading_open":
            yield Heading(_inline(of_block[1]))
        elif first == "table_open":
            yield _table(of_block)
        elif lines := list(_lines(of_block)):
            yield Paragraph("\n".join(lines))


def _outermost(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each block that stands in no other."""
    waiting: list[Token] = []
    for token in tokens:
        waiting.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield waiting
            waiting = []


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    """The lines of a block; a table within it is lines too."""
    start = None
    for at, token in enumerate(tokens):
        if token.type == "table_open":
            start = at
        elif token.type == "table_close" and start is not None:
            yield from (line for _, line in table_lines(_table(tokens[start : at + 1])))
            start = None
        elif start is None and token.type == "inline":
            yield _inline(token)
        elif token.type in ("fence", "code_block"):
            yield token.content.rstrip("\n")


def _table(tokens: Sequence[Token]) -> Table:
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_inline(token))
    return Table(rows, headed=True)


def _inline(token: Token) -> str:
    """The text of a line of marks, on one line."""
    seen = (child for child in token.children or () if child.type != "html_inline")
    return "".join(" " if child.type in _BREAKS else child.content for child in seen).strip()
