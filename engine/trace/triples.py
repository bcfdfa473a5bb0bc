"""Reading a model's ⟨title; relation; tail⟩ lines.

Reference: TRACE the Evidence, Section 3.2.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..llm.chat import ChatReply
from ..names import normalise, words
from ..terms import Triple

_NONE = re.compile(r"\W*none\W*", re.IGNORECASE)
# What models put before a triple: a bullet, a number; and around a list: code fences.
_LEAD = re.compile(r"^\s*(?:[-*•]\s+|\(?\d{1,3}[.)]\s+)?")
_FENCE = re.compile(r"^\s*```\w*\s*$")
_PAIRS = dict(zip("⟨<〈《(（[", "⟩>〉》)）]", strict=True))
_ENDS = tuple("⟩>〉》")
# The paper's own triples stand several on a line: "<a; b; c>, <d; e; f>".
_BETWEEN = re.compile(r"(?<=[⟩>〉》])\s*[,;，]?\s*(?=[⟨<〈《])")
_SEPARATOR = re.compile(r"\s*[;；]\s*")
_AFTER = " .,"


@dataclass(frozen=True, slots=True)
class ReadReply:
    """What could be read of a reply.

    Attributes:
        triples: distinct, in order; the head is the title where the document has one.
        unread: the lines that are no triple of this document.
        empty: whether the reply says that there is no fact.
        cut_off: whether the reply ended at the limit of tokens; a last line that is not closed is unread.
    """

    triples: tuple[Triple, ...]
    unread: tuple[str, ...]
    empty: bool
    cut_off: bool

    @property
    def whole(self) -> bool:
        """Whether nothing has to be asked for again."""
        return not self.unread and not self.cut_off and (bool(self.triples) or self.empty)


def read_reply(reply: ChatReply, title: str) -> ReadReply:
    """The triples of a reply whose head is the title, also where the reply shortens it ("Barnes").

    >>> read_reply(ChatReply("- <Barnes; occupation; writer>\\nSure!"), "Julian Barnes").unread
    ('Sure!',)
    """
    lines = list(_lines(reply.text))
    if len(lines) == 1 and _NONE.fullmatch(lines[0]):
        return ReadReply((), (), True, not reply.complete)
    cut = not reply.complete and bool(lines) and not lines[-1].rstrip(_AFTER).endswith(_ENDS)
    triples: dict[Triple, None] = {}
    unread: list[str] = []
    for number, line in enumerate(lines, 1):
        triple = None if cut and number == len(lines) else _triple(line, title)
        if triple:
            triples[triple] = None
        else:
            unread.append(line)
    return ReadReply(tuple(triples), tuple(unread), False, not reply.complete)


def triple_text(triple: Triple) -> str:
    """A triple as the paper writes it, and the ranker encodes it: "⟨head; relation; tail⟩"."""
    return f"⟨{triple.head}; {triple.relation}; {triple.tail}⟩"


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if not _FENCE.match(line):
            parts = (_LEAD.sub("", part).strip().rstrip(",") for part in _BETWEEN.split(line))
            yield from (part for part in parts if part)


def _triple(line: str, title: str) -> Triple | None:
    """The triple of a line, None where it is none of this title."""
    head, rest = _head_and_rest(_inside(line), title)
    parts = [" ".join(part.split()) for part in _SEPARATOR.split(rest.strip(), maxsplit=1)]
    if len(parts) != 2 or not all(any(map(str.isalnum, part)) for part in (head, *parts)):
        return None
    return Triple(title or head, *parts) if not title or _means(head, title) else None


def _inside(line: str) -> str:
    """A line without the brackets around all of it."""
    bare = line.rstrip(_AFTER)
    return bare[1:-1].strip() if bare and _PAIRS.get(bare[0]) == bare[-1] else line


def _head_and_rest(inside: str, title: str) -> tuple[str, str]:
    """What stands before the first separator and after it. A title may hold the separator itself."""
    after = inside[len(title) :].lstrip()
    if title and inside[: len(title)].casefold() == title.casefold() and after[:1] in (";", "；"):
        return title, after[1:]
    head, *rest = _SEPARATOR.split(inside, maxsplit=1)
    return " ".join(head.split()), "".join(rest)


def _means(head: str, title: str) -> bool:
    """Whether a head is the title: the same but for case and accents, or all its words among the other's."""
    said, named = set(words(head)), set(words(title))
    return normalise(head) == normalise(title) or (
        bool(said) and (said <= named or (bool(named) and named <= said))
    )
