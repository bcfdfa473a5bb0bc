"""What a model thinks and what it says, told apart in the text of a reply by the marks that models use.

The marks are rows of `thinking.toml`. A mark that stands in quotes or in code is spoken of, and is none. A
reply that was cut off while the model thought says nothing.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import dropwhile, pairwise
from typing import NamedTuple

from .thinking_marks import marks

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)(?P<language>[ \t]*\w)?", re.MULTILINE)
_QUOTES = dict(zip("`\"'“‘«", "`\"'”’»", strict=True))
_ENDS = tuple(".!?:;")  # of a sentence or line: what is said behind a thought is another one
_BEFORE_A_MARK = 80  # characters of a line's lead that are looked at
_WITHOUT_SPACES = "\u2e80"  # the first character of scripts that part no words, such as Chinese
_OPENING = ("", *"([{<>⟨:=,;/|+*_—–-")  # what stands before a quotation mark that opens, beside spaces
_LEAD = re.compile(r"(?:\A|\n)[\s>*_#-]*\Z")
_HINTS = ("<", "[", "◁", "&lt;", "assistant", "hinking...", "my thought process:")


class Heard(NamedTuple):
    """Attributes:
    said: what a model says; empty where it only thinks. A text without marks is what it was.
    thought: what it thinks; empty where it does not.
    """

    said: str
    thought: str


class Span(NamedTuple):
    """A part of a text, from one character to before another."""

    start: int
    end: int


def heard(text: str, *, complete: bool = True) -> Heard:
    """What a reply says and what was thought before, between or behind it.

    Args:
        complete: False where it is known to be cut off: a mark that opens what was thought may then stand
            anywhere in a line.

    >>> heard("<think>Paris? No.</think>Lyon")
    Heard(said='Lyon', thought='Paris? No.')
    >>> heard("analysisIt could be NO.assistantfinalYES")
    Heard(said='YES', thought='It could be NO.')
    >>> heard("Write `<think>` first.").said
    'Write `<think>` first.'
    """
    unsaid = _unsaid(text, complete)
    if not unsaid:
        return Heard(text, "")
    said: list[str] = []
    for span in _around(unsaid, len(text)):
        said += ("\n" if said and said[-1].rstrip()[-1:] in _ENDS else "", text[slice(*span)])
    thoughts = (marks().any.sub("", text[slice(*span)]).strip() for span in unsaid)
    return Heard("".join(said).strip(), "\n".join(filter(None, thoughts)))


def said(text: str) -> str:
    """What a reply says; empty where it only thinks."""
    return heard(text).said


def said_spans(text: str, *, complete: bool = True) -> list[Span]:
    """Where that which a reply says stands in it; `complete` as `heard` takes it."""
    return _around(_unsaid(text, complete), len(text))


def _around(unsaid: Sequence[Span], length: int) -> list[Span]:
    ends = [0, *(end for span in unsaid for end in span), length]
    return [Span(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True) if start < end]


def _unsaid(text: str, complete: bool) -> list[Span]:
    """Where a text thinks, with the marks around it, in order; next to each other they are one."""
    lead = marks().bare_lead.match(text) or (None if complete else marks().cut_lead.match(text))
    if not lead and not any(hint in text for hint in _HINTS):
        return []
    fences = _Fences(text)
    spans = (
        _by_channels(text, fences) or _by_bare_channels(text, lead) or _between_pairs(text, fences, complete)
    )
    wrapping = [
        Span(*found.span())
        for found in marks().wrapping.finditer(text)
        if not _is_quoted(text, found) and not fences.are_around(found.start(), spans)
    ]
    merged: list[Span] = []
    for span in sorted([*spans, *wrapping]):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


# -- channels


def _by_channels(text: str, fences: "_Fences") -> list[Span]:
    """All but the bodies of messages that are said; [] where there are no such messages."""
    if "<|" not in text:
        return []
    found = (one for one in marks().header.finditer(text) if not _is_quoted(text, one))
    # A message may hold half a fence, so that those behind the first header tell nothing.
    headers = list(dropwhile(lambda one: fences.are_around(one.start(), ()), found))
    if not headers:
        return []
    spans = [Span(0, headers[0].end())]
    for header, end in zip(headers, [*(one.start() for one in headers[1:]), len(text)], strict=True):
        spans.append(Span(header.start(), header.end() if _is_said(header) else end))
    return spans


def _is_said(header: re.Match[str]) -> bool:
    channel = header["channel"] or header["bare"]
    if channel:
        return channel in marks().said_channels
    return header[0].endswith("<|message|>") and (header["to"] is None or header["to"] in marks().said_to)


def _by_bare_channels(text: str, lead: re.Match[str] | None) -> list[Span]:
    """The same where a server has left out the special tokens: "analysis…assistantfinal…"."""
    found = [one for one in marks().bare.finditer(text) if not _is_quoted(text, one)]
    if not found and not lead:
        return []
    first = lead["name"] if lead else "analysis"
    names = [first, *(one["name"] for one in found)]
    bodies = [lead.end() if lead else 0, *(one.end() for one in found)]
    starts = [0, *(one.start() for one in found), len(text)]
    return [
        Span(start, body if name in marks().said_channels else end)
        for name, body, (start, end) in zip(names, bodies, pairwise(starts), strict=True)
    ]


# -- pairs


class _Mark(NamedTuple):
    span: Span
    pair: int
    opens: bool


def _between_pairs(text: str, fences: "_Fences", complete: bool) -> list[Span]:
    """What stands between marks that open and close, or from or to one whose partner is missing."""
    found = list(_pair_marks(text))
    last = {mark.pair: place for place, mark in enumerate(found) if not mark.opens}
    spans: list[Span] = []
    opened: _Mark | None = None
    for place, mark in enumerate(found):
        pair = marks().pairs[mark.pair]
        if opened is not None:
            if not mark.opens and mark.pair == opened.pair:
                spans.append(Span(opened.span.start, mark.span.end))
                opened = None
        elif fences.are_around(mark.span.start, spans):
            continue
        elif not mark.opens:
            if pair.opened:  # also where it closes what was closed before: a thought within a thought
                spans.append(Span(spans.pop().start if spans else 0, mark.span.end))
        elif last.get(mark.pair, -1) > place or (
            pair.unclosed and (not complete or _begins_a_line(text, mark.span.start))
        ):
            opened = mark
    if opened is not None:
        spans.append(Span(opened.span.start, len(text)))
    return spans


def _pair_marks(text: str) -> Iterator[_Mark]:
    for found in marks().of_pairs.finditer(text):
        name = found.lastgroup or ""
        if not _is_quoted(text, found):
            yield _Mark(Span(*found.span()), int(name[1:]), name.startswith("o"))


def _is_quoted(text: str, mark: re.Match[str]) -> bool:
    """Whether quotes stand right around a mark: it is spoken of. Not so where the first of them only ends a
    quotation that stands before the mark."""
    before, after = text[max(0, mark.start() - 1) : mark.start()], text[mark.end() : mark.end() + 1]
    if not before or _QUOTES.get(before) != after:
        return False
    line = text[max(0, mark.start() - _BEFORE_A_MARK) : mark.start()].rpartition("\n")[-1]
    lead = line.rstrip("".join(_QUOTES))[-1:]
    if lead >= _WITHOUT_SPACES:
        return line.count(before) % 2 == 1
    return lead in _OPENING or lead.isspace()


def _begins_a_line(text: str, at: int) -> bool:
    return _LEAD.search(text[max(0, at - _BEFORE_A_MARK) : at]) is not None or at == 0


class _Fences:
    """The fences around code in what is said. One that opens a text wraps it, and is none."""

    def __init__(self, text: str) -> None:
        found = list(_FENCE.finditer(text))
        if found and not text[: found[0].start()].strip():
            del found[0]
        self._at = [one.start() for one in found]
        self._ends_code = [not one["language"] for one in found]

    def are_around(self, place: int, thought: Sequence[Span]) -> bool:
        """Whether code has begun before a place and ends behind it; what was thought before does not count.

        Code that never ends is none, nor is what another fence begins before it has ended.
        """
        ended = bisect_right(thought, place, key=lambda span: span.end)
        start = thought[ended - 1].end if ended else 0
        behind = bisect_left(self._at, place)
        has_begun = (behind - bisect_left(self._at, start)) % 2 == 1
        return has_begun and behind < len(self._at) and self._ends_code[behind]
