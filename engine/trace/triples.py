"""Reading a model's triples: ⟨title; relation; tail⟩ lines, or the JSON that it wrote in their place.

Reference: TRACE the Evidence, Section 3.2; heads other than the title are its Limitation 1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ...loaders.json_rows import triple_of
from ..llm.chat import ChatReply
from ..names import normalise, words
from ..terms import Triple
from .json_pieces import Piece, json_pieces
from .phrases import places_of

_NONE = re.compile(r"\W*none\W*", re.IGNORECASE)
# What models put before a triple: a bullet, a number; and around a list: code fences.
_LEAD = re.compile(r"^\s*(?:[-*•]\s+|\(?\d{1,3}[.)]\s+)?")
_FENCE = re.compile(r"^\s*```\w*\s*$")
_PAIRS = dict(zip("⟨<〈《(（[", "⟩>〉》)）]", strict=True))
_ENDS = tuple("⟩>〉》")
_ANGLES = {opening: closing for opening, closing in _PAIRS.items() if closing in _ENDS and closing != ">"}
# The paper's own triples stand several on a line: "<a; b; c>, <d; e; f>".
_BETWEEN = re.compile(r"(?<=[⟩>〉》])\s*[,;，]?\s*(?=[⟨<〈《])")
_SEPARATOR = re.compile(r"\s*[;；]\s*")
_AFTER = " .,"

Refusal = Literal["no triple", "cut off", "head is not the title", "head is not named in the text"]


class RefusedLine(NamedTuple):
    """A line of a reply, or a value of its JSON, that is no triple of its document."""

    line: str
    why: Refusal


@dataclass(frozen=True, slots=True)
class ReadReply:
    """What could be read of a reply.

    Attributes:
        triples: distinct, in order.
        refused: the lines that are no triple of this document, and why.
        empty: whether the reply says that there is no fact.
        cut_off: whether the reply ended at the limit of tokens; a last line that is not closed is refused.
    """

    triples: tuple[Triple, ...]
    refused: tuple[RefusedLine, ...]
    empty: bool
    cut_off: bool

    @property
    def whole(self) -> bool:
        """Whether nothing has to be asked for again."""
        return not self.refused and not self.cut_off and (bool(self.triples) or self.empty)


@dataclass(frozen=True, slots=True)
class Heads:
    """Which heads the triples of a document may have.

    Attributes:
        title: of the document.
        text: None for the title alone, also where a reply shortens it ("Barnes" for "Julian Barnes"); where
            there is no title, for any. Else what has to name a head that is not the title.
    """

    title: str
    text: str | None = None

    @property
    def refusal(self) -> Refusal:
        """Why a head is none of them."""
        return "head is not the title" if self.text is None else "head is not named in the text"

    def kept(self, head: str) -> str | None:
        """A head as it is kept, None where it is none of them."""
        if normalise(head) == normalise(self.title):
            return self.title
        if self.text is not None:
            return head if places_of(head, self.text) else None
        return (self.title or head) if not self.title or _means(head, self.title) else None


class _Refused(Exception):  # noqa: N818  # it is an answer, and no error
    def __init__(self, why: Refusal) -> None:
        self.why = why


def read_reply(reply: ChatReply, heads: Heads) -> ReadReply:
    """The triples of a reply: a line each, several between brackets on one line, or values of JSON: objects
    (head or title, relation, tail, and what else `load triples` takes) or lists of three.

    >>> read_reply(ChatReply("- <Barnes; occupation; writer>\\nSure!"), Heads("Julian Barnes")).refused
    (RefusedLine(line='Sure!', why='no triple'),)
    """
    pieces = list(json_pieces(reply.text))
    lines = [line for piece in pieces for line in _lines(piece)]
    if not lines or (len(lines) == 1 and _NONE.fullmatch(lines[0].text)):
        empty = bool(lines) or "[" in reply.text  # an empty array; fences alone say nothing
        return ReadReply((), (), empty, not reply.complete)
    triples: dict[Triple, None] = {}
    refused: list[RefusedLine] = []
    for number, line in enumerate(lines, 1):
        try:
            if number == len(lines) and not reply.complete and not _is_closed(line):
                raise _Refused("cut off")
            triples[_triple(line, heads)] = None
        except _Refused as refusal:
            refused.append(RefusedLine(line.text, refusal.why))
    return ReadReply(tuple(triples), tuple(refused), False, not reply.complete)


def triple_text(triple: Triple) -> str:
    """A triple as the paper writes it, and the ranker encodes it: "⟨head; relation; tail⟩"."""
    return f"⟨{triple.head}; {triple.relation}; {triple.tail}⟩"


def _lines(piece: Piece) -> Iterator[Piece]:
    if piece.is_json:
        yield piece
        return
    for line in piece.text.splitlines():
        if not _FENCE.match(line):
            parts = (_LEAD.sub("", part).strip().rstrip(",") for part in _BETWEEN.split(line))
            yield from (Piece(part) for part in parts if part)


def _is_closed(line: Piece) -> bool:
    return line.is_json or line.text.rstrip(_AFTER).endswith(_ENDS)


def _triple(line: Piece, heads: Heads) -> Triple:
    """The triple of a line or value. Raises _Refused."""
    said = _of_value(line.value) if line.is_json else _of_line(line.text, heads.title)
    parts = [" ".join(part.split()) for part in said]
    if len(parts) != 3 or not all(any(map(str.isalnum, part)) and _is_balanced(part) for part in parts):
        raise _Refused("no triple")
    head, relation, tail = parts
    kept = heads.kept(head)
    if kept is None:
        raise _Refused(heads.refusal)
    return Triple(kept, relation, tail)


def _of_value(value: Any) -> list[str]:
    if isinstance(value, dict):  # a head is called what the prompt calls it
        value = {"head" if name.casefold() == "title" else name: part for name, part in value.items()}
    try:
        return triple_of(value)
    except ValueError:
        raise _Refused("no triple") from None


def _of_line(line: str, title: str) -> list[str]:
    """Head, relation and tail of a line, or fewer. A title may hold the separator, and so may a tail."""
    inside = _inside(line)
    after = inside[len(title) :].lstrip()
    if title and inside[: len(title)].casefold() == title.casefold() and after[:1] in (";", "；"):
        return [title, *_SEPARATOR.split(after[1:].strip(), maxsplit=1)]
    return _SEPARATOR.split(inside, maxsplit=2)


def _inside(line: str) -> str:
    """A line without the brackets around all of it."""
    bare = line.rstrip(_AFTER)
    if bare and _PAIRS.get(bare[0]) == bare[-1]:
        return bare[1:-1].strip()
    return _among_words(line) or line


def _among_words(line: str) -> str:
    """What stands in the brackets of a triple with words around it: "Here: ⟨A; b; c⟩"; empty without such."""
    separators = [found.start() for found in _SEPARATOR.finditer(line)]
    if len(separators) < 2:
        return ""
    for opening, closing in _ANGLES.items():
        start, end = line.find(opening), line.rfind(closing)
        if 0 <= start < separators[0] and separators[-1] < end and _is_balanced(line[start + 1 : end]):
            return line[start + 1 : end].strip()
    return ""


def _is_balanced(text: str) -> bool:
    """Whether each angle bracket of a text has its partner in it."""
    waiting: list[str] = []
    for sign in text:
        if sign in _ANGLES:
            waiting.append(_ANGLES[sign])
        elif sign in _ANGLES.values() and (not waiting or waiting.pop() != sign):
            return False
    return not waiting


def _means(head: str, title: str) -> bool:
    """Whether all words of a head, or of the title, are among the other's."""
    said, named = set(words(head)), set(words(title))
    return bool(said) and (said <= named or (bool(named) and named <= said))
