"""Markdown as the plain text that a reader sees, so that sentences and names can be found in it."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---\r?\n(.*?)^---\s*$", re.DOTALL | re.MULTILINE)
_TITLE = re.compile(r"^title:\s*(.+?)\s*$", re.MULTILINE)
_BREAKS = ("softbreak", "hardbreak")


class PlainText(NamedTuple):
    """A title, empty where the text has none, and the text below it."""

    title: str
    text: str


def plain_text(markdown: str) -> PlainText:
    """The text without its marks; a row of a table as "column: cell; …", a list with one line an item.

    The title is the front matter's, or else the heading that the text begins with; front matter, HTML and
    the addresses of links are left out.

    >>> plain_text("# Graz\\n\\n**Graz** lies on the [Mur](https://example.org).")
    PlainText(title='Graz', text='Graz lies on the Mur.')
    """
    matter = _FRONT_MATTER.match(markdown)
    named = _TITLE.search(matter[1]) if matter else None
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown[matter.end() :] if matter else markdown)
    title = named[1].strip("\"'") if named else ""
    if tokens and tokens[0].type == "heading_open":
        title, tokens = title or _inline(tokens[1]), tokens[3:]
    return PlainText(title, "\n".join(_lines(tokens)).strip())


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    """The lines of a text, with an empty one before each block that stands in no other."""
    columns: list[str] = []
    cells: list[str] = []
    for before, token in pairwise([Token("", "", 0), *tokens]):
        if token.level == 0 and token.type.endswith("_open"):
            yield ""
        match token.type:
            case "table_open":
                columns = []
            case "thead_close":
                columns = cells
            case "tr_open":
                cells = []
            case "tr_close" if columns:
                yield _row(columns, cells)
            case "inline" if before.type in ("th_open", "td_open"):
                cells.append(_inline(token))
            case "inline":
                yield _inline(token)
            case "fence" | "code_block":
                yield token.content.rstrip("\n")


def _row(columns: Sequence[str], cells: Sequence[str]) -> str:
    named = (
        f"{column}: {cell}" if column else cell for column, cell in zip(columns, cells, strict=True) if cell
    )
    return f"{'; '.join(named)}."


def _inline(token: Token) -> str:
    """The text of a line of marks, on one line."""
    seen = (child for child in token.children or () if child.type != "html_inline")
    return "".join(" " if child.type in _BREAKS else child.content for child in seen).strip()
